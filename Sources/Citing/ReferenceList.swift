internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetMarkdown

/// The list of references: in `::: {#refs}`, else at the end, below a heading where the document names one.
struct ReferenceList {
  private let entries: [Processor.Entry]
  private let quotes: RichText.Quotes
  private let layout: Processor.ListLook
  private let title: String?

  /// Nil where there is none.
  ///
  /// - Parameter listed: The keys of the works in it.
  init?(_ processor: Processor, _ matter: FrontMatter, of listed: Set<String>) {
    guard matter.flag("suppress-bibliography") != true else { return nil }
    entries = processor.bibliography(listed.contains)
    guard !entries.isEmpty else { return nil }
    (quotes, layout, title) = (processor.quotes, processor.listLook, matter.text("reference-section-title"))
  }

  func add(to tree: inout Tree, _ parse: @escaping (String) -> Tree) {
    let end = SourceSpan(Int(tree.nodes[0].span.end), Int(tree.nodes[0].span.end))
    let labelled = entries.compactMap { entry in entry.text.columns.map { (entry.id, $0.label, $0.rest) } }
    var blocks: [Tree.Index]
    if labelled.count == entries.count {
      blocks = [list(labelled, at: end, in: &tree, parse)]
    } else {
      blocks = entries.map { paragraph($0.id, $0.text, at: end, in: &tree, parse, hangs: layout.hangs) }
    }
    let place = tree.nodes.indices.first { index in
      if case .division = tree.nodes[index].kind { tree.attributes(of: Tree.Index(index))?.id == "refs" } else { false }
    }
    if let title, place == nil {
      let heading = tree.add(.heading(level: 1), end)
      tree.setChildren(of: heading, to: [tree.add(.text(title), end)])
      tree.add(Attributes(classes: ["unnumbered"]), to: heading)
      blocks.insert(heading, at: 0)
    }
    let parent = Tree.Index(place ?? 0)
    tree.setChildren(of: parent, to: Array(tree.children(of: parent)) + blocks)
  }

  private func paragraph(
    _ id: String, _ text: RichText, at span: SourceSpan, in tree: inout Tree, _ parse: @escaping (String) -> Tree, hangs: Bool
  ) -> Tree.Index {
    let paragraph = tree.add(.paragraph, span)
    let pairs = hangs ? [Attributes.Pair("hang", "1.5em")] : []
    tree.add(Attributes(id: "ref-" + id, classes: ["csl-entry"], pairs: pairs), to: paragraph)
    tree.setChildren(of: paragraph, to: RichNodes(span, quotes, parse).add(text, to: &tree))
    return paragraph
  }

  /// Entries beside a column of labels: the items of a list.
  private func list(
    _ entries: [(id: String, label: String, text: RichText)], at span: SourceSpan, in tree: inout Tree, _ parse: @escaping (String) -> Tree
  ) -> Tree.Index {
    let list = tree.add(.list(start: nil, isTight: layout.isTight), span)
    let width = entries.lazy.map { Self.width(of: $0.label) }.max() ?? 0
    tree.add(Attributes(classes: ["references"], pairs: [Attributes.Pair(ListLabel.width, "\(min(width, 9))")]), to: list)
    let items = entries.map { entry in
      let item = tree.add(.item(isChecked: nil), span)
      tree.add(Attributes(pairs: [Attributes.Pair(ListLabel.text, entry.label)]), to: item)
      tree.setChildren(of: item, to: [paragraph(entry.id, entry.text, at: span, in: &tree, parse, hangs: false)])
      return item
    }
    tree.setChildren(of: list, to: items)
    return list
  }

  /// About how wide a label is, in em, with the space after it.
  private static func width(of label: String) -> Double {
    label.reduce(0.8) { width, letter in
      width + ("[]().,:".contains(letter) ? 0.31 : letter.isUppercase ? 0.72 : letter.isASCII ? 0.53 : 1)
    }
  }
}
