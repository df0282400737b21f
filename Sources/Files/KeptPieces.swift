/// Pieces of one document that are kept between runs, such as its set blocks: one entry holds all of them, each found by a digest of what it is
/// made of. After an edit most of them still are.
///
/// The entry is the number of pieces, their digests and sizes (eight bytes for each number, the lowest first), and their bytes in the same order.
package final class KeptPieces: Sendable {
  /// A piece that was not kept yet.
  package typealias New = (key: Digest128, bytes: [UInt8])

  private let bytes: [UInt8]
  private let places: [Digest128: Range<Int>]
  private let store: @Sendable ([UInt8]) -> Void

  /// - Parameter name: The name of the entry: a digest of what names the document, and of the program.
  package convenience init(_ files: KeptFiles, name: String) {
    self.init(files.entry(name) ?? []) { files.keep($0, as: name) }
  }

  /// - Parameters:
  ///   - bytes: An entry, or nothing.
  ///   - store: Keeps the entry that follows it.
  package init(_ bytes: [UInt8], store: @escaping @Sendable ([UInt8]) -> Void) {
    (self.bytes, self.store) = (bytes, store)
    places = Self.places(in: bytes)
  }

  /// The bytes of a piece; nil if the entry lacks it.
  package func piece(_ key: Digest128) -> ArraySlice<UInt8>? { places[key].map { bytes[$0] } }

  /// Keeps what a run has used and made; what it had no use for goes.
  ///
  /// Few new pieces are not worth writing all again: they are made once more by the next run.
  package func keep(used: [Digest128], new made: [New]) {
    var seen = Set<Digest128>()
    let new = made.filter { seen.insert($0.key).inserted }
    let used = Array(Set(used)).compactMap { key in places[key].map { (key: key, bytes: bytes[$0]) } }
    let size = used.reduce(0) { $0 + $1.bytes.count }
    let added = new.reduce(0) { $0 + $1.bytes.count }
    guard added > size / 16 else { return }
    var out: [UInt8] = []
    out.reserveCapacity(8 + (used.count + new.count) * 24 + size + added)
    Self.add(UInt64(used.count + new.count), to: &out)
    for (key, count) in used.map({ ($0.key, $0.bytes.count) }) + new.map({ ($0.key, $0.bytes.count) }) {
      for word in [key.first, key.second, UInt64(count)] { Self.add(word, to: &out) }
    }
    for piece in used { out += piece.bytes }
    for piece in new { out += piece.bytes }
    store(out)
  }

  private static func add(_ word: UInt64, to out: inout [UInt8]) {
    for shift in stride(from: 0, to: UInt64(64), by: 8) { out.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  /// Where each piece is; empty for a damaged entry.
  private static func places(in bytes: [UInt8]) -> [Digest128: Range<Int>] {
    func word(_ place: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64($1 * 8) } }
    guard bytes.count >= 8 else { return [:] }
    let count = word(0)
    guard count <= (bytes.count - 8) / 24 else { return [:] }
    var places: [Digest128: Range<Int>] = [:]
    places.reserveCapacity(Int(count))
    var start = 8 + Int(count) * 24
    for place in stride(from: 8, to: start, by: 24) {
      guard let size = Int(exactly: word(place + 16)), size <= bytes.count - start else { return [:] }
      places[Digest128(word(place), word(place + 8))] = start..<start + size
      start += size
    }
    return places
  }
}
