/// Reads the tags of an XML file in order, and what is between them.
package struct XMLReader {
  package let file: [UInt8]
  private(set) var place = 0

  /// An attribute of a tag, and its place in the file.
  package struct Attribute {
    /// Without the prefix of its namespace.
    package var name: String
    /// Without quotes, and with character references replaced.
    package var value: String
    var quote: String
    /// With the space before it.
    var range: Range<Int>
  }

  package init(_ file: [UInt8]) { self.file = file }

  package var isAtEnd: Bool { place >= file.count }

  /// True before the end of an empty element's tag.
  var isAtSlash: Bool { file[place...].first { $0 > 0x20 } == UInt8(ascii: "/") }

  /// What is before the next tag, with comments and the like; nil at the end of the file.
  package mutating func takeText() -> Range<Int>? {
    guard !isAtEnd else { return nil }
    let start = place
    while place < file.count {
      if file[place] != UInt8(ascii: "<") {
        place += 1
      } else if !skip("<!--", to: "-->"), !skip("<![CDATA[", to: "]]>"), !skip("<?", to: "?>") {
        break
      }
    }
    return start..<place
  }

  /// The name of the tag that begins here, without the prefix of its namespace, with `/` before the name of an end tag.
  package mutating func takeTagName() -> String {
    place += 1
    return localName(takeName())
  }

  /// Goes to what follows the tag whose attributes have been read.
  ///
  /// - Returns: True if the element is empty.
  package mutating func passTag() -> Bool {
    while takeAttribute() != nil {}
    while place < file.count, file[place] != UInt8(ascii: ">") { place += 1 }
    place = min(place + 1, file.count)
    return place > 1 && file[place - 2] == UInt8(ascii: "/")
  }

  /// Passes a section between two delimiters if the first one is here.
  private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
    guard stands(start, at: place) else { return false }
    var index = place + start.utf8CodeUnitCount
    while index < file.count, !stands(end, at: index) { index += 1 }
    place = min(file.count, index + end.utf8CodeUnitCount)
    return true
  }

  private func stands(_ word: StaticString, at index: Int) -> Bool {
    let size = word.utf8CodeUnitCount
    guard index + size <= file.count else { return false }
    return unsafe file[index..<index + size].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: size))
  }

  private mutating func takeName() -> ArraySlice<UInt8> {
    let start = place
    if place < file.count, file[place] == UInt8(ascii: "/") { place += 1 }
    while place < file.count, file[place] > 0x20, !"=/>\"'<".utf8.contains(file[place]) { place += 1 }
    return file[start..<place]
  }

  /// A name without the prefix of its namespace.
  private func localName(_ name: ArraySlice<UInt8>) -> String {
    let slash = name.first == UInt8(ascii: "/") ? "/" : ""
    let last = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name.dropFirst(slash.utf8.count)
    return last.count > 24 ? "" : slash + String(decoding: last, as: UTF8.self)
  }

  /// An attribute with the space before it; nil at the tag's end and where no attribute can be read.
  package mutating func takeAttribute() -> Attribute? {
    let start = place
    skipSpace()
    let name = takeName()
    skipSpace()
    guard !name.isEmpty, name.first != UInt8(ascii: "/"), place < file.count, file[place] == UInt8(ascii: "=") else {
      place = start
      return nil
    }
    place += 1
    skipSpace()
    guard place < file.count, file[place] == UInt8(ascii: "\"") || file[place] == UInt8(ascii: "'"),
      let end = file[(place + 1)...].firstIndex(of: file[place])
    else {
      place = start
      return nil
    }
    let value = file[place + 1..<end]
    let quote = file[place] == UInt8(ascii: "'") ? "'" : "\""
    place = end + 1
    return Attribute(name: localName(name), value: Self.decoded(value), quote: quote, range: start..<place)
  }

  private mutating func skipSpace() {
    while place < file.count, file[place] <= 0x20 { place += 1 }
  }

  /// The text of an attribute: XML's own entities and references to characters.
  package static func decoded(_ value: ArraySlice<UInt8>) -> String {
    let text = String(decoding: value, as: UTF8.self)
    guard value.contains(UInt8(ascii: "&")) else { return text }
    var out = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      out += rest[..<mark]
      rest = rest[mark...].dropFirst()
      guard let end = rest.prefix(12).firstIndex(of: ";"), let character = character(named: rest[..<end]) else {
        out += "&"
        continue
      }
      out.unicodeScalars.append(character)
      rest = rest[end...].dropFirst()
    }
    return out + rest
  }

  private static func character(named name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case let name where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case let name where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}
