import Testing
import TypesetJSON

@testable import TypesetRows

@Suite struct RowTemplateTests {
  private func filled(_ template: String, _ row: String) throws -> String {
    try RowTemplate(template).filled(with: JSON(ArraySlice(row.utf8)))
  }

  private func failure(_ template: String, _ row: String = "{}") -> TemplateFailure? {
    do {
      _ = try filled(template, row)
      return nil
    } catch {
      return error as? TemplateFailure
    }
  }

  @Test func `values are put in the places of names`() throws {
    #expect(try filled("Dear {{name}}, {{ n }} of {{a.b}}\n", #"{"name": "Ann", "n": 3, "a": {"b": true}}"#) == "Dear Ann, 3 of true\n")
    // What the document fills in itself stays, unless a row has it.
    #expect(try filled("{{page}} {{date}}", #"{"date": "May"}"#) == "{{page}} May")
    #expect(try filled("a {{! a remark }}b", "{}") == "a b")
    #expect(try filled(#"\{{name}}"#, "{}") == #"\{{name}}"#)
  }

  @Test func `a value is no markup`() throws {
    let row = #"{"v": "*a* _b_ [c](d) `e` $x$ <b> | # & {{name}} \\n"}"#
    let text = try filled("{{v}}", row)
    #expect(!text.contains { "*_[]()`$<>|{}\\".contains($0) })
    #expect(text.contains("&#42;a&#42;") && text.contains("&#124; &#35; &#38;"))
    #expect(try filled("{{v}}", #"{"v": "  Two\nlines  "}"#) == "Two<br>lines")
    // Signs that typographers set stay.
    #expect(try filled("{{v}}", #"{"v": "O'Brien, \"Ann\""}"#) == "O'Brien, \"Ann\"")
  }

  @Test func `a value is written as its place needs it`() throws {
    #expect(try filled("`{{v}}`", #"{"v": "a*b_c"}"#) == "`a*b_c`")
    #expect(try filled("```\n{{v}}\n```\n{{v}}", #"{"v": "*"}"#) == "```\n*\n```\n&#42;")
    #expect(try filled("$x = {{v}}$ for {{v}}", #"{"v": "5_%"}"#) == #"$x = 5\_\%$ for 5&#95;&#37;"#)
    #expect(try filled("$$\n{{v}}\n$$\n{{v}}", ##"{"v": "#"}"##) == "$$\n\\#\n$$\n&#35;")
    #expect(try filled("![{{v}}](a/{{v}}.png)", #"{"v": "b (1)"}"#) == "![b &#40;1&#41;](a/b%20%281%29.png)")
    #expect(try filled(#"<img src="{{v}}" alt="{{v}}">"#, #"{"v": "a\"b"}"#) == #"<img src="a%22b" alt="a&quot;b">"#)
    #expect(try filled("[x]{style=\"color: {{v}}\"}", #"{"v": "\"}<b"}"#) == "[x]{style=\"color: &quot;&#125;&lt;b\"}")
    // A sum of money is no formula.
    #expect(try filled("costs ${{v}} or $ {{v}}", #"{"v": "5.50"}"#) == "costs $5.50 or $ 5.50")
    #expect(failure("`{{v}}`", #"{"v": "a`b"}"#)?.message == "v has a backtick, which cannot stand in code")
    #expect(failure("```\n{{v}}\n```\n", #"{"v": "a\n```\nb"}"#)?.message == "v has a line that would end the block of code")
  }

  @Test func `front matter stays front matter`() throws {
    let row = #"{"n": "A: \"1\" #2", "size": 11, "lang": "de-CH"}"#
    let text = try filled("---\ntitle: Invoice {{n}}\nlang: {{lang}}\nsubject: '{{n}}'\nnumber: {{size}}\n---\n\n{{n}}\n", row)
    #expect(
      text
        == "---\ntitle: \"Invoice A&#58; \\\"1\\\" &#35;2\"\nlang: \"de-CH\"\nsubject: 'A&#58; \"1\" &#35;2'\nnumber: 11\n---\n\nA&#58; \"1\" &#35;2\n"
    )
    #expect(try filled("---\nkeywords: [{{n}}, b]\n---\n", #"{"n": "a]"}"#) == "---\nkeywords: [\"a&#93;\", b]\n---\n")
  }

  @Test func `sections repeat and leave out, and take their lines with them`() throws {
    let template =
      "| a | b |\n|---|---|\n{{#each rows}}\n| {{name}} | {{total}} |\n{{/each}}\n\n{{#if note}}\n> {{note}}\n{{else}}\nNo note.\n{{/if}}\n"
    #expect(
      try filled(template, #"{"rows": [{"name": "x"}, {"name": "y|z", "total": 2}], "total": 1, "note": ""}"#)
        == "| a | b |\n|---|---|\n| x | 1 |\n| y&#124;z | 2 |\n\nNo note.\n")
    #expect(try filled("{{#each tags}}<{{this}}>{{/each}}", #"{"tags": ["a", "b"]}"#) == "<a><b>")
    #expect(try filled("{{#unless paid}}due{{/unless}}{{#if none}}x{{/if}}", #"{"paid": false}"#) == "due")
    #expect(try filled("{{#if 0}}x{{/if}}{{#if a}}y{{/if}}", #"{"a": 0}"#) == "")
  }

  @Test func `formats are the document's own`() throws {
    #expect(try filled("{{v | currency EUR}}", #"{"v": 1234.5}"#) == #"[1234.5]{format="currency EUR"}"#)
    #expect(try filled("{{v | list}}", #"{"v": ["a", "b"]}"#) == #"[a, b]{format="list"}"#)
    #expect(failure("{{v | currency EUR}}", #"{"v": "ten"}"#)?.message == "v is “ten”, which is no number")
    #expect(failure("{{v | money}}")?.message == "the format money is unknown")
    #expect(failure("$ {{v}} $`{{v | number}}`")?.message == "a value can have a format in running text only")
  }

  @Test func `what is missing is named with its line`() {
    let missing = failure("a\n\n{{nam}}\n", #"{"name": "Ann"}"#)
    #expect(missing?.message == "there is no field nam" && missing?.line == 3 && missing?.hint == "did you mean {{name}}?")
    #expect(failure("{{a.b}}", #"{"a": {}}"#)?.message == "there is no field a.b")
    #expect(failure("{{a}}", #"{"a": null}"#)?.message == "the field a is null")
    #expect(failure("{{#each a}}{{/each}}", #"{"a": 1}"#)?.message == "a is no list")
    #expect(failure("{{a}}", #"{"a": [1]}"#)?.message == "a is a list")
  }

  @Test func `templates that cannot be read are one sentence`() {
    #expect(failure("\n{{#if a}}\n{{#each b}}\n{{/if}}")?.message == "{{#each}} is not closed before {{/if}} in line 4")
    #expect(failure("{{#if a}}")?.message == "{{#if}} is not closed")
    #expect(failure("{{/if}}")?.message == "{{/if}} closes nothing")
    #expect(failure("{{else}}")?.message == "{{else}} is in no {{#if}}")
    #expect(failure("{{{a}}}")?.message == "values are never markup")
    #expect(failure("{{#with a}}")?.message == "#with is unknown")
    #expect(failure(String(repeating: "{{#if a}}", count: 40))?.message == "sections are nested too deeply")
  }
}

@Suite struct DataRowTests {
  /// All rows of a text that comes in small pieces.
  private func rows(_ text: String, _ kind: DataRows.Kind, piece: Int = 3) throws -> [DataRows.Row] {
    var rest = Array(text.utf8)[...]
    var rows = DataRows(kind) {
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
    var out: [DataRows.Row] = []
    while let row = try rows.next() { out.append(row) }
    return out
  }

  private func failure(_ text: String, _ kind: DataRows.Kind) -> RowFailure? {
    do {
      _ = try rows(text, kind)
      return nil
    } catch {
      return error as? RowFailure
    }
  }

  @Test func `values are between commas, with quotes around what has them`() throws {
    let found = try rows("\u{FEFF}id,name\r\n1,\"Ann, \"\"A\"\"\nB\"\r\n\r\n2,\r\n", .csv)
    #expect(found.map(\.values.description) == [#"{"id":"1","name":"Ann, \"A\"\nB"}"#, #"{"id":"2","name":""}"#])
    #expect(found.map(\.line) == [2, 5] && found.map(\.number) == [1, 2])
    #expect(try rows("id;name\n1;\"a;b\"\n", .csv).first?.values["name"]?.text == "a;b")
    #expect(try rows("id\tname\n1\ta, b", .csv, piece: 100).first?.values["name"]?.text == "a, b")
  }

  @Test func `a JSON object a line is a row`() throws {
    let found = try rows("{\"id\": 1}\n\n{\"id\": [2]}", .jsonLines)
    #expect(found.map(\.values.description) == [#"{"id":1}"#, #"{"id":[2]}"#] && found.map(\.line) == [1, 3])
  }

  @Test func `rows that cannot be read are named with their line`() {
    #expect(
      failure("a,b\n1,2\n3\n", .csv)
        == RowFailure(
          message: "the row has 1 values, the first row has 2 names", hint: "a value with the separator in it needs quotes", line: 3))
    #expect(failure("a,a\n", .csv)?.message == "two columns are called a")
    #expect(failure("a,b\n1,\"2\n", .csv)?.message == "a quote is never closed")
    #expect(failure("a,b\n1,\"2\"x\n", .csv)?.message == "text follows a quote that ends a value")
    #expect(failure("{}\n[1]\n", .jsonLines)?.message == "the row is no JSON object")
    #expect(failure("{}\n{\n", .jsonLines)?.line == 2)
  }
}
