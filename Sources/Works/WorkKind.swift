import TypesetDiagnostics

/// Which tool makes a book or a site of the files of a project.
package enum WorkKind: Hashable, Sendable {
  /// By `mdtypeset.yml`.
  case own
  case mdBook, mkDocs, quarto, bookdown, jupyterBook, myST, gitBook
  /// A file of links: GitBook's, HonKit's and mdBook's `SUMMARY.md`, docsify's `_sidebar.md`.
  case summary
  /// All files of a folder, such as a vault of notes.
  case folder

  /// The names of project files; the first one that a folder has decides. A name may lead into another folder.
  private static let names: [(name: String, kind: WorkKind)] = [
    ("mdtypeset.yml", .own), ("mdtypeset.yaml", .own), ("book.toml", .mdBook), ("mkdocs.yml", .mkDocs), ("mkdocs.yaml", .mkDocs),
    ("_quarto.yml", .quarto), ("_quarto.yaml", .quarto),
    ("_bookdown.yml", .bookdown), ("_toc.yml", .jupyterBook), ("myst.yml", .myST), ("book.json", .gitBook), ("SUMMARY.md", .summary),
    ("src/SUMMARY.md", .summary), ("_sidebar.md", .summary), ("docs/_sidebar.md", .summary), ("docs/SUMMARY.md", .summary),
    ("docs/_toc.yml", .jupyterBook), ("docs/mkdocs.yml", .mkDocs),
  ]

  /// The kind of a project by the name of its file; nil for all other files. A path that ends with a slash is a folder.
  package init?(ofFile path: String) {
    guard !path.hasSuffix("/") else {
      self = .folder
      return
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let row = Self.names.first(where: { $0.name == name }) else { return nil }
    self = row.kind
  }

  /// The names of project files that describe their own folder, the first one counts.
  package static var fileNames: [String] { names.map(\.name).filter { !$0.contains("/") } }

  /// The project file of a folder: the first of the names that the folder has; nil for a folder without a project.
  package static func file(among hasFile: (String) -> Bool) -> String? { names.first { hasFile($0.name) }?.name }

  /// What a file mostly is.
  var form: Source.File.Chapter.Form {
    switch self {
    case .own, .quarto, .bookdown: .chapter
    case .mdBook, .mkDocs, .jupyterBook, .myST, .gitBook, .summary, .folder: .page
    }
  }

  /// True for books, whose parts have no number: chapters are counted through all of them.
  package var countsThroughParts: Bool {
    switch self {
    case .own, .quarto, .bookdown, .mdBook, .jupyterBook: true
    case .mkDocs, .myST, .gitBook, .summary, .folder: false
    }
  }

  /// With its article.
  package var words: String {
    switch self {
    case .own: "a project"
    case .mdBook: "an mdBook"
    case .mkDocs: "a site of MkDocs"
    case .quarto: "a project of Quarto"
    case .bookdown: "a book of bookdown"
    case .jupyterBook: "a Jupyter Book"
    case .myST: "a project of MyST"
    case .gitBook: "a GitBook"
    case .summary: "a list of chapters"
    case .folder: "a folder"
    }
  }
}
