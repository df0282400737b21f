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
    var index = rootEnd + 1
    while index < end {
      let byte = file[index]
      if byte == UInt8(ascii: "<") {
        guard let close = file[index..<end].firstIndex(of: UInt8(ascii: ">")), let tag = Self.tag(file[index...close], prefix: prefix)
        else {
          return nil
        }
        content += tag
        index = close + 1
      } else {
        guard byte <= 0x20 else { return nil }
        content.append(byte)
        index += 1
      }
    }
  }

  /// True where something begins that Cairo never writes: handlers, other quotes, references to characters, other forms of addresses.
  private static func isForeign(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first else { return false }
    if first <= 0x20 { return rest.dropFirst().starts(with: "on".utf8) }
    return first == UInt8(ascii: "'") || first == UInt8(ascii: "&") || rest.starts(with: "href".utf8)
  }

  /// A tag with its ids and references prefixed; nil for one that Cairo never writes.
  private static func tag(_ tag: ArraySlice<UInt8>, prefix: [UInt8]) -> [UInt8]? {
    let name = tag.dropFirst().drop { $0 == UInt8(ascii: "/") }.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    guard elements.contains(String(decoding: name, as: UTF8.self)) else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(tag.count + 16)
    var index = tag.startIndex
    func stands(_ word: StaticString) -> Bool {
      let size = word.utf8CodeUnitCount
      guard index + size <= tag.endIndex else { return false }
      return unsafe tag[index..<index + size].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: size))
    }
    func take(_ count: Int) {
      out += tag[index..<index + count]
      index += count
    }
    while index < tag.endIndex {
      if stands(" id=\"") {
        take(5)
        out += prefix
      } else if stands("url(") {
        take(4)
        guard stands("#") else { return nil }
        take(1)
        out += prefix
      } else if stands("href=\"") {
        take(6)
        if stands("#") {
          take(1)
          out += prefix
        } else {
          guard stands("data:image/png;") || stands("data:image/jpeg;") else { return nil }
          // Base 64 holds none of the marks looked for.
          let end = tag[index...].firstIndex(of: UInt8(ascii: "\"")) ?? tag.endIndex
          take(end - index)
        }
      } else if Self.isForeign(tag[index...]) {
        return nil
      } else {
        take(1)
      }
    }
    return out
  }
}
