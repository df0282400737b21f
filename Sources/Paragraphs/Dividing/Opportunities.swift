internal import CICU

/// Possible line breaks in text without spaces (UAX #14), from ICU.
@safe final class LineBreakOpportunities {
  private let iterator: UnsafeMutableRawPointer?

  init(language: String) {
    // In books, lines do not begin with small kana and the long vowel sign (JLREQ 3.1.7); ICU calls this strict.
    unsafe iterator = mdtypeset_line_breaks_open(language.hasPrefix("ja") ? language + "@lb=strict" : language)
  }

  deinit { if let iterator = unsafe iterator { unsafe mdtypeset_line_breaks_close(iterator) } }

  /// Marks the byte offsets before which a line may begin.
  func mark(_ text: [UInt8], in marks: inout [Bool]) {
    guard let iterator = unsafe iterator else { return }
    unsafe text.withUnsafeBufferPointer { bytes in
      let start = unsafe bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress }
      guard unsafe mdtypeset_line_breaks_read(iterator, start, Int64(bytes.count)) != 0 else { return }
      var place = unsafe mdtypeset_line_breaks_next(iterator)
      while place >= 0, Int(place) < marks.count {
        marks[Int(place)] = true
        unsafe place = mdtypeset_line_breaks_next(iterator)
      }
    }
  }
}
