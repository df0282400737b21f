extension AttributedText {
  /// The characters of the text, as a `String` has them. Text that replaces others takes the attributes of the first of them.
  public var characters: CharacterView {
    get { CharacterView(text: self) }
    _modify {
      var view = CharacterView(text: self)
      self = AttributedText()
      defer { self = view.text }
      yield &view
    }
  }

  /// The characters of a text.
  public struct CharacterView: BidirectionalCollection, RangeReplaceableCollection, Sendable {
    var text: AttributedText

    init(text: AttributedText) { self.text = text }

    /// No characters.
    public init() { text = AttributedText() }

    public var startIndex: Index { text.startIndex }
    public var endIndex: Index { text.endIndex }
    public var count: Int { text.plain.count }
    public var isEmpty: Bool { text.plain.isEmpty }

    public func index(after index: Index) -> Index {
      text.content.byteCount > index.offset ? text.content.index(text.plain.index(after: text.content.place(index))) : endIndex
    }

    public func index(before index: Index) -> Index {
      index.offset > 0 ? text.content.index(text.plain.index(before: text.content.place(index))) : startIndex
    }

    public subscript(index: Index) -> Character { text.plain[text.content.place(index)] }

    public mutating func replaceSubrange(_ range: Range<Index>, with characters: some Collection<Character>) {
      text.content.replace(range, with: String(characters))
    }
  }
}

extension AttributedText {
  /// The place after a number of characters.
  public func index(_ index: Index, offsetByCharacters count: Int) -> Index {
    let end = count < 0 ? plain.startIndex : plain.endIndex
    return content.index(plain.index(content.place(index), offsetBy: count, limitedBy: end) ?? end)
  }
}
