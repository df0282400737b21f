/// Marks that site generators read in code: VitePress' `// [!code focus]` at the end of a line, javascript.info's `*!*` and `*/!*` on lines of
/// their own.
enum CodeMarks {
  /// - Returns: Nil where there are none.
  static func removed(from literal: String) -> String? {
    var text = literal
    // Most code has no `!` beside a bracket or a star.
    let mayHave = text.withUTF8 { bytes in
      bytes.indices.dropFirst().contains { index in
        unsafe bytes[index] == UInt8(ascii: "!")
          && (bytes[index - 1] == ASCII.openBracket || bytes[index - 1] == UInt8(ascii: "*") || bytes[index - 1] == UInt8(ascii: "/"))
      }
    }
    guard mayHave else { return nil }
    var isChanged = false
    let lines = literal.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> Substring? in
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words == "*!*" || words == "*/!*" {
        isChanged = true
        return nil
      }
      guard let mark = mark(in: line) else { return line }
      isChanged = true
      let rest = line[..<mark]
      return rest.contains { $0 != " " && $0 != "\t" } ? rest : nil
    }
    return isChanged ? lines.joined(separator: "\n") : nil
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
