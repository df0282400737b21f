internal import TypesetDiagnostics
internal import TypesetFiles

/// What an input evidently is if it is no Markdown, and the command that leads from it to pages.
struct InputKind {
  /// With its article: `a Jupyter notebook`.
  var words: String
  var hint: String

  /// What is not read as Markdown: known by its first bytes, whatever its name, or by its name.
  ///
  /// - Parameters:
  ///   - path: As it was given; `-` is standard input.
  ///   - bytes: All of the file.
  /// - Returns: Nil for Markdown, and for everything that nobody can tell from it.
  init?(of path: String, _ bytes: [UInt8]) {
    let path = path == "-" ? "input" : path
    let name = String(path.split(separator: "/").last ?? "")
    let dot = name.lastIndex(of: ".")
    let suffix = dot.map { name[name.index(after: $0)...].lowercased() } ?? ""
    let stem = dot.map { String(path.dropLast(name.distance(from: $0, to: name.endIndex))) } ?? path
    if let found = Self.signature(of: bytes) ?? Self.project(name) ?? Self.script(suffix, bytes) ?? Self.kind(ofSuffix: suffix) {
      (words, hint) = (found.words, found.hint.replacing("FILE", with: path).replacing("STEM", with: stem))
    } else {
      return nil
    }
  }

  /// Refuses what is no Markdown.
  static func check(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    guard let kind = InputKind(of: path, bytes) else { return }
    throw Failure(.usage, "\(path == "-" ? "standard input" : path) is \(kind.words), not Markdown", hint: kind.hint)
  }

  /// True for the first bytes of a PDF.
  static func isPDF(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "%PDF-".utf8) }

  private typealias Row = (words: String, hint: String)

  private static let pdf: Row = ("a PDF", "mdtypeset extract FILE prints the Markdown that it was made of, if it carries it")
  private static let picture: Row = ("a picture", "a document shows it: echo '![](FILE)' | mdtypeset - -o STEM.pdf")
  private static let program: Row = ("a program", "to show its code, copy it into a fenced block of a Markdown file")
  private static let data: Row = ("a file of data", "to show it, copy it into a fenced block of a Markdown file")

  private static let signatures: [(start: [UInt8], row: Row)] = [
    (Array("%PDF-".utf8), pdf), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], picture), ([0xFF, 0xD8, 0xFF], picture),
    (Array("GIF8".utf8), picture), ([0x7F, 0x45, 0x4C, 0x46], ("a program", "name a Markdown file")),
    (
      [0x50, 0x4B, 0x03, 0x04],
      ("an archive, or a document of an office program", "pandoc FILE -t gfm -o STEM.md reads .docx, .odt and .epub")
    ),
    ([0x1F, 0x8B], ("a compressed file", "unpack it first: gunzip FILE")),
  ]

  private static func signature(of bytes: [UInt8]) -> Row? {
    if let found = signatures.first(where: { bytes.starts(with: $0.start) }) { return found.row }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return picture }
    return nil
  }

  /// Files that say how a tool makes a site or a book of many others.
  private static func project(_ name: String) -> Row? {
    let pages = "mdtypeset batch DIR -o OUT makes a PDF of each page in a folder"
    let whole = "mdtypeset FILE -o book.pdf, with no other input, makes one document of all its chapters; " + pages
    return switch name {
    case "mkdocs.yml", "mkdocs.yaml": ("the project of a MkDocs site", whole)
    case "mdtypeset.yml", "mdtypeset.yaml": ("the list of a project's files", whole)
    case "book.toml": ("the project of an mdBook", whole)
    case "_quarto.yml", "_quarto.yaml", "_bookdown.yml", "_toc.yml", "myst.yml", "book.json": ("the settings of a project", whole)
    case "_config.yml", "package.json": ("the settings of a project", pages + "; mdtypeset DIR -o book.pdf makes one document of them")
    default: nil
    }
  }

  /// Jupytext's notebooks as programs, whose cells are between lines of `# %%`.
  private static func script(_ suffix: String, _ bytes: [UInt8]) -> Row? {
    guard ["py", "r", "jl"].contains(suffix), bytes.prefix(1 << 16).holdsCells else { return nil }
    return ("a notebook as a program", "jupytext --to notebook FILE && mdtypeset STEM.ipynb (with --execute, its outputs are made)")
  }

  private static func kind(ofSuffix suffix: String) -> Row? {
    func other(_ words: String, _ format: String) -> Row {
      (words, "pandoc reads it: pandoc -f \(format) -t json FILE | mdtypeset - -f json -o STEM.pdf")
    }
    return switch suffix {
    case "tex", "latex", "ltx": other("LaTeX", "latex")
    case "typ": other("Typst", "typst")
    case "html", "htm", "xhtml": other("HTML", "html")
    case "rst": other("reStructuredText", "rst")
    case "org": other("Org", "org")
    case "textile": other("Textile", "textile")
    case "docx": other("a document of Word", "docx")
    case "odt": other("a document of LibreOffice", "odt")
    case "epub": other("an e-book", "epub")
    case "adoc", "asciidoc": ("AsciiDoc", "asciidoctor-pdf FILE typesets it")
    case "csv": other("a table of data", "csv")
    case "tsv": other("a table of data", "tsv")
    case "yml", "yaml": ("YAML", "a theme is chosen with --theme FILE; name a Markdown file")
    case "toml", "json", "jsonl", "xml": data
    case "bib": ("a bibliography", "name the document that cites it")
    case "pdf": pdf
    case "c", "h", "cc", "cpp", "hpp", "cs", "go", "hs", "java", "jl", "js", "jsx", "kt", "lua", "php", "pl", "py", "r", "rb", "rs",
      "scala",
      "sh", "bash", "sql", "swift", "ts", "tsx", "css":
      program
    default: PictureNames.extensions.contains(suffix) ? picture : nil
    }
  }
}

extension Collection<UInt8> {
  /// True if a line begins with `# %%`.
  fileprivate var holdsCells: Bool {
    let sign = Array("# %%".utf8)
    return split(separator: 0x0A).contains { $0.starts(with: sign) }
  }
}
