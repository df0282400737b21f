/// The documents that `mdtypeset init` writes.
enum Starts {
  static let all: [(kind: String, help: String, text: String)] = [
    ("article", "an article with an abstract, formulas, a table and references", ArticleStarts.article),
    ("book", "chapters on pages of their own, contents, running heads", book),
    ("exam", "numbered questions with parts and marks", ReportStarts.exam),
    ("letter", "a letter for window envelopes (DIN 5008), with a second page", LetterStarts.letter),
    ("letter-us", "a letter on American paper", LetterStarts.letterUS),
    ("paper", "a paper in two columns", ArticleStarts.paper),
    ("report", "contents, numbered sections, tables", ReportStarts.report),
    ("slides", "pages for a talk", ReportStarts.slides),
    ("thesis", "title page, contents, numbered chapters, a list of tables", thesis),
  ]

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
