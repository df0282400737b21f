internal import Synchronization

/// Does work that takes long in a separate thread, so that it blocks no task. When the flag is raised the caller goes on at once, and
/// the work ends where it next looks at the flag.
///
/// - Throws: `CancellationError` where the flag is raised.
package func inThread<Result: Sendable>(until stop: StopFlag, _ work: @escaping @Sendable () -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let waiting = Waiting(continuation)
    stop.whenRaised { waiting.take()?.resume(throwing: CancellationError()) }
    inThread {
      let result = work()
      if stop.isRaised {
        waiting.take()?.resume(throwing: CancellationError())
      } else {
        waiting.take()?.resume(returning: result)
      }
    }
  }
}

/// A continuation that is resumed once, by the first.
private final class Waiting<Result: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Result, any Error>?>

  init(_ continuation: CheckedContinuation<Result, any Error>) { self.continuation = Mutex(continuation) }

  func take() -> CheckedContinuation<Result, any Error>? {
    continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
  }
}
