/// A place in the author's own text: UTF-8 bytes from `start` up to, not including, `end`.
public struct SourceSpan: Hashable, Codable, Sendable {
  /// The first byte, from 0.
  public var start: Int32
  /// After the last byte.
  public var end: Int32

  /// - Parameters:
  ///   - start: The first byte, from 0.
  ///   - end: After the last byte.
  public init(_ start: Int, _ end: Int) {
    self.start = Int32(clamping: start)
    self.end = Int32(clamping: end)
  }

  /// The same bytes after others have been inserted or removed before them.
  package func moved(by bytes: Int) -> SourceSpan { SourceSpan(Int(start) + bytes, Int(end) + bytes) }

  /// True if it is empty.
  public var isEmpty: Bool { end <= start }

  /// The bytes of the span, cut to what a source of `count` bytes has.
  public func range(within count: Int) -> Range<Int> {
    let low = min(max(Int(start), 0), count)
    return low..<min(max(Int(end), low), count)
  }
}
