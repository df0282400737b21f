internal import Glibc

/// The marked-content sequences of one page (ISO 32000-1, 14.6), in the order of its content.
///
/// Cairo 1.16 can begin elements of the structure, but no artifacts, and it numbers everything. So all that is drawn is put in
/// sequences by one name, and their beginnings are written anew when the page is there.
struct MarkedContent: Sendable {
  /// The element of each sequence, in `DocumentStructure.elements`; -1 is an artifact.
  private(set) var sequences: [Int32] = []

  /// The name by which Cairo knows them.
  static let tag = "P"

  mutating func append(_ element: Int?) { sequences.append(element.map { Int32(clamping: $0) } ?? -1) }

  /// A page's content with artifacts called so and all other sequences numbered from 0.
  ///
  /// - Parameter name: The structure type of an element.
  func written(over content: [UInt8], name: (Int32) -> StaticString) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(content.count + sequences.count * 4)
    var next = 0
    var identifier = 0
    var copied = 0
    var start = 0
    let begin = Array("/P << /MCID ".utf8)
    while let hit = Self.find(begin, in: content, from: start) {
      start = hit + begin.count
      // At the beginning of a line, not in a string that was too long for one: Cairo divides these by a backslash.
      guard hit == 0 || content[hit - 1] == 0x0A && (hit == 1 || content[hit - 2] != UInt8(ascii: "\\")) else { continue }
      var end = start
      while end < content.count, content[end] != 0x0A { end += 1 }
      out += content[copied..<hit]
      copied = end
      start = end
      let element = next < sequences.count ? sequences[next] : -1
      next += 1
      var text = PDFText()
      text.add("/")
      if element < 0 {
        text.add("Artifact BMC")
      } else {
        text.add(name(element))
        text.add("<</MCID ")
        text.add(identifier)
        text.add(">>BDC")
        identifier += 1
      }
      out += text.bytes
    }
    out += content[copied...]
    return out
  }

  private static func find(_ word: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { raw -> Int? in
      var place = start
      guard let base = raw.baseAddress else { return nil }
      while place + word.count <= raw.count, let hit = unsafe memchr(base + place, Int32(word[0]), raw.count - place - word.count + 1) {
        if unsafe memcmp(hit, word, word.count) == 0 { return unsafe UnsafeRawPointer(hit) - base }
        place = unsafe UnsafeRawPointer(hit) - base + 1
      }
      return nil
    }
  }
}
