public import TypesetBoxes
internal import TypesetBytes
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

  /// What one formula of the document defines for the formulas after it.
  struct Chunk: Equatable, Sendable {
    var start: Int
    var source: [UInt8]
  }

  /// In the order of places; all values that come from one document share them.
  private(set) var chunks: [Chunk] = []
  /// How many chunks hold.
  private(set) var stage = 0

  public init(source: String = "") { self.source = Array(source.utf8) }

  /// All definitions as they are written, including the definitions in the document's formulas.
  package var definitions: String { String(decoding: chunks.reduce(into: source) { $0 += [0x0A] + $1.source }, as: UTF8.self) }

  /// True if both mean the same for every formula, wherever it is in the document.
  package func isSame(as other: MathMacros) -> Bool {
    chunks.isEmpty && other.chunks.isEmpty && source == other.source && references == other.references
      && openReference == other.openReference
  }

  /// True if both mean the same at the places of the document for which they are given.
  func isSameHere(as other: MathMacros) -> Bool {
    stage == other.stage && source == other.source && chunks == other.chunks && references == other.references
      && openReference == other.openReference
  }

  /// What the document's formulas define, in the order of places.
  package var definitionsOfDocument: [String] { chunks.prefix(stage).map { String(decoding: $0.source, as: UTF8.self) } }

  /// Adds what a formula of the document defines for the formulas after it.
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
    out.stage = chunks.partitioningIndex { $0.start >= place }
    return out
  }

  /// No definitions beyond the built-in commands.
  public static let none = MathMacros()
}

/// A set formula.
public struct Formula: Sendable {
  /// One row of a display environment.
  public struct Row: Sendable {
    /// One box, as the row is set.
    public var list: HList
    /// From the baseline of the row above; of the first row, from the formula's top.
    public var baselineDistance: Length
    /// The width of the whole formula's rows, so that columns of all rows stay aligned.
    public var width: Length
    /// Where the row's own material ends, from its left edge.
    public var right: Length
    /// Above the row's baseline.
    public var height: Length
    /// Below the row's baseline.
    public var depth: Length
    /// What `\tag` gives, without parentheses where starred.
    public var tag: HList?
    /// The name that `\label` gives the row; nil without one.
    public var label: String?
    /// Gets the next equation number unless it has a tag.
    public var isNumbered: Bool
    /// Which of the display's equations has its number or tag here; nil in a row that another one continues.
    public var equation: Int?
    /// amsmath's `\intertext`: begins at the margin of the text.
    public var isText = false
  }

  /// Inline: boxes with glue, kerns and penalties between them. Display: one box.
  public var list = HList()
  /// The rows of a display environment, from top to bottom; empty for other formulas.
  public var rows: [Row] = []
  /// True if no page may end between the rows: a brace embraces them.
  public var keepsRows = false
  /// What is wrong with the formula.
  public var diagnostics: [MathDiagnostic] = []
  public var width = Length.zero
  /// Above the baseline.
  public var height = Length.zero
  /// Below the baseline.
  public var depth = Length.zero
  /// The italic correction of the character with which the formula ends. It is part of no dimension here, as in LuaTeX; text that follows
  /// keeps this distance (TeXbook App. G rule 17, as TeX82 sets all fonts).
  public var italicCorrection = Length.zero
  /// What `\tag` gives, with parentheses unless starred; set for the whole formula.
  public var tag: HList?
  /// The name that `\label` gives the whole formula; nil without one.
  public var label: String?
  /// How it is read aloud; nil unless it was asked for.
  public var reading: FormulaReading?

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
  private var context: MathContext
  private let texts: TextFaces
  private var buffer = ElementBuffer()
  private let vocabulary = Vocabulary()
  private let budget: Budget
  private let definitions: DefinitionReader
  private var inline = InlineFormulas()

  /// - Parameters:
  ///   - face: Has a MATH table.
  ///   - textFamilies: For `\text`, in order of preference.
  public init(fonts: FontBook, face: Face, textFamilies: [String], budget: Budget = Budget()) {
    let math = MathFace(face)
    context = MathContext(math)
    texts = TextFaces(math, fonts: fonts, families: textFamilies)
    self.budget = budget
    definitions = DefinitionReader(vocabulary: vocabulary, budget: budget)
  }

  /// The language of the text within formulas, BCP 47: whose forms its characters have.
  public var language: String {
    get { texts.language }
    set {
      guard newValue != texts.language else { return }
      texts.language = newValue
      inline = InlineFormulas()
    }
  }

  /// Rows of arrays and matrices that are taller than LaTeX's struts have a little space between them, as MathJax gives them, and do not touch.
  package var clearsRows: Bool {
    get { context.rowClearance > 0 }
    set { context.rowClearance = newValue ? 200 : 0 }
  }

  /// Sets one formula, given without its delimiters.
  ///
  /// - Parameters:
  ///   - style: `.display` gives one box; `.text` a list that breaks after relations and binary operators.
  ///   - size: Of the text around it; script sizes come from the font.
  ///   - measure: A display that is wider is divided into rows, at relations and binary operators.
  ///   - line: The whole line of a display, of which its number leaves `measure`; nil for a display without a number.
  ///   - height: What a page holds; an `array` without delimiters that takes more than a third of it has rows between which a page may end.
  ///   - dividesInside: A matrix that is wider than `measure` or higher than `height` is divided into several; wide fractions and roots
  ///     get several lines.
  ///   - copiedAs: The text that readers of a PDF copy; nil is the source between dollars.
  ///   - known: The formula, if it has been parsed for this style (`parsed(_:isDisplay:macros:)`).
  ///   - parsed: The formulas of the document that have been parsed.
  ///   - place: Where this one begins in the document.
  ///   - spoken: The language, BCP 47, in which it gets words; nil gives it no words.
  ///   - tags: What else is made where it gets words.
  public func set(
    _ tex: String, style: MathStyle, size: Length, color: Color = .black, macros: MathMacros = .none, measure: Length? = nil,
    line: Length? = nil, height: Length? = nil, dividesInside: Bool = false, copiedAs: String? = nil, known: ParsedFormula? = nil,
    parsed: ParsedFormulas? = nil, place: Int = -1, spoken: String? = nil, tags: FormulaTags = .words
  ) -> Formula {
    let setting: FormulaSetting = measure != nil ? .display : style == .text ? .inline : .alone
    let before = known ?? parsed?.formula(at: place, tex: tex, in: setting)
    guard setting == .inline, line == nil, before == nil, InlineFormulas.mayKeep(tex) else {
      let source = before ?? parse(tex, in: setting, macros: macros)
      return set(
        source, tex, style: style, size: size, color: color, macros: macros, measure: measure, line: line, height: height,
        dividesInside: dividesInside, copiedAs: copiedAs, spoken: spoken, tags: tags)
    }
    let key = InlineFormulas.Key(tex: tex, style: style, size: size, color: color, copiedAs: copiedAs, spoken: spoken, tags: tags)
    if let formula = inline.formula(key, macros) { return formula }
    let formula = set(
      parse(tex, in: setting, macros: macros), tex, style: style, size: size, color: color, macros: macros, copiedAs: copiedAs,
      spoken: spoken, tags: tags)
    inline.keep(formula, as: key)
    return formula
  }

  /// Sets a formula that has been parsed.
  private func set(
    _ source: ParsedFormula, _ tex: String, style: MathStyle, size: Length, color: Color, macros: MathMacros, measure: Length? = nil,
    line: Length? = nil, height: Length? = nil, dividesInside: Bool = false, copiedAs: String?, spoken: String?, tags: FormulaTags
  ) -> Formula {
    var formula = Formula()
    var top = TopLevel(recordsBreaks: style == .text)
    var list = prepare(source, size: size, color: color, macros: macros, into: &formula)
    var places: [NoadPart: Int32]?
    if let spoken {
      if tags == .mathML { list.numberNoads() }
      formula.reading = FormulaReading(list, style: style, tex: tex, in: spoken, for: tags, places: &places)
    }
    var layout = layout(of: list, size: size, room: line ?? measure, number: line.map { $0 - (measure ?? $0) })
    var extent = set(layout, style, color: color, recording: &top)
    if let line, let measure, extent.width > measure.rawValue, list.displayAlignment?.hasPairs == true {
      // amsmath: the pairs are in the middle of the line, unless their number has no place there.
      layout = self.layout(of: list, size: size, room: measure)
      layout.textRoom = line.rawValue
      extent = set(layout, style, color: color, recording: &top)
    }
    if style == .display, let measure {
      let measure = list.displayAlignment?.usesWholeLine == true ? line ?? measure : measure
      if let plan = plan(for: extent, layout, measure: measure, height: height, dividesInside: dividesInside) {
        layout.list = plan
        extent = set(layout, .display, color: color, recording: &top)
      }
    }
    if buffer.lacksRepeated {
      formula.diagnostics.append(
        MathDiagnostic(
          code: "math.repeated", range: 0..<tex.utf8.count,
          message: "arrows, braces, dots or columns of the formula are not drawn to their ends",
          hint: "the more formulas a document has, the fewer pieces each may be drawn of"))
    }
    for scalar in buffer.missing.sorted() {
      formula.diagnostics.append(
        MathDiagnostic(
          code: "math.missing-sign", range: 0..<tex.utf8.count,
          message: "the font of formulas has no sign U+\(String(scalar, radix: 16, uppercase: true)), which is left out",
          hint: "write another sign, or take another font: mathfont: STIX Two Math", isNote: true))
    }
    formula.width = Length(rawValue: extent.width)
    formula.height = Length(rawValue: extent.height)
    formula.depth = Length(rawValue: extent.depth)
    formula.italicCorrection = Length(rawValue: max(0, top.italic))
    let text = Array((copiedAs ?? layout.list.onlyReference ?? (style == .display ? "$$" + tex + "$$" : "$" + tex + "$")).utf8)
    formula.list = FormulaOutput.horizontalList(extent, breaks: top.breaks, text: text, places, layout, buffer)
    addRows(top.rows, to: &formula, layout, extent: extent, text: text, places)
    return formula
  }

  /// - Parameter number: What the number of a display takes of its room.
  private func layout(of list: MathList, size: Length, room: Length? = nil, number: Length? = nil) -> Layout {
    Layout(
      list, context.at(size: size.rawValue), texts: texts, displayRoom: room?.rawValue, numberRoom: number?.rawValue ?? 0,
      mostRepeated: max(budget.formulaMacroTokens, 128))
  }

  /// Sets a formula; its elements stay in the buffer.
  private func set(_ layout: Layout, _ style: MathStyle, color: Color, recording top: inout TopLevel) -> Extent {
    top = TopLevel(recordsBreaks: top.recordsBreaks, recordsRows: style == .display && layout.list.displayAlignment != nil)
    buffer.begin(color)
    return layout.set(layout.noads(of: layout.list.root), style, recording: &top, &buffer)
  }

  /// A tag, set by itself.
  private func tag(_ field: Field, _ layout: Layout, color: Color) -> HList {
    buffer.begin(color)
    let extent = layout.box(field, .text, cramped: false, &buffer)
    return FormulaOutput.horizontalList(extent, text: [], nil, layout, buffer)
  }

  /// The rows of a display environment, each by itself; their widths are the whole's, so that they stay aligned.
  private func addRows(
    _ rows: [SetRow], to formula: inout Formula, _ layout: Layout, extent: Extent, text: [UInt8], _ places: [NoadPart: Int32]?
  ) {
    guard rows.count > 0, let alignment = layout.list.displayAlignment, alignment.rows.count == rows.count else { return }
    formula.keepsRows = alignment.lead != nil
    var previous = 0
    for (index, row) in rows.enumerated() {
      let source = alignment.rows[index]
      let list = FormulaOutput.rowList(row, of: extent, text: index == 0 ? text : [], places, layout, buffer)
      formula.rows.append(
        Formula.Row(
          list: list, baselineDistance: Length(rawValue: row.baseline - previous), width: formula.width,
          right: Length(rawValue: row.right), height: Length(rawValue: row.height), depth: Length(rawValue: row.depth), tag: nil,
          label: source.label,
          isNumbered: source.isNumbered && alignment.numbersRows, equation: source.equation, isText: source.isText))
      previous = row.baseline
    }
    for (index, source) in alignment.rows.enumerated() where !source.tag.isEmpty {
      formula.rows[index].tag = tag(source.tag, layout, color: buffer.color)
    }
  }

  /// A formula by itself, parsed: for its MathML and its words.
  public func parsed(_ tex: String, isDisplay: Bool, macros: MathMacros = .none) -> ParsedFormula {
    parse(tex, in: isDisplay ? .alone : .inline, macros: macros)
  }

  private func parse(_ tex: String, in setting: FormulaSetting, macros: MathMacros) -> ParsedFormula {
    ParsedFormula(
      Parser.parsing(tex, in: setting, vocabulary: vocabulary, definitions: definitions.definitions(of: macros), budget: budget), tex)
  }

  /// The list of a parsed formula with its references resolved. The formula gets its diagnostics, label and tag.
  private func prepare(
    _ source: ParsedFormula, size: Length, color: Color, macros: MathMacros, into formula: inout Formula
  ) -> MathList {
    var list = source.list
    formula.diagnostics = source.diagnostics
    if let references = macros.references, !list.references.isEmpty {
      var resolver = Parser([], vocabulary: vocabulary, definitions: definitions.definitions(of: macros), budget: budget)
      ReferenceCommands.resolve(&resolver, &list, by: references, else: macros.openReference)
      formula.diagnostics += resolver.diagnostics
    }
    formula.label = list.label
    if list.hasTag { formula.tag = tag(list.tag, layout(of: list, size: size), color: color) }
    return list
  }

  /// The list of a display divided so that it fits; nil if it fits as it is or cannot be divided.
  private func plan(for extent: Extent, _ layout: Layout, measure: Length, height: Length?, dividesInside: Bool) -> MathList? {
    let isWide = extent.width > measure.rawValue
    let isHigh = height.map { extent.height + extent.depth > $0.rawValue / 3 } ?? false
    guard isWide || dividesInside || layout.list.hasAlignment else { return nil }
    var plan = DisplayPlan(layout)
    var isChanged = isWide && plan.breakDisplay(room: measure.rawValue)
    isChanged = plan.openLongEquation(isHigh: isHigh) || isChanged
    if dividesInside, let height { isChanged = plan.divideInside(room: measure.rawValue, height: height.rawValue) || isChanged }
    return isChanged ? plan.layout.list : nil
  }

  /// The formula as one JSON object, in the format that `mdtypeset math --batch` prints: sizes in points, x from the
  /// left edge rightwards, y from the baseline upwards.
  public func record(id: String, _ tex: String, style: MathStyle, size: Length, macros: MathMacros = .none) -> String {
    var formula = Formula()
    let source = parse(tex, in: style == .text ? .inline : .alone, macros: macros)
    let list = prepare(source, size: size, color: .black, macros: macros, into: &formula)
    let layout = layout(of: list, size: size)
    var top = TopLevel()
    let extent = set(layout, style, color: .black, recording: &top)
    return FormulaOutput.record(
      id: id, tex: tex, isDisplay: style == .display, extent, formula.diagnostics, layout, buffer)
  }
}
