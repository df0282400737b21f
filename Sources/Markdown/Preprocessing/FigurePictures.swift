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
    let isCode = fences.passesCode(line)
    let text = line.drop(while: ASCII.isBlank)
    guard !isCode, text.starts(with: Self.opening) else { return .keep }
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

/// The source with `<image src="a.png">` as `<img …>`, which browsers read in its place (HTML, 13.2.6.4.7); SVG's has no `src`.
func withImagesAsPictures(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let opening = Array("<image ".utf8)
  guard source.bytes.find(opening) != nil else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    guard !fences.isCode, let found = line.firstRange(of: opening), !line[..<found.lowerBound].contains(ASCII.backtick),
      case let tag = line[found.upperBound...].prefix(while: { $0 != ASCII.greater }), tag.firstRange(of: "src=".utf8) != nil,
      tag.firstRange(of: "href=".utf8) == nil
    else { return .keep }
    return .write(Array(line[..<found.lowerBound]) + Array("<img ".utf8) + Array(line[found.upperBound...]))
  }
}
