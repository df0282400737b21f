/// Removes the addresses of links from an SVG file, so that librsvg draws their content as ordinary elements.
///
/// librsvg hands links on to Cairo, and Cairo 1.16 writes PDF files with missing objects for them and crashes when it replays
/// them into an SVG file. Links come back as rectangles (`PictureLink`), which pages treat like every other link.
struct SVGLinks {
  /// An `a` element with an address.
  struct Link: Hashable {
    /// The id of an element that covers the link's area.
    var id: String
    var url: String
  }

  /// The file without addresses of links; the file itself where it has none.
  private(set) var bytes: [UInt8]
  private(set) var links: [Link] = []

  /// More links than this in one picture are drawn, but lead nowhere.
  private static let limit = 1_000

  init(_ file: [UInt8]) {
    bytes = file
    guard Self.mayHaveLinks(file) else { return }
    var scanner = SVGLinkScanner(file, limit: Self.limit)
    scanner.run()
    guard scanner.hasChanged else { return }
    (bytes, links) = (scanner.out, scanner.links)
  }

  /// True where an element's name ends in `a`, with or without a prefix.
  private static func mayHaveLinks(_ file: [UInt8]) -> Bool {
    for index in file.indices.dropFirst() where file[index] == UInt8(ascii: "a") {
      guard file[index - 1] == UInt8(ascii: "<") || file[index - 1] == UInt8(ascii: ":") else { continue }
      if index + 1 < file.count, file[index + 1] <= 0x20 { return true }
    }
    return false
  }
}

/// Walks over the tags of an XML file and copies it, tags of links without their addresses.
private struct SVGLinkScanner {
  private let file: [UInt8]
  private let limit: Int
  private var place = 0
  private(set) var out: [UInt8] = []
  private(set) var links: [SVGLinks.Link] = []
  private(set) var hasChanged = false
  /// The `text` element that is open: a link within it has no shape of its own.
  private var openText: String?
  private var nextID = 1
  private var isInDeclaration = false

  init(_ file: [UInt8], limit: Int) {
    self.file = file
    self.limit = limit
    out.reserveCapacity(file.count + 256)
  }

  mutating func run() {
    while place < file.count {
      guard file[place] == UInt8(ascii: "<") else {
        out.append(file[place])
        place += 1
        continue
      }
      if skip("<!--", to: "-->") || skip("<![CDATA[", to: "]]>") || skip("<?", to: "?>") { continue }
      copyTag()
    }
  }

  /// Copies a section between two delimiters if the first one is here.
  private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
    guard stands(start, at: place) else { return false }
    var index = place + start.utf8CodeUnitCount
    while index < file.count, !stands(end, at: index) { index += 1 }
    index = min(file.count, index + end.utf8CodeUnitCount)
    out += file[place..<index]
    place = index
    return true
  }

  private func stands(_ word: StaticString, at index: Int) -> Bool {
    let size = word.utf8CodeUnitCount
    guard index + size <= file.count else { return false }
    return unsafe file[index..<index + size].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: size))
  }

  private mutating func copyTag() {
    let start = place
    place += 1
    let isEnd = place < file.count && file[place] == UInt8(ascii: "/")
    let name = localName(takeName())
    // Within the declarations of the document type, before the root element.
    if name == "!ENTITY" { isInDeclaration = true } else if name == "svg" { isInDeclaration = false }
    guard name == "a" || name == "text", !isEnd else {
      if name == "/text" { openText = nil }
      out += file[start..<place]
      return
    }
    out += file[start..<place]
    var id: String?
    var url: String?
    // An entity that holds the tag is itself between quotes of the other kind.
    var quote = "\""
    while let attribute = takeAttribute() {
      switch attribute.name {
      case "href" where name == "a":
        // A plain attribute takes precedence over XLink's.
        url = url ?? attribute.value
        quote = attribute.quote
        hasChanged = true
        continue
      case "id": id = attribute.value
      default: break
      }
      out += file[attribute.range]
    }
    if id == nil, name == "text" && !isInDeclaration || url != nil {
      let made = "mdtypeset-link-\(nextID)"
      nextID += 1
      out += Array(" id=\(quote)\(made)\(quote)".utf8)
      id = made
    }
    guard let id else { return }
    if name == "text" {
      // What follows the attributes tells whether the element is empty.
      openText = place < file.count && file[place] == UInt8(ascii: "/") ? nil : id
    } else if let url, links.count < limit {
      links.append(SVGLinks.Link(id: openText ?? id, url: url))
    }
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
    return last.count > 8 ? "" : slash + String(decoding: last, as: UTF8.self)
  }

  /// An attribute with the space before it; nil at the tag's end and where no attribute can be read.
  private mutating func takeAttribute() -> (name: String, value: String, quote: String, range: Range<Int>)? {
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
    return (localName(name), decoded(value), quote, start..<place)
  }

  private mutating func skipSpace() {
    while place < file.count, file[place] <= 0x20 { place += 1 }
  }

  /// The text of an attribute: XML's own entities and references to characters.
  private func decoded(_ value: ArraySlice<UInt8>) -> String {
    let text = String(decoding: value, as: UTF8.self)
    guard value.contains(UInt8(ascii: "&")) else { return text }
    var out = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      out += rest[..<mark]
      rest = rest[mark...].dropFirst()
      guard let end = rest.prefix(12).firstIndex(of: ";"), let character = Self.character(named: rest[..<end]) else {
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
