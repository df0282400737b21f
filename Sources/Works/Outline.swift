import TypesetDiagnostics
import TypesetYAML

/// What a project file says, before anybody has looked for the files that it names.
struct Outline {
  /// A line of the navigation.
  struct Entry: Hashable {
    /// Markdown.
    var title: String?
    /// Relative to `Outline.folder`; nil for a heading without a page.
    var path: String?
    /// From 0, in the navigation.
    var depth: Int
    var place: SourceSpan
    /// True if `path` stands for all files that it fits: a folder, or a path with stars.
    var isPattern = false
    /// False if its headings have no numbers where others have.
    var isNumbered = true
    var role = Source.File.Chapter.Role.chapter
  }

  var matter = WorkMatter()
  /// What a file is; nil for what it mostly is to the tool.
  var form: Source.File.Chapter.Form?
  /// Of the chapters, relative to the project file's.
  var folder = ""
  /// In the navigation's order. Empty where the project names no files: it consists of all in the folder.
  var entries: [Entry] = []
  /// True if files that are not listed are reported.
  var saysUnlisted = false
  /// Scripts of the site's pages, one of which may define macros.
  var scripts: [String] = []
  /// Where included files are looked for, and files that are added to each page; relative to the project file.
  var includeFolders: [String] = []
  var appended: [String] = []
  var diagnostics: [Diagnostic] = []

  mutating func add(
    _ title: String?, _ path: String?, at depth: Int, _ place: SourceSpan, isPattern: Bool = false, isNumbered: Bool = true
  ) {
    entries.append(Entry(title: title, path: path, depth: depth, place: place, isPattern: isPattern, isNumbered: isNumbered))
  }
}

extension YAMLValue {
  /// One text or a list of texts.
  var texts: [String] { items?.compactMap(\.text) ?? text.map { [$0] } ?? [] }

  /// The names of people: texts, or mappings with a `name`.
  var people: [String] {
    (items ?? [self]).compactMap { person in
      person.text ?? person["name"]?.text
        ?? person["name"].flatMap { name in
          let parts = [name["given"]?.text, name["family"]?.text].compactMap(\.self)
          return parts.isEmpty ? nil : parts.joined(separator: " ")
        }
    }
  }

  /// Macros of MathJax and KaTeX: a text, or a list of a text and the number of its arguments.
  var macros: [WorkMatter.Macro] {
    (entries ?? []).compactMap { entry in
      (entry.value.text ?? entry.value.items?.first?.text).map { WorkMatter.Macro(name: entry.key, definition: $0) }
    }
  }
}
