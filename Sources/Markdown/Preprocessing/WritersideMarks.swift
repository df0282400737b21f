internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with what JetBrains' Writerside has beside Markdown: `[//]: # (title: Words)` is the heading, `%name%` a value of `v.list`, `<note>`,
/// `<tabs>` and `<chapter>` are callouts, tabs and headings, `<procedure>` and `<deflist>` lists, `<code-block>` code. What only its player and its
/// lists of pages show (`<link-summary>`, `<show-structure>`) is left out.
func withWritersideMarks(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard WritersideMarks.occur(in: source) else { return source }
  var marks = WritersideMarks(source.bytes, values: WritersideMarks.values(files, from: source.files.first?.folder))
  return rewritingLines(source, &diagnostics) { line, file in
    let change = marks.change(of: line)
    let words: ArraySlice<UInt8>
    switch change {
    case .keep: words = line
    case .write(let written): words = written[...]
    case .drop: return .drop
    }
    return WritersideMarks.withPlaces(words, files, from: file.folder).map { .write($0) } ?? change
  }
}

private struct WritersideMarks {
  private let bytes: [UInt8]
  private let values: [String: String]
  /// Tags that nothing ends any more.
  private var endless: Set<String> = []
  private var fences = OpenFences()
  /// The tag that ends what is left out, or the code that is open.
  private var hidden: [UInt8]?
  private var isCode = false
  private var chapters = 0
  private var isBelowBlank = true
  /// What quotes are by the lists of attributes below them, at their first lines, and these lists.
  private var quotes: [Int: String] = [:]
  private var attributes: Set<Int> = []

  init(_ bytes: [UInt8], values: [String: String]) {
    self.bytes = bytes
    // A topic may have values of its own.
    self.values = values.merging(bytes.holds("<var name=") ? Self.values(in: bytes) : [:]) { $1 }
    var quote: Int?
    var position = 0
    for line in bytes.split(separator: ASCII.newline, omittingEmptySubsequences: false) {
      defer { position = line.endIndex + 1 }
      let text = line.drop(while: ASCII.isBlank)
      if text.first == ASCII.greater {
        quote = quote ?? position
      } else if let first = quote {
        let words = text.first == ASCII.openBrace ? String(decoding: text, as: UTF8.self).trimmedWhitespace() : ""
        let kind = Self.callouts.first { words == "{style=\"\($0)\"}" || words == "{type=\"\($0)\"}" }
        if let kind {
          quotes[first] = kind
          attributes.insert(position)
        }
        quote = nil
      }
    }
  }

  /// What only Writerside's topics have.
  private static let signs = [
    "\n<show-structure", "<link-summary>", "<web-summary>", "<card-summary>", "<tldr>", "<tabs group=", "<deflist", "<code-block lang",
    "<ui-path>", "<procedure ", "\n<list ", "\n{style=\"note\"}", "\n{style=\"warning\"}", "\n{style=\"tip\"}", "\n{type=\"note\"}",
    "\n{type=\"warning\"}", "\n{type=\"tip\"}",
  ]

  static func occur(in source: Source) -> Bool {
    source.bytes.starts(with: "[//]: # (title:".utf8) || signs.contains(where: source.holds)
  }

  /// The variables of `v.list` in the folder of a topic or around it.
  static func values(_ files: FileAccess, from folder: String?) -> [String: String] {
    for depth in 0..<5 {
      guard let file = try? files.read(String(repeating: "../", count: depth) + "v.list", from: folder, limit: 1 << 20) else { continue }
      return values(in: file.bytes)
    }
    return [:]
  }

  private static func values(in bytes: [UInt8]) -> [String: String] {
    var values: [String: String] = [:]
    for tag in String(decoding: bytes, as: UTF8.self).split(separator: "<") where tag.hasPrefix("var ") {
      if let name = value("name", in: tag), let words = value("value", in: tag), !words.contains("%") { values[name] = words }
    }
    return values
  }

  /// A line with its pictures where Writerside has them: in the folder `images` beside the topics' folder or above it.
  static func withPlaces(_ line: ArraySlice<UInt8>, _ files: FileAccess, from folder: String?) -> [UInt8]? {
    guard let mark = line.firstRange(of: Array("](".utf8)) ?? line.firstRange(of: Array("src=\"".utf8)) else { return nil }
    let name = line[mark.upperBound...].prefix { !")\" {>".utf8.contains($0) }
    let path = String(decoding: name, as: UTF8.self)
    guard !path.isEmpty, !path.contains("/"), PictureNames.isPicture(path), !files.has(path, from: folder) else { return nil }
    let place = (1...3).map { String(repeating: "../", count: $0) + "images/" + path }.first { files.has($0, from: folder) }
    return place.map { line[..<name.startIndex] + Array($0.utf8) + line[name.endIndex...] }
  }

  /// The value of a tag's attribute.
  private static func value(_ key: String, in tag: some StringProtocol) -> String? {
    let tag = String(tag)
    guard let start = tag.firstRange(of: " \(key)=\"")?.upperBound, let end = tag[start...].firstIndex(of: "\"") else { return nil }
    return String(tag[start..<end])
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if let end = hidden {
      if line.firstRange(of: end) != nil { hidden = nil }
      return .write([])
    }
    if isCode { return codeLine(line) }
    let wasFence = fences.isCode
    fences.pass(line)
    guard !wasFence, !fences.isCode else { return .keep }
    let indent = line.prefix(while: ASCII.isBlank)
    let text = line[indent.endIndex...]
    defer { isBelowBlank = text.isEmpty }
    // `|---|---|` between paragraphs, a table's line without a table, sets off what follows.
    if isBelowBlank, text.starts(with: "|---".utf8), text.allSatisfy({ $0 == ASCII.pipe || $0 == UInt8(ascii: "-") }) { return .write([]) }
    if attributes.contains(line.startIndex) { return .write([]) }
    if let kind = quotes[line.startIndex] {
      return .write(indent + Array("> [!\(kind.uppercased())]\n".utf8) + indent + Array(filled(String(decoding: text, as: UTF8.self)).utf8))
    }
    if text.first == ASCII.openBracket, let title = Self.title(text) { return .write(Array("# \(title)".utf8)) }
    guard text.contains(where: { $0 == ASCII.less || $0 == UInt8(ascii: "%") }) else { return .keep }
    var words = String(decoding: text, as: UTF8.self)
    if text.first == ASCII.less {
      if let change = block(words, indent) { return change }
    }
    for (tag, written) in Self.inlines where words.contains(tag) { words = words.replacing(tag, with: written) }
    words = filled(words)
    return words.utf8.elementsEqual(text) ? .keep : .write(indent + Array(words.utf8))
  }

  /// `[//]: # (title: Words)`, the comment that names the topic.
  private static func title(_ text: ArraySlice<UInt8>) -> String? {
    let words = String(decoding: text, as: UTF8.self).trimmedWhitespace()
    guard words.hasPrefix("[//]: # (title:"), words.hasSuffix(")") else { return nil }
    let title = words.dropFirst(15).dropLast().description.trimmedWhitespace()
    return title.isEmpty ? nil : title
  }

  /// Tags within lines, which HTML has under other names.
  private static let inlines = [
    ("<control>", "<strong>"), ("</control>", "</strong>"), ("<ui-path>", "<strong>"), ("</ui-path>", "</strong>"),
    ("<shortcut>", "<kbd>"), ("</shortcut>", "</kbd>"), ("<emphasis>", "<em>"), ("</emphasis>", "</em>"), ("<step>", "<li>"),
    ("</step>", "</li>"), ("<list>", "<ul>"), ("</list>", "</ul>"), ("</def>", "</dd>"), ("</deflist>", "</dl>"),
    ("</procedure>", "</ol>"),
  ]

  private static let callouts = ["note", "tip", "warning"]
  /// What is shown elsewhere than on the page.
  private static let leftOut = [
    "link-summary", "web-summary", "card-summary", "show-structure", "primary-label", "secondary-label", "contribute-url",
  ]

  /// What becomes of a line that begins with a tag.
  private mutating func block(_ text: String, _ indent: ArraySlice<UInt8>) -> LineChange? {
    let name = String(text.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0 == "-" })
    let isEnd = text.hasPrefix("</")
    guard let close = text.firstIndex(of: ">") else { return nil }
    let tag = text[...close]
    let isWhole = tag.hasSuffix("/>")
    let rest = String(text[text.index(after: close)...]).trimmedWhitespace()
    func write(_ words: String) -> LineChange { .write(indent + Array(words.utf8)) }
    if Self.leftOut.contains(name) {
      let end = "</\(name)>"
      if !isWhole, !isEnd, !rest.contains(end) {
        guard hasEnd(end, behind: indent.endIndex) else { return nil }
        hidden = Array(end.utf8)
      }
      return rest.isEmpty || rest.contains(end) || !isWhole ? .write([]) : nil
    }
    if Self.callouts.contains(name), tag == "<\(name)>" || isEnd || tag.hasPrefix("<\(name) ") {
      if isEnd { return rest.isEmpty ? write(":::\n") : nil }
      guard let end = rest.firstRange(of: "</\(name)>") else { return rest.isEmpty ? write("::: \(name)\n") : nil }
      return rest[end.upperBound...].isEmpty ? write("::: \(name)\n\(filled(String(rest[..<end.lowerBound])))\n:::\n") : nil
    }
    switch name {
    case "tldr", "snippet", "tabs": return rest.isEmpty ? .write([]) : nil
    case "var" where tag.hasPrefix("<var name="): return rest.isEmpty ? .write([]) : nil
    case "tab":
      if isEnd { return rest.isEmpty ? write(":::\n") : nil }
      return rest.isEmpty ? Self.value("title", in: tag).map { write(":::{tab-item} \($0)\n") } : nil
    case "chapter":
      if isEnd {
        chapters = max(0, chapters - 1)
        return rest.isEmpty ? .write([]) : nil
      }
      guard rest.isEmpty, let title = Self.value("title", in: tag) else { return nil }
      chapters += 1
      let name = Self.value("id", in: tag).map { " {#\($0)}" } ?? ""
      return .write(Array("\n\(String(repeating: "#", count: min(6, chapters + 1))) \(title)\(name)\n".utf8))
    case "procedure" where !isEnd:
      let list = Self.value("style", in: tag) == "choices" || Self.value("type", in: tag) == "choices" ? "<ul>" : "<ol>"
      return rest.isEmpty ? write((Self.value("title", in: tag).map { "**\($0)**\n\n" } ?? "") + list) : nil
    case "deflist" where !isEnd: return rest.isEmpty ? write("<dl>") : nil
    case "def" where !isEnd: return Self.value("title", in: tag).map { write("<dt>\($0)</dt><dd>" + rest) }
    case "list" where !isEnd && tag.hasPrefix("<list ") && rest.isEmpty:
      let name = Self.value("id", in: tag).map { " id=\"\($0)\"" } ?? ""
      return write(tag.contains("decimal") ? "<ol\(name)>" : "<ul\(name)>")
    case "code-block" where !isEnd && !isWhole: return code(tag, rest, indent)
    default: return nil
    }
  }

  /// True if a tag that is open has an end: without it nothing is left out.
  private mutating func hasEnd(_ end: String, behind place: Int) -> Bool {
    if endless.contains(end) { return false }
    if bytes.find(Array(end.utf8), from: place) != nil { return true }
    endless.insert(end)
    return false
  }

  // MARK: Code

  private mutating func code(_ tag: Substring, _ rest: String, _ indent: ArraySlice<UInt8>) -> LineChange? {
    let fence = Array(indent) + Array("```\(Self.value("lang", in: tag) ?? "text")\n".utf8)
    if let end = rest.firstRange(of: "</code-block>") {
      guard rest[end.upperBound...].isEmpty, Self.value("src", in: tag) == nil else { return nil }
      return .write(fence + indent + Array(Self.plain(String(rest[..<end.lowerBound])).utf8) + [ASCII.newline] + indent + Array("```".utf8))
    }
    isCode = true
    let words = Self.plain(rest)
    return .write(words.isEmpty ? fence.dropLast() : fence + indent + Array(words.utf8))
  }

  private mutating func codeLine(_ line: ArraySlice<UInt8>) -> LineChange {
    let text = String(decoding: line, as: UTF8.self)
    guard let end = text.firstRange(of: "</code-block>") else { return .write(Array(Self.plain(text).utf8)) }
    isCode = false
    let words = Self.plain(String(text[..<end.lowerBound]))
    let fence = Array(line.prefix(while: ASCII.isBlank)) + Array("```".utf8)
    return .write(words.allSatisfy(\.isWhitespace) ? fence : Array(words.utf8) + [ASCII.newline] + fence)
  }

  /// Code without XML's marks.
  private static func plain(_ text: String) -> String {
    guard text.contains("<![CDATA[") || text.contains("]]>") || text.contains("&") else { return text }
    let pairs = [("<![CDATA[", ""), ("]]>", ""), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
    return pairs.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  // MARK: Variables

  /// `%name%`, outside of code.
  private func filled(_ text: String) -> String {
    guard !values.isEmpty, text.contains("%") else { return text }
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    var out = ""
    var index = 0
    while index < parts.count {
      out += parts[index]
      index += 1
      guard index < parts.count else { break }
      if index + 1 < parts.count, let value = values[String(parts[index])] {
        out += value
        index += 1
        out += parts[index]
        index += 1
        if index < parts.count { out += "%" }
      } else {
        out += "%"
      }
    }
    return out
  }
}
