import Foundation
import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetJSON
import TypesetMarkdown
import TypesetPictures

@testable import TypesetChecking

@Suite struct CheckTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  private func check(fixture name: String) throws -> CheckResult {
    let bytes = try Data(contentsOf: Self.folder.appending(path: name))
    return check(Source(name: name, bytes: Array(bytes), folder: Self.folder.path))
  }

  private func check(_ source: Source, _ choice: RuleChoice = RuleChoice()) -> CheckResult {
    var options = TypesetterOptions()
    options.root = Self.folder.path
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typesetWithReports(source).checked.check(choice)
  }

  private func check(_ text: String, _ choice: RuleChoice = RuleChoice()) -> CheckResult {
    check(Source(name: "a.md", text: text, folder: Self.folder.path), choice)
  }

  @Test func `a client gets each finding with its rule, its place and its area`() throws {
    let text = "Words.\n\nSee [the end](#end) and ![](none.png)."
    let (document, findings) = Typesetter().check(Document(markdown: text, name: "a.md"))
    #expect(document.pageCount == 1)
    #expect(Set(findings.map(\.rule)) == ["dead-link", "missing-picture", "missing-alternative"])
    let link = try #require(findings.first { $0.rule == "dead-link" })
    #expect(link.position == Source.Position(file: "a.md", line: 3, column: 5))
    #expect(link.page == 0)
    #expect(try #require(link.area).width > 10)
    #expect(Typesetter().check(Document(markdown: text), only: ["dead-link"]).findings.map(\.rule) == ["dead-link"])
    #expect(!Typesetter().check(Document(markdown: text), skipping: ["dead-link"]).findings.map(\.rule).contains("dead-link"))
  }

  @Test func `links that are left out leave headers and footers where they are`() {
    let text = #"$\href{javascript:x}{x} \href{javascript:y}{y} \href{javascript:z}{z}$"#
    for head in ["", "---\nheader: Head\n---\n\n"] {
      let messages = check(head + text).findings.map(\.message)
      #expect(messages.count == 3 && messages.allSatisfy { $0.contains("[policy.link]") })
    }
  }

  private func rules(_ text: String) -> [String] { check(text).findings.map(\.rule.name) }

  /// The faults of `faults.md`: rules, and the lines on which each of them is planted.
  private static let planted: [(rule: String, lines: [Int])] = [
    ("loose-line", [12, 22, 30, 41]),
    ("tight-line", [56, 66, 76]),
    ("runt", [84, 92, 103, 111, 120]),
    ("hyphen-stack", [128, 137, 147, 182]),
    ("word-stack", [156, 171]),
    ("river", [281]),
    ("missing-glyph", [195]),
    ("wide-table", [197]),
    ("scaled-formula", [205]),
    ("unused-label", [209, 237]),
    ("diagnostic", [214, 229]),
    ("dead-link", [223, 224, 225]),
    ("low-resolution", [233]),
    ("missing-alternative", [235]),
    ("missing-picture", [239]),
    ("low-contrast", [244, 245, 247]),
    ("heading-skip", [251, 257]),
    ("mixed-punctuation", [265, 267, 269]),
  ]

  /// The program makes no such line of words: it breaks, divides or scales what is too wide.
  @Test func `a line that is wider than its measure is found, unless it is punctuation that hangs`() throws {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    let source = Source(name: "a.md", text: "First words.\n\nOther words.\n")
    var checked = Typesetter(options: options).typesetWithReports(source).checked
    for (excess, found) in [(30.pt, ["overfull-line"]), (2.pt, [])] {
      let marks = checked.pages[0].ink.marks
      let last = try #require(marks.lastIndex { if case .line(let report) = $0 { report.text.hasPrefix("Other") } else { false } })
      guard case .line(var report) = marks[last] else { continue }
      report.width = report.measure + excess
      checked.pages[0].ink.marks[last] = .line(report)
      let findings = checked.check().findings
      #expect(findings.map(\.rule.name) == found && findings.allSatisfy { $0.position?.line == 3 })
    }
  }

  @Test func `forty planted faults are found on their lines, with at most two others`() throws {
    let result = try check(fixture: "faults.md")
    var others = result.findings.map { "\($0.rule.name) \($0.position?.line ?? 0)" }
    var missed: [String] = []
    for (rule, lines) in Self.planted {
      for line in lines {
        if let index = others.firstIndex(of: "\(rule) \(line)") { others.remove(at: index) } else { missed.append("\(rule) \(line)") }
      }
    }
    #expect(Self.planted.reduce(0) { $0 + $1.lines.count } >= 40)
    #expect(missed == [])
    // The Chinese characters have no bundled font.
    #expect(others.filter { !$0.hasPrefix("missing-glyph") }.count <= 2, "\(others)")
    #expect(result.findings.allSatisfy { $0.page != nil || $0.rule.name == "diagnostic" })
    #expect(result.findings.filter { $0.page != nil }.allSatisfy { ($0.corner?.width ?? 0) > 0 && $0.label == "\(($0.page ?? 0) + 1)" })
  }

  @Test func `a label in the attributes of an equation that nothing refers to is found`() {
    #expect(rules("$$ E = mc^2 $$ {#eq-energy}\n") == ["unused-label"])
    #expect(rules("$$ E = mc^2 $$ {#eq-energy}\n\nSee @eq-energy.\n") == [])
  }

  @Test func `each half-width sign of a sentence is found once`() {
    var choice = RuleChoice()
    choice.skipped = ["missing-glyph"]
    let found = check("这是一句，好的。还有一句, 好的。还有一个问题?对。再有一句, 好的。\n", choice).findings
    #expect(found.map(\.message.first) == ["“", "“"] && found.map(\.hint) == ["write ，", "write ？"], "\(found)")
  }

  @Test func `a line alone at the top of a page is a widow`() throws {
    let found = try check(fixture: "page-ends.md").findings
    #expect(found.map(\.rule.name) == ["widow", "widow"])
    #expect(found.map { $0.position?.line } == [7, 15] && found.map(\.page) == [1, 4])
  }

  @Test func `a heading at the end of a page and a short line are found`() throws {
    let found = try check(fixture: "heading-end.md").findings
    #expect(found.map(\.rule.name) == ["heading-at-page-end", "short-line"])
    #expect(found.map { $0.position?.line } == [8, 14])
  }

  @Test func `a line alone at the bottom of a page is an orphan`() {
    func page(_ ends: [LineReport.End]) -> Page {
      var page = Page(width: 200.pt, height: 100.pt)
      page.ink.items.append(.content(ElementID(block: 1, number: 0)))
      for (index, end) in ends.enumerated() {
        var report = LineReport()
        (report.text, report.end, report.measure, report.width) = ("several words", end, 180.pt, 180.pt)
        page.ink.marks.append(.line(report))
        page.ink.items.append(.mark(Int32(index), Rect(x: 10.pt, y: (-20 - 14 * index).pt, width: 180.pt, height: 10.pt)))
      }
      return page
    }
    var block = BlockStructure(block: 1)
    block.elements = [StructureElement(.paragraph, parent: -1)]
    var structure = DocumentStructure()
    structure.append(block)
    func names(_ pages: [Page]) -> [String] {
      CheckedDocument(
        source: Source(name: "a.md", text: ""), tree: Tree(nodes: []), matter: FrontMatter(), pages: pages, structure: structure,
        blockSpans: [],
        diagnostics: [], unnamedPictures: [], fonts: FontBook(ignoresSystemFonts: true), pictures: PictureBook(budget: Budget())
      ).check().findings.map(\.rule.name)
    }
    #expect(names([page([.chosen]), page([.chosen, .paragraph])]) == ["orphan"])
    #expect(names([page([.chosen, .chosen]), page([.paragraph])]) == ["widow"])
    #expect(names([page([.chosen, .chosen]), page([.chosen, .paragraph])]) == [])
    // The author's own line breaks are verses.
    #expect(names([page([.forced]), page([.forced, .paragraph])]) == [])
  }

  @Test func `ordinary text has no findings`() {
    #expect(rules("# Title\n\nA paragraph with **bold** and `code` and [a link](https://example.org).\n\n- one\n- two\n") == [])
    #expect(rules("## One\n\ntext\n\n### Two\n\ntext\n\n# Three\n\ntext\n\n> #### Quoted\n") == [])
    #expect(rules("A function f(x) in Chinese: 函数f(x)的值，以及“引号”。\n").filter { $0 != "missing-glyph" } == [])
    #expect(rules("见 v1.2.3 版，时间 10:30，网址 example.com，比例 1:2。").filter { $0 != "missing-glyph" } == [])
    #expect(rules("Verse\\\nVerse\\\nVerse\\\nVerse\n") == [])
    #expect(rules("![A fox](fine.png){width=40mm}\n") == [])
    #expect(rules("| a | b |\n|---|---|\n| of | of |\n| of | of |\n| of | of |\n") == [])
  }

  @Test func `references count as such, whatever their form`() {
    #expect(rules("See @fig-a.\n\n![A fox](fine.png){#fig-a width=40mm}\n") == [])
    #expect(rules("See [it](#fig-a).\n\n![A fox](fine.png){#fig-a width=40mm}\n") == [])
    #expect(rules("![A fox](fine.png){#fig-a width=40mm}\n") == ["unused-label"])
    // Names for links from other documents.
    #expect(rules("# A heading {#fig}\n\n![A fox](fine.png){#fox width=40mm}\n") == [])
    #expect(rules("$$ a \\label{eq:a} $$\n\nBy $\\eqref{eq:a}$.\n") == [])
  }

  @Test func `contrast is measured against what lies below the text`() {
    let pale = "[pale]{style=\"color: #999999\"} text\n"
    #expect(rules(pale) == ["low-contrast"])
    #expect(rules("[gray]{style=\"color: #767676\"} text\n") == [])
    #expect(check("---\nstyle: {page: {background: '#000000'}, body: {color: '#ffffff'}}\n---\n\n" + pale).findings.map(\.rule.name) == [])
    let finding = check(pale).findings.first
    #expect(finding?.message.contains("#999999 on #ffffff has a contrast of 2.85:1") == true)
  }

  @Test func `rules are switched off by options, front matter and comments`() {
    let text = "# A\n\n### B\n\n![](fine.png){width=40mm}\n"
    #expect(rules(text) == ["heading-skip", "missing-alternative"])
    var choice = RuleChoice()
    choice.skipped = ["heading-skip"]
    #expect(check(text, choice).findings.map(\.rule.name) == ["missing-alternative"])
    choice = RuleChoice()
    choice.only = ["heading-skip"]
    #expect(check(text, choice).findings.map(\.rule.name) == ["heading-skip"])
    #expect(rules("---\ncheck: {skip: [heading-skip, missing-alternative]}\n---\n\n" + text) == [])
    #expect(rules("---\ncheck:\n  only: heading-skip\n---\n\n" + text) == ["heading-skip"])
    #expect(rules("# A\n\n<!-- check: skip heading-skip -->\n### B\n\n![](fine.png){width=40mm}\n") == ["missing-alternative"])
    #expect(rules("# A\n\n### B <!-- check: skip runt -->\n") == ["heading-skip"])
    #expect(rules("# A\n\n### B <!-- check: skip -->\n") == [])
    let wrong = check("---\ncheck: {skip: [heading-skips]}\n---\n\n" + text).findings.first
    #expect(wrong?.message.contains("no rule \"heading-skips\"") == true && wrong?.hint == "did you mean heading-skip?")
  }

  @Test func `a comment on a line of its own switches a rule off for the whole block below it`() {
    let block = "words\nmore words\n![](fine.png){width=40mm}\n"
    #expect(rules("<!-- check: skip missing-alternative -->\n\n" + block) == [])
    #expect(rules("<!-- check: skip missing-alternative -->\n\nwords\n\n" + block) == ["missing-alternative"])
  }

  @Test func `JSON and SARIF name rule, place and rectangle`() throws {
    let result = check("# A\n\n### 𝐀 ü a wide one\n")
    let json = try JSON(Array(FindingReport.json.text(of: [result]).utf8)[...])
    let finding = try #require(json["documents"]?.items?.first?["findings"]?.items?.first)
    #expect(finding["rule"]?.text == "heading-skip" && finding["line"]?.integer == 3 && finding["page"]?.integer == 0)
    let area = try #require(result.findings.first?.corner)
    #expect(abs((finding["rect"]?["width"]?.double ?? 0) - area.width) < 0.01 && area.width > area.height)
    #expect(abs((finding["rect"]?["height"]?.double ?? 0) - area.height) < 0.01)
    let sarif = try JSON(Array(FindingReport.sarif.text(of: [result, result]).utf8)[...])
    #expect(sarif["version"]?.text == "2.1.0")
    let run = try #require(sarif["runs"]?.items?.first)
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.items)
    #expect(rules.count == CheckRule.all.count && run["results"]?.items?.count == 2)
    let entry = try #require(run["results"]?.items?.first)
    #expect(rules[try #require(entry["ruleIndex"]?.integer)]["id"]?.text == entry["ruleId"]?.text)
    let region = entry["locations"]?.items?.first?["physicalLocation"]?["region"]
    #expect(region?["startLine"]?.integer == 3 && region?["startColumn"]?.integer == 1 && region?["endColumn"]?.integer == 19)
    #expect(run["columnKind"]?.text == "unicodeCodePoints")
    #expect(FindingReport.short.text(of: [result]) == "a.md:3:1: warning: a heading of level 3 follows one of level 1 [heading-skip]\n")
    #expect(FindingReport.human.text(of: [result]).hasSuffix("1 warning\n"))
  }

  @Test func `each rule has a name of its own and a section of the guide`() throws {
    #expect(Set(CheckRule.all.map(\.name)).count == CheckRule.all.count)
    let guide = Self.folder.appending(path: "../../../docs/guide/check.md").standardizedFileURL
    #expect(try String(contentsOf: guide, encoding: .utf8).contains(CheckRule.manual), "insert mdtypeset check --rules")
  }

  @Test func `hostile documents are checked in linear time`() {
    let text = String(repeating: "word ", count: 20_000) + "\n\n" + String(repeating: "[pale]{style=\"color: #999\"} x ", count: 500)
    #expect(!check(text).findings.isEmpty)
  }
}
