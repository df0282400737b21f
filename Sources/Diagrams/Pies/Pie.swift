import TypesetDiagnostics

/// Parts of a whole.
struct Pie {
  var title = ""
  /// True if the legend has values.
  var showsValues = false
  /// Values are above zero.
  var parts: [(text: String, value: Double, written: String)] = []

  private static let mostParts = 100

  /// Reads `pie`.
  init(_ scanner: DiagramScanner) throws(DiagramMistake) {
    var scanner = scanner
    title = scanner.title
    scanner.skipBlanks()
    showsValues = scanner.takeWord("showData")
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      if scanner.takeWord("title") {
        title = scanner.restOfLine()
      } else if scanner.takeWord("showData") {
        showsValues = true
      } else if !scanner.skipSilentLine() {
        try readPart(&scanner)
      }
    }
    guard !parts.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no parts") }
  }

  private mutating func readPart(_ scanner: inout DiagramScanner) throws(DiagramMistake) {
    let start = scanner.at
    let quote = scanner.byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw scanner.mistake("there is no part here", from: start, hint: "write \"name\" : 12")
    }
    scanner.at += 1
    guard let end = scanner.bytes[scanner.at...].prefix(while: { $0 != 0x0A }).firstIndex(of: quote) else {
      throw scanner.mistake("the name has no closing quote", from: start)
    }
    let text = scanner.trimmed(upTo: end)
    scanner.at = end + 1
    scanner.skipBlanks()
    let hasColon = scanner.take(":")
    let written = scanner.restOfLine()
    guard hasColon, let value = try scanner.number(written, in: -1e12...1e12, from: start), value > 0 else {
      throw scanner.mistake("a part has no value above zero", from: start, hint: "write \"name\" : 12")
    }
    parts.append((text, value, written))
    guard parts.count <= Self.mostParts else { throw scanner.mistake("the diagram has more than \(Self.mostParts) parts", from: start) }
  }
}
