import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// Texts that cmark-gfm would read in the square of their length.
@Suite struct CmarkGuardTests {
  private func escapes(_ text: String) -> Int { CmarkGuard.escapes(in: Array(text.utf8), from: 0).count }

  @Test func `hundreds of openers without closers are escaped beyond the limit`() {
    #expect(escapes(String(repeating: "![[]()", count: 1_000)) == 700)
    #expect(escapes(String(repeating: "a <?a ", count: 1_000)) == 1_000)
    #expect(escapes(String(repeating: "a <!A ", count: 1_000)) == 1_000)
    #expect(escapes(String(repeating: "<![CDATA[ ", count: 1_000)) >= 1_000)
  }

  @Test func `a long reference that is used thousands of times is none`() {
    #expect(escapes("[x]: " + String(repeating: "y", count: 20_000) + "\n\n" + String(repeating: "[x]\n", count: 5_000)) == 1)
    #expect(escapes("[x]: " + String(repeating: "y", count: 2_000) + "\n\n" + String(repeating: "[x]\n", count: 5_000)) == 0)
  }

  @Test func `what authors write is left alone`() {
    #expect(escapes(String(repeating: "![a](b.png) ", count: 2_000)) == 0)
    #expect(escapes(String(repeating: "[![a](b.png)](c) ", count: 2_000)) == 0)
    #expect(escapes(String(repeating: "<!-- note -->\n", count: 2_000)) == 0)
    #expect(escapes(String(repeating: "`<?php` opens\n\n", count: 2_000)) == 0)
    #expect(escapes(String(repeating: "<?php echo 1 ?> ", count: 2_000)) == 0)
  }

  @Test(arguments: ["![[]()", "a <?a ", "<!A ", "<![CDATA[", "<!--", "|a\n"])
  func `hostile openers take little time`(unit: String) {
    let head = unit == "|a\n" ? String(repeating: "|a", count: 2_000) + "\n" + String(repeating: "|-", count: 2_000) + "\n" : ""
    let text = head + String(repeating: unit, count: 60_000 / unit.utf8.count)
    let time = processorTime { _ = parse(Source(name: "a.md", text: text)) }
    #expect(time < .seconds(4))
  }

  @Test func `links among thousands of marks of emphasis are text from some point on`() {
    #expect(escapes(String(repeating: "*b* [d](e) ", count: 800)) == 0)
    let found = escapes(String(repeating: "*b* [d](e) ", count: 6_000))
    #expect((4_000..<5_000).contains(found))
    #expect(escapes(String(repeating: "2. ~~b~~ [d](e)\n", count: 6_000)) == 0)
    #expect(escapes("words\n" + String(repeating: "2. ~~b~~ [d](e)\n", count: 6_000)) > 4_000)
  }

  @Test(arguments: [
    "- *b* [d](e)\n", "> * **b** [d](e)\n", "3) *b* [d](e)\n", "# *b* [d](e)\n", "some_words_in_a[line]\n", "a * b[1] * c\n",
    "*b* [d](e)\n\n",
  ])
  func `lists, headings, names and products are left alone, however long`(line: String) {
    #expect(escapes(String(repeating: line, count: 6_000)) == 0)
  }

  @Test func `tables and code are left alone, however long`() {
    #expect(escapes("| a | b |\n|---|:-:|\n" + String(repeating: "| *b* | [d](e) |\n", count: 6_000)) == 0)
    #expect(escapes("```c\n" + String(repeating: "*p = *q[i];\n", count: 6_000) + "```\n") == 0)
  }
}
