package import TypesetFiles

/// A file or folder beside or above a document that says which tool the project is for.
public struct ProjectMarker: Hashable, Sendable {
  public var tool: Dialect.Tool
  /// Its name, with `../` for each folder above the document's.
  public var path: String

  public init(_ tool: Dialect.Tool, _ path: String) { (self.tool, self.path) = (tool, path) }

  /// In the order in which those of one folder count; the name may lead into a folder.
  private static let known: [(name: String, tool: Dialect.Tool)] = [
    ("_quarto.yml", .quarto), ("_bookdown.yml", .bookdown), ("myst.yml", .myst), ("_toc.yml", .myst), ("conf.py", .myst),
    ("mkdocs.yml", .mkdocs), ("book.toml", .mdbook), (".vitepress", .vitepress), ("docusaurus.config.js", .docusaurus),
    ("docusaurus.config.ts", .docusaurus), ("hugo.toml", .hugo), ("hugo.yaml", .hugo), ("archetypes", .hugo), ("book.json", .honkit),
    ("make.jl", .documenter), (".obsidian", .obsidian), ("_config.yml", .kramdown),
  ]

  /// The nearest folder with markers, at or above a document's and below what may be read.
  ///
  /// Only names are looked at, and nothing is noted as read: the answer is part of the keys of kept outputs.
  package static func near(_ folder: String?, files: FileAccess) -> [ProjectMarker] {
    guard let folder else { return [] }
    let (names, ups) = files.nearestNames(known.map(\.name), from: folder)
    return known.filter { names.contains($0.name) }.map { ProjectMarker($0.tool, String(repeating: "../", count: ups) + $0.name) }
  }
  /// What beside a document decides its dialect: part of the keys of kept outputs.
  ///
  /// - Parameters:
  ///   - folder: The document's.
  ///   - roots: The folders below which files may be read.
  package static func key(of folder: String?, roots: [String]) -> String {
    near(folder, files: FileAccess(roots: roots)).reduce(into: "") { $0 += $1.path + "\n" }
  }
}
