/// Formulas whose letters are names of several letters, with signs that no sentence has.
enum NamedForms {
  /// `[T.limit, T.base)`, `]lo, hi]`: an interval that is open on one side, between two names or numbers.
  static func isHalfOpenInterval(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count < 80, let open = text.first, let close = text.last else { return false }
    let isLeftOpen = open == ASCII.openParenthesis || open == ASCII.closeBracket
    let isRightOpen = close == ASCII.closeParenthesis || close == ASCII.openBracket
    guard isLeftOpen || open == ASCII.openBracket, isRightOpen || close == ASCII.closeBracket,
      open == ASCII.closeBracket || close == ASCII.openBracket || isLeftOpen != isRightOpen
    else { return false }
    let ends = text.dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return ends.count == 2 && isName(ends[0]) && isName(ends[1].first == ASCII.space ? ends[1].dropFirst() : ends[1])
  }

  /// `T.limit ≤ T.SP ≤ T.base`: names between signs of mathematics.
  static func isRelationOfNames(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.prefix(200).split(separator: ASCII.space, omittingEmptySubsequences: false)
    guard text.count < 200, parts.count > 2, parts.count % 2 == 1 else { return false }
    return parts.enumerated().allSatisfy { $0 % 2 == 0 ? isName($1) : isRelation($1) }
  }

  /// U+2200 to U+22FF: mathematical operators.
  private static func isRelation(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 3 && text.first == 0xE2 && (0x88...0x8B).contains(text[text.startIndex + 1])
  }

  /// Letters, digits, full stops and underscores.
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "._-+".utf8.contains($0) }
  }

  /// `Poisson(n p)`, `Sign(m, sk) → s`, `lfp(f) = fix(f)`: names, something in parentheses right behind one of them or a sign of mathematics, and no
  /// two words beside each other.
  static func isNamedExpression(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count < 120, let last = text.last, !",.:+-*/=<>|([{".utf8.contains(last) else { return false }
    var (depth, letters, previousLetters) = (0, 0, 0)
    var hasForm = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.properties.isAlphabetic {
        letters += 1
        // Two words beside each other.
        if letters > 1, previousLetters > 1 { return false }
        continue
      }
      switch scalar {
      case "(", "[", "{":
        if scalar == "(", letters > 0 { hasForm = true }
        depth += 1
      case ")", "]", "}": depth -= 1
      case " ": break
      case "0"..."9", ",", ".", "+", "-", "*", "/", "=", "<", ">", "|", "'", "!", ":": break
      case "\u{2190}"..."\u{22FF}", "\u{27F5}"..."\u{27FF}": hasForm = true
      default: return false
      }
      if depth < 0 { return false }
      previousLetters = scalar == " " ? max(letters, previousLetters) : 0
      letters = 0
    }
    return depth == 0 && hasForm
  }
}
