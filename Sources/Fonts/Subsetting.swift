internal import CHarfBuzz
internal import Synchronization
internal import TypesetBoxes

/// What a file needs to hold a face: the glyphs that are used.
public struct FontProgram: Sendable {
  /// The format of the bytes.
  public enum Form: Hashable, Sendable {
    /// The `CFF ` table.
    case cff
    /// A font file with TrueType outlines.
    case trueType
  }

  public var form: Form
  public var bytes: [UInt8]
}

/// A font program as it is in a file.
public struct PackedProgram: Hashable, Sendable {
  /// Bytes before they were compressed.
  public var count: Int
  /// zlib's format.
  public var bytes: [UInt8]

  public init(count: Int, bytes: [UInt8]) { (self.count, self.bytes) = (count, bytes) }
}

/// What PDF's font descriptors ask for, in thousandths of the size.
public struct FontDescription: Hashable, Sendable {
  /// The rectangle around all glyphs.
  public var boundingBox: (left: Double, bottom: Double, right: Double, top: Double) { (left, bottom, right, top) }
  /// Thousandths of the size above the baseline.
  public var ascent: Double
  /// Thousandths of the size; negative below the baseline.
  public var descent: Double
  /// The height of flat capitals.
  public var capHeight: Double
  /// Degrees counterclockwise from the vertical, so that slanted faces have a negative angle.
  public var italicAngle: Double
  private var left: Double
  private var bottom: Double
  private var right: Double
  private var top: Double

  fileprivate init(_ face: Face) {
    let scale = 1000 / Double(face.unitsPerEm)
    let head = face.table("head")
    func coordinate(_ offset: Int) -> Double {
      offset + 1 < head.count ? Double(Int16(bitPattern: UInt16(head[offset]) << 8 | UInt16(head[offset + 1]))) * scale : 0
    }
    (left, bottom, right, top) = (coordinate(36), coordinate(38), coordinate(40), coordinate(42))
    let post = face.table("post")
    italicAngle = post.count >= 8 ? Double(Int16(bitPattern: UInt16(post[4]) << 8 | UInt16(post[5]))) : 0
    let font = face.font(size: 1000.pt)
    ascent = font.extents.ascender.points
    descent = -font.extents.descender.points
    capHeight = font.capHeight.points
  }
}

extension Face {
  /// How the face can be embedded in a file; nil where only its outlines can: obsolete formats. A variable font is embedded as the instance that is shown.
  public var programForm: FontProgram.Form? {
    if !table("CFF ").isEmpty { return .cff }
    return table("glyf").isEmpty || table("loca").isEmpty ? nil : .trueType
  }

  /// The same for a file that other files may be like: documents of a batch show the same glyphs, or nearly so.
  public func sharedSubsetPlan(keeping glyphs: [UInt32]) -> SubsetPlan? {
    subsetSource.plan(of: glyphs.sorted()) { subsetPlan(keeping: glyphs) }
  }

  /// How many such plans are kept.
  package var keptSubsetPlans: Int { subsetSource.planCount }

  /// Plans the face with some glyphs only; nil where HarfBuzz can't.
  public func subsetPlan(keeping glyphs: [UInt32]) -> SubsetPlan? {
    guard let form = programForm, let input = unsafe hb_subset_input_create_or_fail() else { return nil }
    defer { unsafe hb_subset_input_destroy(input) }
    // TrueType glyphs refer to each other and keep their numbers; the gaps cost little.
    if form == .trueType { unsafe hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue) }
    let set = unsafe hb_subset_input_glyph_set(input)
    for glyph in glyphs { unsafe hb_set_add(set, glyph) }
    // Shaping is done, so its tables are dropped, as are the tables that make a font variable.
    let dropped = unsafe hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
    for name in ["GSUB", "GPOS", "GDEF", "MATH", "BASE", "kern", "fvar", "gvar", "avar", "HVAR", "VVAR", "MVAR", "STAT", "DSIG", "SVG "] {
      unsafe hb_set_add(dropped, tag(name))
    }
    guard unsafe pinAxes(of: input) else { return nil }
    let prepared = form == .cff && variations.isEmpty && index == 0 ? subsetSource.prepared(self) : nil
    guard let plan = unsafe hb_subset_plan_create_or_fail(prepared?.face ?? face, input) else { return nil }
    return unsafe SubsetPlan(plan, form: form)
  }

  /// Makes a variable font static, at the face's own place on every axis.
  private func pinAxes(of input: OpaquePointer) -> Bool {
    // The upper half of the index names an instance of a variable font, counted from 1.
    let instance = index >> 16
    guard !variations.isEmpty || instance > 0 else { return true }
    var coordinates = [Float](repeating: 0, count: 64)
    var named = UInt32(coordinates.count)
    if instance > 0 { _ = unsafe hb_ot_var_named_instance_get_design_coords(face, UInt32(instance - 1), &named, &coordinates) }
    var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: 64)
    var count = UInt32(axes.count)
    guard unsafe hb_ot_var_get_axis_infos(face, 0, &count, &axes) <= 64 else { return false }
    for (number, axis) in axes.prefix(Int(count)).enumerated() {
      let usual = variations.isEmpty && number < Int(named) ? coordinates[number] : axis.default_value
      let wanted = variations.first { $0.tag == axis.tag }.map { Float($0.value) } ?? usual
      let value = min(max(wanted, axis.min_value), axis.max_value)
      guard unsafe hb_subset_input_pin_axis_location(input, face, axis.tag, value) != 0 else { return false }
    }
    return true
  }

  public var description: FontDescription { FontDescription(self) }

  /// Thousandths of the size.
  public func thousandths(ofAdvance glyph: UInt32) -> Double {
    unsafe Double(hb_font_get_glyph_h_advance(unscaled, glyph)) * 1000 / Double(unitsPerEm)
  }

  /// The PostScript name of the face, restricted to the characters that a name may have.
  public var postScriptName: String {
    var size: UInt32 = 128
    let name = unsafe [CChar](unsafeUninitializedCapacity: 128) { buffer, count in
      unsafe hb_ot_name_get_utf8(face, postScriptNameID, nil, &size, buffer.baseAddress)
      count = Int(min(size, 127))
    }
    let kept = name.map { UInt8(bitPattern: $0) }.filter { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    return kept.isEmpty ? "Font" : String(decoding: kept, as: UTF8.self)
  }

  /// For some glyphs, a character that the face shows with each; glyphs that no character has are missing.
  public func characters(of glyphs: Set<UInt32>) -> [UInt32: Unicode.Scalar] {
    var out: [UInt32: Unicode.Scalar] = [:]
    guard let last = glyphs.max(), let all = unsafe hb_set_create() else { return out }
    defer { unsafe hb_set_destroy(all) }
    unsafe hb_face_collect_unicodes(face, all)
    // A face has thousands of characters, a document shows a few of them.
    var isSought = [Bool](repeating: false, count: Int(last) + 1)
    for glyph in glyphs { isSought[Int(glyph)] = true }
    var code = noCode
    while unsafe hb_set_next(all, &code) != 0 {
      guard let scalar = Unicode.Scalar(code), let glyph = glyph(for: scalar), glyph <= last, isSought[Int(glyph)] else { continue }
      isSought[Int(glyph)] = false
      out[glyph] = scalar
    }
    if out.count < glyphs.count, unsafe hb_ot_math_has_data(face) != 0 {
      unsafe addVariants(of: all, among: isSought, to: &out)
    }
    return out
  }

  /// Signs that math faces have larger forms of: delimiters, accents, bars, arrows, large operators. The thousands of others are not asked.
  private static let enlarged: [ClosedRange<UInt32>] = [
    0x28...0x2F, 0x5B...0x60, 0x7B...0x7E, 0xA8...0xB4, 0x2C6...0x2DD, 0x300...0x36F, 0x2016...0x2016, 0x203E...0x2044, 0x20D0...0x20F0,
    0x2140...0x2140, 0x2190...0x21FF, 0x220F...0x2233, 0x22A2...0x22A5, 0x22C0...0x22C3, 0x2308...0x230B, 0x2320...0x232A,
    0x239B...0x23E1, 0x2772...0x2773, 0x27D5...0x27D7, 0x27E6...0x27FF, 0x2900...0x297F, 0x2980...0x2998, 0x29F8...0x2A21, 0x2AFC...0x2B31,
  ]

  /// The larger forms of signs of formulas, such as the integral of displays, show what the sign shows. Of the parts of an assembled sign (OpenType MATH
  /// GlyphAssembly) the first that is no extender does; the others show a word joiner, which is seen and read as nothing.
  private func addVariants(of codes: OpaquePointer, among isSought: [Bool], to out: inout [UInt32: Unicode.Scalar]) {
    guard let font = unsafe hb_font_create(face) else { return }
    defer { unsafe hb_font_destroy(font) }
    var isSought = isSought
    var assembled: [UInt32: Unicode.Scalar] = [:]
    var variants = [hb_ot_math_glyph_variant_t](repeating: hb_ot_math_glyph_variant_t(), count: 32)
    var parts = [hb_ot_math_glyph_part_t](repeating: hb_ot_math_glyph_part_t(), count: 32)
    for code in Self.enlarged.joined() where unsafe hb_set_has(codes, code) != 0 {
      guard let scalar = Unicode.Scalar(code), let glyph = glyph(for: scalar) else { continue }
      for direction in [HB_DIRECTION_TTB, HB_DIRECTION_LTR] {
        var count = UInt32(variants.count)
        if unsafe hb_ot_math_get_glyph_variants(font, glyph, direction, 0, &count, &variants) > 0 {
          for variant in variants.prefix(Int(count)) where Int(variant.glyph) < isSought.count && isSought[Int(variant.glyph)] {
            isSought[Int(variant.glyph)] = false
            out[variant.glyph] = scalar
          }
        }
        count = UInt32(parts.count)
        guard unsafe hb_ot_math_get_glyph_assembly(font, glyph, direction, 0, &count, &parts, nil) > 0 else { continue }
        var isFirst = true
        for part in parts.prefix(Int(count)) {
          let isExtender = part.flags.rawValue & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER.rawValue != 0
          let shown = isFirst && !isExtender ? scalar : Self.wordJoiner
          if !isExtender { isFirst = false }
          if assembled[part.glyph] == nil { assembled[part.glyph] = shown }
        }
      }
    }
    // A glyph that is a sign by itself shows that.
    for (glyph, scalar) in assembled where Int(glyph) < isSought.count && isSought[Int(glyph)] { out[glyph] = scalar }
  }

  private static let wordJoiner: Unicode.Scalar = "\u{2060}"

  /// The beginning of a table; empty if the face has no such table.
  func table(_ name: String, limit: Int = 64) -> [UInt8] {
    let blob = unsafe hb_face_reference_table(face, tag(name))
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe copied(blob, limit: limit)
  }
}

/// A face preprocessed once (`hb_subset_preprocess`), which makes each subset five times as fast and leaves its bytes as they are. That takes as
/// long as thirty subsets, so it is done for faces of which this many have been made: the faces of batches.
///
final class SubsetSource: Sendable {
  private struct State {
    var count = 0
    var prepared: PreparedFace?
    /// Plans of the last files, the newest last.
    var plans: [(glyphs: [UInt32], plan: SubsetPlan)] = []
  }

  private static let mostPlans = 16

  private let state = Mutex(State())
  private static let threshold = 30

  /// How many plans are kept.
  var planCount: Int { state.withLock { $0.plans.count } }

  /// The plan of some glyphs, which is made if no file before had these.
  ///
  /// - Parameter glyphs: In order.
  func plan(of glyphs: [UInt32], _ make: () -> SubsetPlan?) -> SubsetPlan? {
    let known = state.withLock { state -> SubsetPlan? in
      guard let index = state.plans.lastIndex(where: { $0.glyphs == glyphs }) else { return nil }
      let entry = state.plans.remove(at: index)
      state.plans.append(entry)
      return entry.plan
    }
    if let known { return known }
    guard let made = make() else { return nil }
    state.withLock { state in
      if state.plans.count >= Self.mostPlans { state.plans.removeFirst() }
      state.plans.append((glyphs, made))
    }
    return made
  }

  /// What a subset is made from; nil is the face itself.
  func prepared(_ face: Face) -> PreparedFace? {
    let (prepared, count) = state.withLock { state in
      state.count += 1
      return (state.prepared, state.count)
    }
    guard prepared == nil, count == Self.threshold, let made = PreparedFace(face) else { return prepared }
    state.withLock { $0.prepared = made }
    return made
  }
}

/// A face preprocessed by HarfBuzz for many subsets; immutable, so it is `Sendable`.
@safe final class PreparedFace: @unchecked Sendable {
  let face: OpaquePointer

  init?(_ face: Face) {
    guard let made = unsafe hb_subset_preprocess(face.face) else { return nil }
    unsafe hb_face_make_immutable(made)
    unsafe self.face = made
  }

  deinit { unsafe hb_face_destroy(face) }
}

/// A face with some of its glyphs: under which numbers they will be, and the face itself when it is asked for.
///
/// The plan is made once and only read then, so it is `Sendable`.
@safe public final class SubsetPlan: @unchecked Sendable {
  /// Holds its own reference to the face that it reads from.
  private let plan: OpaquePointer
  private let form: FontProgram.Form
  private let packed = Mutex<PackedProgram?>(nil)

  fileprivate init(_ plan: OpaquePointer, form: FontProgram.Form) {
    unsafe self.plan = plan
    self.form = form
  }

  deinit { unsafe hb_subset_plan_destroy(plan) }

  /// The number that a glyph of the whole face has in the small one.
  public func number(of glyph: UInt32) -> UInt32 {
    let number = unsafe hb_map_get(hb_subset_plan_old_to_new_glyph_mapping(plan), glyph)
    return number == noCode ? 0 : number
  }

  /// The program, compressed; made once.
  ///
  /// - Parameter pack: Compresses bytes, in the same way each time.
  public func packedProgram(_ pack: ([UInt8]) -> [UInt8]) -> PackedProgram {
    packed.withLock { packed in
      if let packed { return packed }
      let bytes = program()?.bytes ?? []
      let made = PackedProgram(count: bytes.count, bytes: pack(bytes))
      packed = made
      return made
    }
  }

  /// - Returns: Nil if HarfBuzz fails.
  public func program() -> FontProgram? {
    guard let small = unsafe hb_subset_plan_execute_or_fail(plan) else { return nil }
    defer { unsafe hb_face_destroy(small) }
    let blob = unsafe form == .cff ? hb_face_reference_table(small, tag("CFF ")) : hb_face_reference_blob(small)
    defer { unsafe hb_blob_destroy(blob) }
    let bytes = unsafe copied(blob)
    return bytes.isEmpty ? nil : FontProgram(form: form, bytes: bytes)
  }

  /// A separate font file, in which glyphs have consecutive codes; nil if HarfBuzz fails.
  ///
  /// - Parameters:
  ///   - glyphs: By their numbers in the whole face.
  ///   - first: The code of the first glyph; the last one is below U+FFFF.
  public func fontFile(showing glyphs: [UInt32], from first: UInt32) -> [UInt8]? {
    guard let made = unsafe hb_subset_plan_execute_or_fail(plan), let file = unsafe hb_face_builder_create() else { return nil }
    let whole = unsafe hb_face_reference_blob(made)
    // A face that is still being built does not tell its tables.
    let small = unsafe hb_face_create(whole, 0)
    defer {
      unsafe hb_face_destroy(small)
      unsafe hb_blob_destroy(whole)
      unsafe hb_face_destroy(made)
      unsafe hb_face_destroy(file)
    }
    var tags = [UInt32](repeating: 0, count: 64)
    var count = UInt32(tags.count)
    _ = unsafe hb_face_get_table_tags(small, 0, &count, &tags)
    for tag in tags.prefix(Int(count)) where tag != characterMapTag {
      let blob = unsafe hb_face_reference_table(small, tag)
      _ = unsafe hb_face_builder_add_table(file, tag, blob)
      unsafe hb_blob_destroy(blob)
    }
    let map = Self.characterMap(of: glyphs.map(number(of:)), from: first)
    let blob = unsafe map.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe hb_blob_create(bytes.baseAddress, UInt32(bytes.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
      }
    }
    _ = unsafe hb_face_builder_add_table(file, characterMapTag, blob)
    unsafe hb_blob_destroy(blob)
    let out = unsafe hb_face_reference_blob(file)
    defer { unsafe hb_blob_destroy(out) }
    let bytes = unsafe copied(out)
    return bytes.isEmpty ? nil : bytes
  }

  /// The table `cmap`: one segment of consecutive codes, and the last one that the format asks for.
  ///
  /// - Source: OpenType 1.9, cmap, format 4.
  private static func characterMap(of glyphs: [UInt32], from first: UInt32) -> [UInt8] {
    let (start, end) = (UInt16(first), UInt16(Int(first) + glyphs.count - 1))
    // Segments, twice; the search's range, selector and shift for two segments; ends, a pad, starts, deltas, offsets into the glyphs.
    let body: [UInt16] = [4, 4, 1, 0, end, 0xFFFF, 0, start, 0xFFFF, 0, 1, 4, 0] + glyphs.map { UInt16(truncatingIfNeeded: $0) }
    let table = [4, UInt16(6 + body.count * 2), 0] + body
    // The version, one table: Windows, Unicode's first plane, 12 bytes from here.
    return ([0, 1, 3, 1, 0, 12] + table).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }
}

private let characterMapTag = tag("cmap")

/// `HB_OT_NAME_ID_POSTSCRIPT_NAME`.
private let postScriptNameID: hb_ot_name_id_t = 6

/// `HB_SET_VALUE_INVALID` and `HB_MAP_VALUE_INVALID`, whose macros Swift does not import.
private let noCode = UInt32.max

private func tag(_ name: String) -> UInt32 { name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

/// The bytes of a blob, or its first ones.
private func copied(_ blob: OpaquePointer?, limit: Int = .max) -> [UInt8] {
  var length: UInt32 = 0
  guard let data = unsafe hb_blob_get_data(blob, &length) else { return [] }
  let count = min(Int(length), limit)
  return unsafe data.withMemoryRebound(to: UInt8.self, capacity: count) { start in
    unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }
}
