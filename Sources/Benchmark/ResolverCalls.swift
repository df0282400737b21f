import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown

/// What it takes to go through the code of a client.
enum ResolverCalls {
  /// Prints how long 10,000 calls of a client's resolver take, with what they return put into the tree, beyond a walk through the same
  /// document in which the resolver finds nothing.
  ///
  /// - Returns: True if that is more than it may be.
  static func areSlow() -> Bool {
    let count = 10_000
    let source = Source(name: "a.md", text: String(repeating: "A *paragraph* of text.\n\n", count: count))
    let parsed = parse(source)
    let plain = Document(source)
    let called = milliseconds(
      plain.markdownResolver(ParagraphNode.self) { paragraph, context in .text("Before.") + context.resolve([paragraph.node]) }, parsed)
    let walked = milliseconds(plain.markdownResolver(ImageNode.self) { image, context in context.resolve([image.node]) }, parsed)
    let isSlow = called - walked > 20
    print(
      "\(count) calls of a client's resolver: \(Benchmark.number(called - walked, 1)) ms, beside \(Benchmark.number(walked, 1)) ms "
        + "for the walk" + (isSlow ? "  SLOWER THAN 20 ms" : ""))
    return isSlow
  }

  /// The fastest of some expansions of a document.
  private static func milliseconds(_ document: Document, _ parsed: ParsedDocument) -> Double {
    let clock = ContinuousClock()
    let bytes = document.source.bytes
    return (0..<7).map { _ in
      clock.measure { _ = Expanded(of: document, parsed, bytes: bytes) { parse(Source(name: "", text: $0)) } } / .milliseconds(1)
    }.min() ?? 0
  }
}
