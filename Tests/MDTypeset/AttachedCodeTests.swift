@testable import MDTypeset
import Testing
import TypesetDrawing
@testable import TypesetOutput

/// Code that a PDF carries as files.
@Suite struct AttachedCodeTests {
  private static let text = """
    ---
    attach-code: true
    ---

    ```swift title="main.swift"
    let a = "a long row of words that is broken, since it is wider than the page is, and so on, and so on, and so on, and so on"
    \tprint(a)
    ```

    > ```python
    > print("ü")
    > ```

    ```python title="../../main.swift"
    pass
    ```

    ~~~markdown
    # Not this document
    ~~~

    ```
    plain
    ```
    """

  @Test func `each block of code is a file with its text as it was written`() throws {
    let made = Typesetter().typeset(Document(markdown: Self.text))
    let files = PDFSource.files(in: try made.pdf(), limit: 1 << 20)
    #expect(files.map(\.name) == ["main.swift", "code-2.py", "3-main.swift", "code-4.md", "code-5.txt"])
    let texts = files.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } }
    #expect(texts[0]?.hasSuffix("and so on\"\n\tprint(a)\n") == true, "\(texts)")
    #expect(texts[1] == "print(\"ü\")\n")
    // No tool takes it for what the PDF was made of.
    #expect(files.allSatisfy { !$0.isMarkdown })
    #expect(PDFSettings.source(in: try made.pdf(), limit: 1 << 20) == nil)
  }

  @Test func `no code is attached unless that is asked for, nor where the standard forbids it`() throws {
    let plain = Typesetter().typeset(Document(markdown: Self.text.replacing("attach-code: true", with: "title: T")))
    #expect(PDFSource.files(in: try plain.pdf(), limit: 1 << 20).isEmpty)
    let made = Typesetter().typeset(Document(markdown: Self.text))
    var settings = PDFSettings()
    settings.follow(made.wishes)
    #expect(settings.contradiction == nil)
    _ = settings.follow("a-2b")
    #expect(settings.contradiction?.message == "PDF/A-2 does not allow attached code")
  }

  @Test func `code beside the source has names of its own, and the source is the Markdown`() throws {
    var settings = PDFSettings()
    settings.attachesSource = true
    let text = Self.text.replacing("main.swift", with: "document.md")
    let pdf = try Typesetter().typeset(Document(markdown: text)).pdf(settings: settings)
    let names = PDFSource.files(in: pdf, limit: 1 << 20).compactMap(\.name)
    #expect(Set(names).count == names.count, "\(names)")
    #expect(PDFSettings.source(in: pdf, limit: 1 << 20) == Array(text.utf8))
  }
}
