internal import TypesetDiagnostics

/// Lines of code for a tool only: rustdoc's and mdBook's hidden lines.
enum CodeCells {
  /// The code that is shown, with what its marks say; nil if all of it is.
  static func shown(_ literal: String, info: String) -> CodeMarks.Marked? {
    let language = info.prefix { $0 != "," && !$0.isWhitespace && $0 != "{" }
    if let plain = withShortcodes(literal) { return CodeMarks.Marked(literal: plain) }
    if let mark = info.firstRange(of: "hidelines=")?.upperBound {
      // mdBook: what begins a hidden line of another language.
      let prefix = info[mark...].prefix { $0 != "," && !$0.isWhitespace && $0 != "}" }
      guard !prefix.isEmpty else { return nil }
      let lines = literal.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.drop { $0 == " " }.hasPrefix(prefix) }
      return CodeMarks.Marked(literal: lines.joined(separator: "\n"))
    }
    if let plain = CodeMarks.removed(from: literal) { return plain }
    guard language == "rust" || language == "rs" else { return nil }
    return withoutHiddenLines(literal).map { CodeMarks.Marked(literal: $0) }
  }

  /// Hugo shows `{{</* name */>}}` as the shortcode without the signs of a comment; nil if the code has none.
  static func withShortcodes(_ literal: String) -> String? {
    var text = literal
    let hasAny = text.withUTF8 { bytes in
      bytes.indices.dropFirst(2).contains { index in
        let isComment = unsafe bytes[index] == UInt8(ascii: "*") && bytes[index - 1] == UInt8(ascii: "/")
        return unsafe isComment && (bytes[index - 2] == ASCII.less || bytes[index - 2] == UInt8(ascii: "%"))
      }
    }
    guard hasAny else { return nil }
    let pairs = [("{{</*", "{{<"), ("*/>}}", ">}}"), ("{{%/*", "{{%"), ("*/%}}", "%}}")]
    return pairs.reduce(literal) { $0.replacing($1.0, with: $1.1) }
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
