internal import TypesetDiagnostics

/// The header or the footer of one slide of Marp's, at the place and in the look that the deck's style sheets give it.
struct MarpFurniture {
  /// `header` or `footer`, as HTML has them.
  private let name: String
  /// Markdown, perhaps with pictures.
  private let words: String
  private let rules: ElementRules
  /// The length of a pixel on the page.
  private let pixel: Double

  /// What is written for both, as Markdown.
  static func written(_ own: SlideFurniture.Own, _ rules: ElementRules, pixel: Double) -> String {
    [("header", own.header), ("footer", own.footer)].filter { !$1.isEmpty }
      .map { MarpFurniture(name: $0, words: $1, rules: rules, pixel: pixel).written }.joined()
  }

  private var written: String {
    let declared = rules.declarations(of: name, classes: [], within: [])
    let names = declared.split(separator: ";").map { String($0.prefix { $0 != ":" }).trimmedWhitespace() }
    let hasSize = names.contains("font-size")
    let isPlaced = ["top", "bottom", "left", "right", "inset"].contains { names.contains($0) }
    let style = (hasSize ? "" : "font-size: 0.7em; ") + declared
    let place = name == "header" ? "top=4.5mm" : "bottom=4.5mm"
    let opening = isPlaced ? "::::::: {style=\"\(style)\"}" : "::::::: {.absolute \(place) left=18mm right=18mm style=\"\(style)\"}"
    return "\n\(opening)\n\(content(isRow: declared.contains("display: flex")))\n:::::::\n"
  }

  /// The words with pictures of the size that rules give them, beside each other where the header is a row.
  private func content(isRow: Bool) -> String {
    let parts = parts
    guard isRow, parts.count > 1, parts.count < 10 else { return parts.joined(separator: " ") }
    let cells = parts.enumerated().map { number, part in
      let align = number == 0 ? "left" : number == parts.count - 1 ? "right" : "center"
      return "::::: {align=\(align)}\n\(part)\n:::::\n"
    }
    return ":::::: {style=\"display: flex; justify-content: space-between\"}\n" + cells.joined() + "::::::"
  }

  /// Pictures, and the words between them.
  private var parts: [String] {
    let size = rules.declarations(of: "img", classes: [], within: ["<" + name])
    var parts: [String] = []
    var rest = words[...]
    func add(_ words: Substring) {
      let text = String(words).trimmedWhitespace()
      if !text.isEmpty { parts.append(text) }
    }
    while let open = rest.firstRange(of: "!["), let close = rest[open.upperBound...].firstRange(of: "]("),
      let end = rest[close.upperBound...].firstIndex(of: ")")
    {
      add(rest[..<open.lowerBound])
      let address = rest[close.upperBound..<end].filter { $0 != "\"" }
      let picture = String(rest[open.lowerBound...end])
      var pictures = MarpPictures(pixel: pixel)
      parts.append(
        size.isEmpty
          ? pictures.written(Array(picture.utf8)[...]) ?? picture : "<img src=\"\(address)\" alt=\"\" style=\"\(size)\">")
      rest = rest[rest.index(after: end)...]
    }
    add(rest)
    return parts
  }
}

extension ElementRules {
  /// True if style sheets say something of the headers of slides, or if these have a picture whose size they say.
  func hasHeaders(_ words: String) -> Bool { has("header", words) }

  func hasFooters(_ words: String) -> Bool { has("footer", words) }

  private func has(_ name: String, _ words: String) -> Bool {
    guard !words.isEmpty else { return false }
    return !declarations(of: name, classes: [], within: []).isEmpty
      || words.contains("![") && !declarations(of: "img", classes: [], within: ["<" + name]).isEmpty
  }
}
