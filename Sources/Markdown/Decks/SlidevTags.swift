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

  /// A line with what Slidev's components show: `<Link to="3" title="words" />` its words, `<v-drag pos="…">` and `v-drag="[…]"` boxes at their places; nil
  /// where there are none.
  static func shown(_ line: String) -> String? {
    guard line.contains("<Link") || line.contains("v-drag") || line.contains("<VDrag") else { return nil }
    var out = line
    while let open = out.firstRange(of: "<Link "), let close = out[open.upperBound...].firstRange(of: "/>"),
      !out[open.upperBound..<close.lowerBound].contains("<")
    {
      let title = SlideBackground.value(of: " title=", in: String(out[open.lowerBound..<close.lowerBound])) ?? ""
      out.replaceSubrange(open.lowerBound..<close.upperBound, with: title)
    }
    for name in ["v-drag", "VDrag"] {
      if let open = out.firstRange(of: "<\(name) "), let close = out[open.upperBound...].firstIndex(of: ">") {
        let place = SlideBackground.value(of: " pos=", in: String(out[open.lowerBound..<close])).flatMap(place) ?? ""
        out.replaceSubrange(open.lowerBound..<close, with: "<div style=\"\(place)\"")
      }
      if let open = out.firstRange(of: "<\(name)>") { out.replaceSubrange(open, with: "<div>") }
      if let end = out.firstRange(of: "</\(name)>") { out.replaceSubrange(end, with: "</div>") }
    }
    if let key = out.firstRange(of: " v-drag=\""), let close = out[key.upperBound...].firstIndex(of: "\""),
      let place = place(String(out[key.upperBound..<close]))
    {
      out.replaceSubrange(key.lowerBound...close, with: " style=\"\(place)\"")
    }
    return out == line ? nil : out
  }

  /// `300,120,200,_`, `[300, 120, 200, 80]`: left, top, width and height of a box, in pixels.
  private static func place(_ text: String) -> String? {
    let numbers = text.split { ", []".contains($0) }.map { DocumentNumber.real($0) }
    guard numbers.count > 2, let left = numbers[0], let top = numbers[1], let width = numbers[2] else { return nil }
    return "position: absolute; left: \(left)px; top: \(top)px; width: \(width)px"
  }

  /// The slot that `<template v-slot:right>` and `<template #right>` fill; nil for other lines, and for those of `<v-switch>`.
  static func slot(_ line: String) -> String? {
    guard line.hasPrefix("<template "), line.hasSuffix(">"), case let words = line.dropFirst(10).dropLast() else { return nil }
    let name = words.hasPrefix("v-slot:") ? words.dropFirst(7) : words.hasPrefix("#") ? words.dropFirst() : ""
    return ["default", "left", "right", "bottom"].contains(name) ? String(name) : nil
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
