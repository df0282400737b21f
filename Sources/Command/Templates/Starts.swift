/// The documents that `mdtypeset init` writes.
enum Starts {
  static let all: [(kind: String, help: String, text: String)] = [
    ("article", "an article with an abstract, formulas, a table and references", ArticleStarts.article),
    ("book", "chapters on pages of their own, contents, running heads", BookStarts.book),
    ("exam", "numbered questions with parts and marks", ReportStarts.exam),
    ("letter", "a letter for window envelopes (DIN 5008), with a second page", LetterStarts.letter),
    ("letter-us", "a letter on American paper", LetterStarts.letterUS),
    ("paper", "a paper in two columns", ArticleStarts.paper),
    ("report", "contents, numbered sections, tables", ReportStarts.report),
    ("slides", "pages for a talk", ReportStarts.slides),
    ("thesis", "title page, contents, numbered chapters, a list of tables", BookStarts.thesis),
  ]
}
