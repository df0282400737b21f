import TypesetDiagnostics
import TypesetFiles

/// The `<svg>` elements of a document: each is a picture whose address holds the drawing (RFC 2397).
struct InlineSVG {
  private let source: [UInt8]
  /// Where the elements end, by where they begin.
  private let ends: [Int: Int]

  init(_ source: [UInt8]) {
    self.source = source
    var ends: [Int: Int] = [:]
    var open: [Int] = []
    for index in source.indices where source[index] == ASCII.less {
      if HTMLEnd.begins(source, with: "<svg", at: index, before: source.count),
        !source[(index + 4)...].prefix(1).contains(where: ASCII.isLetter)
      {
        open.append(index)
      } else if HTMLEnd.begins(source, with: "</svg>", at: index, before: source.count), let start = open.popLast() {
        ends[start] = index + "</svg>".utf8.count
      }
    }
    self.ends = ends
  }

  /// The bytes of the element that begins at an offset; nil if nothing closes it.
  func range(from start: Int) -> Range<Int>? { ends[start].map { start..<$0 } }

  /// An element as an address. In HTML its namespaces are understood, in a file they are not.
  func address(of range: Range<Int>) -> String {
    let name = source[range].prefix("<svg".utf8.count)
    let rest = source[range].dropFirst(name.count)
    let tag = rest.prefix { $0 != ASCII.greater }
    func names(_ prefix: String) -> Bool { tag.firstRange(of: Array("\(prefix)=".utf8)) != nil }
    var namespaces = names("xmlns") ? "" : " xmlns=\"http://www.w3.org/2000/svg\""
    if !names("xmlns:xlink"), rest.firstRange(of: Array("xlink:".utf8)) != nil {
      namespaces += " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    }
    return "data:image/svg+xml;base64," + base64(name + Array(namespaces.utf8) + rest)
  }
}

extension HTMLConversion {
  /// The picture of an `<svg>` element, with what it is called as its description; nil if it is not closed or not shown.
  mutating func drawing(_ pairs: [Attributes.Pair], _ index: HTMLTree.Index, at start: Int) -> [Tree.Index]? {
    guard let range = extensions.drawings.range(from: start) else { return nil }
    extensions.places.pass(range.upperBound)
    let style = (pairs.first { $0.key == "style" }?.value ?? "").filter { !$0.isWhitespace }
    // A store of symbols for other drawings.
    if style.contains("display:none") || pairs.contains(where: { $0.key == "hidden" }) { return [] }
    let span = SourceSpan(range.lowerBound, range.upperBound)
    let node = extensions.tree.add(.image(source: extensions.drawings.address(of: range), title: ""), span)
    var words = pairs.first { $0.key == "aria-label" }?.value ?? ""
    for child in html.children(of: index) where words.isEmpty {
      if case .element("title", _) = html.nodes[Int(child)].kind { words = plainText(of: html.children(of: child)).trimmedWhitespace() }
    }
    if !words.isEmpty { extensions.tree.setChildren(of: node, to: [extensions.tree.add(.text(words), span)]) }
    var attributes = Attributes(element: "svg", pairs.filter { ["id", "class", "width", "height", "style", "align"].contains($0.key) })
    attributes.pairs.append(Attributes.Pair("caption", ""))
    extensions.tree.add(attributes, to: node)
    return [node]
  }
}
