internal import CConfine
internal import Glibc
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetPictures

/// Processes that do jobs, one job at a time each. A job that crashes, hangs or takes too much memory ends its own process only.
///
/// The pool's process must have one thread, since it forks.
final class JobPool {
  struct Limits {
    /// Seconds that a job may take by the clock.
    var seconds: Int?
    /// Seconds of the processor's time that a job may take.
    var cpuSeconds: Int?
    /// Memory of a process.
    var megabytes: Int?
  }

  enum Outcome {
    case answer(JSON)
    case timeOut(seconds: Int)
    case cpuTimeOut(seconds: Int)
    case memoryOut(megabytes: Int)
    /// A clause that ends a sentence: *the process was …*
    case lost(reason: String)
  }

  /// What the pool's processes do with a job; made in each of them when it starts.
  typealias Work = (JSON) -> JSON

  private struct Child {
    let process: pid_t
    let socket: Int32
    var job: Job?
  }

  private struct Job {
    var number: Int
    var end: ContinuousClock.Instant?
  }

  private let limits: Limits
  private let begin: () -> Work
  private let count: Int
  private var children: [Child] = []

  /// - Parameters:
  ///   - count: Processes at most; each is started when there is a job for it.
  ///   - begin: Is called in each process, first of all.
  init(count: Int, limits: Limits = Limits(), begin: @escaping () -> Work) {
    (self.count, self.limits, self.begin) = (max(1, count), limits, begin)
    // With blocked signals inherited from its parent, neither the program nor its processes could be terminated.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&signals, number) }
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  deinit { for child in children { end(child) } }

  var isIdle: Bool { children.allSatisfy { $0.job == nil } }
  var hasRoom: Bool { children.count < count || children.contains { $0.job == nil } }

  /// Hands a job to an idle process. Only if one is available.
  ///
  /// - Returns: False where no process can be started.
  func start(_ job: JSON, number: Int) -> Bool {
    for _ in 0..<3 {
      guard let index = children.firstIndex(where: { $0.job == nil }) ?? fork() else { return false }
      if send(job.bytes, to: children[index].socket) {
        children[index].job = Job(number: number, end: limits.seconds.map { ContinuousClock.now + .seconds($0) })
        return true
      }
      // It died while idle.
      end(children.remove(at: index))
    }
    return false
  }

  /// Waits until a job is done, a descriptor is ready, or time has passed.
  ///
  /// - Parameters:
  ///   - reading: Descriptors that are waited for too until bytes can be read.
  ///   - writing: Descriptors that are waited for too until bytes can be written.
  func wait(
    reading: [Int32] = [], writing: [Int32] = [], milliseconds: Int? = nil
  ) -> (done: [(number: Int, outcome: Outcome)], readable: Set<Int32>, writable: Set<Int32>) {
    var set = children.map { pollfd(fd: $0.socket, events: Int16($0.job == nil ? 0 : POLLIN), revents: 0) }
    let own = set.count
    set += reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    set += writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    var time = milliseconds ?? -1
    if let next = children.compactMap({ $0.job?.end }).min() {
      let left = max(0, Int(clamping: (next - ContinuousClock.now) / .milliseconds(1)) + 1)
      time = time < 0 ? left : min(time, left)
    }
    let ready = unsafe poll(&set, UInt(set.count), Int32(clamping: time))
    var done: [(number: Int, outcome: Outcome)] = []
    for index in (0..<own).reversed() {
      guard let job = children[index].job else { continue }
      if ready > 0, set[index].revents != 0 {
        done.append((job.number, take(index)))
      } else if let end = job.end, let seconds = limits.seconds, ContinuousClock.now >= end {
        self.end(children.remove(at: index))
        done.append((job.number, .timeOut(seconds: seconds)))
      }
    }
    let others = ready > 0 ? set[own...].filter { $0.revents != 0 } : []
    let canRead = others.filter { $0.events == Int16(POLLIN) }.map(\.fd)
    return (done.reversed(), Set(canRead), Set(others.filter { $0.events == Int16(POLLOUT) }.map(\.fd)))
  }

  /// The answer of a child whose socket is readable, or how it ended.
  private func take(_ index: Int) -> Outcome {
    if let bytes = receive(from: children[index].socket), let frame = try? JSON(bytes[...]), let answer = frame["answer"] {
      children[index].job = nil
      // It has used much memory and is replaced.
      if frame["last"] != nil { end(children.remove(at: index)) }
      return .answer(answer)
    }
    let child = children.remove(at: index)
    let status = end(child)
    let signal = status & 0x7F
    if signal == 0, status >> 8 == ExitCode.limitReached.rawValue, let megabytes = limits.megabytes {
      return .memoryOut(megabytes: megabytes)
    }
    if signal == SIGPROF, let seconds = limits.cpuSeconds { return .cpuTimeOut(seconds: seconds) }
    switch signal {
    case 0: return .lost(reason: "its process ended with code \(status >> 8)")
    case SIGKILL: return .lost(reason: "its process was killed, perhaps for lack of memory")
    case SIGSEGV, SIGBUS, SIGABRT, SIGTRAP, SIGILL: return .lost(reason: "its process crashed (signal \(signal))")
    default: return .lost(reason: "its process was ended by signal \(signal)")
    }
  }

  /// Terminates a process, with a short time to remove its unfinished files.
  @discardableResult private func end(_ child: Child) -> Int32 {
    close(child.socket)
    kill(child.process, SIGTERM)
    var status: Int32 = 0
    for attempt in 0..<200 {
      if unsafe waitpid(child.process, &status, WNOHANG) != 0 { return status }
      if attempt == 100 { kill(child.process, SIGKILL) }
      usleep(attempt < 20 ? 200 : 5_000)
    }
    return status
  }

  // MARK: The processes

  private func fork() -> Int? {
    guard let child = forkConnected(followParent: confine_end_with_parent, serve: serve) else { return nil }
    children.append(Child(process: child.process, socket: child.socket))
    return children.count - 1
  }

  /// A process that has had more memory than this is replaced by a new one after its job, and so is one after this many jobs: what
  /// documents share grows.
  private static let mostMegabytes = 768
  private static let mostJobs = 5_000

  /// The main loop of a child.
  private func serve() -> Never {
    let work = begin()
    Watchdog(seconds: nil, megabytes: limits.megabytes).start()
    let mostMegabytes = min(Self.mostMegabytes, (limits.megabytes ?? .max / 3) * 3 / 4)
    for number in 1... {
      guard let bytes = receive(from: 3), let job = try? JSON(bytes[...]) else { _exit(0) }
      if let seconds = limits.cpuSeconds { confine_limit_cpu(Double(seconds)) }
      let answer = work(job)
      if limits.cpuSeconds != nil { confine_limit_cpu(0) }
      var usage = rusage()
      _ = unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
      let isLast = number >= Self.mostJobs || usage.ru_maxrss >> 10 > mostMegabytes
      let frame = JSON(members: ["answer": answer, "last": isLast ? .bool(true) : nil])
      guard send(frame.bytes, to: 3), !isLast else { break }
    }
    _exit(0)
  }
}

// MARK: Messages

/// Larger messages are invalid.
private let mostMessageBytes = 1 << 30

/// Sends a message with its length before it.
private func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
  guard bytes.count < mostMessageBytes else { return false }
  let head = unsafe withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { unsafe Array($0) }
  return unsafe (head + bytes).withUnsafeBytes { unsafe (try? writeAll($0, to: socket)) != nil }
}

/// - Returns: nil at the end.
private func receive(from socket: Int32) -> [UInt8]? {
  guard let head = receive(4, from: socket) else { return nil }
  let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
  return count < mostMessageBytes ? receive(count, from: socket) : nil
}

private func receive(_ count: Int, from socket: Int32) -> [UInt8]? {
  var filled = 0
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
    while filled < count {
      let got = unsafe read(socket, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
      if got < 0, errno == EINTR { continue }
      if got <= 0 { break }
      filled += got
    }
    used = filled
  }
  return filled == count ? bytes : nil
}
