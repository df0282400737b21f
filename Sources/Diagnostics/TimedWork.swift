internal import CConfine
internal import Glibc
internal import Synchronization

/// The result of work that may never end: it is done in a separate thread and waited for.
///
/// - Returns: Nil after that many seconds. The work goes on then, and its result is dropped.
package func result<Result: Sendable>(within seconds: Double, of work: @escaping @Sendable () -> Result) -> Result? {
  let answer = Answer<Result>()
  inThread { answer.give(work()) }
  return answer.wait(seconds)
}

/// The same of work that awaits something; when the waiting task is cancelled, so is the work, and the waiting ends.
package func result<Result: Sendable>(
  within seconds: Double, of work: @escaping @Sendable () async -> Result
) async -> Result? {
  let waiting = Waiting<Result?>()
  let task = Task { waiting.resume(await work()) }
  let limit = Task {
    try? await Task.sleep(for: .seconds(min(max(seconds, 0), 1e9)))
    waiting.resume(nil)
  }
  defer {
    task.cancel()
    limit.cancel()
  }
  return await withTaskCancellationHandler {
    await withCheckedContinuation { waiting.begin($0) }
  } onCancel: {
    waiting.resume(nil)
  }
}

/// A value that is made in a separate thread before it is asked for.
package final class Ahead<Value: Sendable>: Sendable {
  private let answer = Answer<Value>()

  /// - Parameter threads: With one, and in forked processes, it is made at once.
  package init(threads: Int, _ make: @escaping @Sendable () -> Value) {
    let answer = answer
    if threads < 2 || confine_is_forked() != 0 { answer.give(make()) } else { inThread { answer.give(make()) } }
  }

  /// Waits for the value.
  package var value: Value? { answer.wait(1e9) }
}

/// A value that one thread gives and another waits for.
@safe final class Answer<Value: Sendable>: @unchecked Sendable {
  private let value = Mutex<Value?>(nil)
  /// Posted when the value is there.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(semaphore, 0, 0) }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func give(_ new: Value) {
    value.withLock { $0 = new }
    unsafe sem_post(semaphore)
  }

  func wait(_ seconds: Double) -> Value? {
    if let known = value.withLock({ $0 }) { return known }
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    let limit = min(max(seconds, 0), 1e9)
    end.tv_sec += Int(clamping: limit)
    end.tv_nsec += Int(clamping: (limit - limit.rounded(.down)) * 1e9)
    if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
    while unsafe sem_timedwait(semaphore, &end) != 0 {
      guard errno == EINTR else { return nil }
    }
    return value.withLock { $0 }
  }
}

/// A continuation that is resumed once, by the first, even before it is there.
private final class Waiting<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value, Never>)
    case done(Value)
    case resumed
  }

  private let state = Mutex(State.idle)

  func begin(_ continuation: CheckedContinuation<Value, Never>) {
    let known: Value? = state.withLock { state in
      if case .done(let value) = state {
        state = .resumed
        return value
      }
      state = .waiting(continuation)
      return nil
    }
    if let known { continuation.resume(returning: known) }
  }

  func resume(_ value: Value) {
    let continuation: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .idle:
        state = .done(value)
        return nil
      case .waiting(let continuation):
        state = .resumed
        return continuation
      case .done, .resumed: return nil
      }
    }
    continuation?.resume(returning: value)
  }
}
