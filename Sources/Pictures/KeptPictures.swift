internal import Glibc
internal import Synchronization
public import TypesetDiagnostics
internal import TypesetFiles

/// Drawn pictures and diagrams that are kept between runs, by the digests of all that they are made of: the picture's bytes and what it is
/// drawn as, or the diagram's source and its program; the program and its libraries; limits; the fonts of the machine where there may be text.
///
/// It is not known what a diagram's program reads in addition to its own file and the files that its command line names.
public struct KeptPictures: Sendable {
  let files: KeptFiles
  /// Of everything but the picture itself and fonts.
  private let surroundings: String
  private let fonts: FontState

  /// - Parameters:
  ///   - megabytes: The room that the folder has.
  ///   - program: What tells one build of the program from another.
  ///   - fontFolders: Further folders with fonts.
  /// - Returns: nil where no folder is named, or it can't be made.
  public init?(_ folder: String?, megabytes: Int, program: @autoclosure () -> String, budget: Budget, fontFolders: [String]) {
    guard let folder, let files = KeptFiles(folder, kind: .pictures, megabytes: megabytes) else { return nil }
    self.files = files
    let program = program()
    var digest = Digest()
    digest.add("\(program)\n\(budget.pictureBytes) \(budget.decodedPixels) \(budget.pictureMemory) \(budget.pictureWork)\n")
    for folder in fontFolders { digest.add("\(folder.utf8.count) \(folder)\n") }
    // Whatever installs libraries has this file written anew.
    digest.add(FileStamp("/etc/ld.so.cache").text)
    for name in Self.variables { digest.add("\(name)=\(environment(name) ?? "")\n") }
    for folder in (environment("LD_LIBRARY_PATH") ?? "").split(separator: ":") { digest.add(FileStamp(String(folder)).text) }
    surroundings = digest.finish()
    fonts = FontState(folders: Confinement.fonts + Confinement.userFonts.filter { !$0.contains("/.cache/") } + fontFolders)
  }

  /// The variables that libraries look at.
  private static let variables = [
    "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LD_LIBRARY_PATH", "LD_PRELOAD", "FONTCONFIG_FILE",
    "FONTCONFIG_PATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "PATH",
  ]

  /// What an entry is found by.
  private func key(_ what: String, _ bytes: [UInt8], hasText: Bool) -> String {
    var digest = Digest()
    digest.add("\(surroundings)\n\(hasText ? fonts.digest : "")\n\(what)\n")
    digest.add(bytes)
    return digest.finish()
  }

  // MARK: Pictures

  /// True for what takes longer to draw than to read back.
  static func isDear(_ target: PictureTarget, of kind: PictureKind, _ bytes: [UInt8]) -> Bool {
    switch target {
    case .form, .fragment, .tile, .page: true
    // Pixels that a PDF takes as they are in the file: grey, coloured or with a palette, without alpha.
    case .image: !(kind == .png && bytes.count > 28 && [0, 2, 3].contains(bytes[25]) && bytes[28] == 0)
    // As large as they are.
    case .pixels: false
    }
  }

  func key(_ kind: PictureKind, _ bytes: [UInt8], as target: PictureTarget?) -> String {
    key("\(kind.rawValue) \(target.map { "\($0)" } ?? "head")", bytes, hasText: kind == .svg && mayHaveText(bytes))
  }

  func reply(_ key: String) -> DrawingReply? {
    guard let bytes = files.entry(key) else { return nil }
    var wire = WireReader(bytes)
    return try? DrawingReply(from: &wire)
  }

  func keep(_ reply: DrawingReply, as key: String) {
    var wire = WireWriter()
    reply.write(to: &wire)
    files.keep(wire.bytes, as: key)
  }

  // MARK: Diagrams

  func key(of diagram: PictureBook.Diagram) -> String? {
    guard let program = diagram.command.words.first.flatMap(Self.file(ofProgram:)) else { return nil }
    var what = "diagram\n"
    for word in diagram.command.words { what += "\(word.utf8.count) \(word)\n" }
    // The program, and a configuration.
    for path in [program] + diagram.command.words.dropFirst() {
      let stamp = FileStamp(path)
      if stamp.isFile { what += stamp.text }
    }
    return key(what, Array(diagram.source.utf8), hasText: true)
  }

  /// The file that a shell would start.
  private static func file(ofProgram name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return name }
    return (environment("PATH") ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }
}

private func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

/// What fonts a machine has, looked up when it is first asked for: every file below some folders, by name, size and time.
private final class FontState: Sendable {
  private let folders: [String]
  private let known = Mutex<String?>(nil)

  /// More files than this are not looked at, but their folders are.
  private static let mostFiles = 20_000
  private static let deepest = 8

  init(folders: [String]) { self.folders = folders }

  var digest: String {
    known.withLock { known in
      if let known { return known }
      var digest = Digest()
      // Written wherever fonts have been listed anew.
      digest.add(FileStamp("/var/cache/fontconfig").text)
      var count = 0
      for folder in folders { Self.add(folder, depth: 0, to: &digest, &count) }
      let made = digest.finish()
      known = made
      return made
    }
  }

  private static func add(_ path: String, depth: Int, to digest: inout Digest, _ count: inout Int) {
    let stamp = FileStamp(path)
    digest.add(stamp.text)
    count += 1
    guard stamp.isFolder, depth < deepest, count < mostFiles, let names = try? fileNames(in: path) else { return }
    for name in names where !name.hasPrefix(".") { add("\(path)/\(name)", depth: depth + 1, to: &digest, &count) }
  }
}

/// A session that looks among kept pictures first, and borrows one that draws for what is not there.
final class KeptSession: DrawingSession {
  private let kept: KeptPictures
  private let host: DrawingHost
  private var picture: (kind: PictureKind, bytes: [UInt8])?
  private var drawer: (any DrawingSession)?
  /// True if the session that draws has opened the picture.
  private var isOpen = false

  init(_ kept: KeptPictures, _ host: DrawingHost) { (self.kept, self.host) = (kept, host) }

  deinit { if let drawer { host.giveBack(drawer) } }

  func open(_ kind: PictureKind, _ bytes: [UInt8]) throws(PictureError) -> SVGHead? {
    picture = (kind, bytes)
    isOpen = false
    // The heads of raster pictures need no library.
    guard kind == .svg else { return nil }
    let key = kept.key(kind, bytes, as: nil)
    if case .head(let head?)? = kept.reply(key) { return head }
    let head = try opened()
    if let head { kept.keep(.head(head), as: key) }
    return head
  }

  func draw(_ target: PictureTarget) throws(PictureError) -> Drawing {
    guard let picture, KeptPictures.isDear(target, of: picture.kind, picture.bytes) else { return try drawn(target) }
    let key = kept.key(picture.kind, picture.bytes, as: target)
    if case .drawing(let drawing)? = kept.reply(key), fits(drawing, target) { return drawing }
    let drawing = try drawn(target)
    kept.keep(.drawing(drawing), as: key)
    return drawing
  }

  /// True for a drawing of the kind that was asked for.
  private func fits(_ drawing: Drawing, _ target: PictureTarget) -> Bool {
    switch (target, drawing) {
    case (.form, .file), (.fragment, .file), (.image, .image), (.page, .page): true
    case (.tile(let width, let height), .raster(let raster)): raster.width == width && raster.height == height
    default: false
    }
  }

  private func drawn(_ target: PictureTarget) throws(PictureError) -> Drawing {
    if !isOpen { _ = try opened() }
    guard var drawer else { throw .crashed(reason: "it was not opened") }
    defer { self.drawer = drawer }
    return try drawer.draw(target)
  }

  /// Opens the picture in a session that draws.
  private func opened() throws(PictureError) -> SVGHead? {
    guard let picture else { return nil }
    var drawer: any DrawingSession = if let known = self.drawer { known } else { try host.borrow() }
    defer { self.drawer = drawer }
    isOpen = true
    return try drawer.open(picture.kind, picture.bytes)
  }
}
