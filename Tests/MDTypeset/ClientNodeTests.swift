@testable import MDTypeset
import Synchronization
import Testing
import TypesetDiagnostics
@testable import TypesetInterface
@testable import TypesetOutput

/// Names, pictures, icons and edits of a client's own documents.
@Suite struct ClientNodeTests {
  private func typeset(_ document: Document) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(document)
  }

  private final class Count: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  @Test func `a directive with a small letter may be written with a capital, but none with a capital in small letters`() throws {
    let text = "@Note(a: 1) {\nWords.\n}\n\n@NOTE { More. }\n\n@user said so.\n"
    let made = typeset(
      Document(markdown: text).markdownDirective("note") { call, _ in .text("<\(call.content.map(\.text).joined())>") }
        .markdownDirective("User") { _, _ in .text("a directive") })
    let shown = try made.text(ofPage: 0)
    #expect(shown.contains("<Words.>") && shown.contains("<More.>") && shown.contains("@user said so."), "\(shown)")
    #expect(made.diagnostics.isEmpty, "\(made.diagnostics)")
  }

  @Test func `what cannot be the name of a directive is said`() {
    let made = typeset(Document(markdown: "Text.").markdownDirective("two words") { _, _ in .empty })
    #expect(made.diagnostics.map(\.code) == ["resolver.name"])
  }

  @Test func `each unknown directive is reported, however many there are`() {
    let text = (0..<300).map { "@X\($0)(a: 1) {\na\n}\n" }.joined(separator: "\n")
    let made = typeset(Document(markdown: text).markdownDirective("Known") { _, _ in .empty })
    #expect(made.diagnostics.filter { $0.code == "directive.unknown" }.count == 300)
  }

  @Test func `a scheme is asked once for pictures that are written alike, and its failure is one diagnostic`() throws {
    let count = Count()
    let text = "![a](icons:x) ![a](icons:x) ![b](icons:y) ![a](icons:x){.c} and ![its words](bad:1) here."
    let made = typeset(
      Document(markdown: text)
        .markdownImageScheme("icons") { image in
          count.add()
          return .text("(\(image.alternative))")
        }
        .markdownImageScheme("bad") { _ in throw ResourceError.missing })
    #expect(count.value == 3)
    let shown = try made.text(ofPage: 0)
    #expect(shown.contains("(a) (a) (b) (a) and its words here."), "\(shown)")
    #expect(made.diagnostics.map(\.code) == ["resolver.failed"], "\(made.diagnostics)")
  }

  @Test func `icons of things and brands have their colours when asked`() {
    func fills(_ text: String) -> Set<Color> {
      Set(typeset(Document(markdown: text)).pages[0].ink.items.compactMap { if case .path(let path) = $0 { path.fill } else { nil } })
    }
    #expect(fills(":icon[heart-fill]{mode=original}") == [Color(hex: 0xFF2D55)])
    #expect(fills(":icon[gear]{mode=original}") == [.black])
    #expect(fills(":icon[battery]{mode=original value=0.5}").count == 2)
    #expect(fills(":icon[heart-fill]{mode=original color=teal}") == fills(":icon[heart-fill]{color=teal}"))
    #expect(IconTable.originals.keys.allSatisfy { IconTable.contains($0) })
  }

  @Test func `a picture that is shifted has its place where its ink is`() throws {
    func place(_ shift: String) throws -> DocumentPlace {
      let svg = "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2216%22%20height=%228%22/%3E"
      return try #require(typeset(Document(markdown: "A ![](\(svg)){#p \(shift)} b")).place(of: "p"))
    }
    let (plain, moved) = (try place("shift=0pt"), try place(#"shift="2pt,-1pt""#))
    #expect(abs(moved.x - plain.x - 2) < 0.01 && abs(moved.y - plain.y - 1) < 0.01 && moved.width == plain.width, "\(plain) \(moved)")
  }

  @Test func `an edit of a document changes its bytes alone`() throws {
    var document = Document(markdown: "# Title\n\nSome words of it.\n").markdownPaper(.a6)
    document.update(9..<13, with: "Other")
    #expect(String(decoding: document.source.bytes, as: UTF8.self) == "# Title\n\nOther words of it.\n")
    document.update(28..<90, with: "!")
    #expect(String(decoding: document.source.bytes, as: UTF8.self) == "# Title\n\nOther words of it.\n!")
    var book = Document(Source(joining: [("a.md", nil, Array("One.\n".utf8)), ("b.md", nil, Array("[x](#no)\n".utf8))]))
    book.update(0..<3, with: "Twenty\n\none")
    let fault = try #require(typeset(book).diagnostics.first)
    #expect(fault.position(in: book.source).map { "\($0.file):\($0.line)" } == "b.md:1")
  }

  @Test func `a font has a width where its family has one, and its own where not`() {
    func runs(_ document: Document) -> [String] {
      let made = typeset(document)
      return made.pages[0].ink.items.compactMap { if case .run(let run) = $0 { "\(run.width)" } else { nil } }
        + made.diagnostics.map(\.message)
    }
    let plain = Document(markdown: "# Some words")
    #expect(runs(plain.font(.largeTitle, for: .h1)) == runs(plain.font(.largeTitle.width(.expanded), for: .h1)))
    #expect(TextFont.serif.width(.compressed).rules.map(\.value) == ["text", "62.5%"])
    let inline = Document { Paragraph { Inline("word").font(.body.width(.condensed)) } }
    #expect(runs(inline) == runs(Document { Paragraph("word") }))
  }
}
