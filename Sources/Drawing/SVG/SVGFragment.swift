internal import TypesetDiagnostics

/// A picture's SVG file, as Cairo writes it, made into a part of a page.
///
/// The file comes from the process that draws untrusted pictures: anything that Cairo never writes is rejected.
struct SVGFragment {
  /// What is within the root element; every id begins with the prefix.
  private(set) var content: [UInt8] = []
  /// The root element's `viewBox`.
  private(set) var viewBox = ""

  private static let elements: Set<String> = [
    "svg", "g", "defs", "symbol", "path", "use", "clipPath", "mask", "filter", "feColorMatrix", "image", "pattern", "linearGradient",
    "radialGradient", "stop", "rect",
  ]

  init?(_ file: [UInt8], prefix: String) {
    guard let root = file.firstRange(of: "<svg ".utf8), let rootEnd = file[root.upperBound...].firstIndex(of: UInt8(ascii: ">")),
      let end = file.suffix(16).firstRange(of: "</svg>".utf8)?.lowerBound, end > rootEnd,
      let box = file[root.upperBound..<rootEnd].firstRange(of: "viewBox=\"".utf8),
      let boxEnd = file[box.upperBound..<rootEnd].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    viewBox = String(decoding: file[box.upperBound..<boxEnd], as: UTF8.self)
    guard viewBox.allSatisfy({ $0.isNumber || $0 == " " || $0 == "." }) else { return nil }
    let prefix = Array(prefix.utf8)
    content.reserveCapacity(end - rootEnd + 1_024)
    var index = rootEnd + 1
    while index < end {
      let byte = file[index]
      if byte == UInt8(ascii: "<") {
        guard let close = file[index..<end].firstIndex(of: UInt8(ascii: ">")), append(file[index...close], prefix: prefix) else {
          return nil
        }
        index = close + 1
      } else {
        guard byte <= 0x20 else { return nil }
        content.append(byte)
        index += 1
      }
    }
  }

  /// Appends a tag with its ids and references prefixed; false for one that Cairo never writes: with handlers, other quotes, references to
  /// characters, other forms of addresses.
  private mutating func append(_ tag: ArraySlice<UInt8>, prefix: [UInt8]) -> Bool {
    let name = tag.dropFirst().drop { $0 == UInt8(ascii: "/") }.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    guard Self.elements.contains(String(decoding: name, as: UTF8.self)) else { return false }
    var (copied, index) = (tag.startIndex, tag.startIndex)
    func stands(_ word: StaticString) -> Bool {
      let size = word.utf8CodeUnitCount
      guard index + size <= tag.endIndex else { return false }
      return unsafe tag[index..<index + size].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: size))
    }
    /// Copies the tag up to the end of the next `count` bytes, and the prefix after them.
    func prefixing(after count: Int, _ content: inout [UInt8]) {
      index += count
      content += tag[copied..<index]
      content += prefix
      copied = index
    }
    // The coordinates of a path are most of a file: only a byte that may begin one of the words is looked at twice.
    while let next = tag[index...].firstIndex(where: Self.mayMatter) {
      index = next
      if stands(" id=\"") {
        prefixing(after: 5, &content)
      } else if stands("url(") {
        guard stands("url(#") else { return false }
        prefixing(after: 5, &content)
      } else if stands("href=\"#") {
        prefixing(after: 7, &content)
      } else if stands("href=\"data:image/png;") || stands("href=\"data:image/jpeg;") {
        // Base 64 holds none of the marks looked for.
        index = tag[(index + 6)...].firstIndex(of: UInt8(ascii: "\"")) ?? tag.endIndex
      } else if Self.isForeign(tag[index...]) {
        return false
      } else {
        index += 1
      }
    }
    content += tag[copied...]
    return true
  }

  /// True for a byte with which something begins that is prefixed or rejected.
  private static func mayMatter(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "u") || byte == UInt8(ascii: "h") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "&")
  }

  private static func isForeign(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first else { return false }
    if first <= 0x20 { return rest.dropFirst().starts(with: "on".utf8) }
    return first == UInt8(ascii: "'") || first == UInt8(ascii: "&") || rest.starts(with: "href".utf8)
  }
}
