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

  @Test func `a thread of its own runs while its caller goes on`() async {
    let result = await withCheckedContinuation { continuation in
      inThread { continuation.resume(returning: 42) }
    }
    #expect(result == 42)
  }
}
