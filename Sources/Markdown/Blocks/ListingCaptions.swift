import TypesetDiagnostics

/// The caption of a listing with a number is Markdown, as pandoc-crossref and filters for listings and diagrams read it: its formulas, citations, links
/// are in a title, which is the only child of the code.
enum ListingCaptions {
  /// - Returns: True if there was some.
  static func read(in tree: inout Tree, _ options: ParseOptions, citesWorks: Bool) -> Bool {
    // Filters for diagrams make captions of any code's.
    let takesAll = options.dialect?.tool.isPandoc == true
    func isListing(_ attributes: Attributes) -> Bool {
      attributes.id?.hasPrefix("lst") == true || attributes.classes.contains("listing")
        || takesAll && attributes.id != nil && attributes["caption"] != nil
    }
    guard options.level < ParseOptions.deepest, tree.attributes.contains(where: isListing) else { return false }
    var own = options
    (own.level, own.citesWorks, own.forms) = (options.level + 1, citesWorks, nil)
    var hasRead = false
    for position in tree.nodes.indices {
      let index = Tree.Index(position)
      guard case .codeBlock = tree[index].kind, tree[index].firstChild < 0, let attributes = tree.attributes(of: index),
        isListing(attributes),
        let words = attributes["caption"] ?? attributes["lst-cap"], hasMarks(words)
      else { continue }
      let span = tree[index].span
      var parsed = parseText(Array(words.utf8), after: FrontMatter(), [], options: own, budget: Budget()).tree
      parsed.moveSpans(by: nil, else: span)
      let blocks = tree.adopt(parsed)
      guard blocks.count == 1, case .paragraph = tree[blocks[0]].kind else { continue }
      let title = tree.add(.title, span)
      tree.setChildren(of: title, to: Array(tree.children(of: blocks[0])))
      tree.setChildren(of: index, to: [title])
      hasRead = true
    }
    return hasRead
  }

  /// The name of a file has an underscore, too.
  private static func hasMarks(_ words: String) -> Bool { words.contains(" ") && words.contains { "$*_`[\\".contains($0) } }
}
