import CICU
internal import TypesetDiagnostics
import TypesetStyling

/// How a language writes letters in another case, by ICU.
@safe final class CaseMap {
  private let map: UnsafeMutableRawPointer

  init?(language: String) {
    guard let map = unsafe mdtypeset_case_open(language.replacing("-", with: "_")) else { return nil }
    unsafe self.map = map
  }

  deinit { unsafe mdtypeset_case_close(map) }

  /// A text in another case; nil where ICU fails.
  func changed(_ text: ArraySlice<UInt8>, _ letterCase: LetterCase) -> [UInt8]? {
    let how: Int32 =
      switch letterCase {
      case .none: -1
      case .upper: 0
      case .lower: 1
      case .title: 2
      }
    guard how >= 0, !text.isEmpty, let length = Int32(exactly: text.count) else { return Array(text) }
    // No letter becomes more than three of its size.
    let capacity = text.count * 3 + 16
    var count: Int32 = -1
    var out = [UInt8](repeating: 0, count: capacity)
    unsafe text.withUnsafeBytes { bytes in
      unsafe out.withUnsafeMutableBytes { out in
        unsafe count = mdtypeset_case_change(
          map, how, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length,
          out.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(capacity))
      }
    }
    return count >= 0 ? Array(out.prefix(Int(count))) : nil
  }
}
