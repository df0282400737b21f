package import TypesetMarkdown
package import TypesetSettings
import TypesetYAML

/// Dedication, declaration and acknowledgements of front matter, as blocks of the document: in a book on pages between title and contents, in a
/// paper the dedication below the title and the others before the references.
package enum MatterParts {
  private static let parts: [(name: String, keys: [String])] = [
    ("dedication", ["dedication"]), ("declaration", ["declaration", "declarations"]),
    ("acknowledgements", ["acknowledgements", "acknowledgments"]),
  ]

  /// The class of what stands between title and contents.
  static let front = "front-part"
  /// The class of a dedication on a page of its own.
  private static let alone = "dedication-page"

  /// The looks of a dedication, below those that the theme has for its class.
  static func dedication(_ attributes: Attributes) -> StyleRule {
    var rule = StyleRule(css: "text-align: center; font-style: italic")
    if attributes.classes.contains(alone) { rule.paddingTop = .em(9) }
    return rule
  }

  /// Adds the parts that a document's front matter has.
  ///
  /// - Parameters:
  ///   - hasEnd: False for a text that still grows.
  ///   - parse: Markdown's parser.
  /// - Returns: False for a document without any.
  package static func add(
    to parsed: inout ParsedDocument, _ settings: SettingsReader, hasEnd: Bool, parse: (String) -> Tree
  ) -> Bool {
    var matter = parsed.frontMatter
    guard matter.values?.entries?.contains(where: { entry in parts.contains { $0.keys.contains(entry.key) } }) ?? false else {
      return false
    }
    matter.values = settings.given(for: matter.values).values
    let hasOwnPage = Settings.value(of: "titlepage", in: matter.values)?.flag ?? false
    add(to: &parsed.tree, of: matter, hasOwnPage: hasOwnPage, hasEnd: hasEnd, parse: parse)
    return true
  }

  /// - Parameters:
  ///   - matter: The document's, with what the caller sets.
  ///   - hasOwnPage: True if the title has a page of its own.
  private static func add(
    to tree: inout Tree, of matter: FrontMatter, hasOwnPage: Bool, hasEnd: Bool, parse: (String) -> Tree
  ) {
    let language = matter.text("lang", "language") ?? guessedLanguage(of: tree) ?? "en"
    var (front, back): ([Tree.Index], [Tree.Index]) = ([], [])
    for (name, keys) in parts {
      let given = keys.lazy.compactMap { matter.value($0) }.first
      guard let given, let text = given.text, text.contains(where: { !$0.isWhitespace }) else { continue }
      var content = parse(text)
      content.moveSpans(by: nil, else: given.span)
      var blocks = tree.adopt(content)
      if name == "dedication" {
        let group = tree.add(.division, given.span)
        let opening = hasOwnPage ? [Attributes.Pair(StyledTree.opening, "")] : []
        tree.add(Attributes(classes: [name, hasOwnPage ? Self.alone : Self.front], pairs: opening), to: group)
        tree.setChildren(of: group, to: blocks)
        blocks = [group]
      } else {
        let heading = tree.add(.heading(level: 1), given.span)
        tree.setChildren(of: heading, to: [tree.add(.text(MatterWords.word(for: name, language: language)), given.span)])
        tree.add(Attributes(classes: hasOwnPage ? ["unnumbered", "unlisted"] : ["unnumbered"]), to: heading)
        blocks.insert(heading, at: 0)
      }
      if hasOwnPage {
        let pageEnd = tree.add(.pageBreak, given.span)
        for block in blocks + [pageEnd] { tree.add(Attributes(classes: [Self.front]), to: block) }
        front += blocks + [pageEnd]
      } else if name == "dedication" {
        front += blocks
      } else if hasEnd {
        back += blocks
      }
    }
    guard !front.isEmpty || !back.isEmpty else { return }
    var children = Array(tree.children(of: 0))
    children.insert(contentsOf: back, at: tree.end(of: children))
    tree.setChildren(of: 0, to: front + children)
  }
}

extension Tree {
  /// Where the text of a paper ends: before its first list of references, or a last heading below which they are to be.
  fileprivate func end(of children: [Index]) -> Int {
    var end = children.count
    while end > 0, case .footnoteDefinition = self[children[end - 1]].kind { end -= 1 }
    if let list = children[..<end].firstIndex(where: { attributes(of: $0)?.id?.hasPrefix("refs") ?? false }) { end = list }
    if end > 0, case .heading = self[children[end - 1]].kind { end -= 1 }
    return end
  }

  /// True if a block stands between title and contents.
  func isFrontPart(_ index: Index) -> Bool { attributes(of: index)?.classes.contains(MatterParts.front) ?? false }
}
