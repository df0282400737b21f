internal import TypesetBytes
internal import TypesetDiagnostics

/// The Markdown of a cell.
enum MarkdownCell {
  /// With its attachments in the places where it names them.
  ///
  /// - Parameter limit: So many bytes of them may be put in; what is beyond keeps its name.
  static func text(of cell: Notebook.Cell, within limit: inout Int) -> String {
    guard !cell.attachments.isEmpty else { return cell.source }
    let table = AttachmentTable(cell.attachments)
    let bytes = Array(cell.source.utf8)
    let scheme = Array("attachment:".utf8)
    var out: [UInt8] = []
    var index = 0
    while let found = bytes.find(scheme, from: index) {
      let start = found + scheme.count
      let file = table.entry(at: bytes[start...]).flatMap { $0.address.utf8.count <= limit ? $0 : nil }
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
    guard let opened = lastPlace(of: "<!--", in: bytes), bytes.find(Array("-->".utf8), from: opened) == nil else { return "" }
    return "-->\n"
  }

  private static func lastPlace(of word: String, in bytes: [UInt8]) -> Int? {
    let word = Array(word.utf8)
    var last: Int?
    while let found = bytes.find(word, from: last.map { $0 + 1 } ?? 0) { last = found }
    return last
  }
}

/// The attachments of a cell by their names, in the order of bytes: a text is compared with thousands of names at once.
private struct AttachmentTable {
  private let entries: [(name: [UInt8], address: String)]

  /// Longer names are not looked for.
  private static let mostBytes = 1024

  init(_ attachments: [(name: String, data: MediaBundle)]) {
    var addresses: [[UInt8]: String] = [:]
    for (name, media) in attachments {
      guard let address = media.picture?.address, !name.isEmpty, name.utf8.count <= Self.mostBytes else { continue }
      for name in [name, name.replacing(" ", with: "%20")] where addresses[Array(name.utf8)] == nil {
        addresses[Array(name.utf8)] = address
      }
    }
    entries = addresses.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
  }

  /// The entry with the longest name that a text begins with; a name may begin with another one.
  func entry(at text: ArraySlice<UInt8>) -> (name: [UInt8], address: String)? {
    var range = entries[...]
    var found: (name: [UInt8], address: String)?
    for (count, byte) in text.enumerated() {
      // Of all names that begin as the text does so far, the shortest is the first one.
      if let first = range.first, first.name.count == count {
        found = first
        range = range.dropFirst()
      }
      let start = range.partitioningIndex { $0.name[count] >= byte }
      range = range[start...]
      range = range[..<range.partitioningIndex { $0.name[count] > byte }]
      if range.isEmpty { return found }
    }
    return range.first.flatMap { $0.name.count == text.count ? $0 : nil } ?? found
  }
}
