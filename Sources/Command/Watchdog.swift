internal import Glibc
internal import TypesetFiles

/// Ends the program where a run takes too long or too much memory; nothing is written then, and what was there before is kept.
struct Watchdog {
  var seconds: Int?
  var megabytes: Int?
  /// From then on time counts.
  private let beginning = ContinuousClock.now

  init(seconds: Int?, megabytes: Int?) {
    self.seconds = seconds
    self.megabytes = megabytes
  }

  /// Microseconds between two looks. In that time a program may take some 50 MB more.
  private static let interval: UInt32 = 10_000

  /// Watches from a thread of its own, since all others may be busy.
  func start() {
    guard seconds != nil || megabytes != nil else { return }
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
      if let megabytes, let used = residentBytes(), used > megabytes << 20 {
        end("it takes more than \(megabytes) MB of memory", "limit.memory", option: "--max-memory")
      }
    }
  }

  private func end(_ words: String, _ code: String, option: String) -> Never {
    complain("mdtypeset: error: \(words) [\(code)]\n  hint: nothing is written; a higher \(option) allows more\n")
    exitLeavingNothing(ExitCode.limitReached.rawValue)
  }

  /// The most memory that this process has had so far; unlike `/proc` this may be asked within a sandbox.
  private func residentBytes() -> Int? {
    var usage = rusage()
    // Kilobytes on Linux, getrusage(2).
    return unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage) == 0 ? usage.ru_maxrss << 10 : nil
  }
}
