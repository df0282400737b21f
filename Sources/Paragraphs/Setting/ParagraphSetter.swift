public import TypesetBoxes
public import TypesetFonts
public import TypesetStyling

/// Sets paragraphs. Each thread has its own: it keeps the shaped words and the arrays of the last paragraph.
public final class ParagraphSetter {
  public let fonts: FontBook
  let shaper: Shaper
  /// What decides where lines end.
  public var parameters: LineBreakingParameters { didSet { measured.forget() } }
  /// True if each line carries a mark that says how it was set.
  public var reportsLines = false
  /// Families of emoji, tried before the system's.
  public var emojiFamilies: [String] = []
  /// True if those marks say where each line could have ended.
  public var explainsBreaks = false

  /// Characters that no font has, each once.
  private var missing: [Unicode.Scalar] = []
  private var knownMissing: Set<Unicode.Scalar> = []
  var choices = FaceChoices()
  private var measured = MeasuredTexts()
  /// Whether faces have small capitals, as far as known.
  var smallCapitals: [FaceID: Bool] = [:]
  /// Where glyphs cross the lines below them, as far as known.
  var inkSpans: [InkSpanKey: [ClosedRange<Length>]] = [:]

  func addMissing(_ scalar: Unicode.Scalar) { if knownMissing.insert(scalar).inserted { missing.append(scalar) } }

  /// Returns those characters in the order of their first appearance, and clears them.
  public func takeMissing() -> [Unicode.Scalar] {
    guard !missing.isEmpty else { return [] }
    defer {
      missing = []
      knownMissing = []
    }
    return missing
  }

  /// Words with hyphenation points from the author.
  public var exceptions = HyphenationExceptions()

  /// Languages without patterns whose words would be hyphenated.
  private var withoutPatterns: Set<String> = []

  /// Returns those languages in order, and clears them.
  public func takeLanguagesWithoutPatterns() -> [String] {
    defer { withoutPatterns = [] }
    return withoutPatterns.sorted()
  }

  var hyphenators: [String: Hyphenator?] = [:]
  private var caseMaps: [String: CaseMap?] = [:]
  private var breakIterators: [String: LineBreakOpportunities] = [:]
  private var faces: [FaceKey: FaceID] = [:]
  private var contexts: [ContextKey: ShapingContext] = [:]
  private var spaces: [FontKey: Space] = [:]
  private var measuredLetters: [LettersKey: Letters] = [:]
  private var lastSpace: (key: FontKey, space: Space)?
  private var lastContext: (key: ContextKey, context: ShapingContext)?
  /// The last query, which most words repeat.
  private var lastFace: LastFace?

  private struct LastFace {
    var families: [String]
    var weight: Int
    var slant: Slant
    var size: Length
    var face: FaceID
  }

  private struct FaceKey: Hashable {
    var families: [String]
    var weight: Int
    var slant: Slant
    var size: Int
  }

  private struct ContextKey: Hashable {
    var face: FaceID
    var size: Length
    var language: String
    var features: [TextStyle.Feature]
    var isRightToLeft: Bool
    var uppercases: Bool
    /// Code has no ligatures.
    var isCode: Bool
  }

  private struct LettersKey: Hashable {
    var font: FontKey
    /// Where the font does not say how wide its stems are, the style does.
    var isBold: Bool
  }

  /// The space of a font as glue, in scaled points.
  struct Space {
    /// The face that it is of.
    var face: FaceID
    var width: Int
    var stretch: Int
    var shrink: Int
    var glyph: UInt32
  }

  /// Kept as long as the shaper is used.
  private let loan: AnyObject?

  /// - Parameters:
  ///   - shaper: One that has shaped words before, with the same fonts; nil makes a new one.
  ///   - loan: The owner of the shaper, which is kept as long as the setter.
  public init(
    fonts: FontBook, parameters: LineBreakingParameters = LineBreakingParameters(), shaper: Shaper? = nil, loan: AnyObject? = nil
  ) {
    self.fonts = fonts
    self.parameters = parameters
    self.shaper = shaper ?? Shaper(fonts: fonts)
    self.loan = loan
  }

  // MARK: Setting

  /// Breaks text into lines.
  ///
  /// - Parameter content: The elements of the document's structure that the text belongs to.
  public func set(_ text: StyledText, attachments: [HList], shape: ParagraphShape, content: ContentMap? = nil) -> Lines {
    // An empty table cell, a paragraph that was a comment.
    guard !text.styles.isEmpty else { return Lines() }
    let text = withEmphasis(text)
    let isJustified = shape.alignment == .justified
    let em = text.styles.first?.size ?? 10.pt
    let margin = isJustified ? Length.zero : em * 5
    var list = measuredList(of: text, attachments, shape) ?? collect(text, attachments, shape, hyphenates: false)
    var breaker = LineBreaker(
      list.nodes, shape: shape, margin: margin, parameters: parameters, hangs: hangs(in: list, text, shape))
    // TeX's passes: without hyphens, with them, with emergency stretch.
    var breaks = breaker.breaks(
      threshold: parameters.pretolerance, isFinal: false, mostPenalty: parameters.mostStretch > 0 ? Self.shortEnd : Penalty.prohibit)
    if breaks == nil {
      list = collect(text, attachments, shape, hyphenates: true)
      breaker = LineBreaker(
        list.nodes, shape: shape, margin: margin, parameters: parameters, hangs: hangs(in: list, text, shape))
      let hasThird = parameters.emergencyStretch > .zero
      if parameters.mostStretch > 0 {
        breaks = boundedBreaks(&breaker, hasSpacedCode: list.hasSpacedCode)
      } else {
        breaks = breaker.breaks(threshold: parameters.tolerance, isFinal: !hasThird)
      }
      if breaks == nil {
        breaks =
          breaker.breaks(threshold: parameters.tolerance, isFinal: false, extra: parameters.emergencyStretch, acceptsCount: true)
          // A loose line is better than an overfull one.
          ?? breaker.breaks(threshold: 10_000, isFinal: true, extra: parameters.emergencyStretch)
      }
    }
    if isJustified, let found = breaks { breaks = breaker.unstacked(found, of: text.text) }
    var packer = LinePacker(setter: self, text: text, attachments: attachments, list: list, shape: shape)
    packer.content = content
    if explainsBreaks { packer.alternatives = breaker.alternatives(to: breaks ?? []) }
    return packer.pack(breaks ?? [])
  }

  /// The penalty of breaks that leave a syllable or a short word to a paragraph's last line.
  private static let shortEnd = 800

  /// Breaks without lines that are stretched too far: with hyphens, then at emergency breaks, then ragged.
  ///
  /// For code with spaces, a slightly short line is better than a break at a joint: there the last two are weighed together.
  private func boundedBreaks(_ breaker: inout LineBreaker, hasSpacedCode: Bool) -> [LineBreaker.Break]? {
    breaker.breaks(threshold: parameters.tolerance, isFinal: false, mostPenalty: WordPlaces.emergency)
      ?? (hasSpacedCode ? nil : breaker.breaks(threshold: LineBreaker.badnessOfRagged, isFinal: false, acceptsCount: true))
      ?? breaker.breaks(threshold: 10_000, isFinal: true, leavesRagged: true)
  }

  /// True if the text's direction, explicit or by its first strong character, is right to left.
  public func beginsAtRight(_ text: StyledText) -> Bool { (BidiLevels(text, inRightToLeft: parameters.isRightToLeft)?.base ?? 0) & 1 == 1 }

  /// The width of the widest unbreakable part, and the width of the text on one line.
  ///
  /// - Parameter hyphenates: True if words may be hyphenated, so that their syllables are what can't be broken.
  public func widths(of text: StyledText, attachments: [HList], hyphenates: Bool = false) -> (minimum: Length, natural: Length) {
    guard attachments.isEmpty, !hyphenates else { return measuredList(of: text, attachments, hyphenates: hyphenates).widths }
    // Measuring changes the setter, which has to be free meanwhile.
    var measured = MeasuredTexts()
    swap(&measured, &self.measured)
    defer { swap(&measured, &self.measured) }
    return measured.measured(text) { measuredList(of: text, [], hyphenates: false) }
  }

  /// The list of a ragged text that was measured before and needs no second line, where nothing else enters the list.
  private func measuredList(of text: StyledText, _ attachments: [HList], _ shape: ParagraphShape) -> ParagraphList? {
    guard attachments.isEmpty, shape.alignment != .justified, shape.indent == .zero else { return nil }
    return measured.list(of: text, fitting: shape.narrowest)
  }

  private func measuredList(
    of text: StyledText, _ attachments: [HList], hyphenates: Bool
  ) -> (list: ParagraphList, widths: (minimum: Length, natural: Length)) {
    let shape = ParagraphShape(measure: 100_000.pt, alignment: .left, leading: 12.pt)
    let list = collect(text, attachments, shape, hyphenates: hyphenates)
    var minimum = 0
    var widest = 0
    var line = 0
    var part = 0
    // Glue is a break after a box only: not after the penalty of a no-break space.
    var followsBox = false
    for node in list.nodes {
      defer { followsBox = node.kind == .box || node.kind == .discretionary }
      switch node.kind {
      case .box, .kern:
        line += node.width
        part += node.width
      case .discretionary:
        line += node.width
        minimum = max(minimum, part + Int(node.pre))
        part = 0
      case .glue:
        line += node.width
        if node.isBreakable, followsBox {
          minimum = max(minimum, part)
          part = 0
        } else {
          part += node.width
        }
      case .penalty:
        if Int(node.penalty) <= Penalty.force {
          widest = max(widest, line)
          line = 0
        }
        if Int(node.penalty) < Penalty.prohibit {
          minimum = max(minimum, part)
          part = 0
        }
      }
    }
    return (list, (Length(rawValue: max(minimum, part)), Length(rawValue: max(widest, line))))
  }

  private func collect(_ text: StyledText, _ attachments: [HList], _ shape: ParagraphShape, hyphenates: Bool) -> ParagraphList {
    var collector = Collector(
      setter: self, text: text, attachments: attachments, parameters: parameters, hyphenates: hyphenates,
      stretchesSpaces: shape.alignment == .justified, measure: shape.narrowest.rawValue)
    collector.list.reserve(bytes: text.text.count)
    if shape.indent != .zero {
      var indent = Node(.box)
      indent.width = shape.indent.rawValue
      collector.list.nodes.append(indent)
    }
    collector.collect()
    // A space at the end of a paragraph is dropped (§ 816).
    while let last = collector.list.nodes.last, last.kind == .glue { collector.list.nodes.removeLast() }
    if parameters.mostStretch > 0, shape.alignment == .justified {
      collector.list.discourageShortEnd(of: 2 * (text.styles.first?.size.rawValue ?? 0), penalty: Self.shortEnd)
    }
    var penalty = Node(.penalty)
    penalty.penalty = Int32(Penalty.prohibit)
    var fill = Node(.glue)
    fill.isInfinite = true
    let base = collector.list.bidi?.base ?? 0
    (penalty.level, fill.level) = (base, base)
    if shape.indent != .zero, !collector.list.nodes.isEmpty { collector.list.nodes[0].level = base }
    collector.list.nodes.append(penalty)
    collector.list.nodes.append(fill)
    if parameters.expansion > 0, shape.alignment == .justified { collector.list.markExpandable(text) }
    return collector.list
  }

  /// How far characters hang out at each position where a line may begin or end; nil if no characters hang out.
  private func hangs(in list: ParagraphList, _ text: StyledText, _ shape: ParagraphShape) -> LineHangs? {
    guard parameters.protrudes, shape.alignment == .justified, list.bidi == nil else { return nil }
    let count = list.nodes.count
    var hangs = LineHangs(left: Array(repeating: 0, count: count + 1), right: Array(repeating: 0, count: count + 1))
    func hang(_ scalar: Unicode.Scalar, _ thousandths: Int, _ word: Word) -> Int {
      guard thousandths > 0, !text.styles[Int(word.style)].isCode, let glyph = fonts.face(word.face).glyph(for: scalar) else { return 0 }
      return fonts.font(word.face, size: word.size).advance(of: glyph).rawValue * thousandths / 1000
    }
    var last = 0
    for (index, node) in list.nodes.enumerated() {
      if node.kind == .discretionary, !node.isExplicit, node.word >= 0 {
        hangs.right[index] = hang("-", Protrusion.right("-"), list.words[Int(node.word)])
      } else {
        hangs.right[index] = last
      }
      guard node.kind == .box || node.kind == .discretionary, node.width != 0 else { continue }
      last = 0
      guard node.word >= 0, !node.text.isEmpty else { continue }
      let scalar = scalar(endingAt: Int(node.text.upperBound), in: text.text)
      last = hang(scalar, Protrusion.right(scalar, at: Int(node.text.upperBound) - 3, in: text.text), list.words[Int(node.word)])
    }
    hangs.right[count] = last
    var next = 0
    for (index, node) in list.nodes.enumerated().reversed() {
      if node.kind == .box || node.kind == .discretionary, node.width != 0 {
        next = 0
        if node.word >= 0, !node.text.isEmpty {
          let start = Int(node.text.lowerBound)
          let scalar = decode(text.text, start).value
          next = hang(scalar, Protrusion.left(scalar, at: start, in: text.text), list.words[Int(node.word)])
        }
      }
      hangs.left[index] = next
    }
    return hangs
  }

  // MARK: What styles lead to

  /// The face of a style's first family that can be found; characters that it lacks are in other faces.
  public func primaryFace(of style: TextStyle) -> FaceID {
    if let last = lastFace, last.size == style.size, last.weight == style.weight, last.slant == style.slant,
      last.families == style.families
    {
      return last.face
    }
    let key = FaceKey(
      families: style.families, weight: style.weight, slant: style.slant, size: FontBook.opticalSize(style.size))
    let face: FaceID
    if let known = faces[key] {
      face = known
    } else {
      let found = style.families.lazy.compactMap { self.fonts.face(family: $0, weight: style.weight, slant: style.slant, size: style.size) }
        .first
      // The bundled face is always there.
      guard let found = found ?? fonts.face(family: "Libertinus Serif", weight: style.weight, slant: style.slant) else {
        preconditionFailure("Libertinus Serif is bundled")
      }
      face = found.id
      faces[key] = face
    }
    lastFace = LastFace(families: style.families, weight: style.weight, slant: style.slant, size: style.size, face: face)
    return face
  }

  /// - Parameter language: The language of East Asian characters, if it is not the style's language.
  func context(_ face: FaceID, style: TextStyle, isRightToLeft: Bool = false, language: String? = nil, uppercases: Bool = false)
    -> ShapingContext
  {
    let language = language ?? style.language
    // Letters with space between them are not joined.
    let asked =
      style.letterSpacing == .zero ? style.features : style.features + ["liga", "clig"].map { ShapingKey.Feature(tag: $0, value: 0) }
    let key = ContextKey(
      face: face, size: style.size, language: language, features: asked, isRightToLeft: isRightToLeft, uppercases: uppercases,
      isCode: style.isCode)
    if let last = lastContext, last.key == key { return last.context }
    let context: ShapingContext
    if let known = contexts[key] {
      context = known
    } else {
      var features = asked
      if style.isCode { features += [ShapingKey.Feature(tag: "liga", value: 0), ShapingKey.Feature(tag: "calt", value: 0)] }
      var shaping = ShapingKey(face: face, size: style.size, features: features, language: language)
      shaping.isRightToLeft = isRightToLeft
      shaping.uppercases = uppercases
      context = shaper.context(shaping)
      contexts[key] = context
    }
    lastContext = (key, context)
    return context
  }

  /// The face's space with half of it as stretch and a third as shrink, as luaotfload gives it to TeX.
  func space(of style: TextStyle) -> Space {
    let face = primaryFace(of: style)
    let key = FontKey(face: face, size: style.size)
    if let last = lastSpace, last.key == key { return last.space }
    if let known = spaces[key] {
      lastSpace = (key, known)
      return known
    }
    let font = fonts.font(face, size: style.size)
    let glyph = font.face.glyph(for: " ") ?? 0
    let width = font.advance(of: glyph).rawValue
    let space = Space(face: face, width: width, stretch: width / 2, shrink: width / 3, glyph: glyph)
    spaces[key] = space
    return space
  }

  /// Dimensions of letters, for pictures next to them.
  public struct Letters: Sendable {
    public var capHeight: Length
    /// The thickness of the vertical stroke of an l.
    public var stemWidth: Length
  }

  /// The dimensions of a style's letters.
  public func letters(of style: TextStyle) -> Letters {
    let isBold = style.weight >= 600
    let key = LettersKey(font: FontKey(face: primaryFace(of: style), size: style.size), isBold: isBold)
    if let known = measuredLetters[key] { return known }
    let font = fonts.font(key.font.face, size: style.size)
    let letters = Letters(capHeight: font.capHeight, stemWidth: font.stemWidth ?? style.size.scaled(by: isBold ? 0.13 : 0.08))
    measuredLetters[key] = letters
    return letters
  }

  /// Text that can be copied and searched but is invisible: a space that represents it, at the left end of the baseline.
  public func silentInk(_ text: String, _ style: TextStyle) -> Ink {
    var ink = Ink()
    guard !text.isEmpty else { return ink }
    ink.glyphs = [Glyph(id: space(of: style).glyph, x: 0, y: 0, cluster: 0)]
    ink.text = Array(text.utf8)
    let run = GlyphRun(
      face: primaryFace(of: style), size: style.size, color: style.color, x: .zero, y: .zero, width: .zero, glyphs: 0..<1,
      text: 0..<Int32(ink.text.count))
    ink.items = [.run(run)]
    return ink
  }

  /// The least height and depth of a line with this font: capitals and descenders, or the em square of full-width characters.
  func extents(of size: Length, isFullWidth: Bool = false) -> (height: Int, depth: Int) {
    isFullWidth ? (size.rawValue * 88 / 100, size.rawValue * 12 / 100) : (size.rawValue * 7 / 10, size.rawValue * 24 / 100)
  }

  func hyphenator(for language: String) -> Hyphenator? {
    if let known = hyphenators[language] { return known }
    let hyphenator = Hyphenator(language: language)
    if hyphenator == nil { withoutPatterns.insert(language) }
    hyphenators[language] = .some(hyphenator)
    return hyphenator
  }

  func caseMap(for language: String) -> CaseMap? {
    if let known = caseMaps[language] { return known }
    let map = CaseMap(language: language)
    caseMaps[language] = .some(map)
    return map
  }

  func opportunities(for language: String) -> LineBreakOpportunities {
    if let known = breakIterators[language] { return known }
    let iterator = LineBreakOpportunities(language: language)
    breakIterators[language] = iterator
    return iterator
  }
}

/// The character that ends at a byte.
func scalar(endingAt end: Int, in bytes: [UInt8]) -> Unicode.Scalar {
  var index = end - 1
  while index > 0, bytes[index] & 0xC0 == 0x80 { index -= 1 }
  return decode(bytes, index).value
}
