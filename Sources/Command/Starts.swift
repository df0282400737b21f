/// The documents that `mdtypeset init` writes.
enum Starts {
  static let all: [(kind: String, help: String, text: String)] = [
    ("article", "a paper with an abstract, formulas, a table and references", article),
    ("book", "chapters on pages of their own, contents, running heads", book),
    ("letter", "one page with sender and recipient", letter),
    ("slides", "landscape pages with one thought each", slides),
    ("thesis", "title page, contents, numbered chapters, a list of tables", thesis),
  ]

  private static let article = #"""
    ---
    title: The Title of the Article
    author:
      - name: First Author
        affiliation: University of Somewhere
      - name: Second Author
        affiliation: Institute of Something Else
    date: today
    abstract: |
      Say in five sentences what the question is, why it matters, what you did, what you found, and what follows from it.
    keywords: [typesetting, Markdown]
    lang: en
    number-sections: true
    ---

    # Introduction

    Text is written in Markdown. A formula such as $a^2 + b^2 = c^2$ stands in its line, a larger one in lines of its own:

    $$
    \int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}
    $$ {#eq-gauss}

    @eq-gauss can be referred to, and so can @sec-results and @tbl-results.[^note]

    [^note]: A footnote is at the foot of its page.

    # Method

    Replace this text, then run `mdtypeset article.md`, which writes `article.pdf`.

    # Results {#sec-results}

    | Method | Time (s) | Error |
    |:-------|---------:|------:|
    | First  |     1.25 | 0.031 |
    | Second |     0.98 | 0.027 |
    | Third  |     0.41 | 0.044 |

    : Three methods compared {#tbl-results}

    # Conclusion

    The keys at the top of this file are explained by `mdtypeset keys`.

    """#

  private static let book = #"""
    ---
    title: The Title of the Book
    subtitle: And What It Is About
    author: Its Author
    date: today
    lang: en
    theme: book
    titlepage: true
    toc: true
    toc-depth: 2
    ---

    # The First Chapter

    A chapter begins with a heading of the first level, on a page of its own. Paragraphs are separated by blank lines in the source; on the page
    the second and all later ones are indented.

    This is a second paragraph. *Emphasis* is set in italics, **strong words** are bold, and a dash -- like this one -- is typed as two hyphens.

    ## A Section

    Sections are headings of the second level. Running heads show the title of the book on left pages and that of the chapter on right ones.

    > A quotation is set in from the margins.

    ***

    Three asterisks separate scenes.

    # The Second Chapter

    Several files make one book: `mdtypeset title.md one.md two.md -o book.pdf`.

    # The Third Chapter

    A page for each chapter, and contents that find them.

    """#

  private static let letter = #"""
    ---
    lang: en
    paper: a4
    margin: {top: 30mm, bottom: 25mm, left: 30mm, right: 25mm}
    page-numbers: false
    fontsize: 11pt
    ---

    ::: {style="text-align: right"}
    **Your Name**\
    1 Your Street\
    12345 Your Town
    :::

    Recipient's Name\
    Company\
    1 Their Street\
    54321 Their Town

    &nbsp;

    Your Town, 1 January 2026

    **What this letter is about**

    Dear Recipient,

    the first paragraph says why you write. It is short.

    The second one says what you want, and when. If there is more to say, it says that as well, in sentences that can be read aloud without
    losing one's breath.

    The last one says what happens next.

    Yours sincerely,

    &nbsp;

    Your Name

    """#

  private static let slides = #"""
    ---
    lang: en
    paper: 254mm 143mm
    margin: {top: 16mm, bottom: 16mm, left: 20mm, right: 20mm}
    fontsize: 18pt
    mainfont: Libertinus Sans
    justify: false
    footer: {left: "{title}", right: "{page}"}
    style:
      styles:
        h1: {page-break: true, size: 1.5em, color: "#123a66", before: 0pt, after: 14pt}
        title: {align: left, size: 2.2em, color: "#123a66"}
        subtitle: {align: left}
        author: {align: left}
        date: {align: left}
    title: The Title of the Talk
    subtitle: One sentence that says why
    author: Your Name
    date: today
    titlepage: true
    ---

    # One thought on each page

    - A heading of the first level begins a page
    - Few words
    - Large type

    # Formulas

    $$
    \nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t}
    $$

    # Two columns

    ::: columns
    ::: column
    **Before**

    - slow
    - ugly
    :::
    ::: column
    **After**

    - fast
    - beautiful
    :::
    :::

    # Code

    ```python
    def greet(name: str) -> str:
        return f"Hello, {name}!"
    ```

    """#

  private static let thesis = #"""
    ---
    title: The Title of the Thesis
    subtitle: A Thesis Submitted for the Degree of Master of Science
    author: Its Author
    institute: Department of Something, University of Somewhere
    date: today
    lang: en
    theme: report
    titlepage: true
    toc: true
    lot: true
    number-sections: true
    linestretch: 1.15
    margin: {top: 30mm, bottom: 30mm, left: 35mm, right: 25mm}
    style: {styles: {h1: {page-break: true}}}
    ---

    # Introduction {#sec-introduction}

    ## Motivation

    Why the question matters.

    ## Contribution

    - What is new.
    - How it was tested.
    - What follows, which is in @sec-conclusion.

    # Background

    ## Notation

    Vectors are bold: $\mathbf{x} \in \mathbb{R}^n$. The norm is

    $$
    \|\mathbf{x}\|_2 = \sqrt{\sum_{i=1}^{n} x_i^2}.
    $$ {#eq-norm}

    # Method

    ```dot {#fig-method caption="The steps of the method"}
    digraph { rankdir=LR; node [shape=box]; data -> model -> result }
    ```

    @fig-method shows the steps; distances are those of @eq-norm.

    # Results

    | Data set | Samples | Accuracy |
    |:---------|--------:|---------:|
    | small    |   1,000 |    0.912 |
    | large    |  50,000 |    0.948 |

    : Accuracy on both data sets {#tbl-accuracy}

    @tbl-accuracy has the figures.

    # Conclusion {#sec-conclusion}

    What was found, what was not, and what should be tried next.

    """#
}
