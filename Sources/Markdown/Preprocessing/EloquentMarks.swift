internal import TypesetDiagnostics
internal import TypesetFiles

/// The source without the marks of Eloquent JavaScript, a book that has been translated often: entries of its index (`{{index "a b"}}`,
/// `((word))`) leave nothing or their word, `{{quote {author: "Ann"}` … `quote}}` is a quote, `{{hint` … `hint}}` and `{{note` … `note}}` are
/// callouts, `{{figure {url: "a.png"}}}` is a picture. `[Chapter ?](data#x)` has the number with which the name of the chapter's file begins.
func withoutEloquentMarks(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("}}"), ["\n{{index ", "\nquote}}", "\nhint}}", "\n{{figure {"].contains(where: source.holds) else {
    return source
  }
  var marks = EloquentMarks(chapters: ChapterNumbers(source, files, &diagnostics))
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct EloquentMarks {
  private let chapters: ChapterNumbers
  private var fences = OpenFences()
  /// True within an entry that goes over lines.
  private var isEntry = false
  /// Who says the quote that is open; nil outside of one.
  private var speaker: String?

  init(chapters: ChapterNumbers) { self.chapters = chapters }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    let quote = Array("> ".utf8)
    if wasCode || fences.isCode {
      if !wasCode, let fence = Self.fence(line) { return .write((speaker == nil ? [] : quote) + fence) }
      return speaker == nil ? .keep : .write(quote + line)
    }
    if isEntry {
      isEntry = !Self.isEnd(line)
      return .drop
    }
    if line.starts(with: "{{".utf8), let change = opener(line) { return change }
    switch String(decoding: line.prefix(12), as: UTF8.self).trimmedWhitespace() {
    case "quote}}":
      guard let name = speaker else { return .keep }
      speaker = nil
      return .write(name.isEmpty ? [] : Array(">\n> — \(name)\n".utf8))
    case "hint}}", "note}}": return .write(Array(":::".utf8))
    case "if}}": return .drop
    default: break
    }
    let numbered = chapters.numbered(line)
    let words = Self.withoutEntries(numbered.map { $0[...] } ?? line) ?? numbered
    guard speaker == nil else { return .write(quote + (words ?? Array(line))) }
    return words.map { .write($0) } ?? .keep
  }

  private mutating func opener(_ line: ArraySlice<UInt8>) -> LineChange? {
    let text = String(decoding: line.dropFirst(2).prefix(1_000), as: UTF8.self)
    switch text.prefix(while: \.isLetter) {
    case "index", "indexsee", "meta", "id", "title", "table":
      isEntry = !Self.isEnd(line)
      return .drop
    case "quote":
      speaker = [Self.value("author", in: text), Self.value("title", in: text)].compactMap { $0 }.joined(separator: ", ")
      return .write([])
    case "hint": return .write(Array("::: hint".utf8))
    case "note": return .write(Array("::: note".utf8))
    case "if": return .drop
    case "figure":
      guard let address = Self.value("url", in: text) else { return nil }
      let width = Self.value("width", in: text).map { " width=\"\($0)\"" } ?? ""
      let words = (Self.value("alt", in: text) ?? "").replacing("\"", with: "'").replacing("<", with: "&lt;")
      return .write(Array("<img src=\"\(address)\" alt=\"\(words)\"\(width)>".utf8))
    default: return nil
    }
  }

  private static func isEnd(_ line: ArraySlice<UInt8>) -> Bool {
    var line = line
    while let last = line.last, last <= ASCII.space { line.removeLast() }
    return line.suffix(2).elementsEqual("}}".utf8)
  }

  /// What a key has between quotes.
  private static func value(_ key: String, in text: String) -> String? {
    guard let start = text.firstRange(of: key + ": \""), case let rest = text[start.upperBound...], let end = rest.firstIndex(of: "\"")
    else {
      return nil
    }
    return String(rest[..<end])
  }

  /// A fence with options of the book's own, by its language: ```` ```{lang: html} ````, ```` ```{test: no} ````.
  private static func fence(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let ticks = line.prefix { $0 == ASCII.backtick }
    let text = String(decoding: line.dropFirst(ticks.count).prefix(300), as: UTF8.self)
    guard ticks.count >= 3, text.hasPrefix("{"), text.contains(": ") else { return nil }
    let language = text.firstRange(of: "lang: ").map { text[$0.upperBound...].drop { $0 == "\"" }.prefix { $0.isLetter || $0.isNumber } }
    return Array(ticks) + Array((language ?? "javascript").utf8)
  }

  /// A line whose `((words))` are words; nil without any. Code stays.
  private static func withoutEntries(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8]?
    var isCode = false
    var index = line.startIndex
    var copied = line.startIndex
    while index + 1 < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      guard !isCode, line[index] == ASCII.openParenthesis, line[index + 1] == ASCII.openParenthesis else {
        index += 1
        continue
      }
      let words = line[(index + 2)...].prefix(80).prefix { $0 != ASCII.closeParenthesis && $0 != ASCII.openParenthesis }
      guard !words.isEmpty, line[words.endIndex...].starts(with: "))".utf8) else {
        index += 1
        continue
      }
      out = (out ?? []) + line[copied..<index] + words
      index = words.endIndex + 2
      copied = index
    }
    return out.map { $0 + line[copied...] }
  }
}

/// The numbers of the chapters that links ask for, `[Chapter ?](data)`: the file is called `04_data.md`.
private struct ChapterNumbers {
  private static let sign = Array("?".utf8)
  private static let middle = Array("](".utf8)
  /// More chapters are not looked for, nor higher numbers.
  private static let most = 60

  private var numbers: [String: Int] = [:]

  init(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) {
    var missing: Set<String> = []
    var place = 0
    while let middle = source.bytes.find(Self.middle, from: place) {
      place = middle + 2
      guard let link = Self.link(in: source.bytes[...], at: middle), numbers[link.chapter] == nil,
        numbers.count + missing.count < Self.most, missing.insert(link.chapter).inserted
      else { continue }
      let folder = (source.files.last { $0.start <= middle })?.folder
      let number = (0...Self.most).first { files.has(($0 < 10 ? "0" : "") + "\($0)_\(link.chapter).md", from: folder) }
      if let number {
        numbers[link.chapter] = number
        missing.remove(link.chapter)
      } else {
        diagnostics.append(
          Diagnostic(
            .warning, "reference.unknown", at: SourceSpan(link.start, middle), "the number of the chapter \(link.chapter) is unknown",
            hint: "keep the file beside this one: 01_\(link.chapter).md"))
      }
    }
  }

  /// The link whose words end at a place: where its bracket and its lone `?` are, and the chapter that it leads to.
  private static func link(in text: ArraySlice<UInt8>, at middle: Int) -> (start: Int, sign: Int, chapter: String)? {
    let before = text[max(text.startIndex, middle - 60)..<middle]
    guard let start = before.lastIndex(where: { $0 == ASCII.openBracket || $0 == ASCII.newline }), text[start] == ASCII.openBracket,
      let sign = text[(start + 1)..<middle].lastIndex(of: Self.sign[0]), sign == start + 1 || ASCII.isBlank(text[sign - 1]),
      sign + 1 == middle || ASCII.isBlank(text[sign + 1])
    else { return nil }
    let target = text[(middle + 2)...].prefix(80).prefix { $0 != ASCII.closeParenthesis && $0 != ASCII.newline }
    let chapter = target.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    guard !chapter.isEmpty, chapter.endIndex == target.endIndex || text[chapter.endIndex] == ASCII.hash,
      target.endIndex < text.endIndex, text[target.endIndex] == ASCII.closeParenthesis
    else { return nil }
    return (start, sign, String(decoding: chapter, as: UTF8.self))
  }

  /// A line with the numbers in it; nil where it asks for none that is known.
  func numbered(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard !numbers.isEmpty, line.contains(Self.sign[0]) else { return nil }
    var out: [UInt8]?
    var copied = line.startIndex
    for middle in line.indices.dropLast() where line[middle] == ASCII.closeBracket && line[middle + 1] == ASCII.openParenthesis {
      guard let link = Self.link(in: line, at: middle), let number = numbers[link.chapter] else { continue }
      out = (out ?? []) + line[copied..<link.sign] + String(number).utf8
      copied = link.sign + 1
    }
    return out.map { $0 + line[copied...] }
  }
}
