internal import TypesetDiagnostics

/// DocC's links to pages and headings of a documentation, `<doc:Protocols#Protocol-Extensions>`: the words that they lead to, which only the tool
/// knows exactly; a link with words of its own keeps them.
///
/// Links to symbols, ``` ``Store/scope(state:)-9a0b1`` ```, show the last one, without what tells it from others of its name; links of Microsoft's
/// to entries of references (`<xref:System.String>`) their names.
enum DocCLinks {
  static func read(in tree: inout Tree, _ source: [UInt8]) {
    var isDocC: Bool?
    for index in tree.nodes.indices {
      if case .code(let name) = tree.nodes[index].kind {
        guard name.utf8.contains(where: { "/-".utf8.contains($0) }) else { continue }
        isDocC = isDocC ?? (["<doc:", "](doc:", "\n@Metadata {"].contains(where: source.holds) || hasMark(in: tree, source))
        if isDocC == true, let shown = symbol(name, tree.nodes[index].span, source) { tree.nodes[index].kind = .code(shown) }
        continue
      }
      if case .link(let target, _) = tree.nodes[index].kind, target.utf8.starts(with: "xref:".utf8) {
        readReference(Tree.Index(index), target, in: &tree)
        continue
      }
      guard case .link(let target, _) = tree.nodes[index].kind, target.utf8.starts(with: "doc:".utf8) else { continue }
      tree.nodes[index].kind = .span
      guard let only = tree.onlyChild(of: Tree.Index(index)), case .text(let words) = tree[only].kind, words == target else { continue }
      tree.nodes[Int(only)].kind = .text(name(of: target))
    }
  }

  /// The heading, or the last page of the path, with blanks for hyphens.
  private static func name(of target: String) -> String {
    let path = target.dropFirst(4)
    let last = path.split(whereSeparator: { $0 == "#" || $0 == "/" }).last ?? path
    return String(last).replacing("-", with: " ")
  }

  /// True for a document with a symbol whose mark no name in code has: ``` ``scope(state:)-9a0b1`` ```; or with several types between two backticks,
  /// where others write one.
  private static func hasMark(in tree: borrowing Tree, _ source: [UInt8]) -> Bool {
    var types = 0
    return tree.nodes.contains { node in
      guard case .code(let name) = node.kind else { return false }
      let start = Int(node.span.start)
      if start + 2 < source.count, source[start..<start + 2].allSatisfy({ $0 == ASCII.backtick }), source[start + 2] != ASCII.backtick,
        name.utf8.first.map({ $0 &- 0x41 < 26 }) == true, name.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) })
      {
        types += 1
      }
      if types > 2 { return true }
      guard name.contains(")-"), let shown = symbol(name, node.span, source) else { return false }
      return shown.hasSuffix(")")
    }
  }

  /// The last part of a path of symbols between two backticks; nil for code.
  private static func symbol(_ name: String, _ span: SourceSpan, _ source: [UInt8]) -> String? {
    guard Int(span.end) - Int(span.start) > 5, Int(span.end) <= source.count,
      source[Int(span.start)..<Int(span.end)].prefix(2).elementsEqual("``".utf8),
      source[Int(span.start) + 2] != ASCII.backtick, name.utf8.first.map({ $0 &- 0x41 < 26 || ASCII.isLetter($0) }) == true,
      !name.contains(where: \.isWhitespace)
    else { return nil }
    let head = name.utf8.prefix { $0 != ASCII.openParenthesis }
    let start = head.lastIndex(of: UInt8(ascii: "/")).map { name.utf8.index(after: $0) } ?? name.startIndex
    var shown = name[start...]
    // `-9a0b1`, `-swift.property`
    if let hyphen = shown.utf8.lastIndex(of: UInt8(ascii: "-")), case let mark = shown[hyphen...].dropFirst(),
      mark.hasPrefix("swift.")
        || (4...7).contains(mark.utf8.count) && mark.utf8.allSatisfy({ ASCII.isDigit($0) || $0 &- 0x61 < 26 })
          && mark.utf8.contains(where: ASCII.isDigit)
    {
      shown = shown[..<hyphen]
    }
    return shown.isEmpty || shown.utf8.count == name.utf8.count ? nil : String(shown)
  }

  /// `<xref:System.String.Concat%2A?displayProperty=fullName>`: the name; a link with words of its own keeps them.
  private static func readReference(_ index: Tree.Index, _ target: String, in tree: inout Tree) {
    tree.nodes[Int(index)].kind = .span
    guard let only = tree.onlyChild(of: index), case .text(let words) = tree[only].kind, words.hasPrefix("xref:") else { return }
    let name = words.dropFirst(5).prefix { $0 != "?" }.replacing("%2A", with: "").replacing("%60", with: "`")
    tree.nodes[Int(only)].kind = .text(String(name))
  }
}
