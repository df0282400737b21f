internal import TypesetDiagnostics

/// Lines with attributes of the adjacent block: kramdown's `{: .note}`, d2l's `:width:` below a picture.
extension BlockExtensions {
  mutating func readAttributeLines(_ paragraph: Tree.Index) {
    let first = tree[paragraph].firstChild
    guard first >= 0 else { return }
    switch tree[first].kind {
    case .text(let text):
      guard let byte = text.utf8.first else { return }
      if byte == ASCII.openBrace { readLeadingAttributes(paragraph, first, text) }
      if byte == 0xE2, let count = text.blankAfterZeroWidthSpace { tree.dropFirst(count, ofText: first) }
    case .image: readPictureLines(paragraph, picture: first)
    default: break
    }
  }

  /// `{: .note}` on the first line of a paragraph, or alone; `{marker=lower-roman}` alone above a list.
  private mutating func readLeadingAttributes(_ paragraph: Tree.Index, _ first: Tree.Index, _ text: String) {
    let bytes = Array(text.utf8)
    guard let (read, length) = Attributes.read(bytes[...]), bytes[length...].allSatisfy(ASCII.isBlank) else { return }
    var attributes = read
    // MyST: how a list is counted.
    for index in attributes.pairs.indices
    where attributes.pairs[index].key == "style" && Self.markers.contains(attributes.pairs[index].value) {
      attributes.pairs[index].key = "marker"
    }
    let children = Array(tree.children(of: paragraph))
    // MyST's `{.note}` is on the first line of its paragraph only.
    let isMySTs = children.count > 1 && (bytes.starts(with: "{.".utf8) || bytes.starts(with: "{#".utf8))
    let isOfNext = children.count == 1 && (isMyST || attributes.pairs.map(\.key) == ["marker"] || touches(paragraph, attributes))
    guard bytes.starts(with: "{:".utf8) || isMySTs || isOfNext else { return }
    if children.count == 1 {
      hasMoved = true
      tree.nodes[Int(paragraph)].firstChild = -1
      attributesBelow[paragraph] = attributes
    } else if case .softBreak = tree[children[1]].kind {
      hasMoved = true
      tree.add(attributes, to: paragraph)
      tree.setChildren(of: paragraph, to: Array(children.dropFirst(2)))
    }
  }

  private static let markers: Set<String> = [
    "decimal", "lower-alpha", "upper-alpha", "lower-roman", "upper-roman", "lower-latin", "upper-latin", "lower-greek", "disc", "circle",
    "square",
  ]

  /// True if a list of names, classes and values is right above or below a block that is no paragraph: Goldmark's and MyST's.
  private mutating func touches(_ paragraph: Tree.Index, _ attributes: Attributes) -> Bool {
    guard attributes.id != nil || !attributes.classes.isEmpty || !attributes.pairs.isEmpty else { return false }
    if let previous = preceding[paragraph], tree[paragraph].span.start - tree[previous].span.end <= 1 { return true }
    if preceding.isBelowTable(paragraph, in: tree) { return true }
    let next = tree[paragraph].nextSibling
    return next >= 0 && tree[next].span.start - tree[paragraph].span.end <= 1
  }

  /// `[x]` at an item's beginning: Obsidian's signs, and tasks of which nothing else is left.
  mutating func readTask(_ item: Tree.Index) {
    guard case let paragraph = tree[item].firstChild, paragraph >= 0, case .paragraph = tree[paragraph].kind,
      case let first = tree[paragraph].firstChild, first >= 0, case .text(let text) = tree[first].kind,
      text.utf8.first == ASCII.openBracket, text.utf8.count > 4
    else { return }
    let bytes = Array(text.utf8.prefix(4))
    guard bytes[2] == ASCII.closeBracket, bytes[3] == ASCII.space else { return }
    // Obsidian: any sign; a letter may be a reference elsewhere.
    let sign = bytes[1]
    guard
      sign == ASCII.space || sign | 0x20 == UInt8(ascii: "x") || "?/->!<*~+".utf8.contains(sign)
        || dialect.tool == .obsidian && sign > ASCII.space
    else { return }
    tree.nodes[Int(item)].kind = .item(isChecked: sign | 0x20 == UInt8(ascii: "x"))
    tree.dropFirst(4, ofText: first)
    // Of other signs the box is empty, with the sign after it; what is cancelled is struck.
    guard sign != ASCII.space, sign | 0x20 != UInt8(ascii: "x") else { return }
    hasMoved = true
    let children = Array(tree.children(of: paragraph))
    if sign == UInt8(ascii: "-") {
      let struck = tree.add(.strikethrough, around: children)
      tree.setChildren(of: paragraph, to: [struck])
    } else {
      let start = Int(tree[first].span.start)
      let words = tree.add(.text(String(decoding: [sign], as: UTF8.self)), SourceSpan(start, start))
      let strong = tree.add(.strong, around: [words])
      let space = tree.add(.text(" "), SourceSpan(start, start))
      tree.setChildren(of: paragraph, to: [strong, space] + children)
    }
  }

  private mutating func takesCaption(_ paragraph: Tree.Index, _ children: [Tree.Index]) -> Bool {
    let takes = KeptLines.takeCaption(of: paragraph, children, in: &tree)
    hasMoved = hasMoved || takes
    return takes
  }

  /// `:width: 300px` on lines below a picture.
  private mutating func readPictureLines(_ paragraph: Tree.Index, picture: Tree.Index) {
    let children = Array(tree.children(of: paragraph))
    guard children.count > 2, !takesCaption(paragraph, children) else { return }
    var pairs: [Attributes.Pair] = []
    for line in children.dropFirst().split(whereSeparator: { if case .softBreak = tree[$0].kind { true } else { false } }) {
      guard line.count == 1, let only = line.first, case .text(let text) = tree[only].kind, text.utf8.count < 40,
        let name = ["width", "height", "align"].first(where: { text.hasPrefix(":\($0): ") })
      else { return }
      pairs.append(Attributes.Pair(name, text.dropFirst(name.count + 2).trimmingBlanks()))
    }
    hasMoved = true
    tree.add(Attributes(pairs: pairs), to: picture)
    tree.setChildren(of: paragraph, to: [picture])
  }
}

extension String {
  /// Bytes of a zero-width space that an editor has put before an indent of white space, and of the indent.
  fileprivate var blankAfterZeroWidthSpace: Int? {
    guard unicodeScalars.first == "\u{200B}", unicodeScalars.dropFirst().first?.properties.isWhitespace == true else { return nil }
    return String(unicodeScalars.prefix { $0 == "\u{200B}" || $0.properties.isWhitespace }).utf8.count
  }
}

extension Substring {
  fileprivate func trimmingBlanks() -> String { String(self).trimmedWhitespace() }
}
