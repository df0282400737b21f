import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetHighlighting
import TypesetMarkdown
import TypesetStyling

@Suite struct CodeInfoTests {
  /// What the info string says, in few words: language, title, first number, lines.
  func summary(_ text: String) -> String {
    let info = CodeInfo(text)
    var out = info.language
    if info.isDifference { out += " ±" }
    if let title = info.title { out += " “\(title)”" }
    if let number = info.firstNumber { out += " №\(number)" }
    func list(_ sign: String, _ ranges: [ClosedRange<Int>]) {
      for range in ranges { out += " \(sign)\(range.lowerBound)" + (range.count > 1 ? "-\(range.upperBound)" : "") }
    }
    list("*", info.highlighted)
    list("+", info.inserted)
    list("-", info.deleted)
    return out
  }

  @Test(arguments: [
    ("", ""), ("python", "python"), ("C++", "C++"), ("{.python .input}", "python"), ("{.python .input  n=1}", "python"),
    ("{python}", "python"),
    ("{r, echo=FALSE}", "r"), ("{r label=plot}", "r"), ("{r, name=\"plot\", file=\"a.R\"}", "r"), ("{python title=\"a\"}", "python “a”"),
    ("rust,ignore,does_not_compile", "rust"), ("js run no-beautify", "js"),
    ("python title=\"a b.py\"", "python “a b.py”"),
    ("python=", "python №1"), ("python=101", "python №101"), ("js=+", "js №1"), ("startline=5", " №5"),
    ("title=\"a.py\"", " “a.py”"), ("cpp linenums=\"1\" hl_lines=\"2 3\"", "cpp №1 *2 *3"), ("cpp linenums=\"7\"", "cpp №7"),
    ("js {1,3-5}", "js *1 *3-5"), ("js{1,3-5}", "js *1 *3-5"), ("js showLineNumbers", "js №1"), ("js showLineNumbers{5}", "js №5"),
    ("js showLineNumbers=false", "js"), ("js:src/a.js", "js “src/a.js”"), ("js:line-numbers=3 {2}", "js №3 *2"),
    ("js:no-line-numbers", "js"),
    ("ts [config.ts]", "ts “config.ts”"), ("diff-js", "js ±"), ("diff lang=\"js\"", "js ±"),
    ("js mark={1} ins={2-3} del={4}", "js *1 +2-3 -4"),
    ("{.haskell .numberLines startFrom=\"100\"}", "haskell №100"), ("{.py #id .numberLines}", "py №1"), ("python hl:1,2", "python *1"),
    ("py {linenos=true, hl_lines=[2, \"4-5\"]}", "py №1 *2 *4-5"), ("{1,x}", "1"),
    ("py {3,5-7 .numbers}", "py №1 *3 *5-7"), ("js {9999999999999999999}", "js *1000000000"), ("js {3-1}", "js"),
    ("js [[1, 8, \"state\"], [2, 5, \"dispatch\"]]", "js"), ("{r plot, fig.width = 5, fig.asp = 3/4}", "r"),
    ("SnackPlayer name=A%20Title&ext=js", "jsx “A Title”"),
    ("c startFrom=9223372036854775807", "c №10000000"), ("c {1-9223372036854775807}", "c *1-1000000000"),
  ])
  func `info strings of many tools are understood`(_ info: String, _ expected: String) {
    #expect(summary(info) == expected)
  }

  @Test(arguments: [
    ("ascii", "Two sets:\n\n+---+---+\n| A | B |\n| a | b |\n+---+---+\nAll of A or B\nOnly A\nOnly B\nNeither\nWords\nMore\n", true),
    ("", "Two sets:\n\n+-------+-------+\n| A one | B two |\n| a one | b two |\n+-------+-------+\nAll of A or B\nOnly B\n", true),
    ("c", "x = 1\n+-------+-------+\n| A one | B two |\n| a one | b two |\n+-------+-------+\n", false),
    ("", "words | and\nmore + words\nno drawing\n", false),
  ])
  func `a fence is a drawing by its language's name, or by the borders in it`(language: String, text: String, isDrawing: Bool) throws {
    #expect(try code("```\(language)\n\(text)```\n").isDrawing == isDrawing)
  }

  func code(_ markdown: String, theme: Theme = Theme()) throws -> StyledCode {
    let parsed = parse(Source(name: "t.md", text: markdown))
    let tree = style(parsed.tree, theme: theme, language: "en")
    for block in tree.blocks { if case .code(let code) = block.kind { return code } }
    throw NoCode()
  }

  struct NoCode: Error {}

  @Test func `tabs go to every fourth column and lines have no ends`() throws {
    let code = try code("```\na\tb\r\n\tc\n\n```")
    #expect(code.lines.map { String(decoding: $0.text, as: UTF8.self) } == ["a   b", "    c"])
  }

  @Test func `blank lines at a block's edges are no rows, and the others keep their numbers`() throws {
    let code = try code("```python {linenums=\"5\" hl_lines=\"3\"}\n\na\n\n  b\n   \n\n```\n")
    #expect(code.lines.map { String(decoding: $0.text, as: UTF8.self) } == ["a", "", "  b"])
    #expect(code.firstNumber == 6)
    #expect(code.marks == [.none, .highlighted, .none])
    #expect(try self.code("```\n\n\n```\n").lines.isEmpty)
  }

  @Test func `a token of several lines colours each of them`() throws {
    var theme = Theme()
    var rule = StyleRule()
    rule.color = Color(red: 1, green: 2, blue: 3)
    theme.highlight[.comment] = rule
    let code = try code("```c\n/* a\nb */ int\n```", theme: theme)
    #expect(code.lines[0].runs.map { code.lines[0].styles[Int($0.style)].color } == [Color(red: 1, green: 2, blue: 3)])
    #expect(code.lines[1].runs.first.map { code.lines[1].styles[Int($0.style)].color } == Color(red: 1, green: 2, blue: 3))
    #expect(code.lines[1].runs.first?.range == 0..<4)
  }

  @Test func `runs cover each line without gap`() throws {
    for line in try code("```swift\nlet x = \"a\\(b)\" // é\n\n  @main struct A {}\n```").lines {
      var position: Int32 = 0
      for run in line.runs {
        #expect(run.range.lowerBound == position)
        position = run.range.upperBound
      }
      #expect(Int(position) == line.text.count)
    }
  }

  @Test func `colours of a terminal are the theme's`() throws {
    var theme = Theme()
    let red = Color(red: 200, green: 0, blue: 0)
    var rule = StyleRule()
    rule.color = red
    theme.highlight[.deleted] = rule
    let code = try code("```text looks=\"1.4r 1.1s 9.9r\"\nab é\ncd\n```", theme: theme)
    func painted(_ line: StyledText) -> String {
      line.runs.filter { line.styles[Int($0.style)].color == red }
        .map { String(decoding: line.text[Int($0.range.lowerBound)..<Int($0.range.upperBound)], as: UTF8.self) }.joined(separator: "|")
    }
    #expect(code.lines.map(painted) == ["b é", ""], "a stretch that goes beyond the text counts for nothing")
  }

  @Test func `signs of a difference mark lines and the rest is highlighted`() throws {
    let code = try code("```diff-js\n a\n-let b\n+let c\n```")
    #expect(code.marks == [.none, .deleted, .inserted])
    #expect(code.language == "javascript")
  }
}

@Suite struct ContrastTests {
  /// WCAG 2.1: the relative luminance of a colour.
  func luminance(_ color: Color) -> Double {
    func linear(_ value: Double) -> Double {
      var power = 1.0
      guard value > 0.04045 else { return value / 12.92 }
      // ((v + 0.055) / 1.055)^2.4 without the C library: x² · x^0.4, x^0.4 by Newton's steps for y⁵ = x².
      let x = (value + 0.055) / 1.055
      var y = x
      for _ in 0..<60 { y -= (y * y * y * y * y - x * x) / (5 * y * y * y * y) }
      power = x * x * y
      return power
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  func contrast(_ a: Color, _ b: Color) -> Double {
    let (high, low) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
  }

  @Test(arguments: Theme.builtInNames, Appearance.allCases)
  func `every colour of text has a contrast of 4·5 with its ground`(_ name: String, _ appearance: Appearance) throws {
    let source = try #require(Theme.builtIn(name))
    var (theme, faults) = Theme.read(source)
    #expect(faults.isEmpty)
    let isDark = theme.page.background.map { luminance($0) < 0.3 } ?? false
    theme.adapt(to: appearance)
    // The whole page is dark, or light.
    let shown = theme.page.background.map { luminance($0) < 0.3 } ?? false
    #expect(shown == (appearance == .dark || appearance == .auto && isDark))
    let paper = theme.page.background ?? Color(red: 255, green: 255, blue: 255)
    func check(_ color: Color, on ground: Color, _ what: String) {
      #expect(contrast(color, ground) >= 4.5, "\(what): \(contrast(color, ground))")
    }
    check(theme.color, on: paper, "body")
    for element in Element.allCases {
      if let color = theme[element].color { check(color, on: theme[element].background ?? paper, element.rawValue) }
    }
    for rule in Array(theme.rules.values) + Array(theme.classRules.values) {
      guard let ground = rule.background, ground.alpha == 1 else { continue }
      check(rule.color ?? theme.color, on: ground, "text on \(ground)")
    }
    let code = theme[.code].background ?? paper
    let plain = theme[.code].color ?? theme.color
    var grounds = [("code", code)]
    for element in [Element.codeLine, .codeInserted, .codeDeleted, .inlineCode] {
      if let ground = theme[element].background { grounds.append((element.rawValue, ground)) }
    }
    for (where_, ground) in grounds {
      check(plain, on: ground, "plain on \(where_)")
      for (token, rule) in theme.highlight { if let color = rule.color { check(color, on: ground, "\(token) on \(where_)") } }
    }
    if let color = theme[.codeNumber].color { check(color, on: code, "code-number") }
  }

  @Test func `colours that no built-in theme has keep their hue and can be read on a dark page`() {
    var theme = Theme.read(Source(name: "t.yaml", text: "styles: {h1: {color: \"#123a66\"}, .mine: {background: \"#fff6e0\"}}\n")).theme
    let before = theme
    theme.adapt(to: .auto)
    #expect(theme == before)
    theme.adapt(to: .light)
    #expect(theme == before)
    theme.adapt(to: .dark)
    let paper = theme.page.background ?? .black
    let heading = theme[.h1].color ?? .black
    #expect(contrast(heading, paper) >= 4.5 && heading.blue > heading.red)
    let ground = theme.classRules["mine"]?.background ?? paper
    #expect(contrast(theme.color, ground) >= 4.5 && ground.red > ground.blue)
    // And back: what the theme had not changed is as before.
    theme.adapt(to: .light)
    #expect(theme.page.background == nil && theme.color == before.color && theme.highlight == before.highlight)
  }

  @Test func `print has black text and links, and no ground on the page`() {
    var theme = Theme.builtInTheme("dark") ?? Theme()
    theme.adapt(to: .print)
    #expect(theme.page.background == nil && theme.color == .black && theme[.link].color == nil)
  }

  @Test func `a line of code without end is cut, the others are kept`() {
    var budget = Budget()
    budget.wordBytes = 10
    let source = Source(name: "a.md", text: "```\nab\tcdefghijklmnop\nabcdef\n\tabcé\n```\n\nb\n")
    let tree = style(parse(source).tree, theme: Theme(), language: "en", budget: budget)
    let lines = tree.blocks.flatMap { block in
      if case .code(let code) = block.kind { code.lines.map { String(decoding: $0.text, as: UTF8.self) } } else { [String]() }
    }
    #expect(lines == ["ab  cde", "abcdef", "    abc"])
    #expect(tree.diagnostics.map(\.code) == ["limit.word"])
  }
}
