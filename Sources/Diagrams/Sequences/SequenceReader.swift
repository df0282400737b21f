internal import TypesetDiagnostics

/// Reads `sequenceDiagram`.
struct SequenceReader {
  var scanner: DiagramScanner
  private var sequence = Sequence()
  private var indices: [String: Int] = [:]
  /// True for boxes around participants, false for blocks.
  private var open: [Bool] = []

  init(_ scanner: DiagramScanner) {
    self.scanner = scanner
    sequence.title = scanner.title
  }

  mutating func read() throws(DiagramMistake) -> Sequence {
    let start = scanner.at
    while true {
      scanner.skipSpace()
      while scanner.take(";") { scanner.skipSpace() }
      if scanner.isAtEnd { break }
      try readLine()
      guard sequence.steps.count <= Sequence.mostSteps, sequence.participants.count <= Sequence.mostParticipants else {
        throw scanner.mistake(
          "the diagram has more than \(Sequence.mostSteps) steps or \(Sequence.mostParticipants) participants", from: start)
      }
    }
    if !open.isEmpty {
      throw scanner.mistake("a block has no end", from: max(0, scanner.bytes.count - 1), hint: "write end on a separate line")
    }
    guard !sequence.participants.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no participants") }
    return sequence
  }

  private mutating func participant(_ name: String) -> Int {
    if let index = indices[name] { return index }
    indices[name] = sequence.participants.count
    sequence.participants.append(Sequence.Participant(name: name, text: name))
    return sequence.participants.count - 1
  }

  private mutating func readLine() throws(DiagramMistake) {
    let start = scanner.at
    if scanner.takeWord("create") || scanner.takeWord("destroy") { scanner.skipBlanks() }
    for kind in [Sequence.Participant.Kind.participant, .actor] where scanner.takeWord(kind.rawValue) {
      return try readParticipant(kind, start)
    }
    for word in ["loop", "alt", "opt", "par", "par_over", "critical", "break", "rect"] where scanner.takeWord(word) {
      guard open.count < Sequence.mostDepth else {
        throw scanner.mistake("blocks are nested more than \(Sequence.mostDepth) deep", from: start)
      }
      open.append(false)
      return sequence.steps.append(.begin(word == "par_over" ? "par" : word, text: scanner.restOfLine()))
    }
    for word in ["else", "and", "option"] where scanner.takeWord(word) {
      guard open.last == false else { throw scanner.mistake("\(word) is in no block", from: start) }
      return sequence.steps.append(.divide(text: scanner.restOfLine()))
    }
    if scanner.takeWord("box") {
      open.append(true)
      return scanner.nextLine()
    }
    if scanner.takeWord("end") {
      guard let isBox = open.popLast() else { throw scanner.mistake("there is no block to end", from: start) }
      if !isBox { sequence.steps.append(.end) }
      return
    }
    for word in ["activate", "deactivate"] where scanner.takeWord(word) {
      let index = participant(scanner.restOfLine())
      return sequence.steps.append(word == "activate" ? .activate(index) : .deactivate(index))
    }
    for word in ["Note", "note"] where scanner.takeWord(word) { return try readNote(start) }
    if scanner.takeWord("autonumber") { return readNumbers() }
    if scanner.takeWord("title") {
      _ = scanner.take(":")
      sequence.title = scanner.restOfLine()
      return
    }
    if scanner.skipSilentLine(["links", "link", "properties", "details"]) { return }
    try readMessage(start)
  }

  private mutating func readNumbers() {
    let words = scanner.restOfLine().split(separator: " ").map { $0.utf8.prefix(6).reduce(0) { $0 * 10 + Int($1 &- 0x30) } }
    sequence.numbers = (words.first ?? 1, words.dropFirst().first ?? 1)
  }

  /// `participant A as Alice`, `participant A@{ "type": "database" }`
  private mutating func readParticipant(_ kind: Sequence.Participant.Kind, _ start: Int) throws(DiagramMistake) {
    scanner.skipBlanks()
    let line = scanner.bytes[min(scanner.at, scanner.bytes.count)...].firstIndex(of: 0x0A) ?? scanner.bytes.count
    let properties = scanner.find("@{")
    let alias = scanner.find(" as ")
    let name = scanner.trimmed(upTo: min(properties ?? line, alias ?? line))
    guard !name.isEmpty else { throw scanner.mistake("there is no participant's name", from: start) }
    let index = participant(name)
    sequence.participants[index].kind = kind
    if let properties {
      scanner.at = properties
      let type = scanner.text(properties..<(scanner.find("}") ?? line))
      for kind in Sequence.Participant.Kind.allCases where type.contains("\"\(kind.rawValue)\"") || type.contains(": \(kind.rawValue) ") {
        sequence.participants[index].kind = kind
      }
      if let place = scanner.find("\"alias\""), let end = scanner.find("}") {
        scanner.at = place + 7
        while scanner.at < end, scanner.byte != UInt8(ascii: "\"") { scanner.at += 1 }
        sequence.participants[index].text = DiagramScanner.unquoted(scanner.trimmed(upTo: end))
      }
    }
    if let alias {
      scanner.at = alias + 4
      sequence.participants[index].text = DiagramScanner.unquoted(scanner.restOfLine())
    }
    scanner.at = line
  }

  /// `Note over A,B: text`
  private mutating func readNote(_ start: Int) throws(DiagramMistake) {
    scanner.skipBlanks()
    var side: Sequence.Side?
    for (word, place) in [("left of", Sequence.Side.left), ("right of", .right), ("over", .over)] where side == nil && scanner.take(word) {
      side = place
    }
    guard let side, let colon = scanner.find(":") else {
      throw scanner.mistake("this is no note", from: start, hint: "write Note over A: text, Note left of A: text or Note right of A: text")
    }
    let names = scanner.trimmed(upTo: colon).split(separator: ",").map { String($0.drop { $0 == " " }) }
    guard let name = names.first, let other = names.last else { throw scanner.mistake("the note has no participant", from: start) }
    scanner.at += 1
    let (first, last) = (participant(name), participant(other))
    sequence.steps.append(.note(side, first: min(first, last), last: max(first, last), text: scanner.restOfLine()))
  }

  // MARK: Messages

  private static let arrows: [(String, isDashed: Bool, Graph.Head, Graph.Head)] = [
    ("<<-->>", true, .arrow, .arrow), ("<<->>", false, .arrow, .arrow), ("-->>", true, .none, .arrow), ("->>", false, .none, .arrow),
    ("-->", true, .none, .none), ("->", false, .none, .none), ("--x", true, .none, .cross), ("-x", false, .none, .cross),
    ("--)", true, .none, .open), ("-)", false, .none, .open),
  ]

  private mutating func readMessage(_ start: Int) throws(DiagramMistake) {
    guard let (arrow, place) = findArrow() else {
      throw scanner.mistake("this is no line of a sequence diagram", from: start, hint: "write A->>B: text")
    }
    let name = scanner.trimmed(upTo: place).replacingEnd("()")
    scanner.at = place + arrow.0.utf8.count
    var sign: UInt8 = 0
    scanner.skipBlanks()
    if scanner.take("()") { scanner.skipBlanks() }
    if scanner.byte == UInt8(ascii: "+") || scanner.byte == UInt8(ascii: "-") {
      sign = scanner.byte
      scanner.at += 1
    }
    guard let colon = scanner.find(":") else { throw scanner.mistake("the message has no text", from: start, hint: "write A->>B: text") }
    let other = scanner.trimmed(upTo: colon)
    guard !name.isEmpty, !other.isEmpty else { throw scanner.mistake("the message has no participant", from: start) }
    scanner.at += 1
    let (from, to) = (participant(name), participant(other))
    let message = Sequence.Step.message(
      from: from, to: to, text: scanner.restOfLine(), isDashed: arrow.isDashed, start: arrow.2, end: arrow.3)
    sequence.steps.append(message)
    if sign == UInt8(ascii: "+") { sequence.steps.append(.activate(to)) }
    if sign == UInt8(ascii: "-") { sequence.steps.append(.deactivate(from)) }
  }

  private func findArrow() -> ((String, isDashed: Bool, Graph.Head, Graph.Head), Int)? {
    var ahead = scanner
    while !ahead.isAtLineEnd, ahead.byte != UInt8(ascii: ":") {
      if ahead.byte == UInt8(ascii: "-") || ahead.byte == UInt8(ascii: "<") {
        if let arrow = Self.arrows.first(where: { ahead.starts($0.0) }), ahead.at > scanner.at { return (arrow, ahead.at) }
      }
      ahead.at += 1
    }
    return nil
  }
}

extension String {
  /// Without a sign at its end.
  fileprivate func replacingEnd(_ sign: String) -> String { hasSuffix(sign) ? String(dropLast(sign.count)) : self }
}
