internal import TypesetDiagnostics

/// The source with the boxes of claat's codelabs as alerts: the lists of definitions whose term is `Positive` or `Negative`, and quotes that begin
/// with `> aside positive`.
///
///     Positive
///     : Words that help.
func withCodelabAsides(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard CodelabAsides.occur(in: source.bytes) else { return source }
  var asides = CodelabAsides(source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in asides.change(of: line) }
}

private struct CodelabAsides {
  private enum State { case text, term, body }

  private let bytes: [UInt8]
  private var state = State.text
  private var fences = OpenFences()

  private static let terms: [(word: String, kind: String)] = [("Positive", "TIP"), ("Negative", "WARNING")]
  private static let quotes: [(word: String, kind: String)] = [("> aside positive", "TIP"), ("> aside negative", "WARNING")]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func occur(in bytes: [UInt8]) -> Bool {
    ["Positive\n: ", "Negative\n: ", "> aside positive", "> aside negative"].contains(where: bytes.holds)
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return .keep }
    switch state {
    case .term:
      state = .body
      return .write(Array("> ".utf8) + line.dropFirst(2))
    case .body where !line.allSatisfy(ASCII.isBlank):
      return .write(Array("> ".utf8) + line.drop { $0 == UInt8(ascii: ":") || ASCII.isBlank($0) })
    case .text, .body:
      state = .text
      if let term = Self.terms.first(where: { line.elementsEqual($0.word.utf8) }), bytes[line.endIndex...].starts(with: "\n: ".utf8) {
        state = .term
        return .write(Array("> [!\(term.kind)]".utf8))
      }
      let quote = Self.quotes.first { line.starts(with: $0.word.utf8) && line.dropFirst($0.word.utf8.count).allSatisfy(ASCII.isBlank) }
      return quote.map { .write(Array("> [!\($0.kind)]".utf8)) } ?? .keep
    }
  }
}
