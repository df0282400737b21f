/// What links and footnotes refer to, all over the document.
struct Definitions {
  /// A footnote, by the block that defines it.
  struct Footnote {
    var block: Int
    /// Where its text begins.
    var textStart: Int
    /// 0 as long as nothing refers to it.
    var number = 0
  }

  var links: [CommonMarkTree.Link] = []
  private(set) var footnotes: [Footnote] = []
  private var linksByLabel: [[UInt8]: Int32] = [:]
  private var footnotesByLabel: [[UInt8]: Int] = [:]
  private var footnoteCount = 0

  /// Definitions that are long and have been referred to, and the bytes that all further references to them represent.
  private var longLinks: Set<Int32> = []
  private var referredBytes = 0

  /// The link that a label stands for, in `links`; nil if references to long definitions stand for more bytes than are
  /// allowed.
  mutating func link(_ label: Range<Int>, _ bytes: [UInt8], limit: Int) -> Int32? {
    guard !linksByLabel.isEmpty, let number = linksByLabel[LinkParts.key(of: label, in: bytes)] else { return nil }
    let link = links[Int(number)]
    let count = link.destination.count + link.title.count
    // What authors refer to often is short; a picture in its address is long, and referred to once.
    if count <= 200 || longLinks.insert(number).inserted { return number }
    guard referredBytes + count <= limit else { return nil }
    referredBytes += count
    return number
  }

  /// The footnote that a label names.
  func footnote(_ label: Range<Int>, _ bytes: [UInt8]) -> Int? {
    guard !footnotesByLabel.isEmpty else { return nil }
    return footnotesByLabel[LinkParts.key(of: label, in: bytes)]
  }

  /// Adds a footnote; only the first with a label can be referred to.
  mutating func addFootnote(_ label: Range<Int>, block: Int, textStart: Int, _ bytes: [UInt8]) -> Int32 {
    let key = LinkParts.key(of: label, in: bytes)
    if footnotesByLabel[key] == nil { footnotesByLabel[key] = footnotes.count }
    footnotes.append(Footnote(block: block, textStart: textStart))
    return Int32(footnotes.count - 1)
  }

  /// The number of a footnote that is referred to, by its first reference.
  mutating func number(of footnote: Int) -> Int {
    if footnotes[footnote].number == 0 {
      footnoteCount += 1
      footnotes[footnote].number = footnoteCount
    }
    return footnotes[footnote].number
  }

  /// Adds what follows a fence.
  mutating func addInfo(_ text: Range<Int>, _ store: inout TextStore) -> Int32 {
    addLink(to: text, title: text.upperBound..<text.upperBound, &store)
  }

  /// Adds a link, without the escapes and references that it is written with.
  mutating func addLink(to destination: Range<Int>, title: Range<Int>, _ store: inout TextStore) -> Int32 {
    let address = CharacterReferences.resolved(destination, &store)
    let title = CharacterReferences.resolved(title, &store)
    links.append(
      CommonMarkTree.Link(
        destination: Int32(address.lowerBound)..<Int32(address.upperBound), title: Int32(title.lowerBound)..<Int32(title.upperBound)))
    return Int32(links.count - 1)
  }

  /// Reads the definitions at the beginning of a paragraph; returns where the rest begins.
  mutating func take(from text: Range<Int>, _ store: inout TextStore) -> Int {
    var start = text.lowerBound
    while start < text.upperBound, let next = takeOne(start, text.upperBound, &store) { start = next }
    return start
  }

  private mutating func takeOne(_ start: Int, _ end: Int, _ store: inout TextStore) -> Int? {
    guard let label = LinkParts.label(store.bytes, start, end), label.upperBound + 1 < end,
      store.bytes[label.upperBound + 1] == Byte.colon
    else { return nil }
    let key = LinkParts.key(of: label, in: store.bytes)
    guard !key.isEmpty else { return nil }
    let addressStart = LinkParts.skipSpace(store.bytes, label.upperBound + 2, end)
    guard let address = LinkParts.destination(store.bytes, addressStart, end), !address.text.isEmpty || address.next > addressStart else {
      return nil
    }
    let afterAddress = LinkParts.skipSpace(store.bytes, address.next, end)
    var title = end..<end
    var next = Self.lineEnd(store.bytes, address.next, end)
    if afterAddress > address.next, let found = LinkParts.title(store.bytes, afterAddress, end),
      let afterTitle = Self.lineEnd(store.bytes, found.next, end)
    {
      (title, next) = (found.text, afterTitle)
    }
    guard let next else { return nil }
    if linksByLabel[key] == nil { linksByLabel[key] = addLink(to: address.text, title: title, &store) }
    return next
  }

  /// Where the next line begins, if nothing but white space is left of this one.
  private static func lineEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end, Byte.isBlank(bytes[index]) { index += 1 }
    if index == end { return end }
    return bytes[index] == Byte.newline ? index + 1 : nil
  }
}

extension Definitions {
  /// Adds an address that is a link by itself.
  mutating func addAddress(_ text: Range<Int>, prefix: [UInt8], _ store: inout TextStore) -> Int32 {
    let start = store.end
    store.begin(at: store.source(of: text.lowerBound))
    for byte in prefix { store.append(byte) }
    store.append(text)
    let end = Int32(store.end)
    links.append(CommonMarkTree.Link(destination: Int32(start)..<end, title: end..<end))
    return Int32(links.count - 1)
  }
}
