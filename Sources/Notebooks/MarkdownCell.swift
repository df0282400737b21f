/// The Markdown of a cell.
enum MarkdownCell {
  /// With its attachments in the places where it names them.
  ///
  /// - Parameter limit: So many bytes of them may be put in; what is beyond keeps its name.
  static func text(of cell: Notebook.Cell, within limit: inout Int) -> String {
    guard !cell.attachments.isEmpty else { return cell.source }
    let addresses = cell.attachments.flatMap { name, media -> [(name: [UInt8], address: String)] in
      guard let address = media.picture?.address, !name.isEmpty else { return [] }
      let names = [name, name.replacing(" ", with: "%20")]
      return names.map { (Array($0.utf8), address) }
    }
    // A name may begin with another one.
    .sorted { $0.name.count > $1.name.count }
    let bytes = Array(cell.source.utf8)
    let scheme = Array("attachment:".utf8)
    var out: [UInt8] = []
    var index = 0
    while let found = find(scheme, in: bytes, from: index) {
      let start = found + scheme.count
      let file = addresses.first { bytes[start...].starts(with: $0.name) && $0.address.utf8.count <= limit }
      limit -= file?.address.utf8.count ?? 0
      out += bytes[index..<(file == nil ? start : found)]
      if let file { out += file.address.utf8 }
      index = start + (file?.name.count ?? 0)
    }
    return String(decoding: out + bytes[index...], as: UTF8.self)
  }

  /// What ends the fence or the comment that a text leaves open.
  static func closing(of text: String) -> String {
    var fence: (byte: UInt8, count: Int)?
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let code = line.drop { $0 == 0x20 }
      guard line.count - code.count < 4, let byte = code.first, byte == 0x60 || byte == 0x7E else { continue }
      let marks = code.prefix { $0 == byte }
      let rest = code.dropFirst(marks.count)
      if let open = fence {
        if byte == open.byte, marks.count >= open.count, rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { fence = nil }
      } else if marks.count >= 3, byte == 0x7E || !rest.contains(0x60) {
        fence = (byte, marks.count)
      }
    }
    if let fence { return String(repeating: fence.byte == 0x60 ? "`" : "~", count: fence.count) + "\n" }
    // A comment at the end of a cell.
    let bytes = Array(text.utf8)
    guard let opened = lastPlace(of: "<!--", in: bytes), find(Array("-->".utf8), in: bytes, from: opened) == nil else { return "" }
    return "-->\n"
  }

  private static func lastPlace(of word: String, in bytes: [UInt8]) -> Int? {
    let word = Array(word.utf8)
    var last: Int?
    while let found = find(word, in: bytes, from: last.map { $0 + 1 } ?? 0) { last = found }
    return last
  }
}
