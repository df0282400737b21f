internal import TypesetBoxes

/// The classes of atoms between which space is set (TeXbook chapter 18).
enum AtomClass: UInt8 { case ord, op, bin, rel, open, close, punct, inner }

/// What is the nucleus or a script of a noad.
enum Field {
  case empty
  /// A character of the math face by its code point, alphabet already applied.
  case char(UInt32)
  /// A range of `MathList.noads`.
  case list(Int32, Int32)

  var isEmpty: Bool { if case .empty = self { true } else { false } }
}

enum Limits: UInt8 { case display, limits, noLimits }

/// What a noad is beyond an atom with scripts. It has no size and no font.
enum NoadKind {
  case atom
  /// `\frac` and the like; a thickness below zero is the font's own. Numerator is the nucleus, denominator the second.
  case fraction(thickness: Int32, left: UInt32, right: UInt32)
  /// The degree is the second field.
  case radical
  /// The accent is a code point; wide ones grow with the nucleus.
  case accent(UInt32, isWide: Bool, isBelow: Bool)
  case overline, underline
  /// `\left … \middle … \right`: parts in `MathList.fences`.
  case fence(Int32)
  /// `\big` and the like, in twelfths of a `\big`.
  case bigDelimiter(UInt32, step: Int32)
  case style(MathStyle)
  case space(mu: Int32)
  /// Absolute, or in units of the font.
  case kern(Dimension)
  case nonscript
  case penalty(Int32)
  /// `\\` in a formula in a line of text.
  case lineEnd
  /// Four lists in `MathList.choices`.
  case choice(Int32)
  case rule(width: Dimension, height: Dimension, raise: Dimension)
  case text(Int32)
  case phantom(horizontal: Bool, vertical: Bool, isVisible: Bool)
  /// `\smash[t]`, `\smash[b]`.
  case smash(top: Bool, bottom: Bool)
  /// `\mathllap` −1, `\mathclap` 0, `\mathrlap` 1.
  case lap(Int32)
  case raise(Dimension)
  case boxed(border: Color?, fill: Color?, isMath: Bool)
  case alignment(Int32)
  case color(Color?)
  case stacked(isOver: Bool)
  case strike(up: Bool, down: Bool, across: Bool)
  /// An extensible arrow, and how long it is at the least, in hundredths of an em.
  case arrow(UInt32, least: Int32)
  case vcenter
  case link(Int32)
  case sideset
  /// `\varinjlim`: an arrow as long as the nucleus below it.
  case arrowBelow(UInt32)
  case enclosed(Enclosure)
  /// The size of what follows, in thousandths of the formula's own, and whether letters keep the forms that they have at the formula's size.
  case size(Int32, keepsForms: Bool = true)
  /// `\hfil` and the like: takes free space of a cell, of a box of a given width, or of a numerator.
  case fill(Fill)
  /// `\cramped`: the content in cramped style.
  case cramped
  /// `\pmb`: the content three times, each a little beside the others.
  case poorBold
  /// `\hbox to`: the content, a text, in a box of a width.
  case sizedBox(width: Dimension, isSpread: Bool)
  /// `\parbox`: the content, a text, in lines of a width; which baseline is its own, `t`, `c` or `b`, and whether its first and last
  /// lines are as high and deep as a row of an array.
  case paragraph(width: Dimension, position: UInt8, hasStruts: Bool)
  /// `\resizebox`: the content enlarged to a width, or to a height.
  case resized(width: Dimension?, height: Dimension?)
  /// `\rotatebox`: the content turned.
  case turned(BoxTurn)
  /// `\scalebox`, `\reflectbox`: the content drawn wider and higher by two factors in thousandths, negative for a mirror image.
  case scaled(x: Int32, y: Int32)
  /// `\vline`: a rule as high as the row of the array.
  case columnRule
}

/// What takes free space, by the order of its stretch (TeXbook chapter 12).
enum Fill: UInt8 {
  /// `\hss` stretches as `\hfil` and shrinks as well.
  case hss, hfil, hfill

  var order: Int { self == .hfill ? 2 : 1 }
}

/// How `\rotatebox` turns: by an angle, counterclockwise, about a point of the box.
struct BoxTurn {
  enum Side: UInt8 { case start, middle, end }
  enum Level: UInt8 { case baseline, bottom, middle, top }
  /// Of a degree.
  var thousandths: Int32
  var x = Side.start
  var y = Level.baseline
}

/// Lines around a formula, by the names of MathML's `menclose`, steinmetz, actuarialangle, and LaTeX's `\textcircled`.
enum Enclosure: String {
  case box, roundedbox, circle, circled, actuarial, phasor = "phasorangle", longdiv, top, bottom, left, right, radical
}

struct Noad {
  var kind: NoadKind = .atom
  var atomClass: AtomClass = .ord
  var limits: Limits = .noLimits
  /// A symbol whose larger form is in display style.
  var isLargeOperator = false
  /// The argument of an alphabet command, such as `\mathrm`.
  var isWord = false
  /// `\mbox` and the like: a text that is as large in scripts as outside.
  var keepsSize = false
  /// `\cfrac[l]`, `\cfrac[r]`: where the numerator is.
  var numeratorSide = ColumnAlignment.center
  var nucleus: Field = .empty
  var second: Field = .empty
  var superscript: Field = .empty
  var `subscript`: Field = .empty
  /// Its number in the list that was read, where what is drawn of it is to be found again; else -1.
  var origin: Int32 = -1

  init(_ kind: NoadKind = .atom, _ atomClass: AtomClass = .ord, nucleus: Field = .empty, second: Field = .empty) {
    self.kind = kind
    self.atomClass = atomClass
    self.nucleus = nucleus
    self.second = second
  }

  /// True for what has a class; false for changes of style, spaces, penalties.
  var isAtom: Bool {
    switch kind {
    case .style, .color, .size, .fill, .nonscript, .space, .kern, .penalty, .lineEnd, .choice: false
    default: true
    }
  }

  var hasScripts: Bool { !superscript.isEmpty || !self.subscript.isEmpty }
}

/// Whence something that is drawn comes: the noad, by its origin, and the part of it.
struct NoadPart: Hashable {
  static let nucleus: Int16 = 0, superscript: Int16 = 1, `subscript`: Int16 = 2, second: Int16 = 3
  /// The first sign of a noad's own: a delimiter, an accent, an arrow; the others follow.
  static let sign: Int16 = 4
  /// Strokes and signs that are not characters, such as the bar of a fraction.
  static let none = NoadPart(noad: -1, part: 0)

  var noad: Int32
  var part: Int16

  /// True for a sign of the noad's own.
  var isSign: Bool { part >= Self.sign }
}

/// A length as TeX writes it: a number of units, which may depend on the font.
struct Dimension {
  enum Unit: UInt8 { case absolute, em, ex, mu, textSpace, measure }
  /// Scaled points, or 65536 to the em, ex, mu, space between words of text, or width of a line.
  var value: Int32 = 0
  var unit: Unit = .absolute

  /// The space between two words of text.
  static let textSpace = Dimension(value: 65536, unit: .textSpace)
}

/// A part of a `\left … \right` group: the delimiter before it and its content.
struct FencePart {
  var delimiter: UInt32
  var content: Field
}

/// `\text`: words of one look, and formulas between them.
enum TextPiece {
  case words(text: [UInt8], bold: Bool, italic: Bool, family: TextFamily)
  case formula(Field)
  case space(Dimension)
  case fill(Fill)
  /// `\\`: a new line in a paragraph, else a space.
  case lineEnd
}

enum TextFamily: UInt8 { case roman, sans, mono }

/// What is between two columns.
enum ColumnGap {
  case rule, dashedRule
  case material(Field)
}

enum ColumnAlignment: UInt8 { case left, center, right }

struct Alignment {
  /// How cells and rows are spaced.
  enum Manner: UInt8 { case array, eqnarray, small, aligned, gathered, substack, cases, multline, cd, vertical, diagram, proof }

  struct Row {
    /// In `MathList.cells`.
    var cells: Range<Int> = 0..<0
    var gap = Dimension()
    var linesAbove: [LineRule] = []
    /// What `\tag` gives in this row of a display.
    var tag = Field.empty
    var label: String?
    /// The tag as LaTeX's text, with parentheses unless starred.
    var tagText: String?
    var isNumbered = true
    /// amsmath's `\intertext`: a text over the whole width between two rows.
    var isText = false
    /// `\vfil` between the boxes of a `\vbox`: takes free height.
    var isFill = false
    /// The index of the author's row; nil in one that another one continues.
    var equation: Int?
  }
  struct LineRule {
    var isDashed = false
    var columns: ClosedRange<Int>?
    /// Of a rule of booktabs, with the space above and below it; zero for space alone.
    var thickness: Dimension?
    var above = Dimension()
    var below = Dimension()
    /// The sides where `\cmidrule(lr)` is shorter.
    var trims = (left: false, right: false)
  }
  struct Column {
    var alignment = ColumnAlignment.center
    var before: [ColumnGap] = []
    var after: [ColumnGap] = []
    var noSepBefore = false
    var noSepAfter = false
    /// The width of a column of paragraphs, and which of a paragraph's baselines lies on the row's baseline.
    var width: Dimension?
    var place: UInt8 = 0x74
    /// `>{…}` and `<{…}`: what is before and after each cell's content.
    var prefix: [Token] = []
    var suffix: [Token] = []
  }

  var manner = Manner.array
  var style = MathStyle.text
  var columns: [Column] = []
  var rows: [Row] = []
  /// Under the last row.
  var finalLines: [LineRule] = []
  /// `t`, `c` or `b`: which baseline is the alignment's own.
  var position: UInt8 = 0x63
  var stretch = 1000
  /// `\vbox to`: the height and depth of the whole.
  var extent: Dimension?
  /// True if the cells are in cramped style (mathtools' `\crampedsubstack`).
  var isCramped = false
  /// mathtools' `dcases` and the like: rows as far apart as in `aligned`, not as in `array`.
  var isSpread = false
  var columnSep: Dimension?
  /// `[t]`-like start and end columns have no space outside (`matrix`).
  var isTight = false
  var hasPairs = false
  /// amsmath's `aligned` whose widest row ends without `\\`: the space that is between pairs is after the last pair too.
  var endsWithSpace = false
  /// plain TeX's `\bordermatrix`: the delimiters around all but the first row and column.
  var border: (left: UInt32, right: UInt32)?
  /// `flalign`: the outer columns are at the margins.
  var isFlush = false
  var isDisplay = false
  var numbersRows = false
  /// In `MathList.diagrams`, of a `diagram`.
  var diagram = -1
  /// `numcases`: what is before the brace that embraces all rows; nil without such a brace.
  var lead: Field?

  /// A `multline` is one equation: its number is at the last line.
  mutating func numbersLastRowOnly() {
    for index in rows.indices.dropLast() {
      rows[index].isNumbered = false
      if let last = rows.indices.last {
        rows[last].label = rows[last].label ?? rows[index].label
        if rows[last].tagText == nil { (rows[last].tagText, rows[last].tag) = (rows[index].tagText, rows[index].tag) }
      }
      (rows[index].label, rows[index].tagText, rows[index].tag) = (nil, nil, .empty)
    }
  }

  /// True where the number of a display moves only one line: `multline`, and text over the whole width.
  var usesWholeLine: Bool { manner == .multline || rows.contains(where: \.isText) }
}

struct Cell {
  var content: Field
  var span = 1
  var column: Alignment.Column?
  /// amsmath's `\hdotsfor`: the cell is filled with dots, which have this much space on each side, in thousandths of a mu.
  var dots = 0

  /// What is read of the cell.
  var shown: Field { dots > 0 ? .char(0x2026) : content }
}

/// A formula after parsing: noads in one array, lists as ranges of it.
struct MathList {
  var noads: [Noad] = []
  var fences: [[FencePart]] = []
  var choices: [[Field]] = []
  var texts: [[TextPiece]] = []
  var alignments: [Alignment] = []
  var cells: [Cell] = []
  var diagrams: [Diagram] = []
  var links: [String] = []
  var root: Field = .empty
  var tag: Field = .empty
  var hasTag = false
  var tagIsStarred = false
  var tagText: String?
  var label: String?
  /// What a `\ref` or `\eqref` shows that is the whole formula; it extracts as that.
  var onlyReference: String?
  /// In order; they show `??` until they are resolved.
  var references: [OpenReference] = []

  var hasAlignment: Bool { !alignments.isEmpty }

  /// How much can be seen of what was read after the first noads and texts: noads and bytes of text.
  func visibleCount(afterNoads first: Int, texts firstText: Int) -> Int {
    texts[firstText...].joined().reduce(noads.count - first) { count, piece in
      if case .words(let text, _, _, _) = piece { count + text.count } else { count }
    }
  }
}

extension MathList {
  /// Gives each noad its number as origin, which copies of it keep.
  mutating func numberNoads() {
    for index in noads.indices { noads[index].origin = Int32(index) }
  }

  /// The noads of a field that is a list; empty for other fields.
  func noads(of field: Field) -> ArraySlice<Noad> {
    guard case .list(let start, let count) = field else { return [] }
    return noads[Int(start)..<Int(start + count)]
  }

  /// The noad of a list of one.
  func onlyNoad(of field: Field) -> Noad? {
    if case .list(let start, 1) = field { noads[Int(start)] } else { nil }
  }

  /// Adds a list of one noad.
  mutating func add(_ noad: Noad) -> Field {
    noads.append(noad)
    return .list(Int32(noads.count - 1), 1)
  }

  mutating func add(_ list: [Noad]) -> Field {
    noads += list
    return .list(Int32(noads.count - list.count), Int32(list.count))
  }

  /// Adds a row of one cell.
  mutating func add(cell content: Field) -> Range<Int> {
    cells.append(Cell(content: content))
    return cells.count - 1..<cells.count
  }

  mutating func add(_ alignment: Alignment) -> NoadKind {
    alignments.append(alignment)
    return .alignment(Int32(alignments.count - 1))
  }

  mutating func add(_ parts: [FencePart]) -> NoadKind {
    fences.append(parts)
    return .fence(Int32(fences.count - 1))
  }

  /// Adds the four lists of `\mathchoice`.
  mutating func add(choice lists: [Field]) -> NoadKind {
    choices.append(lists)
    return .choice(Int32(choices.count - 1))
  }

  mutating func add(_ pieces: [TextPiece]) -> NoadKind {
    texts.append(pieces)
    return .text(Int32(texts.count - 1))
  }

  /// Adds plain words in one family.
  mutating func add(_ words: String, _ family: TextFamily) -> NoadKind {
    add([.words(text: Array(words.utf8), bold: false, italic: false, family: family)])
  }

  /// Adds a link to an address, or to a label after `#`.
  mutating func add(link target: String) -> NoadKind {
    links.append(target)
    return .link(Int32(links.count - 1))
  }
}
