internal import TypesetDiagnostics

/// What the author says to a slide, in Markdown.
package struct SlideNotes {
  /// The beginning of the identifiers of divs with notes.
  package static let identifier = "notes-of-slide-"

  private(set) var lines: [String] = []

  init() {}

  /// The name of the element with notes whose tag a line begins with; nil for other lines.
  static func element(_ line: String) -> String? {
    let tag = line.drop { $0 == " " || $0 == "\t" }
    guard let name = ["aside", "div"].first(where: { tag.hasPrefix("<\($0) ") }), let end = tag.firstIndex(of: ">") else { return nil }
    let words = tag[..<end]
    guard let start = words.firstRange(of: "class=")?.upperBound else { return nil }
    let value = words[start...].drop { $0 == "\"" || $0 == "'" }.prefix { $0 != "\"" && $0 != "'" }
    return value.split(separator: " ").contains("notes") ? name : nil
  }

  /// Takes the lines of `::: notes`, `<aside class="notes">`, `Note:` or `???`, without those signs.
  mutating func take(_ range: Range<Int>, in slides: SlideLines) {
    var taken = range.map { String(decoding: slides.text($0), as: UTF8.self) }
    guard let first = taken.first?.trimmedWhitespace() else { return }
    if first.hasPrefix("<") {
      taken[0] = first.firstIndex(of: ">").map { String(first[$0...].dropFirst()) } ?? ""
      let last = taken[taken.count - 1]
      for closer in ["</aside>", "</div>"] {
        if let end = last.firstRange(of: closer) { taken[taken.count - 1] = String(last[..<end.lowerBound]) }
      }
    } else if first.hasPrefix(":") {
      taken = Array(taken.dropFirst().dropLast())
    } else {
      // `Note: words`, `???`
      taken[0] = first.firstIndex(of: ":").map { String(first[$0...].dropFirst()) } ?? ""
    }
    add(taken)
  }

  /// Takes a comment that begins at a line: notes in Marp, where it says nothing to the program, and in Slidev, where the last one counts.
  mutating func takeComment(at number: Int, in slides: SlideLines, upTo end: Int, of tool: Deck.Tool) {
    guard tool == .marp || tool == .slidev else { return }
    var taken: [String] = []
    for other in number..<end {
      var line = String(decoding: slides.text(other), as: UTF8.self)
      if other == number { line = String(line.dropFirst(4)) }
      guard let close = line.firstRange(of: "-->") else {
        taken.append(line)
        continue
      }
      taken.append(String(line[..<close.lowerBound]))
      guard !Self.isOrder(taken) else { return }
      if tool == .slidev { lines = [] }
      return add(taken)
    }
  }

  mutating func add(_ taken: [String]) {
    guard taken.contains(where: { !$0.trimmedWhitespace().isEmpty }) else { return }
    if !lines.isEmpty { lines.append("") }
    lines += taken
  }

  /// True for what a comment says to programs: Marp's `_class: lead`, and marks for those that check Markdown.
  private static func isOrder(_ taken: [String]) -> Bool {
    guard let first = taken.first(where: { !$0.trimmedWhitespace().isEmpty })?.trimmedWhitespace() else { return true }
    let word = first.prefix { $0 != ":" && !$0.isWhitespace }
    if first[word.endIndex...].first == ":", orders.contains(String(word.drop { $0 == "_" || $0 == "$" })) { return true }
    return word == "fit" || checkers.contains { word.hasPrefix($0) }
  }

  private static let orders: Set<String> = [
    "theme", "style", "headingDivider", "size", "math", "title", "author", "description", "keywords", "url", "image", "marp", "paginate",
    "header", "footer", "class", "backgroundColor", "backgroundImage", "backgroundPosition", "backgroundRepeat", "backgroundSize", "color",
    "transition", "footerText",
  ]
  private static let checkers = ["markdownlint", "prettier", "textlint", "eslint", "cspell", "vale", "doctoc", "TODO", "END doctoc"]
}
