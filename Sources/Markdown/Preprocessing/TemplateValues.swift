internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetYAML

/// The words that a site generator has for expressions: those of a book's `book.json`, and those of a page's front matter.
struct TemplateValues {
  var matter: FrontMatter
  private let book: JSON?
  /// The settings of Jekyll's site.
  private var site: YAMLValue?
  /// MyST's words for `{{ name }}` in the settings of the project.
  private(set) var substitutions: YAMLValue?

  /// - Parameters:
  ///   - files: In which `book.json` is looked for, beside the document and in the folders around it.
  ///   - namesBook: True if the document asks for words of a book.
  ///   - namesSite: True if it asks for words of a site of Jekyll's.
  ///   - namesWords: True if it has names alone in braces, which settings of MyST explain.
  init(of source: Source, _ files: FileAccess, namesBook: Bool, namesSite: Bool = false, namesWords: Bool = false) {
    matter = FrontMatter.of(source.bytes)
    if namesWords { substitutions = Self.substitutions(files, from: source.files.first?.folder) }
    if namesSite { site = Self.site(files, from: source.files.first?.folder) }
    guard namesBook else {
      book = nil
      return
    }
    let folder = source.files.first?.folder
    var found: JSON?
    for depth in 0..<8 {
      guard let file = try? files.read(String(repeating: "../", count: depth) + "book.json", from: folder, limit: 1 << 20) else { continue }
      found = try? JSON(file.bytes[...])
      break
    }
    book = found
  }

  /// True for names that a page or a book gives, and no settings.
  static func isOfPage(_ name: String) -> Bool {
    ["book", "page", "site", "$frontmatter", "frontmatter", "$slidev.configs"].contains { name == $0 || name.hasPrefix($0 + ".") }
  }

  /// Quarto's `{{< var instructor.name >}}` of the project's `_variables.yml`, and `{{< meta title >}}` of front matter or the project.
  func words(ofShortcode tag: TemplateTag, _ files: FileAccess, from folder: String?) -> String? {
    guard tag.form == .shortcode else { return nil }
    // Hugo's, of the page.
    if tag.name == "param", !tag.firstWord.isEmpty { return matter.text(tag.firstWord) ?? matter.value("params")?[tag.firstWord]?.text }
    guard tag.name == "var" || tag.name == "meta" else { return nil }
    let parts = tag.firstWord.split(separator: ".").map(String.init)
    func text(in value: YAMLValue?) -> String? {
      var value = value
      for part in parts { value = value?[part] }
      return value?.text
    }
    if tag.name == "meta", let words = text(in: matter.values) { return words }
    for depth in 0..<6 {
      let path = String(repeating: "../", count: depth) + (tag.name == "var" ? "_variables.yml" : "_quarto.yml")
      guard let file = try? files.read(path, from: folder, limit: 1 << 20) else { continue }
      return text(in: parseYAML(file.bytes[...], offset: 0).value)
    }
    return nil
  }

  /// The project's words with Jinja's `{{ name | replace("a", "b") }}`.
  private func replaced(_ tag: TemplateTag) -> String? {
    let parts = tag.arguments.split(separator: "|", maxSplits: 1).map { String($0).trimmedWhitespace() }
    guard parts.count == 2, parts[0] == tag.name, parts[1].hasPrefix("replace("), parts[1].hasSuffix(")"),
      let words = substitutions?[tag.name]?.text
    else { return nil }
    let quoted = parts[1].split(separator: "\"", omittingEmptySubsequences: false)
    guard quoted.count == 5, !quoted[1].isEmpty else { return nil }
    return words.replacing(String(quoted[1]), with: String(quoted[3]))
  }

  /// The words of an expression: `book.title`, `book.product.name`, `page.title`, `$frontmatter.title`.
  subscript(tag: TemplateTag) -> String? {
    if tag.form == .expression, let filtered = replaced(tag) { return filtered }
    guard tag.form == .expression, tag.arguments == tag.name else { return nil }
    let parts = tag.name.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return nil }
    switch parts[0] {
    case "book":
      guard let book else { return nil }
      // HonKit: the variables, and a few keys of the settings.
      return Self.text(parts.dropFirst(), in: book["variables"]) ?? (parts.count == 2 ? book[parts[1]]?.text : nil)
    case "page", "$frontmatter", "frontmatter":
      var value = matter.values
      for part in parts.dropFirst() { value = value?[part] }
      return value?.text
    case "site":
      // Addresses begin with these.
      guard !["url", "baseurl"].contains(parts[1]) else { return nil }
      var value = site
      for part in parts.dropFirst() { value = value?[part] }
      return value?.text
    case "$slidev" where parts.count == 3 && parts[1] == "configs": return matter.values?[parts[2]]?.text
    default: return nil
    }
  }

  /// The nearest `_config.yml` in the folder of a document or around it.
  private static func site(_ files: FileAccess, from folder: String?) -> YAMLValue? {
    for depth in 0..<6 {
      let path = String(repeating: "../", count: depth) + "_config.yml"
      if let file = try? files.read(path, from: folder, limit: 1 << 20) { return parseYAML(file.bytes[...], offset: 0).value }
    }
    return nil
  }

  /// The words that `_config.yml`, `myst.yml` or `conf.py` have for names in braces, in the folder of a document or around it.
  private static func substitutions(_ files: FileAccess, from folder: String?) -> YAMLValue? {
    for depth in 0..<6 {
      let up = String(repeating: "../", count: depth)
      for name in ["_config.yml", "myst.yml"] {
        guard let file = try? files.read(up + name, from: folder, limit: 1 << 20) else { continue }
        let settings = parseYAML(file.bytes[...], offset: 0).value
        let found =
          settings?["parse"]?["myst_substitutions"] ?? settings?["sphinx"]?["config"]?["myst_substitutions"]
          ?? settings?["project"]?["substitutions"] ?? settings?["site"]?["substitutions"]
        if let found { return found }
      }
      // MkDocs' plugin macros takes what is in `extra`.
      if let settings = InheritedSettings.read(up + "mkdocs.yml", files, from: folder), settings["plugins"]?.names("macros") ?? false {
        return settings["extra"]
      }
      if let file = try? files.read(up + "conf.py", from: folder, limit: 1 << 20) { return substitutions(inPython: file.bytes) }
    }
    return nil
  }

  /// `myst_substitutions = { "name": "words", … }`: YAML reads a dictionary of texts as Python does.
  private static func substitutions(inPython bytes: [UInt8]) -> YAMLValue? {
    guard let name = bytes.firstRange(of: Array("\nmyst_substitutions".utf8)),
      let open = bytes[name.upperBound...].prefix(40).firstIndex(of: ASCII.openBrace),
      let end = ComponentTag.expressionEnd(bytes, from: open, before: min(bytes.count, open + 20_000))
    else { return nil }
    let value = parseYAML(bytes[open..<end], offset: 0).value
    return value?.entries == nil ? nil : value
  }

  private static func text(_ names: ArraySlice<String>, in value: JSON?) -> String? {
    var value = value
    for name in names { value = value?[name] }
    switch value {
    case .string(let text)?, .number(let text)?: return text
    case .bool(let flag)?: return flag ? "true" : "false"
    default: return nil
    }
  }
}

extension YAMLValue {
  /// True if a plugin or an extension is among those of a list or a mapping.
  fileprivate func names(_ name: String) -> Bool {
    self[name] != nil || (items ?? []).contains { $0.text == name || $0[name] != nil } || entries?.contains { $0.key == name } ?? false
  }
}
