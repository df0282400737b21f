internal import TypesetBoxes

/// Bytes in the syntax of PDF.
struct PDFText: Sendable {
  var bytes: [UInt8] = []

  // Inlined, so that a single byte, which is most of them, is only appended.
  @inline(__always)
  mutating func add(_ text: StaticString) {
    if text.utf8CodeUnitCount == 1 { return unsafe bytes.append(text.utf8Start.pointee) }
    add(bytesOf: text)
  }

  private mutating func add(bytesOf text: StaticString) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func add(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let rest = value.magnitude
    var unit: UInt = 1
    while rest / unit > 9 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit % 10))
      unit /= 10
    }
  }

  mutating func add(reference number: Int) {
    add(number)
    add(" 0 R")
  }

  /// A number of at most three decimals.
  mutating func add(_ value: Double) { add(thousandths: Int(clamping: (min(max(value, -1e9), 1e9) * 1000).rounded())) }

  /// A number of thousandths.
  mutating func add(thousandths value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
    add(Int(whole))
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(fraction / 100))
    guard fraction % 100 > 0 else { return }
    bytes.append(UInt8(ascii: "0") + UInt8(fraction / 10 % 10))
    guard fraction % 10 > 0 else { return }
    bytes.append(UInt8(ascii: "0") + UInt8(fraction % 10))
  }

  /// A number of a matrix: six decimals.
  mutating func add(precise value: Double) {
    let millionths = Int(clamping: (min(max(value, -1e9), 1e9) * 1_000_000).rounded())
    if millionths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    add(Int(whole))
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var rest = fraction
    var unit: UInt = 100_000
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
      rest %= unit
      unit /= 10
    }
  }

  /// A rectangle by its left, lower, right and upper edge in points from the page's lower left corner (ISO 32000-1, 7.9.5).
  ///
  /// - Parameters:
  ///   - rect: From the page's upper left corner, y upwards.
  ///   - height: The page's.
  mutating func add(edgesOf rect: Rect, onPageOf height: Length) {
    let bottom = height + rect.y
    for (number, edge) in [rect.x, bottom, rect.x + rect.width, bottom + rect.height].enumerated() {
      if number > 0 { add(" ") }
      add(edge.points)
    }
  }

  mutating func add(hex16 value: UInt16) {
    add(hex8: UInt8(value >> 8))
    add(hex8: UInt8(truncatingIfNeeded: value))
  }

  mutating func add(hex8 value: UInt8) {
    bytes.append(Self.digit(value >> 4))
    bytes.append(Self.digit(value & 15))
  }

  mutating func add(hex value: UInt64) {
    for shift in stride(from: 60, through: 0, by: -4) { bytes.append(Self.digit(UInt8(value >> UInt64(shift) & 15))) }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10 }

  /// A string of bytes (ISO 32000-1, 7.3.4.2).
  mutating func add(bytes string: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "("))
    for byte in string { add(literal8: byte) }
    bytes.append(UInt8(ascii: ")"))
  }

  /// A byte of a string between parentheses: half of what hexadecimal digits take.
  mutating func add(literal8 byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    // As it is, readers take it for the end of a line.
    case 0x0D: add("\\r")
    default: bytes.append(byte)
    }
  }

  mutating func add(literal16 value: UInt16) {
    add(literal8: UInt8(value >> 8))
    add(literal8: UInt8(truncatingIfNeeded: value))
  }

  /// A text string (ISO 32000-1, 7.9.2.2): as it is where it is ASCII, else UTF-16.
  mutating func add(text string: String) {
    if string.utf8.allSatisfy({ $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) }) {
      add(bytes: string.utf8)
      return
    }
    add("<FEFF")
    for unit in string.utf16 {
      add(hex16: unit)
    }
    add(">")
  }
}
