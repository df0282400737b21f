internal import TypesetDiagnostics
internal import TypesetFiles

/// The templates that a site has for its own tags, each read once: below `layouts/shortcodes` of Hugo's site or of its themes, in `_includes` of
/// Jekyll's, below `templates/shortcodes` of Zola's.
final class SiteTemplates {
  private let files: FileAccess
  private let tool: Dialect.Tool?
  private var known: [String: Found?] = [:]

  /// A template, its length, and the way from the page to the site's folder.
  private struct Found {
    let template: SiteTemplate?
    let bytes: Int
    let root: String
    /// What it gives to names: `{% assign path = "/images" %}`.
    let assigned: [(name: String, words: String)]
  }

  /// What has been read and written of all of them, in bytes: a tag may be short and its template long.
  private var (read, written) = (0, 0)
  private static let (mostRead, mostWritten) = (8 << 20, 1 << 20)

  init(_ files: FileAccess, _ tool: Dialect.Tool?) { (self.files, self.tool) = (files, tool) }

  /// What the site shows for a tag, in which `SiteTemplate.body` stands for the tag's body.
  ///
  /// - Parameters:
  ///   - folder: Of the page.
  ///   - isCode: True in a block of code.
  func text(for tag: TemplateTag, from folder: String?, isCode: Bool = false) -> String? {
    guard let folder, read < Self.mostRead, written < Self.mostWritten, let found = found(for: tag, from: folder),
      let template = found.template
    else { return nil }
    read += found.bytes
    let text = template.text(for: tag, isCode: isCode) { path in
      guard !path.contains(".."), self.read < Self.mostRead,
        let file = try? self.files.read(found.root + (path.hasPrefix("/") ? path.dropFirst() : path[...]), from: folder, limit: 1 << 20)
      else { return nil }
      self.read += file.bytes.count
      return String(decoding: file.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }
    guard let text else { return nil }
    written += text.utf8.count
    return text
  }

  /// The words that names have below an include of Jekyll's, whose file gives them.
  func assignments(by tag: TemplateTag, from folder: String?) -> [(name: String, words: String)] {
    guard tag.form == .liquid, tag.name == "include", let folder else { return [] }
    return found(for: tag, from: folder)?.assigned ?? []
  }

  /// True if the site has a template for a tag, understood or not.
  func has(_ tag: TemplateTag, from folder: String?) -> Bool { folder.map { found(for: tag, from: $0) != nil } ?? false }

  private func found(for tag: TemplateTag, from folder: String) -> Found? {
    let name: String
    switch (tool, tag.form) {
    case (.hugo, .shortcode) where !tag.name.hasPrefix("/"), (.zola, .shortcode) where !tag.name.hasPrefix("/"): name = tag.name + ".html"
    case (.kramdown, .liquid) where tag.name == "include" || tag.name == "include_cached":
      name = String(tag.arguments.trimmedWhitespace().prefix { !$0.isWhitespace })
    default: return nil
    }
    guard !name.contains(".."), !name.hasPrefix("/") else { return nil }
    let key = folder + "\0" + name
    let found = known[key] ?? template(named: name, from: folder)
    known[key] = .some(found)
    return found
  }

  private func template(named name: String, from folder: String) -> Found? {
    let (language, folders): (SiteTemplate.Language, [String]) =
      switch tool {
      case .hugo: (.go, ["layouts/shortcodes/", "layouts/_shortcodes/"])
      case .zola: (.tera, ["templates/shortcodes/"])
      default: (.liquid, ["_includes/"])
      }
    let names = folders.map { String($0.prefix { $0 != "/" }) } + (language == .liquid ? [] : ["themes"])
    for level in files.namesAbove(folder, among: names, upTo: ".git", remembering: 4) {
      let root = String(repeating: "../", count: level.ups)
      var places = folders
      if level.names.contains("themes"), language != .liquid {
        let themes = files.entries(in: level.folder + "/themes", endings: []).filter(\.isFolder).prefix(8)
        places += themes.map { "themes/\($0.name)/\(folders[0])" }
      }
      for place in places {
        guard let file = try? files.read(root + place + name, from: folder, limit: 1 << 14) else { continue }
        let assigned = language == .liquid ? TemplateTag.all(in: file.bytes).compactMap(\.assigned) : []
        return Found(template: SiteTemplate(file.bytes, in: language), bytes: file.bytes.count, root: root, assigned: assigned)
      }
    }
    return nil
  }
}
