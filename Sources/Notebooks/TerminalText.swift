internal import TypesetMarkdown

/// What a terminal shows of what a program has written to it.
enum TerminalText {
  /// The text without colours and moves of the cursor; of a line that was written over, the last form.
  static func shown(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var lineStart = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0D {
        let rest = index + 1 < bytes.count ? bytes[index + 1] : 0x0A
        // A progress bar begins its line anew.
        if rest != 0x0A, rest != 0x0D { out.removeSubrange(lineStart...) }
        index += 1
        continue
      }
      let skipped = byte == 0 ? 1 : TerminalControls.length(in: bytes[...], at: index)
      if skipped == 0 { out.append(byte) }
      index += max(skipped, 1)
      if byte == 0x0A { lineStart = out.count }
    }
    while let last = out.last, last == 0x0A || last == 0x20 { out.removeLast() }
    return String(decoding: out, as: UTF8.self)
  }
}
