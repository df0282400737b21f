internal import TypesetDiagnostics

/// The source without the marks of Microsoft Learn's pages: `:::image source="a.png" alt-text="words":::` is a picture, `::: zone pivot="a"` and
/// `::: moniker range="a"` begin tabs, columns stand one below the other, `[!VIDEO https://…]` is a link, `:::no-loc text="Word":::` a word.
func withoutLearnMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard LearnMarks.occur(in: source.bytes) else { return source }
  var marks = LearnMarks()
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct LearnMarks {
  private var fences = OpenFences()
  /// The indents of the rows that are open, and of the text in the column that is, once it is known.
  private var rows: [Int] = []
  private var column: (isOpen: Bool, indent: Int?) = (false, nil)

  /// Tags between colons, and words behind `[!`.
  private static let tags = ["image", "row", "column", "no-loc", "image-end"]

  static func occur(in bytes: [UInt8]) -> Bool {
    let signs =
      tags.map { ":::" + $0 } + [
        "::: zone pivot", "::: moniker range", ":::zone pivot", ":::moniker range", "[!VIDEO ", "[!div ", "[!video ",
      ]
    return (bytes.holds(":::") || bytes.holds("[!")) && signs.contains(where: bytes.holds)
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isCode = fences.passesCode(line)
    let indent = line.prefix(while: ASCII.isBlank).count
    guard !isCode else { return moved(line, indent) }
    let text = line.dropFirst(indent)
    if let mark = beginning(text) { return .write(mark.isEmpty ? [] : line.prefix(indent) + mark) }
    if let (name, _, end) = LearnTag.read(text), line[end...].allSatisfy({ $0 <= ASCII.space }) {
      switch name {
      case "row":
        if rows.count < 50 { rows.append(indent) }
        return .write([])
      case "row-end":
        _ = rows.popLast()
        return .write([])
      case "column", "column-end":
        column = (name == "column", nil)
        return .write([])
      case "image-end": return .write([])
      default: break
      }
    }
    guard let written = withPictures(line) else { return moved(line, indent) }
    if case .write(let bytes) = moved(written[...], indent) { return .write(bytes) }
    return .write(written)
  }

  /// Text of a column without the indent that it has there.
  private mutating func moved(_ line: ArraySlice<UInt8>, _ indent: Int) -> LineChange {
    guard column.isOpen, let row = rows.last, indent < line.count else { return .keep }
    if column.indent == nil { column.indent = max(0, indent - row) }
    let shift = min(column.indent ?? 0, indent)
    return shift > 0 ? .write(Array(line.dropFirst(shift))) : .keep
  }

  /// What becomes of a line that begins as a zone, or with a word in `[!…]`; nil for other lines.
  private func beginning(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let quote = text.prefix { $0 == ASCII.greater || ASCII.isBlank($0) }
    let words = text[quote.endIndex...]
    if words.starts(with: "[!".utf8), let close = words.firstIndex(of: ASCII.closeBracket),
      words[(close + 1)...].allSatisfy({ $0 <= ASCII.space })
    {
      let inner = words[(words.startIndex + 2)..<close]
      if inner.prefix(6).map({ $0 | 0x20 }).elementsEqual("video ".utf8) {
        return quote + [ASCII.less] + inner.dropFirst(6).drop(while: ASCII.isBlank) + [ASCII.greater]
      }
      if inner.starts(with: "div ".utf8) { return Array(quote) }
    }
    guard words.starts(with: ":::".utf8), quote.isEmpty else { return nil }
    let head = words.dropFirst(3).drop(while: ASCII.isBlank)
    for (name, key) in [("zone", "pivot"), ("moniker", "range")] where head.starts(with: name.utf8) {
      let rest = head.dropFirst(name.utf8.count)
      let end = rest.starts(with: "-end".utf8)
      if end, rest.dropFirst(4).allSatisfy({ $0 <= ASCII.space || $0 == UInt8(ascii: ":") }) { return Array(":::".utf8) }
      guard !end, rest.first.map(ASCII.isBlank) == true,
        let read = Attributes.read(([ASCII.openBrace] + rest.filter { $0 != ASCII.carriageReturn } + [ASCII.closeBrace])[...]),
        let value = read.attributes[key], !value.isEmpty
      else { return nil }
      let title = name == "zone" ? value.replacing("-", with: " ").replacing(",", with: ", ") : value
      return Array(":::{tab-item} \(title)".utf8)
    }
    return nil
  }

  /// A line with its pictures and words as Markdown has them; nil without any.
  private func withPictures(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var place = line.startIndex
    while let start = line[place...].firstRange(of: Array(":::".utf8))?.lowerBound {
      guard let (name, attributes, end) = LearnTag.read(line[start...]), name == "image" || name == "no-loc" else { break }
      out += line[place..<start]
      if name == "no-loc" {
        out += (attributes["text"] ?? "").utf8
      } else {
        let words = (attributes["alt-text"] ?? "").replacing("[", with: "\\[").replacing("]", with: "\\]")
        let picture = "![\(words)](<\(attributes["source"] ?? "")>)"
        out += (attributes["link"].map { "[\(picture)](<\($0)>)" } ?? picture).utf8
      }
      place = end
    }
    return place > line.startIndex ? out + line[place...] : nil
  }
}
