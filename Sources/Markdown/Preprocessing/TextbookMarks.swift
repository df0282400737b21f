internal import TypesetDiagnostics

/// The source of one of Mathigon's textbooks without what only its player reads: settings of steps (`> id: intro`), classes before words
/// (`{.reveal(when="x")} Words`, `_{.red}word_`); a number that readers move, `{n|6|1,9}`, is what it is at first.
func withoutTextbookMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  // A step begins below a line; a quotation may begin with such words anywhere else.
  guard source.bytes.find(Array("\n---\n> id: ".utf8)) != nil else { return source }
  var marks = TextbookMarks()
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct TextbookMarks {
  private var fences = OpenFences()

  private static let settings: Set<String> = [
    "section", "id", "goals", "trailer", "color", "level", "next", "prev", "title", "description", "sectionStatus", "translated", "index",
    "hidden", "class", "classes", "subsection", "sectionBackground", "icon", "biographies",
  ]

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line), line.count < 5_000 else { return .keep }
    if line.starts(with: "> ".utf8), let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let key = String(decoding: line[..<colon].dropFirst(2), as: UTF8.self)
      if Self.settings.contains(key) { return .drop }
    }
    if let picture = Self.picture(line) { return .write(picture) }
    guard line.contains(ASCII.openBrace), line.prefix(while: { $0 == ASCII.space }).count < 4 else { return .keep }
    return withoutSelectors(line).map { .write($0) } ?? .keep
  }

  /// A picture in Pug, `    figure: x-img(src="a.jpg" width=320 credit="A name")`, with whom it is by as its description.
  private static func picture(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.starts(with: "    ".utf8), line.last == ASCII.closeParenthesis else { return nil }
    let text = String(decoding: line.dropFirst(4), as: UTF8.self)
    let tag = text.hasPrefix("figure: ") ? text.dropFirst(8) : text[...]
    guard tag.hasPrefix("x-img(") || tag.hasPrefix("img("), let open = tag.firstIndex(of: "("),
      let read = Attributes.read(Array("{\(tag[tag.index(after: open)...].dropLast())}".utf8)[...]), let source = read.attributes["src"]
    else { return nil }
    let width = read.attributes["width"].map { "{width=\($0)px}" } ?? ""
    return Array("\n![\(read.attributes["credit"] ?? "")](<\(source)>)\(width)\n".utf8)
  }

  private func withoutSelectors(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var (index, isCode, hasChanged) = (line.startIndex, false, false)
    while index < line.endIndex {
      let byte = line[index]
      if byte == ASCII.backtick { isCode.toggle() }
      if byte == ASCII.openBrace, !isCode, let (words, end) = Self.mark(in: line, at: index) {
        // `${n}{n|6|1,9}`: the name is shown by the number.
        if !words.isEmpty, out.last == ASCII.closeBrace, let open = out.lastIndex(of: ASCII.openBrace), open > 0,
          out[open - 1] == ASCII.dollar
        {
          out.removeSubrange((open - 1)...)
        }
        out += words
        index = end
        if words.isEmpty, index < line.endIndex, line[index] == ASCII.space { index += 1 }
        hasChanged = true
      } else {
        out.append(byte)
        index += 1
      }
    }
    return hasChanged ? out : nil
  }

  /// - Returns: What is shown for the mark at a brace, and where it ends; nil for other braces.
  private static func mark(in line: ArraySlice<UInt8>, at open: Int) -> (words: ArraySlice<UInt8>, end: Int)? {
    var index = open + 1
    func word() -> ArraySlice<UInt8> {
      line[index...].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
    index = word().endIndex
    if index < line.endIndex, line[index] == ASCII.pipe, index > open + 1 {
      let first = line[(index + 1)...].prefix { $0 != ASCII.pipe && $0 != ASCII.closeBrace }
      guard first.endIndex < line.endIndex, line[first.endIndex] == ASCII.pipe,
        let close = line[first.endIndex...].prefix(60).firstIndex(of: ASCII.closeBrace)
      else { return nil }
      return (first, close + 1)
    }
    guard index < line.endIndex, line[index] == UInt8(ascii: ".") else { return nil }
    while index < line.endIndex, line[index] == UInt8(ascii: ".") {
      index += 1
      let name = word()
      guard let first = name.first, ASCII.isLetter(first) else { return nil }
      index = name.endIndex
    }
    if index < line.endIndex, line[index] == ASCII.openParenthesis {
      guard let close = line[index...].prefix(400).firstRange(of: Array(")}".utf8)) else { return nil }
      index = close.lowerBound + 1
    }
    guard index < line.endIndex, line[index] == ASCII.closeBrace else { return nil }
    return ([], index + 1)
  }
}
