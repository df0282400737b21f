import Testing
import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

/// Where links lead.
@Suite struct LinkTests {
  /// The targets of all links, in order, and the diagnostics' codes.
  private func links(_ files: [(name: String, text: String)]) -> (targets: [String], codes: [String]) {
    let source = Source(joining: files.map { ($0.name, nil, Array($0.text.utf8)) })
    let out = style(parse(source).tree, theme: Theme(), language: "en")
    var targets: [String] = []
    for block in out.blocks {
      guard case .paragraph(let content) = block.kind else { continue }
      for run in content.text.runs { if let link = content.text.styles[Int(run.style)].link { targets.append(link) } }
    }
    return (targets, out.diagnostics.map(\.code))
  }

  private func links(_ text: String) -> (targets: [String], codes: [String]) { links([("a.md", text)]) }

  @Test func `links among joined files lead to their places and beginnings`() {
    let found = links([
      ("book/a.md", "# One\n\n[x](b.md#two) [y](./b.md) [z](sub/../b.html#two) [w](c.md)\n"), ("book/b.md", "# Two\n\n[v](a.md#one)\n"),
    ])
    #expect(found.targets == ["#two", "#file:2", "#two", "c.md", "#one"])
    #expect(found.codes == [])
  }

  @Test func `headings of one name are told apart by their files`() {
    let text = "# Intro\n\n[x](#intro)\n"
    #expect(links([("a.md", text), ("b.md", text + "\n[y](a.md#intro)\n")]).targets == ["#intro", "#intro-1", "#intro"])
  }

  @Test func `a link to the document's own file leads into it`() {
    #expect(links("# One\n\n[x](a.md#one) [y](b.md#one)\n").targets == ["#one", "b.md#one"])
  }

  @Test(arguments: [
    "<dl><dt id=\"x\">a</dt><dd>b</dd></dl>", "<dl><dt>a</dt><dd id=\"x\">b</dd></dl>",
    "<details><summary id=\"x\">a</summary>b</details>", "<figure><img src=\"a.png\"><figcaption id=\"x\">a</figcaption></figure>",
    "<table><tr><th>a</th></tr><tr id=\"x\"><td>b</td></tr></table>", "<ul><li id=\"x\">a</li></ul>",
  ])
  func `a link leads to an element of HTML by its id`(html: String) {
    #expect(links("[x](#x)\n\n\(html)\n").codes == [])
  }

  @Test func `of a bare address that carries a program the beginning is shown, and the link leads to the whole`() {
    func shown(_ text: String) -> (text: String, links: Set<String>) {
      let source = Source(joining: [("a.md", nil, Array(text.utf8))])
      let out = style(parse(source).tree, theme: Theme(), language: "en")
      let content = out.blocks.compactMap { block -> StyledText? in
        guard case .paragraph(let content) = block.kind else { return nil }
        return content.text
      }
      return (content.map { String(decoding: $0.text, as: UTF8.self) }.joined(), Set(content.flatMap(\.styles).compactMap(\.link)))
    }
    let program = "https://example.org/#code=" + String(repeating: "%E5%9B%BE", count: 60)
    let found = shown("See \(program) here.\n")
    #expect(found.text.hasPrefix("See https://example.org/#code=%E5%9B%BE") && found.text.hasSuffix("… here."))
    #expect(found.text.utf8.count < 180)
    #expect(!found.text.contains("%…") && !found.text.contains("%9…") && found.links == [program])
    // Addresses of pages, and words, are whole.
    let page = "https://example.org/" + String(repeating: "page/", count: 50)
    #expect(shown("<\(page)>\n").text == page)
    #expect(shown("[\(String(repeating: "word", count: 120))](\(program))\n").text.utf8.count == 480)
  }

  @Test func `a name that a file of the document lacks is reported`() {
    #expect(links([("a.md", "[x](b.md#nothing)\n"), ("b.md", "# Two\n")]).codes == ["link.dead-anchor"])
  }

  @Test func `Documenter's references lead to headings and names, and are text where these stand elsewhere`() {
    let found = links("# One Thing\n\n## [Two](@id second)\n\n[One Thing](@ref) [x](@ref second) [`f`](@ref) [g](@ref Mod.g)\n")
    #expect(found.targets == ["#one-thing", "#second"])
    #expect(found.codes == [])
  }

  @Test func `links to names of modules are text`() {
    let found = links("[`:gen`](`:gen_event`) [x](`Mod.f/2`) [y](https://a.b)\n")
    #expect(found.targets == ["https://a.b"])
    #expect(found.codes == [])
  }

  @Test func `anchors may name the emoji of their heading`() {
    let text = "# A\n\n## :rocket: Start\n\n## 💖 Support\n\n[x](#rocket-start) [y](#sparkling_heart-support) [z](#-support)\n"
    #expect(links(text).targets == ["#-start", "#-support", "#-support"])
    #expect(links(text + "[w](#tada-start)").codes == ["link.dead-anchor"])
  }

  @Test func `anchors match whatever their case`() {
    #expect(
      links("# One {#Sec-One}\n\n# Two Words\n\n[x](#sec-one) [y](#Two-Words) [z](#SEC-ONE)\n").targets == [
        "#Sec-One", "#two-words", "#Sec-One",
      ])
    #expect(links("<a id=\"Top\"></a>\n\na\n\n[x](#top)\n").codes == [])
  }
}
