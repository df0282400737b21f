import TypesetBoxes
import TypesetFonts
import TypesetStyling

/// Makes the horizontal list of a paragraph: words, spaces, formulas, and all possible line breaks.
struct Collector {
  let setter: ParagraphSetter
  let text: StyledText
  let attachments: [HList]
  let parameters: LineBreakingParameters
  let hyphenates: Bool
  /// False for ragged text, whose spaces have their natural width.
  let stretchesSpaces: Bool
  /// Words wider than this may be broken anywhere, as a last resort.
  let measure: Int

  var list = ParagraphList()
  var nextAttachment = 0
  /// Before which bytes a line may begin, if ICU was queried.
  var opportunities: [Bool]?
  /// The class of the last full-width character, if nothing else came after it.
  var lastClass = CJKClass.other
  var lastIsWord = false
  var lastIsSharedClosing = false
  /// The rules for East Asian characters of the text.
  private(set) var grid: EastAsianGrid
  let textBytes: TextBytes
  private(set) var places: WordPlaces
  let divider: WordDivider
  /// The bytes of the current run.
  private var run = 0..<0
  private var rooms = GroundRooms()
  /// True if that run is code with spaces.
  private(set) var isSpacedCode = false
  /// True if code is before and after that run.
  private var isBetweenCode = false
  /// True if the last full-width character is a dash, which includes its own space.
  var lastIsDash = false

  init(
    setter: ParagraphSetter, text: StyledText, attachments: [HList], parameters: LineBreakingParameters,
    hyphenates: Bool, stretchesSpaces: Bool, measure: Int
  ) {
    self.setter = setter
    self.text = text
    self.attachments = attachments
    self.parameters = parameters
    self.hyphenates = hyphenates
    self.stretchesSpaces = stretchesSpaces
    self.measure = measure
    textBytes = TextBytes(bytes: text.text)
    grid = EastAsianGrid(textBytes)
    places = WordPlaces(text: textBytes, setter: setter, grid: grid, hyphenates: hyphenates, opportunities: nil, measure: measure)
    divider = WordDivider(text: textBytes, shaper: setter.shaper, parameters: parameters, measure: measure)
  }

  mutating func collect() {
    if text.text.contains(where: { $0 >= 0x80 }) {
      var marks = [Bool](repeating: false, count: text.text.count + 1)
      setter.opportunities(for: text.styles.first?.language ?? "en").mark(text.text, in: &marks)
      opportunities = marks
      // Kana, Han and Hangul begin with these bytes.
      let hasGrid =
        ["zh", "ja", "ko"].contains { text.styles.first?.language.hasPrefix($0) ?? false } || text.text.contains { 0xE3...0xED ~= $0 }
      grid = EastAsianGrid(
        textBytes, language: setter.eastAsianLanguage(of: text), hasGrid: hasGrid, keepsKoreanWords: parameters.keepsKoreanWords)
      places = WordPlaces(text: textBytes, setter: setter, grid: grid, hyphenates: hyphenates, opportunities: marks, measure: measure)
      list.eastAsian = grid.language
    }
    list.shown = ShownText(text, setter: setter)
    list.bidi = BidiLevels(text, inRightToLeft: parameters.isRightToLeft)
    for (index, run) in text.runs.enumerated() {
      let next = index + 1 < text.runs.count ? text.styles[Int(text.runs[index + 1].style)].isCode : false
      isBetweenCode = next && index > 0 && text.styles[Int(text.runs[index - 1].style)].isCode
      rooms = GroundRooms(beside: index, of: text)
      collect(run)
      // `a`,`b`: a line may end behind the sign between two pieces of code, where all others would be too loose.
      if isBetweenCode, run.range.count == 1, ",;|/".utf8.contains(text.text[Int(run.range.lowerBound)]) {
        list.addPenalty(WordPlaces.atCodeJoint)
      }
    }
    if hyphenates, opportunities != nil { list.releaseTies(in: text.text, widerThan: measure) }
    setLevels()
  }

  /// Nodes without text (gaps, penalties) have the level of the node before them; a formula runs left to right.
  private mutating func setLevels() {
    guard let bidi = list.bidi else { return }
    var level = bidi.base
    for index in list.nodes.indices {
      let node = list.nodes[index]
      if !node.text.isEmpty, bidi.levels.indices.contains(Int(node.text.lowerBound)) {
        level = bidi.levels[Int(node.text.lowerBound)]
        if textBytes.isAttachment(at: Int(node.text.lowerBound)) { level += level & 1 }
      }
      list.nodes[index].level = level
    }
  }

  // MARK: Runs

  mutating func collect(_ run: StyledText.Run) {
    self.run = Int(run.range.lowerBound)..<Int(run.range.upperBound)
    let bytes = text.text
    var index = self.run.lowerBound
    let end = self.run.upperBound
    let style = text.styles[Int(run.style)]
    isSpacedCode = style.isCode && bytes[self.run].contains(0x20)
    list.hasSpacedCode = list.hasSpacedCode || isSpacedCode
    while index < end {
      let byte = bytes[index]
      if byte == 0x20 || byte == 0x09 || byte == 0x0A {
        // In code every space counts; in text the Markdown parser has left single ones, except from entities.
        addSpace(index, style: style, run.style)
        index += 1
        continue
      }
      var next = index
      while next < end, bytes[next] != 0x20, bytes[next] != 0x09, bytes[next] != 0x0A { next += 1 }
      addPiece(index..<next, style: style, run.style)
      index = next
    }
  }

  /// Bytes without spaces: split into words of one face, full-width characters, attachments, controls.
  mutating func addPiece(_ range: Range<Int>, style: TextStyle, _ number: Int32) {
    if let levels = list.bidi?.levels {
      // Each part of one level separately.
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        while end < range.upperBound, levels[end] == levels[start] { end += 1 }
        addLevelPiece(start..<end, style: style, number)
        start = end
      }
    } else {
      addLevelPiece(range, style: style, number)
    }
  }

  private mutating func addLevelPiece(_ range: Range<Int>, style: TextStyle, _ number: Int32) {
    let bytes = text.text
    if bytes[range].allSatisfy({ $0 < 0x80 }) {
      return addWord(range, face: setter.primaryFace(of: style), style: style, number)
    }
    var start = range.lowerBound
    var face: FaceID?
    var index = range.lowerBound
    func scalar(at index: Int) -> (value: Unicode.Scalar, length: Int) { decode(bytes, index) }
    let faces = setter.faces(of: style, eastAsian: grid.language)
    while index < range.upperBound {
      let (value, length) = scalar(at: index)
      let kind = grid.fullWidthClass(of: value, at: index, length: length)
      let isSpecial =
        value == "\u{FFFC}" || value == "\u{2028}" || value == "\u{200B}" || value == "\u{AD}" || value == "\u{A0}"
        || value == "\u{2009}" || value == "\u{202F}" || value == "\u{2003}" || value == "\u{2002}" || value == "\u{3000}"
        || kind.isFullWidth
      if isSpecial {
        if value == "\u{AD}", face != nil || index > start {
          // A soft hyphen is part of its word; `addWord` finds it.
          index += length
          continue
        }
        if index > start, let face { addWord(start..<index, face: face, style: style, number) }
        face = nil
        var end = index + length
        // The two signs of a Chinese dash or ellipsis are one (CLREQ 3.1.7): fonts join them.
        if kind == .ideograph, ["\u{2014}", "\u{2015}", "\u{2025}", "\u{2026}"].contains(value), end + length <= range.upperBound,
          bytes[end..<end + length] == bytes[index..<end]
        {
          end += length
        }
        // Marks stay with their base.
        while end < range.upperBound, kind.isFullWidth, scalar(at: end).value.extendsCluster { end += scalar(at: end).length }
        addSpecial(value, kind, index..<end, style: style, number)
        index = end
        start = end
        continue
      }
      // The whole cluster has one face: marks, joined emoji, flags.
      let cluster = Cluster(in: bytes, at: index, upTo: range.upperBound)
      let own =
        grid.hasGrid && value.isGridSign && !style.isCode && !cluster.isEmoji
        ? setter.cjkFace(of: cluster, in: bytes, style: style, eastAsian: grid.language)
        : setter.face(of: cluster, in: bytes, style: style, eastAsian: grid.language, faces)
      if let face, face != own {
        addWord(start..<index, face: face, style: style, number)
        start = index
      }
      face = own
      index = cluster.range.upperBound
    }
    if index > start, let face { addWord(start..<index, face: face, style: style, number) }
  }

  mutating func addSpecial(_ value: Unicode.Scalar, _ kind: CJKClass, _ range: Range<Int>, style: TextStyle, _ number: Int32) {
    switch value {
    case "\u{FFFC}": addAttachment(style: style, number, at: range.lowerBound)
    case "\u{2028}":
      var glue = Node(.glue)
      glue.isInfinite = true
      list.addPenalty(Penalty.prohibit)
      list.nodes.append(glue)
      list.addPenalty(Penalty.force)
      lastClass = .other
      lastIsWord = false
    case "\u{200B}":
      list.addPenalty(0)
    case "\u{AD}": break
    case "\u{A0}", "\u{202F}", "\u{2009}", "\u{2003}", "\u{2002}":
      if value == "\u{A0}" { list.addTie() }
      addSpace(range.lowerBound, length: range.count, style: style, number, fixed: width(of: value, style))
    default:
      addFullWidth(value, value == "\u{3000}" ? .ideograph : kind, range, style: style, number)
    }
  }

  /// The width of a Unicode space; nil if the face's width is used.
  func width(of space: Unicode.Scalar, _ style: TextStyle) -> Int? {
    switch space {
    case "\u{2009}", "\u{202F}": style.size.rawValue / 6
    case "\u{2002}": style.size.rawValue / 2
    case "\u{2003}": style.size.rawValue
    default: nil
    }
  }

  // MARK: Spaces

  mutating func addSpace(_ offset: Int, length: Int = 1, style: TextStyle, _ number: Int32, fixed: Int? = nil) {
    // Beside CJK a typed space is the quarter-em gap, and between two CJK characters nothing. Korean has spaces between words.
    if fixed == nil, !style.isCode, !grid.isKorean {
      let next = offset + length
      let isBeforeCJK = next < text.text.count && CJKClass(decode(text.text, next).value).isFullWidth
      // A dash between blanks separates words.
      if lastClass == .ideograph && lastIsDash || grid.isChineseDash(at: next) { return }
      if lastClass.isFullWidth, isBeforeCJK, !(isBetweenCode && run.count == length) {
        // A space next to a change of style is there for Markdown: `中文 **强调** 中文`.
        if lastClass == .ideograph, isWithinRun(offset, length), CJKClass(decode(text.text, next).value) == .ideograph {
          addIdeographicSpace(offset, style: style, number)
        }
        return
      }
      if lastClass == .closing || lastClass == .centred || isBeforeCJK && CJKClass(decode(text.text, next).value) == .opening {
        // The punctuation includes its own half em.
        return
      } else if isBeforeCJK, lastIsWord, decode(text.text, next).value.closesFullWidth {
        // A blank before a full stop is dropped.
        return
      } else if lastClass.isFullWidth || isBeforeCJK, lastClass.isFullWidth || lastIsWord {
        addGap(style: style, number, mayBreak: !textBytes.isBeforeItsNumber(next), text: Int32(offset)..<Int32(next))
        lastClass = .other
        lastIsWord = false
        return
      }
    }
    let space = setter.space(of: style)
    var glue = Node(.glue)
    glue.isBreakable = fixed == nil || fixed == style.size.rawValue
    if fixed == nil,
      textBytes.isBeforeItsNumber(offset + length) || textBytes.isBeforeItsUnit(offset, offset + length)
        || (style.isCode
          ? leavesLittleCode(beside: offset..<offset + length)
          : textBytes.isBeforeSeparator(offset + length) || textBytes.isBeforeLoneSign(offset + length))
    {
      list.addPenalty(Penalty.prohibit)
      glue.isBreakable = false
    }
    glue.width = (fixed ?? space.width) + style.letterSpacing.rawValue + rooms.width(beside: offset..<offset + length, in: run)
    if stretchesSpaces, fixed == nil {
      if !style.isCode {
        glue.stretch = space.stretch
        glue.shrink = space.shrink
      } else if hyphenates, parameters.mostStretch > 0 {
        // Code keeps its grid if the paragraph can be set so; else its spaces stretch, to at most twice their width.
        glue.stretch = space.width / 3
      }
    }
    if parameters.widensSentences, fixed == nil, length == 1 {
      SentenceSpacing.widen(&glue, shrink: space.shrink, after: textBytes, at: offset, style: style)
    }
    glue.text = Int32(offset)..<Int32(offset + length)
    glue.style = number
    list.nodes.append(glue)
    lastClass = .other
    lastIsWord = false
  }

  /// `git add .` is not broken before the full stop, nor `r n` after its first letter.
  private func leavesLittleCode(beside space: Range<Int>) -> Bool {
    space.lowerBound - run.lowerBound <= 2 || run.upperBound - space.upperBound <= 2
  }

  /// True if the author typed the space between two characters of the same style, as between names.
  private func isWithinRun(_ offset: Int, _ length: Int) -> Bool {
    run.lowerBound < offset && offset + length < run.upperBound
  }

  /// Half an em between two full-width characters.
  private mutating func addIdeographicSpace(_ offset: Int, style: TextStyle, _ number: Int32) {
    var glue = Node(.glue)
    glue.isBreakable = true
    (glue.width, glue.stretch, glue.shrink) = (style.size.rawValue / 2, style.size.rawValue / 20, style.size.rawValue / 8)
    glue.text = Int32(offset)..<Int32(offset + 1)
    glue.style = number
    list.nodes.append(glue)
    lastClass = .other
    lastIsWord = false
  }

  // MARK: Attachments

  mutating func addAttachment(style: TextStyle, _ number: Int32, at offset: Int) {
    guard nextAttachment < attachments.count else { return }
    addGapAfterCJK(at: offset, style: style, number)
    let attachment = attachments[nextAttachment]
    // Adjacent pictures may be on separate lines.
    let isPicture = attachment.isPicture
    if isPicture || attachment.isFramed, let last = list.nodes.last, last.attachment >= 0,
      case let above = attachments[Int(last.attachment)],
      above.isPicture || above.isFramed
    {
      // Only a ragged line may end between the frames of pictures that are missing: there is no space that could stretch.
      if !isPicture { addRaggedBreak() }
      if isPicture || !stretchesSpaces { list.addPenalty(0) }
    }
    let isWide = isPicture && attachment.naturalWidth.rawValue > measure * 2 / 5
    if isWide { addRaggedBreak() }
    if attachment.isIdeograph, opportunities?[offset] == true { list.addBreak(beforeIdeographAmong: attachments, style, number) }
    addMathNode(beside: attachment.nodes.first)
    for (position, hnode) in attachment.nodes.enumerated() {
      var node: Node
      switch hnode {
      case .box(let box):
        node = Node(.box)
        node.width = box.width.rawValue
        node.attachment = Int32(nextAttachment)
        node.attachmentNode = Int32(position)
      case .glue(let glue):
        node = Node(.glue)
        node.width = glue.natural.rawValue
        if glue.stretchOrder > .finite {
          node.isInfinite = true
        } else if stretchesSpaces {
          node.stretch = glue.stretch.rawValue
          node.shrink = glue.shrink.rawValue
        }
      case .kern(let kern):
        node = Node(.kern)
        node.width = kern.rawValue
      case .penalty(let penalty):
        node = Node(.penalty)
        node.penalty = Int32(clamping: penalty)
      }
      node.style = number
      // Space within a formula is not text: the formula has its own.
      node.text = Int32(offset)..<Int32(offset + (node.kind == .box ? 3 : 0))
      list.nodes.append(node)
    }
    addMathNode(beside: attachment.nodes.last)
    nextAttachment += 1
    if attachment.isIdeograph, offset + 3 < text.text.count, opportunities?[offset + 3] == true, text.text[offset + 3] > 0x20 {
      list.addPenalty(0)
    }
    // As before a wide picture, a line may end behind it.
    if isWide, offset + 3 < text.text.count, case let next = text.text[offset + 3], next > 0x20, !").,;:!?]}".utf8.contains(next),
      opportunities?[offset + 3] != false
    {
      if stretchesSpaces { addRaggedBreak() } else { list.addPenalty(0) }
    }
    lastClass = .other
    lastIsWord = true
  }

  /// A line may end here like a paragraph's last line: `\hfil\penalty100\hfilneg` (TeXbook chapter 14).
  private mutating func addRaggedBreak() {
    guard stretchesSpaces, list.nodes.contains(where: { $0.kind == .box }) else { return }
    var fill = Node(.glue)
    fill.isInfinite = true
    list.nodes.append(fill)
    list.addPenalty(100)
    fill.stretch = -1
    list.nodes.append(fill)
  }

  /// TeX's math-on and math-off nodes (§ 147): space at a formula's edge is not lost at a line's edge, and a line may end after it.
  private mutating func addMathNode(beside edge: HNode?) {
    switch edge {
    case .glue, .kern, .penalty: list.nodes.append(Node(.box))
    case .box, nil: break
    }
  }
}

extension HList {
  /// True if it consists of a picture.
  fileprivate var isPicture: Bool {
    nodes.count == 1 && ink.items.contains { if case .picture = $0 { true } else { false } }
  }

  /// True if it is a frame around words, as in the place of a picture that is missing.
  fileprivate var isFramed: Bool {
    guard nodes.count == 1, ink.items.count > 1, case .panel(let panel) = ink.items[0] else { return false }
    return panel.borderWidth > .zero
  }
}

/// The scalar at a byte of UTF-8, and its length; U+FFFD, of length 1, for invalid bytes.
func decode(_ bytes: [UInt8], _ index: Int) -> (value: Unicode.Scalar, length: Int) {
  let first = bytes[index]
  if first < 0x80 { return (Unicode.Scalar(first), 1) }
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
  guard length > 1, index + length <= bytes.count else { return ("\u{FFFD}", 1) }
  var value = UInt32(first) & (0xFF >> UInt32(length + 1))
  for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
  return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
}
