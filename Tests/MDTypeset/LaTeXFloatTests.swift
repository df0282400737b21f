@testable import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetOutput

/// Numbers of what LaTeX's labels name in a text for pandoc.
@Suite struct LaTeXFloatTests {
  private func words(_ text: String) throws -> (text: String, said: [String]) {
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    let pages = try (0..<document.pageCount).map { try document.text(ofPage: $0) }
    return (pages.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " "), document.diagnostics.map(\.code))
  }

  @Test func `figures that only LaTeX can draw have their captions and numbers`() throws {
    let text = """
      \\begin{figure}
        \\input{x.tikz}
        \\caption{First}
        \\label{fig.one}
      \\end{figure}

      \\begin{figure}
        \\begin{tikzpicture}
        \\draw (0,0) -- (1,1);
        \\end{tikzpicture}
        \\caption{Second}
        \\label{fig.two}
      \\end{figure}

      See \\ref{fig.one} and \\ref{fig.two}.
      """
    let found = try words(text)
    #expect(
      found.text.contains("Figure 1. First") && found.text.contains("Figure 2. Second") && found.text.contains("See 1 and 2."), "\(found)")
    #expect(Set(found.said) == ["latex.drawing"])
  }

  @Test(arguments: ["output: pdf_document", "output:\n  bookdown::pdf_document2:\n    fig_caption: yes", "format:\n  pdf:\n    toc: false"])
  func `what has a caption is numbered where LaTeX makes the pages`(output: String) throws {
    let table = ": Words\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    let found = try words("---\ntitle: T\n\(output)\n---\n\nSee Table 1.\n\n" + table)
    #expect(found.text.contains("Table 1. Words") && found.said == [], "\(found)")
    #expect(try !words("---\ntitle: T\n\(output)\nnumber-figures: false\n---\n\nA.\n\n" + table).text.contains("Table 1."))
    #expect(try !words("---\ntitle: T\noutput: html_document\n---\n\nA.\n\n" + table).text.contains("Table 1."))
  }

  @Test func `a command right behind a colon is one, unless that ends the letter of a drive`() throws {
    #expect(try words("Note:\\textbf{x} b.").text == "Note:x b. 1")
    #expect(try words("The folder C:\\textbf is there.").text.contains("C:"))
  }

  @Test func `a listing with any label has a number`() throws {
    let found = try words("See \\ref{code-one}.\n\n\\begin{lstlisting}[caption={A title},label=code-one]\nx = 1\n\\end{lstlisting}\n")
    #expect(found.text.contains("See 1.") && found.text.contains("Listing 1. A title"), "\(found)")
    #expect(found.said == [])
  }

  @Test func `a listing within a minipage is code with its caption and its number`() throws {
    let text =
      "See \\ref{a}.\n\n\\begin{minipage}{\\linewidth}\\centering\n\\begin{lstlisting}[caption={Script.},label=a,language=C]\n"
      + "OP_IF <$h$>\n\n    OP_DUP\n\\end{lstlisting}\n\\end{minipage}\n\nAfter it.\n"
    let found = try words(text)
    #expect(found.text.contains("See 1.") && found.text.contains("Listing 1. Script."), "\(found)")
    #expect(found.text.contains("OP_IF <$h$>") && found.text.contains("OP_DUP After it."), "\(found)")
    #expect(found.said == [])
  }

  @Test func `minipages with captions are figures of their own, beside each other`() throws {
    let text = """
      \\begin{figure}
      \\begin{minipage}[t]{0.45\\textwidth}
      \\centering
      \\framebox{Left}
      \\caption{The first}\\label{fig:a}
      \\end{minipage}\\hfill
      \\begin{minipage}[t]{0.45\\textwidth}
      \\framebox{Right}
      \\caption{The second}
      \\label{fig:b}
      \\end{minipage}
      \\end{figure}

      See \\ref{fig:a} and \\ref{fig:b}.
      """
    let found = try words(text)
    #expect(found.text.contains("Figure 1. The first") && found.text.contains("Figure 2. The second"), "\(found)")
    #expect(found.text.contains("See 1 and 2.") && found.said == [], "\(found)")
  }

  @Test(arguments: [
    ("%\n", true), ("\\hfill\n", true), ("\n", true), (" \\hspace{1cm} % words\n", true), ("\n\n", false), ("%\n\n", false),
    ("\nWords between\n", false),
  ])
  func `minipages are beside each other if there is only space between them`(between: String, areBeside: Bool) throws {
    func page(_ words: String, _ width: String) -> String { "\\begin{minipage}{\(width)\\textwidth}\n\(words)\n\\end{minipage}" }
    // At the margin a blank line ends the environment's block.
    for (open, close) in [("\\begin{center}\n", "\n\\end{center}"), ("", "")] where areBeside || !open.isEmpty {
      let text = "First.\n\n" + open + page("One", ".5") + between + page("Two", ".45") + close + "\n\nAfter.\n"
      let lines = pageLines(text)[0]
      #expect(lines.contains("One Two") == areBeside && lines.contains("After."), "\(between.debugDescription) \(lines)")
    }
    // More than a line's width.
    let wide = "\\begin{center}\n" + page("One", ".6") + between + page("Two", ".6") + "\n\\end{center}\n"
    #expect(!pageLines(wide)[0].contains("One Two"))
  }

  @Test func `cleverref names a figure whatever its label is, and a definition in it prints nothing`() throws {
    let text =
      "\\begin{figure}\n    \\centering\n    \\def\\svgwidth{\\textwidth}\n    \\includesvg{a}\n    \\caption{Words.}\n"
      + "    \\label{fig.canal}\n\\end{figure}\n\nSee \\cref{fig.canal}.\n"
    let found = try words(text)
    #expect(found.text.contains("Figure 1. Words.") && found.text.contains("See Figure 1."), "\(found)")
    #expect(!found.text.contains("<") && !found.said.contains { $0.hasPrefix("latex") }, "\(found)")
  }

  @Test func `a picture whose caption is a label only is a figure where a reference asks for its number`() throws {
    let text = "In \\ref{wlan}, not \\ref{fig:b}.\n\n![\\label{wlan}](a.svg)\n\n![Words \\label{fig:b}](a.svg)\n\n![](a.svg){#logo}\n"
    let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    let document = try typeset(text, at: "a.md", with: ["a.svg": picture])
    let words = try document.text(ofPage: 0).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("In 1, not 2.") && words.contains("Figure 1.") && words.contains("Figure 2. Words"), "\(words)")
    #expect(!words.contains("Figure 3"), "\(words)")
  }
}
