internal import TypesetDiagnostics

/// Reads the fields of an entry: `name = {value} # "value" # string`.
struct BibTeXFields {
  private let bytes: [UInt8]
  private let strings: [String: String]
  /// What is wrong, and where in the file.
  private(set) var faults: [(message: String, place: Int)] = []

  private static let mostValueBytes = 1 << 16
  /// `jan` and so on, as BibTeX's own styles define them.
  private static let months = Dictionary(
    WrittenMonth.names.map { ($0.prefix(3).lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

  struct Field {
    /// In small letters.
    var name: String
    /// As written.
    var value: String
    /// Where it begins in the file.
    var place: Int
  }

  /// - Parameter strings: What `@string` has defined.
  init(_ bytes: [UInt8], _ strings: [String: String]) { (self.bytes, self.strings) = (bytes, strings) }

  private func skipSpace(_ index: inout Int, _ end: Int, also other: UInt8? = nil) {
    while index < end, BibTeXFile.isSpace(bytes[index]) || bytes[index] == other { index += 1 }
  }

  mutating func read(_ range: Range<Int>) -> [Field] {
    var out: [Field] = []
    var known: [String: String] = [:]
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      skipSpace(&index, end, also: UInt8(ascii: ","))
      let start = index
      while index < end, bytes[index] != UInt8(ascii: "="), bytes[index] != UInt8(ascii: ",") { index += 1 }
      let name = String(decoding: bytes[start..<index], as: UTF8.self).trimmed()
      guard index < end, bytes[index] == UInt8(ascii: "=") else {
        if !name.isEmpty { faults.append(("expected = and a value after ‘\(name.prefix(40))’", start)) }
        continue
      }
      index += 1
      let value = value(of: name, &index, end)
      guard !name.isEmpty else { continue }
      let key = name.lowercased()
      if let first = known[key], first != value, Self.isShown(key) {
        faults.append(("the field ‘\(name.prefix(40))’ is there twice; the first one is used", start))
      }
      known[key] = known[key] ?? value
      out.append(Field(name: key, value: value, place: start))
    }
    return out
  }

  /// False for what programs write several times and no style shows.
  private static func isShown(_ field: String) -> Bool { !["keywords", "keyword", "file", "annote", "tags"].contains(field) }

  private mutating func value(of name: String, _ index: inout Int, _ end: Int) -> String {
    var value = ""
    while index < end {
      skipSpace(&index, end, also: UInt8(ascii: "#"))
      guard index < end else { break }
      if bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "\"") {
        value += enclosed(name, &index, end)
      } else {
        let text = word(&index, end)
        if value.utf8.count + text.utf8.count <= Self.mostValueBytes { value += text }
      }
      skipSpace(&index, end)
      guard index < end, bytes[index] == UInt8(ascii: "#") else { break }
    }
    return value
  }

  /// A value in braces or quotation marks.
  private mutating func enclosed(_ name: String, _ index: inout Int, _ end: Int) -> String {
    let first = bytes[index]
    index += 1
    let begin = index
    var depth = first == UInt8(ascii: "{") ? 1 : 0
    scan: while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0, first == UInt8(ascii: "{") { break scan }
      case UInt8(ascii: "\"") where first == UInt8(ascii: "\"") && depth == 0: break scan
      default: break
      }
      index += 1
    }
    if index >= end { faults.append(("the value of ‘\(name)’ is never closed", begin - 1)) }
    let text = String(decoding: bytes[begin..<min(max(begin, index), end)], as: UTF8.self)
    index = min(index + 1, end)
    return text
  }

  /// A number, a month or what `@string` has defined.
  private mutating func word(_ index: inout Int, _ end: Int) -> String {
    let begin = index
    while index < end, !BibTeXFile.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: "#") {
      index += 1
    }
    let word = String(decoding: bytes[begin..<index], as: UTF8.self)
    let key = word.lowercased()
    if let known = Self.months[key] ?? strings[key] { return known }
    if word.first?.isLetter == true { faults.append(("no @string is named ‘\(word.prefix(40))’", begin)) }
    return word
  }
}
