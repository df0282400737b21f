public import TypesetDiagnostics
package import TypesetMarkdown

/// A node of a parsed document: a block, or a part of a line.
public struct MarkdownNode: Sendable {
  /// The tree as it was parsed; it is never changed.
  let tree: Tree
  let index: Tree.Index
  /// Where `tree` begins among the nodes of the document that is being expanded.
  var base: Tree.Index = 0
  /// The text of the whole document.
  let bytes: [UInt8]

  /// What kind of node it is, a stable name: `list`, `heading`, `link` … A custom directive has its own name, preceded by `@`.
  public var identifier: String { kind.identifier }

  /// The nodes within this one, in order.
  public var children: [MarkdownNode] { tree.children(of: index).map { MarkdownNode(tree: tree, index: $0, base: base, bytes: bytes) } }

  /// The plain text of the node; a formula is represented by its LaTeX.
  public var text: String {
    var out = ""
    tree.appendText(of: index, to: &out)
    return out
  }

  /// The Markdown that the node was read from.
  public var source: String {
    let span = tree[index].span.range(within: bytes.count)
    return String(decoding: bytes[span], as: UTF8.self)
  }

  /// Where the node is in the document's source; nil for what a resolver has made.
  public var sourceSpan: SourceSpan? { base == 0 ? span : nil }

  /// The name that links use for the node: `{#name}`.
  public var id: String? { tree.attributes(of: index)?.id }

  /// The classes of the node: `{.name}`.
  public var classes: [String] { tree.attributes(of: index)?.classes ?? [] }

  /// The value of a key that the author gave the node: `{key=value}`.
  public func attribute(_ key: String) -> String? { tree.attributes(of: index)?[key] }

  /// True for an inline node.
  public var isInline: Bool { kind.isInline }

  var kind: Tree.Kind { tree[index].kind }

  package init(tree: Tree, index: Tree.Index, base: Tree.Index = 0, bytes: [UInt8]) {
    (self.tree, self.index, self.base, self.bytes) = (tree, index, base, bytes)
  }

  /// Of the tree that is being styled.
  package var place: Tree.Index { index }
  /// The node's bytes in the source of its document.
  package var span: SourceSpan { tree[index].span }
}

/// A kind of node, for ``ResolverSet/register(_:_:)``.
public protocol MarkdownNodeType: Sendable {
  /// A stable name, which does not change with the name of the Swift type.
  static var identifier: String { get }

  /// The node itself.
  var node: MarkdownNode { get }

  /// Nil if the node is of another kind.
  init?(_ node: MarkdownNode)
}

extension MarkdownNodeType {
  /// The nodes within this one, in order.
  public var children: [MarkdownNode] { node.children }
  /// The plain text of the node.
  public var text: String { node.text }
}

/// A paragraph.
public struct ParagraphNode: MarkdownNodeType {
  /// `paragraph`.
  public static let identifier = "paragraph"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .paragraph = node.kind else { return nil }
    self.node = node
  }
}

/// A heading.
public struct HeadingNode: MarkdownNodeType {
  /// `heading`.
  public static let identifier = "heading"
  /// The node itself.
  public let node: MarkdownNode
  /// From 1 to 6.
  public let level: Int
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .heading(let level) = node.kind else { return nil }
    (self.node, self.level) = (node, level)
  }
}

/// A list with bullets or numbers.
public struct ListNode: MarkdownNodeType {
  /// `list`.
  public static let identifier = "list"
  /// The node itself.
  public let node: MarkdownNode
  /// The first number; nil for bullets.
  public let start: Int?
  /// True if its items have numbers.
  public var isOrdered: Bool { start != nil }
  /// The items, each of which contains blocks.
  public var items: [MarkdownNode] { node.children }
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .list(let start, _, _) = node.kind else { return nil }
    (self.node, self.start) = (node, start)
  }
}

/// A block quote.
public struct QuoteNode: MarkdownNodeType {
  /// `quote`.
  public static let identifier = "quote"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .blockQuote = node.kind else { return nil }
    self.node = node
  }
}

/// A callout: an alert, an admonition, a fold.
public struct CalloutNode: MarkdownNodeType {
  /// `callout`.
  public static let identifier = "callout"
  /// The node itself.
  public let node: MarkdownNode
  /// In lower case: `note`, `warning`.
  public let kind: String
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .callout(let callout) = node.kind else { return nil }
    (self.node, kind) = (node, callout.kind)
  }
}

/// A theorem, a definition, a proof or the like, whose head begins its first paragraph. For styles; a resolver gets it as a ``CalloutNode``.
public struct TheoremNode: MarkdownNodeType {
  /// `theorem`.
  public static let identifier = "theorem"
  /// The node itself.
  public let node: MarkdownNode
  /// In lower case: `theorem`, `lemma`, `proof`.
  public let kind: String
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .callout(let callout) = node.kind, callout.form == .theorem else { return nil }
    (self.node, kind) = (node, callout.kind)
  }
}

/// An item of a list. For styles.
public struct ListItemNode: MarkdownNodeType {
  /// `list-item`.
  public static let identifier = "list-item"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .item = node.kind else { return nil }
    self.node = node
  }
}

/// A block of code.
public struct CodeBlockNode: MarkdownNodeType {
  /// `code`.
  public static let identifier = "code"
  /// The node itself.
  public let node: MarkdownNode
  /// The info string of the fence: `swift`, `js title="a.js"`.
  public let info: String
  /// The code.
  public let code: String
  /// The first word of the info string; empty without an info string.
  public var language: String { String(info.prefix { !$0.isWhitespace && $0 != "{" }) }
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .codeBlock(let info, let code) = node.kind else { return nil }
    (self.node, self.info, self.code) = (node, info, code)
  }
}

/// A table.
public struct TableNode: MarkdownNodeType {
  /// `table`.
  public static let identifier = "table"
  /// The node itself.
  public let node: MarkdownNode
  /// The rows, the head first; each contains cells, and each cell inlines.
  public var rows: [[MarkdownNode]] {
    node.children.filter { if case .tableRow = $0.kind { true } else { false } }.map(\.children)
  }
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .table = node.kind else { return nil }
    self.node = node
  }
}

/// A picture that is alone in its paragraph, or a figure of several parts.
public struct FigureNode: MarkdownNodeType {
  /// `figure`.
  public static let identifier = "figure"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    switch node.kind {
    case .figure: break
    case .paragraph:
      let children = node.children
      guard children.count == 1, case .image = children[0].kind else { return nil }
    default: return nil
    }
    self.node = node
  }
}

/// The bullet or the number of a list's item.
public struct ListMarkerNode: MarkdownNodeType {
  /// `list-marker`.
  public static let identifier = "list-marker"
  /// The item.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .item = node.kind else { return nil }
    self.node = node
  }
}

/// A block between `:::`, or an HTML `div`.
public struct DivisionNode: MarkdownNodeType {
  /// `division`.
  public static let identifier = "division"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .division = node.kind else { return nil }
    self.node = node
  }
}

/// A thematic break.
public struct ThematicBreakNode: MarkdownNodeType {
  /// `rule`.
  public static let identifier = "rule"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .thematicBreak = node.kind else { return nil }
    self.node = node
  }
}

/// A formula, in a line or between blocks.
public struct MathNode: MarkdownNodeType {
  /// `math`.
  public static let identifier = "math"
  /// The node itself.
  public let node: MarkdownNode
  /// Without its delimiters.
  public let latex: String
  /// True if it is set in display style.
  public let isDisplay: Bool
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    switch node.kind {
    case .math(let span), .mathBlock(let span): (self.node, latex, isDisplay) = (node, span.tex, span.isDisplay)
    default: return nil
    }
  }
}

/// A link.
public struct LinkNode: MarkdownNodeType {
  /// `link`.
  public static let identifier = "link"
  /// The node itself.
  public let node: MarkdownNode
  /// The address that it leads to.
  public let destination: String
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .link(let destination, _) = node.kind else { return nil }
    (self.node, self.destination) = (node, destination)
  }
}

/// A picture.
public struct ImageNode: MarkdownNodeType {
  /// `image`.
  public static let identifier = "image"
  /// The node itself.
  public let node: MarkdownNode
  /// Its path or address.
  public let source: String
  /// The alternative text.
  public var alternative: String { node.text }
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .image(let source, _) = node.kind else { return nil }
    (self.node, self.source) = (node, source)
  }
}

/// Emphasised text.
public struct EmphasisNode: MarkdownNodeType {
  /// `emphasis`.
  public static let identifier = "emphasis"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .emphasis = node.kind else { return nil }
    self.node = node
  }
}

/// Strongly emphasised text.
public struct StrongNode: MarkdownNodeType {
  /// `strong`.
  public static let identifier = "strong"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .strong = node.kind else { return nil }
    self.node = node
  }
}

/// Inline code.
public struct InlineCodeNode: MarkdownNodeType {
  /// `inline-code`.
  public static let identifier = "inline-code"
  /// The node itself.
  public let node: MarkdownNode
  /// Nil if the node is of another kind.
  public init?(_ node: MarkdownNode) {
    guard case .code = node.kind else { return nil }
    self.node = node
  }
}

extension Tree.Kind {
  /// Stable: saved registrations and clients' code depend on it.
  var identifier: String {
    switch self {
    case .document: "document"
    case .paragraph: "paragraph"
    case .heading: "heading"
    case .blockQuote: "quote"
    case .list: "list"
    case .item: "item"
    case .codeBlock: "code"
    case .htmlBlock: "html"
    case .thematicBreak: "rule"
    case .table: "table"
    case .tableRow: "table-row"
    case .tableCell: "table-cell"
    case .footnoteDefinition: "footnote"
    case .mathBlock, .math: "math"
    case .division: "division"
    case .callout: "callout"
    case .title: "title"
    case .caption: "caption"
    case .figure: "figure"
    case .definitionList: "definition-list"
    case .definitionTerm: "definition-term"
    case .definition: "definition"
    case .contents: "contents"
    case .pageBreak: "page-break"
    case .text: "text"
    case .softBreak: "soft-break"
    case .lineBreak: "line-break"
    case .code: "inline-code"
    case .htmlInline: "inline-html"
    case .emphasis: "emphasis"
    case .strong: "strong"
    case .strikethrough: "strikethrough"
    case .link: "link"
    case .image: "image"
    case .footnoteReference: "footnote-mark"
    case .span: "span"
    case .subscripted: "subscript"
    case .superscripted: "superscript"
    case .inserted: "inserted"
    case .highlighted: "highlight"
    case .small: "small"
    case .keyboard: "keyboard"
    case .abbreviation: "abbreviation"
    case .reference: "reference"
    case .directive(let call, _): "@" + call.name
    case .attachment: "attachment"
    }
  }
}

extension Tree {
  /// Adds the plain text of a node.
  func appendText(of index: Index, to out: inout String) {
    switch self[index].kind {
    case .text(let text), .code(let text): out += text
    case .codeBlock(_, let code): out += code
    case .math(let span), .mathBlock(let span): out += span.tex
    case .softBreak, .lineBreak: out += " "
    default: break
    }
    var isFirst = true
    for child in children(of: index) {
      if !isFirst, !self[child].kind.isInline { out += "\n" }
      isFirst = false
      appendText(of: child, to: &out)
    }
  }
}
