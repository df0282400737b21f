import TypesetBoxes
import TypesetFonts
import TypesetStyling

extension Collector {
  mutating func addWord(_ range: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32) {
    var start = range.lowerBound
    for cut in range.count > LongWord.usual ? LongWord.cuts(in: text.text, range) : [] {
      addPiece(start..<cut, face: face, style: style, number)
      list.addPenalty(WordPlaces.lastResort)
      start = cut
    }
    addPiece(start..<range.upperBound, face: face, style: style, number)
  }

  private mutating func addPiece(_ range: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32) {
    if !style.features.isEmpty, addSmallCapitals(range, face: face, style: style, number) { return }
    addShapedWord(range, face: face, style: style, number)
  }

  mutating func addShapedWord(_ range: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32, uppercases: Bool = false) {
    addGapAfterCJK(at: range.lowerBound, style: style, number)
    let context = setter.context(face, style: style, isRightToLeft: isRightToLeft(at: range.lowerBound), uppercases: uppercases)
    var shaped =
      list.shown.map { $0.shape(range, in: context, by: setter.shaper) } ?? setter.shaper.shape(text.text[range], in: context)
    shaped.width += shaped.glyphs.count * style.letterSpacing.rawValue
    list.words.append(
      Word(
        text: Int32(range.lowerBound)..<Int32(range.upperBound), context: context, face: face, size: style.size,
        style: number, shaped: shaped))
    let word = Int32(list.words.count - 1)
    var places = places.places(in: range, style: style, width: shaped.width, isSpacedCode: isSpacedCode)
    // A division that changes letters refers to letters of the text, not to the letters that are shown.
    if list.shown != nil { places.removeAll(where: \.isRespelled) }
    if places.isEmpty {
      list.addBox(range, word: word, width: shaped.width, number)
    } else {
      divider.add(range, word: word, at: places, style: style, number, to: &list)
    }
    lastClass = .other
    lastIsWord = true
  }

  func isRightToLeft(at offset: Int) -> Bool { (list.bidi.map { $0.levels[offset] } ?? 0) & 1 == 1 }
}
