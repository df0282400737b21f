import TypesetBoxes
import TypesetFonts
import TypesetStyling

// Small capitals for faces without them: capitals of a smaller size. The text does not change.

extension Collector {
  /// Adds a word in parts if it needs small capitals that its face lacks.
  ///
  /// - Returns: False if the word does not need them.
  mutating func addSmallCapitals(_ range: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32) -> Bool {
    // Text in capitals has no small letters.
    if style.hasLooks, style.looks.letterCase == .upper { return false }
    let wanted = (small: style.wants("smcp") || style.wants("pcap"), capital: style.wants("c2sc"))
    guard wanted.small || wanted.capital, !setter.hasSmallCapitals(face) else { return false }
    var plain = style
    plain.features.removeAll { ["smcp", "c2sc", "pcap", "c2pc"].contains($0.tag) }
    var small = plain
    small.size = style.size.scaled(by: setter.smallCapitalScale(face))
    var start = range.lowerBound
    var isSmall = false
    var index = start
    while index < range.upperBound {
      let (scalar, length) = decode(text.text, index)
      if !scalar.extendsCluster {
        let isNext = wanted.small && scalar.properties.isLowercase || wanted.capital && scalar.properties.isUppercase
        if isNext != isSmall, index > start {
          add(start..<index, of: range, face: face, style: isSmall ? small : plain, number, isSmall: isSmall)
          start = index
        }
        isSmall = isNext
      }
      index += length
    }
    add(start..<range.upperBound, of: range, face: face, style: isSmall ? small : plain, number, isSmall: isSmall)
    return true
  }

  private mutating func add(_ part: Range<Int>, of word: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32, isSmall: Bool) {
    guard !part.isEmpty else { return }
    var style = style
    // Patterns are for whole words.
    if part != word { style.isHyphenated = false }
    addShapedWord(part, face: face, style: style, number, uppercases: isSmall)
  }
}

extension ParagraphSetter {
  func hasSmallCapitals(_ face: FaceID) -> Bool {
    if let known = smallCapitals[face] { return known }
    let has = fonts.face(face).hasSubstitution("smcp")
    smallCapitals[face] = has
    return has
  }

  /// Small capitals are slightly taller than lower-case letters.
  func smallCapitalScale(_ face: FaceID) -> Double {
    let font = fonts.font(face, size: 1000.pt)
    return min(0.82, max(0.7, font.xHeight.points * 1.1 / max(font.capHeight.points, 1)))
  }
}

extension TextStyle {
  func wants(_ tag: String) -> Bool { features.contains { $0.tag == tag && $0.value > 0 } }
}
