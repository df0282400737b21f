internal import TypesetDiagnostics

/// Labels on numbered lines of code, to which text refers: `x = 1  # \label{line:x}`, `x = 1 (*@\label{line:x}@*)`.
enum CodeLineLabels {
  /// The attribute with a block's labels: `name 3;other 5`, lines counted from 0.
  package static let key = "line-labels"

  /// True for code whose lines show numbers: `numberLines`, `linenos`, `lst-numbers`.
  static func isNumbered(_ info: String) -> Bool {
    let bytes = Array(info.utf8.prefix(200))
    return bytes.indices.contains { index in
      let rest = bytes[index...].prefix(6).map { $0 | 0x20 }
      return rest.elementsEqual("number".utf8) || rest.elementsEqual("lineno".utf8) || rest.elementsEqual("linenu".utf8)
    }
  }

  /// The code without its labels, and the labels; nil where it has none.
  static func read(_ literal: String) -> (literal: String, labels: String)? {
    guard literal.utf8.contains(ASCII.backslash) else { return nil }
    var labels: [String] = []
    var lines = literal.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    for number in lines.indices {
      guard let (name, place) = label(in: lines[number]) else { continue }
      labels.append("\(name) \(number)")
      lines[number].removeSubrange(place)
      while let last = lines[number].last, ASCII.isBlank(last) { lines[number].removeLast() }
    }
    guard !labels.isEmpty else { return nil }
    return (lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"), labels.joined(separator: ";"))
  }

  /// What opens and closes LaTeX in listings and minted, or a comment.
  private static let marks: [(open: String, close: String)] = [
    ("(*@", "@*)"), ("|", "|"), ("§", "§"), ("/*", "*/"), ("//", ""), ("--", ""), ("#", ""), ("%", ""), (";", ""),
  ]

  private static func label(in line: [UInt8]) -> (name: String, place: Range<Int>)? {
    guard let slash = line.firstIndex(of: ASCII.backslash), line[slash...].starts(with: "\\label{".utf8),
      let close = line[slash...].firstIndex(of: ASCII.closeBrace), close > slash + 7
    else { return nil }
    let name = String(decoding: line[(slash + 7)..<close], as: UTF8.self)
    guard PaperReading.isLabel(name) else { return nil }
    var (start, end) = (slash, close + 1)
    var (before, after) = (start, end)
    while before > 0, ASCII.isBlank(line[before - 1]) { before -= 1 }
    while after < line.count, ASCII.isBlank(line[after]) { after += 1 }
    for mark in marks where line[..<before].suffix(mark.open.utf8.count).elementsEqual(mark.open.utf8) {
      guard line[after...].starts(with: mark.close.utf8), !mark.close.isEmpty || after == line.count else { continue }
      (start, end) = (before - mark.open.utf8.count, after + mark.close.utf8.count)
      break
    }
    return (name, start..<end)
  }
}
