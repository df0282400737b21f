internal import Synchronization

/// Raised by a client that no longer wants a document; all stages check it and end early if it is raised.
package final class StopFlag: Sendable {
  private let raised = Atomic(false)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  package init() {}

  /// True from `raise()` on.
  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  /// Raises the flag for good, and calls the observer once.
  package func raise() {
    raised.store(true, ordering: .sequentiallyConsistent)
    let call = observer.withLock { observer in
      defer { observer = nil }
      return observer
    }
    call?()
  }

  /// Calls a function once when the flag is raised; at once where it is already.
  package func whenRaised(_ call: @escaping @Sendable () -> Void) {
    observer.withLock { $0 = call }
    if isRaised { raise() }
  }
}
