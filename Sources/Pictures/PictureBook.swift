internal import Glibc
internal import Synchronization
public import TypesetBoxes
public import TypesetDiagnostics
public import TypesetFiles

/// All pictures of a document, each file loaded once.
public final class PictureBook: Sendable {
  private struct State {
    var pictures: [Picture] = []
    /// By folder and path, or by address.
    var byPath: [String: Result<PictureID, PictureError>] = [:]
  }

  private let state = Mutex(State())
  private let budget: Budget
  private let files: FileAccess

  /// - Parameter files: What may be read; nothing unless it is said.
  public init(budget: Budget = Budget(), files: FileAccess = .none) {
    self.budget = budget
    self.files = files
  }

  /// The picture of an identifier that this book gave out.
  public func picture(_ id: PictureID) -> Picture { state.withLock { $0.pictures[Int(id.rawValue)] } }

  /// Loads a file, or remembers it. A file that failed once fails again without being read.
  ///
  /// - Parameter folder: Where a relative path starts; nil is the first root.
  public func load(path: String, from folder: String? = nil) throws(PictureError) -> PictureID {
    // No path holds a NUL.
    let key = (folder ?? "") + "\0" + path
    if let known = state.withLock({ $0.byPath[key] }) { return try known.get() }
    let result = Result { () throws(PictureError) in try make(try read(path, from: folder)) }
    return try state.withLock { state -> Result<PictureID, PictureError> in
      if let known = state.byPath[key] { return known }
      let id = result.map { picture in
        state.pictures.append(picture)
        return PictureID(rawValue: UInt32(state.pictures.count - 1))
      }
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
    guard PictureKind(recognizing: file.bytes) == .svg else { return file.bytes }
    let svg = try plainSVG(file.bytes, limit: budget.pictureBytes)
    var room = budget.pictureBytes - svg.count
    return SVGReferences(svg).embedded { reference in
      guard let part = try? files.read(reference, from: file.folder, limit: room / 2) else { return nil }
      room -= part.bytes.count * 2
      return part.bytes
    }
  }

  /// Loads a picture that is no file. What an SVG refers to is not loaded then.
  public func load(bytes: [UInt8]) throws(PictureError) -> PictureID {
    let picture = try make(bytes)
    return state.withLock { state in
      state.pictures.append(picture)
      return PictureID(rawValue: UInt32(state.pictures.count - 1))
    }
  }

  /// Makes a picture that has a name but no file, or remembers it.
  public func load(named name: String, _ bytes: () throws(PictureError) -> [UInt8]) throws(PictureError) -> PictureID {
    if let known = state.withLock({ $0.byPath[name] }) { return try known.get() }
    let result = Result { () throws(PictureError) in try load(bytes: try bytes()) }
    return try state.withLock { state -> Result<PictureID, PictureError> in
      let first = state.byPath[name] ?? result
      state.byPath[name] = first
      return first
    }.get()
  }

  /// The picture within a `data:` URL.
  public func load(dataURL url: String) throws(PictureError) -> PictureID {
    try load(named: url) { () throws(PictureError) in
      guard url.utf8.count <= budget.pictureBytes * 3 else { throw .tooLarge(bytes: url.utf8.count, limit: budget.pictureBytes) }
      guard let bytes = dataURLBytes(url) else { throw .unreadable(reason: "the data URL is broken") }
      return bytes
    }
  }

  /// A picture of the network, which `fetch` has loaded.
  public func load(address: String) throws(PictureError) -> PictureID {
    guard let known = state.withLock({ $0.byPath[address] }) else { throw .notAllowed }
    return try known.get()
  }

  /// Loads pictures from the network, several at once.
  public func fetch(_ addresses: [String], access: NetworkAccess) {
    let loaded = RemotePictures(access: access, limit: budget.pictureBytes).load(addresses)
    // In the order of the document, so that pictures have the same numbers each time.
    for address in addresses {
      _ = try? load(named: address) { () throws(PictureError) in
        switch loaded[address] {
        case .success(let bytes): return bytes
        case .failure(.noLibrary): throw .noNetwork
        case .failure(.failed(let reason)): throw .notLoaded(reason: reason)
        case nil: throw .notLoaded(reason: "nobody asked for it")
        }
      }
    }
  }

  private func make(_ bytes: [UInt8]) throws(PictureError) -> Picture {
    guard bytes.count <= budget.pictureBytes else { throw .tooLarge(bytes: bytes.count, limit: budget.pictureBytes) }
    guard let kind = PictureKind(recognizing: bytes) else { throw .unknownKind }
    switch kind {
    case .png: return try makeRaster(.png, try readPNGHead(bytes), .png, bytes)
    case .jpeg:
      let head = try readJPEGHead(bytes)
      return try makeRaster(.jpeg, head.size, .jpeg(head), bytes)
    case .gif: return try makeRaster(.gif, try readGIFHead(bytes), .gif, bytes)
    case .webp:
      let head = try readWebPHead(bytes)
      return try makeRaster(.webp, head.size, .webp(head), bytes)
    case .svg:
      let bytes = try plainSVG(bytes, limit: budget.pictureBytes)
      let drawing = try SVGDrawing(bytes)
      let size = drawing.intrinsicSize
      var warnings: [PictureWarning] = drawing.hasLostText(bytes) ? [.textInForeignObject] : []
      if SVGReferences(bytes).isIncomplete { warnings.append(.picturesElsewhere) }
      if !drawing.isDrawable(bytes) { warnings.append(.tooMuchToDraw) }
      return Picture(
        kind: .svg, width: size.width, height: size.height, pixels: nil, bytes: [], content: .svg(drawing),
        hasText: bytes.contains("<text"), links: drawing.links(width: size.width.points, height: size.height.points),
        warnings: warnings)
    case .bmp, .tiff, .pdf, .avif: throw .unsupportedKind(kind)
    }
  }

  private func makeRaster(
    _ kind: PictureKind, _ size: RasterSize, _ content: Picture.Content, _ bytes: [UInt8]
  ) throws(PictureError) -> Picture {
    guard size.width > 0, size.height > 0 else { throw .broken(kind, reason: "it has no pixels") }
    let (count, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflows, count <= budget.picturePixels else {
      throw .tooManyPixels(width: size.width, height: size.height, limit: budget.picturePixels)
    }
    return Picture(
      kind: kind, width: (Double(size.width) * 72 / size.usableResolutionX).pt,
      height: (Double(size.height) * 72 / size.usableResolutionY).pt, pixels: (size.width, size.height), bytes: bytes,
      content: content, warnings: isCutOff(bytes, kind) ? [.cutOff] : [])
  }
}

/// Does a file end before its picture does, as far as its marks say so?
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
    // The mark of the end, whatever a camera has put behind it.
    return !bytes.suffix(1 << 20).contains([0xFF, 0xD9])
  default: return false
  }
}

/// Pixels and pixels per inch, as a file's head has them.
struct RasterSize: Hashable, Sendable {
  var width: Int
  var height: Int
  var resolutionX: Double?
  var resolutionY: Double?

  /// 43 of 2,399 real files say 1: nonsense below 50 and above 1,200 counts as nothing said.
  private var isPlausible: Bool {
    guard let x = resolutionX, let y = resolutionY else { return false }
    return (50...1200).contains(x) && (50...1200).contains(y)
  }
  var usableResolutionX: Double { isPlausible ? resolutionX ?? 96 : 96 }
  var usableResolutionY: Double { isPlausible ? resolutionY ?? 96 : 96 }
}

func reasonOfErrno() -> String { unsafe String(cString: strerror(errno)) }

extension [UInt8] {
  /// Does a word of ASCII stand anywhere in the bytes?
  func contains(_ word: String) -> Bool {
    let word = Array(word.utf8)
    var index = startIndex
    while let at = self[index...].firstIndex(of: word[0]) {
      if self[at...].starts(with: word) { return true }
      index = at + 1
    }
    return false
  }
}
