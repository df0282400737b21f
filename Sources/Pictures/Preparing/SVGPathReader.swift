internal import Glibc
internal import TypesetDiagnostics

/// Reads path data (SVG 1.1, 8.3) as straight lines; curves are divided.
struct SVGPathReader {
  typealias Point = (x: Double, y: Double)

  private(set) var lines: [(from: Point, to: Point)] = []

  private let bytes: [UInt8]
  private var index = 0
  private var current: Point = (0, 0)
  private var start: Point = (0, 0)
  /// The last control point of the curve before, which smooth curves mirror.
  private var control: (point: Point, isCubic: Bool)?

  private static let mostLines = 20_000
  /// Of a curve, and of a quarter of an ellipse.
  private static let steps = 24

  init(_ data: String) {
    bytes = Array(data.utf8)
    var command: UInt8 = 0
    // What cannot be read ends the path.
    while lines.count < Self.mostLines {
      skipSeparators()
      guard index < bytes.count else { return }
      let byte = bytes[index]
      if byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
        command = byte
        index += 1
      } else if command | 0x20 == UInt8(ascii: "z") || command == 0 {
        return
      }
      guard draw(command) else { return }
      // Further pairs of a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    }
  }

  // MARK: Numbers

  private mutating func skipSeparators() {
    while index < bytes.count, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ",") { index += 1 }
  }

  private mutating func number() -> Double? {
    skipSeparators()
    let start = index
    func isDigit() -> Bool { index < bytes.count && bytes[index] &- 0x30 < 10 }
    func isSign() -> Bool { index < bytes.count && (bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")) }
    if isSign() { index += 1 }
    while isDigit() { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      while isDigit() { index += 1 }
    }
    if index + 1 < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      let mark = index
      index += 1
      if isSign() { index += 1 }
      if isDigit() { while isDigit() { index += 1 } } else { index = mark }
    }
    var text = String(decoding: bytes[start..<index], as: UTF8.self)
    if text.hasPrefix("+") { text.removeFirst() }
    return DocumentNumber.real(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Flags of arcs may be written without a space between them, as in `0 01`.
  private mutating func flag() -> Bool? {
    skipSeparators()
    guard index < bytes.count, bytes[index] == 0x30 || bytes[index] == 0x31 else { return nil }
    index += 1
    return bytes[index - 1] == 0x31
  }

  private mutating func point(_ isRelative: Bool) -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return isRelative ? (current.x + x, current.y + y) : (x, y)
  }

  // MARK: Commands

  /// - Returns: False where its numbers can't be read.
  private mutating func draw(_ command: UInt8) -> Bool {
    let isRelative = command >= UInt8(ascii: "a")
    switch command & 0xDF {
    case UInt8(ascii: "M"):
      guard let to = point(isRelative) else { return false }
      (current, start, control) = (to, to, nil)
    case UInt8(ascii: "L"):
      guard let to = point(isRelative) else { return false }
      line(to)
    case UInt8(ascii: "H"):
      guard let x = number() else { return false }
      line((isRelative ? current.x + x : x, current.y))
    case UInt8(ascii: "V"):
      guard let y = number() else { return false }
      line((current.x, isRelative ? current.y + y : y))
    case UInt8(ascii: "C"), UInt8(ascii: "S"):
      let isSmooth = command & 0xDF == UInt8(ascii: "S")
      guard let first = isSmooth ? mirrored(isCubic: true) : point(isRelative), let second = point(isRelative), let to = point(isRelative)
      else { return false }
      cubic(first, second, to)
      control = (second, true)
    case UInt8(ascii: "Q"), UInt8(ascii: "T"):
      let isSmooth = command & 0xDF == UInt8(ascii: "T")
      guard let middle = isSmooth ? mirrored(isCubic: false) : point(isRelative), let to = point(isRelative) else { return false }
      // Degree three from degree two.
      cubic(
        (current.x + 2 / 3 * (middle.x - current.x), current.y + 2 / 3 * (middle.y - current.y)),
        (to.x + 2 / 3 * (middle.x - to.x), to.y + 2 / 3 * (middle.y - to.y)), to)
      control = (middle, false)
    case UInt8(ascii: "A"):
      guard let rx = number(), let ry = number(), let turn = number(), let isLarge = flag(), let isClockwise = flag(),
        let to = point(isRelative)
      else { return false }
      arc(abs(rx), abs(ry), turn * .pi / 180, isLarge, isClockwise, to)
    case UInt8(ascii: "Z"): line(start)
    default: return false
    }
    return true
  }

  private mutating func line(_ to: Point) {
    lines.append((current, to))
    (current, control) = (to, nil)
  }

  private func mirrored(isCubic: Bool) -> Point? {
    guard let control, control.isCubic == isCubic else { return current }
    return (2 * current.x - control.point.x, 2 * current.y - control.point.y)
  }

  private mutating func cubic(_ b: Point, _ c: Point, _ d: Point) {
    let a = current
    for step in 1...Self.steps {
      let t = Double(step) / Double(Self.steps)
      let (p, q, r, s) = ((1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t)
      line((p * a.x + q * b.x + r * c.x + s * d.x, p * a.y + q * b.y + r * c.y + s * d.y))
    }
  }

  /// From the ends to the middle (SVG 1.1, F.6.5).
  private mutating func arc(_ rx: Double, _ ry: Double, _ turn: Double, _ isLarge: Bool, _ isClockwise: Bool, _ to: Point) {
    let from = current
    guard rx > 0, ry > 0, from != to else { return line(to) }
    let (cosine, sine) = (cos(turn), sin(turn))
    let (dx, dy) = ((from.x - to.x) / 2, (from.y - to.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
    let excess = max(1, (x * x) / (rx * rx) + (y * y) / (ry * ry)).squareRoot()
    let (a, b) = (rx * excess, ry * excess)
    let top = max(0, a * a * b * b - a * a * y * y - b * b * x * x)
    let part = (top / max(1e-300, a * a * y * y + b * b * x * x)).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let (cx, cy) = (part * a * y / b, -part * b * x / a)
    let middle = (x: cosine * cx - sine * cy + (from.x + to.x) / 2, y: sine * cx + cosine * cy + (from.y + to.y) / 2)
    let first = atan2((y - cy) / b, (x - cx) / a)
    var sweep = atan2((-y - cy) / b, (-x - cx) / a) - first
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    guard first.isFinite, sweep.isFinite else { return line(to) }
    let count = max(1, Int(clamping: (abs(sweep) / (.pi / 2)).rounded(.up))) * Self.steps
    for step in 1..<count {
      let angle = first + sweep * Double(step) / Double(count)
      let (u, v) = (a * cos(angle), b * sin(angle))
      line((middle.x + cosine * u - sine * v, middle.y + sine * u + cosine * v))
    }
    line(to)
  }
}

/// An affine map of an SVG file, from an attribute `transform`.
struct SVGTransform {
  private var (a, b, c, d, e, f) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

  init() {}

  init(_ text: String) {
    for (name, n) in Self.functions(of: text) {
      switch (name, n.count) {
      case ("translate", 1...2): add(1, 0, 0, 1, n[0], n.count > 1 ? n[1] : 0)
      case ("scale", 1...2): add(n[0], 0, 0, n.count > 1 ? n[1] : n[0], 0, 0)
      case ("matrix", 6): add(n[0], n[1], n[2], n[3], n[4], n[5])
      case ("rotate", 1), ("rotate", 3):
        let (cosine, sine) = (cos(n[0] * .pi / 180), sin(n[0] * .pi / 180))
        if n.count == 3 { add(1, 0, 0, 1, n[1], n[2]) }
        add(cosine, sine, -sine, cosine, 0, 0)
        if n.count == 3 { add(1, 0, 0, 1, -n[1], -n[2]) }
      case ("skewX", 1): add(1, 0, tan(n[0] * .pi / 180), 1, 0, 0)
      case ("skewY", 1): add(1, tan(n[0] * .pi / 180), 0, 1, 0, 0)
      default: break
      }
    }
  }

  /// The functions of an attribute with their numbers.
  private static func functions(of text: String) -> [(name: String, numbers: [Double])] {
    var out: [(name: String, numbers: [Double])] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
      let numbers = rest[rest.index(after: open)..<close].split { " ,\n\t".contains($0) }.compactMap { DocumentNumber.real($0) }
      out.append((String(rest[..<open].drop { " ,\n\t".contains($0) }), numbers))
      rest = rest[close...].dropFirst()
    }
    return out
  }

  /// How much larger what it maps is, on the mean of both directions.
  var scale: Double { abs(a * d - b * c).squareRoot() }

  /// True if it makes letters wider or higher than they are: librsvg then writes them into PDF at wrong places.
  var isUneven: Bool {
    let (across, down) = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    return abs(across - down) > 0.02 * max(across, down)
  }

  /// True if a file may have such a map.
  static func isUneven(somewhereIn file: [UInt8]) -> Bool {
    for index in file.indices.dropFirst(6) where file[index] == UInt8(ascii: "(") {
      let isMatrix = file[index - 1] == UInt8(ascii: "x") && file[..<index].suffix(6).elementsEqual("matrix".utf8)
      guard isMatrix || file[index - 1] == UInt8(ascii: "e") && file[..<index].suffix(5).elementsEqual("scale".utf8) else { continue }
      let text = file[(index - (isMatrix ? 6 : 5))...].prefix(200)
      guard let end = text.firstIndex(of: UInt8(ascii: ")")) else { continue }
      if SVGTransform(String(decoding: text[...end], as: UTF8.self)).isUneven { return true }
    }
    return false
  }

  private mutating func add(_ a2: Double, _ b2: Double, _ c2: Double, _ d2: Double, _ e2: Double, _ f2: Double) {
    (e, f) = (a * e2 + c * f2 + e, b * e2 + d * f2 + f)
    (a, b, c, d) = (a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2, b * c2 + d * d2)
  }

  func applied(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (a * x + c * y + e, b * x + d * y + f) }

  /// A step, turned clockwise by an angle in degrees.
  static func turned(_ x: Double, _ y: Double, by degrees: Double) -> (x: Double, y: Double) {
    let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return (cosine * x - sine * y, sine * x + cosine * y)
  }

  static func degrees(_ dx: Double, _ dy: Double) -> Double { atan2(dy, dx) * 180 / .pi }
}
