internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetHighlighting
package import TypesetMarkdown

/// The content of a code block's info string, in the notations of many Markdown tools.
///
/// `python`, `python=101`, `{.python .numberLines startFrom="5"}`, `rust,ignore`, `js {1,3-5} showLineNumbers`, `py title="a.py" hl_lines="2 3"`,
/// `js:path/file.js`, `ts [config.ts]`, `diff-js`, `{r, echo=FALSE}`.
public struct CodeInfo: Hashable, Sendable {
  /// As written, without what follows it; empty where none is named.
  public var language = ""
  public var title: String?
  /// The number of the first line, where lines are numbered.
  public var firstNumber: Int?
  /// The first number as written, where it is none that lines of code can have.
  public private(set) var refusedNumber: String?
  /// The numbers that lines of code can have.
  static let lineNumbers = 0...10_000_000
  /// Counted from 1, whatever the first line's number is.
  public var highlighted: [ClosedRange<Int>] = []
  public var inserted: [ClosedRange<Int>] = []
  public var deleted: [ClosedRange<Int>] = []
  /// The first column marks added and removed lines; the rest is code of `language`.
  public var isDifference = false
  /// The colours in which a program has written the text.
  package private(set) var looks = TerminalLooks()

  public init(_ info: String) {
    var words = Self.words(of: info)
    if let first = words.first, let numbered = Self.numberedLanguage(first) {
      words.removeFirst()
      readLanguage(numbered.name)
      numbersLines = true
      start = number(numbered.start)
    } else if let first = words.first, !first.hasPrefix("{"), !first.hasPrefix("["), !Self.isPair(first) {
      words.removeFirst()
      readLanguage(first)
    }
    for (number, word) in words.enumerated() { read(word, isFirst: number == 0) }
    if numbersLines == true { firstNumber = start ?? 1 } else { refusedNumber = nil }
  }

  private var numbersLines: Bool?
  private var start: Int?
  /// True for a chunk of a notebook, whose name is meant for the program that runs it.
  private var isChunk = false

  /// Words between spaces and commas; quotes, braces and brackets keep theirs together.
  private static func words(of info: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var closers: [Character] = []
    for character in info.prefix(2_000 + TerminalLooks.longest) {
      if let open = quote {
        word.append(character)
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "\"", "'":
        quote = character
        word.append(character)
      case "{", "[":
        // `js{1,3}` is two words, `mark={1,3}` and `showLineNumbers{5}` are one.
        if closers.isEmpty, !word.isEmpty, !word.hasSuffix("="), words.isEmpty, character == "{" {
          words.append(word)
          word = ""
        }
        closers.append(character == "{" ? "}" : "]")
        word.append(character)
      case "}", "]":
        if closers.last == character { closers.removeLast() }
        word.append(character)
      case " ", "\t", ",":
        if closers.isEmpty {
          if !word.isEmpty { words.append(word) }
          word = ""
        } else {
          word.append(character)
        }
      default: word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// HackMD's `python=`, which numbers lines, `python=101`, and `python=+`, which continues the numbers of the previous block.
  private static func numberedLanguage(_ word: String) -> (name: String, start: Substring)? {
    guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { return nil }
    let (name, value) = (String(word[..<sign]), word[word.index(after: sign)...])
    guard value.isEmpty || value == "+" || DocumentNumber.whole(value) != nil, Language(name) != nil else { return nil }
    return (name, value)
  }

  private static func isPair(_ word: String) -> Bool {
    word.firstIndex { $0 == "=" || $0 == ":" }.map { word[$0] == "=" && $0 > word.startIndex } ?? false
  }

  private mutating func readLanguage(_ word: String) {
    var name = word
    if let colon = word.firstIndex(of: ":"), colon > word.startIndex {
      name = String(word[..<colon])
      let rest = String(word[word.index(after: colon)...])
      if rest.hasPrefix("line-numbers") {
        numbersLines = true
        start = rest.split(separator: "=").dropFirst().first.flatMap { DocumentNumber.whole($0) }
      } else if rest != "no-line-numbers", !rest.isEmpty {
        title = rest
      }
    }
    for (prefix, separator) in [("diff", "-"), ("diff", "_")] where name.lowercased().hasPrefix(prefix + separator) {
      name = String(name.dropFirst(prefix.count + 1))
      isDifference = true
    }
    if let bracket = name.firstIndex(of: "("), bracket > name.startIndex { name = String(name[..<bracket]) }
    language = name.hasPrefix(".") ? String(name.dropFirst()) : name
  }

  private mutating func read(_ word: String, isFirst: Bool) {
    if word.hasPrefix("{"), word.hasSuffix("}") {
      readBraces(String(word.dropFirst().dropLast()))
    } else if word.hasPrefix("["), word.hasSuffix("]") {
      // React's documentation says in `[[1, 8, "state"]]` which words of which lines have a colour.
      if title == nil, !word.hasPrefix("[[") { title = String(word.dropFirst().dropLast()) }
    } else {
      readPart(word)
    }
  }

  /// `{1,3-5}` is lines, all else attributes; in `{.python}` and `{r, echo=FALSE}` the first name is the language.
  private mutating func readBraces(_ text: String) {
    let ranges = Self.ranges(in: text)
    if !ranges.isEmpty {
      highlighted += ranges
      return
    }
    let parts = Self.words(of: text)
    let hasClasses = parts.contains { $0.hasPrefix(".") || Self.isPair($0) }
    for (number, part) in parts.enumerated() {
      if part.hasPrefix("#") { continue }
      // `{3,5-7 .numbers}`: lines and attributes side by side.
      // In a chunk, `fig.width = 5` has its number by itself.
      let lines = hasClasses && !isChunk ? Self.ranges(in: part) : []
      if !lines.isEmpty {
        highlighted += lines
        continue
      }
      if part.hasPrefix("."), !Self.isNumbering(part.dropFirst()) {
        if language.isEmpty { readLanguage(String(part.dropFirst())) }
      } else if number == 0, language.isEmpty, !Self.isPair(part), !part.hasPrefix(".") {
        readLanguage(part)
        isChunk = true
      } else {
        readPart(part.hasPrefix(".") ? String(part.dropFirst()) : part)
      }
    }
  }

  private static func isNumbering(_ word: some StringProtocol) -> Bool {
    let key = word.lowercased().filter { $0 != "-" && $0 != "_" }
    return ["numberlines", "linenumbers", "showlinenumbers", "linenos", "linenums", "linenumber", "ln", "numbers"].contains(key)
  }

  /// A key and its value, or a switch.
  private mutating func readPart(_ part: String) {
    var key = part
    var value: String?
    if let sign = part.firstIndex(where: { $0 == "=" || $0 == ":" }) {
      key = String(part[..<sign])
      value = Self.unquoted(part[part.index(after: sign)...])
    } else if let brace = part.firstIndex(of: "{"), part.hasSuffix("}") {
      key = String(part[..<brace])
      value = String(part[part.index(after: brace)...].dropLast())
    }
    if Self.isNumbering(key) {
      let isOff = ["false", "no", "off", "0", "none"].contains(value?.lowercased() ?? "")
      numbersLines = !isOff
      if let value, let number = number(value[...]), number > 0 { start = number }
      return
    }
    switch key.lowercased().filter({ $0 != "-" && $0 != "_" }) {
    case "name" where language == "SnackPlayer":
      // React Native: `SnackPlayer name=A%20Title&ext=js`.
      title = percentDecoded(String((value ?? "").prefix { $0 != "&" }))
      language = "jsx"
    case let name where isChunk && ["name", "label", "file", "path"].contains(name): break
    case "caption": if let value, !value.isEmpty, title == nil { title = value.captionWithoutMarks }
    case "title", "filename", "file", "name", "label", "path": if let value, !value.isEmpty, title == nil { title = value }
    case "startfrom", "start", "startline", "linenostart", "firstnumber", "firstline", "startlinenumber", "linenumberstart":
      start = value.flatMap { number($0[...]) } ?? start
      if numbersLines == nil { numbersLines = true }
    case "hllines", "hl", "highlight", "highlightlines", "emphasizelines", "mark", "lines", "dataline":
      highlighted += Self.ranges(in: value ?? "")
    case "ins", "add", "added", "inserted": inserted += Self.ranges(in: value ?? "")
    case "del", "remove", "rem", "deleted": deleted += Self.ranges(in: value ?? "")
    case "lang", "language":
      guard let value, !value.isEmpty else { return }
      isDifference = isDifference || language == "diff"
      language = value
    case "nolinenumbers", "nonumbers": numbersLines = false
    case "looks": looks = TerminalLooks(value ?? "")
    default: break
    }
  }

  /// The number of a line; one that no line can have is kept to be reported.
  private mutating func number(_ text: Substring) -> Int? {
    DocumentNumber.whole(text, in: Self.lineNumbers) { _ in refusedNumber = refusedNumber ?? String(text) }
  }

  private static func unquoted(_ text: Substring) -> String {
    var text = text
    while let first = text.first, let last = text.last, text.count > 1, ["\"\"", "''", "{}", "[]"].contains("\(first)\(last)") {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }

  /// `2 3`, `1,3-5`, `[1, 2]`, `2-`; empty where anything else is there.
  private static func ranges(in text: String) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for part in unquoted(text[...]).filter({ $0 != "\"" && $0 != "'" }).split(whereSeparator: { ", ;".contains($0) }).prefix(500) {
      let ends = part.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "–" || $0 == ":" })
      guard (1...2).contains(ends.count), let low = DocumentNumber.whole(ends[0]), low > 0 else { return [] }
      let high = ends.count == 1 ? low : ends[1].isEmpty ? Int.max : DocumentNumber.whole(ends[1]) ?? 0
      guard high >= low else { return [] }
      ranges.append(low...high)
    }
    return ranges
  }
}

extension String {
  /// The words of a caption of code, which is set as plain text, without the marks of Markdown; a name of a file, which is one word, stays.
  var captionWithoutMarks: String {
    guard contains(" "), contains(where: { "*_`[\\".contains($0) }) else { return self }
    return parse(Source(name: "", text: self)).tree.plainText(of: 0)
  }
}
