internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with the numbers that two preprocessors of mdBook give: mdbook-numeq's `{{numeq}}{eq:x}` in displays and `{{eqref: eq:x}}`, and
/// mdbook-numthm's `{{thm}}{thm:x}[Title]`, `{{ref: thm:x}}` and `{{tref: thm:x}}`. Equations of other chapters have the numbers that
/// they have there; other references to what other files number stay as they are, and are reported as tags that nothing has filled in.
func withBookNumbers(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  var numbers = BookNumbers()
  guard source.mayHold("{{"), numbers.hasAny(in: source.bytes[...]) else { return source }
  numbers.readNames(files, from: source.files.first?.folder)
  for line in source.bytes.split(separator: ASCII.newline, omittingEmptySubsequences: false) { _ = numbers.rewritten(line) }
  if let folder = source.files.first?.folder { numbers.readOthers(files, from: folder) }
  numbers.beginAgain()
  return rewritingLines(source, &diagnostics) { line, _ in numbers.rewritten(line).map { .write($0) } ?? .keep }
}

/// What tags stand for; each text is passed twice, since references may come before what they name.
private struct BookNumbers {
  /// What the environments are called, by the names of their tags.
  private var names = ["thm": "Theorem", "lem": "Lemma", "prop": "Proposition", "def": "Definition", "rem": "Remark"]
  private var counts: [String: Int] = [:]
  private var equations: Set<String> = []
  /// The labels that are referred to, and those of other chapters.
  private var wanted: Set<String> = []
  private var others = BookEquations()
  private var targets: [String: (words: String, title: String)] = [:]
  private var isSecondPass = false
  private var fences = OpenFences()

  /// The tags that say that a text has any.
  private static let marks = ["{{numeq}}", "{{eqref:", "{{ref:", "{{tref:"].map { Array($0.utf8) }

  func hasAny(in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { index in
      bytes[index] == ASCII.openBrace && Self.marks.contains { bytes[index...].starts(with: $0) }
        || isEnvironment(bytes, at: index)
    }
  }

  /// True at `{{thm}}{thm:x}`, `{{fig}}{fig:x}` and their kin.
  private func isEnvironment(_ bytes: ArraySlice<UInt8>, at start: Int) -> Bool {
    guard bytes[start] == ASCII.openBrace, let tag = BookTag(bytes, at: start), !tag.isReference else { return false }
    return tag.label?.contains(":") ?? (tag.title != nil && names[tag.name] != nil)
  }

  mutating func readOthers(_ files: FileAccess, from folder: String) {
    let missing = wanted.subtracting(equations)
    if !missing.isEmpty { others = BookEquations(missing, near: folder, files) }
  }

  mutating func beginAgain() {
    counts = [:]
    fences = OpenFences()
    isSecondPass = true
  }

  /// `custom_environments = [["fig", "Figure", ""], …]` of the nearest `book.toml`.
  mutating func readNames(_ files: FileAccess, from folder: String?) {
    for depth in 0..<8 {
      guard let file = try? files.read(String(repeating: "../", count: depth) + "book.toml", from: folder, limit: 1 << 20) else { continue }
      for line in String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count >= 5, parts[0].allSatisfy({ $0 == " " || $0 == "\t" || $0 == "[" }), parts[0].last == "[" else { continue }
        names[String(parts[1])] = String(parts[3])
      }
      return
    }
  }

  /// Nil for a text without tags.
  mutating func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    fences.pass(line)
    guard !fences.isCode, line.contains(ASCII.openBrace) else { return nil }
    var out: [UInt8] = []
    var index = line.startIndex
    var hasChanged = false
    while index < line.endIndex {
      if line[index] == ASCII.openBrace, let tag = BookTag(line, at: index), let words = words(of: tag) {
        out += Array(words.utf8)
        index = tag.end
        hasChanged = true
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return hasChanged ? out : nil
  }

  private mutating func words(of tag: BookTag) -> String? {
    switch tag.name {
    case "numeq" where !tag.isReference:
      counts["numeq", default: 0] += 1
      let label = tag.label ?? "numeq-\(counts["numeq", default: 0])"
      equations.insert(label)
      return "\\label{\(label)}"
    case "eqref":
      guard let label = tag.label else { return nil }
      if !isSecondPass { wanted.insert(label) }
      guard isSecondPass else { return nil }
      return equations.contains(label) ? "$\\eqref{\(label)}$" : others.numbers[label].map { "(\($0))" }
    case "ref", "tref":
      guard isSecondPass, let label = tag.label, let target = targets[label] else { return nil }
      return "[\(tag.name == "tref" && !target.title.isEmpty ? target.title : target.words)](#\(label))"
    default:
      guard !tag.isReference, let name = names[tag.name] else { return nil }
      counts[tag.name, default: 0] += 1
      let words = "\(name) \(counts[tag.name, default: 0])"
      let anchor = tag.label.map { "<a id=\"\($0)\"></a>" } ?? ""
      if let label = tag.label { targets[label] = (words, tag.title ?? "") }
      return anchor + words + (tag.title.map { " (\($0))" } ?? "") + "."
    }
  }
}

/// `{{name}}{label}[title]` or `{{name: label}}`.
private struct BookTag {
  var name: String
  var label: String?
  var title: String?
  var isReference = false
  var end: Int

  /// The most bytes of a tag.
  private static let longest = 300

  init?(_ bytes: ArraySlice<UInt8>, at start: Int) {
    let rest = bytes[start...].prefix(Self.longest)
    guard rest.count > 5, rest[start + 1] == ASCII.openBrace else { return nil }
    let letters = rest[(start + 2)...].prefix(while: ASCII.isLetter)
    guard !letters.isEmpty, letters.endIndex + 1 < rest.endIndex else { return nil }
    name = String(decoding: letters, as: UTF8.self)
    end = letters.endIndex
    if rest[end] == UInt8(ascii: ":") {
      guard let close = rest[end...].firstIndex(of: ASCII.closeBrace), close + 1 < rest.endIndex, rest[close + 1] == ASCII.closeBrace else {
        return nil
      }
      label = String(decoding: rest[(end + 1)..<close], as: UTF8.self).trimmedWhitespace()
      (isReference, end) = (true, close + 2)
      return
    }
    guard rest[end...].starts(with: "}}".utf8) else { return nil }
    end += 2
    label = Self.inner(rest, ASCII.openBrace, ASCII.closeBrace, &end)?.trimmedWhitespace()
    title = Self.inner(rest, ASCII.openBracket, ASCII.closeBracket, &end)
  }

  /// What is between two signs right at a place, which is moved behind them.
  private static func inner(_ bytes: ArraySlice<UInt8>, _ open: UInt8, _ close: UInt8, _ place: inout Int) -> String? {
    guard place < bytes.endIndex, bytes[place] == open, let end = bytes[place...].firstIndex(of: close) else { return nil }
    defer { place = end + 1 }
    return String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
  }
}
