internal import TypesetDiagnostics
internal import TypesetPictures

/// The objects of an untrusted PDF file that is not encrypted. Nothing is taken on trust: what cannot be read is nil.
struct PDFReader {
  let bytes: [UInt8]
  /// By object number.
  private var places: [Int: Place] = [:]
  private(set) var root: Int?
  private(set) var info: Int?
  private let deflate = Deflate(level: 1)
  /// The contents of streams of objects, by the stream's number.
  private var packed: [Int: (bytes: [UInt8], starts: [Int: Int])] = [:]

  private enum Place {
    case offset(Int)
    case inStream(Int)
  }

  /// An object's bytes, and where it is in them.
  struct Object {
    var bytes: [UInt8]
    var range: Range<Int>
    /// The contents of a stream, unpacked where it is packed as this engine packs.
    var stream: [UInt8]?

    var dictionary: PDFDictionary { PDFDictionary(bytes, in: range) }
    subscript(key: String) -> ArraySlice<UInt8>? { dictionary[key].map { bytes[$0] } }
  }

  /// The most bytes that a stream may unpack to.
  private static let streamLimit = 256 << 20

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var next = lastTable
    var seen: Set<Int> = []
    while let table = next, seen.insert(table).inserted, seen.count < 1000 { next = readTable(at: table) }
    if root == nil { scan() }
  }

  private var lastTable: Int? {
    var index = bytes.count - 9
    while index >= max(0, bytes.count - 2048) {
      if bytes[index..<index + 9].elementsEqual("startxref".utf8) {
        var scanner = PDFScanner(bytes, at: index + 9)
        return scanner.integer()
      }
      index -= 1
    }
    return nil
  }

  /// Reads a table of objects, in either form (ISO 32000-1, 7.5.4 and 7.5.8).
  ///
  /// - Returns: Where the table before it is.
  private mutating func readTable(at place: Int) -> Int? {
    var scanner = PDFScanner(bytes, at: place)
    guard scanner.take("xref") else { return readTableStream(at: place) }
    while let first = scanner.integer(), let count = scanner.integer(), count <= bytes.count / 18 {
      for number in 0..<count {
        guard let offset = scanner.integer(), scanner.integer() != nil, let kind = scanner.byte() else { return nil }
        if kind == UInt8(ascii: "n"), places[first + number] == nil { places[first + number] = .offset(offset) }
      }
    }
    guard scanner.take("trailer") else { return nil }
    let trailer = PDFDictionary(bytes, in: scanner.place..<bytes.count)
    return takeTrailer(trailer, of: bytes)
  }

  private mutating func takeTrailer(_ trailer: PDFDictionary, of bytes: [UInt8]) -> Int? {
    root = root ?? trailer["Root"].flatMap { Self.reference(bytes[$0]) }
    info = info ?? trailer["Info"].flatMap { Self.reference(bytes[$0]) }
    return trailer["Prev"].flatMap { range in
      var scanner = PDFScanner(bytes, at: range.lowerBound)
      return scanner.integer()
    }
  }

  private mutating func readTableStream(at place: Int) -> Int? {
    guard let object = object(at: place), let table = object.stream, let widths = object["W"].map(Self.integers), widths.count == 3,
      widths.allSatisfy({ $0 <= 8 })
    else { return nil }
    let index = object["Index"].map(Self.integers) ?? [0, object["Size"].map(Self.integers)?.first ?? 0]
    let width = widths.reduce(0, +)
    guard width > 0 else { return nil }
    var row = 0
    for pair in stride(from: 0, to: index.count - 1, by: 2) {
      for number in 0..<max(0, index[pair + 1]) {
        guard (row + 1) * width <= table.count else { break }
        var fields: [Int] = []
        var start = row * width
        for size in widths {
          fields.append(table[start..<start + size].reduce(0) { $0 << 8 | Int($1) })
          start += size
        }
        row += 1
        let id = index[pair].addingReportingOverflow(number).partialValue
        guard places[id] == nil else { continue }
        switch widths[0] == 0 ? 1 : fields[0] {
        case 1: places[id] = .offset(fields[1])
        case 2: places[id] = .inStream(fields[1])
        default: break
        }
      }
    }
    return takeTrailer(object.dictionary, of: object.bytes)
  }

  /// Finds objects by searching for them, for files with a broken table.
  private mutating func scan() {
    var index = 0
    var streams: [Int] = []
    while index + 4 < bytes.count {
      guard bytes[index] == UInt8(ascii: "o"), bytes[index + 1] == UInt8(ascii: "b"), bytes[index + 2] == UInt8(ascii: "j"), index > 3
      else {
        index += 1
        continue
      }
      var start = index - 1
      while start > 0, index - start < 24, bytes[start - 1] == 0x20 || (0x30...0x39).contains(bytes[start - 1]) { start -= 1 }
      var scanner = PDFScanner(bytes, at: start)
      if let number = scanner.integer(), scanner.integer() == 0, scanner.take("obj") {
        places[number] = .offset(start)
        let head = Array(bytes[scanner.place..<min(scanner.place + 4096, bytes.count)])
        let dictionary = PDFDictionary(head, in: 0..<head.count)
        if dictionary["Root"] != nil { _ = takeTrailer(dictionary, of: head) }
        if let kind = dictionary["Type"], head[kind].elementsEqual("/ObjStm".utf8), streams.count < 100_000 { streams.append(number) }
      }
      index += 3
    }
    for stream in streams {
      let contents = unpack(stream)
      packed[stream] = contents
      for number in contents.starts.keys where places[number] == nil { places[number] = .inStream(stream) }
    }
  }

  // MARK: Objects

  /// An object; nil for a number without an object, and for a broken object.
  mutating func object(_ number: Int) -> Object? {
    switch places[number] {
    case .offset(let offset): return object(at: offset, number: number)
    case .inStream(let stream):
      if packed[stream] == nil { packed[stream] = unpack(stream) }
      guard let (bytes, starts) = packed[stream], let start = starts[number] else { return nil }
      var scanner = PDFScanner(bytes, at: start)
      guard scanner.skipValue() else { return nil }
      return Object(bytes: bytes, range: start..<scanner.place)
    case nil: return nil
    }
  }

  private func unpack(_ stream: Int) -> (bytes: [UInt8], starts: [Int: Int]) {
    guard case .offset(let offset)? = places[stream], let object = object(at: offset, number: stream), let bytes = object.stream,
      let count = object["N"].map(Self.integers)?.first, let first = object["First"].map(Self.integers)?.first
    else { return ([], [:]) }
    var starts: [Int: Int] = [:]
    var scanner = PDFScanner(bytes, at: 0)
    for _ in 0..<min(count, bytes.count / 4) {
      guard let number = scanner.integer(), let start = scanner.integer(), first + start < bytes.count else { break }
      starts[number] = first + start
    }
    return (bytes, starts)
  }

  /// - Parameter number: What it must have; nil for any.
  private func object(at offset: Int, number: Int? = nil) -> Object? {
    guard offset < bytes.count else { return nil }
    var scanner = PDFScanner(bytes, at: offset)
    guard let found = scanner.integer(), number == nil || found == number, scanner.integer() != nil, scanner.take("obj") else { return nil }
    let start = scanner.place
    guard scanner.skipValue() else { return nil }
    // Copied, since a stream is searched for its dictionary's entries only.
    var object = Object(bytes: Array(bytes[start..<scanner.place]), range: 0..<(scanner.place - start))
    guard scanner.take("stream") else { return object }
    var data = scanner.place
    if data < bytes.count, bytes[data] == 0x0D { data += 1 }
    if data < bytes.count, bytes[data] == 0x0A { data += 1 }
    guard let value = object["Length"], let length = self.length(value), length <= bytes.count - data else { return object }
    let raw = bytes[data..<data + length]
    guard let filter = object["Filter"], String(decoding: filter, as: UTF8.self).contains("Flate") else {
      object.stream = Array(raw)
      return object
    }
    object.stream = deflate.decompressed(prefixOf: raw, limit: Self.streamLimit)
    if let parameters = object["DecodeParms"].map(Array.init) {
      object.stream = object.stream.flatMap { PDFPredictor(parameters)?.undone(in: $0) }
    }
    return object
  }

  /// The length of a stream, which may be a separate object.
  private func length(_ value: ArraySlice<UInt8>) -> Int? {
    guard let number = Self.reference(value) else { return Self.integers(value).first }
    guard case .offset(let offset)? = places[number] else { return nil }
    var scanner = PDFScanner(bytes, at: offset)
    guard scanner.integer() == number, scanner.integer() != nil, scanner.take("obj") else { return nil }
    return scanner.integer()
  }

  static func reference(_ value: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    CairoFile.forEachReference(value) { found = found ?? $0 }
    return found
  }

  static func integers(_ value: ArraySlice<UInt8>) -> [Int] {
    value.split { !(0x30...0x39).contains($0) }.map { $0.prefix(12).reduce(0) { $0 * 10 + Int($1 - 0x30) } }
  }
}
