/// What the first lines of a code cell say of it: options of Quarto (`#| echo: false`), forms of Colab (`#@title`).
///
/// - Source: Quarto's documentation, *Code cells: Jupyter*.
struct CellOptions {
  /// The cell's other lines.
  private(set) var code: String
  /// How many lines of options there were.
  private(set) var lineCount = 0
  private(set) var isIncluded = true
  private(set) var isEchoed = true
  private(set) var showsOutputs = true
  /// Of the first picture.
  private(set) var caption: (text: String, label: String?)?

  init(_ source: String) {
    var rest = source[...]
    var text: String?
    var label: String?
    while let end = rest.firstIndex(where: \.isNewline) ?? (rest.isEmpty ? nil : rest.endIndex) {
      let line = rest[..<end]
      guard line.hasPrefix("#|") || line.hasPrefix("//|") || line.hasPrefix("#@title") else { break }
      let parts = line.drop { $0 != "|" }.dropFirst().split(separator: ":", maxSplits: 1).map(Self.trimmed)
      if parts.count == 2 {
        switch (parts[0], parts[1]) {
        case ("include", "false"), ("eval-include", "false"): isIncluded = false
        case ("echo", "false"): isEchoed = false
        case ("output", "false"): showsOutputs = false
        case ("fig-cap", let words): text = Self.unquoted(words)
        case ("label", let words): label = words.hasPrefix("fig-") ? words : nil
        default: break
        }
      }
      lineCount += 1
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
    }
    if text != nil || label != nil { caption = (text ?? "", label) }
    while rest.last?.isNewline == true { rest.removeLast() }
    code = String(rest)
  }

  /// The language of a cell's magic: `%%bash`; nil without one that changes it.
  ///
  /// - Source: IPython's documentation, *Built-in magic commands*.
  static func language(ofMagic code: String) -> String? {
    guard code.hasPrefix("%%") else { return nil }
    let names = [
      "bash": "bash", "sh": "bash", "script": "bash", "html": "html", "HTML": "html", "svg": "xml", "SVG": "xml",
      "javascript": "javascript", "js": "javascript", "latex": "latex", "R": "r", "sql": "sql", "cython": "python", "ruby": "ruby",
      "perl": "perl", "markdown": "markdown",
    ]
    return names[String(code.dropFirst(2).prefix { $0.isLetter })]
  }

  /// A text that Markdown reads as it is, within the brackets of a picture.
  static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      if character == "[" || character == "]" { out += "\\" }
      out.append(character)
    }
    return out
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private static func unquoted(_ text: String) -> String {
    guard let first = text.first, first == "\"" || first == "'", text.count > 1, text.last == first else { return text }
    return String(text.dropFirst().dropLast())
  }
}
