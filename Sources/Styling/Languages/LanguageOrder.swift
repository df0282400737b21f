internal import CICU

/// The order of words in a language, by ICU's collation.
@safe final class LanguageOrder {
  private let handle: UnsafeMutableRawPointer?

  init(language: String) { unsafe handle = mdtypeset_collator_open(language.replacing("-", with: "_")) }

  deinit { if let handle = unsafe handle { unsafe mdtypeset_collator_close(handle) } }

  /// Bytes that compare as the words sort.
  func key(_ words: String) -> [UInt8] {
    let units = Array(words.utf16)
    guard let handle = unsafe handle else { return Array(words.lowercased().utf8) }
    var out = [UInt8](repeating: 0, count: 8 * units.count + 64)
    let count = unsafe units.withUnsafeBufferPointer { text in
      unsafe out.withUnsafeMutableBufferPointer { key in
        unsafe mdtypeset_sort_key(
          handle, text.baseAddress, Int32(clamping: text.count), key.baseAddress, Int32(clamping: key.count))
      }
    }
    return Array(out.prefix(max(0, Int(count))))
  }

  /// The letter below which a word stands: its first without its accents, or a sign for what begins with none.
  func initial(of word: String) -> String {
    guard let first = word.unicodeScalars.first(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) else {
      return "#"
    }
    if first.properties.numericType != nil, !first.properties.isAlphabetic { return "0" }
    if first.properties.isIdeographic { return "漢" }
    // Letters whose first weight is the same are one: Ä and A in German, not in Swedish.
    return key(String(first)).prefix { $0 != 1 }.map { String($0) }.joined(separator: " ")
  }
}
