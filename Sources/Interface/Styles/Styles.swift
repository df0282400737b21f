internal import TypesetMarkdown

/// The look of one kind of block.
///
/// ```swift
/// struct Labelled: MarkdownCodeBlockStyle {
///   func makeBody(configuration: Configuration) -> MarkdownBody {
///     .vertical(.text(configuration.node.language).font(.sansSerif(8)), AutomaticStyle().makeBody(configuration: configuration))
///   }
/// }
/// document.markdownCodeBlockStyle(Labelled())
/// ```
///
/// `makeBody` is called once for each block, on one thread, in document order, when the theme is known and nothing has been typeset yet.
public protocol MarkdownStyle<Node>: Sendable {
  /// The kind of node.
  associatedtype Node: MarkdownNodeType
  /// The argument of `makeBody`.
  typealias Configuration = StyleConfiguration<Node>

  /// The block, composed of primitives and of the configuration's content.
  ///
  /// If the body is empty, the block keeps its usual looks and `style.empty` is reported.
  func makeBody(configuration: Configuration) -> MarkdownBody
}

/// What a style knows about a block.
public struct StyleConfiguration<Node: MarkdownNodeType>: Sendable {
  /// The node, with its text, children and attributes.
  public let node: Node
  /// The content of the block with its usual looks, without the frame around it.
  public var content: MarkdownBody { MarkdownBody(.content(node.node, .whole)) }
  /// The frame and the padding that the theme gives the block.
  public let look: MarkdownLook
  /// The environment of the block.
  public let environment: MarkdownEnvironment
  let detail: StyleDetail

  /// Nodes with their own styles: `context.resolve(node.children)`.
  public func resolve(_ nodes: [MarkdownNode]) -> MarkdownBody { .nodes(nodes) }
}

/// What styling knows about a block besides its tree.
package struct StyleDetail: Sendable {
  /// The number as it is printed; nil for a block without a number.
  package var number: String?
  /// The level of a list or an item among lists of its kind, from 1; 0 for other blocks.
  package var depth = 0
  /// The number of an item in an ordered list.
  package var itemNumber: Int?
  /// True for an item that is a finished task, false for an open one; nil for other items.
  package var isChecked: Bool?
  /// The alignment of each column of a table.
  package var columns: [MarkdownColumnAlignment] = []
  /// The rows of a table's head.
  package var head: [[MarkdownTableCell]] = []
  /// The other rows of a table.
  package var rows: [[MarkdownTableCell]] = []
  /// True for a table with a caption.
  package var hasCaption = false

  package init() {}
}

extension StyleConfiguration where Node == HeadingNode {
  /// The number of the heading; nil if headings are not numbered. It is part of ``content``.
  public var number: String? { detail.number }
}

extension StyleConfiguration where Node == CalloutNode {
  /// The title: the author's, or the word for the callout's kind.
  public var title: MarkdownBody { MarkdownBody(.content(node.node, .title)) }
}

extension StyleConfiguration where Node == TheoremNode {
  /// The number of the theorem; nil if it isn't numbered. It is part of `head` and ``content``.
  public var number: String? { detail.number }
  /// The head as a separate paragraph: `Theorem 2 (Euler).`
  public var head: MarkdownBody { MarkdownBody(.content(node.node, .title)) }
  /// The content without its head; ``content`` begins with it.
  public var statement: MarkdownBody { MarkdownBody(.content(node.node, .statement)) }
}

extension StyleConfiguration where Node == ListItemNode {
  /// The nesting level of the item's list among lists of the same kind, from 1.
  public var depth: Int { detail.depth }
  /// The item's number; nil for bullets.
  public var number: Int? { detail.itemNumber }
  /// Whether a task is done; nil if the item is not a task.
  public var isChecked: Bool? { detail.isChecked }
}

extension StyleConfiguration where Node == FigureNode {
  /// The number of the figure; nil if figures are not numbered. It is part of ``content``.
  public var number: String? { detail.number }
}

extension StyleConfiguration where Node == ListMarkerNode {
  /// The nesting level of the item's list among lists of the same kind, from 1.
  public var depth: Int { detail.depth }
  /// The item's number; nil for bullets.
  public var number: Int? { detail.itemNumber }
  /// Whether a task is done; nil if the item is not a task.
  public var isChecked: Bool? { detail.isChecked }
}

extension StyleConfiguration where Node == ListNode {
  /// The nesting level of the list among lists of the same kind, from 1.
  public var depth: Int { detail.depth }
}

extension StyleConfiguration where Node == TableNode {
  /// How each column is aligned.
  public var columns: [MarkdownColumnAlignment] { detail.columns }
  /// The rows of the head.
  public var head: [[MarkdownTableCell]] { detail.head }
  /// The rows below the head.
  public var rows: [[MarkdownTableCell]] { detail.rows }
  /// The caption with its number; empty for a table without a caption.
  public var caption: MarkdownBody { detail.hasCaption ? MarkdownBody(.content(node.node, .caption)) : .empty }
}

/// A style of code blocks.
public protocol MarkdownCodeBlockStyle: MarkdownStyle where Node == CodeBlockNode {}
/// A style of tables.
public protocol MarkdownTableStyle: MarkdownStyle where Node == TableNode {}
/// A style of block quotes.
public protocol MarkdownQuoteStyle: MarkdownStyle where Node == QuoteNode {}
/// A style of lists.
public protocol MarkdownListStyle: MarkdownStyle where Node == ListNode {}
/// A style of the bullets and numbers before the items of lists. Text and attachments of its body, one after the other, are the marker.
public protocol MarkdownListMarkerStyle: MarkdownStyle where Node == ListMarkerNode {}
/// A style of what is beside the markers of lists' items.
public protocol MarkdownListItemStyle: MarkdownStyle where Node == ListItemNode {}
/// A style of theorems, definitions, proofs and the like.
public protocol MarkdownTheoremStyle: MarkdownStyle where Node == TheoremNode {}
/// A style of headings.
public protocol MarkdownHeadingStyle: MarkdownStyle where Node == HeadingNode {}
/// A style of callouts.
public protocol MarkdownCalloutStyle: MarkdownStyle where Node == CalloutNode {}
/// A style of pictures between blocks, with their captions.
public protocol MarkdownFigureStyle: MarkdownStyle where Node == FigureNode {}
/// A style of thematic breaks.
public protocol MarkdownRuleStyle: MarkdownStyle where Node == ThematicBreakNode {}
/// A style of formulas between blocks.
public protocol MarkdownDisplayStyle: MarkdownStyle where Node == MathNode {}

/// The built-in style of a kind of block: the theme's style, composed of the same primitives.
///
/// In your own style, `AutomaticStyle().makeBody(configuration: configuration)` is the block as it would be without your style.
public struct AutomaticStyle<Node: MarkdownNodeType>: MarkdownStyle {
  /// The built-in style.
  public init() {}

  /// The content in the theme's panel; for a callout, with its title above; for a table, its cells.
  public func makeBody(configuration: StyleConfiguration<Node>) -> MarkdownBody {
    switch configuration.node.node.kind {
    case .callout where Node.identifier == CalloutNode.identifier:
      let title = MarkdownBody(.content(configuration.node.node, .title))
      return .vertical(title, configuration.content).panel(configuration.look)
    case .table:
      let detail = configuration.detail
      let caption = detail.hasCaption ? MarkdownBody(.content(configuration.node.node, .caption)) : .empty
      return .table(columns: detail.columns, head: detail.head, rows: detail.rows, caption: caption)
    default: return configuration.content.panel(configuration.look)
    }
  }
}

extension AutomaticStyle: MarkdownCodeBlockStyle where Node == CodeBlockNode {}
extension AutomaticStyle: MarkdownTableStyle where Node == TableNode {}
extension AutomaticStyle: MarkdownQuoteStyle where Node == QuoteNode {}
extension AutomaticStyle: MarkdownListStyle where Node == ListNode {}
extension AutomaticStyle: MarkdownListMarkerStyle where Node == ListMarkerNode {}
extension AutomaticStyle: MarkdownListItemStyle where Node == ListItemNode {}
extension AutomaticStyle: MarkdownTheoremStyle where Node == TheoremNode {}
extension AutomaticStyle: MarkdownHeadingStyle where Node == HeadingNode {}
extension AutomaticStyle: MarkdownCalloutStyle where Node == CalloutNode {}
extension AutomaticStyle: MarkdownFigureStyle where Node == FigureNode {}
extension AutomaticStyle: MarkdownRuleStyle where Node == ThematicBreakNode {}
extension AutomaticStyle: MarkdownDisplayStyle where Node == MathNode {}

// One for each protocol: Swift looks a member after a leading dot up in the protocol that the parameter has (SE-0299).

extension MarkdownCodeBlockStyle where Self == AutomaticStyle<CodeBlockNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<CodeBlockNode> { AutomaticStyle() }
}

extension MarkdownTableStyle where Self == AutomaticStyle<TableNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<TableNode> { AutomaticStyle() }
}

extension MarkdownQuoteStyle where Self == AutomaticStyle<QuoteNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<QuoteNode> { AutomaticStyle() }
}

extension MarkdownListStyle where Self == AutomaticStyle<ListNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<ListNode> { AutomaticStyle() }
}

extension MarkdownListMarkerStyle where Self == AutomaticStyle<ListMarkerNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<ListMarkerNode> { AutomaticStyle() }
}

extension MarkdownListItemStyle where Self == AutomaticStyle<ListItemNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<ListItemNode> { AutomaticStyle() }
}

extension MarkdownTheoremStyle where Self == AutomaticStyle<TheoremNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<TheoremNode> { AutomaticStyle() }
}

extension MarkdownHeadingStyle where Self == AutomaticStyle<HeadingNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<HeadingNode> { AutomaticStyle() }
}

extension MarkdownCalloutStyle where Self == AutomaticStyle<CalloutNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<CalloutNode> { AutomaticStyle() }
}

extension MarkdownFigureStyle where Self == AutomaticStyle<FigureNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<FigureNode> { AutomaticStyle() }
}

extension MarkdownRuleStyle where Self == AutomaticStyle<ThematicBreakNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<ThematicBreakNode> { AutomaticStyle() }
}

extension MarkdownDisplayStyle where Self == AutomaticStyle<MathNode> {
  /// The style of the theme.
  public static var automatic: AutomaticStyle<MathNode> { AutomaticStyle() }
}

/// A closure as a style.
struct ClosureStyle<Node: MarkdownNodeType>: MarkdownStyle {
  var resolve: @Sendable (Node, StyleConfiguration<Node>) -> MarkdownBody
  func makeBody(configuration: StyleConfiguration<Node>) -> MarkdownBody { resolve(configuration.node, configuration) }
}

/// The styles of a document.
package struct StyleRegistry: Sendable {
  /// The style of one kind of block.
  package struct Style: Sendable {
    /// What diagnostics call it.
    package var name: String
    /// Nil where the node is of another kind.
    package var body: @Sendable (MarkdownNode, MarkdownLook, MarkdownEnvironment, StyleDetail) -> BodyPart?
  }

  /// By the identifiers of nodes.
  package var styles: [String: Style] = [:]
  /// The environment of the whole document.
  package var environment = MarkdownEnvironment()
  /// Styles a cell; nil leaves the cell as the theme has it.
  package var cellStyle: (@Sendable (MarkdownTableCell) -> MarkdownCellStyle?)?
  /// Draws over each cell.
  package var cellOverlay: (@Sendable (MarkdownTableCell, inout Canvas) -> Void)?
  /// Drawn over each page, in order.
  package var pageDrawings: [PageDrawing] = []
  /// By the names of elements; nil draws as usual.
  package var textRenderers: [(element: String, renderer: (any MarkdownTextRenderer)?)] = []

  package init() {}

  package var isEmpty: Bool {
    styles.isEmpty && cellStyle == nil && cellOverlay == nil && pageDrawings.isEmpty && textRenderers.isEmpty
  }
}
