internal import CICU
package import TypesetDiagnostics
package import TypesetFiles
internal import TypesetSettings

/// The texts of one language, from a file such as `strings/zh.md`: a heading for each key, and below it the text in Markdown, or a list
/// of its forms by CLDR's categories of numbers (`- one: {n} apple`).
package struct Catalogue: Sendable {
  /// BCP 47, as the file's name.
  package let language: String
  private(set) var entries: [String: Entry] = [:]
  /// In the order of the file.
  private(set) var keys: [String] = []

  /// Markdown for one line of text.
  enum Entry: Hashable, Sendable {
    case text(String)
    case forms([String: String])
  }

  /// CLDR's categories.
  static let categories: Set<String> = ["zero", "one", "two", "few", "many", "other"]

  package init(language: String, _ bytes: [UInt8]) {
    self.language = language
    var key: String?
    var lines: [String] = []
    func entry() -> Entry? {
      let forms = lines.map { Self.form(of: $0) }
      if !forms.isEmpty, !forms.contains(where: { $0 == nil }) {
        return .forms(Dictionary(forms.compactMap(\.self).map { ($0.category, $0.text) }) { $1 })
      }
      return lines.isEmpty ? nil : .text(lines.joined(separator: "\n"))
    }
    // Front matter and what is above the first heading are remarks.
    for line in String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
      let text = line.trimmed()
      if text.hasPrefix("#") {
        if let key, let entry = entry() { add(key, entry) }
        (key, lines) = (String(text.drop { $0 == "#" }).trimmed(), [])
      } else if !text.isEmpty {
        lines.append(text)
      }
    }
    if let key, let entry = entry() { add(key, entry) }
  }

  private mutating func add(_ key: String, _ entry: Entry) {
    if entries.updateValue(entry, forKey: key) == nil { keys.append(key) }
  }

  /// `- one: {n} apple`
  private static func form(of line: String) -> (category: String, text: String)? {
    guard let mark = line.first, "-*+".contains(mark), let colon = line.firstIndex(of: ":") else { return nil }
    let category = line[..<colon].dropFirst().trimmed()
    return categories.contains(category) ? (category, line[line.index(after: colon)...].trimmed()) : nil
  }

  /// The Markdown of a key.
  ///
  /// - Parameter number: Decides the form where there are several.
  func text(_ key: String, number: Double?) -> String? {
    switch entries[key] {
    case .text(let text): text
    case .forms(let forms): forms[number.map { pluralCategory(of: $0, in: language) } ?? "other"] ?? forms["other"]
    case nil: nil
    }
  }
}

/// The category of a number in the rules of a language for plurals (CLDR), by ICU.
func pluralCategory(of number: Double, in language: String) -> String {
  var bytes = [UInt8](repeating: 0, count: 16)
  let count = unsafe bytes.withUnsafeMutableBytes { buffer in
    unsafe mdtypeset_plural_category(
      language.replacing("-", with: "_"), number, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), 16)
  }
  return count > 0 ? String(decoding: bytes.prefix(Int(count)), as: UTF8.self) : "other"
}

/// The catalogues that hold for a document, the most specific one first.
package struct Catalogues: Sendable {
  package private(set) var all: [Catalogue] = []
  package let language: String

  package init(language: String) { self.language = language }

  /// Texts that have been read: Markdown by language.
  package init(language: String, _ files: [String: String]) {
    self.init(language: language)
    let files = Dictionary(files.map { ($0.key.lowercased(), $0.value) }) { $1 }
    for name in names { if let text = files[name.lowercased()] { all.append(Catalogue(language: name, Array(text.utf8))) } }
  }

  /// The languages that are asked: `zh-Hant-TW`, `zh-Hant`, `zh`, and at last `en`.
  private var names: [String] {
    var names = [language]
    while let dash = names[names.count - 1].lastIndex(of: "-") { names.append(String(names[names.count - 1][..<dash])) }
    return names.contains("en") ? names : names + ["en"]
  }

  /// Reads the files of a folder: `zh-Hant.md`.
  ///
  /// - Parameter folder: Of the document; nil is the first root.
  package mutating func read(
    _ path: String, from folder: String?, _ files: FileAccess, at span: SourceSpan?, _ diagnostics: inout [Diagnostic]
  ) {
    for name in names {
      let file = (path.hasSuffix("/") ? path : path + "/") + name + ".md"
      do throws(FileFailure) {
        all.append(Catalogue(language: name, try files.read(file, from: folder, limit: 1 << 20).bytes))
      } catch .missing {
        continue
      } catch {
        diagnostics.append(
          Diagnostic(.warning, error.code("strings"), at: span, "cannot read the strings \(file): \(error)", hint: error.hint))
      }
    }
    guard all.isEmpty, let span else { return }
    diagnostics.append(
      Diagnostic(
        .warning, "strings.missing", at: span, "\(path) has no strings for \(language)", hint: "add a file \(names[0]).md or en.md to it"))
  }

  /// The Markdown of a key, and the language that it is in.
  package func entry(_ key: String, number: Double?) -> (text: String, language: String)? {
    all.lazy.compactMap { catalogue in catalogue.text(key, number: number).map { ($0, catalogue.language) } }.first
  }

  /// The words that replace the program's words in the document's language: `figure`, `contents`, `note`.
  package var words: [String: String] {
    let base = language.prefix { $0 != "-" }
    var words: [String: String] = [:]
    for catalogue in all.reversed() where catalogue.language.prefix(while: { $0 != "-" }) == base {
      for key in catalogue.keys { words[key] = catalogue.text(key, number: 1) }
    }
    return words
  }

  /// All keys, for what is near.
  package var keys: [String] { Array(Set(all.flatMap(\.keys))).sorted() }

  /// The entry whose forms include a word: under its key, or a form that shows it.
  func key(ofForm word: String) -> String? {
    for catalogue in all {
      for key in catalogue.keys {
        guard case .forms(let forms) = catalogue.entries[key] else { continue }
        if key == word || forms.values.contains(where: { $0.split(separator: " ").last.map(String.init) == word }) { return key }
      }
    }
    return nil
  }

  /// True for the language of the document, in whatever form of it.
  package func isOwn(_ other: String) -> Bool {
    language.prefix { $0 != "-" }.lowercased() == other.prefix { $0 != "-" }.lowercased()
  }

  /// No catalogue has a key.
  package func unknown(_ key: String, at span: SourceSpan?) -> Diagnostic {
    let keys = keys
    let hint =
      nearest(to: key, among: keys).map { "did you mean \"\($0)\"?" }
      ?? (keys.isEmpty ? "name the folder of the strings in front matter: strings: strings" : "the strings have no such key")
    return Diagnostic(.warning, "strings.unknown", at: span, "no string \"\(key)\"", hint: hint)
  }
}
