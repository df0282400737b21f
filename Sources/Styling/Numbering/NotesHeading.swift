internal import TypesetDiagnostics
import TypesetMarkdown

extension Tree {
  /// Titles of sections that contain only footnotes or link definitions, which are shown elsewhere.
  private static let titles: Set<String> = [
    "footnotes", "footnote", "notes", "endnotes", "references", "reference", "links", "sources", "citations", "bibliography",
    "脚注", "腳注", "註腳", "注释", "註釋", "注釋", "参考", "参考资料", "參考資料", "参考文献", "參考文獻", "参考链接", "引用", "尾注", "注", "각주", "주석", "참고문헌", "참고 자료",
    "fußnoten", "anmerkungen", "quellen", "notes de bas de page", "références", "notas", "referencias", "notas al pie", "note",
    "riferimenti", "notas de rodapé", "referências", "сноски", "примечания", "ссылки", "voetnoten", "przypisy", "fotnoter", "dipnotlar",
  ]

  /// A last heading such as "Footnotes" below which nothing is left, and the rule above it.
  var emptyNotesHeading: (heading: Index, rule: Index?)? {
    var blocks = children(of: 0).filter { block in
      switch self[block].kind {
      case .footnoteDefinition: false
      case .htmlBlock(let literal): !literal.hasPrefix("<!--")
      default: true
      }
    }[...]
    if let last = blocks.last, case .thematicBreak = self[last].kind { blocks.removeLast() }
    guard blocks.count > 1, let last = blocks.last, case .heading = self[last].kind,
      Self.titles.contains(plainText(of: last).lowercased().filter { $0 != ":" && $0 != "：" }.trimmed())
    else { return nil }
    if let above = blocks.dropLast().last, case .thematicBreak = self[above].kind { return (last, above) }
    return (last, nil)
  }

  /// The tree without that heading and that rule.
  func withoutEmptyNotesHeading() -> Tree {
    guard let (heading, rule) = emptyNotesHeading else { return self }
    var tree = self
    tree.nodes[Int(heading)].kind = .htmlBlock("<!-- -->")
    if let rule { tree.nodes[Int(rule)].kind = .htmlBlock("<!-- -->") }
    return tree
  }

  /// `<span class="caption">`.
  func isCaptionSpan(_ index: Index) -> Bool {
    guard index >= 0, case .span = self[index].kind else { return false }
    return attributes(of: index)?.classes.contains("caption") == true
  }
}
