@testable import MDTypeset
import Synchronization
import Testing
import TypesetDiagnostics
@testable import TypesetOutput
import TypesetStyling

/// A document with a client's own parts that is typeset again after an edit.
@Suite struct ClientEditTests {
  private static func options(_ shared: SharedWork?) -> TypesetterOptions {
    var options = TypesetterOptions()
    options.shared = shared
    options.threads = 1
    return options
  }

  private struct Bar: InlineAttachment {
    var width: Double
    func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: width, height: 8) }
    func draw(on canvas: inout Canvas) { canvas.fill(canvas.bounds, .teal) }
    var plainText: String { "bar" }
  }

  /// - Parameter unit: What a value of the client's is multiplied by.
  private static func document(_ text: String, unit: Double = 1) -> Document {
    Document(markdown: text)
      .markdownDirective("Bar") { call, _ in .attachment(Bar(width: (call.arguments.number("w") ?? 1) * unit)) }
      .markdownDirective("Boxed") { call, context in context.resolve(call.content) + .text("The end.") }
      .markdownDirective("Said") { call, _ in .markdown("> *\(call.arguments["what"] ?? "nothing")*, with $x^2$.\n") }
  }

  private static let text = (0..<30).map { number in
    """
    ## Part \(number)

    Words of part \(number), and @tokens {which} are none, with $a_{\(number)}$ and :bar[]{w=\(number + 3)}.

    @Bar(w: \(number + 1))

    @Boxed {
    Words within part \(number).

    - item
    }

    @Said(what: "thing \(number)")

    Last words of part \(number).

    """
  }.joined(separator: "\n")

  private static func change(of document: Document, _ shared: SharedWork) -> StyledChange {
    var laps = Laps()
    return Typesetter(options: options(shared)).prepared(for: document).looks(of: document.source, &laps).styled.change
  }

  @Test(arguments: [
    ("Last words of part 15", "Last word of part 15", true), ("Words of part 15", "Many words of part 15", true),
    ("of part 15, and", "of part 15 {, and", true),
    ("@Said(what: \"thing 15\")", "@Said(what: \"thing 16\")", true), ("@Bar(w: 16)", "@Bar(w: 40)", true),
    ("Words within part 15", "Word within part 15", true), ("Last words of part 15", "@Boxed {", false),
  ])
  func `an edit beside directives is styled with its neighbours alone`(old: String, new: String, isAlone: Bool) {
    let shared = SharedWork(keepsBlocks: true)
    _ = Self.change(of: Self.document(Self.text), shared)
    let edited = Self.text.replacing(old, with: new)
    #expect(edited != Self.text)
    let isEdit = if case .edit = Self.change(of: Self.document(edited), shared) { true } else { false }
    #expect(isEdit == isAlone)
  }

  @Test func `what a directive makes anew is set anew, though the text is the same`() throws {
    let typesetter = Typesetter(options: Self.options(SharedWork(keepsBlocks: true)))
    for unit in [1.0, 2, 2, 1] {
      let document = Self.document(Self.text, unit: unit)
      #expect(try typesetter.typeset(document).pdf() == Typesetter(options: Self.options(nil)).typeset(document).pdf())
    }
  }

  @Test func `nothing is taken from a document with other directives, or none`() throws {
    let typesetter = Typesetter(options: Self.options(SharedWork(keepsBlocks: true)))
    let documents: [(String) -> Document] = [
      { Self.document($0) }, { Document(markdown: $0) },
      { Document(markdown: $0).markdownFence("x") { _, _ in .text("fence") } },
      { Document(markdown: $0).markdownStyling(QuoteNode.self) { _, context in context.content.padding(3) } },
    ]
    for number in [0, 1, 0, 2, 1, 2, 3, 1, 3, 2, 0, 3, 0] {
      for text in [Self.text, Self.text.replacing("words of part 12", with: "words of part twelve")] {
        let document = documents[number](text)
        #expect(try typesetter.typeset(document).pdf() == Typesetter(options: Self.options(nil)).typeset(document).pdf(), "\(number)")
      }
    }
  }

  /// The same numbers each time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  @Test func `random edits of a document with directives give the pages of the whole`() throws {
    var numbers = Numbers(state: 35)
    let typesetter = Typesetter(options: Self.options(SharedWork(keepsBlocks: true)))
    let insertions = [
      "word ", "\n\n", "@Bar(w: 5)", "\n\n@Bar(w: 6)\n\n", "\n\n@Boxed {\n", "\n}\n", "{", "}", "(", ")", "\"", ":bar[]{w=9}",
      "\n\n:::boxed\n",
      "\n:::\n", "@Said(what: \"a\", ", "[^1]", "\n\n[^1]: A note.\n\n", "\n\n# Head\n\n", "$", "*",
    ]
    var text = Array(Self.text.utf8.prefix(3000))
    for number in 0..<60 {
      let place = Int.random(in: 0..<text.count, using: &numbers)
      if Bool.random(using: &numbers) { text.removeSubrange(place..<min(text.count, place + Int.random(in: 1...20, using: &numbers))) }
      text.insert(contentsOf: insertions.randomElement(using: &numbers)?.utf8 ?? "".utf8, at: min(place, text.count))
      let document = Self.document(String(decoding: text, as: UTF8.self))
      let (again, fresh) = (typesetter.typeset(document), Typesetter(options: Self.options(nil)).typeset(document))
      #expect(try again.pdf() == fresh.pdf(), "edit \(number)")
      #expect(again.diagnostics == fresh.diagnostics, "edit \(number)")
      // Back to a text that is whole, before everything is in one directive.
      if number % 20 == 19 { text = Array(Self.text.utf8.prefix(3000)) }
    }
  }

  private enum Sums: MarkdownCollector {
    static let defaultValue = 0
    static func reduce(into value: inout Int, next: () -> Int) { MarkdownReduction.sum(into: &value, next) }
  }

  private enum Calls {
    static let count = Mutex(0)
  }

  @Test func `readers begin with what they showed before the edit`() throws {
    let shared = SharedWork(keepsBlocks: true)
    func document(_ text: String) -> Document {
      Document(markdown: text)
        .markdownDirective("add") { call, context in
          context.resolve(call.content).collect(Sums.self, Int(exactly: call.arguments.number("n") ?? 0) ?? 0)
        }
        .markdownDirective("Sum") { _, _ in
          .reading(Sums.self) { sum in
            Calls.count.withLock { $0 += 1 }
            return .text("The sum is \(sum).")
          }
        }
    }
    let text = "@Sum\n\n" + (1...20).map { "Words :add[more]{n=\($0)} of \($0).\n" }.joined(separator: "\n")
    var counts: [Int] = []
    for edited in [text, text.replacing("of 12", with: "of twelve"), text.replacing("n=12", with: "n=13"), text] {
      Calls.count.withLock { $0 = 0 }
      let again = Typesetter(options: Self.options(shared)).typeset(document(edited))
      counts.append(Calls.count.withLock { $0 })
      #expect(try again.pdf() == Typesetter(options: Self.options(nil)).typeset(document(edited)).pdf())
    }
    #expect(counts == [2, 1, 2, 2])
  }
}
