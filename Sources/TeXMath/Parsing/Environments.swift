/// An environment of the table: how its rows are set, and its delimiters.
struct Environment {
  var manner = Alignment.Manner.array
  var style = MathStyle.text
  var left: UInt32 = 0
  var right: UInt32 = 0
  var alignment = ColumnAlignment.center
  /// True if its argument is a column specification.
  var hasColumns = false
  var isTight = false
  /// True for an environment that is a display by itself, which may have numbers.
  var isDisplay = false
  var isFenced = false
  /// True if rows are as far apart as in `aligned`, not as in `array` (mathtools).
  var isSpread = false
  /// True if columns are pairs with space between them.
  var hasPairs = false
  /// True if the outer columns are at the margins.
  var isFlush = false
  /// True if its argument is the number of its pairs of columns.
  var statesPairs = false
  /// True for the columns of `IEEEtrantools`, some with space around their cells.
  var hasSpacedColumns = false
  /// True if its cells are text.
  var isText = false
  var leastColumns = 0

  /// What is written in its place within a formula; nil where nothing is needed.
  var innerForm: String? {
    switch manner {
    case .aligned: statesPairs ? "alignedat" : "aligned"
    case .multline: "multlined"
    case .gathered: "gathered"
    default: nil
    }
  }

  /// The number of a command that cannot be typed: `\newenvironment` defines two, for what is before and after.
  ///
  /// - Parameter side: `begin` or `end`.
  static func definedName(_ side: String, _ name: String, _ vocabulary: Vocabulary) -> UInt32 {
    vocabulary.names.number(of: side + " " + name)
  }
}

/// Environments by name; a new one is a new row.
let environments: [String: Environment] = [
  "IEEEeqnarray": Environment(manner: .aligned, style: .display, hasColumns: true, isDisplay: true, hasSpacedColumns: true),
  "IEEEeqnarraybox": Environment(manner: .aligned, style: .display, hasColumns: true, hasSpacedColumns: true),
  "Bmatrix": Environment(left: 0x7B, right: 0x7D, isTight: true, isFenced: true),
  "Vmatrix": Environment(left: 0x2016, right: 0x2016, isTight: true, isFenced: true),
  "Bsmallmatrix": Environment(manner: .small, style: .script, left: 0x7B, right: 0x7D, isTight: true, isFenced: true),
  "Vsmallmatrix": Environment(manner: .small, style: .script, left: 0x2016, right: 0x2016, isTight: true, isFenced: true),
  "align": Environment(manner: .aligned, style: .display, isDisplay: true, hasPairs: true),
  "alignat": Environment(manner: .aligned, style: .display, isDisplay: true, statesPairs: true),
  "aligned": Environment(manner: .aligned, style: .display, hasPairs: true),
  "alignedat": Environment(manner: .aligned, style: .display, statesPairs: true),
  "array": Environment(hasColumns: true),
  "bmatrix": Environment(left: 0x5B, right: 0x5D, isTight: true, isFenced: true),
  "bsmallmatrix": Environment(manner: .small, style: .script, left: 0x5B, right: 0x5D, isTight: true, isFenced: true),
  "cases": Environment(manner: .cases, left: 0x7B, alignment: .left, isFenced: true, leastColumns: 2),
  "darray": Environment(style: .display, hasColumns: true),
  "dcases": Environment(manner: .cases, style: .display, left: 0x7B, alignment: .left, isFenced: true, isSpread: true),
  "drcases": Environment(manner: .cases, style: .display, right: 0x7D, alignment: .left, isFenced: true, isSpread: true),
  "eqnarray": Environment(manner: .eqnarray, style: .display, isTight: true, isDisplay: true),
  "equation": Environment(manner: .gathered, style: .display, isDisplay: true),
  "flalign": Environment(manner: .aligned, style: .display, isDisplay: true, hasPairs: true, isFlush: true),
  "gather": Environment(manner: .gathered, style: .display, isDisplay: true),
  "gathered": Environment(manner: .gathered, style: .display),
  "lgathered": Environment(manner: .gathered, style: .display, alignment: .left),
  "matrix": Environment(isTight: true),
  "multline": Environment(manner: .multline, style: .display, isDisplay: true),
  "multlined": Environment(manner: .multline, style: .display),
  "numcases": Environment(manner: .cases, style: .display, alignment: .left, isDisplay: true, isSpread: true, leastColumns: 2),
  "pmatrix": Environment(left: 0x28, right: 0x29, isTight: true, isFenced: true),
  "psmallmatrix": Environment(manner: .small, style: .script, left: 0x28, right: 0x29, isTight: true, isFenced: true),
  "rcases": Environment(manner: .cases, right: 0x7D, alignment: .left, isFenced: true, isSpread: true),
  "rgathered": Environment(manner: .gathered, style: .display, alignment: .right),
  "smallmatrix": Environment(manner: .small, style: .script, isTight: true),
  "split": Environment(manner: .aligned, style: .display),
  "subarray": Environment(manner: .substack, style: .script, hasColumns: true),
  "subnumcases": Environment(manner: .cases, style: .display, alignment: .left, isDisplay: true, isSpread: true, leastColumns: 2),
  "tabular": Environment(hasColumns: true, isText: true),
  "vsmallmatrix": Environment(manner: .small, style: .script, left: 0x7C, right: 0x7C, isTight: true, isFenced: true),
  "xalignat": Environment(manner: .aligned, style: .display, isDisplay: true, statesPairs: true),
  "xxalignat": Environment(manner: .aligned, style: .display, isDisplay: true, statesPairs: true),
  "vmatrix": Environment(left: 0x7C, right: 0x7C, isTight: true, isFenced: true),
]

/// Environments that change nothing about the formula in them.
let transparentEnvironments: Set<String> = ["displaymath", "math", "subequations", "spreadlines", "minipage", "empheq"]
