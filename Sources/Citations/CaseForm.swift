internal import CICU

/// Unicode's composed form.
enum CaseForm {
  /// NFC (UAX #15); the text itself where ICU fails.
  static func composed(_ text: String) -> String {
    let units = Array(text.utf16)
    var out = [UInt16](repeating: 0, count: units.count * 3 + 8)
    let count = unsafe units.withUnsafeBufferPointer { text in
      unsafe out.withUnsafeMutableBufferPointer {
        unsafe mdtypeset_normalize(0, text.baseAddress, Int32(clamping: text.count), $0.baseAddress, Int32(clamping: $0.count))
      }
    }
    guard count >= 0, Int(count) <= out.count else { return text }
    return String(decoding: out.prefix(Int(count)), as: UTF16.self)
  }
}
