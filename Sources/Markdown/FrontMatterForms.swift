import TypesetDiagnostics
import TypesetYAML

// Front matter in TOML and JSON, as Hugo and Zola have it. Both are read as YAML, whose flow style is JSON.

extension FrontMatter {
  /// TOML between lines of `+++`: the keys up to the first table.
  static func readTOML(_ source: [UInt8], from start: Int) -> (frontMatter: FrontMatter, diagnostics: [Diagnostic])? {
    var matter = FrontMatter()
    var position = start
    while let line = line(of: source, from: position), line.text != "+++" { position = line.next }
    guard let closing = line(of: source, from: position) else { return nil }
    matter.end = closing.next
    var reader = TOMLReader(rest: source[start..<position])
    let (value, faults) = parseYAML(reader.yaml(), offset: start)
    if faults.isEmpty, value?.entries != nil { matter.values = value }
    return (matter, faults.map(\.ofFrontMatter))
  }

  /// An object in lines of its own at the top of a file: a `{`, a name in quotes, and somewhere a `}` that begins its line.
  static func readJSON(_ source: [UInt8], from start: Int) -> (frontMatter: FrontMatter, diagnostics: [Diagnostic])? {
    var matter = FrontMatter()
    guard let open = line(of: source, from: start),
      let name = source[open.next...].first(where: { !ASCII.isBlank($0) && $0 != ASCII.newline }), name == UInt8(ascii: "\"")
    else { return nil }
    var position = open.next
    while let line = line(of: source, from: position) {
      if line.text == "}" {
        let (value, faults) = parseYAML(source[start..<line.next], offset: start)
        guard faults.isEmpty, value?.entries != nil else { return nil }
        matter.values = value
        matter.end = line.next
        return (matter, [])
      }
      position = line.next
    }
    return nil
  }
}

extension FrontMatter {
  /// An object between two rules, as Obsidian's Digital Garden writes it: `{"title":"Words"}`. What a backslash is before that needs none, as
  /// in the links of tables, is read without it.
  ///
  /// - Parameter below: Where the line below the second rule begins.
  /// - Returns: Nil for a text that is no object.
  static func object(
    _ text: ArraySlice<UInt8>, below: Int, empty: FrontMatter, _ faults: [Diagnostic]
  ) -> (frontMatter: FrontMatter, diagnostics: [Diagnostic])? {
    let body = text.drop { ASCII.isBlank($0) || $0 == ASCII.newline }
    guard body.first == ASCII.openBrace, body.dropFirst().first(where: { $0 > ASCII.space }) == UInt8(ascii: "\""),
      body.last(where: { $0 > ASCII.space }) == ASCII.closeBrace
    else { return nil }
    var matter = empty
    matter.end = below
    var bytes: [UInt8] = []
    var isEscaped = false
    for index in text.indices {
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      if text[index] == ASCII.backslash, !isEscaped, !escapes.contains(next) { continue }
      isEscaped = text[index] == ASCII.backslash && !isEscaped
      bytes.append(text[index])
    }
    let (value, still) = parseYAML(bytes, offset: text.startIndex)
    if still.isEmpty, value?.entries != nil {
      matter.values = value
      return (matter, [])
    }
    return (matter, faults.map(\.ofFrontMatter))
  }

  /// What may follow a backslash in a text of YAML.
  private static let escapes = Set("0abtnvfre \"/\\N_LPxuU\t\n".utf8)

  /// What claat reads above the title of a codelab: lines of `key: value` with blank ones between them, `summary` or `id` among them.
  static func readCodelab(_ source: [UInt8], _ empty: FrontMatter) -> FrontMatter? {
    var position = empty.end
    var keys: Set<String> = []
    while position < source.count {
      let end = source[position...].firstIndex(of: ASCII.newline) ?? source.count
      let text = source[position..<end]
      if !text.allSatisfy({ $0 <= ASCII.space }) {
        guard let colon = text.prefix(24).firstIndex(of: UInt8(ascii: ":")), colon + 1 == end || ASCII.isBlank(source[colon + 1]) else {
          break
        }
        let key = String(decoding: text[..<colon], as: UTF8.self).lowercased()
        guard codelabKeys.contains(key) else { break }
        keys.insert(key)
      }
      position = min(end + 1, source.count)
    }
    let isCodelab = keys.contains("id") && (keys.contains("summary") || keys.contains("environments")) && keys.count > 2
    guard isCodelab, position == source.count || source[position] == ASCII.hash else { return nil }
    let (value, faults) = parseYAML(source[empty.end..<position], offset: empty.end)
    guard faults.isEmpty, value?.entries != nil else { return nil }
    var matter = empty
    (matter.values, matter.end) = (value, position)
    return matter
  }

  /// True for the header of a post of Pelican's, mkdocs' or Hexo's, which has keys of its site's besides: a title, two more of the known keys,
  /// and up to a blank line nothing but keys with values; or a title and one more up to a line of hyphens.
  static func beginsPost(_ source: [UInt8], from start: Int) -> Bool {
    guard source[start...].starts(with: "title:".utf8) || source[start...].starts(with: "Title:".utf8) else { return false }
    var position = start
    var known: Set<String> = []
    var others: Set<String> = []
    // Lists, and keys without a value, only where a line of hyphens ends the header, as in Hexo's posts.
    var (hasLists, isClosed) = (false, false)
    while position < source.count, !isClosed {
      let end = source[position...].firstIndex(of: ASCII.newline) ?? source.count
      let line = source[position..<end]
      if line.allSatisfy(ASCII.isBlank) { break }
      isClosed = self.line(of: source, from: position)?.text == "---"
      position = min(end + 1, source.count)
      let isItem = !known.isEmpty && line.drop(while: ASCII.isBlank).starts(with: "- ".utf8)
      if isItem { hasLists = true }
      if isItem || isClosed { continue }
      let key = line.prefix(32).prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
      guard !key.isEmpty, key.endIndex < end, source[key.endIndex] == UInt8(ascii: ":") else { return false }
      let value = source[(key.endIndex + 1)..<end]
      guard value.first.map(ASCII.isBlank) ?? true else { return false }
      if value.allSatisfy(ASCII.isBlank) { hasLists = true }
      let name = String(decoding: key, as: UTF8.self).lowercased()
      if headerKeys.contains(name) { known.insert(name) } else if pelicanKeys.contains(name) { others.insert(name) }
    }
    return known.count > 1 && (isClosed || known.count + others.count > 2 && !hasLists)
  }

  /// The front matter of an Internet-Draft in kramdown-rfc's form, which the line that begins its first part ends: `--- abstract`.
  static func draft(_ source: [UInt8], from start: Int, to end: Int, _ empty: FrontMatter) -> FrontMatter? {
    guard DraftParts.begins(source[end...]), var value = parseYAML(source[start..<end], offset: start).value, var entries = value.entries
    else {
      return nil
    }
    // Drafts call them so.
    for index in entries.indices where entries[index].key == "keyword" { entries[index].key = "keywords" }
    value.content = .mapping(entries)
    var matter = empty
    (matter.values, matter.end) = (value, end)
    return matter
  }

  private static let codelabKeys: Set<String> = [
    "author", "authors", "summary", "id", "categories", "category", "environments", "status", "feedback link", "feedback_link",
    "analytics account", "analytics_account", "tags", "source", "duration", "home url", "last updated", "keywords", "level", "layout",
    "url",
  ]
}

extension Diagnostic {
  /// A YAML error as a diagnostic of front matter, with a hint.
  var ofFrontMatter: Diagnostic {
    let hint =
      if message.contains("mapping values are not allowed") {
        "put quotes around a value that contains a colon and a space"
      } else if message.contains("cannot start any token") {
        "put quotes around a value that begins with a special character; indent with spaces, not tabs"
      } else {
        "the document is typeset without its front matter"
      }
    return Diagnostic(severity, "front-matter.syntax", at: span, "cannot read the front matter: \(message)", hint: hint)
  }
}

/// Writes TOML as YAML, byte by byte, so that positions stay the same: a `=` becomes a `:`, tables become blanks.
private struct TOMLReader {
  var rest: ArraySlice<UInt8>
  private var out: [UInt8] = []

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  mutating func yaml() -> [UInt8] {
    var hasValue = false
    var depth = 0
    while let byte = rest.first {
      if depth == 0, !hasValue, byte == UInt8(ascii: "["), out.last ?? ASCII.newline == ASCII.newline { break }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): copyString(byte)
      case UInt8(ascii: "#"):
        // A comment.
        let end = rest.firstIndex(of: ASCII.newline) ?? rest.endIndex
        out += repeatElement(0x20, count: end - rest.startIndex)
        rest = rest[end...]
      case UInt8(ascii: "=") where !hasValue || depth > 0:
        hasValue = true
        out.append(UInt8(ascii: ":"))
        rest.removeFirst()
        // YAML wants a space after its colon.
        if let next = rest.first, !ASCII.isBlank(next) { out.append(0x20) }
      default:
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
        if byte == ASCII.newline, depth <= 0 { hasValue = false }
        out.append(byte)
        rest.removeFirst()
      }
    }
    return out
  }

  /// A string with its quotes; three of them become one.
  private mutating func copyString(_ quote: UInt8) {
    let isLong = rest.starts(with: [quote, quote, quote])
    if isLong { out += [0x20, 0x20] }
    out.append(quote)
    rest = rest.dropFirst(isLong ? 3 : 1)
    while let byte = rest.first {
      if isLong ? rest.starts(with: [quote, quote, quote]) : byte == quote || byte == ASCII.newline {
        if byte == quote {
          out.append(quote)
          rest = rest.dropFirst(isLong ? 3 : 1)
          if isLong { out += [0x20, 0x20] }
        }
        return
      }
      out.append(byte)
      rest.removeFirst()
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let next = rest.first {
        out.append(next)
        rest.removeFirst()
      }
    }
  }
}
