/// Which vertical bars of a list are around something, and what is around the others.
///
/// A bar opens where an operand is expected, and closes one where an operand has ended: `||x|-|y||`. A bar after an operand with nothing to
/// close opens only if the bars after it within the same parentheses leave it a partner: `2|x|`, but `P(A|B)`; never in angle brackets: `⟨0|H|0⟩`.
struct BarPairs {
  /// By opening bar, the closing one.
  private(set) var ends: [Int: Int] = [:]
  /// By other bar, `\mid` and colon, the delimiter around it; zero without a delimiter.
  private(set) var enclosing: [Int: UInt32] = [:]
  /// Dirac's kets: by bar, the angle bracket that closes it.
  private(set) var kets: [Int: Int] = [:]
  /// Bras: by angle bracket, the bar at its end.
  private(set) var bras: [Int: Int] = [:]

  /// What is between two parentheses.
  private struct Level {
    var delimiter: UInt32
    var open = -1
    var signs: [Int] = []
  }

  private static let (left, right): (UInt32, UInt32) = (0x27E8, 0x27E9)

  /// - Parameter delimiter: The one around the list.
  init(_ list: MathList, _ range: Range<Int>, within delimiter: UInt32) {
    var levels = [Level(delimiter: delimiter)]
    for index in range {
      let noad = list.noads[index]
      guard let scalar = noad.character else { continue }
      if noad.isBar || noad.isSeparator {
        levels[levels.count - 1].signs.append(index)
      } else if noad.atomClass == .open {
        levels.append(Level(delimiter: scalar, open: index))
      } else if noad.atomClass == .close {
        close(scalar, at: index, &levels, list, range)
      }
    }
    while let level = levels.popLast() {
      if levels.isEmpty || !endsBra(level, list, &levels) { add(level, list, range) }
    }
  }

  private mutating func close(_ scalar: UInt32, at index: Int, _ levels: inout [Level], _ list: MathList, _ range: Range<Int>) {
    if scalar == Self.right, levels.last?.delimiter != Self.left, let bar = levels.last?.signs.last, isState(bar + 1..<index, list) {
      kets[bar] = index
      levels[levels.count - 1].signs.removeLast()
      return
    }
    while scalar != Self.right, levels.count > 1, let level = levels.last, level.delimiter == Self.left {
      levels.removeLast()
      if !endsBra(level, list, &levels) { add(level, list, range) }
    }
    guard levels.count > 1 else { return }
    var level = levels.removeLast()
    if scalar == Self.right, level.delimiter == Self.left, let first = level.signs.first, let last = level.signs.last,
      isState(level.open + 1..<index, list)
    {
      (bras[level.open], kets[last]) = (first, index)
      level.signs.removeAll { $0 == first || $0 == last }
    }
    add(level, list, range)
  }

  /// Takes an angle bracket that nothing closes for a bra, if a bar is after it; other bars belong to what is around it.
  private mutating func endsBra(_ level: Level, _ list: MathList, _ levels: inout [Level]) -> Bool {
    guard level.delimiter == Self.left, let bar = level.signs.first, isState(level.open + 1..<bar, list) else { return false }
    bras[level.open] = bar
    levels[levels.count - 1].signs += level.signs.dropFirst()
    return true
  }

  /// True if there is no relation and no comma, as there would be in a set or a list of generators.
  private func isState(_ range: Range<Int>, _ list: MathList) -> Bool {
    list.noads[range].allSatisfy { $0.isBar || $0.isSeparator || $0.atomClass != .rel && $0.atomClass != .punct }
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
