/// Items whose markers only pandoc has, and what the parser reads in their places.
struct FancyItems {
  /// True if letters and numbers in parentheses begin items: `a)`, `(1)`.
  private let readsLetters: Bool
  /// The form of the last item with such a marker.
  private var lastForm: String?

  init(_ dialect: Dialect) { readsLetters = dialect.has(.fancyLists) }

  /// The marker at the first character of a line.
  func marker(_ cursor: LineCursor, _ first: LineCursor.First) -> FancyMarker? {
    guard first.byte == ASCII.openParenthesis || first.byte == ASCII.hash || readsLetters && ASCII.isLetter(first.byte) else { return nil }
    return FancyMarker(cursor.bytes, at: first.offset, to: cursor.end, isFancy: readsLetters, after: lastForm)
  }

  /// Passes a marker, in whose place the parser reads a number.
  ///
  /// - Returns: The columns by which further lines of the item are indented.
  mutating func pass(_ marker: FancyMarker, _ cursor: inout LineCursor, at start: Int, _ findings: inout Findings) -> Int {
    switch marker.kind {
    case .example(let label):
      findings.exampleCount += 1
      let number = findings.examples[label] ?? findings.exampleCount
      if !label.isEmpty, findings.examples[label] == nil { findings.examples[label] = number }
      findings.markers[start] = "(1)"
      lastForm = nil
      // pandoc: further lines of an example are indented by four columns, however long its label is.
      _ = cursor.passListMarker(width: marker.width)
      let written = Array("\(number))".utf8)
      let columns = max(4, written.count + 1)
      findings.edit(start..<cursor.offset, written + [UInt8](repeating: ASCII.space, count: columns - written.count))
      return columns
    case .form(let form):
      findings.markers[start] = form
      lastForm = form
      findings.edit(start..<start + marker.width, marker.written(number: marker.value ?? 1))
      return cursor.passListMarker(width: marker.width)
    }
  }
}
