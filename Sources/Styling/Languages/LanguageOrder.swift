internal import TypesetCollation

/// The order of words of an index in a language.
struct LanguageOrder {
  private let keys: SortKeys

  init(language: String) { keys = SortKeys(language: language) }

  /// Bytes that compare as the words sort.
  func key(_ words: String) -> [UInt8] { keys.key(Array(words.utf16)) }

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
