internal import TypesetDiagnostics

/// Marks that site generators read in code: VitePress' `// [!code focus]` at the end of a line, Docusaurus' `// highlight-next-line` above one,
/// javascript.info's `*!*` and `*/!*` around words or lines.
enum CodeMarks {
  /// Chirpy's `{: file="a.rb"}` below code, and Kramdown's other names for a title.
  static func name(_ code: Tree.Index, by attributes: Attributes, in tree: inout Tree) {
    guard case .codeBlock(let info, let literal) = tree[code].kind,
      let title = attributes["file"] ?? attributes["title"] ?? attributes["caption"] ?? attributes["name"]
    else { return }
    tree.nodes[Int(code)].kind = .codeBlock(info: info + " title=\"\(title.replacing("\"", with: "'"))\"", literal: literal)
  }

  /// - Returns: Nil where there are none.
  static func removed(from literal: String) -> String? {
    var text = literal
    // Most code has no `!` beside a bracket or a star.
    let mayHave = text.withUTF8 { bytes in
      bytes.indices.dropFirst().contains { index in
        let above = unsafe bytes[index - 1]
        if unsafe bytes[index] == UInt8(ascii: "!") {
          return above == ASCII.openBracket || above == UInt8(ascii: "*") || above == UInt8(ascii: "/")
        }
        // `---cut---`
        if unsafe bytes[index] == UInt8(ascii: "c"), above == UInt8(ascii: "-"), index > 2 {
          return unsafe bytes[index - 2] == UInt8(ascii: "-") && bytes[index - 3] == UInt8(ascii: "-")
        }
        // `highlight-next-line`
        return unsafe bytes[index] == UInt8(ascii: "-") && above == UInt8(ascii: "t") && index > 9
          && bytes[(index - 9)..<index].elementsEqual("highlight".utf8)
      }
    }
    guard mayHave else { return nil }
    var isChanged = false
    let all = literal.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = withoutCuts(all)
    isChanged = shown.count < all.count
    let lines = shown.compactMap { line -> Substring? in
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words == "*!*" || words == "*/!*" || isComment(words) {
        isChanged = true
        return nil
      }
      if line.contains("*!*"), line.contains("*/!*") {
        isChanged = true
        return line.replacing("*/!*", with: "").replacing("*!*", with: "")[...]
      }
      guard let mark = mark(in: line) else { return line }
      isChanged = true
      let rest = line[..<mark]
      return rest.contains { $0 != " " && $0 != "\t" } ? rest : nil
    }
    return isChanged ? lines.joined(separator: "\n") : nil
  }

  /// The lines that twoslash shows: what is above `// ---cut---`, below `// ---cut-after---`, or between `// ---cut-start---` and
  /// `// ---cut-end---` is for the compiler alone.
  private static func withoutCuts(_ lines: [Substring]) -> [Substring] {
    var shown: [Substring] = []
    var isHidden = false
    for line in lines {
      let word = line.filter { !$0.isWhitespace }
      guard word.hasPrefix("//---cut"), word.hasSuffix("---") else {
        if !isHidden { shown.append(line) }
        continue
      }
      switch word.dropFirst(5).dropLast(3) {
      case "cut", "cut-before": shown = []
      case "cut-after": return shown
      case "cut-start": isHidden = true
      case "cut-end": isHidden = false
      default: shown.append(line)
      }
    }
    return shown
  }

  /// Docusaurus' `// highlight-next-line`, `# highlight-start`, `<!-- highlight-end -->` on lines of their own.
  private static func isComment(_ line: Substring) -> Bool {
    guard let mark = line.firstRange(of: "highlight-") else { return false }
    let word = line[mark.lowerBound...].prefix { $0.isLetter || $0 == "-" }
    let opener = line[..<mark.lowerBound].filter { !$0.isWhitespace }
    return ["highlight-next-line", "highlight-start", "highlight-end"].contains(word)
      && ["//", "#", "<!--", "/*", "{/*", "--", ";", "%"].contains(opener)
  }

  /// What only changes the look; `++`, `--`, `error` and `warning` say something to the reader, and stay.
  private static let marks: Set<String> = ["focus", "highlight", "hl", "word"]

  /// Where the comment with a mark begins, and the blanks before it.
  private static func mark(in line: Substring) -> Substring.Index? {
    guard let bracket = line.lastIndex(of: "["), line[bracket...].hasPrefix("[!code "), let close = line[bracket...].firstIndex(of: "]"),
      marks.contains(String(line[bracket...close].dropFirst(7).prefix { $0.isLetter })),
      ["", "*/", "-->"].contains(line[line.index(after: close)...].filter { $0 != " " })
    else { return nil }
    var start = line[..<bracket]
    func trim() { while start.last == " " || start.last == "\t" { start.removeLast() } }
    trim()
    guard let opener = ["//", "<!--", "/*", "--", "#", ";", "%"].first(where: start.hasSuffix) else { return nil }
    start.removeLast(opener.count)
    trim()
    return start.endIndex
  }
}
