internal import TypesetDiagnostics
package import TypesetJSON

/// Takes messages out of a stream of bytes: a head with `Content-Length`, an empty line, JSON.
package struct MessageReader {
  /// One message of the stream.
  package enum Message {
    case value(JSON)
    /// Bytes that are no JSON; what follows can be read.
    case malformed(String)
  }

  /// A longer message ends the stream: an editor does not send one.
  private static let mostBytes = 64 << 20
  private static let headEnd = Array("\r\n\r\n".utf8)

  private var bytes: [UInt8] = []
  /// True if what arrived is no stream of messages; nothing more is read.
  package private(set) var isBroken = false

  package init() {}

  /// Adds bytes that have arrived.
  package mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

  /// The next whole message; nil where more bytes are needed.
  package mutating func next() -> Message? {
    guard !isBroken, let bodyStart = headEnd() else { return nil }
    guard let length = length(inHead: bytes[..<bodyStart]) else {
      isBroken = true
      return nil
    }
    guard bytes.count - bodyStart >= length else { return nil }
    let body = bytes[bodyStart..<bodyStart + length]
    defer { bytes.removeSubrange(..<(bodyStart + length)) }
    do throws(JSON.Failure) {
      return .value(try JSON(body))
    } catch {
      return .malformed(error.description)
    }
  }

  /// Where the body begins; nil if the head is not whole yet.
  private mutating func headEnd() -> Int? {
    let limit = min(bytes.count, 4096)
    var index = 0
    while index + Self.headEnd.count <= limit {
      if bytes[index] == 0x0D, bytes[index..<index + Self.headEnd.count].elementsEqual(Self.headEnd) { return index + Self.headEnd.count }
      index += 1
    }
    isBroken = bytes.count >= 4096
    return nil
  }

  private func length(inHead head: ArraySlice<UInt8>) -> Int? {
    for line in head.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      guard String(decoding: line[..<colon], as: UTF8.self).lowercased() == "content-length" else { continue }
      let value = String(decoding: line[(colon + 1)...].filter { $0 != 0x20 }, as: UTF8.self)
      return DocumentNumber.whole(value, in: 0...Self.mostBytes + 1).flatMap { $0 > Self.mostBytes ? nil : $0 }
    }
    return nil
  }

  /// A message as it is sent.
  package static func framed(_ message: JSON) -> [UInt8] {
    let body = message.bytes
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
