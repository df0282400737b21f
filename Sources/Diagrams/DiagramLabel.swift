internal import TypesetDiagnostics

/// The lines of a label, broken and measured.
struct DiagramLabel {
  var lines: [[DiagramRun]] = []
  /// In points.
  var width = 0.0
  var height = 0.0
  /// From one line to the next, in points.
  var leading = 0.0

  /// - Parameter measure: Wider lines are broken at spaces; nil keeps them.
  init(_ text: String, in type: DiagramType, measure: Double?) {
    let words = DiagramWords(text, icon: type.icon)
    for line in words.text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let measure else {
        lines.append(words.runs(of: Self.trimmed(line)))
        continue
      }
      var (broken, length) = ([DiagramRun](), 0.0)
      let space = type.width(of: " ")
      for word in Self.words(of: line) {
        let width = type.width(of: word)
        if !broken.isEmpty, length + space + width > measure {
          lines.append(broken)
          (broken, length) = ([], 0)
        }
        length += (broken.isEmpty ? 0 : space) + width
        words.add(word, to: &broken)
      }
      lines.append(broken)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    width = lines.map { line in line.reduce(0) { $0 + $1.width(in: type) } }.max() ?? 0
    leading = lines.map { line in line.reduce(type.leading) { max($0, type.leading(of: $1.text)) } }.max() ?? type.leading
    height = Double(lines.count) * leading
  }

  var isEmpty: Bool { lines.isEmpty }

  /// The parts of a text outside and inside of `$$…$$`, without these signs.
  static func formulas(in text: String) -> [(text: String, isFormula: Bool)] {
    var parts: [(text: String, isFormula: Bool)] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "$$"), let close = rest[open.upperBound...].firstRange(of: "$$") {
      if open.lowerBound > rest.startIndex { parts.append((String(rest[..<open.lowerBound]), false)) }
      parts.append((String(rest[open.upperBound..<close.lowerBound]), true))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { parts.append((String(rest), false)) }
    return parts
  }

  /// The words of a line; a formula is part of one.
  private static func words(of line: Substring) -> [Substring] {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard line.contains("$$") else { return words }
    var joined: [Substring] = []
    var isOpen = false
    for word in words {
      if isOpen, let last = joined.last { joined[joined.count - 1] = line[last.startIndex..<word.endIndex] } else { joined.append(word) }
      if (word.parts(between: "$$").count - 1) % 2 == 1 { isOpen.toggle() }
    }
    return joined
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else { return start.prefix(0) }
    return start[...last]
  }
}
