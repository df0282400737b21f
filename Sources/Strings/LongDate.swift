internal import CICU

/// The day of a time in a language's long form and calendar (CLDR): `28 de noviembre de 2026`.
///
/// - Parameters:
///   - seconds: Since 1970; the day is UTC's.
///   - language: As in `lang` of a document, `es` or `pt-BR`.
/// - Returns: Nil where ICU does not have it.
package func longDate(of seconds: Int, in language: String) -> String? {
  var units = [UInt16](repeating: 0, count: 128)
  let count = unsafe units.withUnsafeMutableBufferPointer { buffer in
    unsafe mdtypeset_long_date(language.replacing("-", with: "_"), Int64(seconds), buffer.baseAddress, 128)
  }
  return count > 0 ? String(decoding: units.prefix(Int(count)), as: UTF16.self) : nil
}
