internal import TypesetCollation

/// Sorts works as a language does.
struct Collator {
  private let keys: SortKeys

  init(language: String) { keys = SortKeys(language: language) }

  /// Bytes that compare as the text sorts.
  func key(_ text: String) -> [UInt8] { keys.key(Self.sorted(text)) }

  /// What of a text is sorted: marks before the first letter do not count, an apostrophe in a word does.
  private static func sorted(_ text: String) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      let isWord = scalar.isLetter || scalar.isNumber
      guard isWord || !units.isEmpty && (scalar == " " || scalar == "-" || scalar == "’" || scalar == "'" || scalar.isCombining) else {
        continue
      }
      units += UTF16.encode(scalar == "'" ? "’" : scalar) ?? UTF16.EncodedScalar()
    }
    return units
  }
}
