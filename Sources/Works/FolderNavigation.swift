import TypesetDiagnostics
import TypesetFiles
import TypesetYAML

/// How a plugin of MkDocs finds the pages of a folder.
enum FolderNavigation {
  /// literate-nav: a list of links in a Markdown file of each folder.
  case list(file: String, addsIndex: Bool)
  /// awesome-pages and awesome-nav: YAML in a file of each folder.
  case settings(file: String)

  /// - Parameter plugins: Of `mkdocs.yml`.
  init?(_ plugins: YAMLValue) {
    if let options = plugins.option("literate-nav") {
      self = .list(file: options["nav_file"]?.text ?? "SUMMARY.md", addsIndex: options["implicit_index"]?.text == "true")
    } else if let options = plugins.option("awesome-nav") {
      self = .settings(file: options["filename"]?.text ?? ".nav.yml")
    } else if let options = plugins.option("awesome-pages") {
      self = .settings(file: options["filename"]?.text ?? ".pages")
    } else {
      return nil
    }
  }
}

extension YAMLValue {
  /// The settings of one of a list or mapping of extensions or plugins, which may be named alone.
  func option(_ name: String) -> YAMLValue? {
    self[name] ?? items?.lazy.compactMap { $0.text == name ? YAMLValue(.mapping([]), span: $0.span) : $0[name] }.first
  }
}

extension WorkReader {
  /// A site of ten thousand folders that lead into each other.
  private static let mostFolders = 2_000

  /// The entries of an outline, together with the entries of the folders that it names; all entries of the site for an empty outline.
  mutating func expand(_ outline: inout Outline, by navigation: FolderNavigation) {
    var walk = FolderWalk(navigation: navigation, home: outline.folder, rest: Self.mostFolders)
    guard !outline.entries.isEmpty else {
      outline.entries = entries(of: "", at: 0, &walk)
      return
    }
    guard case .list = navigation else { return }
    outline.entries = outline.entries.flatMap { entry in
      guard let path = entry.path, path.hasSuffix("/"), !path.contains("*"), !WorkPath.isAddress(path) else { return [entry] }
      return section(entry, path, &walk)
    }
  }

  /// What is known while the folders of a site are gone through.
  struct FolderWalk {
    let navigation: FolderNavigation
    /// Of the pages, relative to the project file's.
    let home: String
    var rest: Int
    var open: Set<String> = []
  }

  /// A folder as a section: its front page has the section's title.
  private mutating func section(_ entry: Outline.Entry, _ path: String, _ walk: inout FolderWalk) -> [Outline.Entry] {
    var inner = entries(of: WorkPath.joined("", path), at: entry.depth + 1, &walk)
    var head = entry
    head.path = nil
    if let first = inner.first, let page = first.path, NaturalOrder.isFront(WorkPath.split(page).name[...]) {
      head.path = page
      head.title = entry.title ?? first.title
      inner.removeFirst()
    } else if head.title == nil {
      head.title = WorkPath.name(ofFolder: path).map { NaturalOrder.title(of: $0[...]).asMarkdown }
    }
    return [head] + inner
  }

  private mutating func entries(of folder: String, at depth: Int, _ walk: inout FolderWalk) -> [Outline.Entry] {
    guard walk.rest > 0, depth < 20, walk.open.insert(folder).inserted else { return [] }
    walk.rest -= 1
    defer { walk.open.remove(folder) }
    switch walk.navigation {
    case .list(let file, let addsIndex): return listed(in: file, of: folder, at: depth, addsIndex: addsIndex, &walk)
    case .settings(let file): return ordered(by: file, in: folder, at: depth, &walk)
    }
  }

  /// The links of the last list of a file.
  private mutating func listed(
    in file: String, of folder: String, at depth: Int, addsIndex: Bool, _ walk: inout FolderWalk
  ) -> [Outline.Entry] {
    let name = WorkPath.joined(folder, file)
    guard let (bytes, offset) = try? read(WorkPath.joined(walk.home, name)) else {
      return [Outline.Entry(path: folder.isEmpty ? "" : folder + "/", depth: depth, place: SourceSpan(0, 0), isPattern: true)]
    }
    // A page of its folder besides.
    pageFiles.insert(WorkPath.joined(self.folder, WorkPath.joined(walk.home, name)))
    var found: [Outline.Entry] = []
    for var entry in Summary(bytes, at: offset, .lastList).entries {
      entry.depth += depth
      guard let path = entry.path, !WorkPath.isAddress(path) else {
        found.append(entry)
        continue
      }
      let full = WorkPath.joined(folder, path)
      entry.isPattern = path.contains("*")
      entry.path = full
      found += path.hasSuffix("/") && !entry.isPattern ? section(entry, full + "/", &walk) : [entry]
    }
    if addsIndex {
      let index = ["index.md", "README.md"].map { WorkPath.joined(folder, $0) }.first {
        files.has(WorkPath.joined(walk.home, $0), from: self.folder)
      }
      if let index, !found.contains(where: { $0.path == index }) {
        found.insert(Outline.Entry(path: index, depth: depth, place: SourceSpan(offset, offset)), at: 0)
      }
    }
    return found
  }

  /// The pages and folders of a folder in the order that a file of settings gives them; entries that it does not name come where `...` or a
  /// path with stars is, or nowhere.
  private mutating func ordered(by file: String, in folder: String, at depth: Int, _ walk: inout FolderWalk) -> [Outline.Entry] {
    let home = WorkPath.joined(self.folder, walk.home)
    let pages = files.paths(below: WorkPath.joined(home, folder)) { name, isFolder in
      !name.hasPrefix("_") && !name.hasPrefix(".") && (isFolder || WorkPath.suffix(of: name) == "md")
    }
    var names: [String] = []
    for path in NaturalOrder.sorted(pages) {
      let name = String(path.prefix { $0 != "/" })
      if names.last != name, !names.contains(name) { names.append(name) }
    }
    let settings = (try? yaml(WorkPath.joined(walk.home, WorkPath.joined(folder, file)))) ?? YAMLValue(.mapping([]), span: SourceSpan(0, 0))
    guard settings["hide"]?.text != "true" else { return [] }
    var found: [Outline.Entry] = []
    var named: Set<String> = []
    let list = settings["nav"] ?? settings["arrange"]
    func note(_ item: YAMLValue) {
      if let path = item.text { named.insert(WorkPath.joined("", path)) }
      for entry in item.entries ?? [] { note(entry.value) }
      for inner in item.items ?? [] { note(inner) }
    }
    if let list { note(list) }
    let isReversed = settings["order"]?.text == "desc"
    let rest = names.filter { !named.contains($0) }
    let unnamed = isReversed ? rest.reversed() : rest
    for item in list?.items ?? [] { add(item, in: folder, at: depth, unnamed, to: &found, &walk) }
    if list == nil || settings["append_unmatched"]?.text == "true" {
      for name in unnamed { add(name, nil, settings.span, in: folder, at: depth, to: &found, &walk) }
    }
    return found
  }

  private mutating func add(
    _ item: YAMLValue, in folder: String, at depth: Int, _ unnamed: [String], to found: inout [Outline.Entry], _ walk: inout FolderWalk
  ) {
    if let path = item.text ?? item["glob"]?.text {
      guard path.hasPrefix("...") || path.contains("*") else { return add(path, nil, item.span, in: folder, at: depth, to: &found, &walk) }
      let pattern = PathPattern(path.hasPrefix("...") ? path.split(separator: " ").last.map(String.init) ?? "..." : path)
      for name in unnamed where path == "..." || pattern.folder.isEmpty && pattern.matches(name) {
        add(name, nil, item.span, in: folder, at: depth, to: &found, &walk)
      }
      return
    }
    for entry in item.entries ?? [] {
      if let path = entry.value.text {
        add(path, entry.key.asMarkdown, entry.value.span, in: folder, at: depth, to: &found, &walk)
      } else {
        found.append(Outline.Entry(title: entry.key.asMarkdown, path: nil, depth: depth, place: entry.keySpan))
        for inner in entry.value.items ?? [] { add(inner, in: folder, at: depth + 1, unnamed, to: &found, &walk) }
      }
    }
  }

  /// A page or a folder of a folder.
  private mutating func add(
    _ name: String, _ title: String?, _ place: SourceSpan, in folder: String, at depth: Int, to found: inout [Outline.Entry],
    _ walk: inout FolderWalk
  ) {
    guard !WorkPath.isAddress(name) else { return }
    let entry = Outline.Entry(title: title, path: WorkPath.joined(folder, name), depth: depth, place: place)
    guard WorkPath.suffix(of: name).isEmpty, let path = entry.path else { return found.append(entry) }
    var named = entry
    if case .settings(let file) = walk.navigation, title == nil,
      let own = (try? yaml(WorkPath.joined(walk.home, WorkPath.joined(path, file))))?["title"]?.text
    {
      named.title = own.asMarkdown
    }
    let inside = section(named, path, &walk)
    // A folder without pages is no section.
    if inside.count > 1 || inside.first?.path != nil { found += inside }
  }
}
