import TypesetBoxes
import TypesetDiagnostics
package import TypesetInterface
package import TypesetMarkdown
import TypesetSettings

// Custom styles of a client: their configuration, and how they replace the built-in ones.

/// The styles of a document while it is styled.
package struct ClientStyles: Sendable {
  let registry: StyleRegistry
  /// Of the document, for the source of nodes.
  let bytes: [UInt8]
  /// Parses Markdown in bodies.
  let parse: @Sendable (String) -> Tree
  var environment: MarkdownEnvironment
  /// What resolvers have made nodes emit and show, by number.
  let emissions: [Emission]
  let readers: [CollectedReader]
  /// What readers show, by key.
  package var values = Readings.Values()
  /// Nodes whose own style is being applied: within it they have their built-in looks.
  var open: Set<Tree.Index> = []
  /// Headings that are shown; a style may leave some out, or show them twice.
  var headings: Set<Tree.Index> = []
  /// What has been reported, by code and culprit.
  var reported: Set<String> = []
  /// Bodies within bodies.
  var depth = 0
  /// The culprit for diagnostics.
  var name = ""

  /// The deepest nesting of bodies; the nesting of documents is bounded by the parser.
  static let mostNested = 100
  /// The most blocks, to stop styles that keep doubling their content.
  static let mostBlocks = 4_000_000

  /// Nil if a client has neither styles nor anything to collect.
  package init?(_ registry: StyleRegistry?, _ expanded: Expanded?, bytes: [UInt8], parse: @escaping @Sendable (String) -> Tree) {
    (emissions, readers) = (expanded?.emissions ?? [], expanded?.readers ?? [])
    guard let registry, !registry.isEmpty || !emissions.isEmpty || !readers.isEmpty else { return nil }
    (self.registry, self.bytes, self.parse) = (registry, bytes, parse)
    environment = registry.environment
  }
}

/// Kinds of blocks that may have styles.
enum StyledKind {
  case element(String, Element)
  case callout(Tree.Callout)
  case theorem

  var identifier: String {
    switch self {
    case .element(let identifier, _): identifier
    case .callout: "callout"
    case .theorem: TheoremNode.identifier
    }
  }

  var role: StructureRole? {
    switch self {
    case .callout, .theorem: .section
    case .element("quote", _): .blockQuote
    case .element("division", _), .element("figure", _): .division
    default: nil
    }
  }
}

/// How the styles of a client replace the built-in ones, and what they are told.
enum ClientStyling {
  static func node(_ index: Tree.Index, with styling: BlockStyling) -> MarkdownNode {
    MarkdownNode(tree: styling.tree, index: index, bytes: styling.client?.bytes ?? [])
  }

  /// Reports each fault of a style once, however often it occurs.
  static func report(_ code: String, _ message: String, hint: String?, at span: SourceSpan, with styling: inout BlockStyling) {
    guard styling.client?.reported.insert(code + message).inserted == true else { return }
    styling.inlines.diagnostics.append(Diagnostic(.warning, code, at: span, message, hint: hint))
  }

  /// Adds a block by the style that the client has for its kind; false if there is none.
  static func append(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) -> Bool {
    if BodyStyling.appendCollected(index, inside: outer, after: &last, in: parent, with: &styling) { return true }
    guard let client = styling.client, !client.registry.styles.isEmpty, !client.open.contains(index),
      let kind = styledKind(of: index, with: styling),
      let style = client.registry.styles[kind.identifier]
    else { return false }
    let own = ownStyle(kind, index, inside: outer, with: styling)
    let measure = parent == 0 ? styling.theme.page.measure - own.inset - own.insetRight : nil
    let detail = detail(of: index, kind, with: styling)
    return withBody(of: style, kind.identifier, index, own, measure: measure, detail, with: &styling) { styling, body in
      BodyStyling.appendRoot(body, kind, own, of: index, after: &last, in: parent, with: &styling)
    }
  }

  /// Adds an item of a list by the client's style; false where there is none.
  static func appendItem(
    _ marker: InlineContent, _ item: BlockStyle, _ index: Tree.Index, number: Int?, after last: inout StyledTree.Index,
    in list: StyledTree.Index, with styling: inout BlockStyling
  ) -> Bool {
    guard let client = styling.client, let style = client.registry.styles[ListItemNode.identifier], !client.open.contains(index) else {
      return false
    }
    let detail = itemDetail(index, number: number, styling.tree)
    return withBody(of: style, ListItemNode.identifier, index, item, measure: nil, detail, with: &styling) { styling, body in
      BodyStyling.appendItem(body, marker, item, of: index, after: &last, in: list, with: &styling)
    }
  }

  private static func itemDetail(_ item: Tree.Index, number: Int?, _ tree: Tree) -> StyleDetail {
    var detail = StyleDetail()
    detail.itemNumber = number
    if case .item(let isChecked) = tree[item].kind { detail.isChecked = isChecked }
    detail.depth = tree.listDepth(tree.list(of: item), ordered: number != nil) + 1
    return detail
  }

  /// Adds what a style makes of a node; false where it makes nothing.
  private static func withBody(
    of style: StyleRegistry.Style, _ identifier: String, _ index: Tree.Index, _ own: BlockStyle, measure: Length?, _ detail: StyleDetail,
    with styling: inout BlockStyling, append: (inout BlockStyling, BodyPart) -> Void
  ) -> Bool {
    guard let client = styling.client else { return false }
    guard client.depth < ClientStyles.mostNested, styling.out.blocks.count < ClientStyles.mostBlocks else {
      report(
        "style.recursion", "\(style.name) nests blocks without end", hint: "use only the children of its own node",
        at: styling.tree[index].span, with: &styling)
      return false
    }
    let (environment, name) = (client.environment, client.name)
    styling.client?.open.insert(index)
    styling.client?.depth += 1
    styling.client?.name = style.name
    defer {
      styling.client?.open.remove(index)
      styling.client?.depth -= 1
      styling.client?.name = name
      styling.client?.environment = environment
    }
    var told = environment
    told.take(own, theme: styling.theme, measure: measure)
    guard let body = style.body(node(index, with: styling), MarkdownLook(own), told, detail), !body.isEmpty else {
      report(
        "style.empty", "\(style.name) makes nothing of a \(identifier)", hint: "the block has its usual looks",
        at: styling.tree[index].span, with: &styling)
      return false
    }
    append(&styling, body)
    return true
  }

  static func styledKind(of index: Tree.Index, with styling: BlockStyling) -> StyledKind? {
    switch styling.tree[index].kind {
    case .codeBlock: .element("code", .code)
    case .table: .element("table", .table)
    case .blockQuote: .element("quote", .quote)
    case .list: .element("list", .list)
    case .heading(let level): .element("heading", .heading(level))
    // Theorems are paragraphs with a head.
    case .callout(let callout): callout.form == .theorem ? .theorem : .callout(callout)
    case .figure: .element("figure", .figure)
    case .thematicBreak: .element("rule", .rule)
    case .mathBlock(let span), .math(let span): span.onlyDefines ? nil : .element("math", .display)
    case .division: .element("division", .division)
    case .paragraph:
      if styling.tree.figure(index) != nil, styling.client?.registry.styles["figure"] != nil {
        .element("figure", .figure)
      } else {
        styling.tree.bookPart(index) == nil && styling.tree.sidePicture(of: index) == nil ? .element("paragraph", .paragraph) : nil
      }
    default: nil
    }
  }

  private static func ownStyle(_ kind: StyledKind, _ index: Tree.Index, inside outer: BlockStyle, with styling: BlockStyling) -> BlockStyle
  {
    switch kind {
    case .element(_, let element): styling.style(element, of: index, inside: outer)
    case .callout(let callout): CalloutStyling.style(callout, index, inside: outer, with: styling)
    case .theorem: TheoremStyling.style(index, inside: outer, with: styling)
    }
  }

  private static func detail(of index: Tree.Index, _ kind: StyledKind, with styling: BlockStyling) -> StyleDetail {
    var detail = StyleDetail()
    detail.number = styling.numbering.numbers[index]
    switch styling.tree[index].kind {
    case .list(let start, _, _): detail.depth = styling.tree.listDepth(index, ordered: start != nil) + 1
    case .table(let columns):
      detail.columns = columns.map(MarkdownColumnAlignment.init)
      detail.hasCaption = styling.tree.caption(of: index) != nil
      for row in styling.tree.children(of: index) {
        guard case .tableRow(let isHead) = styling.tree[row].kind else { continue }
        let number = isHead ? detail.head.count : detail.rows.count
        let cells = styling.tree.children(of: row).enumerated().map { column, cell in
          ClientStyling.cell(cell, row: number, column: column, isHead: isHead, always: true, with: styling) ?? MarkdownTableCell("")
        }
        if isHead { detail.head.append(cells) } else { detail.rows.append(cells) }
      }
    default: break
    }
    return detail
  }

  // MARK: Cells

  /// A cell as the client sees it, with the client's looks for it; nil if it has none.
  static func cell(_ index: Tree.Index, row: Int, column: Int, isHead: Bool, always: Bool = false, with styling: BlockStyling)
    -> MarkdownTableCell?
  {
    guard let registry = styling.client?.registry, always || registry.cellStyle != nil || registry.cellOverlay != nil else { return nil }
    let node = node(index, with: styling)
    var cell = MarkdownTableCell(part: .content(node, .whole), text: node.text)
    (cell.row, cell.column, cell.isHead) = (row, column, isHead)
    if let attributes = styling.tree.attributes(of: index) {
      cell.columns = min(max(attributes["colspan"].flatMap { DocumentNumber.whole($0) } ?? 1, 1), 1_000)
      cell.rows = min(max(attributes["rowspan"].flatMap { DocumentNumber.whole($0) } ?? 1, 1), 1_000)
    }
    if let style = registry.cellStyle?(cell) { cell.style = style }
    if let overlay = registry.cellOverlay {
      let shown = cell
      cell.overlay = BodyDrawing(name: "markdownTableCellOverlay", isOverlay: true) { overlay(shown, &$0) }
    }
    return cell
  }

  /// The client's looks for a cell.
  static func take(
    _ given: MarkdownTableCell, into cell: inout StyledTree.Table.Cell, style: TextStyle, at span: SourceSpan,
    with styling: inout BlockStyling
  ) {
    if let fill = given.style.fill { cell.background = fill }
    if let border = given.style.border { cell.border = border }
    if let alignment = given.style.alignment { cell.align = Tree.Alignment(alignment) }
    if let overlay = given.overlay { cell.drawing = addDrawing(overlay, style: style, at: span, with: &styling) }
  }

  static func addDrawing(_ drawing: BodyDrawing, style: TextStyle, at span: SourceSpan, with styling: inout BlockStyling) -> Int32 {
    styling.out.drawings.list.append(ClientDrawings.Drawing(drawing: drawing, style: style, span: span))
    return Int32(styling.out.drawings.list.count - 1)
  }

  // MARK: Markers

  /// An item's marker by the client's style; nil if there is none.
  static func marker(of item: Tree.Index, number: Int?, inside style: BlockStyle, with styling: inout BlockStyling) -> InlineContent? {
    guard let client = styling.client, let maker = client.registry.styles[ListMarkerNode.identifier] else { return nil }
    var told = client.environment
    told.take(style, theme: styling.theme, measure: nil)
    let detail = itemDetail(item, number: number, styling.tree)
    guard let body = maker.body(node(item, with: styling), MarkdownLook(), told, detail) else { return nil }
    if case .panel(.content(let content, .whole), _) = body, content.place == item { return nil }
    var marker = InlineContent()
    guard appendMarker(body, style.text, to: &marker, at: styling.tree[item].span, with: &styling) else {
      report(
        "style.marker", "\(maker.name) returns more than text and attachments for a marker", hint: "the item has its usual marker",
        at: styling.tree[item].span, with: &styling)
      return nil
    }
    return marker
  }

  private static func appendMarker(
    _ part: BodyPart, _ style: TextStyle, to marker: inout InlineContent, at span: SourceSpan, with styling: inout BlockStyling
  ) -> Bool {
    switch part {
    case .text(let text): marker.text.append(text.replacing("\n", with: " ").utf8, style: style)
    case .attachment(let box):
      marker.text.append("\u{FFFC}".utf8, style: style)
      marker.attachments.append(.client(box, style, span))
    case .stack(let parts, _):
      for part in parts where !appendMarker(part, style, to: &marker, at: span, with: &styling) { return false }
    case .look(let inner, let look):
      var block = BlockStyle(text: style, leading: style.size, align: .left)
      block.take(look, theme: styling.theme)
      return appendMarker(inner, block.text, to: &marker, at: span, with: &styling)
    default: return false
    }
    return true
  }
}

extension MarkdownEnvironment {
  fileprivate mutating func take(_ style: BlockStyle, theme: Theme, measure: Length?) {
    fontSize = style.text.size.points
    lineHeight = style.leading.points
    foreground = style.text.color
    self.measure = measure?.points
    pageHeight = theme.page.textHeight.points
    language = style.text.language
    if let ground = theme.page.background {
      appearance = ground.red * 0.3 + ground.green * 0.6 + ground.blue * 0.1 < 0.5 ? .dark : .light
    }
  }
}

extension MarkdownLook {
  /// The frame that a style has.
  init(_ style: BlockStyle) {
    self.init()
    (fill, border, bar) = (style.background, style.border, style.bar)
    (borderWidth, barWidth, radius) = (style.borderWidth.points, style.barWidth.points, style.radius.points)
    (padding, paddingTop, paddingBottom) = (style.padding.points, style.paddingTop.points, style.paddingBottom.points)
    let sides = [style.edges.top, style.edges.right, style.edges.bottom, style.edges.left]
    edges = sides.enumerated().compactMap { side, edge in edge.map { BodyEdge(side: side, color: $0.color, width: $0.width.points) } }
  }
}

extension MarkdownColumnAlignment {
  init(_ alignment: Tree.Alignment) {
    switch alignment {
    case .none: self = .automatic
    case .left: self = .left
    case .center: self = .center
    case .right: self = .right
    }
  }
}

extension Tree.Alignment {
  init(_ alignment: MarkdownColumnAlignment) {
    switch alignment {
    case .automatic: self = .none
    case .left: self = .left
    case .center: self = .center
    case .right: self = .right
    }
  }
}

extension TextStyle {
  /// The client's looks for a cell.
  mutating func take(_ style: MarkdownCellStyle) {
    if let color = style.foreground { self.color = color }
    if let weight = style.weight { self.weight = weight.rawValue }
  }
}
