import Foundation
import Testing

@testable import TypesetComparing
@testable import TypesetReports

@Suite struct ReportTests {
  private func comparison(_ differences: [Difference], pages: [Int] = [0]) -> Comparison {
    var comparison = Comparison(DocumentRecord(), DocumentRecord())
    (comparison.differences, comparison.changedPages, comparison.pageCounts) = (differences, pages, (3, 3))
    comparison.isComplete = true
    return comparison
  }

  private var outcomes: [TestOutcome] {
    var change = Difference(.text, "the text of the paragraph changed: “a<b” became “100%, b”")
    (change.file, change.line, change.page) = ("docs/a b.md", 7, 0)
    change.consequences = ["what follows on page 1 moved down by 14 pt"]
    change.regions = [Difference.Region(page: 0, x: 1000, y: 2000, width: 20_000, height: 1200, isOld: false)]
    var outcome = TestOutcome(name: "a<b>.md", status: .different)
    outcome.comparison = comparison([change])
    outcome.acceptCommand = "mdtypeset test docs --update=failed --filter 'a<b>.md'"
    var view = PageView(number: 0, before: .rebuilt([4, 5, 6]), after: .png([1, 2, 3]))
    (view.sizeBefore, view.sizeAfter) = ((500, 800), (500, 800))
    outcome.views = [view]
    return [
      TestOutcome(name: "c.md", status: .same), outcome, TestOutcome(name: "d.md", status: .failed, problem: "cannot read: no such file"),
    ]
  }

  @Test func `the text for people closes with what else changed`() {
    let text = TestReport.human.text(of: outcomes)
    #expect(text.contains("  docs/a b.md:7: the text of the paragraph changed"))
    #expect(text.contains("    what follows on page 1 moved down by 14 pt\n  nothing else changed\n"))
    #expect(text.hasSuffix("3 documents: 1 the same, 1 different, 1 failed\n"))
  }

  @Test func `JUnit and JSON name documents, causes, consequences and regions`() {
    let junit = TestReport.junit.text(of: outcomes)
    #expect(junit.contains("tests=\"3\" failures=\"1\" errors=\"1\"") && junit.contains("name=\"a&lt;b&gt;.md\""))
    let json = TestReport.json.text(of: outcomes)
    #expect(json.contains("\"cause\":\"text\"") && json.contains("\"line\":7"))
    #expect(json.contains("{\"page\":0,\"side\":\"after\",\"x\":10.0,\"y\":20.0,\"width\":200.0,\"height\":12.0}"))
  }

  @Test func `SARIF has a rule for each cause and places as URIs`() {
    let sarif = TestReport.sarif.text(of: outcomes)
    #expect(sarif.contains("\"ruleId\":\"text\"") && sarif.contains("\"uri\":\"docs/a%20b.md\"") && sarif.contains("\"startLine\":7"))
    #expect(sarif.contains("\"ruleId\":\"problem\""))
  }

  /// Documents with a cause in common and one of their own each.
  private var many: [TestOutcome] {
    (1...30).map { number in
      var outcome = TestOutcome(name: "\(number).md", status: .different)
      var theme = Difference(.theme, "the theme changed from a to b")
      theme.topic = theme.message
      var own = Difference(.text, "the word *\(number)* became @none")
      (own.file, own.line) = ("\(number).md", 3)
      outcome.comparison = comparison([theme, own])
      return outcome
    }
  }

  @Test func `a cause of many documents is one of GitHub's annotations, and there are ten at most`() {
    let lines = TestReport.github.text(of: many).split(separator: "\n")
    let names = (1...12).map { "\($0).md" }.joined(separator: ", ")
    #expect(lines.count == 10)
    #expect(lines[0] == "::error title=theme%2C 30 documents::the theme changed from a to b; in 30 documents: \(names) and 18 more")
    #expect(lines[1] == "::error file=1.md,line=3,title=text::1.md: the word *1* became @none")
    #expect(lines[9].hasPrefix("::error title=more::22 more causes in 22 documents: "))
  }

  @Test func `a comment on a pull request has causes of several documents first, and folds the rest`() {
    let text = TestReport.markdown.text(of: many)
    #expect(text.hasPrefix("### Pages: 30 of 30 documents differ\n\n- the theme changed from a to b — **30 documents**\n"))
    #expect(text.contains("<details><summary><b>7.md</b>: 2 causes, 1 changed page</summary>\n\n"))
    #expect(text.contains("- `7.md:3` the word \\*7\\* became @<!-- -->none\n- nothing else changed\n\n</details>"))
    #expect(
      TestReport.markdown.text(of: [TestOutcome(name: "c.md", status: .same)]) == "### Pages: nothing changed\n\n1 document compared.\n")
    #expect(TestReport.markdown.text(of: (0..<40).flatMap { _ in many }).utf16.count < 65_536)
  }

  @Test func `annotations of GitHub are escaped`() {
    let lines = TestReport.github.text(of: outcomes).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("::error file=docs/a b.md,line=7,title=text%2C page 1::a<b>.md: the text"))
    #expect(lines[0].contains("“100%25, b”"))
    #expect(lines[1] == "::error title=mdtypeset test::d.md: cannot read: no such file")
  }

  @Test func `the web page lists the worst first, escapes names and needs no network`() {
    let html = ReportPage.html(title: "mdtypeset test <docs>", outcomes)
    let places = ["d.md", "a&lt;b&gt;.md", "c.md"].compactMap { html.range(of: ">\($0)<")?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
    #expect(html.contains("<title>mdtypeset test &lt;docs&gt;</title>") && !html.contains("a<b>"))
    #expect(html.contains("default-src 'none'") && !html.contains("http:") && !html.contains("https:") && !html.contains("src=\"/"))
    #expect(html.contains("Nothing else changed.") && html.contains("--update=failed --filter 'a&lt;b&gt;.md'"))
    #expect(html.contains("left:2.000%;top:2.500%;width:40.000%;height:1.500%"))
    #expect(html.contains("data:image/png;base64,AQID") && html.contains("before (redrawn from the reference"))
  }

  @Test func `a large report is a list and files with the pages of some documents each`() {
    var all = outcomes
    for number in 1...4 {
      var other = outcomes[1]
      other.name = "e \(number).md"
      all.append(other)
    }
    #expect(ReportPage.files(title: "t", all, named: "r.html").map(\.name) == ["r.html"])
    let size = ReportPage.files(title: "t", [outcomes[1]], named: "r.html")[0].text.utf8.count
    let files = ReportPage.files(title: "t", all, named: "my r.html", limit: size / 4)
    #expect(files.count > 2 && files[0].name == "my r.html" && files[1].name == "my r-1.html")
    #expect(!files[0].text.contains("base64") && files[0].text.contains("my%20r-1.html#d-d.md") && files[0].text.contains("#d-e_204.md"))
    #expect(files[1].text.contains("<a href=\"my%20r.html\">All documents</a>") && files[1].text.contains("rel=\"next\""))
    for outcome in all where !outcome.isGood {
      #expect(
        files.count {
          $0.text.contains("id=\"d-\(outcome.name.replacing(" ", with: "_20").replacing("<", with: "_3C").replacing(">", with: "_3E"))\"")
        } == 1)
    }
  }

  @Test func `a report of nothing but equal documents says so`() {
    let html = ReportPage.html(title: "t", [TestOutcome(name: "c.md", status: .same)])
    #expect(html.contains("All documents look like their references."))
  }

  @Test func `what a program does differently is listed with its places, and once for several documents`() {
    func outcome(_ name: String) -> TestOutcome {
      var comparison = Comparison.ofPictures
      var cause = Difference(.program, "this build typesets the same source differently")
      var detail = Difference(.graphics, "a background changed from #fff to #eee")
      (detail.topic, detail.file, detail.line, detail.page) = ("backgrounds changed from #fff to #eee", name, 7, 0)
      detail.regions = [Difference.Region(page: 0, x: 0, y: 0, width: 100, height: 100, isOld: false)]
      cause.details = [detail]
      comparison.differences = [cause]
      comparison.changedPages = [0]
      var outcome = TestOutcome(name: name, status: .different)
      outcome.comparison = comparison
      outcome.views = [PageView(number: 0, before: .rebuilt([1]), after: .png([2]))]
      return outcome
    }
    let both = [outcome("a.md"), outcome("b.md")]
    let text = TestReport.human.text(of: both)
    #expect(text.contains("    a.md:7, page 1: a background changed from #fff to #eee\n"))
    #expect(text.hasSuffix("in 2 documents: backgrounds changed from #fff to #eee\n"))
    #expect(!TestReport.human.text(of: [both[0]]).contains("documents:"))
    let html = ReportPage.html(title: "t", both)
    #expect(html.contains("data-cause=\"0-0\"") && html.contains("<i data-cause=\"0-0\""))
    #expect(html.contains("In several documents") && html.contains("in 2 documents: <a href=\"#d-a.md\">a.md</a>"))
    #expect(TestReport.json.text(of: both).contains("\"details\""))
  }

  @Test func `JUnit counts each status once`() {
    let statuses: [TestOutcome.Status] = [.same, .recorded, .different, .missing, .missing, .failed]
    let junit = TestReport.junit.text(of: statuses.map { TestOutcome(name: "a.md", status: $0, problem: "none") })
    #expect(junit.contains("tests=\"6\" failures=\"3\" errors=\"1\""))
    #expect(junit.components(separatedBy: "<failure ").count == 4 && junit.components(separatedBy: "<error ").count == 2)
  }

  @Test func `line ends and percent signs come back from GitHub's escapes`() {
    let problem = "100%\r\n50%0A: a, b"
    let line = TestReport.github.text(of: [TestOutcome(name: "a.md", status: .failed, problem: problem)])
    #expect(line == "::error title=mdtypeset test::a.md: 100%25%0D%0A50%250A: a, b\n")
  }
}
