internal import TypesetDiagnostics

/// Blocks as pandoc-crossref and Quarto have them: figures of several parts, and listings with captions.
enum CrossReferenceBlocks {
  /// A div whose name begins with `fig` or `tbl` is a figure with several parts; its last paragraph is the caption.
  static func makeFigure(of division: Tree.Index, in tree: inout Tree) -> Bool {
    let parts = Array(tree.children(of: division))
    guard let id = tree.attributes(of: division)?.id, ["fig", "tbl-", "tbl:", "tab:"].contains(where: id.hasPrefix), parts.count > 1,
      let last = parts.last, case .paragraph = tree[last].kind, case let first = tree[last].firstChild, first >= 0
    else { return false }
    if case .image = tree[first].kind, tree[first].nextSibling < 0 { return false }
    if !id.hasPrefix("fig"), !parts.contains(where: { if case .table = tree[$0].kind { true } else { false } }) { return false }
    tree.nodes[Int(last)].kind = .caption
    tree.nodes[Int(division)].kind = .figure
    // Tables have their captions above.
    if !id.hasPrefix("fig") { tree.setChildren(of: division, to: [last] + parts.dropLast()) }
    CompoundFigure.note(division, in: &tree)
    return true
  }

  /// Gives a code block the caption beside it, `: Words {#lst:name}` or `Listing: Words`; false for other text.
  static func takeCaption(_ paragraph: Tree.Index, of code: Tree.Index, in tree: inout Tree) -> Bool {
    guard case .codeBlock(let info, let literal) = tree[code].kind, case let first = tree[paragraph].firstChild, first >= 0,
      case .text(let start) = tree[first].kind,
      start.hasPrefix(": ") || start.hasPrefix("Listing: ") && tree[code].span.start > tree[paragraph].span.start
    else { return false }
    var words = tree.plainText(of: paragraph)
    var attributes = Attributes()
    if let open = words.lastIndex(of: "{"), words[open...].hasPrefix("{#lst:"), words.hasSuffix("}") {
      attributes.id = String(words[open...].dropFirst(2).dropLast())
      words = String(words[..<open])
    }
    guard (attributes.id ?? tree.attributes(of: code)?.id)?.hasPrefix("lst:") == true else { return false }
    let title = String(words.drop { $0 != " " }).trimmedWhitespace().replacing("\"", with: "'")
    tree.nodes[Int(code)].kind = .codeBlock(info: info + " title=\"\(title)\"", literal: literal)
    tree.add(attributes, to: code)
    return true
  }
}
