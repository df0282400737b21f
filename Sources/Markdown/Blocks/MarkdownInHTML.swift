internal import TypesetDiagnostics

/// `<div markdown="1">`: a blank line after it ends the HTML, so that Markdown follows. If the element ends on the same line, as cells
/// often do, another one before the closing tag makes it HTML again.
struct MarkdownInHTML {
  private(set) var edits: [Edit] = []
  /// True if the line ends within Markdown.
  private(set) var isOpen = false
  private let bytes: [UInt8]
  /// True if what is in an element is Markdown without being asked for.
  private let readsAll: Bool
  /// True for MDX, in which a tag and its end on one line hold Markdown.
  private let isMDX: Bool
  /// True if code between signs of formulas is one.
  private let hasCodeFormulas: Bool

  /// - Parameters:
  ///   - start: Of the line, without prefixes.
  ///   - prefix: What the parser reads at the beginning of a line here.
  init(_ cursor: LineCursor, from start: Int, prefix: [UInt8], _ dialect: Dialect) {
    bytes = cursor.bytes
    readsAll = dialect.has(.markdownInHTML)
    isMDX = dialect.tool == .docusaurus
    hasCodeFormulas = dialect.has(.codeFormulas)
    let end = cursor.trimmedEnd
    guard end - start < 10_000 else { return }
    var index = start
    while let tag = nextTag(from: index, to: end) {
      index = tag.range.upperBound
      guard
        tag.asksForMarkdown || isPicture(from: index, to: end, in: tag.name) || holdsMarkdown(tag.name, from: index, to: end)
          || isNotionsCallout(tag, from: start, to: end) || holdsMarks(tag.name, from: index, to: end)
          || holdsMDX(tag, from: start, to: end) || holdsFormulas(from: index, to: end),
        HTMLNames.isBlock(tag.name) || tag.isComponent
      else {
        // Within a line these are HTML, as knitr writes captions.
        if readsAll, Self.lines.contains(tag.name), let close = bytes[index..<end].firstRange(of: Array("</\(tag.name)>".utf8)) {
          edits += MarksInHTML(bytes, in: index..<close.lowerBound).edits
          index = close.upperBound
        } else if readsAll, tag.range.lowerBound == start, HTMLNames.inlines[tag.name] != nil, !hasBlocks(from: index, to: end) {
          // A line of words that begins with a tag.
          edits += MarksInHTML(bytes, in: start..<end).edits
          return
        }
        continue
      }
      let blank = [ASCII.newline] + prefix
      isOpen = true
      if index == end {
        edits.append(Edit(range: cursor.end..<cursor.end, text: blank))
        return
      }
      edits.append(Edit(range: index..<index, text: blank + blank))
      guard let close = bytes[index..<end].firstRange(of: Array("</\(tag.written)".utf8)) else { return }
      edits.append(Edit(range: close.lowerBound..<close.lowerBound, text: blank + blank))
      index = close.upperBound
      isOpen = false
    }
  }

  /// True if a tag of a block is on the line.
  private func hasBlocks(from start: Int, to end: Int) -> Bool {
    var index = start
    while let sign = bytes[index..<end].firstIndex(of: ASCII.less) {
      index = sign + 1
      let name = bytes[index..<end].drop { $0 == UInt8(ascii: "/") }.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
      if HTMLNames.isBlock(String(decoding: name, as: UTF8.self).lowercased()) { return true }
    }
    return false
  }

  /// pandoc, markdown_in_html_blocks: what is between tags is Markdown, unless it is HTML again, or would be code by its indent.
  private func holdsMarkdown(_ name: String, from start: Int, to end: Int) -> Bool {
    guard readsAll, Self.holders.contains(name) || name == "p" && start == end else { return false }
    var index = start
    while index < bytes.count, index - start < 2_000, ASCII.isBlank(bytes[index]) || bytes[index] == ASCII.newline { index += 1 }
    guard index < bytes.count, bytes[index] != ASCII.less else { return false }
    if index < end { return bytes[index..<end].firstRange(of: Array("</\(name)".utf8)) != nil }
    let lineStart = (bytes[start..<index].lastIndex(of: ASCII.newline) ?? start) + 1
    return index - lineStart < 4
  }

  /// `<aside>` alone on its line: what Notion exports.
  private func isNotionsCallout(_ tag: MarkdownTag, from start: Int, to end: Int) -> Bool {
    tag.name == "aside" && tag.range.count == 7 && tag.range.lowerBound == start && tag.range.upperBound == end
  }

  /// True for text with code around formulas, which reveal asks for.
  private func holdsFormulas(from start: Int, to end: Int) -> Bool {
    hasCodeFormulas && start < end && ["`$", "`\\"].contains { bytes[start..<end].firstRange(of: Array($0.utf8)) != nil }
  }

  /// True for text with `**` around words in an element that ends on its line, or a heading of details with backticks: nobody means these signs.
  private func holdsMarks(_ name: String, from start: Int, to end: Int) -> Bool {
    guard ["summary", "td", "th", "p", "center", "figcaption", "div", "li"].contains(name), start + 4 < end,
      let close = bytes[start..<end].firstRange(of: Array("</\(name)>".utf8))?.lowerBound
    else { return false }
    let text = bytes[start..<close]
    if name == "summary", !text.contains(ASCII.less), text.count(where: { $0 == ASCII.backtick }) == 2 { return true }
    let stars = Array("**".utf8)
    guard let open = text.firstRange(of: stars), open.upperBound < close, !ASCII.isBlank(text[open.upperBound]),
      let last = text[open.upperBound...].firstRange(of: stars), last.lowerBound > open.upperBound,
      !ASCII.isBlank(text[last.lowerBound - 1])
    else { return false }
    return !text.contains(ASCII.less) || text.firstRange(of: Array("<code".utf8)) == nil && text.firstRange(of: Array("<td".utf8)) == nil
  }

  /// True for an element of MDX that ends on its line and has marks and no other blocks in it; components are those alone on their lines.
  private func holdsMDX(_ tag: MarkdownTag, from start: Int, to end: Int) -> Bool {
    let rest = bytes[tag.range.upperBound..<end].prefix(2_000)
    guard isMDX, let close = rest.firstRange(of: Array("</\(tag.written)>".utf8)) else { return false }
    guard !tag.isComponent || tag.range.lowerBound == start && close.upperBound == end else { return false }
    let words = bytes[tag.range.upperBound..<close.lowerBound]
    guard words.contains(where: { "*_`[".utf8.contains($0) }) else { return false }
    var index = words.startIndex
    while let open = words[index...].firstIndex(of: ASCII.less) {
      let name = words[(open + 1)...].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
      if HTMLNames.isBlock(String(decoding: name, as: UTF8.self).lowercased()) { return false }
      index = open + 1
    }
    return true
  }

  /// Elements of words whose marks are read within a line.
  private static let lines: Set<String> = ["p", "summary", "blockquote", "dt", "dd", "li", "caption", "h1", "h2", "h3", "h4", "h5", "h6"]

  private static let holders: Set<String> = [
    "div", "section", "article", "aside", "details", "figure", "figcaption", "td", "th", "center", "main", "header", "footer",
  ]

  /// True for `<td>![words](picture.png)</td>`.
  private func isPicture(from start: Int, to end: Int, in name: String) -> Bool {
    guard start + 4 < end, bytes[start] == UInt8(ascii: "!"), bytes[start + 1] == ASCII.openBracket,
      let close = bytes[start..<end].firstIndex(of: ASCII.closeParenthesis)
    else { return false }
    return HTMLEnd.closes(bytes, name, at: close + 1, before: end)
  }

  private struct MarkdownTag {
    /// In lower case.
    var name: String
    var range: Range<Int>
    var asksForMarkdown: Bool
    /// As its author wrote it.
    var written = ""

    /// True for a name with a capital that HTML's blocks have not.
    var isComponent: Bool { written.first?.isUppercase == true && !HTMLNames.isKnown(name) }
  }

  /// The next opening tag of a line that ends on it.
  private func nextTag(from start: Int, to end: Int) -> MarkdownTag? {
    var search = TagSearch()
    var index = start
    while index + 1 < end {
      guard bytes[index] == ASCII.less, ASCII.isLetter(bytes[index + 1]) else {
        index += 1
        continue
      }
      guard let close = search.end(of: bytes, from: index, to: end).map({ $0 - 1 }) else { return nil }
      let tag = String(decoding: bytes[index...close], as: UTF8.self).lowercased()
      let name = tag.dropFirst().prefix { $0.isLetter || $0.isNumber }
      let asks =
        tag.hasSuffix(" markdown>") || tag.contains(" markdown ") || tag.contains(" markdown=") && !tag.contains("markdown=\"0\"")
        || tag.hasSuffix(" data-markdown>") || tag.contains(" data-markdown ")
      let written = String(decoding: bytes[(index + 1)...close].prefix(name.utf8.count), as: UTF8.self)
      return MarkdownTag(name: String(name), range: index..<close + 1, asksForMarkdown: asks, written: written)
    }
    return nil
  }
}
