internal import TypesetDiagnostics

/// The lines of a slide of remark's that say something of it, `class: center`, and what may be above them.
struct RemarkProperties {
  let lines: SlideLines
  /// The line behind the slide.
  let end: Int

  static let known: Set<String> = [
    "name", "class", "continued", "layout", "template", "count", "exclude", "background-image", "background-size", "background-position",
    "background-color", "background-repeat", "title", "status",
  ]

  private func text(_ number: Int) -> String { String(decoding: lines.text(number), as: UTF8.self) }

  /// True for a property: one that remark knows, or another name that templates may ask for, with a blank line, a heading or one more below it.
  func isProperty(_ number: Int) -> Bool {
    guard let key = name(number) else { return false }
    if Self.known.contains(String(key)) { return true }
    let next = number + 1
    return text(number)[key.endIndex...].dropFirst().first.map { $0 == " " } ?? true
      && (next >= end || lines.lines[next].isEmpty || text(next).hasPrefix("#") || name(next) != nil)
  }

  /// `foo-bar` of `foo-bar: x`, in small letters: a sentence may begin with a word and a colon.
  func name(_ number: Int) -> Substring? {
    let line = text(number)
    guard let colon = line.firstIndex(of: ":"), case let key = line[..<colon], let first = key.utf8.first, first &- 0x61 < 26,
      key.utf8.allSatisfy({ $0 &- 0x61 < 26 || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return nil }
    return key
  }

  /// True for a comment on one line, which remark takes for a property.
  func isComment(_ number: Int) -> Bool {
    let text = lines.text(number)
    return text.starts(with: "<!--".utf8) && text.suffix(3).elementsEqual("-->".utf8)
  }

  /// True for the head of a cell that neither its code nor its results follow.
  static func hides(_ head: String) -> Bool {
    let words = head.filter { $0 != " " }.lowercased()
    return ["include=false", "include=f,", "include=f}", "echo=false", "echo=f,", "echo=f}"].contains { words.contains($0) }
  }
}
