internal import Synchronization
internal import TypesetBoxes
internal import TypesetDiagnostics

/// Counts what setting the blocks of a document makes, so that a few bytes that become millions of glyphs leave a document and no error.
///
/// The tree alone does not tell it (`Budget.work`): `$\a$` may be a formula of thousands of letters. Blocks are set in threads, in parts; what
/// is kept is the longest beginning of the document that the budget allows, so that it is the same in any number of threads.
final class SettingMeter: Sendable {
  private struct Counts {
    /// Of each part, in order; -1 while it is being set.
    var parts: [Int]
    /// The parts from the first on that have been set, and their sum.
    var settled = 0
    var sum = 0
  }

  /// Units of about a nanosecond, as measured on formulas of letters and on prose.
  private static let item = 800
  private static let glyph = 300

  private let counts: Mutex<Counts>
  private let limit: Int

  init(parts: Int, _ budget: Budget) {
    counts = Mutex(Counts(parts: [Int](repeating: -1, count: parts)))
    limit = budget.work
  }

  /// True if the parts from the first on exceed the limit already: what comes after them is left out, and need not be set.
  var isExceeded: Bool { limit < .max && counts.withLock { $0.sum > limit } }

  /// Counts a part that has been set.
  func add(_ lists: [VList], part: Int) {
    guard limit < .max else { return }
    let work = lists.reduce(0) { $0 + Self.work(of: $1) }
    counts.withLock { counts in
      counts.parts[part] = work
      while counts.settled < counts.parts.count, counts.parts[counts.settled] >= 0 {
        counts.sum += counts.parts[counts.settled]
        counts.settled += 1
      }
    }
  }

  /// Empties the lists beyond the limit, in the order of the document.
  ///
  /// - Returns: The number of lists that are kept; nil if all are.
  func cut(_ lists: inout [VList]) -> Int? {
    guard isExceeded else { return nil }
    var sum = 0
    let beyond = lists.indices.first { index in
      sum += Self.work(of: lists[index])
      return sum > limit
    }
    guard let first = beyond else { return nil }
    for index in first..<lists.count { lists[index] = VList() }
    return first
  }

  private static func work(of list: VList) -> Int {
    list.inks.reduce(0) { $0 + $1.items.count * item + $1.glyphs.count * glyph }
  }
}
