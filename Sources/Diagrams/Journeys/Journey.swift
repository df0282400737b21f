import TypesetDiagnostics

/// What people do, and how they like it: Mermaid's `journey`.
struct Journey {
  struct Step {
    var text: String
    /// From 1, bad, to 5, good.
    var score: Int
    /// Numbers of `people`.
    var people: [Int]
    /// In `sections`; nil without sections.
    var section: Int?
  }

  var title = ""
  var sections: [String] = []
  var steps: [Step] = []
  var people: [String] = []

  private static let most = 200

  /// Reads `journey`.
  init(_ scanner: DiagramScanner) throws(DiagramMistake) {
    var scanner = scanner
    title = scanner.title
    scanner.nextLine()
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      let start = scanner.at
      if scanner.takeWord("title") {
        title = scanner.restOfLine()
      } else if scanner.takeWord("section") {
        sections.append(scanner.restOfLine())
      } else if !scanner.skipSilentLine() {
        try readStep(&scanner, from: start)
      }
      guard steps.count <= Self.most, sections.count <= Self.most, people.count <= Self.most else {
        throw scanner.mistake("the diagram has more than \(Self.most) steps", from: start)
      }
    }
    guard !steps.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no steps", hint: "write Make tea: 5: Me") }
  }

  /// `Make tea: 5: Me, Cat`
  private mutating func readStep(_ scanner: inout DiagramScanner, from start: Int) throws(DiagramMistake) {
    let parts = scanner.restOfLine().split(separator: ":", omittingEmptySubsequences: false).map { Self.trimmed($0) }
    // A name may contain colons.
    guard let place = parts.indices.dropFirst().first(where: { DocumentNumber.whole(parts[$0]) != nil }),
      let score = DocumentNumber.whole(parts[place])
    else { throw scanner.mistake("the step has no score", from: start, hint: "write Make tea: 5: Me") }
    var own: [Int] = []
    for name in parts[(place + 1)...].joined(separator: ":").split(separator: ",").map({ Self.trimmed($0) }) where !name.isEmpty {
      if !people.contains(name) { people.append(name) }
      if let number = people.firstIndex(of: name) { own.append(number) }
    }
    let text = parts[..<place].joined(separator: ": ")
    steps.append(Step(text: text, score: min(max(score, 1), 5), people: own, section: sections.isEmpty ? nil : sections.count - 1))
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }
}
