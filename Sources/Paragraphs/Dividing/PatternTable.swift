/// One automaton of patterns as in memory and in `hyphenation/*.bin`: a head, libhyphen's transitions, states, zero-terminated texts, and
/// characters next to which there is no hyphen. Numbers are 32 bits in the order of the machine (little-endian in the file).
@safe struct PatternTable {
  struct Head {
    var stateCount: Int32 = 0
    var transitionCount: Int32 = 0
    var textBytes: Int32 = 0
    var forbiddenBytes: Int32 = 0
    var forbiddenCount: Int32 = 0
    var isUTF8: Int32 = 0
    /// The fewest letters at the ends of words, and of parts of compounds.
    var minima: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    /// The name, padded with zeros.
    var encoding: (UInt64, UInt64, UInt64) = (0, 0, 0)
  }

  struct Transition {
    var letter: Int32
    var state: Int32
  }

  /// A state's transitions follow the transitions of the state before it.
  struct State {
    /// In the texts; -1 without a match.
    var match: Int32 = -1
    var replacement: Int32 = -1
    /// The replacement's index in the low byte, and the number of letters that it replaces in the next one.
    var place: Int32 = 0
    var fallback: Int32 = -1
    var transitionCount: Int32 = 0
  }

  let head: Head
  let transitions: UnsafeRawPointer
  let states: UnsafePointer<State>
  let texts: UnsafeRawPointer
  let forbidden: UnsafeRawPointer

  var stateCount: Int { Int(head.stateCount) }
  /// The size of the whole table.
  var byteCount: Int { Self.padded(Self.textStart(head) + Int(head.textBytes + head.forbiddenBytes)) }

  /// - Parameter bytes: Bytes that begin with a table from `PatternTrie.laidOut`.
  init(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count >= MemoryLayout<Head>.size else { preconditionFailure("not a table of patterns") }
    unsafe head = start.load(as: Head.self)
    unsafe transitions = unsafe start + MemoryLayout<Head>.size
    let stateStart = MemoryLayout<Head>.size + Int(head.transitionCount) * MemoryLayout<Transition>.size
    unsafe states = unsafe (start + stateStart).assumingMemoryBound(to: State.self)
    unsafe texts = unsafe start + Self.textStart(head)
    unsafe forbidden = unsafe texts + Int(head.textBytes)
    precondition(byteCount <= bytes.count, "the table of patterns is truncated")
  }

  private static func textStart(_ head: Head) -> Int {
    MemoryLayout<Head>.size + Int(head.transitionCount) * MemoryLayout<Transition>.size + Int(head.stateCount) * MemoryLayout<State>.size
  }

  static func padded(_ count: Int) -> Int { (count + 7) & ~7 }
}

extension PatternTrie {
  /// The automaton as `PatternTable` reads it.
  ///
  /// - Parameter encoding: Its name, at most 19 bytes.
  func laidOut(encoding: [UInt8]) -> [UInt8] {
    var head = PatternTable.Head()
    head.stateCount = Int32(nodes.count)
    // Each node but the root is reached by one.
    head.transitionCount = Int32(nodes.count - 1)
    head.textBytes = Int32(texts.count)
    head.forbiddenBytes = Int32(forbidden.count)
    head.forbiddenCount = Int32(forbiddenCount)
    head.isUTF8 = isUTF8 ? 1 : 0
    head.minima = (Int32(minima[0]), Int32(minima[1]), Int32(minima[2]), Int32(minima[3]))
    unsafe withUnsafeMutableBytes(of: &head.encoding) { unsafe $0.copyBytes(from: encoding.prefix($0.count - 1)) }
    var transitions: [PatternTable.Transition] = []
    var states: [PatternTable.State] = []
    let fallbacks = fallbacks()
    for (node, fallback) in zip(nodes, fallbacks) {
      let before = transitions.count
      var child = node.firstChild
      while child > 0 {
        transitions.append(PatternTable.Transition(letter: Int32(nodes[Int(child)].letter), state: child))
        child = nodes[Int(child)].nextSibling
      }
      var state = PatternTable.State(match: node.match, fallback: fallback, transitionCount: Int32(transitions.count - before))
      if node.replacement >= 0 {
        let replacement = replacements[Int(node.replacement)]
        state.replacement = replacement.text
        state.place = Int32(UInt8(bitPattern: replacement.index)) | Int32(UInt8(bitPattern: replacement.cut)) << 8
      }
      states.append(state)
    }
    var out: [UInt8] = []
    unsafe withUnsafeBytes(of: head) { unsafe out.append(contentsOf: $0) }
    unsafe transitions.withUnsafeBytes { unsafe out.append(contentsOf: $0) }
    unsafe states.withUnsafeBytes { unsafe out.append(contentsOf: $0) }
    out += texts
    out += forbidden
    return out + [UInt8](repeating: 0, count: PatternTable.padded(out.count) - out.count)
  }
}
