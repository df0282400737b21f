import TypesetBoxes
internal import TypesetDiagnostics
import TypesetFonts
import TypesetStyling

/// Chooses a face for each cluster of a text; cached, since most characters occur again.
struct FaceChoices {
  struct StyleKey: Hashable {
    /// Follows from the families and the size, where a family has faces of several optical sizes.
    var primary: FaceID
    var families: [String]
    var weight: Int
    var slant: Slant
    var isCode: Bool
    var language: String
    var eastAsian: String
    var emphasis: EastAsianEmphasis
  }

  struct Key: Hashable {
    var style: Int32
    var scalar: Unicode.Scalar
    var isEmoji: Bool
  }

  var styles: [StyleKey: Int32] = [:]
  var last: (key: StyleKey, number: Int32)?
  /// The faces of clusters with one character.
  var faces: [Key: FaceID] = [:]

  mutating func number(of key: StyleKey) -> Int32 {
    if let last, last.key == key { return last.number }
    let number = styles[key] ?? Int32(clamping: styles.count)
    styles[key] = number
    last = (key, number)
    return number
  }
}

extension ParagraphSetter {
  /// What of a style decides the faces of its characters: found once for a piece of text.
  struct StyleFaces {
    var primary: FaceID
    fileprivate var number: Int32
  }

  /// - Parameter eastAsian: The language of the text's East Asian characters.
  func faces(of style: TextStyle, eastAsian: String) -> StyleFaces {
    let primary = primaryFace(of: style)
    return StyleFaces(
      primary: primary,
      number: choices.number(
        of: .init(
          primary: primary, families: style.families, weight: style.weight, slant: style.slant, isCode: style.isCode,
          language: style.language, eastAsian: eastAsian, emphasis: style.emphasis)))
  }

  /// The face of a cluster: the first one that has all of it, of the style's families, then of the system's, else the first one that has
  /// its base.
  ///
  /// - Parameters:
  ///   - eastAsian: The language of the text's East Asian characters.
  ///   - faces: What `faces` returns for the style, where it is known.
  func face(of cluster: Cluster, in bytes: [UInt8], style: TextStyle, eastAsian: String, _ faces: StyleFaces? = nil) -> FaceID {
    let faces = faces ?? self.faces(of: style, eastAsian: eastAsian)
    let primary = faces.primary
    if cluster.isSingle, cluster.base.isIgnorable { return primary }
    let key = FaceChoices.Key(style: faces.number, scalar: cluster.base, isEmoji: cluster.isEmoji)
    if cluster.isSingle, let known = choices.faces[key] { return known }
    let scalars = Self.shownScalars(bytes[cluster.range])
    if let face = firstFace(
      primary, style: style, eastAsian: eastAsian, cluster, scalars, where: { has($0, cluster, bytes, scalars, style) })
    {
      if cluster.isSingle { choices.faces[key] = face }
      return face
    }
    guard cluster.isSingle else {
      // No font has all of it: the base decides, and characters that its face lacks are shown as missing.
      var base = cluster
      base.range = cluster.range.lowerBound..<cluster.range.lowerBound + cluster.base.utf8.count
      let face = self.face(of: base, in: bytes, style: style, eastAsian: eastAsian)
      for scalar in scalars.dropFirst() where fonts.face(face).glyph(for: scalar) == nil { addMissing(scalar) }
      return face
    }
    addMissing(cluster.base)
    return primary
  }

  private func firstFace(
    _ primary: FaceID, style: TextStyle, eastAsian: String, _ cluster: Cluster, _ scalars: [Unicode.Scalar], where has: (FaceID) -> Bool
  ) -> FaceID? {
    let isEastAsian = CJKClass(cluster.base).isFullWidth || cluster.base.isHangul
    if isEastAsian, case .face(let families) = style.emphasis {
      for family in families {
        if let face = fonts.face(family: family, weight: style.weight), has(face.id) { return face.id }
      }
    }
    if !cluster.isEmoji {
      if has(primary) { return primary }
      for family in style.families.dropFirst() {
        if let face = fonts.face(family: family, weight: style.weight, slant: style.slant), has(face.id) { return face.id }
      }
      // Code in italics whose face lacks a script (Source Code Pro has no Cyrillic ones): the upright face has the same widths.
      if style.isCode, style.slant == .italic {
        for family in style.families {
          if let face = fonts.face(family: family, weight: style.weight), has(face.id) { return face.id }
        }
      }
      // A bundled face is preferred to an unrelated one.
      for family in ["Libertinus Serif", "Libertinus Math", "STIX Two Math", "New Computer Modern Math"] where !isEastAsian {
        if let face = fonts.face(family: family, weight: style.weight, slant: style.slant), has(face.id) { return face.id }
      }
    }
    if cluster.isEmoji {
      for family in emojiFamilies where style.families.contains(family) {
        if let face = fonts.face(family: family), has(face.id) { return face.id }
      }
    }
    let kind = cluster.isEmoji ? .emoji : Self.kind(of: style)
    var wanted = FallbackRequest(
      scalars: scalars, language: isEastAsian ? eastAsian : style.language, weight: style.weight,
      slant: isEastAsian ? .upright : style.slant, kind: kind)
    let found = fonts.fallback(for: wanted)
    let lacksItalics =
      isEastAsian
      ? style.emphasis == .otherFace || style.emphasis == .dots && cluster.base.isHangul
      : !cluster.base.hasItalics && cluster.base.properties.isAlphabetic
    if style.slant == .italic, style.emphasis != .none, lacksItalics {
      // If a script has no italics, emphasis is in the other kind of face, with the weight of the text; in bold if no such face has the script.
      wanted.kind = kind == .serif ? .sans : .serif
      if let face = fonts.fallback(for: wanted), face.id != found?.id, has(face.id) { return face.id }
      (wanted.kind, wanted.weight) = (kind, max(style.weight, 700))
      if let face = fonts.fallback(for: wanted), has(face.id) { return face.id }
    }
    if let face = found, has(face.id) { return face.id }
    if cluster.isEmoji, has(primary) { return primary }
    return nil
  }

  /// The weight and slant of a fallback face next to the style's own face.
  private static func kind(of style: TextStyle) -> FallbackRequest.Kind {
    if style.isCode { return .monospace }
    guard let family = style.families.first?.lowercased() else { return .serif }
    return ["sans", "gothic", "helvet", "arial", "inter", "roboto", "grotesk", "verdana"].contains { family.contains($0) } ? .sans : .serif
  }

  /// The characters of a cluster that need a glyph.
  private static func shownScalars(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    let shown = scalars.filter { !$0.isIgnorable }
    return shown.isEmpty ? scalars : shown
  }

  /// True if a face can set a cluster without a gap. Marks may come as parts of composed glyphs.
  private func has(_ id: FaceID, _ cluster: Cluster, _ bytes: [UInt8], _ scalars: [Unicode.Scalar], _ style: TextStyle) -> Bool {
    let face = fonts.face(id)
    guard face.glyph(for: cluster.base) != nil else { return false }
    if scalars.allSatisfy({ face.glyph(for: $0) != nil }) { return true }
    let shaped = shaper.shape(bytes[cluster.range], in: context(id, style: style))
    return !shaped.glyphs.contains { shaper.glyphs[Int($0)].id == 0 }
  }

  /// The face of a full-width character: for characters that Western faces have too, the one that Han characters come from.
  func cjkFace(of cluster: Cluster, in bytes: [UInt8], style: TextStyle, eastAsian: String) -> FaceID {
    if CJKClass(cluster.base) == .other {
      let han = Cluster(base: "\u{4E00}", range: 0..<3, isEmoji: false)
      let face = face(of: han, in: [0xE4, 0xB8, 0x80], style: style, eastAsian: eastAsian)
      if fonts.face(face).glyph(for: cluster.base) != nil { return face }
    }
    return face(of: cluster, in: bytes, style: style, eastAsian: eastAsian)
  }

  /// The language whose forms and rules the East Asian characters of a paragraph have.
  func eastAsianLanguage(of text: StyledText) -> String {
    let language = text.styles.first?.language ?? ""
    guard text.text.contains(where: { $0 >= 0xE1 }) else { return language }
    return ScriptCensus(text.text).eastAsianLanguage(in: language)
  }
}

extension Cluster {
  init(base: Unicode.Scalar, range: Range<Int>, isEmoji: Bool) {
    self.base = base
    self.range = range
    self.isEmoji = isEmoji
  }
}
