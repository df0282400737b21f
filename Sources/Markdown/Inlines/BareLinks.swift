import TypesetDiagnostics

// GFM reads an address up to the next space; Chinese and Japanese have none: `见https://example.org。然后`.

extension Tree {
  /// Ends bare addresses at full-width punctuation, and reads the addresses in the text after.
  mutating func endBareLinks(in source: [UInt8]) -> Bool {
    var hasMoved = false
    for index in nodes.indices {
      guard case .link(let destination, _) = nodes[index].kind, destination.utf8.contains(where: { $0 >= 0x80 }),
        case let start = Int(nodes[index].span.start), start < source.count,
        ASCII.isLetter(source[start]), nodes[index].firstChild >= 0, nodes[Int(nodes[index].firstChild)].nextSibling < 0,
        case .text(let shown) = nodes[Int(nodes[index].firstChild)].kind, destination.hasSuffix(shown)
      else { continue }
      let parts = Self.addresses(in: shown)
      guard parts.count > 1 || parts.first?.isAddress == false else { continue }
      hasMoved = true
      replace(Index(index), by: parts, prefix: String(destination.dropLast(shown.count)), start: start)
    }
    return hasMoved
  }

  private mutating func replace(_ link: Index, by parts: [(text: Substring, isAddress: Bool)], prefix: String, start: Int) {
    let next = nodes[Int(link)].nextSibling
    var last: Index = -1
    var place = start
    for (number, part) in parts.enumerated() {
      let span = SourceSpan(place, place + part.text.utf8.count)
      place += part.text.utf8.count
      let text = add(.text(String(part.text)), span)
      var node = text
      if part.isAddress {
        let kind = Kind.link(destination: (number == 0 ? prefix : "") + part.text, title: "")
        node = number == 0 ? link : add(kind, span)
        nodes[Int(node)].kind = kind
        nodes[Int(node)].span = span
        setChildren(of: node, to: [text])
      }
      nodes[Int(node)].parent = nodes[Int(link)].parent
      if last >= 0 { nodes[Int(last)].nextSibling = node }
      last = node
    }
    nodes[Int(last)].nextSibling = next
  }

  /// The text split into addresses, beginning with one, and the text between them.
  private static func addresses(in text: String) -> [(text: Substring, isAddress: Bool)] {
    var parts: [(text: Substring, isAddress: Bool)] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.addressEnd
      if end > rest.startIndex { parts.append((rest[..<end], true)) }
      rest = rest[end...]
      let begins = ["http://", "https://"].compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
      if begins > rest.startIndex { parts.append((rest[..<begins], false)) }
      rest = rest[begins...]
    }
    return parts
  }
}

extension Substring {
  /// Where an address ends: at full-width punctuation, or at a parenthesis that opened before it and that words follow without a blank, as
  /// Korean has particles: `(https://example.org)로`.
  fileprivate var addressEnd: Index {
    var depth = 0
    for index in unicodeScalars.indices {
      if unicodeScalars[index].endsAddress { return index }
      if unicodeScalars[index] == "(" { depth += 1 }
      guard unicodeScalars[index] == ")" else { continue }
      depth -= 1
      let next = unicodeScalars.index(after: index)
      if depth < 0, next < unicodeScalars.endIndex, unicodeScalars[next].value >= 0x1100 { return index }
    }
    return endIndex
  }
}

extension Unicode.Scalar {
  /// Full-width punctuation, which addresses do not have.
  fileprivate var endsAddress: Bool {
    switch value {
    case 0x3000...0x3003, 0x3008...0x3011, 0x3014...0x301F, 0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F, 0x201C, 0x201D, 0x2026:
      true
    default: false
    }
  }
}
