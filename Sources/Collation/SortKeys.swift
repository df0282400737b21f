internal import CICU

/// Sorts texts as a language does (UTS #10), by bytes that compare as the texts.
@safe public final class SortKeys {
  private let handle: UnsafeMutableRawPointer?

  /// - Parameter language: As in `lang` of a document, `de` or `zh-Hant`. One that ICU does not know has the root's order.
  public init(language: String) { unsafe handle = mdtypeset_collator_open(language) }

  deinit { if let handle = unsafe handle { unsafe mdtypeset_collator_close(handle) } }

  /// The key of a text in UTF-16; without ICU its small letters.
  public func key(_ units: [UInt16]) -> [UInt8] {
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
}
