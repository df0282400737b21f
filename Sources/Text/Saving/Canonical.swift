internal import TypesetJSON
internal import TypesetMarkdown

/// What two equal texts have in common: characters, attributes and blocks, however they were written and put together.
struct CanonicalText: Hashable {
  struct Run: Hashable {
    var end: Int
    /// In `blocks`, from 1; 0 for text without blocks.
    var block: Int32
    var attributes: TextAttributes
  }

  struct Block: Hashable {
    var kind: TextValue
    var attributes: TextAttributes
    var parent: Int32
  }

  var plain: String
  var runs: [Run] = []
  var blocks: [Block] = []

  init(_ text: AttributedText) {
    plain = text.plain
    let isLive = text.content.liveNodes
    let nodes = text.structure.nodes
    var numbers = [Int32](repeating: 0, count: nodes.count)
    var kinds: [Tree.Kind: TextValue] = [:]
    for (index, node) in nodes.enumerated() where index > 0 && isLive[index] && !node.kind.isInline && !node.isInObject {
      var attributes = TextAttributes()
      if let own = node.attributes { attributes.add(own) }
      // The formula of a block is an attribute of its character.
      let kind: TextValue
      if case .mathBlock = node.kind {
        kind = .string("formula")
      } else if let known = kinds[node.kind] {
        kind = known
      } else {
        kind = node.kind.saved
        kinds[node.kind] = kind
      }
      blocks.append(Block(kind: kind, attributes: attributes, parent: node.parent > 0 ? numbers[Int(node.parent)] : 0))
      numbers[index] = Int32(blocks.count)
    }
    var lastSet: Int32 = -1
    for segment in text.segments {
      let block = segment.leaf > 0 ? numbers[Int(text.structure.block(of: segment.leaf))] : 0
      if let last = runs.last, last.block == block, lastSet == segment.set {
        runs[runs.count - 1].end = segment.end
      } else {
        runs.append(Run(end: segment.end, block: block, attributes: text.sets[segment.set]))
      }
      lastSet = segment.set
    }
  }
}

extension AttributedText: Hashable {
  /// True if both have the same characters with the same attributes in the same blocks.
  public static func == (a: AttributedText, b: AttributedText) -> Bool {
    a.plain.utf8.elementsEqual(b.plain.utf8) && CanonicalText(a) == CanonicalText(b)
  }

  /// Hashes characters, attributes and blocks.
  public func hash(into hasher: inout Hasher) { hasher.combine(CanonicalText(self)) }
}

// MARK: Identity

extension AttributedText {
  /// A number of 64 bits for the text and its attributes: the same on every machine, and for equal texts.
  ///
  /// SipHash-2-4 with the key `mdtypeset content` of UTF-8 text, runs and blocks. Themes are not part of it.
  public var contentID: UInt64 {
    let canonical = CanonicalText(self)
    var hash = StableHash()
    hash.add(canonical.plain)
    var known: [TextAttributes: [UInt8]] = [:]
    func bytes(_ attributes: TextAttributes) -> [UInt8] {
      if let bytes = known[attributes] { return bytes }
      let bytes = attributes.saved(withKeys: true).json.bytes
      known[attributes] = bytes
      return bytes
    }
    for run in canonical.runs {
      hash.add(run.end)
      hash.add(Int(run.block))
      hash.add(bytes(run.attributes))
    }
    for block in canonical.blocks {
      hash.add(block.kind.json.bytes)
      hash.add(Int(block.parent))
      hash.add(bytes(block.attributes))
    }
    return hash.value
  }

  /// A number of 64 bits for the text as a theme shows it: another one for each theme.
  ///
  /// - Parameter theme: The theme's id.
  public func id(themedBy theme: String) -> UInt64 {
    var hash = StableHash()
    hash.add(Int(bitPattern: UInt(contentID)))
    hash.add(theme)
    return hash.value
  }
}

/// SipHash-2-4 (Aumasson and Bernstein, 2012) with a fixed key, so that a number means the same tomorrow and elsewhere.
struct StableHash {
  private var v: (UInt64, UInt64, UInt64, UInt64)
  private var word: UInt64 = 0
  private var count = 0

  /// The key `mdtypeset content`, cut to sixteen bytes.
  init() {
    let key = Array("mdtypeset content".utf8)
    func half(_ start: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(key[start + $1]) << UInt64(8 * $1) } }
    self.init(half(0), half(8))
  }

  init(_ k0: UInt64, _ k1: UInt64) {
    v = (k0 ^ 0x736F_6D65_7073_6575, k1 ^ 0x646F_7261_6E64_6F6D, k0 ^ 0x6C79_6765_6E65_7261, k1 ^ 0x7465_6462_7974_6573)
  }

  private mutating func round() {
    func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
    v.0 &+= v.1
    v.2 &+= v.3
    v.1 = rotated(v.1, 13) ^ v.0
    v.3 = rotated(v.3, 16) ^ v.2
    v.0 = rotated(v.0, 32)
    v.2 &+= v.1
    v.0 &+= v.3
    v.1 = rotated(v.1, 17) ^ v.2
    v.3 = rotated(v.3, 21) ^ v.0
    v.2 = rotated(v.2, 32)
  }

  mutating func add(byte: UInt8) {
    word |= UInt64(byte) << UInt64(8 * (count & 7))
    count += 1
    guard count & 7 == 0 else { return }
    compress()
  }

  private mutating func compress() {
    v.3 ^= word
    round()
    round()
    v.0 ^= word
    word = 0
  }

  /// Eight bytes, the lowest first.
  mutating func add(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    for shift in 0..<8 { add(byte: UInt8(truncatingIfNeeded: bits >> UInt64(8 * shift))) }
  }

  /// The count of the bytes, and the bytes.
  mutating func add(_ bytes: [UInt8]) {
    add(bytes.count)
    for byte in bytes { add(byte: byte) }
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  var value: UInt64 {
    var end = self
    end.word |= UInt64(count & 0xFF) << 56
    end.compress()
    end.v.2 ^= 0xFF
    for _ in 0..<4 { end.round() }
    return end.v.0 ^ end.v.1 ^ end.v.2 ^ end.v.3
  }
}
