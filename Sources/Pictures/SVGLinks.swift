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

  /// The file without addresses of links; the file itself if it has no links.
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
  private var xml: XMLReader
  private let limit: Int
  private(set) var out: [UInt8] = []
  private(set) var links: [SVGLinks.Link] = []
  private(set) var hasChanged = false
  /// The `text` element that is open: a link within it has no separate shape.
  private var openText: String?
  private var nextID = 1
  private var isInDeclaration = false

  init(_ file: [UInt8], limit: Int) {
    xml = XMLReader(file)
    self.limit = limit
    out.reserveCapacity(file.count + 256)
  }

  mutating func run() {
    while let text = xml.takeText() {
      out += xml.file[text]
      if !xml.isAtEnd { copyTag() }
    }
  }

  private mutating func copyTag() {
    let start = xml.place
    let name = xml.takeTagName()
    let isEnd = name.hasPrefix("/")
    // Within the declarations of the document type, before the root element.
    if name == "!ENTITY" { isInDeclaration = true } else if name == "svg" { isInDeclaration = false }
    guard name == "a" || name == "text", !isEnd else {
      if name == "/text" { openText = nil }
      out += xml.file[start..<xml.place]
      return
    }
    out += xml.file[start..<xml.place]
    var id: String?
    var url: String?
    // An entity that holds the tag is itself between quotes of the other kind.
    var quote = "\""
    while let attribute = xml.takeAttribute() {
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
      out += xml.file[attribute.range]
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
      openText = xml.isAtSlash ? nil : id
    } else if let url, links.count < limit {
      links.append(SVGLinks.Link(id: openText ?? id, url: url))
    }
  }
}
