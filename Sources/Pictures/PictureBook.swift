internal import Glibc
internal import Synchronization
public import TypesetBoxes
public import TypesetDiagnostics
public import TypesetFiles

/// All pictures of a document, each file loaded once.
public final class PictureBook: Sendable {
  fileprivate struct State {
    var pictures: [Picture] = []
    /// What the pictures were drawn as.
    var drawings: [PictureID: [PictureTarget: Drawing]] = [:]
    /// Of the tiles among them, in pixels.
    var tilePixels = 0
    /// By folder and path, or by address.
    var byPath: [String: Result<PictureID, PictureError>] = [:]
  }

  private let state = Mutex(State())
  let budget: Budget
  private let files: FileAccess
  /// True if programs of the system may draw what no library draws.
  let startsPrograms: Bool
  let host: DrawingHost
  /// Diagrams among them.
  let kept: KeptPictures?

  /// At most this many pixels of tiles are kept; others are drawn again when needed.
  fileprivate static let keptPixels = 64 << 20

  /// - Parameters:
  ///   - files: What may be read; nothing by default.
  ///   - place: Where pictures are drawn.
  ///   - kept: What other runs have drawn; nil draws everything.
  ///   - startsPrograms: True if programs of the system may draw what no library draws.
  ///   - prepareText: Makes fonts known to fontconfig before an SVG with text is drawn in this process.
  public init(
    budget: Budget = Budget(), files: FileAccess = .none, place: DrawingPlace = .thisProcess, fontFolders: [String] = [],
    kept: KeptPictures? = nil, startsPrograms: Bool = false, prepareText: @escaping @Sendable () -> Void = {}
  ) {
    self.budget = budget
    self.files = files
    self.kept = kept
    self.startsPrograms = startsPrograms
    host = DrawingHost(place: place, budget: budget, fontFolders: fontFolders, kept: kept, prepareText: prepareText)
  }

  /// The picture of an identifier that this book gave out.
  public func picture(_ id: PictureID) -> Picture { state.withLock { $0.pictures[Int(id.rawValue)] } }

  /// What a picture is to be drawn as at once, so that what can't be drawn is known before it has a place on a page.
  public typealias Wish = (Picture) -> PictureTarget?

  /// Loads a file, or takes it from the cache. A file that failed once fails again without being read.
  ///
  /// - Parameters:
  ///   - folder: Where a relative path starts; nil is the first root.
  ///   - variant: What is wanted of it.
  ///   - preparation: What makes an SVG belong to the page.
  public func load(
    path: String, from folder: String? = nil, variant: PictureVariant = PictureVariant(), preparation: SVGPreparation? = nil,
    wish: Wish = { _ in nil }
  ) throws(PictureError) -> PictureID {
    // No path contains a NUL.
    let key = "\(folder ?? "")\0\(preparation?.identity ?? "")\0\(variant.key)\0\(path)"
    if let known = state.withLock({ $0.byPath[key] }) { return try known.get() }
    let result = Result { () throws(PictureError) in try make(try read(path, from: folder), variant, preparation, wish) }
    return try state.withLock { state -> Result<PictureID, PictureError> in
      if let known = state.byPath[key] { return known }
      let id = result.map { state.add($0) }
      state.byPath[key] = id
      return id
    }.get()
  }

  /// The bytes of a file; an SVG's with the pictures in it that it refers to.
  private func read(_ path: String, from folder: String?) throws(PictureError) -> [UInt8] {
    let file: FileAccess.File
    do throws(FileFailure) {
      file = try files.read(path, from: folder, limit: budget.pictureBytes)
    } catch {
      throw .file(error)
    }
    // A compressed file is decompressed where it is drawn, and cannot show other files.
    guard PictureKind(recognizing: file.bytes) == .svg, file.bytes.first != 0x1F else { return file.bytes }
    let svg = try plainSVG(file.bytes, limit: budget.pictureBytes)
    var room = budget.pictureBytes - svg.count
    return SVGReferences(svg).embedded { reference in
      guard let part = try? files.read(reference, from: file.folder, limit: room / 2) else { return nil }
      room -= part.bytes.count * 2
      return part.bytes
    }
  }

  /// Loads a picture that is not a file. References in an SVG are not loaded.
  public func load(
    bytes: [UInt8], variant: PictureVariant = PictureVariant(), preparation: SVGPreparation? = nil, wish: Wish = { _ in nil }
  ) throws(PictureError) -> PictureID {
    let made = try make(bytes, variant, preparation, wish)
    return state.withLock { $0.add(made) }
  }

  /// A picture drawn as something, now or before.
  public func drawing(of id: PictureID, as target: PictureTarget) throws(PictureError) -> Drawing {
    let (picture, known) = state.withLock { ($0.pictures[Int(id.rawValue)], $0.drawings[id]?[target]) }
    if let known { return known }
    let drawing: Drawing
    if let page = picture.page {
      drawing = try drawn(page, as: target)
    } else {
      drawing = try host.session { session throws(PictureError) in
        _ = try session.open(picture.kind, picture.bytes)
        return try session.draw(target)
      }
    }
    state.withLock { $0.keep(drawing, of: id, as: target) }
    return drawing
  }

  /// All pixels of a raster picture.
  public func raster(of id: PictureID) throws(PictureError) -> Raster {
    guard case .raster(let raster) = try drawing(of: id, as: .pixels) else { throw .unknownKind }
    return raster
  }

  /// Draws a picture that was loaded without a wish; if that fails, it fails from now on wherever it is loaded.
  public func prepare(_ id: PictureID, wish: Wish) throws(PictureError) {
    let (picture, isDrawn) = state.withLock { ($0.pictures[Int(id.rawValue)], $0.drawings[id] != nil) }
    guard !isDrawn, let target = wish(picture) else { return }
    do throws(PictureError) {
      _ = try drawing(of: id, as: target)
    } catch {
      state.withLock { state in
        for (name, known) in state.byPath where known == .success(id) { state.byPath[name] = .failure(error) }
      }
      throw error
    }
  }

  /// Any existing tile of a picture, for when the one that is needed cannot be drawn.
  public func spareTile(of id: PictureID) -> Raster? {
    for case .raster(let raster)? in state.withLock({ $0.drawings[id]?.values.map { $0 } }) ?? [] { return raster }
    return nil
  }

  /// Makes a picture that has a name but no file, or takes it from the cache.
  public func load(
    named name: String, variant: PictureVariant = PictureVariant(), preparation: SVGPreparation? = nil, wish: Wish = { _ in nil },
    _ bytes: () throws(PictureError) -> [UInt8]
  ) throws(PictureError) -> PictureID {
    if let known = state.withLock({ $0.byPath[name] }) { return try known.get() }
    let result = Result { () throws(PictureError) in try load(bytes: try bytes(), variant: variant, preparation: preparation, wish: wish) }
    return try state.withLock { state -> Result<PictureID, PictureError> in
      let first = state.byPath[name] ?? result
      state.byPath[name] = first
      return first
    }.get()
  }

  /// The paths of pictures that are files, as documents give them; of several the first in the alphabet.
  package var paths: [PictureID: String] {
    state.withLock { state in
      var out: [PictureID: String] = [:]
      for (name, result) in state.byPath {
        guard case .success(let id) = result, let end = name.utf8.lastIndex(of: 0) else { continue }
        let path = String(name[name.utf8.index(after: end)...])
        if path.hasPrefix("data:") { continue }
        if out[id].map({ path < $0 }) ?? true { out[id] = path }
      }
      return out
    }
  }

  /// The files of all pictures that have names but no path: pictures of the network and of diagrams; sorted by name.
  public var namedFiles: [(name: String, kind: PictureKind, bytes: [UInt8])] {
    state.withLock { state in
      state.byPath.compactMap { name, result in
        guard case .success(let id) = result, !name.utf8.contains(0) else { return nil }
        let picture = state.pictures[Int(id.rawValue)]
        return (name, picture.kind, picture.bytes)
      }.sorted { $0.name < $1.name }
    }
  }

  /// The picture within a `data:` URL.
  public func load(
    dataURL url: String, variant: PictureVariant = PictureVariant(), preparation: SVGPreparation? = nil, wish: Wish = { _ in nil }
  ) throws(PictureError) -> PictureID {
    let name = "\(preparation?.identity ?? "")\0\(variant.key)\0\(url)"
    return try load(named: name, variant: variant, preparation: preparation, wish: wish) { () throws(PictureError) in
      guard url.utf8.count <= budget.pictureBytes * 3 else { throw .tooLarge(bytes: url.utf8.count, limit: budget.pictureBytes) }
      guard let bytes = dataURLBytes(url) else { throw .unreadable(reason: "the data URL is broken") }
      return bytes
    }
  }

  /// A picture from the network, which `fetch` has loaded.
  public func load(address: String) throws(PictureError) -> PictureID {
    guard let known = state.withLock({ $0.byPath[address] }) else { throw .notAllowed }
    return try known.get()
  }

  /// Loads pictures from the network, several at once.
  public func fetch(
    _ addresses: [String], access: NetworkAccess, preparation: SVGPreparation? = nil, threads: Int = coreCount
  ) {
    let loaded = RemotePictures(access: access, limit: budget.pictureBytes).load(addresses, threads: threads)
    // In the order of the document, so that pictures have the same numbers each time.
    for address in addresses {
      _ = try? load(named: address, variant: PictureVariant(of: address), preparation: preparation) { () throws(PictureError) in
        switch loaded[address] {
        case .success(let bytes): return bytes
        case .failure(.noLibrary): throw .noNetwork
        case .failure(.failed(let reason)): throw .notLoaded(reason: reason)
        case nil: throw .notLoaded(reason: "it was not requested")
        }
      }
    }
  }

  private func make(
    _ bytes: [UInt8], _ variant: PictureVariant, _ preparation: SVGPreparation?, _ wish: Wish
  ) throws(PictureError) -> Made {
    guard bytes.count <= budget.pictureBytes else { throw .tooLarge(bytes: bytes.count, limit: budget.pictureBytes) }
    guard let kind = PictureKind(recognizing: bytes) else { throw .unknownKind }
    let picture: Picture
    switch kind {
    case .png: picture = try makeRaster(.png, try readPNGHead(bytes), bytes)
    case .jpeg:
      let head = try readJPEGHead(bytes)
      picture = try makeRaster(.jpeg, head.size, bytes, jpeg: head)
    case .gif: picture = try makeRaster(.gif, try readGIFHead(bytes), bytes)
    case .webp: picture = try makeRaster(.webp, try readWebPHead(bytes).size, bytes)
    case .svg: return try makeVector(PreparedSVG(bytes, preparation, variant), wish)
    case .pdf: return try makePage(variant.page, of: bytes, wish)
    case .bmp, .tiff, .avif: picture = try makeRaster(kind, try readPixbufHead(bytes, kind), bytes)
    }
    guard let target = wish(picture) else { return Made(picture: picture) }
    let drawing = try host.session { session throws(PictureError) in
      _ = try session.open(kind, bytes)
      return try session.draw(target)
    }
    return Made(picture: Self.scaled(picture, in: drawing) ?? picture, target: target, drawing: drawing)
  }

  /// A picture with too many pixels to be held, with the warning about it; nil for others.
  private static func scaled(_ picture: Picture, in drawing: Drawing) -> Picture? {
    guard case .image(let image) = drawing, let pixels = picture.pixels, image.width < pixels.width || image.height < pixels.height else {
      return nil
    }
    return Picture(
      kind: picture.kind, width: picture.width, height: picture.height, pixels: pixels, bytes: picture.bytes,
      warnings: picture.warnings + [.scaledDown(width: image.width, height: image.height)])
  }

  private func makeVector(_ svg: PreparedSVG, _ wish: Wish) throws(PictureError) -> Made {
    try host.session { session throws(PictureError) in
      guard let head = try session.open(.svg, svg.bytes) else { throw .broken(.svg, reason: "it has no size") }
      let picture = Picture(
        kind: .svg, width: head.width, height: head.height, pixels: nil, bytes: svg.bytes,
        links: head.links.filter { !$0.url.hasPrefix(PictureLabel.scheme) },
        labels: head.links.compactMap { PictureLabel($0, of: svg.texts) }, name: svg.name, isAdaptive: svg.isAdaptive,
        warnings: head.warnings)
      guard head.width > .zero, head.height > .zero, let target = wish(picture) else { return Made(picture: picture) }
      return Made(picture: picture, target: target, drawing: try session.draw(target))
    }
  }

  private func makePage(_ number: Int, of bytes: [UInt8], _ wish: Wish) throws(PictureError) -> Made {
    let drawing = try host.session { session throws(PictureError) in
      _ = try session.open(.pdf, bytes)
      return try session.draw(.page(number))
    }
    guard case .page(let page) = drawing else { throw .broken(.pdf, reason: "it has no page") }
    let picture = Picture(kind: .pdf, width: page.width, height: page.height, pixels: nil, bytes: bytes, page: page)
    guard let target = wish(picture) else { return Made(picture: picture) }
    return Made(picture: picture, target: target, drawing: try drawn(page, as: target))
  }

  private func makeRaster(
    _ kind: PictureKind, _ size: RasterSize, _ bytes: [UInt8], jpeg: JPEGHead? = nil
  ) throws(PictureError) -> Picture {
    guard size.width > 0, size.height > 0 else { throw .broken(kind, reason: "it has no pixels") }
    let (count, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflows, count <= budget.picturePixels, max(size.width, size.height) <= 1 << 20 else {
      throw .tooManyPixels(width: size.width, height: size.height, limit: budget.picturePixels)
    }
    return Picture(
      kind: kind, width: (Double(size.width) * 72 / size.usableResolutionX).pt,
      height: (Double(size.height) * 72 / size.usableResolutionY).pt, pixels: (size.width, size.height), bytes: bytes,
      jpeg: jpeg, warnings: isCutOff(bytes, kind) ? [.cutOff] : [])
  }
}

/// A picture, and what it was drawn as at once.
private struct Made {
  var picture: Picture
  var target: PictureTarget?
  var drawing: Drawing?
}

extension PictureBook.State {
  fileprivate mutating func add(_ made: Made) -> PictureID {
    pictures.append(made.picture)
    let id = PictureID(rawValue: UInt32(pictures.count - 1))
    if let target = made.target, let drawing = made.drawing { keep(drawing, of: id, as: target) }
    return id
  }

  fileprivate mutating func keep(_ drawing: Drawing, of id: PictureID, as target: PictureTarget) {
    if case .raster(let raster) = drawing {
      guard tilePixels + raster.pixels.count <= PictureBook.keptPixels else { return }
      tilePixels += raster.pixels.count
    }
    drawings[id, default: [:]][target] = drawing
  }
}

/// True if a file ends before its picture does, as far as its markers show.
private func isCutOff(_ bytes: [UInt8], _ kind: PictureKind) -> Bool {
  switch kind {
  case .png:
    // Chunks: length, name, body, checksum; the last one is IEND.
    var index = 8
    while index + 12 <= bytes.count {
      if bytes[index + 4..<index + 8].elementsEqual("IEND".utf8) { return false }
      index += 12 + bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return true
  case .jpeg:
    // The end marker, whatever a camera has appended after it.
    let end = bytes.suffix(1 << 20)
    return !end.indices.dropLast().reversed().contains { end[$0] == 0xFF && end[$0 + 1] == 0xD9 }
  default: return false
  }
}

/// Pixels and pixels per inch from a file's header.
struct RasterSize: Hashable, Sendable {
  var width: Int
  var height: Int
  var resolutionX: Double?
  var resolutionY: Double?

  /// 43 of 2,399 real files say 1: values below 50 and above 1,200 are ignored, and those with which a picture of many pixels would be no higher and no
  /// wider than a letter, such as a logo of 120 pixels at 1,200.
  private var isPlausible: Bool {
    guard let x = resolutionX, let y = resolutionY, (50...1200).contains(x), (50...1200).contains(y) else { return false }
    return max(width, height) < 48 || max(Double(width) / x, Double(height) / y) > 1 / 6
  }
  var usableResolutionX: Double { isPlausible ? resolutionX ?? 96 : 96 }
  var usableResolutionY: Double { isPlausible ? resolutionY ?? 96 : 96 }
}

func reasonOfErrno() -> String { unsafe String(cString: strerror(errno)) }
