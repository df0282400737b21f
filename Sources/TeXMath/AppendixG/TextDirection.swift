/// The order of words of two directions in a formula's text: the part of Unicode's bidirectional algorithm (UAX 9) that texts without
/// controls need, with the direction of the first letter as the text's own.
enum TextDirection {
  /// Characters of one direction, in the order in which they are read.
  struct Run: Equatable {
    var range: Range<Int>
    var isRightToLeft: Bool
  }

  private enum Kind { case left, right, number, neutral }

  /// The runs from the left to the right; nil for a text without letters that go to the left.
  static func runs(of scalars: [Unicode.Scalar]) -> [Run]? {
    guard scalars.contains(where: isRightToLeft) else { return nil }
    // Blanks at the ends are between the text and the formula around it, which goes to the right.
    let first = scalars.firstIndex { !$0.properties.isWhitespace } ?? 0
    let end = (scalars.lastIndex { !$0.properties.isWhitespace } ?? -1) + 1
    let inner = inner(scalars[first..<end].map(kind)).map { run in
      Run(range: run.range.lowerBound + first..<run.range.upperBound + first, isRightToLeft: run.isRightToLeft)
    }
    let before = first > 0 ? [Run(range: 0..<first, isRightToLeft: false)] : []
    return before + inner + (end < scalars.count ? [Run(range: end..<scalars.count, isRightToLeft: false)] : [])
  }

  private static func inner(_ kinds: [Kind]) -> [Run] {
    let base = kinds.first { $0 == .left || $0 == .right } ?? .left
    let levels = levels(of: kinds, base: base)
    var runs: [(run: Run, level: Int)] = []
    for (index, level) in levels.enumerated() {
      if runs.last?.level == level {
        runs[runs.count - 1].run.range = runs[runs.count - 1].run.range.lowerBound..<(index + 1)
      } else {
        runs.append((Run(range: index..<(index + 1), isRightToLeft: level % 2 == 1), level))
      }
    }
    // Rule L2: from the highest level to the lowest odd one, each sequence at or above it is reversed.
    for level in [2, 1] {
      var start = 0
      while start < runs.count {
        guard runs[start].level >= level else {
          start += 1
          continue
        }
        let end = runs[start...].firstIndex { $0.level < level } ?? runs.count
        runs[start..<end].reverse()
        start = end
      }
    }
    return runs.map(\.run)
  }

  private static func levels(of kinds: [Kind], base: Kind) -> [Int] {
    let odd = base == .right
    // Rules N1 and N2: neutral characters go with their neighbours if both have one direction, for which numbers count as letters to the left.
    var levels = [Int](repeating: odd ? 1 : 0, count: kinds.count)
    var last = base
    var index = 0
    while index < kinds.count {
      switch kinds[index] {
      case .left: (last, levels[index]) = (.left, odd ? 2 : 0)
      case .right: (last, levels[index]) = (.right, 1)
      case .number: levels[index] = last == .right ? 2 : 0
      case .neutral:
        let end = kinds[index...].firstIndex { $0 != .neutral } ?? kinds.count
        let next = end < kinds.count ? kinds[end] == .number ? last : kinds[end] : base
        if next == last { for place in index..<end { levels[place] = next == .right ? 1 : odd ? 2 : 0 } }
        index = end
        continue
      }
      index += 1
    }
    return levels
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    if isRightToLeft(scalar) { return .right }
    switch scalar.properties.generalCategory {
    case .decimalNumber: return .number
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: return .left
    default: return .neutral
    }
  }

  /// Letters and marks of Hebrew, Arabic, Syriac and the other scripts that go to the left, but not their digits.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      scalar.properties.generalCategory != .decimalNumber
    case 0x200F: true
    default: false
    }
  }
}
