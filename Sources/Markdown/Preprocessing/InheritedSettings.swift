internal import TypesetFiles
internal import TypesetYAML

/// The settings of a site of MkDocs with those of the files that they inherit: `INHERIT: ../common.yml`.
enum InheritedSettings {
  /// - Parameter path: Of `mkdocs.yml`, from a folder.
  static func read(_ path: String, _ files: FileAccess, from folder: String?, depth: Int = 0) -> YAMLValue? {
    guard depth < 8, let file = try? files.read(path, from: folder, limit: 1 << 20),
      let settings = parseYAML(file.bytes[...], offset: 0).value
    else { return nil }
    guard let parent = settings["INHERIT"]?.text else { return settings }
    let above = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    guard let inherited = read(above + parent, files, from: folder, depth: depth + 1) else { return settings }
    return inherited.merged(with: settings, depth: 0)
  }
}

extension YAMLValue {
  /// What stands in both is the other's, keys within keys too.
  fileprivate func merged(with other: YAMLValue, depth: Int) -> YAMLValue {
    guard let entries, let others = other.entries, depth < 20 else { return other }
    let both = others.map { entry in
      var entry = entry
      if let inherited = self[entry.key] { entry.value = inherited.merged(with: entry.value, depth: depth + 1) }
      return entry
    }
    return YAMLValue(.mapping(entries + both), span: other.span)
  }
}
