internal import TypesetDiagnostics

/// Values in quotes, as tags of site generators have them.
enum QuotedValue {
  /// Longer values have no quotes of their own: each that is never closed would be searched to the end.
  private static let mostSigns = 2_000

  /// The words between the quote at the beginning and the next one, and what follows: `"a \"b\" c"` has quotes of its own.
  static func read(_ text: Substring) -> (words: String, rest: Substring) {
    guard let quote = text.first else { return ("", text) }
    let plain = text.dropFirst().prefix { $0 != quote }
    guard plain.last == "\\", quote != "`" else { return (String(plain), text[plain.endIndex...].dropFirst()) }
    var end = text.index(after: text.startIndex)
    var isEscaped = false
    for _ in 0..<mostSigns where end < text.endIndex && (isEscaped || text[end] != quote) {
      isEscaped = !isEscaped && text[end] == "\\"
      end = text.index(after: end)
    }
    // A backslash at the end of the last value escapes nothing.
    guard end < text.endIndex, text[end] == quote, !isEscaped else { return (String(plain), text[plain.endIndex...].dropFirst()) }
    return (text[text.index(after: text.startIndex)..<end].replacing("\\\(quote)", with: String(quote)), text[end...].dropFirst())
  }
}
