internal import Synchronization

/// Does `count` pieces of work in up to `threads` threads; results are in order, whichever finished first.
///
/// Each thread makes one worker, which keeps its caches from piece to piece, and takes the next piece that is left.
public func concurrently<Worker, Result: Sendable>(
  _ count: Int, threads: Int, worker: @Sendable () -> Worker, work: @Sendable (Worker, Int) -> Result
) -> [Result] {
  var threads = min(threads, count)
  // Of documents side by side, each has one thread, and those that are free besides.
  let budget = threads > 1 ? SharedBudget.current : nil
  if let budget { threads = 1 + budget.take(upTo: threads - 1) }
  defer { budget?.giveBack(threads - 1) }
  if threads <= 1 {
    guard count > 0 else { return [] }
    let single = worker()
    return (0..<count).map { work(single, $0) }
  }
  let next = Atomic(0)
  let results = Mutex([Result?](repeating: nil, count: count))
  inThreads(threads) { _ in
    let own = worker()
    while true {
      let piece = next.add(1, ordering: .relaxed).oldValue
      guard piece < count else { return }
      let result = work(own, piece)
      results.withLock { $0[piece] = result }
    }
  }
  return results.withLock { $0.compactMap(\.self) }
}
