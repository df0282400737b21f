internal import TypesetDiagnostics

/// How decks say on a line that something comes onto its slide later: Slidev's tags, reveal's comments, Marp's items.
struct SlideFragments {
  /// What is written behind the words of an item or a paragraph that is a step.
  static let mark = "[]{.\(SlideSteps.fragment)}"

  /// An empty part with a class that the tree is read for.
  static func part(_ name: String) -> String { "\n:::::::: {.\(name)}\n::::::::\n" }

  /// True if each of Slidev's tags on lines of their own is closed on the slide.
  private var areClosed = false
  /// Of each open one, whether it stays a tag.
  private var areTags: [Bool] = []

  init() {}

  /// - Parameter lines: Those of a slide of Slidev's, outside of code.
  init(_ lines: some Sequence<ArraySlice<UInt8>>) {
    var open = 0
    for line in lines where line.count < 500 && line.firstRange(of: Array("v-".utf8)) != nil {
      let text = String(decoding: line, as: UTF8.self).trimmedWhitespace()
      if Self.opens(text) != nil { open += 1 }
      if Self.closers.contains(text) { open -= 1 }
      if open < 0 { return }
    }
    areClosed = open == 0
  }

  private static let closers: Set<String> = ["</v-click>", "</v-clicks>", "</v-after>", "</VClick>", "</VClicks>"]

  /// The class of what a tag alone on its line opens; nil for other lines.
  private static func opens(_ text: String) -> String? {
    guard text.hasPrefix("<"), text.hasSuffix(">"), !text.dropFirst().contains("<"), !text.hasSuffix("/>") else { return nil }
    switch text.dropFirst().prefix(while: { $0 != " " && $0 != ">" }) {
    case "v-click", "VClick": return "fragment"
    case "v-clicks", "VClicks": return "incremental"
    case "v-after": return ""
    default: return nil
    }
  }

  /// True if HTML goes on below a line with a tag alone, up to a blank line: below an indented tag, or indented as code would be.
  static func goesOnAsHTML(_ line: String, _ next: ArraySlice<UInt8>) -> Bool {
    let words = next.drop(while: ASCII.isBlank)
    guard !words.isEmpty else { return false }
    let isDeep = next.first == ASCII.tab || next.count - words.count > 3
    return isDeep || line.first == " " && words.first == ASCII.less
  }

  /// What is written for a line with Slidev's tag; nil where it has none.
  ///
  /// - Parameter isInHTML: True if HTML goes on right below it: the tag stays one.
  mutating func tag(_ line: String, isInHTML: Bool) -> String? {
    guard line.contains("v-") || line.contains("VClick"), line.contains("<") else { return nil }
    let text = line.trimmedWhitespace()
    let indent = String(line.prefix { $0 == " " })
    if areClosed, let name = Self.opens(text) {
      areTags.append(isInHTML)
      return isInHTML ? "\(indent)<div class=\"\(name)\">" : "\n:::::::::: {\(name.isEmpty ? "" : "." + name)}\n"
    }
    if areClosed, Self.closers.contains(text) { return areTags.popLast() == true ? indent + "</div>" : "\n::::::::::\n" }
    // `- <v-click>words</v-click>`
    guard let open = line.firstRange(of: "<v-click>"), let close = line.firstRange(of: "</v-click>"), open.upperBound <= close.lowerBound,
      line[close.upperBound...].allSatisfy({ $0 == " " }), line[open.upperBound...].firstRange(of: "<v-click>") == nil
    else { return nil }
    return String(line[..<open.lowerBound]) + String(line[open.upperBound..<close.lowerBound]) + Self.mark
  }

  /// What is written for a line behind whose words reveal's comment says that they are a step; nil where none does.
  func commented(_ line: String) -> String? {
    guard let open = line.firstRange(of: "<!--"), let close = line[open.upperBound...].firstRange(of: "-->"),
      case let words = line[open.upperBound..<close.lowerBound].drop(while: { $0 == " " }),
      words.hasPrefix(".element:") && words.contains("fragment"), line[close.upperBound...].allSatisfy({ $0 == " " })
    else { return nil }
    let shown = String(line[..<open.lowerBound]).trimmedEnd
    return shown.isEmpty || shown.hasPrefix("#") ? nil : shown + Self.mark
  }

  /// A picture with the style that reveal's comment behind it gives: `![](a.png) <!-- .element: style="float: right; width: 40%" -->`; nil for other
  /// lines.
  static func styledPicture(_ line: String) -> String? {
    guard line.hasPrefix("!["), let open = line.firstRange(of: "<!-- .element:"), line.trimmedEnd.hasSuffix("-->"),
      case let picture = String(line[..<open.lowerBound]).trimmedEnd, picture.hasSuffix(")"),
      let start = line[open.upperBound...].firstRange(of: "style=\""), !line[open.upperBound...].contains("fragment")
    else { return nil }
    let style = line[start.upperBound...].prefix { $0 != "\"" }
    return style.contains(where: { "{}".contains($0) }) ? nil : picture + "{style=\"\(style)\"}"
  }

  /// Marp's item with an asterisk, or a number and a parenthesis, is a step; nil for other lines.
  static func item(_ line: String) -> String? {
    let text = line.drop { $0 == " " }
    let isItem =
      text.hasPrefix("* ") || text.first?.isNumber == true && text.drop(while: \.isNumber).hasPrefix(") ")
    return isItem ? line + mark : nil
  }

  /// A line without the list at its end that says how it comes onto the slide: `Two {.fragment .grow}`; nil where it has none.
  static func withoutAttributes(_ line: String) -> String? {
    guard line.hasSuffix("}"), let brace = line.lastIndex(of: "{"), brace > line.startIndex else { return nil }
    let list = line[brace...].dropFirst().dropLast()
    guard list.hasPrefix(".") || list.hasPrefix("style="), !list.contains("`") else { return nil }
    let words = String(line[..<brace]).trimmedWhitespace()
    // After brackets it is a span's or a link's.
    guard !words.isEmpty, ![")", "]", "`"].contains(where: words.hasSuffix), !words.hasPrefix("#") else { return nil }
    return list.split(separator: " ").contains(".fragment") ? words + mark : words
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var shown = self[...]
    while shown.last == " " { shown.removeLast() }
    return String(shown)
  }
}
