public import TypesetDiagnostics

/// What an author says of the number of one row of a display.
public struct EquationRow: Hashable, Sendable {
  /// What `\tag` gives, as LaTeX's text, with parentheses unless it is starred.
  public var tag: String?
  public var label: String?
  /// Gets the next number where it has no tag.
  public var isNumbered: Bool

  public init(tag: String?, label: String?, isNumbered: Bool) {
    self.tag = tag
    self.label = label
    self.isNumbered = isNumbered
  }

  /// Does the row take a number of the document's count?
  public var isCounted: Bool { isNumbered && tag == nil }
}

/// Finds tags, labels and numbered rows of displays without setting them, so that numbers are known before anything is set.
public final class EquationReader {
  private let vocabulary = Vocabulary()
  private let shared: [UInt32: Macro]
  private let budget: Budget

  public init(macros: MathMacros, budget: Budget) {
    var parser = Parser(macros.source, vocabulary: vocabulary, definitions: [:], budget: budget)
    parser.parse()
    shared = parser.input.definitions
    self.budget = budget
  }

  /// The rows of a display, in order. What stands in no numbering environment is one row, which counts where it has a label.
  public func rows(of tex: String) -> [EquationRow] {
    var parser = Parser(Array(tex.utf8.prefix(budget.formulaBytes)), vocabulary: vocabulary, definitions: shared, budget: budget)
    parser.parse()
    guard let alignment = parser.list.displayAlignment else {
      let (tag, label) = (parser.list.tagText, parser.list.label)
      return [EquationRow(tag: tag, label: label, isNumbered: label != nil)]
    }
    return alignment.rows.map { row in
      EquationRow(tag: row.tagText, label: row.label, isNumbered: row.isNumbered && alignment.numbersRows)
    }
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
