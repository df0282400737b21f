@testable import MDTypeset
import Synchronization
import Testing
@testable import TypesetInterface
@testable import TypesetOutput

/// What is known by its name from one typesetting of a document to the next.
@Suite struct IdentityTests {
  private final class Count: Sendable {
    private let number = Mutex(0)
    func add() { number.withLock { $0 += 1 } }
    /// Since it was asked last.
    func take() -> Int {
      number.withLock { number in
        defer { number = 0 }
        return number
      }
    }
  }

  private struct Box: InlineAttachment {
    var number: Int
    let drawn: Count
    var isInked = false

    func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: Double(10 + number % 7), height: 6) }
    func draw(on canvas: inout Canvas) {
      drawn.add()
      canvas.fill(canvas.bounds, isInked ? canvas.foreground : .teal)
    }
    var plainText: String { "box" }

    // Values tell nothing: each has a client's closure, say.
    static func == (a: Box, b: Box) -> Bool { false }
    func hash(into hasher: inout Hasher) {}
  }

  private static var typesetter: Typesetter {
    var options = TypesetterOptions()
    options.shared = SharedWork(keepsBlocks: true)
    options.ignoresSystemFonts = true
    return Typesetter(options: options)
  }

  private static func document(_ text: String, _ drawn: Count, version: Int = 0, isInked: Bool = false) -> Document {
    Document(markdown: text).markdownDirective("b") { call, _ in
      let number = Int(exactly: call.arguments.number("n") ?? 0) ?? 0
      return .attachment(
        Box(number: number, drawn: drawn, isInked: isInked), id: "b\(number)", version: number == 17 ? version : 0)
    }
  }

  private static func text(_ count: Int) -> String {
    stride(from: 0, to: count, by: 20).map { start in
      (start..<start + 20).map { ":b[]{n=\($0)}" }.joined(separator: " ") + " and words.\n"
    }.joined(separator: "\n")
  }

  @Test func `of ten thousand attachments with names and versions, none is drawn again, but the one with another version`() throws {
    let (typesetter, drawn, text) = (Self.typesetter, Count(), Self.text(10_000))
    let first = typesetter.typeset(Self.document(text, drawn))
    #expect(drawn.take() == 10_000)
    let words = try #require(text.firstRange(of: "and words")?.lowerBound)
    let edited = typesetter.typeset(Self.document(text.replacingCharacters(from: words, by: "further "), drawn))
    #expect(drawn.take() == 0 && edited.pageCount == first.pageCount)
    // Everything moves to other pages.
    let longer = typesetter.typeset(Self.document("# Beginning\n\nMore.\n\n\\newpage\n\n" + text, drawn))
    #expect(drawn.take() == 0 && longer.pageCount == first.pageCount + 1)
    // Another theme of the same size.
    _ = typesetter.typeset(Self.document(text, drawn).markdownAppearance(.dark))
    #expect(drawn.take() == 0)
    let other = typesetter.typeset(Self.document(text, drawn, version: 1))
    #expect(drawn.take() == 1)
    #expect(other.place(of: "b17")?.page == 0)
  }

  @Test func `one that looks at the colour of the text is drawn again in another colour, and looks as at first`() throws {
    let (typesetter, drawn, text) = (Self.typesetter, Count(), Self.text(20))
    for (color, count) in [(Color.black, 20), (.navy, 20), (.black, 0)] {
      let document = Self.document(text, drawn, isInked: true).foregroundStyle(color, for: .body)
      let made = typesetter.typeset(document)
      #expect(drawn.take() == count)
      #expect(try made.pdf() == Self.typesetter.typeset(document).pdf())
      _ = drawn.take()
    }
  }

  @Test func `a name passes through what holds one thing`() {
    let text = MarkdownFragment.text("Hello")
    #expect(text.id == nil && text.id("hw").id == "hw")
    #expect(MarkdownFragment.group("box", text.id("hw")).id == "hw" && (text.id("hw") + text.id("world")).id == nil)
    #expect(MarkdownBody.vertical(MarkdownBody.text("Hello").id("hw")).padding(3).id == "hw")
    #expect(Text("Hello *World*").id("hw").bold().id == "hw" && (Text("a").id("a") + Text("b").id("b")).id == nil)
    let one = Quote { Paragraph { Text("Hello").id("hw") } }
    let two = Division("d") {
      Paragraph("a").id("a")
      Paragraph("b").id("b")
    }
    #expect(one.id == "hw" && two.id == nil && two.id("both").id == "both")
    let made = Typesetter().typeset(
      Document {
        one
        two.id("both")
        Heading("Title").id("top")
        ItemList { Paragraph("item") }.id("list")
      })
    #expect(["hw", "both", "a", "b", "top", "list"].allSatisfy { made.place(of: $0) != nil }, "\(made.places)")
  }

  @Test func `pieces of a line have modifiers and are joined, whatever they are`() throws {
    let line = Text("**a** b").foregroundStyle(.red).underline() + Math("x").bold() + " and " + Text("c").font(.title) + Icon("house")
    let made = Typesetter().typeset(
      Document {
        Paragraph { line }
        Text("A *paragraph*.")
      })
    #expect(made.diagnostics.isEmpty, "\(made.diagnostics)")
    #expect(try made.text(ofPage: 0).contains("a b"))
  }

  @Test func `what a client keeps for a name lives as long as each typesetting asks for it`() throws {
    let state = MarkdownState()
    func shown(_ text: String) throws -> String {
      try Typesetter().typeset(
        Document(markdown: text).markdownState(state).markdownDirective("more") { call, context in
          context.state(call.id ?? "", default: false) ? context.resolve(call.content) : .text("…")
        }
      ).text(ofPage: 0)
    }
    let text = "A :more[one]{id=a} and :more[two]{id=b}."
    #expect(try shown(text).contains("A … and …."))
    state.set(true, of: "a")
    #expect(try shown(text).contains("A one and …."))
    #expect(try shown("Before. " + text).contains("A one and …."))
    #expect(state.value(of: "a") == true && state.ids == ["a", "b"])
    _ = try shown("No more of it.")
    #expect(state.ids.isEmpty)
    #expect(try shown(text).contains("A … and …."))
  }
}

extension String {
  fileprivate func replacingCharacters(from place: Index, by text: String) -> String { self[..<place] + text + self[place...] }
}
