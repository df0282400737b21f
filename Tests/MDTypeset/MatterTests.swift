import Foundation
@testable import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetOutput

/// What front matter has around a text: authors' marks, dedication, declaration, acknowledgements.
@Suite struct MatterTests {
  private func document(_ matter: String, _ text: String = "# One\n\nText.\n\n# References\n\n::: {#refs}\nA work.\n:::\n")
    -> TypesetDocument
  {
    Typesetter().typeset(Source(name: "a.md", text: "---\ntitle: A title\n" + matter + "\n---\n\n" + text))
  }

  private func pages(_ document: TypesetDocument) throws -> [String] { try (0..<document.pageCount).map { try document.text(ofPage: $0) } }

  /// With one blank between words: raised signs are lines of their own.
  private func words(of page: String) -> String { page.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  private func links(_ document: TypesetDocument) -> [String] {
    document.pages[0].ink.marks.compactMap { if case .link(let url) = $0 { url } else { nil } }
  }

  @Test func `behind a title page, each part has a page of its own before the contents`() throws {
    let matter = "titlepage: true\ntoc: true\nacknowledgements: I thank *you*.\ndeclaration: It is mine.\ndedication: To her"
    let all = try pages(document(matter))
    #expect(all.count == 5)
    for (page, words) in zip(all.dropFirst(), ["To her", "Declaration", "Acknowledgements", "Contents"]) {
      #expect(page.contains(words), "\(all)")
    }
  }

  @Test func `in a book neither a dedication nor the contents have the head of what was before`() throws {
    let matter = "theme: book\ntitlepage: true\ntoc: true\nacknowledgements: I thank you.\ndedication: To her"
    let all = try pages(document(matter))
    #expect(all.contains { $0.contains("To her") && !$0.contains("A title") }, "\(all)")
    #expect(all.contains { $0.contains("Contents") && !$0.contains("Acknowledgements") }, "\(all)")
  }

  @Test func `in a paper, thanks are before the references`() throws {
    let text = try pages(document("acknowledgments: I thank *you*.\ndedication: To her\nlang: de")).joined()
    let places = ["A title", "To her", "Text.", "Danksagung", "I thank you.", "References"].map { text.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(text)")
  }

  @Test func `of several lists of references, thanks are before the first`() throws {
    let lists = "Text.\n\n::: {#refs}\nA work.\n:::\n\n# Software\n\n::: {#refs-software}\nA program.\n:::\n"
    let text = try pages(document("acknowledgements: I thank you.", lists)).joined()
    let places = ["Text.", "I thank you.", "A work.", "Software", "A program."].map { text.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(text)")
  }

  @Test func `names of authors in parts are whole, and a team has a surname alone`() throws {
    let written = "authors:\n- surname: The Team\n- {given-names: Ann, non-dropping-particle: van, surname: Other}"
    let found = document(written)
    let page = words(of: try pages(found)[0])
    #expect(page.contains("The Team, Ann van Other"), "\(page)")
    #expect(!found.diagnostics.contains { $0.code == "matter.author" })
  }

  @Test func `code in italics has its letters in the face of code, upright where that has no italics for them`() {
    let found = document("author: A", "```swift\n// Описание word\n```\n")
    let faces = Set(
      found.pages.flatMap(\.ink.items).compactMap { item -> String? in
        if case .run(let run) = item { found.fonts.face(run.face).fileName } else { nil }
      })
    #expect(faces.isSuperset(of: ["SourceCodePro-Regular.otf", "SourceCodePro-RegularIt.otf"]), "\(faces)")
    #expect(!faces.contains("LibertinusSerif-Italic.otf"), "\(faces)")
  }

  @Test func `an author's name may be a list of its parts, and a title shows no shortcodes`() throws {
    let page = try pages(document("title: 'A {{< iconify devicon python >}}'\nauthor: [{name: [{given: Ann, family: Other}]}]"))[0]
    #expect(page.contains("Ann Other") && !page.contains("{{<"))
  }

  @Test func `an author's ORCID is a link at the name`() throws {
    for written in ["0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"] {
      let links = links(document("author: [{name: Ann Other, orcid: \(written)}]"))
      #expect(links == ["https://orcid.org/0000-0002-1825-0097"])
    }
    #expect(links(document("author: [{name: Ann Other, orcid: none}]")).isEmpty)
  }

  @Test func `addresses of authors are shown, where some are for letters only theirs`() throws {
    let one = "author: [{name: A, email: a@x.org}, {name: B, email: b@x.org}]"
    #expect(try pages(document(one))[0].contains("a@x.org, b@x.org"))
    let other = try pages(document(one.replacingOccurrences(of: "{name: A", with: "{corresponding: true, name: A")))[0]
    #expect(other.contains("a@x.org") && !other.contains("b@x.org"))
  }

  @Test func `notes on the title and on authors stand below the authors, each with its sign`() throws {
    let matter = "author: ['Ann Other^[now at *Ghent*]', 'B. Third^[Thanks to Ann.]']\nsubtitle: A part^[Of two.]"
    let page = words(of: try pages(document(matter))[0])
    let expected = "A part ∗ Ann Other †, B. Third ‡ ∗ Of two. † now at Ghent ‡ Thanks to Ann."
    #expect(page.contains(expected), "\(page)")
    #expect(!page.contains("^["))
  }

  @Test func `the sign of a note is not the one that leads to an address`() throws {
    let page = words(of: try pages(document("author: {name: 'A^[one]', email: a@x.org, corresponding: true}"))[0])
    #expect(page.contains("A ∗,† ∗ a@x.org † one"), "\(page)")
  }

  @Test func `a note on the title is neither in the running head nor in the file's own title`() throws {
    let written = "---\ntitle: A long walk^[Thanks.]\nheader: '{title}'\n---\n\nText.\n\n\\newpage\n\nMore.\n"
    let made = Typesetter().typeset(Source(name: "a.md", text: written))
    let all = try pages(made).map(words(of:))
    #expect(all[0].contains("A long walk ∗") && all[1].contains("A long walk") && !all[1].contains("∗"), "\(all)")
    #expect(made.info.title == "A long walk")
  }
}
