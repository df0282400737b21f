internal import TypesetDiagnostics

/// The source with the elements that Mermaid draws in a browser as fences: `<div class="mermaid">`, `<pre class="mermaid">`,
/// `<pre><code class="language-mermaid">`, and with the components that have a diagram as an attribute, `<Mermaid chart="…" />`.
func withDiagramsAsFences(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let hasElements = source.holds("mermaid") && (source.holds("<div") || source.holds("<pre"))
  guard hasElements || source.holds("<Mermaid") else { return source }
  var elements = DiagramElements(source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in elements.change(of: line) }
}

private struct DiagramElements {
  private struct Open {
    /// What ends the element.
    var closer: [UInt8]
    /// What its first line begins with: blanks, the signs of a quote.
    var margin: [UInt8]
    /// True for a text of JavaScript's in braces, ``{`graph LR`}``; nil before the first words.
    var isTemplate: Bool?
  }

  private let bytes: [UInt8]
  private var fences = OpenFences()
  private var open: Open?
  /// Where the component ends whose lines are written already.
  private var componentEnd = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if line.startIndex < componentEnd { return .drop }
    if open != nil { return .write(inner(line)) }
    guard !fences.passesCode(line), line.count < 20_000 else { return .keep }
    if let component = DiagramComponent(line, in: bytes) {
      componentEnd = component.end
      return .write(component.fence)
    }
    guard let (head, tag, closer) = opening(of: line) else { return .keep }
    let margin = Array(line.prefix { $0 == ASCII.space || $0 == ASCII.greater })
    open = Open(closer: closer, margin: margin)
    var out = head.allSatisfy { ASCII.isBlank($0) || $0 == ASCII.greater } ? [] : Array(head)
    out += (margin.contains(ASCII.greater) ? [] : [ASCII.newline]) + margin + "```mermaid\n".utf8
    let rest = line[tag.upperBound...]
    if rest.contains(where: { !ASCII.isBlank($0) }) { out += inner(rest) } else if out.last == ASCII.newline { out.removeLast() }
    return .write(out)
  }

  /// A line of the diagram, and the end of the fence where the element ends.
  private mutating func inner(_ line: ArraySlice<UInt8>) -> [UInt8] {
    guard let (closer, margin) = open.map({ ($0.closer, $0.margin) }) else { return Array(line) }
    let own = line.prefix(margin.count).prefix { $0 == ASCII.space || $0 == ASCII.greater && margin.contains(ASCII.greater) }
    let end = line.firstRange(of: closer)
    let words = text(of: line[..<(end?.lowerBound ?? line.endIndex)].dropFirst(own.count))
    guard let end else { return words.isEmpty ? margin : margin + words }
    open = nil
    let last = words.allSatisfy(ASCII.isBlank) ? [] : margin + words + [ASCII.newline]
    let rest = line[end.upperBound...].drop(while: ASCII.isBlank)
    // In a quote a blank line would end it.
    let isQuote = margin.contains(ASCII.greater)
    return last + margin + (isQuote ? "```" : "```\n").utf8 + (rest.isEmpty ? [] : [ASCII.newline] + margin + rest)
  }

  /// Code stands in the element as text of HTML, or of JavaScript.
  private mutating func text(of line: ArraySlice<UInt8>) -> [UInt8] {
    var words = line
    let first = words.drop(while: ASCII.isBlank)
    if open?.isTemplate == nil, !first.isEmpty {
      open?.isTemplate = first.starts(with: "{`".utf8)
      if open?.isTemplate == true { words = first.dropFirst(2) }
    }
    guard open?.isTemplate == true else { return Self.decoded(words) }
    if let last = words.lastIndex(where: { !ASCII.isBlank($0) }), words[...last].suffix(2).elementsEqual("`}".utf8) {
      words = words[..<(last - 1)]
    }
    return Array(words)
  }

  private static func decoded(_ line: ArraySlice<UInt8>) -> [UInt8] {
    guard line.contains(UInt8(ascii: "&")) else { return Array(line) }
    var text = String(decoding: line, as: UTF8.self)
    for (entity, sign) in [("&gt;", ">"), ("&lt;", "<"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
      text = text.replacing(entity, with: sign)
    }
    return Array(text.utf8)
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

  /// True for blanks and tags alone, `<center>`, also in a quote.
  private static func areTags(_ bytes: ArraySlice<UInt8>) -> Bool {
    var isInTag = false
    for byte in bytes.drop(while: { ASCII.isBlank($0) || $0 == ASCII.greater }) {
      if byte == ASCII.less { isInTag = true }
      if !isInTag, !ASCII.isBlank(byte) { return false }
      if byte == ASCII.greater { isInTag = false }
    }
    return !isInTag
  }

  /// True for a tag with a class of Mermaid's, which JSX calls a class name.
  private static func isOfMermaid(_ tag: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: tag, as: UTF8.self)
    guard let key = text.firstRange(of: "class=") ?? text.firstRange(of: "className=") else { return false }
    let value = text[key.upperBound...]
    let names =
      value.first.map { "\"'".contains($0) } == true
      ? value.dropFirst().prefix { $0 != value.first } : value.prefix { $0 != ">" && $0 != " " }
    return names.split(separator: " ").contains { $0 == "mermaid" || $0 == "language-mermaid" }
  }
}

/// ``<Mermaid chart={`graph LR; A-->B`} />``: the component of Docusaurus, Nextra and Fumadocs, alone on its lines.
private struct DiagramComponent {
  /// After its last line.
  let end: Int
  let fence: [UInt8]

  /// In bytes; a longer one is read as other components are.
  private static let longest = 20_000

  /// - Parameter line: A line of the text.
  init?(_ line: ArraySlice<UInt8>, in bytes: [UInt8]) {
    let words = line.drop { $0 == ASCII.space }
    guard words.starts(with: "<Mermaid".utf8), case let next = words.dropFirst(8).first ?? ASCII.newline,
      ASCII.isBlank(next) || next == ASCII.newline, case let text = bytes[(words.startIndex + 8)...].prefix(Self.longest),
      let equals = text.prefix(300).firstIndex(of: UInt8(ascii: "=")), let body = Self.value(in: text[(equals + 1)...]),
      let close = text[body.next...].prefix(300).firstRange(of: "/>".utf8),
      !text[body.next..<close.lowerBound].contains(where: { $0 == ASCII.less || $0 == ASCII.greater })
    else { return nil }
    let lineEnd = bytes[close.upperBound...].firstIndex(of: ASCII.newline) ?? bytes.count
    guard bytes[close.upperBound..<lineEnd].allSatisfy({ $0 <= ASCII.space }) else { return nil }
    end = lineEnd
    var lines = body.text.split(separator: ASCII.newline, omittingEmptySubsequences: false)
    while let first = lines.first, first.allSatisfy({ $0 <= ASCII.space }) { lines.removeFirst() }
    while let last = lines.last, last.allSatisfy({ $0 <= ASCII.space }) { lines.removeLast() }
    guard !lines.isEmpty else { return nil }
    let margin = Array(line[..<words.startIndex])
    let shared = lines.filter { !$0.allSatisfy { $0 <= ASCII.space } }.map { $0.prefix { $0 == ASCII.space }.count }.min() ?? 0
    var out = margin + "```mermaid\n".utf8
    for line in lines { out += margin + line.dropFirst(min(shared, line.count)) + [ASCII.newline] }
    fence = out + margin + "```".utf8
  }

  /// A text between quotes, alone or in braces, and where it ends.
  private static func value(in text: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, next: Int)? {
    var rest = text
    let isExpression = rest.first == ASCII.openBrace
    if isExpression { rest = rest.dropFirst().drop { $0 <= ASCII.space } }
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") || isExpression && quote == ASCII.backtick,
      case let body = rest.dropFirst().prefix(while: { $0 != quote }), body.endIndex < text.endIndex
    else { return nil }
    guard isExpression else { return (body, body.endIndex + 1) }
    let after = text[(body.endIndex + 1)...].drop { $0 <= ASCII.space }
    return after.first == ASCII.closeBrace ? (body, after.startIndex + 1) : nil
  }
}
