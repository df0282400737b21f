import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Roles of Sphinx, MyST and d2l.
@Suite struct RoleTests {
  /// The printed tree without places.
  private func shape(_ text: String) -> String {
    parse(Source(name: "a.md", text: text)).tree.printed().split(separator: "\n").dropFirst()
      .map { $0.dropFirst(2).prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }.joined(separator: "\n")
  }

  @Test func `a label names the heading, picture or display before it`() {
    #expect(shape("## A\n:label:`sec_a`\n\nb\n") == "heading 2 {#sec_a}\n  text \"A\"\nparagraph\n  text \"b\"")
    #expect(
      shape("![A b](c.svg)\n:width:`300px`\n:label:`fig_a`\n")
        == "paragraph\n  image \"c.svg\" {#fig_a width=\"300px\"}\n    text \"A b\"")
    #expect(shape("$$x$$\n:eqlabel:`eq_a`\n").hasPrefix("mathBlock \"x\" {#eq_a}"))
  }

  @Test func `a label in a table's last row names the table, and the caption above is its own`() {
    let tree = shape(":Words of it\n\n|a|b|\n|--|--|\n|1|2|\n:label:`tab_a`\n")
    #expect(tree.hasPrefix("table") && tree.contains("{#tab_a}"))
    #expect(tree.contains("caption\n    text \"Words of it\""))
    #expect(!tree.contains("label"))
  }

  @Test func `references lead to what they name`() {
    #expect(shape("see :numref:`fig_a`.").contains("reference fig_a"))
    #expect(shape("see {ref}`the text <sec-a>`").contains("link \"#sec-a\"\n    text \"the text\""))
    #expect(shape("in :eqref:`eq_a`").contains("math \"\\\\eqref{eq_a}\""))
    #expect(shape("by :cite:`Knuth.1984,Lamport`").contains("text \"[Knuth.1984, Lamport]\""))
  }

  @Test func `other roles show their text`() {
    #expect(shape("press {kbd}`Ctrl`").contains("keyboard\n    text \"Ctrl\""))
    #expect(shape("call :py:func:`~a.b.run`").hasSuffix("text \"call \"\n  code \"run\""))
    #expect(shape("the :math:`x^2`").contains("math \"x^2\""))
  }

  @Test func `tabs of d2l show what they hold`() {
    #expect(
      shape(":begin_tab:`mxnet`\nWe use *it*.\n:end_tab:\n\n:begin_tab:`jax`\n:end_tab:\n")
        == "paragraph\n  text \"We use \"\n  emphasis\n    text \"it\"\n  text \".\"")
  }

  @Test func `Documenter's blocks are what they say`() {
    let text = "```@meta\nCurrentModule = A\n```\n\n```@example\nx = 1\n```\n\n```@contents\n```\n"
    #expect(shape(text) == "codeBlock \"julia\" \"x = 1\\n\"\ncontents")
  }

  @Test func `an emoji before code, a time and plain braces are no roles`() {
    #expect(shape(":rocket:`a`").contains("code \"a\""))
    #expect(shape(":label: `a`").contains("code \"a\""))
    #expect(shape("at 12:30:`a`").contains("text \"at 12:30:\""))
    #expect(shape("{x}`a`").contains("text \"{x}\""))
  }
}
