import TypesetDiagnostics

/// The strings and lists of strings of a TOML file, by their dotted keys. A book's settings need no more; numbers, dates,
/// truth values and inline tables are passed over.
///
/// - Source: toml.io, TOML 1.0.
struct TOMLKeys {
  private var texts: [String: [String]] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  private let bytes: [UInt8]
  private let offset: Int
  private var index = 0

  subscript(key: String) -> [String]? { texts[key] }

  /// - Parameter offset: Where the file begins in the source of the work.
  init(_ bytes: [UInt8], at offset: Int) {
    (self.bytes, self.offset) = (bytes, offset)
    var table = ""
    while index < bytes.count {
      skipBlanks(andLines: true)
      guard index < bytes.count else { break }
      let start = index
      if bytes[index] == UInt8(ascii: "[") {
        if let found = name(from: index + 1, upTo: UInt8(ascii: "]")) {
          table = found
        } else {
          // What is below it is no part of the table above.
          table = "\n"
          report(start, "the name of a table does not end")
        }
      } else if let key = name(from: index, upTo: UInt8(ascii: "=")), !key.isEmpty {
        let path = table.isEmpty ? key : "\(table).\(key)"
        if texts[path] != nil { report(start, "\(key) is there twice; the last one counts") }
        skipBlanks(andLines: false)
        let value = index
        if !readValue(of: path) {
          report(start, "the value of \(key) does not end")
        } else if !isKnown(value) {
          report(start, "the value of \(key) needs quotation marks")
        }
      } else {
        report(start, "a line that is no key with a value")
      }
      skipLine()
    }
  }

  /// True for what begins a value: one without quotation marks is a number, a date, a truth value or a table in braces.
  private func isKnown(_ start: Int) -> Bool {
    let word = bytes[start...].prefix { !" \t\r\n#,".utf8.contains($0) }
    guard let first = word.first else { return false }
    if "\"'[{+-0123456789".utf8.contains(first) { return true }
    return ["true", "false", "inf", "nan"].contains { word.elementsEqual($0.utf8) }
  }

  private mutating func report(_ start: Int, _ what: String) {
    guard diagnostics.count < 20 else { return }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    diagnostics.append(
      Diagnostic(
        .warning, "work.toml", at: SourceSpan(offset + start, offset + end), "TOML: \(what)", hint: "write key = \"value\", or [table]"))
  }

  private mutating func skipLine() { index = bytes[min(index, bytes.count)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count }

  /// Passes over blanks and comments.
  private mutating func skipBlanks(andLines: Bool) {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0D: index += 1
      case 0x0A where andLines: index += 1
      case UInt8(ascii: "#") where andLines: skipLine()
      default: return
      }
    }
  }

  /// The name before a sign on this line, without blanks and quotes; the place is after the sign then.
  private mutating func name(from start: Int, upTo sign: UInt8) -> String? {
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    guard let close = bytes[start..<end].firstIndex(of: sign) else { return nil }
    index = close + 1
    let plain = bytes[start..<close].filter { !"\"' \t[".utf8.contains($0) }
    return String(decoding: plain, as: UTF8.self)
  }

  /// - Returns: False if a string or a list is not closed.
  private mutating func readValue(of key: String) -> Bool {
    skipBlanks(andLines: false)
    guard index < bytes.count else { return false }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard let text = string() else { return false }
      texts[key] = [text]
    case UInt8(ascii: "["):
      index += 1
      var items: [String] = []
      var depth = 1
      while depth > 0 {
        skipBlanks(andLines: true)
        guard index < bytes.count else { return false }
        switch bytes[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          guard let text = string() else { return false }
          items.append(text)
          continue
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        default: break
        }
        index += 1
      }
      texts[key] = items
    default: break
    }
    return true
  }

  /// A string in either kind of quotes, one or three.
  private mutating func string() -> String? {
    let quote = bytes[index]
    let isLong = bytes[index...].starts(with: [quote, quote, quote])
    let mark = [UInt8](repeating: quote, count: isLong ? 3 : 1)
    index += mark.count
    if isLong, index < bytes.count, bytes[index] == 0x0A { index += 1 }
    var out: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      if bytes[index...].starts(with: mark) {
        index += mark.count
        return String(decoding: out, as: UTF8.self)
      }
      if byte == 0x0A, !isLong { return nil }
      index += 1
      guard byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), index < bytes.count else {
        out.append(byte)
        continue
      }
      index += 1
      switch bytes[index - 1] {
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "t"): out.append(0x09)
      case 0x0A: while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      case let other: out.append(other)
      }
    }
    return nil
  }
}
