import Testing
import TypesetDiagnostics

import TypesetPandoc

/// pandoc's documents as Markdown.
@Suite struct PandocTests {
  private func markdown(_ blocks: String, meta: String = "") throws -> String {
    let text = "{\"pandoc-api-version\":[1,22,2,1],\"meta\":{\(meta)},\"blocks\":[\(blocks)]}"
    let source = try PandocReader.source(of: Array(text.utf8), name: "a.json", folder: nil)
    #expect(source.remarks.isEmpty)
    return String(decoding: source.bytes.dropFirst("---\nfrom: pandoc\n".utf8.count), as: UTF8.self)
  }

  private func paragraph(_ inlines: String) throws -> String {
    String(try markdown(#"{"t":"Para","c":[\#(inlines)]}"#).dropFirst("---\n\n".count).dropLast())
  }

  @Test func `signs of text mean nothing`() throws {
    #expect(try paragraph(#"{"t":"Str","c":"*a_[$5]"}"#) == "&#42;a&#95;&#91;&#36;5&#93;")
    #expect(try paragraph(#"{"t":"Str","c":"1."},{"t":"Space"},{"t":"Str","c":"May"}"#) == "1&#46; May")
  }

  @Test(arguments: [("1,17,5,4", false), ("1,23,1", false), ("1,24", true), ("1,12", true), ("2,0", true)])
  func `a version of the documents that is not known is said`(version: String, isSaid: Bool) throws {
    let text = #"{"pandoc-api-version":[\#(version)],"meta":{},"blocks":[]}"#
    let source = try PandocReader.source(of: Array(text.utf8), name: "a.json", folder: nil)
    #expect(source.remarks.map(\.code) == (isSaid ? ["pandoc.version"] : []))
  }

  @Test func `inlines keep what they are`() throws {
    let cases = [
      (#"{"t":"Emph","c":[{"t":"Str","c":"a"}]}"#, "<em>a</em>"), (#"{"t":"Math","c":[{"t":"InlineMath"},"x^2"]}"#, "$`x^2`$"),
      (#"{"t":"Code","c":[["",["py"],[]],"a`b"]}"#, "``a`b``{.py}"),
      (#"{"t":"Quoted","c":[{"t":"DoubleQuote"},[{"t":"Str","c":"a"}]]}"#, "“a”"),
      (#"{"t":"Link","c":[["i",["c"],[["k","v"]]],[{"t":"Str","c":"a"}],["b c","t"]]}"#, "[a](<b c> \"t\"){#i .c k=\"v\"}"),
      (#"{"t":"Cite","c":[[],[{"t":"Str","c":"Doe"}]]}"#, "Doe"), (#"{"t":"RawInline","c":["html","<b>"]}"#, "<b>"),
      (
        #"{"t":"Link","c":[["",[],[["reference-type","eqref"],["reference","eq:a"]]],[{"t":"Str","c":"[eq:a]"}],["",""]]}"#,
        "\\eqref{eq:a}"
      ),
    ]
    for (json, expected) in cases { #expect(try paragraph(json) == expected) }
    #expect(try paragraph(#"{"t":"Note","c":[{"t":"Para","c":[{"t":"Str","c":"n"}]}]}"#) == "[^1]\n\n[^1]: n")
  }

  @Test func `lists keep their numbers, and two lists are two`() throws {
    let item = #"[{"t":"Plain","c":[{"t":"Str","c":"a"}]}]"#
    let numbered = #"{"t":"OrderedList","c":[[2,{"t":"LowerRoman"},{"t":"OneParen"}],[\#(item),\#(item)]]}"#
    #expect(try markdown(#"{"t":"BulletList","c":[[{"t":"Plain","c":[{"t":"Str","c":"☐"},{"t":"Space"}]}]]}"#).hasSuffix("- [ ] \n"))
    let bullets = #"{"t":"BulletList","c":[\#(item)]}"#
    #expect(try markdown(numbered).hasSuffix("ii) a\niii) a\n"))
    // One blank would make them the initials of names.
    let letters = #"{"t":"OrderedList","c":[[1,{"t":"UpperAlpha"},{"t":"Period"}],[\#(item),\#(item)]]}"#
    #expect(try markdown(letters).hasSuffix("A.  a\nB.  a\n"))
    #expect(try markdown(bullets + "," + bullets).hasSuffix("- a\n\n<!-- -->\n\n- a\n"))
  }

  @Test func `citations that pandoc has not resolved are cited where the document names works`() throws {
    func cite(_ mode: String, _ shown: String, after: String = "") -> String {
      #"{"t":"Cite","c":[[{"citationId":"doe:99","citationPrefix":[],"citationSuffix":[\#(after)],"citationMode":{"t":"\#(mode)"}}],[\#(shown)]]}"#
    }
    let works = #""bibliography":{"t":"MetaString","c":"x.bib"}"#
    let raw = #"{"t":"RawInline","c":["latex","\\cite{doe:99}"]}"#
    func text(_ inlines: String, meta: String) throws -> String {
      String(try markdown(#"{"t":"Para","c":[\#(inlines)]}"#, meta: meta).split(separator: "\n").last ?? "")
    }
    #expect(try text(cite("NormalCitation", raw, after: #"{"t":"Str","c":"p. 3"}"#), meta: works) == "[@{doe:99}, p. 3]")
    #expect(try text(cite("AuthorInText", #"{"t":"Str","c":"@doe:99"}"#), meta: works) == "@{doe:99}")
    #expect(try text(cite("NormalCitation", #"{"t":"Str","c":"(Doe"}"#), meta: works) == "(Doe")
    #expect(try text(cite("AuthorInText", #"{"t":"Str","c":"@doe:99"}"#), meta: "") == "&#64;doe&#58;99")
  }

  @Test func `references to figures and tables have the numbers that are made here`() throws {
    let link = { (name: String) in
      ##"{"t":"Link","c":[["",[],[["reference-type","ref"],["reference","\##(name)"]]],[{"t":"Str","c":"1.1"}],["#\##(name)",""]]}"##
    }
    let figure = #"{"t":"Para","c":[{"t":"Image","c":[["fig:a",[],[]],[{"t":"Str","c":"a"}],["x.png","fig:"]]}]}"#
    let text = try markdown(#"{"t":"Para","c":[\#(link("fig:a")),{"t":"Space"},\#(link("ch:a"))]},\#(figure)"#)
    #expect(text.contains("\\ref{fig:a} [1.1](<#ch:a>)"), "\(text)")
  }

  @Test func `a display is on lines of its own, words go on behind it`() throws {
    let display = #"{"t":"Math","c":[{"t":"DisplayMath"},"\\label{eq:a} x"]}"#
    let text = try paragraph(#"{"t":"Str","c":"a"},{"t":"Space"},\#(display),{"t":"SoftBreak"},{"t":"Str","c":"1."}"#)
    #expect(text == "a \n$$\\label{eq:a} x$$\n1&#46;")
  }

  @Test func `identifiers and links to them are written alike`() throws {
    let span = #"{"t":"Span","c":[["a.xhtml#b c",[],[]],[{"t":"Str","c":"x"}]]}"#
    let link = ##"{"t":"Link","c":[["",[],[]],[{"t":"Str","c":"x"}],["#a.xhtml#b c",""]]}"##
    #expect(try paragraph(span + "," + link) == "[x]{#a.xhtml_b-c}[x](<#a.xhtml_b-c>)")
  }

  @Test func `tags that are blocks of their own have Markdown between them`() throws {
    let cell = #"{"t":"Para","c":[{"t":"Emph","c":[{"t":"Str","c":"a"}]}]}"#
    let raw = { (text: String) in #"{"t":"RawBlock","c":["html","\#(text)"]}"# }
    let written = try markdown([raw("<table>"), raw(#"  <tr>\n  <td>"#), cell, raw("</td></tr></table>")].joined(separator: ","))
    #expect(written.hasSuffix("<table>\n\n<tr>\n<td>\n\n<em>a</em>\n\n</td></tr></table>\n"))
    #expect(try markdown(raw(#"<pre>a\n\nb</pre>"#)).hasSuffix("```{=html}\n<pre>a\n\nb</pre>\n```\n"))
    let definition = #"{"t":"DefinitionList","c":[[[],[[{"t":"Para","c":[{"t":"Str","c":"a"}]}]]]]}"#
    #expect(try markdown(definition).hasSuffix("&#8203;\n\n:   a\n"))
  }

  @Test(arguments: [("", "![a b](<x.png>){caption=\"\"}"), ("fig:", "![a b](<x.png>)"), ("fig:t", "![a b](<x.png> \"t\")")])
  func `a picture that is alone is a figure only if pandoc says so`(title: String, expected: String) throws {
    let words = #"{"t":"Str","c":"a"},{"t":"Space"},{"t":"Str","c":"b"}"#
    #expect(try paragraph(#"{"t":"Image","c":[["",[],[]],[\#(words)],["x.png","\#(title)"]]}"#) == expected)
  }

  @Test func `a table whose cells span is HTML, others are of bars`() throws {
    func table(_ span: Int) -> String {
      let cell = #"[["",[],[]],{"t":"AlignDefault"},1,\#(span),[{"t":"Plain","c":[{"t":"Str","c":"x|"}]}]]"#
      let row = #"[["",[],[]],[\#(cell)]]"#
      return #"""
        {"t":"Table","c":[["",[],[]],[null,[]],[[{"t":"AlignRight"},{"t":"ColWidthDefault"}]],[["",[],[]],[\#(row)]],
        [[["",[],[]],0,[],[\#(row)]]],[["",[],[]],[]]]}
        """#
    }
    #expect(try markdown(table(1)).hasSuffix("| x&#124; |\n|--:|\n| x&#124; |\n"))
    #expect(try markdown(table(2)).contains("<td align=\"right\" colspan=\"2\">\n\nx&#124;\n\n</td>"))
  }

  @Test func `environments of formulas stand as they are, and other raw text keeps its format`() throws {
    let display = try markdown(#"{"t":"RawBlock","c":["latex","\\begin{align}\n\na\n\\end{align}"]}"#)
    #expect(display.hasSuffix("\n\\begin{align}\na\n\\end{align}\n"))
    #expect(try markdown(#"{"t":"RawBlock","c":["html","<hr>"]}"#).hasSuffix("\n<hr>\n"))
  }

  @Test func `metadata is front matter`() throws {
    let title = #""title":{"t":"MetaInlines","c":[{"t":"Str","c":"A:"},{"t":"Space"},{"t":"Emph","c":[{"t":"Str","c":"b"}]}]}"#
    let date = #""date":{"t":"MetaInlines","c":[{"t":"Str","c":"2026-11-24"}]}"#
    #expect(try markdown("", meta: title + "," + date).hasPrefix("title: \"A&#58; <em>b</em>\"\ndate: \"2026-11-24\"\n---\n"))
  }

  @Test func `nodes that nobody knows and broken JSON are told`() throws {
    let text = #"{"blocks":[{"t":"Hologram","c":[]}]}"#
    let source = try PandocReader.source(of: Array(text.utf8), name: "a.json", folder: nil)
    #expect(source.remarks.map(\.message) == ["pandoc's document has a node that is not known: Hologram"])
    for (text, words) in [(#"{"blocks":["#, "a.json:1:12"), ("[]", "no blocks"), (String(repeating: "[", count: 9_999), "found the end")] {
      do {
        _ = try PandocReader.source(of: Array(text.utf8), name: "a.json", folder: nil)
        Issue.record("\(words): was read")
      } catch {
        #expect(error.message.contains(words))
      }
    }
  }

  @Test func `what nests too deeply is left out, said, and the rest is read`() throws {
    for (open, close) in [
      (#"{"t":"BlockQuote","c":["#, "]}"), (#"{"t":"BulletList","c":[["#, "]]}"), (#"{"t":"Div","c":[["",[],[]],["#, "]]}"),
    ] {
      let text =
        #"{"blocks":["# + String(repeating: open, count: 5_000) + #"{"t":"HorizontalRule"}"# + String(repeating: close, count: 5_000)
        + #",{"t":"Para","c":[{"t":"Str","c":"after"}]}]}"#
      let source = try PandocReader.source(of: Array(text.utf8), name: "a.json", folder: nil)
      #expect(source.remarks.map(\.code).contains("limit.nesting"))
      #expect(String(decoding: source.bytes, as: UTF8.self).contains("after"))
    }
  }

  @Test func `a row that lacks cells is written as it is, under a head of all columns`() throws {
    let columns = Array(repeating: #"[{"t":"AlignDefault"},{"t":"ColWidthDefault"}]"#, count: 3).joined(separator: ",")
    let cell = #"[["",[],[]],{"t":"AlignDefault"},1,1,[{"t":"Plain","c":[{"t":"Str","c":"x"}]}]]"#
    let table = #"""
      {"t":"Table","c":[["",[],[]],[null,[]],[\#(columns)],[["",[],[]],[]],
      [[["",[],[]],0,[],[[["",[],[]],[\#(cell)]]]]],[["",[],[]],[]]]}
      """#
    #expect(try markdown(table).hasSuffix("|  |  |  |\n|---|---|---|\n| x |\n"))
  }

  /// A listing of many short lines within sixty lists, quotes or definitions.
  private static let wraps = [
    (#"{"t":"OrderedList","c":[[3888,{"t":"LowerRoman"},{"t":"TwoParens"}],[["#, "]]]}"), (#"{"t":"BulletList","c":[["#, "]]}"),
    (#"{"t":"BlockQuote","c":["#, "]}"), (#"{"t":"DefinitionList","c":[[[{"t":"Str","c":"t"}],[["#, "]]]]}"),
  ]

  @Test(arguments: 0..<4)
  func `what is indented adds at most what the file has, and nothing is lost`(wrap: Int) throws {
    let (open, close) = Self.wraps[wrap]
    let listing = #"{"t":"CodeBlock","c":[["",[],[]],"\#(String(repeating: #"a\n"#, count: 50_000))end"]}"#
    let note = #"{"t":"Para","c":[{"t":"Note","c":[\#(listing)]}]}"#
    let last = #"{"t":"Para","c":[{"t":"Str","c":"last"}]}"#
    let blocks = String(repeating: open, count: 40) + listing + String(repeating: close, count: 40) + "," + note + "," + last
    let text = #"{"pandoc-api-version":[1,22,2,1],"meta":{},"blocks":[\#(blocks)]}"#
    let source = try PandocReader.source(of: Array(text.utf8), name: "a.json", folder: nil)
    #expect(source.bytes.count < 3 * text.utf8.count)
    #expect(source.remarks.map(\.code) == ["limit.nesting"] && source.remarks.allSatisfy { $0.severity == .error })
    let lines = String(decoding: source.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.hasSuffix("a") } == 100_000)
    #expect(lines.contains("last"))
    // Fences that are not indented begin at the margin, as what is in them does.
    let fences = lines.filter { $0.hasSuffix("```") || $0.hasSuffix("``` ") }
    #expect(fences.count == 4)
  }
}
