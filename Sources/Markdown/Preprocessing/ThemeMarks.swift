internal import TypesetDiagnostics

/// The source without marks within lines that only some editors and themes have: readings of words, HackMD's `{漢字|かんじ}`, LoveIt's
/// `[漢字]^(かんじ)`, `[漢字]{かん.じ}` as several renderers have it; LoveIt's fractions `[1]/[2]`, icons `:(fas fa-x):` and signs that begin no mark, `{?:}`.
func withoutThemeMarks(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard var marks = ThemeMarks(source, isHugo: dialect?.tool == .hugo) else { return source }
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct ThemeMarks {
  private let isHugo: Bool
  private var fences = OpenFences()

  /// Nil for a text without such marks.
  init?(_ source: Source, isHugo: Bool) {
    self.isHugo = isHugo
    let signs = ["]^(", "]{"] + (isHugo ? ["{?", "]/", ":("] : [])
    guard source.mayHold(anyOf: signs) || source.mayHold(behindLetters: ASCII.pipe), Self.mayHave(source.bytes, isHugo: isHugo) else {
      return nil
    }
  }

  private static func mayHave(_ bytes: [UInt8], isHugo: Bool) -> Bool {
    for index in bytes.indices.dropFirst() {
      let byte = bytes[index]
      // Most of a text is lower-case letters and spaces, and this reads all of it.
      if byte &- 0x61 < 26 || byte == 0x20 { continue }
      switch byte {
      case UInt8(ascii: "^"):
        if bytes[index - 1] == ASCII.closeBracket, index + 1 < bytes.count, bytes[index + 1] == ASCII.openParenthesis { return true }
      // Words of Chinese and Japanese before the bar.
      case ASCII.pipe: if bytes[index - 1] >= 0x80 { return true }
      case ASCII.openBrace:
        if bytes[index - 1] == ASCII.closeBracket, index + 1 < bytes.count, bytes[index + 1] >= 0x80 { return true }
      case UInt8(ascii: "?") where isHugo: if bytes[index - 1] == ASCII.openBrace { return true }
      case UInt8(ascii: "/") where isHugo: if bytes[index - 1] == ASCII.closeBracket { return true }
      case ASCII.openParenthesis where isHugo: if bytes[index - 1] == UInt8(ascii: ":") { return true }
      default: break
      }
    }
    return false
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isCode = fences.passesCode(line)
    guard !line.isEmpty, !isCode || isHugo else { return .keep }
    var out: [UInt8] = []
    var index = line.startIndex
    var isInside = isCode
    var hasChanged = false
    while index < line.endIndex {
      let byte = line[index]
      if !isCode, byte == ASCII.backtick || byte == ASCII.dollar { isInside.toggle() }
      if let (words, end) = replacement(in: line, at: index, isInside: isInside) {
        out += words
        index = end
        hasChanged = true
      } else {
        out.append(byte)
        index += 1
      }
    }
    return hasChanged ? .write(out) : .keep
  }

  private func replacement(in line: ArraySlice<UInt8>, at start: Int, isInside: Bool) -> (words: [UInt8], end: Int)? {
    switch line[start] {
    case ASCII.openBrace:
      if isHugo, let sign = escaped(line, start, isInside: isInside) { return sign }
      return isInside || start > line.startIndex && "\\^_}".utf8.contains(line[start - 1]) ? nil : Self.reading(line, start)
    case ASCII.openBracket where !isInside: return bracketed(line, start)
    case UInt8(ascii: ":") where isHugo && !isInside: return Self.icon(line, start)
    default: return nil
    }
  }

  /// `{?:}`: the sign without its meaning, in code too.
  private func escaped(_ line: ArraySlice<UInt8>, _ start: Int, isInside: Bool) -> (words: [UInt8], end: Int)? {
    guard start + 3 < line.endIndex, line[start + 1] == UInt8(ascii: "?"), line[start + 3] == ASCII.closeBrace,
      ASCII.isPunctuation(line[start + 2])
    else { return nil }
    return ((isInside ? [] : [ASCII.backslash]) + [line[start + 2]], start + 4)
  }

  /// `{漢字|かんじ}`, also with a reading for each sign, `{漢字|かん|じ}`.
  private static func reading(_ line: ArraySlice<UInt8>, _ start: Int) -> (words: [UInt8], end: Int)? {
    guard let close = line[start...].prefix(120).firstIndex(of: ASCII.closeBrace) else { return nil }
    let parts = line[(start + 1)..<close].split(separator: ASCII.pipe, omittingEmptySubsequences: false)
    guard parts.count > 1, isEastAsian(parts[0]), parts.dropFirst().allSatisfy({ !$0.isEmpty }),
      !line[(start + 1)..<close].contains(ASCII.openBrace), !line[(start + 1)..<close].contains(ASCII.backslash)
    else { return nil }
    return (ruby(parts[0], Array(parts.dropFirst().joined())[...]), close + 1)
  }

  /// True for a word whose signs are all of Chinese, Japanese or Korean.
  private static func isEastAsian(_ word: ArraySlice<UInt8>) -> Bool {
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars
    return !scalars.isEmpty && scalars.allSatisfy { (0x2E80...0xD7FF).contains($0.value) || $0.value >= 0xF900 }
  }

  private static func ruby(_ base: ArraySlice<UInt8>, _ reading: ArraySlice<UInt8>) -> [UInt8] {
    Array("<ruby>\(String(decoding: base, as: UTF8.self))<rt>\(String(decoding: reading, as: UTF8.self))</rt></ruby>".utf8)
  }

  /// `[漢字]^(かんじ)` and `[1]/[2]`.
  private func bracketed(_ line: ArraySlice<UInt8>, _ start: Int) -> (words: [UInt8], end: Int)? {
    guard let close = line[start...].prefix(160).dropFirst().firstIndex(where: { $0 == ASCII.closeBracket || $0 == ASCII.openBracket }),
      line[close] == ASCII.closeBracket, close > start + 1, close + 2 < line.endIndex,
      start == line.startIndex || line[start - 1] != ASCII.backslash && line[start - 1] != UInt8(ascii: "!")
    else { return nil }
    let words = line[(start + 1)..<close]
    if line[close + 1] == UInt8(ascii: "^"), line[close + 2] == ASCII.openParenthesis {
      guard let end = line[(close + 3)...].prefix(160).firstIndex(of: ASCII.closeParenthesis), end > close + 3,
        end + 1 == line.endIndex || line[end + 1] != UInt8(ascii: "^")
      else { return nil }
      return (Self.ruby(words, line[(close + 3)..<end]), end + 1)
    }
    // `[漢字]{かん.じ}`, with or without a sign between the readings of characters; attributes are in Latin letters.
    if line[close + 1] == ASCII.openBrace {
      guard let end = line[(close + 2)...].prefix(120).firstIndex(of: ASCII.closeBrace), Self.isEastAsian(words),
        case let reading = line[(close + 2)..<end].filter({ $0 != UInt8(ascii: ".") && $0 != ASCII.pipe }), Self.isEastAsian(reading[...])
      else { return nil }
      return (Self.ruby(words, reading[...]), end + 1)
    }
    guard isHugo, line[close + 1] == UInt8(ascii: "/"), line[close + 2] == ASCII.openBracket,
      let end = line[(close + 3)...].prefix(80).firstIndex(of: ASCII.closeBracket), end > close + 3,
      end + 1 == line.endIndex || line[end + 1] != ASCII.openParenthesis && line[end + 1] != ASCII.openBracket
    else { return nil }
    let (above, below) = (String(decoding: words, as: UTF8.self), String(decoding: line[(close + 3)..<end], as: UTF8.self))
    return (Array("<sup>\(above)</sup>⁄<sub>\(below)</sub>".utf8), end + 1)
  }

  /// `:(fas fa-campground):`
  private static func icon(_ line: ArraySlice<UInt8>, _ start: Int) -> (words: [UInt8], end: Int)? {
    guard line[start...].starts(with: ":(fa".utf8), let close = line[start...].prefix(80).firstIndex(of: ASCII.closeParenthesis),
      close + 1 < line.endIndex, line[close + 1] == UInt8(ascii: ":")
    else { return nil }
    return (Array("<i class=\"\(String(decoding: line[(start + 2)..<close], as: UTF8.self))\"></i>".utf8), close + 2)
  }
}
