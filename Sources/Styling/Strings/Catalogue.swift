import CICU
import TypesetDiagnostics
import TypesetFiles
import TypesetSettings

/// The texts of one language, from a file such as `strings/zh.md`: a heading for each key, and below it the text in Markdown, or a list
/// of its forms by CLDR's categories of numbers (`- one: {n} apple`).
struct Catalogue {
  /// BCP 47, as the file's name.
  let language: String
  private(set) var entries: [String: Entry] = [:]
  /// In the order of the file.
  private(set) var keys: [String] = []

  /// Markdown for one line of text.
  enum Entry: Hashable {
    case text(String)
    case forms([String: String])
  }

  /// CLDR's categories.
  static let categories: Set<String> = ["zero", "one", "two", "few", "many", "other"]

  init(language: String, _ bytes: [UInt8]) {
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
struct Catalogues {
  private(set) var all: [Catalogue] = []
  let language: String

  init(language: String) { self.language = language }

  /// Reads `zh-Hant-TW.md`, `zh-Hant.md` and `zh.md` of a folder, and at last `en.md`.
  ///
  /// - Parameter folder: Of the document; nil is the first root.
  mutating func read(_ path: String, from folder: String?, _ files: FileAccess, at span: SourceSpan?, _ diagnostics: inout [Diagnostic]) {
    var names = [language]
    while let dash = names[names.count - 1].lastIndex(of: "-") { names.append(String(names[names.count - 1][..<dash])) }
    if !names.contains("en") { names.append("en") }
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

  func text(_ key: String, number: Double?) -> String? { all.lazy.compactMap { $0.text(key, number: number) }.first }

  /// The words of a document's own language that replace those of the program: `figure`, `contents`, `note`.
  var words: [String: String] {
    let base = language.prefix { $0 != "-" }
    var words: [String: String] = [:]
    for catalogue in all.reversed() where catalogue.language.prefix(while: { $0 != "-" }) == base {
      for key in catalogue.keys { words[key] = catalogue.text(key, number: 1) }
    }
    return words
  }

  /// All keys, for what is near.
  var keys: [String] { Array(Set(all.flatMap(\.keys))).sorted() }

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
}
