import TypesetDiagnostics
internal import TypesetYAML

/// Lines that only the tools of sites and vaults read, which are not shown as they are: Obsidian's `%%` comments, javascript.info's `[demo]`,
/// mkdocstrings' `::: package.Name`, the slots of Vue.
struct SiteLine {
  /// Where it ends; more lines may belong to it.
  var end: Int
  /// Pieces of it, and what the parser reads in their places.
  var edits: [(range: Range<Int>, text: [UInt8])]
  var diagnostic: Diagnostic?
  /// True if what is left of it is text.
  var hasText = false

  private init(end: Int, _ edits: [(Range<Int>, [UInt8])]) { (self.end, self.edits) = (end, edits.map { (range: $0.0, text: $0.1) }) }

  /// Reads a line, and records what the parser reads in its place.
  ///
  /// - Parameter isInText: True if the line is in a paragraph.
  static func take(
    _ cursor: LineCursor, _ first: LineCursor.First, _ isInText: Bool, in openBlocks: OpenBlocks, _ signs: inout MySTSigns,
    _ closers: inout CloserSearch, _ findings: inout Findings
  ) -> SiteLine? {
    if let line = signs.line(cursor, first) {
      let range = first.offset..<cursor.trimmedEnd
      switch line {
      case .nothing: findings.edit(range, [])
      case .target(let label): findings.writeTarget(label, for: range, prefix: openBlocks.prefix)
      }
      return SiteLine(end: cursor.end, [])
    }
    let head = first.offset == findings.textStart ? head(cursor, first.offset) : nil
    guard let line = head ?? read(cursor, first, isInText: isInText, findings.dialect, &closers),
      line.end <= cursor.end || openBlocks.isEmpty
    else { return nil }
    if let diagnostic = line.diagnostic { findings.diagnostics.append(diagnostic) }
    for edit in line.edits { findings.edit(edit.range, edit.text) }
    return line
  }

  /// - Parameter isInText: True if the line is in a paragraph.
  private static func read(
    _ cursor: LineCursor, _ first: LineCursor.First, isInText: Bool, _ dialect: Dialect, _ closers: inout CloserSearch
  ) -> SiteLine? {
    switch first.byte {
    case UInt8(ascii: "%"): comment(cursor, first.offset, dialect, &closers)
    case ASCII.openBracket:
      isInText && !cursor.bytes[first.offset..<cursor.end].starts(with: "[/summary]".utf8) ? nil : tag(cursor, first.offset)
    case UInt8(ascii: ":"): isInText ? nil : object(cursor, first.offset, dialect)
    case ASCII.less: slot(cursor, first.offset)
    case UInt8(ascii: "-") where dialect.tool.isPandoc && !isInText: metadata(cursor, first.offset)
    case ASCII.dollar where dialect.has(.dollarMath): emptyDisplay(cursor, first.offset)
    case UInt8(ascii: "r") where dialect.tool == .mdbook && !isInText: rule(cursor, first.offset)
    default: nil
    }
  }

  /// Obsidian's comment from `%%` to `%%`, over blank lines too. One that ends on its line is read with the text.
  private static func comment(_ cursor: LineCursor, _ start: Int, _ dialect: Dialect, _ closers: inout CloserSearch) -> SiteLine? {
    let bytes = cursor.bytes
    guard start + 1 < cursor.end, bytes[start + 1] == UInt8(ascii: "%"), dialect.tool == .obsidian || cursor.trimmedEnd == start + 2,
      let end = closers.end(of: "%%", from: start + 2), end > cursor.end
    else { return nil }
    let lineEnd = bytes[end...].firstIndex(of: ASCII.newline) ?? bytes.count
    guard bytes[end..<lineEnd].allSatisfy(ASCII.isBlank) else { return nil }
    return SiteLine(end: end, [(start..<end, [])])
  }

  /// pandoc's metadata within the text, from a line of three dashes with a key right below it to the next.
  private static func metadata(_ cursor: LineCursor, _ start: Int) -> SiteLine? {
    let bytes = cursor.bytes
    guard cursor.indent == 0, bytes[start..<cursor.trimmedEnd].elementsEqual("---".utf8) else { return nil }
    var position = cursor.end + 1
    let first = position
    for _ in 0..<200 where position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = LineCursor(bytes, from: position, to: end)
      if position == first {
        let key = bytes[position..<end].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0) }
        guard !key.isEmpty, key.endIndex < end, bytes[key.endIndex] == UInt8(ascii: ":") else { return nil }
      }
      if ["---", "..."].contains(where: { bytes[position..<max(position, line.trimmedEnd)].elementsEqual($0.utf8) }) {
        let (value, faults) = parseYAML(bytes[first..<position], offset: first)
        guard faults.isEmpty, let entries = value?.entries, !entries.isEmpty else { return nil }
        var block = SiteLine(end: end, [(start..<end, [])])
        block.diagnostic = Diagnostic(
          .note, "front-matter.late", at: SourceSpan(first, first + entries[0].key.utf8.count),
          "metadata within the text is left out: \(entries.prefix(5).map(\.key).joined(separator: ", "))",
          hint: "settings are read at the top of the document")
        return block
      }
      position = end + 1
    }
    return nil
  }

  /// `$$` and `$$` with nothing between them.
  private static func emptyDisplay(_ cursor: LineCursor, _ start: Int) -> SiteLine? {
    let bytes = cursor.bytes
    func isFence(_ range: Range<Int>) -> Bool { bytes[range].elementsEqual("$$".utf8) }
    guard isFence(start..<cursor.trimmedEnd) else { return nil }
    var position = cursor.end + 1
    for _ in 0..<8 where position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = LineCursor(bytes, from: position, to: end)
      if !line.isBlank {
        guard let first = line.first, isFence(first.offset..<line.trimmedEnd) else { return nil }
        // Two displays of which one has lost a fence have a formula below.
        let next = bytes[min(end + 1, bytes.count)...]
        guard !MathEvidence.isFormula(next.prefix { $0 != ASCII.newline }, countsLetters: false) else { return nil }
        var display = SiteLine(end: end, [(start..<line.trimmedEnd, [])])
        display.diagnostic = Diagnostic(
          .note, "math.empty", at: SourceSpan(start, line.trimmedEnd), "a display without a formula is left out",
          hint: "remove its dollars")
        return display
      }
      position = end + 1
    }
    return nil
  }

  // MARK: javascript.info

  /// `importance: 5`, `libs:` with names below, above a line of dashes at the top of a page: its settings.
  private static func head(_ cursor: LineCursor, _ start: Int) -> SiteLine? {
    let bytes = cursor.bytes
    var position = start
    var hasKey = false
    for _ in 0..<12 where position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = LineCursor(bytes, from: position, to: end)
      let words = bytes[position..<max(position, line.trimmedEnd)]
      if hasKey, words.elementsEqual("---".utf8) { return SiteLine(end: end, [(start..<end, [])]) }
      if ["importance:", "libs:", "archive:"].contains(where: { words.starts(with: $0.utf8) }) {
        hasKey = true
      } else if !hasKey || !line.isBlank && line.first?.byte != UInt8(ascii: "-") {
        return nil
      }
      position = end + 1
    }
    return nil
  }

  /// What runs on a site, by its name: `[demo src="a"]`, `[codetabs src="a"]`.
  private static let tags: Set<String> = ["demo", "codetabs", "recent", "img-clickable", "js", "html", "css", "example"]

  private static func tag(_ cursor: LineCursor, _ start: Int) -> SiteLine? {
    let (bytes, end) = (cursor.bytes, cursor.trimmedEnd)
    guard bytes[end - 1] == ASCII.closeBracket, end - start < 300 else { return nil }
    let name = String(
      decoding: bytes[(start + 1)..<end].prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }, as: UTF8.self)
    let next = start + 1 + name.utf8.count
    // `[edit src="a"]Words[/edit]`
    if name == "edit", bytes[next] == ASCII.space, bytes[start..<end].reversed().starts(with: "[/edit]".utf8.reversed()),
      let close = bytes[next..<end].firstIndex(of: ASCII.closeBracket), close < end - 7
    {
      var line = SiteLine(end: end, [(start..<close + 1, []), (end - 7..<end, [])])
      line.hasText = true
      return line
    }
    guard next == end - 1 || bytes[next] == ASCII.space && bytes[next..<end].contains(UInt8(ascii: "=")) else { return nil }
    if name == "summary" || name == "/summary" { return next == end - 1 ? SiteLine(end: end, [(start..<end, [])]) : nil }
    if ["js", "html", "css", "example"].contains(name) {
      guard bytes[next..<end].starts(with: " src=".utf8) || bytes[next..<end].starts(with: " run src=".utf8) else { return nil }
    }
    guard tags.contains(name), !bytes[(start + 1)..<(end - 1)].contains(ASCII.closeBracket) else { return nil }
    var line = SiteLine(end: end, [(start..<end, [])])
    line.diagnostic = Diagnostic(
      .warning, "template.left-out", at: SourceSpan(start, end), "the \(name) of a site is left out",
      hint: "show a picture of it, or its code")
    return line
  }

  // MARK: mkdocstrings

  /// `::: package.Name` with its indented options: documentation that the tool takes from code.
  private static func object(_ cursor: LineCursor, _ start: Int, _ dialect: Dialect) -> SiteLine? {
    let (bytes, end) = (cursor.bytes, cursor.trimmedEnd)
    guard bytes[start..<end].starts(with: "::: ".utf8) else { return nil }
    let name = start + 4..<end
    guard bytes[name].allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "_.-".utf8.contains($0) }),
      dialect.tool == .mkdocs || bytes[name].dropFirst().dropLast().contains(UInt8(ascii: ".")),
      !bytes[name].contains(UInt8(ascii: "-")) || hasOptions(bytes, below: cursor.end)
    else { return nil }
    var last = cursor.end
    var position = cursor.end + 1
    while position < bytes.count {
      let next = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = LineCursor(bytes, from: position, to: next)
      if !line.isBlank {
        guard line.indent >= 4 else { break }
        last = next
      }
      position = next + 1
    }
    let words = "`".utf8 + bytes[name] + "`".utf8
    var line = SiteLine(end: last, [(start..<last, Array(words))])
    let module = String(decoding: bytes[name], as: UTF8.self)
    line.diagnostic = Diagnostic(
      .warning, "directive.left-out", at: SourceSpan(start, end), "the documentation of \(module) is left out",
      hint: "only a plugin of MkDocs knows what belongs here",
      gathered: Diagnostic.Gathered(opening: "the documentation of these is left out: ", items: [module]))
    return line
  }

  /// True if the next line is an indented `:name: value`, as below `::: mkdocs-click`.
  static func hasOptions(_ bytes: [UInt8], below end: Int) -> Bool {
    guard end + 1 < bytes.count else { return false }
    let line = LineCursor(bytes, from: end + 1, to: bytes[(end + 1)...].firstIndex(of: ASCII.newline) ?? bytes.count)
    return line.indent >= 4 && line.first?.byte == UInt8(ascii: ":")
  }

  // MARK: mdBook

  /// `r[items.traits]`: the name of a rule in the reference of Rust.
  private static func rule(_ cursor: LineCursor, _ start: Int) -> SiteLine? {
    let (bytes, end) = (cursor.bytes, cursor.trimmedEnd)
    guard end - start > 3, bytes[start + 1] == ASCII.openBracket, bytes[end - 1] == ASCII.closeBracket,
      bytes[(start + 2)..<(end - 1)].allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || ".-_".utf8.contains($0) })
    else { return nil }
    return SiteLine(end: end, [(start..<end, [])])
  }

  // MARK: Vue

  /// `<template #name>` and `<template v-slot:name>`, which name the place of what they hold.
  private static func slot(_ cursor: LineCursor, _ start: Int) -> SiteLine? {
    let (bytes, end) = (cursor.bytes, cursor.trimmedEnd)
    let head = Array("<template ".utf8)
    let close = Array("</template>".utf8)
    if bytes[start..<end].elementsEqual(close) { return SiteLine(end: end, [(start..<end, [])]) }
    guard bytes[start..<end].starts(with: head), let tagEnd = bytes[start..<end].firstIndex(of: ASCII.greater) else { return nil }
    let name = bytes[(start + head.count)..<tagEnd]
    guard name.first == ASCII.hash || name.starts(with: "v-slot".utf8) else { return nil }
    var edits: [(Range<Int>, [UInt8])] = [(start..<tagEnd + 1, [])]
    if end - close.count > tagEnd, bytes[(end - close.count)..<end].elementsEqual(close) { edits.append((end - close.count..<end, [])) }
    var line = SiteLine(end: end, edits)
    line.hasText = tagEnd + 1 < end
    return line
  }
}
