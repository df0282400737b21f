import TypesetBoxes
import TypesetFonts
import TypesetStyling

extension Collector {
  /// Adds a full-width character. Punctuation takes half its width; the other half is glue, which vanishes at line ends and
  /// between adjacent punctuation (JLREQ 3.1.4, CLREQ 3.1.6).
  mutating func addFullWidth(_ value: Unicode.Scalar, _ kind: CJKClass, _ range: Range<Int>, style: TextStyle, _ number: Int32) {
    let face = setter.cjkFace(of: Cluster(base: value, range: range, isEmoji: false), in: text.text, style: style, eastAsian: grid.language)
    let context = setter.context(face, style: style, language: grid.language)
    let shaped = setter.shaper.shape(text.text[range], in: context)
    let kind = grid.kind(of: value, kind, shaped, in: context, setter.shaper)
    let isDash = value == "\u{2014}" || value == "\u{2015}"
    var mayBreak = opportunities?[range.lowerBound] ?? true
    // UAX #14 does not know whether a quote opens or closes; here it is known.
    if CJKClass(value) == .other, kind == .opening, lastClass == .ideograph || lastClass == .closing { mayBreak = true }
    if lastIsSharedClosing, kind == .ideograph { mayBreak = true }
    // Not even after a typed blank does such punctuation begin a line.
    if kind == .closing || kind == .centred || value.closesFullWidth { mayBreak = false }
    lastIsSharedClosing = CJKClass(value) == .other && kind == .closing
    let half = style.size.rawValue / 2
    if lastClass.isFullWidth {
      if grid.keepsWords, mayBreak, lastClass == .ideograph, kind == .ideograph {
        mayBreak = false
        list.addPenalty(hyphenates ? WordPlaces.withinKoreanWord : Penalty.prohibit)
      } else if !mayBreak {
        list.addPenalty(Penalty.prohibit)
      }
      var glue = Node(.glue)
      glue.isBreakable = mayBreak
      glue.width =
        lastClass == .closing && kind == .ideograph && value.closesFullWidth ? 0 : grid.room(between: lastClass, kind, half: half)
      glue.shrink = glue.width / 2
      // Dashes and ellipses of two characters are not broken.
      let isRepeated = kind == .ideograph && CJKClass(value) == .other && scalar(endingAt: range.lowerBound, in: text.text) == value
      if isRepeated {
        glue.isBreakable = false
        if mayBreak { list.addPenalty(Penalty.prohibit) }
      } else if !grid.isKorean {
        // A third of the acceptable maximum, a seventh of an em: lines stretch by up to three times their stretch.
        let isPlain = glue.width == 0 && (lastClass == .ideograph || kind == .ideograph)
        glue.stretch = style.size.rawValue / (isPlain ? 20 : 50)
      }
      glue.style = number
      list.nodes.append(glue)
    } else if lastIsWord, kind == .centred {
      list.addPenalty(Penalty.prohibit)
      if !grid.isKorean { list.addKern(half / 2) }
    } else if lastIsWord, kind != .closing {
      // JLREQ 3.2.6: the quarter em; the half em of an opening bracket is more than that.
      if grid.keepsWords, hyphenates, mayBreak, grid.isBesideHangul(range.lowerBound) { list.addPenalty(WordPlaces.withinKoreanWord) }
      let neighbor = textBytes.isBlank(range.lowerBound - 1) ? nil : range.lowerBound - 1
      addGap(style: style, number, mayBreak: mayBreak && !grid.isBesideHangul(range.lowerBound), beside: neighbor, isDashNext: isDash)
      if kind == .opening, !grid.isKorean { list.addKern(half / 2) }
    } else if lastIsWord, !mayBreak {
      list.addPenalty(Penalty.prohibit)
    } else if kind == .opening, !grid.isKorean, let last = list.nodes.last, last.kind == .box {
      list.addKern(half)
    }
    list.words.append(
      Word(
        text: Int32(range.lowerBound)..<Int32(range.upperBound), context: context, face: face, size: style.size, style: number,
        shaped: shaped))
    var box = Node(.box)
    box.word = Int32(list.words.count - 1)
    box.text = Int32(range.lowerBound)..<Int32(range.upperBound)
    box.style = number
    // The ideographic space is one em wide, whatever the face says.
    box.width = value == "\u{3000}" ? half * 2 : shaped.width
    if kind != .ideograph, shaped.width > half {
      box.width = shaped.width - half
      if kind == .opening { box.shift = Int32(-half) }
      if kind == .centred { box.shift = Int32(-half / 2) }
    }
    list.nodes.append(box)
    lastClass = kind
    lastIsWord = false
    lastIsDash = isDash
  }

  /// The quarter em between CJK and Latin (JLREQ 3.2.6).
  ///
  /// - Parameter neighbor: A byte of the Western character; punctuation gets no gap, except in code. Nil if the author typed a space.
  mutating func addGap(
    style: TextStyle, _ number: Int32, mayBreak: Bool, beside neighbor: Int? = nil, text: Range<Int32> = 0..<0, isDashNext: Bool = false
  ) {
    if !mayBreak { list.addPenalty(Penalty.prohibit) }
    var glue = Node(.glue)
    glue.text = text
    glue.isBreakable = mayBreak
    let before = list.nodes.last { $0.kind == .box }.map { self.text.styles[Int($0.style)] }
    // Code has the spaces that the author typed.
    let isInCode = before?.isCode ?? false
    let isWithinCode = style.isCode && isInCode && text.isEmpty
    // Footnote marks and the like have no gap either.
    let isRaised = style.rise != .zero || before.map { $0.rise != .zero } ?? false
    let isBesideSign = neighbor.map { self.text.text.indices.contains($0) && textBytes.isSign(at: $0) } ?? false
    // A dash fills its full width.
    let isBesideDash = lastClass == .ideograph && lastIsDash || isDashNext
    if !isWithinCode, !isRaised, !isBesideDash, !grid.isKorean || !text.isEmpty, !isBesideSign || style.isCode || isInCode {
      glue.width = style.size.rawValue / 4
      glue.stretch = style.size.rawValue / 20
      glue.shrink = style.size.rawValue / 8
    }
    glue.style = number
    list.nodes.append(glue)
  }

  /// Before a word or formula that follows a full-width character.
  mutating func addGapAfterCJK(at offset: Int, style: TextStyle, _ number: Int32) {
    guard lastClass.isFullWidth else { return }
    let isClosing = text.text.indices.contains(offset) && Self.closingSigns.contains(text.text[offset])
    // No line begins with a footnote mark.
    let mayBreak = (opportunities?[offset] ?? true) && !grid.isBesideHangul(offset) && style.rise <= .zero && !isClosing
    if isClosing, lastClass == .closing {
      list.addPenalty(Penalty.prohibit)
    } else if lastClass == .closing || lastClass == .centred {
      if !mayBreak { list.addPenalty(Penalty.prohibit) }
      var glue = Node(.glue)
      glue.isBreakable = mayBreak
      glue.width = grid.isKorean ? 0 : lastClass == .centred ? style.size.rawValue / 4 : style.size.rawValue / 2
      glue.shrink = glue.width / 2
      glue.style = number
      list.nodes.append(glue)
    } else if lastClass == .ideograph, offset > 2, grid.isCurrency(scalar(endingAt: offset, in: text.text)) {
      list.addPenalty(Penalty.prohibit)
    } else if lastClass == .ideograph {
      addGap(style: style, number, mayBreak: mayBreak, beside: offset)
    }
  }

  /// Closing punctuation of ASCII: full-width punctuation before it loses its half em, and no line begins with it.
  private static let closingSigns = Set(")]},.;:!?".utf8)
}
