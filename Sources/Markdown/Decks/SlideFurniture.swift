internal import TypesetDiagnostics
internal import TypesetYAML

extension Deck {
  /// Quarto's `::: aside` and `::: footer` of a slide, which reveal.js sets small at its foot: the line with size and place; nil for other lines.
  func opener(ofSmallPart line: ArraySlice<UInt8>) -> String? {
    guard tool == .pandoc, line.starts(with: ":::".utf8), values?["format"] != nil else { return nil }
    let words = String(decoding: line, as: UTF8.self)
    let colons = words.prefix { $0 == ":" }
    let name = String(words.dropFirst(colons.count)).trimmedWhitespace()
    guard let kind = ["aside", "footer"].first(where: { name == $0 || name == "{.\($0)}" }) else { return nil }
    let place = kind == "aside" ? "bottom=13mm left=18mm right=18mm" : "bottom=4.5mm left=18mm right=18mm align=center"
    return "\(colons) {.\(kind) .absolute \(place) style=\"font-size: 0.65em\"}"
  }
}

/// Headers and footers of Marp's slides: those of the front matter are the pages', those that directives give to some slides are at their places on these.
struct SlideFurniture {
  /// What a slide has in the place of the pages' own.
  struct Own: Equatable {
    /// Of the pages' furniture, "header", "footer", "number".
    var hides: Set<String> = []
    var header = ""
    var footer = ""
  }

  private var header = ""
  private var footer = ""
  /// True for a footer in the middle of the page.
  private var isCentered = false
  /// True if the first slide has none of its own.
  private var isFirstBare = false
  private var isFirstUnnumbered = false
  /// By the slide's number.
  private(set) var own: [Int: Own] = [:]

  /// - Parameter rules: What style sheets say of the header and the footer: where that is something, each slide has its own.
  init(of deck: Deck, _ lines: SlideLines, _ rules: ElementRules) {
    if let words = deck.footer { (footer, isCentered) = (Self.written(Self.withoutShortcodes(words)), true) }
    guard deck.tool == .marp else { return }
    header = Self.line(deck.values?["header"]?.text ?? "")
    footer = Self.line(deck.values?["footer"]?.text ?? "")
    var hasWords = false
    var (running, isNumbered) = ((header: header, footer: footer), true)
    for (number, slide) in lines.slides.enumerated() {
      let directives = Self.directives(in: slide, lines)
      // What is before the first words is said of the whole deck, as in the front matter.
      let isFirst = !hasWords
      hasWords = hasWords || slide.lines.contains { !lines.lines[$0].isEmpty }
      if let words = directives["header"] { running.header = Self.line(words) }
      if let words = directives["footer"] { running.footer = Self.line(words) }
      if let word = directives["paginate"] { isNumbered = word == "true" || word == "hold" }
      if isFirst {
        (header, footer) = running
        if rules.hasHeaders(header) { header = "" }
        if rules.hasFooters(footer) { footer = "" }
      }
      if isFirst {
        isFirstBare = directives["_footer"].map(\.isEmpty) ?? directives["_header"].map(\.isEmpty) ?? false
        isFirstUnnumbered = directives["_paginate"].map { $0 != "true" } ?? false
        if isFirstBare || header.isEmpty && footer.isEmpty && isFirstUnnumbered { continue }
      }
      var own = Own()
      let (above, below) = (
        directives["_header"].map(Self.line) ?? running.header, directives["_footer"].map(Self.line) ?? running.footer
      )
      if above != header { (own.header, own.hides) = (above, ["header"]) }
      if below != footer {
        own.footer = below
        own.hides.insert("footer")
      }
      let hasNumber = directives["_paginate"].map { $0 == "true" || $0 == "hold" } ?? isNumbered
      if !hasNumber, deck.isNumbered { own.hides.insert("number") }
      if own != Own() { self.own[number] = own }
    }
  }

  /// The keys of front matter for pages with it.
  func settings(isNumbered: Bool) -> [(key: String, value: String)] {
    let isBare = isFirstBare || header.isEmpty && footer.isEmpty && isFirstUnnumbered
    // The theme's first page has none.
    func line(_ parts: String) -> String { "{\(parts), first: \(isBare ? "none" : "{\(parts)}")}" }
    var settings: [(key: String, value: String)] = []
    if !header.isEmpty { settings.append(("header", line("left: \(Self.quoted(Self.written(header)))"))) }
    let right = isNumbered ? ", right: \"{page}\"" : ""
    if !footer.isEmpty {
      settings.append(("footer", line("\(isCentered ? "center" : "left"): \(Self.quoted(Self.written(footer)))\(right)")))
    } else if isNumbered {
      settings.append(("footer", line("right: \"{page}\"")))
    }
    return settings
  }

  private static func quoted(_ words: String) -> String {
    "\"" + words.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// The directives in a slide's comments, of those that are read.
  static func directives(in slide: SlideLines.Slide, _ lines: SlideLines) -> [String: String] {
    var found: [String: String] = [:]
    var isInComment = false
    for number in slide.lines {
      var line = String(decoding: lines.text(number), as: UTF8.self).trimmedWhitespace()
      let opens = line.hasPrefix("<!--")
      guard isInComment || opens else { continue }
      isInComment = !line.hasSuffix("-->")
      if opens { line = String(line.dropFirst(4)) }
      if !isInComment { line = String(line.dropLast(3)) }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let key = String(line[..<colon]).trimmedWhitespace()
      guard keys.contains(key) else { continue }
      var words = String(line[line.index(after: colon)...]).trimmedWhitespace()
      if let quote = words.first, quote == "\"" || quote == "'", words.count > 1, words.last == quote {
        words = String(words.dropFirst().dropLast())
      }
      found[key] = words
    }
    return found
  }

  private static let keys: Set<String> = [
    "header", "footer", "_header", "_footer", "paginate", "_paginate", "class", "_class", "backgroundColor", "_backgroundColor",
    "backgroundImage",
    "_backgroundImage", "backgroundSize", "_backgroundSize", "color", "_color", "theme",
  ]

  // MARK: Words

  /// A text without Quarto's shortcodes, which are icons there, and without HTML's names of spaces.
  private static func withoutShortcodes(_ text: String) -> String {
    var out = ""
    var rest = text.replacing("&nbsp;", with: " ").replacing("&ensp;", with: " ").replacing("&emsp;", with: " ")[...]
    while let open = rest.firstRange(of: "{{<"), let close = rest[open.upperBound...].firstRange(of: ">}}") {
      out += rest[..<open.lowerBound]
      rest = rest[close.upperBound...]
    }
    return out + rest
  }

  private static func line(_ text: String) -> String { text.split { $0.isWhitespace }.joined(separator: " ") }

  /// A text as headers and footers of pages have it: Markdown, but no tags.
  private static func written(_ text: String) -> String {
    text.contains("<") ? plain(text) : text.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// The words of a text without its tags, pictures and marks.
  static func plain(_ text: String) -> String {
    guard text.utf8.count < 10_000 else { return "" }
    var out = ""
    var rest = text[...]
    while let character = rest.first {
      if character == "<", let end = rest.firstIndex(of: ">"), rest.dropFirst().first.map({ $0.isLetter || $0 == "/" }) == true {
        let isBreak = rest.hasPrefix("<br")
        rest = rest[rest.index(after: end)...]
        if isBreak { out += " " }
        continue
      }
      if character == "!" || character == "[", let link = link(rest) {
        if character == "[" { out += plain(link.words) }
        rest = link.rest
        continue
      }
      rest.removeFirst()
      if character == "\\" {
        if let next = rest.first, !next.isLetter, next != " " { out.append(rest.removeFirst()) }
      } else if character == "*" || character == "`" || character == "_" && (out.last?.isLetter != true || rest.first?.isLetter != true) {
        continue
      } else {
        out.append(character)
      }
    }
    return out.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// `[words](address)` or `![words](address)` at a text's beginning.
  private static func link(_ text: Substring) -> (words: String, rest: Substring)? {
    let inner = text.drop { $0 == "!" }
    guard inner.first == "[", let close = inner.firstRange(of: "]("), let end = inner[close.upperBound...].firstIndex(of: ")") else {
      return nil
    }
    let words = inner[..<close.lowerBound].dropFirst()
    return words.contains("[") ? nil : (String(words), inner[inner.index(after: end)...])
  }
}
