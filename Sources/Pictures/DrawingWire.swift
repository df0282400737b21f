internal import TypesetBoxes

/// The messages between two processes: numbers of eight bytes, and texts and arrays preceded by their length.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ value: Int) { for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (shift * 8))) } }
  mutating func add(_ value: Double) { add(Int(bitPattern: UInt(value.bitPattern))) }
  mutating func add(_ value: Bool) { add(value ? 1 : 0) }
  mutating func add(_ value: String) { add(Array(value.utf8)) }

  mutating func add(_ value: [UInt8]) {
    add(value.count)
    bytes += value
  }

  mutating func add(_ pixels: [UInt32]) {
    add(pixels.count)
    unsafe pixels.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }
}

/// Reads what another process has written, which may be anything: every read can fail.
struct WireReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  struct Malformed: Error {}

  mutating func int() throws(Malformed) -> Int {
    guard place + 8 <= bytes.count else { throw Malformed() }
    defer { place += 8 }
    return (0..<8).reduce(0) { $0 | Int(truncatingIfNeeded: UInt(bytes[place + $1]) << UInt($1 * 8)) }
  }

  mutating func double() throws(Malformed) -> Double { Double(bitPattern: UInt64(UInt(bitPattern: try int()))) }
  mutating func bool() throws(Malformed) -> Bool { try int() != 0 }
  mutating func string() throws(Malformed) -> String { String(decoding: try array(), as: UTF8.self) }

  mutating func array() throws(Malformed) -> [UInt8] {
    let count = try int()
    guard count >= 0, count <= bytes.count - place else { throw Malformed() }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func pixels(_ wanted: Int) throws(Malformed) -> [UInt32] {
    let count = try int()
    guard count == wanted, count >= 0, count <= (bytes.count - place) / 4 else { throw Malformed() }
    defer { place += count * 4 }
    return unsafe [UInt32](unsafeUninitializedCapacity: count) { out, filled in
      unsafe bytes.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(out).copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<place + count * 4]))
      }
      filled = count
    }
  }

  /// A number of elements, each of at least eight bytes.
  mutating func count() throws(Malformed) -> Int {
    let count = try int()
    guard count >= 0, count <= (bytes.count - place) / 8 else { throw Malformed() }
    return count
  }
}

/// What a worker is asked to do.
enum DrawingRequest {
  case open(PictureKind, [UInt8])
  case draw(PictureTarget)

  func write(to out: inout WireWriter) {
    switch self {
    case .open(let kind, let bytes):
      out.add(0)
      out.add(kind.rawValue)
      out.add(bytes)
    case .draw(let target):
      out.add(1)
      switch target {
      case .form: out.add(0)
      case .fragment: out.add(1)
      case .image: out.add(2)
      case .pixels: out.add(3)
      case .tile(let width, let height):
        out.add(4)
        out.add(width)
        out.add(height)
      case .page(let number):
        out.add(5)
        out.add(number)
      }
    }
  }

  init(from wire: inout WireReader) throws(WireReader.Malformed) {
    guard try wire.int() == 0 else {
      self = .draw(try Self.target(from: &wire))
      return
    }
    guard let kind = PictureKind(rawValue: try wire.string()) else { throw WireReader.Malformed() }
    self = .open(kind, try wire.array())
  }

  private static func target(from wire: inout WireReader) throws(WireReader.Malformed) -> PictureTarget {
    switch try wire.int() {
    case 0: .form
    case 1: .fragment
    case 2: .image
    case 3: .pixels
    case 5: .page(try wire.int())
    default: .tile(width: try wire.int(), height: try wire.int())
    }
  }
}

/// What can be wrong with an SVG, in the order of its messages.
private let warningsOfVectors: [PictureWarning] = [.textInForeignObject, .picturesElsewhere, .tooMuchToDraw, .allWhite, .moving]

/// What a worker answers.
enum DrawingReply {
  case head(SVGHead?)
  case drawing(Drawing)
  case failure(PictureError)

  func write(to out: inout WireWriter) {
    switch self {
    case .head(nil): out.add(0)
    case .head(let head?):
      out.add(1)
      out.add(head.width.rawValue)
      out.add(head.height.rawValue)
      for warning in warningsOfVectors { out.add(head.warnings.contains(warning)) }
      out.add(head.links.count)
      for link in head.links {
        out.add(link.url)
        for number in [link.left, link.top, link.width, link.height] { out.add(number) }
      }
    case .drawing(.file(let bytes)):
      out.add(2)
      out.add(bytes)
    case .drawing(.raster(let raster)):
      out.add(3)
      out.add(raster.width)
      out.add(raster.height)
      out.add(raster.isOpaque)
      out.add(raster.pixels)
    case .drawing(.image(let image)):
      out.add(4)
      out.add(image.width)
      out.add(image.height)
      out.add(image.isGrey)
      out.add(image.colors)
      out.add(image.alpha != nil)
      if let alpha = image.alpha { out.add(alpha) }
      out.add(image.bits)
      out.add(image.palette != nil)
      if let palette = image.palette { out.add(palette) }
      out.add(image.hasRowFilters)
      out.add(image.profile != nil)
      if let profile = image.profile { out.add(profile) }
    case .drawing(.page(let page)):
      out.add(6)
      out.add(page.width.rawValue)
      out.add(page.height.rawValue)
      out.add(page.bytes)
    case .failure(let error):
      out.add(5)
      switch error {
      case .broken(let kind, let reason):
        out.add(0)
        out.add(kind.rawValue)
        out.add(reason)
      case .noLibrary(let kind, let package):
        out.add(1)
        out.add(kind.rawValue)
        out.add(package)
      case .tooLarge(let bytes, let limit):
        out.add(2)
        out.add(bytes)
        out.add(limit)
      case .outOfMemory(let limit):
        out.add(7)
        out.add(limit)
      case .tooMuchWork: out.add(4)
      case .locked: out.add(5)
      case .noPage(let number, let count):
        out.add(6)
        out.add(number)
        out.add(count)
      default:
        out.add(3)
        out.add(error.description)
      }
    }
  }

  init(from wire: inout WireReader) throws(WireReader.Malformed) {
    switch try wire.int() {
    case 0: self = .head(nil)
    case 1: self = .head(try Self.head(from: &wire))
    case 2: self = .drawing(.file(try wire.array()))
    case 3:
      let (width, height, isOpaque) = (try wire.int(), try wire.int(), try wire.bool())
      guard (1...1 << 20).contains(width), (1...1 << 20).contains(height) else { throw WireReader.Malformed() }
      var raster = Raster(clearWidth: 0, height: 0)
      (raster.width, raster.height, raster.isOpaque) = (width, height, isOpaque)
      raster.pixels = try wire.pixels(width * height)
      self = .drawing(.raster(raster))
    case 4:
      let (width, height, isGrey, colors) = (try wire.int(), try wire.int(), try wire.bool(), try wire.array())
      var image = PackedImage(width: width, height: height, isGrey: isGrey, colors: colors)
      image.alpha = try wire.bool() ? try wire.array() : nil
      image.bits = try wire.int()
      image.palette = try wire.bool() ? try wire.array() : nil
      image.hasRowFilters = try wire.bool()
      image.profile = try wire.bool() ? try wire.array() : nil
      guard image.isValid else { throw WireReader.Malformed() }
      self = .drawing(.image(image))
    case 5: self = .failure(try Self.failure(from: &wire))
    case 6:
      let size = (try wire.int(), try wire.int())
      // Plausible sizes are below a hundred kilometres.
      guard (1...1 << 48).contains(size.0), (1...1 << 48).contains(size.1) else { throw WireReader.Malformed() }
      let bytes = try wire.array()
      self = .drawing(.page(PDFPage(bytes: bytes, width: Length(rawValue: size.0), height: Length(rawValue: size.1))))
    default: throw WireReader.Malformed()
    }
  }

  private static func head(from wire: inout WireReader) throws(WireReader.Malformed) -> SVGHead {
    let size = (try wire.int(), try wire.int())
    // Plausible sizes are below a hundred kilometres.
    guard (0...1 << 48).contains(size.0), (0...1 << 48).contains(size.1) else { throw WireReader.Malformed() }
    var warnings: [PictureWarning] = []
    for warning in warningsOfVectors where try wire.bool() { warnings.append(warning) }
    var links: [PictureLink] = []
    for _ in 0..<(try wire.count()) {
      let url = try wire.string()
      let (left, top, width, height) = (try wire.double(), try wire.double(), try wire.double(), try wire.double())
      guard isWebAddress(url) || url.hasPrefix(PictureLabel.scheme), [left, top, width, height].allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
        throw WireReader.Malformed()
      }
      links.append(PictureLink(url: url, left: left, top: top, width: width, height: height))
    }
    return SVGHead(width: Length(rawValue: size.0), height: Length(rawValue: size.1), links: links, warnings: warnings)
  }

  private static func failure(from wire: inout WireReader) throws(WireReader.Malformed) -> PictureError {
    switch try wire.int() {
    case let code where code == 0 || code == 1:
      guard let kind = PictureKind(rawValue: try wire.string()) else { throw WireReader.Malformed() }
      let text = String(try wire.string().prefix(500))
      return code == 0 ? .broken(kind, reason: text) : .noLibrary(kind, package: text)
    case 2: return .tooLarge(bytes: try wire.int(), limit: try wire.int())
    case 7: return .outOfMemory(limit: try wire.int())
    case 4: return .tooMuchWork
    case 5: return .locked
    case 6: return .noPage(try wire.int(), of: try wire.int())
    default: return .crashed(reason: String(try wire.string().prefix(500)))
    }
  }
}
