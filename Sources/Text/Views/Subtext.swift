public import TypesetInterface

extension AttributedText {
  /// A part of the text; attributes that are set on it are set in the text.
  public subscript(range: Range<Index>) -> Subtext {
    get { Subtext(base: self, bytes: content.bytes(range)) }
    _modify {
      var part = Subtext(base: self, bytes: content.bytes(range))
      self = AttributedText()
      defer { self = part.base }
      yield &part
    }
  }

  /// A part of a text.
  @dynamicMemberLookup
  public struct Subtext: Sendable {
    var base: AttributedText
    let bytes: Range<Int>

    /// Where it is in the text.
    public var range: Range<Index> { Index(offset: bytes.lowerBound)..<Index(offset: bytes.upperBound) }
    /// Its characters.
    public var characters: Substring { base.content.text(bytes) }
    /// Its runs.
    public var runs: Runs { Runs(base.content, over: bytes) }

    /// The value of a scope's attribute; nil if it is not the same everywhere.
    public subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<TextLookup, Key>) -> Key.Value? {
      get { shared { $0[Key.self] } ?? nil }
      set { base.content.change(bytes) { $0[Key.self] = newValue } }
    }

    /// The value of a key; nil if it is not the same everywhere.
    public subscript<Key: TextAttributeKey>(key: Key.Type) -> Key.Value? {
      get { shared { $0[Key.self] } ?? nil }
      set { base.content.change(bytes) { $0[Key.self] = newValue } }
    }

    /// What marks around it mean; empty if that is not the same everywhere.
    public var inlineIntent: InlineIntent {
      get { shared(\.inlineIntent) ?? [] }
      set { base.content.change(bytes) { $0.inlineIntent = newValue } }
    }

    /// Where it leads; nil if that is not the same everywhere.
    public var link: TextLink? {
      get { shared(\.link) ?? nil }
      set { base.content.change(bytes) { $0.link = newValue } }
    }

    /// The font: family, size and weight in one value; nil if it is not the same everywhere.
    public var font: TextFont? {
      get { shared(\.font) ?? nil }
      set { base.content.change(bytes) { $0.font = newValue } }
    }

    /// Adds attributes to the attributes of each run.
    public mutating func merge(_ attributes: TextAttributes, policy: TextMergePolicy = .keepNew) {
      base.content.change(bytes) { $0.merge(attributes, policy: policy) }
    }

    private func shared<Value: Equatable>(_ value: (TextAttributes) -> Value) -> Value? {
      var found: Value?
      for run in runs {
        let next = value(run.attributes)
        if let found, found != next { return nil }
        found = next
      }
      return found
    }
  }

  /// A part of a text as a separate text, with its blocks.
  public init(_ part: Subtext) {
    self = part.base
    content = content.pruned(to: part.bytes)
  }
}

extension AttributedText {
  /// The value of a scope's attribute in all of the text; nil if it is not the same everywhere.
  public subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<TextLookup, Key>) -> Key.Value? {
    get { self[startIndex..<endIndex][Key.self] }
    set { self[startIndex..<endIndex][Key.self] = newValue }
  }

  /// The font of all of the text; nil if it is not the same everywhere.
  public var font: TextFont? {
    get { self[startIndex..<endIndex].font }
    set { self[startIndex..<endIndex].font = newValue }
  }
}
