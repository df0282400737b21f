internal import CConfine
internal import Glibc
internal import Synchronization
internal import TypesetDiagnostics

/// Where pictures are drawn.
public enum DrawingPlace: Sendable {
  /// In this process, without limits: a picture that crashes or hangs takes the process with it.
  case thisProcess
  /// In processes of the program `mdtypeset` at this path.
  case program(String)
  /// In processes that the program has forked before it had threads.
  case forkServer(PictureForkServer)
}

/// Passes pictures on to be drawn, and enforces the limits.
final class DrawingHost: Sendable {
  private struct State {
    var idle: [RemoteWorker] = []
    /// The CPU seconds that pictures have taken.
    var spent = 0.0
  }

  private let place: DrawingPlace
  private let budget: Budget
  private let fontFolders: [String]
  private let prepareText: @Sendable () -> Void
  private let kept: KeptPictures?
  private let state = Mutex(State())

  init(
    place: DrawingPlace, budget: Budget, fontFolders: [String], kept: KeptPictures? = nil, prepareText: @escaping @Sendable () -> Void
  ) {
    self.place = place
    self.kept = kept
    self.budget = budget
    self.fontFolders = fontFolders
    self.prepareText = prepareText
  }

  deinit { state.withLock { for worker in $0.idle { worker.end() } } }

  /// Lends a session for one picture.
  func session<Result>(
    _ body: (inout any DrawingSession) throws(PictureError) -> Result
  ) throws(PictureError) -> Result {
    var session: any DrawingSession = if let kept { KeptSession(kept, self) } else { try borrow() }
    defer { giveBack(session) }
    return try body(&session)
  }

  /// CPU seconds that are left for all pictures and diagrams.
  var secondsLeft: Double { budget.picturesSeconds - state.withLock { $0.spent } }

  func spend(_ seconds: Double) { state.withLock { $0.spent += seconds } }

  /// A session that draws; it goes back when it is no longer needed.
  func borrow() throws(PictureError) -> any DrawingSession {
    if case .thisProcess = place {
      return PreparedSession(
        session: LocalSession(budget), prepareText: prepareText)
    }
    let left = secondsLeft
    guard left > 0 else { throw .timeOut(seconds: budget.picturesSeconds, isShared: true) }
    guard let worker = state.withLock({ $0.idle.popLast() }) ?? newWorker() else {
      throw .crashed(reason: "no process can be started for it")
    }
    return RemoteSession(worker: worker, budget: budget, left: left)
  }

  func giveBack(_ session: any DrawingSession) {
    guard let remote = session as? RemoteSession else { return }
    state.withLock { state in
      state.spent += remote.spent
      if remote.isAlive { state.idle.append(remote.worker) }
    }
  }

  private func newWorker() -> RemoteWorker? {
    switch place {
    case .thisProcess: return nil
    case .forkServer(let forkServer):
      guard let (process, socket) = forkServer.fork() else { return nil }
      return RemoteWorker(process: process, socket: socket, forkServer: forkServer)
    case .program(let path):
      let words =
        [path, "picture-worker", "--picture-memory", "\(budget.pictureMemory >> 20)", "--picture-work", "\(budget.pictureWork)"]
        + fontFolders.flatMap { ["--font-path", $0] }
      guard let (process, socket) = startWorker(words) else { return nil }
      return RemoteWorker(process: process, socket: socket, forkServer: nil)
    }
  }
}

/// A local session, and fonts before the first text.
private struct PreparedSession: DrawingSession {
  var session: LocalSession
  let prepareText: @Sendable () -> Void

  mutating func open(_ kind: PictureKind, _ bytes: [UInt8]) throws(PictureError) -> SVGHead? {
    if kind == .svg, mayHaveText(bytes) { prepareText() }
    return try session.open(kind, bytes)
  }

  mutating func draw(_ target: PictureTarget) throws(PictureError) -> Drawing { try session.draw(target) }
}

/// A process that draws, and the socket that leads to it. Used by one thread at a time.
final class RemoteWorker: Sendable {
  let process: pid_t
  let socket: Int32
  private let forkServer: PictureForkServer?

  init(process: pid_t, socket: Int32, forkServer: PictureForkServer?) {
    self.process = process
    self.socket = socket
    self.forkServer = forkServer
  }

  /// Ends the process, if it has not ended yet.
  ///
  /// - Returns: How it ended: the status of `wait`.
  @discardableResult func end(killing: Bool = false) -> Int32 {
    close(socket)
    if let forkServer { return forkServer.status(of: process, killing: killing) }
    if killing { kill(process, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

/// A picture in a worker.
private final class RemoteSession: DrawingSession {
  let worker: RemoteWorker
  private let budget: Budget
  /// CPU seconds that are left for all pictures.
  private let left: Double
  private(set) var isAlive = true
  private(set) var spent = 0.0

  init(worker: RemoteWorker, budget: Budget, left: Double) {
    (self.worker, self.budget, self.left) = (worker, budget, left)
  }

  func open(_ kind: PictureKind, _ bytes: [UInt8]) throws(PictureError) -> SVGHead? {
    guard case .head(let head) = try ask(.open(kind, bytes)) else { throw lost() }
    return head
  }

  func draw(_ target: PictureTarget) throws(PictureError) -> Drawing {
    guard case .drawing(let drawing) = try ask(.draw(target)) else { throw lost() }
    return drawing
  }

  private func ask(_ request: DrawingRequest) throws(PictureError) -> DrawingReply {
    guard isAlive else { throw .crashed(reason: "its process has ended") }
    let seconds = min(budget.pictureSeconds, left) - spent
    guard seconds > 0 else { throw timeOut }
    var out = WireWriter()
    out.add(seconds)
    request.write(to: &out)
    // A waiting process uses no CPU time; ten times the limit in wall-clock time is the backstop.
    let deadline = seconds < 1e6 ? milliseconds() + Int(clamping: seconds * 10_000) + 1_000 : nil
    guard sendMessage(out.bytes, to: worker.socket),
      let message = receiveMessage(from: worker.socket, limit: budget.pictureMemory + (1 << 20), until: deadline)
    else { throw died(afterDeadline: deadline.map { milliseconds() >= $0 } ?? false) }
    var wire = WireReader(message)
    guard let used = try? wire.double(), let reply = try? DrawingReply(from: &wire), used >= 0 else { throw lost() }
    spent += used
    if case .failure(let error) = reply { throw error }
    return reply
  }

  private var timeOut: PictureError {
    left < budget.pictureSeconds
      ? .timeOut(seconds: budget.picturesSeconds, isShared: true) : .timeOut(seconds: budget.pictureSeconds, isShared: false)
  }

  /// An invalid answer.
  private func lost() -> PictureError {
    if isAlive { worker.end(killing: true) }
    isAlive = false
    return .crashed(reason: "its process gave no answer")
  }

  private static let fault = "it triggers a bug in librsvg or in a library that librsvg uses"

  private func died(afterDeadline isLate: Bool) -> PictureError {
    let status = worker.end(killing: isLate)
    isAlive = false
    let signal = status & 0x7F
    if isLate || signal == SIGPROF || signal == SIGXCPU {
      spent = min(budget.pictureSeconds, left)
      return timeOut
    }
    switch signal {
    case SIGABRT, SIGTRAP, SIGILL, SIGSEGV, SIGBUS: return .crashed(reason: Self.fault)
    case 0:
      switch status >> 8 & 0xFF {
      case confineOutOfMemory: return .outOfMemory(limit: budget.pictureMemory)
      case confineFault: return .crashed(reason: Self.fault)
      // CLate ends the process where a library can't be loaded.
      case 70: return .crashed(reason: "a library that it needs is missing; mdtypeset doctor names it")
      default: return .crashed(reason: "its process has ended")
      }
    default: return .crashed(reason: "its process was ended by signal \(signal)")
    }
  }
}
