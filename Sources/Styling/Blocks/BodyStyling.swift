import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown
import TypesetSettings

// What a client's style makes of a block, as blocks.

/// What a client's style makes of a block, as blocks.
enum BodyStyling {
  /// Adds the body that replaces a whole node: its outermost panel or table is the node's block, with its name, its role and the space
  /// around it; anything else is put into a group that is.
  static func appendRoot(
    _ body: BodyPart, _ kind: StyledKind, _ own: BlockStyle, of index: Tree.Index, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    var style = own.withoutFrame
    switch body {
    case .panel(let inner, let look):
      apply(look, to: &style, at: styling.tree[index].span, with: &styling)
      let group = styling.add(.group, style, for: index)
      styling.out.blocks[Int(group)].role = kind.role
      var child: StyledTree.Index = -1
      appendPart(inner, inside: own, after: &child, in: group, at: index, with: &styling)
      styling.link(group, after: &last, in: parent)
    case .table(let table):
      let block = styling.add(.table(Self.table(table, style: own, of: index, with: &styling)), own, for: index)
      noteTable(block, of: index, with: &styling)
      styling.link(block, after: &last, in: parent)
    default:
      let group = styling.add(.group, style, for: index)
      styling.out.blocks[Int(group)].role = kind.role
      var child: StyledTree.Index = -1
      appendPart(body, inside: own, after: &child, in: group, at: index, with: &styling)
      styling.link(group, after: &last, in: parent)
    }
  }

  /// Adds the body that replaces the content of a list's item.
  static func appendItem(
    _ body: BodyPart, _ marker: InlineContent, _ style: BlockStyle, of index: Tree.Index, after last: inout StyledTree.Index,
    in list: StyledTree.Index, with styling: inout BlockStyling
  ) {
    let item = styling.add(.item(marker: marker), style, for: index)
    var child: StyledTree.Index = -1
    appendPart(body, inside: style, after: &child, in: item, at: index, with: &styling)
    styling.link(item, after: &last, in: list)
  }

  /// A numbered table is listed.
  private static func noteTable(_ block: StyledTree.Index, of index: Tree.Index, with styling: inout BlockStyling) {
    guard let number = styling.numbering.numbers[index] else { return }
    let anchor = styling.out.blocks[Int(block)].anchor ?? styling.anchor("table", number, of: index)
    styling.out.blocks[Int(block)].anchor = anchor
    styling.captioned.append((index, (anchor, .tables)))
  }

  /// Adds the blocks of a body.
  ///
  /// - Parameters:
  ///   - style: Of what is around the body.
  ///   - index: The node whose style has made it.
  private static func appendPart(
    _ part: BodyPart, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, at index: Tree.Index,
    with styling: inout BlockStyling
  ) {
    let span = styling.tree[index].span
    styling.client?.depth += 1
    defer { styling.client?.depth -= 1 }
    guard let client = styling.client, client.depth < ClientStyles.mostNested * 4, styling.out.blocks.count < ClientStyles.mostBlocks else {
      return ClientStyling.report(
        "style.recursion", "\(styling.client?.name ?? "") nests too deeply or makes too much", hint: "what is too much is left out",
        at: span, with: &styling)
    }
    switch part {
    case .text, .attachment, .spacer: appendLeaf(part, inside: style, after: &last, in: parent, at: span, with: &styling)
    case .markdown(let text): appendParsed(client.parse(text), inside: style, after: &last, in: parent, with: &styling)
    case .nodes(let nodes): appendNodes(nodes, inside: style, after: &last, in: parent, at: span, with: &styling)
    case .content(let node, let content): appendContent(content, of: node, inside: style, after: &last, in: parent, with: &styling)
    case .stack(let parts, let spacing): appendStack(parts, spacing, inside: style, after: &last, in: parent, at: index, with: &styling)
    case .rows(let rows, let layout): appendRows(rows, layout, inside: style, after: &last, in: parent, at: index, with: &styling)
    case .table(let table):
      let bare = style.withoutFrame.withoutSpace
      styling.link(styling.add(.table(Self.table(table, style: bare, of: nil, with: &styling)), bare, span), after: &last, in: parent)
    case .whenWide(let width, let wide, let narrow):
      let kind = StyledTree.Kind.whenWide(length(width, at: span, with: &styling))
      appendForms([wide, narrow], kind, inside: style, after: &last, in: parent, at: index, with: &styling)
    case .firstThatFits(let height, let bodies):
      let kind = StyledTree.Kind.firstThatFits(height: height.map { length($0, at: span, with: &styling) })
      appendForms(bodies, kind, inside: style, after: &last, in: parent, at: index, with: &styling)
    case .tall(let inner, let height):
      appendGroup(.tall(length(height, at: span, with: &styling)), [inner], style, after: &last, in: parent, at: index, with: &styling)
    case .padding(let inner, let edges):
      appendPadded(inner, edges, inside: style, after: &last, in: parent, at: index, with: &styling)
    case .panel(let inner, let look):
      appendGroup(.group, [inner], style, after: &last, in: parent, at: index, with: &styling) {
        apply(look, to: &$1, at: span, with: &$0)
      }
    case .drawn(let inner, let drawing):
      let number = ClientStyling.addDrawing(drawing, style: style.text, at: span, with: &styling)
      appendGroup(.drawn(number), [inner], style, after: &last, in: parent, at: index, with: &styling)
    case .keep(let inner, let withNext):
      appendGroup(.group, [inner], style, after: &last, in: parent, at: index, with: &styling) { _, style in
        if withNext { style.keepWithNext = true } else { style.keep = .always }
      }
    case .named(let inner, let id):
      appendGroup(.group, [inner], style, after: &last, in: parent, at: index, with: &styling)
      styling.out.blocks[Int(last)].anchor = id
      styling.out.blocks[Int(last)].role = .division
    case .width(let inner, _): appendPart(inner, inside: style, after: &last, in: parent, at: index, with: &styling)
    case .look(let inner, let look):
      var changed = style
      changed.take(look, theme: styling.theme)
      appendPart(inner, inside: changed, after: &last, in: parent, at: index, with: &styling)
    case .environment(let inner, let change):
      let outer = client.environment
      if var environment = styling.client?.environment {
        change(&environment)
        styling.client?.environment = environment
      }
      appendPart(inner, inside: style, after: &last, in: parent, at: index, with: &styling)
      styling.client?.environment = outer
    case .collected(let inner, let emission):
      takeInlineEmissions(with: &styling)
      styling.out.collected.collected.emissions.append(emission)
      let group = beginCollected(styling.out.collected.collected.emissions.count - 1, style, of: index, with: &styling)
      var child: StyledTree.Index = -1
      appendPart(inner, inside: style, after: &child, in: group, at: index, with: &styling)
      endCollected(group, last: child, with: &styling)
      styling.link(group, after: &last, in: parent)
    case .scope(let inner, let scope):
      takeInlineEmissions(with: &styling)
      styling.out.collected.collected.events.append(.begin(scope, depth: depth(of: index, with: styling)))
      appendPart(inner, inside: style, after: &last, in: parent, at: index, with: &styling)
      takeInlineEmissions(with: &styling)
      styling.out.collected.collected.events.append(.end)
    case .reading(let reader, let inner):
      appendReader(reader, of: inner, inside: style, after: &last, in: parent, at: index, with: &styling)
    }
  }

  /// Nodes of the document; those that are not in it are left out, which is said.
  private static func appendNodes(
    _ nodes: [MarkdownNode], inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, at span: SourceSpan,
    with styling: inout BlockStyling
  ) {
    for node in nodes {
      guard isOurs(node, with: styling) else {
        let name = styling.client?.name ?? ""
        ClientStyling.report(
          "style.nodes", "\(name.isEmpty ? "a body" : name) shows nodes that are not in the document",
          hint: "give the document its content: context.resolve(call.content).reading(document: …) { value, content in … }",
          at: span, with: &styling)
        continue
      }
      styling.append(node.place, inside: style, after: &last, in: parent)
    }
  }

  /// Bodies of which one is chosen when the block is set.
  private static func appendForms(
    _ bodies: [BodyPart], _ kind: StyledTree.Kind, inside style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, at index: Tree.Index, with styling: inout BlockStyling
  ) {
    let block = styling.add(kind, style.withoutFrame.withoutSpace, styling.tree[index].span)
    var child: StyledTree.Index = -1
    for part in bodies { appendGroup(.group, [part], style, after: &child, in: block, at: index, with: &styling) }
    styling.link(block, after: &last, in: parent)
  }

  // MARK: Collected values

  /// Adds a node that emits or shows a value; false for other nodes.
  static func appendCollected(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) -> Bool {
    guard case .division = styling.tree[index].kind, let attributes = styling.tree.attributes(of: index), let client = styling.client else {
      return false
    }
    if let number = attributes[Expanded.collectedKey].flatMap({ DocumentNumber.whole($0) }), client.emissions.indices.contains(number) {
      takeInlineEmissions(with: &styling)
      let group = beginCollected(number, outer, of: index, with: &styling)
      var child: StyledTree.Index = -1
      for inner in styling.tree.children(of: index) { styling.append(inner, inside: outer, after: &child, in: group) }
      endCollected(group, last: child, with: &styling)
      styling.link(group, after: &last, in: parent)
      return true
    }
    guard let number = attributes[Expanded.readerKey].flatMap({ DocumentNumber.whole($0) }), client.readers.indices.contains(number) else {
      return false
    }
    let content = BodyPart.content(ClientStyling.node(index, with: styling), .whole)
    appendReader(client.readers[number], of: content, inside: outer, after: &last, in: parent, at: index, with: &styling)
    return true
  }

  private static func appendReader(
    _ reader: CollectedReader, of inner: BodyPart, inside style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, at index: Tree.Index, with styling: inout BlockStyling
  ) {
    let number = styling.out.collected.collected.readers.count
    let values = styling.client?.values
    let value = (reader.isOfPart ? values?.ofParts[number] : values?.ofDocument[reader.key.id]) ?? reader.key.defaultValue
    styling.out.collected.collected.readers.append((reader.key, reader.isOfPart, Int(styling.tree[index].span.start)))
    takeInlineEmissions(with: &styling)
    if reader.isOfPart { styling.out.collected.collected.events.append(.read(number)) }
    let paragraph = style.applying(styling.theme[.paragraph], families: styling.theme.families)
    appendGroup(.group, [reader.make(value, inner)], style, after: &last, in: parent, at: index, with: &styling) {
      ($1.before, $1.after) = (paragraph.before, paragraph.after)
    }
    takeInlineEmissions(with: &styling)
    if reader.isOfPart { styling.out.collected.collected.events.append(.end) }
  }

  /// A group whose rectangles are the position of what is collected.
  private static func beginCollected(_ number: Int, _ style: BlockStyle, of index: Tree.Index, with styling: inout BlockStyling)
    -> StyledTree.Index
  {
    let span = styling.tree[index].span
    styling.out.collected.collected.events.append(.emit(number, depth: depth(of: index, with: styling)))
    var drawing = ClientDrawings.Drawing(
      drawing: BodyDrawing(name: "", isOverlay: true) { _ in }, style: style.text, span: span)
    drawing.emission = number
    styling.out.drawings.list.append(drawing)
    return styling.add(.drawn(Int32(styling.out.drawings.list.count - 1)), style.withoutFrame.withoutSpace, span)
  }

  /// How much is around what a body emits: the nodes around its node, then the bodies.
  private static func depth(of index: Tree.Index, with styling: BlockStyling) -> Int {
    styling.tree.depth(of: index) << 16 + (styling.client?.depth ?? 0)
  }

  /// Moves the space around the content of a group to the group.
  private static func endCollected(_ group: StyledTree.Index, last: StyledTree.Index, with styling: inout BlockStyling) {
    let first = styling.out[group].firstChild
    guard first >= 0, last >= 0 else { return }
    styling.out.blocks[Int(group)].style.before = styling.out[first].style.before
    styling.out.blocks[Int(group)].style.after = styling.out[last].style.after
    styling.out.blocks[Int(group)].style.keepWithNext = styling.out[last].style.keepWithNext
    styling.out.blocks[Int(first)].style.before = .zero
    styling.out.blocks[Int(last)].style.after = .zero
  }

  /// The emissions of text since then, in order, and what it has read.
  static func takeInlineEmissions(with styling: inout BlockStyling) {
    if let asked = styling.inlines.lineReaders?.asked, !asked.isEmpty {
      styling.out.collected.collected.readers += asked.map { ($0.key, false, $0.start) }
      styling.inlines.lineReaders?.asked = []
    }
    guard !styling.inlines.emitted.isEmpty else { return }
    let tree = styling.tree
    styling.out.collected.collected.events += styling.inlines.emitted.map { .emit($0.number, depth: tree.depth(of: $0.node) << 16) }
    styling.inlines.emitted = []
  }

  /// Nodes of other documents are ignored.
  private static func isOurs(_ node: MarkdownNode, with styling: BlockStyling) -> Bool {
    node.place > 0 && Int(node.place) < styling.tree.nodes.count && styling.tree[node.place].span == node.span
  }

  private static func appendLeaf(
    _ part: BodyPart, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, at span: SourceSpan,
    with styling: inout BlockStyling
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
      let height = length(height, at: span, with: &styling)
      if height > .zero { styling.link(styling.add(.space(height), bare, span), after: &last, in: parent) }
      return
    default: return
    }
    if !content.isEmpty { styling.link(styling.add(.paragraph(content), bare, span), after: &last, in: parent) }
  }

  /// Markdown in a body, without numbers and notes.
  private static func appendParsed(
    _ parsed: Tree, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var inner = BlockStyling(tree: parsed, theme: styling.theme, language: styling.out.language, numbering: Numbering())
    let inlines = styling.inlines
    (inner.inlines.links, inner.inlines.facts, inner.inlines.isGrowing) = (inlines.links, inlines.facts, inlines.isGrowing)
    inner.inlines.fieldPrefix = "\(styling.out.blocks.count) "
    inner.inlines.notes = NoteNumbers()
    swap(&inner.out, &styling.out)
    for child in parsed.children(of: 0) {
      if case .footnoteDefinition = parsed[child].kind { continue }
      inner.append(child, inside: style, after: &last, in: parent)
    }
    swap(&inner.out, &styling.out)
    styling.inlines.diagnostics += inner.inlines.diagnostics
  }

  /// A part of a node with its built-in looks.
  private static func appendContent(
    _ content: BodyContent, of node: MarkdownNode, inside style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    guard isOurs(node, with: styling) else { return }
    let index = node.place
    switch (content, styling.tree[index].kind) {
    case (_, .callout(let callout)) where callout.form == .theorem:
      TheoremStyling.append(content, of: callout, index, inside: style, after: &last, in: parent, with: &styling)
    case (.title, .callout(let callout)):
      CalloutStyling.appendTitle(of: callout, index, inside: style, after: &last, in: parent, with: &styling)
    case (.caption, _):
      guard let caption = styling.tree.caption(of: index) else { return }
      let look = style.applying(styling.theme[.caption], families: styling.theme.families)
      styling.link(
        styling.add(
          .paragraph(FigureStyling.caption(caption, of: index, style: look.text, with: &styling)), look, styling.tree[index].span),
        after: &last, in: parent)
    case (_, .callout):
      for child in CalloutStyling.content(index, with: styling) { styling.append(child, inside: style, after: &last, in: parent) }
    case (_, .item):
      let isTight = if case .list(_, isTight: true, _) = styling.tree[styling.tree.list(of: index)].kind { true } else { false }
      for child in styling.tree.children(of: index) {
        styling.append(child, inside: style, after: &last, in: parent, isTight: isTight)
      }
    case (_, .blockQuote), (_, .division):
      for child in styling.tree.children(of: index) { styling.append(child, inside: style, after: &last, in: parent) }
    case (_, .tableCell):
      let cell = styling.inlines.content(of: index, style: style.text)
      styling.link(styling.add(.paragraph(cell), style.withoutFrame.withoutSpace, styling.tree[index].span), after: &last, in: parent)
    default:
      let previous = last
      styling.append(index, inside: style, after: &last, in: parent)
      strip(from: previous, in: parent, of: index, with: &styling)
    }
  }

  /// Removes the frame, the space and the name from a node's blocks, since its panel has them.
  private static func strip(
    from previous: StyledTree.Index, in parent: StyledTree.Index, of index: Tree.Index, with styling: inout BlockStyling
  ) {
    var next = previous < 0 ? styling.out[parent].firstChild : styling.out[previous].nextSibling
    while next >= 0 {
      let block = Int(next)
      let isTable = if case .table = styling.out.blocks[block].kind { true } else { false }
      let isRule = if case .rule = styling.out.blocks[block].kind { true } else { false }
      if !isTable, !isRule { styling.out.blocks[block].style = styling.out.blocks[block].style.withoutFrame }
      styling.out.blocks[block].style = styling.out.blocks[block].style.withoutSpace
      // A heading's own name is in its mark; a figure's or a table's is its panel's.
      if let id = styling.tree.attributes(of: index)?.id, styling.out.blocks[block].anchor == id { styling.out.blocks[block].anchor = nil }
      next = styling.out.blocks[block].nextSibling
    }
  }

  private static func appendGroup(
    _ kind: StyledTree.Kind, _ parts: [BodyPart], _ style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, at index: Tree.Index, with styling: inout BlockStyling,
    _ change: (inout BlockStyling, inout BlockStyle) -> Void = { _, _ in }
  ) {
    var own = style.withoutFrame.withoutSpace
    change(&styling, &own)
    let group = styling.add(kind, own, styling.tree[index].span)
    var child: StyledTree.Index = -1
    for part in parts { appendPart(part, inside: style, after: &child, in: group, at: index, with: &styling) }
    styling.link(group, after: &last, in: parent)
  }

  /// The space around a body replaces what its blocks ask for at its edges.
  private static func appendPadded(
    _ inner: BodyPart, _ edges: BodyEdges, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    at index: Tree.Index, with styling: inout BlockStyling
  ) {
    let span = styling.tree[index].span
    var own = style.withoutFrame.withoutSpace
    (own.inset, own.insetRight) = (length(edges.left, at: span, with: &styling), length(edges.right, at: span, with: &styling))
    let group = styling.add(.group, own, span)
    var child: StyledTree.Index = -1
    appendPart(.spacer(edges.top), inside: style, after: &child, in: group, at: index, with: &styling)
    let top = child
    appendPart(inner, inside: style, after: &child, in: group, at: index, with: &styling)
    if top >= 0, child != top { setSpaceAbove(styling.out[top].nextSibling, to: .zero, with: &styling) }
    if Self.isLength(edges.bottom), edges.bottom > 0, child >= 0 { setSpaceBelow(child, with: &styling) }
    appendPart(.spacer(edges.bottom), inside: style, after: &child, in: group, at: index, with: &styling)
    styling.link(group, after: &last, in: parent)
  }

  private static func appendStack(
    _ parts: [BodyPart], _ spacing: Double?, inside style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, at index: Tree.Index, with styling: inout BlockStyling
  ) {
    let space = spacing.map { length($0, at: styling.tree[index].span, with: &styling) }
    for (number, part) in parts.enumerated() {
      let previous = last
      appendPart(part, inside: style, after: &last, in: parent, at: index, with: &styling)
      guard let space, last != previous else { continue }
      let first = previous < 0 ? styling.out[parent].firstChild : styling.out[previous].nextSibling
      if number > 0, first != styling.out[parent].firstChild || previous >= 0 { setSpaceAbove(first, to: space, with: &styling) }
      if number < parts.count - 1 { setSpaceBelow(last, with: &styling) }
    }
  }

  /// Of a block and of those that open it: the larger one would count.
  private static func setSpaceAbove(_ block: StyledTree.Index, to space: Length, with styling: inout BlockStyling) {
    styling.out.blocks[Int(block)].style.before = Glue(space)
    var inner = styling.out[block].firstChild
    while inner >= 0 {
      styling.out.blocks[Int(inner)].style.before = .zero
      inner = styling.out[inner].firstChild
    }
  }

  private static func setSpaceBelow(_ block: StyledTree.Index, with styling: inout BlockStyling) {
    var next = block
    while next >= 0 {
      styling.out.blocks[Int(next)].style.after = .zero
      next = styling.out.children(of: next).last ?? -1
    }
  }

  private static func appendRows(
    _ rows: [[BodyPart]], _ layout: RowLayout, inside style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    at index: Tree.Index, with styling: inout BlockStyling
  ) {
    let span = styling.tree[index].span
    let bare = style.withoutFrame.withoutSpace
    let spacing = layout.spacing.map { length($0, at: span, with: &styling) }
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
    let block = styling.add(.group, bare, span)
    var child: StyledTree.Index = -1
    for part in rows.joined() {
      switch part {
      case .width(_, let width): made.widths.append(length(width, at: span, with: &styling))
      case .spacer(let width): made.widths.append(length(width, at: span, with: &styling))
      default: made.widths.append(nil)
      }
      if case .spacer = part {
        appendGroup(.group, [], style, after: &child, in: block, at: index, with: &styling)
      } else {
        appendGroup(.group, [part], style, after: &child, in: block, at: index, with: &styling)
      }
    }
    styling.out.blocks[Int(block)].kind = .rows(made)
    styling.link(block, after: &last, in: parent)
  }

  // MARK: Tables

  private static func table(_ table: BodyTable, style: BlockStyle, of index: Tree.Index?, with styling: inout BlockStyling)
    -> StyledTree.Table
  {
    var style = style
    style.lines = LineStyle()
    let body = style.applying(styling.theme[.tableCell], families: styling.theme.families)
    let head = style.applying(styling.theme[.tableHead], families: styling.theme.families)
    let columns = table.columns.prefix(1_000).map(Tree.Alignment.init)
    var made = StyledTree.Table(columns: columns, head: [], rows: [], headStyle: head, cellStyle: body)
    let captionStyle = style.applying(styling.theme[.caption], families: styling.theme.families).text
    switch table.caption {
    case .content(let node, .caption) where isOurs(node, with: styling):
      if let caption = styling.tree.caption(of: node.place) {
        made.caption = FigureStyling.caption(caption, of: node.place, style: captionStyle, with: &styling)
      }
    case .text(let text): made.caption.text.append(text.utf8, style: captionStyle)
    default: break
    }
    if let index, let attributes = styling.tree.attributes(of: index) { made.width = attributes.tableWidth(em: body.text.size) }
    made.head = table.head.map { row in cells(row, style: head, columns: columns, at: index ?? 0, with: &styling) }
    made.rows = table.rows.map { row in cells(row, style: body, columns: columns, at: index ?? 0, with: &styling) }
    made.coverSpans()
    made.alignDecimals(
      index.map { TableStyling.letters(of: $0, columns: columns.count, with: styling) } ?? ColumnLetters(), language: body.text.language)
    made.stripe(styling.theme[.tableRowEven].background)
    return made
  }

  private static func cells(
    _ row: [MarkdownTableCell], style: BlockStyle, columns: [Tree.Alignment], at index: Tree.Index, with styling: inout BlockStyling
  ) -> [StyledTree.Table.Cell] {
    row.prefix(columns.count).enumerated().map { column, given in
      if case .content(let node, .whole) = given.part, isOurs(node, with: styling), case .tableCell = styling.tree[node.place].kind {
        return TableStyling.cell(node.place, style: style, column: columns[column], given: given, with: &styling)
      }
      var style = style
      style.text.take(given.style)
      var cell = StyledTree.Table.Cell(InlineContent())
      if case .text(let text) = given.part {
        cell.content.text.append(text.replacing("\n", with: "\u{2028}").utf8, style: style.text)
      } else if !given.part.isEmpty {
        cell.blocks = styling.add(.group, style.withoutFrame.withoutSpace, styling.tree[index].span)
        var child: StyledTree.Index = -1
        appendPart(given.part, inside: style.withoutFrame.withoutSpace, after: &child, in: cell.blocks, at: index, with: &styling)
      }
      cell.columns = min(max(given.columns, 1), 1_000)
      cell.rows = min(max(given.rows, 1), 1_000)
      ClientStyling.take(given, into: &cell, style: style.text, at: styling.tree[index].span, with: &styling)
      return cell
    }
  }

  // MARK: Lengths

  /// Points as a length; invalid numbers count as zero.
  static func isLength(_ points: Double) -> Bool { points.isFinite && points >= 0 && points <= 14_400 }

  static func length(_ points: Double, at span: SourceSpan, with styling: inout BlockStyling) -> Length {
    guard Self.isLength(points) else {
      ClientStyling.report(
        "style.length", "\(styling.client?.name ?? "a style") has a length of \(points) points",
        hint: "a finite number from 0 to 14,400; it counts as 0", at: span, with: &styling)
      return .zero
    }
    return Length(points: points)
  }

  static func apply(_ look: MarkdownLook, to style: inout BlockStyle, at span: SourceSpan, with styling: inout BlockStyling) {
    (style.background, style.border, style.bar) = (look.fill, look.border, look.bar)
    style.borderWidth = length(look.borderWidth, at: span, with: &styling)
    style.barWidth = length(look.barWidth, at: span, with: &styling)
    style.radius = length(look.radius, at: span, with: &styling)
    style.padding = length(look.padding, at: span, with: &styling)
    style.paddingTop = length(look.paddingTop, at: span, with: &styling)
    style.paddingBottom = length(look.paddingBottom, at: span, with: &styling)
    style.edges = FrameEdges()
    for edge in look.edges {
      let drawn = FrameEdge(color: edge.color, width: length(edge.width, at: span, with: &styling))
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
      rule.size = font.size.flatMap { Dimension(following: $0) }?.settled(in: theme)
      rule.weight = font.weight?.rawValue
      rule.stretch = font.width?.rawValue
      rule.slant = font.isItalic.map { $0 ? .italic : .upright }
    case .lines(let limit):
      lineLimit = LineLimit(limit, style: text, theme: theme)
      return
    }
    let kept = self
    self = applying(rule, families: theme.families)
    // What is not inherited stays.
    (before, after, inset, insetRight) = (kept.before, kept.after, kept.inset, kept.insetRight)
    (padding, paddingTop, paddingBottom) = (kept.padding, kept.paddingTop, kept.paddingBottom)
  }
}
