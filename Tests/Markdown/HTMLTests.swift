import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// The printed tree without places.
private func shape(_ text: String) -> String {
  parse(Source(name: "a.md", text: text)).tree.printed().split(separator: "\n").dropFirst()
    .map { $0.dropFirst(2).prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }.joined(separator: "\n")
}

/// The diagnostics with the author's words to which they point.
private func findings(_ text: String) -> [String] {
  let source = Source(name: "a.md", text: text)
  return parse(source).diagnostics.map { "\($0.code) \($0.span.map { source.text($0) } ?? "")" }
}

@Suite struct HTMLTests {
  @Test func `tags in a line are what Markdown has for them`() {
    #expect(
      shape("a<sub>1</sub> <b>b *c*</b> <code>d*e</code><br><a href=\"f\">g</a> <kbd>h</kbd> <img src=\"i\" alt=\"j\" width=50%>") == """
        paragraph
          text "a"
          subscripted
            text "1"
          text " "
          strong
            text "b "
            emphasis
              text "c"
          text " "
          code "d*e"
          lineBreak
          link "f"
            text "g"
          text " "
          keyboard
            text "h"
          text " "
          image "i" {width="50%" caption=""}
            text "j"
        """)
  }

  @Test func `an opener of HTML that nothing closes is text, and hides nothing`() {
    for opener in ["<![CDATA[", "<!--", "<?", "<!", "<script", "<style"] {
      let text = "a\n\n\(opener)\(opener.count == 2 ? "A" : "") x\n\nb $x$\n"
      #expect(shape(text).hasSuffix("paragraph\n  text \"b \"\n  math \"x\""), "\(shape(text))")
      #expect(findings(text) == ["html.unclosed \(opener)"])
    }
    #expect(shape("- <!-- x\n\n  b\n\nc\n").contains("text \"<!-- x\""))
    // What ends is HTML, on its line or later, whatever its case.
    for text in [
      "<!-- a -->\n\nb\n", "<!-- a\n\nb -->\n\nc\n", "<![CDATA[ x\n\n]]>\n\nb\n", "<!A\n\n>\n\nb", "<style>\n\na\n\n</STYLE>\n\nb",
      "<!-->\n\na",
    ] {
      #expect(findings(text) == [] && !shape(text).contains("<"), "\(text) \(findings(text)) \(shape(text))")
    }
    // In a line, in code, and what is no HTML.
    for text in ["a <!-- b\n\nc\n", "    <!-- a\n\nb", "```\n<!-- a\n```\n\nb", "<! a\n\nb", "<!1\n\nb"] {
      #expect(findings(text) == [], "\(text)")
    }
    // Hundreds of them are one finding, and each has one backslash.
    let many = String(repeating: "<![CDATA[ x\n\n", count: 400) + "<? " + String(repeating: "<?a ", count: 400)
    #expect(findings(many) == ["html.unclosed <![CDATA[", "html.unclosed <?"])
    #expect(!shape(many).contains("\\"))
  }

  @Test func `scripts, styles and comments in other HTML go on over blank lines`() {
    for (opener, closer) in [("<script>", "</script>"), ("<style>", "</style>"), ("<!--", "-->")] {
      let text = "<!-- a\nb -->\n\n<div>c\n\(opener)\nd();\n\n    e();\n\n# f\n\(closer)\n</div>\n\n## B $x$\n"
      #expect(findings(text) == [], "\(opener)")
      #expect(shape(text).hasSuffix("heading 2\n  text \"B \"\n  math \"x\""), "\(shape(text))")
      #expect(!shape(text).contains("e();") && !shape(text).contains("\"f\"") && shape(text).contains("\"c"), "\(shape(text))")
    }
    // Where nothing ends them they hide nothing.
    for text in ["<div>\n<script>\nd();\n\n## B\n", "suitable as a <script> tag\n\n## B\n", "- <b>c <style>\n\n  d\n\n## B\n"] {
      #expect(shape(text).contains("text \"B\""), "\(shape(text))")
      #expect(findings(text).map { String($0.prefix(13)) } == ["html.unclosed"], "\(findings(text))")
    }
    #expect(shape("a <b>c</b> <script> d").contains("<script>"))
  }

  @Test func `an element that is never closed hides nothing`() {
    for name in ["iframe", "svg", "video", "title", "template", "noframes", "map", "datalist", "object", "canvas", "math"] {
      for text in ["<\(name)>\n\n## B\n", "<div>\n<\(name) a='b'> c\n\n## B\n\n</div>"] {
        #expect(shape(text).contains("text \"B\""), "\(text) \(shape(text))")
        #expect(findings(text).map { String($0.prefix(13)) } == ["html.unclosed"], "\(name)")
      }
      #expect(!shape("<\(name)>a</\(name)>\n\nb").contains("\"a\""), "\(name)")
    }
    #expect(shape("a <title> b").contains("b"))
    #expect(findings("<video src='a' />\n\nb") == ["html.not-shown <video src='a' />"])
  }

  @Test func `what stands in a table but in no cell is set beside it`() {
    #expect(
      shape("<table>a <b>c</b>\n\n## B\n\n<tr>d<td>e</td></tr><tr><td>f</td></tr>\n\n- g\n\n</table>") == """
        paragraph
          text "a "
          strong
            text "c"
        heading 2
          text "B"
        table none
          tableRow
            tableCell
              text "e"
          tableRow
            tableCell
              text "f"
        paragraph
          text "d"
        list of bullets tight
          item
            paragraph
              text "g"
        """)
    for text in ["<table>\n\nB\n", "<table><tr>\n\nB\n", "<table><caption>B</caption></table>", "<dl>\n\nB", "<dl><dt>a</dt>\n\nB"] {
      #expect(shape(text).contains("text \"B\""), "\(text) \(shape(text))")
    }
  }

  @Test func `cells that are in no row make one, as in browsers`() {
    let rows = "<tr><td>c</td><td>d</td></tr>"
    let wanted = shape("<table><thead><tr><th>a</th><th>b</th></tr></thead>\(rows)</table>")
    #expect(wanted.contains("tableHead"))
    #expect(shape("<table><thead><th>a</th><th>b</th></thead><tbody>\(rows)</tbody></table>") == wanted)
    #expect(shape("<table><th>a</th>\n<th>b</th>\(rows)</table>") == wanted)
    #expect(shape("<table>\(rows)<td>e</td><td>f</td></table>") == shape("<table>\(rows)<tr><td>e</td><td>f</td></tr></table>"))
  }

  @Test func `names of characters need no semicolon in HTML, as in browsers`() {
    #expect(shape("<p>a&nbsp|&nbsp&nbspb&nbsp; &copy 1 c&lt d</p>").contains("text \"a\u{A0}|\u{A0}\u{A0}b\u{A0} © 1 c< d\""))
    for text in ["<p>&notit &ltx &amp1 &nb</p>", "a&nbsp|b &copy 1"] {
      #expect(!shape(text).contains("\u{A0}") && !shape(text).contains("©"))
    }
    #expect(shape("<p><a href=\"x?a=1&copy=2\">b</a></p>").contains("x?a=1&copy=2"))
  }

  @Test func `Markdown between block tags is theirs, formulas in them are formulas`() {
    #expect(
      shape("<div align=\"center\">\n\n## A\n\n$x$ <b>c\n\n</div>\n<p>d $y$\n<p>e\n\n> f") == """
        division {align="center"}
          heading 2
            text "A"
          paragraph
            math "x"
            text " "
            strong
              text "c"
        paragraph
          text "d "
          math "y"
        paragraph
          text "e"
        blockQuote
          paragraph
            text "f"
        """)
  }

  @Test func `details have a title and hold what follows, also where the last tag ends a line of text`() {
    #expect(
      shape("<details>\n<summary>A <b>b</b></summary>\n\n- c\n\nd</details>\n\ne") == """
        callout details details
          title
            text "A "
            strong
              text "b"
          list of bullets tight
            item
              paragraph
                text "c"
          paragraph
            text "d"
        paragraph
          text "e"
        """)
  }

  @Test func `markdown in a tag makes Markdown of what is in it`() {
    #expect(
      shape("<figure markdown>\n![a](b.png)\n<figcaption>C $d$</figcaption>\n</figure>") == """
        figure
          paragraph
            image "b.png" {caption=""}
              text "a"
          caption
            text "C "
            math "d"
        """)
  }

  @Test func `cells reach over rows and columns`() {
    #expect(
      shape("<table>\n<tr><th>A<th colspan=2>B\n<tr><td rowspan=2>c<td>d<td align=right>$e$\n<tr><td>f<td>g\n</table>") == """
        table none,none,none
          tableHead
            tableCell
              text "A"
            tableCell {colspan="2"}
              text "B"
            tableCell
          tableRow
            tableCell {rowspan="2"}
              text "c"
            tableCell
              text "d"
            tableCell {align="right"}
              math "e"
          tableRow
            tableCell
            tableCell
              text "f"
            tableCell
              text "g"
        """)
  }

  @Test func `a cell keeps its blocks, and a paragraph alone is its text`() {
    #expect(
      shape("<table><tr><td><ul><li>a</li></ul></td><td><p>b</p><p>c</p></td><td>\n\n*d*\n\n</td><td>e</td></tr></table>") == """
        table none,none,none,none
          tableRow
            tableCell
              list of bullets tight
                item
                  paragraph
                    text "a"
            tableCell
              paragraph
                text "b"
              paragraph
                text "c"
            tableCell
              emphasis
                text "d"
            tableCell
              text "e"
        """)
  }

  @Test func `a list in a cell of Markdown's own table is a list`() {
    #expect(
      shape("| a |\n|---|\n| b <ul><li>c</li></ul> |") == """
        table none
          tableHead
            tableCell
              text "a"
          tableRow
            tableCell
              paragraph
                text "b "
              list of bullets tight
                item
                  paragraph
                    text "c"
        """)
  }

  @Test func `elements that ask for Markdown have it within one line too`() {
    #expect(
      shape("<table>\n<tr><td markdown=\"1\">*a*</td><td>*b*</td></tr>\n</table>\n<div markdown>**c**</div>") == """
        table none,none
          tableRow
            tableCell
              emphasis
                text "a"
            tableCell
              text "*b*"
        division
          paragraph
            strong
              text "c"
        """)
  }

  @Test func `rows, groups of rows and columns say how their cells stand`() {
    #expect(
      shape("<table><colgroup><col width=\"20%\"><col></colgroup><tbody valign=top><tr align=right><td>a<td align=left>b</table>") == """
        table none,none
          tableRow
            tableCell {valign="top" align="right" width="20%"}
              text "a"
            tableCell {align="left" valign="top"}
              text "b"
        """)
  }

  @Test func `an unknown tag that is never closed is text, one that is closed shows its content with a warning`() {
    #expect(
      shape("a <container-ip> b <x-y>c</x-y>") == """
        paragraph
          text "a "
          text "<container-ip>"
          text " b "
          text "c"
        """)
    #expect(findings("> a <x-y>c</x-y> <x-y>d</x-y> <z>") == ["html.unknown-tag <x-y>"])
  }

  @Test func `nothing runs and nothing is loaded`() {
    #expect(shape("a <script>alert(1)</script>b\n\n<style>\np {}\n</style>\n\n<!-- c -->\n") == "paragraph\n  text \"a \"\n  text \"b\"")
    #expect(findings("<iframe src=\"https://a.b\"></iframe>") == ["html.not-shown <iframe src=\"https://a.b\">"])
  }

  @Test func `anchors belong to the block below them`() {
    #expect(
      shape("<a name=\"a\"></a>\n\n## B\n\nc <a id=\"d\"></a>e") == """
        heading 2 {anchor="a"}
          text "B"
        paragraph
          text "c "
          span {#d}
          text "e"
        """)
  }

  @Test func `HTML that nests too deep is shown as it was written`() {
    let text = String(repeating: "<b>", count: 400) + "a"
    #expect(findings(text).map { $0.prefix(12) } == ["html.nesting"])
    #expect(shape(text).contains("text \"<b>\""))
  }

  @Test func `who writes the names that stand for Markdown gets nothing for it`() {
    #expect(shape("<i><mdtypeset-node n=\"0\"></mdtypeset-node>a</i>") == "paragraph\n  emphasis\n    text \"a\"")
  }

  @Test(arguments: [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr", "source /", "WBR",
    "source srcset=\"a>b\"",
  ])
  func `a void element swallows nothing`(tag: String) {
    #expect(shape("a<\(tag)>b *c* d").contains("text \"c\""))
    #expect(shape("<p>a<\(tag)>b</p>\n\nc").hasSuffix("paragraph\n  text \"c\""))
  }

  @Test(arguments: [
    "<center><img src=\"a.png\"></center>\nIt is **convex** here.\n", "<div align=\"center\">\nWords\nand **bold**\n</div>\n",
    "<img src=\"a.png\">\n**Figure 1** of two\n", "<p>a</p>\nSee [there](b.md).\n", "<details>\nCall `f` first.\n</details>\n",
  ])
  func `text with marks right below a tag is Markdown, which nobody means as signs`(text: String) {
    #expect(["strong", "link", "code"].contains { shape(text).contains("\($0) ") || shape(text).contains("\($0)\n") }, "\(shape(text))")
  }

  @Test func `text without marks below a tag, and text that is indented, stay HTML`() {
    #expect(shape("<div>\na * b * c ** d `\n</div>\n").contains("text \"a * b * c ** d `\""))
    #expect(shape("<div>\n    a **b** c\n</div>\n").contains("text \"a **b** c\""))
    #expect(shape("<div>\nx ** \n\n y** z\n</div>\n").contains("text \"x **\""))
  }

  @Test func `a heading or list right below a closing tag is one`() {
    #expect(shape("<div>a</div>\n# B\n").hasSuffix("heading 1\n  text \"B\""))
    #expect(shape("<details>\n<summary>a</summary>\n- b\n\n</details>\n").contains("list of bullets"))
    #expect(shape("> <p>a</p>\n> ## B\n").contains("heading 2"))
    // Other lines are the HTML's own.
    #expect(!shape("<p>a</p>\nb *c*\n").contains("emphasis"))
    #expect(!shape("<span>\n# B\n</span>\n").contains("heading"))
  }

  @Test func `a heading right below the opening tag of a box is one`() {
    #expect(shape("<div>\n# B\n</div>\n").contains("heading 1"))
  }

  @Test func `what an unknown element says in its attributes is set`() {
    #expect(
      shape("<Listing number=\"2-1\" file-name=\"a.rs\" caption=\"A `b` c\">\n\n```rust\nfn\n```\n\n</Listing>\n") == """
        paragraph
          code "a.rs"
        codeBlock "rust" "fn\\n" {.rust}
        paragraph
          text "Listing 2-1. "
          text "A "
          code "b"
          text " c"
        """)
    #expect(
      shape("<Card title=\"A\" description=\"b\">\n\nc\n\n</Card>\n").hasPrefix(
        "paragraph\n  strong\n    text \"A\"\nparagraph\n  text \"b\""))
  }

  @Test func `a word goes on after a place where it may be broken`() {
    #expect(shape("Super<wbr>cali").contains("text \"cali\""))
    #expect(shape("<picture><source srcset=\"b\"><img src=\"a\"></picture>").contains("image \"a\""))
    let first = "<picture><source srcset=\"b.png 2x\" width=\"80\"><source srcset=\"c\"><img alt=\"\" src=\"\"></picture>\n"
    #expect(shape(first).contains("image \"b.png\""))
    let light = "<picture><source media=\"(prefers-color-scheme: light)\" srcset=\"b.png 2x\"><img src=\"a.png\"></picture>\n"
    #expect(shape(light).contains("image \"b.png\"") && parse(Source(name: "a.md", text: light)).diagnostics.isEmpty)
    // What is on the network is not read, and its picture for dark screens may be white.
    let remote = light.replacing("b.png", with: "https://a.org/b.png")
    #expect(shape(remote).contains("image \"a.png\""))
    #expect(parse(Source(name: "a.md", text: remote)).diagnostics.map(\.code) == ["picture.remote"])
  }

  @Test func `admonitions written in HTML are callouts with their title`() {
    func shape(_ text: String) -> String {
      parse(Source(name: "a.md", text: text)).tree.printed().split(separator: "\n").dropFirst()
        .map { $0.dropFirst(2).prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }.joined(separator: "\n")
    }
    let note = "title {.title}\n    text \"A\"\n  paragraph\n    text \"b\""
    #expect(
      shape("<div class=\"admonition tip\"><p class=\"title\">A</p><p>b</p></div>\n") == "callout admonition tip {.admonition .tip}\n  "
        + note)
    #expect(shape("<div class=\"warning\">\n\na\n\n</div>\n") == "callout admonition warning {.warning}\n  paragraph\n    text \"a\"")
    // Notebooks write their own title, or none.
    #expect(
      shape("<div class=\"alert alert-info\">\n\na\n\n</div>\n").hasPrefix(
        "callout admonition note {.alert .alert-info}\n  title\n  paragraph"))
    #expect(shape("<div class=\"note wide\">\n\na\n\n</div>\n").hasPrefix("division"))
    #expect(shape("<div class=\"alert\">\n\na\n\n</div>\n").hasPrefix("division"))
  }
}
