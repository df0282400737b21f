import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetSettings
import TypesetYAML

@Suite struct SettingsTests {
  /// What is wrong with front matter or what a caller sets, as a user sees it.
  func faults(_ matter: String, caller: [(name: String, value: String, written: String)] = []) -> [String] {
    let source = Source(name: "a.md", text: matter)
    let given = GivenSettings(
      parseYAML(source.bytes).value,
      caller: caller.map { ($0.name, YAMLValue(.scalar($0.value, isPlain: true), span: SourceSpan(0, 0)), $0.written) })
    var settings = DocumentSettings(theme: Theme.standard)
    return (given.notes + given.apply(to: &settings)).map { $0.rendered(in: source) }
  }

  @Test func `every name belongs to one setting`() {
    let names = Settings.all.flatMap { row in ([row.name].compactMap(\.self) + row.aliases).map { $0.lowercased() } }
    #expect(Set(names).count == names.count)
    let paths = Settings.all.compactMap(\.path)
    #expect(Set(paths).count == paths.count)
    for row in Settings.all {
      #expect(row.name != nil || row.path != nil)
      #expect(!row.help.isEmpty && !row.form.isEmpty && !row.help.hasSuffix("."), "\(row.title)")
    }
  }

  @Test(arguments: Settings.all.filter { $0.name != nil && $0.path != nil }.map(\.title))
  func `a wrong value gets one warning with the same words in front matter, in a theme and on the command line`(_ name: String) throws {
    let row = try #require(Settings.setting(named: name))
    let path = try #require(row.path).split(separator: ".")
    // Texts can't be wrong.
    guard !["header", "footer"].contains(name) else { return }
    let matter = faults("\(name): [[wrong]]\n")
    let theme = Theme.read(Source(name: "t.yaml", text: "\(path[0]):\n  \(path[1]): [[wrong]]\n")).diagnostics
    try #require(matter.count == 1 && theme.count == 1, "\(matter) \(theme)")
    #expect(matter[0].hasPrefix("a.md:1:\(name.count + 3): warning: invalid value for \"\(name)\" [settings.value]\n"))
    #expect(matter[0].hasSuffix("hint: expected \(row.form)\n"))
    #expect(theme[0].message == "invalid value for \"\(path[1])\"" && theme[0].hint == "expected \(row.form)")
    // Any words may be names of languages.
    guard name != "hidden-fences" else { return }
    let caller = faults("title: x\n", caller: [(name, "wrong wrong", "-V \(name)=wrong")])
    #expect(
      caller == [
        "mdtypeset: warning: -V \(name)=wrong: invalid value \"wrong wrong\" for \"\(name)\" [settings.value]\n   hint: expected \(row.form)\n"
      ])
  }

  @Test(arguments: [
    ("titel", "title"), ("papersise", "papersize"), ("toc-dept", "toc-depth"), ("langauge", "language"),
    ("number_section", "number-sections"),
    ("auhtor", "author"), ("margns", "margins"),
  ])
  func `a key near a known one is noted`(_ key: String, _ meant: String) {
    let notes = faults("\(key): 1\n")
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("a.md:1:1: note: unknown key \"\(key)\" [settings.similar-key]") == true)
    #expect(notes.first?.contains("did you mean \"\(meant)\"?") == true)
  }

  @Test(arguments: [
    "referencias", "revising", "layout", "permalink", "data", "dates", "slug", "tag", "image", "nav_order", "x", "cssclasses",
    "sidebar_position", "my-own-key",
  ])
  func `keys of sites and keys of one's own pass in silence`(_ key: String) {
    #expect(faults("\(key): 1\n") == [])
  }

  @Test(arguments: [
    "layout: post\nseo_title: A\ntitle2: B", "theme: default", "output: bookdown::html_document2\ncss: [a.css]",
    "format:\n  beamer:\n    theme: default\n    colortheme: default\n    aspectratio: 43",
  ])
  func `what is a site's own, or asks for nothing, passes in silence`(_ matter: String) {
    #expect(faults(matter + "\n") == [])
  }

  @Test(arguments: ["natbib", "header-includes", "pdf-engine", "highlight-style", "colortheme", "stylesheet"])
  func `keys that another tool knows are noted with what to do instead`(_ key: String) {
    let notes = faults("\(key): 1\n")
    #expect(notes.count == 1 && notes[0].contains("note: \"\(key)\" of ") && notes[0].contains("hint: "))
  }

  @Test func `the last word is the caller's, whatever name it is given under`() {
    var settings = DocumentSettings(theme: Theme.standard)
    let matter = parseYAML(Array("linestretch: 2\nnumbersections: true\n".utf8)).value
    func scalar(_ text: String) -> YAMLValue { YAMLValue(.scalar(text, isPlain: true), span: SourceSpan(0, 0)) }
    let given = GivenSettings(matter, caller: [("line-spacing", scalar("1.1"), ""), ("number_sections", scalar("false"), "")])
    #expect(given.apply(to: &settings).isEmpty)
    #expect(settings.theme.lineSpacing == 1.1)
    #expect(!settings.numbering.sections)
  }

  @Test func `values apply in the order of the table, not of the document`() {
    for text in ["margin: 20mm\npaper: a5\n", "paper: a5\nmargin: 20mm\n"] {
      var settings = DocumentSettings(theme: Theme.standard)
      _ = GivenSettings(parseYAML(Array(text.utf8)).value).apply(to: &settings)
      #expect(abs(settings.theme.page.top.points - 56.69) < 0.01)
      #expect(abs(settings.theme.page.width.points - 419.53) < 0.01)
    }
  }

  @Test func `keys that a template leaves empty say nothing`() {
    let given = GivenSettings(parseYAML(Array("papersize: # a size\nfontfamily:\nmargin:\n".utf8)).value)
    var settings = DocumentSettings(theme: Theme.standard)
    #expect(given.notes.isEmpty && given.entries.isEmpty && given.apply(to: &settings).isEmpty)
  }

  @Test func `the page of the guide is the table`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/guide/keys.md")
    #expect(try String(contentsOf: file, encoding: .utf8) == Settings.manual, "mdtypeset keys --markdown > docs/guide/keys.md")
  }

  @Test func `columns keep half of the paper, and the space for the binding goes to the inner margin`() {
    func page(_ matter: String) -> PageStyle {
      var settings = DocumentSettings(theme: Theme.standard)
      _ = GivenSettings(parseYAML(Array(matter.utf8)).value).apply(to: &settings)
      return settings.theme.page
    }
    let narrow = page("paper: a6\ncolumn-gap: 400pt\n")
    #expect(narrow.columnGap.rawValue == narrow.width.rawValue / 2)
    let bound = page("geometry: [left=20mm, bindingoffset=10mm]\n")
    #expect(abs(bound.left.points - 30 * 72 / 25.4) < 0.01)
    let single = page("geometry: \"left=2cm, right=1cm, twoside=false, landscape=true\"\n")
    #expect(!single.isTwoSided && single.width > single.height && abs(single.right.points - 72 / 2.54) < 0.01)
  }
}
