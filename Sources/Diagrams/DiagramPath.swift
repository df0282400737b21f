/// The data of a path, written as it is drawn.
struct DiagramPath {
  private(set) var bytes: [UInt8] = []

  mutating func move(to point: DiagramPoint) { add(UInt8(ascii: "M"), point) }

  mutating func line(to point: DiagramPoint) { add(UInt8(ascii: "L"), point) }

  mutating func curve(_ first: DiagramPoint, _ second: DiagramPoint, to point: DiagramPoint) {
    add(UInt8(ascii: "C"), first)
    add(UInt8(ascii: " "), second)
    add(UInt8(ascii: " "), point)
  }

  mutating func close() { bytes.append(UInt8(ascii: "Z")) }

  private mutating func add(_ sign: UInt8, _ point: DiagramPoint) {
    bytes.append(sign)
    Self.write(point.x, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    Self.write(point.y, to: &bytes)
  }

  /// A number with two decimals at most.
  static func write(_ value: Double, to out: inout [UInt8]) {
    let hundredths = Int(clamping: max(-1e9, min(1e9, (value * 100).rounded())))
    if hundredths < 0 { out.append(UInt8(ascii: "-")) }
    let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    var divisor = 1
    while divisor * 10 <= whole { divisor *= 10 }
    var rest = whole
    while divisor > 0 {
      out.append(UInt8(truncatingIfNeeded: 0x30 + rest / divisor))
      rest %= divisor
      divisor /= 10
    }
    guard part > 0 else { return }
    out += [UInt8(ascii: "."), UInt8(truncatingIfNeeded: 0x30 + part / 10)]
    if part % 10 > 0 { out.append(UInt8(truncatingIfNeeded: 0x30 + part % 10)) }
  }
}
