package import TypesetDiagnostics
package import TypesetMarkdown
internal import TypesetStyling

/// What a document names, in its order: what references, links and notes lead to.
package struct DocumentNames: Sendable {
  /// What a name leads to.
  package enum Kind: Sendable { case heading(level: Int), equation, note, figure, table, block }

  /// A name, with what it leads to.
  package struct Entry: Sendable {
    /// As references write it: `fig-waves`, `my-title`.
    package var name: String
    package var kind: Kind
    /// A heading's words, a caption, a formula, the beginning of a note.
    package var title: String
    /// In the source that was parsed.
    package var span: SourceSpan
  }

  /// In the order of the document.
  package private(set) var entries: [Entry] = []

  package init() {}

  /// - Parameter bytes: The source that was parsed.
  package init(of tree: Tree, in bytes: [UInt8]) {
    var anchors = HeadingAnchors()
    for index in tree.nodes.indices {
      let node = tree.nodes[index]
      let id = tree.attributes(of: Tree.Index(index))?.id
      switch node.kind {
      case .heading(let level):
        let title = tree.plainText(of: Tree.Index(index))
        let anchor = anchors.anchor(for: title)
        entries.append(Entry(name: id ?? anchor, kind: .heading(level: level), title: title, span: node.span))
      case .mathBlock(let math), .math(let math): add(labelsOf: math, id: id)
      default:
        guard let id else { continue }
        entries.append(
          Entry(name: id, kind: Self.kind(of: node.kind), title: shortened(tree.plainText(of: Tree.Index(index))), span: node.span))
      }
    }
    addNotes(of: bytes)
  }

  /// Notes by the lines that begin them, since the tree has only notes that are referred to.
  private mutating func addNotes(of bytes: [UInt8]) {
    var start = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      let rest = line.drop { $0 == 0x20 }
      guard rest.starts(with: "[^".utf8), let end = rest.firstIndex(of: UInt8(ascii: "]")), rest[(end + 1)...].first == UInt8(ascii: ":")
      else {
        continue
      }
      let name = String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self)
      let title = String(decoding: rest[(end + 2)...], as: UTF8.self)
      entries.append(Entry(name: name, kind: .note, title: shortened(title), span: SourceSpan(start, start + line.count)))
    }
  }

  /// The entry of a name; a reference's `@` or `#` is not part of it.
  package func entry(named name: String, isNote: Bool = false) -> Entry? {
    entries.first { entry in
      if case .note = entry.kind { isNote && entry.name == name } else { !isNote && entry.name == name }
    }
  }

  private mutating func add(labelsOf math: MathSpan, id: String?) {
    if let id { entries.append(Entry(name: id, kind: .equation, title: shortened(math.tex), span: math.span)) }
    guard math.isDisplay else { return }
    entries += math.labels.map { label in
      Entry(name: label.name, kind: .equation, title: shortened(math.tex), span: math.sourceSpan(ofBody: label.place))
    }
  }

  private static func kind(of node: Tree.Kind) -> Kind {
    switch node {
    case .figure, .image: .figure
    case .table: .table
    default: .block
    }
  }

  /// A line of at most eighty characters.
  private func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= 80 ? line : line.prefix(79) + "…"
  }
}
