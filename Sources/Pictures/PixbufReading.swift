internal import Glibc

/// BMP, TIFF and AVIF, by the modules of GdkPixbuf that the system has; librsvg reads pictures in SVG by it, too.
///
/// - Source: the headers of Windows bitmaps (BITMAPCOREHEADER, BITMAPINFOHEADER), TIFF 6.0 section 2, ISO/IEC 23008-12 6.5.3 and 6.5.10 for AVIF.

/// The size of a picture, upright, before anything is decoded.
func readPixbufHead(_ bytes: [UInt8], _ kind: PictureKind) throws(PictureError) -> RasterSize {
  let found =
    switch kind {
    case .bmp: bitmapSize(bytes)
    case .tiff: tiffSize(bytes)
    default: avifSize(bytes)
    }
  guard let found, found.width > 0, found.height > 0 else { throw .broken(kind, reason: "it has no size") }
  guard found.width <= 1 << 16, found.height <= 1 << 16 else {
    throw .tooManyPixels(width: found.width, height: found.height, limit: 1 << 32)
  }
  return RasterSize(width: found.width, height: found.height)
}

/// - Parameter isBig: True if the first byte is the highest.
private func number(_ bytes: [UInt8], _ at: Int, _ count: Int, isBig: Bool = false) -> Int? {
  guard at >= 0, at + count <= bytes.count else { return nil }
  let part = bytes[at..<at + count]
  return isBig ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
}

private func bitmapSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
  guard let header = number(bytes, 14, 4) else { return nil }
  if header == 12 { return number(bytes, 18, 2).flatMap { width in number(bytes, 20, 2).map { (width, $0) } } }
  guard let width = number(bytes, 18, 4), let height = number(bytes, 22, 4) else { return nil }
  // Rows from the top have a height below zero.
  return (width, abs(Int(Int32(truncatingIfNeeded: height))))
}

private func tiffSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
  let isBig = bytes.first == UInt8(ascii: "M")
  guard let directory = number(bytes, 4, 4, isBig: isBig), let count = number(bytes, directory, 2, isBig: isBig) else { return nil }
  var values: [Int: Int] = [:]
  for entry in 0..<count {
    let at = directory + 2 + entry * 12
    guard let tag = number(bytes, at, 2, isBig: isBig), let type = number(bytes, at + 2, 2, isBig: isBig) else { break }
    // Width, height and orientation are numbers of 16 or 32 bits.
    values[tag] = number(bytes, at + 8, type == 3 ? 2 : 4, isBig: isBig)
  }
  guard let width = values[256], let height = values[257] else { return nil }
  return values[274] ?? 1 >= 5 ? (height, width) : (width, height)
}

/// The largest of the sizes that its items have: others are thumbnails, tiles and masks.
private func avifSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
  let head = bytes.prefix(1 << 16)
  var (largest, isTurned): ((width: Int, height: Int)?, Bool) = (nil, false)
  var index = 4
  while let found = head[index...].firstIndex(of: UInt8(ascii: "i")) {
    index = found + 1
    if head[found...].starts(with: "ispe".utf8), let width = number(bytes, found + 8, 4, isBig: true),
      let height = number(bytes, found + 12, 4, isBig: true), width * height > (largest?.width ?? 0) * (largest?.height ?? 0)
    {
      largest = (width, height)
    } else if head[found...].starts(with: "irot".utf8), let turn = number(bytes, found + 4, 1) {
      isTurned = turn % 2 == 1
    }
  }
  guard let largest else { return nil }
  return isTurned ? (largest.height, largest.width) : largest
}

func decodePixbuf(_ bytes: [UInt8], _ kind: PictureKind, size: RasterSize) throws(PictureError) -> Raster {
  let package = kind == .avif ? "libavif-gdk-pixbuf" : "libgdk-pixbuf-2.0-0"
  guard let library = PixbufLibrary.shared else { throw .noLibrary(kind, package: package) }
  return try library.decode(bytes, kind, size: size, package: package)
}

/// GdkPixbuf, of which only these functions are needed: their forms have not changed since 2.0.
@safe private struct PixbufLibrary: Sendable {
  typealias Pointer = UnsafeMutableRawPointer
  typealias Number = @convention(c) (Pointer?) -> Int32

  private let makeLoader: @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Pointer?>?) -> Pointer?
  private let write: @convention(c) (Pointer?, UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Pointer?>?) -> Int32
  private let close: @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>?) -> Int32
  private let picture: @convention(c) (Pointer?) -> Pointer?
  private let upright: @convention(c) (Pointer?) -> Pointer?
  private let pixels: @convention(c) (Pointer?) -> UnsafePointer<UInt8>?
  private let width: Number
  private let height: Number
  private let channels: Number
  private let stride: Number
  private let release: @convention(c) (Pointer?) -> Void

  static let shared = PixbufLibrary()

  private init?() {
    guard let library = LoadedLibrary("libgdk_pixbuf-2.0.so.0"), let objects = LoadedLibrary("libgobject-2.0.so.0"),
      let makeLoader = unsafe library.function("gdk_pixbuf_loader_new_with_type", as: type(of: makeLoader)),
      let write = unsafe library.function("gdk_pixbuf_loader_write", as: type(of: write)),
      let close = unsafe library.function("gdk_pixbuf_loader_close", as: type(of: close)),
      let picture = unsafe library.function("gdk_pixbuf_loader_get_pixbuf", as: type(of: picture)),
      let upright = unsafe library.function("gdk_pixbuf_apply_embedded_orientation", as: type(of: upright)),
      let pixels = unsafe library.function("gdk_pixbuf_get_pixels", as: type(of: pixels)),
      let width = unsafe library.function("gdk_pixbuf_get_width", as: Number.self),
      let height = unsafe library.function("gdk_pixbuf_get_height", as: Number.self),
      let channels = unsafe library.function("gdk_pixbuf_get_n_channels", as: Number.self),
      let stride = unsafe library.function("gdk_pixbuf_get_rowstride", as: Number.self),
      let release = unsafe objects.function("g_object_unref", as: type(of: release))
    else { return nil }
    unsafe (self.makeLoader, self.write, self.close, self.picture, self.upright) = (makeLoader, write, close, picture, upright)
    unsafe (self.pixels, self.width, self.height, self.channels, self.stride) = (pixels, width, height, channels, stride)
    unsafe self.release = release
  }

  func decode(_ bytes: [UInt8], _ kind: PictureKind, size: RasterSize, package: String) throws(PictureError) -> Raster {
    guard let loader = unsafe makeLoader(kind.rawValue.lowercased(), nil) else { throw .noLibrary(kind, package: package) }
    defer { unsafe release(loader) }
    let isWritten = unsafe bytes.withUnsafeBufferPointer { unsafe write(loader, $0.baseAddress, $0.count, nil) } != 0
    let isRead = unsafe close(loader, nil) != 0
    guard isWritten, isRead, let stored = unsafe picture(loader), let shown = unsafe upright(stored) else {
      throw .broken(kind, reason: "it cannot be decoded")
    }
    defer { unsafe release(shown) }
    let (columns, rows, channels, stride) = unsafe (Int(width(shown)), Int(height(shown)), Int(channels(shown)), Int(stride(shown)))
    guard columns == size.width, rows == size.height, channels == 3 || channels == 4, let pixels = unsafe pixels(shown) else {
      throw .broken(kind, reason: "its sizes contradict each other")
    }
    var rgba: [UInt8] = []
    rgba.reserveCapacity(columns * rows * 4)
    for row in 0..<rows {
      for column in 0..<columns {
        let pixel = unsafe pixels + (row * stride + column * channels)
        unsafe rgba.append(contentsOf: [pixel[0], pixel[1], pixel[2], channels == 4 ? pixel[3] : 255])
      }
    }
    return Raster(width: columns, height: rows, rgba: rgba)
  }
}
