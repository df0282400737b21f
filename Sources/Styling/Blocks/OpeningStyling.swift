import TypesetMarkdown
import TypesetSettings

/// Which paragraphs open something, and how their first words are set: drop caps and small capitals.
struct OpeningStyling {
  /// True if headings may say how the paragraphs after them begin.
  let hasHeads: Bool
  private let ofParagraphs: OpeningRule

  init(_ theme: Theme, in tree: Tree) {
    ofParagraphs = theme[.paragraph].opening
    let classes = theme.classRules.filter(\.value.opening.isSeen)
    hasHeads =
      theme.opening.isSeen || (1...6).contains { theme.rules[.heading($0)]?.opening.isSeen == true }
      || tree.attributes.contains { attributes in
        attributes.classes.contains { classes[$0] != nil } || OpeningRule.keys.contains { attributes[$0.name] != nil }
      }
  }

  /// False for nearly all paragraphs, which then cost no more.
  func mayOpen(_ paragraph: Tree.Index, in tree: Tree) -> Bool {
    let node = tree[paragraph]
    return hasHeads || ofParagraphs.isSeen || node.attributes >= 0 || node.parent > 0 && tree[node.parent].attributes >= 0
      || node.firstChild >= 0 && tree[node.firstChild].attributes >= 0
  }

  /// How a paragraph begins: its own attributes count before those of a letter in it, of the element that it is the first of, and of the
  /// heading above. Nil for most paragraphs.
  ///
  /// - Parameter previous: The node before each; empty where headings say nothing.
  func opening(of paragraph: Tree.Index, among previous: [Tree.Index], with styling: BlockStyling) -> ParagraphOpening? {
    let (tree, theme) = (styling.tree, styling.theme)
    var rule = ofParagraphs
    let parent = tree[paragraph].parent
    if hasHeads, parent == 0, let head = head(of: paragraph, among: previous, with: styling) { rule = rule.overlaid(by: head) }
    if parent > 0, tree[parent].firstChild == paragraph, let attributes = tree.attributes(of: parent) {
      rule = rule.overlaid(by: theme.rule(of: attributes).opening)
    }
    // A letter in brackets, or in a span of HTML.
    if case let first = tree[paragraph].firstChild, first >= 0, let attributes = tree.attributes(of: first) {
      rule = rule.overlaid(by: theme.rule(of: attributes).opening)
    }
    if let attributes = tree.attributes(of: paragraph) { rule = rule.overlaid(by: theme.rule(of: attributes).opening) }
    return ParagraphOpening(rule)
  }

  /// What the heading above says, or the beginning of the document; nil for a paragraph that follows another one.
  private func head(of paragraph: Tree.Index, among previous: [Tree.Index], with styling: BlockStyling) -> OpeningRule? {
    let tree = styling.tree
    var above = previous[Int(paragraph)]
    // Between may be a motto.
    if above >= 0, tree[above].kind == .blockQuote { above = previous[Int(above)] }
    guard above >= 0 else { return styling.theme.opening }
    guard case .heading(let level) = tree[above].kind else { return nil }
    let own = styling.theme.rule(of: .heading(level), tree.attributes(of: above)).opening
    return level <= styling.numbering.topLevel ? styling.theme.opening.overlaid(by: own) : own
  }
}
