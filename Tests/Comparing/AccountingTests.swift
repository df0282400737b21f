import Foundation
import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetPictures

@testable import TypesetComparing

/// Several changes at once, changes that are not seen, and changes that are none.
@Suite struct AccountingTests {
  /// A folder for files that a document reads.
  private final class Folder {
    let url = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    init(_ files: [String: String] = [:]) throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (name, text) in files { try write(name, text) }
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }
  }

  private func record(_ text: String, in folder: Folder? = nil) -> DocumentRecord {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.root = folder?.url.path
    options.threads = 1
    let typesetter = Typesetter(options: options)
    let source = Source(name: "notes.md", text: text, folder: folder?.url.path)
    return DocumentRecord(
      of: typesetter.typesetWithReports(source, time: 0, comparesBlocks: true).checked,
      explained: typesetter.settings(of: source, theme: nil))
  }

  private func compare(_ old: String, _ new: String) -> Comparison { Comparison(record(old), record(new)) }

  private static let words =
    "Many words follow here so that the paragraph has several lines on the page, and whoever reads them learns nothing at all of anything. "

  @Test func `an address, an alternative text, a language and a name are compared`() {
    let old = "See [a page](https://a.org/one).\n\nA ![small icon](i.svg) here.\n\nA [bon jour]{lang=fr} word.\n"
    for (from, to, message) in [
      ("one", "two", "the address of a link changed from “https://a.org/one” to “https://a.org/two”"),
      ("lang=fr", "lang=it", "the language of a text changed from “fr” to “it”"),
    ] {
      let found = compare(old, old.replacing(from, with: to))
      #expect(found.differences.map(\.message) == [message] && found.differences.first?.cause == .unseen)
      #expect(found.isComplete && found.changedPages.isEmpty)
    }
    #expect(compare("[*]: HTML\n\nThe HTML.\n\n*[HTML]: one\n", "[*]: HTML\n\nThe HTML.\n\n*[HTML]: two\n").differences.count == 1)
  }

  @Test func `figures after a paragraph that was added are the same, whatever is before them`() throws {
    let folder = try Folder(["a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='9'><rect width='9' height='9'/></svg>"])
    let rest = "![A box](a.svg){width=20%}\n\nText, see @fig-b.\n\n![Another](a.svg){#fig-b}\n"
    let (old, new) = ("Words.\n\nBetween.\n\n\(rest)", "Words.\n\nMore words.\n\nBetween.\n\n\(rest)")
    let found = Comparison(record(old, in: folder), record(new, in: folder))
    #expect(found.differences.map(\.sentence) == ["notes.md:3: the paragraph “More words.” was added"] && found.isComplete)
  }

  @Test func `a link in a paragraph whose words changed is told, too`() {
    let old = "# A\n\nSee [a page](https://a.org/one) for more.\n\n\(Self.words)\n"
    let found = compare(old, old.replacing("one)", with: "two)").replacing("for more", with: "for less"))
    #expect(Set(found.differences.map(\.cause)) == [.text, .unseen] && found.isComplete)
  }

  @Test(arguments: [
    ("==code==", "code", "“code” no longer has a background in #fff1a8"), ("code", "==code==", "“code” has a background in #fff1a8 now"),
    ("~~code~~", "code", "“code” no longer has a line through in #000000"),
    ("[code]{.underline}", "code", "“code” no longer has a line below in #000000"),
    ("[code]{.smallcaps}", "code", "“code” no longer has capitals in place of small letters"),
    ("[code]{style=\"letter-spacing: 2pt\"}", "code", "“code” no longer has space between its letters"),
    ("`code`", "code", "“code” is set in LibertinusSerif-Regular, 11 pt instead of SourceCodePro-Regular, 9.46 pt"),
  ])
  func `a word that looks different in a paragraph whose text changed is told, too`(before: String, after: String, message: String) throws {
    let folder = try Folder(["a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"])
    let old = "The ![sign](a.svg) stands in this line, and \(before) follows it here.\n\nRest.\n"
    let found = Comparison(
      record(old, in: folder), record(old.replacing("here.", with: "there.").replacing(before, with: after), in: folder))
    let messages = found.differences.map(\.message)
    #expect(messages.first == "the text of the paragraph changed: “here.” became “there.”", "\(messages)")
    #expect(messages.dropFirst().contains { $0.hasSuffix(message) }, "\(messages)")
    #expect(found.isComplete)
  }

  @Test(arguments: [
    (
      "> Some words of it.", "> Many words of it.\n> {style=\"text-align: center\"}",
      "in the quote “Many words of it.” “words” has a place in the middle of its line now, and 2 more words"
    ),
    ("- One.\n- Some words.", "- One.\n  - Many words.", "the list item “Many words.” moved right by"),
    ("```python\nx = 1\n```", "```{.python hl_lines=\"1\"}\nx = 2\n```", "in the code a background in #"),
    ("A [word]{.x} of it.", "A [word]{.x lang=fr} with it.", "the language of a text is new: “fr”"),
  ])
  func `where text stands that changed, what is drawn with code, and languages of its words are told`(
    before: String, after: String, message: String
  ) {
    let found = compare("\(Self.words)\n\n\(before)\n\n\(Self.words)\n", "\(Self.words)\n\n\(after)\n\n\(Self.words)\n")
    #expect(found.differences.contains { $0.message.hasPrefix(message) }, "\(found.differences.map(\.message))")
    #expect(found.differences.contains { $0.cause == .text } && found.isComplete)
  }

  @Test func `a ground and a bold word of one paragraph, and a definition and a word, are two causes`() {
    let old = "Some ==marked== and strong words with $\\RR$ in one line.\n"
    func matter(_ set: String) -> String { "\\newcommand{\\RR}{\\math\(set){R}}\n\n" }
    let looks = compare(matter("bb") + old, matter("bb") + old.replacing("==", with: "").replacing("strong", with: "**strong**"))
    #expect(looks.differences.map(\.cause) == [.style, .style] && looks.isComplete, "\(looks.differences.map(\.message))")
    let words = compare(matter("bb") + old, matter("bf") + old.replacing("words", with: "letters"))
    #expect(Set(words.differences.map(\.cause)) == [.macro, .text] && words.isComplete, "\(words.differences.map(\.message))")
  }

  @Test func `marks of letters are in a reference, and older references are compared without them`() throws {
    let one = record("Some ==marked== words.\n")
    let read = try DocumentRecord(text: one.text)
    #expect(read == one && read.units.contains { $0.parts.contains { $0.marks == [LetterMark(letters: 4..<10, look: "ground #fff1a8")] } })
    let old = one.withoutMarks
    #expect(Comparison(old, one).differences.isEmpty)
  }

  @Test func `a space before a paragraph whose words changed is told, too`() {
    let matter = "---\nstyle: {styles: {.near: {before: 6pt}, .far: {before: 40pt}}}\n---\n\n"
    let old = matter + "# A\n\n\(Self.words)\n\n::: near\nA paragraph of its own.\n:::\n\n\(Self.words)\n"
    let new = old.replacing("::: near", with: "::: far")
    let space = compare(old, new)
    #expect(space.differences.count == 1 && space.differences.first?.message.contains("space above") == true, "\(space.differences)")
    for change in ["# A", "of its own"] {
      let both = compare(old, new.replacing(change, with: change + " x"))
      #expect(both.differences.contains { $0.message.contains("space above") } && both.differences.contains { $0.cause == .text })
      #expect(both.differences.count == 2 && both.isComplete, "\(both.differences)")
    }
  }

  @Test func `a colour of a word in a paragraph whose words changed is told, too`() {
    let old = "A [red]{style=\"color: #a01020\"} word among several others here.\n"
    let found = compare(old, old.replacing("#a01020", with: "#106020").replacing("several", with: "many"))
    #expect(found.differences.contains { $0.message.contains("#106020") } && found.differences.contains { $0.message.contains("many") })
  }

  @Test func `what changed besides a setting is said, or that it cannot be known`() {
    let old = "# A\n\nA [red]{style=\"color: #a01020\"} word.\n\nSee [a page](https://a.org/one).\n"
    let setting = "---\nstyle: {body: {size: 12pt}}\n---\n\n"
    let alone = compare(old, setting + old)
    #expect(alone.differences.map(\.cause) == [.setting] && alone.isComplete)
    let both = compare(old, setting + old.replacing("#a01020", with: "#106020"))
    #expect(both.differences.map(\.cause) == [.setting, .unexplained] && !both.isComplete && both.differences.last?.line == 7)
    let link = compare(old, setting + old.replacing("one", with: "two"))
    #expect(link.differences.map(\.cause) == [.setting, .unseen] && link.isComplete)
  }

  @Test func `a definition that changed is named, and what uses it`() throws {
    let folder = try Folder(["macros.tex": "\\newcommand{\\RR}{\\mathbb{R}}\n\\newcommand{\\Rn}{\\RR^n}\n"])
    let text = "---\nmacros: macros.tex\n---\n\nLet $x \\in \\Rn$ be.\n\nOther words.\n\n$$\n\\RR\n$$\n"
    let old = record(text, in: folder)
    try folder.write("macros.tex", "% Sets\n\\newcommand{\\RR}{\\mathbb{R}}\n\\newcommand{\\Rn}{\\RR^n}\n")
    #expect(Comparison(old, record(text, in: folder)).isEqual)
    try folder.write("macros.tex", "\\newcommand{\\RR}{\\mathbf{R}}\n\\newcommand{\\Rn}{\\RR^n}\n")
    let found = Comparison(old, record(text, in: folder))
    #expect(found.differences.map(\.cause) == [.macro] && found.isComplete, "\(found.differences)")
    #expect(found.differences.first?.message.contains("the definition of \\RR changed") == true)
    #expect(found.differences.first?.message.contains("1 more place") == true)
    let both = Comparison(old, record(text.replacing("Other", with: "More"), in: folder))
    #expect(Set(both.differences.map(\.cause)) == [.macro, .text] && both.isComplete)
  }

  @Test func `works that changed are the cause of what references say`() throws {
    let folder = try Folder(["w.bib": "@book{a, author = {Miller, Ann}, title = {Rivers}, year = {1971}, publisher = {North}}\n"])
    let text = "---\nbibliography: w.bib\n---\n\nAs in [@a].\n\n# References\n"
    let old = record(text, in: folder)
    try folder.write("w.bib", "@book{a, author = {Miller, Ann}, title = {Rivers}, year = {1971}, publisher = {South}}\n")
    let found = Comparison(old, record(text, in: folder)).differences
    #expect(found.map(\.cause) == [.input] && found.first?.message == "w.bib changed" && found.first?.details.count == 1)
    let both = Comparison(old, record(text.replacing("As in", with: "See"), in: folder)).differences
    #expect(both.map(\.cause) == [.input, .text], "\(both.map(\.sentence))")
  }

  @Test func `a key of a theme's file is named`() throws {
    let folder = try Folder(["bank.yaml": "extends: report\nstyles:\n  h2: {before: 18pt, color: '#203050'}\n"])
    let text = "---\ntheme: bank.yaml\n---\n\n# A\n\ntext\n\n## B\n\ntext\n"
    let old = record(text, in: folder)
    try folder.write("bank.yaml", "# ours\nextends: report\nstyles:\n  h2:\n    color: '#203050'\n    before: '18pt'\n")
    #expect(Comparison(old, record(text, in: folder)).isEqual)
    try folder.write("bank.yaml", "extends: report\nstyles:\n  h2: {before: 30pt, color: '#203050'}\n")
    let found = Comparison(old, record(text, in: folder)).differences
    #expect(found.map(\.message) == ["the setting styles.h2.before changed from 18pt to 30pt"])
  }

  @Test func `another theme does not hide a setting of the document's own`() {
    let text = "# A\n\ntext\n"
    let found = compare(
      "---\ntheme: article\nstyle: {body: {color: '#203050'}}\n---\n\n" + text,
      "---\ntheme: report\nstyle: {body: {color: '#703050'}}\n---\n\n" + text)
    #expect(found.differences.contains { $0.cause == .theme } && found.differences.contains { $0.message.contains("body.color") })
  }

  @Test func `entries of the contents follow from their headings`() {
    let old = "---\ntoc: true\n---\n\n# One\n\n\(Self.words)\n\n# Two\n\n\(Self.words)\n"
    let found = compare(old, old.replacing("# Two", with: "# Two or more"))
    #expect(found.differences.map(\.cause) == [.text] && found.differences.first?.message.contains("heading") == true)
    #expect(found.differences.first?.consequences.contains("1 entry of the contents changed") == true && found.isComplete)
  }

  @Test func `an item that is gone is named by its words`() {
    let old = "# A\n\n- Apples and pears\n- Plums are blue\n- Cherries\n\nText.\n"
    let found = compare(old, old.replacing("- Plums are blue\n", with: ""))
    #expect(found.differences.count == 1 && found.differences.first?.message.contains("“Plums are blue”") == true && found.isComplete)
  }

  @Test func `braces in a formula that draw the same are no change`() {
    let old = "Let $x^2 + \\frac{1}{2}$ be.\n\n$$\na_k\n$$\n"
    #expect(
      compare(old, old.replacing("^2", with: "^{2}").replacing("\\frac{1}{2}", with: "\\frac12").replacing("_k", with: "_{k}")).isEqual)
    #expect(!compare(old, old.replacing("^2", with: "^3")).isEqual)
  }

  @Test func `comments in a picture are no change`() throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'><rect width='90' height='60' fill='red'/></svg>"
    let folder = try Folder(["a.svg": svg])
    let text = "![A picture](a.svg)\n"
    let old = record(text, in: folder)
    try folder.write(
      "a.svg",
      "<?xml version='1.0'?>\n<!-- by hand -->\n"
        + svg.replacing(
          "<rect", with: "\n  <metadata><x>y</x></metadata><!-- < > -->\n  <rect xmlns:inkscape='http://i.org' inkscape:label='b' "))
    #expect(Comparison(old, record(text, in: folder)).isEqual)
    try folder.write("a.svg", svg.replacing("red", with: "blue"))
    #expect(Comparison(old, record(text, in: folder)).differences.map(\.cause) == [.picture])
  }

  @Test func `references of the version before are read, and promise nothing`() throws {
    var old = record("# A\n\nSee [a](https://a.org).\n")
    (old.blocks, old.senses, old.macros, old.inputs) = ([], [], [], [])
    let text = old.text.replacing("mdtypeset-reference 5", with: "mdtypeset-reference 3")
    let lines = text.split(separator: "\n").dropLast()
    let body = lines.joined(separator: "\n") + "\n"
    let read = try DocumentRecord(text: body + "end \(Digest.of(Array(body.utf8)).prefix(16))\n")
    #expect(Comparison(read, record("# A\n\nSee [a](https://b.org).\n")).isEqual)
    let found = Comparison(read, record("# B\n\nSee [a](https://a.org).\n"))
    #expect(found.differences.map(\.cause) == [.text] && !found.isComplete)
  }
}
