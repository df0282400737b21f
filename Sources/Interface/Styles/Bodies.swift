/// What a style turns a block into: a composition of primitives.
///
/// ```swift
/// .vertical(spacing: 4, .text(configuration.node.language).font(.sansSerif(8)), configuration.content)
///   .padding(8).panel(fill: Color(hex: 0xF6F8FA), radius: 4)
/// ```
///
/// A length that is not finite, below zero where it must not be, or above 14,400 is the diagnostic `style.length`, and
/// counts as zero.
public struct MarkdownBody: Sendable {
  package var part: BodyPart

  package init(_ part: BodyPart) { self.part = part }

  /// Nothing. A block for which a style returns nothing keeps its usual looks, and `style.empty` is reported.
  public static let empty = MarkdownBody(.stack([], spacing: nil))

  /// Literal text, whatever characters it has: a paragraph in the font of its surroundings.
  public static func text(_ text: String) -> MarkdownBody { MarkdownBody(.text(text)) }

  /// Blocks of parsed Markdown. Headings in it are neither numbered nor listed; use a resolver for headings that are to be.
  public static func markdown(_ text: String) -> MarkdownBody { MarkdownBody(.markdown(text)) }

  /// Nodes of the document with their own styles, such as the children of a node.
  public static func nodes(_ nodes: [MarkdownNode]) -> MarkdownBody { MarkdownBody(.nodes(nodes)) }

  /// Something that you draw, as a block at the left edge.
  public static func attachment(_ attachment: some InlineAttachment) -> MarkdownBody {
    MarkdownBody(.attachment(AttachmentBox(attachment)))
  }

  /// A drawing of a type of your own that is known by a name and a version, by which it is compared instead of by its value.
  ///
  /// - Parameters:
  ///   - attachment: The drawing.
  ///   - id: Also the name by which ``TypesetDocument/place(of:)`` finds it.
  ///   - version: Another number wherever it is to look otherwise.
  public static func attachment(_ attachment: some InlineAttachment, id: String, version: Int) -> MarkdownBody {
    MarkdownBody(.attachment(AttachmentBox(attachment, identity: AttachmentIdentity(id: id, version: version)))).id(id)
  }

  /// A drawing that fills the available width.
  ///
  /// - Parameters:
  ///   - id: Together with `version` the drawing's identity: two drawings with the same id and version look alike.
  ///   - version: Another one where the same drawing looks different.
  ///   - height: Points.
  ///   - plainText: What is copied and read aloud in its place.
  ///   - draw: Draws on a canvas of the available width and the height.
  public static func canvas(
    id: String, version: Int = 0, height: Double, plainText: String = "", _ draw: @escaping @Sendable (inout Canvas) -> Void
  ) -> MarkdownBody {
    attachment(CanvasAttachment(id: id, version: version, height: height, plainText: plainText, content: draw))
  }

  /// Bodies one below the other.
  ///
  /// - Parameters:
  ///   - spacing: Points between them; nil is the space that the blocks ask for themselves.
  ///   - bodies: In this order.
  public static func vertical(spacing: Double? = nil, _ bodies: MarkdownBody...) -> MarkdownBody { vertical(spacing: spacing, bodies) }

  /// Bodies one below the other.
  ///
  /// - Parameters:
  ///   - spacing: Points between them; nil is the space that the blocks ask for themselves.
  ///   - bodies: In this order.
  public static func vertical(spacing: Double? = nil, _ bodies: [MarkdownBody]) -> MarkdownBody {
    MarkdownBody(.stack(bodies.map(\.part), spacing: spacing))
  }

  /// Bodies side by side. Those with a ``width(_:)`` get it; the others share the rest.
  ///
  /// - Parameters:
  ///   - spacing: Points between them; nil is one and a half times the size of the text.
  ///   - alignment: How bodies are aligned that are lower than the others.
  ///   - bodies: In this order.
  public static func horizontal(
    spacing: Double? = nil, alignment: MarkdownVerticalAlignment = .top, _ bodies: MarkdownBody...
  ) -> MarkdownBody { horizontal(spacing: spacing, alignment: alignment, bodies) }

  /// Bodies side by side. Those with a ``width(_:)`` get it; the others share the rest.
  ///
  /// - Parameters:
  ///   - spacing: Points between them; nil is one and a half times the size of the text.
  ///   - alignment: How bodies are aligned that are lower than the others.
  ///   - bodies: In this order.
  public static func horizontal(
    spacing: Double? = nil, alignment: MarkdownVerticalAlignment = .top, _ bodies: [MarkdownBody]
  ) -> MarkdownBody {
    MarkdownBody(.rows([bodies.map(\.part)], RowLayout(columns: bodies.count, spacing: spacing, alignment: alignment)))
  }

  /// Bodies in rows of equal columns.
  ///
  /// - Parameters:
  ///   - columns: From 1 to 24.
  ///   - spacing: Points between columns and between rows; nil is one and a half times the size of the text, and half a line.
  ///   - alignment: How bodies are aligned that are lower than the others.
  ///   - bodies: Row by row.
  public static func grid(
    columns: Int, spacing: Double? = nil, alignment: MarkdownVerticalAlignment = .top, _ bodies: [MarkdownBody]
  ) -> MarkdownBody {
    let columns = min(max(columns, 1), 24)
    let rows = stride(from: 0, to: bodies.count, by: columns).map { start in
      bodies[start..<min(start + columns, bodies.count)].map(\.part)
    }
    return MarkdownBody(.rows(rows, RowLayout(columns: columns, spacing: spacing, alignment: alignment)))
  }

  /// Columns of equal width, each with one body from top to bottom.
  public static func columns(spacing: Double? = nil, _ bodies: MarkdownBody...) -> MarkdownBody {
    horizontal(spacing: spacing, alignment: .top, bodies)
  }

  /// A table: its columns are as wide as their content, its rows are split over pages, and its head is repeated on each.
  ///
  /// - Parameters:
  ///   - columns: How each column is aligned; there are as many columns.
  ///   - head: Rows that are repeated.
  ///   - rows: The others. Surplus cells are ignored.
  ///   - caption: Above the table; empty for a table without a caption.
  public static func table(
    columns: [MarkdownColumnAlignment], head: [[MarkdownTableCell]] = [], rows: [[MarkdownTableCell]], caption: MarkdownBody = .empty
  ) -> MarkdownBody {
    MarkdownBody(.table(BodyTable(columns: columns, head: head, rows: rows, caption: caption.part)))
  }

  /// A table with one row as its head.
  ///
  /// - Parameters:
  ///   - columns: How each column is aligned; there are as many columns.
  ///   - head: The row that is repeated.
  ///   - rows: The others. Surplus cells are ignored.
  ///   - caption: Above the table; empty for a table without a caption.
  @_disfavoredOverload
  public static func table(
    columns: [MarkdownColumnAlignment], head: [MarkdownTableCell], rows: [[MarkdownTableCell]], caption: MarkdownBody = .empty
  ) -> MarkdownBody { table(columns: columns, head: [head], rows: rows, caption: caption) }

  /// Empty space: vertical, or horizontal in ``horizontal(spacing:alignment:_:)-(_,_,MarkdownBody...)``.
  ///
  /// - Parameter length: Points.
  public static func spacer(_ length: Double) -> MarkdownBody { MarkdownBody(.spacer(length)) }

  /// One of two bodies, chosen by the available width when the block is set.
  ///
  /// - Parameters:
  ///   - width: Points; the first body is used from this width on.
  ///   - wide: Where there is room.
  ///   - narrow: Where there is less.
  public static func whenWide(atLeast width: Double, _ wide: MarkdownBody, else narrow: MarkdownBody) -> MarkdownBody {
    MarkdownBody(.whenWide(width, wide.part, narrow.part))
  }

  /// The first of several bodies that fits, chosen when the block is set: `.firstThatFits(wide, narrow, shortest)`. The last one is taken where
  /// none does.
  ///
  /// - Parameters:
  ///   - height: Points that a body may be high; nil is any height. A body fits if its text needs no line breaks in the available width, or, with
  ///     a height, if it is no higher than that and no word sticks out.
  ///   - bodies: In order of preference.
  public static func firstThatFits(height: Double? = nil, _ bodies: MarkdownBody...) -> MarkdownBody {
    firstThatFits(height: height, bodies)
  }

  /// The first of several bodies that fits; see ``firstThatFits(height:_:)-(_,MarkdownBody...)``.
  public static func firstThatFits(height: Double? = nil, _ bodies: [MarkdownBody]) -> MarkdownBody {
    MarkdownBody(.firstThatFits(height, bodies.map(\.part)))
  }

  /// Both bodies, one below the other.
  public static func + (a: MarkdownBody, b: MarkdownBody) -> MarkdownBody { vertical(a, b) }
}

/// How bodies are aligned that are lower than what is beside them.
public enum MarkdownVerticalAlignment: Hashable, Sendable {
  case top, center, bottom
  /// At the top; panels are made as high as the highest, as cards are.
  case stretch
}

/// How the cells of a column are aligned.
public enum MarkdownColumnAlignment: Hashable, Sendable {
  /// At the edge where lines of the language begin.
  case automatic
  case left, center, right
}

extension MarkdownBody {
  /// Space around the body, inside of a panel that follows: points.
  public func padding(_ length: Double) -> MarkdownBody { padding(top: length, right: length, bottom: length, left: length) }

  /// Space around the body, edge by edge: points.
  public func padding(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) -> MarkdownBody {
    MarkdownBody(.padding(part, BodyEdges(top: top, right: right, bottom: bottom, left: left)))
  }

  /// A panel behind the body. If a page ends inside it, it continues on the next page.
  ///
  /// - Parameters:
  ///   - fill: The colour behind; nil draws no ground.
  ///   - border: The colour of its frame; nil draws no frame.
  ///   - borderWidth: Points.
  ///   - radius: Of its corners, points.
  ///   - padding: Points between its edges and the body.
  public func panel(
    fill: Color? = nil, border: Color? = nil, borderWidth: Double = 0.5, radius: Double = 0, padding: Double = 0
  ) -> MarkdownBody {
    var look = MarkdownLook()
    (look.fill, look.border, look.borderWidth, look.radius) = (fill, border, border == nil ? 0 : borderWidth, radius)
    (look.padding, look.paddingTop, look.paddingBottom) = (padding, padding, padding)
    return panel(look)
  }

  /// A panel with the looks that a theme gives a block: `configuration.content.panel(configuration.look)`.
  public func panel(_ look: MarkdownLook) -> MarkdownBody { MarkdownBody(.panel(part, look)) }

  /// A drawing over the body, once for each page that shows some of it: the canvas has the size of that part, and clips what is drawn
  /// outside, with the diagnostic `style.overflow`.
  ///
  /// - Parameters:
  ///   - name: What diagnostics call it.
  ///   - draw: Called once for each page that shows a part of the body.
  public func overlay(_ name: String = "overlay", _ draw: @escaping @Sendable (inout Canvas) -> Void) -> MarkdownBody {
    MarkdownBody(.drawn(part, BodyDrawing(name: name, isOverlay: true, draw: draw)))
  }

  /// A drawing behind the body, once for each page that shows some of it; see ``overlay(_:_:)``.
  ///
  /// - Parameters:
  ///   - name: What diagnostics call it.
  ///   - draw: Called once for each page that shows a part of the body.
  public func background(_ name: String = "background", _ draw: @escaping @Sendable (inout Canvas) -> Void) -> MarkdownBody {
    MarkdownBody(.drawn(part, BodyDrawing(name: name, isOverlay: false, draw: draw)))
  }

  /// Prevents page breaks inside the body if it fits on one page.
  public func keptTogether() -> MarkdownBody { MarkdownBody(.keep(part, withNext: false)) }

  /// Prevents a page break between the body and what follows it.
  public func keptWithNext() -> MarkdownBody { MarkdownBody(.keep(part, withNext: true)) }

  /// Names the body: ``TypesetDocument/place(of:)``, snapshots and arrows find all of it that is on a page. Links in the text don't; a ``MarkdownFragment`` with a name is for
  /// them.
  public func id(_ id: String) -> MarkdownBody { MarkdownBody(.named(part, id)) }

  /// Its name; a stack of one body, and a look, has the name of what it is made of.
  public var id: String? { part.id }

  /// The width of a body beside others, in points.
  public func width(_ length: Double) -> MarkdownBody { MarkdownBody(.width(part, length)) }

  /// Makes the body at least this high, in points, with free space below: cards are equally high with the largest height that a collector has
  /// found. Before a ``panel(fill:border:borderWidth:radius:padding:)``, which is made around it.
  public func minHeight(_ length: Double) -> MarkdownBody { MarkdownBody(.tall(part, length)) }

  /// Cuts each paragraph of the body that has more lines, with an ellipsis where text is left out.
  ///
  /// - Parameters:
  ///   - count: The most lines, from 1.
  ///   - place: What is left out: the end, the head or the middle.
  ///   - more: A word after the ellipsis where text is left out.
  ///   - destination: Where that word leads: an address, or `#name`.
  public func lineLimit(
    _ count: Int, truncation place: Truncation = .end, more: String = "", link destination: String? = nil
  ) -> MarkdownBody {
    MarkdownBody(.look(part, .lines(BodyLineLimit(count: count, place: place, more: more, destination: destination))))
  }

  /// The font of the body's text.
  public func font(_ font: TextFont) -> MarkdownBody { MarkdownBody(.look(part, .font(font))) }

  /// The colour of the body's text.
  public func foregroundStyle(_ color: Color) -> MarkdownBody { MarkdownBody(.look(part, .color(color))) }

  /// How the body's lines end.
  public func multilineTextAlignment(_ alignment: MarkdownAlignment) -> MarkdownBody { MarkdownBody(.look(part, .align(alignment))) }

  /// From baseline to baseline, as a multiple of the size of the type: from 0.5 to 4.
  public func lineSpacing(_ factor: Double) -> MarkdownBody { MarkdownBody(.look(part, .leading(factor))) }

  /// Sets a value that styles inside the body read from their configuration's ``StyleConfiguration/environment``.
  public func environment<Value: Sendable>(
    _ path: any WritableKeyPath<MarkdownEnvironment, Value> & Sendable, _ value: Value
  ) -> MarkdownBody {
    MarkdownBody(.environment(part, { $0[keyPath: path] = value }))
  }
}

/// The looks that a theme gives a block: points and colours.
public struct MarkdownLook: Hashable, Sendable {
  /// The fill behind the block.
  public var fill: Color?
  /// The colour of the frame.
  public var border: Color?
  /// The width of the frame's line, in points.
  public var borderWidth = 0.0
  /// The radius of the frame's corners, in points.
  public var radius = 0.0
  /// The padding at the left and the right, in points.
  public var padding = 0.0
  /// Points.
  public var paddingTop = 0.0
  /// Points.
  public var paddingBottom = 0.0
  /// The colour of a bar at the left.
  public var bar: Color?
  /// The width of the bar, in points.
  public var barWidth = 0.0
  /// Lines along single edges: the theme's `border-top`, `border-bottom` and so on.
  package var edges: [BodyEdge] = []

  /// No fill, no frame, no padding.
  public init() {}
}

// MARK: What bodies are made of

/// A primitive. `TypesetStyling` makes blocks of it.
package indirect enum BodyPart: Sendable {
  case text(String)
  case markdown(String)
  case nodes([MarkdownNode])
  /// The content of a node with its built-in looks, without its frame.
  case content(MarkdownNode, BodyContent)
  case attachment(AttachmentBox)
  case stack([BodyPart], spacing: Double?)
  case rows([[BodyPart]], RowLayout)
  case table(BodyTable)
  case spacer(Double)
  case whenWide(Double, BodyPart, BodyPart)
  case firstThatFits(Double?, [BodyPart])
  case tall(BodyPart, Double)
  case padding(BodyPart, BodyEdges)
  case panel(BodyPart, MarkdownLook)
  case drawn(BodyPart, BodyDrawing)
  case keep(BodyPart, withNext: Bool)
  case named(BodyPart, String)
  case width(BodyPart, Double)
  case look(BodyPart, BodyLook)
  case environment(BodyPart, @Sendable (inout MarkdownEnvironment) -> Void)
  case collected(BodyPart, Emission)
  case scope(BodyPart, CollectedScope)
  /// With what it surrounds.
  case reading(CollectedReader, BodyPart)
}

extension BodyPart {
  /// True if it is empty.
  package var isEmpty: Bool {
    switch self {
    case .text(let text), .markdown(let text): text.isEmpty
    case .nodes(let nodes): nodes.isEmpty
    case .content, .attachment, .table, .spacer, .collected, .reading: false
    case .stack(let parts, _): parts.allSatisfy(\.isEmpty)
    case .rows(let rows, _): rows.joined().allSatisfy(\.isEmpty)
    case .whenWide(_, let wide, let narrow): wide.isEmpty && narrow.isEmpty
    case .firstThatFits(_, let parts): parts.allSatisfy(\.isEmpty)
    case .tall(let part, let height): part.isEmpty && !(height > 0)
    case .padding, .panel, .drawn, .keep, .named, .width, .look, .environment, .scope: inner?.isEmpty ?? true
    }
  }

  /// What a modifier is applied to; nil for what is no modifier.
  private var inner: BodyPart? {
    switch self {
    case .padding(let part, _), .panel(let part, _), .drawn(let part, _), .keep(let part, _), .named(let part, _), .width(let part, _),
      .look(let part, _), .environment(let part, _), .scope(let part, _), .tall(let part, _), .collected(let part, _),
      .reading(_, let part):
      part
    default: nil
    }
  }

  fileprivate var id: String? {
    switch self {
    case .named(_, let id): id
    case .stack(let parts, _): parts.count == 1 ? parts[0].id : nil
    default: inner?.id
    }
  }
}

/// Which part of a node.
package enum BodyContent: Hashable, Sendable {
  /// All but its frame.
  case whole
  /// Of a callout; of a theorem its head.
  case title
  /// Of a theorem, without its head.
  case statement
  case caption
}

/// A look that a modifier gives a body.
package enum BodyLook: Sendable {
  case font(TextFont)
  case color(Color)
  case align(MarkdownAlignment)
  case leading(Double)
  case lines(BodyLineLimit)
}

/// How many lines paragraphs may have.
package struct BodyLineLimit: Hashable, Sendable {
  /// The most lines, from 1.
  package var count: Int
  /// Which part of the text is left out.
  package var place: Truncation
  /// A word after the ellipsis; empty for the ellipsis alone.
  package var more: String
  /// Where that word leads: an address, or `#name`; nil for a word without a link.
  package var destination: String?
}

/// How bodies are placed side by side.
package struct RowLayout: Hashable, Sendable {
  package var columns: Int
  /// Points between columns and rows; nil for distances in proportion to the text.
  package var spacing: Double?
  package var alignment: MarkdownVerticalAlignment
}

/// Distances from the edges of a body, in points.
package struct BodyEdges: Hashable, Sendable {
  package var top: Double
  package var right: Double
  package var bottom: Double
  package var left: Double
}

/// A line along an edge: 0 top, 1 right, 2 bottom, 3 left.
package struct BodyEdge: Hashable, Sendable {
  package var side: Int
  package var color: Color
  /// Points.
  package var width: Double

  package init(side: Int, color: Color, width: Double) { (self.side, self.color, self.width) = (side, color, width) }
}

/// What is drawn on the rectangle of a block, of a cell or of a page when it is known.
package struct BodyDrawing: Sendable {
  /// What diagnostics call it.
  package var name: String
  /// True if it is drawn over the content, false behind it.
  package var isOverlay: Bool
  package var draw: @Sendable (inout Canvas) -> Void

  package init(name: String, isOverlay: Bool, draw: @escaping @Sendable (inout Canvas) -> Void) {
    (self.name, self.isOverlay, self.draw) = (name, isOverlay, draw)
  }
}

/// A table that a client composes.
package struct BodyTable: Sendable {
  /// The alignment of each column.
  package var columns: [MarkdownColumnAlignment]
  /// The rows of the head, repeated on each page; may be empty.
  package var head: [[MarkdownTableCell]]
  package var rows: [[MarkdownTableCell]]
  /// Above the table; empty for a table without a caption.
  package var caption: BodyPart
}

/// A drawing as wide as there is room, known by its id and version.
private struct CanvasAttachment: InlineAttachment {
  var id: String
  var version: Int
  var height: Double
  var plainText: String
  var content: @Sendable (inout Canvas) -> Void

  func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: proposal.width, height: height) }
  func draw(on canvas: inout Canvas) { content(&canvas) }

  static func == (a: CanvasAttachment, b: CanvasAttachment) -> Bool { a.id == b.id && a.version == b.version && a.height == b.height }
  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(version)
  }
}
