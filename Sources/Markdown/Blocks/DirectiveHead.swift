/// How a directive begins: its name, its arguments, on one line or on several, and where its body is.
struct DirectiveHead {
  enum Body: Equatable {
    case none
    /// On the lines below, up to a closing brace.
    case below
    /// Between braces on the last line of the head.
    case line(Range<Int>)
  }

  private(set) var directive: ClientDirective
  private(set) var body = Body.none
  /// The last line of the head, from the directive or from its text on, without blanks at its end.
  private(set) var line: Range<Int>

  /// Arguments take no more lines and bytes than this, so that parentheses without ends cost little.
  private static let mostLines = 64
  private static let mostBytes = 8_192

  /// - Parameters:
  ///   - line: From the `@` on.
  ///   - names: Those that are registered.
  ///   - next: The text of the line below one that ends somewhere, if it is in the same quotes and lists and not blank.
  /// - Returns: Nil where no directive begins.
  init?(_ bytes: [UInt8], in line: Range<Int>, names: Set<String>, next: (Int) -> Range<Int>?) {
    var index = line.lowerBound + 1
    while index < line.upperBound, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "-") {
      index += 1
    }
    let name = String(decoding: bytes[(line.lowerBound + 1)..<index], as: UTF8.self)
    guard names.contains(name) || Self.isCapitalized(name, of: names) else { return nil }
    (directive, self.line) = (ClientDirective(name: name, arguments: ""), line)
    if index < line.upperBound, bytes[index] == ASCII.openParenthesis {
      guard let end = readArguments(bytes, from: index, next) else { return nil }
      index = end
    }
    let end = self.line.upperBound
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    guard index < end else { return }
    guard bytes[index] == ASCII.openBrace, index + 1 == end || bytes[end - 1] == ASCII.closeBrace else { return nil }
    body = index + 1 == end ? .below : .line(index + 1..<end - 1)
  }

  /// True for `Note` where `note` is registered; `@note` in a text is no `Note`, since people are named so.
  private static func isCapitalized(_ name: String, of names: Set<String>) -> Bool {
    guard let first = name.utf8.first, 0x41...0x5A ~= first else { return false }
    let small = name.lowercased()
    return names.contains { $0.lowercased() == small }
  }

  /// Reads up to the parenthesis that closes one, outside of strings.
  ///
  /// - Returns: Where it ends; nil where nothing closes it, or where several lines are no arguments with names.
  private mutating func readArguments(_ bytes: [UInt8], from open: Int, _ next: (Int) -> Range<Int>?) -> Int? {
    var nesting = Nesting()
    var text: [UInt8] = []
    var part = open..<line.upperBound
    for number in 0..<Self.mostLines {
      if let close = nesting.close(in: bytes, part) {
        text += bytes[part.lowerBound..<close]
        let arguments = String(decoding: text.dropFirst(), as: UTF8.self)
        directive.arguments = arguments
        if number == 0 { return close + 1 }
        let read = DirectiveSyntax.arguments(arguments)
        line = part
        return read.isComplete && read.values.allSatisfy { !$0.key.isEmpty } ? close + 1 : nil
      }
      text += bytes[part] + [ASCII.newline]
      guard text.count < Self.mostBytes, let below = next(part.upperBound) else { return nil }
      part = below
    }
    return nil
  }

  /// What is open between parentheses.
  private struct Nesting {
    private var depth = 0
    private var quote: UInt8 = 0

    /// Where the first parenthesis is closed.
    mutating func close(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
      var index = range.lowerBound
      while index < range.upperBound {
        let byte = bytes[index]
        if quote != 0 {
          if byte == ASCII.backslash { index += 1 } else if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == ASCII.openParenthesis {
          depth += 1
        } else if byte == ASCII.closeParenthesis {
          depth -= 1
          if depth == 0 { return index }
        }
        index += 1
      }
      return nil
    }
  }
}
