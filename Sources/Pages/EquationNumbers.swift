public import TeXMath
public import TypesetDiagnostics
import TypesetMarkdown
public import TypesetStyling

/// The numbers, tags and labels of a document's equations, known before anything is set.
public struct EquationNumbers: Sendable {
  /// What stands where a label is referred to.
  public struct Label: Hashable, Sendable {
    /// LaTeX's text, with parentheses where the equation's own tag has them.
    public var text: String
    /// The name of the place that a link leads to.
    public var destination: String
  }

  public private(set) var labels: [String: Label] = [:]
  public private(set) var diagnostics: [Diagnostic] = []
  private var displays: [StyledTree.Index: [Equation]] = [:]

  struct Equation: Hashable, Sendable {
    /// LaTeX's text at the margin, with its parentheses.
    var tag: String?
    var destination: String?
  }

  public init() {}

  /// Counts in document order.
  ///
  /// - Parameter isCounting: Do equations without a tag of their own get numbers? Labelled ones do in any case.
  public init(of tree: StyledTree, macros: MathMacros, isCounting: Bool = true, budget: Budget) {
    var reader: EquationReader?
    var count = 0
    for (index, block) in tree.blocks.enumerated() {
      guard case .display(let span) = block.kind, Self.mayHaveNumber(span.tex) else { continue }
      let known = reader ?? EquationReader(macros: macros, budget: budget)
      reader = known
      displays[StyledTree.Index(index)] = known.rows(of: span.tex).map { row in
        var equation = Equation(tag: row.tag)
        if row.isCounted, isCounting || row.label != nil {
          count += 1
          equation.tag = "(\(count))"
        }
        guard let label = row.label, let tag = equation.tag else { return equation }
        if labels[label] != nil {
          diagnostics.append(
            Diagnostic(
              .warning, "math.duplicate-label", at: span.span, "the label \(label) is given twice", hint: "the first one counts"))
        } else {
          equation.destination = label
          labels[label] = Label(text: tag, destination: label)
        }
        return equation
      }
    }
  }

  func equations(of display: StyledTree.Index) -> [Equation] { displays[display] ?? [] }

  /// Only these displays are parsed for their numbers; most have none.
  private static func mayHaveNumber(_ tex: String) -> Bool {
    ["\\begin", "\\label", "\\tag"].contains { tex.utf8.firstRange(of: $0.utf8) != nil }
  }
}
