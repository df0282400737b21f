internal import CICU

/// Places where a line may end inside of text without spaces (UAX #14), from ICU.
@safe final class LineBreakOpportunities {
  private let iterator: OpaquePointer?

  init(language: String) {
    var status = U_ZERO_ERROR
    // Books keep small kana and the long vowel sign from beginning lines (JLREQ 3.1.7), which ICU calls strict.
    unsafe iterator = mdtypeset_ubrk_open_line(language.hasPrefix("ja") ? language + "@lb=strict" : language, &status)
  }

  deinit { if let iterator = unsafe iterator { unsafe mdtypeset_ubrk_close(iterator) } }

  /// Marks the byte offsets before which a line may begin.
  func mark(_ text: [UInt8], in marks: inout [Bool]) {
    guard let iterator = unsafe iterator else { return }
    unsafe text.withUnsafeBufferPointer { bytes in
      var status = U_ZERO_ERROR
      let start = unsafe bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress }
      unsafe mdtypeset_ubrk_set_utf8(iterator, start, Int64(bytes.count), &status)
      guard status.rawValue <= 0 else { return }
      var place = unsafe mdtypeset_ubrk_next(iterator)
      while place >= 0, Int(place) < marks.count {
        marks[Int(place)] = true
        unsafe place = mdtypeset_ubrk_next(iterator)
      }
    }
  }
}
