public import TypesetBoxes
package import TypesetDiagrams
public import TypesetDiagnostics
public import TypesetInterface
public import TypesetMarkdown

/// Something in a line that is not text; a U+FFFC in the text represents it.
public enum Attachment: Hashable, Sendable {
  case math(MathSpan, TextStyle)
  indirect case image(Image, TextStyle)
  /// The box of a task item.
  case checkbox(isChecked: Bool, TextStyle)
  /// What a client draws.
  indirect case client(AttachmentBox, TextStyle, SourceSpan)
  /// Text on a ground of its own, never divided.
  indirect case badge(Badge, TextStyle)
  /// A number of pages, which becomes text when the block is set.
  indirect case field(PageField, TextStyle)

  /// The looks of the text around it.
  public var style: TextStyle {
    get {
      switch self {
      case .math(_, let style), .image(_, let style), .checkbox(_, let style), .client(_, let style, _), .badge(_, let style),
        .field(_, let style):
        style
      }
    }
    set {
      switch self {
      case .math(let span, _): self = .math(span, newValue)
      case .image(let image, _): self = .image(image, newValue)
      case .checkbox(let isChecked, _): self = .checkbox(isChecked: isChecked, newValue)
      case .client(let box, _, let span): self = .client(box, newValue, span)
      case .field(let field, _): self = .field(field, newValue)
      case .badge(let badge, let style):
        self = .badge(newValue.size == style.size ? badge : badge.scaled(by: newValue.size.points / style.size.points), newValue)
      }
    }
  }

  /// Its representation in plain text.
  public var plainText: String {
    switch self {
    case .math(let span, _): span.tex
    case .image(let image, _): image.alternative
    case .checkbox, .field: ""
    case .client(let box, _, _): box.plainText
    case .badge(let badge, _): badge.content.plainText
    }
  }
}

/// A picture that the author refers to.
public struct Image: Hashable, Sendable {
  /// As the author wrote it: a path, an address, a `data:` URL.
  public var source: String
  /// The diagram that is the picture; its source is no file then.
  public var diagram: DiagramName?
  /// The same where it was drawn without a program.
  package var drawn: DiagramPicture?
  /// Its alternative text.
  public var alternative: String
  /// The same with its formulas; nil if it has none.
  public var words: InlineContent?
  public var title: String
  public var span: SourceSpan
  /// The author's size; nil for the picture's own, or the one that follows from the other dimension.
  public var width: PictureSize?
  public var height: PictureSize?
  /// Where its lower edge is in a line; nil is on the baseline, or centred for signs.
  public var baseline: PictureBaseline?
  /// Moved up from there.
  public var shift = Length.zero
  /// Moved to the right of its place in the line, which stays as it is.
  public var shiftRight = Length.zero
  /// Times its own size: so that a picture meant for text of 12 pt (CSS: 16 px) goes with the text, or with the curve of a style of text.
  public var scale: Double?
  /// What is copied in its place; nil is nothing.
  public var copy: String?
  /// False leaves dollars in labels of an SVG as they are.
  public var setsFormulas = true
  /// True if all labels of an SVG are in the document's face.
  public var hasDocumentFace = false
  /// True if labels of an SVG have the document's size, whatever the picture's is.
  public var hasDocumentSize = false
  /// True if black in an SVG follows the text, and white the paper.
  public var isRecolored = false

  public init(source: String, alternative: String, title: String, span: SourceSpan) {
    self.source = source
    self.alternative = alternative
    self.title = title
    self.span = span
  }
}

/// A diagram that has been drawn, by its language and its code.
public struct DiagramName: Hashable, Sendable {
  public var language: String
  public var source: String

  public init(language: String, source: String) {
    (self.language, self.source) = (language, source)
  }

  /// The name of its picture. A line break is in no author's path, as CommonMark reads destinations.
  public var pictureName: String { "diagram\n\(language)\n\(source)" }
}

/// A width or height of a picture.
public enum PictureSize: Hashable, Sendable {
  case absolute(Length)
  /// A part of the available width; for a height, of the page's.
  case fraction(Double)
  /// Times the height of the capitals around it.
  case capitals(Double)
}

/// Where a picture in a line is.
public enum PictureBaseline: Hashable, Sendable {
  /// Its lower edge, from the baseline upwards.
  case offset(Length)
  /// Its middle is half an x-height above the baseline (CSS `vertical-align: middle`).
  case middle
  /// Its lower edge is that of the letters' descenders (CSS `text-bottom`).
  case textBottom
}

/// Text with attachments: the content of a paragraph, a heading, a table cell.
public struct InlineContent: Hashable, Sendable {
  public var text = StyledText()
  public var attachments: [Attachment] = []
  /// Of a numbered heading: how many bytes of the text are its number, which the space after it does not belong to.
  public var numberLength = 0

  public init() {}

  public var isEmpty: Bool { text.text.isEmpty }

  /// Changes the looks of the text and of what is in it.
  public mutating func recast(_ change: (inout TextStyle) -> Void) {
    for index in text.styles.indices { change(&text.styles[index]) }
    for index in attachments.indices { change(&attachments[index].style) }
  }

  /// The plain text; a formula is represented by its LaTeX.
  public var plainText: String {
    let plain = String(decoding: text.text, as: UTF8.self)
    // Most texts have nothing to replace.
    if attachments.isEmpty, !text.text.contains(where: { $0 >= 0x80 || $0 == 0x0B }) { return plain }
    var rest = attachments[...]
    var out = ""
    for part in plain.split(separator: "\u{FFFC}", omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0, let attachment = rest.popFirst() { out += attachment.plainText }
      out += part.element
    }
    return out.replacing("\u{2028}", with: " ").replacing("\u{B}", with: " ")
  }
}

/// What clients draw when places are known, by number. Closures cannot be compared: lists of the same length count as equal.
package struct ClientDrawings: Hashable, Sendable {
  package struct Drawing: Sendable {
    package var drawing: BodyDrawing
    package var style: TextStyle
    package var span: SourceSpan
    /// What the rectangle is for if nothing is drawn: the number of what is collected; -1 for a drawing.
    package var emission = -1
  }

  package var list: [Drawing] = []
  /// Over whole pages.
  package var pages: [PageDrawing] = []
  /// Of text, by their numbers less one.
  package var renderers: [(any MarkdownTextRenderer)?] = []

  package var isEmpty: Bool { list.isEmpty && pages.isEmpty && renderers.isEmpty }
  /// True if there are none but the rectangles of what is collected.
  package var showsNothing: Bool { pages.isEmpty && renderers.isEmpty && list.allSatisfy { $0.emission >= 0 } }

  package init() {}

  package static func == (a: ClientDrawings, b: ClientDrawings) -> Bool {
    (a.list.count, a.pages.count, a.renderers.count) == (b.list.count, b.pages.count, b.renderers.count)
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(list.count) }
}

/// What clients collect, in document order. Closures cannot be compared: lists of the same length count as equal.
package struct ClientCollection: Hashable, Sendable {
  package var collected = CollectedEvents()

  package init() {}

  package static func == (a: ClientCollection, b: ClientCollection) -> Bool { a.collected.events.count == b.collected.events.count }
  package func hash(into hasher: inout Hasher) { hasher.combine(collected.events.count) }

  /// The anchor of text that is collected; no author's name has a control character.
  package static let anchorPrefix = "\u{1}"
}

/// A document with every block's looks resolved; nodes in one array in document order, linked by index.
public struct StyledTree: Hashable, Sendable {
  public typealias Index = Int32

  /// The attribute of a block that opens a page as a chapter does; its value is the title of the pages after it.
  public static let opening = "opens-page"

  public struct Block: Hashable, Sendable {
    public var kind: Kind
    public var style: BlockStyle {
      get { styles[0] }
      set { styles = [newValue] }
    }
    // As the style's, without a copy of it.
    package var keepsWithNext: Bool { styles[0].keepWithNext }
    package var breaksPage: Bool { styles[0].pageBreak }
    package var spaceBefore: Glue { styles[0].before }
    package var spaceAfter: Glue { styles[0].after }
    package var placement: FloatPlacement? { styles[0].float }
    package var fromTop: Length? { styles[0].fromTop }
    package var hasFrame: Bool { styles[0].background != nil || styles[0].border != nil || styles[0].bar != nil }
    /// One. It is half a kilobyte, which blocks that look the same have together in memory.
    private var styles: [BlockStyle]
    /// Fast where they have it together in memory.
    package func hasSameStyle(as other: Block) -> Bool { styles == other.styles }
    /// Everything but the style.
    package var withoutStyle: Block {
      var block = self
      block.styles = Self.noStyle
      return block
    }
    private static let noStyle = [BlockStyle(text: TextStyle(families: [], size: .zero), leading: .zero, align: .left)]
    public var span: SourceSpan
    /// The name of the block for links and cross-references.
    public var anchor: String?
    /// The role of the block in the document's structure, if its kind does not determine it.
    public var role: StructureRole?
    /// Of a figure: what follows runs around it.
    public var side: PictureSide?
    /// Of a figure at a side: where it leads.
    public var link: String?
    /// Classes and pairs that the author gave the block.
    public var attributes = Attributes()
    /// -1 if there is none.
    public var firstChild: Index = -1
    /// -1 if there is none.
    public var nextSibling: Index = -1

    public init(kind: Kind, style: BlockStyle, span: SourceSpan) {
      (self.kind, styles, self.span) = (kind, [style], span)
    }

    /// - Parameter recent: The styles of the blocks before.
    init(kind: Kind, style: BlockStyle, span: SourceSpan, _ recent: inout RecentValues<BlockStyle>) {
      (self.kind, styles, self.span) = (kind, recent.shared([style]), span)
    }
  }

  public enum Kind: Hashable, Sendable {
    /// A box around its children: the document, a quote.
    case group
    case paragraph(InlineContent)
    /// `destination` is the anchor in GitHub's spelling.
    case heading(level: Int, InlineContent, title: String, destination: String)
    case list
    /// The marker is left of the first line.
    case item(marker: InlineContent)
    // Large and rare, as are figures and tables: every block would have their size.
    indirect case code(StyledCode)
    case display(MathSpan)
    indirect case figure(Image, caption: InlineContent)
    indirect case table(Table)
    case rule
    /// The place of the table of contents.
    case contents([ContentsEntry])
    /// From the next page on numbers have this form and begin anew.
    case numbering(NumberForm)
    /// Free space, by a client's style.
    case space(Length)
    /// Its children side by side, row by row.
    indirect case rows(Rows)
    /// A group with a client's drawing over or behind it, by its number in `drawings`.
    case drawn(Int32)
    /// The first child if there is this much space, otherwise the second.
    case whenWide(Length)
    /// The first child that fits into the measure, or into this height; else the last.
    case firstThatFits(height: Length?)
    /// A group that is at least this high.
    case tall(Length)
    /// Its children in the margin, beside what follows it.
    case marginNote
    /// All of a slide that has a ground of its own; what has places on it comes first.
    indirect case slide(SlideGround)
    /// Its children at a place of the page, where they take no room.
    indirect case placed(SlidePlace)
  }

  /// Groups side by side.
  public struct Rows: Hashable, Sendable {
    public var columns: Int
    /// The width of each child; nil for a share of the rest.
    public var widths: [Length?]
    public var spacing: Length
    public var rowSpacing: Length
    public var vertical: Table.VerticalAlignment

    /// - Parameter vertical: Where the lower ones stand; `baseline` makes their frames as high as the highest.
    public init(columns: Int, widths: [Length?], spacing: Length, rowSpacing: Length, vertical: Table.VerticalAlignment) {
      (self.columns, self.widths, self.spacing, self.rowSpacing, self.vertical) = (columns, widths, spacing, rowSpacing, vertical)
    }
  }

  public struct Table: Hashable, Sendable {
    public struct Cell: Hashable, Sendable {
      public var content: InlineContent
      /// How many columns and rows it spans.
      public var columns = 1
      public var rows = 1
      /// True if a spanning cell covers this place.
      public var isCovered = false
      /// Its own alignment, or that of the column.
      public var align: Tree.Alignment?
      /// The group of its blocks, where it has more than a line of text in it; no node's child. -1 where `content` is all.
      public var blocks: Index = -1
      /// How the author wants it; nil is the baseline, in heads the foot.
      public var vertical: VerticalAlignment?
      public var width: PictureSize?
      public var background: Color?
      /// A line around it.
      public var border: Color?
      /// What a client draws over it, by its number in `drawings`; -1 where there is nothing.
      public var drawing: Int32 = -1
      /// Names its row.
      public var isRowHead = false
      /// Where it is in a column that is aligned at the decimal sign; nil in other columns.
      public var decimal: Decimal?

      public init(_ content: InlineContent) { self.content = content }

      public var isEmpty: Bool { content.isEmpty && blocks < 0 }
      /// True if something is drawn behind, around or over it.
      public var hasGround: Bool { background != nil || border != nil || drawing >= 0 }
    }

    /// The vertical alignment of a cell in a higher row.
    public enum VerticalAlignment: Hashable, Sendable { case top, middle, bottom, baseline }

    public var columns: [Tree.Alignment]
    public var head: [[Cell]]
    public var rows: [[Cell]]
    /// Rows that a rule sets off from those above, as one of totals.
    public var ruled: Set<Int> = []
    /// The number of rows at the end that are notes, below the table's last rule.
    public var noteCount = 0
    public var caption = InlineContent()
    /// The author's width.
    public var width: PictureSize?
    /// True if it only places content side by side: without rules, and not a table for assistive technology.
    public var isLayout = false
    public var headStyle: BlockStyle
    public var cellStyle: BlockStyle

    /// The rows without the notes below them.
    public var body: ArraySlice<[Cell]> { rows.dropLast(noteCount) }
    public var notes: ArraySlice<[Cell]> { rows.suffix(noteCount) }
  }

  /// The first is the document.
  public var blocks: [Block] = []
  /// The groups that are footnotes, by their numbers less one; no node's children. -1 where a note has no text.
  public var notes: [Index] = []
  public var theme: Theme
  public var language: String
  /// The title and other metadata, also for headers and footers.
  public var title = TitleBlock()
  /// What running heads show for headings that have more than words in them, by their destinations.
  public var heads: [String: InlineContent] = [:]
  /// The document's title among them.
  public static let titleHead = ""
  /// The number of blocks at the beginning that are the title block.
  public var titleCount = 0
  /// Blocks below this index are the title block's, or the document itself.
  public var titleEnd: Index = 1
  /// The title's own block; -1 where there is none.
  public var titleIndex: Index = -1
  /// A numbered chapter, in which equations count anew.
  public struct Chapter: Hashable, Sendable {
    public var heading: Index
    public var number: String
  }

  /// None where equations count through the document.
  public var chapters: [Chapter] = []
  /// Problems with labels and links.
  public var diagnostics: [Diagnostic] = []
  /// The top level of headings that are numbered.
  package var topLevel = 1
  /// True if figures and tables with captions are numbered.
  package var numbersFigures = false
  /// The author's hyphenated words, with hyphens at the break points.
  public var hyphenation: [String] = []
  /// The files of the source, from whose folders the paths of pictures start.
  public var sourceFiles: [Source.File] = []
  /// What clients draw when places are known.
  package var drawings = ClientDrawings()
  /// What clients collect.
  package var collected = ClientCollection()
  /// What callouts are, where the text is still growing.
  package var calloutKinds: [Index: String] = [:]
  /// True if text shows numbers of pages.
  package var showsPagesInText = false
  /// True if there are tabs.
  package var hasTabs = false
  /// True if `equation`, `align` and the like get numbers; nil decides by the document.
  public var numbersEquations: Bool?

  public init(theme: Theme, language: String) {
    self.theme = theme
    self.language = language
  }

  public subscript(index: Index) -> Block {
    // What is asked of a block is read in its place: copying one costs ten references.
    _read { yield blocks[Int(index)] }
  }

  package func has(class name: String, _ index: Index) -> Bool { blocks[Int(index)].attributes.has(class: name) }

  /// The block by which the page of another is chosen: headings and lead-ins go with what follows them; the search is bounded.
  package func pageLeader(of index: Index) -> Index {
    var index = Int(index)
    for _ in 0..<20 {
      guard blocks[index].keepsWithNext, blocks[index].nextSibling >= 0 else { break }
      guard !blocks[index].attributes.has(class: "landscape") else { break }
      index = Int(blocks[index].nextSibling)
    }
    return Index(index)
  }

  public func children(of index: Index) -> [Index] {
    var out: [Index] = []
    var next = blocks[Int(index)].firstChild
    while next >= 0 {
      out.append(next)
      next = blocks[Int(next)].nextSibling
    }
    return out
  }
}

extension StyledTree {
  /// Forgets the text of blocks that are set: pages need its memory. Kinds, styles and places stay, and all that is read of a document later.
  ///
  /// - Parameter isNeeded: True for a top-level block that will be set again.
  package mutating func forgetText(but isNeeded: (StyledTree, Index) -> Bool) {
    var waiting = children(of: 0).filter { !isNeeded(self, $0) }
    while let index = waiting.popLast() {
      switch blocks[Int(index)].kind {
      case .paragraph: blocks[Int(index)].kind = .paragraph(InlineContent())
      case .item: blocks[Int(index)].kind = .item(marker: InlineContent())
      case .table(var table):
        blocks[Int(index)].kind = .rule
        (table.head, table.rows) = ([], [])
        blocks[Int(index)].kind = .table(table)
      // The size of code is that of all code, headings and captions are read again, and the rest is small.
      default: break
      }
      var child = blocks[Int(index)].firstChild
      while child >= 0 {
        waiting.append(child)
        child = blocks[Int(child)].nextSibling
      }
    }
  }
}
