internal import TypesetDiagnostics
internal import TypesetMarkdown

extension AttributedText {
  /// Adds a text after this one. Its blocks follow this text's blocks; text without blocks goes on in the last one.
  public mutating func append(_ other: AttributedText) {
    content.append(other.content)
    origin = origin ?? other.origin
  }

  /// The texts one after the other.
  public static func + (a: AttributedText, b: AttributedText) -> AttributedText {
    var sum = a
    sum.append(b)
    return sum
  }

  /// Adds a text after this one.
  public static func += (a: inout AttributedText, b: AttributedText) { a.append(b) }

  /// Puts a text at a place. Within a block it becomes part of that block, with a space for each end of a block that it has.
  public mutating func insert(_ text: AttributedText, at index: Index) { replaceSubrange(index..<index, with: text) }

  /// Removes characters, and the blocks that are left without text.
  public mutating func removeSubrange(_ range: Range<Index>) { content.replace(content.bytes(range), with: content.maker) }

  /// Replaces characters by a text. Within a block it becomes part of that block, with a space for each end of a block that it has.
  public mutating func replaceSubrange(_ range: Range<Index>, with text: AttributedText) {
    let bytes = content.bytes(range)
    if bytes.lowerBound == content.byteCount || bytes == 0..<content.byteCount {
      if !bytes.isEmpty { self = AttributedText() }
      return append(text)
    }
    if bytes == 0..<0, text.content.hasBlocks, content.hasBlocks {
      self = text + self
      return
    }
    var maker = content.maker
    maker.append(text.content, inBlockOf: segments[content.segment(after: bytes.lowerBound)].leaf)
    content.replace(bytes, with: maker)
  }

  /// Replaces characters by plain text with the attributes of the first of them.
  public mutating func replaceSubrange(_ range: Range<Index>, with text: String) { content.replace(range, with: text) }
}

// MARK: Literals

extension AttributedText: ExpressibleByStringInterpolation {
  /// Collects the pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = AttributedText()

    /// - Parameters:
    ///   - literalCapacity: Unused.
    ///   - interpolationCount: Unused.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Literal text.
    public mutating func appendLiteral(_ literal: String) { text.append(AttributedText(literal)) }
    /// Another text.
    public mutating func appendInterpolation(_ other: AttributedText) { text.append(other) }
    /// Text with attributes.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible, attributes: TextAttributes) {
      text.append(AttributedText(value.description, attributes: attributes))
    }
    /// Literal text, whatever characters it has.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) { text.append(AttributedText(value.description)) }
  }

  /// Literal text.
  public init(stringLiteral value: String) { self.init(value, attributes: TextAttributes()) }
  /// Literal text with interpolated values.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
}
