import Foundation
import Testing

/// `--stream --events --fragments html`, from outside.
@Suite struct HTMLFragmentTests {
  /// The last fragment of each block.
  private func fragments(_ text: String, _ options: [String] = []) throws -> [String] {
    let folder = try Program.Folder()
    let result = try Program.run(["-", "--stream", "--events", "--fragments", "html"] + options, in: folder, input: Data(text.utf8))
    #expect(result.code == 0)
    var last: [Int: String] = [:]
    for line in String(decoding: result.output, as: UTF8.self).split(separator: "\n") {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard event["event"] as? String == "block", let number = event["block"] as? Int else { continue }
      #expect(event["svg"] == nil && (event["height"] as? Double ?? 1) > 0)
      last[number] = try #require(event["html"] as? String)
    }
    return last.sorted { $0.key < $1.key }.map(\.value)
  }

  private func fragment(_ text: String, _ options: [String] = []) throws -> String {
    let all = try fragments(text, options)
    #expect(all.count == 1)
    return all.first ?? ""
  }

  @Test(arguments: [
    ("## Some *heading*\n", "<h2>Some <em>heading</em></h2>"), ("One\ntwo.\n", "<p>One two.</p>"), ("One\\\ntwo.\n", "<p>One<br>two.</p>"),
    ("*a* **b** ***c*** ~~d~~\n", "<p><em>a</em> <strong>b</strong> <strong><em>c</em></strong> <s>d</s></p>"),
    ("H~2~O x^2^ `a < b`\n", "<p>H<sub>2</sub>O x<sup>2</sup> <code>a &lt; b</code></p>"),
    ("[a *b* c](https://x.org/?a=1&b=2)\n", "<p><a href=\"https://x.org/?a=1&amp;b=2\">a <em>b</em> c</a></p>"),
    ("<kbd>Ctrl</kbd> ==mark==\n", "<p><kbd>Ctrl</kbd> <mark>mark</mark></p>"),
    ("- a\n- b\n  - c\n", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
    ("3. a\n4. b\n", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
    (
      "- [x] a\n- [ ] b\n",
      "<ul><li style=\"list-style:none\"><input type=\"checkbox\" disabled checked> a</li>"
        + "<li style=\"list-style:none\"><input type=\"checkbox\" disabled> b</li></ul>"
    ),
    ("- a\n\n  b\n", "<ul><li><p>a</p><p>b</p></li></ul>"), ("> a\n>\n> b\n", "<blockquote><p>a</p><p>b</p></blockquote>"),
    ("```python\nif a < b:\n  c()\n```\n", "<pre><code class=\"language-python\">if a &lt; b:\n  c()\n</code></pre>"),
    ("    plain\n", "<pre><code>plain\n</code></pre>"),
    ("> [!WARNING]\n> Hot.\n", "<section class=\"callout warning\"><p class=\"title\">Warning</p><p>Hot.</p></section>"),
    ("Term\n: Its meaning.\n", "<dl><dt>Term</dt><dd><p>Its meaning.</p></dd></dl>"), ("a\n\n***\n", "<hr>"),
    (
      "![A cat](https://x.org/cat.png \"Title\") here\n",
      "<p><img src=\"https://x.org/cat.png\" alt=\"A cat\" title=\"Title\"> here</p>"
    ),
    ("Word[^n].\n\n[^n]: Note.\n", "<p>Word<sup class=\"footnote\">1</sup>.</p>"),
  ])
  func `each kind of block is written as HTML of its kind`(text: String, html: String) throws {
    #expect(try fragments(text).last == html)
  }

  @Test func `tables have heads, alignment and captions`() throws {
    let html = try fragment("| a | b |\n|:--|--:|\n| *1* | 2 |\n\n: Words\n")
    #expect(html.hasPrefix("<table><caption>") && html.contains("Words</caption>"))
    #expect(html.contains("<thead><tr><th style=\"text-align:left\">a</th><th style=\"text-align:right\">b</th></tr></thead>"))
    let body = "<tbody><tr><td style=\"text-align:left\"><em>1</em></td><td style=\"text-align:right\">2</td></tr></tbody></table>"
    #expect(html.hasSuffix(body))
  }

  @Test func `text never becomes markup`() throws {
    let evil = "<script>alert(1)</script>"
    let text = """
      # \(evil) &amp; "x"

      Words \(evil) `\(evil)` and ![\(evil) "q](https://x.org/a"b.png '" onerror="x') and $\\text{\(evil)}$.

      \(evil)

      ```a"onload="x
      </code></pre>\(evil)
      ```

      - \(evil)

      | a |
      |---|
      | \(evil) |

      > [!NOTE] \(evil)
      > x

      $$\\text{\(evil)"}$$
      """
    let html = try fragments(text).joined()
    #expect(!html.contains("<script") && html.contains("&lt;script&gt;"))
    // Every tag is one of those that are written, with the attributes that are written.
    let names: Set<String> = [
      "h1", "p", "code", "pre", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "section", "div", "span", "svg", "path", "g",
      "rect", "img", "title",
    ]
    for match in html.matches(of: /<\/?([a-zA-Z0-9]+)([^<>]*)>/) {
      #expect(names.contains(String(match.1)), "\(match.0.prefix(80))")
      let attributes = String(match.2).replacing(/\ ?[a-zA-Z:-]+="[^"]*"/, with: "").trimmingCharacters(in: .whitespaces)
      #expect(attributes.isEmpty || attributes == "/", "\(match.0.prefix(200))")
      #expect(!String(match.2).contains(/\ on[a-z]+="/))
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVa&#x09;Script:alert(1)", "data:text/html,x", "tel:123", "ftp://x.org", "#place", "other.md", "vbscript:x",
  ])
  func `links that are not to the web or to mail are text`(address: String) throws {
    let html = try fragment("[words](<\(address)>) and ![alt](<\(address)>) here\n")
    #expect(html.contains("words") && html.contains("alt") && !html.contains("href"))
    #expect(!html.contains("src=") || address == "other.md")
  }

  @Test func `mail is linked, and pictures of the document's folder are named unless the text is untrusted`() throws {
    #expect(try fragment("[m](mailto:a@x.org) b\n").contains("<a href=\"mailto:a@x.org\">m</a>"))
    #expect(try fragment("![alt](p.png) b\n").contains("<img src=\"p.png\" alt=\"alt\">"))
    #expect(!(try fragment("![alt](p.png) b\n", ["--untrusted"]).contains("src=")))
  }

  @Test func `formulas in a line stand on its baseline, and their label is their LaTeX`() throws {
    let html = try fragment("Here $x$ and $y_{\\frac ab}<z$.\n")
    let depths = html.matches(of: /<svg[^>]*width:([0-9.]+)em;height:([0-9.]+)em;vertical-align:(-?[0-9.]+)em[^>]*aria-label="([^"]*)"/)
    try #require(depths.count == 2)
    let (x, y) = (depths[0], depths[1])
    #expect(String(x.4) == "x" && String(y.4) == "y_{\\frac ab}&lt;z")
    let (first, second) = (try #require(Double(String(x.3))), try #require(Double(String(y.3))))
    #expect(abs(first) < 0.05 && second < -0.4 && second > -1.2)
    #expect(html.contains("role=\"math\"") && html.contains("</svg>.</p>") && !html.contains("<?xml"))
  }

  @Test func `displays are blocks of their own, with their numbers, and references name these`() throws {
    let all = try fragments(
      "Text\n$$\na+b\n$$\nmore.\n\n\\begin{align} a &= b \\label{eq:one} \\\\ c &= d \\end{align}\n\nSee \\eqref{eq:one}.\n")
    try #require(all.count == 5)
    #expect(all[0] == "<p>Text</p>" && all[2] == "<p>more.</p>" && all[1].hasPrefix("<div class=\"math\""))
    #expect(!all[1].contains("number") && all[3].contains("<span>(1)</span><span>(2)</span>"))
    #expect(all[4].hasPrefix("<p>See <svg") && all[4].contains("aria-label=\"\\eqref{eq:one}\""))
  }

  @Test func `definitions of the text hold in the formulas after them`() throws {
    let all = try fragments("$$\\newcommand{\\R}{\\mathbb R}$$\n\nIn $\\R$ and $\\mathbb R$.\n")
    let paths = (all.last ?? "").matches(of: /<path d="([^"]*)"/).map { String($0.1) }
    #expect(paths.count == 2 && paths.first == paths.last)
  }

  @Test func `what HTML has no element for is a picture`() throws {
    let drawing = "<svg width=\"20\" height=\"20\"><circle cx=\"9\" cy=\"9\" r=\"8\"/></svg>"
    let all = try fragments("# A\n\n```dot\ndigraph { a -> b }\n```\n\n\(drawing)\n\n- a\n\n  ```dot\n  digraph { a -> b }\n  ```\n")
    #expect(all.count == 4 && all.dropFirst().allSatisfy { $0.hasPrefix("<svg") && !$0.contains("circle") })
  }

  @Test func `text from right to left says so`() throws {
    let all = try fragments("# שלום\n\nמילים $x$ here.\n\nWords.\n\n- אחת\n- שתיים\n")
    try #require(all.count == 4)
    #expect(all[0] == "<h1 dir=\"auto\">שלום</h1>" && all[1].hasPrefix("<p dir=\"auto\">") && all[2] == "<p>Words.</p>")
    #expect(all[3].hasPrefix("<ul dir=\"rtl\"><li>אחת"))
  }

  @Test func `the title of the front matter is a heading`() throws {
    let all = try fragments("---\ntitle: The *title*\nauthor: Ann Bee\n---\n\nText.\n")
    #expect(all == ["<h1 class=\"title\">The <em>title</em></h1>", "<p>Ann\u{A0}Bee</p>", "<p>Text.</p>"])
  }

  @Test func `headings, figures and references have their numbers`() throws {
    let text = "# One\n\nSee @fig-a.\n\n![Words here](https://x.org/a.png){#fig-a}\n"
    let all = try fragments(text, ["--number-sections"])
    try #require(all.count == 3)
    #expect(all[0].hasPrefix("<h1>1") && all[1].contains("Figure\u{A0}1"))
    #expect(all[2].hasPrefix("<figure><img src=\"https://x.org/a.png\" alt=\"Words here\">"))
    #expect(all[2].contains("<strong>Figure\u{A0}1.</strong>"))
    #expect(all[2].contains("Words here</figcaption></figure>"))
  }

  @Test func `fragments grow with the text, and a block is told once when it is settled`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# Title\n\nFirst *words* with $x^2$.\n\n- one\n- two\n\nThe last words.\n")
    let script = """
      { while IFS= read -r -n 12 -d '' x || [ -n "$x" ]; do printf '%s' "$x"; sleep 0.1; done < a.md; } \
      | '\(Program.path)' - --stream --events --fragments html --interval 0
      """
    let slow = try Program.run(["bash", "-c", script], in: folder, program: "/usr/bin/env", seconds: 120)
    let all = try String(decoding: slow.output, as: UTF8.self).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }.filter { $0["event"] as? String == "block" }
    for number in 0..<4 { #expect(all.count { $0["block"] as? Int == number && $0["settled"] as? Bool == true } == 1) }
    #expect(all.last { $0["block"] as? Int == 2 }?["html"] as? String == "<ul><li>one</li><li>two</li></ul>")
  }

  @Test func `deep nesting is written`() throws {
    let html = try fragments(String(repeating: "> ", count: 80) + "deep\n")
    #expect(html.count == 1 && html[0].hasPrefix("<blockquote><blockquote>") && html[0].contains("deep"))
  }
}
