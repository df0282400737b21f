internal import TypesetDiagnostics
internal import TypesetYAML

/// The marks of remark and xaringan in code: a star at a line's beginning and `{{ }}` around a line highlight it, backticks a part of it.
///
/// - Source: remark.js, SlideView (`highlightLines`, `highlightSpans`); xaringan, `highlight_code`.
struct SlideCode {
  /// What the deck says of stars; nil where another file says it.
  private let marksLines: Bool?
  private let marksSpans: Bool
  private var fence: CodeFence?
  /// What is behind the fence that is open.
  private var info = ""

  init(_ deck: Deck) {
    marksLines = deck.value("highlightLines").flatMap { FrontMatter.flag($0.text) }
    marksSpans = deck.value("highlightSpans").flatMap { FrontMatter.flag($0.text) } ?? false
  }

  /// What is written for a line of code, which is asked for in order, with xaringan's sign for a line that is highlighted; nil to keep it.
  mutating func shown(_ line: ArraySlice<UInt8>) -> String? {
    let open = fence
    fence = CodeFence.after(line, within: fence)
    guard open != nil, fence != nil else {
      if fence != nil {
        info = String(decoding: line.drop { ASCII.isBlank($0) || $0 == ASCII.backtick || $0 == ASCII.tilde }, as: UTF8.self)
          .trimmedWhitespace()
      }
      return nil
    }
    var text = String(decoding: line, as: UTF8.self)
    var isChanged = false
    if marksSpans, let plain = Self.withoutSpans(text) { (text, isChanged) = (plain, true) }
    guard let words = marked(text) else { return isChanged ? text : nil }
    return words.allSatisfy(\.isWhitespace) ? "" : words + " #<<"
  }

  /// The words of a line that is highlighted.
  private mutating func marked(_ text: String) -> String? {
    if text.hasPrefix("*"), marksLines ?? Self.isMark(in: info) {
      // The blank in the place of the sign keeps the code in its columns.
      return text.hasPrefix("* ") ? "  " + text.dropFirst(2) : String(text.dropFirst())
    }
    guard marksLines == true, info.hasPrefix("{") else { return nil }
    let indent = text.prefix { $0 == " " || $0 == "\t" }
    let words = String(text[indent.endIndex...]).trimmedWhitespace()
    guard words.hasPrefix("{{"), words.hasSuffix("}}"), words.count > 4 else { return nil }
    return indent + String(words.dropFirst(2).dropLast(2))
  }

  /// True for a language in which no line of code begins with a star, where nothing says what stars are.
  private static func isMark(in info: String) -> Bool {
    let language = info.drop { $0 == "{" || $0 == "." }.prefix { $0.isLetter }.lowercased()
    return [
      "r", "python", "py", "js", "javascript", "jsx", "ts", "tsx", "typescript", "json", "html", "xml", "ruby", "rb", "sql", "scala",
      "kotlin",
      "swift", "haskell", "elixir", "julia", "php", "csharp", "fsharp", "clojure", "lua", "groovy", "dockerfile",
    ].contains(language)
  }

  /// A line without the backticks around what is highlighted in it; with a backslash before it, a backtick is itself.
  private static func withoutSpans(_ text: String) -> String? {
    guard text.contains("`") else { return nil }
    var out = ""
    var rest = text[...]
    while let tick = rest.firstIndex(of: "`") {
      let isEscaped = rest[..<tick].last == "\\"
      guard !isEscaped, tick > text.startIndex, let close = rest[rest.index(after: tick)...].firstIndex(of: "`"),
        close > rest.index(after: tick)
      else {
        out += isEscaped ? rest[..<tick].dropLast() + "`" : rest[...tick]
        rest = rest[rest.index(after: tick)...]
        continue
      }
      out += rest[..<tick] + rest[rest.index(after: tick)..<close]
      rest = rest[rest.index(after: close)...]
    }
    return out + rest
  }
}
