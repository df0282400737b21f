/// Values in few bytes, one after the other: whole numbers in groups of seven bits, their sign in the lowest; texts after their length.
package struct PackWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds a whole number: one byte from -64 to 63, at most ten bytes.
  package mutating func add(_ value: Int) {
    var rest = UInt(bitPattern: value << 1 ^ value >> (Int.bitWidth - 1))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Adds many numbers at once.
  ///
  /// - Parameter count: At most so many.
  package mutating func add(numbers count: Int, _ body: (inout PackedNumberWriter) -> Void) {
    bytes += unsafe [UInt8](unsafeUninitializedCapacity: count * PackedNumberWriter.mostBytes) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      var numbers = unsafe PackedNumberWriter(place: start)
      body(&numbers)
      filled = unsafe numbers.place - start
    }
  }

  package mutating func add(_ value: Int32) { add(Int(value)) }
  package mutating func add(_ value: Bool) { add(value ? 1 : 0) }
  /// Adds the UTF-8 of a text after its length.
  package mutating func add(_ value: String) { add(Array(value.utf8)) }

  /// Adds bytes after their number.
  package mutating func add(_ value: [UInt8]) {
    add(value.count)
    bytes += value
  }

  package mutating func add(_ value: Length) { add(value.rawValue) }
  package mutating func add(_ value: Color) { add(Int(value.rgba)) }
  /// Adds the lower bound and the length.
  package mutating func add(_ value: Range<Int32>) {
    add(value.lowerBound)
    add(Int(value.upperBound) - Int(value.lowerBound))
  }

  /// Nothing, or a value.
  package mutating func add<Value>(_ value: Value?, _ addValue: (inout PackWriter, Value) -> Void) {
    add(value != nil)
    if let value { addValue(&self, value) }
  }

  /// Adds the number of values, then each value.
  package mutating func add<Value>(_ values: [Value], _ addValue: (inout PackWriter, Value) -> Void) {
    add(values.count)
    for value in values { addValue(&self, value) }
  }

  /// Removes everything, but keeps the memory.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }
}

/// Writes numbers into memory that has room for them.
@safe package struct PackedNumberWriter {
  fileprivate static let mostBytes = 10
  fileprivate var place: UnsafeMutablePointer<UInt8>

  fileprivate init(place: UnsafeMutablePointer<UInt8>) { unsafe self.place = unsafe place }

  package mutating func add(_ value: Int) {
    var rest = UInt(bitPattern: value << 1 ^ value >> (Int.bitWidth - 1))
    while rest >= 0x80 {
      unsafe place.pointee = UInt8(truncatingIfNeeded: rest) | 0x80
      unsafe place += 1
      rest >>= 7
    }
    unsafe place.pointee = UInt8(truncatingIfNeeded: rest)
    unsafe place += 1
  }
}

/// Reads numbers from memory.
@safe package struct PackedNumberReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  fileprivate private(set) var place = 0

  fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = unsafe bytes }

  /// The next number.
  ///
  /// - Throws: `Malformed` for a number that has no end or more than 64 bits.
  package mutating func next() throws(PackReader.Malformed) -> Int {
    // Eight bytes at a time, as long as eight are left.
    if unsafe place + 8 <= bytes.count {
      let word = unsafe UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let end = ~word & 0x8080_8080_8080_8080
      if end != 0 {
        place += (end.trailingZeroBitCount + 1) / 8
        var bits = word & (end ^ (end &- 1)) & 0x7F7F_7F7F_7F7F_7F7F
        bits = bits & 0x007F_007F_007F_007F | (bits & 0x7F00_7F00_7F00_7F00) >> 1
        bits = bits & 0x0000_3FFF_0000_3FFF | (bits & 0x3FFF_0000_3FFF_0000) >> 2
        bits = bits & 0x0FFF_FFFF | (bits & 0x0FFF_FFFF_0000_0000) >> 4
        return Int(bits >> 1) ^ -Int(bits & 1)
      }
    }
    var (value, shift) = (UInt(0), UInt(0))
    while unsafe place < bytes.count, shift < UInt.bitWidth {
      let byte = unsafe bytes[place]
      place += 1
      value |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { return Int(bitPattern: value >> 1) ^ -Int(bitPattern: value & 1) }
      shift += 7
    }
    throw PackReader.Malformed()
  }
}

/// Reads what a `PackWriter` has written; other bytes are malformed.
package struct PackReader {
  package struct Malformed: Error { package init() {} }

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  package init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

  /// The next whole number.
  ///
  /// - Throws: As all reading does, `Malformed` for bytes that no `PackWriter` writes.
  package mutating func int() throws(Malformed) -> Int {
    // Most numbers are small.
    if place < bytes.endIndex, bytes[place] < 0x80 {
      let byte = Int(bytes[place])
      place += 1
      return byte >> 1 ^ -(byte & 1)
    }
    return try numbers { (numbers) throws(Malformed) in try numbers.next() }
  }

  /// Reads many numbers at once.
  package mutating func numbers<Result>(
    _ body: (inout PackedNumberReader) throws(Malformed) -> Result
  ) throws(Malformed) -> Result {
    let rest = bytes[place...]
    return try unsafe rest.withUnsafeBufferPointer { (rest) throws(Malformed) in
      var numbers = unsafe PackedNumberReader(rest)
      let result = try body(&numbers)
      place += numbers.place
      return result
    }
  }

  package mutating func int32() throws(Malformed) -> Int32 { try narrow(int()) }
  package mutating func bool() throws(Malformed) -> Bool { try int() != 0 }
  package mutating func string() throws(Malformed) -> String { String(decoding: try data(), as: UTF8.self) }
  package mutating func length() throws(Malformed) -> Length { Length(rawValue: try int()) }
  package mutating func color() throws(Malformed) -> Color { Color(rgba: try narrow(int())) }

  /// Bytes after their number.
  package mutating func data() throws(Malformed) -> ArraySlice<UInt8> {
    let count = try int()
    guard count >= 0, count <= bytes.endIndex - place else { throw Malformed() }
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// A number of elements, each of at least one byte.
  package mutating func count() throws(Malformed) -> Int {
    let count = try int()
    guard count >= 0, count <= bytes.endIndex - place else { throw Malformed() }
    return count
  }

  /// - Parameter limit: What a range of an array lies in; nil if that is not known yet.
  package mutating func range(within limit: Int? = nil) throws(Malformed) -> Range<Int32> {
    let (start, count) = (try int(), try int())
    guard start >= 0, count >= 0, start <= Int32.max, count <= Int(Int32.max) - start, start + count <= limit ?? .max else {
      throw Malformed()
    }
    return Int32(start)..<Int32(start + count)
  }

  /// An index of an array.
  package mutating func index(in count: Int) throws(Malformed) -> Int32 {
    let index = try int()
    guard index >= 0, index < count else { throw Malformed() }
    return try narrow(index)
  }

  package mutating func optional<Value>(_ value: (inout PackReader) throws(Malformed) -> Value) throws(Malformed) -> Value? {
    try bool() ? try value(&self) : nil
  }

  /// As many values as the number before them.
  package mutating func array<Value>(_ value: (inout PackReader) throws(Malformed) -> Value) throws(Malformed) -> [Value] {
    let count = try count()
    var out: [Value] = []
    out.reserveCapacity(count)
    for _ in 0..<count { out.append(try value(&self)) }
    return out
  }

  /// The number in fewer bits; malformed if it is out of their range.
  package func narrow<Narrow: FixedWidthInteger>(_ value: Int) throws(Malformed) -> Narrow {
    guard let value = Narrow(exactly: value) else { throw Malformed() }
    return value
  }
}
