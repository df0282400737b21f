internal import TypesetDiagnostics

/// The source with pictures of Markdown at the beginning of a figure of HTML, `<figure>![words](a.png)<figcaption>…`, as pictures of HTML:
/// MDX reads Markdown there, CommonMark does not, and nobody wants to read such brackets.
func withPicturesInFigures(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.bytes.find(FigurePictures.opening) != nil else { return source }
  var figures = FigurePictures()
  return rewritingLines(source, &diagnostics) { line, _ in figures.change(of: line) }
}

private struct FigurePictures {
  static let opening = Array("<figure>![".utf8)
  private var fences = OpenFences()

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    let text = line.drop(while: ASCII.isBlank)
    guard !wasCode, !fences.isCode, text.starts(with: Self.opening) else { return .keep }
    let written = String(decoding: text.dropFirst(Self.opening.count), as: UTF8.self)
    guard let bracket = written.firstRange(of: "]("), let close = written[bracket.upperBound...].firstRange(of: ")<") else { return .keep }
    let words = written[..<bracket.lowerBound]
    var target = written[bracket.upperBound..<close.lowerBound]
    if target.first == "<", target.last == ">" { target = target.dropFirst().dropLast() }
    guard !target.isEmpty, !target.contains(where: { "\"<>()".contains($0) }), !words.contains(where: { "[]<>".contains($0) }) else {
      return .keep
    }
    let picture = "<figure><img src=\"\(target)\" alt=\"\(words.filter { $0 != "\"" })\"/>"
    return .write(Array(line[..<text.startIndex]) + Array((picture + written[close.lowerBound...].dropFirst()).utf8))
  }
}
