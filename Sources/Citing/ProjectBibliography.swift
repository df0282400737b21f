package import TypesetDiagnostics
package import TypesetFiles
package import TypesetMarkdown
package import TypesetSettings
package import TypesetYAML

/// What a project says of citations, for a page that says nothing.
package struct ProjectWorks {
  /// Entries of front matter, their paths relative to the page.
  package var entries: [YAMLEntry] = []
  /// The files that nothing names, but that have keys which the page cites.
  package var nearby: [String] = []

  package init(entries: [YAMLEntry] = []) { self.entries = entries }

  /// What is said or found for a page to be typeset with these settings.
  package init(for source: Source, of tool: Dialect.Tool, _ settings: SettingsReader) {
    self = ProjectBibliography.works(for: source, of: tool, files: settings.files, isNamed: settings.namesBibliography)
  }

  package var isEmpty: Bool { entries.isEmpty }
}

/// The bibliography that a project's settings name for all of its pages, and whether they show code, for a page that is set alone.
package enum ProjectBibliography {
  /// Where tools have it: `index.Rmd` of bookdown is the page whose front matter counts for all.
  private static let places: [(tools: [Dialect.Tool], names: [String])] = [
    ([.bookdown, .rmarkdown], ["index.Rmd", "index.rmd"]), ([.quarto], quarto),
    ([.myst], ["myst.yml", "_config.yml", "conf.py"]), ([.documenter], ["make.jl"]),
  ]

  private static let quarto = ["_quarto.yml", "_quarto.yaml"]

  /// What the project's settings say, or what stands near the page.
  ///
  /// - Parameter isNamed: True if the caller names a bibliography.
  package static func works(for source: Source, of tool: Dialect.Tool, files: FileAccess, isNamed: Bool = false) -> ProjectWorks {
    var works = ProjectWorks(entries: entries(for: source, of: tool, files: files))
    guard works.isEmpty, !isNamed, let folder = source.files[0].folder, mayCite(source.bytes),
      case let matter = FrontMatter.of(source.bytes), !CitedWorks.areKept(in: matter), matter.value("bibliography", "references") == nil
    else { return works }
    let keys = CitedKeys(in: source.bytes, readsBare: tool.isPandoc || tool == .myst)
    guard !keys.all.isEmpty else { return works }
    let citing: Set<Dialect.Tool> = [.general, .myst, .documenter, .obsidian]
    var search = NearbyBibliography(keys, from: folder, maybePeople: !tool.isPandoc && !citing.contains(tool), files)
    works.nearby = search.paths()
    if !works.nearby.isEmpty { works.entries = [entry("bibliography", works.nearby)] }
    return works
  }

  /// What near a document decides which bibliography it has, if it names none: part of the keys of kept outputs.
  package static func key(near folder: String?, files: FileAccess) -> String {
    folder.map { NearbyBibliography.names(near: $0, files).reduce(into: "") { $0 += "\($1)\n" } } ?? ""
  }

  /// The entries of front matter that name it, its paths relative to the page; empty for a page that names its own or cites nothing.
  package static func entries(for source: Source, of tool: Dialect.Tool, files: FileAccess) -> [YAMLEntry] {
    guard let names = places.first(where: { $0.tools.contains(tool) })?.names, source.files.count == 1, let folder = source.files[0].folder,
      mayCite(source.bytes), case let matter = FrontMatter.of(source.bytes)
    else { return [] }
    let namesWorks = CitedWorks.areCited(in: matter) && matter.value("bibliography", "references", "nocite") != nil
    let found = namesWorks ? [] : entries(from: folder, named: names, of: tool, files)
    // The style of a page overrides the project's style, and both that of a format.
    guard matter.value("csl", "citation-style") == nil else { return found.filter { $0.key != "csl" } }
    // MyST's `{bibliography}` with numbers in the order of citing.
    if tool == .myst, namesWorks || !found.isEmpty, [":style: unsrt\n", ":style: unsrt\r"].contains(where: source.holds) {
      return found + [entry("csl", ["ieee"])]
    }
    guard tool == .quarto, namesWorks || !found.isEmpty, !found.contains(where: { $0.key == "csl" }),
      let style = ExtensionFormat(of: matter, from: folder, files)?.style
    else { return found }
    return found + [entry("csl", [style])]
  }

  private static func entries(from folder: String, named names: [String], of tool: Dialect.Tool, _ files: FileAccess) -> [YAMLEntry] {
    for level in files.namesAbove(folder, among: names, upTo: ".git") {
      let up = String(repeating: "../", count: level.ups)
      for name in names where level.names.contains(name) {
        guard let text = text(of: up + name, from: folder, files) else { continue }
        let found =
          tool == .documenter
          ? documenterWorks(in: text, below: up, from: folder, files)
          : name == "conf.py" ? sphinxWorks(in: text, below: up) : entries(in: text, of: tool, below: up)
        if !found.isEmpty { return found }
      }
      // MyST takes all of its folder.
      if tool == .myst, level.names.contains("myst.yml"), let names = try? fileNames(in: level.folder) {
        let works = names.filter { $0.hasSuffix(".bib") }.sorted().prefix(20)
        if !works.isEmpty { return [entry("bibliography", works.map { up + $0 })] }
      }
    }
    return []
  }

  /// What a project of Quarto says of how one of its pages is read.
  package static func complete(_ options: inout ParseOptions, for source: Source, files: FileAccess) {
    options.hidesCode = hidesCode(of: source, files: files)
    options.isForScreens = isForScreens(source, files: files)
  }

  /// True if the project in which a page is shows no code, or the format that the page names: `execute: echo: false` of Quarto, or knitr's option;
  /// nil if they say nothing.
  package static func hidesCode(of source: Source, files: FileAccess) -> Bool? {
    guard source.files.count == 1, let folder = source.files[0].folder, source.holds("```{") else { return nil }
    let format = ExtensionFormat(of: FrontMatter.of(source.bytes), from: folder, files)
    if let hides = format?.settings.lazy.compactMap(hidesCode).first { return hides }
    return project(around: folder, files).flatMap(hidesCode)
  }

  /// The settings of the project of Quarto in which a page is.
  private static func project(around folder: String, _ files: FileAccess) -> YAMLValue? {
    for level in files.namesAbove(folder, among: quarto, upTo: ".git") {
      for name in quarto where level.names.contains(name) {
        guard let text = text(of: String(repeating: "../", count: level.ups) + name, from: folder, files) else { continue }
        return parseYAML(text[...], offset: 0).value
      }
    }
    return nil
  }

  /// True if a page of Quarto with parts for some formats is made in none that has pages.
  private static func isForScreens(_ source: Source, files: FileAccess) -> Bool {
    guard source.files.count == 1, source.holds("when-format") || source.holds("unless-format") else { return false }
    var format = FrontMatter.of(source.bytes).value("format")
    if format == nil, let folder = source.files[0].folder { format = project(around: folder, files)?["format"] }
    // Without a word of it, Quarto makes HTML.
    let names = format?.entries?.map(\.key) ?? format?.text.map { [$0] } ?? ["html"]
    return !names.contains { name in ["pdf", "latex", "beamer", "typst", "docx", "odt"].contains { name.hasSuffix($0) } }
  }

  /// What settings say of code; nil if they say nothing.
  private static func hidesCode(_ settings: YAMLValue) -> Bool? {
    (settings["execute"]?["echo"] ?? settings["knitr"]?["opts_chunk"]?["echo"])?.text.map { $0.lowercased() == "false" }
  }

  /// A file of a project's settings; nil if it can't be read.
  private static func text(of path: String, from folder: String, _ files: FileAccess) -> [UInt8]? {
    try? files.read(path, from: folder, limit: 1 << 20).bytes
  }

  /// True for a text that has the sign of citations, or one of MyST's roles for them.
  private static func mayCite(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "@")) || bytes.holds("cite")
  }

  private static func entries(in bytes: [UInt8], of tool: Dialect.Tool, below up: String) -> [YAMLEntry] {
    let isPage = tool == .bookdown || tool == .rmarkdown
    guard let settings = isPage ? FrontMatter.of(bytes).values : parseYAML(bytes[...], offset: 0).value else { return [] }
    let value: YAMLValue? =
      switch tool {
      case .quarto: settings["bibliography"] ?? settings["book"]?["bibliography"] ?? settings["website"]?["bibliography"]
      case .myst:
        settings["project"]?["bibliography"] ?? settings["bibtex_bibfiles"] ?? settings["sphinx"]?["config"]?["bibtex_bibfiles"]
      default: settings["bibliography"]
      }
    let paths = (value.map { $0.items ?? [$0] } ?? []).compactMap(\.text).filter { !$0.isEmpty && !$0.contains("://") }
    guard !paths.isEmpty else { return [] }
    let style = settings["csl"]?.text.map { $0.contains("://") ? $0 : path($0, below: up) }
    return [entry("bibliography", paths.map { path($0, below: up) })] + (style.map { [entry("csl", [$0])] } ?? [])
  }

  /// A path that a file of the project names, from the page's folder; one of its author's machine stays as it is.
  private static func path(_ path: String, below up: String) -> String { path.hasPrefix("/") || path.hasPrefix("~") ? path : up + path }

  /// `CitationBibliography(joinpath(@__DIR__, "src", "refs.bib"))` of Documenter: all paths to BibTeX's files that a script writes, relative to its
  /// folder or to the one above.
  private static func documenterWorks(in script: [UInt8], below up: String, from folder: String, _ files: FileAccess) -> [YAMLEntry] {
    guard script.holds("CitationBibliography") else { return [] }
    var paths: [String] = []
    // The strings before, which are parts of the same path.
    var parts: [String] = []
    let text = String(decoding: script, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) where paths.count < 20 {
      let pieces = line.split(separator: "\"", omittingEmptySubsequences: false)
      for (number, piece) in pieces.enumerated() {
        guard number % 2 == 1 else {
          let goesOn = piece.allSatisfy { $0 == "," || $0.isWhitespace }
          if !goesOn || piece.isEmpty && number > 0 { parts = [] }
          if piece.contains("#") { break }
          continue
        }
        parts.append(String(piece))
        guard piece.hasSuffix(".bib") else { continue }
        let path = parts.joined(separator: "/")
        parts = []
        let places = ["", "src/", "../"].map { up + $0 + path }
        paths.append(places.first { files.has($0, from: folder) } ?? places[0])
      }
    }
    return paths.isEmpty ? [] : [entry("bibliography", paths)]
  }

  /// `bibtex_bibfiles = ["refs.bib"]` of a program with Sphinx's settings.
  private static func sphinxWorks(in program: [UInt8], below up: String) -> [YAMLEntry] {
    let text = String(decoding: program, as: UTF8.self)
    guard let name = text.firstRange(of: "bibtex_bibfiles"), case let rest = text[name.upperBound...].drop(while: { " =".contains($0) }),
      rest.first == "[", let end = rest.firstIndex(of: "]")
    else { return [] }
    let paths = rest[..<end].split(whereSeparator: { "[,".contains($0) || $0.isWhitespace }).compactMap { word -> String? in
      guard let quote = word.first, quote == "\"" || quote == "'", word.last == quote, word.count > 2 else { return nil }
      return String(word.dropFirst().dropLast())
    }
    return paths.isEmpty ? [] : [entry("bibliography", paths.prefix(20).map { path($0, below: up) })]
  }

  /// Its place is where the front matter begins, so that its paths are the document's.
  private static func entry(_ key: String, _ words: [String]) -> YAMLEntry {
    let span = SourceSpan(0, 1)
    let values = words.map { YAMLValue(.scalar($0, isPlain: false), span: span) }
    return YAMLEntry(key: key, keySpan: span, value: values.count == 1 ? values[0] : YAMLValue(.sequence(values), span: span))
  }
}
