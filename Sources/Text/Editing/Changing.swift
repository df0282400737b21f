internal import TypesetMarkdown

// Changes of attributes, and of text in its place.

extension AttributedText {
  /// Adds attributes to all of the text.
  ///
  /// - Parameters:
  ///   - attributes: A theme's, say.
  ///   - policy: Which value counts where the text has one of the same name.
  public mutating func merge(_ attributes: TextAttributes, policy: TextMergePolicy = .keepNew) {
    content.change(0..<content.byteCount) { $0.merge(attributes, policy: policy) }
  }

  /// The text with further attributes.
  public func merging(_ attributes: TextAttributes, policy: TextMergePolicy = .keepNew) -> AttributedText {
    var text = self
    text.merge(attributes, policy: policy)
    return text
  }

  /// Replaces the attributes of all runs that have these by others.
  public mutating func replaceAttributes(_ attributes: TextAttributes, with others: TextAttributes) {
    content.change(0..<content.byteCount) { current in
      guard current.merging(attributes) == current else { return }
      for name in attributes.names { current[name] = nil }
      current.inlineIntent.subtract(attributes.inlineIntent)
      if attributes.link != nil { current.link = nil }
      if attributes.id != nil { current.id = nil }
      current.classes.removeAll { attributes.classes.contains($0) }
      current.merge(others)
    }
  }
}
