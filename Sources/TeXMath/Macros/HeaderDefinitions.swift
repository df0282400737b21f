/// The definitions of commands in a LaTeX preamble; the rest of it, such as packages and lengths, means nothing to a formula.
package enum HeaderDefinitions {
  /// The arguments after the name that a definition gives: `\newcommand{\R}[1][x]{…}` has one in braces.
  private static let definers: [String: Int] = [
    "newcommand": 1, "renewcommand": 1, "providecommand": 1, "DeclareRobustCommand": 1, "DeclareMathOperator": 1,
    "DeclarePairedDelimiter": 2,
    "def": 1, "gdef": 1, "edef": 1, "let": 0,
  ]

  /// - Returns: The definitions, one after another, as they are written.
  package static func only(in preamble: String) -> String {
    let bytes = Array(preamble.utf8)
    var out: [UInt8] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "%"): while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      case backslash:
        let name = letters(in: bytes, from: index + 1)
        if let count = definers[String(decoding: bytes[name], as: UTF8.self)],
          let end = end(of: bytes, from: name.upperBound, groups: count)
        {
          out += bytes[index..<end] + [0x0A]
          index = end
        } else {
          index = max(name.upperBound, index + 2)
        }
      default: index += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))

  private static func letters(in bytes: [UInt8], from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, (0x61...0x7A).contains(bytes[end] | 0x20) { end += 1 }
    return start..<max(end, min(start, bytes.count))
  }

  private static func end(of bytes: [UInt8], from start: Int, groups count: Int) -> Int? {
    var index = skipped(bytes, start)
    // The name, in braces or bare.
    if index < bytes.count, bytes[index] == open {
      guard let end = group(in: bytes, at: index) else { return nil }
      index = end
    } else {
      guard index < bytes.count, bytes[index] == backslash else { return nil }
      index = max(letters(in: bytes, from: index + 1).upperBound, min(index + 2, bytes.count))
    }
    if count == 0 {
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      return index
    }
    // Options, or the parameters of \def.
    while index < bytes.count, bytes[index] != open { index += 1 }
    return end(ofGroups: count, in: bytes, from: index)
  }

  /// Stars and options may be before and between the groups.
  private static func end(ofGroups count: Int, in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    for _ in 0..<count {
      index = skipped(bytes, index)
      guard let end = group(in: bytes, at: index) else { return nil }
      index = end
    }
    let rest = skipped(bytes, index)
    return rest > index && rest > 0 && bytes[rest - 1] == UInt8(ascii: "]") ? rest : index
  }

  private static func skipped(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "*"): index += 1
      case UInt8(ascii: "["):
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "]")) else { return index }
        index = end + 1
      default: return index
      }
    }
    return index
  }

  private static func group(in bytes: [UInt8], at start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == open else { return nil }
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case backslash: index += 1
      case open: depth += 1
      case close:
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
      index += 1
    }
    return nil
  }
}
