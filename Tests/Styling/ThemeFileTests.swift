import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings
import TypesetStyling
import TypesetYAML

@Suite struct ThemeFileTests {
  /// The theme of a source, and its faults as a user sees them.
  func read(_ text: String) -> (theme: Theme, faults: String) {
    let source = Source(name: "t.yaml", text: text)
    let (theme, diagnostics) = Theme.read(source)
    return (theme, diagnostics.map { $0.rendered(in: source) }.joined())
  }

  @Test func `an unknown key is a warning with its place and a suggestion`() {
    let (theme, faults) = read("body:\n  sise: 12pt\n  color: '#123456'\n")
    #expect(
      faults == """
        t.yaml:2:3: warning: unknown key "sise" [settings.unknown-key]
            2 |   sise: 12pt
              |   ^~~~
           hint: did you mean "size"?

        """)
    #expect(theme.color == Color(red: 0x12, green: 0x34, blue: 0x56))
  }

  @Test(arguments: [
    "base: nobody", "page: 3", "page: {margin: wide}", "fonts: {text: []}", "body: {size: -4pt}", "lists: {numbers: [x]}",
    "lists: {bullets: []}",
    "styles: {h1: {size: huge}}", "styles: {h1: {border-top: thick}}", "styles: {rule: {width: 3pt}}", "highlight: {comment: greyish}",
    "styles: {h1: []}", "[1, 2]", "styles: {h1: {weight: heavy}}",
  ])
  func `a value that can not be read is reported and leaves the theme usable`(_ text: String) {
    let (theme, faults) = read(text)
    #expect(faults.contains("[settings.value]"))
    #expect(theme.rules[.h1] != nil, "the default shines through")
  }

  @Test(arguments: ["", "\u{0}", "a: [", "- - -", "&a [*a]", "body: {size: 999999999999999999999pt}", "? {}"])
  func `no theme file ends the program`(_ text: String) {
    _ = read(text)
  }

  @Test func `themes build on one another key by key`() {
    let theme = read("base: book\nstyles: {h1: {color: '#ff0000'}}\n").theme
    #expect(theme[.h1].color == Color(red: 255, green: 0, blue: 0))
    #expect(theme[.h1].align == .center)
    #expect(theme.page.isTwoSided)
  }

  @Test func `a theme without a base says what differs from article`() {
    let theme = read("styles: {h1: {color: '#ff0000'}}\n").theme
    #expect(theme[.h1].weight == 600)
    #expect(theme.families.text == ["Libertinus Serif"])
  }

  @Test func `a mapping lies over a theme`() throws {
    var theme = read("").theme
    let value = try #require(parseYAML(Array("{body: {size: 20pt}, styles: {.x: {color: red}}}".utf8)).value)
    #expect(theme.overlay(value).isEmpty)
    #expect(theme.size == 20.pt)
    #expect(theme.classRules["x"]?.color == Color(red: 255, green: 0, blue: 0))
  }

  @Test func `every key that is read is in the manual, and every built-in theme`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let manual = try String(contentsOf: folder.appending(path: "themes/README.md"), encoding: .utf8)
    for key in Settings.themeKeys {
      let name =
        key.hasPrefix("styles.*.") || key.hasPrefix("attributes.*.*.")
        ? key.split(separator: ".").last.map(String.init) ?? ""
        : key.split(separator: ".").count == 2 ? String(key.split(separator: ".")[1]) : key
      let isWhole =
        manual.contains("`\(key)`") || manual.contains("`\(name)`")
        || ["fonts", "body", "lists", "page", "styles", "highlight", "attributes"].contains(key)
      #expect(isWhole, "\(key)")
    }
    for name in Theme.builtInNames { #expect(manual.contains("| `\(name)` |")) }
  }

  @Test(arguments: [
    (["1."], 0, 7, "7."), (["1.", "a)"], 1, 28, "ab)"), (["(i)"], 0, 4, "(iv)"), (["I."], 5, 1999, "MCMXCIX."), (["A"], 0, 0, "0"),
  ])
  func `numbers of lists take the theme's form`(_ forms: [String], _ depth: Int, _ number: Int, _ expected: String) {
    var markers = ListMarkers()
    markers.numbers = forms
    #expect(markers.number(number, depth: depth) == expected)
  }

  @Test(arguments: [("en", [false, true, false]), ("zh", [true, true, true])])
  func `paragraphs after paragraphs are indented, in Chinese all`(_ language: String, _ expected: [Bool]) {
    var theme = Theme()
    var rule = StyleRule()
    rule.firstIndent = .absolute(10.pt)
    theme.rules[.paragraph] = rule
    let tree = style(parse(Source(name: "t.md", text: "# A\n\nb\n\nc\n\n---\n\nd\n")).tree, theme: theme, language: language)
    let indents = tree.blocks.compactMap { block -> Bool? in
      if case .paragraph = block.kind { block.style.firstIndent > .zero } else { nil }
    }
    #expect(indents == expected)
  }
}
