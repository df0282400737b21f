internal import CHarfBuzz
public import TypesetBoxes

/// A glyph as the shaper gave it, in scaled points.
public struct ShapedGlyph: Hashable, Sendable {
  /// The glyph's number in the font file.
  public var id: UInt32
  /// How far the glyph moves the pen rightwards.
  public var advance: Int32
  /// How far right of the pen the glyph is drawn.
  public var dx: Int32
  /// How far above the baseline the glyph is drawn.
  public var dy: Int32
  /// Bytes from the start of the shaped text.
  public var cluster: UInt32
}

/// A shaped piece of text: a range of the shaper's glyphs and its width.
public struct ShapedWord: Hashable, Sendable {
  /// In the `glyphs` of the shaper.
  public var glyphs: Range<Int32>
  /// Scaled points.
  public var width: Int

  /// Nothing, without a width.
  public static let empty = ShapedWord(glyphs: 0..<0, width: 0)
}

/// A face at a size.
public struct FontKey: Hashable, Sendable {
  public var face: FaceID
  public var size: Length

  public init(face: FaceID, size: Length) {
    self.face = face
    self.size = size
  }
}

/// A font with what else decides how text is shaped in it.
public struct ShapingKey: Hashable, Sendable {
  public var font: FontKey
  public var features: [Feature]
  /// BCP 47.
  public var language: String
  /// True if the text runs right to left; its glyphs are still from left to right.
  public var isRightToLeft = false
  /// Shows small letters as capitals: small capitals for faces without them, at a smaller size. The text itself is unchanged.
  public var uppercases = false

  /// An OpenType feature: its tag of four characters, and its value.
  public struct Feature: Hashable, Sendable {
    /// `liga`, `smcp`.
    public var tag: String
    /// 0 turns the feature off; a value above 1 chooses an alternate.
    public var value: Int

    public init(tag: String, value: Int) {
      self.tag = tag
      self.value = value
    }
  }

  public init(face: FaceID, size: Length, features: [Feature] = [], language: String) {
    font = FontKey(face: face, size: size)
    self.features = features
    self.language = language
  }
}

/// A context number of a shaper: one font, language, direction and set of features.
public struct ShapingContext: Hashable, Sendable { public let index: Int32 }

/// Shapes words and caches them, since most words of a text recur. One for each thread.
///
/// Glyphs of all words lie in one array; a hit allocates nothing.
@safe public final class Shaper {
  public let fonts: FontBook
  /// All glyphs so far; a word's are a range of them.
  public private(set) var glyphs: [ShapedGlyph] = []

  @safe private struct Context {
    var font: Font
    var language: OpaquePointer?
    var features: [hb_feature_t]
    var isRightToLeft: Bool
    /// The language whose rules for capitals apply; nil leaves letters unchanged.
    var uppercases: String?
    /// True if signs that belong to no script take East Asian forms.
    var isEastAsian: Bool
  }

  private var contexts: [Context] = []
  private var contextIndex: [ShapingKey: ShapingContext] = [:]
  private var words = ShapedWords()
  private let buffer: OpaquePointer

  /// - Parameter fonts: The book in which the faces of all shaped text are.
  public init(fonts: FontBook) {
    self.fonts = fonts
    guard let buffer = unsafe hb_buffer_create() else { preconditionFailure("hb_buffer_create never returns null") }
    unsafe self.buffer = buffer
    unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
  }

  deinit { unsafe hb_buffer_destroy(buffer) }

  /// The number of a context, made when it is first asked for.
  public func context(_ key: ShapingKey) -> ShapingContext {
    if let known = contextIndex[key] { return known }
    let features = key.features.map { feature in
      let tag = unsafe hb_tag_from_string(feature.tag, Int32(feature.tag.utf8.count))
      return hb_feature_t(tag: tag, value: UInt32(clamping: feature.value), start: 0, end: UInt32.max)
    }
    let language = unsafe hb_language_from_string(key.language, -1)
    unsafe contexts.append(
      Context(
        font: fonts.font(key.font.face, size: key.font.size), language: language, features: features,
        isRightToLeft: key.isRightToLeft, uppercases: key.uppercases ? key.language : nil,
        isEastAsian: ["zh", "ja", "ko"].contains { key.language.hasPrefix($0) }))
    let context = ShapingContext(index: Int32(contexts.count - 1))
    contextIndex[key] = context
    return context
  }

  /// The glyphs of a word in visual order, from left to right.
  public func glyphs(of word: ShapedWord) -> ArraySlice<ShapedGlyph> {
    glyphs[Int(word.glyphs.lowerBound)..<Int(word.glyphs.upperBound)]
  }

  /// The font in which a context shapes.
  public func font(of context: ShapingContext) -> Font { contexts[Int(context.index)].font }

  /// Shapes UTF-8 as one run of one script.
  public func shape(_ text: ArraySlice<UInt8>, in context: ShapingContext) -> ShapedWord {
    let hash = ShapedWords.hash(text, context.index)
    if let known = words.word(text, context.index, hash) { return known }
    let word: ShapedWord
    if let language = contexts[Int(context.index)].uppercases {
      let capitals = Capitals(of: text, language: language)
      word = shapeAnew(capitals.text[...], in: contexts[Int(context.index)])
      for index in word.glyphs {
        glyphs[Int(index)].cluster = capitals.origins[min(Int(glyphs[Int(index)].cluster), capitals.origins.count - 1)]
      }
    } else {
      word = shapeAnew(text, in: contexts[Int(context.index)])
    }
    // Long pieces do not recur.
    if text.count <= 64 { words.add(word, text, context.index, hash) }
    return word
  }

  /// The same glyphs with the clusters of another text, in place of which this one is shown.
  ///
  /// - Parameter origins: For each byte of the shown text and for its end, the byte of the other one.
  public func mapped(_ shaped: ShapedWord, origins: [UInt32]) -> ShapedWord {
    var word = shaped
    let start = Int32(glyphs.count)
    for index in word.glyphs {
      var glyph = glyphs[Int(index)]
      glyph.cluster = origins[min(Int(glyph.cluster), origins.count - 1)]
      glyphs.append(glyph)
    }
    word.glyphs = start..<Int32(glyphs.count)
    return word
  }

  /// Shapes a text without optional ligatures in some of its ranges.
  public func shape(_ text: ArraySlice<UInt8>, in context: ShapingContext, dividing ranges: [Range<UInt32>]) -> ShapedWord {
    var changed = contexts[Int(context.index)]
    for range in ranges {
      for name in ["liga", "clig", "dlig", "hlig"] {
        changed.features.append(
          hb_feature_t(tag: unsafe hb_tag_from_string(name, 4), value: 0, start: range.lowerBound, end: range.upperBound))
      }
    }
    return shapeAnew(text, in: changed)
  }

  private func shapeAnew(_ text: ArraySlice<UInt8>, in context: Context) -> ShapedWord {
    unsafe hb_buffer_reset(buffer)
    unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    unsafe text.withUnsafeBytes { bytes in
      unsafe hb_buffer_add_utf8(
        buffer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 0, Int32(bytes.count))
    }
    if let language = unsafe context.language { unsafe hb_buffer_set_language(buffer, language) }
    unsafe hb_buffer_guess_segment_properties(buffer)
    // Dashes alone would have the forms that no script has.
    if context.isEastAsian, unsafe hb_buffer_get_script(buffer) == HB_SCRIPT_INVALID {
      unsafe hb_buffer_set_script(buffer, HB_SCRIPT_HAN)
    }
    unsafe hb_buffer_set_direction(buffer, context.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe context.features.withUnsafeBufferPointer { features in
      unsafe hb_shape(context.font.handle, buffer, features.baseAddress, UInt32(features.count))
    }
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    let start = Int32(glyphs.count)
    var width = 0
    if let infos = unsafe infos, let positions = unsafe positions {
      for index in 0..<Int(count) {
        let info = unsafe infos[index]
        let position = unsafe positions[index]
        glyphs.append(
          ShapedGlyph(
            id: info.codepoint, advance: position.x_advance, dx: position.x_offset, dy: position.y_offset,
            cluster: info.cluster))
        width += Int(position.x_advance)
      }
    }
    if !context.isRightToLeft, LooseMarks.mayBe(in: text) { LooseMarks.place(&glyphs, from: Int(start), context.font) }
    return ShapedWord(glyphs: start..<Int32(glyphs.count), width: width)
  }
}
