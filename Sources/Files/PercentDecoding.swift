/// An address with its `%XX` resolved (RFC 3986, 2.1), as file names and anchors have it. What is no two digits stays as it is.
package func percentDecoded(_ text: some StringProtocol) -> String {
  guard text.contains("%") else { return String(text) }
  return String(decoding: percentDecodedBytes(text.utf8), as: UTF8.self)
}

/// The bytes that a percent-encoded address represents.
package func percentDecodedBytes(_ text: some Collection<UInt8>) -> [UInt8] {
  var out: [UInt8] = []
  out.reserveCapacity(text.count)
  var rest = text[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), let high = hexDigit(rest.first), let low = hexDigit(rest.dropFirst().first) {
      out.append(high << 4 | low)
      rest = rest.dropFirst(2)
    } else {
      out.append(byte)
    }
  }
  return out
}

private func hexDigit(_ byte: UInt8?) -> UInt8? {
  switch byte {
  case .some(let byte) where byte >= 0x30 && byte <= 0x39: byte - 0x30
  case .some(let byte) where byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66: (byte | 0x20) - 0x61 + 10
  default: nil
  }
}
