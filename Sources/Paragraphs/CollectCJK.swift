import TypesetBoxes
import TypesetFonts
import TypesetStyling

extension Collector {
  /// A character on the grid. Punctuation takes half its width; the other half is glue, which goes at line ends and between
  /// neighbours that have room already (JLREQ 3.1.4, CLREQ 3.1.6).
  mutating func addFullWidth(_ value: Unicode.Scalar, _ kind: CJKClass, _ range: Range<Int>, style: TextStyle, _ number: Int32) {
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
      addGap(style: style, number, mayBreak: mayBreak, beside: range.lowerBound - 1)
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

  mutating func addKern(_ width: Int) {
    var kern = Node(.kern)
    kern.width = width
    list.nodes.append(kern)
  }

  /// The quarter em between CJK and Latin (JLREQ 3.2.6).
  ///
  /// - Parameter neighbor: A byte of the Western character; signs, but for code's, get no gap. Nil where the author has typed a space.
  mutating func addGap(style: TextStyle, _ number: Int32, mayBreak: Bool, beside neighbor: Int? = nil, text: Range<Int32> = 0..<0) {
    if !mayBreak { addPenalty(Penalty.prohibit) }
    var glue = Node(.glue)
    glue.text = text
    glue.isBreakable = mayBreak
    // Code has the spaces that its author typed.
    let isInCode = (list.nodes.last { $0.kind == .box }).map { self.text.styles[Int($0.style)].isCode } ?? false
    let isWithinCode = style.isCode && isInCode && text.isEmpty
    let isBesideSign = neighbor.map { self.text.text.indices.contains($0) && isSign(self.text.text[$0]) } ?? false
    if !isWithinCode, !isBesideSign || style.isCode || isInCode {
      glue.width = style.size.rawValue / 4
      glue.stretch = style.size.rawValue / 8
      glue.shrink = style.size.rawValue / 8
    }
    glue.style = number
    list.nodes.append(glue)
  }

  /// Before a word or formula that follows a full-width character.
  mutating func addGapAfterCJK(at offset: Int, style: TextStyle, _ number: Int32) {
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
      addGap(style: style, number, mayBreak: mayBreak, beside: offset)
    }
  }

  /// ASCII that is neither a letter nor a digit: brackets, quotes, stops.
  private func isSign(_ byte: UInt8) -> Bool { byte < 0x80 && !isLetter(byte) && !(0x30...0x39).contains(byte) }
}
