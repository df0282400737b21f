internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON

/// What tags of Pelican's plugin put into a page: cells of a notebook, `{% notebook a.ipynb cells[2:3] %}`, and lines of a file of code,
/// `{% include_code a.py lang:python lines:3-9 :hidefilename: Words %}`.
final class PelicanFiles {
  private let files: FileAccess
  private var notebooks: [String: [String]] = [:]
  private var written = 0
  private static let mostWritten = 4 << 20

  init(_ files: FileAccess) { self.files = files }

  /// - Parameter folder: Of the page.
  func text(for tag: TemplateTag, from folder: String?) -> String? {
    guard tag.form == .liquid, tag.name == "notebook" || tag.name == "include_code", let folder, written < Self.mostWritten else {
      return nil
    }
    let words = tag.arguments.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, !name.contains(".."), !name.hasPrefix("/") else { return nil }
    let text = tag.name == "notebook" ? cells(of: name, words, from: folder) : code(of: name, words, from: folder)
    written += text?.utf8.count ?? 0
    return text
  }

  /// The bytes of a file in the folder that the settings name, or in the usual ones.
  private func bytes(_ name: String, _ key: String, usual: String, from folder: String) -> [UInt8]? {
    for level in files.namesAbove(folder, among: ["pelicanconf.py"], upTo: ".git") where level.names.contains("pelicanconf.py") {
      let up = String(repeating: "../", count: level.ups)
      let settings = (try? files.read(up + "pelicanconf.py", from: folder, limit: 1 << 18)).map { Array($0.bytes) } ?? []
      let content = Self.value("PATH", in: settings) ?? "content"
      for place in [content + "/" + (Self.value(key, in: settings) ?? usual), content, usual] {
        if let file = try? files.read(up + place + "/" + name, from: folder, limit: 16 << 20) { return Array(file.bytes) }
      }
    }
    return (try? files.read(name, from: folder, limit: 16 << 20)).map { Array($0.bytes) }
  }

  /// The text in quotes that a line of Python's gives to a name.
  private static func value(_ key: String, in settings: [UInt8]) -> String? {
    for line in settings.split(separator: ASCII.newline) where line.starts(with: key.utf8) {
      let rest = String(decoding: line.dropFirst(key.utf8.count), as: UTF8.self).trimmedWhitespace()
      guard rest.hasPrefix("="), let quote = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) else { continue }
      let value = rest[rest.index(after: quote)...].prefix { $0 != rest[quote] }
      return value.contains("..") || value.hasPrefix("/") ? nil : String(value)
    }
    return nil
  }

  // MARK: Notebooks

  private func cells(of name: String, _ words: [String], from folder: String) -> String? {
    if notebooks[name] == nil {
      let book = bytes(name, "NOTEBOOK_DIR", usual: "notebooks", from: folder).flatMap { try? JSON($0[...]) }
      notebooks[name] = book.map(Self.cells) ?? []
    }
    guard let all = notebooks[name], !all.isEmpty else { return nil }
    var range = 0..<all.count
    if let asked = words.first(where: { $0.hasPrefix("cells[") && $0.hasSuffix("]") }) {
      let ends = asked.dropFirst(6).dropLast().split(separator: ":", omittingEmptySubsequences: false).map {
        DocumentNumber.whole(String($0))
      }
      // Python counts what is negative from the end.
      func place(_ number: Int?, _ usual: Int) -> Int { min(max(number.map { $0 < 0 ? all.count + $0 : $0 } ?? usual, 0), all.count) }
      let low = place(ends.first ?? nil, 0)
      range = low..<max(low, ends.count > 1 ? place(ends[1], all.count) : low + 1)
    }
    let text = all[range].filter { !$0.isEmpty }.joined(separator: "\n\n")
    return text.isEmpty ? nil : "\n\(text)\n"
  }

  /// Each cell as Markdown, with the text that it has printed.
  private static func cells(of book: JSON) -> [String] {
    let language = book["metadata"]?["kernelspec"]?["language"]?.text ?? book["metadata"]?["language_info"]?["name"]?.text ?? "python"
    return (book["cells"]?.items ?? []).map { cell in
      let source = text(cell["source"])
      guard cell["cell_type"]?.text == "code" else { return source }
      var parts = source.isEmpty ? [] : [IncludeParameters.fenced(source, language)]
      for output in cell["outputs"]?.items ?? [] {
        let shown = text(output["text"] ?? output["data"]?["text/plain"])
        if !shown.isEmpty { parts.append(IncludeParameters.fenced(shown, "text")) }
      }
      return parts.joined(separator: "\n\n")
    }
  }

  /// A text, or the lines of one.
  private static func text(_ value: JSON?) -> String {
    var text = value?.text ?? (value?.items ?? []).compactMap(\.text).joined()
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  // MARK: Code

  private func code(of name: String, _ words: [String], from folder: String) -> String? {
    guard let bytes = bytes(name, "CODE_DIR", usual: "code", from: folder), bytes.count < 1 << 20 else { return nil }
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    var language = name.split(separator: ".").dropFirst().last.map(String.init) ?? "text"
    var title: [String] = []
    var hidesName = false
    for word in words.dropFirst() {
      if word.hasPrefix("lang:") {
        language = String(word.dropFirst(5))
      } else if word.hasPrefix("lines:") {
        let ends = word.dropFirst(6).split(separator: "-").compactMap { DocumentNumber.whole(String($0)) }
        if let first = ends.first, let last = ends.last, first > 0, first <= last { lines = lines.prefix(last).dropFirst(first - 1) }
      } else if word == ":hidefilename:" {
        hidesName = true
      } else if !word.hasPrefix(":") {
        title.append(word)
      }
    }
    if !hidesName { title.append(name) }
    let shown = title.joined(separator: " ").filter { $0 != "\"" && $0 != "`" }
    let info = language + (shown.isEmpty ? "" : " title=\"\(shown)\"")
    let code = IncludeParameters.fenced(lines.joined(separator: "\n"), "")
    let fence = code.prefix { $0 == "`" }
    return "\n" + fence + info + code.dropFirst(fence.count) + "\n"
  }
}
