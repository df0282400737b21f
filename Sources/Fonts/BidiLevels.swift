internal import CICU

/// The embedding levels of a text (UAX #9): odd ones run right to left.
package struct BidiLevels {
  /// The level of each byte of the text.
  package let levels: [UInt8]
  /// The level of the paragraph: 1 if it begins at the right.
  package let base: UInt8

  package init(levels: [UInt8], base: UInt8) {
    self.levels = levels
    self.base = base
  }

  /// A control of UAX #9 before a byte of the text.
  package typealias Control = (place: Int, unit: UInt16)

  /// - Parameter direction: The level of the paragraph, 0 or 1, or 2 to take it from the first strong character.
  package init?(_ text: [UInt8], _ isolates: [Control] = [], direction: Int32) {
    var units: [UInt16] = []
    // Where each unit's character begins in the text; -1 for units that are not in it.
    var places: [Int] = []
    var index = 0
    var controls = isolates[...]
    func addControls(upTo index: Int) {
      while let control = controls.first, control.place <= index {
        units.append(control.unit)
        places.append(-1)
        controls = controls.dropFirst()
      }
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where index < text.count {
      addControls(upTo: index)
      // A forced line break does not end the paragraph.
      let shown: Unicode.Scalar = scalar == "\u{2029}" || scalar == "\n" ? " " : scalar
      units += UTF16.encode(shown).map(Array.init) ?? []
      places += repeatElement(index, count: units.count - places.count)
      index += scalar.utf8.count
    }
    addControls(upTo: index)
    guard !units.isEmpty else { return nil }
    var found = [UInt8](repeating: 0, count: units.count)
    let base = unsafe units.withUnsafeBufferPointer { units in
      unsafe found.withUnsafeMutableBufferPointer { found in
        unsafe mdtypeset_bidi_levels(units.baseAddress, Int32(clamping: units.count), direction, found.baseAddress)
      }
    }
    // Isolates with the direction of the text around them change nothing.
    let mixes = found.contains { $0 & 1 == 1 || isolates.isEmpty && $0 > 0 }
    guard base >= 0, base > 0 || mixes else { return nil }
    var levels = [UInt8](repeating: UInt8(clamping: base), count: text.count)
    for (unit, place) in places.enumerated() where place >= 0 {
      var byte = place
      repeat {
        levels[byte] = found[unit]
        byte += 1
      } while byte < levels.count && text[byte] & 0xC0 == 0x80
    }
    self.init(levels: levels, base: UInt8(clamping: base))
  }

  /// Hebrew to Arabic Extended, presentation forms, the controls of UAX #9, and the planes above. Dashes, quotation marks and placeholders of
  /// formulas share their first bytes with these; nearly all paragraphs have some.
  package static func mayRunRightToLeft(_ bytes: [UInt8]) -> Bool {
    for (index, byte) in bytes.enumerated() where byte >= 0xD6 {
      if byte <= 0xDF { return true }
      guard index + 2 < bytes.count else { return false }
      let (next, last) = (bytes[index + 1], bytes[index + 2])
      switch byte {
      case 0xE0: if next >= 0xA0, next <= 0xA3 { return true }
      // U+200E, U+200F, U+202A to U+202E; U+2066 to U+2069.
      case 0xE2: if next == 0x80 && (0x8E...0x8F ~= last || 0xAA...0xAE ~= last) || next == 0x81 && 0xA6...0xA9 ~= last { return true }
      // U+FB00 to U+FDFF, U+FE40 to U+FEFF.
      case 0xEF: if 0xAC...0xB7 ~= next || 0xB9...0xBB ~= next { return true }
      case 0xF0: if next == 0x90 || next == 0x9E { return true }
      default: break
      }
    }
    return false
  }

  /// The order of pieces with these levels from left to right (UAX #9, rule L2).
  package static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    var level = highest
    while level > 0 {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
      level -= 1
    }
    return order
  }
}
