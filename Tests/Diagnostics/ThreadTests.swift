import CConfine
import Glibc
import Synchronization
import Testing
import TypesetDiagnostics

@Suite struct ThreadTests {
  @Test func `each number is called once, and all are done when the call comes back`() {
    for count in [0, 1, 2, 40] {
      let seen = Mutex<[Int]>([])
      inThreads(count) { number in seen.withLock { $0.append(number) } }
      #expect(seen.withLock { $0.sorted() } == Array(0..<count))
    }
  }

  /// Swift's runtime keeps the kernel's number of the thread that forked, by which locks know their owners.
  @Test func `threads of a forked process that wait for each other come to an end`() {
    let count = Mutex(0)
    func run() { inThreads(3) { _ in for _ in 0..<5 { count.withLock { $0 += usleep(2_000) == 0 ? 1 : 0 } } } }
    // All that the runtime makes at the first use is there before the process is forked.
    run()
    let child = confine_fork()
    if child == 0 {
      run()
      _exit(count.withLock { $0 } == 30 ? 0 : 1)
    }
    var status: Int32 = -1
    var left = 2_000
    while left > 0, unsafe waitpid(child, &status, WNOHANG) == 0 {
      usleep(10_000)
      left -= 1
    }
    if left == 0 {
      kill(child, SIGKILL)
      unsafe waitpid(child, &status, 0)
    }
    #expect(child > 0 && left > 0 && status == 0, "status \(status)")
  }

  @Test func `a thread of its own runs while its caller goes on`() async {
    let result = await withCheckedContinuation { continuation in
      inThread { continuation.resume(returning: 42) }
    }
    #expect(result == 42)
  }
}
