import MDTypeset
import Testing
import TypesetDiagnostics

/// What is said of keys and values of text in brackets.
@Suite struct AttributeFaultTests {
  private func faults(_ text: String) -> [String] {
    let source = Source(name: "a.md", text: text)
    return Typesetter().typeset(source).diagnostics.map { diagnostic in
      let place = diagnostic.span.map { source.position(of: Int($0.start)) }
      return "\(place.map { "\($0.line):\($0.column) " } ?? "")[\(diagnostic.code)] \(diagnostic.message); \(diagnostic.hint ?? "")"
    }
  }

  @Test func `a value that is none is named with its place, those that are allowed and the nearest`() {
    #expect(
      faults("Text\nand ^[x](customStyle: 'boldcap') here.") == [
        "2:5 [attribute.value] invalid value \"boldcap\" for \"customStyle\"; did you mean \"boldcaps\"? expected boldcaps, smallitalics"
      ])
    #expect(
      faults("[x]{underline=\"dahs red\"}") == [
        "1:1 [attribute.value] invalid value \"dahs red\" for \"underline\"; did you mean \"dash\"? "
          + "expected solid, dash, dot, dashdot, wave, double or none, with a colour after it"
      ])
    #expect(faults("[x]{font=\"No Such Font\"}").map { $0.prefix(18) } == ["1:1 [font.unknown]"])
  }

  @Test(arguments: ["0", "-5pt", "0.5pt", "1001pt", "0.01em", "nan"])
  func `a type size that nobody could read is refused, and the text remains`(size: String) throws {
    let text = "[x]{size=\(size)}\n\n::: {size=\(size)}\ny\n:::"
    #expect(faults(text).map { $0.prefix(21) } == ["1:1 [attribute.value]", "3:1 [attribute.value]"])
    let sized = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(try sized.svg(page: 0) == Typesetter().typeset(Source(name: "a.md", text: "x\n\ny")).svg(page: 0))
  }

  @Test func `keys that nobody declares may be anything, and near a declared one they are named`() {
    #expect(faults("^[x](theAttributeKey: 'theValue') [y]{foo=1 data-x=2} []{field=page} [New]{.badge color=green}") == [])
    let matter = "---\nstyle:\n  attributes:\n    accent: {loud: {weight: bold}}\n---\n\n"
    #expect(faults(matter + "[x]{accent=loud} [z]{data-a=1 title=t lang=de custom-style=Q} <span onclick='f()' role=note>a</span>") == [])
    #expect(faults(matter + "[x]{.tab} []{field=page} [b]{string=s who=me}").filter { $0.contains("attribute.key") } == [])
    #expect(
      faults(matter + "[x]{acent=loud}") == [
        "7:1 [attribute.key] unknown attribute \"acent\"; did you mean \"accent\"? The theme declares accent"
      ])
    #expect(
      faults(matter + "[x]{accent=loud} ^[y](other: 1) [z]{other=2}") == [
        "7:18 [attribute.key] unknown attribute \"other\"; the theme declares accent"
      ])
  }

  @Test func `looks that a theme cannot mean are named at their place`() {
    let found = faults("---\nstyle:\n  attributes:\n    accent: {loud: {wieght: bold, case: big}}\n    color: {a: {}}\n---\n\nx")
    #expect(found.count == 3)
    #expect(found.contains { $0.hasPrefix("4:21 [settings.unknown-key]") && $0.contains("did you mean \"weight\"?") })
    #expect(found.contains { $0.contains("[settings.value]") && $0.contains("upper, lower, title or none") })
  }

  @Test func `what is drawn in capitals or in colours is copied and searched as it was written`() throws {
    let document = Typesetter().typeset(Source(name: "a.md", text: "^[Straße office](case: 'upper', ramp: 'hue') and [שלום]{ramp=hue}"))
    #expect(try document.text(ofPage: 0).contains("Straße office and"))
    #expect(try PDFTextReader(document.pdf()).lines.joined(separator: "\n").contains("Straße office"))
    _ = try document.svg(page: 0)
  }
}
