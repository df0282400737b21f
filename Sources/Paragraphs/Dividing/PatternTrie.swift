internal import TypesetDiagnostics

/// The lines of a dictionary without line ends, comments and lines that are too long for libhyphen.
struct PatternLines {
  private let bytes: [UInt8]
  private var position = 0

  init(_ file: UnsafeRawBufferPointer) { unsafe bytes = Array(file) }

  mutating func next() -> ArraySlice<UInt8>? {
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[position..<end]
      let isFirst = position == 0
      position = end + 1
      if line.last == 0x0D { line = line.dropLast() }
      if !isFirst, line.isEmpty || line.count > 98 || line.first == UInt8(ascii: "%") || line.first == UInt8(ascii: "#") { continue }
      return line
    }
    return nil
  }
}

/// Patterns as a tree of their letters.
struct PatternTrie {
  struct Node {
    var letter: UInt8
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
    /// In `texts`.
    var match: Int32 = -1
    /// In `replacements`.
    var replacement: Int32 = -1
  }

  let isUTF8: Bool
  /// The fewest letters at the ends of words, and of parts of compounds.
  var minima = [0, 0, 0, 0]
  var nodes = [Node(letter: 0)]
  /// Digits and replacements, zero-terminated.
  var texts: [UInt8] = []
  var replacements: [(text: Int32, index: Int8, cut: Int8)] = []
  /// Characters next to which there is no hyphen, separated by zeros.
  var forbidden: [UInt8] = []
  var forbiddenCount = 0

  /// The last word and its nodes: dictionaries are sorted, so most words begin like the previous one.
  private var lastWord: [UInt8] = []
  private var path: [Int32] = [0]
  private var word: [UInt8] = []
  private var digits: [UInt8] = []

  init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  mutating func read(_ line: ArraySlice<UInt8>) {
    if line.first.map({ $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }) == true, readSetting(line) { return }
    var end = line.endIndex
    var replacement: (text: Int32, index: Int8, cut: Int8)?
    if let slash = line.firstIndex(of: UInt8(ascii: "/")) {
      end = slash
      replacement = readReplacement(line[(slash + 1)...], patternLength: slash - line.startIndex)
    }
    word.removeAll(keepingCapacity: true)
    digits.removeAll(keepingCapacity: true)
    digits.append(UInt8(ascii: "0"))
    for byte in line[..<end] {
      if byte <= 0x20 { break }
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        digits[digits.count - 1] = byte
      } else {
        word.append(byte)
        digits.append(UInt8(ascii: "0"))
      }
    }
    guard !word.isEmpty else { return }
    let node = Int(insert())
    nodes[node].match = Int32(texts.count)
    if var replacement {
      place(&replacement)
      nodes[node].replacement = Int32(replacements.count)
      replacements.append(replacement)
      texts += word[0] == UInt8(ascii: ".") ? digits.dropFirst() : digits[...]
    } else {
      nodes[node].replacement = -1
      texts += digits.drop { $0 == UInt8(ascii: "0") }
    }
    texts.append(0)
  }

  private mutating func readSetting(_ line: ArraySlice<UInt8>) -> Bool {
    func value(_ name: String) -> Int? {
      guard line.starts(with: name.utf8) else { return nil }
      let digits = line.dropFirst(name.utf8.count).drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 >= 0x30 && $0 <= 0x39 }
      return min(DocumentNumber.whole(String(decoding: digits, as: UTF8.self)) ?? 0, 100)
    }
    for (index, name) in ["LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN"].enumerated() {
      guard let value = value(name) else { continue }
      minima[index] = value
      return true
    }
    guard line.starts(with: "NOHYPHEN".utf8) else { return false }
    let list = line.dropFirst(8).drop { $0 == 0x20 || $0 == 0x09 }
    guard !list.isEmpty else { return true }
    forbidden = list.enumerated().map { $0.offset > 0 && $0.element == UInt8(ascii: ",") ? 0 : $0.element } + [0]
    forbiddenCount = list.dropFirst().count { $0 == UInt8(ascii: ",") }
    return true
  }

  /// `ff=f,1,2`: the replacement for letters at a break; without numbers, for all of them.
  private mutating func readReplacement(_ text: ArraySlice<UInt8>, patternLength: Int) -> (text: Int32, index: Int8, cut: Int8) {
    let parts = text.prefix { $0 > 0x20 }.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    func number(_ part: Int) -> Int { parts.count > part ? DocumentNumber.whole(String(decoding: parts[part], as: UTF8.self)) ?? 0 : 0 }
    let start = Int32(texts.count)
    texts += parts.first ?? []
    texts.append(0)
    if parts.count == 1 { return (start, 0, Int8(clamping: patternLength)) }
    return parts.count > 2 ? (start, Int8(clamping: number(1) - 1), Int8(clamping: number(2))) : (start, 0, 0)
  }

  /// Converts a count of characters to bytes.
  private func place(_ replacement: inout (text: Int32, index: Int8, cut: Int8)) {
    if isUTF8 {
      var character = -1
      var start = -1
      for byte in (word[0] == UInt8(ascii: ".") ? 1 : 0)...word.count {
        if byte == word.count || word[byte] & 0xC0 != 0x80 { character += 1 }
        if start < 0, Int(replacement.index) == character {
          start = Int(replacement.index)
          replacement.index = Int8(clamping: byte)
        }
        if start >= 0, character - start == Int(replacement.cut) {
          replacement.cut = Int8(clamping: byte - Int(replacement.index))
          break
        }
      }
      if word[0] == UInt8(ascii: ".") { replacement.index -= 1 }
    }
    if replacement.cut == 0 { replacement.cut = Int8(clamping: word.count) }
  }

  private mutating func insert() -> Int32 {
    var common = 0
    while common < word.count, common < lastWord.count, word[common] == lastWord[common] { common += 1 }
    path.removeSubrange((common + 1)...)
    for letter in word[common...] {
      let parent = path[path.count - 1]
      var child = self.child(of: parent, letter)
      if child < 0 {
        child = Int32(nodes.count)
        nodes.append(Node(letter: letter, nextSibling: nodes[Int(parent)].firstChild))
        nodes[Int(parent)].firstChild = child
      }
      path.append(child)
    }
    swap(&lastWord, &word)
    word = lastWord
    return path[path.count - 1]
  }

  private func child(of parent: Int32, _ letter: UInt8) -> Int32 {
    var child = nodes[Int(parent)].firstChild
    while child > 0, nodes[Int(child)].letter != letter { child = nodes[Int(child)].nextSibling }
    return child
  }

  /// For each node, the node of the longest proper suffix of its word; -1 for the root (Aho and Corasick 1975).
  func fallbacks() -> [Int32] {
    var fallbacks = [Int32](repeating: -1, count: nodes.count)
    var order: [Int32] = [0]
    order.reserveCapacity(nodes.count)
    var position = 0
    while position < order.count {
      let parent = order[position]
      position += 1
      var child = nodes[Int(parent)].firstChild
      while child > 0 {
        var fallback = fallbacks[Int(parent)]
        var found: Int32 = -1
        while fallback >= 0, found < 0 {
          found = self.child(of: fallback, nodes[Int(child)].letter)
          fallback = fallbacks[Int(fallback)]
        }
        fallbacks[Int(child)] = max(found, 0)
        order.append(child)
        child = nodes[Int(child)].nextSibling
      }
    }
    return fallbacks
  }
}
