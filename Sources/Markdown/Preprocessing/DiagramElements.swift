internal import TypesetDiagnostics

/// The source with the elements that Mermaid draws in a browser as fences: `<div class="mermaid">`, `<pre class="mermaid">`,
/// `<pre><code class="language-mermaid">`.
func withDiagramsAsFences(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.bytes.holds("mermaid"), source.bytes.holds("<div") || source.bytes.holds("<pre") else { return source }
  var elements = DiagramElements(source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in elements.change(of: line) }
}

private struct DiagramElements {
  private let bytes: [UInt8]
  private var fences = OpenFences()
  /// What ends the element that is open, and how far its first line is indented.
  private var open: (closer: [UInt8], indent: Int)?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if let (closer, indent) = open { return .write(inner(line, closer, indent)) }
    let wasCode = fences.isCode
    fences.pass(line)
    guard !wasCode, !fences.isCode, line.count < 20_000, let (head, tag, closer) = opening(of: line) else { return .keep }
    let indent = line.prefix { $0 == ASCII.space }.count
    let blanks = [UInt8](repeating: ASCII.space, count: indent)
    open = (closer, indent)
    var out = head.allSatisfy(ASCII.isBlank) ? [] : Array(head)
    out += [ASCII.newline] + blanks + "```mermaid\n".utf8
    let rest = line[tag.upperBound...]
    if rest.contains(where: { !ASCII.isBlank($0) }) { out += inner(rest, closer, 0) } else if out.last == ASCII.newline { out.removeLast() }
    return .write(out)
  }

  /// A line of the diagram, and the end of the fence where the element ends.
  private mutating func inner(_ line: ArraySlice<UInt8>, _ closer: [UInt8], _ indent: Int) -> [UInt8] {
    let blanks = min(indent, line.prefix { $0 == ASCII.space }.count)
    guard let end = line.firstRange(of: closer) else { return Self.decoded(line.dropFirst(blanks), indent: indent) }
    open = nil
    let margin = [UInt8](repeating: ASCII.space, count: indent)
    let words = line[..<end.lowerBound]
    let last = words.allSatisfy(ASCII.isBlank) ? [] : Self.decoded(words.dropFirst(blanks), indent: indent) + [ASCII.newline]
    let rest = line[end.upperBound...].drop(while: ASCII.isBlank)
    return last + margin + "```\n".utf8 + (rest.isEmpty ? [] : [ASCII.newline] + margin + rest)
  }

  /// Code stands in the element as text of HTML.
  private static func decoded(_ line: ArraySlice<UInt8>, indent: Int) -> [UInt8] {
    var text = String(decoding: line, as: UTF8.self)
    if text.contains("&") {
      for (entity, sign) in [("&gt;", ">"), ("&lt;", "<"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
        text = text.replacing(entity, with: sign)
      }
    }
    return [UInt8](repeating: ASCII.space, count: indent) + text.utf8
  }

  /// What stands before the element that begins on a line, its tags, and what ends it; nil where none does, or it has no end.
  private func opening(of line: ArraySlice<UInt8>) -> (head: ArraySlice<UInt8>, tag: Range<Int>, closer: [UInt8])? {
    guard let start = ["<div", "<pre"].compactMap({ line.firstRange(of: Array($0.utf8))?.lowerBound }).min(),
      Self.areTags(line[..<start]), let end = line[start...].firstIndex(of: ASCII.greater)
    else { return nil }
    let isDiv = line[start...].starts(with: "<div".utf8)
    var close = end + 1
    var closer = Array((isDiv ? "</div>" : "</pre>").utf8)
    if !Self.isOfMermaid(line[start...end]) {
      let rest = line[close...]
      guard !isDiv, rest.starts(with: "<code".utf8), let inner = rest.firstIndex(of: ASCII.greater), Self.isOfMermaid(rest[...inner]) else {
        return nil
      }
      close = inner + 1
      closer = Array("</code></pre>".utf8)
    }
    guard bytes[close...].prefix(50_000).firstRange(of: closer) != nil else { return nil }
    return (line[..<start], start..<close, closer)
  }

  /// True for blanks and tags alone, `<center>`.
  private static func areTags(_ bytes: ArraySlice<UInt8>) -> Bool {
    var isInTag = false
    for byte in bytes {
      if byte == ASCII.less { isInTag = true }
      if !isInTag, !ASCII.isBlank(byte) { return false }
      if byte == ASCII.greater { isInTag = false }
    }
    return !isInTag
  }

  /// True for a tag with a class of Mermaid's.
  private static func isOfMermaid(_ tag: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: tag, as: UTF8.self)
    guard let key = text.firstRange(of: "class=") else { return false }
    let value = text[key.upperBound...]
    let names =
      value.first.map { "\"'".contains($0) } == true
      ? value.dropFirst().prefix { $0 != value.first } : value.prefix { $0 != ">" && $0 != " " }
    return names.split(separator: " ").contains { $0 == "mermaid" || $0 == "language-mermaid" }
  }
}
