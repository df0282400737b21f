internal import TypesetJSON

extension AttributedText {
  /// The runs of the text: as long as possible, each with its attributes and its block.
  public var runs: Runs { Runs(content, over: 0..<content.byteCount) }

  /// Runs in the order of the text.
  public struct Runs: RandomAccessCollection, Sendable {
    let text: TextContent
    /// Where each run ends, in bytes, with a node of its block and its attributes.
    private let parts: [(range: Range<Int>, block: Int32, set: Int32)]
    private let chains: BlockChains

    init(_ text: TextContent, over range: Range<Int>) {
      self.text = text
      var parts: [(range: Range<Int>, block: Int32, set: Int32)] = []
      var start = range.lowerBound
      for segment in text.segments[text.segment(after: range.lowerBound)...] {
        guard start < range.upperBound else { break }
        let end = Swift.min(segment.end, range.upperBound)
        let block = segment.leaf > 0 ? text.structure.block(of: segment.leaf) : -1
        if let last = parts.last, last.set == segment.set, last.block == block {
          parts[parts.count - 1].range = last.range.lowerBound..<end
        } else {
          parts.append((start..<end, block, segment.set))
        }
        start = end
      }
      self.parts = parts
      chains = BlockChains(text.structure)
    }

    /// How many characters and runs there are, and each run with its number.
    package var printed: String {
      "characters \(text.plain.count), runs \(count)\n" + enumerated().map { "\($0 + 1) \($1.printed)\n" }.joined()
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { parts.count }

    public subscript(number: Int) -> Run {
      let part = parts[number]
      return Run(
        range: AttributedText.Index(offset: part.range.lowerBound)..<AttributedText.Index(offset: part.range.upperBound),
        text: text.text(part.range),
        attributes: text.sets[part.set], block: chains.intent(of: part.block, in: text.structure))
    }
  }

  /// A part of a text with the same attributes.
  @dynamicMemberLookup
  public struct Run: Hashable, Sendable, CustomStringConvertible {
    /// Where it is.
    public let range: Range<Index>
    /// Its characters.
    public let text: Substring
    /// Its attributes.
    public let attributes: TextAttributes
    /// The blocks around it, from the inside to the outside.
    public let block: BlockIntent

    /// What marks around it mean.
    public var inlineIntent: InlineIntent { attributes.inlineIntent }

    /// The value of a scope's attribute.
    public subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<TextLookup, Key>) -> Key.Value? { attributes[Key.self] }

    /// Links, objects, ids and classes.
    public subscript<Value>(dynamicMember path: KeyPath<TextAttributes, Value>) -> Value { attributes[keyPath: path] }

    /// The text within quotation marks and its attributes, one a line.
    package var printed: String {
      let lines = attributes.lines + (block.components.isEmpty ? [] : ["block = \(block)"])
      return JSON.quoted(String(text)) + lines.map { "\n  \($0)" }.joined()
    }

    /// The text and its attributes, one a line.
    public var description: String {
      let lines = attributes.lines + (block.components.isEmpty ? [] : ["block = \(block)"])
      return text + " {\n" + lines.map { "\t\($0)\n" }.joined() + "}"
    }
  }

  /// The text divided where the value of one attribute changes.
  public func runs<Key: TextAttributeKey>(of key: Key.Type) -> [(value: Key.Value?, range: Range<Index>)] {
    var out: [(value: Key.Value?, range: Range<Index>)] = []
    for run in runs {
      let value = run.attributes[Key.self]
      if let last = out.last, last.value == value {
        out[out.count - 1].range = last.range.lowerBound..<run.range.upperBound
      } else {
        out.append((value, run.range))
      }
    }
    return out
  }
}
