internal import Glibc

/// Where bytes begin next among others, which end at `end` at the latest; nil if they are not there, or if nothing is wanted.
private func offset(of wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
  guard let sought = wanted.baseAddress, let base = bytes.baseAddress, !wanted.isEmpty else { return nil }
  let (first, last) = (Int32(unsafe wanted[0]), min(end, bytes.count) - wanted.count)
  var index = start
  while index <= last {
    guard let found = unsafe memchr(base + index, first, last - index + 1) else { return nil }
    index = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    if unsafe memcmp(base + index, sought, wanted.count) == 0 { return index }
    index += 1
  }
  return nil
}

extension [UInt8] {
  /// Where a sequence of bytes begins next.
  ///
  /// - Parameters:
  ///   - wanted: At least one byte.
  ///   - start: Where the search begins.
  ///   - end: Where the sequence ends at the latest; nil for the end of the bytes.
  /// - Returns: nil if it is not there, or if nothing is wanted.
  package func find(_ wanted: [UInt8], from start: Int = 0, to end: Int? = nil) -> Int? {
    unsafe withUnsafeBufferPointer { bytes in
      unsafe wanted.withUnsafeBufferPointer { wanted in unsafe offset(of: wanted, in: bytes, from: Swift.max(start, 0), to: end ?? count) }
    }
  }

  /// Where a sequence of bytes begins and ends first; nil if it is not there, or if nothing is wanted.
  package func firstRange(of wanted: some Collection<UInt8>) -> Range<Int>? { self[...].firstRange(of: wanted) }

  /// True if a sequence of bytes is in these.
  package func holds(_ wanted: String) -> Bool { find(Array(wanted.utf8)) != nil }
}

extension ArraySlice<UInt8> {
  /// Where a sequence of bytes begins and ends first; nil if it is not there, or if nothing is wanted.
  ///
  /// The standard library's search for a sequence builds a table at each call; this one compares bytes.
  package func firstRange(of wanted: some Collection<UInt8>) -> Range<Int>? {
    let wanted = Array(wanted)
    let found = unsafe withUnsafeBufferPointer { bytes in
      unsafe wanted.withUnsafeBufferPointer { unsafe offset(of: $0, in: bytes, from: 0, to: bytes.count) }
    }
    return found.map { (startIndex + $0)..<(startIndex + $0 + wanted.count) }
  }
}

/// The standard library's searches for a text build a table at each call, which takes longer than looking through a short text; these
/// compare bytes. Where a module sees them, they are preferred for words that are a `String`.
extension StringProtocol {
  /// True if some words are in this text, letter for letter, by their bytes.
  package func contains(_ words: String) -> Bool { words.isEmpty || offset(of: words) != nil }

  /// The first place of some words; nil if they are not in the text, and for an empty search.
  package func firstRange(of words: String) -> Range<Index>? {
    guard let offset = offset(of: words) else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: words.utf8.count)
  }

  /// The places of some words, from the left, none within another.
  package func ranges(of words: String) -> [Range<Index>] {
    var found: [Range<Index>] = []
    while let next = self[(found.last?.upperBound ?? startIndex)...].firstRange(of: words) { found.append(next) }
    return found
  }

  /// The parts of the text between some words.
  ///
  /// - Parameters:
  ///   - words: At least one character.
  ///   - most: How often the text is divided at most, from the left.
  package func parts(between words: String, dividingAtMost most: Int = .max) -> [SubSequence] {
    var parts: [SubSequence] = []
    var rest = self[...]
    while parts.count < most, let next = rest.firstRange(of: words) {
      parts.append(rest[..<next.lowerBound])
      rest = rest[next.upperBound...]
    }
    return parts + [rest]
  }

  /// In bytes of UTF-8.
  private func offset(of words: String) -> Int? {
    var words = words
    return words.withUTF8 { wanted in
      unsafe utf8.withContiguousStorageIfAvailable { unsafe TypesetDiagnostics.offset(of: wanted, in: $0, from: 0, to: $0.count) }
        ?? Array(utf8).find(Array(wanted))
    }
  }

  /// The text with other words in place of some, from the left; the text itself where they are not there.
  package func replacing(_ words: String, with others: String, maxReplacements: Int = .max) -> String {
    var rest = self[...]
    var made = ""
    var count = 0
    while count < maxReplacements, let found = rest.firstRange(of: words) {
      made += rest[..<found.lowerBound] + others
      rest = rest[found.upperBound...]
      count += 1
    }
    return made.isEmpty && rest.startIndex == startIndex ? String(self) : made + rest
  }
}
