internal import TypesetDiagnostics
internal import TypesetJSON

/// Writes pandoc's blocks as Markdown whose every sign that means nothing is a character reference.
struct PandocWriter {
  /// True if the document names works, which its open citations cite.
  let citesWorks: Bool
  /// Names of figures and tables, whose numbers are made here.
  private(set) var floats: Set<String> = []
  /// True within the words of a link.
  var isInLink = false
  /// The notes so far, by their numbers.
  private(set) var notes: [String] = []
  /// Kinds of nodes that are not known, each once.
  private var unknown: [String] = []
  /// Bytes that may still go before the lines of blocks within others.
  private var indentation: Int
  private var hasFlattened = false

  /// - Parameter size: Of the file, in bytes. A line of a few bytes, sixty lists deep, becomes a thousand: what is indented may add as much as
  ///   the file has, which is more than documents need.
  ///   - blocks: All of the document.
  init(size: Int, citesWorks: Bool = false, blocks: [JSON]) {
    (indentation, self.citesWorks) = (max(size, 1 << 16), citesWorks)
    for block in blocks { addFloats(in: block) }
  }

  /// The reader of JSON bounds how deep it nests.
  private mutating func addFloats(in json: JSON) {
    if let items = json.items {
      for item in items { addFloats(in: item) }
      return
    }
    guard let kind = json["t"]?.text, let parts = json["c"]?.items else { return }
    let isFloat =
      switch kind {
      case "Image": parts.last?.items?.last?.text?.hasPrefix("fig:") ?? false
      case "Figure", "Table": true
      case "Div": Self.isTable(parts)
      default: false
      }
    if isFloat, let id = parts.first?.items?.first?.text, !id.isEmpty { floats.insert(id) }
    for part in parts { addFloats(in: part) }
  }

  /// True for a div that is nothing but the name of a table, as pandoc writes LaTeX's.
  private static func isTable(_ parts: [JSON]) -> Bool {
    guard parts.count > 1, let blocks = parts[1].items, blocks.count == 1, blocks[0]["t"]?.text == "Table" else { return false }
    return blocks[0]["c"]?.items?.first?.items?.first?.text?.isEmpty ?? true
  }

  /// True if lines may be indented by this many bytes in all.
  private mutating func mayIndent(_ text: String, by count: Int) -> Bool {
    let needed = text.utf8.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) } * count
    guard needed <= indentation else {
      hasFlattened = true
      return false
    }
    indentation -= needed
    return true
  }

  /// The definitions of the notes.
  mutating func definitions() -> String {
    var out = ""
    for (index, note) in notes.enumerated() {
      out += "\n[^\(index + 1)]: " + (mayIndent(note, by: 4) ? Self.indented(note, by: 4) : "…\n\n" + note) + "\n"
    }
    return out
  }

  var remarks: [Diagnostic] {
    var all = unknown.map {
      Diagnostic(
        .warning, "pandoc.node", at: nil, "pandoc's document has a node that is not known: \($0)",
        hint: "it is left out; convert with pandoc -t json of pandoc 2 or 3")
    }
    if hasFlattened {
      all.append(
        Diagnostic(
          .error, "limit.nesting", at: nil,
          "pandoc's document has long blocks within many others; some are not set as lists, quotes or notes",
          hint: "nest them less deeply"))
    }
    return all
  }

  mutating func report(_ kind: String) { if unknown.count < 8, !unknown.contains(kind) { unknown.append(kind) } }

  // MARK: Blocks

  mutating func blocks(_ items: [JSON]) -> String {
    var out: [String] = []
    var last = ""
    for item in items {
      let text = block(item)
      guard !text.isEmpty else { continue }
      let kind = item["t"]?.text ?? ""
      // Two lists of one kind are two.
      if kind == last, kind.hasSuffix("List") { out.append("<!-- -->") }
      out.append(text)
      last = kind
    }
    return out.joined(separator: "\n\n")
  }

  private mutating func block(_ item: JSON) -> String {
    let content = item["c"]
    let parts = content?.items ?? []
    switch item["t"]?.text ?? "" {
    case "Plain", "Para": return paragraph(parts)
    case "LineBlock": return parts.map { "| " + inlines($0.items ?? []) }.joined(separator: "\n")
    case "CodeBlock": return code(parts)
    case "RawBlock": return raw(parts)
    case "BlockQuote":
      let text = blocks(parts)
      return mayIndent(text, by: 2) ? Self.prefixed(text, with: "> ") : text
    case "OrderedList": return ordered(parts)
    case "BulletList": return list(parts) { _ in "-" }
    case "DefinitionList":
      var items: [String] = []
      for part in parts { items.append(definition(part.items ?? [])) }
      return items.joined(separator: "\n\n")
    case "Header": return header(parts)
    case "HorizontalRule": return "***"
    case "Table": return PandocTable(parts)?.markdown(&self) ?? ""
    case "Figure": return figure(parts)
    case "Div": return division(parts)
    case "Null": return ""
    case let kind:
      report(kind)
      return ""
    }
  }

  private mutating func paragraph(_ parts: [JSON]) -> String {
    if parts.count == 1, parts[0]["t"]?.text == "Image", let image = parts[0]["c"]?.items, image.count > 2,
      image[2].items?.last?.text?.hasPrefix("fig:") == false
    {
      // Not a figure, although it is alone: its words are the alternative text.
      var attributes = PandocAttributes(image[0])
      attributes.pairs.append(("caption", ""))
      return picture(attributes, inlines(image[1].items ?? []), image[2])
    }
    guard parts.contains(where: Self.isDisplay) else { return Self.guarded(inlines(parts)) }
    // A display is on separate lines, the words around it are one paragraph.
    var lines: [String] = []
    var words: [JSON] = []
    for part in parts + [.null] {
      guard part == .null || Self.isDisplay(part) else {
        words.append(part)
        continue
      }
      let text = inlines(words)
      let line = text.drop(while: \.isWhitespace)
      if !line.isEmpty { lines.append(Self.guarded(String(line))) }
      words = []
      let display = Self.isDisplay(part) ? inlines([part]) : ""
      if !display.isEmpty { lines.append(display) }
    }
    return lines.joined(separator: "\n")
  }

  private static func isDisplay(_ item: JSON) -> Bool {
    item["t"]?.text == "Math" && item["c"]?.items?.first?["t"]?.text == "DisplayMath"
  }

  private func code(_ parts: [JSON]) -> String {
    guard parts.count > 1, let text = parts[1].text else { return "" }
    let fence = String(repeating: "`", count: max(3, Self.longestRun(in: text) + 1))
    return "\(fence) \(PandocAttributes(parts[0]).written)\n\(text)\n\(fence)"
  }

  private func raw(_ parts: [JSON]) -> String {
    guard parts.count > 1, let format = parts[0].text, let text = parts[1].text else { return "" }
    let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
    // An environment of formulas is written unchanged; the reader knows it.
    if format == "latex" || format == "tex", lines.first?.hasPrefix("\\begin{") == true { return lines.joined(separator: "\n") }
    // Tags are separate blocks, with Markdown between them: `<table>`, `<tr>`, `<td>` are three blocks.
    let isTags = text.drop(while: \.isWhitespace).first == "<" && !text.contains("\n\n")
    if format.hasPrefix("html"), isTags { return lines.map { $0.drop(while: \.isWhitespace) }.joined(separator: "\n") }
    let fence = String(repeating: "`", count: max(3, Self.longestRun(in: text) + 1))
    let name = format.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    return "\(fence){=\(name == "tex" ? "latex" : name)}\n\(text)\n\(fence)"
  }

  private mutating func header(_ parts: [JSON]) -> String {
    guard parts.count > 2, let level = parts[0].integer else { return "" }
    let attributes = PandocAttributes(parts[1]).written
    return String(repeating: "#", count: min(max(level, 1), 6)) + " " + inlines(parts[2].items ?? [])
      + (attributes.isEmpty ? "" : " " + attributes)
  }

  private mutating func division(_ parts: [JSON]) -> String {
    guard parts.count > 1 else { return "" }
    var attributes = PandocAttributes(parts[0])
    // The list of references has been made.
    if attributes.id == "refs" { attributes.id = "" }
    if Self.isTable(parts), attributes.classes.isEmpty, attributes.pairs.isEmpty, let table = parts[1].items?.first?["c"]?.items {
      return PandocTable(table)?.named(attributes.id).markdown(&self) ?? ""
    }
    let body = blocks(parts[1].items ?? [])
    return attributes.written.isEmpty ? body : "::: \(attributes.written)\n\n\(body)\n\n:::"
  }

  /// pandoc-types 1.23.
  private mutating func figure(_ parts: [JSON]) -> String {
    guard parts.count > 2, let items = parts[2].items else { return "" }
    let attributes = PandocAttributes(parts[0])
    let caption = parts[1].items?.last?.items ?? []
    let words = caption.count == 1 ? caption[0]["c"]?.items ?? [] : []
    let inner = items.count == 1 ? items[0]["c"]?.items ?? [] : []
    if inner.count == 1, inner[0]["t"]?.text == "Image", let image = inner[0]["c"]?.items, image.count > 2, caption.count < 2 {
      return picture(PandocAttributes(image[0]).joined(attributes), inlines(words), image[2])
    }
    let body = blocks(items)
    let below = blocks(caption)
    return below.isEmpty ? body : body + "\n\n" + below
  }

  // MARK: Lists

  private mutating func ordered(_ parts: [JSON]) -> String {
    guard parts.count > 1, let attributes = parts[0].items, attributes.count > 2 else { return "" }
    let number = PandocNumber(
      start: attributes[0].integer ?? 1, style: attributes[1]["t"]?.text ?? "", delimiter: attributes[2]["t"]?.text ?? "")
    return list(parts[1].items ?? []) { number.marker($0) }
  }

  private mutating func list(_ items: [JSON], marker: (Int) -> String) -> String {
    let isTight = items.allSatisfy { $0.items?.first?["t"]?.text == "Plain" || $0.items?.isEmpty == true }
    var out: [String] = []
    for (index, item) in items.enumerated() {
      let sign = marker(index)
      // pandoc's reader takes `B. Russell` for a name.
      let lead = sign + (sign.count == 2 && sign.first?.isUppercase == true && sign.last == "." ? "  " : " ")
      let text = blocks(item.items ?? [])
      // Its blocks by themselves: a fence that is not indented would end neither with the item nor with the list.
      guard mayIndent(text, by: lead.utf8.count) else {
        out.append(isTight ? "\n\(text)\n" : text)
        continue
      }
      // pandoc's signs of tasks.
      let task = text.hasPrefix("☐ ") ? "[ ]" : text.hasPrefix("☒ ") ? "[x]" : nil
      let body = Self.indented(task.map { $0 + text.dropFirst() } ?? text, by: lead.utf8.count)
      out.append(body.isEmpty ? sign : lead + body)
    }
    return out.joined(separator: isTight ? "\n" : "\n\n")
  }

  private mutating func definition(_ parts: [JSON]) -> String {
    guard parts.count > 1 else { return "" }
    let term = Self.guarded(inlines(parts[0].items ?? []))
    // Definitions without a term are MediaWiki's indents.
    var out = term.isEmpty ? "&#8203;" : term
    for item in parts[1].items ?? [] {
      let text = blocks(item.items ?? [])
      out += mayIndent(text, by: 4) ? "\n\n:   " + Self.indented(text, by: 4) : "\n\n" + text
    }
    return out
  }

  // MARK: Lines

  /// All lines but the first are indented; empty ones stay empty.
  static func indented(_ text: String, by count: Int) -> String {
    let indent = [UInt8](repeating: 0x20, count: count)
    var out: [UInt8] = []
    var before: UInt8 = 0
    for byte in text.utf8 {
      if before == 0x0A, byte != 0x0A { out += indent }
      out.append(byte)
      before = byte
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func prefixed(_ text: String, with prefix: String) -> String {
    var out = Array(prefix.utf8)
    for byte in text.utf8 {
      out.append(byte)
      if byte == 0x0A { out += prefix.utf8 }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The text with its beginning written so that it begins no list.
  static func guarded(_ text: String) -> String {
    let word = text.prefix { !$0.isWhitespace }
    guard word.utf8.count < 16, let last = word.last, last == "." || last == ")" else { return text }
    let number = word.hasPrefix("(") ? word.dropFirst() : word
    guard number.dropLast().allSatisfy({ $0.isLetter || $0.isNumber }) else { return text }
    return word.dropLast() + (last == "." ? "&#46;" : "&#41;") + text.dropFirst(word.count)
  }

  static func longestRun(in text: String) -> Int {
    var (longest, length) = (0, 0)
    for byte in text.utf8 {
      length = byte == UInt8(ascii: "`") ? length + 1 : 0
      longest = max(longest, length)
    }
    return longest
  }

  mutating func note(_ items: [JSON]) -> String {
    let place = notes.count
    notes.append("")
    notes[place] = blocks(items)
    return "[^\(place + 1)]"
  }
}
