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
    content.change(0..<content.byteCount) { $0.replace(attributes, with: others) }
  }
}

extension TextAttributes {
  /// Replaces attributes by others, if all of them are there.
  fileprivate mutating func replace(_ attributes: TextAttributes, with others: TextAttributes) {
    guard merging(attributes) == self else { return }
    for name in attributes.names { self[name] = nil }
    inlineIntent.subtract(attributes.inlineIntent)
    if attributes.link != nil { link = nil }
    if attributes.id != nil { id = nil }
    classes.removeAll { attributes.classes.contains($0) }
    merge(others)
  }
}
