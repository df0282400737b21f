internal import CFontconfig
internal import CHarfBuzz
internal import Glibc
internal import Synchronization
internal import TypesetBoxes

/// The machine's fonts, as known to fontconfig. Loaded when a bundled face lacks something: loading takes longer than
/// setting a page.
///
/// fontconfig's functions on a configuration that does not change any more may run in several threads.
@safe final class SystemFonts: @unchecked Sendable {
  private let configuration: OpaquePointer?
  /// All fonts in the order in which they suit a request, whatever its characters: matching each character anew costs two million
  /// instructions, and a Chinese book has thousands of them.
  private let sorted = Mutex([Wish: SortedFonts]())

  /// What of a request decides the order of fonts.
  private struct Wish: Hashable {
    var families: [String]
    var language: String
    var weight: Int
    var slant: Slant
    var isPlain: Bool
  }

  struct Match: Sendable {
    var path: String
    var index: Int
    var family: String
    var variations: [FontVariation] = []
  }

  /// - Parameters:
  ///   - usesSystem: False leaves out what is installed.
  ///   - folders: Further folders.
  init(usesSystem: Bool, folders: [String]) {
    let configuration = usesSystem ? unsafe FcInitLoadConfig() : unsafe FcConfigCreate()
    if usesSystem {
      unsafe FontCache.offer(to: configuration)
      unsafe FcConfigBuildFonts(configuration)
    } else {
      // fontconfig complains about a configuration without a cache folder.
      let text = "<fontconfig><cachedir prefix=\"xdg\">fontconfig</cachedir></fontconfig>"
      _ = unsafe text.withCString { start in
        unsafe start.withMemoryRebound(to: FcChar8.self, capacity: text.utf8.count) {
          unsafe FcConfigParseAndLoadFromMemory(configuration, $0, 0)
        }
      }
    }
    for folder in folders {
      _ = unsafe folder.withCString { name in
        unsafe name.withMemoryRebound(to: FcChar8.self, capacity: folder.utf8.count + 1) {
          unsafe FcConfigAppFontAddDir(configuration, $0)
        }
      }
    }
    unsafe self.configuration = configuration
  }

  deinit { if let configuration = unsafe configuration { unsafe FcConfigDestroy(configuration) } }

  /// Where fonts are.
  var folders: [String] { unsafe FcConfigGetFontDirs(configuration).texts }

  /// The files that say how fonts are chosen.
  var settings: [String] { unsafe FcConfigGetConfigFiles(configuration).texts }

  /// The best file that has some characters; nil if no file has them.
  func match(_ request: FallbackRequest) -> Match? {
    // Characters that emoji fonts also have are to be black unless the text asks for colour.
    if request.kind != .emoji, request.scalars.first?.properties.isEmoji ?? false, let plain = match(request, isPlain: true) {
      return plain
    }
    return match(request, isPlain: false)
  }

  private func match(_ request: FallbackRequest, isPlain: Bool) -> Match? {
    let script = request.scalars.first.flatMap { ScriptFamilies.family(for: $0, kind: request.kind) }
    let wish = Wish(
      families: [script, request.kind.rawValue].compactMap(\.self), language: request.language.isEmpty ? "" : request.coverage,
      weight: request.weight, slant: request.slant, isPlain: isPlain)
    return sorted.withLock { sorted in
      let fonts = sorted[wish] ?? sort(wish)
      sorted[wish] = fonts
      guard let font = unsafe fonts?.first(with: request.scalars), let pattern = unsafe fonts?.pattern,
        let found = unsafe FcFontRenderPrepare(configuration, pattern, font)
      else { return nil }
      defer { unsafe FcPatternDestroy(found) }
      return unsafe match(found)
    }
  }

  private func sort(_ wish: Wish) -> SortedFonts? {
    guard let pattern = unsafe FcPatternCreate() else { return nil }
    for family in wish.families { unsafe add(family, FC_FAMILY, to: pattern) }
    if !wish.language.isEmpty { unsafe add(wish.language, FC_LANG, to: pattern) }
    if wish.isPlain { unsafe FcPatternAddBool(pattern, FC_COLOR, 0) }
    unsafe FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(wish.weight)))
    unsafe FcPatternAddInteger(pattern, FC_SLANT, wish.slant == .italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    unsafe FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    return unsafe SortedFonts(pattern: pattern, configuration)
  }

  /// The file of a family, if a family of that name is there.
  ///
  /// - Parameter width: Of letters, in percent; nil is the usual one.
  func match(family: String, weight: Int, slant: Slant, width: Double?) -> Match? {
    guard let pattern = unsafe FcPatternCreate() else { return nil }
    defer { unsafe FcPatternDestroy(pattern) }
    unsafe add(family, FC_FAMILY, to: pattern)
    unsafe FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(weight)))
    unsafe FcPatternAddInteger(pattern, FC_SLANT, slant == .italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    if let width { unsafe FcPatternAddInteger(pattern, FC_WIDTH, Int32(min(max(width, 1), 1_000))) }
    guard let found = unsafe best(pattern) else { return nil }
    defer { unsafe FcPatternDestroy(found) }
    // fontconfig always answers; only the family asked for counts.
    for number in 0..<16 {
      guard let name = unsafe text(found, FC_FAMILY, Int32(number)) else { return nil }
      if name.lowercased() == family.lowercased() { return unsafe match(found) }
    }
    return nil
  }

  /// All families, in the order of the alphabet.
  func families() -> [String] {
    guard let pattern = unsafe FcPatternCreate(), let wanted = unsafe FcObjectSetCreate() else { return [] }
    defer {
      unsafe FcPatternDestroy(pattern)
      unsafe FcObjectSetDestroy(wanted)
    }
    unsafe FcObjectSetAdd(wanted, FC_FAMILY)
    guard let list = unsafe FcFontList(configuration, pattern, wanted) else { return [] }
    defer { unsafe FcFontSetDestroy(list) }
    var names: Set<String> = []
    for number in unsafe 0..<Int(list.pointee.nfont) {
      if let font = unsafe list.pointee.fonts[number], let name = unsafe text(font, FC_FAMILY, 0) { names.insert(name) }
    }
    return names.sorted()
  }

  private func best(_ pattern: OpaquePointer) -> OpaquePointer? {
    // Otherwise fontconfig takes its language, and the language of family names, from the environment.
    var language = unsafe FcValue()
    if unsafe FcPatternGet(pattern, FC_LANG, 0, &language) != FcResultMatch { unsafe add("en", FC_LANG, to: pattern) }
    unsafe add("en", "namelang", to: pattern)
    unsafe FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    return unsafe FcFontMatch(configuration, pattern, &result)
  }

  private func match(_ pattern: OpaquePointer) -> Match? {
    guard let path = unsafe text(pattern, FC_FILE, 0) else { return nil }
    var index: Int32 = 0
    unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    var match = unsafe Match(path: path, index: Int(index), family: text(pattern, FC_FAMILY, 0) ?? path)
    // 0x8000 in the upper half: a variable font at coordinates that fontconfig names.
    if index >> 16 == 0x8000 || index < 0 {
      match.index &= 0xFFFF
      match.variations = unsafe text(pattern, FC_FONT_VARIATIONS, 0).map { FontVariation.list($0) } ?? []
    }
    return match
  }

  private func add(_ text: String, _ object: UnsafePointer<CChar>, to pattern: OpaquePointer) {
    _ = unsafe text.withCString { name in
      unsafe name.withMemoryRebound(to: FcChar8.self, capacity: text.utf8.count + 1) {
        unsafe FcPatternAddString(pattern, object, $0)
      }
    }
  }

  private func text(_ pattern: OpaquePointer, _ object: UnsafePointer<CChar>, _ number: Int32) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(pattern, object, number, &value) == FcResultMatch, let value = unsafe value else {
      return nil
    }
    return unsafe String(cString: value)
  }
}

/// The fonts of a configuration, the most suitable one first.
@safe private final class SortedFonts {
  let pattern: OpaquePointer
  private let fonts: UnsafeMutablePointer<FcFontSet>

  /// - Parameter pattern: Substituted; it is destroyed with the list.
  init?(pattern: OpaquePointer, _ configuration: OpaquePointer?) {
    unsafe self.pattern = pattern
    var result = FcResultNoMatch
    guard let fonts = unsafe FcFontSort(configuration, pattern, 0, nil, &result) else {
      unsafe FcPatternDestroy(pattern)
      return nil
    }
    unsafe self.fonts = fonts
  }

  deinit {
    unsafe FcFontSetDestroy(fonts)
    unsafe FcPatternDestroy(pattern)
  }

  /// The first font that has all of the characters.
  func first(with scalars: [Unicode.Scalar]) -> OpaquePointer? {
    for number in unsafe 0..<Int(fonts.pointee.nfont) {
      var have: OpaquePointer?
      guard let font = unsafe fonts.pointee.fonts[number], unsafe FcPatternGetCharSet(font, FC_CHARSET, 0, &have) == FcResultMatch,
        let have = unsafe have
      else { continue }
      let hasAll = scalars.allSatisfy { unsafe FcCharSetHasChar(have, $0.value) != 0 }
      if hasAll { return unsafe font }
    }
    return nil
  }
}

/// Gives fontconfig a font that is in memory: through a file in memory, whose name stays valid while it is open, which is to
/// the end of the program.
func offerToFontconfig(_ bytes: UnsafeRawBufferPointer, name: String) {
  let file = unsafe mdtypeset_memory_file(name)
  guard file >= 0 else { return }
  var written = 0
  while written < bytes.count {
    let count = unsafe write(file, bytes.baseAddress?.advanced(by: written), bytes.count - written)
    guard count > 0 else {
      close(file)
      return
    }
    written += count
  }
  let path = "/proc/self/fd/\(file)"
  let isKnown = unsafe path.withCString { name in
    unsafe name.withMemoryRebound(to: FcChar8.self, capacity: path.utf8.count + 1) { unsafe FcConfigAppFontAddFile(nil, $0) }
  }
  if isKnown == 0 { close(file) }
}
