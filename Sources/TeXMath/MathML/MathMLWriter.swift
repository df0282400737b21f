internal import TypesetBoxes

/// `MathList` → MathML Core: the noads as elements, with nothing that depends on a font.
///
/// What Core lacks is written so that a reader of Core shows the content: frames by CSS, strokes as `menclose`.
struct MathMLWriter {
  private let list: MathList
  private(set) var out: [UInt8] = []
  /// Of the list that is written; decides which list of a `\mathchoice` is taken.
  private var style: MathStyle
  /// Tokens (`mi`, `mn`, `mo`, `mtext`) that have been written.
  private var tokens: Int32 = 0
  /// By what is drawn, the number of its token, from 1.
  private(set) var places: [NoadPart: Int32] = [:]
  /// False where numbers of equations are read beside the formula.
  private var hasTags = true

  init(_ list: MathList, style: MathStyle) {
    (self.list, self.style) = (list, style)
    out.reserveCapacity(512)
  }

  /// The whole formula as a `math` element.
  ///
  /// - Parameter tex: The source, as annotation; nil leaves it out.
  static func document(_ list: MathList, style: MathStyle, tex: String?) -> [UInt8] {
    var writer = MathMLWriter(list, style: style)
    writer.whole(tex: tex)
    return writer.out
  }

  private mutating func whole(tex: String? = nil) {
    add("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"\(style == .display ? "block" : "inline")\">")
    if tex != nil { add("<semantics>") }
    row(list.root, isOne: true)
    if let tex {
      add("<annotation encoding=\"application/x-tex\">")
      text(tex.utf8)
      add("</annotation></semantics>")
    }
    add("</math>")
  }

  /// The same for the tags of a file, without numbers of equations.
  ///
  /// - Returns: With the tokens of what is drawn of noads that have an origin.
  static func tagged(_ list: MathList, style: MathStyle) -> (mathML: String, places: [NoadPart: Int32]) {
    var writer = MathMLWriter(list, style: style)
    writer.hasTags = false
    writer.whole()
    return (String(decoding: writer.out, as: UTF8.self), writer.places)
  }

  // MARK: Text

  private mutating func add(_ text: String) { out += Array(text.utf8) }

  /// Escapes characters that XML reserves, and leaves out characters that XML forbids.
  private mutating func text(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte {
      case 0x26: add("&amp;")
      case 0x3C: add("&lt;")
      case 0x3E: add("&gt;")
      case 0x22: add("&quot;")
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: break
      default: out.append(byte)
      }
    }
  }

  private mutating func character(_ scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar), scalar.value >= 0x20, scalar.value & 0xFFFE != 0xFFFE else { return }
    // By its number: composed with the `>` before it, it would end the element's tag.
    if scalar.value >= 0x300,
      scalar.properties.canonicalCombiningClass != .notReordered || scalar.properties.generalCategory == .enclosingMark
    {
      return add("&#x\(String(scalar.value, radix: 16, uppercase: true));")
    }
    text(String(Character(scalar)).utf8)
  }

  private mutating func token(_ name: String, _ attributes: String = "", _ scalars: [UInt32]) {
    tokens += 1
    add("<\(name)\(attributes)>")
    for scalar in scalars { character(scalar) }
    add("</\(name)>")
  }

  // MARK: Places

  /// The next token is what is drawn of a part of a noad.
  private mutating func place(_ noad: Noad, _ part: Int16) {
    if noad.origin >= 0 { places[NoadPart(noad: noad.origin, part: part)] = tokens + 1 }
  }

  /// The next token is all that is drawn of the noads of a field.
  private mutating func place(_ field: Field) {
    for noad in list.noads(of: field) {
      place(noad, NoadPart.nucleus)
      place(noad.nucleus)
    }
  }

  // MARK: Lists

  /// A field as one element.
  private mutating func one(_ field: Field) { row(field, isOne: true) }

  /// A field of a noad as one element.
  private mutating func one(_ field: Field, _ noad: Noad, _ part: Int16) {
    if case .char = field { place(noad, part) }
    one(field)
  }

  /// A field as elements in a row.
  ///
  /// - Parameter isOne: The elements are within an `mrow`, unless the field is a single character.
  private mutating func row(_ field: Field, isOne: Bool) {
    switch field {
    case .empty: if isOne { add("<mrow></mrow>") }
    case .char(let scalar): atom(scalar, .ord, isLarge: false)
    case .list(let start, let count):
      if let word = list.word(of: field) {
        place(field)
        return token("mi", "", word)
      }
      row(Int(start)..<Int(start + count), isOne: isOne)
    }
  }

  private mutating func row(_ range: Range<Int>, isOne: Bool) {
    let outer = style
    defer { style = outer }
    let isWrapped = isOne && (range.count != 1 || !list.noads[range.lowerBound].isAtom)
    if isWrapped { add("<mrow>") }
    var open = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let noad = list.noads[index]
      switch noad.kind {
      case .style(let next):
        style = next
        let level = next.level
        add("<mstyle displaystyle=\"\(next == .display)\" scriptlevel=\"\(level)\">")
        open += 1
      case .color(let color):
        add(color.map { "<mstyle mathcolor=\"\($0.hexadecimal)\">" } ?? "<mstyle>")
        open += 1
      case .size(let thousandths, _):
        add("<mstyle mathsize=\"\(Int(thousandths) / 10)%\">")
        open += 1
      case .atom where noad.isEmptyGroup && range.count > 1: break
      case .atom where noad.isDigit(in: list):
        let end = list.endOfNumber(from: index, in: range)
        number(index..<end)
        index = end - 1
      default:
        item(noad)
        if noad.isFunctionName(in: list), index + 1 < range.upperBound, list.noads[index + 1].isArgument {
          tokens += 1
          add("<mo>&#x2061;</mo>")
        }
      }
      index += 1
    }
    for _ in 0..<open { add("</mstyle>") }
    if isWrapped { add("</mrow>") }
  }

  /// Digits in a row are one number; the scripts of the last digit belong to the number.
  private mutating func number(_ range: Range<Int>) {
    let last = list.noads[range.upperBound - 1]
    let scalars = range.map { list.sign(of: list.noads[$0]) ?? 0 }
    scripted(last, isOver: false) { writer in
      for index in range {
        writer.place(writer.list.noads[index], NoadPart.nucleus)
        writer.place(writer.list.noads[index].nucleus)
      }
      writer.token("mn", "", scalars)
    }
  }

  // MARK: Noads

  private mutating func item(_ noad: Noad) {
    switch noad.kind {
    case .space(let mu): space(em: Double(mu) / 18)
    case .kern(let dimension): space(dimension)
    case .lineEnd: add("<mspace linebreak=\"newline\"></mspace>")
    case .choice(let index):
      let choices = list.choices[Int(index)]
      row(choices[min(Int(style.rawValue), choices.count - 1)], isOne: false)
    case .nonscript, .penalty, .fill, .style, .color, .size: break
    default:
      let isOver = noad.limits != .noLimits && noad.atomClass == .op
      scripted(noad, isOver: isOver) { $0.nucleus(of: noad) }
    }
  }

  /// An element with its scripts.
  private mutating func scripted(_ noad: Noad, isOver: Bool, _ base: (inout MathMLWriter) -> Void) {
    let (above, below) = (!noad.superscript.isEmpty, !noad.subscript.isEmpty)
    guard above || below else { return base(&self) }
    let name = isOver ? (above && below ? "munderover" : above ? "mover" : "munder") : above && below ? "msubsup" : above ? "msup" : "msub"
    add("<\(name)>")
    base(&self)
    let outer = style
    style = style.ofScripts
    if below { one(noad.subscript, noad, NoadPart.subscript) }
    if above { one(noad.superscript, noad, NoadPart.superscript) }
    style = outer
    add("</\(name)>")
  }

  private mutating func nucleus(of noad: Noad) {
    switch noad.kind {
    case .atom: nucleusOfAtom(noad)
    case .fraction(let thickness, let left, let right): fraction(noad, thickness, left, right)
    case .radical:
      add(noad.second.isEmpty ? "<msqrt>" : "<mroot>")
      if case .char = noad.nucleus { place(noad, NoadPart.nucleus) }
      row(noad.nucleus, isOne: !noad.second.isEmpty)
      if !noad.second.isEmpty { one(noad.second, noad, NoadPart.second) }
      add(noad.second.isEmpty ? "</msqrt>" : "</mroot>")
    case .accent(let scalar, let isWide, let isBelow):
      add(isBelow ? "<munder accentunder=\"true\">" : "<mover accent=\"true\">")
      one(list.content(ofAccent: noad), noad, NoadPart.nucleus)
      place(noad, NoadPart.sign)
      token("mo", isWide ? "" : " stretchy=\"false\"", [Self.spacing(scalar)])
      add(isBelow ? "</munder>" : "</mover>")
    case .overline: line(noad, "mover", 0x2015)
    case .underline: line(noad, "munder", 0x2015)
    case .fence(let index): fence(noad, list.fences[Int(index)])
    case .bigDelimiter(let scalar, let step):
      let size = Self.decimal(Double(step) / 10)
      place(noad, NoadPart.sign)
      token("mo", " stretchy=\"true\" symmetric=\"true\" minsize=\"\(size)em\" maxsize=\"\(size)em\"", [scalar])
    case .text(let index): words(noad, list.texts[Int(index)])
    case .alignment(let index):
      let alignment = list.alignments[Int(index)]
      guard let lead = alignment.lead else { return table(alignment) }
      add("<mrow>")
      row(lead, isOne: false)
      place(noad, NoadPart.sign)
      token("mo", " stretchy=\"true\"", [0x7B])
      table(alignment)
      add("</mrow>")
    case .arrow(let scalar, _): arrow(noad, scalar)
    case .arrowBelow(let scalar):
      add("<munder>")
      one(noad.nucleus, noad, NoadPart.nucleus)
      place(noad, NoadPart.sign)
      token("mo", " stretchy=\"true\"", [scalar])
      add("</munder>")
    case .rule(let width, let height, _): add("<mspace width=\"\(length(width))\" height=\"\(length(height))\"></mspace>")
    case .sideset: sideset(noad)
    default: wrapped(noad)
    }
  }

  private mutating func nucleusOfAtom(_ noad: Noad) {
    guard case .char(let scalar) = noad.nucleus else {
      guard let name = list.name(of: noad) else { return one(noad.nucleus) }
      if noad.atomClass != .op, name.contains(where: { PlainLetter($0).isDigit }) { return lettersAndDigits(name, of: noad.nucleus) }
      place(noad, NoadPart.nucleus)
      place(noad.nucleus)
      let isMovable = noad.limits == .display && noad.hasScripts && noad.atomClass == .op
      return token(isMovable ? "mo" : "mi", isMovable ? " movablelimits=\"true\"" : Self.variant(of: name), name)
    }
    place(noad, NoadPart.nucleus)
    atom(scalar, noad.atomClass, isLarge: noad.isLargeOperator, noad.limits)
  }

  /// A word with numbers in it.
  private mutating func lettersAndDigits(_ name: [UInt32], of field: Field) {
    func isDigit(_ scalar: UInt32) -> Bool { PlainLetter(scalar).isDigit }
    let isOne = name.allSatisfy { isDigit($0) }
    if !isOne { add("<mrow>") }
    var rest = name[...]
    let noads = list.noads(of: field)
    while let first = rest.first {
      let run = Array(rest.prefix { isDigit($0) == isDigit(first) })
      if noads.count == name.count {
        for noad in noads.dropFirst(rest.startIndex).prefix(run.count) { place(noad, NoadPart.nucleus) }
      }
      token(isDigit(first) ? "mn" : "mi", isDigit(first) ? "" : Self.variant(of: run), run)
      rest = rest.dropFirst(run.count)
    }
    if !isOne { add("</mrow>") }
  }

  /// A name of one letter would be italic.
  private static func variant(of name: [UInt32]) -> String {
    name.count == 1 && PlainLetter(name[0]) == PlainLetter(PlainLetter(name[0]).scalar) ? " mathvariant=\"normal\"" : ""
  }

  /// A character by its class: an identifier, a number or an operator.
  private mutating func atom(_ scalar: UInt32, _ atomClass: AtomClass, isLarge: Bool, _ limits: Limits = .noLimits) {
    let plain = PlainLetter(scalar)
    if plain.isDigit { return token("mn", "", [scalar]) }
    switch atomClass {
    case .ord where plain.isLetter || [0x221E, 0x2205, 0x2202, 0x2207].contains(plain.scalar):
      // MathML slants single letters by itself.
      switch plain.alphabet {
      case .italic: token("mi", "", [plain.scalar])
      case .roman: token("mi", " mathvariant=\"normal\"", [scalar])
      default: token("mi", "", [scalar])
      }
    case .open, .close: token("mo", " stretchy=\"false\"", [scalar])
    case .op where isLarge && limits == .limits: token("mo", " movablelimits=\"false\"", [scalar])
    case .ord where scalar == 0x7C || scalar == 0x2016: token("mo", " fence=\"false\" stretchy=\"false\"", [scalar])
    default: token("mo", "", [scalar])
    }
  }

  private mutating func fraction(_ noad: Noad, _ thickness: Int32, _ left: UInt32, _ right: UInt32) {
    if left != 0 || right != 0 { add("<mrow>") }
    if left != 0 {
      place(noad, NoadPart.sign)
      token("mo", " stretchy=\"true\"", [left])
    }
    let bar = thickness < 0 ? "" : " linethickness=\"\(Self.decimal(Length(rawValue: Int(thickness)).points))pt\""
    let side = noad.numeratorSide == .center ? "" : " numalign=\"\(noad.numeratorSide == .left ? "left" : "right")\""
    add("<mfrac\(bar)\(side)>")
    let outer = style
    style = style.ofFractions
    one(noad.nucleus, noad, NoadPart.nucleus)
    one(noad.second, noad, NoadPart.second)
    style = outer
    add("</mfrac>")
    if right != 0 {
      place(noad, NoadPart.sign + 1)
      token("mo", " stretchy=\"true\"", [right])
    }
    if left != 0 || right != 0 { add("</mrow>") }
  }

  private mutating func line(_ noad: Noad, _ name: String, _ scalar: UInt32) {
    add("<\(name) accent\(name == "munder" ? "under" : "")=\"true\">")
    one(noad.nucleus, noad, NoadPart.nucleus)
    place(noad, NoadPart.sign)
    token("mo", " stretchy=\"true\"", [scalar])
    add("</\(name)>")
  }

  private mutating func fence(_ noad: Noad, _ parts: [FencePart]) {
    add("<mrow>")
    for (index, part) in parts.enumerated() {
      if part.delimiter != 0 {
        place(noad, NoadPart.sign + Int16(clamping: index))
        let form = index == 0 ? "prefix" : index == parts.count - 1 ? "postfix" : "infix"
        token("mo", " fence=\"true\" stretchy=\"true\" symmetric=\"true\" form=\"\(form)\"", [part.delimiter])
      }
      if index < parts.count - 1 { row(part.content, isOne: false) }
    }
    add("</mrow>")
  }

  private mutating func words(_ noad: Noad, _ pieces: [TextPiece]) {
    if pieces.count != 1 { add("<mrow>") }
    for (number, piece) in pieces.enumerated() {
      switch piece {
      case .words(let bytes, let bold, let italic, let family):
        var style = bold ? "font-weight:bold;" : ""
        if italic { style += "font-style:italic;" }
        if family != .roman { style += family == .sans ? "font-family:sans-serif;" : "font-family:monospace;" }
        place(noad, NoadPart.sign + Int16(clamping: number))
        tokens += 1
        add(style.isEmpty ? "<mtext>" : "<mtext style=\"\(style)\">")
        // A space at an end would be lost.
        var core = bytes[...]
        if core.first == 0x20 {
          add("&#xA0;")
          core = core.dropFirst()
        }
        let endsWithSpace = core.last == 0x20
        text(endsWithSpace ? core.dropLast() : core)
        if endsWithSpace { add("&#xA0;") }
        add("</mtext>")
      case .formula(let field): one(field)
      case .space(let dimension): space(dimension)
      case .lineEnd: add("<mspace linebreak=\"newline\"></mspace>")
      case .fill: break
      }
    }
    if pieces.count != 1 { add("</mrow>") }
  }

  /// An inference of a proof: a fraction between its labels.
  private mutating func inference(_ alignment: Alignment) {
    add("<mrow>")
    let cells = alignment.rows[1].cells.map { list.cells[$0].content }
    row(cells[1], isOne: false)
    add(alignment.rows[1].linesAbove.isEmpty ? "<mfrac linethickness=\"0\"><mrow>" : "<mfrac><mrow>")
    for (number, index) in alignment.rows[0].cells.enumerated() {
      if number > 0 { add("<mspace width=\"2em\"></mspace>") }
      row(list.cells[index].content, isOne: false)
    }
    add("</mrow>")
    one(cells[0])
    add("</mfrac>")
    row(cells[2], isOne: false)
    add("</mrow>")
  }

  private mutating func table(_ alignment: Alignment) {
    if alignment.manner == .proof { return inference(alignment) }
    let outer = style
    style = alignment.style
    defer { style = outer }
    add("<mtable displaystyle=\"\(alignment.style == .display)\">")
    for row in alignment.rows {
      add("<mtr>")
      var column = 0
      for index in row.cells {
        let cell = list.cells[index]
        let side = (cell.column ?? (column < alignment.columns.count ? alignment.columns[column] : nil))?.alignment ?? .center
        add("<mtd")
        if cell.span > 1 { add(" columnspan=\"\(cell.span)\"") }
        if side != .center { add(" style=\"text-align:\(side == .left ? "left" : "right")\"") }
        add(">")
        self.row(cell.shown, isOne: false)
        add("</mtd>")
        column += cell.span
      }
      if hasTags, let tag = row.tagText {
        tokens += 1
        add("<mtd><mtext>")
        text(tag.utf8)
        add("</mtext></mtd>")
      }
      add("</mtr>")
    }
    add("</mtable>")
  }

  private mutating func arrow(_ noad: Noad, _ scalar: UInt32) {
    let (above, below) = (!list.isBlank(noad.nucleus), !list.isBlank(noad.second))
    let name = above && below ? "munderover" : below ? "munder" : "mover"
    add("<\(name)>")
    place(noad, NoadPart.sign)
    token("mo", " stretchy=\"true\"", [scalar])
    if below { one(noad.second, noad, NoadPart.second) }
    if above || !below { one(noad.nucleus, noad, NoadPart.nucleus) }
    add("</\(name)>")
  }

  private mutating func sideset(_ noad: Noad) {
    guard case .list(let index, _) = noad.second, list.choices.indices.contains(Int(index)), list.choices[Int(index)].count == 5 else {
      return add("<mrow></mrow>")
    }
    let fields = list.choices[Int(index)]
    add("<mmultiscripts>")
    one(fields[4])
    one(fields[3])
    one(fields[2])
    add("<mprescripts></mprescripts>")
    one(fields[1])
    one(fields[0])
    add("</mmultiscripts>")
  }

  private mutating func wrapped(_ noad: Noad) {
    let (start, end): (String, String) =
      switch noad.kind {
      case .phantom(let horizontal, let vertical, let isVisible):
        (
          "<mpadded\(horizontal ? "" : " width=\"0\"")\(vertical ? "" : " height=\"0\" depth=\"0\"")>\(isVisible ? "" : "<mphantom>")",
          "\(isVisible ? "" : "</mphantom>")</mpadded>"
        )
      case .smash(let top, let bottom): ("<mpadded\(top ? " height=\"0\"" : "")\(bottom ? " depth=\"0\"" : "")>", "</mpadded>")
      case .lap(let side):
        ("<mpadded width=\"0\"\(side < 0 ? " lspace=\"-1width\"" : side == 0 ? " lspace=\"-0.5width\"" : "")>", "</mpadded>")
      case .raise(let amount): ("<mpadded voffset=\"\(length(amount))\">", "</mpadded>")
      case .boxed(let border, let fill, _):
        (
          "<mrow style=\"padding:3pt\(border.map { ";border:0.4pt solid \($0.hexadecimal)" } ?? "")"
            + "\(fill.map { ";background:\($0.hexadecimal)" } ?? "")\">", "</mrow>"
        )
      case .strike(let up, let down, let across):
        (
          "<menclose notation=\""
            + [up ? "updiagonalstrike" : nil, down ? "downdiagonalstrike" : nil, across ? "horizontalstrike" : nil].compactMap { $0 }
            .joined(separator: " ") + "\">", "</menclose>"
        )
      case .enclosed(let enclosure): ("<menclose notation=\"\(enclosure.rawValue)\">", "</menclose>")
      default: ("<mrow>", "</mrow>")
      }
    if case .link(let index) = noad.kind {
      add("<mrow href=\"")
      text(list.links[Int(index)].utf8)
      add("\">")
    } else {
      add(start)
    }
    if case .char = noad.nucleus { place(noad, NoadPart.nucleus) }
    row(noad.nucleus, isOne: false)
    add(end)
  }

  // MARK: Lengths

  private mutating func space(em: Double) { add("<mspace width=\"\(Self.decimal(em))em\"></mspace>") }
  private mutating func space(_ dimension: Dimension) { add("<mspace width=\"\(length(dimension))\"></mspace>") }

  private func length(_ dimension: Dimension) -> String {
    let count = Double(dimension.value) / 65536
    return switch dimension.unit {
    case .absolute: Self.decimal(count) + "pt"
    case .em: Self.decimal(count) + "em"
    case .ex: Self.decimal(count) + "ex"
    case .mu: Self.decimal(count / 18) + "em"
    // A space between words is about a third of an em.
    case .textSpace: Self.decimal(count / 3) + "em"
    case .measure: Self.decimal(count * 100) + "%"
    }
  }

  /// To three places.
  private static func decimal(_ value: Double) -> String {
    let thousandths = Int(clamping: (value.clamped * 1000).rounded())
    let (whole, rest) = (abs(thousandths) / 1000, abs(thousandths) % 1000)
    var out = (thousandths < 0 ? "-" : "") + String(whole)
    if rest > 0 {
      var digits = String(rest + 1000).dropFirst()
      while digits.last == "0" { digits = digits.dropLast() }
      out += "." + digits
    }
    return out
  }

  /// The spacing character of an accent, which MathML has instead of combining ones.
  private static func spacing(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x300: 0x60
    case 0x301: 0xB4
    case 0x302: 0x5E
    case 0x303, 0x330: 0x7E
    case 0x304, 0x305, 0x331, 0x332: 0xAF
    case 0x306: 0x2D8
    case 0x307: 0x2D9
    case 0x308: 0xA8
    case 0x30A: 0x2DA
    case 0x30C: 0x2C7
    case 0x20D6, 0x20EE: 0x2190
    case 0x20D7, 0x20EF: 0x2192
    case 0x20E1, 0x34D: 0x2194
    case 0x20D0: 0x21BC
    case 0x20D1: 0x21C0
    default: scalar
    }
  }
}

extension Double {
  /// Within what a formula can be.
  fileprivate var clamped: Double { isFinite ? min(max(self, -1e6), 1e6) : 0 }
}

extension Color {
  /// CSS: `#rrggbb`.
  fileprivate var hexadecimal: String {
    "#" + String(0x100_0000 | rgba >> 8, radix: 16).dropFirst()
  }
}
