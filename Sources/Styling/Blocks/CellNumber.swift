import TypesetBoxes
import TypesetMarkdown

/// A number in a table's cell: what may stand before it, its digits with the signs between them, what may stand behind it.
struct CellNumber: Equatable {
  enum Cell: Equatable {
    case number(CellNumber)
    /// Nothing, or a sign that says so.
    case blank
    case words
    /// A cell that reaches over others is here.
    case covered
  }

  /// A point or a comma between digits.
  private struct Mark: Equatable {
    var sign: UInt8
    var place: Range<Int>
    /// The digits behind it, up to the next mark.
    var digits = 0
  }

  private var marks: [Mark] = []
  /// Digits before the first mark, and where all of them end.
  private var first = 0
  private var end = 0
  private var beginsWithZero = false
  private(set) var isInFormula = false

  private static let point = UInt8(ascii: ".")
  private static let comma = UInt8(ascii: ",")

  // MARK: The decimal sign

  /// What the cells of a column have before their decimals.
  ///
  /// - Parameter comma: True if the language has a comma; it decides where no cell does.
  static func sign(of cells: [Cell], comma: Bool) -> UInt8 {
    var votes = (point: 0, comma: 0)
    for case .number(let number) in cells {
      switch number.certainSign {
      case Self.point?: votes.point += 1
      case Self.comma?: votes.comma += 1
      default: break
      }
    }
    if votes.point != votes.comma { return votes.point > votes.comma ? Self.point : Self.comma }
    return comma ? Self.comma : Self.point
  }

  /// The decimal sign, if it can be nothing else.
  private var certainSign: UInt8? {
    guard let last = marks.last else { return nil }
    let other = last.sign == Self.point ? Self.comma : Self.point
    if marks.count > 1 { return marks[marks.count - 2].sign == last.sign ? other : last.sign }
    // 1.234 may be a number of thousands.
    return last.digits == 3 && first <= 3 && first > 0 && !beginsWithZero ? nil : last.sign
  }

  /// Where the decimal sign is: nothing behind the last digit of a whole number; nil if the number is none with this sign.
  func place(of sign: UInt8) -> Range<Int>? {
    let decimals = marks.filter { $0.sign == sign }
    guard decimals.count <= 1, decimals.first == nil || decimals.first == marks.last else { return nil }
    let groups = decimals.isEmpty ? marks[...] : marks.dropLast()
    guard groups.allSatisfy({ $0.digits == 3 }), groups.isEmpty || first <= 3 && first > 0 else { return nil }
    return decimals.first?.place ?? end..<end
  }

  // MARK: Reading

  /// What a cell is, by its text or by the formula that it is.
  static func cell(_ content: InlineContent) -> Cell {
    let raised = content.text.runs.filter { content.text.styles[Int($0.style)].rise > .zero || content.text.styles[Int($0.style)].note > 0 }
    if case .math(let span, _)? = content.attachments.first, content.attachments.count == 1,
      content.text.text.starts(with: [0xEF, 0xBF, 0xBC])
    {
      var reader = NumberReader(Array(span.tex.utf8), isFormula: true)
      guard var number = reader.number(raised: []) else { return .words }
      var rest = NumberReader(content.text.text, isFormula: false)
      rest.index = 3
      guard rest.acceptsRest(raised: raised) else { return .words }
      number.isInFormula = true
      return .number(number)
    }
    guard content.attachments.isEmpty else { return .words }
    var reader = NumberReader(content.text.text, isFormula: false)
    if reader.isBlank { return .blank }
    return reader.number(raised: raised).map(Cell.number) ?? .words
  }

  /// Reads the bytes of a cell.
  private struct NumberReader {
    private let bytes: [UInt8]
    private let isFormula: Bool
    var index = 0

    init(_ bytes: [UInt8], isFormula: Bool) { (self.bytes, self.isFormula) = (bytes, isFormula) }

    /// Longer texts are no numbers.
    private static let longest = 60

    private static let blanks = Set(["-", "--", "---", "–", "—", "−", "·", "…", "...", "?", "/", "n/a", "N/A", "NA", "n.a.", "NaN", "nan"])

    var isBlank: Bool {
      guard bytes.count <= CellNumber.NumberReader.longest, !bytes.contains(where: { (0x30...0x39).contains($0) }) else { return false }
      let text = String(decoding: bytes, as: UTF8.self).trimmed()
      return text.isEmpty || Self.blanks.contains(text)
    }

    /// What may be before a number: its sign, how exact it is, money.
    private static let leads = signs("+ - − – ± ~ ≈ < > ≤ ≥ = $ € £ ¥ ₹ # (") + [[0x20], [0xC2, 0xA0]]
    private static let formulaLeads = signs("+ - \\pm \\sim \\approx < > \\leq \\geq \\le \\ge \\$ { ~") + [[0x20]]
    /// Between groups of three digits.
    private static let groupSpaces = signs("\u{2009} \u{202F} ' ’ \\, \\; ~") + [[0x20], [0xC2, 0xA0]]

    private static func signs(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }

    private func starts(with sign: [UInt8], at place: Int) -> Bool { bytes[min(place, bytes.count)...].starts(with: sign) }

    private func isDigit(_ place: Int) -> Bool { place < bytes.count && (0x30...0x39).contains(bytes[place]) }

    private mutating func skip(_ signs: [[UInt8]]) {
      while let sign = signs.first(where: { starts(with: $0, at: index) }) { index += sign.count }
    }

    mutating func number(raised: [StyledText.Run]) -> CellNumber? {
      guard bytes.count <= Self.longest else { return nil }
      skip(isFormula ? Self.formulaLeads : Self.leads)
      // Three letters are a currency.
      if !isFormula, index + 4 < bytes.count, bytes[index..<index + 3].allSatisfy({ (0x41...0x5A).contains($0) }), !isDigit(index + 3) {
        index += 3
        skip(Self.leads)
      }
      var number = CellNumber()
      number.beginsWithZero = isDigit(index) && bytes[index] == 0x30
      number.first = digits()
      while let mark = mark(isFirst: number.first == 0 && number.marks.isEmpty) { number.marks.append(mark) }
      guard number.first > 0 || number.marks.count == 1 else { return nil }
      number.end = index
      return acceptsRest(raised: raised) ? number : nil
    }

    /// Digits in groups: how many are behind the last space, or all.
    private mutating func digits() -> Int {
      var count = 0
      while isDigit(index) { (index, count) = (index + 1, count + 1) }
      while count > 0, let space = Self.groupSpaces.first(where: { starts(with: $0, at: index) && isGroup(index + $0.count) }) {
        index += space.count + 3
      }
      return count
    }

    /// True for three digits, no more.
    private func isGroup(_ place: Int) -> Bool { (place..<place + 3).allSatisfy(isDigit) && !isDigit(place + 3) }

    private mutating func mark(isFirst: Bool) -> Mark? {
      let start = index
      let length = isFormula && starts(with: [0x7B, CellNumber.comma, 0x7D], at: index) ? 3 : 1
      let sign = length == 3 ? CellNumber.comma : index < bytes.count ? bytes[index] : 0
      guard sign == CellNumber.point || sign == CellNumber.comma, isDigit(index + length), !isFirst || sign == CellNumber.point else {
        return nil
      }
      index += length
      var mark = Mark(sign: sign, place: start..<index)
      let first = index
      while isDigit(index) { index += 1 }
      mark.digits = index - first
      // Decimals are in groups, too.
      while mark.digits == 3, let space = Self.groupSpaces.first(where: { starts(with: $0, at: index) && isGroup(index + $0.count) }) {
        index += space.count + 3
        mark.digits += 3
      }
      return mark
    }

    // MARK: Behind the number

    /// True if what follows may be behind a number: a unit, an uncertainty, a power of ten, marks of notes.
    mutating func acceptsRest(raised: [StyledText.Run]) -> Bool {
      let start = index
      var letters = 0
      var mayHaveDigits = false
      while index < bytes.count {
        let byte = bytes[index]
        if isDigit(index) {
          guard mayHaveDigits || raised.contains(where: { $0.range.contains(Int32(index)) }) else { return false }
        } else if isAfterNumber(byte, at: start) {
          mayHaveDigits = true
        } else if byte == 0x2E || byte == 0x2C {
          // As in `± 0.5`.
          guard mayHaveDigits, isDigit(index + 1) else { return false }
        } else if byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A {
          letters += 1
        } else if byte >= 0x80 {
          letters += byte >= 0xC0 ? 1 : 0
        }
        index += 1
      }
      return letters <= (isFormula ? 40 : 12)
    }

    /// Signs behind which there are further digits: `±`, `×`, `^`, `(`, an exponent.
    private func isAfterNumber(_ byte: UInt8, at start: Int) -> Bool {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "^"): true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        index == start && (isDigit(index + 1) || index + 1 < bytes.count && [0x2B, 0x2D].contains(bytes[index + 1]) && isDigit(index + 2))
      case UInt8(ascii: "+"): starts(with: Array("+-".utf8), at: index) || starts(with: Array("+/-".utf8), at: index)
      case UInt8(ascii: "\\"): ["\\pm", "\\times", "\\cdot"].contains { starts(with: Array($0.utf8), at: index) }
      case 0xC2: starts(with: Array("±".utf8), at: index) || starts(with: Array("·".utf8), at: index)
      case 0xC3: starts(with: Array("×".utf8), at: index)
      default: false
      }
    }
  }
}
