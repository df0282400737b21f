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
  public var contentID: UInt64 { CanonicalText(self).stableHash }

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

extension CanonicalText {
  /// The hash of characters, runs and blocks.
  fileprivate var stableHash: UInt64 {
    var hash = StableHash()
    hash.add(plain)
    var known: [TextAttributes: [UInt8]] = [:]
    func bytes(_ attributes: TextAttributes) -> [UInt8] {
      if let bytes = known[attributes] { return bytes }
      let bytes = attributes.saved(withKeys: true).json.bytes
      known[attributes] = bytes
      return bytes
    }
    for run in runs {
      hash.add(run.end)
      hash.add(Int(run.block))
      hash.add(bytes(run.attributes))
    }
    for block in blocks {
      hash.add(block.kind.json.bytes)
      hash.add(Int(block.parent))
      hash.add(bytes(block.attributes))
    }
    return hash.value
  }
}
