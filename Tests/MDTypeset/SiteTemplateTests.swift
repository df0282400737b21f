import Testing

@testable import MDTypeset

/// Tags that a site explains by templates of its own.
@Suite struct SiteTemplateTests {
  private static let hugo = ["hugo.toml": "title = \"A\"\n"]
  private static let jekyll = ["_config.yml": "markdown: kramdown\n"]

  private func page(_ text: String, at name: String, with files: [String: String]) throws -> (text: String, said: [String]) {
    let document = try typeset(text, at: name, with: files)
    let words = try document.text(ofPage: 0).split { $0.isWhitespace }
    // The last is the page's number.
    return (words.dropLast().joined(separator: " "), document.diagnostics.map(\.code))
  }

  @Test(arguments: [
    ("<div><strong>{{ .Get \"name\" }} {{ .Get \"n\"}}: </strong>{{ .Get \"text\" }}</div>", "Conjecture 1: For every $n$."),
    ("{{- $n := .Get \"n\" | default \"9\" -}}<p>{{ with .Get \"name\" }}({{ . }}) {{ end }}{{ $n }}</p>", "(Conjecture) 1"),
    ("<p>{{ if eq (.Get \"n\") \"1\" }}one{{ else if .Get \"m\" }}two{{ else }}three{{ end }}</p>", "one"),
    ("<p>{{ if not (.Get \"m\") }}{{ printf \"%s-%s\" (.Get \"n\") (.Get \"name\" | upper) }}{{ end }}</p>", "1-CONJECTURE"),
    ("{{/*\n  So: {{< box n=\"2\" >}}\n*/}}\n{{- /* and */ -}}<p>c</p>", "c"),
    ("{{/* words */}}<style>p {}</style><p>{{ or (.Get \"m\") \"c\" }}</p>", "c"),
  ])
  func `Hugo's shortcodes are filled`(_ template: String, _ shown: String) throws {
    let files = Self.hugo.merging(["layouts/shortcodes/box.html": template]) { $1 }
    let text = "A\n\n{{< box name=\"Conjecture\" n=\"1\" text=\"For every $n$.\" >}}\n\nZ\n"
    let found = try page(text, at: "content/posts/a.md", with: files)
    #expect(found.text == "A \(shown) Z")
    #expect(found.said == [])
  }

  @Test func `the body of a shortcode is Markdown, in a theme's template and within a line, too`() throws {
    let files = Self.hugo.merging([
      "themes/t/layouts/shortcodes/stage.html": "<div class=\"s\">\n  <b>Stage {{ .Get 0 }}.</b>\n  {{ .Inner | markdownify }}\n</div>",
      "layouts/shortcodes/red.html": "<span>[{{ .Inner }}]</span>",
    ]) { $1 }
    let text = "{{< stage \"2\" >}}\nSo *this*.\n\n- b\n{{< /stage >}}\n\nand {{< red >}}*that*{{< /red >}}, c.\n"
    let found = try page(text, at: "content/posts/a.md", with: files)
    #expect(found.text == "Stage 2. So this. •b and [that], c.")
    #expect(found.said == [])
  }

  @Test(arguments: [
    "{{ .Page.Title }}", "{{ range .Params }}x{{ end }}", "{{ partial \"a\" . }}", "{{ if }}", "<script>f()</script>", "{{ end }}",
  ])
  func `a template that needs its site is left out, which is said`(_ template: String) throws {
    let files = Self.hugo.merging(["layouts/shortcodes/box.html": template]) { $1 }
    let found = try page("A {{< box n=\"1\" >}} b.\n", at: "content/posts/a.md", with: files)
    #expect(found.text == "A b.")
    #expect(found.said == ["template.left-out"])
  }

  @Test func `a shortcode of Hugo within code is filled with lines of a file`() throws {
    let template = """
      {{- $path := .Get "path" -}}
      {{- $lines := split (readFile $path | htmlUnescape) "\\n" -}}
      {{- $start := .Get "from" | default "1" | int | add -1 }}
      {{- $end := .Get "to" | default (len $lines) | int }}
      {{- $lines := after $start (first (sub $end 0) $lines) -}}
      {{- delimit $lines "\\n" | safeHTML -}}
      """
    let files = Self.hugo.merging([
      "layouts/shortcodes/raw.html": template, "code/a.java": "one {\n  two\n\n  three\n}\n",
      "layouts/shortcodes/odd.html": "{{ .Site.Title }}",
    ]) { $1 }
    let text =
      "```java\n{{% raw path=\"code/a.java\" from=2 to=4 %}}\n```\n\n`{{< raw >}}` and\n\n```\n{{</* raw */>}} {{< other >}}\n```\n"
    let found = try page(text, at: "content/posts/a.md", with: files)
    #expect(found.text == "two three {{< raw >}} and {{< raw >}} {{< other >}}")
    #expect(found.said == [])
    let unread = try page("```\n{{< odd >}}\n```\n", at: "content/posts/a.md", with: files)
    #expect(unread.text == "{{< odd >}}" && unread.said == ["template.left-out"])
    let missing = try page("```\n{{% raw path=\"../code/a.java\" %}}\n```\n", at: "content/posts/a.md", with: files)
    #expect(missing.said == ["template.left-out"])
  }

  @Test func `Jekyll's includes are filled`() throws {
    let template = """
      {% assign p = include.path %}
      <div>
      \t{% if p and include.caption != "" %}
      \t<p>{{ p | append: "!" }}: {{include.caption}}</p>
      \t{% elsif include.other %}<p>other</p>{% endif %}
      {% unless include.other %}<p>{{ include.size | default: "big" }}</p>{% endunless %}
      </div>
      """
    let files = Self.jekyll.merging(["_includes/fig.html": template]) { $1 }
    let found = try page("A\n\n{% include fig.html path=\"x\"\n  caption=\"Cap\" %}\n\nZ\n", at: "_posts/2020-01-02-a.md", with: files)
    #expect(found.text == "A x!: Cap big Z")
    #expect(found.said == [])
    let unknown = ["_includes/fig.html": "{% for a in site.posts %}x{% endfor %}"]
    #expect(try page("A {% include fig.html %}\n", at: "a.md", with: Self.jekyll.merging(unknown) { $1 }).said == ["template.left-out"])
  }

  @Test func `theorems of shortcodes may have their words on the line of the tag`() throws {
    let text = "{{< theorem >}}The one.\n{{< /theorem >}}\n\n{{< lemma note=\"N\" >}}\nTwo.\n{{< /lemma >}}\n"
    let found = try page(text, at: "content/posts/a.md", with: Self.hugo)
    #expect(found.text == "Theorem 1. The one. Lemma 1 (N). Two.")
    #expect(found.said == [])
  }

  @Test func `a picture of a post may be where the post's address is`() throws {
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>"
    let files = Self.hugo.merging(["static/posts/b/p.svg": picture]) { $1 }
    #expect(try page("![x](p.svg)\n", at: "content/posts/b.md", with: files).said == [])
    #expect(try page("![x](p.svg)\n", at: "content/posts/c.md", with: files).said == ["picture.missing"])
  }

  @Test func `Zola's shortcodes are filled, and a call has no end`() throws {
    let files = [
      "config.toml": "compile_sass = true\n",
      "templates/shortcodes/box.html": "<div>{% if big | default(value=false) %}BIG{% endif %}"
        + "{% if header %}<b>{{ header }}</b>{% endif %} {{ body | markdown | safe }}</div>",
      "templates/shortcodes/cap.html": "<p>({{ text | default(value=\"none\") }})</p>",
    ]
    let text = "{{ box(header=\"H\", body=\"In it.\") }}\n\n{% box(header=\"Q\") %}\nAnd *so*.\n{% end %}\n\n{{ cap() }}\n\nLast.\n"
    let found = try page(text, at: "content/posts/a.md", with: files)
    #expect(found.text == "H In it. Q And so. (none) Last.")
    #expect(found.said == [])
  }

  @Test func `the kind of Zola's alert may be a flag, and notes of shortcodes have their words between the tags`() throws {
    let alert = "+++\n+++\n\n{% alert(warning=true) %}\nUrgent.\n{% end %}\n"
    #expect(try page(alert, at: "a.md", with: ["config.toml": "compile_sass = true\n"]).text == "Warning Urgent.")
    let note =
      "Some: {{< sidenote \"sn\" >}}This is it.{{< /sidenote >}} end.\n\n{{< epigraph pre=\"O, \" cite=\"Work\" >}}\nWords.\n{{< /epigraph >}}\n"
    let found = try page(note, at: "content/posts/a.md", with: Self.hugo)
    #expect(found.text.contains("end. Words. — O, Work") && found.text.hasSuffix("This is it."), "\(found.text)")
  }
}

/// Files that commands of LaTeX put into a text.
@Suite struct LaTeXInputTests {
  private func page(_ text: String, with files: [String: String]) throws -> (text: String, said: [String]) {
    let document = try typeset(text, at: "chapters/a.md", with: files)
    let words = try document.text(ofPage: 0).split { $0.isWhitespace }
    return (words.dropLast().joined(separator: " "), document.diagnostics.map(\.code))
  }

  private let files = [
    "lst/a.py": "print(1)\n", "chapters/fig/b.tex": "A \\emph{figure} of words.\n", "b.bib": "", ".git/config": "",
  ]

  @Test func `listings and parts of the text are read from the project`() throws {
    let text = """
      See \\ref{lst:a}.

      \\begin{minipage}{\\linewidth}
      \\lstinputlisting[caption={The words.},label=lst:a,language=Python]{lst/a.py}
      \\end{minipage}

      \\input{fig/b}

      """
    let found = try page(text, with: files)
    #expect(found.text == "See 1. Listing 1. The words. print(1) A figure of words.")
    #expect(found.said == [])
  }

  @Test func `abbreviations and terms are defined by a file of the project`() throws {
    let glossary = """
      \\makeglossaries
      \\newacronym{dapp}{DApp}{decentralized application}
      %\\newacronym{old}{OLD}{old words}
      \\newglossaryentry{token}
      {
        name={token},
        description={A thing.}
      }
      """
    let text = "A \\gls{dapp} and another \\gls{dapp}, \\Glspl{token}.\n"
    let found = try page(text, with: files.merging(["glossary.tex": glossary], uniquingKeysWith: { $1 }))
    #expect(found.text == "A decentralized application (DApp) and another DApp, Tokens.")
    #expect(found.said == [])
    #expect(
      try page("A \\gls{old}.\n", with: files.merging(["glossary.tex": glossary], uniquingKeysWith: { $1 })).said == ["glossary.unknown"])
  }

  @Test func `what is not there, and what is shown as code, stays`() throws {
    #expect(try page("\\input{none}\n", with: files).text.contains("\\input{none}"))
    #expect(try page("```\n\\input{fig/b}\n```\n", with: files).text == "\\input{fig/b}")
  }
}
