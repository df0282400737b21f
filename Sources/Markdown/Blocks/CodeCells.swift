/// Lines of code for a tool only: rustdoc's and mdBook's hidden lines.
enum CodeCells {
  /// The code that is shown; nil if all of it is.
  static func shown(_ literal: String, info: String) -> String? {
    let language = info.prefix { $0 != "," && !$0.isWhitespace && $0 != "{" }
    if literal.contains("{{</*") || literal.contains("{{%/*") {
      // Hugo shows a shortcode with the signs of a comment in it as the shortcode.
      return literal.replacing("{{</*", with: "{{<").replacing("*/>}}", with: ">}}").replacing("{{%/*", with: "{{%").replacing(
        "*/%}}", with: "%}}")
    }
    if let mark = info.firstRange(of: "hidelines=")?.upperBound {
      // mdBook: what begins a hidden line of another language.
      let prefix = info[mark...].prefix { $0 != "," && !$0.isWhitespace && $0 != "}" }
      guard !prefix.isEmpty else { return nil }
      return literal.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.drop { $0 == " " }.hasPrefix(prefix) }
        .joined(separator: "\n")
    }
    if let plain = CodeMarks.removed(from: literal) { return plain }
    return language == "rust" || language == "rs" ? withoutHiddenLines(literal) : nil
  }

  /// In Rust there is no `#` before a space: such a line is for the compiler only. `##` is a `#` that is shown.
  private static func withoutHiddenLines(_ literal: String) -> String? {
    guard literal.utf8.contains(ASCII.hash) else { return nil }
    var isChanged = false
    let lines = literal.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.compactMap { line -> String? in
      let code = line.drop { $0 == " " || $0 == "\t" }
      guard code.utf8.first == ASCII.hash else { return String(line) }
      let rest = code.dropFirst()
      let isHidden = rest.isEmpty || rest.first == " "
      guard isHidden || rest.first == "#" else { return String(line) }
      isChanged = true
      return isHidden ? nil : String(line.prefix(line.count - code.count)) + rest
    }
    // If all lines are hidden, the block was written for another reason.
    guard isChanged, shown.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    return shown.joined(separator: "\n")
  }
}
