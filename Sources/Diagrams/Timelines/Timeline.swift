/// Periods with what happened in them.
struct Timeline {
  struct Period {
    var text: String
    var events: [String] = []
    /// In `sections`; nil without sections.
    var section: Int?
  }

  var title = ""
  var sections: [String] = []
  var periods: [Period] = []
  var isVertical = false

  private static let most = 300

  /// Reads `timeline`.
  init(_ scanner: DiagramScanner) throws(DiagramMistake) {
    var scanner = scanner
    title = scanner.title
    let direction = scanner.restOfLine()
    isVertical = direction == "TD" || direction == "TB"
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      let start = scanner.at
      if scanner.takeWord("title") {
        title = scanner.restOfLine()
      } else if scanner.takeWord("section") {
        sections.append(scanner.restOfLine())
      } else if !scanner.skipSilentLine() {
        try readPeriod(&scanner, from: start)
      }
      guard periods.count <= Self.most, sections.count <= Self.most else {
        throw scanner.mistake("the diagram has more than \(Self.most) periods", from: start)
      }
    }
    guard !periods.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no periods", hint: "write 2004 : Facebook") }
  }

  /// `2004 : Facebook : Google`, or `: more` for the period above.
  private mutating func readPeriod(_ scanner: inout DiagramScanner, from start: Int) throws(DiagramMistake) {
    let parts = Self.parts(of: scanner.restOfLine())
    if parts[0].isEmpty {
      guard !periods.isEmpty else { throw scanner.mistake("there is no period above", from: start, hint: "write 2004 : Facebook") }
      periods[periods.count - 1].events += parts.dropFirst().filter { !$0.isEmpty }
    } else {
      let section = sections.isEmpty ? nil : sections.count - 1
      periods.append(Period(text: parts[0], events: parts.dropFirst().filter { !$0.isEmpty }, section: section))
    }
    guard periods[periods.count - 1].events.count <= Self.most else {
      throw scanner.mistake("a period has more than \(Self.most) events", from: start)
    }
  }

  /// Colons with a space beside them divide; colons in times and addresses don't.
  private static func parts(of line: String) -> [String] {
    var parts = [""]
    let letters = Array(line)
    for (index, letter) in letters.enumerated() {
      let isBeside = index == 0 || index + 1 == letters.count || letters[index - 1] == " " || letters[index + 1] == " "
      if letter == ":", isBeside { parts.append("") } else { parts[parts.count - 1].append(letter) }
    }
    return parts.map { part in
      let start = part.drop { $0 == " " || $0 == "\t" }
      return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }
}
