internal import TypesetDiagnostics
package import TypesetFiles

/// A file or folder beside or above a document that says which tool the project is for.
public struct ProjectMarker: Hashable, Sendable {
  public var tool: Dialect.Tool
  /// Its name, with `../` for each folder above the document's.
  public var path: String
  /// Of a Makefile: the documents that it is about.
  package var slides: MakefileSlides?
  /// True if the site joins the lines of a paragraph, though its tool's dialect breaks them.
  package var joinsLines = false
  /// True for a site of Jekyll's whose pages are slides.
  package var isOfSlides = false
  /// True if only the notes beside a document tell what it is.
  package var isOfNotes = false

  public init(_ tool: Dialect.Tool, _ path: String) { (self.tool, self.path) = (tool, path) }

  /// True if it stands in the document's own folder.
  var isBeside: Bool { !path.hasPrefix("../") }

  /// In the order in which those of one folder count; a name may lead into a folder.
  private static let known: [(name: String, tool: Dialect.Tool)] = [
    ("_quarto.yml", .quarto), ("_quarto.yaml", .quarto), ("_bookdown.yml", .bookdown), ("_site.yml", .rmarkdown), ("myst.yml", .myst),
    ("_toc.yml", .myst), ("mkdocs.yml", .mkdocs), ("mkdocs.yaml", .mkdocs), ("zensical.toml", .mkdocs), ("zensical.yml", .mkdocs),
    ("book.toml", .mdbook), ("zola.toml", .zola), (".vitepress", .vitepress), ("docusaurus.config.js", .docusaurus),
    ("docusaurus.config.ts", .docusaurus),
    ("website/docusaurus.config.js", .docusaurus), ("website/docusaurus.config.ts", .docusaurus), ("hugo.toml", .hugo),
    ("hugo.yaml", .hugo), ("hugo.json", .hugo), ("config/_default/hugo.toml", .hugo), ("config/_default/hugo.yaml", .hugo),
    ("config/_default/config.toml", .hugo), ("archetypes", .hugo), ("book.json", .honkit), (".gitbook.yaml", .honkit),
    ("pandoc-crossref.yaml", .pandoc), ("pandoc-crossref.yml", .pandoc), ("make.jl", .documenter), ("logseq/config.edn", .logseq),
    (".obsidian", .obsidian), ("quartz.config.ts", .obsidian),
    ("quartz.config.yaml", .obsidian), ("quartz.layout.ts", .obsidian), ("qiita.config.json", .qiita),
    // Hexo's folders, whose pages are in GitHub's Markdown; its settings have the name of Jekyll's.
    ("scaffolds", .github), ("_config.yml", .kramdown), ("_config.yaml", .kramdown), ("_layouts", .kramdown), ("_posts", .kramdown),
  ]

  /// Files that say it by words in them, the first that they have.
  private static let told: [(name: String, words: [(String, Dialect.Tool)])] = [
    ("site.hs", [("Hakyll", .pandoc)]),
    ("conf.py", [("myst_parser", .myst), ("myst_nb", .myst), ("recommonmark", .myst)]),
    // Zola's settings have the name of Hugo's.
    (
      "config.toml",
      [
        ("compile_sass", .zola), ("build_search_index", .zola), ("generate_feed", .zola), ("[markdown]", .zola), ("baseURL", .hugo),
        ("baseurl", .hugo), ("languageCode", .hugo),
      ]
    ),
    (
      "package.json",
      [
        ("\"@slidev/cli\"", .slidev), ("\"@docusaurus/core\"", .docusaurus), ("\"vitepress\"", .vitepress), ("\"vuepress\"", .vitepress),
        ("\"honkit\"", .honkit), ("\"gitbook-cli\"", .honkit), ("\"reveal-md\"", .reveal), ("\"@marp-team/marp-cli\"", .marp),
        ("\"zenn-cli\"", .zenn), ("\"@qiita/qiita-cli\"", .qiita),
      ]
    ),
  ]

  /// The names of files and folders in the uppermost folder of a project.
  package static let names = known.map(\.name) + told.map(\.name) + ["SUMMARY.md"]

  /// The markers of the nearest folder that has some, at or above a document's, up to a repository's or to what may be read.
  ///
  /// Nothing is noted as read: the answer is part of the keys of kept outputs.
  package static func near(_ folder: String?, files: FileAccess) -> [ProjectMarker] {
    guard let folder else { return [] }
    let markers = makefiles(near: folder, files) + projects(near: folder, files)
    return markers.isEmpty && VaultNotes.areLinked(in: folder, files) ? [.notes] : markers
  }

  /// The nearest Makefile with rules for slides.
  private static func makefiles(near folder: String, _ files: FileAccess) -> [ProjectMarker] {
    for level in files.namesAbove(folder, among: MakefileSlides.names, upTo: ".git") {
      for name in MakefileSlides.names where level.names.contains(name) {
        guard let slides = text(of: name, in: level.folder, files).flatMap({ MakefileSlides($0) }) else { continue }
        var marker = ProjectMarker(.pandoc, String(repeating: "../", count: level.ups) + name)
        marker.slides = slides
        return [marker]
      }
    }
    return []
  }

  private static func projects(near folder: String, _ files: FileAccess) -> [ProjectMarker] {
    var found: [ProjectMarker] = []
    for level in files.namesAbove(folder, among: names, upTo: ".git") {
      let way = String(repeating: "../", count: level.ups)
      var markers = known.filter { level.names.contains($0.name) }.map { ProjectMarker($0.tool, way + $0.name) }
      for (name, words) in told where level.names.contains(name) {
        if let tool = tool(in: name, of: level.folder, words, files) { markers.append(ProjectMarker(tool, way + name)) }
      }
      if let quartz = markers.firstIndex(where: { $0.tool == .obsidian }), joinsLines(level.names, of: level.folder, files) {
        markers[quartz].joinsLines = true
      }
      if let jekyll = markers.firstIndex(where: { $0.tool == .kramdown && $0.path.contains("_config.") }),
        isOfSlides(String(markers[jekyll].path.dropFirst(way.count)), of: level.folder, files)
      {
        markers[jekyll].isOfSlides = true
      }
      if !found.isEmpty { return level.names.contains("scaffolds") || level.names.contains("make.jl") ? markers : found }
      // DocumenterVitepress has the settings of VitePress beside Documenter's pages.
      if level.names.contains(".vitepress"), !level.names.contains("make.jl") {
        found = markers
        continue
      }
      // Hexo's folder of posts has the name of Jekyll's; what is above it tells them apart.
      if markers.contains(where: { $0.path != way + "_posts" }) { return markers }
      found = markers
    }
    return found
  }

  /// A folder of notes that link to each other by name.
  private static let notes: ProjectMarker = {
    var marker = ProjectMarker(.obsidian, "[[…]] in the notes beside it")
    marker.isOfNotes = true
    return marker
  }()

  /// True for a site of Quartz's that has no plugin for line breaks.
  private static func joinsLines(_ names: Set<String>, of folder: String, _ files: FileAccess) -> Bool {
    guard !names.contains(".obsidian"), let name = ["quartz.config.ts", "quartz.config.yaml"].first(where: names.contains),
      let bytes = text(of: name, in: folder, files)
    else { return false }
    return !String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains { (line: Substring) in
      line.lowercased().filter { $0 != "-" }.contains("hardlinebreaks") && !String(line).trimmedWhitespace().hasPrefix("//")
    }
  }

  /// True for settings of Jekyll's with reveal.js' own and a layout of slides.
  private static func isOfSlides(_ name: String, of folder: String, _ files: FileAccess) -> Bool {
    guard let bytes = text(of: name, in: folder, files) else { return false }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return words.contains { $0.hasPrefix("reveal:") } && words.contains { $0.filter { $0 != " " }.hasPrefix("layout:slide") }
  }

  /// The tool whose word is in a file.
  private static func tool(
    in name: String, of folder: String, _ words: [(String, Dialect.Tool)], _ files: FileAccess
  ) -> Dialect.Tool? {
    guard let bytes = text(of: name, in: folder, files) else { return nil }
    return words.first { bytes.firstRange(of: Array($0.0.utf8)) != nil }?.1
  }

  private static func text(of name: String, in folder: String, _ files: FileAccess) -> [UInt8]? {
    (try? files.withOwnLog().read(folder + "/" + name, from: folder, limit: 200_000, isKept: false)).map { Array($0.bytes) }
  }

  /// What beside a document decides its dialect: part of the keys of kept outputs.
  package static func key(of markers: [ProjectMarker]) -> String {
    markers.reduce(into: "") { key, marker in
      key +=
        "\(marker.path) \(marker.tool.rawValue)\(marker.joinsLines ? " joined" : "")\(marker.isOfSlides ? " slides" : "")\(marker.slides.map { " " + $0.key } ?? "")\n"
    }
  }
}
