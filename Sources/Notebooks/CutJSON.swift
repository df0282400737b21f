/// A text of JSON that is cut off, or broken somewhere.
enum CutJSON {
  private static let deepest = 64

  /// What is before that, up to the last object of a list that is whole, with all closed that is open there; nil where there is none.
  static func closed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var open: [UInt8] = []
    var (isText, isEscaped) = (false, false)
    var whole: (end: Int, open: [UInt8])?
    for index in bytes.indices {
      let byte = bytes[index]
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(byte)
        guard open.count <= deepest else { return nil }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == (byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")) else { break }
        if byte == UInt8(ascii: "}"), open.last == UInt8(ascii: "[") { whole = (index + 1, open) }
      default: break
      }
    }
    guard let whole else { return nil }
    return Array(bytes[..<whole.end]) + whole.open.reversed().map { $0 == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }
}
