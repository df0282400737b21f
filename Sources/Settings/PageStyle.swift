public import TypesetBoxes

/// The paper and the position of text on it.
public struct PageStyle: Hashable, Sendable {
  public var width = 595.276.pt
  public var height = 841.89.pt
  public var top = 72.pt
  /// The outer margin where a document is two-sided.
  public var right = 72.pt
  public var bottom = 81.pt
  /// The inner margin where a document is two-sided.
  public var left = 72.pt
  public var background: Color?
  /// The ground of thumb tabs at the outer edge, one for each chapter; nil has none.
  public var thumbTabs: Color?
  /// Where short lines at the left edge of the paper say where it is folded or punched, from the top.
  public var foldMarks: [Length] = []
  public var isNumbered = true
  /// Which lines of text have their number in the margin: each one, each fifth …; 0 for none.
  public var numbersLines = 0
  /// True where all pages end on one line, glue between blocks stretching; false leaves the bottom ragged.
  public var isBottomFlush = false
  /// True if each page up to a page break is a slide, so that one that goes on is reported.
  public var areSlides = false
  /// How pages are put on the sheets of a handout.
  public var handout = HandoutStyle()
  /// True if what is on a page is in the middle of its height.
  public var isCentered = false
  /// True if figures and tables with captions may go after the text that follows them where they would leave a page half empty.
  public var movesFigures = false
  /// Where figures and tables with captions may be that say nothing of it; nil leaves them in the text.
  public var floats: FloatPlacement?
  /// True where left and right pages mirror one another; the first page is a right one.
  public var isTwoSided = false
  /// True where the document runs from right to left: pages are bound at their right edge, columns begin there, and what furniture calls
  /// left is there.
  public var isRightToLeft = false
  /// Text columns side by side, from 1 on.
  public var columns = 1
  public var columnGap = 20.pt
  /// The width of notes in the outer margin; zero where there are none.
  public var noteWidth = Length.zero
  /// Between text and notes.
  public static let noteGap = 14.pt
  /// A title needs no header above it.
  public var header = Furniture(first: FurnitureLine())
  public var footer = Furniture(FurnitureLine(center: "{page}"))
  /// What stands at places of its own on pages.
  public var boxes: [PageBox] = []
  /// How pages before the first chapter are numbered, where the document says where that begins.
  public var frontNumbers = NumberForm.arabic
  /// The number of the first page that has an Arabic one.
  public var firstNumber = 1
  /// True if numbers of pages begin again with each heading of the first level.
  public var restartsNumbers = false

  /// True if tables that are too wide may have landscape pages of their own.
  public var turnsWideTables = false
  /// True if they are always divided instead.
  public var dividesWideTables = false

  public init() {}

  public var isUpright: Bool { width < height }

  /// The page in landscape, within its margins.
  public var turned: PageStyle {
    var page = self
    swap(&page.width, &page.height)
    page.columns = 1
    return page
  }

  /// Width of the text block, never below one centimetre.
  public var textWidth: Length { max(width - left - right, 28.pt) }
  public var textHeight: Length { max(height - top - bottom, 28.pt) }

  /// Width of one column.
  public var measure: Length {
    columns == 1 ? textWidth : max((textWidth - columnGap * (columns - 1)) / columns, 28.pt)
  }

  /// The first baseline of a page or column from its top, TeX's `\topskip`, and the room below the last one; zero where these are those of
  /// their lines.
  public internal(set) var topSkip = Length.zero
  public internal(set) var footDepth = Length.zero

  /// Where pages end on one line, the text block holds whole lines; there, and in columns, first lines are level, whatever their size.
  public mutating func alignBottom(leading: Length) {
    if isBottomFlush || columns > 1 { topSkip = leading.scaled(by: 0.7) }
    if isBottomFlush { footDepth = leading - leading.scaled(by: 0.7) }
    guard isBottomFlush, leading > .zero, textHeight > leading * 4 else { return }
    bottom += Length(rawValue: textHeight.rawValue % leading.rawValue)
  }

  /// Reduces margins that leave no room for text; true if it had to.
  public mutating func keepText() -> Bool {
    let room = 60.pt
    var isChanged = false
    if width - left - right < room {
      (left, right) = (width / 10, width / 10)
      isChanged = true
    }
    if height - top - bottom < room {
      (top, bottom) = (height / 10, height / 10)
      isChanged = true
    }
    while columns > 1, measure < room { columns -= 1 }
    return isChanged
  }

  /// Makes the outer margin wide enough for notes, where pages have one column and the text stays wide enough.
  ///
  /// - Parameter isGiven: True if the author says how wide margins are: they are made wider only if notes do not fit.
  public mutating func makeRoomForNotes(isGiven: Bool) {
    guard columns == 1, !areSlides else { return }
    let edge = 26.pt
    let least = 68.pt
    let wanted = min(max(width.scaled(by: 0.2), 80.pt), 140.pt)
    var page = self
    if !isGiven { page.left = min(left, max(width.scaled(by: 0.115), 36.pt)) }
    if !isGiven || right < least + Self.noteGap + edge { page.right = max(right, wanted + Self.noteGap + edge) }
    guard page.width - page.left - page.right >= 160.pt else { return }
    page.noteWidth = min(wanted.scaled(by: 1.3), page.right - Self.noteGap - edge)
    self = page
  }

  /// How far a block reaches into the margins. Pages that mirror one another have the smaller margin's part at both sides; the column of notes
  /// is all of the margin that they are in.
  public func reach(_ wish: MarginReach) -> (left: Length, right: Length) {
    guard columns == 1, !areSlides else { return (.zero, .zero) }
    let narrow = min(left, right)
    func part(_ share: Double, of margin: Length) -> Length {
      share >= 1 ? margin : max(min(margin.scaled(by: share), margin - 26.pt), .zero)
    }
    if isTwoSided { return (part(wish.left, of: narrow), part(wish.right, of: narrow)) }
    let notes = noteWidth > .zero && wish.right > 0 && wish.right < 1
    return (part(wish.left, of: left), notes ? Self.noteGap + noteWidth : part(wish.right, of: right))
  }

  /// The left edge of notes in the margin of a page, counted from 0.
  public func leftOfNotes(onPage index: Int) -> Length {
    let left = left(onPage: index)
    return isTwoSided && (index % 2 == 1) != isRightToLeft ? left - Self.noteGap - noteWidth : left + textWidth + Self.noteGap
  }

  /// The left edge of a column in the text block, counted from 0.
  public func left(ofColumn index: Int) -> Length {
    (measure + columnGap) * (isRightToLeft ? columns - 1 - index : index)
  }

  /// The left edge of the text block on a page, counted from 0.
  public func left(onPage index: Int) -> Length {
    isTwoSided && (index % 2 == 1) != isRightToLeft ? max(width - left - textWidth, .zero) : left
  }
}

/// How pages are numbered.
public enum NumberForm: String, Hashable, Sendable {
  case arabic, roman
  case upperRoman = "upper-roman"
  case letter, none

  /// A number from 1 on in this form.
  public func text(_ number: Int) -> String {
    switch self {
    case .arabic: "\(number)"
    case .roman: Self.roman(number)
    case .upperRoman: Self.roman(number).uppercased()
    case .letter: Self.letters(number)
    case .none: ""
    }
  }

  private static func roman(_ number: Int) -> String {
    guard (1..<5000).contains(number) else { return "\(number)" }
    var rest = number
    var text = ""
    for (value, sign) in [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
      (4, "iv"), (1, "i"),
    ] {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }

  /// A, B, … Z, AA, AB, …
  private static func letters(_ number: Int) -> String {
    var rest = max(number, 1)
    var bytes: [UInt8] = []
    while rest > 0 {
      bytes.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: bytes.reversed(), as: UTF8.self)
  }
}
