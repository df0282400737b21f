internal import Synchronization

/// What documents that are typeset side by side may take together: of threads, and of text.
///
/// ```swift
/// var options = TypesetterOptions()
/// options.sharedBudget = SharedBudget(threads: 4, sourceBytes: 16 << 20)
/// let typesetter = Typesetter(options: options)  // for all requests of a server
/// ```
///
/// A document begins when a thread is free, and there is room for its text among those that are being typeset; until then it waits, in the order in
/// which documents came. A text that is larger than all that is allowed is typeset alone. A document takes further threads where they are free.
public final class SharedBudget: Sendable {
  /// How many threads work on all documents together.
  public let threads: Int
  /// Bytes of the texts that are typeset at the same time.
  public let sourceBytes: Int

  /// One document that waits or is typeset.
  private final class Ticket: Sendable {
    let bytes: Int
    let begin: @Sendable () -> Void

    init(_ bytes: Int, begin: @escaping @Sendable () -> Void) { (self.bytes, self.begin) = (bytes, begin) }
  }

  private struct State {
    var free: Int
    /// Of the documents that are being typeset.
    var bytes = 0
    var documents = 0
    var waiting: [Ticket] = []
  }

  private let state: Mutex<State>

  /// That of the document that this thread works on.
  @TaskLocal package static var current: SharedBudget?

  /// - Parameters:
  ///   - threads: For all documents together, from 1; nil is one for each core.
  ///   - sourceBytes: Of the texts that are typeset at the same time, above zero.
  public init(threads: Int? = nil, sourceBytes: Int = 64 << 20) {
    (self.threads, self.sourceBytes) = (max(1, threads ?? coreCount), max(1, sourceBytes))
    state = Mutex(State(free: self.threads))
  }

  /// Does work on a document when it is its turn, and waits for that in this thread. What a document makes of another one is part of it.
  package func admit<Result>(_ bytes: Int, _ work: () -> Result) -> Result {
    if SharedBudget.current === self { return work() }
    let turn = Answer<Bool>()
    enqueue(Ticket(bytes) { turn.give(true) })
    _ = turn.wait(1e9)
    defer { leave(bytes) }
    return SharedBudget.$current.withValue(self, operation: work)
  }

  /// Waits for a document's turn without a thread.
  ///
  /// - Parameter stop: Raised where nobody waits for the document any more.
  /// - Returns: False where the flag is raised before; else the document is to ``leave(_:)`` when it is done.
  package func enter(_ bytes: Int, until stop: StopFlag) async -> Bool {
    await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let ticket = Ticket(bytes) { continuation.resume(returning: true) }
      enqueue(ticket)
      stop.whenRaised { if self.withdraw(ticket) { continuation.resume(returning: false) } }
    }
  }

  /// A document is done.
  package func leave(_ bytes: Int) {
    let next = state.withLock { state in
      state.free += 1
      state.bytes -= bytes
      state.documents -= 1
      return admitted(&state)
    }
    for ticket in next { ticket.begin() }
  }

  /// Further threads for a document, as many as are free.
  ///
  /// - Returns: At most `count`; they are to be given back.
  func take(upTo count: Int) -> Int {
    state.withLock { state in
      // Documents that wait for a thread come first.
      guard state.waiting.isEmpty else { return 0 }
      let taken = max(0, min(count, state.free))
      state.free -= taken
      return taken
    }
  }

  func giveBack(_ count: Int) {
    let next = state.withLock { state in
      state.free += count
      return admitted(&state)
    }
    for ticket in next { ticket.begin() }
  }

  private func enqueue(_ ticket: Ticket) {
    let next = state.withLock { state in
      state.waiting.append(ticket)
      return admitted(&state)
    }
    for ticket in next { ticket.begin() }
  }

  /// Takes a ticket from the queue; false where its document has begun.
  private func withdraw(_ ticket: Ticket) -> Bool {
    let (isThere, next) = state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0 === ticket }) else { return (false, [Ticket]()) }
      state.waiting.remove(at: place)
      return (true, admitted(&state))
    }
    for ticket in next { ticket.begin() }
    return isThere
  }

  /// Takes from the queue what can begin.
  private func admitted(_ state: inout State) -> [Ticket] {
    var out: [Ticket] = []
    while let first = state.waiting.first, state.free > 0, state.documents == 0 || state.bytes + first.bytes <= sourceBytes {
      state.waiting.removeFirst()
      state.free -= 1
      state.bytes += first.bytes
      state.documents += 1
      out.append(first)
    }
    return out
  }
}
