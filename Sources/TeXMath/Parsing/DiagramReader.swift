internal import TypesetBoxes
internal import TypesetDiagnostics

/// Reads tikz-cd's `tikzcd`: a matrix of objects, with arrows in the cells from which they start.
struct DiagramReader {
  private static let name = "tikzcd"
  private static let shortcuts = [
    "rar": "r", "lar": "l", "dar": "d", "uar": "u", "urar": "ur", "ular": "ul", "drar": "dr", "dlar": "dl",
  ]
  /// Each crosses all arrows before it.
  private static let mostCrossings = 32

  private var body: TokenReader
  private var diagram = Diagram()
  private var grid = DiagramGrid()
  /// Of the cell that is being read.
  private var content: [Token] = []
  /// True if the cell has a node, which is as large as nothing with the space around it.
  private var hasNode = false
  /// What all arrows have.
  private var styles: [[Token]] = []
  private var crossings = 0
  /// True if it has been reported that arrows are left out.
  private var isFull = false

  private init(_ body: [Token]) { self.body = TokenReader(body) }

  /// Reads a diagram after its `\begin{tikzcd}`, and appends it.
  static func read(_ parser: inout Parser) {
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    if parser.nesting > parser.budget.formulaNesting { return }
    let body = parser.input.environmentBody(named: name)
    if parser.input.isCut, let begin = parser.inHand {
      parser.report("math.missing-end", begin, "unmatched \\begin{\(name)}", hint: "add \\end{\(name)}")
    }
    var reader = DiagramReader(body)
    reader.readOptions(&parser)
    reader.readRows(&parser)
    reader.dropStrayArrows(&parser)
    var alignment = reader.grid.alignment(.diagram)
    alignment.diagram = parser.list.diagrams.count
    parser.list.diagrams.append(reader.diagram)
    parser.append(Noad(parser.list.add(alignment)))
  }

  // MARK: Cells

  private mutating func readRows(_ parser: inout Parser) {
    var depth = 0
    while let token = body.next() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      let command = token.kind == .command ? parser.input.vocabulary.names.name(token.value) : ""
      if depth == 0, parser.isRowEnd(token) {
        // The matrix sets the space between its rows: a length after `\\` is ignored.
        _ = bracket()
        finishRow(&parser)
      } else if depth == 0, token.kind == .alignTab || command == "&" {
        finishCell(&parser)
      } else if depth == 0, command == "arrow" || command == "ar" || Self.shortcuts[command] != nil {
        hasNode = true
        readArrow(&parser, token, toward: Self.shortcuts[command])
      } else {
        if token.kind != .space { hasNode = true }
        content.append(token)
      }
    }
    if hasNode || grid.hasCells { finishRow(&parser) }
  }

  private mutating func finishCell(_ parser: inout Parser) {
    grid.add(hasNode ? parser.sublist(content) : .empty)
    content.removeAll()
    hasNode = false
  }

  private mutating func finishRow(_ parser: inout Parser) {
    finishCell(&parser)
    grid.endRow(&parser.list)
  }

  /// Arrows that end outside.
  private mutating func dropStrayArrows(_ parser: inout Parser) {
    let (rows, columns) = (grid.rows.count, grid.columns)
    func isStray(_ end: DiagramArrow.End) -> Bool {
      guard case .cell(let row, let column) = end else { return false }
      return !(0..<rows).contains(row) || !(0..<columns).contains(column)
    }
    diagram.arrows.removeAll { arrow in
      guard isStray(arrow.from) || isStray(arrow.to) else { return false }
      parser.report(
        "math.diagram", arrow.token, "the arrow ends outside the diagram of \(rows) rows and \(columns) columns",
        hint: "write r, l, u, d once for each column or row, or add cells with &")
      return true
    }
  }

  // MARK: Options of the matrix

  private mutating func readOptions(_ parser: inout Parser) {
    for item in items(bracket() ?? []) {
      let (key, value) = keyAndValue(item, parser)
      switch key {
      case "row sep": readDistance(value, isRow: true, &parser)
      case "column sep": readDistance(value, isRow: false, &parser)
      case "sep":
        readDistance(value, isRow: true, &parser)
        readDistance(value, isRow: false, &parser)
      case "cramped": diagram.isCramped = true
      case XYMatrix.key: diagram.isXYMatrix = true
      case "arrows", "every arrow/.append style": styles += items(unbraced(value))
      case "", "ampersand replacement", "baseline", "arrow style", "math mode": break
      default: reportUnknown(key, item, of: "a diagram", &parser)
      }
    }
  }

  /// A length, a size by name, and `between origins`.
  private mutating func readDistance(_ value: [Token], isRow: Bool, _ parser: inout Parser) {
    for item in items(unbraced(value)) {
      let text = parser.plainText(item).trimmed
      if text == "between origins" {
        if isRow { diagram.hasRowOrigins = true } else { diagram.hasColumnOrigins = true }
        continue
      }
      if ["between borders", ""].contains(text) { continue }
      let named: [String: Double] = ["tiny": 0.25, "small": 0.5, "scriptsize": 0.75, "normal": 1, "large": 1.5, "huge": 2]
      let length =
        named[text].map { Dimension(value: Int32((isRow ? 117_965 : 157_286) * $0), unit: .em) } ?? Scanning.dimension(&parser, of: item)
      if isRow { diagram.rowSep = length } else { diagram.columnSep = length }
    }
  }

  // MARK: Arrows

  private mutating func readArrow(_ parser: inout Parser, _ token: Token, toward direction: String?) {
    let (row, column) = (grid.rows.count, grid.cells.count)
    let here = DiagramArrow.End.cell(row: row, column: column)
    var arrow = DiagramArrow(from: here, to: here, token: token)
    var reader = ArrowReader(row: row, column: column)
    for item in styles { reader.read(item, &arrow, &parser) }
    if let direction { reader.read(direction: direction, &arrow) }
    for item in items(bracket() ?? []) { reader.read(item, &arrow, &parser) }
    // The older syntax: `\arrow[options]{direction}[options]{label}`.
    if direction == nil, body.peek?.kind == .beginGroup {
      let text = parser.plainText(body.argument())
      if !reader.read(direction: text, &arrow) { arrow.to = reader.end(text) }
    }
    while true {
      let options = bracket()
      guard body.peek?.kind == .beginGroup else { break }
      reader.readLabel(body.argument(), options.map(items) ?? [], &arrow, &parser)
    }
    reader.finish(&arrow, &parser)
    if arrow.crossesOver {
      crossings += 1
      if crossings == Self.mostCrossings + 1 {
        parser.report("math.diagram", token, "more than \(Self.mostCrossings) arrows cross over others", hint: "these do not interrupt any")
      }
      arrow.crossesOver = crossings <= Self.mostCrossings
    }
    // An arrow is as much to draw as an outline of a letter or two, a zigzag as several.
    parser.turned += arrow.isSquiggly ? 6 : 2
    guard parser.turned > parser.budget.turnedLetters else { return diagram.arrows.append(arrow) }
    if !isFull {
      parser.report(
        "math.diagram", token, "this arrow and those after it are left out: a formula may have \(parser.budget.turnedLetters / 2) here",
        hint: "use several diagrams, or a picture")
    }
    isFull = true
  }

  /// `[…]`, with brackets in braces.
  private mutating func bracket() -> [Token]? {
    var reader = body
    while reader.peek?.kind == .space { reader.skip() }
    guard let open = reader.next(), open.isCharacter("[") else { return nil }
    let inner = reader.upTo { $0.isCharacter("]") }
    body = reader
    return inner
  }
}

/// Options of an arrow: TikZ' keys, and labels in quotation marks.
struct ArrowReader {
  let row: Int
  let column: Int
  private var swapsLabels = false
  private var hasDirection = false
  private var isLoop = false

  init(row: Int, column: Int) { (self.row, self.column) = (row, column) }

  /// `dr`: each letter moves the target by one row or column; false for other text.
  @discardableResult mutating func read(direction text: String, _ arrow: inout DiagramArrow) -> Bool {
    var (row, column) = (row, column)
    guard !text.isEmpty, text.utf8.count < 1000 else { return false }
    for sign in text.utf8 {
      switch sign {
      case UInt8(ascii: "r"): column += 1
      case UInt8(ascii: "l"): column -= 1
      case UInt8(ascii: "d"): row += 1
      case UInt8(ascii: "u"): row -= 1
      default: return false
      }
    }
    arrow.to = .cell(row: row, column: column)
    hasDirection = true
    return true
  }

  /// `2-3`: a cell, counted from 1; else a label's name.
  mutating func end(_ text: String) -> DiagramArrow.End {
    hasDirection = true
    let parts = text.split(separator: "-")
    let cells = 0...100_000
    if parts.count == 2, let row = DocumentNumber.whole(parts[0], in: cells), let column = DocumentNumber.whole(parts[1], in: cells) {
      return .cell(row: row - 1, column: column - 1)
    }
    return .label(text)
  }

  /// One option between commas.
  mutating func read(_ item: [Token], _ arrow: inout DiagramArrow, _ parser: inout Parser) {
    var reader = TokenReader(item)
    if let first = reader.next(), first.isCharacter("\"") {
      let content = reader.upTo { $0.isCharacter("\"") }
      var options: [[Token]] = []
      if let mark = reader.peek, mark.isCharacter("'") {
        options.append([mark])
        reader.skip()
      }
      options += items(unbraced(reader.rest()))
      return readLabel(content, options, &arrow, &parser)
    }
    let (key, value) = keyAndValue(item, parser)
    if read(key: key, value, &arrow, &parser) || read(direction: key, &arrow) { return }
    if let color = diagramColor(key) { return arrow.color = color }
    reportUnknown(key, item, of: "an arrow", &parser)
  }

  /// - Returns: False for an unknown key.
  private mutating func read(key: String, _ value: [Token], _ arrow: inout DiagramArrow, _ parser: inout Parser) -> Bool {
    if let style = Self.styles[key] {
      style(&arrow)
      return true
    }
    func degrees(_ usual: Double) -> Double { DocumentNumber.real(parser.plainText(value).trimmed) ?? usual }
    switch key {
    case "": break
    case "to": if !read(direction: parser.plainText(value).trimmed, &arrow) { arrow.to = end(parser.plainText(value).trimmed) }
    case "from": arrow.from = end(parser.plainText(value).trimmed)
    case "swap", "'": swapsLabels.toggle()
    case "bend left": arrow.course = .bent(degrees(30))
    case "bend right": arrow.course = .bent(-degrees(30))
    case "out", "in":
      var (out, into): (Double?, Double?)
      if case .angles(let known, let other) = arrow.course { (out, into) = (known, other) }
      if key == "out" { out = degrees(0) } else { into = degrees(0) }
      arrow.course = .angles(out: out, in: into)
    case "curve":
      for item in items(unbraced(value)) {
        let (name, amount) = keyAndValue(item, parser)
        if name == "height" { arrow.course = .curve(height: Scanning.dimension(&parser, of: amount)) }
      }
    case "loop", "loop above", "loop right", "loop below", "loop left":
      let middles: [String: Double] = ["loop right": 0, "loop left": 180, "loop below": 270]
      let middle = middles[key] ?? 90
      isLoop = true
      arrow.course = .angles(out: middle + 15, in: middle - 15)
    case "shift left", "shift right":
      var shift = Self.shift(value, &parser)
      if key == "shift right" { shift.value = -shift.value }
      arrow.shift = shift
    case "shorten": arrow.shortening = (Scanning.dimension(&parser, of: value), Scanning.dimension(&parser, of: value))
    case "shorten <": arrow.shortening.start = Scanning.dimension(&parser, of: value)
    case "shorten >": arrow.shortening.end = Scanning.dimension(&parser, of: value)
    case "color", "draw", "text": arrow.color = diagramColor(parser.plainText(unbraced(value))) ?? arrow.color
    case "start anchor", "end anchor", "line width", "thin", "thick", "very thick", "ultra thick", "outer sep", "inner sep", "looseness",
      "scale", "sloped", "distance", "description":
      reportUnknown(key, value, of: "an arrow", &parser)
    default: return false
    }
    return true
  }

  /// A number of 0.56 ex, or a length; one of the former if there is nothing.
  private static func shift(_ value: [Token], _ parser: inout Parser) -> Dimension {
    let text = parser.plainText(value).trimmed
    let number = text.isEmpty ? 1 : DocumentNumber.real(text)
    guard let number else { return Scanning.dimension(&parser, of: value) }
    return Dimension(number * 0.56, "ex") ?? Dimension()
  }

  // MARK: Labels

  mutating func readLabel(_ content: [Token], _ options: [[Token]], _ arrow: inout DiagramArrow, _ parser: inout Parser) {
    var label = DiagramLabel()
    if !arrow.isDrawn { (label.side, label.isLarge) = (.middle, true) }
    var isSwapped = swapsLabels
    for option in options {
      let (key, value) = keyAndValue(option, parser)
      let text = parser.plainText(value).trimmed
      switch key {
      case "'", "swap": isSwapped.toggle()
      case "description": (label.side, label.isDescription) = (.middle, true)
      case "marking": (label.side, label.isLarge, label.isSloped) = (.middle, true, true)
      case "anchor": if text == "center" { label.side = .middle }
      case "above": label.side = .above
      case "below": label.side = .below
      case "left": label.side = .leftOf
      case "right": label.side = .rightOf
      case "auto": if text == "left" || text == "right" { isSwapped = text == "right" }
      case "sloped": label.isSloped = true
      case "name": label.name = text
      case "pos": label.position = Int32(clamping: Int(clamping: ((DocumentNumber.real(text, in: -1...2) ?? 0.5) * 1000).rounded()))
      case "color", "text": label.color = diagramColor(text)
      case "", "inner sep", "outer sep", "font", "phantom": break
      default:
        if let position = Self.positions[key] {
          label.position = position
        } else if let color = diagramColor(key) {
          label.color = color
        } else {
          reportUnknown(key, option, of: "a label", &parser)
        }
      }
    }
    if isSwapped { label.side = label.side == .left ? .right : label.side == .right ? .left : label.side }
    label.content = parser.sublist(content)
    arrow.labels.append(label)
  }

  private static let positions: [String: Int32] = [
    "at start": 0, "very near start": 125, "near start": 250, "midway": 500, "near end": 750, "very near end": 875, "at end": 1000,
  ]

  mutating func finish(_ arrow: inout DiagramArrow, _ parser: inout Parser) {
    if !hasDirection, !isLoop {
      parser.report("math.diagram", arrow.token, "the arrow has no direction", hint: "write \\arrow[r], with r, l, u, d for each step")
    }
    // A label that comes before `phantom` is in the middle as well.
    if !arrow.isDrawn {
      for index in arrow.labels.indices where arrow.labels[index].side == .left { arrow.labels[index].side = .middle }
    }
  }

  // MARK: Styles

  private typealias Style = @Sendable (inout DiagramArrow) -> Void

  private static let styles: [String: Style] = [
    "rightarrow": tips(.none, .to), "leftarrow": tips(.to, .none), "leftrightarrow": tips(.to, .to),
    "Rightarrow": tips(.none, .to, isDouble: true), "Leftarrow": tips(.to, .none, isDouble: true),
    "Leftrightarrow": tips(.to, .to, isDouble: true), "equal": tips(.none, .none, isDouble: true),
    "equals": tips(.none, .none, isDouble: true), "mapsto": tips(.bar, .to), "mapsfrom": tips(.to, .bar),
    "Mapsto": tips(.bar, .to, isDouble: true), "Mapsfrom": tips(.to, .bar, isDouble: true),
    "hookrightarrow": tips(.hook(isLeft: true), .to), "hookleftarrow": tips(.to, .hook(isLeft: true)),
    "rightharpoonup": tips(.none, .harpoon(isLeft: true)), "rightharpoondown": tips(.none, .harpoon(isLeft: false)),
    "leftharpoonup": tips(.harpoon(isLeft: false), .none), "leftharpoondown": tips(.harpoon(isLeft: true), .none),
    "rightarrowtail": tips(.tail, .to), "leftarrowtail": tips(.to, .tail), "twoheadrightarrow": tips(.none, .twoHeads),
    "twoheadleftarrow": tips(.twoHeads, .none), "dash": tips(.none, .none), "no head": { $0.end = .none }, "no tail": { $0.start = .none },
    "to head": { $0.end = .to }, "maps to": { $0.start = .bar }, "hook": { $0.start = .hook(isLeft: true) },
    "hook'": { $0.start = .hook(isLeft: false) }, "harpoon": { $0.end = .harpoon(isLeft: true) },
    "harpoon'": { $0.end = .harpoon(isLeft: false) }, "two heads": { $0.end = .twoHeads }, "tail": { $0.start = .tail },
    "dashed": { $0.dash = .dashed }, "dotted": { $0.dash = .dotted }, "densely dashed": { $0.dash = .dashed },
    "densely dotted": { $0.dash = .dotted }, "solid": { $0.dash = .solid },
    "dashrightarrow": { arrow in (arrow.start, arrow.end, arrow.dash) = (.none, .to, .dashed) },
    "dashleftarrow": { arrow in (arrow.start, arrow.end, arrow.dash) = (.to, .none, .dashed) },
    "squiggly": { $0.isSquiggly = true },
    "rightsquigarrow": { arrow in (arrow.start, arrow.end, arrow.isSquiggly) = (.none, .to, true) },
    "leftsquigarrow": { arrow in (arrow.start, arrow.end, arrow.isSquiggly) = (.to, .none, true) },
    "leftrightsquigarrow": { arrow in (arrow.start, arrow.end, arrow.isSquiggly) = (.to, .to, true) },
    "phantom": { arrow in
      arrow.isDrawn = false
      for index in arrow.labels.indices { arrow.labels[index].isLarge = true }
    },
    "crossing over": { $0.crossesOver = true },
  ]

  private static func tips(_ start: DiagramArrow.Tip, _ end: DiagramArrow.Tip, isDouble: Bool = false) -> Style {
    { arrow in
      (arrow.start, arrow.end) = (start, end)
      if isDouble { arrow.isDouble = true }
    }
  }
}

// MARK: Lists of keys

/// The parts of a list between commas, outside of groups and quotation marks, without spaces around them.
private func items(_ tokens: [Token]) -> [[Token]] {
  var out: [[Token]] = [[]]
  var depth = 0
  var isQuoted = false
  for token in tokens {
    if token.kind == .beginGroup { depth += 1 }
    if token.kind == .endGroup { depth -= 1 }
    if depth == 0, token.isCharacter("\"") { isQuoted.toggle() }
    if depth == 0, !isQuoted, token.isCharacter(",") {
      out.append([])
    } else if token.kind != .space || !(out.last?.isEmpty ?? true) {
      out[out.count - 1].append(token)
    }
  }
  return out.map(trimmed).filter { !$0.isEmpty }
}

private func trimmed(_ tokens: [Token]) -> [Token] {
  let end = tokens.lastIndex { $0.kind != .space }.map { $0 + 1 } ?? 0
  let start = tokens.firstIndex { $0.kind != .space } ?? 0
  return start < end ? Array(tokens[start..<end]) : []
}

/// A list without braces around all of it.
private func unbraced(_ tokens: [Token]) -> [Token] {
  let tokens = trimmed(tokens)
  guard tokens.first?.kind == .beginGroup else { return tokens }
  var reader = TokenReader(tokens)
  let inner = reader.argument()
  return reader.peek == nil ? inner : tokens
}

/// `key=value`, or a key alone.
private func keyAndValue(_ item: [Token], _ parser: Parser) -> (key: String, value: [Token]) {
  guard let sign = item.firstIndex(where: { $0.isCharacter("=") }) else { return (parser.plainText(item).trimmed, []) }
  return (parser.plainText(Array(item[..<sign])).trimmed, Array(item[(sign + 1)...]))
}

/// A colour by its name, or as `{rgb,255:red,214;green,92;blue,92}`.
private func diagramColor(_ text: String) -> Color? {
  let text = text.filter { $0 != "{" && $0 != "}" && $0 != " " }
  guard text.hasPrefix("rgb") else { return Color(latex: text, model: nil) }
  let parts = text.split(separator: ":")
  let most = parts.count == 2 ? parts[0].split(separator: ",").dropFirst().first.flatMap { DocumentNumber.real($0) } ?? 1 : 1
  var values: [String: Double] = [:]
  for pair in parts.last?.split(separator: ";") ?? [] {
    let sides = pair.split(separator: ",")
    if sides.count == 2, let value = DocumentNumber.real(sides[1]) { values[String(sides[0])] = value * 255 / max(most, 1) }
  }
  func byte(_ name: String) -> UInt8 { UInt8(clamping: Int(clamping: (values[name] ?? 0).rounded())) }
  return values.isEmpty ? nil : Color(red: byte("red"), green: byte("green"), blue: byte("blue"))
}

private func reportUnknown(_ key: String, _ tokens: [Token], of whose: String, _ parser: inout Parser) {
  parser.report(
    "math.diagram", Token.place(of: tokens), "the option \"\(key)\" of \(whose) has no effect", hint: "remove it, or see the guide",
    isNote: true)
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
