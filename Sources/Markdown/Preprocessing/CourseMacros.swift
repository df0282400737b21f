internal import TypesetDiagnostics

/// The macros of a course of LiaScript: `@author` of the comment at its top, and those that it defines there, `@name: words`.
struct CourseMacros {
  private var values: [String: String] = [:]
  /// True between `@name` and `@end` in the comment.
  private var isInBlock = false
  /// The names of those that only the player knows.
  private(set) var omitted: [String] = []

  /// How many bytes macros may still stand for: they stand for each other.
  private var room = 1 << 20

  private static let keys: Set<String> = ["author", "email", "version", "date", "language", "comment", "narrator"]

  /// Takes a line of the comment at the top.
  mutating func take(_ line: ArraySlice<UInt8>) {
    let text = String(decoding: line, as: UTF8.self).trimmedWhitespace()
    if isInBlock { return isInBlock = text != "@end" }
    guard let colon = text.firstIndex(of: ":") else {
      isInBlock = text.first == "@" && text.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) } && text != "@end"
      return
    }
    let name = String(text[..<colon])
    let words = String(text[text.index(after: colon)...]).trimmedWhitespace()
    guard values.count < 1_000, !words.isEmpty, words.utf8.count < 2_000, !words.contains("<script") else { return }
    if Self.keys.contains(name) { values[name] = words }
    if name.first == "@", !name.contains(" ") { values[String(name.dropFirst())] = words }
  }

  /// True for a macro alone on its line that has no words in the comment, and runs the code above it or sets the player up.
  func isOfCode(_ text: String) -> Bool {
    let name = text.dropFirst().prefix { $0.isLetter || $0.isNumber || "._".contains($0) }
    return values[String(name)] == nil && (!name.contains(".") || name.lowercased().contains("eval"))
  }

  /// A line with the words that its macros stand for.
  mutating func replaced(in line: ArraySlice<UInt8>, depth: Int = 0) -> ArraySlice<UInt8> {
    guard depth < 3, line.contains(UInt8(ascii: "@")) else { return line }
    var out: [UInt8] = []
    var hasChanged = false
    var isCode = false
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if byte == ASCII.backtick { isCode.toggle() }
      if !isCode, byte == UInt8(ascii: "@"), room > 0,
        index == line.startIndex || !ASCII.isLetter(line[index - 1]) && !ASCII.isDigit(line[index - 1]),
        let (words, end) = value(in: line, at: index)
      {
        room -= words.utf8.count + 1
        out += replaced(in: Array(words.utf8)[...], depth: depth + 1)
        (index, hasChanged) = (end, true)
        continue
      }
      out.append(byte)
      index += 1
    }
    return hasChanged ? out[...] : line
  }

  /// The words of a macro at its sign, and where it ends; nil for a person's name.
  private mutating func value(in line: ArraySlice<UInt8>, at start: Int) -> (words: String, end: Int)? {
    var name = line[(start + 1)...].prefix(60).prefix {
      ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
    }
    while name.last == UInt8(ascii: ".") { name = name.dropLast() }
    guard let first = name.first, ASCII.isLetter(first) else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    let (arguments, end) = Self.arguments(line, at: name.endIndex)
    guard let words = values[text] else {
      guard name.contains(UInt8(ascii: ".")) || arguments != nil else { return nil }
      if omitted.count < 20, !omitted.contains(text) { omitted.append(text) }
      return ("", end)
    }
    guard words.contains("@0") else { return (words, arguments == nil ? name.endIndex : end) }
    var filled = words
    for (number, argument) in (arguments ?? []).prefix(10).enumerated() { filled = filled.replacing("@\(number)", with: argument) }
    return (filled, end)
  }

  /// The arguments in parentheses, `(a, b)` or ``(`words, with a comma`)``, and what is behind them; nil where there are none.
  private static func arguments(_ line: ArraySlice<UInt8>, at start: Int) -> (arguments: [String]?, end: Int) {
    guard start < line.endIndex, line[start] == ASCII.openParenthesis,
      let close = line[start...].prefix(500).firstIndex(of: ASCII.closeParenthesis)
    else { return (nil, start) }
    let inner = line[(start + 1)..<close]
    if inner.first == ASCII.backtick, inner.last == ASCII.backtick, inner.count > 1 {
      return ([String(decoding: inner.dropFirst().dropLast(), as: UTF8.self)], close + 1)
    }
    return (inner.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self).trimmedWhitespace() }, close + 1)
  }
}
