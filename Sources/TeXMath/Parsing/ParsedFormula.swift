/// The place of a formula.
public enum FormulaSetting: Hashable, Sendable {
  /// In a line of text.
  case inline
  /// A display on its own lines.
  case display
  /// By itself, or in display style within a line.
  case alone
}

/// A formula after parsing: what is to be set, and what the rest of the document needs to know.
public struct ParsedFormula: Sendable {
  let tex: String
  let setting: FormulaSetting
  let list: MathList
  let diagnostics: [MathDiagnostic]
  /// What it defines for the formulas after it, as TeX.
  public internal(set) var definitions = ""

  init(_ parser: Parser, _ tex: String) {
    self.tex = tex
    (setting, list, diagnostics) = (parser.setting, parser.list, parser.diagnostics)
  }

  /// The rows of a display, in order. A display without a numbering environment is one row, which is counted if it has a label.
  public var rows: [EquationRow] {
    guard let alignment = list.displayAlignment else {
      return [EquationRow(tag: list.tagText, label: list.label, isNumbered: list.label != nil)]
    }
    return alignment.rows.map { row in
      EquationRow(tag: row.tagText, label: row.label, isNumbered: row.isNumbered && alignment.numbersRows)
    }
  }
}

/// The formulas of a document that were parsed before anything is set, in the order of the document: those that define commands or may have
/// numbers. The others are parsed when they are set; no formula is parsed twice.
public struct ParsedFormulas: Sendable {
  private var formulas: [Int: ParsedFormula] = [:]

  public init() {}

  /// - Parameter place: Where the formula begins in the document.
  public subscript(place: Int) -> ParsedFormula? {
    get { formulas[place] }
    set { formulas[place] = newValue }
  }

  /// The formula at a place, unless another one is there: the places of titles are counted separately.
  public func formula(at place: Int, tex: String, in setting: FormulaSetting) -> ParsedFormula? {
    guard let found = formulas[place], found.setting == setting, found.tex == tex else { return nil }
    return found
  }
}
