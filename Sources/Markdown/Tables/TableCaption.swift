import TypesetDiagnostics

/// Captions of tables, `: Caption {#tbl-x}` and `Table: Caption`: a paragraph of its own, below a table that has none, else above one.
enum TableCaption {
  /// Gives a paragraph to a table as its caption.
  ///
  /// - Returns: False if the paragraph is none, or if the table has one.
  static func take(_ paragraph: Tree.Index, table: Tree.Index, in tree: inout Tree) -> Bool {
    guard !tree.children(of: table).contains(where: { if case .caption = tree[$0].kind { true } else { false } }),
      // d2l's captions have no space; such a table has a label.
      dropHead(of: paragraph, isLabelled: tree.attributes(of: table)?.id != nil, in: &tree)
    else { return false }
    tree.nodes[Int(paragraph)].kind = .caption
    if tree.attributes(of: table)?.id == nil { takeName(from: paragraph, table: table, in: &tree) }
    tree.setChildren(of: table, to: Array(tree.children(of: table)) + [paragraph])
    return true
  }

  /// `Table: Words #tbl:short`: filters for pandoc make the last word the table's name.
  private static func takeName(from caption: Tree.Index, table: Tree.Index, in tree: inout Tree) {
    let words = Array(tree.children(of: caption))
    guard let last = words.last, case .text(let text) = tree[last].kind,
      let sign = text.utf8.lastIndex(of: ASCII.hash), text[..<sign].utf8.last.map(ASCII.isBlank) ?? true,
      case let name = text[text.index(after: sign)...], name.utf8.count > 4, name.hasPrefix("tbl:") || name.hasPrefix("tab:"),
      name.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.".utf8.contains($0) })
    else { return }
    let count = text.utf8[..<sign].reversed().drop(while: ASCII.isBlank).count
    if count == 0 { tree.setChildren(of: caption, to: words.dropLast()) }
    tree.nodes[Int(last)].kind = .text(String(decoding: text.utf8.prefix(count), as: UTF8.self))
    tree.add(Attributes(id: String(name)), to: table)
  }

  /// An HTML table around a paragraph that is its caption; nil if the block above is none without a caption.
  static func parts(of paragraph: Tree.Index, below html: Tree.Index, in tree: inout Tree) -> [Tree.Index]? {
    guard case .htmlBlock(let text) = tree[html].kind, hasCaptionHead(paragraph, in: tree) else { return nil }
    let words = text.lowercased()
    guard let last = words.trimmedSuffix("</table>"), !words.contains("<caption"), dropHead(of: paragraph, in: &tree) else { return nil }
    tree.nodes[Int(html)].kind = .htmlBlock(String(decoding: text.utf8.prefix(last), as: UTF8.self))
    let end = Int(tree[html].span.end)
    let (open, close) = ("<caption>", "</caption></table>\n")
    return [html, tree.add(.htmlBlock(open), SourceSpan(end, end)), paragraph, tree.add(.htmlBlock(close), SourceSpan(end, end))]
  }

  /// An HTML table around a paragraph above it.
  static func parts(of paragraph: Tree.Index, above html: Tree.Index, in tree: inout Tree) -> [Tree.Index]? {
    guard case .htmlBlock(let text) = tree[html].kind, text.utf8.starts(with: "<table".utf8), hasCaptionHead(paragraph, in: tree),
      let close = text.utf8.firstIndex(of: ASCII.greater), !text.lowercased().contains("<caption"), dropHead(of: paragraph, in: &tree)
    else { return nil }
    let start = Int(tree[html].span.start)
    let head = String(text[...close]) + "<caption>"
    tree.nodes[Int(html)].kind = .htmlBlock("</caption>" + text[text.index(after: close)...])
    return [tree.add(.htmlBlock(head), SourceSpan(start, start)), paragraph, html]
  }

  private static let heads = ["Table:", "table:", ":"]

  /// True for `: Words` and `Table: Words`.
  private static func hasCaptionHead(_ paragraph: Tree.Index, in tree: Tree) -> Bool {
    head(of: paragraph, isLabelled: false, in: tree) != nil
  }

  /// The first text of a caption, and the number of bytes before its words.
  private static func head(of paragraph: Tree.Index, isLabelled: Bool, in tree: Tree) -> (text: Tree.Index, count: Int)? {
    guard case let first = tree[paragraph].firstChild, first >= 0, case .text(let text) = tree[first].kind,
      let head = heads.first(where: { text.utf8.starts(with: $0.utf8) })
    else { return nil }
    let blanks = text.utf8.dropFirst(head.utf8.count).prefix(while: ASCII.isBlank).count
    return blanks > 0 || isLabelled ? (first, head.utf8.count + blanks) : nil
  }

  private static func dropHead(of paragraph: Tree.Index, isLabelled: Bool = false, in tree: inout Tree) -> Bool {
    guard let (text, count) = head(of: paragraph, isLabelled: isLabelled, in: tree) else { return false }
    tree.dropFirst(count, ofText: text)
    return true
  }

  // MARK: Before the parser

  /// The most lines of a caption above a table.
  private static let mostLines = 20

  /// True if the paragraph of a line is followed by a table, so that `: Words` is no definition.
  static func isAboveTable(_ lines: TableLines, _ bytes: [UInt8]) -> Bool {
    var lines = lines
    for _ in 0..<mostLines {
      guard let line = lines.line() else { return false }
      if line.isEmpty { break }
    }
    var first: Range<Int>?
    for _ in 0..<4 {
      guard let line = lines.line() else { return false }
      first = line
      if !line.isEmpty { break }
    }
    guard let first, let start = first.first(where: { bytes[$0] != ASCII.space }) else { return false }
    let words = bytes[start..<first.upperBound]
    if words.first == UInt8(ascii: "+") { return GridTable.isTop(words) }
    if words.prefix(6).map({ $0 | 0x20 }).starts(with: "<table".utf8) { return true }
    if DashTable.isTop(bytes, first) { return true }
    guard let second = lines.line() else { return false }
    return LineCursor(bytes, from: second.lowerBound, to: second.upperBound).isDelimiterRow && words.contains(ASCII.pipe)
      || DashTable.hasColumns(bytes, second)
  }
}

extension String {
  /// How many bytes are before a suffix, after which there are only blanks.
  fileprivate func trimmedSuffix(_ suffix: String) -> Int? {
    var bytes = Substring(self).utf8
    while let last = bytes.last, ASCII.isBlank(last) { bytes.removeLast() }
    let start = bytes.count - suffix.utf8.count
    return start >= 0 && bytes.dropFirst(start).elementsEqual(suffix.utf8) ? start : nil
  }
}
