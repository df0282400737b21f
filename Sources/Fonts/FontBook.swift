internal import CBundledFonts
internal import CHarfBuzz
internal import Synchronization
public import TypesetBoxes

/// All faces that a document uses, each read when it is first asked for and then kept.
public final class FontBook: Sendable {
  private struct State {
    var faces: [Face] = []
    /// By file name or path, and index.
    var byFile: [String: FaceID?] = [:]
    var fonts: [FontKey: Font] = [:]
  }

  private struct FontKey: Hashable {
    var face: FaceID
    var size: Length
  }

  private let state = Mutex(State())

  public init() {}

  /// The face of an identifier that this book gave out.
  public func face(_ id: FaceID) -> Face { state.withLock { $0.faces[Int(id.rawValue)] } }

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

  /// The face of a family that is nearest in slant, then in weight; nil where no bundled family has the name.
  ///
  /// Names compare without case, spaces and hyphens.
  public func face(family: String, weight: Int = 400, slant: Slant = .upright) -> Face? {
    let wanted = Self.folded(family)
    let candidates = bundledFaces.filter { Self.folded($0.family) == wanted }
    let best = candidates.min {
      ($0.slant == slant ? 0 : 1, abs($0.weight - weight)) < ($1.slant == slant ? 0 : 1, abs($1.weight - weight))
    }
    return best.flatMap { bundled(file: $0.file) }
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "-" }
  }

  private func bundled(file: String) -> Face? {
    state.withLock { state in
      if let known = state.byFile[file] { return known.map { state.faces[Int($0.rawValue)] } }
      let face = Self.readBundled(file: file, as: FaceID(rawValue: UInt16(state.faces.count)))
      if let face { state.faces.append(face) }
      state.byFile[file] = .some(face?.id)
      return face
    }
  }

  private static func readBundled(file: String, as id: FaceID) -> Face? {
    for index in 0..<Int(mdtypeset_font_count) {
      let font = unsafe mdtypeset_font_at(index)
      guard unsafe String(cString: font.name) == file else { continue }
      let count = unsafe font.end - font.start
      let bytes = unsafe font.start.withMemoryRebound(to: CChar.self, capacity: count) { unsafe $0 }
      guard let blob = unsafe hb_blob_create(bytes, UInt32(count), HB_MEMORY_MODE_READONLY, nil, nil) else { return nil }
      return unsafe Face(id: id, blob: blob, index: 0, fileName: file, path: nil)
    }
    return nil
  }
}
