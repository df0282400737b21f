public import TeXMath
public import TypesetDiagnostics
import TypesetMarkdown
public import TypesetStyling

/// The numbers, tags and labels of a document's equations, known before anything is set.
public struct EquationNumbers: Sendable {
  /// The text of a reference to a label.
  public struct Label: Hashable, Sendable {
    /// LaTeX text, with parentheses if the equation's own tag has them.
    public var text: String
    /// The name of the link destination.
    public var destination: String
  }

  public private(set) var labels: [String: Label] = [:]
  public private(set) var diagnostics: [Diagnostic] = []
  private var displays: [StyledTree.Index: [Equation]] = [:]
  /// True if equations without a tag or label have numbers.
  private(set) var isCounting = false

  struct Equation: Hashable, Sendable {
    /// LaTeX text at the margin, with its parentheses.
    var tag: String?
    var destination: String?
  }

  public init() {}

  /// One display that may have numbers.
  private struct Display {
    var index: StyledTree.Index
    var span: MathSpan
    /// `$$…$$ {#eq-a}`
    var own: String?
    var rows: [EquationRow]
    /// The number of its chapter, with a full stop.
    var prefix: String

    /// True if the author has typed a number at the end of a row.
    var hasTypedNumber = false
    /// The group of equations that it belongs to, whose number its rows share: LaTeX's `subequations`.
    var group: Group?

    /// The label of a row; the display's own is that of the last row.
    func label(_ row: Int) -> String? { rows[row].label ?? (row == rows.count - 1 ? own : nil) }
  }

  /// Equations with one number and letters: 3a, 3b.
  private struct Group {
    var index: StyledTree.Index
    var label: String?
  }

  /// Numbers the equations in document order.
  ///
  /// - Parameters:
  ///   - isCounting: Equations without a tag of their own get numbers; labelled ones do in any case. Nil decides by the document:
  ///     they do where one has a label or a tag, or where the text speaks of one by its number.
  ///   - formulas: Those that have been parsed; with all that may have numbers on return.
  public init(of tree: StyledTree, formulas: inout ParsedFormulas, macros: MathMacros, isCounting: Bool? = true, budget: Budget) {
    let found = Self.displays(of: tree, formulas: &formulas, macros: macros, budget: budget)
    // Beside numbers that the author has typed, none are added.
    let hasTyped = found.contains { display in
      display.hasTypedNumber || display.prefix.isEmpty && display.rows.contains { Self.isNumber($0.tag) }
    }
    let isCounting = isCounting ?? (!hasTyped && Self.needsNumbers(found, in: tree))
    self.isCounting = isCounting
    var count = 0
    var prefix = ""
    var group: (index: StyledTree.Index, letters: Int)?
    for display in found {
      if display.prefix != prefix { (count, prefix) = (0, display.prefix) }
      displays[display.index] = display.rows.enumerated().map { number, row in
        let rowLabel = display.label(number)
        var equation = Equation(tag: row.tag)
        let isCounted = row.isCounted || row.label == nil && rowLabel != nil && row.tag == nil
        if isCounted, !display.hasTypedNumber, isCounting || rowLabel != nil {
          if let own = display.group {
            if group?.index != own.index {
              count += 1
              group = (own.index, 0)
              if let label = own.label, labels[label] == nil { labels[label] = Label(text: "(\(prefix)\(count))", destination: label) }
            }
            let letters = (group?.letters ?? 0) + 1
            group?.letters = letters
            equation.tag = "(\(prefix)\(count)\(NumberForm.letter.text(letters).lowercased()))"
          } else {
            count += 1
            equation.tag = "(\(prefix)\(count))"
          }
        }
        guard let label = rowLabel, let tag = equation.tag else { return equation }
        if labels[label] != nil {
          // The name of a display itself is one of the document's, which are said when it is numbered.
          guard row.label != nil else { return equation }
          diagnostics.append(
            Diagnostic(
              .warning, "math.duplicate-label", at: display.span.span, "duplicate label \"\(label)\"", hint: "the first one is used"))
        } else {
          equation.destination = label
          // A tag of kilobytes would stand at each reference.
          labels[label] = Label(text: tag.utf8.count > 1_024 ? "(…)" : tag, destination: label)
        }
        return equation
      }
    }
  }

  private static func displays(of tree: StyledTree, formulas: inout ParsedFormulas, macros: MathMacros, budget: Budget) -> [Display] {
    var out: [Display] = []
    var reader: FormulaReader?
    var chapters = tree.chapters[...]
    var prefix = ""
    let mayAbbreviate = macros.mention("\\begin")
    var groups: [StyledTree.Index: Group] = [:]
    for index in tree.blocks.indices {
      if let chapter = chapters.first, chapter.heading == StyledTree.Index(index) {
        prefix = chapter.number + "."
        chapters.removeFirst()
      }
      if case .group = tree.blocks[index].kind, tree.blocks[index].attributes.classes.contains("subequations") {
        let group = Group(index: StyledTree.Index(index), label: tree.blocks[index].anchor)
        for display in Self.displays(below: group.index, in: tree) { groups[display] = group }
      }
      guard case .display(let span) = tree.blocks[index].kind, !budget.isStopped else { continue }
      let block = tree.blocks[index]
      // MyST's labels of equations have any name.
      let isLabelled = block.attributes.classes.contains("equation") == true
      let own = block.anchor.flatMap { isLabelled || $0.hasPrefix("eq") ? $0 : nil }
      guard own != nil || mayAbbreviate || mayHaveNumber(span.tex) else { continue }
      let place = Int(span.span.start)
      let formula: ParsedFormula
      if let parsed = formulas.formula(at: place, tex: span.tex, in: .display) {
        formula = parsed
      } else {
        let known = reader ?? FormulaReader(macros: macros, budget: budget)
        reader = known
        formula = known.parse(span.tex, in: .display, at: place)
        formulas[place] = formula
      }
      var display = Display(index: StyledTree.Index(index), span: span, own: own, rows: formula.rows, prefix: prefix)
      display.group = groups[StyledTree.Index(index)]
      display.hasTypedNumber = formula.rows.contains { $0.isCounted } && TypedNumber.isIn(span.tex)
      out.append(display)
    }
    return out
  }

  /// True for the tag `(3)` or `(1.3)`, whose author counts equations: a number of ours beside it may be one that is taken.
  private static func isNumber(_ tag: String?) -> Bool {
    guard let parts = tag?.filter({ $0 != "(" && $0 != ")" }).split(separator: ".", omittingEmptySubsequences: false) else { return false }
    return !parts.isEmpty && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private static func displays(below group: StyledTree.Index, in tree: StyledTree) -> [StyledTree.Index] {
    var out: [StyledTree.Index] = []
    var open = [group]
    while let block = open.popLast() {
      for child in tree.children(of: block) {
        if case .display = tree[child].kind { out.append(child) }
        open.append(child)
      }
    }
    return out
  }

  /// True if the document refers to an equation by its number.
  private static func needsNumbers(_ displays: [Display], in tree: StyledTree) -> Bool {
    // Explicit numbers, as `\tag*` or after the display, do not turn on numbering.
    let hasMarks = displays.contains { display in
      display.own != nil || display.rows.contains { $0.label != nil || $0.tag != nil && !display.span.tex.contains("\\tag*") }
    }
    if hasMarks { return true }
    let count = displays.reduce(0) { $0 + $1.rows.count(where: \.isCounted) }
    if count == 0 { return false }
    let chapters = Set(displays.lazy.map { String($0.prefix.dropLast()) }.filter { !$0.isEmpty })
    return EquationMentions(count: count, chapters: chapters).occur(in: tree)
  }

  /// The displays that have other numbers than before an edit, or that it has replaced.
  func displaysChanged(from old: EquationNumbers, by edit: StyledEdit) -> [StyledTree.Index] {
    var changed: [StyledTree.Index] = []
    var kept = 0
    for (display, equations) in displays {
      guard !edit.new.contains(Int(display)) else { continue }
      let before = Int(display) < edit.new.lowerBound ? display : display - edit.shift
      if let known = old.displays[before] { kept += 1; if known == equations { continue } }
      changed.append(display)
    }
    // Others have none any longer.
    guard kept < old.displays.count else { return changed }
    for display in old.displays.keys where !edit.old.contains(Int(display)) {
      let after = Int(display) < edit.old.lowerBound ? display : display + edit.shift
      if displays[after] == nil { changed.append(after) }
    }
    return changed
  }

  func equations(of display: StyledTree.Index) -> [Equation] { displays[display] ?? [] }

  /// The numbers of a display's rows.
  package func tags(of display: StyledTree.Index) -> [String] { equations(of: display).compactMap(\.tag) }

  /// Only these displays are parsed for their numbers; most have none.
  private static func mayHaveNumber(_ tex: String) -> Bool {
    var rest = tex.utf8[...]
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[rest.index(after: backslash)...]
      if ["begin", "label", "tag"].contains(where: { rest.starts(with: $0.utf8) }) { return true }
    }
    return false
  }
}
