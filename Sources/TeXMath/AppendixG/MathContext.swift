internal import CHarfBuzz
internal import TypesetBoxes

/// The measures for the rules of Appendix G: a face, its constants at three sizes, and TeX's parameters. Lengths are scaled points.
///
/// OpenType's constants have OpenType's names, TeX's parameters TeX's names. The values are plain TeX's and LaTeX's for 10 pt, in proportion
/// to the formula's size.
struct MathContext {
  let face: MathFace
  /// The formula's size before `\small` and the like.
  private var ownSize = 0
  /// Text, script and scriptscript size.
  private(set) var sizes = (0, 0, 0)
  /// The level of the `ssty` forms that letters have at least.
  private(set) var formLevel = 0
  private let scalePercent: (script: Int, scriptScript: Int)
  /// The least space between the boxes of two rows of an array, for 10 pt in hundredths of a point. LaTeX has none: rows that are taller than
  /// their struts touch.
  var rowClearance = 0

  init(_ face: MathFace, size: Int = 0) {
    self.face = face
    let script = face.constant(HB_OT_MATH_CONSTANT_SCRIPT_PERCENT_SCALE_DOWN)
    let scriptScript = face.constant(HB_OT_MATH_CONSTANT_SCRIPT_SCRIPT_PERCENT_SCALE_DOWN)
    scalePercent = (script > 0 ? script : 70, scriptScript > 0 ? scriptScript : 50)
    ownSize = size
    resize(1000, keepsForms: true)
  }

  /// The same face at another size.
  func at(size: Int) -> MathContext {
    var context = self
    context.ownSize = size
    context.resize(1000, keepsForms: true)
    return context
  }

  /// `\small` and the like: thousandths of the formula's own size.
  ///
  /// - Parameter keepsForms: Glyphs keep their forms for full size; else they take the forms for scripts, from `\footnotesize` down.
  mutating func resize(_ thousandths: Int32, keepsForms: Bool) {
    let size = ownSize * Int(thousandths) / 1000
    formLevel = keepsForms || thousandths > 800 ? 0 : thousandths > 500 ? 1 : 2
    sizes = (size, size * scalePercent.script / 100, size * scalePercent.scriptScript / 100)
  }

  // MARK: Measures

  func size(_ style: MathStyle) -> Int { style.level == 0 ? sizes.0 : style.level == 1 ? sizes.1 : sizes.2 }

  /// Font units of the math face.
  func scaled(_ units: Int, _ style: MathStyle) -> Int { face.scaled(units, size: size(style)) }

  /// A constant of the MATH table that is a length.
  func constant(_ name: hb_ot_math_constant_t, _ style: MathStyle) -> Int { scaled(face.constant(name), style) }

  /// One of two constants, the first in display style.
  func constant(display: hb_ot_math_constant_t, _ other: hb_ot_math_constant_t, _ style: MathStyle) -> Int {
    constant(style == .display ? display : other, style)
  }

  func axisHeight(_ style: MathStyle) -> Int { constant(HB_OT_MATH_CONSTANT_AXIS_HEIGHT, style) }

  /// Math units, 18 to the quad.
  func mu(_ count: Int, _ style: MathStyle) -> Int { size(style) * count / 18 }

  /// A length that TeX gives for 10 pt, in hundredths of a point.
  func tenPoint(_ hundredths: Int) -> Int { sizes.0 * hundredths / 1000 }

  // MARK: TeX's parameters

  /// The least part of its content that a delimiter covers, in thousandths (`\delimiterfactor`).
  static let delimiterfactor = 901
  /// The most by which it may be shorter (`\delimitershortfall`, 5 pt).
  var delimitershortfall: Int { tenPoint(500) }
  /// The width of a null delimiter (`\nulldelimiterspace`, 1.2 pt).
  var nulldelimiterspace: Int { tenPoint(120) }
  /// Between the columns of an array (`\arraycolsep`, 5 pt).
  var arraycolsep: Int { tenPoint(500) }
  /// The thickness of an array's rules and of frames (`\arrayrulewidth`, `\fboxrule`, 0.4 pt).
  var arrayrulewidth: Int { tenPoint(40) }
  /// Between two rules of an array (`\doublerulesep`, 2 pt).
  var doublerulesep: Int { tenPoint(200) }
  /// Between a frame and its content (`\fboxsep`, 3 pt).
  var fboxsep: Int { tenPoint(300) }
  /// Between the rows of a display: `\baselineskip` 12 pt, `\lineskip` 1 pt and its limit 0 pt, each opened up by `\jot`, 3 pt.
  var openedRows: (baselineskip: Int, lineskip: Int, lineskiplimit: Int) { (tenPoint(1500), tenPoint(400), tenPoint(300)) }
  /// Each row of an array is as high and deep as LaTeX's `\@arstrutbox` at least, before `\arraystretch`.
  var arstrutbox: (height: Int, depth: Int) { (tenPoint(840), tenPoint(360)) }
  /// From baseline to baseline in text (`\baselineskip`, 12 pt).
  var baselineskip: Int { tenPoint(1200) }
  /// The least height of a delimiter around a fraction: `\delim1` of Computer Modern in display style, else `\delim2`; rule 15e.
  func fractionDelimiterSize(_ style: MathStyle) -> Int {
    let millionths = style == .display ? 2_399_744 : 1_009_892
    return millionths * size(style) / 1_000_000
  }
}
