import TypesetDiagnostics
package import TypesetFiles
import TypesetMarkdown
import TypesetYAML

/// Reads a project file and what belongs to it, and finds the files of its chapters, all below the folders that may be read.
package struct WorkReader {
  /// A site of ten thousand scripts, each read to see whether it defines macros.
  private static let mostScripts = 20

  let files: FileAccess
  /// Of bytes in each project file.
  private let limit: Int
  /// Of the project file, as it was named.
  let folder: String
  private var parts: [(name: String, folder: String?, bytes: [UInt8])] = []
  private var diagnostics: [Diagnostic] = []
  /// Files that describe the work and are pages of it.
  var pageFiles: Set<String> = []

  /// Reads a project.
  ///
  /// - Parameter path: Of its file; a folder ends with a slash.
  /// - Returns: Nil if it is not a project after all: a `SUMMARY.md` without a link to a file.
  package static func read(_ path: String, _ kind: WorkKind, files: FileAccess, limit: Int) throws(FileFailure) -> Work? {
    let (folder, name) = WorkPath.split(path)
    var reader = WorkReader(files: files, limit: limit, folder: folder)
    var outline = try reader.outline(of: name, kind)
    let finder = ChapterFinder(
      files: files, folder: folder, kind: kind, projectFiles: reader.parts.map(\.name).filter { !reader.pageFiles.contains($0) })
    if outline.entries.isEmpty { outline.entries = finder.allFiles(of: outline) }
    let found = finder.chapters(of: outline)
    if kind == .folder, finder.isVault { outline.form = .note }
    if kind == .folder, let path = found.chapters.first(where: { $0.path != nil })?.path, reader.isTitled(path) {
      outline.matter.isOfWork = false
    }
    if kind == .summary, !found.chapters.contains(where: { $0.path != nil }) { return nil }
    let source = reader.parts.isEmpty ? Source(name: path, bytes: [], folder: folder) : Source(joining: reader.parts)
    reader.dropMissingPictures(of: &outline.matter)
    let appended = reader.appended(outline)
    return Work(
      kind: kind, form: outline.form ?? kind.form, matter: outline.matter, chapters: found.chapters,
      folders: outline.includeFolders.map { WorkPath.joined(folder, $0) },
      appended: appended.map { WorkPath.joined(folder, $0) }, source: source,
      diagnostics: reader.diagnostics + outline.diagnostics + found.diagnostics)
  }

  private init(files: FileAccess, limit: Int, folder: String) {
    (self.files, self.limit, self.folder) = (files, limit, folder)
  }

  /// The files that are added to each chapter.
  private mutating func appended(_ outline: Outline) -> [String] {
    outline.appended.compactMap { name in
      let path = (outline.includeFolders + [""]).map { WorkPath.joined($0, name) }.first { files.has($0, from: folder) }
      if path == nil {
        diagnostics.append(
          Diagnostic(.warning, "work.missing-file", at: SourceSpan(0, 0), "there is no file \(name) to add to each page", hint: nil))
      }
      return path
    }
  }

  /// True if the front matter of a folder's first page has a title, which is then the title of all pages.
  private func isTitled(_ path: String) -> Bool {
    guard NaturalOrder.isFront(WorkPath.split(path).name[...]),
      let file = try? files.read(WorkPath.split(path).name, from: WorkPath.split(path).folder, limit: limit)
    else { return false }
    return FrontMatter.of(file.bytes).text("title") != nil
  }

  private mutating func outline(of name: String, _ kind: WorkKind) throws(FileFailure) -> Outline {
    switch kind {
    case .mdBook:
      let (bytes, offset) = try read(name)
      let settings = TOMLKeys(bytes, at: offset)
      diagnostics += settings.diagnostics
      return try withSummary(mdBookOutline(settings), "SUMMARY.md", .mdBook)
    case .gitBook:
      let settings = try yaml(name)
      return try withSummary(gitBookOutline(settings), settings["structure"]?["summary"]?.text ?? "SUMMARY.md", .general)
    case .summary:
      let isMDBook = files.has("book.toml", from: folder) || files.has("../book.toml", from: folder)
      var outline = try withSummary(Outline(saysUnlisted: true), name, isMDBook ? .mdBook : .general)
      // docsify's front page need not be in the list.
      let front = ["", "README", "README.md"]
      let listsFront = outline.entries.contains { entry in
        entry.path.map { front.contains(WorkPath.joined("", String($0.prefix { $0 != "?" && $0 != "#" }.drop { $0 == "/" }))) } ?? false
      }
      if name.hasPrefix("_"), !listsFront, files.has("README.md", from: folder) {
        outline.entries.insert(Outline.Entry(path: "README.md", depth: 0, place: SourceSpan(0, 0)), at: 0)
      }
      outline.matter.title = pageTitle()
      return outline
    case .own:
      let (bytes, offset) = try read(name)
      return ownOutline(yaml(bytes, offset), bytes, at: offset)
    case .mkDocs:
      let settings = try yaml(name)
      var outline = mkDocsOutline(settings)
      if let navigation = settings["plugins"].flatMap({ FolderNavigation($0) }) { expand(&outline, by: navigation) }
      return withScript(outline)
    case .quarto: return quartoOutline(try yaml(name))
    case .bookdown: return bookdownOutline(try yaml(name))
    case .jupyterBook:
      let list = try yaml(name)
      return jupyterBookOutline(list, settings: files.has("_config.yml", from: folder) ? try yaml("_config.yml") : nil)
    case .myST: return mySTOutline(try yaml(name))
    case .folder:
      var outline = Outline()
      outline.matter.title = WorkPath.name(ofFolder: FileAccess.realFolder(folder))?.asMarkdown
      return outline
    }
  }

  /// The title of a site whose pages are made in `index.html`.
  private func pageTitle() -> String? {
    guard let file = try? files.read("index.html", from: folder, limit: 1 << 18) else { return nil }
    let head = String(decoding: file.bytes.prefix(8_000), as: UTF8.self)
    if let open = head.firstRange(of: "<title>"), let close = head[open.upperBound...].firstRange(of: "</title>") {
      let title = head[open.upperBound..<close.lowerBound].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !title.isEmpty, title != "Document" { return title.asMarkdown }
    }
    // `$docsify = { name: 'Title' }`, which may be a link in HTML.
    guard let settings = head.firstRange(of: "$docsify"), let key = head[settings.upperBound...].firstRange(of: "name:"),
      !head[head.index(before: key.lowerBound)].isLetter, case let value = head[key.upperBound...].drop(while: \.isWhitespace),
      let quote = value.first, "'\"".contains(quote)
    else { return nil }
    let name = value.dropFirst().prefix { $0 != quote && !$0.isNewline }
    return name.isEmpty || name.contains("<") ? nil : String(name).asMarkdown
  }

  /// The chapters of an outline whose list is a separate file.
  private mutating func withSummary(_ outline: Outline, _ name: String, _ form: Summary.Form) throws(FileFailure) -> Outline {
    var outline = outline
    let path = WorkPath.joined(outline.folder, name)
    do throws(FileFailure) {
      let (bytes, offset) = try read(path)
      outline.entries = Summary(bytes, at: offset, form).entries
    } catch {
      // The settings of a book are something without their list.
      guard !parts.isEmpty else { throw error }
      outline.diagnostics.append(
        Diagnostic(
          .warning, "work.missing-file", at: SourceSpan(0, 0), "cannot read the list of chapters, \(path): \(error)",
          hint: "all files are taken, in natural order"))
    }
    return outline
  }

  /// A title page does without a picture that is not there.
  private func dropMissingPictures(of matter: inout WorkMatter) {
    if let logo = matter.logo, !files.has(logo, from: folder) { matter.logo = nil }
    if let cover = matter.cover, !files.has(cover, from: folder) { matter.cover = nil }
  }

  /// The macros of a site of MkDocs are in a script that sets up MathJax or KaTeX.
  private mutating func withScript(_ outline: Outline) -> Outline {
    guard outline.matter.macros.isEmpty,
      let script = outline.scripts.prefix(Self.mostScripts).first(where: { definesMacros($0, in: outline.folder) })
    else { return outline }
    var outline = outline
    outline.matter.macroFile = WorkPath.joined(outline.folder, script)
    return outline
  }

  private func definesMacros(_ script: String, in folder: String) -> Bool {
    guard !script.contains("://") else { return false }
    let file = try? files.read(WorkPath.joined(folder, script), from: self.folder, limit: 200_000)
    return file?.bytes.holds("macros") ?? false
  }

  /// - Returns: The bytes, and where they begin in the source of the work.
  mutating func read(_ name: String) throws(FileFailure) -> (bytes: [UInt8], offset: Int) {
    let file = try files.read(name, from: folder, limit: limit)
    let offset = parts.reduce(0) { $0 + $1.bytes.count + 2 }
    parts.append((WorkPath.joined(folder, name), folder, file.bytes))
    return (file.bytes, offset)
  }

  mutating func yaml(_ name: String) throws(FileFailure) -> YAMLValue {
    let (bytes, offset) = try read(name)
    return yaml(bytes, offset)
  }

  private mutating func yaml(_ bytes: [UInt8], _ offset: Int) -> YAMLValue {
    let (value, faults) = parseYAML(bytes, offset: offset)
    // What is repeated by an alias is seldom a chapter; one among chapters may stand for the list that it is in.
    let lists = ["nav", "chapters", "parts", "sections", "files"].compactMap { value?[$0]?.span }
    diagnostics += faults.filter { fault in
      fault.code != "yaml.alias" || fault.span.map { place in lists.contains { $0.start <= place.start && place.end <= $0.end } } ?? false
    }
    return value ?? YAMLValue(.mapping([]), span: SourceSpan(offset, offset))
  }
}
