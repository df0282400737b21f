import TypesetBoxes
import TypesetFonts
import TypesetStyling

/// Makes the horizontal list of a paragraph: words, spaces, formulas, and all places where a line may end.
struct Collector {
  let setter: ParagraphSetter
  let text: StyledText
  let attachments: [HList]
  let parameters: LineBreakingParameters
  let hyphenates: Bool
  /// Ragged text keeps its spaces as they are.
  let stretchesSpaces: Bool
  /// Words wider than this may be broken anywhere, as a last resort.
  let measure: Int

  var list = ParagraphList()
  private var nextAttachment = 0
  /// Before which bytes a line may begin, where ICU was asked.
  private var opportunities: [Bool]?
  /// The class of the last full-width character, if nothing else came after it.
  private var lastClass = CJKClass.other
  private var lastIsWord = false
  private var lastIsSharedClosing = false

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
  }

  mutating func collect() {
    if text.text.contains(where: { $0 >= 0x80 }) {
      var marks = [Bool](repeating: false, count: text.text.count + 1)
      setter.opportunities(for: text.styles.first?.language ?? "en").mark(text.text, in: &marks)
      opportunities = marks
    }
    for run in text.runs { collect(run) }
  }

  // MARK: Runs

  private mutating func collect(_ run: StyledText.Run) {
    let bytes = text.text
    var index = Int(run.range.lowerBound)
    let end = Int(run.range.upperBound)
    let style = text.styles[Int(run.style)]
    while index < end {
      let byte = bytes[index]
      if byte == 0x20 || byte == 0x09 || byte == 0x0A {
        // In code every space counts; in text the Markdown parser has left single ones, but for entities.
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
  private mutating func addPiece(_ range: Range<Int>, style: TextStyle, _ number: Int32) {
    let bytes = text.text
    if bytes[range].allSatisfy({ $0 < 0x80 }) {
      addWord(range, face: setter.primaryFace(of: style), style: style, number)
      return
    }
    var start = range.lowerBound
    var face: FaceID?
    var index = range.lowerBound
    func scalar(at index: Int) -> (value: Unicode.Scalar, length: Int) { decode(bytes, index) }
    while index < range.upperBound {
      let (value, length) = scalar(at: index)
      let kind = fullWidthClass(of: value, at: index, length: length)
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
        // Marks stay with their base.
        while end < range.upperBound, kind.isFullWidth, scalar(at: end).value.extendsCluster { end += scalar(at: end).length }
        addSpecial(value, kind, index..<end, style: style, number)
        index = end
        start = end
        continue
      }
      var end = index + length
      var isEmoji = value.properties.isEmojiPresentation
      // The whole cluster has one face: marks, joined emoji, flags.
      while end < range.upperBound {
        let following = scalar(at: end)
        if following.value.value == 0xFE0F { isEmoji = true }
        let joins =
          following.value.extendsCluster || value.isRegionalIndicator && following.value.isRegionalIndicator && end == index + length
        guard joins else { break }
        end += following.length
        if following.value.value == 0x200D, end < range.upperBound { end += scalar(at: end).length }
      }
      let own = setter.face(of: value, style: style, isEmoji: isEmoji)
      if let face, face != own {
        addWord(start..<index, face: face, style: style, number)
        start = index
      }
      face = own
      index = end
    }
    if index > start, let face { addWord(start..<index, face: face, style: style, number) }
  }

  /// The class of a character on the grid. Quotes, dash and ellipsis are Chinese beside a Chinese character.
  private func fullWidthClass(of value: Unicode.Scalar, at index: Int, length: Int) -> CJKClass {
    let shared: CJKClass
    switch value {
    case "\u{2018}", "\u{201C}": shared = .opening
    case "\u{2019}", "\u{201D}": shared = .closing
    case "\u{2014}", "\u{2026}": shared = .ideograph
    default: return CJKClass(value)
    }
    let bytes = text.text
    let next = index + length
    if next < bytes.count, CJKClass(decode(bytes, next).value).isFullWidth { return shared }
    var before = index - 1
    while before > 0, bytes[before] & 0xC0 == 0x80 { before -= 1 }
    return before >= 0 && CJKClass(decode(bytes, before).value).isFullWidth ? shared : .other
  }

  private mutating func addSpecial(_ value: Unicode.Scalar, _ kind: CJKClass, _ range: Range<Int>, style: TextStyle, _ number: Int32) {
    switch value {
    case "\u{FFFC}": addAttachment(style: style, number, at: range.lowerBound)
    case "\u{2028}":
      var glue = Node(.glue)
      glue.isInfinite = true
      addPenalty(Penalty.prohibit)
      list.nodes.append(glue)
      addPenalty(Penalty.force)
      lastClass = .other
      lastIsWord = false
    case "\u{200B}":
      addPenalty(0)
    case "\u{AD}": break
    case "\u{A0}", "\u{202F}", "\u{2009}", "\u{2003}", "\u{2002}":
      if value == "\u{A0}" { addPenalty(Penalty.prohibit) }
      addSpace(range.lowerBound, length: range.count, style: style, number, fixed: width(of: value, style))
    default:
      addFullWidth(value, kind, range, style: style, number)
    }
  }

  /// Widths of the spaces that Unicode names; nil is the face's own.
  private func width(of space: Unicode.Scalar, _ style: TextStyle) -> Int? {
    switch space {
    case "\u{2009}", "\u{202F}": style.size.rawValue / 6
    case "\u{2002}": style.size.rawValue / 2
    case "\u{2003}": style.size.rawValue
    default: nil
    }
  }

  // MARK: Spaces

  private mutating func addSpace(_ offset: Int, length: Int = 1, style: TextStyle, _ number: Int32, fixed: Int? = nil) {
    // Beside CJK a typed space is the quarter-em gap, and between two CJK characters nothing.
    if fixed == nil, !style.isCode {
      let next = offset + length
      let isBeforeCJK = next < text.text.count && CJKClass(decode(text.text, next).value).isFullWidth
      if lastClass.isFullWidth, isBeforeCJK { return }
      if lastClass == .closing || isBeforeCJK && CJKClass(decode(text.text, next).value) == .opening {
        // The punctuation brings its own half em.
        if isBeforeCJK { return }
      } else if lastClass.isFullWidth || isBeforeCJK, lastClass.isFullWidth || lastIsWord {
        addGap(style: style, number, mayBreak: true, text: Int32(offset)..<Int32(next))
        lastClass = .other
        lastIsWord = false
        return
      }
    }
    let space = setter.space(of: style)
    var glue = Node(.glue)
    glue.isBreakable = fixed == nil || fixed == style.size.rawValue
    glue.width = (fixed ?? space.width) + style.letterSpacing.rawValue
    if stretchesSpaces, fixed == nil, !style.isCode {
      glue.stretch = space.stretch
      glue.shrink = space.shrink
    }
    glue.text = Int32(offset)..<Int32(offset + length)
    glue.style = number
    list.nodes.append(glue)
    lastClass = .other
    lastIsWord = false
  }

  private mutating func addPenalty(_ penalty: Int) {
    var node = Node(.penalty)
    node.penalty = Int32(penalty)
    list.nodes.append(node)
  }

  // MARK: CJK

  /// A character on the grid. Punctuation takes half its width; the other half is glue, which goes at line ends and between
  /// neighbours that have room already (JLREQ 3.1.4, CLREQ 3.1.6).
  private mutating func addFullWidth(_ value: Unicode.Scalar, _ kind: CJKClass, _ range: Range<Int>, style: TextStyle, _ number: Int32) {
    var mayBreak = opportunities?[range.lowerBound] ?? true
    // UAX #14 does not know which way a quote faces; here it is known.
    if CJKClass(value) == .other, kind == .opening, lastClass == .ideograph || lastClass == .closing { mayBreak = true }
    if lastIsSharedClosing, kind == .ideograph { mayBreak = true }
    lastIsSharedClosing = CJKClass(value) == .other && kind == .closing
    let half = style.size.rawValue / 2
    if lastClass.isFullWidth {
      if !mayBreak { addPenalty(Penalty.prohibit) }
      var glue = Node(.glue)
      glue.isBreakable = mayBreak
      switch (lastClass, kind) {
      case (.closing, .closing), (.opening, .opening): break
      case (.closing, _), (_, .opening):
        glue.width = half
        glue.shrink = half / 2
      default: glue.stretch = style.size.rawValue / 12
      }
      glue.stretch += style.size.rawValue / 50
      glue.style = number
      list.nodes.append(glue)
    } else if lastIsWord, kind != .closing {
      // JLREQ 3.2.6: the quarter em; the half em that an opening bracket brings is more than that.
      addGap(style: style, number, mayBreak: mayBreak)
      if kind == .opening { addKern(half / 2) }
    } else if lastIsWord, !mayBreak {
      addPenalty(Penalty.prohibit)
    } else if kind == .opening, let last = list.nodes.last, last.kind == .box {
      addKern(half)
    }
    let face = setter.cjkFace(of: value, style: style)
    let context = setter.context(face, style: style)
    let shaped = setter.shaper.shape(text.text[range], in: context)
    list.words.append(
      Word(
        text: Int32(range.lowerBound)..<Int32(range.upperBound), context: context, face: face, size: style.size, style: number,
        shaped: shaped))
    var box = Node(.box)
    box.word = Int32(list.words.count - 1)
    box.text = Int32(range.lowerBound)..<Int32(range.upperBound)
    box.style = number
    box.width = shaped.width
    if kind == .opening || kind == .closing, shaped.width > half {
      box.width = shaped.width - half
      if kind == .opening { box.shift = Int32(-half) }
    }
    list.nodes.append(box)
    lastClass = kind
    lastIsWord = false
  }

  private mutating func addKern(_ width: Int) {
    var kern = Node(.kern)
    kern.width = width
    list.nodes.append(kern)
  }

  /// The quarter em between CJK and Latin (JLREQ 3.2.6).
  private mutating func addGap(style: TextStyle, _ number: Int32, mayBreak: Bool, text: Range<Int32> = 0..<0) {
    if !mayBreak { addPenalty(Penalty.prohibit) }
    var glue = Node(.glue)
    glue.text = text
    glue.isBreakable = mayBreak
    glue.width = style.size.rawValue / 4
    glue.stretch = style.size.rawValue / 8
    glue.shrink = style.size.rawValue / 8
    glue.style = number
    list.nodes.append(glue)
  }

  /// Before a word or formula that follows a full-width character.
  private mutating func addGapAfterCJK(at offset: Int, style: TextStyle, _ number: Int32) {
    guard lastClass.isFullWidth else { return }
    let mayBreak = opportunities?[offset] ?? true
    if lastClass == .closing {
      if !mayBreak { addPenalty(Penalty.prohibit) }
      var glue = Node(.glue)
      glue.isBreakable = mayBreak
      glue.width = style.size.rawValue / 2
      glue.shrink = style.size.rawValue / 4
      glue.style = number
      list.nodes.append(glue)
    } else if lastClass == .ideograph {
      addGap(style: style, number, mayBreak: mayBreak)
    }
  }

  // MARK: Attachments

  private mutating func addAttachment(style: TextStyle, _ number: Int32, at offset: Int) {
    guard nextAttachment < attachments.count else { return }
    addGapAfterCJK(at: offset, style: style, number)
    let attachment = attachments[nextAttachment]
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
        if stretchesSpaces {
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
      node.text = Int32(offset)..<Int32(offset + 3)
      list.nodes.append(node)
    }
    nextAttachment += 1
    lastClass = .other
    lastIsWord = true
  }

  // MARK: Words

  private mutating func addWord(_ range: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32) {
    addGapAfterCJK(at: range.lowerBound, style: style, number)
    let context = setter.context(face, style: style)
    let shaped = setter.shaper.shape(text.text[range], in: context)
    list.words.append(
      Word(
        text: Int32(range.lowerBound)..<Int32(range.upperBound), context: context, face: face, size: style.size,
        style: number, shaped: shaped))
    let word = Int32(list.words.count - 1)
    let places = self.places(in: range, style: style, width: shaped.width)
    if places.isEmpty {
      addBox(range, word: word, width: shaped.width, number)
    } else {
      addDivided(range, word: word, at: places, style: style, number)
    }
    lastClass = .other
    lastIsWord = true
  }

  private mutating func addBox(_ range: Range<Int>, word: Int32, width: Int, _ number: Int32) {
    var box = Node(.box)
    box.word = word
    box.text = Int32(range.lowerBound)..<Int32(range.upperBound)
    box.width = width
    box.style = number
    list.nodes.append(box)
  }

  private enum Place {
    /// A hyphen appears.
    case hyphen(Int)
    /// The hyphen stands there, or the soft hyphen that asks for one.
    case explicit(Int)
    case soft(Int)
    /// No hyphen: in addresses, between clusters of what is too long.
    case penalty(Int, Int)

    var isSoft: Bool { if case .soft = self { true } else { false } }

    var offset: Int {
      switch self {
      case .hyphen(let offset), .explicit(let offset), .soft(let offset), .penalty(let offset, _): offset
      }
    }
  }

  /// Where the word may be divided, in order.
  private func places(in range: Range<Int>, style: TextStyle, width: Int) -> [Place] {
    let bytes = text.text
    var places: [Place] = []
    var isPlain = true
    let isLong = width > measure * 9 / 10
    // Addresses and code: after what separates their parts.
    let isAddress = style.isCode || isAddress(range)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      let next = index + 1
      if byte == 0xC2, next < range.upperBound, bytes[next] == 0xAD {
        places.append(.soft(index))
        isPlain = false
        index += 2
        continue
      }
      if byte < 0x80, !isLetter(byte) { isPlain = isPlain && (index == range.lowerBound || isTrailing(index, range)) }
      if next < range.upperBound, index > range.lowerBound {
        let following = bytes[next]
        if byte == UInt8(ascii: "-"), !style.isCode, isLetter(following) || following >= 0x80, bytes[index - 1] != byte {
          places.append(.explicit(next))
        } else if isAddress, Self.separators.contains(byte), !Self.separators.contains(following) {
          places.append(.penalty(next, style.isCode ? 2000 : 200))
        } else if byte == UInt8(ascii: "/"), isLetter(following), isLetter(bytes[index - 1]) {
          places.append(.penalty(next, 200))
        } else if byte >= 0x80, let opportunities, opportunities[next], !isAddress {
          if isDash(endingAt: next) {
            // As in LuaTeX, the author's own hyphenation points are all that a word has.
            if !places.contains(where: \.isSoft) { places.append(.explicit(next)) }
          } else if following >= 0x80, !isDash(endingAt: next + 3) {
            // Scripts without spaces.
            places.append(.penalty(next, 0))
          }
        }
      }
      index += 1
    }
    if hyphenates, style.isHyphenated, places.isEmpty,
      isPlain || bytes[range].allSatisfy({ $0 >= 0x80 || isLetter($0) || !ASCIIisDigit($0) })
    {
      let letters = trimmed(range)
      if letters.count >= 5, bytes[letters].allSatisfy({ $0 >= 0x80 || isLetter($0) }) {
        places += setter.hyphenator(for: style.language)?.points(in: bytes[letters]).map { .hyphen(letters.lowerBound + $0) } ?? []
      }
    }
    if isLong {
      // Nothing may stick out of the text block.
      var all = places
      let known = Set(places.map(\.offset))
      var offset = range.lowerBound
      while offset < range.upperBound {
        let length = decode(bytes, offset).length
        if offset > range.lowerBound, !known.contains(offset) { all.append(.penalty(offset, Self.lastResort)) }
        offset += length
      }
      places = all.sorted { $0.offset < $1.offset }
    }
    return places
  }

  private mutating func addStretch(_ stretch: Int, _ number: Int32) {
    var glue = Node(.glue)
    glue.stretch = stretch
    glue.style = number
    list.nodes.append(glue)
  }

  /// The penalty of breaks that no author would make.
  private static let lastResort = 5000
  private static let separators = Set("/?&=.-_:#%+,;@".utf8)

  private func isAddress(_ range: Range<Int>) -> Bool {
    guard range.count > 12 else { return false }
    let bytes = text.text[range]
    return bytes.starts(with: "http".utf8) || bytes.starts(with: "www.".utf8)
      || bytes.contains(UInt8(ascii: "/")) && bytes.contains(UInt8(ascii: "."))
  }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  private func ASCIIisDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// An en or em dash, after which a line may end as after a hyphen.
  private func isDash(endingAt end: Int) -> Bool {
    let bytes = text.text
    return end >= 3 && end <= bytes.count && bytes[end - 3] == 0xE2 && bytes[end - 2] == 0x80
      && (bytes[end - 1] == 0x93 || bytes[end - 1] == 0x94)
  }

  /// Only punctuation follows.
  private func isTrailing(_ index: Int, _ range: Range<Int>) -> Bool {
    text.text[index..<range.upperBound].allSatisfy { $0 < 0x80 && !isLetter($0) && !ASCIIisDigit($0) }
  }

  /// The word without the punctuation around it.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let bytes = text.text
    var low = range.lowerBound
    var high = range.upperBound
    func isPunctuation(_ index: Int) -> Bool { bytes[index] < 0x80 && !isLetter(bytes[index]) && !ASCIIisDigit(bytes[index]) }
    while low < high, isPunctuation(low) || isQuote(low) > 0 { low += max(1, isQuote(low)) }
    while high > low, isPunctuation(high - 1) || high - 3 >= low && isQuote(high - 3) > 0 {
      high -= isPunctuation(high - 1) ? 1 : 3
    }
    return low..<high
  }

  /// The length of a curly quote, dash or ellipsis at this place (U+2010…U+2027), else 0.
  private func isQuote(_ index: Int) -> Int {
    let bytes = text.text
    guard index + 2 < bytes.count, bytes[index] == 0xE2, bytes[index + 1] == 0x80, (0x90...0xA7).contains(bytes[index + 2]) else {
      return 0
    }
    return 3
  }

  /// A word as fragments with discretionaries and penalties between them.
  private mutating func addDivided(_ range: Range<Int>, word: Int32, at places: [Place], style: TextStyle, _ number: Int32) {
    let clusters = ClusterWidths(list.words[Int(word)].shaped, of: setter.shaper, count: range.count)
    let context = list.words[Int(word)].context
    let base = range.lowerBound
    var start = base
    for (position, place) in places.enumerated() {
      // A ligature across the place stays whole where the word is not divided there.
      let cut = clusters.start(atOrBefore: place.offset - base) + base
      let fragmentEnd = max(start, cut)
      if fragmentEnd > start {
        addBox(start..<fragmentEnd, word: word, width: clusters.width(start - base, fragmentEnd - base), number)
      }
      switch place {
      case .hyphen(let offset), .soft(let offset):
        let after = place.isSoft ? offset + 2 : offset
        let end = place.isSoft ? after : cut == offset ? offset : clusters.start(after: cut - base) + base
        let next = position + 1 < places.count ? max(places[position + 1].offset, after) : range.upperBound
        var node = Node(.discretionary)
        node.penalty = Int32(parameters.hyphenPenalty)
        node.breakOffset = Int32(offset)
        node.word = word
        node.text = Int32(fragmentEnd)..<Int32(max(fragmentEnd, end))
        node.style = number
        node.width = clusters.width(fragmentEnd - base, end - base)
        // What differs from the whole word lies beside the place: the fragments next to it are shaped, no more.
        let low = clusters.start(atOrBefore: start - base) + base
        let high = clusters.isStart(next - base) ? next : clusters.start(after: next - base) + base
        let before = Array(text.text[min(low, offset)..<offset]) + [UInt8(ascii: "-")]
        let pre = setter.shaper.shape(before[...], in: context).width - clusters.width(low - base, fragmentEnd - base)
        let post = setter.shaper.shape(text.text[after..<high], in: context).width - clusters.width(end - base, high - base)
        node.pre = Int32(clamping: pre)
        node.post = Int32(clamping: post)
        list.nodes.append(node)
        start = end
      case .explicit:
        var node = Node(.discretionary)
        node.isExplicit = true
        node.penalty = Int32(parameters.exHyphenPenalty)
        node.breakOffset = Int32(fragmentEnd)
        node.word = word
        node.text = Int32(fragmentEnd)..<Int32(fragmentEnd)
        node.style = number
        list.nodes.append(node)
        start = fragmentEnd
      case .penalty(_, let penalty):
        // A line that ends inside of an address may stay short: stretch before the break, taken back behind it
        // (as TeXbook appendix D does for ragged text).
        let isRagged = penalty > 0 && penalty < Self.lastResort
        if isRagged { addStretch(measure / 3, number) }
        addPenalty(penalty)
        if isRagged { addStretch(-measure / 3, number) }
        start = fragmentEnd
      }
    }
    if start < range.upperBound {
      addBox(start..<range.upperBound, word: word, width: clusters.width(start - base, range.count), number)
    }
  }
}

/// Where the clusters of a shaped word begin, and the advance up to each of its bytes.
private struct ClusterWidths {
  private var before: [Int]
  private var isStart: [Bool]

  func isStart(_ offset: Int) -> Bool { isStart[offset] }

  init(_ shaped: ShapedWord, of shaper: Shaper, count: Int) {
    before = [Int](repeating: 0, count: count + 1)
    isStart = [Bool](repeating: false, count: count + 1)
    for index in shaped.glyphs {
      let glyph = shaper.glyphs[Int(index)]
      let cluster = min(Int(glyph.cluster), count - 1)
      isStart[cluster] = true
      before[cluster + 1] += Int(glyph.advance)
    }
    isStart[0] = true
    isStart[count] = true
    for index in 1...count { before[index] += before[index - 1] }
  }

  /// The advance of the clusters that begin in a range of bytes.
  func width(_ low: Int, _ high: Int) -> Int { before[max(low, high)] - before[low] }

  func start(atOrBefore offset: Int) -> Int { isStart[...offset].lastIndex(of: true) ?? 0 }

  func start(after offset: Int) -> Int { isStart[(offset + 1)...].firstIndex(of: true) ?? isStart.count - 1 }
}

/// The scalar at a byte of UTF-8, and its length; U+FFFD, one byte, where the bytes are none.
func decode(_ bytes: [UInt8], _ index: Int) -> (value: Unicode.Scalar, length: Int) {
  let first = bytes[index]
  if first < 0x80 { return (Unicode.Scalar(first), 1) }
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
  guard length > 1, index + length <= bytes.count else { return ("\u{FFFD}", 1) }
  var value = UInt32(first) & (0xFF >> UInt32(length + 1))
  for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
  return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
}
