public import TypesetBoxes
public import TypesetDiagnostics
public import TypesetFonts

/// A set formula.
public struct Formula: Sendable {
  /// In line: boxes with glue and the penalties at which a line may end. Displayed: one box.
  public var list = HList()
  public var width = Length.zero
  public var height = Length.zero
  public var depth = Length.zero
  /// Rows of a displayed alignment with their tags, from the first down: a page may end between them. Empty where the
  /// formula is one piece.
  public var rows: [FormulaRow] = []
  /// `\tag`'s text.
  public var tag: String?
  public var diagnostics: [MathDiagnostic] = []

  public init() {}
}

/// One row of a display.
public struct FormulaRow: Sendable {
  /// Its reference point is the left edge of the alignment, on the row's baseline.
  public var ink: Ink
  public var width: Length
  public var height: Length
  public var depth: Length
  /// From the baseline above; zero for the first.
  public var distance: Length
  public var tag: String?
}

/// Typesets LaTeX formulas with one font. One for each thread: it keeps what it learns of the font.
public final class MathTypesetter {
  private let setter: MathSetter
  private let budget: Budget
  private let macros: [String: Macro]

  /// - Parameters:
  ///   - face: One with a MATH table.
  ///   - textFamilies: For `\text`, in order of preference.
  ///   - macros: Definitions for all formulas: `\newcommand` lines, or `\name: expansion` lines as KaTeX' users write them.
  public init(fonts: FontBook, face: Face, textFamilies: [String], macros: String = "", budget: Budget = Budget()) {
    setter = MathSetter(book: fonts, face: face, textFamilies: textFamilies)
    self.budget = budget
    self.macros = Self.read(macros: macros, budget: budget)
  }

  private static func read(macros text: String, budget: Budget) -> [String: Macro] {
    var definitions = ""
    for line in text.split(separator: "\n") {
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("\\"), !trimmed.hasPrefix("\\newcommand"), !trimmed.hasPrefix("\\renewcommand"),
        !trimmed.hasPrefix("\\def"), !trimmed.hasPrefix("\\DeclareMathOperator"), !trimmed.hasPrefix("\\let"),
        !trimmed.hasPrefix("\\providecommand"), !trimmed.hasPrefix("\\gdef"), let colon = trimmed.firstIndex(of: ":")
      {
        let name = trimmed[..<colon]
        let body = trimmed[trimmed.index(after: colon)...].drop { $0 == " " }
        let count = (1...9).last { body.contains("#\($0)") } ?? 0
        definitions += "\\newcommand{\(name)}[\(count)]{\(body)}\n"
      } else {
        definitions += line + "\n"
      }
    }
    guard !definitions.isEmpty else { return [:] }
    var parser = MathParser(Array(definitions.utf8), isDisplay: false, macros: [:], budget: budget)
    _ = parser.parse()
    return parser.stream.scopes[0]
  }

  /// Sets one formula.
  ///
  /// - Parameters:
  ///   - copy: What selecting the formula in a PDF copies; usually the LaTeX between its delimiters.
  public func set(
    _ tex: String, style: MathStyle, size: Length, color: Color = .black, errorColor: Color? = nil, copy: String
  ) -> Formula {
    var formula = Formula()
    guard tex.utf8.count <= budget.formulaBytes else {
      formula.diagnostics = [
        MathDiagnostic("length", 0..<0, "a formula is longer than \(budget.formulaBytes >> 10) KB", hint: "is a delimiter missing?")
      ]
      return formula
    }
    let bytes = Array(Self.withoutDoubledEscapes(tex).utf8)
    var parser = MathParser(bytes, isDisplay: style == .display, macros: macros, budget: budget)
    let list = parser.parse()
    setter.begin(size: size, color: color)
    if let errorColor { setter.errorColor = errorColor }
    if style == .display, list.count == 1, case .alignment(let alignment) = list[0].kind, alignment.left == .none,
      alignment.right == .none, alignment.isDisplay, alignment.rows.count > 1, list[0].superscript == nil, list[0].subscript == nil
    {
      setRows(alignment, copy: copy, into: &formula)
    }
    if formula.rows.isEmpty {
      setter.begin(size: size, color: color)
      let items = setter.items(list, style, cramped: false)
      fill(&formula, items, isBroken: style != .display, copy: copy)
    }
    formula.tag = parser.tag
    formula.diagnostics = parser.diagnostics
    for scalar in setter.missing {
      formula.diagnostics.append(
        MathDiagnostic("missing-glyph", 0..<0, "no font has \(scalar) (U+\(String(scalar.value, radix: 16, uppercase: true)))"))
    }
    return formula
  }

  /// Tools in which Markdown goes first want `\\{` and `\\\\`; one level is taken off where the formula has such pairs.
  private static func withoutDoubledEscapes(_ tex: String) -> String {
    guard tex.contains("\\\\{") || tex.contains("\\\\\\\\") else { return tex }
    let isDoubled = tex.contains("\\\\{") && tex.contains("\\\\}") || tex.contains("\\\\\\\\")
    guard isDoubled, !tex.contains("\\\\\n"), !tex.contains("\\\\ ") || tex.contains("\\\\\\\\") else { return tex }
    return tex.replacing("\\\\\\\\", with: "\\\\ ").replacing("\\\\{", with: "\\{").replacing("\\\\}", with: "\\}")
  }

  private func fill(_ formula: inout Formula, _ items: [MathSetter.Item], isBroken: Bool, copy: String) {
    var writer = InkWriter(copy: copy)
    var width = 0
    if !isBroken {
      let box = setter.pack(items, from: 0)
      let node = writer.add(box, setter)
      formula.list.nodes = [.box(node)]
      width = box.width
      formula.height = Length(rawValue: box.height)
      formula.depth = Length(rawValue: box.depth)
    } else {
      var nodes: [HNode] = []
      for (index, item) in items.enumerated() {
        switch item.content {
        case .box(let box):
          nodes.append(.box(writer.add(box, setter)))
          width += box.width
          formula.height = max(formula.height, Length(rawValue: box.height))
          formula.depth = max(formula.depth, Length(rawValue: box.depth))
          // TeXbook chapter 18: \relpenalty 500 and \binoppenalty 700, but not at the end or before another relation.
          let hasMore = items[(index + 1)...].contains { $0.atom != nil }
          let next = items[(index + 1)...].first { $0.atom != nil }?.atom
          if hasMore, item.atom == .rel, next != .rel { nodes.append(.penalty(500)) }
          if hasMore, item.atom == .bin { nodes.append(.penalty(700)) }
        case .glue(let natural, let stretch, let shrink):
          nodes.append(
            .glue(
              Glue(
                Length(rawValue: natural), stretch: Length(rawValue: stretch), shrink: Length(rawValue: shrink))))
          width += natural
        }
      }
      formula.list.nodes = nodes
    }
    formula.list.ink = writer.ink
    formula.width = Length(rawValue: width)
  }

  private func setRows(_ alignment: Noad.Alignment, copy: String, into formula: inout Formula) {
    let grid = setter.set(alignment)
    let whole = setter.stack(grid, alignment)
    formula.width = Length(rawValue: whole.width)
    formula.height = Length(rawValue: whole.height)
    formula.depth = Length(rawValue: whole.depth)
    var y = 0
    for row in grid.cells.indices {
      var writer = InkWriter(copy: row == 0 ? copy : "")
      let first = grid.cells[row].first?.elements.lowerBound ?? 0
      let last = grid.cells[row].last?.elements.upperBound ?? first
      var box = MathBox(
        elements: first..<last, width: whole.width, height: grid.heights[row], depth: grid.depths[row])
      setter.move(box, 0, -y)
      box.width = whole.width
      _ = writer.add(box, setter)
      let distance = row == 0 ? 0 : setter.rowDistance(after: row - 1, grid, alignment)
      formula.rows.append(
        FormulaRow(
          ink: writer.ink, width: Length(rawValue: whole.width), height: Length(rawValue: box.height),
          depth: Length(rawValue: box.depth), distance: Length(rawValue: distance), tag: alignment.tags[row]))
      if row + 1 < grid.cells.count { y -= setter.rowDistance(after: row, grid, alignment) }
    }
  }
}

/// Turns elements into ink: neighbouring glyphs of one face, size and colour become a run, and the first run of all carries the
/// formula's source, so that selecting it copies LaTeX.
struct InkWriter {
  var ink = Ink()
  private var copy: String

  init(copy: String) { self.copy = copy }

  mutating func add(_ box: MathBox, _ setter: MathSetter) -> Box {
    let first = Int32(ink.items.count)
    isOpen = false
    for element in setter.elements[box.elements] { add(element) }
    return Box(
      width: Length(rawValue: box.width), height: Length(rawValue: box.height), depth: Length(rawValue: box.depth),
      items: first..<Int32(ink.items.count))
  }

  private mutating func add(_ element: Element) {
    let x = Length(rawValue: element.x)
    let y = Length(rawValue: element.y)
    switch element.kind {
    case .glyph(let id, let face, let size):
      if case .run(var run)? = ink.items.last, run.face == face, run.size.rawValue == size, run.color == element.color,
        Int(run.glyphs.upperBound) == ink.glyphs.count, isOpen
      {
        ink.glyphs.append(
          Glyph(id: id, x: Int32(clamping: (x - run.x).rawValue), y: Int32(clamping: (y - run.y).rawValue), cluster: 0))
        run.glyphs = run.glyphs.lowerBound..<Int32(ink.glyphs.count)
        ink.items[ink.items.count - 1] = .run(run)
        return
      }
      isOpen = true
      let text = Int32(ink.text.count)
      ink.text += copy.utf8
      copy = ""
      let start = Int32(ink.glyphs.count)
      ink.glyphs.append(Glyph(id: id, x: 0, y: 0, cluster: 0))
      ink.items.append(
        .run(
          GlyphRun(
            face: face, size: Length(rawValue: size), color: element.color, x: x, y: y, width: .zero, glyphs: start..<start + 1,
            text: text..<Int32(ink.text.count))))
    case .rule(let width, let height):
      ink.items.append(
        .rule(Rect(x: x, y: y, width: Length(rawValue: width), height: Length(rawValue: height)), element.color))
    case .stroke(let dx, let dy, let width):
      ink.items.append(
        .stroke(
          Stroke(
            x0: x, y0: y, x1: x + Length(rawValue: dx), y1: y + Length(rawValue: dy), width: Length(rawValue: width),
            color: element.color)))
    case .panel(let width, let height, let fill, let border, let thickness):
      guard fill != nil || border != nil else { return }
      ink.items.append(
        .panel(
          Panel(
            rect: Rect(x: x, y: y, width: Length(rawValue: width), height: Length(rawValue: height)), fill: fill, border: border,
            borderWidth: Length(rawValue: thickness))))
    case .link(let url, let width, let height):
      ink.marks.append(.link(url: url))
      ink.items.append(
        .mark(Int32(ink.marks.count - 1), Rect(x: x, y: y, width: Length(rawValue: width), height: Length(rawValue: height))))
    }
  }

  /// A run is only added to within one box.
  private var isOpen = false
}
