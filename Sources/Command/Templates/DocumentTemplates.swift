/// The documents that `mdtypeset init` writes.
enum DocumentTemplates {
  static let all: [(kind: String, help: String, text: String)] = [
    ("article", "an article with an abstract, formulas, a table and references", ArticleTemplates.article),
    ("book", "chapters on pages of their own, contents, running heads", BookTemplates.book),
    ("exam", "numbered questions with parts and marks", ReportTemplates.exam),
    ("letter", "a letter for window envelopes (DIN 5008), with a second page", LetterTemplates.letter),
    ("letter-us", "a letter on American paper", LetterTemplates.letterUS),
    ("paper", "a paper in two columns", ArticleTemplates.paper),
    ("report", "contents, numbered sections, tables", ReportTemplates.report),
    ("slides", "pages for a talk", ReportTemplates.slides),
    ("thesis", "title page, contents, numbered chapters, a list of tables", BookTemplates.thesis),
  ]
}
