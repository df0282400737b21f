extension AttributedText {
  /// The first occurrence of some words; nil if the text lacks them. An occurrence is within one block and consists of whole characters.
  ///
  /// - Parameters:
  ///   - words: What to look for.
  ///   - ignoresCase: True to find it in any case.
  public func range(of words: String, ignoringCase ignoresCase: Bool = false) -> Range<Index>? {
    content.occurrences(of: words, ignoringCase: ignoresCase, atMost: 1).first
  }

  /// All occurrences of some words, from left to right, without overlaps.
  public func ranges(of words: String, ignoringCase ignoresCase: Bool = false) -> [Range<Index>] {
    content.occurrences(of: words, ignoringCase: ignoresCase, atMost: .max)
  }
}

extension TextContent {
  fileprivate func occurrences(of words: String, ignoringCase ignoresCase: Bool, atMost limit: Int) -> [Range<AttributedText.Index>] {
    guard !words.isEmpty else { return [] }
    let folded = ignoresCase ? FoldedText(plain) : nil
    let hay = folded?.bytes ?? Array(plain.utf8)
    let needle = Array((ignoresCase ? words.lowercased() : words).utf8)
    var out: [Range<AttributedText.Index>] = []
    let search = ByteSearch(needle)
    /// In the text as it is; nil within a character.
    func place(_ offset: Int) -> Int? { folded == nil ? offset : folded?.places[offset] }
    var position = 0
    while let found = search.next(in: hay, from: position), out.count < limit {
      let end = found + needle.count
      if let low = place(found), let high = place(end), isWhole(low..<high) {
        out.append(AttributedText.Index(offset: low)..<AttributedText.Index(offset: high))
        position = end
      } else {
        position = found + 1
      }
    }
    return out
  }

  /// True if a range is within one block and divides no character.
  private func isWhole(_ range: Range<Int>) -> Bool {
    for offset in [range.lowerBound, range.upperBound] where offset > 0 && offset < byteCount {
      let utf8 = plain.utf8
      let scalar = plain.unicodeScalars[utf8.index(utf8.startIndex, offsetBy: offset)]
      let before = plain.unicodeScalars[plain.unicodeScalars.index(before: utf8.index(utf8.startIndex, offsetBy: offset))]
      if scalar.properties.isGraphemeExtend || scalar == "\u{200D}" || before == "\u{200D}" { return false }
    }
    let (first, last) = (segment(after: range.lowerBound), segment(after: range.upperBound - 1))
    guard first != last else { return true }
    func block(_ leaf: Int32) -> Int32 { leaf > 0 ? structure.block(of: leaf) : -1 }
    return block(segments[first].leaf) == block(segments[last].leaf)
  }
}

/// A text in lower case, and where its bytes come from.
private struct FoldedText {
  private(set) var bytes: [UInt8] = []
  /// For each byte the place of its character; nil within one, whose ends alone are places.
  private(set) var places: [Int?] = []

  init(_ text: String) {
    bytes.reserveCapacity(text.utf8.count)
    places.reserveCapacity(text.utf8.count + 1)
    var offset = 0
    for scalar in text.unicodeScalars {
      let lower = scalar.isASCII ? nil : scalar.properties.lowercaseMapping
      if let lower {
        for (number, byte) in lower.utf8.enumerated() {
          bytes.append(byte)
          places.append(number == 0 ? offset : nil)
        }
      } else {
        let value = UInt8(scalar.value)
        bytes.append((0x41...0x5A).contains(value) ? value + 32 : value)
        places.append(offset)
      }
      offset += UTF8.width(scalar)
    }
    places.append(offset)
  }
}

/// Finds bytes in linear time (Knuth, Morris and Pratt).
private struct ByteSearch {
  private let needle: [UInt8]
  /// The longest proper prefix of each prefix that also ends it.
  private var borders: [Int]

  init(_ needle: [UInt8]) {
    self.needle = needle
    borders = [Int](repeating: 0, count: needle.count)
    var length = 0
    for index in needle.indices.dropFirst() {
      while length > 0, needle[index] != needle[length] { length = borders[length - 1] }
      if needle[index] == needle[length] { length += 1 }
      borders[index] = length
    }
  }

  func next(in hay: [UInt8], from start: Int) -> Int? {
    var matched = 0
    var index = start
    while index < hay.count {
      while matched > 0, hay[index] != needle[matched] { matched = borders[matched - 1] }
      if hay[index] == needle[matched] { matched += 1 }
      index += 1
      if matched == needle.count { return index - matched }
    }
    return nil
  }
}
