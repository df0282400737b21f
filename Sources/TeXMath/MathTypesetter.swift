public import TypesetBoxes
public import TypesetDiagnostics
public import TypesetFonts

/// What many formulas share: definitions by `\newcommand` and the like, and the numbers of labels.
public struct MathMacros: Sendable {
  /// TeX source that is read before each formula; definitions only.
  public var source: [UInt8]

  /// What `\ref` and `\eqref` show for a label, as LaTeX's text with parentheses; nil where labels are not known.
  public var references: [String: String]?

  /// What they show for a label that is not there; nil reports it.
  public var openReference: String?

  /// What one formula of the document defines for those after it.
  struct Chunk: Equatable, Sendable {
    var start: Int
    var source: [UInt8]
  }

  /// In the order of places; all values that come from one document share them.
  private(set) var chunks: [Chunk] = []
  /// How many chunks hold.
  private(set) var stage = 0

  public init(source: String = "") { self.source = Array(source.utf8) }

  /// True if both mean the same for every formula, wherever it is in the document.
  package func isSame(as other: MathMacros) -> Bool {
    chunks.isEmpty && other.chunks.isEmpty && source == other.source && references == other.references
      && openReference == other.openReference
  }

  /// Adds what a formula of the document defines for those after it.
  ///
  /// - Parameter start: The formula's place in the document; calls come in the order of places.
  public mutating func append(_ definitions: String, from start: Int) {
    chunks.append(Chunk(start: start, source: Array(definitions.utf8)))
    stage = chunks.count
  }

  /// True if any definition holds this command.
  public func mention(_ command: String) -> Bool {
    let bytes = Array(command.utf8)
    return source.firstRange(of: bytes) != nil || chunks.contains { $0.source.firstRange(of: bytes) != nil }
  }

  /// What is defined at a place of the document.
  public func at(_ place: Int) -> MathMacros {
    if chunks.isEmpty { return self }
    var out = self
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].start < place { low = middle + 1 } else { high = middle }
    }
    out.stage = low
    return out
  }

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
    /// Where the row's own material ends, from its left edge.
    public var right: Length
    public var height: Length
    public var depth: Length
    /// What `\tag` gives, without parentheses where starred.
    public var tag: HList?
    public var label: String?
    /// Gets the next equation number where it has no tag.
    public var isNumbered: Bool
    /// Which of the display's equations has its number or tag here; nil in a row that another one continues.
    public var equation: Int?
    /// amsmath's `\intertext`: begins at the margin of the text.
    public var isText = false
  }

  /// Inline: boxes with glue, kerns and penalties between them. Display: one box.
  public var list = HList()
  public var rows: [Row] = []
  public var diagnostics: [MathDiagnostic] = []
  public var width = Length.zero
  public var height = Length.zero
  public var depth = Length.zero
  /// The italic correction of the character with which the formula ends. It is part of no dimension here, as in LuaTeX; text that follows
  /// keeps this distance (TeXbook App. G rule 17, as TeX82 sets all fonts).
  public var italicCorrection = Length.zero
  /// What `\tag` gives, with parentheses unless starred; set for the whole formula.
  public var tag: HList?
  public var label: String?

  /// The list as it is in a line of text: its last box takes the italic correction, since a line may end after a box, but not
  /// after a kern.
  public var listInText: HList {
    var list = list
    guard italicCorrection > .zero, case .box(var box)? = list.nodes.last else { return list }
    box.width += italicCorrection
    list.nodes[list.nodes.count - 1] = .box(box)
    return list
  }
}

/// Sets formulas with one math face. One per thread: it caches the metrics of every glyph that it has met.
public final class MathTypesetter {
  private var layout: Layout
  private let vocabulary = Vocabulary()
  private let budget: Budget
  private let definitions: DefinitionReader

  /// - Parameters:
  ///   - face: Has a MATH table.
  ///   - textFamilies: For `\text`, in order of preference.
  public init(fonts: FontBook, face: Face, textFamilies: [String], budget: Budget = Budget()) {
    layout = Layout(fonts: fonts, face: face, textFamilies: textFamilies)
    self.budget = budget
    definitions = DefinitionReader(vocabulary: vocabulary, budget: budget)
  }

  /// The language of the text within formulas, BCP 47: whose forms its characters have.
  public var language: String {
    get { layout.language }
    set { layout.language = newValue }
  }

  /// Sets one formula, given without its delimiters.
  ///
  /// - Parameters:
  ///   - style: `.display` gives one box; `.text` a list that breaks after relations and binary operators.
  ///   - size: Of the text around it; script sizes come from the font.
  ///   - measure: A display that is wider is divided into rows, at relations and binary operators.
  ///   - height: What a page holds; an `array` without delimiters that takes more than a third of it has rows between which a page may end.
  ///   - dividesInside: A matrix that is wider than `measure` or higher than `height` is divided into several; wide fractions and roots
  ///     get several lines.
  ///   - copiedAs: The text that readers of a PDF copy; nil is the source between dollars.
  ///   - parsed: Those formulas of the document that have been parsed.
  ///   - place: Where this one begins in the document.
  public func set(
    _ tex: String, style: MathStyle, size: Length, color: Color = .black, macros: MathMacros = .none, measure: Length? = nil,
    height: Length? = nil, dividesInside: Bool = false, copiedAs: String? = nil, parsed: ParsedFormulas? = nil, place: Int = -1
  ) -> Formula {
    let setting: FormulaSetting = measure != nil ? .display : style == .text ? .inline : .alone
    let source = parsed?.formula(at: place, tex: tex, in: setting) ?? parse(tex, in: setting, macros: macros)
    var formula = Formula()
    layout.displayRoom = measure?.rawValue
    defer { layout.displayRoom = nil }
    var extent = run(source, style: style, size: size, color: color, macros: macros, into: &formula)
    if style == .display, let measure {
      if let plan = plan(for: extent, measure: measure, height: height, dividesInside: dividesInside) {
        extent = setDisplay(plan, size: size, color: color)
      }
    }
    formula.width = Length(rawValue: extent.width)
    formula.height = Length(rawValue: extent.height)
    formula.depth = Length(rawValue: extent.depth)
    formula.italicCorrection = Length(rawValue: max(0, layout.lastItalic))
    let text = Array((copiedAs ?? layout.list.onlyReference ?? (style == .display ? "$$" + tex + "$$" : "$" + tex + "$")).utf8)
    formula.list = layout.horizontalList(extent, text: text)
    addRows(to: &formula, extent: extent, text: text)
    return formula
  }

  /// The rows of a display environment, each by itself; their widths are the whole's, so that they stay aligned.
  private func addRows(to formula: inout Formula, extent: Extent, text: [UInt8]) {
    guard layout.rows.count > 0, let alignment = layout.list.displayAlignment, alignment.rows.count == layout.rows.count else { return }
    var previous = 0
    for (index, row) in layout.rows.enumerated() {
      let source = alignment.rows[index]
      let list = layout.rowList(
        [row.elements] + row.lines, baseline: extent.height - row.baseline, width: extent.width, row.height, row.depth,
        text: index == 0 ? text : [])
      formula.rows.append(
        Formula.Row(
          list: list, baselineDistance: Length(rawValue: row.baseline - previous), width: formula.width,
          right: Length(rawValue: row.right), height: Length(rawValue: row.height), depth: Length(rawValue: row.depth), tag: nil,
          label: source.label,
          isNumbered: source.isNumbered && alignment.numbersRows, equation: source.equation, isText: source.isText))
      previous = row.baseline
    }
    for (index, source) in alignment.rows.enumerated() where !source.tag.isEmpty {
      layout.elements.removeAll(keepingCapacity: true)
      layout.breaks.removeAll()
      let tag = layout.box(source.tag, .text, cramped: false)
      formula.rows[index].tag = layout.horizontalList(tag, text: [])
    }
  }

  private func parse(_ tex: String, in setting: FormulaSetting, macros: MathMacros) -> ParsedFormula {
    ParsedFormula(
      Parser.parsing(tex, in: setting, vocabulary: vocabulary, definitions: definitions.definitions(of: macros), budget: budget), tex)
  }

  /// Sets a parsed formula; the elements stay in `layout`.
  private func run(
    _ source: ParsedFormula, style: MathStyle, size: Length, color: Color, macros: MathMacros, into formula: inout Formula
  ) -> Extent {
    var list = source.list
    formula.diagnostics = source.diagnostics
    if let references = macros.references, !list.references.isEmpty {
      var resolver = Parser([], vocabulary: vocabulary, definitions: definitions.definitions(of: macros), budget: budget)
      ReferenceCommands.resolve(&resolver, &list, by: references, else: macros.openReference)
      formula.diagnostics += resolver.diagnostics
    }
    formula.label = list.label
    if list.hasTag {
      layout.begin(list, size: size.rawValue, color: color)
      let tag = layout.box(list.tag, .text, cramped: false)
      formula.tag = layout.horizontalList(tag, text: [])
    }
    layout.begin(list, size: size.rawValue, color: color)
    layout.recordsBreaks = style == .text
    layout.recordsRows = style == .display && list.displayAlignment != nil
    let extent = layout.set(layout.noads(of: list.root), style, cramped: false)
    layout.recordsBreaks = false
    layout.recordsRows = false
    return extent
  }

  /// The list of a display that does not fit its room as it is; nil where it does, or where nothing helps.
  private func plan(for extent: Extent, measure: Length, height: Length?, dividesInside: Bool) -> MathList? {
    let isWide = extent.width > measure.rawValue
    let isHigh = height.map { extent.height + extent.depth > $0.rawValue / 3 } ?? false
    guard isWide || dividesInside || layout.list.hasAlignment else { return nil }
    var plan = DisplayPlan(of: layout.list, measuredBy: layout)
    var isChanged = isWide && plan.breakDisplay(room: measure.rawValue)
    isChanged = plan.openLongEquation(isHigh: isHigh) || isChanged
    if dividesInside, let height { isChanged = plan.divideInside(room: measure.rawValue, height: height.rawValue) || isChanged }
    return isChanged ? plan.list : nil
  }

  private func setDisplay(_ list: MathList, size: Length, color: Color) -> Extent {
    layout.begin(list, size: size.rawValue, color: color)
    layout.recordsRows = layout.list.displayAlignment != nil
    defer { layout.recordsRows = false }
    return layout.set(layout.noads(of: layout.list.root), .display, cramped: false)
  }

  /// The formula as one JSON object, in the format that `mdtypeset math --batch` prints: sizes in points, x from the
  /// left edge rightwards, y from the baseline upwards.
  public func record(id: String, _ tex: String, style: MathStyle, size: Length, macros: MathMacros = .none) -> String {
    var formula = Formula()
    let source = parse(tex, in: style == .text ? .inline : .alone, macros: macros)
    let extent = run(source, style: style, size: size, color: .black, macros: macros, into: &formula)
    return layout.record(id: id, tex: tex, style: style, extent: extent, diagnostics: formula.diagnostics)
  }
}
