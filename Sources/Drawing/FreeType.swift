internal import CCairo
internal import CFreeType
internal import TypesetFonts

/// One FreeType library and the faces opened with it; for one thread. Each face keeps it alive.
@safe final class FreeTypeLibrary {
  let handle: FT_Library

  init?() {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else { return nil }
    unsafe handle = unsafe library
  }

  deinit { unsafe FT_Done_FreeType(handle) }
}

/// A face of the font book, opened by FreeType from the same bytes.
@safe final class FreeTypeFace {
  let handle: FT_Face
  /// The bytes belong to the book's face.
  private let face: Face
  private let library: FreeTypeLibrary

  init?(_ face: Face, library: FreeTypeLibrary) {
    var handle: FT_Face?
    let status = unsafe face.withBytes { bytes in
      unsafe FT_New_Memory_Face(
        library.handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), FT_Long(bytes.count), FT_Long(face.index), &handle)
    }
    guard status == 0, let handle = unsafe handle else { return nil }
    unsafe self.handle = unsafe handle
    self.face = face
    self.library = library
  }

  deinit { unsafe FT_Done_Face(handle) }

  /// A bitmap font such as one of colour emoji: it has sizes of its own.
  var isBitmapFont: Bool { unsafe handle.pointee.num_fixed_sizes > 0 && handle.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) == 0 }

  /// A cairo font over this face, which lives as long as cairo needs it.
  func cairoFontFace() -> OpaquePointer? {
    guard let font = unsafe cairo_ft_font_face_create_for_ft_face(handle, Int32(FT_LOAD_NO_HINTING)) else { return nil }
    let owner = unsafe Unmanaged.passRetained(self).toOpaque()
    _ = unsafe cairo_font_face_set_user_data(font, &fontOwnerKey, owner) { owner in
      if let owner = unsafe owner { unsafe Unmanaged<FreeTypeFace>.fromOpaque(owner).release() }
    }
    return unsafe font
  }
}

/// Only its address counts, as the name of the user data.
nonisolated(unsafe) private var fontOwnerKey = cairo_user_data_key_t()
