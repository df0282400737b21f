import TypesetDiagnostics

/// Abbreviations that a document explains, PHP Markdown Extra's way: `*[HTML]: Hyper Text Markup Language`.
struct Abbreviations {
  /// By word.
  private var meanings: [String: String] = [:]
  private var words: Set<ArraySlice<UInt8>> = []
  /// How long the words are, by the bytes that they begin with.
  private var lengths: [UInt8: Set<Int>] = [:]

  var isEmpty: Bool { meanings.isEmpty }

  /// Reads a definition, one line of text; the first one for a word counts.
  mutating func define(_ line: some StringProtocol) {
    guard line.utf8.starts(with: "*[".utf8), let end = line.firstRange(of: "]: ") else { return }
    let word = String(line[..<end.lowerBound].dropFirst(2))
    let meaning = String(line[end.upperBound...]).trimmedWhitespace()
    guard let first = word.utf8.first, !meaning.isEmpty, meanings[word] == nil else { return }
    // It goes into the file at each use.
    meanings[word] = meaning.utf8.count > 1_024 ? meaning.prefix(256) + "…" : meaning
    words.insert(Array(word.utf8)[...])
    lengths[first, default: []].insert(word.utf8.count)
  }

  /// Puts a node around each of the words that occurs as a whole word in the text.
  ///
  /// - Returns: False if there was none.
  func mark(_ tree: inout Tree) -> Bool {
    guard !isEmpty else { return false }
    // Longer words first.
    let lengths = lengths.mapValues { $0.sorted(by: >) }
    var hasMarked = false
    for parent in tree.nodes.indices {
      // HTML's own have a meaning already.
      if case .abbreviation = tree.nodes[parent].kind { continue }
      var children: [Tree.Index] = []
      var didChange = false
      for child in Array(tree.children(of: Tree.Index(parent))) {
        guard case .text(let text) = tree[child].kind, let parts = parts(of: Array(text.utf8), lengths) else {
          children.append(child)
          continue
        }
        didChange = true
        let span = tree[child].span
        // Text with escapes or entities is shorter than its source: its parts have no positions of their own.
        let isExact = Int(span.end) - Int(span.start) == text.utf8.count
        for part in parts {
          let place = isExact ? SourceSpan(Int(span.start) + part.range.lowerBound, Int(span.start) + part.range.upperBound) : span
          let word = String(decoding: text.utf8.dropFirst(part.range.lowerBound).prefix(part.range.count), as: UTF8.self)
          let node = tree.add(.text(word), place)
          if part.isWord, let meaning = meanings[word] {
            children.append(tree.add(.abbreviation(meaning: meaning), around: [node]))
          } else {
            children.append(node)
          }
        }
      }
      guard didChange else { continue }
      tree.setChildren(of: Tree.Index(parent), to: children)
      hasMarked = true
    }
    return hasMarked
  }

  /// A text split at the words; nil if there are none.
  private func parts(of text: [UInt8], _ lengths: [UInt8: [Int]]) -> [(range: Range<Int>, isWord: Bool)]? {
    var parts: [(range: Range<Int>, isWord: Bool)] = []
    var done = 0
    var index = 0
    while index < text.count {
      guard let candidates = lengths[text[index]], isEdge(index, in: text),
        let length = candidates.first(where: { length in
          index + length <= text.count && isEdge(index + length, in: text) && words.contains(text[index..<index + length])
        })
      else {
        index += 1
        continue
      }
      if index > done { parts.append((done..<index, false)) }
      parts.append((index..<index + length, true))
      index += length
      done = index
    }
    guard !parts.isEmpty else { return nil }
    if done < text.count { parts.append((done..<text.count, false)) }
    return parts
  }

  /// True if a position between two characters is not within a word. Chinese, Japanese and Korean have no space next to Latin words.
  private func isEdge(_ index: Int, in text: [UInt8]) -> Bool {
    guard index > 0, index < text.count else { return true }
    var start = index - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return !isWordPart(text[start...]) || !isWordPart(text[index...])
  }

  private func isWordPart(_ text: ArraySlice<UInt8>) -> Bool {
    guard let scalar = String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x3040...0x30FF, 0xAC00...0xD7A3: return false
    default: return (scalar.properties.isAlphabetic || scalar.properties.numericType != nil) && !scalar.properties.isIdeographic
    }
  }
}
