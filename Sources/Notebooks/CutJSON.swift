/// A text of JSON that is cut off, or broken somewhere.
enum CutJSON {
  private static let deepest = 64

  /// A list or an object that is open.
  private struct Level {
    var isObject: Bool
    /// In an object: true from the colon of a member on, up to the end of its value.
    var hasName = false

    var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  /// The bytes before that place, up to the last complete value, with all open lists and objects closed; nil without a complete value.
  static func closed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var open: [Level] = []
    /// Where the last whole value ends. What is open there stays open up to the end: where one of it closes, that is a whole value too.
    var whole: (end: Int, depth: Int)?
    func end(at index: Int) {
      if let last = open.indices.last { open[last].hasName = false }
      whole = (index, open.count)
    }
    func result() -> [UInt8]? { whole.map { Array(bytes[..<$0.end]) + open[..<$0.depth].reversed().map(\.closing) } }
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let close = endOfText(bytes[index...]) else { return result() }
        index = close
        if let level = open.last, !level.isObject || level.hasName { end(at: index) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(Level(isObject: byte == UInt8(ascii: "{")))
        guard open.count <= deepest else { return nil }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.last?.closing == byte else { break }
        open.removeLast()
        end(at: index)
      case UInt8(ascii: ":"):
        if let last = open.indices.last { open[last].hasName = true }
      case UInt8(ascii: ","):
        // Before it a number or a word may be whole.
        if let level = open.last, !level.isObject || level.hasName { end(at: index - 1) }
      default: break
      }
    }
    return result()
  }

  /// Where a text ends that begins here, with its quotation mark; nil if it does not.
  private static func endOfText(_ bytes: ArraySlice<UInt8>) -> Int? {
    var isEscaped = false
    for (index, byte) in zip(bytes.indices, bytes) {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return index + 1
      }
    }
    return nil
  }
}
