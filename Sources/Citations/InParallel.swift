internal import TypesetDiagnostics

extension Array where Element: Sendable {
  /// Maps elements in several threads, where there are enough of them; the results are in the order of the elements.
  ///
  /// - Parameter worker: Made once for each thread; what it keeps is for the elements that the thread does.
  func mappedConcurrently<Worker, Result: Sendable>(
    worker: @Sendable () -> Worker, _ transform: @Sendable (Worker, Element) -> Result
  ) -> [Result] {
    let chunk = 32
    let parts = concurrently((count + chunk - 1) / chunk, threads: count < 4 * chunk ? 1 : coreCount, worker: worker) { worker, part in
      self[(part * chunk)..<Swift.min(count, (part + 1) * chunk)].map { transform(worker, $0) }
    }
    return Array<Result>(parts.joined())
  }

  func mappedConcurrently<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
    mappedConcurrently(worker: {}) { _, element in transform(element) }
  }
}
