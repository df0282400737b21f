/// A result in HTML that pages can show: tables, as pandas and others write them.
struct OutputTable {
  /// One block of HTML to Markdown: no empty line is in it, no rules for screens are left.
  let html: String

  /// - Returns: Nil where there is no table, or a script makes it.
  init?(_ html: String) {
    let bytes = Array(html.utf8)
    guard Self.has("<table", in: bytes), !Self.has("<script", in: bytes) else { return nil }
    var out: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), Self.has("<style", at: index, in: bytes) {
        index = Self.end(ofStyle: index, in: bytes)
        continue
      }
      // A blank line ends a block of HTML (CommonMark 4.6), an indent makes code.
      if bytes[index] == 0x0A || bytes[index] == 0x0D {
        if out.last != 0x0A, !out.isEmpty { out.append(0x0A) }
        index += 1
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        continue
      }
      if out.isEmpty, bytes[index] <= 0x20 {
        index += 1
        continue
      }
      out.append(bytes[index])
      index += 1
    }
    while out.last == 0x0A { out.removeLast() }
    self.html = String(decoding: out, as: UTF8.self)
  }

  private static func has(_ tag: String, in bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == UInt8(ascii: "<") && has(tag, at: $0, in: bytes) }
  }

  /// - Parameter tag: In small letters.
  private static func has(_ tag: String, at index: Int, in bytes: [UInt8]) -> Bool {
    bytes[index...].count >= tag.utf8.count && zip(bytes[index...], tag.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
  }

  /// Where the bytes after `</style>` begin; the end of the text where it is missing.
  private static func end(ofStyle start: Int, in bytes: [UInt8]) -> Int {
    for index in start..<bytes.count where bytes[index] == UInt8(ascii: "<") && has("</style", at: index, in: bytes) {
      return min((bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count) + 1, bytes.count)
    }
    return bytes.count
  }
}
