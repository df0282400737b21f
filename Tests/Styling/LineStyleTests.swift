import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

@Suite struct LineStyleTests {
  private func styled(_ text: String, theme: String = "name: test") -> StyledTree {
    let (theme, _) = Theme.read(Source(name: "theme.yaml", text: theme))
    return style(parse(Source(name: "a.md", text: text)).tree, theme: theme, language: "en")
  }

  private func paragraphs(_ tree: StyledTree) -> [LineStyle] {
    tree.blocks.compactMap { if case .paragraph = $0.kind { $0.style.lines } else { nil } }
  }

  @Test func `a paragraph's attributes shape its lines, a div's those of all paragraphs in it`() {
    let lines = paragraphs(styled("a\n{looseness=-1}\n\n::: {hang=20pt hang-after=-3}\nb\n\nc\n{hang=1pt}\n:::\n\nd\n"))
    #expect(lines.map(\.looseness) == [-1, 0, 0, 0])
    #expect(lines.map { $0.hang(measure: 100.pt) } == [.zero, 20.pt, 1.pt, .zero])
    #expect(lines.map(\.hangAfter) == [1, -3, -3, 1])
  }

  @Test func `a theme's elements and classes shape lines too`() {
    let lines = paragraphs(
      styled(
        "::: poem\na\n:::\n\n> b\n",
        theme: "styles:\n  .poem: {right-skip: 0pt plus 1fil}\n  quote: {parshape: [0pt 100%, 10pt 50%], looseness: 1}"))
    #expect(lines[0].rightSkip == Glue(.zero, stretch: 1.pt, .fil))
    #expect(lines[1].lines(measure: 100.pt).map { [$0.indent, $0.width] } == [[.zero, 100.pt], [10.pt, 50.pt]])
    #expect(lines[1].looseness == 1)
  }

  @Test func `no line of a shape reaches beyond the measure`() {
    let lines = paragraphs(styled("a\n{parshape=\"40pt 90pt, 200pt 10pt\"}\n"))[0].lines(measure: 100.pt)
    #expect(lines.map { [$0.indent, $0.width] } == [[40.pt, 60.pt], [100.pt, .zero]])
  }

  @Test(arguments: [
    "![c](a.svg){placement=nowhere}", "::: {#fig-a fig-pos=x9}\n![c](a.svg)\n:::", "| a |\n|---|\n| 1 |\n\n: C {tbl-pos=nowhere}",
  ]) func `a place that is none for a figure or a table is said`(text: String) {
    func faults(_ text: String) -> [String] { styled(text).diagnostics.filter { $0.code == "attribute.value" }.map(\.message) }
    #expect(faults(text).allSatisfy { $0.contains("no place") } && !faults(text).isEmpty)
    #expect(faults(text.replacing("nowhere", with: "top").replacing("x9", with: "htb")) == [])
  }

  @Test(arguments: ["looseness=x", "looseness=1000", "hang=wide", "hang-after=1.5", "parshape=\"10pt\"", "left-skip=\"1pt plus\""])
  func `what can't be read is said and changes nothing`(attribute: String) {
    let tree = styled("a\n{\(attribute)}\n")
    #expect(tree.diagnostics.map(\.code) == ["attribute.value"])
    #expect(paragraphs(tree) == [LineStyle()])
  }

  @Test func `cells of a table have no shape but their own`() {
    let tree = styled("::: {hang=20pt}\n| a |\n|---|\n| b |\n:::\n")
    #expect(tree.blocks.compactMap { if case .table(let table) = $0.kind { table.cellStyle.lines } else { nil } } == [LineStyle()])
  }
}
