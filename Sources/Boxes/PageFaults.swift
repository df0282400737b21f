extension Page {
  /// What is wrong with the page: indices that lead nowhere. Empty for every page that is made; debug builds and tests look.
  package var faults: [String] {
    var faults: [String] = []
    if width <= .zero || height <= .zero { faults.append("the page has no area: \(width) by \(height)") }
    if let furniture, !(0...ink.items.count).contains(furniture) {
      faults.append("its header begins at item \(furniture) of \(ink.items.count)")
    }
    var isClipped = false
    for (index, item) in ink.items.enumerated() {
      switch item {
      case .run(let run): faults += run.faults(in: ink).map { "item \(index): \($0)" }
      case .mark(let mark, _): if !ink.marks.indices.contains(Int(mark)) { faults.append("item \(index): there is no mark \(mark)") }
      case .clip(let rect):
        if isClipped == (rect != nil) { faults.append("item \(index): clips nest, or end twice") }
        isClipped = rect != nil
      default: break
      }
    }
    if isClipped { faults.append("a clip does not end") }
    if ends.count(where: \.isChosen) > 1 { faults.append("it ends at several places") }
    return faults
  }
}

extension GlyphRun {
  fileprivate func faults(in ink: Ink) -> [String] {
    guard glyphs.lowerBound >= 0, Int(glyphs.upperBound) <= ink.glyphs.count else {
      return ["its glyphs are \(glyphs) of \(ink.glyphs.count)"]
    }
    guard text.lowerBound >= 0, Int(text.upperBound) <= ink.text.count else { return ["its text is \(text) of \(ink.text.count)"] }
    var faults: [String] = []
    let length = UInt32(text.count)
    // A run without text extracts as nothing, whatever its clusters were.
    for glyph in glyphs where length > 0 && ink.glyphs[Int(glyph)].cluster > length {
      faults.append("a glyph's cluster is beyond its text")
    }
    // A run begins and ends between characters.
    for end in [text.lowerBound, text.upperBound] where Int(end) < ink.text.count && ink.text[Int(end)] & 0xC0 == 0x80 {
      faults.append("its text ends within a character")
    }
    return faults
  }
}
