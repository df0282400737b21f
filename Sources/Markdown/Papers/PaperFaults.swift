internal import TypesetDiagnostics

// What is said of the LaTeX in a paper.

extension PaperRewriting {
  mutating func noteRedefined(_ place: Range<Int>) {
    guard let kind = definitions.redefined else { return }
    var diagnostic = Diagnostic(
      .warning, "latex.redefined", at: SourceSpan(place.lowerBound, place.upperBound),
      "the theorem environment ‘\(kind)’ is defined twice, in different ways", hint: "the second definition is used after it; remove one")
    diagnostic.writtenSpan = text.written(place)
    diagnostics.append(diagnostic)
  }

  mutating func noteUnclosed(_ name: String, at slash: Int) {
    diagnostics.append(
      Diagnostic(
        .warning, "latex.unclosed", at: SourceSpan(slash, slash + 8 + name.utf8.count),
        "the environment \(name) is never closed; it ends with its paragraph", hint: "close it with \\end{\(name)}"))
  }

  mutating func note(_ faults: [AlgorithmBlocks.Fault], from start: Int) {
    for fault in faults {
      let place = (start + fault.place.lowerBound)..<(start + fault.place.upperBound)
      var diagnostic = Diagnostic(
        .warning, "latex.unclosed", at: SourceSpan(place.lowerBound, place.upperBound), fault.message, hint: fault.hint)
      diagnostic.writtenSpan = text.written(place)
      diagnostics.append(diagnostic)
    }
  }

  /// `\numberwithin{equation}{sektion}` leaves the numbers as they are.
  mutating func noteCounter(_ slash: Int, _ nameEnd: Int) {
    guard let counter = pairs.group(at: nameEnd, to: range.upperBound),
      let within = pairs.group(at: counter.upperBound + 1, to: range.upperBound), bytes[counter].elementsEqual("equation".utf8)
    else { return }
    let word = String(decoding: bytes[within], as: UTF8.self)
    guard !Self.counters.contains(word) else { return }
    var diagnostic = Diagnostic(
      .warning, "latex.counter", at: SourceSpan(within.lowerBound, within.upperBound), "equations cannot be numbered within ‘\(word)’",
      hint: nearest(to: word, among: Self.counters).map { "did you mean \($0)?" } ?? "write section, chapter or subsection")
    diagnostic.writtenSpan = text.written(within)
    diagnostics.append(diagnostic)
  }
}
