/// Bytes that wait to be written. What has been written costs nothing more, however much follows it.
package struct ByteQueue {
  private var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  /// How many bytes wait.
  package var count: Int { bytes.count - start }
  package var isEmpty: Bool { count == 0 }

  package static func += (queue: inout ByteQueue, more: some Sequence<UInt8>) { queue.bytes += more }

  /// Hands over the first bytes, at most `most`, and removes the bytes that have been taken.
  ///
  /// - Parameter take: Gives back how many it has taken; negative if it has taken nothing.
  /// - Returns: What `take` has given back.
  package mutating func removeFirst(atMost most: Int, _ take: (UnsafeRawBufferPointer) -> Int) -> Int {
    let taken = unsafe bytes.withUnsafeBytes { all in
      unsafe take(UnsafeRawBufferPointer(rebasing: all[start..<start + min(most, count)]))
    }
    start += max(0, taken)
    // Each byte is moved once at most, on average.
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
    return taken
  }
}
