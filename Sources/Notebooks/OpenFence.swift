/// What a Markdown cell leaves open; Jupyter reads each cell by itself.
enum OpenFence {
  /// The line that ends a fence which a text opens and does not close (CommonMark 4.5); empty where there is none.
  static func closing(of text: String) -> String {
    var fence: (byte: UInt8, count: Int)?
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let code = line.drop { $0 == 0x20 }
      guard line.count - code.count < 4, let byte = code.first, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") else { continue }
      let count = code.prefix { $0 == byte }.count
      let rest = code.dropFirst(count)
      if let open = fence {
        if byte == open.byte, count >= open.count, rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { fence = nil }
      } else if count >= 3, byte == UInt8(ascii: "~") || !rest.contains(UInt8(ascii: "`")) {
        fence = (byte, count)
      }
    }
    return fence.map { String(repeating: Character(Unicode.Scalar($0.byte)), count: $0.count) } ?? ""
  }
}
