/// Whether the inlines that are read are a link's words, and which citations are read there.
struct LinkWords {
  /// Where the link leads; nil outside of links.
  private let destination: String?

  init(_ kind: Tree.Kind) { destination = if case .link(let destination, _) = kind { destination } else { nil } }

  /// Nowhere within a link.
  init() { destination = nil }

  var isLink: Bool { destination != nil }

  /// True where a sign may begin a citation: `[Heun [-@heun1900]](address)`. A name that is all of a link's words is a person in most of them:
  /// `[@ann](https://example.org)`.
  func mayCite(_ bytes: [UInt8], _ index: Int, after previous: UInt8, in dialect: Dialect) -> Bool {
    guard let destination, bytes[index] == UInt8(ascii: "@") else { return true }
    guard let end = CitedWorks.keyEnd(bytes, index + 1) else { return false }
    let key = bytes[(index + 1)..<end]
    if destination.utf8.suffix(key.count + 1).drop(while: { $0 == UInt8(ascii: "/") }).elementsEqual(key) { return false }
    let isAlone = index == 0 && end == bytes.count
    return dialect.tool.isPandoc && !isAlone || CitedWorks.isWork(bytes, index, after: previous)
  }
}
