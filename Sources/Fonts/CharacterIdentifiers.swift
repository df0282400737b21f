// Whether a CFF program names its glyphs by numbers of a character collection.

extension Face {
  /// True for a face whose CFF program is keyed by character identifiers (CIDs), as East Asian fonts are: codes of a PDF are then such identifiers, not
  /// numbers of glyphs.
  public var hasCharacterIdentifiers: Bool { CFFProgram.isKeyedByIdentifiers(table("CFF ", limit: CFFProgram.mostHeadBytes)) }
}

/// The beginning of a `CFF ` table (Adobe Technical Note 5176).
enum CFFProgram {
  /// Names and the dictionary's first operator are within these bytes.
  static let mostHeadBytes = 1 << 12

  /// True if the program's dictionary begins with the operator ROS, as it has to in a program with identifiers (section 18).
  static func isKeyedByIdentifiers(_ bytes: [UInt8]) -> Bool {
    // The header says how long it is; the names of the fonts follow, then their dictionaries (sections 6 to 8).
    guard bytes.count > 3, let names = end(ofIndexAt: Int(bytes[2]), in: bytes), let first = firstObject(ofIndexAt: names, in: bytes) else {
      return false
    }
    var index = first
    while index < bytes.count {
      switch bytes[index] {
      // Operands: whole numbers of one to five bytes, and reals up to a nibble of ones (section 4).
      case 28: index += 3
      case 29: index += 5
      case 30:
        index += 1
        while index < bytes.count, bytes[index] & 15 != 15, bytes[index] >> 4 != 15 { index += 1 }
        index += 1
      case 32...246: index += 1
      case 247...254: index += 2
      case 12: return index + 1 < bytes.count && bytes[index + 1] == 30
      default: return false
      }
    }
    return false
  }

  /// The number of objects of an index, the size of its offsets, and where these begin (section 5).
  private static func index(at place: Int, in bytes: [UInt8]) -> (count: Int, size: Int, offsets: Int)? {
    guard place + 2 < bytes.count else { return nil }
    let (count, size) = (Int(bytes[place]) << 8 | Int(bytes[place + 1]), Int(bytes[place + 2]))
    return count > 0 && (1...4).contains(size) ? (count, size, place + 3) : nil
  }

  /// Where an object begins; for the number of all objects, where the last one ends.
  private static func start(ofObject number: Int, ofIndexAt place: Int, in bytes: [UInt8]) -> Int? {
    guard let (count, size, offsets) = index(at: place, in: bytes) else { return nil }
    let field = offsets + number * size
    guard field + size <= bytes.count else { return nil }
    let offset = bytes[field..<field + size].reduce(0) { $0 << 8 | Int($1) }
    // Offsets are from the byte before the first object.
    return offsets + (count + 1) * size + offset - 1
  }

  private static func firstObject(ofIndexAt place: Int, in bytes: [UInt8]) -> Int? { start(ofObject: 0, ofIndexAt: place, in: bytes) }

  private static func end(ofIndexAt place: Int, in bytes: [UInt8]) -> Int? {
    index(at: place, in: bytes).flatMap { start(ofObject: $0.count, ofIndexAt: place, in: bytes) }
  }
}
