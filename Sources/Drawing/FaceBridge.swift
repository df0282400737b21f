internal import CCairo
internal import CFreeType
internal import TypesetBoxes
internal import TypesetFonts

/// One FreeType face per face of the font book, and Cairo's view of it. Not for use by two threads at once.
@safe final class FaceBridge {
  private lazy var library = FreeTypeLibrary()
  private let book: FontBook
  private var entries: [Entry?] = []
  /// Made when something is drawn with Cairo: a PDF of text needs none.
  private var cairoFaces: [FaceID: OpaquePointer] = unsafe [:]

  @safe struct Entry {
    /// Kept, since FreeType reads from its bytes.
    var face: Face
    var freeType: FT_Face
    /// Frees the FreeType face. Cairo's font faces may outlive the bridge in its caches, and keep this then.
    fileprivate let owner: Owner
  }

  init(_ book: FontBook) { self.book = book }

  deinit {
    unsafe cairoFaces.values.forEach { unsafe cairo_font_face_destroy($0) }
  }

  /// - Returns: Nil where FreeType cannot read the face.
  func entry(_ id: FaceID) -> Entry? {
    let index = Int(id.rawValue)
    if index < entries.count, let entry = entries[index] { return entry }
    let face = book.face(id)
    var freeType: FT_Face?
    let status = unsafe face.withBytes { bytes in
      unsafe FT_New_Memory_Face(
        library.handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, face.index, &freeType)
    }
    guard status == 0, let freeType = unsafe freeType else { return nil }
    unsafe Self.apply(face.variations, to: freeType, library.handle)
    let entry = unsafe Entry(face: face, freeType: freeType, owner: Owner(face, freeType, library))
    while entries.count <= index { entries.append(nil) }
    entries[index] = entry
    return entry
  }

  /// FreeType wants a coordinate for each axis, in their order.
  private static func apply(_ variations: [FontVariation], to face: FT_Face, _ library: FT_Library?) {
    var axes: UnsafeMutablePointer<FT_MM_Var>?
    guard !variations.isEmpty, unsafe FT_Get_MM_Var(face, &axes) == 0, let axes = unsafe axes else { return }
    defer { unsafe FT_Done_MM_Var(library, axes) }
    var coordinates: [FT_Fixed] = unsafe (0..<Int(axes.pointee.num_axis)).map { number in
      let axis = unsafe axes.pointee.axis[number]
      let (tag, least, usual, most) = unsafe (axis.tag, axis.minimum, axis.def, axis.maximum)
      guard let wanted = variations.first(where: { UInt($0.tag) == tag }) else { return usual }
      return min(most, max(least, FT_Fixed(clamping: (wanted.value * 65536).rounded())))
    }
    unsafe FT_Set_Var_Design_Coordinates(face, UInt32(coordinates.count), &coordinates)
  }

  private nonisolated(unsafe) static var key = cairo_user_data_key_t()

  /// Data that must live as long as FreeType's face.
  @safe fileprivate final class Owner {
    let face: Face
    let freeType: FT_Face
    private let library: FreeTypeLibrary

    init(_ face: Face, _ freeType: FT_Face, _ library: FreeTypeLibrary) {
      self.face = face
      unsafe self.freeType = freeType
      self.library = library
    }

    deinit { unsafe FT_Done_Face(freeType) }
  }

  /// Cairo's view of a face; nil where FreeType cannot read it.
  func cairoFace(_ id: FaceID) -> OpaquePointer? {
    if let known = unsafe cairoFaces[id] { return unsafe known }
    guard let entry = entry(id) else { return nil }
    let owner = unsafe Unmanaged.passRetained(entry.owner)
    // FT_LOAD_NO_HINTING is 2; its macro has a cast, which Swift does not import.
    let font = unsafe cairo_ft_font_face_create_for_ft_face(entry.freeType, freeTypeNoHinting)
    let status = unsafe cairo_font_face_set_user_data(font, &Self.key, owner.toOpaque()) { pointer in
      if let pointer = unsafe pointer { unsafe Unmanaged<Owner>.fromOpaque(pointer).release() }
    }
    if status != CAIRO_STATUS_SUCCESS { unsafe owner.release() }
    if let font = unsafe font { unsafe cairoFaces[id] = font }
    return unsafe font
  }
}

/// FreeType's library with the memory that it manages; `FT_Done_Library` alone would leave the latter.
@safe private final class FreeTypeLibrary {
  let handle: FT_Library?

  init() {
    var handle: FT_Library?
    unsafe FT_Init_FreeType(&handle)
    unsafe self.handle = handle
  }

  deinit { unsafe FT_Done_FreeType(handle) }
}

let freeTypeNoHinting: Int32 = 1 << 1
let freeTypeNoBitmap: Int32 = 1 << 3
let freeTypeColor: Int32 = 1 << 20
