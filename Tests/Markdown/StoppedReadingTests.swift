import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// Texts that nobody waits for any more.
@Suite struct StoppedReadingTests {
  private static let text = (0..<3_000).map { number in
    "## Part \(number)\n\nWords *of* it with $x_\(number)$ and `code`.[^\(number)]\n\n- item\n- other\n\n[^\(number)]: A note.\n"
  }.joined(separator: "\n")

  private func time(isStopped: Bool, of work: (Source, Budget) -> Void) -> Duration {
    var budget = Budget()
    let stop = StopFlag()
    if isStopped { stop.raise() }
    budget.stop = stop
    let source = Source(name: "a.md", text: Self.text)
    return processorTime { work(source, budget) }
  }

  @Test func `a text is neither prepared nor read to its end`() {
    func prepare(_ source: Source, _ budget: Budget) { _ = preprocessed(source, files: .none, budget: budget) }
    func read(_ source: Source, _ budget: Budget) { _ = parse(source, budget: budget) }
    #expect(time(isStopped: true, of: prepare) * 3 < time(isStopped: false, of: prepare))
    #expect(time(isStopped: true, of: read) * 10 < time(isStopped: false, of: read))
  }
}
