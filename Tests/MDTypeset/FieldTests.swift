import Foundation
import MDTypeset
import Testing

/// What a document shows of itself in its text: `{{page}}`, `[]{field=page}`.
@Suite struct FieldTests {
  private func pages(_ markdown: String) throws -> [String] { try pages(Document(markdown: markdown)) }

  private func pages(_ document: Document) throws -> [String] {
    let typeset = Typesetter().typeset(document.markdownDate(secondsSince1970: 1_795_336_200))
    // Braces of templates that stay are named.
    #expect(typeset.diagnostics.allSatisfy { $0.code == "markup.raw" }, "\(typeset.diagnostics.map(\.message))")
    return try (0..<typeset.pageCount).map { try typeset.text(ofPage: $0).split(separator: "\n").dropLast().joined(separator: "|") }
  }

  static let footer = "---\nfooter: \"{page}\"\n---\n"

  @Test func `a field shows the number of its own page and of the last one`() throws {
    let text = "One {{page}} of {{pages}}.\n\n\\pagebreak\n\nTwo []{field=page} of *[]{field=pages}*.\n\n\\pagebreak\n\n({{page}})\n"
    #expect(try pages(Self.footer + text) == ["One 1 of 3.", "Two 2 of 3.", "(3)"])
  }

  @Test func `a field is text like the text around it`() throws {
    let typesetter = Typesetter()
    func pdf(_ text: String) throws -> [UInt8] { try typesetter.typeset(Document(markdown: text).markdownDate(secondsSince1970: 0)).pdf() }
    #expect(try pdf("The last page is {{pages}}, in *{{words}}* words.") == pdf("The last page is 1, in *8* words."))
    #expect(try pdf("第{{pages}}页") == pdf("第1页"))
  }

  @Test func `fields are in headings, lists, tables, captions, quotes, notes and boxes`() throws {
    let text = """
      ---
      footer: "{page}"
      ---
      # First

      \\pagebreak

      ## Page {{page}} {#a}

      - item {{page}}

      | {{page}} | b |
      |---|---|
      | c | {{pages}} |

      > [!NOTE]
      > {{page}} in a note[^1]

      [^1]: Footnote on {{page}}
      """
    let page = try #require(try pages(text).last)
    for words in ["Page 2", "item 2", "2 b", "c 2", "2 in a note", "Footnote on 2"] { #expect(page.contains(words), "\(words): \(page)") }
  }

  @Test func `contents and running heads show a heading's own page`() throws {
    let text = "---\ntoc: true\nheader: \"{section}\"\nfooter: \"{page}\"\n---\n# A {{page}}\n\n\\pagebreak\n\n# B {{page}}\n"
    let pages = try pages(text)
    #expect(pages.joined(separator: "|").contains("A 1"))
    #expect(pages[0].contains("B 2"))
    #expect(pages.last?.hasPrefix("B 2") == true)
  }

  @Test func `the date is that of the front matter, else today's`() throws {
    #expect(try pages(Self.footer + "On {{date}}.") == ["On 22 November 2026."])
    #expect(try pages("---\ndate: May 2024\ntitle: T\nfooter: \"{page}\"\n---\nOn {{date}}.")[0].hasSuffix("On May 2024."))
    #expect(try pages("---\nlang: de\nfooter: \"{page}\"\n---\nAm []{field=date}") == ["Am 22. November 2026"])
  }

  @Test(arguments: [
    ("es", "22 de noviembre de 2026"), ("ru", "22 ноября 2026 г."), ("pt-BR", "22 de novembro de 2026"), ("ko", "2026년 11월 22일"),
    ("el", "22 Νοεμβρίου 2026"), ("pl", "22 listopada 2026"), ("zh-Hant", "2026年11月22日"), ("qqq", "2026-11-22"),
  ])
  func `today is written as the document's language writes dates`(language: String, date: String) throws {
    #expect(try pages("---\nlang: \(language)\ndate: today\ntitle: T\nfooter: \"{page}\"\n---\nA")[0].contains(date))
  }

  @Test(arguments: [
    ("{{words}} a b", "3"), ("it's well-known: 3.14, 1,000 {{words}}", "5"), ("中文字 ab{{words}}", "5"), ("`x = y` $a+b$ {{words}}", "4"),
    ("[]{field=words}\n\n```\nnot these\n```\n", "1"), ("# One\n\n| a | b |\n|---|---|\n| c | d |\n\n*e*f {{words}}", "8"),
  ])
  func `words are counted as a reader does`(text: String, count: String) throws {
    let shown = try pages(Self.footer + text)[0]
    #expect(shown.contains(count), "\(shown)")
  }

  @Test(arguments: ["!> A note.", "# A\n\\label{sec:a}", "##Words", "!> A {{ message }}."])
  func `a field is one where other marks of a document are rewritten, unless they are a template's`(mark: String) throws {
    let shown = try pages(Self.footer + "\(mark)\n\nOn page {{page}}.").joined()
    #expect(shown.contains(mark.contains("{{") ? "On page {{page}}." : "On page 1."))
  }

  @Test func `braces of templates, code and formulas stay as they are`() throws {
    for kept in [
      "Vue shows {{ message }} and {{page}}.", "{{ page }}", "`{{page}}`", "\\{{page}}", "{\\{page}}", "{{pager}}", "{{Page}}", "{{title}}",
      "{page}", "{{page}",
    ] {
      let shown = try pages(Self.footer + kept)[0]
      #expect(shown == kept.replacing("`", with: "").replacing("\\", with: ""), "\(kept): \(shown)")
    }
    for text in ["{% if a %}{{page}}{% endif %} b", "a {% if a %} {{page}}-b", "{{< x >}} {{page}}", "{{#x}}\n\n第{{page}}页"] {
      #expect(try !Typesetter().typeset(Document(markdown: Self.footer + text)).text(ofPage: 0).dropLast(3).contains("1"), "\(text)")
    }
    #expect(Typesetter().typeset(markdown: "---\nlayout: post\n---\n{{page}} b").diagnostics.map(\.code) == ["template.left-out"])
  }

  @Test func `a word in braces that is no field leaves the others, and is said`() throws {
    let text = Self.footer + "{{page}} of {{pages}}, {{version}}."
    #expect(try pages(text) == ["1 of 1, {{version}}."])
    #expect(Typesetter().typeset(markdown: text).diagnostics.map(\.code) == ["markup.raw"])
  }

  @Test func `a field in a template is written as a span`() throws {
    let typeset = Typesetter().typeset(markdown: "{% if a %}[]{field=page}{% endif %} b {{ c }}")
    #expect(try typeset.text(ofPage: 0).hasPrefix("1 b"))
  }

  @Test func `an unknown field is reported with the nearest one`() {
    let found = Typesetter().typeset(markdown: "a []{field=pagse} b").diagnostics
    #expect(found.map(\.code) == ["field.unknown"])
    #expect(found.first?.hint == "did you mean \"page\"?")
  }

  @Test func `values have fields, too`() throws {
    let built = Document {
      Paragraph {
        "Page "
        DocumentField.page
        " of \(DocumentField.pages)"
      }
      Paragraph { Text("**\(DocumentField.words)** words") }
    }
    let parsed = Document(markdown: "Page {{page}} of {{pages}}\n\n**{{words}}** words\n")
    #expect(try Typesetter().typeset(built).pdf() == Typesetter().typeset(parsed).pdf())
    let styled = Document(markdown: "> Quote").markdownStyling(QuoteNode.self) { _, _ in
      .markdown("In a box: {{page}} of {{pages}}, {{words}}")
    }
    #expect(try Typesetter().typeset(styled).text(ofPage: 0).hasPrefix("In a box: 1 of 1, 1"))
  }

  @Test func `places of fields are in no file`() throws {
    let typeset = Typesetter().typeset(markdown: "{{page}} and {{page}}")
    #expect(typeset.places.allSatisfy { $0.id == nil })
    #expect(!String(decoding: try typeset.pdf(), as: UTF8.self).contains("field"))
  }

  @Test func `page numbers that move what shows them settle or are reported`() throws {
    let typeset = Typesetter().typeset(markdown: String(repeating: "Line {{page}} of {{pages}} with words.\n\n", count: 2_000))
    #expect(typeset.diagnostics.isEmpty)
    let last = typeset.pageCount
    #expect(try typeset.text(ofPage: last - 1).contains("Line \(last) of \(last) with"))
  }

  @Test func `a text that grows shows no numbers that may change`() throws {
    let stream = StreamingSource(Typesetter())
    _ = stream.append("[]{field=page} of []{field=pages}: {{page}}\n\n")
    #expect(try stream.snapshot().text(ofPage: 0).hasPrefix("… of …: {{page}}"))
    #expect(try stream.finish().text(ofPage: 0).hasPrefix("1 of 1: {{page}}"))
  }

  @Test func `many fields take time in proportion`() {
    let time = ContinuousClock().measure {
      _ = Typesetter().typeset(markdown: String(repeating: "[[]{field=words}]{.badge} ", count: 4_000))
    }
    #expect(time < .seconds(40))
  }

  @Test func `the revision is that of the front matter, or the commit of the repository`() throws {
    #expect(try pages("---\nrevision: v1.2\n---\nThis is {{revision}}.\n") == ["This is v1.2."])
    let folder = FileManager.default.temporaryDirectory.appending(path: "revision-\(UInt32.random(in: 0...(.max)))")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: ".git/refs/heads"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: folder.appending(path: "docs"), withIntermediateDirectories: true)
    func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
    func shown() throws -> Shown {
      let document = Document(markdown: "At {{revision}}.", folder: folder.appending(path: "docs").path)
      var options = TypesetterOptions()
      options.root = folder.path
      let made = Typesetter(options: options).typeset(document)
      return Shown(try made.text(ofPage: 0).split(separator: "\n").first.map(String.init) ?? "", made.diagnostics.map(\.code))
    }
    #expect(try shown().codes == ["field.revision"])
    try write(".git/HEAD", "ref: refs/heads/main\n")
    try write(".git/packed-refs", "# pack-refs\n\(String(repeating: "ab", count: 20)) refs/heads/main\n")
    #expect(try shown() == Shown("At abababa.", []))
    try write(".git/refs/heads/main", String(repeating: "12", count: 20) + "\n")
    #expect(try shown() == Shown("At 1212121.", []))
    try write(".git/HEAD", String(repeating: "0f", count: 20))
    #expect(try shown() == Shown("At 0f0f0f0.", []))
  }

  private struct Shown: Equatable {
    var text: String
    var codes: [String]
    init(_ text: String, _ codes: [String]) { (self.text, self.codes) = (text, codes) }
  }
}
