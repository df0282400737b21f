internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPictures

/// Writes the objects of a PDF file: streams as they come, all others gathered and compressed (ISO 32000-1, 7.5.7), at the end
/// the table of all of them as a stream (7.5.8). The same objects in the same order give the same bytes.
final class PDFObjects {
  private enum Entry {
    case free
    case offset(Int)
    case inStream(Int, index: Int)
  }

  private let sink: Sink
  private var entries: [Entry] = [.free]
  private var offset = 0
  /// FNV-1a of all that was written, from two beginnings: the file's identifier.
  private var hashes: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)

  private var waiting: [(number: Int, start: Int)] = []
  private var waitingBytes: [UInt8] = []
  /// Streams that are still to be compressed, several at once; bounded, so that no more than some pages are held.
  private var pending: [Pending] = []

  private struct Pending {
    var number: Int
    var dictionary: PDFText
    var key: KeyMaker?
    var make: Maker
    /// True if what it makes is compressed.
    var isPacked = false
  }

  /// The digest of all that a stream is made of; nil where it can't be kept.
  typealias KeyMaker = @Sendable () -> Digest128?
  /// Compressed streams that are kept between runs; those that this run has used, and made.
  private let kept: KeptPieces?
  private var used: [Digest128] = []
  private var made: [KeptPieces.New] = []

  /// Makes further entries of a stream's dictionary, and its data before it is compressed.
  typealias Maker = @Sendable (Deflate) -> (entries: PDFText, data: [UInt8])
  private let pendingLimit = 64
  /// A stream of more packs better; readers unpack all of it for one of them.
  private static let objectsPerStream = 1000
  private let threads: Int

  /// - Parameters:
  ///   - count: The numbers that are taken already.
  ///   - version: Of PDF.
  init(_ sink: Sink, count: Int, threads: Int, kept: KeptPieces? = nil, version: StaticString = "1.7") {
    (self.sink, self.kept) = (sink, kept)
    self.threads = threads
    entries = Array(repeating: .free, count: max(1, count))
    write(Array("%PDF-\(version)\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  /// A new object's number.
  func number() -> Int { numbers(1) }

  /// The first number of some new objects.
  func numbers(_ count: Int) -> Int {
    entries += repeatElement(.free, count: count)
    return entries.count - count
  }

  /// Adds an object that is no stream.
  func add(_ number: Int, _ bytes: PDFText) { add(number, bytes.bytes[...]) }

  func add(_ number: Int, _ bytes: ArraySlice<UInt8>) {
    waiting.append((number, waitingBytes.count))
    waitingBytes += bytes
    waitingBytes.append(0x0A)
    if waiting.count >= Self.objectsPerStream { flush() }
  }

  /// Adds an uncompressed object, which any program can find by its text.
  func addPlain(_ number: Int, _ object: PDFText) {
    var text = PDFText()
    text.add(number)
    text.add(" 0 obj\n")
    text.bytes += object.bytes
    text.add("\nendobj\n")
    entries[number] = .offset(offset)
    write(text.bytes)
  }

  /// Adds a stream as it is.
  ///
  /// - Parameter dictionary: Its entries but for its length.
  func addStream(_ number: Int, _ dictionary: PDFText, _ data: ArraySlice<UInt8>) {
    var text = PDFText()
    text.add(number)
    text.add(" 0 obj\n<<")
    text.bytes += dictionary.bytes
    text.add("/Length ")
    text.add(data.count)
    text.add(">>\nstream\n")
    entries[number] = .offset(offset)
    write(text.bytes)
    write(data)
    write("\nendstream\nendobj\n".utf8)
  }

  /// Adds a stream that is compressed.
  ///
  /// - Parameters:
  ///   - dictionary: Its entries but for its length and its filter.
  ///   - key: Of the data.
  ///   - data: Makes the data before it is compressed, on whatever thread has time.
  func addCompressed(
    _ number: Int, _ dictionary: PDFText = PDFText(), key: KeyMaker? = nil, _ data: @escaping @Sendable (Deflate) -> [UInt8]
  ) {
    addMade(number, dictionary, key: key) { (PDFText(), data($0)) }
  }

  /// As `addCompressed`, where entries of the dictionary are known with the data only.
  func addMade(_ number: Int, _ dictionary: PDFText, key: KeyMaker? = nil, _ make: @escaping Maker) {
    add(Pending(number: number, dictionary: dictionary, key: key, make: make))
  }

  /// As `addMade`, where `make` compresses the data itself.
  func addPacked(_ number: Int, _ dictionary: PDFText, _ make: @escaping Maker) {
    add(Pending(number: number, dictionary: dictionary, make: make, isPacked: true))
  }

  private func add(_ stream: Pending) {
    pending.append(stream)
    if pending.count >= pendingLimit { compressPending() }
  }

  /// A compressed stream.
  private struct Packed: Sendable {
    var entries: PDFText
    var data: ArraySlice<UInt8>
    var key: Digest128?
    /// True if an earlier run has kept it.
    var isKept: Bool
  }

  private func compressPending() {
    let batch = pending.map { (key: $0.key, make: $0.make, isPacked: $0.isPacked) }
    let kept = kept
    let packed = concurrently(batch.count, threads: min(threads, 4)) {
      Deflate(level: 6)
    } work: { deflate, index in
      let key = kept == nil ? nil : batch[index].key?()
      if let key, let data = kept?.piece(key) { return Packed(entries: PDFText(), data: data, key: key, isKept: true) }
      let made = batch[index].make(deflate)
      let data = batch[index].isPacked ? made.data : deflate.compressed(made.data[...])
      return Packed(entries: made.entries, data: data[...], key: key, isKept: false)
    }
    for (stream, packed) in zip(pending, packed) {
      var dictionary = stream.dictionary
      dictionary.bytes += packed.entries.bytes
      dictionary.add("/Filter/FlateDecode")
      addStream(stream.number, dictionary, packed.data)
      guard let key = packed.key else { continue }
      if packed.isKept { used.append(key) } else { made.append((key, Array(packed.data))) }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes what is left and the table of all objects.
  ///
  /// - Throws: What the sink throws.
  func finish(root: Int, info: Int) throws(DrawingError) {
    flush()
    compressPending()
    let number = self.number()
    entries[number] = .offset(offset)
    var table: [UInt8] = []
    table.reserveCapacity(entries.count * 7)
    func field(_ value: Int, _ size: Int) {
      for byte in (0..<size).reversed() { table.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
    }
    for entry in entries {
      switch entry {
      case .free:
        field(0, 1)
        field(0, 4)
        field(0, 2)
      case .offset(let offset):
        field(1, 1)
        field(offset, 4)
        field(0, 2)
      case .inStream(let stream, let index):
        field(2, 1)
        field(stream, 4)
        field(index, 2)
      }
    }
    let start = offset
    var dictionary = PDFText()
    dictionary.add("/Type/XRef/W[1 4 2]/DecodeParms<</Predictor 12/Columns 7>>/Size ")
    dictionary.add(entries.count)
    dictionary.add("/Root ")
    dictionary.add(reference: root)
    dictionary.add("/Info ")
    dictionary.add(reference: info)
    var identifier = PDFText()
    identifier.add(hex: hashes.0)
    identifier.add(hex: hashes.1)
    dictionary.add("/ID[<")
    dictionary.bytes += identifier.bytes
    dictionary.add("><")
    dictionary.bytes += identifier.bytes
    dictionary.add(">]")
    dictionary.add("/Filter/FlateDecode")
    addStream(number, dictionary, Deflate(level: 6).compressed(PDFPredictor(columns: 7).applied(to: table)[...])[...])
    var tail = PDFText()
    tail.add("startxref\n")
    tail.add(start)
    tail.add("\n%%EOF\n")
    write(tail.bytes)
    try sink.finish()
    kept?.keep(used: used, new: made)
  }

  private func flush() {
    guard !waiting.isEmpty else { return }
    let number = self.number()
    var head = PDFText()
    for (index, object) in waiting.enumerated() {
      entries[object.number] = .inStream(number, index: index)
      head.add(object.number)
      head.add(" ")
      head.add(object.start)
      head.add(" ")
    }
    var dictionary = PDFText()
    dictionary.add("/Type/ObjStm/N ")
    dictionary.add(waiting.count)
    dictionary.add("/First ")
    dictionary.add(head.bytes.count)
    let data = head.bytes + waitingBytes
    waiting.removeAll(keepingCapacity: true)
    waitingBytes.removeAll(keepingCapacity: true)
    addCompressed(number, dictionary, key: { Digest128(of: data) }) { _ in data }
  }

  private func write(_ bytes: some Collection<UInt8>) {
    let array = ContiguousArray(bytes)
    unsafe array.withUnsafeBytes { raw in
      // Eight bytes at a time: the identifier need not be secure.
      var index = 0
      while index + 8 <= raw.count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        hashes.0 = (hashes.0 ^ word) &* 0x100_0000_01B3
        hashes.1 = (hashes.1 ^ (word &+ hashes.0 >> 29)) &* 0x100_0000_01B3
        index += 8
      }
      while index < raw.count {
        hashes.0 = unsafe (hashes.0 ^ UInt64(raw[index])) &* 0x100_0000_01B3
        index += 1
      }
      unsafe sink.write(raw)
    }
    offset += array.count
  }
}
