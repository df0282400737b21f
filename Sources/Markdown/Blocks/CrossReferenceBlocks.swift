internal import TypesetDiagnostics

/// Blocks as pandoc-crossref and Quarto have them: figures of several parts, and listings with captions.
enum CrossReferenceBlocks {
  /// What a div of HTML is: a figure, a listing, or a div.
  static func read(_ division: Tree.Index, in tree: inout Tree) -> Tree.Index {
    makeFigure(of: division, in: &tree) ? division : makeListing(of: division, in: &tree) ?? division
  }

  /// A div whose name begins with `fig` or `tbl` is a figure with several parts; its last paragraph is the caption.
  static func makeFigure(of division: Tree.Index, in tree: inout Tree) -> Bool {
    let parts = Array(tree.children(of: division))
    if makeKnitrFigure(of: division, parts, in: &tree) || makeFigureOfCode(division, parts, in: &tree) { return true }
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

  /// Quarto's `::: {#fig-x}` around code or pictures alone: a figure with a number and without words.
  private static func makeFigureOfCode(_ division: Tree.Index, _ parts: [Tree.Index], in tree: inout Tree) -> Bool {
    guard tree.attributes(of: division)?.id?.hasPrefix("fig-") == true, !parts.isEmpty,
      parts.allSatisfy({ if case .codeBlock = tree[$0].kind { true } else { false } }) || parts.allSatisfy({ holdsPictures($0, in: tree) })
    else { return false }
    let span = tree[parts[parts.count - 1]].span
    let caption = tree.add(.caption, SourceSpan(Int(span.end), Int(span.end)))
    tree.nodes[Int(division)].kind = .figure
    tree.setChildren(of: division, to: parts + [caption])
    return true
  }

  /// True for a paragraph of pictures alone.
  private static func holdsPictures(_ part: Tree.Index, in tree: Tree) -> Bool {
    guard case .paragraph = tree[part].kind else { return false }
    return tree.children(of: part).allSatisfy { inline in
      switch tree[inline].kind {
      case .image, .softBreak, .lineBreak: true
      default: false
      }
    }
  }

  /// knitr's `<div class="figure">` around pictures and `<p class="caption">(\#fig:x)Words</p>`, as it writes them for bookdown.
  private static func makeKnitrFigure(of division: Tree.Index, _ parts: [Tree.Index], in tree: inout Tree) -> Bool {
    guard parts.count > 1, tree.attributes(of: division)?.classes.contains("figure") == true, let last = parts.last,
      case .paragraph = tree[last].kind, tree.attributes(of: last)?.classes.contains("caption") == true,
      case let first = tree[last].firstChild, first >= 0
    else { return false }
    if case .text(let words) = tree[first].kind, words.hasPrefix("(\\#"),
      let close = words.utf8.prefix(104).firstIndex(of: ASCII.closeParenthesis)
    {
      let label = String(words[..<close].dropFirst(3))
      if Directive.isLabel(label) {
        tree.dropFirst(label.utf8.count + 4, ofText: first)
        if tree.attributes(of: division)?.id == nil { tree.add(Attributes(id: label), to: division) }
      }
    }
    // The words of a picture with a caption are no caption.
    for part in parts.dropLast() {
      for inline in Array(tree.children(of: part)) {
        if case .image = tree[inline].kind, tree.attributes(of: inline)?["caption"] == nil {
          tree.add(Attributes(pairs: [Attributes.Pair("caption", "")]), to: inline)
        }
      }
    }
    tree.nodes[Int(last)].kind = .caption
    tree.nodes[Int(division)].kind = .figure
    CompoundFigure.note(division, in: &tree)
    return true
  }

  /// `::: {#lst-x}` around code and the paragraph that is its caption is that code.
  static func makeListing(of division: Tree.Index, in tree: inout Tree) -> Tree.Index? {
    let parts = Array(tree.children(of: division))
    guard let id = tree.attributes(of: division)?.id, id.hasPrefix("lst-") || id.hasPrefix("lst:"), parts.count == 2,
      let code = parts.first(where: { if case .codeBlock = tree[$0].kind { true } else { false } }),
      let caption = parts.first(where: { if case .paragraph = tree[$0].kind { true } else { false } })
    else { return nil }
    let words = tree.plainText(of: caption).trimmedWhitespace()
    tree.add(Attributes(id: id, pairs: [Attributes.Pair("lst-cap", words)]), to: code)
    return code
  }

  /// Gives a code block the caption beside it, `: Words {#lst:name}` or `Listing: Words`; false for other text, and for code that has a caption.
  static func takeCaption(_ paragraph: Tree.Index, of code: Tree.Index, in tree: inout Tree) -> Bool {
    guard case .codeBlock(let info, let literal) = tree[code].kind, case let first = tree[paragraph].firstChild, first >= 0,
      case .text(let start) = tree[first].kind,
      start.hasPrefix(": ") || start.hasPrefix("Listing: ") && !info.contains(" title=\"")
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
