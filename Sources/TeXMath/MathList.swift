import TypesetBoxes

/// The classes of atoms (TeXbook chapter 17), which decide the space between them.
enum AtomClass: UInt8 {
  case ord, op, bin, rel, open, close, punct, inner
}

/// TeX's styles (TeXbook chapter 17).
public enum MathStyle: UInt8, Comparable, Sendable {
  case display, text, script, scriptScript

  public static func < (a: MathStyle, b: MathStyle) -> Bool { a.rawValue < b.rawValue }

  /// Of superscripts and subscripts.
  var script: MathStyle { self <= .text ? .script : .scriptScript }
  /// Of numerators and denominators.
  var fraction: MathStyle { self == .display ? .text : script }
  /// Which of the three sizes of a family: text, script, scriptscript.
  var sizeIndex: Int { self <= .text ? 0 : self == .script ? 1 : 2 }
}

/// An alphabet of letters and digits, such as `\mathbf`.
enum MathAlphabet: UInt8 {
  /// Letters italic, capital Greek and digits upright, as TeX has them.
  case normal
  case upright, italic, bold, boldItalic, script, boldScript, fraktur, boldFraktur, blackboard, sans, sansBold, sansItalic, mono
}

/// One item of a math list; a noad, in TeX's words, or what may stand between noads. It knows no font and no size.
struct Noad {
  var kind: Kind
  var superscript: [Noad]?
  var `subscript`: [Noad]?
  /// `\limits`, `\nolimits`; nil is what the style asks for.
  var limits: Bool?
  /// Bytes of the source.
  var range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  enum Kind {
    /// A character of the math font, in an alphabet.
    case symbol(Unicode.Scalar, AtomClass, MathAlphabet)
    /// A sublist that acts as one atom.
    case list([Noad], AtomClass)
    /// A large operator: grows in display style, has limits unless it is an integral.
    case largeOperator(Unicode.Scalar)
    /// `\sin`, `\operatorname{…}`: upright letters as an operator.
    case operatorName([Noad], hasLimits: Bool)
    case fraction(Fraction)
    case radical(degree: [Noad]?, [Noad])
    case accent(Accent)
    case overline([Noad])
    case underline([Noad])
    /// `\left … \middle … \right`: one more delimiter than parts.
    case fenced(delimiters: [Delimiter], parts: [[Noad]])
    /// `\big(`: a delimiter of a given size, a multiple of 1.2 × the font's size.
    case sizedDelimiter(Delimiter, Double, AtomClass)
    case alignment(Alignment)
    case text(String, TextFont)
    case space(mu: Double)
    case kern(Length, em: Double)
    case style(MathStyle)
    case color(Color, [Noad])
    case phantom([Noad], width: Bool, height: Bool, depth: Bool)
    case smash([Noad], top: Bool, bottom: Bool)
    /// `\mathllap`, `\mathrlap`, `\mathclap`: no width; -1 ends here, 0 centred, 1 begins here.
    case lap([Noad], Int)
    case boxed([Noad], fill: Color?, border: Color?)
    case cancel([Noad], rising: Bool, falling: Bool, horizontal: Bool)
    /// `\overset`, `\underset`, `\stackrel`, `\underbrace`'s labels.
    case stacked(base: [Noad], above: [Noad]?, below: [Noad]?, AtomClass)
    /// `\xrightarrow[below]{above}`.
    case extensibleArrow(Unicode.Scalar, above: [Noad], below: [Noad]?)
    case rule(width: Dimension, height: Dimension, raise: Dimension)
    case raise(Dimension, [Noad])
    case choice([Noad], [Noad], [Noad], [Noad])
    case link(String, [Noad])
    /// What could not be read, shown as it was written.
    case error(String)
  }

  enum TextFont: Hashable { case roman, italic, bold, sans, mono }

  struct Fraction {
    var numerator: [Noad]
    var denominator: [Noad]
    /// Nil is the font's rule.
    var thickness: Dimension?
    var left: Delimiter = .none
    var right: Delimiter = .none
    var style: MathStyle?
    /// `\cfrac`: struts, numerator at one side.
    var isContinued = false
  }

  struct Accent {
    var base: [Noad]
    var mark: Unicode.Scalar
    var isWide: Bool
    var isBelow: Bool
  }

  struct Alignment {
    enum Kind { case array, matrix, smallMatrix, cases, aligned, gathered, substack }
    enum Column: Equatable { case left, center, right }

    var kind: Kind
    var columns: [Column]
    /// Numbers of columns before which a vertical rule stands.
    var rules: [Int] = []
    var dashedRules: [Int] = []
    var rows: [[[Noad]]] = []
    /// Extra space after each row.
    var gaps: [Dimension?] = []
    /// Numbers of rows above which a horizontal rule stands.
    var horizontalRules: [Int] = []
    var left: Delimiter = .none
    var right: Delimiter = .none
    /// Cells in display style.
    var isDisplay = false
    /// `\tag`s and labels, by row.
    var tags: [Int: String] = [:]
    /// No column space at the left and right edge.
    var hasEdges = false
  }
}

/// A delimiter; none is an empty one of `\nulldelimiterspace`.
enum Delimiter: Equatable {
  case none
  case symbol(Unicode.Scalar)
}

/// A length in a formula: absolute, or in units of the font.
struct Dimension: Equatable {
  var points = 0.0
  var em = 0.0
  var ex = 0.0
  var mu = 0.0

  static let zero = Dimension()
}
