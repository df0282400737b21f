package import TypesetDiagnostics
import TypesetYAML

// `--explain-options`: the settings of a document, and where each value comes from.

extension SettingsReader {
  /// Each setting of a document with its value and where that was set, one a line, then the keys without a meaning here.
  ///
  /// - Parameters:
  ///   - theme: The theme that the caller names, as it was written.
  ///   - longest: Values of more characters are cut off.
  ///   - hasStyles: True adds what files of the author's own say of styles.
  package func explanation(
    of given: GivenSettings, in source: Source, theme: String?, longest: Int = 60, hasStyles: Bool = false
  ) -> String {
    var rows: [(name: String, value: String, origin: String)] = []
    func place(_ span: SourceSpan) -> String {
      let position = source.position(of: Int(span.start))
      return "\(position.file):\(position.line)"
    }
    if let theme { rows.append(("theme", theme, "--theme \(theme)")) }
    for entry in given.entries where theme == nil || entry.setting.name != "theme" {
      let name = entry.setting.title
      let written = Settings.sameName(name, entry.name) ? "" : " (as \(entry.name))"
      rows.append((name, entry.value.inOneLine, (entry.caller ?? place(entry.value.span)) + written))
    }
    for variable in variables where variable.isOfTheme { rows.append((variable.key, variable.value, variable.written)) }
    let set = Set(given.entries.compactMap(\.setting.path) + variables.filter(\.isOfTheme).map(\.key))
    let files = themeSources(of: given, from: source.files.first?.folder)
    for row in Settings.all {
      guard let path = row.path, !set.contains(path) else { continue }
      let parts = path.split(separator: ".").map(String.init)
      let found = files.lazy.compactMap { file in
        parseYAML(file.bytes).value?[parts[0]]?[parts[1]].map { (value: $0, file: file) }
      }.first
      if let (value, file) = found {
        let line = file.position(of: Int(value.span.start)).line
        let name = file.files[0].name
        let origin = Theme.builtIn(String(name.dropLast(5))) == nil ? "\(name):\(line)" : "theme \(name.dropLast(5))"
        rows.append((path, value.inOneLine, origin))
      } else if !row.standard.isEmpty {
        rows.append((path, row.standard, "default"))
      }
    }
    if hasStyles { rows += Self.styles(of: files) }
    for row in Settings.all
    where row.path == nil && !row.standard.isEmpty && !given.entries.contains(where: { $0.setting.name == row.name }) {
      rows.append((row.title, row.standard, "default"))
    }
    let free = given.free.map { $0.span.isEmpty ? $0.name : "\($0.name) (\(place($0.span)))" }
    return Self.table(rows, longest: longest) + (free.isEmpty ? "" : "\nKeys without a meaning here: \(free.joined(separator: ", "))\n")
  }

  /// The keys of the theme's files that are no settings of a document, such as `styles.h2.before`.
  private static func styles(of files: [Source]) -> [(name: String, value: String, origin: String)] {
    var known = Set(Settings.all.compactMap(\.path))
    var rows: [(name: String, value: String, origin: String)] = []
    func add(_ value: YAMLValue, _ path: String, _ file: Source, depth: Int) {
      if let entries = value.entries, depth < 8 {
        for entry in entries { add(entry.value, path.isEmpty ? entry.key : path + "." + entry.key, file, depth: depth + 1) }
      } else if !["base", "extends", "name", "description"].contains(path), !path.contains(" "), known.insert(path).inserted {
        rows.append((path, value.inOneLine, "\(file.files[0].name):\(file.position(of: Int(value.span.start)).line)"))
      }
    }
    for file in files where Theme.builtIn(String(file.files[0].name.dropLast(5))) == nil {
      if let value = parseYAML(file.bytes).value { add(value, "", file, depth: 0) }
    }
    return rows
  }

  /// The files of the theme, the one whose values hold first.
  private func themeSources(of given: GivenSettings, from folder: String?) -> [Source] {
    var unread: [Diagnostic] = []
    var sources: [Source]
    switch theme ?? namedTheme(given, from: folder, &unread) {
    case .builtIn(let name): sources = Theme.builtIn(name).map { [$0] } ?? []
    case .file(let source): sources = [source]
    case .files(let files): sources = files.reversed()
    }
    // What a built-in theme is made from.
    while let last = sources.last, sources.count < 16 {
      let value = parseYAML(last.bytes).value
      let base = (value?["base"] ?? value?["extends"])?.text ?? (value?["name"]?.text == "article" ? nil : "article")
      guard let base, let next = Theme.builtIn(base), next.files[0].name != last.files[0].name else { break }
      sources.append(next)
    }
    return sources
  }

  private static func table(_ rows: [(name: String, value: String, origin: String)], longest: Int) -> String {
    func width(_ texts: [String], _ limit: Int) -> Int { min(texts.map(\.count).max() ?? 0, limit) }
    let (names, values) = (width(rows.map(\.name), 24), width(rows.map(\.value), 44))
    func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.count, 0) + 2) }
    return rows.map { row in
      let value = row.value.count > longest ? row.value.prefix(longest - 1) + "…" : row.value
      return padded(row.name, names) + padded(value, values) + row.origin + "\n"
    }.joined()
  }
}

extension YAMLValue {
  /// The value in YAML's flow style, without quotes.
  fileprivate var inOneLine: String {
    switch content {
    case .scalar(let text, _): text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .sequence(let items): "[" + items.map(\.inOneLine).joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.key): \($0.value.inOneLine)" }.joined(separator: ", ") + "}"
    }
  }
}
