import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// The files of a work after an edit, with the parses of those that have not changed.
@Suite struct KeptPartTests {
  private func source(_ texts: [String], level: Int = 1) -> Source {
    var (files, bytes): ([Source.File], [UInt8]) = ([], [])
    for (number, text) in texts.enumerated() {
      var file = Source.File(name: "\(number).md", start: bytes.count)
      if number > 0 { file.chapter = Source.File.Chapter(level: level, title: "Chapter \(number)") }
      files.append(file)
      bytes += text.utf8
    }
    return Source(files: files, bytes: bytes)
  }

  private let chapters = [
    "---\ntitle: A\n---\n\n# First\n\nWords[^1] of *it*.\n\n[^1]: A note.\n", "# Second\n\nSee [the third](2.md) and $x_1$.\n\n- a\n",
    "# Third {#t}\n\n[a]\n\n[a]: b.md\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "# Fourth\n\nA [^2].\n\n[^2]: Another.\n\n# First\n",
  ]

  /// True if the parse after an edit is that of the whole text, place by place.
  private func isSame(_ kept: KeptParse, as source: Source, _ options: ParseOptions = ParseOptions()) -> Bool {
    let whole = parse(source, options: options)
    return kept.document.tree == whole.tree && kept.document.diagnostics == whole.diagnostics
      && kept.document.frontMatter.values == whole.frontMatter.values
  }

  @Test func `edits of any chapter give the tree of the whole work`() {
    var (texts, options) = (chapters, ParseOptions())
    options.threads = 1
    var (kept, _) = KeptParse.parse(source(texts), options: options, budget: Budget(), after: nil)
    #expect(isSame(kept, as: source(texts)))
    for number in [1, 0, 3, 2, 1, 1] {
      texts[number] += "\nMore words[^\(number)] in it.\n"
      (kept, _) = KeptParse.parse(source(texts), options: options, budget: Budget(), after: kept)
      #expect(isSame(kept, as: source(texts)), "chapter \(number)")
    }
    texts[0] = "---\ntitle: A\nbibliography: a.bib\n---\n\nNow works are cited.\n"
    texts[2] += "\nSo [@key] is one.\n"
    (kept, _) = KeptParse.parse(source(texts), options: options, budget: Budget(), after: kept)
    #expect(isSame(kept, as: source(texts)))
  }

  @Test func `a work whose files or their places have changed is parsed anew`() {
    let options = ParseOptions()
    var (kept, _) = KeptParse.parse(source(chapters), options: options, budget: Budget(), after: nil)
    for other in [source(chapters, level: 2), source(Array(chapters.dropLast())), source(chapters + ["# Fifth\n"])] {
      (kept, _) = KeptParse.parse(other, options: options, budget: Budget(), after: kept)
      #expect(isSame(kept, as: other))
    }
  }

  @Test func `only the chapters that have changed are parsed`() throws {
    var texts = chapters
    let (kept, _) = KeptParse.parse(source(texts), options: ParseOptions(), budget: Budget(), after: nil)
    let parts = try #require(kept.parts)
    texts[1] += "More.\n"
    let new = source(texts)
    let found = new.files.indices.map { number in
      let (document, options) = (parts.parts[number].document, parts.parts[number].options)
      let bytes = new.bytes[new.files[number].start..<new.end(ofFile: number)]
      return parts.part(number, of: bytes, options, parts.parts[number].budget).map { $0.document.tree == document.tree }
    }
    #expect(parts.isOf(new.files) && found == [true, nil, true, true])
  }
}
