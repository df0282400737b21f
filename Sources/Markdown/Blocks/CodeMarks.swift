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

  /// Code without marks, and what these say of its lines, as a word of the info string: `ins={2} del={1}`.
  struct Marked: Equatable {
    var literal: String
    var looks = ""
  }

  /// - Returns: Nil where there are none.
  static func removed(from literal: String) -> Marked? {
    var text = literal
    // Most code has no `!` beside a bracket or a star.
    let mayHave = text.withUTF8 { bytes in
      bytes.indices.dropFirst().contains { index in
        let above = unsafe bytes[index - 1]
        if unsafe bytes[index] == UInt8(ascii: "!") {
          return above == ASCII.openBracket || above == UInt8(ascii: "*") || above == UInt8(ascii: "/")
        }
        // `//sampleStart`
        if unsafe bytes[index] == UInt8(ascii: "S"), above == UInt8(ascii: "e"), index > 6 {
          return unsafe bytes[(index - 6)..<index].elementsEqual("sample".utf8)
        }
        // `#<<`
        if unsafe bytes[index] == ASCII.less, above == ASCII.less, index > 1 { return unsafe bytes[index - 2] == ASCII.hash }
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
    let all = literal.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = withoutCuts(all)
    var isChanged = shown.count < all.count
    var lines: [Substring] = []
    var looks = LineLooks()
    for line in shown {
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words == "*!*" || words == "*/!*" || isComment(words) || isEdgeOfSample(words) {
        isChanged = true
      } else if let plain = withoutBrackets(line) {
        isChanged = true
        lines.append(plain[...])
      } else if line.contains("*!*"), line.contains("*/!*") {
        isChanged = true
        lines.append(line.replacing("*/!*", with: "").replacing("*!*", with: "")[...])
      } else if case let (rest, marks) = marks(in: line), !marks.isEmpty {
        isChanged = true
        let isOwn = rest.allSatisfy { $0 == " " || $0 == "\t" }
        if !isOwn { lines.append(rest) }
        // A mark on a line of its own is about the line below it.
        for mark in marks { looks.add(mark, at: isOwn ? lines.count + 1 : lines.count) }
      } else {
        lines.append(line)
      }
    }
    return isChanged ? Marked(literal: lines.joined(separator: "\n"), looks: looks.words) : nil
  }

  /// How the lines look that marks name.
  private struct LineLooks {
    private var lines: [String: [String]] = [:]

    mutating func add(_ mark: Mark, at line: Int) {
      guard let key = Self.keys[mark.name] else { return }
      lines[key, default: []].append(mark.count > 1 ? "\(line)-\(line + mark.count - 1)" : "\(line)")
    }

    private static let keys = ["++": "ins", "--": "del", "highlight": "mark", "hl": "mark", "error": "mark", "warning": "mark"]

    var words: String {
      lines.sorted { $0.key < $1.key }.map { "\($0.key)={\($0.value.joined(separator: ","))}" }.joined(separator: " ")
    }
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

  /// `//sampleStart`, `//sampleEnd`: what Kotlin's playground shows first.
  private static func isEdgeOfSample(_ words: Substring) -> Bool {
    guard words.hasPrefix("//"), words.utf8.count < 20 else { return false }
    return ["sampleStart", "sampleEnd"].contains(words.dropFirst(2).filter { !$0.isWhitespace })
  }

  /// A line without the marks around what Dart's pages highlight, `[!rethrow!]`; nil where there are none.
  private static func withoutBrackets(_ line: Substring) -> String? {
    guard line.contains("!]") else { return nil }
    var out = ""
    var rest = line
    while let open = rest.firstRange(of: "[!"), let first = rest[open.upperBound...].first, !first.isWhitespace,
      let close = rest[open.upperBound...].firstRange(of: "!]"), close.lowerBound > open.upperBound
    {
      out += rest[..<open.lowerBound] + rest[open.upperBound..<close.lowerBound]
      rest = rest[close.upperBound...]
    }
    return rest.startIndex > line.startIndex ? out + rest : nil
  }

  /// Docusaurus' `// highlight-next-line`, `# highlight-start`, `<!-- highlight-end -->` on lines of their own.
  private static func isComment(_ line: Substring) -> Bool {
    guard let mark = line.firstRange(of: "highlight-") else { return false }
    let word = line[mark.lowerBound...].prefix { $0.isLetter || $0 == "-" }
    let opener = line[..<mark.lowerBound].filter { !$0.isWhitespace }
    return ["highlight-next-line", "highlight-start", "highlight-end"].contains(word)
      && ["//", "#", "<!--", "/*", "{/*", "--", ";", "%"].contains(opener)
  }

  private static let marks: Set<String> = ["focus", "highlight", "hl", "word", "++", "--", "error", "warning"]

  /// A comment with a mark.
  private struct Mark {
    /// Where it begins, or the blanks before it.
    var place: Substring.Index
    var name: String
    /// As many lines, `[!code ++:3]`.
    var count: Int
  }

  /// A line without the marks at its end, and these.
  private static func marks(in line: Substring) -> (rest: Substring, marks: [Mark]) {
    var rest = line
    var marks: [Mark] = []
    while let mark = mark(in: rest) {
      marks.append(mark)
      rest = rest[..<mark.place]
    }
    return (rest, marks)
  }

  private static func mark(in line: Substring) -> Mark? {
    // xaringan's `#<<` highlights its line.
    if line.hasSuffix("#<<"), case let rest = line.dropLast(3), rest.last.map({ $0 == " " || $0 == "\t" }) ?? false {
      let end = rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest.index(after: $0) }
      return end.map { Mark(place: $0, name: "hl", count: 1) }
    }
    guard let bracket = line.lastIndex(of: "["), line[bracket...].hasPrefix("[!code "), let close = line[bracket...].firstIndex(of: "]"),
      case let words = line[bracket..<close].dropFirst(7).filter({ $0 != " " }), case let name = words.prefix(while: { $0 != ":" }),
      marks.contains(String(name)),
      ["", "*/", "-->", "*/}"].contains(line[line.index(after: close)...].filter { $0 != " " })
    else { return nil }
    var start = line[..<bracket]
    func trim() { while start.last == " " || start.last == "\t" { start.removeLast() } }
    trim()
    guard let opener = ["//", "<!--", "{/*", "/*", "--", "#", ";", "%"].first(where: start.hasSuffix) else { return nil }
    start.removeLast(opener.count)
    trim()
    let count = DocumentNumber.whole(words.dropFirst(name.count + 1)) ?? 1
    return Mark(place: start.endIndex, name: String(name), count: min(max(count, 1), 10_000))
  }
}
