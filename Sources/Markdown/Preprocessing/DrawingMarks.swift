internal import TypesetDiagnostics

/// The source of a note that is a drawing of Excalidraw: its words without what its editor says, and without the drawing's data. That the drawing is not
/// shown is said.
func withoutDrawingMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard let key = DrawingMarks.key(of: source.bytes) else { return source }
  var marks = DrawingMarks()
  let result = rewritingLines(source, &diagnostics) { line, file in file.start == 0 ? marks.change(of: line) : .keep }
  diagnostics.append(
    Diagnostic(
      .warning, "diagram.not-drawn", at: SourceSpan(key.lowerBound, key.upperBound),
      "drawings of Excalidraw are not drawn: only their words are shown",
      hint: "export the drawing as SVG or PNG and include it as a picture"))
  return result
}

private struct DrawingMarks {
  private static let key = Array("excalidraw-plugin:".utf8)
  /// True from the heading of the data on.
  private var isData = false

  /// The key in the front matter by which such a note is known.
  static func key(of bytes: [UInt8]) -> Range<Int>? {
    guard bytes.starts(with: "---".utf8), let found = bytes.find(key, to: FrontMatter.length(in: bytes)), bytes[found - 1] == ASCII.newline
    else { return nil }
    return found..<found + key.count - 1
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let words = line.drop { $0 == ASCII.hash || ASCII.isBlank($0) || $0 == UInt8(ascii: "%") }
    if line.first == ASCII.hash || line.first == UInt8(ascii: "%"), words.elementsEqual("Drawing".utf8) { isData = true }
    // Two signs of a comment begin what the plugin keeps for itself.
    if isData || words.allSatisfy({ $0 <= ASCII.space }) && line.starts(with: "%%".utf8) { return .drop }
    return line.starts(with: "==".utf8) && line.firstRange(of: Array("EXCALIDRAW VIEW".utf8)) != nil ? .drop : .keep
  }
}
