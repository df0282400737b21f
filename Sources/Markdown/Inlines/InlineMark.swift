/// A sign that opens or closes a span: `[x]`, `^[note]`, `==x==`, `++x++`, `^x^`, `~x~`, `^^x^^`, `%% comment %%`.
enum InlineMark: Int, CaseIterable {
  case bracket, note, highlight, insertion, superscript, `subscript`, comment, doubled

  /// The sign at an index of a text, its length, and whether it may open or close.
  ///
  /// - Parameter tool: Obsidian's comments may begin right after a word, and Logseq's marks end after a blank.
  static func read(_ bytes: [UInt8], _ index: Int, in tool: Dialect.Tool = .general) -> (
    InlineMark, length: Int, canOpen: Bool, canClose: Bool
  )? {
    func byte(_ offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0 }
    /// At the edge of a text is another inline, or nothing.
    func isInk(_ offset: Int) -> Bool { !bytes.indices.contains(offset) || !ASCII.isBlank(bytes[offset]) }
    let same = byte(index + 1) == bytes[index]
    switch bytes[index] {
    case ASCII.openBracket: return (.bracket, 1, true, false)
    case ASCII.closeBracket: return (.bracket, 1, false, true)
    case UInt8(ascii: "="), UInt8(ascii: "+"):
      guard same, byte(index + 2) != bytes[index], byte(index - 1) != bytes[index] else { return nil }
      let kind = bytes[index] == UInt8(ascii: "=") ? InlineMark.highlight : .insertion
      let word = byte(index - 1)
      // `C++` and `i++` are not insertions.
      let opens = isInk(index + 2) && !(kind == .insertion && (ASCII.isLetter(word) || ASCII.isDigit(word)))
      return (kind, 2, opens, isInk(index - 1) && index + 2 <= bytes.count)
    case UInt8(ascii: "%"):
      // Obsidian's `%% comment %%`, but not `100%%`.
      guard same, byte(index + 2) != bytes[index], byte(index - 1) != bytes[index] else { return nil }
      let before = byte(index - 1)
      return (.comment, 2, index == 0 || ASCII.isBlank(before) || tool == .obsidian && !ASCII.isDigit(before), true)
    case UInt8(ascii: "^"):
      // `^2^[words]{.x}`: the sign may end a superscript, as pandoc reads it, and then begins no note.
      if byte(index + 1) == ASCII.openBracket { return (.note, 2, true, index > 0 && !ASCII.isBlank(bytes[index - 1])) }
      // pymdown-extensions: `^^inserted^^`.
      if same, byte(index + 2) != bytes[index], byte(index - 1) != bytes[index] {
        // At the edge of the text is code, or emphasis.
        let opens =
          isInk(index + 2)
          && (index + 2 < bytes.count || index == 0 || ASCII.isBlank(bytes[index - 1]) || "([*".utf8.contains(bytes[index - 1]))
        return (.doubled, 2, opens, isInk(index - 1) || tool == .logseq)
      }
      guard !same, byte(index - 1) != bytes[index] else { return nil }
      return (.superscript, 1, isInk(index + 1), isInk(index - 1))
    case ASCII.tilde:
      guard !same, byte(index - 1) != bytes[index] else { return nil }
      return (.subscript, 1, isInk(index + 1), isInk(index - 1))
    default: return nil
    }
  }

  /// True if a sign may open or close as GFM's tildes do: ink inside, and beside punctuation inside a blank or punctuation outside
  /// (GFM, Strikethrough; CommonMark, left- and right-flanking).
  static func flanks(_ bytes: [UInt8], _ index: Int, closing: Bool) -> Bool {
    func isPunctuation(_ place: Int) -> Bool {
      let byte = bytes[place]
      return byte < 0x80 && byte > 0x20 && !ASCII.isLetter(byte) && !ASCII.isDigit(byte)
    }
    let (inside, outside) = closing ? (index - 1, index + 1) : (index + 1, index - 1)
    guard bytes.indices.contains(inside) else { return true }
    guard !ASCII.isBlank(bytes[inside]) else { return false }
    return !isPunctuation(inside) || !bytes.indices.contains(outside) || ASCII.isBlank(bytes[outside]) || isPunctuation(outside)
  }
}
