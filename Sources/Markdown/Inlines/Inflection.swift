internal import TypesetDiagnostics

extension Tree {
  /// Makes English nouns agree with the number before them: `^[1 apples](inflect: true)` is *1 apple*, `^[3 apple](inflect: true)` *3 apples*.
  ///
  /// Without a number nothing changes. What the strings of a document say of other languages is not known here.
  ///
  /// - Parameter language: That of the document, if it says one.
  package mutating func inflect(language: String?) {
    guard attributes.contains(where: { $0["inflect"] != nil }) else { return }
    for index in nodes.indices {
      let index = Index(index)
      guard case .span = self[index].kind, let own = attributes(of: index), ["true", "yes"].contains(own["inflect"]),
        (own.language ?? language ?? "en").lowercased().hasPrefix("en"), let number = Self.number(in: plainText(of: index)),
        let (text, range) = lastWord(below: index), case .text(let shown) = self[text].kind
      else { continue }
      nodes[Int(text)].kind = .text(shown.replacingSubrange(range, with: EnglishNoun.form(of: String(shown[range]), isOne: number.isOne)))
    }
  }

  /// The last word below a node that is not after `of`, as in `box of apples`.
  package func lastWord(below node: Index) -> (text: Index, range: Range<String.Index>)? {
    var found: (Index, Range<String.Index>)?
    var stack = Array(children(of: node).reversed())
    while let index = stack.popLast() {
      guard case .text(let text) = self[index].kind else {
        stack += children(of: index).reversed()
        continue
      }
      let head = text.ranges(of: " of ").first.map { text[..<$0.lowerBound] } ?? text[...]
      guard let last = head.lastIndex(where: \.isLetter) else { continue }
      let start = head[...last].lastIndex { !$0.isLetter && $0 != "-" && $0 != "'" }.map { head.index(after: $0) } ?? head.startIndex
      found = (index, start..<head.index(after: last))
      if head.endIndex != text.endIndex { break }
    }
    return found
  }

  /// The first number in digits or as a word, and whether English has the singular after it; digits may be grouped by commas.
  package static func number(in text: String) -> (value: Double, isOne: Bool)? {
    for word in text.split(whereSeparator: { $0.isWhitespace }) {
      // *1.0 metres*: decimals are plural.
      if let number = DocumentNumber.real(word.filter { $0 != "," }) { return (number, number == 1 && !word.contains(".")) }
      if let number = numbers[word.lowercased()] { return (number, number == 1) }
    }
    return nil
  }

  private static let numbers: [String: Double] = [
    "a": 1, "an": 1, "one": 1, "no": 0, "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "many": 2, "several": 2, "few": 2,
  ]
}

extension String {
  package func replacingSubrange(_ range: Range<String.Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
