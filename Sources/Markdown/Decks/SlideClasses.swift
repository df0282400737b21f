internal import TypesetDiagnostics

/// Classes of remark around words, `.red[words]`.
enum SlideClasses {
  /// True for classes such as `pull-left`, `right-column`, `left-code`; `left` alone is an alignment, `rotate-right` a look.
  static func isColumn(_ name: some StringProtocol) -> Bool {
    guard name.contains("left") || name.contains("right"), name != "left", name != "right" else { return false }
    return ["pull", "left", "right", "col"].contains { name.hasPrefix($0) } || name.contains("col")
  }

  /// `[//]: # (words)`, `[comment]: # (words)`: a comment as the definition of a link.
  static func isComment(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: "[//]:".utf8) || line.starts(with: "[comment]:".utf8) }

  /// `.footnote[words]` alone on its line, which remark's and xaringan's styles have at the slide's foot; nil for other lines.
  static func footnote(_ line: String) -> String? {
    guard line.hasPrefix(".footnote["), line.hasSuffix("]"), case let words = line.dropFirst(10).dropLast(), !words.isEmpty
    else { return nil }
    var depth = 0
    for character in words {
      depth += character == "[" ? 1 : character == "]" ? -1 : 0
      if depth < 0 { return nil }
    }
    guard depth == 0 else { return nil }
    return footnoteOpening + "\(words)\n:::\n"
  }

  static let footnoteOpening = "\n::: {.absolute bottom=11mm left=18mm right=18mm style=\"font-size: 0.8em\"}\n"

  /// `title: "A<br>.gray[for B]"`: a value without the classes of its words; nil where it has none.
  static func removed(fromMatter line: String) -> String? {
    guard ["title:", "subtitle:", "author:", "date:", "institute:"].contains(where: line.hasPrefix) else { return nil }
    var out = ""
    var depths: [Bool] = []
    var rest = line[...]
    while let character = rest.popFirst() {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
      if character == ".", out.last?.isLetter != true, name.first?.isLetter == true, rest[name.endIndex...].first == "[" {
        rest = rest[name.endIndex...].dropFirst()
        depths.append(true)
      } else if character == "[" || character != "]" || depths.popLast() != true {
        if character == "[" { depths.append(false) }
        out.append(character)
      }
    }
    return depths.isEmpty && out != line ? out : nil
  }

  /// Which lines begin within a class, `.a[` to `]`, where nothing separates slides. Empty for none.
  ///
  /// - Source: remark.js, Lexer, `getTextInBrackets`.
  static func insides(of lines: SlideLines) -> [Bool] {
    var isInside: [Bool] = []
    var number = 0
    // Each one that has no end is looked for up to the end of the text.
    var unclosed = 0
    while number < lines.lines.count, unclosed < 20 {
      guard !lines.isHidden[number], let open = opener(in: lines.text(number)) else {
        number += 1
        continue
      }
      guard let end = end(of: open, on: number, in: lines) else {
        unclosed += 1
        number += 1
        continue
      }
      if end > number {
        if isInside.isEmpty { isInside = [Bool](repeating: false, count: lines.lines.count) }
        for line in number + 1...end { isInside[line] = true }
      }
      number = max(end, number + 1)
    }
    return isInside
  }

  /// Where the bracket of a class is that a line leaves open.
  private static func opener(in line: ArraySlice<UInt8>) -> Int? {
    guard line.contains(ASCII.openBracket) else { return nil }
    var open: [(place: Int, isClass: Bool)] = []
    var isCode = false
    for index in line.indices {
      if line[index] == ASCII.backtick { isCode.toggle() }
      guard !isCode else { continue }
      if line[index] == ASCII.openBracket {
        let name = line[..<index].reversed().prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.".utf8.contains($0) }
        open.append((index, name.last == UInt8(ascii: ".") && name.count > 1))
      } else if line[index] == ASCII.closeBracket {
        _ = open.popLast()
      }
    }
    return open.first { $0.isClass }?.place
  }

  /// The line with the bracket that closes one.
  private static func end(of open: Int, on first: Int, in lines: SlideLines) -> Int? {
    var depth = 0
    for number in first..<lines.lines.count where !lines.isHidden[number] {
      var isCode = false
      let line = lines.text(number)
      for index in (number == first ? open : line.startIndex)..<line.endIndex {
        if line[index] == ASCII.backtick { isCode.toggle() }
        guard !isCode else { continue }
        depth += line[index] == ASCII.openBracket ? 1 : line[index] == ASCII.closeBracket ? -1 : 0
        if depth == 0 { return number }
      }
    }
    return nil
  }
}
