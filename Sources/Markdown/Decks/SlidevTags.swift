internal import TypesetDiagnostics

/// Slidev's own tags on lines of its slides.
enum SlidevTags {
  /// Those that every deck has.
  static let layouts: Set<String> = [
    "center", "cover", "default", "end", "fact", "full", "iframe", "iframe-left", "iframe-right", "image", "image-left", "image-right",
    "intro",
    "none", "quote", "section", "statement", "two-cols", "two-cols-header",
  ]

  /// Slidev's `<Toc maxDepth="1" />`, also over several lines or with a tag at its end: the titles of slides, each once.
  ///
  /// - Parameter lines: The deck's; it says which headings are titles of slides.
  /// - Returns: The lines for it, and the line behind it.
  static func contents(at number: Int, in lines: SlideLines, upTo end: Int) -> (words: String, next: Int)? {
    func text(_ number: Int) -> String { String(decoding: lines.text(number), as: UTF8.self) }
    var line = text(number)
    guard ["<Toc ", "<Toc/", "<Toc>"].contains(where: line.hasPrefix) || line == "<Toc" else { return nil }
    var next = number + 1
    func isWhole() -> Bool { ["/>", "</Toc>"].contains(where: line.trimmedWhitespace().hasSuffix) }
    while !isWhole(), next < min(end, number + 12) {
      line += " " + text(next)
      next += 1
    }
    guard isWhole() else { return nil }
    func digit(of key: String) -> Character? {
      guard let equals = line.firstRange(of: key + "=") else { return nil }
      return line[equals.upperBound...].drop { "\"'{".contains($0) }.first.flatMap { ("1"..."6").contains($0) ? $0 : nil }
    }
    let contents = "\n[TOC maxLevel=\(digit(of: "maxDepth").map(String.init) ?? String(lines.titleLevel))]\n"
    guard let columns = digit(of: "columns"), columns != "1" else { return (contents, next) }
    return ("\n:::: {columns=\(columns)}\n\(contents)\n::::\n", next)
  }

  /// A line with the numbers that Slidev's components show, `<SlideCurrentNo /> / <SlidesTotal />`; nil where there are none.
  static func counted(_ line: String, _ number: Int, of all: Int) -> String? {
    guard line.contains("<Slide") || line.contains("{{") else { return nil }
    var out = line
    for (name, value) in [("SlideCurrentNo", number), ("SlidesTotal", all)] {
      while let open = out.firstRange(of: "<" + name), let close = out[open.upperBound...].firstIndex(of: ">"),
        out[open.upperBound..<close].allSatisfy({ $0 == " " || $0 == "/" })
      {
        out.replaceSubrange(open.lowerBound...close, with: "\(value)")
        if let end = out.firstRange(of: "</\(name)>") { out.removeSubrange(end) }
      }
    }
    return out == line ? nil : out
  }

  /// A line without `<carbon:edit />`, which is no tag to CommonMark; nil where it has none.
  static func withoutIcons(_ line: String) -> String? {
    guard line.contains("/>"), line.contains(":") else { return nil }
    var out = ""
    var rest = line[...]
    while let open = rest.firstIndex(of: "<") {
      let name = rest[open...].dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" }
      // `<https://a.org/>` is an address.
      guard name.contains(":"), !rest[name.endIndex...].hasPrefix("//"), let close = rest[open...].firstRange(of: "/>"),
        !rest[name.endIndex..<close.lowerBound].contains("<")
      else {
        out += rest[...open]
        rest = rest[open...].dropFirst()
        continue
      }
      out += rest[..<open]
      rest = rest[close.upperBound...]
    }
    out += rest
    return out == line ? nil : out
  }
}

extension SlideLines {
  /// The level of the heading that most slides begin with. A part of a long deck is enough to tell.
  fileprivate var titleLevel: Int {
    var counts = [Int](repeating: 0, count: 7)
    for slide in slides.prefix(200) {
      let heading = slide.lines.prefix(30).first { !isHidden[$0] && text($0).first == ASCII.hash }
      guard let heading, case let signs = text(heading).prefix(7).prefix(while: { $0 == ASCII.hash }).count, signs < 7 else { continue }
      counts[signs] += 1
    }
    let best = counts.indices.dropFirst().max { counts[$0] < counts[$1] } ?? 1
    return counts[best] > 0 ? best : 6
  }
}
