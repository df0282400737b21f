package import TypesetBoxes
internal import TypesetBytes
package import TypesetDiagnostics
package import TypesetMarkdown

/// Compares the words of a source with the words on its pages: each is on a page, is markup, or is named by a diagnostic.
///
/// Both are read as one row of letters each, and runs of letters that are in both are taken off, wherever they are: notes, captions and titles
/// move. What then remains of the source and is no markup by its form (`SourceMarks`) is lost.
package struct SourceAccount {
  /// Words that no page shows.
  package struct Loss: Hashable, Sendable {
    package var span: SourceSpan
    /// The author's text, at most a few words of it.
    package var text: String
    /// How many words are lost there.
    package var count: Int
  }

  private let source: Source
  private let marks: SourceMarks
  /// The letters of the source and where each is.
  private var letters: [UInt32] = []
  private var offsets: [Int32] = []
  /// Where words begin, in `letters`, and last their count.
  private var words: [Int] = []
  private let shown: PageLetters
  /// For each letter of the source the letter on the pages, and the other way round; -1 without a partner.
  private var pageOf: [Int32] = []
  private var sourceOf: [Int32] = []
  private(set) package var losses: [Loss] = []

  /// Long runs first: a short one may be a part of another.
  private static let runs = [40, 16, 6]
  /// So many letters at the end of a run may belong to the next one.
  private static let tail = 8
  /// So far from its neighbours a short word may be, in letters.
  private static let nearby = 400

  /// - Parameters:
  ///   - matterEnd: Where the front matter ends.
  ///   - tree: What has been read, for the names of pictures.
  ///   - diagnostics: What has been reported about the source.
  package init(
    of source: Source, matterEnd: Int, tree: Tree, pages: [Page], structure: DocumentStructure, diagnostics: [Diagnostic]
  ) {
    self.source = source
    marks = SourceMarks(of: source, matterEnd: matterEnd)
    shown = PageLetters(of: pages, structure)
    readSource()
    pageOf = Array(repeating: -1, count: letters.count)
    sourceOf = Array(repeating: -1, count: shown.letters.count)
    for length in Self.runs { matchRuns(of: length) }
    matchWords()
    let named = NamedPlaces(diagnostics, source)
    findLosses(named)
    findPictures(in: tree, named)
    losses.sort { $0.span.start < $1.span.start }
  }

  // MARK: Reading

  private mutating func readSource() {
    var offset = 0
    var isInWord = false
    for scalar in String(decoding: source.bytes, as: UTF8.self).unicodeScalars {
      let width = UTF8.width(scalar)
      defer { offset += width }
      guard offset < marks.marks.count, marks.marks[offset] != .markup, let letter = scalar.accounted else {
        isInWord = isInWord && scalar.isInvisible
        continue
      }
      if !isInWord || scalar.isHan { words.append(letters.count) }
      letters.append(letter)
      offsets.append(Int32(clamping: offset))
      isInWord = !scalar.isHan
    }
    words.append(letters.count)
  }

  // MARK: Runs

  /// The hash of the letters of a run; what is after the end counts as one letter that is in no text.
  private static func hash(_ letters: [UInt32], _ place: Int, _ length: Int) -> UInt64 {
    var hash: UInt64 = 0
    for index in place..<place + length { hash = hash &* 0x1_0000_01B3 &+ UInt64(index < letters.count ? letters[index] : 0) &+ 1 }
    return hash
  }

  private mutating func matchRuns(of length: Int) {
    var first: [UInt64: Int32] = [:]
    var following = Array(repeating: Int32(-1), count: shown.letters.count)
    for place in shown.letters.indices.reversed() where sourceOf[place] < 0 {
      let hash = Self.hash(shown.letters, place, length)
      following[place] = first[hash] ?? -1
      first[hash] = Int32(place)
    }
    var (index, cursor) = (0, 0)
    // Letters that are skipped are no part of a run by chance.
    var isInRun = false
    // Letters of names at the end of the run.
    var names = 0
    while index < letters.count {
      if pageOf[index] >= 0 {
        (index, cursor, isInRun, names) = (index + 1, Int(pageOf[index]) + 1, true, 0)
        continue
      }
      if isInRun, cursor < shown.letters.count, sourceOf[cursor] < 0, shown.letters[cursor] == letters[index] {
        match(index, cursor)
        names = marks.marks[Int(offsets[index])] == .text ? 0 : names + 1
        (index, cursor) = (index + 1, cursor + 1)
        continue
      }
      // A name that is not on the page may begin as the author's next word does.
      for step in 0..<names {
        sourceOf[cursor - 1 - step] = -1
        pageOf[index - 1 - step] = -1
      }
      cursor -= names
      (isInRun, names) = (false, 0)
      // A name takes no words of the author's from the pages.
      guard marks.marks[Int(offsets[index])] == .text,
        let place = nearest(to: cursor, from: first[Self.hash(letters, index, length)] ?? -1, following, for: index, length)
      else {
        index += 1
        continue
      }
      (cursor, isInRun) = (place, true)
      // What was taken for the end of the last run belongs to this one.
      for step in 0..<length where place + step < sourceOf.count && sourceOf[place + step] >= 0 {
        pageOf[Int(sourceOf[place + step])] = -1
        sourceOf[place + step] = -1
      }
      var back = 1
      while index - back >= 0, place - back >= 0, pageOf[index - back] < 0 || back <= Self.tail, sourceOf[place - back] < 0,
        letters[index - back] == shown.letters[place - back]
      {
        if pageOf[index - back] >= 0 { sourceOf[Int(pageOf[index - back])] = -1 }
        match(index - back, place - back)
        back += 1
      }
    }
  }

  private mutating func match(_ index: Int, _ place: Int) {
    pageOf[index] = Int32(place)
    sourceOf[place] = Int32(index)
  }

  /// The place of the same run on the pages that is free, and nearest to the last one.
  private func nearest(to cursor: Int, from first: Int32, _ following: [Int32], for index: Int, _ length: Int) -> Int? {
    var place = Int(first)
    var best: Int?
    var tries = 0
    while place >= 0, tries < 400 {
      tries += 1
      if isFree(place, for: index, length), best.map({ abs(place - cursor) < abs($0 - cursor) }) ?? true { best = place }
      if place > cursor, best != nil { break }
      place = Int(following[place])
    }
    return best
  }

  private func isFree(_ place: Int, for index: Int, _ length: Int) -> Bool {
    for step in 0..<length {
      guard place + step < shown.letters.count, index + step < letters.count else { return true }
      guard shown.letters[place + step] == letters[index + step] else { return false }
      let owner = Int(sourceOf[place + step])
      if owner >= 0, owner < index - Self.tail || owner >= index { return false }
    }
    return true
  }

  // MARK: Words

  /// Takes off words that stand alone: words of cells, labels and titles.
  private mutating func matchWords() {
    var free: [ArraySlice<UInt32>: [Int]] = [:]
    var start = 0
    for place in 1..<max(1, shown.letters.count + 1) where place == shown.letters.count || shown.starts[place] {
      if sourceOf[start..<place].allSatisfy({ $0 < 0 }) { free[shown.letters[start..<place], default: []].append(start) }
      start = place
    }
    var last = 0
    for number in words.indices.dropLast() {
      let word = words[number]..<words[number + 1]
      if let known = word.last(where: { pageOf[$0] >= 0 }) { last = Int(pageOf[known]) }
      guard isLost(word), marks.marks[Int(offsets[word.lowerBound])] == .text else { continue }
      let next = nextPlace(after: word.upperBound) ?? last
      let window = min(last, next) - Self.nearby...max(last, next) + Self.nearby
      let text = letters[word]
      // Pages have short words that are not from the source anywhere: numbers, captions from settings of code.
      if let places = free[text],
        let found = places.firstIndex(where: { sourceOf[$0] < 0 && (word.count >= 5 || window.contains($0) || isInNote(word.lowerBound)) })
      {
        let place = places[found]
        for step in 0..<word.count { match(word.lowerBound + step, place + step) }
        last = place + word.count - 1
      } else if word.count >= 3, let place = freeRun(of: text, in: window) {
        for step in 0..<word.count { match(word.lowerBound + step, place + step) }
      }
    }
  }

  /// True for a word on the line that defines a note, which stands far from the words around it.
  private func isInNote(_ letter: Int) -> Bool {
    let offset = Int(offsets[letter])
    let start = source.bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return offset - start < 200 && source.bytes[start...].starts(with: "[^".utf8)
  }

  private func isLost(_ word: Range<Int>) -> Bool { word.count { pageOf[$0] < 0 } * 2 >= word.count }

  private func nextPlace(after index: Int) -> Int? {
    for index in index..<min(letters.count, max(index, index + 200)) where pageOf[index] >= 0 { return Int(pageOf[index]) }
    return nil
  }

  /// Letters in a row that are no word on the page: a word that is divided or joined there.
  private func freeRun(of text: ArraySlice<UInt32>, in window: ClosedRange<Int>) -> Int? {
    let (low, high) = (max(0, window.lowerBound), min(shown.letters.count - text.count, window.upperBound))
    guard low <= high else { return nil }
    for place in low...high where shown.letters[place] == text.first {
      let isSame = zip(text, shown.letters[place...]).allSatisfy { $0 == $1 }
      if isSame, sourceOf[place..<place + text.count].allSatisfy({ $0 < 0 }) { return place }
    }
    return nil
  }

  // MARK: Losses

  private mutating func findLosses(_ named: NamedPlaces) {
    var lost: [Range<Int>] = []
    var isOpen = false
    for number in words.indices.dropLast() {
      let word = words[number]..<words[number + 1]
      guard isLost(word), marks.marks[Int(offsets[word.lowerBound])] == .text, !isShownForName(number),
        !named.contains(offsets[word.lowerBound])
      else {
        isOpen = isOpen && isLost(word)
        continue
      }
      if isOpen, let last = lost.last, Int(offsets[word.lowerBound]) - Int(offsets[last.upperBound - 1]) < 120 {
        lost[lost.count - 1] = last.lowerBound..<word.upperBound
      } else {
        lost.append(word)
      }
      isOpen = true
    }
    for range in lost {
      let start = Int(offsets[range.lowerBound])
      var end = Int(offsets[range.upperBound - 1]) + 1
      while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
      losses.append(loss(start..<end, count: words.count { range.contains($0) }))
    }
  }

  /// True if the same word near by, which is only a name, has been found on the pages in place of this one: `## Text {#text}`.
  private func isShownForName(_ number: Int) -> Bool {
    let word = letters[words[number]..<words[number + 1]]
    for other in max(0, number - 40)..<min(words.count - 1, number + 41) where other != number {
      let range = words[other]..<words[other + 1]
      if marks.marks[Int(offsets[range.lowerBound])] == .name, letters[range] == word, !isLost(range) { return true }
    }
    return false
  }

  private func loss(_ range: Range<Int>, count: Int) -> Loss {
    var text = String(decoding: source.bytes[range].prefix(60), as: UTF8.self)
    while text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
    text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if range.count > 60 { text += "…" }
    return Loss(span: SourceSpan(range.lowerBound, range.upperBound), text: text.inOneLine, count: count)
  }

  /// Pictures without a description have no words: their files are counted.
  private mutating func findPictures(in tree: Tree, _ named: NamedPlaces) {
    var read: [String: Int] = [:]
    for node in tree.nodes {
      if case .image(let file, _) = node.kind { read[Self.fileName(Array(file.utf8)), default: 0] += 1 }
    }
    for place in marks.pictures where marks.marks[place.lowerBound] != .text {
      let name = Self.fileName(Array(source.bytes[place]))
      if let count = read[name], count > 0 {
        read[name] = count - 1
      } else if !named.contains(Int32(clamping: place.lowerBound)), !isPrinted(name),
        FormulaPictures.formula(in: String(decoding: source.bytes[place], as: UTF8.self)) == nil
      {
        losses.append(loss(place, count: 1))
      }
    }
  }

  /// True if the pages have a file's name as text, as where Markdown is shown as code.
  private func isPrinted(_ name: String) -> Bool {
    let wanted = name.unicodeScalars.compactMap(\.accounted)
    return freeRun(of: wanted[...], in: 0...shown.letters.count) != nil
  }

  /// The last part of a path, without escapes: folders are resolved in between.
  private static func fileName(_ path: [UInt8]) -> String {
    var name = path.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }[...]
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = name[(slash + 1)...] }
    return String(decoding: name.filter { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "%") }, as: UTF8.self)
  }
}

/// The lines of a source, or the things in them, of which a diagnostic says something.
private struct NamedPlaces {
  /// Rising, apart.
  private var ranges: [Range<Int>] = []

  /// What begins the codes of diagnostics about words that the pages show.
  private static let aboutShown = [
    "font.", "math.too-", "math.text-letter", "link.dead-anchor", "reference.unknown", "table.divided", "table.turned", "code.unrun",
  ]

  /// The beginnings of diagnostic codes about one thing within a line.
  private static let aboutOne = ["picture.", "cite.", "policy.link", "policy.picture", "code.inline"]

  init(_ diagnostics: [Diagnostic], _ source: Source) {
    let bytes = source.bytes
    let all = diagnostics.compactMap { diagnostic -> Range<Int>? in
      guard !Self.aboutShown.contains(where: diagnostic.code.hasPrefix) else { return nil }
      guard let span = diagnostic.span, !span.isEmpty || span.start > 0 else { return nil }
      let range = span.range(within: bytes.count)
      // It names a picture, a key, a formula: the words beside that are not meant.
      if Self.aboutOne.contains(where: diagnostic.code.hasPrefix) {
        // What is within a cell of code has the place of the cell, whose other words are shown.
        return bytes[range].contains(0x0A) ? nil : range
      }
      let start = bytes[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      return start..<max(start, bytes[range.upperBound...].firstIndex(of: 0x0A) ?? bytes.count)
    }
    for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  func contains(_ offset: Int32) -> Bool {
    let number = ranges.partitioningIndex { $0.lowerBound > Int(offset) } - 1
    return number >= 0 && ranges[number].contains(Int(offset))
  }
}
