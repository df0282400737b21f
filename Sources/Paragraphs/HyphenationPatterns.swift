internal import CHyphen
internal import Glibc
internal import Synchronization

/// A language's patterns in libhyphen's form, made from the bytes of a dictionary, and shared by all threads.
///
/// libhyphen reads German's 78,000 patterns in 2.4 s, since its hash table is too small for them, and would do so in each thread.
/// Here they take a thirtieth of that; the automaton is the same, and libhyphen walks it.
// Nothing changes once it is made: libhyphen reads it only.
@safe final class HyphenationPatterns: @unchecked Sendable {
  let dictionary: UnsafeMutablePointer<HyphenDict>
  private var levels: [Level]

  /// - Parameter file: A dictionary as libhyphen has them: its encoding on the first line, then a pattern on each.
  init(_ file: UnsafeRawBufferPointer) {
    var lines = unsafe PatternLines(file)
    let encoding = Array(lines.next()?.prefix(19) ?? [])
    let isUTF8 = encoding.elementsEqual("UTF-8".utf8)
    var first = PatternTrie(isUTF8: isUTF8)
    var hasNext = false
    while let line = lines.next() {
      if line.starts(with: "NEXTLEVEL".utf8) {
        hasNext = true
        break
      }
      first.read(line)
    }
    var second = PatternTrie(isUTF8: isUTF8)
    if hasNext {
      while let line = lines.next() { second.read(line) }
    } else {
      // Words are divided at hyphens first, and each part by itself.
      second.read(Array((isUTF8 ? "NOHYPHEN ',–,’,-" : "NOHYPHEN ',-").utf8)[...])
      for line in isUTF8 ? ["1-1", "1'1", "1–1", "1’1"] : ["1-1", "1'1"] { second.read(Array(line.utf8)[...]) }
      second.minima = first.minima
      if second.minima[2] == 0 { second.minima[2] = first.minima[0] == 0 ? 3 : first.minima[0] }
      if second.minima[3] == 0 { second.minima[3] = first.minima[1] == 0 ? 3 : first.minima[1] }
      swap(&first, &second)
    }
    let inner = unsafe Level(second, encoding: encoding, next: nil)
    let outer = unsafe Level(first, encoding: encoding, next: inner.dictionary)
    levels = [outer, inner]
    unsafe dictionary = unsafe outer.dictionary
  }

  deinit { for level in levels { level.free() } }

  /// By path; each is read once.
  private static let known = Mutex<[String: HyphenationPatterns]>([:])

  /// The patterns of a file; nil where it can't be read.
  static func file(_ path: String) -> HyphenationPatterns? {
    known.withLock { known in
      if let patterns = known[path] { return patterns }
      guard let file = unsafe fopen(path, "r") else { return nil }
      defer { unsafe fclose(file) }
      var bytes: [UInt8] = []
      // The largest of Debian's has 1.1 MB.
      while bytes.count < 16 << 20 {
        let count = unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { part in
          let count = unsafe fread(part.baseAddress, 1, part.count, file)
          unsafe bytes.append(contentsOf: part.prefix(count))
          return count
        }
        if count == 0 { break }
      }
      let patterns = unsafe bytes.withUnsafeBytes { unsafe HyphenationPatterns($0) }
      known[path] = patterns
      return patterns
    }
  }

  /// The patterns that the program carries.
  static func bundled(_ bytes: UnsafeRawBufferPointer) -> HyphenationPatterns {
    known.withLock { known in
      if let patterns = known[""] { return patterns }
      let patterns = unsafe HyphenationPatterns(bytes)
      known[""] = patterns
      return patterns
    }
  }

  /// One of libhyphen's two automata, and the memory that it lies in.
  @safe private struct Level {
    let dictionary: UnsafeMutablePointer<HyphenDict>
    private let states: UnsafeMutablePointer<HyphenState>
    private let transitions: UnsafeMutablePointer<HyphenTrans>
    private let texts: UnsafeMutablePointer<CChar>
    private let forbidden: UnsafeMutablePointer<CChar>

    init(_ trie: PatternTrie, encoding: [UInt8], next: UnsafeMutablePointer<HyphenDict>?) {
      let count = trie.nodes.count
      unsafe states = .allocate(capacity: count)
      unsafe transitions = .allocate(capacity: count)
      unsafe texts = .allocate(capacity: trie.texts.count)
      unsafe forbidden = .allocate(capacity: trie.forbidden.count)
      for (index, byte) in trie.texts.enumerated() { unsafe texts[index] = CChar(bitPattern: byte) }
      for (index, byte) in trie.forbidden.enumerated() { unsafe forbidden[index] = CChar(bitPattern: byte) }
      let fallbacks = trie.fallbacks()
      var used = 0
      for index in 0..<count {
        let node = trie.nodes[index]
        let begin = used
        var child = node.firstChild
        while child > 0 {
          unsafe transitions[used] = HyphenTrans(ch: CChar(bitPattern: trie.nodes[Int(child)].letter), new_state: child)
          used += 1
          child = trie.nodes[Int(child)].nextSibling
        }
        var state = unsafe HyphenState()
        unsafe state.fallback_state = fallbacks[index]
        unsafe state.num_trans = Int32(used - begin)
        unsafe state.trans = used > begin ? transitions + begin : nil
        unsafe state.match = node.match < 0 ? nil : texts + Int(node.match)
        if node.replacement >= 0 {
          let replacement = trie.replacements[Int(node.replacement)]
          unsafe state.repl = unsafe texts + Int(replacement.text)
          unsafe state.replindex = replacement.index
          unsafe state.replcut = replacement.cut
        }
        unsafe (states + index).initialize(to: state)
      }
      var dictionary = unsafe HyphenDict()
      unsafe dictionary.lhmin = CChar(trie.minima[0])
      unsafe dictionary.rhmin = CChar(trie.minima[1])
      unsafe dictionary.clhmin = CChar(trie.minima[2])
      unsafe dictionary.crhmin = CChar(trie.minima[3])
      unsafe dictionary.nohyphen = trie.forbidden.isEmpty ? nil : forbidden
      unsafe dictionary.nohyphenl = Int32(trie.forbiddenCount)
      unsafe dictionary.num_states = Int32(count)
      unsafe dictionary.utf8 = trie.isUTF8 ? 1 : 0
      unsafe withUnsafeMutableBytes(of: &dictionary.cset) { cset in
        for (index, byte) in encoding.enumerated() where index + 1 < cset.count { unsafe cset[index] = byte }
      }
      unsafe dictionary.states = unsafe states
      unsafe dictionary.nextlevel = unsafe next
      unsafe self.dictionary = .allocate(capacity: 1)
      unsafe self.dictionary.initialize(to: dictionary)
    }

    func free() {
      unsafe dictionary.deallocate()
      unsafe states.deallocate()
      unsafe transitions.deallocate()
      unsafe texts.deallocate()
      unsafe forbidden.deallocate()
    }
  }
}

/// The lines of a dictionary without their ends, comments and what is longer than libhyphen reads left out.
private struct PatternLines {
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
private struct PatternTrie {
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
  /// Digits and replacements, with zeros at their ends.
  var texts: [UInt8] = []
  var replacements: [(text: Int32, index: Int8, cut: Int8)] = []
  /// What no hyphen stands beside, with zeros between.
  var forbidden: [UInt8] = []
  var forbiddenCount = 0

  /// The last word and its nodes: dictionaries are sorted, most words begin as the one before.
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
      return min(Int(String(decoding: digits, as: UTF8.self)) ?? 0, 100)
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

  /// `ff=f,1,2`: what the letters from the first on become at a break; without numbers all of them.
  private mutating func readReplacement(_ text: ArraySlice<UInt8>, patternLength: Int) -> (text: Int32, index: Int8, cut: Int8) {
    let parts = text.prefix { $0 > 0x20 }.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    func number(_ part: Int) -> Int { parts.count > part ? Int(String(decoding: parts[part], as: UTF8.self)) ?? 0 : 0 }
    let start = Int32(texts.count)
    texts += parts.first ?? []
    texts.append(0)
    if parts.count == 1 { return (start, 0, Int8(clamping: patternLength)) }
    return parts.count > 2 ? (start, Int8(clamping: number(1) - 1), Int8(clamping: number(2))) : (start, 0, 0)
  }

  /// Counts bytes where the file counts characters.
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

  /// For each node that of the longest end of its word that is a node too; -1 for the root (Aho and Corasick 1975).
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
