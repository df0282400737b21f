/// Which vertical bars of a list are around something, and what is around the others.
///
/// A bar opens where an operand is expected, and closes one where an operand has ended: `||x|-|y||`. One behind an operand with nothing to
/// close opens only if those after it within the same parentheses leave it a partner: `2|x|`, but `P(A|B)`; never in angle brackets: `⟨0|H|0⟩`.
struct BarPairs {
  /// By opening bar, the closing one.
  private(set) var ends: [Int: Int] = [:]
  /// By other bar, `\mid` and colon, the delimiter around it; zero for none.
  private(set) var enclosing: [Int: UInt32] = [:]

  /// What is between two parentheses.
  private struct Level {
    var delimiter: UInt32
    var signs: [Int] = []
  }

  /// - Parameter delimiter: The one around the list.
  init(_ list: MathList, _ range: Range<Int>, within delimiter: UInt32) {
    var levels = [Level(delimiter: delimiter)]
    for index in range {
      let noad = list.noads[index]
      guard let scalar = noad.character else { continue }
      if noad.isBar || noad.isSeparator {
        levels[levels.count - 1].signs.append(index)
      } else if noad.atomClass == .open {
        levels.append(Level(delimiter: scalar))
      } else if noad.atomClass == .close, levels.count > 1 {
        add(levels.removeLast(), list, range)
      }
    }
    while let level = levels.popLast() { add(level, list, range) }
  }

  private mutating func add(_ level: Level, _ list: MathList, _ range: Range<Int>) {
    let bars = level.signs.filter { list.noads[$0].isBar }
    var open: [Int] = []
    var closing: Set<Int> = []
    var last: (index: Int, isClosing: Bool)?
    for (number, index) in bars.enumerated() {
      let followsBar = last.map { $0.index == index - 1 } ?? false
      let follows = followsBar ? last?.isClosing ?? false : list.endsOperand(before: index, in: range)
      let isOperandNext = index + 1 < range.upperBound && list.noads[index + 1].atomClass != .rel
      if follows, let start = open.last, list.noads[start].character == list.noads[index].character {
        open.removeLast()
        ends[start] = index
        closing.insert(index)
        last = (index, true)
      } else if isOperandNext, !follows || level.delimiter != 0x27E8 && (bars.count - number) % 2 == 0 {
        open.append(index)
        last = (index, false)
      } else {
        last = (index, false)
      }
    }
    for index in level.signs where ends[index] == nil && !closing.contains(index) { enclosing[index] = level.delimiter }
  }
}

extension MathList {
  /// True if what is before a noad is an operand: `x`, `)`, but not `+`.
  fileprivate func endsOperand(before index: Int, in range: Range<Int>) -> Bool {
    var before = index - 1
    while before >= range.lowerBound, !noads[before].isAtom { before -= 1 }
    guard before >= range.lowerBound else { return false }
    return noads[before].endsOperand
  }
}

extension Noad {
  /// True for an atom after which an operator is expected: `x`, `)`, but not `+`.
  var endsOperand: Bool {
    switch atomClass {
    case .ord, .close, .inner: true
    case .op, .bin, .rel, .open, .punct: false
    }
  }

  /// True for a vertical bar that may be around an absolute value or a norm.
  var isBar: Bool {
    guard let character, character == 0x7C || character == 0x2016 || character == 0x2225 else { return false }
    return atomClass == .ord || atomClass == .open || atomClass == .close
  }

  /// True for `\mid` and the colon, which may be between a variable and its condition.
  var isSeparator: Bool { atomClass == .rel && (character == 0x2223 || character == 0x3A || character == 0x2236) }
}
