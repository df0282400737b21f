internal import CHyphen
internal import Glibc

/// A change of the letters around a hyphen: Hungarian `asszony` to `asz-szony`, old German `Zucker` to `Zuk-ker`.
struct SpellingChange: Hashable {
  /// The bytes of the word that are replaced.
  var range: Range<Int>
  /// Their replacements at the end of the line, before the hyphen, and at the beginning of the next one.
  var before: [UInt8]
  var after: [UInt8]

  /// The same change in a text where the word begins at an offset.
  func moved(by offset: Int) -> SpellingChange {
    SpellingChange(range: range.lowerBound + offset..<range.upperBound + offset, before: before, after: after)
  }
}

/// Where a word may be hyphenated.
struct WordDivisions: Hashable {
  /// Byte offsets, ascending.
  var points: [Int] = []
  /// Changes of the spelling, by their points.
  var changes: [Int: SpellingChange] = [:]
}

extension Hyphenator {
  /// The changes from libhyphen, by the numbers of the letters after which they are; frees its arrays.
  ///
  /// - Parameters:
  ///   - letters: The byte at which each letter of the word begins.
  ///   - decode: From the patterns' encoding to UTF-8.
  static func takeChanges(
    _ replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ positions: UnsafeMutablePointer<Int32>?,
    _ cuts: UnsafeMutablePointer<Int32>?, of word: [UInt8], letters: [Int], decode: ([UInt8]) -> [UInt8]?
  ) -> [Int: SpellingChange] {
    defer {
      unsafe free(replacements)
      unsafe free(positions)
      unsafe free(cuts)
    }
    guard let replacements = unsafe replacements else { return [:] }
    var changes: [Int: SpellingChange] = [:]
    for index in word.indices {
      guard let replacement = unsafe replacements[index] else { continue }
      defer { unsafe free(replacement) }
      guard let positions = unsafe positions, let cuts = unsafe cuts else { continue }
      // The change begins this many letters before the letter after the break.
      let first = unsafe index + 1 - Int(positions[index])
      let end = unsafe first + Int(cuts[index])
      let bytes = unsafe Array(UnsafeBufferPointer(start: replacement, count: strlen(replacement))).map { UInt8(bitPattern: $0) }
      guard index + 1 < letters.count, first >= 0, first <= index + 1, end > index, end <= letters.count,
        let text = decode(bytes), let mark = text.firstIndex(of: UInt8(ascii: "="))
      else { continue }
      let range = letters[first]..<(end < letters.count ? letters[end] : word.count)
      changes[index] = SpellingChange(range: range, before: Array(text[..<mark]), after: Array(text[(mark + 1)...]))
    }
    return changes
  }
}

extension SpellingChange {
  /// The change in a word whose first letter is a capital.
  func capitalized(like word: [UInt8]) -> SpellingChange {
    guard range.lowerBound == 0, let first = String(decoding: word, as: UTF8.self).first, first.isUppercase else { return self }
    var change = self
    func raise(_ bytes: [UInt8]) -> [UInt8] {
      let text = String(decoding: bytes, as: UTF8.self)
      return Array((text.prefix(1).uppercased() + text.dropFirst()).utf8)
    }
    if before.isEmpty { change.after = raise(after) } else { change.before = raise(before) }
    return change
  }
}
