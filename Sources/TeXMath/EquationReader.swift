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
  private var shared: [UInt32: Macro]
  private let budget: Budget

  public init(macros: MathMacros, budget: Budget) {
    var parser = Parser(macros.source, vocabulary: vocabulary, definitions: [:], budget: budget)
    parser.parse()
    shared = parser.input.definitions
    self.budget = budget
  }

  /// May the formula define commands? Most do not, and all formulas are asked.
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
    "newenvironment", "DeclarePairedDelimiter",
  ].map { Array($0.utf8) }

  /// What a formula defines outside of groups, as TeX: MathJax' users expect it to hold for the formulas behind it.
  ///
  /// The reader knows it from now on.
  public func takeDefinitions(of tex: String) -> String {
    var parser = Parser(Array(tex.utf8.prefix(budget.formulaBytes)), vocabulary: vocabulary, definitions: shared, budget: budget)
    parser.parse()
    let found = parser.input.definitions.filter { name, macro in
      guard macro.delimiters == nil else { return false }
      guard let old = shared[name], old.parameters == macro.parameters else { return true }
      return !old.body.lazy.map(\.value).elementsEqual(macro.body.lazy.map(\.value))
    }
    for (name, macro) in found { shared[name] = macro }
    return found.sorted { $0.key < $1.key }.map { name, macro -> String in
      let command = "\\" + vocabulary.names.name(name)
      let body = parser.plainTokens(macro.body)
      if let standard = macro.defaultArgument {
        return "\\newcommand{\(command)}[\(macro.parameters)][{\(parser.plainTokens(standard))}]{\(body)}"
      }
      return "\\def\(command)" + (0..<macro.parameters).map { "#\($0 + 1)" }.joined() + "{\(body)}"
    }.joined(separator: "\n")
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
