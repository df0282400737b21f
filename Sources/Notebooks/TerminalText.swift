import TypesetMarkdown

/// What a program wrote for a terminal, as it stands there at the end.
enum TerminalText {
  /// Without colours and moves of the cursor; of what a carriage return wrote over, the last writing is left (bars of progress).
  static func plain(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }) else { return text }
    var out: [UInt8] = []
    var lineStart = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0D {
        index += 1
        // A line end of two bytes, or one at the text's end, keeps the line.
        let keeps = index == bytes.count || bytes[index] == 0x0A || bytes[index] == 0x0D
        if !keeps { out.removeSubrange(lineStart...) }
        continue
      }
      let length = TerminalControls.length(in: bytes[...], at: index)
      if length > 0 || byte == 0 {
        index += max(length, 1)
        continue
      }
      out.append(byte)
      index += 1
      if byte == 0x0A { lineStart = out.count }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
