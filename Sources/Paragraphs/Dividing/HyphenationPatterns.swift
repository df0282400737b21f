internal import CHyphen
internal import Glibc
internal import Synchronization

/// A language's patterns in libhyphen's form, made from the bytes of a dictionary, and shared by all threads.
///
/// libhyphen reads German's 78,000 patterns in 2.4 s, since its hash table is too small for them, and would do so in each thread.
/// Here they take a thirtieth of that; the automaton is the same, and libhyphen walks it. The bundled patterns are laid out when the program
/// is built (`hyphenation/`), and read in place.
// Immutable once made: libhyphen only reads it.
@safe final class HyphenationPatterns: @unchecked Sendable {
  let dictionary: UnsafeMutablePointer<HyphenDict>
  private let levels: [Level]
  /// The memory that the levels point into; nil if that lives as long as the program.
  private let owned: UnsafeMutableRawBufferPointer?

  /// - Parameter file: A dictionary of libhyphen: its encoding on the first line, then a pattern on each line.
  convenience init(_ file: UnsafeRawBufferPointer) {
    let bytes = unsafe Self.laidOut(file)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    unsafe memory.copyBytes(from: bytes)
    unsafe self.init(laidOut: UnsafeRawBufferPointer(memory), owned: memory)
  }

  /// - Parameter laidOut: The result of `laidOut(_:)`, aligned to 8 bytes.
  private init(laidOut: UnsafeRawBufferPointer, owned: UnsafeMutableRawBufferPointer?) {
    let outer = unsafe PatternTable(laidOut)
    let inner = unsafe PatternTable(UnsafeRawBufferPointer(rebasing: laidOut[outer.byteCount...]))
    let second = unsafe Level(inner, next: nil)
    let first = unsafe Level(outer, next: second.dictionary)
    levels = [first, second]
    unsafe dictionary = unsafe first.dictionary
    unsafe self.owned = owned
  }

  deinit {
    for level in levels { level.free() }
    unsafe owned?.deallocate()
  }

  /// The two automata of a dictionary, one after the other, as they are searched.
  static func laidOut(_ file: UnsafeRawBufferPointer) -> [UInt8] {
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
      // Words are split at hyphens first, and each part is hyphenated separately.
      second.read(Array((isUTF8 ? "NOHYPHEN ',–,’,-" : "NOHYPHEN ',-").utf8)[...])
      for line in isUTF8 ? ["1-1", "1'1", "1–1", "1’1"] : ["1-1", "1'1"] { second.read(Array(line.utf8)[...]) }
      second.minima = first.minima
      if second.minima[2] == 0 { second.minima[2] = first.minima[0] == 0 ? 3 : first.minima[0] }
      if second.minima[3] == 0 { second.minima[3] = first.minima[1] == 0 ? 3 : first.minima[1] }
      swap(&first, &second)
    }
    return first.laidOut(encoding: encoding) + second.laidOut(encoding: encoding)
  }

  /// By path; each is read once.
  private static let known = Mutex<[String: HyphenationPatterns]>([:])

  /// The patterns of a file; nil if it can't be read.
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

  /// The bundled patterns, laid out.
  static func bundled(_ laidOut: UnsafeRawBufferPointer) -> HyphenationPatterns {
    known.withLock { known in
      if let patterns = known[""] { return patterns }
      let patterns = unsafe HyphenationPatterns(laidOut: laidOut, owned: nil)
      known[""] = patterns
      return patterns
    }
  }

  /// Turkish, for which Debian has no dictionary: a syllable begins with the consonant before its vowel, whatever is before that (Türk Dil Kurumu,
  /// Yazım Kılavuzu, "Hece Yapısı ve Satır Sonunda Kelimelerin Bölünmesi").
  static var turkish: HyphenationPatterns {
    known.withLock { known in
      if let patterns = known["tr"] { return patterns }
      let file = "UTF-8\n" + "bcçdfgğhjklmnprsştvyzqwx".flatMap { consonant in "aıoueiöüâîû".map { "1\(consonant)\($0)\n" } }.joined()
      let patterns = unsafe Array(file.utf8).withUnsafeBytes { unsafe HyphenationPatterns($0) }
      known["tr"] = patterns
      return patterns
    }
  }

  /// One of libhyphen's two automata: its states are made here, since they hold addresses; they point into the laid-out table.
  @safe private struct Level {
    let dictionary: UnsafeMutablePointer<HyphenDict>
    private let states: UnsafeMutablePointer<HyphenState>

    init(_ table: PatternTable, next: UnsafeMutablePointer<HyphenDict>?) {
      let count = table.stateCount
      unsafe states = .allocate(capacity: count)
      let texts = unsafe UnsafeMutableRawPointer(mutating: table.texts).assumingMemoryBound(to: CChar.self)
      let transitions = unsafe UnsafeMutableRawPointer(mutating: table.transitions).assumingMemoryBound(to: HyphenTrans.self)
      var used = 0
      for index in 0..<count {
        let record = unsafe table.states[index]
        var state = unsafe HyphenState()
        unsafe state.fallback_state = record.fallback
        unsafe state.num_trans = record.transitionCount
        unsafe state.trans = record.transitionCount > 0 ? transitions + used : nil
        unsafe state.match = record.match < 0 ? nil : texts + Int(record.match)
        if record.replacement >= 0 {
          unsafe state.repl = unsafe texts + Int(record.replacement)
          unsafe state.replindex = Int8(truncatingIfNeeded: record.place)
          unsafe state.replcut = Int8(truncatingIfNeeded: record.place >> 8)
        }
        used += Int(record.transitionCount)
        unsafe (states + index).initialize(to: state)
      }
      let head = table.head
      var dictionary = unsafe HyphenDict()
      unsafe dictionary.lhmin = CChar(head.minima.0)
      unsafe dictionary.rhmin = CChar(head.minima.1)
      unsafe dictionary.clhmin = CChar(head.minima.2)
      unsafe dictionary.crhmin = CChar(head.minima.3)
      unsafe dictionary.nohyphen =
        head.forbiddenBytes == 0 ? nil : UnsafeMutableRawPointer(mutating: table.forbidden).assumingMemoryBound(to: CChar.self)
      unsafe dictionary.nohyphenl = head.forbiddenCount
      unsafe dictionary.num_states = Int32(count)
      unsafe dictionary.utf8 = head.isUTF8
      unsafe withUnsafeMutableBytes(of: &dictionary.cset) { cset in
        unsafe withUnsafeBytes(of: head.encoding) { unsafe cset.copyBytes(from: $0.prefix(cset.count)) }
      }
      unsafe dictionary.states = unsafe states
      unsafe dictionary.nextlevel = unsafe next
      unsafe self.dictionary = .allocate(capacity: 1)
      unsafe self.dictionary.initialize(to: dictionary)
    }

    func free() {
      unsafe dictionary.deallocate()
      unsafe states.deallocate()
    }
  }
}
