import Testing
import TypesetDiagnostics

@testable import TypesetNotebooks

/// What of a notebook stands on the pages, as Markdown.
@Suite struct NotebookTextTests {
  private func markdown(_ cells: String, metadata: String = #"{"language_info": {"name": "python"}}"#) throws -> String {
    String(decoding: try text(cells, metadata: metadata).bytes, as: UTF8.self)
  }

  private func text(_ cells: String, metadata: String = "{}") throws -> NotebookText {
    let json = #"{"cells": [\#(cells)], "metadata": \#(metadata), "nbformat": 4, "nbformat_minor": 5}"#
    return NotebookText(try Notebook(Array(json.utf8)), name: "n.ipynb")
  }

  @Test func `Markdown cells stand as they are, an empty line between them`() throws {
    let cells = ##"{"cell_type": "markdown", "source": ["# A\n", "\n", "$x$"]}, {"cell_type": "markdown", "source": "more\n"}"##
    #expect(try markdown(cells) == "# A\n\n$x$\n\nmore\n\n")
  }

  @Test func `code has the kernel's language and its number`() throws {
    let cells = #"{"cell_type": "code", "execution_count": 3, "source": "a = 1\n", "outputs": []}"#
    #expect(try markdown(cells) == "```python title=\"In [3]\"\na = 1\n```\n\n")
  }

  @Test(arguments: [
    (#"{"tags": ["remove-input"]}"#, "```text\nout\n```\n\n"), (#"{"tags": ["hide_output"]}"#, "```python\na\n```\n\n"),
    (#"{"tags": ["remove-cell"]}"#, ""), (#"{"jupyter": {"source_hidden": true}}"#, "```text\nout\n```\n\n"),
    (#"{"cellView": "form"}"#, "```text\nout\n```\n\n"), (#"{"tags": ["other"]}"#, "```python\na\n```\n\n```text\nout\n```\n\n"),
  ]) func `tags hide what they name`(metadata: String, expected: String) throws {
    let output = #"{"output_type": "stream", "name": "stdout", "text": ["out\n"]}"#
    let cell = #"{"cell_type": "code", "metadata": \#(metadata), "source": "a", "outputs": [\#(output)]}"#
    #expect(try markdown(cell) == expected)
  }

  @Test func `options of Quarto are read and not shown`() throws {
    let output = #"{"output_type": "display_data", "data": {"image/png": "aW\n1n", "text/plain": "<Figure>"}}"#
    let source = ##"#| label: fig-a\n#| fig-cap: \"A [b] c\"\nplot()"##
    let cell = #"{"cell_type": "code", "source": "\#(source)", "outputs": [\#(output)]}"#
    #expect(
      try markdown(cell) == "```python\nplot()\n```\n\n![A \\[b\\] c](data:image/png;base64,aW1n){#fig-a}\n\n")
    #expect(try markdown(cell.replacing("#| label: fig-a", with: "#| include: false")) == "")
  }

  @Test(arguments: [
    (#"{"text/latex": "$\\displaystyle x^2$", "text/plain": "x**2"}"#, "$$\\displaystyle x^2$$"),
    (
      #"{"text/html": "<div>\n<style scoped>\n  .a { }\n</style>\n<table>\n  <tr><td>1</td></tr>\n\n</table>\n</div>", "text/plain": "1"}"#,
      "<div>\n<table>\n<tr><td>1</td></tr>\n</table>\n</div>"
    ),
    (#"{"text/markdown": "**b**", "text/plain": "<Markdown>"}"#, "**b**"),
    (#"{"application/json": {"a": [1]}, "text/plain": "<JSON>"}"#, "```json\n{\"a\":[1]}\n```"),
    (#"{"text/plain": "a ``` b"}"#, "````text\na ``` b\n````"),
    (#"{"image/svg+xml": "<svg/>", "text/plain": "<SVG>"}"#, "![](data:image/svg+xml;base64,PHN2Zy8+)"),
  ]) func `a result is shown in its best form`(data: String, expected: String) throws {
    let cell = #"{"cell_type": "code", "source": "", "outputs": [{"output_type": "execute_result", "data": \#(data)}]}"#
    #expect(try markdown(cell) == expected + "\n\n")
  }

  @Test func `colours of a terminal go, and bars of progress stand at their end`() throws {
    let text = #"[\u001b[31mred\u001b[0m]\n 10%\r 50%\r100%\ndone\r\n"#
    let cell = #"{"cell_type": "code", "source": "", "outputs": [{"output_type": "stream", "text": "\#(text)"}]}"#
    #expect(try markdown(cell) == "```text\n[red]\n100%\ndone\n```\n\n")
  }

  @Test func `what has no form for pages is said once`() throws {
    let output = #"{"output_type": "display_data", "data": {"application/vnd.jupyter.widget-view+json": {}, "text/plain": "Slider()"}}"#
    let cell = #"{"cell_type": "code", "source": "", "outputs": [\#(output), \#(output)]}"#
    let text = try text(cell)
    #expect(String(decoding: text.bytes, as: UTF8.self).hasPrefix("```text\nSlider()\n```\n"))
    #expect(text.diagnostics.map(\.code) == ["notebook.output"])
  }

  @Test func `a cell ends what it leaves open`() throws {
    let cells = #"{"cell_type": "markdown", "source": "- a\n\n```\nb"}, {"cell_type": "markdown", "source": "- c"}"#
    #expect(try markdown(cells) == "- a\n\n```\nb\n```\n\n<!-- -->\n\n- c\n\n")
  }

  @Test func `attachments stand in the place of their names`() throws {
    let cell = #"{"cell_type": "markdown", "source": "![x](attachment:a%20b.png)", "attachments": {"a b.png": {"image/png": "aW1n"}}}"#
    #expect(try markdown(cell) == "![x](data:image/png;base64,aW1n)\n\n")
  }

  @Test func `what is long or named again and again has limits`() throws {
    let lines = String(repeating: #"y\n"#, count: 200_000)
    let printed = try text(#"{"cell_type": "code", "source": "", "outputs": [{"output_type": "stream", "text": "\#(lines)"}]}"#)
    #expect(printed.bytes.count < 300_000 && printed.diagnostics.map(\.code) == ["limit.output"])
    let names = String(repeating: "![](attachment:a) ", count: 1_000)
    let data = String(repeating: "A", count: 9_000)
    let cell = #"{"cell_type": "markdown", "source": "\#(names)", "attachments": {"a": {"image/png": "\#(data)"}}}"#
    let bytes = try text(cell).bytes
    #expect(bytes.count < 3 * cell.utf8.count && String(decoding: bytes, as: UTF8.self).contains("![](attachment:a)"))
  }

  @Test func `a notebook of the third format is read`() throws {
    let cells = #"""
      {"cell_type": "heading", "level": 2, "source": "Two"},
      {"cell_type": "code", "language": "python", "input": "1", "prompt_number": 7, "outputs": [{"output_type": "pyout", "text": "1"}]}
      """#
    let json = #"{"worksheets": [{"cells": [\#(cells)]}], "metadata": {}, "nbformat": 3}"#
    let text = NotebookText(try Notebook(Array(json.utf8)), name: "n.ipynb")
    #expect(String(decoding: text.bytes, as: UTF8.self) == "## Two\n\n```python title=\"In [7]\"\n1\n```\n\n```text\n1\n```\n\n")
  }

  @Test func `places are those of cells and their lines`() throws {
    let cells = ##"{"cell_type": "markdown", "source": "a\nb"}, {"cell_type": "code", "source": "#| echo: true\nx\ny", "outputs": []}"##
    let text = try text(cells)
    let source = Source(files: [Source.File(name: "n.ipynb", start: 0)], bytes: text.bytes, runs: text.runs)
    let b = try #require(text.bytes.firstIndex(of: UInt8(ascii: "b")))
    #expect(source.position(of: b) == Source.Position(file: "n.ipynb cell 1", line: 2, column: 1))
    let y = try #require(text.bytes.lastIndex(of: UInt8(ascii: "y")))
    #expect(source.position(of: y) == Source.Position(file: "n.ipynb cell 2", line: 3, column: 1))
  }

  @Test func `what is no notebook says where it ends`() {
    #expect(throws: Notebook.Fault.self) { try Notebook(Array(#"{"cells": [{"source": "a"#.utf8)) }
    #expect(throws: Notebook.Fault.self) { try Notebook(Array("{}".utf8)) }
  }
}
