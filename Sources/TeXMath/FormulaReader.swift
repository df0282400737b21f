public import TypesetDiagnostics

/// What determines the number of one row of a display.
public struct EquationRow: Hashable, Sendable {
  /// The content of `\tag` as LaTeX text, with parentheses unless it is starred.
  public var tag: String?
  /// The name that `\label` gives the row; nil without one.
  public var label: String?
  /// Gets the next number unless it has a tag.
  public var isNumbered: Bool

  public init(tag: String?, label: String?, isNumbered: Bool) {
    self.tag = tag
    self.label = label
    self.isNumbered = isNumbered
  }

  /// True if the row takes a number of the document's count.
  public var isCounted: Bool { isNumbered && tag == nil }
}

/// Parses formulas without setting them, so that definitions, labels and numbers are known before anything is set.
public final class FormulaReader {
  private let vocabulary = Vocabulary()
  private let definitions: DefinitionReader
  private var macros: MathMacros
  /// What formulas have defined so far; nil before the first.
  private var latest: Definitions?
  private let budget: Budget

  /// - Parameters:
  ///   - macros: The document's definitions, which all formulas know.
  ///   - budget: Limits the expansion of macros and the depth of formulas.
  public init(macros: MathMacros, budget: Budget) {
    self.macros = macros
    self.budget = budget
    definitions = DefinitionReader(vocabulary: vocabulary, budget: budget)
  }

  /// True if the formula may define commands. Most do not, and this is checked for all formulas.
  public static func mayDefine(_ tex: String) -> Bool {
    var tex = tex
    return tex.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        guard unsafe bytes[index] == 0x5C else {
          index += 1
          continue
        }
        index += 1
        let start = index
        while index < bytes.count, unsafe (0x61...0x7A).contains(bytes[index] | 0x20) { index += 1 }
        if definers.contains(where: { unsafe $0.elementsEqual(bytes[start..<index]) }) { return true }
        // An escaped backslash is no beginning of a name.
        if index == start { index += 1 }
      }
      return false
    }
  }

  private static let definers = [
    "newcommand", "renewcommand", "providecommand", "def", "gdef", "edef", "xdef", "let", "DeclareMathOperator", "NewDocumentCommand",
    "newenvironment", "renewenvironment", "DeclarePairedDelimiter", "RenewDocumentCommand", "DeclareDocumentCommand", "definecolor",
  ].map { Array($0.utf8) }

  /// Parses a formula; what it defines outside groups applies to the formulas after it, as in TeX and MathJax.
  public func parseDefining(_ tex: String, in setting: FormulaSetting) -> ParsedFormula {
    let before = latest ?? definitions.definitions(of: macros)
    let parser = Parser.parsing(tex, in: setting, vocabulary: vocabulary, definitions: before, budget: budget)
    var formula = ParsedFormula(parser, tex)
    let found = parser.input.definitions.own.filter { name, macro in before.inherited(name).map { !$0.isSame(as: macro) } ?? true }
    if found.isEmpty { return formula }
    let source = DefinitionSource(parser.input)
    formula.definitions = found.sorted { $0.key < $1.key }.map { source.definition(of: $0.key, as: $0.value) }.joined(separator: "\n")
    macros.append(formula.definitions, from: macros.stage)
    latest = definitions.add(formula.definitions)
    return formula
  }

  /// Parses a formula with the definitions of the formulas before it.
  ///
  /// - Parameter place: In the document.
  public func parse(_ tex: String, in setting: FormulaSetting, at place: Int = .max) -> ParsedFormula {
    ParsedFormula(
      Parser.parsing(
        tex, in: setting, vocabulary: vocabulary, definitions: definitions.definitions(of: macros.at(place)), budget: budget), tex)
  }
}

extension Parser {
  /// A parser that has read a formula, or as much of it as is allowed.
  static func parsing(
    _ tex: String, in setting: FormulaSetting, vocabulary: Vocabulary, definitions: Definitions, budget: Budget
  ) -> Parser {
    var source = Array(tex.utf8)
    let length = source.count
    if length > budget.formulaBytes { source.removeSubrange(budget.formulaBytes...) }
    var parser = Parser(source, in: setting, vocabulary: vocabulary, definitions: definitions, budget: budget)
    if length > budget.formulaBytes {
      parser.report(
        "math.size", budget.formulaBytes..<length, "a formula is longer than \(budget.formulaBytes) bytes", hint: "it is cut")
    }
    parser.parse()
    return parser
  }
}

extension MathList {
  /// The alignment of a formula that is nothing but one display environment.
  var displayAlignment: Alignment? {
    guard case .list(let start, 1) = root, case .alignment(let index) = noads[Int(start)].kind, alignments[Int(index)].isDisplay
    else { return nil }
    return alignments[Int(index)]
  }
}
