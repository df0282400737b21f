internal import CICU
internal import Synchronization

/// How a language writes numbers. Making one takes ICU ten times as long as writing a number does, so formats in use are kept.
///
/// ICU's formats are immutable and may be used by several threads at once, so it is `Sendable`.
@safe final class NumberFormat: @unchecked Sendable {
  private let format: UnsafeMutableRawPointer

  private init?(skeleton: String, locale: String) {
    let units = Array(skeleton.utf16)
    guard let format = unsafe mdtypeset_number_open(locale, units, Int32(clamping: units.count)) else { return nil }
    unsafe self.format = format
  }

  deinit { unsafe mdtypeset_number_close(format) }

  /// - Returns: Nil where ICU fails.
  func text(of number: Double) -> String? { unsafe written(512) { unsafe mdtypeset_number_write(format, number, $0, $1) } }

  // MARK: Kept

  private struct Key: Hashable {
    var skeleton: String
    var locale: String
  }

  private static let kept = Mutex<[Key: NumberFormat]>([:])
  /// A document may have any number of them: some kilobytes each.
  private static let mostKept = 64

  /// How many are kept.
  static var count: Int { kept.withLock { $0.count } }

  /// - Returns: Nil where ICU fails.
  static func of(skeleton: String, locale: String) -> NumberFormat? {
    let key = Key(skeleton: skeleton, locale: locale)
    if let known = kept.withLock({ $0[key] }) { return known }
    guard let made = NumberFormat(skeleton: skeleton, locale: locale) else { return nil }
    kept.withLock { kept in
      if kept.count >= mostKept { kept.removeAll() }
      kept[key] = made
    }
    return made
  }
}
