/// The runs of backticks of a leaf's text, each with the next one of its length: code ends there.
struct CodeSpans {
  private var starts: [Int] = []
  private var lengths: [Int] = []
  /// For each run, the index of the next with its length; -1 for the last one.
  private var following: [Int] = []
  /// The last run of each length; -1 for none.
  private var lastRuns: [Int] = []
  private var current = 0
  private var isRead = false

  mutating func begin() { isRead = false }

  private mutating func read(_ bytes: [UInt8], _ start: Int, _ end: Int) {
    isRead = true
    starts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    current = 0
    var index = start
    var longest = 0
    while index < end {
      guard bytes[index] == Byte.backtick else {
        index += 1
        continue
      }
      let first = index
      while index < end, bytes[index] == Byte.backtick { index += 1 }
      starts.append(first)
      lengths.append(index - first)
      longest = max(longest, index - first)
    }
    following = [Int](repeating: -1, count: starts.count)
    var nearest = [Int](repeating: -1, count: longest + 1)
    lastRuns = nearest
    for run in starts.indices.reversed() {
      following[run] = nearest[lengths[run]]
      if nearest[lengths[run]] < 0 { lastRuns[lengths[run]] = run }
      nearest[lengths[run]] = run
    }
  }

  /// The run at a place: where it ends, and where the closing one begins. Asked in the order of places.
  mutating func run(at start: Int, _ bytes: [UInt8], to end: Int) -> (end: Int, closer: Int?) {
    if !isRead { read(bytes, start, end) }
    while current < starts.count, starts[current] < start { current += 1 }
    guard current < starts.count, starts[current] == start else {
      // A backslash took the first of the run.
      var index = start
      while index < end, bytes[index] == Byte.backtick { index += 1 }
      let length = index - start
      guard length < lastRuns.count, lastRuns[length] >= current else { return (index, nil) }
      var run = current
      while lengths[run] != length { run += 1 }
      return (index, starts[run])
    }
    let next = following[current]
    return (start + lengths[current], next >= 0 ? starts[next] : nil)
  }
}
