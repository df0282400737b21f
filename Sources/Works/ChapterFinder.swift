import TypesetDiagnostics
import TypesetFiles

/// Finds the files that the lines of an outline name.
struct ChapterFinder {
  let files: FileAccess
  /// Of the project file, as it was named.
  let folder: String
  let kind: WorkKind
  /// Which are no chapters, as they were named.
  let projectFiles: [String]

  private static let endings = ["md", "markdown", "qmd", "mdx", "rmd"]
  /// True for tools that take notebooks as pages.
  private var takesNotebooks: Bool { [.folder, .jupyterBook, .myST, .quarto, .own].contains(kind) }
  /// What may be listed without its extension, as Jupyter Book does, or by the name of its folder.
  private static let completions = ["", ".md", ".ipynb", ".qmd", ".Rmd", ".markdown", "/README.md", "/index.md", "/index.qmd"]

  /// A list of a hundred thousand files that are not there, each looked for under all names that it may have.
  private static let mostEntries = 10_000
  /// A list of ten thousand paths with stars, each compared with all files of the folder.
  private static let mostPatterns = 100

  struct Found {
    var chapters: [Work.Chapter] = []
    var diagnostics: [Diagnostic] = []
    /// Real paths.
    var listed: Set<String> = []
    /// What paths with stars have been compared with, by folders.
    fileprivate var folders: [String: [String]] = [:]
    fileprivate var patterns: Set<String> = []
    /// What the list names one by one, which its patterns leave to that place.
    var named: Set<String> = []
  }

  func chapters(of outline: Outline) -> Found {
    var found = Found()
    if outline.entries.contains(where: \.isPattern) {
      found.named = Set(outline.entries.compactMap { $0.isPattern ? nil : $0.path.map { WorkPath.joined("", $0) } })
    }
    let base = WorkPath.joined(folder, outline.folder)
    let home = base.isEmpty ? "." : base
    for entry in outline.entries.prefix(Self.mostEntries) {
      guard let path = entry.path else {
        found.chapters.append(Work.Chapter(path: nil, level: entry.depth + 1, title: entry.title, place: entry.place))
        continue
      }
      guard !WorkPath.isAddress(path) else { continue }
      if entry.isPattern {
        add(all: path, as: entry, in: home, to: &found)
      } else {
        add(path, as: entry, in: home, to: &found)
      }
    }
    if outline.entries.count > Self.mostEntries {
      found.diagnostics.append(
        Diagnostic(
          .error, "limit.chapters", at: outline.entries[Self.mostEntries].place,
          "the list has \(outline.entries.count) entries; those after the first \(Self.mostEntries) are left out", hint: "split the project"
        ))
    }
    dropEmptyHeadings(&found)
    if outline.saysUnlisted { noteUnlisted(in: home, of: outline, &found) }
    return found
  }

  /// Adds a chapter, if there is such a file and it has not been listed before.
  private func add(_ path: String, as entry: Outline.Entry, in home: String, to found: inout Found) {
    let plain = String(path.prefix { $0 != "#" && $0 != "?" }.drop { $0 == "/" })
    let hasPart = path.contains("#")
    guard let (name, place) = locate(plain, in: home, entry, &found) else { return }
    let suffix = WorkPath.suffix(of: name)
    guard Self.endings.contains(suffix) || suffix == "ipynb" || suffix == "txt" else {
      found.diagnostics.append(
        Diagnostic(
          .warning, "work.not-markdown", at: entry.place, "\(path) is not Markdown, and left out", hint: "convert it: pandoc \(path)"))
      return
    }
    let full = WorkPath.joined(home, name)
    guard !projectFiles.contains(full) else { return }
    guard found.listed.insert(WorkPath.joined("", place)).inserted else {
      // Parts of a page may be listed below it.
      guard !hasPart, !entry.isPattern else { return }
      found.diagnostics.append(
        Diagnostic(.warning, "work.listed-twice", at: entry.place, "\(path) is listed twice", hint: "its first place in the list counts"))
      return
    }
    found.chapters.append(
      Work.Chapter(
        path: full, level: entry.depth + 1, title: entry.title, place: entry.place, isNumbered: entry.isNumbered && entry.role != .part,
        role: entry.role))
  }

  /// The name of a file below the folder of the chapters, and its real path.
  private func locate(
    _ path: String, in home: String, _ entry: Outline.Entry, _ found: inout Found
  ) -> (name: String, place: String)? {
    var failure = FileFailure.missing
    let decoded = WorkPath.decoded(path)
    for candidate in path == decoded ? [path] : [decoded, path] {
      let isWhole = Self.endings.contains(WorkPath.suffix(of: candidate))
      for completion in isWhole ? [""] : Self.completions where !candidate.isEmpty || completion.hasPrefix("/") {
        let name = candidate + completion
        do throws(FileFailure) { return (name, try files.path(of: name, from: home)) } catch {
          if error.isOutside, completion.isEmpty { failure = error }
        }
      }
    }
    let (message, hint) =
      failure == .missing
      ? ("there is no file \(path)", "it was looked for in \(home == "." ? "the project's folder" : home)")
      : ("cannot read \(path): \(failure)", failure.hint)
    found.diagnostics.append(Diagnostic(.warning, "work.missing-file", at: entry.place, message, hint: hint))
    return nil
  }

  /// Adds all files below a folder, or the files that match a path with stars.
  private func add(all pattern: String, as entry: Outline.Entry, in home: String, to found: inout Found) {
    // What fits has been added.
    guard found.patterns.insert(pattern).inserted else { return }
    guard found.patterns.count <= Self.mostPatterns else {
      if found.patterns.count == Self.mostPatterns + 1 {
        found.diagnostics.append(
          Diagnostic(
            .error, "limit.chapters", at: entry.place,
            "the list has more than \(Self.mostPatterns) paths with stars; the rest of them is left out",
            hint: "name folders, or the files themselves"))
      }
      return
    }
    let wanted = PathPattern(pattern)
    let folder = wanted.folder
    let place = WorkPath.joined(home, folder)
    let paths = found.folders[place] ?? NaturalOrder.sorted(withoutTwins(paths(below: place)))
    found.folders[place] = paths
    for path in paths where wanted.matches(path) {
      let full = folder.isEmpty ? path : folder + "/" + path
      guard !found.named.contains(full) else { continue }
      var one = entry
      one.title = nil
      add(full, as: one, in: home, to: &found)
    }
  }

  /// Headings below which nothing is left.
  private func dropEmptyHeadings(_ found: inout Found) {
    var kept: [Work.Chapter] = []
    for chapter in found.chapters.reversed() where chapter.path != nil || kept.last.map({ $0.level > chapter.level }) ?? false {
      kept.append(chapter)
    }
    found.chapters = kept.reversed()
  }

  private func noteUnlisted(in home: String, of outline: Outline, _ found: inout Found) {
    let rest = NaturalOrder.sorted(paths(below: home)).filter { path in
      guard let place = try? files.path(of: path, from: home) else { return false }
      return !found.listed.contains(WorkPath.joined("", place))
        && !["SUMMARY.md", "GLOSSARY.md", "LICENSE.md"].contains(WorkPath.split(path).name)
    }
    guard let first = rest.first else { return }
    let names = rest.prefix(4).joined(separator: ", ") + (rest.count > 4 ? " …" : "")
    found.diagnostics.append(
      Diagnostic(
        .note, "work.unlisted", at: outline.entries.first?.place,
        rest.count == 1 ? "\(first) is not listed, and left out" : "\(rest.count) files are not listed, and left out: \(names)", hint: nil))
  }

  /// The files of text below a folder, relative to it; what tools make is passed over, and what they only include.
  private func paths(below folder: String) -> [String] {
    files.paths(below: folder.isEmpty ? "." : folder) { name, isFolder in
      guard !name.hasPrefix("_") else { return false }
      return isFolder
        ? !["node_modules", "venv", "target"].contains(name) && kind != .bookdown
        : (kind == .bookdown ? ["rmd"] : Self.endings).contains(WorkPath.suffix(of: name)) && !projectNames.contains(name)
          || takesNotebooks && name.hasSuffix(".ipynb") && !name.hasPrefix("Untitled")
    }
  }

  /// Without the texts that Jupytext keeps beside notebooks.
  private func withoutTwins(_ paths: [String]) -> [String] {
    let notebooks = Set(paths.filter { $0.hasSuffix(".ipynb") }.map { $0.dropLast(6) })
    guard !notebooks.isEmpty else { return paths }
    return paths.filter { path in path.hasSuffix(".ipynb") || !(path.lastIndex(of: ".").map { notebooks.contains(path[..<$0]) } ?? false) }
  }

  private var projectNames: [String] { projectFiles.map { WorkPath.split($0).name } }

  /// True for a vault of notes, whose names are their titles.
  var isVault: Bool {
    files.namesAbove(folder, among: [".obsidian"], upTo: ".git").contains { $0.ups == 0 && $0.names.contains(".obsidian") }
  }

  /// All files below the folder of the chapters, each folder a section.
  func allFiles(of outline: Outline) -> [Outline.Entry] {
    let home = WorkPath.joined(folder, outline.folder)
    let keepsNames = isVault
    func title(_ name: Substring) -> String { (keepsNames ? String(name) : NaturalOrder.title(of: name)).asMarkdown }
    var entries: [Outline.Entry] = []
    var open: [Substring] = []
    let place = SourceSpan(0, 0)
    for path in NaturalOrder.sorted(withoutTwins(paths(below: home))) {
      let parts = path.split(separator: "/")
      guard let name = parts.last else { continue }
      let folders = Array(parts.dropLast())
      let shared = zip(open, folders).prefix { $0 == $1 }.count
      let isFront = NaturalOrder.isFront(name)
      for depth in shared..<max(shared, folders.count - (isFront ? 1 : 0)) {
        entries.append(Outline.Entry(title: title(folders[depth]), path: nil, depth: depth, place: place))
      }
      open = folders
      let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
      let heading = isFront ? folders.last.map { title($0) } : title(stem)
      entries.append(Outline.Entry(title: heading, path: path, depth: folders.count - (isFront && !folders.isEmpty ? 1 : 0), place: place))
    }
    return entries
  }
}
