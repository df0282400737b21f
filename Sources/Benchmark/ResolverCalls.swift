import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown

/// What it takes to go through the code of a client.
enum ResolverCalls {
  /// Prints how long 10,000 calls of a client's resolver take, with what they return put into the tree.
  ///
  /// - Returns: True if that is more than it may be.
  static func areSlow() -> Bool {
    let count = 10_000
    let source = Source(name: "a.md", text: String(repeating: "A *paragraph* of text.\n\n", count: count))
    let parsed = parse(source)
    let document = Document(source).markdownResolver(ParagraphNode.self) { paragraph, context in
      .text("Before.") + context.resolve([paragraph.node])
    }
    let clock = ContinuousClock()
    let times = (0..<7).map { _ in
      clock.measure { _ = Expanded(of: document, parsed, bytes: source.bytes) { parse(Source(name: "", text: $0)) } } / .milliseconds(1)
    }
    let best = times.min() ?? 0
    print("\(count) calls of a client's resolver: \(Benchmark.number(best, 1)) ms" + (best > 20 ? "  SLOWER THAN 20 ms" : ""))
    return best > 20
  }
}
