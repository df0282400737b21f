internal import TypesetDiagnostics

/// Reads the markup that CSL JSON allows in texts: `<i>`, `<b>`, `<sup>`, `<sub>`, `<sc>`, small capitals and `nocase` as `<span>`, and quotation
/// marks, which become quotations of the style's language.
enum FieldText {
  static func parse(_ text: String) -> [Output] {
    // Most texts have neither tags nor quotation marks.
    guard text.utf8.contains(where: { $0 == 0x3C || $0 == 0x22 || $0 == 0x27 || $0 == 0xE2 || $0 == 0xC2 || $0 == 0x24 }) else {
      return [.text(text)]
    }
    return FieldReader.read(text)
  }
}

/// Reads a text with markup from its beginning to its end.
private struct FieldReader {
  private enum Mark {
    case tag(FontAttributes?, end: String)
    /// `"` or `'`, however it was written.
    case quote(Unicode.Scalar)
  }

  private let letters: [Unicode.Scalar]
  private var index = 0
  /// The open marks, each with the content before it.
  private var stack: [(mark: Mark, opened: String, children: [Output])] = []
  private var children: [Output] = []
  private var plain = String.UnicodeScalarView()

  private init(_ text: String) {
    var letters = Array(text.unicodeScalars)
    // French quotation marks keep the space in them.
    for index in letters.indices.dropLast() {
      if letters[index] == "«", letters[index + 1] == " " { letters[index + 1] = "\u{202F}" }
      if letters[index + 1] == "»", letters[index] == " " { letters[index] = "\u{202F}" }
    }
    self.letters = letters
  }

  static func read(_ text: String) -> [Output] {
    var reader = FieldReader(text)
    while reader.index < reader.letters.count {
      reader.readNext()
      reader.index += 1
    }
    while !reader.stack.isEmpty { reader.unwind() }
    reader.flush()
    return reader.children
  }

  /// Reads what begins at the index, which is at its last character then.
  private mutating func readNext() {
    switch letters[index] {
    case "<": readTag()
    case "\"", "“", "”", "„": readDoubleMark()
    case "$": readFormula()
    case "'", "‘", "’": readSingleMark()
    case let letter: plain.append(letter)
    }
  }

  // MARK: What is open

  private mutating func flush() {
    if !plain.isEmpty { children.append(.text(String(plain))) }
    plain = String.UnicodeScalarView()
  }

  private mutating func open(_ mark: Mark, _ written: String) {
    flush()
    stack.append((mark, written, children))
    children = []
  }

  /// Closes the open mark at a depth; unclosed marks above it become plain text.
  private mutating func close(at depth: Int) {
    while stack.count > depth + 1 { unwind() }
    guard let (mark, _, outer) = stack.popLast() else { return }
    flush()
    var node = OutputNode(children)
    switch mark {
    case .tag(let font, _): if let font { node.font = font } else { node.role = .protected }
    case .quote: node.quotes = true
    }
    children = outer + [.node(node)]
  }

  /// The innermost open mark was a character like others.
  private mutating func unwind() {
    guard let (mark, opened, outer) = stack.popLast() else { return }
    flush()
    var text = opened
    if case .quote(let mark) = mark, mark == "'" { text = "’" }
    children = outer + [.text(text)] + children
  }

  /// More marks than these are no text.
  private var mayOpen: Bool { stack.count < 40 }

  private func depth(ofQuotation mark: Unicode.Scalar) -> Int? {
    stack.lastIndex { if case .quote(let open) = $0.mark { open == mark } else { false } }
  }

  private var before: Unicode.Scalar? { letters[..<index].last { !$0.isCombining } }
  private var after: Unicode.Scalar? { index + 1 < letters.count ? letters[index + 1] : nil }

  private func text(_ range: ClosedRange<Int>) -> String { String(String.UnicodeScalarView(letters[range])) }

  // MARK: Marks

  private mutating func readTag() {
    guard let end = letters[index...].prefix(80).firstIndex(of: ">") else { return plain.append("<") }
    let written = text(index...end)
    if let (font, closing) = Self.openTag(written), mayOpen {
      open(.tag(font, end: closing), written)
      index = end
    } else if written.hasPrefix("</"),
      let depth = stack.lastIndex(where: { if case .tag(_, let end) = $0.mark { end == written } else { false } })
    {
      close(at: depth)
      index = end
    } else {
      plain.append("<")
    }
  }

  /// The closest reading: a mark before a letter opens.
  private mutating func readDoubleMark() {
    let letter = letters[index]
    let depth = depth(ofQuotation: "\"")
    let isOpening = letter == "“" || letter == "„"
    if !isOpening, let depth, letter != "\"" || before?.isWhitespace != true {
      close(at: depth)
    } else if isOpening || letter == "\"" && after?.isWhitespace == false, mayOpen {
      open(.quote("\""), String(letter))
    } else {
      plain.append(letter)
    }
  }

  /// A formula has no case and no quotation marks.
  private mutating func readFormula() {
    guard let end = letters[(index + 1)...].prefix(400).firstIndex(of: "$"), end > index + 1, !letters[index + 1].isWhitespace,
      !letters[end - 1].isWhitespace
    else { return plain.append("$") }
    flush()
    var node = OutputNode([.text(text(index...end))])
    node.role = .protected
    children.append(.node(node))
    index = end
  }

  private mutating func readSingleMark() {
    let letter = letters[index]
    let isAfterWord = before.map { $0.isLetter || $0.isNumber || ".,!?;:)”\">".unicodeScalars.contains($0) } ?? false
    let isBeforeWord = after.map { $0.isLetter || $0.isNumber } ?? false
    let isOpening = letter == "‘" || letter == "'" && !isAfterWord && after?.isWhitespace == false
    if isOpening, mayOpen, hasClosing {
      open(.quote("'"), String(letter))
    } else if isAfterWord || letter == "’", !isBeforeWord, let depth = depth(ofQuotation: "'") {
      close(at: depth)
    } else {
      plain.append("’")
    }
  }

  /// True if a single quotation mark that ends a quotation follows.
  private var hasClosing: Bool {
    var place = index + 1
    while place < letters.count {
      if letters[place] == "'" || letters[place] == "’", !letters[place - 1].isWhitespace,
        place + 1 >= letters.count || !(letters[place + 1].isLetter || letters[place + 1].isNumber)
      {
        return true
      }
      place += 1
    }
    return false
  }

  /// The font of a tag, nil for `nocase`, and how it ends.
  private static func openTag(_ tag: String) -> (FontAttributes?, String)? {
    var font = FontAttributes()
    switch tag {
    case "<i>", "<em>": font.style = .italic
    case "<b>", "<strong>": font.weight = .bold
    case "<sup>": font.shift = .superscript
    case "<sub>": font.shift = .subscript
    case "<sc>": font.smallCaps = true
    case "<span class=\"nocase\">": return (nil, "</span>")
    default:
      guard tag.hasPrefix("<span") else { return nil }
      let compact = tag.filter { !$0.isWhitespace }
      if compact.contains("nocase") { return (nil, "</span>") }
      if compact.contains("nodecor") {
        (font.style, font.weight, font.smallCaps) = (.normal, .normal, false)
        return (font, "</span>")
      }
      if compact.contains("font-variant:small-caps") {
        font.smallCaps = true
        return (font, "</span>")
      }
      return nil
    }
    return (font, "</" + tag.dropFirst())
  }
}
