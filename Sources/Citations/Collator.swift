internal import CICU

/// Sorts texts as a language does.
@safe final class Collator {
  private let handle: UnsafeMutableRawPointer?

  init(language: String) { unsafe handle = mdtypeset_collator_open(language.replacing("-", with: "_")) }

  deinit { if let handle = unsafe handle { unsafe mdtypeset_collator_close(handle) } }

  /// Bytes that compare as the text sorts.
  func key(_ text: String) -> [UInt8] {
    // Marks before the first letter do not count, an apostrophe in a word does.
    let bare = text.drop { !$0.isLetter && !$0.isNumber }.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "’" }
    guard let handle = unsafe handle else { return Array(bare.lowercased().utf8) }
    let units = Array(bare.utf16)
    var out = [UInt8](repeating: 0, count: 8 * units.count + 64)
    let count = unsafe units.withUnsafeBufferPointer { text in
      unsafe out.withUnsafeMutableBufferPointer { key in
        unsafe mdtypeset_sort_key(
          handle, text.baseAddress, Int32(clamping: text.count), key.baseAddress, Int32(clamping: key.count))
      }
    }
    return Array(out.prefix(max(0, Int(count))))
  }
}
