import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// Several files, as one document.
private func join(_ texts: String...) -> Source {
  Source(joining: zip(["a.md", "b.md", "c.md"], texts).map { ($0, nil, Array($1.utf8)) })
}

private func shape(_ source: Source) -> String {
  parse(source).tree.printed().split(separator: "\n").dropFirst()
    .map { $0.dropFirst(2).prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }.joined(separator: "\n")
}

@Suite struct JoinedFileTests {
  @Test func `the second file's front matter is no text, its title is a heading`() {
    #expect(
      shape(join("---\ntitle: A\n---\none\n", "---\ntitle: B *c*\n---\ntwo\n")) == """
        paragraph {anchor="file:1"}
          text "one"
        heading 1 {anchor="file:2"}
          text "B "
          emphasis
            text "c"
        paragraph
          text "two"
        """)
    // A file with a heading of its own needs none.
    #expect(!shape(join("one\n", "---\ntitle: B\n---\n# Two\n")).contains("\"B\""))
    #expect(parse(join("---\ntitle: A\n---\none\n", "---\ntitle: B\n---\ntwo\n")).frontMatter.text("title") == "A")
  }

  @Test func `a note that another file defines is found, and is not left over there`() {
    func read(_ texts: String...) -> (text: String, messages: [String]) {
      let joined = Source(joining: zip(["a.md", "b.md", "c.md"], texts).map { ($0, nil, Array($1.utf8)) })
      let (source, _) = preprocessed(joined, files: FileAccess(roots: []), budget: Budget())
      let document = parse(source)
      let said = document.diagnostics.map { diagnostic in
        let place = source.position(of: Int(diagnostic.span?.start ?? 0))
        return "\(place.file):\(place.line) \(diagnostic.code)"
      }
      return (document.tree.printed(), said)
    }
    let (text, said) = read("One[^far].\n", "# B\n\n[^far]: The note\n    goes on $\\frca$.\n\nTwo ==a.\n\n[^left]: over\n")
    #expect(text.contains("footnoteReference 1") && text.contains("The note"))
    #expect(said == ["b.md:8 note.unused"], "\(said)")
    // Its own definition comes first; one that two others have is nobody's.
    #expect(read("One[^x].\n\n[^x]: own\n", "[^x]: other\n").messages == ["b.md:1 note.unused"])
    #expect(!read("One[^x].\n", "[^x]: a\n", "[^x]: b\n").text.contains("footnoteReference"))
    #expect(!read("`a[i][^x]`\n", "[^x]: a\n").text.contains("footnoteReference"))
  }

  @Test func `each file's notes and link targets are its own`() {
    let tree = shape(join("x[^1] [l]\n\n[^1]: one\n\n[l]: u1\n", "y[^1] [l]\n\n[^1]: two\n\n[l]: u2\n"))
    #expect(tree.contains("footnoteReference 1\n"))
    #expect(tree.contains("footnoteReference 1:1\n"))
    #expect(tree.contains("link \"u1\""))
    #expect(tree.contains("link \"u2\""))
  }

  @Test func `what a file never closes ends with it, and formulas keep their places`() {
    let source = join("```\ncode\n", "b $x$\n")
    #expect(shape(source).contains("math \"x\""))
    let formulas = parse(source).tree.nodes.compactMap { node in if case .math(let span) = node.kind { span } else { nil } }
    #expect(formulas.map { source.text($0.span) } == ["$x$"])
    #expect(formulas.map { source.text($0.sourceSpan(ofBody: 0..<1)) } == ["x"])
  }

  @Test func `a fault in the second file's front matter stands there`() {
    let source = join("one\n", "---\ntitle: [\n---\ntwo\n")
    let places = parse(source).diagnostics.compactMap { $0.span.map { source.position(of: Int($0.start)) } }
    #expect(places.map(\.file) == ["b.md"])
  }
}
