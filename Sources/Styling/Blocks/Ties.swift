import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown

// Adjacent blocks that belong together, although Markdown has no notation for it: captions written as paragraphs, bold lines that introduce what
// follows, an item's line and its code.

/// Prevents page breaks between adjacent blocks that belong together.
struct Ties {
  /// Paragraphs that are called captions by their authors.
  let captions: Set<StyledTree.Index>
  let words: Words

  func apply(to tree: inout StyledTree) {
    // Siblings follow each other in the array.
    var previous = [StyledTree.Index](repeating: -1, count: tree.blocks.count)
    for position in tree.blocks.indices {
      let block = tree.blocks[position]
      if block.nextSibling >= 0 { previous[Int(block.nextSibling)] = StyledTree.Index(position) }
      if block.isItem { tieLines(of: block.firstChild, in: &tree) }
      guard block.nextSibling >= 0 else { continue }
      let next = tree[block.nextSibling]
      switch block.kind {
      case .paragraph(let content):
        if content.isHeadline, !next.kind.isHeadline { tree.blocks[position].style.keepWithNext = true }
        if next.kind.isLabelled, content.isLabel { tree.blocks[position].style.keepWithNext = true }
        // Between two pictures it is that of the first.
        let before = previous[position] < 0 ? nil : target(previous[position], in: tree)
        if isCaption(StyledTree.Index(position), in: tree), let target = target(block.nextSibling, in: tree),
          target != .picture || before != .picture
        {
          tree.blocks[position].style.keepWithNext = true
        }
      case .figure, .table, .group, .code:
        guard isCaption(block.nextSibling, in: tree), let target = target(StyledTree.Index(position), in: tree) else { continue }
        // A caption between two tables is that of the second.
        let further = next.nextSibling
        if target != .picture, further >= 0, self.target(further, in: tree) == target { continue }
        tree.blocks[position].style.keepWithNext = true
        setCaption(block.nextSibling, of: position, in: &tree)
      case .heading(let level, _, _, _):
        // A section without text: a page of headings in a row may end after any of them.
        if case .heading(let further, _, _, _) = next.kind, further <= level, previous[position] >= 0,
          case .heading = tree[previous[position]].kind
        {
          tree.blocks[position].style.keepWithNext = false
        }
      case .list: if case .code = next.kind { tieOnlyItem(of: block, in: &tree) }
      default: continue
      }
    }
  }

  /// A paragraph that is a figure's caption is below it, in place of its alternative text.
  private func setCaption(_ caption: StyledTree.Index, of position: Int, in tree: inout StyledTree) {
    // Figures with numbers have the captions that count.
    guard case .figure(let image, _) = tree.blocks[position].kind, tree.blocks[position].anchor == nil else { return }
    tree.blocks[position].kind = .figure(image, caption: InlineContent())
    tree.blocks[Int(caption)].style.align = tree.blocks[position].style.align
    tree.blocks[Int(caption)].role = .caption
  }

  /// In an item a line before code, a table or a picture says what that is.
  private func tieLines(of first: StyledTree.Index, in tree: inout StyledTree) {
    var index = first
    while index >= 0 {
      let next = tree[index].nextSibling
      if next >= 0, case .paragraph(let content) = tree[index].kind, !content.isPicture, target(next, in: tree) != nil {
        tree.blocks[Int(index)].style.keepWithNext = true
      }
      index = next
    }
  }

  /// Code after a list of one item belongs to it: many do not indent it, and so begin a list with each step.
  private func tieOnlyItem(of list: StyledTree.Block, in tree: inout StyledTree) {
    guard list.firstChild >= 0, tree[list.firstChild].nextSibling < 0 else { return }
    var last = tree[list.firstChild].firstChild
    while last >= 0, tree[last].nextSibling >= 0 { last = tree[last].nextSibling }
    guard last >= 0, case .paragraph = tree[last].kind else { return }
    tree.blocks[Int(last)].style.keepWithNext = true
  }

  /// What a caption can belong to.
  private enum Target { case picture, table, code }

  private func target(_ index: StyledTree.Index, in tree: StyledTree) -> Target? {
    let block = tree[only(index, in: tree)]
    switch block.kind {
    case .figure: return .picture
    case .table: return .table
    case .code: return .code
    case .paragraph(let content): return content.isPicture ? .picture : nil
    default: return nil
    }
  }

  /// The block that is all of a centred division, or the block itself.
  private func only(_ index: StyledTree.Index, in tree: StyledTree) -> StyledTree.Index {
    var index = index
    for _ in 0..<8 {
      guard case .group = tree[index].kind, !tree[index].style.hasLooks, tree[index].firstChild >= 0,
        tree[tree[index].firstChild].nextSibling < 0
      else { break }
      index = tree[index].firstChild
    }
    return index
  }

  private func isCaption(_ index: StyledTree.Index, in tree: StyledTree) -> Bool {
    let block = tree[only(index, in: tree)]
    guard case .paragraph(let content) = block.kind, block.role != .caption else { return false }
    if captions.contains(only(index, in: tree)) || block.attributes.classes.contains("caption") { return true }
    return content.beginsAsCaption(words: words)
  }
}

extension StyledTree.Block {
  /// An item of a list, or a definition.
  fileprivate var isItem: Bool { if case .item = kind { true } else { role == .itemBody } }
}

extension BlockStyle {
  /// True if the block has a frame.
  fileprivate var hasLooks: Bool { background != nil || border != nil || bar != nil || !edges.isEmpty }
}

extension StyledTree.Kind {
  /// Code, a table or a list, to which a few words can lead.
  fileprivate var isLabelled: Bool {
    switch self {
    case .code, .table, .list: true
    default: false
    }
  }

  /// Blocks that introduce or separate others themselves.
  fileprivate var isHeadline: Bool {
    switch self {
    case .heading, .rule: true
    case .paragraph(let content): content.isHeadline
    default: false
    }
  }
}

extension InlineContent {
  /// A line that is entirely bold serves as a heading for what follows.
  fileprivate var isHeadline: Bool {
    guard let first = text.runs.first, text.styles[Int(first.style)].weight >= 600, text.text.count <= 160 else { return false }
    return attachments.isEmpty
      && text.runs.allSatisfy { run in
        text.styles[Int(run.style)].weight >= 600
          || text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)].allSatisfy { $0 == 0x20 }
      }
  }

  /// A few words and no stop: `Title case`, above code.
  fileprivate var isLabel: Bool {
    guard attachments.isEmpty, (6...72).contains(text.text.count), let last = text.text.last else { return false }
    return !".!?".utf8.contains(last) && !["。", "！", "？", "…"].contains { text.text.suffix(3).elementsEqual($0.utf8) }
  }

  /// True if it contains only pictures.
  var isPicture: Bool {
    guard case .image? = attachments.first else { return false }
    return attachments.allSatisfy { if case .image = $0 { true } else { false } }
      && String(decoding: text.text, as: UTF8.self).unicodeScalars.allSatisfy { "\u{FFFC} \u{2028}".unicodeScalars.contains($0) }
  }

  /// `Figure 2.`, `Table 3:`, `表 3`: words of a caption, their number, and what ends it.
  func beginsAsCaption(words: Words) -> Bool {
    guard text.text.count <= 400, let first = text.text.first, first != 0x20 else { return false }
    let line = String(decoding: text.text.prefix(60), as: UTF8.self)
    let names = [
      "Figure", "Fig.", "Fig", "Table", "Tab.", "Listing", "图", "圖", "図", "表", "그림", "표", words.figure, words.table, words.listing,
    ]
    guard let name = names.first(where: { line.hasPrefix($0) }) else { return false }
    var rest = line.dropFirst(name.count)
    while rest.first == " " || rest.first == "\u{A0}" { rest.removeFirst() }
    let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") || $0 == "–" }
    guard number.first?.isNumber == true, number.count <= 8 else { return false }
    if number.last == "." { return true }
    let after = rest.dropFirst(number.count)
    guard let end = after.first else { return true }
    if ":.：．、)|—–".contains(end) { return true }
    if let sign = after.drop(while: { $0 == " " }).first, "|—–".contains(sign) { return true }
    // Chinese captions have only a blank there; a sentence that begins so has a full stop.
    let isEastAsian = name.unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false
    return isEastAsian && (end == " " || end == "\u{3000}") && text.text.count <= 120 && !line.contains("。")
  }
}
