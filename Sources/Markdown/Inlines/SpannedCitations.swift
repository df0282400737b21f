import TypesetDiagnostics

extension Tree {
  /// Citations that go over the end of a line, or have emphasis or formulas in them, as one node each: `[see *this* @key,` and `p. 3]` on the next line.
  ///
  /// - Parameter children: Inlines.
  /// - Returns: The inlines with references (`CitedWorks.mark`) in place of those that belong to citations; marks in affixes are written as CSL writes them.
  mutating func joinedCitations(_ children: [Index], in source: [UInt8]) -> [Index] {
    guard children.count > 1 else { return children }
    var children = children
    var out: [Index] = []
    var position = 0
    while position < children.count {
      let child = children[position]
      guard case .text(let written) = self[child].kind, position + 1 < children.count, written.utf8.contains(ASCII.openBracket),
        case let text = InlineText(child, Array(written.utf8), written: self[child].span, in: source), let open = text.unclosedBracket,
        // `^[@key says *so*]` is a note.
        open == 0 || text.bytes[open - 1] != UInt8(ascii: "^"),
        let (label, last, end) = citation(from: text, at: open, children, after: position, in: source)
      else {
        out.append(child)
        position += 1
        continue
      }
      if open > 0 { out.append(add(.text(String(decoding: text.bytes[..<open], as: UTF8.self)), text.span(of: 0..<open))) }
      let span = SourceSpan(Int(text.places[open]), Int(end.places[end.bytes.startIndex]))
      out.append(add(.reference(label: CitedWorks.mark + label), span))
      position = last
      if end.bytes.isEmpty {
        position += 1
      } else {
        // What follows may have the next one.
        children[last] = add(.text(String(decoding: end.bytes, as: UTF8.self)), end.span(of: 0..<end.bytes.count))
      }
    }
    return out
  }

  /// - Returns: The citation, the position of the inline with its last bracket, and the text after that.
  private func citation(
    from text: InlineText, at open: Int, _ children: [Index], after position: Int, in source: [UInt8]
  ) -> (label: String, last: Int, rest: InlineText)? {
    var label = String(decoding: text.bytes[open...], as: UTF8.self)
    var next = position + 1
    // Longer ones are lists of something else.
    while next < children.count, label.utf8.count < 3000, next - position < 100 {
      let child = children[next]
      if case .text(let written) = self[child].kind {
        let text = InlineText(child, Array(written.utf8), written: self[child].span, in: source)
        guard let close = text.unopenedBracket else {
          label += written
          next += 1
          continue
        }
        label += String(decoding: text.bytes[...close], as: UTF8.self)
        let isLink = close + 1 < text.bytes.count && text.bytes[close + 1] == ASCII.openParenthesis
        guard !isLink, CitedWorks.hasOwnKey(Array(label.utf8)[...]), !CitedWorks.beginsWithLabel(label) else { return nil }
        var rest = text
        rest.bytes.removeFirst(close + 1)
        rest.places.removeFirst(close + 1)
        rest.isEscaped.removeFirst(close + 1)
        return (label, next, rest)
      }
      guard let marked = markedText(of: child) else { return nil }
      label += marked
      next += 1
    }
    return nil
  }

  /// An inline in the markup of CSL's texts; nil for what these have no mark for.
  private func markedText(of node: Index) -> String? {
    func around(_ tag: String) -> String? {
      var inner = ""
      for child in children(of: node) {
        // What is deeper is text.
        if case .text(let text) = self[child].kind { inner += text } else { inner += plainText(of: child) }
      }
      return "<\(tag)>\(inner)</\(tag)>"
    }
    switch self[node].kind {
    case .softBreak: return "\n"
    case .emphasis: return around("i")
    case .strong: return around("b")
    case .superscripted: return around("sup")
    case .subscripted: return around("sub")
    case .math(let span): return "$\(span.tex)$"
    case .code(let text): return text
    default: return nil
    }
  }
}

extension CitedWorks {
  /// True for `[@fig-a; …]`: a cross reference.
  static func beginsWithLabel(_ text: String) -> Bool {
    guard let at = text.firstIndex(of: "@") else { return false }
    let name = text[text.index(after: at)...].prefix { $0.isLetter || $0.isNumber || "-:_.".contains($0) }
    return InlineLeaf.isLabel(String(name))
  }
}

extension InlineText {
  /// The last `[` that nothing closes.
  fileprivate var unclosedBracket: Int? {
    var depth = 0
    for index in bytes.indices.reversed() where !isEscaped[index] {
      if bytes[index] == ASCII.closeBracket { depth += 1 }
      guard bytes[index] == ASCII.openBracket else { continue }
      if depth == 0 { return index }
      depth -= 1
    }
    return nil
  }

  /// The first `]` that nothing opens.
  fileprivate var unopenedBracket: Int? {
    var depth = 0
    for index in bytes.indices where !isEscaped[index] {
      if bytes[index] == ASCII.openBracket { depth += 1 }
      guard bytes[index] == ASCII.closeBracket else { continue }
      if depth == 0 { return index }
      depth -= 1
    }
    return nil
  }
}
