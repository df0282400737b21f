internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetOutput

/// `--stream --events`: what becomes known of a document that grows, as JSON lines on standard output.
struct StreamEvents {
  private let hasFragments: Bool
  /// How many blocks are settled: no text to come is part of them.
  private var settledBlocks = 0
  /// Hashes of what was told of blocks, by their places.
  private var told: [Int: Int] = [:]
  private var toldDiagnostics: Set<String> = []

  init(hasFragments: Bool) { self.hasFragments = hasFragments }

  /// A page that stays as it is.
  ///
  /// - Parameters:
  ///   - number: From 0.
  ///   - file: Where it was written.
  func tellPage(_ number: Int, file: String?) throws {
    try Self.write(["event": .string("page"), "page": JSON(number + 1), "file": file.map { .string($0) }])
  }

  /// The blocks that are new or look different, and what is wrong with those that are settled.
  ///
  /// - Parameter hasEnded: True if there is no text to come.
  mutating func tell(_ document: TypesetDocument, hasEnded: Bool) throws {
    let fragments = DocumentFragments(document)
    let starts = fragments.offsets
    // The last block may go on. At the end numbers and references of earlier ones may have changed.
    let settled = hasEnded ? starts.count : max(min(settledBlocks, starts.count), starts.count - 1)
    if hasFragments {
      let open = (hasEnded ? 0 : min(settledBlocks, starts.count))..<starts.count
      for (number, fragment) in fragments.of(open).sorted(by: { $0.key < $1.key }) {
        try tell(number, fragment, at: starts[number], in: document, isSettled: number < settled)
      }
    }
    settledBlocks = settled
    let end = hasEnded ? Int.max : settled < starts.count ? starts[settled] : 0
    for diagnostic in document.diagnostics where hasEnded || (diagnostic.span.map { Int($0.start) < end } ?? false) {
      let json = diagnostic.json(in: document.source)
      guard toldDiagnostics.insert(json.description).inserted else { continue }
      try Self.write(["event": .string("diagnostic"), "diagnostic": json])
    }
    guard hasEnded else { return }
    try Self.write(["event": .string("end"), "pages": JSON(document.pageCount), "blocks": JSON(starts.count)])
  }

  private mutating func tell(
    _ number: Int, _ fragment: TypesetDocument, at offset: Int, in document: TypesetDocument, isSettled: Bool
  ) throws {
    let svg = Self.element(try fragment.svg(page: 0), prefix: "b\(number)-")
    var hasher = Hasher()
    hasher.combine(svg)
    hasher.combine(isSettled)
    let look = hasher.finalize()
    guard told[number] != look else { return }
    told[number] = look
    let (size, place) = (try fragment.size(ofPage: 0), document.source.position(of: offset))
    try Self.write([
      "event": .string("block"), "block": JSON(number), "settled": .bool(isSettled), "line": JSON(place.line),
      "width": .number("\((size.width * 100).rounded() / 100)"), "height": .number("\((size.height * 100).rounded() / 100)"),
      "svg": .string(String(decoding: svg, as: UTF8.self)),
    ])
  }

  /// The element of an SVG file, with names of its own: several are in one web page.
  static func element(_ file: [UInt8], prefix: String) -> [UInt8] {
    let start = file.find(Array("<svg".utf8), from: 0) ?? 0
    let (keys, prefix) = ([" id=\"", "href=\"#", "url(#"].map { Array($0.utf8) }, Array(prefix.utf8))
    var out: [UInt8] = []
    out.reserveCapacity(file.count + file.count / 16)
    var index = start
    var isTag = false
    while index < file.count {
      let byte = file[index]
      if byte == UInt8(ascii: "<") { isTag = true }
      if byte == UInt8(ascii: ">") { isTag = false }
      let key = isTag ? keys.first { $0[0] == byte && file[index...].starts(with: $0) } : nil
      out += key ?? [byte]
      if key != nil { out += prefix }
      index += key?.count ?? 1
    }
    while let last = out.last, last <= 0x20 { out.removeLast() }
    return out
  }

  private static func write(_ members: KeyValuePairs<String, JSON?>) throws { try printOut(JSON(members: members).description + "\n") }
}
