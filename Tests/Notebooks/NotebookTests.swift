import Glibc
import Testing
import TypesetDiagnostics

import TypesetNotebooks

/// Notebooks as Markdown.
@Suite struct NotebookTests {
  private func source(_ cells: String, metadata: String = #"{"language_info": {"name": "python"}}"#) throws -> Source {
    let text = "{\"cells\": [\(cells)], \"metadata\": \(metadata), \"nbformat\": 4, \"nbformat_minor\": 5}"
    return try NotebookReader.source(of: Array(text.utf8), name: "a.ipynb", folder: nil)
  }

  private func markdown(_ cells: String) throws -> String {
    String(decoding: try source(cells).bytes, as: UTF8.self)
  }

  private func code(_ source: String, outputs: String = "", metadata: String = "{}") -> String {
    #"{"cell_type": "code", "execution_count": 3, "metadata": \#(metadata), "source": "\#(source)", "outputs": [\#(outputs)]}"#
  }

  private func display(_ data: String) -> String { #"{"output_type": "display_data", "metadata": {}, "data": {\#(data)}}"# }

  @Test func `code has the kernel's language and its number, and what it printed follows`() throws {
    let printed = #"{"output_type": "stream", "name": "stdout", "text": ["```1\n", " 10%\r100%\n"]}"#
    #expect(try markdown(code("x", outputs: printed)) == "```python title=\"In [3]\"\nx\n```\n\n````\n```1\n100%\n````\n")
    #expect(try markdown(code(#"%%bash\nls"#)).hasPrefix("```bash title"))
    #expect(try markdown(code(#"#| label: a\n#| echo: false\nx"#, outputs: printed)).hasPrefix("````\n```1"))
  }

  @Test func `what is long, or named again and again, has limits`() throws {
    let lines = String(repeating: #"y\n"#, count: 200_000)
    let long = try source(code("", outputs: #"{"output_type": "stream", "text": "\#(lines)"}"#))
    #expect(long.bytes.count < 300_000 && long.remarks.map(\.code) == ["notebook.output"])
    let names = String(repeating: "![](attachment:a) ", count: 1_000)
    let data = String(repeating: "A", count: 9_000)
    let cell = #"{"cell_type": "markdown", "source": "\#(names)", "attachments": {"a": {"image/png": "\#(data)"}}}"#
    let text = try source(cell).bytes
    #expect(text.count < 4 * cell.utf8.count && String(decoding: text, as: UTF8.self).contains("![](attachment:a)"))
  }

  @Test func `the colours of a traceback are told with its fence`() throws {
    let error = #"{"output_type": "error", "ename": "E", "evalue": "x", "traceback": ["\u001b[0;31mEE\u001b[0m: \u001b[1mx"]}"#
    #expect(try markdown(code("", outputs: error)) == "```text looks=\"0.2r 2.1s\"\nEE: x\n```\n")
  }

  @Test func `colours of a terminal have numbers, indices and components`() throws {
    func looks(_ written: String) throws -> String {
      let text = written.replacing("^", with: #"\u001b["#)
      let cell = try markdown(code("", outputs: #"{"output_type": "stream", "name": "stdout", "text": "\#(text)"}"#))
      return cell.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first.map(String.init) ?? "none"
    }
    #expect(try looks("^32mok^39m no") == "0.2g")
    #expect(try looks("^38;5;196mr^38;5;21mb^38;5;244mg^38;5;3my^m.") == "0.1r 0.1b 0.1k 0.1y")
    #expect(try looks("^38;2;200;30;190mm^48;5;9m^38:5:6mc^0;37mw^90mk") == "0.1m 0.1c 1.1k")
    #expect(try looks("^1;34mbb^22mb^2J") == "0.2b 0.1b", "weight is not seen beside a colour, and no other sequence ends one")
    #expect(try looks("^38;5mx ^38;2;1my ^99999999999999999999mz") == "none")
    // What is written over leaves no colour.
    #expect(try looks(#"^31m 10%\r^32m100%^0m\n\tx^31m!"#) == "0.4g 10.1r")
  }

  @Test func `the format that says most on a page is taken`() throws {
    let cases = [
      (#""text/latex": "$\\displaystyle x$", "text/plain": "x""#, "$$\n\\displaystyle x\n$$\n"),
      (#""image/png": "iVBO\nRw0=\n", "text/plain": "x""#, "<img src=\"data:image/png;base64,iVBORw0=\" alt=\"Output of cell 1\">\n"),
      (#""text/markdown": "**b**", "text/plain": "x""#, "**b**\n"), (#""application/json": {"a": 1}"#, "```json\n{\"a\":1}\n```\n"),
      (
        #""text/html": "<div>\n<style>\n\np</style>\n<table>\n\n  <td>1.5</td>\n</table>\n</div>""#,
        "<table>\n<td align=\"right\">1.5</td>\n</table>\n"
      ),
      (#""text/html": "<script>1</script>", "text/plain": "x""#, "```\nx\n```\n"),
      (#""text/html": "<div class='sk-top-container'><pre>x</pre><b>rerun</b></div>", "text/plain": "PCA()""#, "```\nPCA()\n```\n"),
    ]
    for (data, expected) in cases {
      let written = data.replacing("\n", with: "\\n")
      #expect(try markdown(code("", outputs: display(written))) == expected)
    }
  }

  @Test func `an output that only a browser shows is told with its cell`() throws {
    let widget = display(#""application/vnd.jupyter.widget-view+json": {}, "text/html": "<b>w</b>", "text/plain": "Slider()""#)
    let source = try source(code("", outputs: widget))
    #expect(String(decoding: source.bytes, as: UTF8.self) == "```\nSlider()\n```\n")
    #expect(source.remarks.map(\.code) == ["notebook.output"] && source.remarks[0].message.hasPrefix("cell 1 has an output"))
  }

  @Test func `tags and keys hide cells, code and outputs`() throws {
    let printed = #"{"output_type": "stream", "text": "out"}"#
    for metadata in [#"{"tags": ["hide-input"]}"#, #"{"tags": ["remove_input"]}"#, #"{"jupyter": {"source_hidden": true}}"#] {
      #expect(try markdown(code("code", outputs: printed, metadata: metadata)) == "```\nout\n```\n")
    }
    for metadata in [#"{"tags": ["remove-output"]}"#, #"{"jupyter": {"outputs_hidden": true}}"#] {
      #expect(try markdown(code("code", outputs: printed, metadata: metadata)) == "```python title=\"In [3]\"\ncode\n```\n")
    }
    #expect(try markdown(code("code", outputs: printed, metadata: #"{"tags": ["remove-cell"]}"#)).isEmpty)
  }

  @Test func `of several attachments whose names a text begins with, the longest is shown`() throws {
    let names = ["a", "a.png", "a.png.png", "ab", "b"]
    let files = names.enumerated().map { "\"\($0.element)\": {\"image/png\": \"AAA\($0.offset)\"}" }.joined(separator: ",")
    func shown(_ name: String) throws -> String {
      let text = try markdown(#"{"cell_type": "markdown", "attachments": {\#(files)}, "source": "![](attachment:\#(name))"}"#)
      return String(text.dropFirst("![](".count).dropLast(")\n".count))
    }
    for (number, name) in names.enumerated() { #expect(try shown(name) == "data:image/png;base64,AAA\(number)") }
    #expect(try shown("a.pn") == "data:image/png;base64,AAA0.pn")
    #expect(try shown("c") == "attachment:c")
    #expect(try shown("") == "attachment:")
  }

  @Test func `thousands of attachments take as long as they are`() throws {
    let files = (0..<4_000).map { "\"q\($0).png\": {\"image/png\": \"AAAA\"}" }.joined(separator: ",")
    let names = String(repeating: "![](attachment:q.png) ", count: 40_000)
    // Each name compared with each attachment takes minutes.
    let start = clock()
    let text = try markdown(#"{"cell_type": "markdown", "source": "\#(names)", "attachments": {\#(files)}}"#)
    #expect(text.utf8.count > 40_000 && clock() - start < 15 * CLOCKS_PER_SEC)
  }

  @Test func `Markdown shows its attachments and leaves nothing open`() throws {
    let cell = #"""
      {"cell_type": "markdown", "metadata": {}, "attachments": {"a b.png": {"image/png": "iVBO"}},
       "source": "![a](attachment:a%20b.png) ![b](attachment:c.png)"}
      """#
    #expect(try markdown(cell) == "![a](data:image/png;base64,iVBO) ![b](attachment:c.png)\n")
    let open = #"{"cell_type": "markdown", "metadata": {}, "source": ["```\n", "open"]}"#
    let list = #"{"cell_type": "markdown", "metadata": {}, "source": "- a"}"#
    #expect(try markdown(open + "," + list) == "```\nopen\n```\n\n<!-- -->\n\n- a\n")
  }

  @Test func `a place is the cell's, and its line in the cell`() throws {
    let source = try source(code("x") + #",{"cell_type": "markdown", "metadata": {}, "source": "one\ntwo"}"#)
    let text = String(decoding: source.bytes, as: UTF8.self)
    let place = text.utf8.distance(from: text.startIndex, to: try #require(text.firstIndex(of: "w")))
    #expect(source.position(of: place) == Source.Position(file: "a.ipynb, cell 2", line: 2, column: 2))
  }

  @Test func `a notebook of nbformat 3 is read`() throws {
    let text = #"""
      {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "heading", "level": 2, "source": ["Old"]},
        {"cell_type": "code", "language": "python", "prompt_number": 1, "input": ["1"],
         "outputs": [{"output_type": "pyout", "prompt_number": 1, "text": ["1"]}]}]}]}
      """#
    let source = try NotebookReader.source(of: Array(text.utf8), name: "a.ipynb", folder: nil)
    #expect(String(decoding: source.bytes, as: UTF8.self) == "## Old\n\n```python title=\"In [1]\"\n1\n```\n\n```\n1\n```\n")
  }

  @Test func `only a raw cell is front matter`() throws {
    #expect(try markdown(#"{"cell_type": "raw", "metadata": {}, "source": "---\ntitle: T\n---"}"#) == "---\ntitle: T\n---\n")
    #expect(try markdown(#"{"cell_type": "markdown", "metadata": {}, "source": "---\ntitle: T\n---"}"#).hasPrefix("\n---"))
  }

  @Test func `of a notebook that ends anywhere all that is whole is read`() throws {
    func read(_ text: String) throws -> String {
      let source = try NotebookReader.source(of: Array(text.utf8), name: "a.ipynb", folder: nil)
      #expect(source.remarks.map(\.code) == ["notebook.cut"])
      return String(decoding: source.bytes, as: UTF8.self)
    }
    let output = #"{"output_type": "stream", "name": "stdout", "text": ["one\n", "two\n", "thr"#
    let cell = #"{"cells": [{"cell_type": "code", "execution_count": 3, "source": ["f(\"[\")\n", "g"], "outputs": ["#
    // In its first output, in the second line of its first cell, after a number.
    #expect(try read(cell + output).hasSuffix("\nf(\"[\")\ng\n```\n\n```\none\ntwo\n```\n"))
    #expect(try read(#"{"cells": [{"cell_type": "markdown", "source": ["Red\n", "Gre"#) == "Red\n")
    #expect(try read(#"{"cells": [{"cell_type": "heading", "level": 2, "source": ["Blue"], "#) == "## Blue\n")
    // A name without its value is none; what is open closes in its order.
    #expect(try read(#"{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "Sun", "metadata": {"tags": [], "a""#) == "Sun\n")
  }

  @Test func `what is broken is told with its place`() {
    for (text, words) in [("{\"cells\": [\n  {\"a\"", "a.ipynb:2:7: "), ("{}", "no cells")] {
      do {
        _ = try NotebookReader.source(of: Array(text.utf8), name: "a.ipynb", folder: nil)
        Issue.record("\(text) was read")
      } catch {
        #expect(error.message.contains(words))
      }
    }
  }
}
