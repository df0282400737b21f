internal import CICU

/// Sorts texts as a language does.
@safe final class Collator {
  private let handle: UnsafeMutableRawPointer?

  init(language: String) { unsafe handle = mdtypeset_collator_open(language.replacing("-", with: "_")) }

  deinit { if let handle = unsafe handle { unsafe mdtypeset_collator_close(handle) } }

  /// Bytes that compare as the text sorts.
  func key(_ text: String) -> [UInt8] {
    let units = Self.sorted(text)
    guard let handle = unsafe handle else { return Array(String(decoding: units, as: UTF16.self).lowercased().utf8) }
    var out = [UInt8](repeating: 0, count: 8 * units.count + 64)
    let count = unsafe units.withUnsafeBufferPointer { text in
      unsafe out.withUnsafeMutableBufferPointer { key in
        unsafe mdtypeset_sort_key(
          handle, text.baseAddress, Int32(clamping: text.count), key.baseAddress, Int32(clamping: key.count))
      }
    }
    return Array(out.prefix(max(0, Int(count))))
  }

  /// What of a text is sorted: marks before the first letter do not count, an apostrophe in a word does.
  private static func sorted(_ text: String) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      let isWord = scalar.isLetter || scalar.isNumber
      guard isWord || !units.isEmpty && (scalar == " " || scalar == "-" || scalar == "’" || scalar.isCombining) else { continue }
      units += UTF16.encode(scalar) ?? UTF16.EncodedScalar()
    }
    return units
  }
}
