import Foundation
import Synchronization

/// The control of `scripts/threads`: what ThreadSanitizer says of a `Mutex` alone. With the argument `race`, a fault that it must find.
@main struct Locks {
  final class Shared: @unchecked Sendable {
    let numbers = Mutex<[Int]>([])
    let counts = Mutex<[String: Int]>([:])
    var bare = 0
  }

  static func main() {
    let shared = Shared()
    let isRacing = CommandLine.arguments.contains("race")
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      for number in 0..<20_000 {
        shared.numbers.withLock { numbers in
          numbers.append(number)
          if numbers.count > 100 { numbers.removeAll() }
        }
        shared.counts.withLock { $0["\(number % 50)", default: 0] += 1 }
        if isRacing { shared.bare += 1 }
      }
    }
    print(shared.counts.withLock { $0.values.reduce(0, +) }, shared.bare)
  }
}
