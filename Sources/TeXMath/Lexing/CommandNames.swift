/// The names of commands that formulas use, each with a number.
final class CommandNames {
  private var slots: [UInt32]
  private var mask: Int
  private var starts: [Int32] = []
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  private var bytes: [UInt8] = []
  var count: Int { starts.count }

  init() {
    slots = Array(repeating: 0, count: 512)
    mask = 511
  }

  /// The number of a name without its backslash; a new name gets a new number.
  func number(of name: some Collection<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    var slot = Int(hash ^ hash >> 15) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot] - 1)
      if hashes[number] == hash, bytes[Int(starts[number])..<Int(ends[number])].elementsEqual(name) {
        return UInt32(number)
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = UInt32(starts.count + 1)
    starts.append(Int32(bytes.count))
    bytes.append(contentsOf: name)
    ends.append(Int32(bytes.count))
    hashes.append(hash)
    if starts.count * 2 > mask { grow() }
    return UInt32(starts.count - 1)
  }

  func number(of name: String) -> UInt32 { number(of: Array(name.utf8)) }

  /// In a command's number: the command has its original meaning, whatever a document has defined.
  static let original: UInt32 = 1 << 31

  /// The number of a name with its original meaning.
  func original(_ name: String) -> UInt32 { number(of: name) | Self.original }

  func name(_ number: UInt32) -> String {
    let index = Int(number & ~Self.original)
    guard index < starts.count else { return "" }
    return String(decoding: bytes[Int(starts[index])..<Int(ends[index])], as: UTF8.self)
  }

  func bytes(of number: Int) -> ArraySlice<UInt8> { bytes[Int(starts[number])..<Int(ends[number])] }

  private func grow() {
    mask = mask * 2 + 1
    slots = Array(repeating: 0, count: mask + 1)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(hash ^ hash >> 15) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number + 1)
    }
  }
}
