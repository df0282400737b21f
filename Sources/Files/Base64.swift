/// Bytes as letters and digits: RFC 4648, with padding.
package func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var out: [UInt8] = []
  out.reserveCapacity(bytes.count / 3 * 4 + 4)
  var index = 0
  while index < bytes.count {
    let left = bytes.count - index
    let word = Int(bytes[index]) << 16 | (left > 1 ? Int(bytes[index + 1]) << 8 : 0) | (left > 2 ? Int(bytes[index + 2]) : 0)
    out.append(digits[word >> 18])
    out.append(digits[word >> 12 & 63])
    out.append(left > 1 ? digits[word >> 6 & 63] : UInt8(ascii: "="))
    out.append(left > 2 ? digits[word & 63] : UInt8(ascii: "="))
    index += 3
  }
  return String(decoding: out, as: UTF8.self)
}
