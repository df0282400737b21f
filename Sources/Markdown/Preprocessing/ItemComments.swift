internal import TypesetDiagnostics

/// The source of MyST's without comments, `% words`, and marks between cells, `+++`, right below the text of an item or a quotation: they end its
/// paragraph, where other lines would go on with it.
func withoutCommentsInItems(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .myst, source.holds("\n%") || source.holds("\n+++") else { return source }
  var comments = ItemComments(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in comments.change(of: line) }
}

private struct ItemComments {
  let bytes: [UInt8]
  private var fences = OpenFences()
  /// True in the lines below the beginning of an item or a quotation, up to a blank one.
  private var isInside = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line), !Self.isBlank(line) else {
      isInside = false
      return .keep
    }
    if isInside, Self.isForPrograms(line) { return goesOn(below: line) ? .write([]) : .drop }
    let words = line.drop(while: ASCII.isBlank)
    if words.first == ASCII.greater || ListMarker.width(in: line, at: words.startIndex, to: line.endIndex) != nil { isInside = true }
    return .keep
  }

  private static func isForPrograms(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "+++".utf8) { return line.dropFirst(3).first.map { ASCII.isBlank($0) || $0 == ASCII.openBrace } ?? true }
    return line.first == UInt8(ascii: "%") && line.dropFirst().first != UInt8(ascii: "%")
  }

  /// True if a line of text follows, which would be part of the item without this one.
  private func goesOn(below line: ArraySlice<UInt8>) -> Bool {
    guard let next = lineBelow(line, in: bytes) else { return false }
    let words = next.drop(while: ASCII.isBlank)
    return !Self.isBlank(next) && words.first != ASCII.greater && ListMarker.width(in: next, at: words.startIndex, to: next.endIndex) == nil
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 <= ASCII.space } }
}
