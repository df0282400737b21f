import TypesetDiagnostics
import TypesetMarkdown

/// The chapters of a `SUMMARY.md` or `_sidebar.md`: links in nested lists, and in paragraphs for chapters before and after all parts;
/// headings are parts.
struct Summary {
  private let tree: Tree
  private let bytes: [UInt8]
  private let form: Form
  /// Where the file begins in the source of the work.
  private let offset: Int
  private(set) var entries: [Outline.Entry] = []

  enum Form {
    case general
    /// Only headings of the first level are parts.
    case mdBook
    /// The last list is the navigation; the rest is a page.
    case lastList
  }

  init(_ bytes: [UInt8], at offset: Int, _ form: Form) {
    var options = ParseOptions()
    (options.findsMath, options.readsExtensions, options.readsFields, options.dialect) = (false, false, false, .general)
    tree = parse(Source(name: "", bytes: bytes), options: options).tree
    (self.bytes, self.offset, self.form) = (bytes, offset, form)
    read()
  }

  private mutating func read() {
    if form == .lastList {
      let lists = tree.children(of: 0).filter { if case .list = tree[$0].kind { true } else { false } }
      if let last = lists.last { addList(last, at: 0) }
      return
    }
    var parts = 0
    for (number, block) in tree.children(of: 0).enumerated() {
      switch tree[block].kind {
      // The first one is the title of the list.
      case .heading(let level) where number > 0 && (level == 1 || form != .mdBook):
        parts = 1
        add(title(of: block), nil, at: 0, block)
      case .paragraph:
        // mdBook numbers what is in lists.
        for node in tree.children(of: block) { addLink(node, at: 0, isNumbered: form != .mdBook) }
      case .list: addList(block, at: parts)
      default: continue
      }
    }
  }

  private mutating func addList(_ list: Tree.Index, at depth: Int) {
    var rest = tree.children(of: list).map { (item: $0, depth: depth) }[...]
    rest.reverse()
    while let (item, depth) = rest.popLast() {
      for block in tree.children(of: item) {
        switch tree[block].kind {
        case .list: rest += Array(tree.children(of: block)).reversed().map { ($0, depth + 1) }
        case .paragraph: addItem(block, at: depth)
        case .heading: add(title(of: block), nil, at: depth, block)
        default: continue
        }
      }
    }
  }

  /// An item's link, or its words without a link.
  private mutating func addItem(_ paragraph: Tree.Index, at depth: Int) {
    for node in tree.children(of: paragraph) where addLink(node, at: depth) { return }
    add(title(of: paragraph), nil, at: depth, paragraph)
  }

  @discardableResult
  private mutating func addLink(_ node: Tree.Index, at depth: Int, isNumbered: Bool = true) -> Bool {
    guard case .link(let destination, _) = tree[node].kind else {
      // `- **[Title](a.md)**`
      guard let inner = tree.children(of: node).first(where: { if case .link = tree[$0].kind { true } else { false } }) else {
        return false
      }
      return addLink(inner, at: depth, isNumbered: isNumbered)
    }
    // A draft has no page yet.
    add(title(of: node), destination.isEmpty ? nil : destination, at: depth, node, isNumbered: isNumbered)
    return true
  }

  private mutating func add(_ title: String?, _ path: String?, at depth: Int, _ node: Tree.Index, isNumbered: Bool = true) {
    let span = tree[node].span
    entries.append(
      Outline.Entry(
        title: title, path: path, depth: depth, place: SourceSpan(offset + Int(span.start), offset + Int(span.end)), isNumbered: isNumbered)
    )
  }

  /// The Markdown of a node's content, as its author wrote it.
  private func title(of node: Tree.Index) -> String? {
    guard let first = tree.children(of: node).first(where: { _ in true }) else { return nil }
    var last = first
    for child in tree.children(of: node) { last = child }
    let (start, limit) = (Int(tree[first].span.start), min(Int(tree[node].span.end), bytes.count))
    guard start < limit else { return nil }
    var end = min(max(Int(tree[last].span.end), start), limit)
    if case .link = tree[node].kind {
      end = bytes[end..<limit].firstIndex(of: UInt8(ascii: "]")) ?? end
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}
