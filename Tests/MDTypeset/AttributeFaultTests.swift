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

  @Test func `keywords that are a mapping are said`() {
    #expect(
      faults("---\nkeywords:\n  one: two\n---\n\nx\n") == [
        "3:3 [settings.value] invalid value for \"keywords\"; expected a list"
      ])
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

  @Test(
    arguments: [
      (
        "<ol start=\"99999999999\"><li>a</li></ol>", "1:1", "start=99999999999",
        "1000000000 is used; write a number from -1000000000 to 1000000000"
      ),
      (
        "```{.c .numberLines startFrom=99999999}\nx\n```", "1:1", "the number 99999999 of the first line",
        "10000000 is used; write a number from 0 to 10000000"
      ),
      ("```python=-5\nx\n```", "1:1", "the number -5 of the first line", "0 is used; write a number from 0 to 10000000"),
      (
        "x\n\n```{list-table}\n:header-rows: 99999\n\n* - a\n  - b\n```", "3:1", "header-rows=99999",
        "1000 is used; write a number from 0 to 1000"
      ),
      ("```{csv-table}\n:header-rows: -4\n\na,b\n```", "1:1", "header-rows=-4", "0 is used; write a number from 0 to 1000"),
      ("```{list-table}\n:stub-columns: -4\n\n* - a\n  - b\n```", "1:1", "stub-columns=-4", "0 is used; write a number from 0 to 1000"),
    ])
  func `a number beyond its range is reported with its place, the range and what is used`(
    text: String, place: String, name: String, rest: String
  ) {
    #expect(faults(text).filter { $0.contains("attribute.range") } == ["\(place) [attribute.range] \(name) is out of range: \(rest)"])
  }

  @Test(
    arguments: [
      ("width=-3cm", "a length up to 75000pt"), ("height=1e9cm", "a length up to 75000pt"),
      ("width=999999", "a number of pixels up to 100000"),
      ("width=0", "a number of pixels up to 100000"), ("width=\"-5%\"", "a share up to 1000%"), ("width=101line", "up to 100line"),
    ])
  func `a size that no picture has is reported, and that of the picture is used`(size: String, hint: String) throws {
    let found = faults("![x](no.png){\(size)}").filter { $0.contains("attribute.range") }
    #expect(
      found == [
        "1:1 [attribute.range] \(size.filter { $0 != "\"" }) is out of range: the size of the picture is used; write \(hint), above zero"
      ])
    #expect(faults("![x](no.png){width=auto height=3cm}").filter { $0.contains("attribute.range") } == [])
  }

  @Test(
    arguments: [
      (
        "a ![x](no.png){baseline=1e9cm}", "1:3",
        "baseline=1e9cm is out of range: the picture stands on the line's; write a length from -1000pt to 1000pt"
      ),
      (
        "a ![x](no.png){shift=1e9cm}", "1:3",
        "shift=1e9cm is out of range: the picture is not shifted; write a length with numbers from -100000 to 100000"
      ),
      (
        "[x]{style=\"font-size: 9999pt\"}", "1:1",
        "font-size: 9999pt is out of range: the size of the text around it is used; write a size from 3pt to 200pt, or from 0.3em to 10em"
      ),
      (
        "[x]{style=\"letter-spacing: 1e9em\"}", "1:1",
        "letter-spacing: 1e9em is out of range: it is not changed; write a length with numbers from -100000 to 100000"
      ),
      (
        "[x]{style=\"font-weight: -3\"}", "1:1",
        "font-weight: -3 is out of range: the nearest weight is used; write a number from 1 to 1000"
      ),
      (
        "::: {layout-ncol=99}\nx\n\ny\n:::", "1:1",
        "layout-ncol=99 is out of range: the blocks are set one below the other; write a number from 1 to 12"
      ),
      (
        "::: {#fig-x layout-ncol=two}\nx\n\ny\n\nz\n:::", "1:1",
        "layout-ncol=two cannot be read: the blocks are set one below the other; write a number from 1 to 12"
      ),
      (
        "::: {layout=\"[[a]]\"}\nx\n\ny\n:::", "1:1",
        "layout=[[a]] cannot be read: the blocks are set one below the other; write the widths in each row, as in layout=\"[[1,1],[2]]\""
      ),
    ])
  func `a measure beyond its range is reported with its place, the range and what is used`(text: String, place: String, rest: String) {
    #expect(faults(text).filter { $0.contains("attribute.range") } == ["\(place) [attribute.range] \(rest)"])
  }

  @Test(arguments: ["tracking=1e9em", "baseline=-99999999pt", "size=-4pt", "weight=99999"])
  func `a number of a span beyond its range is reported with the range`(attribute: String) {
    let found = faults("[x]{\(attribute)}")
    #expect(found.count == 1 && found[0].hasPrefix("1:1 [attribute.value]") && found[0].contains(" from "), "\(found)")
    #expect(found[0].hasSuffix("this value is ignored"))
  }

  @Test func `margins beyond their range are reported with it, and the others are set`() throws {
    let found = faults("---\nmargin: {left: 4cm, right: 9999cm}\n---\n\nx")
    #expect(
      found == [
        "2:28 [settings.value] invalid value \"9999cm\" for \"margin\"; expected one to four lengths from 0pt to 2000pt; this value is ignored"
      ])
    #expect(
      faults("---\nmargin: 1cm -2cm\n---\n\nx").map { $0.suffix(61) } == ["one to four lengths from 0pt to 2000pt; this value is ignored"])
    func page(_ margin: String) throws -> [UInt8] {
      try Typesetter().typeset(Source(name: "a.md", text: "---\nmargin: \(margin)\n---\n\nx")).svg(page: 0)
    }
    #expect(try page("{left: 4cm, right: 9999cm}") == page("{left: 4cm}"))
    #expect(try page("1cm -2cm") == page("27mm 36mm 32mm"))
  }

  @Test func `a link of a formula that is left out has its place`() {
    #expect(
      faults("a\n\n> $x$ and $\\href{javascript:x}{y} \\url{file:///etc}$\n").filter { $0.contains("policy.link") } == [
        "3:18 [policy.link] the link to javascript:x is left out; link to the web, to mail or to a heading",
        "3:40 [policy.link] the link to file:///etc is left out; link to the web, to mail or to a heading",
      ])
    #expect(faults("$\\href{https://example.org}{y}$") == [])
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
