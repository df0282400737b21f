package import TypesetDiagnostics
import TypesetYAML

/// A book or a site as its project file describes it: which files it has, in which order, and how deep each is in the navigation.
package struct Work: Sendable {
  /// A file of the work, or a heading that is above several.
  package struct Chapter: Hashable, Sendable {
    /// As the project file was named, so relative to the working folder or absolute; nil for a heading without a file.
    package var path: String?
    /// Of its first heading: 1 for parts, and for chapters outside of parts.
    package var level: Int
    /// In the navigation, as Markdown; nil if it names no title.
    package var title: String?
    /// In `Work.source`.
    package var place: SourceSpan
    /// False if its headings have no numbers where others have.
    package var isNumbered = true
    package var role = Source.File.Chapter.Role.chapter
  }

  /// The tool whose project file this is.
  package var kind: WorkKind
  /// What each file of the work is to that tool.
  package var form = Source.File.Chapter.Form.chapter
  /// What the project file says of the whole work.
  package var matter = WorkMatter()
  /// In the order of the navigation.
  package var chapters: [Chapter] = []
  /// Folders in which included files are looked for, as the project file was named.
  package var folders: [String] = []
  /// Files whose text is added to each chapter, such as a list of abbreviations.
  package var appended: [String] = []
  /// The files that describe the work.
  package var source: Source
  /// What is wrong with the files that describe the work, at places in `source`.
  package var diagnostics: [Diagnostic] = []
}

/// What a project file says of the whole work, for its front matter.
package struct WorkMatter: Sendable {
  /// Markdown.
  package var title: String?
  /// Markdown.
  package var subtitle: String?
  package var authors: [String] = []
  package var date: String?
  /// BCP 47.
  package var language: String?
  /// As the project file has them, for the front matter.
  var copyright: YAMLValue?
  var license: YAMLValue?
  /// Files with the works that are cited, relative to the project's folder.
  package var bibliography: [String] = []
  /// Names of macros of formulas, with or without their backslash, and their definitions.
  package var macros: [Macro] = []
  /// Pictures, relative to the project's folder.
  var logo: String?
  var cover: String?
  /// The keys of `ownLines`.
  var ownKeys: Set<String> = []
  /// A file that defines macros, relative to the project's folder.
  package var macroFile: String?
  /// Lines of `mdtypeset.yml` that are front matter, with the number of the first one.
  var ownLines: [(text: [UInt8], line: Int)] = []
  /// True if headings are numbered.
  var numbersSections = false
  /// False where the first chapter's own front matter is the work's.
  package var isOfWork = true

  /// A definition for all formulas of the work.
  package struct Macro: Hashable, Sendable {
    var name: String
    var definition: String
  }

  /// The front matter, between its lines of `---`; works begin with a title page and the contents.
  ///
  /// - Parameter file: The project file, as messages name it.
  package func frontMatter(of file: String) -> (bytes: [UInt8], runs: [Source.Run]) {
    var bytes = Array("---\n\(generated)".utf8)
    var runs = [Source.Run(start: 0, file: file)]
    for lines in ownLines {
      runs.append(Source.Run(start: bytes.count, file: file, line: lines.line))
      bytes += lines.text
      if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }
    return (bytes + "---\n".utf8, runs)
  }

  /// The lines that are not the author's own.
  private var generated: String {
    var yaml = ""
    func add(_ key: String, _ text: String?) {
      if let text, !text.isEmpty { yaml += "\(key): \(Self.quoted(text))\n" }
    }
    add("title", title)
    add("subtitle", subtitle)
    if !authors.isEmpty { yaml += "author: [\(authors.map(Self.quoted).joined(separator: ", "))]\n" }
    add("date", date)
    add("lang", language)
    for (key, value) in [("copyright", copyright), ("license", license)] {
      if let value { yaml += "\(key): \(Self.flow(value))\n" }
    }
    if numbersSections, !ownKeys.contains("number-sections") { yaml += "number-sections: true\n" }
    add("logo", logo)
    add("cover", cover)
    if !bibliography.isEmpty { yaml += "bibliography: [\(bibliography.map(Self.quoted).joined(separator: ", "))]\n" }
    if !macros.isEmpty {
      yaml += "macros:\n" + macros.map { "  \(Self.quoted($0.name)): \(Self.quoted($0.definition))\n" }.joined()
    } else {
      add("macros", macroFile)
    }
    if !(title ?? "").isEmpty || ownKeys.contains("title"), !ownKeys.contains("titlepage") { yaml += "titlepage: true\n" }
    return ownKeys.contains("toc") ? yaml : yaml + "toc: true\n"
  }

  /// A value on one line. The reader of YAML bounds how deep it nests.
  private static func flow(_ value: YAMLValue) -> String {
    if let items = value.items { return "[" + items.map(flow).joined(separator: ", ") + "]" }
    if let entries = value.entries { return "{" + entries.map { "\(quoted($0.key)): \(flow($0.value))" }.joined(separator: ", ") + "}" }
    return quoted(value.text ?? "")
  }

  /// A double-quoted scalar of YAML, on one line.
  private static func quoted(_ text: String) -> String {
    var out = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\\", "\"": out += "\\" + String(character)
      case "\n", "\r", "\t": out += " "
      case "\0"..."\u{1F}": continue
      default: out.unicodeScalars.append(character)
      }
    }
    return out + "\""
  }
}

extension String {
  /// The text as Markdown that shows it as it is.
  var asMarkdown: String {
    reduce(into: "") { out, character in
      if "\\`*_[]<>".contains(character) { out += "\\" }
      out.append(character == "\n" ? " " : character)
    }
  }
}
