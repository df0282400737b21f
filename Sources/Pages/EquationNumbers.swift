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
    var chapters = tree.chapters[...]
    var prefix = ""
    for (index, block) in tree.blocks.enumerated() {
      if let chapter = chapters.first, chapter.heading == StyledTree.Index(index) {
        (count, prefix) = (0, chapter.number + ".")
        chapters.removeFirst()
      }
      guard case .display(let span) = block.kind else { continue }
      // `$$…$$ {#eq-a}`
      let own = block.anchor.flatMap { $0.hasPrefix("eq") ? $0 : nil }
      guard own != nil || Self.mayHaveNumber(span.tex) else { continue }
      let known = reader ?? EquationReader(macros: macros, budget: budget)
      reader = known
      let rows = known.rows(of: span.tex, at: Int(span.span.start))
      displays[StyledTree.Index(index)] = rows.enumerated().map { number, row in
        let rowLabel = row.label ?? (number == rows.count - 1 ? own : nil)
        var equation = Equation(tag: row.tag)
        if row.isCounted || row.label == nil && rowLabel != nil && row.tag == nil, isCounting || rowLabel != nil {
          count += 1
          equation.tag = "(\(prefix)\(count))"
        }
        guard let label = rowLabel, let tag = equation.tag else { return equation }
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
