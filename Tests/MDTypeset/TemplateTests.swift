import MDTypeset
import Testing
import TypesetDiagnostics

/// Tags of site generators: Jekyll's, Hugo's, Quarto's, GitBook's.
@Suite struct TemplateTests {
  private func text(_ text: String) -> String {
    String(decoding: Typesetter().typeset(Source(name: "a.md", text: text)).source.bytes, as: UTF8.self)
  }

  private func messages(_ text: String) -> [String] {
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    return document.diagnostics.map { diagnostic in
      let place = document.source.position(of: Int(diagnostic.span?.start ?? 0))
      return "\(place.line):\(place.column) \(diagnostic.message)"
    }
  }

  @Test func `tags are left out, each name reported once at its place`() {
    #expect(text("a\n\n{{< widgets x >}}\n\nb {{< widgets y >}} c\n") == "a\n\n\n\nb  c\n")
    #expect(
      messages("a\n\n{{< widgets x >}}\n\nb {{< widgets y >}} c {% include a.html %} $\\frca$\n").sorted() == [
        "3:18 the shortcode widgets is left out", "5:43 the tag include is left out", "5:45 unknown command \\frca",
      ])
    #expect(text("{{% foo tip %}}\nread\n{{% /foo %}}\n") == "\nread\n\n")
  }

  @Test func `what stands between the tags of a shortcode for code is code`() {
    let matter = "---\ndraft: false\n---\n"
    #expect(text(matter + "{{< code file=\"a.html\" >}}\n{{ .Title }}\n{{< /code >}}\n").hasSuffix("\n````html\n{{ .Title }}\n````\n\n"))
    #expect(text(matter + "{{< code-toggle >}}\na = 1\n{{< /code-toggle >}}\n").contains("````toml\na = 1\n````"))
    #expect(text(matter + "{{< code >}}\na\n").hasSuffix("\na\n"))
  }

  @Test func `tabs on the lines of their tags have their names`() {
    let tabs = "{{< tabs items=\"A,B\" >}}\n{{< tab >}}one{{< /tab >}}\n{{< tab >}}two{{< /tab >}}\n{{< /tabs >}}\n"
    #expect(text(tabs).contains("**A**\n\none"))
    #expect(text(tabs).contains("**B**\n\ntwo"))
  }

  @Test func `braces that Vue shows as they are stay`() {
    let matter = "---\nlayout: doc\n---\n"
    #expect(text(matter + "<span v-pre>{{ a.b }}</span> {{ c.d }}\n").hasSuffix("<span v-pre>{{ a.b }}</span> \n"))
    #expect(text(matter + "::: v-pre\n{{ a.b }}\n:::\n{{ c.d }}\n").hasSuffix("{{ a.b }}\n:::\n\n"))
  }

  @Test func `the blank before a tag that is left out goes with it where a phrase ends`() {
    let matter = "---\nlayout: post\n---\n"
    #expect(text(matter + "*Updated: {{ page.date }}*\n").hasSuffix("\n*Updated:*\n"))
    #expect(text(matter + "(see {{ page.date }}), b\n").hasSuffix("\n(see), b\n"))
    #expect(text(matter + "a {{ page.date }} *b* c {{ page.date }}*d*\n").hasSuffix("\na  *b* c *d*\n"))
  }

  @Test func `an expression is a tag only where the document is a template`() {
    #expect(text("Vue shows {{ message }}.\n") == "Vue shows {{ message }}.\n")
    #expect(text("---\nlayout: post\n---\nby {{ page.author }}.\n").hasSuffix("\nby.\n"))
    #expect(text("{% if x %}\n{{ page.author }}\n{% endif %}\n") == "\n\n\n")
  }

  @Test func `a helper that is not known is left out where it has a line for itself`() {
    #expect(text("a\n\n{{#quiz ../q.toml}}\n\n{{ b }}\n") == "a\n\n\n\n{{ b }}\n")
    #expect(text("{{#title A}}\n\nb\n") == "\n\nb\n" && messages("{{#title A}}\n").isEmpty)
    #expect(messages("{{#quiz a}}\n\n{{#quiz b}}\n") == ["1:12 the helper #quiz is left out"])
    for kept in ["write {{#if x}} there\n", "```\n{{#if x}}\n```\n", "`{{#if x}}`\n", "{{#1}}\n"] {
      #expect(text(kept) == kept)
    }
  }

  @Test func `a tag that is left out is shown as it stands in the file`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: "a\n\nModel of {% foo x %} b {% foo y %}\n"))
    #expect(
      document.diagnostics.summarized(in: document.source) == [
        """
        a.md:3:10: warning: the tag foo is left out [template.left-out]
            3 | Model of {% foo x %} b {% foo y %}
              |          ^~~~~~~~~~~
           hint: replace it by the Markdown that the site generator would produce

        """
      ])
  }

  @Test(arguments: [
    "```\ncode\n```", "```py", "~~~", "`", "{", "{{", "{%", "{{<", "{{#", "{% raw %}", "{% raw %}\n```", "{{< x >}}\n```\n{{< y >}}",
  ])
  func `a text with a tag may end anywhere`(end: String) {
    for tag in ["{{ x }}", "{{< x >}}", "{% x %}", "{{#x}}"] { #expect(text("a\n\n\(tag)\n\n\(end)").hasPrefix("a\n")) }
  }

  @Test func `formulas, code and what is written for other tools stay`() {
    for kept in [
      "$x^{{a}}$ and $\\frac{{ab}}{c}$\n", "```\n{{ x }} {% if %}\n```\n", "`{% if x %}` and ``{{< x >}}``\n", "\\def\\a{%\n100{% of\n",
      "${{ secrets.KEY }}\n",
    ] {
      #expect(text("---\nlayout: post\n---\n" + kept) == "---\nlayout: post\n---\n" + kept)
    }
  }

  @Test func `quotes with backslashes are words of a value`() {
    #expect(
      text("{{< figure src=\"a.png\" caption=\"A \\\"b\\\" c\" width=\"300\" >}}\n")
        == "![A \"b\" c](<a.png>){width=\"300\" caption=shown}\n")
    #expect(
      text("{% include figure.html path=\"/a.jpg\" caption=\"<a href=\\\"http://b.org/\\\">C</a>\" %}\n")
        == "\n![<a href=\"http://b.org/\">C</a>](</a.jpg>){caption=shown}\n\n")
    #expect(text("{{< figure caption='A\\'s b' src='a.png' >}}\n") == "![A's b](<a.png>){caption=shown}\n")
    // A backslash at the end of a value is the value's own.
    #expect(text("{{< figure caption=\"A\\\\\" src=\"a.png\" >}}\n") == "![A\\\\](<a.png>){caption=shown}\n")
    #expect(text("{{< figure src=\"a.png\" caption=\"A\\\" >}}\n") == "![A\\](<a.png>){caption=shown}\n")
  }

  @Test func `what a tag says in Markdown's own words takes its place`() {
    #expect(text("{% highlight python %}\na\n{% endhighlight %}\n") == "```python\na\n```\n")
    #expect(
      text("{{< figure src=\"a b.png\" caption=\"A *b*\" width=\"300\" >}}\n")
        == "![A *b*](<a b.png>){width=\"300\" caption=shown}\n"
    )
    #expect(text("{% include figure.html path=\"i/a.jpg\" title=\"B\" %}\n") == "\n![B](</i/a.jpg>)\n\n")
    #expect(
      text("{% if x %}[a]({{ site.baseurl }}/b) ![c]({{ \"/d.png\" | relative_url }}) [e]({% link f.md %})\n")
        == "[a](/b) ![c](/d.png) [e](f.md)\n")
    #expect(text("```\n{% raw %}{{ x }}{% endraw %}\n```\n{% comment %}gone{% endcomment %}\n") == "```\n{{ x }}\n```\n\n")
  }

  @Test(arguments: [
    ("{% hint style=\"warning\" %}\nx\n{% endhint %}\n", "::: warning\nx\n:::\n"),
    ("{{% notice tip \"A title\" %}}\nx\n{{% /notice %}}\n", "::: tip A title\nx\n:::\n"),
    ("{{< callout type=\"info\" >}}\nx\n{{< /callout >}}\n", "::: info\nx\n:::\n"),
    ("{% tabs %}\n{% tab title=\"A b\" %}\nx\n{% endtab %}\n{% endtabs %}\n", "\n:::{tab-item} A b\nx\n:::\n\n"),
    ("{{< details \"A b\" >}}\nx\n{{< /details >}}\n", "::: details A b\nx\n:::\n"),
  ])
  func `tags around blocks are callouts, tabs and details`(_ tags: String, _ words: String) { #expect(text(tags) == words) }

  @Test func `a tag without its end, or within a line, begins no container`() {
    #expect(text("{% hint style=\"info\" %}\nx\n") == "\nx\n")
    #expect(text("a {% hint %}b{% endhint %}\n") == "a b\n")
    #expect(text("x\n{% endhint %}\n") == "x\n\n")
  }

  @Test func `notes beside the text are footnotes, and what themes include for pictures and callouts is one`() {
    #expect(text("A{% sidenote \"i\" \"It is [so].\" %} b\n") == "A^[It is [so].] b\n")
    #expect(text("A{% include sidenote.html note=\"It is so].\" %} b\n") == "A^[It is so\\].] b\n")
    #expect(text("{% newthought 'In the end' %}, so\n") == "[In the end]{.smallcaps}, so\n")
    #expect(text("{% marginfigure 'i' 'a.png' 'Words' %}\n") == "\n![Words](</a.png>){caption=shown}\n\n")
    #expect(text("a {% include figure.html src=\"https://x.org/a.png\" %} b\n") == "a ![](<https://x.org/a.png>) b\n")
    #expect(text("{% include tip.html content=\"**x**\" %}\n") == "\n> [!tip]\n> **x**\n\n")
    #expect(text("{% include nav.html content=\"x\" %}\n") == "\n")
  }

  @Test func `words of the page's front matter take the place of their names`() {
    #expect(text("---\nlayout: x\ntitle: T\na: {b: c}\n---\n{{ page.title }} {{ page.a.b }} {{ page.none }}.\n").hasSuffix("\nT c.\n"))
    #expect(text("---\ntitle: T\n---\n{{ $frontmatter.title }}\n").hasSuffix("\nT\n"))
  }

  @Test func `folders and files of a tree are a list`() {
    let text = """
      {{< filetree/container >}}
        {{< filetree/folder name="a" >}}
          {{< filetree/file name="b.md" >}}
          {{< filetree/folder name="c" >}}
            {{< filetree/file name="d.md" >}}
          {{< /filetree/folder >}}
        {{< /filetree/folder >}}
      {{< /filetree/container >}}
      """
    #expect(pageLines(text).first == ["• a/", "– b.md", "– c/", "• d.md"])
    #expect(Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.isEmpty)
  }

  @Test func `tabs that end on a line with others are beside each other, and those of a language are code`() {
    let text = """
      {{< tabpane text=true >}}
      {{% tab header="A" lang="toml" %}}

      one

      {{% /tab %}} {{% tab header="B" %}}

      two

      {{% /tab %}} {{< /tabpane >}}

      three

      {{< tabpane >}}
      {{< tab header="Files:" disabled=true />}}
      {{< tab header="C" lang="toml" >}}
      # four
      {{< /tab >}}
      {{< /tabpane >}}
      """
    let words = self.text(text)
    #expect(words.contains("````toml\n# four") && words.contains("Files:") && !words.contains("{{"), "\(words)")
    #expect(pageLines(text).first == ["A", "one", "B", "two", "three", "Files:", "C", "# four"])
    #expect(messages(text).isEmpty)
  }
}
