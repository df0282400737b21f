import TypesetMarkdown

extension Unicode.Scalar {
  /// Hebrew, Arabic and the like.
  package var runsRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

extension StyledText {
  /// Letters that run left to right and right to left, and the direction of the first; code says nothing.
  fileprivate var letters: (left: Int, right: Int, first: TextDirection?) {
    var found: (left: Int, right: Int, first: TextDirection?) = (0, 0, nil)
    for run in runs where !styles[Int(run.style)].isCode {
      for scalar in String(decoding: text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], as: UTF8.self).unicodeScalars
      where scalar.properties.isAlphabetic {
        if scalar.runsRightToLeft { found.right += 1 } else { found.left += 1 }
        found.first = found.first ?? (scalar.runsRightToLeft ? .rightToLeft : .leftToRight)
      }
    }
    return found
  }

  /// Changes the direction of the runs that have the direction of their block.
  mutating func turn(_ direction: TextDirection, from outer: TextDirection?) {
    for index in styles.indices where styles[index].direction == outer { styles[index].direction = direction }
  }
}

extension [InlineStyling.Part] {
  /// The direction of a paragraph or list item that runs from left to right among others that do not; nil for all others.
  ///
  /// The first letter says it, as with `dir="auto"` in HTML, but not against most of the others: a paragraph in Arabic may begin with the
  /// name of a program.
  var ownDirection: TextDirection? {
    var (left, right) = (0, 0)
    var first: TextDirection?
    for case .text(let content) in self {
      let letters = content.text.letters
      left += letters.left
      right += letters.right
      first = first ?? letters.first
    }
    return first == .leftToRight && left > right ? first : nil
  }
}
