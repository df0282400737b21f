/// What programs write for a terminal beside text: colours, the cursor's moves, bells (ECMA-48).
package enum TerminalControls {
  /// True for control characters but tabs, line ends and form feeds.
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0C && byte != 0x0D }

  /// How many bytes a control character takes with what belongs to it; 0 for NUL and for other characters.
  package static func length(in text: ArraySlice<UInt8>, at index: Int) -> Int {
    guard text[index] != 0, isControl(text[index]) || text[index] == 0x7F else { return 0 }
    guard text[index] == 0x1B, index + 1 < text.endIndex else { return 1 }
    let rest = text[(index + 2)...].prefix(1_000)
    switch text[index + 1] {
    case ASCII.openBracket:
      // ECMA-48, 5.4: parameters, intermediate bytes, a final byte.
      let parameters = rest.prefix { (0x20...0x3F).contains($0) }
      guard let final = rest.dropFirst(parameters.count).first, (0x40...0x7E).contains(final) else { return 1 }
      return parameters.count + 3
    case ASCII.closeBracket:
      // A window's title, a link's address: up to a bell or `ESC \`.
      guard let end = rest.firstIndex(where: { $0 == 0x07 || $0 == 0x1B || $0 == ASCII.newline }), rest[end] != ASCII.newline else {
        return 1
      }
      return end + (rest[end] == 0x07 ? 1 : 2) - index
    default: return 1
    }
  }
}
