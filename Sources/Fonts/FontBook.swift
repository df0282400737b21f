internal import CBundledFonts
internal import CHarfBuzz
internal import Glibc
internal import Synchronization
public import TypesetBoxes
internal import TypesetDiagnostics
public import TypesetFiles

/// What a fallback face is needed for.
public struct FallbackRequest: Hashable, Sendable {
  /// What it should look like.
  public enum Kind: String, Hashable, Sendable {
    case serif
    case sans = "sans-serif"
    case monospace, emoji
  }

  /// The characters, all of which it must have.
  public var scalars: [Unicode.Scalar]
  /// BCP 47; empty for any.
  public var language: String
  /// 1 to 1,000; 400 is regular.
  public var weight: Int
  public var slant: Slant
  public var kind: Kind

  public init(
    scalars: [Unicode.Scalar], language: String, weight: Int = 400, slant: Slant = .upright, kind: Kind = .serif
  ) {
    self.scalars = scalars
    self.language = language
    self.weight = weight
    self.slant = slant
    self.kind = kind
  }

  /// The name of the language in fontconfig, whose fonts know Chinese by its places only.
  var coverage: String {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    guard parts.first == "zh" else { return language }
    for place in ["tw", "hk", "mo", "sg"] where parts.contains(Substring(place)) { return "zh-" + place }
    return parts.contains("hant") ? "zh-tw" : "zh-cn"
  }
}

/// All faces that a document uses, each read when it is first needed and then kept.
public final class FontBook: Sendable {
  private struct State {
    var faces: [Face] = []
    /// By file name or path, and index.
    var byFile: [String: FaceID?] = [:]
    var fonts: [FontKey: Font] = [:]
    var families: [FamilyKey: FaceID?] = [:]
    var fallbacks: [FallbackRequest: FaceID?] = [:]
    /// Made when it is first needed.
    var system: SystemFonts?
    /// The folders of fontconfig and `fontPaths`; made when a font is first named by a file in them.
    var fontFolders: FileAccess?
    var hasOfferedBundledFaces = false
    /// What decides which faces of the machine are used, when that is first asked for.
    var machine: String?
  }

  private struct FamilyKey: Hashable {
    var family: String
    var weight: Int
    var slant: Slant
    /// In half points; 0 where it is not given.
    var size: Int
  }

  private let state = Mutex(State())
  private let ignoresSystemFonts: Bool
  private let fontPaths: [String]
  private let files: FileAccess

  /// - Parameters:
  ///   - ignoresSystemFonts: True if only bundled faces and the faces of `fontPaths` are used.
  ///   - fontPaths: Further folders with fonts.
  ///   - files: Where fonts that are named by their files may be, beside `fontPaths` and the folders of fontconfig.
  public init(ignoresSystemFonts: Bool = false, fontPaths: [String] = [], files: FileAccess = .none) {
    self.ignoresSystemFonts = ignoresSystemFonts
    self.fontPaths = fontPaths
    self.files = files
  }

  /// The largest font file that is read: collections of all Chinese characters have 20 to 100 MB.
  private static let fileLimit = 256 << 20

  /// The absolute path of a font file that may be read.
  ///
  /// - Parameter folder: Where a relative path starts; nil is the first root.
  public func fontFile(_ path: String, from folder: String?) throws(FileFailure) -> String {
    do throws(FileFailure) {
      return try files.path(of: path, from: folder)
    } catch {
      let folders = state.withLock { fontFolders(in: &$0) }
      guard let found = try? folders.path(of: path, from: folder) else { throw error }
      return found
    }
  }

  /// The folders in which the machine's fonts are.
  private func fontFolders(in state: inout State) -> FileAccess {
    if let known = state.fontFolders { return known }
    let folders = FileAccess(roots: fontPaths + (ignoresSystemFonts ? [] : system(in: &state).folders))
    state.fontFolders = folders
    return folders
  }

  /// Names of the bundled families, each once.
  public static var bundledFamilies: [String] {
    bundledFaces.map(\.family).reduce(into: []) { names, name in if names.last != name { names.append(name) } }
  }

  /// The face of an identifier that this book gave out.
  public func face(_ id: FaceID) -> Face { state.withLock { $0.faces[Int(id.rawValue)] } }

  /// The face of a font file by its name: one that was read, or a bundled one.
  package func face(ofFile name: String) -> Face? {
    state.withLock { state in state.faces.first { $0.fileName == name } ?? bundled(file: name, in: &state) }
  }

  /// True if what has been looked for by name so far is bundled, and no character was without a face: what was set without faces of the machine
  /// does not depend on those that it has.
  package var hasFoundAllBundled: Bool {
    state.withLock { state in
      state.families.values.allSatisfy { id in id.map { state.faces[Int($0.rawValue)].path == nil } ?? false }
        && state.fallbacks.values.allSatisfy { $0 != nil }
    }
  }

  /// What a face is known by between runs: nil where it is neither bundled nor one of the machine's fonts.
  ///
  /// The name of a machine's face holds as long as the machine has the same fonts: with other fonts, other faces may be chosen.
  package func lastingName(of face: Face) -> String? {
    guard let path = face.path else { return face.fileName }
    return state.withLock { state in
      guard isInFontFolders(path, in: &state) else { return nil }
      let variations = face.variations.map(\.text).joined(separator: ",")
      return [machine(in: &state), FileStamp(path).text, path, "\(face.index)", variations].joined(separator: "\0")
    }
  }

  /// The face of such a name; nil where the machine's fonts are no longer the same.
  package func face(lastingName name: String) -> Face? {
    let parts = name.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    return state.withLock { state in
      if parts.count == 1 { return bundled(file: name, in: &state) }
      guard parts.count == 5, parts[0] == machine(in: &state), isInFontFolders(parts[2], in: &state),
        parts[1] == FileStamp(parts[2]).text, let index = DocumentNumber.whole(parts[3], in: 0...Int(UInt32.max))
      else { return nil }
      return read(path: parts[2], index: index, variations: FontVariation.list(parts[4]), in: &state)
    }
  }

  private func isInFontFolders(_ path: String, in state: inout State) -> Bool {
    !path.split(separator: "/").contains("..") && (fontPaths + system(in: &state).folders).contains { path.hasPrefix($0 + "/") }
  }

  private func machine(in state: inout State) -> String {
    if let known = state.machine { return known }
    let system = system(in: &state)
    let made = Digest.of((fontPaths + system.folders + system.settings).map { FileStamp($0).text }.joined().utf8)
    state.machine = made
    return made
  }

  /// The files of all faces that were read, with their SHA-256, sorted.
  public var readFiles: [FontFile] {
    let faces = state.withLock { $0.faces }
    var files = Set<FontFile>()
    // Several faces may be of one file: instances of a variable font, members of a collection.
    var seen = Set<String>()
    for face in faces where seen.insert(face.path ?? face.fileName).inserted { files.insert(FontFile(face)) }
    return files.sorted { ($0.name, $0.digest) < ($1.name, $1.digest) }
  }

  /// The SHA-256 of a bundled font file; nil if no bundled file has the name.
  public static func digest(ofBundled file: String) -> String? { unsafe bundledBytes(of: file).map { unsafe Digest.of($0) } }

  /// The face at a size; made once.
  public func font(_ id: FaceID, size: Length) -> Font {
    state.withLock { state in
      let key = FontKey(face: id, size: size)
      if let font = state.fonts[key] { return font }
      let font = state.faces[Int(id.rawValue)].font(size: size)
      state.fonts[key] = font
      return font
    }
  }

  /// The face of a family that is nearest in slant, then in weight; nil where no family has the name.
  ///
  /// Bundled families come first; their names compare without case, spaces and hyphens. A name that ends like a font file
  /// is read as one, where it may be read; a relative one starts at the first root.
  ///
  /// - Parameter size: What the face is wanted for, where the family has faces of several optical sizes or an axis for them.
  public func face(family: String, weight: Int = 400, slant: Slant = .upright, size: Length? = nil) -> Face? {
    let key = FamilyKey(family: family, weight: weight, slant: slant, size: size.map { Self.opticalSize($0) } ?? 0)
    return state.withLock { state in
      if let known = state.families[key] { return known.map { state.faces[Int($0.rawValue)] } }
      let face = find(key, in: &state)
      state.families[key] = .some(face?.id)
      return face
    }
  }

  /// Half points: faces of optical sizes that differ by less look alike.
  public static func opticalSize(_ size: Length) -> Int { max(1, Int(clamping: (size.points * 2).rounded())) }

  private func find(_ key: FamilyKey, in state: inout State) -> Face? {
    let designSize = BundledFace.designSize(forHalfPoints: key.size)
    func distance(_ face: BundledFace) -> (Int, Int, Int) {
      (face.slant == key.slant ? 0 : 1, abs(face.weight - key.weight), abs(face.designSize - designSize))
    }
    // `Inter:wght=450`: coordinates of a variable font, which the bundled families have none of.
    let parts = key.family.split(separator: ":", maxSplits: 1).map(String.init)
    let (name, coordinates) = (parts.first ?? key.family, parts.count > 1 ? FontVariation.list(parts[1]) : [])
    let best = bundledFaces.filter { Self.isSameFamily($0.family, name) }.min { distance($0) < distance($1) }
    if let best { return bundled(file: best.file, in: &state) }
    if Self.isFile(name) {
      let file =
        (try? files.read(name, from: nil, limit: Self.fileLimit, isKept: false))
        ?? (try? fontFolders(in: &state).read(name, from: nil, limit: Self.fileLimit))
      return file.flatMap {
        read(path: $0.path, bytes: $0.bytes, index: 0, variations: coordinates, opticalSize: key.size, in: &state)
      }
    }
    let width = coordinates.last { $0.tag == FontVariation.widthAxis }?.value
    guard let match = system(in: &state).match(family: name, weight: key.weight, slant: key.slant, width: width) else { return nil }
    return read(
      path: match.path, index: coordinates.isEmpty ? match.index : match.index & 0xFFFF,
      variations: coordinates.isEmpty ? match.variations : coordinates, opticalSize: key.size, in: &state)
  }

  /// A face whose optical size follows its size if it has an axis for this (OpenType fvar, `opsz`) that has not been set explicitly.
  ///
  /// - Parameter bytes: Of the file; nil has it read.
  private func read(
    path: String, bytes: [UInt8]? = nil, index: Int, variations: [FontVariation], opticalSize: Int, in state: inout State
  ) -> Face? {
    guard let face = read(path: path, bytes: bytes, index: index, variations: variations, in: &state) else { return nil }
    let axis = FontVariation.list("opsz=0")[0]
    guard opticalSize > 0, index >> 16 == 0, !variations.contains(where: { $0.tag == axis.tag }), let range = face.range(ofAxis: axis.tag)
    else {
      return face
    }
    let value = min(max(Double(opticalSize) / 2, range.lowerBound), range.upperBound)
    return read(path: path, bytes: bytes, index: index, variations: variations + [FontVariation(tag: axis.tag, value: value)], in: &state)
      ?? face
  }

  /// A face that has characters which the faces asked for lack; nil where no font on the machine has them all.
  public func fallback(for request: FallbackRequest) -> Face? {
    state.withLock { state in
      if let known = state.fallbacks[request] { return known.map { state.faces[Int($0.rawValue)] } }
      let match = system(in: &state).match(request)
      let face = match.flatMap { read(path: $0.path, index: $0.index, variations: $0.variations, in: &state) }
      let usable = request.scalars.allSatisfy { face?.glyph(for: $0) != nil } ? face : nil
      state.fallbacks[request] = .some(usable?.id)
      return usable
    }
  }

  /// Where fonts are looked for that are not bundled.
  public var folders: [String] { fontPaths + (ignoresSystemFonts ? [] : state.withLock { system(in: &$0).folders }) }

  /// The families of the system and of further folders.
  func installedFamilies() -> [String] { state.withLock { system(in: &$0).families() } }

  /// Makes the bundled text faces known to fontconfig, so that librsvg finds them for the text of SVG files.
  public func offerBundledFaces() {
    state.withLock { state in
      guard !state.hasOfferedBundledFaces else { return }
      state.hasOfferedBundledFaces = true
      for face in bundledFaces where face.isForPictures {
        if let bytes = unsafe Self.bundledBytes(of: face.file) { unsafe offerToFontconfig(bytes, name: face.file) }
      }
    }
  }

  private func system(in state: inout State) -> SystemFonts {
    if let system = state.system { return system }
    let system = SystemFonts(usesSystem: !ignoresSystemFonts, folders: fontPaths)
    state.system = system
    return system
  }

  /// True if a font is named by its file.
  public static func isFile(_ name: String) -> Bool {
    [".otf", ".ttf", ".ttc", ".otc"].contains { name.lowercased().hasSuffix($0) }
  }

  private func read(
    path: String, bytes: [UInt8]? = nil, index: Int, variations: [FontVariation] = [], in state: inout State
  ) -> Face? {
    let key = "\(path)#\(index)" + variations.map(\.text).joined(separator: ",")
    if let known = state.byFile[key] { return known.map { state.faces[Int($0.rawValue)] } }
    var face: Face?
    if state.faces.count < Int(UInt16.max),
      let blob = unsafe bytes.map({ unsafe Self.blob(of: $0) }) ?? hb_blob_create_from_file_or_fail(path)
    {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      face = unsafe Face(
        id: FaceID(rawValue: UInt16(state.faces.count)), blob: blob, index: index, fileName: name, path: path, variations: variations)
    }
    if let face { state.faces.append(face) }
    state.byFile[key] = .some(face?.id)
    return face
  }

  private static func blob(of bytes: [UInt8]) -> OpaquePointer? {
    unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe hb_blob_create_or_fail(start, UInt32(bytes.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
  }

  /// True if two names differ at most in the case of ASCII letters, in spaces and in hyphens; the names of bundled families are ASCII.
  private static func isSameFamily(_ a: String, _ b: String) -> Bool {
    func folded(_ name: String) -> some Sequence<UInt8> {
      name.utf8.lazy.filter { $0 != 0x20 && $0 != 0x2D }.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }
    return folded(a).elementsEqual(folded(b))
  }

  private func bundled(file: String, in state: inout State) -> Face? {
    if let known = state.byFile[file] { return known.map { state.faces[Int($0.rawValue)] } }
    let face = Self.readBundled(file: file, as: FaceID(rawValue: UInt16(state.faces.count)))
    if let face { state.faces.append(face) }
    state.byFile[file] = .some(face?.id)
    return face
  }

  private static func readBundled(file: String, as id: FaceID) -> Face? {
    guard let bytes = unsafe bundledBytes(of: file) else { return nil }
    let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let blob = unsafe hb_blob_create(start, UInt32(bytes.count), HB_MEMORY_MODE_READONLY, nil, nil) else { return nil }
    return unsafe Face(id: id, blob: blob, index: 0, fileName: file, path: nil)
  }

  /// The bytes of a bundled file; they are part of the program and live as long as it does.
  private static func bundledBytes(of file: String) -> UnsafeRawBufferPointer? {
    for index in 0..<Int(mdtypeset_font_count) {
      let font = unsafe mdtypeset_font_at(index)
      guard unsafe strcmp(font.name, file) == 0 else { continue }
      return unsafe UnsafeRawBufferPointer(start: font.start, count: font.end - font.start)
    }
    return nil
  }
}

/// A font file, whatever folder it is in.
public struct FontFile: Hashable, Sendable {
  /// The file's name without its folder.
  public var name: String
  /// SHA-256, 64 hexadecimal digits.
  public var digest: String

  public init(name: String, digest: String) { (self.name, self.digest) = (name, digest) }

  init(_ face: Face) { self.init(name: face.fileName, digest: unsafe face.withBytes { unsafe Digest.of($0) }) }
}
