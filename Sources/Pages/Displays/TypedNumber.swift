/// Numbers that authors type themselves at the end of an equation: `x = y ~~~(2)`, `a &= b && (9)`, `\quad (3)`.
enum TypedNumber {
  /// True if a row of a formula ends in one.
  static func isIn(_ tex: String) -> Bool {
    let bytes = Array(tex.utf8)
    guard bytes.contains(UInt8(ascii: "(")) else { return false }
    let backslash = UInt8(ascii: "\\")
    var start = 0
    for index in bytes.indices where bytes[index] == backslash {
      // `\\\\` and `\end` end a row.
      let isBreak = index + 1 < bytes.count && bytes[index + 1] == backslash
      guard isBreak || bytes[index...].starts(with: "\\end{".utf8), index >= start else { continue }
      if ends(bytes[start..<index]) { return true }
      start = index + 2
    }
    return start < bytes.count && ends(bytes[start...])
  }

  /// What puts a number away from its equation.
  private static let spaces = ["\\quad", "\\qquad", "\\hfill", "\\;", "\\ "]

  private static func ends(_ row: ArraySlice<UInt8>) -> Bool {
    var rest = withoutBlanks(row)
    guard rest.popLast() == UInt8(ascii: ")") else { return false }
    var count = 0
    while let last = rest.last, isNumber(last) {
      rest.removeLast()
      count += 1
    }
    guard 1..<8 ~= count, row[rest.endIndex] < 0x3A, rest.popLast() == UInt8(ascii: "(") else { return false }
    let isSpaced = spaces.contains { rest.reversed().starts(with: $0.utf8.reversed()) }
    rest = withoutBlanks(rest)
    switch rest.last {
    case UInt8(ascii: "~"), UInt8(ascii: "&"): return true
    case UInt8(ascii: "}"):
      guard let brace = rest.lastIndex(of: UInt8(ascii: "{")) else { return false }
      return rest[..<brace].reversed().starts(with: "\\hspace".utf8.reversed())
    default: return isSpaced || spaces.contains { rest.reversed().starts(with: $0.utf8.reversed()) }
    }
  }

  private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let last = text.last, [0x20, 0x0A, 0x0D, 0x09].contains(last) { text.removeLast() }
    return text
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || (0x61...0x65).contains(byte) || byte == UInt8(ascii: "'")
  }
}
