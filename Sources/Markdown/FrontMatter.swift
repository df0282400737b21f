import TypesetDiagnostics
public import TypesetYAML

/// The metadata and settings of a document before its text, between lines of `---`, in YAML.
public struct FrontMatter: Hashable, Sendable {
  /// All of it, unknown keys too.
  public var values: YAMLValue?
  /// Where the Markdown begins, in bytes of the source.
  public var end = 0
  /// True for pandoc's `% Title`.
  private(set) var isTitleBlock = false

  public init() {}

  /// The text of a key, or of the first of several names that people give it.
  public func text(_ keys: String...) -> String? {
    for key in keys {
      if let text = values?[key]?.text ?? single(key), !text.isEmpty { return text }
    }
    return nil
  }

  /// pandoc's title as a list of one.
  private func single(_ key: String) -> String? {
    guard ["title", "subtitle", "date"].contains(key), let items = values?[key]?.items, items.count == 1 else { return nil }
    return items[0].text
  }

  public func value(_ keys: String...) -> YAMLValue? {
    for key in keys {
      if let value = values?[key] { return value }
    }
    return nil
  }

  public func flag(_ key: String) -> Bool? { Self.flag(values?[key]?.text) }

  /// The value of a boolean word; nil if it is neither true nor false.
  public static func flag(_ word: String?) -> Bool? {
    switch word {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  /// One value or several, as a list or separated by commas.
  public func texts(_ keys: String...) -> [String] {
    for key in keys {
      guard let value = values?[key] else { continue }
      return value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
    }
    return []
  }

  /// `author: A`, `author: [A, B]`, `author: [{name: A, affiliation: X}]`; the same for `authors`.
  public var authors: [String] {
    guard let value = values?["author"] ?? values?["authors"] else { return [] }
    let people = value.items ?? [value]
    return people.compactMap { $0.text ?? $0["name"]?.text }
  }

  /// The front matter of a text.
  public static func of(_ source: [UInt8]) -> FrontMatter { read(source).frontMatter }

  /// The number of bytes that the front matter of a text takes.
  public static func length(in source: [UInt8]) -> Int { read(source).frontMatter.end }

  /// Reads the front matter of a text, if it has one: `---`, a YAML mapping, `---` or `...`; TOML between lines of `+++`; a JSON object.
  static func read(_ source: [UInt8]) -> (frontMatter: FrontMatter, diagnostics: [Diagnostic]) {
    var matter = FrontMatter()
    let bom: [UInt8] = [0xEF, 0xBB, 0xBF]
    if source.starts(with: bom) { matter.end = 3 }
    let opener = lateOpener(source, from: matter.end) ?? matter.end
    if source[matter.end...].starts(with: "% ".utf8), let block = readTitleBlock(source, matter) { return (block, []) }
    guard let first = line(of: source, from: opener), ["---", "+++", "{"].contains(first.text) else {
      return readBetweenRules(source, matter) ?? readHeader(source, matter)
    }
    if first.text == "+++" { return readTOML(source, from: first.next) ?? (matter, []) }
    if first.text == "{" { return readJSON(source, from: matter.end) ?? (matter, []) }
    var position = first.next
    while let line = line(of: source, from: position) {
      if line.text == "---" || line.text == "..." {
        let (value, diagnostics) = parseYAML(source[first.next..<position], offset: first.next)
        guard diagnostics.isEmpty else {
          if diagnostics.contains(where: { $0.code == "yaml.syntax" }) {
            if let mended = mended(source, from: first.next, to: position, below: line.next, empty: matter) { return mended }
            if let object = object(source[first.next..<position], below: line.next, empty: matter, diagnostics) { return object }
            // Text between two rules is Markdown; an attempt at a mapping is the author's error.
            guard MatterForm(source[first.next..<position]).isMapping else { return (matter, []) }
          }
          guard source[first.next..<position].contains(UInt8(ascii: ":")) else { return (matter, []) }
          matter.end = line.next
          let isBroken = diagnostics.contains { $0.code == "yaml.syntax" }
          matter.values = isBroken ? nil : value
          return (matter, isBroken ? diagnostics.map(\.ofFrontMatter) : diagnostics)
        }
        if let value, value.entries == nil { return (matter, []) }
        matter.values = value
        matter.end = line.next
        return (matter, [])
      }
      if let draft = draft(source, from: first.next, to: position, matter) { return (draft, []) }
      position = line.next
    }
    // Without a closer, a line of more dashes may be meant as one.
    let top = min(source.count, first.next + 4_096)
    if source[first.next..<top].first.map(ASCII.isLetter) == true,
      let mended = mended(source, from: first.next, to: top, below: top, empty: matter), mended.frontMatter.end < top
    {
      return mended
    }
    return (matter, [])
  }

  /// True for a deck of xaringan's.
  var isOfXaringan: Bool {
    let output = value("output")
    return output?.text?.hasPrefix("xaringan::") ?? output?.entries?.contains { $0.key.hasPrefix("xaringan::") } ?? false
  }

  /// True if only tools around pandoc read these keys, or if there is a title block of pandoc's.
  var isOfPandoc: Bool {
    isTitleBlock || values?.entries.map { $0.contains { Self.pandocKeys.contains($0.key) } } ?? false
  }

  private static let pandocKeys: Set<String> = [
    "output", "header-includes", "documentclass", "classoption", "linestretch", "numbersections", "link-citations", "linkcolor", "lof",
    "lot",
    "mainfont", "geometry", "pandoc", "pdf-engine", "reference-section-title", "secnumdepth", "biblio-style", "csl",
  ]

  /// pandoc's title block: `% Title`, `% Authors; separated`, `% Date`, whose lines may go on below, indented. MyST's comments look alike.
  private static func readTitleBlock(_ source: [UInt8], _ empty: FrontMatter) -> FrontMatter? {
    var fields: [[String]] = []
    var position = empty.end
    while position < source.count, fields.count <= 3 {
      let end = source[position...].firstIndex(of: ASCII.newline) ?? source.count
      let line = source[position..<end]
      if line.first == UInt8(ascii: "%"), line.count == 1 || ASCII.isBlank(line[line.startIndex + 1]) {
        guard fields.count < 3 else { return nil }
        fields.append([String(decoding: line.dropFirst(), as: UTF8.self).trimmedWhitespace()])
      } else if line.first == ASCII.space, !line.allSatisfy(ASCII.isBlank), !fields.isEmpty {
        fields[fields.count - 1].append(String(decoding: line, as: UTF8.self).trimmedWhitespace())
      } else {
        guard line.allSatisfy(ASCII.isBlank) else { return nil }
        break
      }
      position = min(end + 1, source.count)
    }
    var signs = MySTSigns(source, from: empty.end)
    guard fields.count > 1, !signs.show() else { return nil }
    var yaml = fields[0].joined().isEmpty ? "" : "title: \(quoted(fields[0].joined(separator: " ")))\n"
    let authors = fields[1].flatMap { $0.split(separator: ";") }.map { String($0).trimmedWhitespace() }.filter { !$0.isEmpty }
    if !authors.isEmpty { yaml += "author: [\(authors.map(quoted).joined(separator: ", "))]\n" }
    if fields.count > 2, !fields[2].joined().isEmpty { yaml += "date: \(quoted(fields[2].joined(separator: " ")))\n" }
    let (values, faults) = parseYAML(yaml.utf8, offset: empty.end)
    guard faults.isEmpty, values != nil else { return nil }
    var matter = empty
    (matter.values, matter.end, matter.isTitleBlock) = (values, position, true)
    return matter
  }

  /// A text as a value of YAML between quotation marks.
  static func quoted(_ text: String) -> String { "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }

  /// Front matter of Hakyll's, and of decks of Marp's, between two lines of more than three hyphens.
  private static func readBetweenRules(_ source: [UInt8], _ empty: FrontMatter) -> (frontMatter: FrontMatter, diagnostics: [Diagnostic])? {
    func line(_ start: Int) -> (text: ArraySlice<UInt8>, next: Int) {
      let end = source[start...].firstIndex(of: ASCII.newline) ?? source.count
      return (source[start..<blankStart(in: source, from: start, to: end)], min(end + 1, source.count))
    }
    let first = line(empty.end)
    guard first.text.count > 3, first.text.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
    var position = first.next
    while position < min(source.count, first.next + 8_000) {
      let next = line(position)
      if next.text == first.text {
        let (value, faults) = parseYAML(source[first.next..<position], offset: first.next)
        guard faults.isEmpty, let keys = value?.entries, keys.contains(where: { headerKeys.contains($0.key) || $0.key == "marp" })
        else { return nil }
        var matter = empty
        (matter.values, matter.end) = (value, next.next)
        return (matter, [])
      }
      position = next.next
    }
    return nil
  }

  /// Where a `---` below blank lines and comments, such as a licence, is, if a key that is no word of a text follows it: other rules are rules. A `+++`
  /// is no rule.
  private static func lateOpener(_ source: [UInt8], from start: Int) -> Int? {
    let head = source.prefix(start + 16_384)
    var index = start
    var opener = start
    while index < head.endIndex {
      if head[index] == ASCII.newline {
        opener = index + 1
      } else if head[index...].starts(with: "<!--".utf8), let close = head[index...].firstRange(of: Array("-->".utf8)) {
        index = close.upperBound - 1
        opener = start
      } else if !ASCII.isBlank(head[index]) {
        break
      }
      index += 1
    }
    guard opener > start, let rule = line(of: source, from: opener) else { return nil }
    if rule.text == "+++" { return opener }
    guard rule.text == "---",
      let colon = source[rule.next...].prefix(24).firstIndex(of: UInt8(ascii: ":")),
      headerKeys.contains(key(source[rule.next..<colon], hasCapitals: false))
    else { return nil }
    return opener
  }

  /// Metadata at the top of a file without `---` around it, as some tools write it: lines of `key: value`, up to a blank line. Only keys that
  /// cannot be words of a text count; those of MultiMarkdown have capitals, and begin with the title.
  private static func readHeader(_ source: [UInt8], _ empty: FrontMatter) -> (frontMatter: FrontMatter, diagnostics: [Diagnostic]) {
    if let codelab = readCodelab(source, empty) { return (codelab, []) }
    var matter = empty
    var position = matter.end
    var closing: Int?
    var (isOpenList, hasList) = (false, false)
    let hasCapitals = source[position...].starts(with: "Title:".utf8)
    let isPost = beginsPost(source, from: position)
    var header = source
    while position < source.count {
      let end = source[position...].firstIndex(of: ASCII.newline) ?? source.count
      let text = source[position..<end]
      if text.allSatisfy(ASCII.isBlank) { break }
      // Hexo's posts have only the line below their header.
      if position > matter.end, line(of: source, from: position)?.text == "---" {
        closing = position
        position = min(end + 1, source.count)
        break
      }
      // Items of a list below a key without a value, as Hexo's posts have them.
      if isOpenList, text.drop(while: ASCII.isBlank).starts(with: "- ".utf8) {
        position = min(end + 1, source.count)
        hasList = true
        continue
      }
      isOpenList = text.drop { $0 != UInt8(ascii: ":") }.dropFirst().allSatisfy(ASCII.isBlank) && position > matter.end
      guard let colon = text.prefix(24).firstIndex(of: UInt8(ascii: ":")), colon + 1 == end || ASCII.isBlank(source[colon + 1]),
        colon + 1 < end || isOpenList,
        case let name = Self.key(text[position..<colon], hasCapitals: hasCapitals),
        headerKeys.contains(name) || hasCapitals && pelicanKeys.contains(name) || isPost
      else { return (empty, []) }
      if hasCapitals { header.replaceSubrange(position..<colon, with: Self.key(text[position..<colon], hasCapitals: true).utf8) }
      position = min(end + 1, source.count)
    }
    // A list in a text is closed by a blank line, not by one of dashes.
    guard position > matter.end, closing != nil || !hasList else { return (empty, []) }
    let (value, faults) = parseYAML(header[matter.end..<(closing ?? position)], offset: matter.end)
    guard faults.isEmpty, let value, value.entries != nil else { return (empty, []) }
    matter.values = value
    matter.end = position
    return (matter, [])
  }

  /// A key's bytes as text; MultiMarkdown's in lower case.
  private static func key(_ bytes: ArraySlice<UInt8>, hasCapitals: Bool) -> String {
    String(decoding: hasCapitals ? bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } : Array(bytes), as: UTF8.self)
  }

  static let headerKeys: Set<String> = [
    "author", "authors", "title", "subtitle", "date", "importance", "tags", "keywords", "layout", "permalink", "category", "categories",
    "lang", "slug", "template", "libs", "archive", "weight", "draft",
  ]

  /// What posts of Pelican have besides, below their title.
  static let pelicanKeys: Set<String> = [
    "comments", "cover", "description", "image", "modified", "status", "summary", "thumbnail", "translation", "type", "url", "save_as",
    "series",
    "disqus_identifier", "short_title", "toc", "id",
  ]

  /// Where the blanks at the end of a line begin, with the invisible signs that editors leave there: U+3000, U+00A0, U+2003, U+200B, U+FEFF.
  static func blankStart(in source: [UInt8], from start: Int, to end: Int) -> Int {
    var last = end
    while last > start {
      if ASCII.isBlank(source[last - 1]) {
        last -= 1
        continue
      }
      let line = source[start..<last]
      if line.suffix(2).elementsEqual([0xC2, 0xA0]) {
        last -= 2
      } else if line.suffix(3).elementsEqual([0xE3, 0x80, 0x80]) || line.suffix(3).elementsEqual([0xEF, 0xBB, 0xBF])
        || line.suffix(3).starts(with: [0xE2, 0x80]) && line.count > 2 && line[last - 1] <= 0x8F
      {
        last -= 3
      } else {
        break
      }
    }
    return last
  }

  static func line(of source: [UInt8], from start: Int) -> (text: String, next: Int)? {
    guard start < source.count else { return nil }
    var end = start
    while end < source.count, source[end] != ASCII.newline { end += 1 }
    let trimmed = blankStart(in: source, from: start, to: end)
    // Only short lines can be delimiters.
    let text = trimmed - start <= 3 ? String(decoding: source[start..<trimmed], as: UTF8.self) : ""
    return (text, min(end + 1, source.count))
  }
}
