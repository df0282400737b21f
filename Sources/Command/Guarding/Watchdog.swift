internal import CConfine
internal import Glibc
internal import TypesetFiles

/// Ends the program if a run takes too long or too much memory; nothing is written then, and existing outputs are kept.
struct Watchdog {
  var seconds: Int?
  /// The processor's time, of all threads.
  var cpuSeconds: Int?
  var megabytes: Int?
  /// When the time started.
  private let beginning = ContinuousClock.now

  init(seconds: Int?, cpuSeconds: Int? = nil, megabytes: Int?) {
    self.seconds = seconds
    self.cpuSeconds = cpuSeconds
    self.megabytes = megabytes
  }

  /// Microseconds between two checks, in which a program may allocate some 50 MB.
  private static let interval: UInt32 = 10_000

  /// If memory is limited, the run continues in a child, and this process waits for it and never returns: Swift aborts when an allocation
  /// fails, and this process reports why. It costs a fork, so only then. Before there are threads, and before the document is read.
  ///
  /// The child also counts its own memory only. What a process had before `exec` counts as its peak (getrusage(2)), so that a large
  /// program that started this one would use up the limit.
  func supervise() {
    guard let megabytes else { return }
    var status: Int32 = 0
    guard unsafe confine_supervise(&status) > 0 else { return }
    let signal = status & 0x7F
    switch signal {
    case 0: exit(status >> 8 & 0xFF)
    case SIGTERM, SIGINT, SIGHUP:
      raise(signal)
      exit(128 + signal)
    // Refused memory, or the kernel's last resort where the machine has none left.
    case SIGABRT, SIGKILL:
      complain(Self.words("it takes more than \(megabytes) MB of memory", "limit.memory", option: "--max-memory"))
      exit(ExitCode.limitReached.rawValue)
    default:
      complain("mdtypeset: internal error: ended by signal \(signal)\n")
      exit(ExitCode.internalError.rawValue)
    }
  }

  /// Address space beyond the limit: the stacks of threads, memory that is allocated but not used, and what is allocated between two checks.
  private static let slack = 256 << 20

  var isLimited: Bool { seconds != nil || cpuSeconds != nil || megabytes != nil }

  /// Watches from a thread of its own, since all others may be busy.
  func start() {
    guard isLimited else { return }
    if let megabytes { _ = confine_limit_data(0, (megabytes << 20) + (megabytes << 19) + Self.slack) }
    // What the thread uses is initialized here: two threads of a forked process must not wait for that at once (`confine_is_forked`).
    _ = (used(), ContinuousClock.now - beginning > .seconds(1))
    var thread = pthread_t()
    let box = UnsafeMutablePointer<Watchdog>.allocate(capacity: 1)
    unsafe box.initialize(to: self)
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let watchdog = unsafe argument?.assumingMemoryBound(to: Watchdog.self).pointee { watchdog.watch() }
        return nil
      }, box)
    if code == 0 { pthread_detach(thread) }
  }

  private func watch() {
    while true {
      usleep(Self.interval)
      if let seconds, ContinuousClock.now - beginning > .seconds(seconds) {
        end("it takes longer than \(seconds) s", "limit.time", option: "--timeout")
      }
      guard cpuSeconds != nil || megabytes != nil, let used = used() else { continue }
      if let cpuSeconds, used.seconds >= cpuSeconds {
        end("it takes more than \(cpuSeconds) s of CPU time", "limit.cpu-time", option: "--cpu-time")
      }
      if let megabytes, used.bytes > megabytes << 20 {
        end("it takes more than \(megabytes) MB of memory", "limit.memory", option: "--max-memory")
      }
    }
  }

  private func end(_ words: String, _ code: String, option: String) -> Never {
    complain(Self.words(words, code, option: option))
    exitLeavingNothing(ExitCode.limitReached.rawValue)
  }

  private static func words(_ words: String, _ code: String, option: String) -> String {
    "mdtypeset: error: \(words) [\(code)]\n  hint: nothing was written; use a higher \(option)\n"
  }

  /// The peak memory and the CPU time of this process so far; unlike `/proc`, this is available in a sandbox.
  private func used() -> (bytes: Int, seconds: Int)? {
    var usage = rusage()
    guard unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
    // Kilobytes on Linux, getrusage(2).
    return (usage.ru_maxrss << 10, usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
  }
}
