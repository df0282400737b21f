internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetOutput

/// `--stream --events`: what becomes known of a document that grows, as JSON lines on standard output.
struct StreamEvents {
  /// How blocks are written.
  enum Fragments: String { case svg, html }

  /// Nil where blocks are not told.
  private let fragments: Fragments?
  /// How many blocks are settled: no text to come is part of them.
  private var settledBlocks = 0
  /// Hashes of what was told of blocks, by their places.
  private var told: [Int: Int] = [:]
  private var toldDiagnostics: Set<String> = []

  init(_ fragments: Fragments?) { self.fragments = fragments }

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
    let blocks = DocumentFragments(document)
    let starts = blocks.offsets
    // The last block may go on. At the end numbers and references of earlier ones may have changed.
    let settled = hasEnded ? starts.count : max(min(settledBlocks, starts.count), starts.count - 1)
    if let fragments {
      let html = fragments == .html ? HTMLFragments(document) : nil
      let open = (hasEnded ? 0 : min(settledBlocks, starts.count))..<starts.count
      let pictures = blocks.of(open)
      for number in open {
        let prefix = "b\(number)-"
        guard let text = try html?.html(ofBlock: number, prefix: prefix) ?? pictures[number]?.svg(page: 0).svgElement(prefix: prefix) else {
          continue
        }
        try tell(number, text, pictures[number], at: starts[number], in: document, isSettled: number < settled)
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
    _ number: Int, _ text: [UInt8], _ picture: TypesetDocument?, at offset: Int, in document: TypesetDocument, isSettled: Bool
  ) throws {
    var hasher = Hasher()
    hasher.combine(text)
    hasher.combine(isSettled)
    let look = hasher.finalize()
    guard told[number] != look else { return }
    told[number] = look
    let (size, place) = (try picture?.size(ofPage: 0), document.source.position(of: offset))
    func points(_ length: Double?) -> JSON? { length.map { .number("\(($0 * 100).rounded() / 100)") } }
    try Self.write([
      "event": .string("block"), "block": JSON(number), "settled": .bool(isSettled), "line": JSON(place.line),
      "width": points(size?.width), "height": points(size?.height),
      (fragments ?? .svg).rawValue: .string(String(decoding: text, as: UTF8.self)),
    ])
  }

  private static func write(_ members: KeyValuePairs<String, JSON?>) throws { try printOut(JSON(members: members).description + "\n") }
}
