internal import TypesetDiagnostics

// What is said of the LaTeX in a paper.

extension PaperRewriting {
  mutating func noteRedefined(_ place: Range<Int>) {
    guard let kind = definitions.redefined else { return }
    note(
      place, "latex.redefined", "the theorem environment ‘\(kind)’ is defined twice, in different ways",
      hint: "the second definition is used after it; remove one")
  }

  mutating func noteUnclosed(_ name: String, at slash: Int, _ outcome: String = "it ends with its paragraph") {
    note(
      slash..<slash + 8 + name.utf8.count, "latex.unclosed", "the environment \(name) is never closed; \(outcome)",
      hint: "close it with \\end{\(name)}")
  }

  /// `\newtheorem{lem}` on a line of its own, which is left out; a sentence may begin with the command.
  mutating func noteArguments(of name: String, _ slash: Int, _ nameEnd: Int) {
    guard let example = DefinitionArguments.examples[name], beginsLine(slash) else { return }
    let found = DefinitionArguments(bytes, pairs, after: nameEnd, to: range.upperBound)
    guard found.count < example.count, found.endsLine else { return }
    note(
      slash..<found.end, "latex.arguments",
      "‘\\\(name)’ needs \(example.count) arguments in braces, and has \(found.count == 0 ? "none" : "\(found.count)")",
      hint: "write it as in \\\(name)\(example.written)")
    leaveOut(slash..<found.end)
  }

  /// `\goldbah*` for a theorem that is called otherwise.
  mutating func noteRestated(_ name: String, _ place: Range<Int>) {
    let known = definitions.restatables.keys.sorted()
    guard !known.isEmpty, LaTeXCommand.named[name] == nil else { return }
    note(
      place, "latex.restated", "no theorem above may be stated again by ‘\\\(name)’",
      hint: nearest(to: name, among: known).map { "did you mean \\\($0)*?" } ?? "write \\begin{restatable}{theorem}{\(name)} around it")
  }

  private mutating func note(_ place: Range<Int>, _ code: String, _ message: String, hint: String) {
    var diagnostic = Diagnostic(.warning, code, at: SourceSpan(place.lowerBound, place.upperBound), message, hint: hint)
    diagnostic.writtenSpan = text.written(place)
    diagnostics.append(diagnostic)
  }

  mutating func note(_ faults: [AlgorithmBlocks.Fault], from start: Int) {
    for fault in faults {
      let place = (start + fault.place.lowerBound)..<(start + fault.place.upperBound)
      note(place, "latex.unclosed", fault.message, hint: fault.hint)
    }
  }

  /// `\numberwithin{equation}{sektion}` leaves the numbers as they are.
  mutating func noteCounter(_ slash: Int, _ nameEnd: Int) {
    guard let counter = pairs.group(at: nameEnd, to: range.upperBound),
      let within = pairs.group(at: counter.upperBound + 1, to: range.upperBound), bytes[counter].elementsEqual("equation".utf8)
    else { return }
    let word = String(decoding: bytes[within], as: UTF8.self)
    guard !Self.counters.contains(word) else { return }
    note(
      within, "latex.counter", "equations cannot be numbered within ‘\(word)’",
      hint: nearest(to: word, among: Self.counters).map { "did you mean \($0)?" } ?? "write section, chapter or subsection")
  }
}

/// The arguments that a definition has.
private struct DefinitionArguments {
  /// Those that have something in them.
  var count = 0
  /// After the last of them.
  var end: Int
  /// True if nothing follows on their line.
  var endsLine: Bool

  static let examples: [String: (count: Int, written: String)] = [
    "newtheorem": (2, "{lem}{Lemma}"), "newacronym": (3, "{cpu}{CPU}{central processing unit}"),
    "newglossaryentry": (2, "{key}{name=word, description={what it means}}"),
  ]

  init(_ bytes: [UInt8], _ pairs: LaTeXPairs, after name: Int, to limit: Int) {
    end = name < limit && bytes[name] == UInt8(ascii: "*") ? name + 1 : name
    endsLine = false
    while true {
      if let group = pairs.group(at: end, to: limit) {
        if !bytes[group].allSatisfy(ASCII.isBlank) { count += 1 }
        end = group.upperBound + 1
      } else if let bracket = PaperReading.bracket(bytes, at: end, to: limit) {
        end = bracket.upperBound + 1
      } else {
        break
      }
    }
    endsLine = bytes[end..<limit].prefix { $0 != ASCII.newline }.allSatisfy(ASCII.isBlank)
  }
}
