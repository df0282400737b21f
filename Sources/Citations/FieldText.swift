/// Reads the markup that CSL JSON allows in texts: `<i>`, `<b>`, `<sup>`, `<sub>`, `<sc>`, small capitals and `nocase` as `<span>`, and quotation
/// marks, which become quotations of the style's language.
enum FieldText {
  private enum Mark {
    case tag(FontLook?, end: String)
    /// The character as it was written.
    case quote(Character)
  }

  static func parse(_ text: String) -> [Output] {
    // Most texts have neither tags nor quotation marks.
    guard text.utf8.contains(where: { $0 == 0x3C || $0 == 0x22 || $0 == 0x27 || $0 == 0xE2 || $0 == 0xC2 || $0 == 0x24 }) else {
      return [.text(text)]
    }
    // French quotation marks keep the space in them.
    let letters = Array(text.contains("«") ? text.replacing("« ", with: "«\u{202F}").replacing(" »", with: "\u{202F}»") : text)
    var stack: [(mark: Mark, opened: String, children: [Output])] = []
    var children: [Output] = []
    var plain = ""
    func flush() {
      if !plain.isEmpty { children.append(.text(plain)) }
      plain = ""
    }
    func open(_ mark: Mark, _ written: String) {
      flush()
      stack.append((mark, written, children))
      children = []
    }
    /// Closes the open mark at a depth; those above it were none.
    func close(at depth: Int) {
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
    func unwind() {
      guard let (mark, opened, outer) = stack.popLast() else { return }
      flush()
      var text = opened
      if case .quote(let mark) = mark, mark == "'" { text = "’" }
      children = outer + [.text(text)] + children
    }
    var index = 0
    while index < letters.count {
      let letter = letters[index]
      let before: Character? = index > 0 ? letters[index - 1] : nil
      let after: Character? = index + 1 < letters.count ? letters[index + 1] : nil
      switch letter {
      case "<":
        guard let end = letters[index...].prefix(80).firstIndex(of: ">") else {
          plain.append(letter)
          break
        }
        let written = String(letters[index...end])
        if let (font, closing) = openTag(written), stack.count < 40 {
          open(.tag(font, end: closing), written)
          index = end
        } else if written.hasPrefix("</"),
          let depth = stack.lastIndex(where: { if case .tag(_, let end) = $0.mark { end == written } else { false } })
        {
          close(at: depth)
          index = end
        } else {
          plain.append(letter)
        }
      case "\"", "“", "”", "„":
        // Nearest to how it stands: a mark before a letter opens.
        let depth = stack.lastIndex { if case .quote(let mark) = $0.mark { mark == "\"" } else { false } }
        let canOpen =
          letter == "“" || letter == "„" || letter == "\"" && depth == nil && after.map { !$0.isWhitespace } ?? false
        if letter != "“", letter != "„", let depth {
          close(at: depth)
        } else if canOpen, stack.count < 40 {
          open(.quote("\""), String(letter))
        } else {
          plain.append(letter)
        }
      case "$":
        // A formula has no case and no quotation marks.
        guard let end = letters[(index + 1)...].prefix(400).firstIndex(of: "$"), end > index + 1, !letters[index + 1].isWhitespace,
          !letters[end - 1].isWhitespace
        else {
          plain.append(letter)
          break
        }
        flush()
        var node = OutputNode([.text(String(letters[index...end]))])
        node.role = .protected
        children.append(.node(node))
        index = end
      case "'", "‘", "’":
        let depth = stack.lastIndex { if case .quote(let mark) = $0.mark { mark == "'" } else { false } }
        let isAfterWord = before.map { $0.isLetter || $0.isNumber || ".,!?;:)”\">".contains($0) } ?? false
        let isBeforeWord = after.map { $0.isLetter || $0.isNumber } ?? false
        if letter == "‘" || letter == "'" && !isAfterWord && after.map({ !$0.isWhitespace }) ?? false, hasClosing(letters, after: index),
          stack.count < 40
        {
          open(.quote("'"), String(letter))
        } else if let depth, isAfterWord || letter == "’", !isBeforeWord {
          close(at: depth)
        } else {
          plain.append("’")
        }
      default: plain.append(letter)
      }
      index += 1
    }
    while !stack.isEmpty { unwind() }
    flush()
    return children
  }

  /// True if a single quotation mark that ends a quotation follows.
  private static func hasClosing(_ letters: [Character], after index: Int) -> Bool {
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
  private static func openTag(_ tag: String) -> (FontLook?, String)? {
    var font = FontLook()
    switch tag {
    case "<i>", "<em>": font.style = .italic
    case "<b>", "<strong>": font.weight = .bold
    case "<sup>": font.shift = .superscript
    case "<sub>": font.shift = .subscript
    case "<sc>": font.smallCaps = true
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
