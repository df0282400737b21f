import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown
import TypesetSettings

// What a client's style makes of a block, as blocks.

extension BlockStyling {
  /// Adds the body that replaces a whole node: its outermost panel or table is the node's block, with its name, its role and the space
  /// around it; anything else is put into a group that is.
  mutating func appendRoot(
    _ body: BodyPart, _ kind: StyledKind, _ own: BlockStyle, of index: Tree.Index, after last: inout StyledTree.Index,
    in parent: StyledTree.Index
  ) {
    var style = own.withoutFrame
    switch body {
    case .panel(let inner, let look):
      apply(look, to: &style, at: tree[index].span)
      let group = add(.group, style, for: index)
      out.blocks[Int(group)].role = kind.role
      var child: StyledTree.Index = -1
      appendPart(inner, inside: own, after: &child, in: group, at: index)
      link(group, after: &last, in: parent)
    case .table(let table):
      let block = add(.table(self.table(table, style: own, of: index)), own, for: index)
      noteTable(block, of: index)
      link(block, after: &last, in: parent)
    default:
      let group = add(.group, style, for: index)
      out.blocks[Int(group)].role = kind.role
      var child: StyledTree.Index = -1
      appendPart(body, inside: own, after: &child, in: group, at: index)
      link(group, after: &last, in: parent)
    }
  }

  /// A numbered table is listed.
  private mutating func noteTable(_ block: StyledTree.Index, of index: Tree.Index) {
    guard numbering.numbers[index] != nil else { return }
    let anchor = out.blocks[Int(block)].anchor ?? "table-\(index)"
    out.blocks[Int(block)].anchor = anchor
    captioned.append((index, (anchor, true)))
  }

  /// Adds the blocks of a body.
  ///
  /// - Parameters:
  ///   - style: Of what is around the body.
  ///   - index: The node whose style has made it.
  private mutating func appendPart(
    _ part: BodyPart, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, at index: Tree.Index
  ) {
    let span = tree[index].span
    client?.depth += 1
    defer { client?.depth -= 1 }
    guard let client, client.depth < ClientStyles.mostNested * 4, out.blocks.count < ClientStyles.mostBlocks else {
      return reportStyle(
        "style.recursion", "\(self.client?.name ?? "") nests too deeply or makes too much", hint: "what is too much is left out", at: span)
    }
    switch part {
    case .text, .attachment, .spacer: appendBodyLeaf(part, inside: style, after: &last, in: parent, at: span)
    case .markdown(let text): appendParsed(client.parse(text), inside: style, after: &last, in: parent)
    case .nodes(let nodes):
      for node in nodes where isOurs(node) { append(node.place, inside: style, after: &last, in: parent) }
    case .content(let node, let content): appendContent(content, of: node, inside: style, after: &last, in: parent)
    case .stack(let parts, let spacing): appendStack(parts, spacing, inside: style, after: &last, in: parent, at: index)
    case .rows(let rows, let layout): appendRows(rows, layout, inside: style, after: &last, in: parent, at: index)
    case .table(let table):
      let bare = style.withoutFrame.withoutSpace
      link(add(.table(self.table(table, style: bare, of: nil)), bare, span), after: &last, in: parent)
    case .whenWide(let width, let wide, let narrow):
      let block = add(.whenWide(length(width, at: span)), style.withoutFrame.withoutSpace, span)
      var child: StyledTree.Index = -1
      for part in [wide, narrow] { appendBodyGroup(.group, [part], style, after: &child, in: block, at: index) }
      link(block, after: &last, in: parent)
    case .padding(let inner, let edges):
      appendPadded(inner, edges, inside: style, after: &last, in: parent, at: index)
    case .panel(let inner, let look):
      appendBodyGroup(.group, [inner], style, after: &last, in: parent, at: index) { $0.apply(look, to: &$1, at: span) }
    case .drawn(let inner, let drawing):
      let number = add(drawing, style: style.text, at: span)
      appendBodyGroup(.drawn(number), [inner], style, after: &last, in: parent, at: index)
    case .keep(let inner, let withNext):
      appendBodyGroup(.group, [inner], style, after: &last, in: parent, at: index) { _, style in
        if withNext { style.keepWithNext = true } else { style.keep = .always }
      }
    case .width(let inner, _): appendPart(inner, inside: style, after: &last, in: parent, at: index)
    case .look(let inner, let look):
      var changed = style
      changed.take(look, theme: theme)
      appendPart(inner, inside: changed, after: &last, in: parent, at: index)
    case .environment(let inner, let change):
      let outer = client.environment
      if var environment = self.client?.environment {
        change(&environment)
        self.client?.environment = environment
      }
      appendPart(inner, inside: style, after: &last, in: parent, at: index)
      self.client?.environment = outer
    case .collected(let inner, let emission):
      takeInlineEmissions()
      out.collected.collected.emissions.append(emission)
      let group = beginCollected(out.collected.collected.emissions.count - 1, style, at: span)
      var child: StyledTree.Index = -1
      appendPart(inner, inside: style, after: &child, in: group, at: index)
      endCollected(group, last: child)
      link(group, after: &last, in: parent)
    case .scope(let inner, let scope):
      takeInlineEmissions()
      out.collected.collected.events.append(.begin(scope))
      appendPart(inner, inside: style, after: &last, in: parent, at: index)
      takeInlineEmissions()
      out.collected.collected.events.append(.end)
    case .reading(let reader): appendReader(reader, inside: style, after: &last, in: parent, at: index)
    }
  }

  // MARK: Collected values

  /// Adds a node that emits or shows a value; false for other nodes.
  mutating func appendCollected(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) -> Bool {
    guard case .division = tree[index].kind, let attributes = tree.attributes(of: index), let client else { return false }
    if let number = attributes[Expanded.collectedKey].flatMap({ Int($0) }), client.emissions.indices.contains(number) {
      takeInlineEmissions()
      let group = beginCollected(number, outer, at: tree[index].span)
      var child: StyledTree.Index = -1
      for inner in tree.children(of: index) { append(inner, inside: outer, after: &child, in: group) }
      endCollected(group, last: child)
      link(group, after: &last, in: parent)
      return true
    }
    guard let number = attributes[Expanded.readerKey].flatMap({ Int($0) }), client.readers.indices.contains(number) else { return false }
    appendReader(client.readers[number], inside: outer, after: &last, in: parent, at: index)
    return true
  }

  private mutating func appendReader(
    _ reader: CollectedReader, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    at index: Tree.Index
  ) {
    let value = client?.values[reader.key.id] ?? reader.key.defaultValue
    out.collected.collected.readers.append((reader.key, Int(tree[index].span.start)))
    let paragraph = style.applying(theme[.paragraph], families: theme.families)
    appendBodyGroup(.group, [reader.make(value)], style, after: &last, in: parent, at: index) {
      ($1.before, $1.after) = (paragraph.before, paragraph.after)
    }
  }

  /// A group whose rectangles are the position of what is collected.
  private mutating func beginCollected(_ number: Int, _ style: BlockStyle, at span: SourceSpan) -> StyledTree.Index {
    out.collected.collected.events.append(.emit(number))
    var drawing = ClientDrawings.Drawing(
      drawing: BodyDrawing(name: "", isOverlay: true) { _ in }, style: style.text, span: span)
    drawing.emission = number
    out.drawings.list.append(drawing)
    return add(.drawn(Int32(out.drawings.list.count - 1)), style.withoutFrame.withoutSpace, span)
  }

  /// Moves the space around the content of a group to the group.
  private mutating func endCollected(_ group: StyledTree.Index, last: StyledTree.Index) {
    let first = out[group].firstChild
    guard first >= 0, last >= 0 else { return }
    out.blocks[Int(group)].style.before = out[first].style.before
    out.blocks[Int(group)].style.after = out[last].style.after
    out.blocks[Int(group)].style.keepWithNext = out[last].style.keepWithNext
    out.blocks[Int(first)].style.before = .zero
    out.blocks[Int(last)].style.after = .zero
  }

  /// The emissions of text since then, in order.
  mutating func takeInlineEmissions() {
    guard !inlines.emitted.isEmpty else { return }
    out.collected.collected.events += inlines.emitted.map { .emit($0) }
    inlines.emitted = []
  }

  /// Nodes of other documents are ignored.
  private func isOurs(_ node: MarkdownNode) -> Bool {
    node.place > 0 && Int(node.place) < tree.nodes.count && tree[node.place].span == node.span
  }

  private mutating func appendBodyLeaf(
    _ part: BodyPart, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, at span: SourceSpan
  ) {
    let bare = style.withoutFrame.withoutSpace
    var content = InlineContent()
    switch part {
    case .text(let text):
      content.text.append(text.replacing("\n", with: "\u{2028}").utf8, style: bare.text)
    case .attachment(let box):
      content.text.append("\u{FFFC}".utf8, style: bare.text)
      content.attachments = [.client(box, bare.text, span)]
    case .spacer(let height):
      let height = length(height, at: span)
      if height > .zero { link(add(.space(height), bare, span), after: &last, in: parent) }
      return
    default: return
    }
    if !content.isEmpty { link(add(.paragraph(content), bare, span), after: &last, in: parent) }
  }

  /// Markdown in a body, without numbers and notes.
  private mutating func appendParsed(
    _ parsed: Tree, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) {
    var inner = BlockStyling(tree: parsed, theme: theme, language: out.language, numbering: Numbering())
    (inner.inlines.links, inner.inlines.facts, inner.inlines.isGrowing) = (inlines.links, inlines.facts, inlines.isGrowing)
    inner.inlines.fieldPrefix = "\(out.blocks.count) "
    inner.inlines.notes = NoteNumbers()
    swap(&inner.out, &out)
    for child in parsed.children(of: 0) {
      if case .footnoteDefinition = parsed[child].kind { continue }
      inner.append(child, inside: style, after: &last, in: parent)
    }
    swap(&inner.out, &out)
    inlines.diagnostics += inner.inlines.diagnostics
  }

  /// A part of a node with its built-in looks.
  private mutating func appendContent(
    _ content: BodyContent, of node: MarkdownNode, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) {
    guard isOurs(node) else { return }
    let index = node.place
    switch (content, tree[index].kind) {
    case (.title, .callout(let callout)): appendTitle(of: callout, index, inside: style, after: &last, in: parent)
    case (.caption, _):
      guard let caption = tree.caption(of: index) else { return }
      let look = style.applying(theme[.caption], families: theme.families)
      link(add(.paragraph(self.caption(caption, of: index, style: look.text)), look, tree[index].span), after: &last, in: parent)
    case (_, .callout):
      for child in calloutContent(index) { append(child, inside: style, after: &last, in: parent) }
    case (_, .blockQuote), (_, .division), (_, .item):
      for child in tree.children(of: index) { append(child, inside: style, after: &last, in: parent) }
    case (_, .tableCell):
      let cell = inlines.content(of: index, style: style.text)
      link(add(.paragraph(cell), style.withoutFrame.withoutSpace, tree[index].span), after: &last, in: parent)
    default:
      let previous = last
      append(index, inside: style, after: &last, in: parent)
      strip(from: previous, in: parent, of: index)
    }
  }

  /// Removes the frame, the space and the name from a node's blocks, since its panel has them.
  private mutating func strip(from previous: StyledTree.Index, in parent: StyledTree.Index, of index: Tree.Index) {
    var next = previous < 0 ? out[parent].firstChild : out[previous].nextSibling
    while next >= 0 {
      let block = Int(next)
      let isTable = if case .table = out.blocks[block].kind { true } else { false }
      let isRule = if case .rule = out.blocks[block].kind { true } else { false }
      if !isTable, !isRule { out.blocks[block].style = out.blocks[block].style.withoutFrame }
      out.blocks[block].style = out.blocks[block].style.withoutSpace
      // A heading's own name is in its mark; a figure's or a table's is its panel's.
      if let id = tree.attributes(of: index)?.id, out.blocks[block].anchor == id { out.blocks[block].anchor = nil }
      next = out.blocks[block].nextSibling
    }
  }

  private mutating func appendBodyGroup(
    _ kind: StyledTree.Kind, _ parts: [BodyPart], _ style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, at index: Tree.Index, _ change: (inout BlockStyling, inout BlockStyle) -> Void = { _, _ in }
  ) {
    var own = style.withoutFrame.withoutSpace
    change(&self, &own)
    let group = add(kind, own, tree[index].span)
    var child: StyledTree.Index = -1
    for part in parts { appendPart(part, inside: style, after: &child, in: group, at: index) }
    link(group, after: &last, in: parent)
  }

  /// The space around a body replaces what its blocks ask for at its edges.
  private mutating func appendPadded(
    _ inner: BodyPart, _ edges: BodyEdges, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    at index: Tree.Index
  ) {
    let span = tree[index].span
    var own = style.withoutFrame.withoutSpace
    (own.inset, own.insetRight) = (length(edges.left, at: span), length(edges.right, at: span))
    let group = add(.group, own, span)
    var child: StyledTree.Index = -1
    appendPart(.spacer(edges.top), inside: style, after: &child, in: group, at: index)
    let top = child
    appendPart(inner, inside: style, after: &child, in: group, at: index)
    if top >= 0, child != top { setSpaceAbove(out[top].nextSibling, to: .zero) }
    if Self.isLength(edges.bottom), edges.bottom > 0, child >= 0 { setSpaceBelow(child) }
    appendPart(.spacer(edges.bottom), inside: style, after: &child, in: group, at: index)
    link(group, after: &last, in: parent)
  }

  private mutating func appendStack(
    _ parts: [BodyPart], _ spacing: Double?, inside style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, at index: Tree.Index
  ) {
    let space = spacing.map { length($0, at: tree[index].span) }
    for (number, part) in parts.enumerated() {
      let previous = last
      appendPart(part, inside: style, after: &last, in: parent, at: index)
      guard let space, last != previous else { continue }
      let first = previous < 0 ? out[parent].firstChild : out[previous].nextSibling
      if number > 0, first != out[parent].firstChild || previous >= 0 { setSpaceAbove(first, to: space) }
      if number < parts.count - 1 { setSpaceBelow(last) }
    }
  }

  /// Of a block and of those that open it: the larger one would count.
  private mutating func setSpaceAbove(_ block: StyledTree.Index, to space: Length) {
    out.blocks[Int(block)].style.before = Glue(space)
    var inner = out[block].firstChild
    while inner >= 0 {
      out.blocks[Int(inner)].style.before = .zero
      inner = out[inner].firstChild
    }
  }

  private mutating func setSpaceBelow(_ block: StyledTree.Index) {
    var next = block
    while next >= 0 {
      out.blocks[Int(next)].style.after = .zero
      next = out.children(of: next).last ?? -1
    }
  }

  private mutating func appendRows(
    _ rows: [[BodyPart]], _ layout: RowLayout, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    at index: Tree.Index
  ) {
    let span = tree[index].span
    let bare = style.withoutFrame.withoutSpace
    let spacing = layout.spacing.map { length($0, at: span) }
    let vertical: StyledTree.Table.VerticalAlignment =
      switch layout.alignment {
      case .top: .top
      case .center: .middle
      case .bottom: .bottom
      case .stretch: .baseline
      }
    var made = StyledTree.Rows(
      columns: max(layout.columns, 1), widths: [], spacing: spacing ?? style.text.size * 3 / 2, rowSpacing: spacing ?? style.leading / 2,
      vertical: vertical)
    let block = add(.group, bare, span)
    var child: StyledTree.Index = -1
    for part in rows.joined() {
      switch part {
      case .width(_, let width): made.widths.append(length(width, at: span))
      case .spacer(let width): made.widths.append(length(width, at: span))
      default: made.widths.append(nil)
      }
      if case .spacer = part {
        appendBodyGroup(.group, [], style, after: &child, in: block, at: index)
      } else {
        appendBodyGroup(.group, [part], style, after: &child, in: block, at: index)
      }
    }
    out.blocks[Int(block)].kind = .rows(made)
    link(block, after: &last, in: parent)
  }

  // MARK: Tables

  private mutating func table(_ table: BodyTable, style: BlockStyle, of index: Tree.Index?) -> StyledTree.Table {
    var style = style
    style.lines = LineStyle()
    let body = style.applying(theme[.tableCell], families: theme.families)
    let head = style.applying(theme[.tableHead], families: theme.families)
    let columns = table.columns.prefix(1_000).map(Tree.Alignment.init)
    var made = StyledTree.Table(columns: columns, head: [], rows: [], headStyle: head, cellStyle: body)
    let captionStyle = style.applying(theme[.caption], families: theme.families).text
    switch table.caption {
    case .content(let node, .caption) where isOurs(node):
      if let caption = tree.caption(of: node.place) { made.caption = self.caption(caption, of: node.place, style: captionStyle) }
    case .text(let text): made.caption.text.append(text.utf8, style: captionStyle)
    default: break
    }
    if let index, let attributes = tree.attributes(of: index) { made.width = Self.width(attributes, em: body.text.size) }
    made.head = table.head.map { row in cells(row, style: head, columns: columns, at: index ?? 0) }
    made.rows = table.rows.map { row in cells(row, style: body, columns: columns, at: index ?? 0) }
    finish(&made)
    return made
  }

  private mutating func cells(
    _ row: [MarkdownTableCell], style: BlockStyle, columns: [Tree.Alignment], at index: Tree.Index
  ) -> [StyledTree.Table.Cell] {
    row.prefix(columns.count).enumerated().map { column, given in
      if case .content(let node, .whole) = given.part, isOurs(node), case .tableCell = tree[node.place].kind {
        return cell(node.place, style: style, column: columns[column], given: given)
      }
      var style = style
      style.text.take(given.style)
      var cell = StyledTree.Table.Cell(InlineContent())
      if case .text(let text) = given.part {
        cell.content.text.append(text.replacing("\n", with: "\u{2028}").utf8, style: style.text)
      } else if !given.part.isEmpty {
        cell.blocks = add(.group, style.withoutFrame.withoutSpace, tree[index].span)
        var child: StyledTree.Index = -1
        appendPart(given.part, inside: style.withoutFrame.withoutSpace, after: &child, in: cell.blocks, at: index)
      }
      cell.columns = min(max(given.columns, 1), 1_000)
      cell.rows = min(max(given.rows, 1), 1_000)
      take(given, into: &cell, style: style.text, at: tree[index].span)
      return cell
    }
  }

  // MARK: Lengths

  /// Points as a length; invalid numbers count as zero.
  static func isLength(_ points: Double) -> Bool { points.isFinite && points >= 0 && points <= 14_400 }

  mutating func length(_ points: Double, at span: SourceSpan) -> Length {
    guard Self.isLength(points) else {
      reportStyle(
        "style.length", "\(client?.name ?? "a style") has a length of \(points) points",
        hint: "a finite number from 0 to 14,400; it counts as 0", at: span)
      return .zero
    }
    return Length(points: points)
  }

  mutating func apply(_ look: MarkdownLook, to style: inout BlockStyle, at span: SourceSpan) {
    (style.background, style.border, style.bar) = (look.fill, look.border, look.bar)
    style.borderWidth = length(look.borderWidth, at: span)
    style.barWidth = length(look.barWidth, at: span)
    style.radius = length(look.radius, at: span)
    style.padding = length(look.padding, at: span)
    style.paddingTop = length(look.paddingTop, at: span)
    style.paddingBottom = length(look.paddingBottom, at: span)
    style.edges = FrameEdges()
    for edge in look.edges {
      let drawn = FrameEdge(color: edge.color, width: length(edge.width, at: span))
      switch edge.side {
      case 0: style.edges.top = drawn
      case 1: style.edges.right = drawn
      case 2: style.edges.bottom = drawn
      default: style.edges.left = drawn
      }
    }
  }
}

extension BlockStyle {
  /// The style without the frame of the block.
  var withoutFrame: BlockStyle {
    var style = self
    (style.background, style.border, style.bar, style.edges) = (nil, nil, nil, FrameEdges())
    (style.borderWidth, style.barWidth, style.radius) = (.zero, .zero, .zero)
    (style.padding, style.paddingTop, style.paddingBottom) = (.zero, .zero, .zero)
    return style
  }

  /// The style without the space around the block, and without its ties.
  var withoutSpace: BlockStyle {
    var style = self
    (style.before, style.after, style.inset, style.insetRight) = (.zero, .zero, .zero, .zero)
    (style.firstIndent, style.keep, style.keepWithNext, style.pageBreak) = (.zero, .never, false, false)
    return style
  }

  mutating func take(_ look: BodyLook, theme: Theme) {
    var rule = StyleRule()
    switch look {
    case .color(let color): rule.color = color
    case .align(let alignment): rule.align = Alignment(rawValue: alignment.rawValue)
    case .leading(let factor): rule.leading = .em(factor.isFinite ? min(max(factor, 0.5), 4) : 1)
    case .font(let font):
      rule.family = font.design.flatMap { FamilyRole(rawValue: $0.rawValue) }
      rule.fonts = font.name.map { [$0] }
      rule.size = font.size.flatMap { Dimension($0) }
      rule.weight = font.weight?.rawValue
      rule.slant = font.isItalic.map { $0 ? .italic : .upright }
    }
    let kept = self
    self = applying(rule, families: theme.families)
    // What is not inherited stays.
    (before, after, inset, insetRight) = (kept.before, kept.after, kept.inset, kept.insetRight)
    (padding, paddingTop, paddingBottom) = (kept.padding, kept.paddingTop, kept.paddingBottom)
  }
}

extension BodyPart {
  /// True if it is empty.
  var isEmpty: Bool {
    switch self {
    case .text(let text), .markdown(let text): text.isEmpty
    case .nodes(let nodes): nodes.isEmpty
    case .content, .attachment, .table, .spacer, .collected, .reading: false
    case .stack(let parts, _): parts.allSatisfy(\.isEmpty)
    case .rows(let rows, _): rows.joined().allSatisfy(\.isEmpty)
    case .whenWide(_, let wide, let narrow): wide.isEmpty && narrow.isEmpty
    case .padding(let part, _), .panel(let part, _), .drawn(let part, _), .keep(let part, _), .width(let part, _), .look(let part, _),
      .environment(let part, _), .scope(let part, _):
      part.isEmpty
    }
  }
}
