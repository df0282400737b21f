public import TypesetBoxes
public import TypesetDiagnostics
public import TypesetFonts

/// Definitions that many formulas share: `\newcommand` and its like, in TeX.
public struct MathMacros: Sendable {
  /// TeX source that is read before each formula; definitions only.
  public var source: [UInt8]

  public init(source: String = "") { self.source = Array(source.utf8) }
  public static let none = MathMacros()
}

/// A set formula.
public struct Formula: Sendable {
  /// One row of a display environment.
  public struct Row: Sendable {
    public var list: HList
    /// From the baseline of the row above; of the first row, from the formula's top.
    public var baselineDistance: Length
    public var width: Length
    public var height: Length
    public var depth: Length
    /// What `\tag` gives, without parentheses where starred.
    public var tag: HList?
    public var label: String?
    /// Gets the next equation number where it has no tag.
    public var isNumbered: Bool
  }

  /// Inline: boxes with glue, kerns and penalties between them. Display: one box.
  public var list = HList()
  public var rows: [Row] = []
  public var diagnostics: [MathDiagnostic] = []
  public var width = Length.zero
  public var height = Length.zero
  public var depth = Length.zero
  /// What `\tag` gives, with parentheses unless starred; set for the whole formula.
  public var tag: HList?
  public var label: String?
}

/// Sets formulas with one math face. One per thread: it caches the metrics of every glyph that it has met.
public final class MathTypesetter {
  private let layout: Layout
  private let vocabulary = Vocabulary()
  private let budget: Budget
  private var sharedSource: [UInt8] = []
  private var shared: [UInt32: Macro] = [:]

  /// - Parameters:
  ///   - face: Has a MATH table.
  ///   - textFamilies: For `\text`, in order of preference.
  public init(fonts: FontBook, face: Face, textFamilies: [String], budget: Budget = Budget()) {
    layout = Layout(fonts: fonts, face: face, textFamilies: textFamilies)
    self.budget = budget
  }

  /// Sets one formula, given without its delimiters.
  ///
  /// - Parameters:
  ///   - style: `.display` gives one box; `.text` a list that breaks after relations and binary operators.
  ///   - size: Of the text around it; script sizes come from the font.
  public func set(
    _ tex: String, style: MathStyle, size: Length, color: Color = .black, macros: MathMacros = .none
  ) -> Formula {
    var source = Array(tex.utf8)
    var formula = Formula()
    let extent = run(&source, style: style, size: size, color: color, macros: macros, into: &formula)
    formula.width = Length(rawValue: extent.width)
    formula.height = Length(rawValue: extent.height)
    formula.depth = Length(rawValue: extent.depth)
    let shown = style == .display ? "$$" + tex + "$$" : "$" + tex + "$"
    formula.list = layout.horizontalList(extent, text: Array(shown.utf8))
    return formula
  }

  /// Parses and sets; the elements stay in `layout`.
  private func run(
    _ source: inout [UInt8], style: MathStyle, size: Length, color: Color, macros: MathMacros, into formula: inout Formula
  ) -> Extent {
    if source.count > budget.formulaBytes {
      formula.diagnostics.append(
        MathDiagnostic(
          code: "math.size", range: budget.formulaBytes..<source.count, message: "a formula is longer than \(budget.formulaBytes) bytes",
          hint: "it is cut"))
      source.removeSubrange(budget.formulaBytes...)
    }
    if macros.source != sharedSource {
      var parser = Parser(macros.source, vocabulary: vocabulary, definitions: [:], budget: budget)
      parser.parse()
      shared = parser.input.definitions
      sharedSource = macros.source
    }
    var parser = Parser(source, vocabulary: vocabulary, definitions: shared, budget: budget)
    parser.parse()
    formula.diagnostics += parser.diagnostics
    formula.label = parser.list.label
    layout.begin(parser.list, size: size.rawValue, color: color)
    if parser.list.hasTag {
      let tag = layout.box(parser.list.tag, .text, cramped: false)
      formula.tag = layout.horizontalList(tag, text: [])
      layout.begin(parser.list, size: size.rawValue, color: color)
    }
    layout.recordsBreaks = style == .text
    let extent = layout.set(layout.noads(of: parser.list.root), style, cramped: false)
    layout.recordsBreaks = false
    return extent
  }

  /// The formula as one JSON object, in the format that `mdtypeset math --batch` prints: sizes in points, x from the
  /// left edge rightwards, y from the baseline upwards.
  public func record(id: String, _ tex: String, style: MathStyle, size: Length, macros: MathMacros = .none) -> String {
    var source = Array(tex.utf8)
    var formula = Formula()
    let extent = run(&source, style: style, size: size, color: .black, macros: macros, into: &formula)
    return layout.record(id: id, tex: tex, style: style, extent: extent)
  }
}
