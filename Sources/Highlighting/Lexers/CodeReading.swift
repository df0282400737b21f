/// Code that is read from left to right, and the steps that all lexers take.
protocol CodeReading {
  var bytes: [UInt8] { get }
  /// The first byte that is not read.
  var end: Int { get }
  /// The next byte to read.
  var index: Int { get set }
  var sink: TokenSink { get set }
}

extension CodeReading {
  /// Reads up to `next`, as one token.
  mutating func add(_ kind: TokenClass, until next: Int) {
    sink.add(kind, index, next)
    index = next
  }

  /// The byte at an offset; 0 after the end.
  func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

  func lineEnd(from offset: Int) -> Int {
    var offset = offset
    while offset < end, bytes[offset] != 0x0A { offset += 1 }
    return offset
  }

  func has(_ word: [UInt8], at offset: Int) -> Bool {
    guard !word.isEmpty, offset + word.count <= end else { return false }
    for (step, byte) in word.enumerated() where bytes[offset + step] != byte { return false }
    return true
  }

  func nameEnd(from offset: Int) -> Int {
    var offset = offset
    while offset < end, bytes[offset].isNameByte { offset += 1 }
    return offset
  }

  /// The next byte that is no blank; 0 at the end.
  func nextInk(from offset: Int) -> UInt8 {
    var offset = offset
    while offset < end, bytes[offset].isBlank { offset += 1 }
    return byte(offset)
  }
}
