import TypesetBytes

/// A colour with alpha, 8 bits each.
public struct Color: Hashable, Sendable {
  /// 0xRRGGBBAA
  public var rgba: UInt32

  public init(rgba: UInt32) { self.rgba = rgba }
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    rgba = UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  public static let black = Color(rgba: 0x0000_00FF)

  /// From 0 to 1, as are the other components.
  public var red: Double { Double(rgba >> 24) / 255 }
  public var green: Double { Double(rgba >> 16 & 255) / 255 }
  public var blue: Double { Double(rgba >> 8 & 255) / 255 }
  public var alpha: Double { Double(rgba & 255) / 255 }

  /// From 0 to 1, as eyes weigh the colours (ITU-R BT.601).
  package var brightness: Double { 0.299 * red + 0.587 * green + 0.114 * blue }

  /// The opaque colour as programs and style sheets write it, `#rrggbb`.
  package var hex: String { "#" + String(hex: rgba >> 8, digits: 6) }
}

/// A face of the font book, by number.
public struct FaceID: Hashable, Sendable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// A picture of the picture book, by number.
public struct PictureID: Hashable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A glyph where it is in its run. Twelve bytes: a long document has millions.
public struct Glyph: Hashable, Sendable {
  /// Scaled points from the run's origin, rightwards and upwards.
  public var x: Int32
  /// Scaled points from the run's origin, upwards.
  public var y: Int32
  @usableFromInline var narrowID: UInt16
  @usableFromInline var narrowCluster: UInt16

  /// Index in the font file. No file has more than 65,535 glyphs (OpenType `maxp`).
  @inlinable public var id: UInt32 {
    get { UInt32(narrowID) }
    set { narrowID = UInt16(truncatingIfNeeded: newValue) }
  }

  /// Where the text of the glyph's cluster begins, in bytes from the start of the run's text. Glyphs with the same
  /// number are one cluster: the glyphs beyond `lastCluster` are.
  @inlinable public var cluster: UInt32 {
    get { UInt32(narrowCluster) }
    set { narrowCluster = UInt16(clamping: newValue) }
  }

  /// Runs of text are ended before they have more bytes.
  public static let lastCluster = Int(UInt16.max)

  @inlinable public init(id: UInt32, x: Int32, y: Int32, cluster: UInt32) {
    self.x = x
    self.y = y
    narrowID = UInt16(truncatingIfNeeded: id)
    narrowCluster = UInt16(clamping: cluster)
  }
}

/// Glyphs of one face, size and colour, and the text that they show.
///
/// Its lengths have 32 bits: one beyond 32,767 pt, which is on no page, is cut to that.
///
/// A run without text extracts as nothing; one whose glyphs all have cluster 0 extracts as its whole text, which is how
/// a formula gives its LaTeX.
public struct GlyphRun: Hashable, Sendable {
  public var face: FaceID
  /// Hidden from text extraction: a line's number.
  public var isSilent = false
  /// A hyphen that the author did not write: part of a divided word where lines are copied, but of no element's text.
  public var isIncidental = false
  /// Thousandths by which the glyphs are drawn wider (negative: narrower): font expansion. Their positions already include it.
  public var expansion: Int8 = 0
  /// True where the text runs right to left: clusters fall from glyph to glyph.
  public var isRightToLeft = false
  public var color: Color
  @usableFromInline var narrowSize: Int32
  @usableFromInline var narrowX: Int32
  @usableFromInline var narrowY: Int32
  @usableFromInline var narrowWidth: Int32

  /// The size of the type, rounded to scaled points and at most 32,767 pt.
  @inlinable public var size: Length {
    get { Length(rawValue: Int(narrowSize)) }
    set { narrowSize = Int32(clamping: newValue.rawValue) }
  }
  /// The origin of the first glyph's line, from the reference point of the ink; y grows upwards.
  @inlinable public var x: Length {
    get { Length(rawValue: Int(narrowX)) }
    set { narrowX = Int32(clamping: newValue.rawValue) }
  }
  /// As `x`: the origin's height above the reference point of the ink.
  @inlinable public var y: Length {
    get { Length(rawValue: Int(narrowY)) }
    set { narrowY = Int32(clamping: newValue.rawValue) }
  }
  /// How far the run reaches.
  @inlinable public var width: Length {
    get { Length(rawValue: Int(narrowWidth)) }
    set { narrowWidth = Int32(clamping: newValue.rawValue) }
  }
  /// In `Ink.glyphs`.
  public var glyphs: Range<Int32>
  /// In `Ink.text`.
  public var text: Range<Int32>

  public init(
    face: FaceID, size: Length, color: Color, x: Length, y: Length, width: Length, glyphs: Range<Int32>,
    text: Range<Int32>, isRightToLeft: Bool = false
  ) {
    self.face = face
    self.color = color
    narrowSize = Int32(clamping: size.rawValue)
    narrowX = Int32(clamping: x.rawValue)
    narrowY = Int32(clamping: y.rawValue)
    narrowWidth = Int32(clamping: width.rawValue)
    self.glyphs = glyphs
    self.text = text
    self.isRightToLeft = isRightToLeft
  }
}

/// A rectangle by its lower left corner; y grows upwards.
public struct Rect: Hashable, Sendable {
  /// The left edge.
  public var x: Length
  /// The lower edge.
  public var y: Length
  public var width: Length
  public var height: Length

  public init(x: Length, y: Length, width: Length, height: Length) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle shifted by `dx` rightwards and `dy` upwards.
  public func moved(_ dx: Length, _ dy: Length) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }
}

/// A straight stroke between two points.
public struct Stroke: Hashable, Sendable {
  /// The point where the stroke begins; y grows upwards.
  public var x0: Length
  public var y0: Length
  /// The point where the stroke ends.
  public var x1: Length
  public var y1: Length
  /// The thickness of the line, half of it on each side.
  public var width: Length
  /// On and off along the stroke; zero is a full line.
  public var dash: Length
  public var color: Color

  public init(
    x0: Length, y0: Length, x1: Length, y1: Length, width: Length, dash: Length = .zero, color: Color
  ) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
    self.width = width
    self.dash = dash
    self.color = color
  }
}

/// A rectangle, filled or framed, with round corners where the radius is above zero.
public struct Panel: Hashable, Sendable {
  public var rect: Rect
  /// The radius of all four corners; zero for square corners.
  public var radius: Length
  /// The colour inside; nil for a frame without a ground.
  public var fill: Color?
  /// The colour of the frame; nil for a panel without a frame.
  public var border: Color?
  /// The thickness of the frame, half of it on each side of the edge.
  public var borderWidth: Length

  public init(rect: Rect, radius: Length = .zero, fill: Color?, border: Color? = nil, borderWidth: Length = .zero) {
    self.rect = rect
    self.radius = radius
    self.fill = fill
    self.border = border
    self.borderWidth = borderWidth
  }
}

/// What is drawn without a file.
public struct DrawnGraphic: Hashable, Sendable {
  /// Of what it shows, in whatever size.
  public var digest: UInt64
  /// What its labels say, one line each.
  public var words: [String]

  public init(digest: UInt64, words: [String]) { (self.digest, self.words) = (digest, words) }
}

/// What an area of the ink means beyond its looks; passed up to the document.
public enum Mark: Hashable, Sendable {
  /// A place that links can lead to.
  case destination(name: String)
  /// An entry of the outline.
  case heading(level: Int, title: String, destination: String)
  /// A rectangle that leads to a web address.
  case link(url: String)
  /// A rectangle that leads to a destination of this document.
  case reference(destination: String)
  /// The first reference to a footnote, by its number from 1: the note goes on the same page.
  case note(Int32)
  /// From this page on numbers have this form and count from 1.
  case numbering(form: String)
  /// A part without an entry in the outline, such as a dedication or a table of contents: a page that begins with it has no running head,
  /// and the pages after it have this title.
  case opening(title: String)
  /// A rectangle in which a drawing of the document's is to appear, by its number.
  case drawing(Int32)
  /// The rectangle of what is drawn without a file: a diagram. What follows in its element is in it.
  indirect case graphic(DrawnGraphic)
  /// The run of text after it is drawn by a client, by the number of its renderer.
  case text(renderer: Int32)
  /// A line of text; only where lines are measured.
  indirect case line(LineReport)
}

/// One thing to draw, or a mark. Later items are drawn over earlier ones.
///
/// An item has 48 bytes. What is larger and rare is boxed, since otherwise all would be as large.
public enum InkItem: Hashable, Sendable {
  case run(GlyphRun)
  /// A filled rectangle without round corners: TeX's rule.
  case rule(Rect, Color)
  indirect case stroke(Stroke)
  indirect case panel(Panel)
  case picture(PictureID, Rect)
  indirect case path(InkPath)
  /// A mark, by its index in `Ink.marks`, and the area to which it belongs.
  case mark(Int32, Rect)
  /// What follows is cut off at a rectangle, up to the next one, which is nil. They do not nest.
  case clip(Rect?)
  /// What follows, up to the next one, is the content of an element of the document's structure.
  case content(ElementID)
  /// What follows within the content of a formula, up to the next one, is the token of its MathML with this number, from 1; 0 is a stroke or a
  /// sign that is no token.
  case part(Int32)
}

/// Set material, ready to be drawn: flat arrays, no nesting. A set formula, a line and a page are all this.
///
/// Coordinates are scaled points from one reference point: x rightwards, y upwards.
public struct Ink: Hashable, Sendable {
  /// What is drawn, from back to front, and the marks among it.
  public var items: [InkItem] = []
  /// The glyphs of all runs; each run has a range of them.
  public var glyphs: [Glyph] = []
  /// UTF-8 that the runs show.
  public var text: [UInt8] = []
  /// The marks that items refer to by index.
  public var marks: [Mark] = []

  public init() {}

  /// Copies items of another ink, moved by (dx, dy).
  public mutating func append(_ range: Range<Int>, of other: borrowing Ink, dx: Length, dy: Length) {
    for index in range { append(other.items[index], of: other, dx: dx, dy: dy) }
  }

  /// Copies a whole ink, moved by (dx, dy).
  public mutating func append(_ other: borrowing Ink, dx: Length, dy: Length) {
    append(0..<other.items.count, of: other, dx: dx, dy: dy)
  }

  private mutating func append(_ item: InkItem, of other: borrowing Ink, dx: Length, dy: Length) {
    switch item {
    case .run(var run):
      let firstGlyph = Int32(glyphs.count)
      let firstByte = Int32(text.count)
      glyphs.append(contentsOf: other.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)])
      text.append(contentsOf: other.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)])
      run.glyphs = firstGlyph..<Int32(glyphs.count)
      run.text = firstByte..<Int32(text.count)
      run.x += dx
      run.y += dy
      items.append(.run(run))
    case .rule(let rect, let color): items.append(.rule(rect.moved(dx, dy), color))
    case .stroke(var stroke):
      stroke.x0 += dx
      stroke.x1 += dx
      stroke.y0 += dy
      stroke.y1 += dy
      items.append(.stroke(stroke))
    case .panel(var panel):
      panel.rect = panel.rect.moved(dx, dy)
      items.append(.panel(panel))
    case .picture(let id, let rect): items.append(.picture(id, rect.moved(dx, dy)))
    case .path(let path): items.append(.path(path.moved(dx, dy)))
    case .mark(let index, let rect):
      marks.append(other.marks[Int(index)])
      items.append(.mark(Int32(marks.count - 1), rect.moved(dx, dy)))
    case .clip(let rect): items.append(.clip(rect?.moved(dx, dy)))
    case .content, .part: items.append(item)
    }
  }
}

extension Ink {
  /// Moves items that are glyph runs right.
  public mutating func move(_ range: Range<Int32>, by dx: Length) {
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      if case .run(var run) = items[index] {
        run.x += dx
        items[index] = .run(run)
      }
    }
  }

  /// Removes the text of glyph runs: they are visible, but cannot be searched or copied.
  public mutating func silence(_ range: Range<Int32>) {
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      if case .run(var run) = items[index] {
        run.text = run.text.lowerBound..<run.text.lowerBound
        run.isSilent = true
        items[index] = .run(run)
      }
    }
  }

  /// Turns all content from an item on into decoration.
  public mutating func makeArtifact(from first: Int) {
    for index in first..<items.count {
      if case .content = items[index] { items[index] = .content(.artifact) }
    }
  }

  /// Assigns other blocks to the elements of its content; artifacts have no element.
  public mutating func changeBlocks(_ change: (Int32) -> Int32) {
    for index in items.indices {
      guard case .content(var element) = items[index], element.block >= 0 else { continue }
      element.block = change(element.block)
      items[index] = .content(element)
    }
  }

  /// Gives back what its arrays have reserved beyond what is in them: the ink of a long document's blocks is kept until it is on pages.
  public mutating func trim() {
    glyphs.trim()
    items.trim()
    text.trim()
  }

  /// Adds items that refer to this ink's own glyphs.
  public mutating func append(_ more: [InkItem]) { items += more }
}

extension Array {
  /// Makes it as large as what is in it, if an eighth or more is free.
  fileprivate mutating func trim() {
    guard capacity - count > 32, capacity - count > count / 8 else { return }
    self = unsafe Array(unsafeUninitializedCapacity: count) { buffer, filled in
      _ = unsafe buffer.initialize(from: self)
      filled = count
    }
  }
}
