import TypesetDiagnostics

/// What has been read of a list of siblings: nodes, and pieces of their texts that are no nodes yet.
struct InlineEntries {
  enum Entry {
    case node(Tree.Index)
    /// Bytes of a text.
    case text(Int, Range<Int>)

    /// Of a text, in bytes.
    var count: Int { if case .text(_, let range) = self { range.count } else { 0 } }
  }

  var list: [Entry] = []
  var texts: [InlineText] = []

  /// True if an inline of a node may have marks that are no CommonMark.
  static func mayBeIn(_ parent: Tree.Index, _ tree: Tree) -> Bool {
    for child in tree.children(of: parent) {
      if case .link(let target, _) = tree[child].kind, target.utf8.first == UInt8(ascii: "@") { return true }
      guard case .text(var text) = tree[child].kind else { continue }
      if text.isEmpty, tree[child].attributes >= 0 { return true }
      if text.withUTF8({ unsafe $0.contains { Construct.textBytes[Int($0)] } }) { return true }
    }
    return false
  }

  /// Joins the pieces of one text at the end of what has been read; open marks in them become text.
  mutating func joinLastTexts() -> Range<Int> {
    guard case .text(let number, var range)? = list.last else { return 0..<0 }
    list.removeLast()
    while case .text(number, let previous)? = list.last, previous.upperBound == range.lowerBound {
      range = previous.lowerBound..<range.upperBound
      list.removeLast()
    }
    list.append(.text(number, range))
    return range
  }

  /// Keeps this many bytes of the text that was read last.
  mutating func cutLastText(to count: Int) {
    guard case .text(let number, let range)? = list.last else { return }
    list.removeLast()
    if count > 0 { list.append(.text(number, range.lowerBound..<range.lowerBound + count)) }
  }

  /// The display to which a list at the beginning of a text belongs: right before it, and of an equation's name on the line above.
  func display(before text: ArraySlice<UInt8>, in tree: Tree) -> Tree.Index? {
    guard case .node(var node)? = list.last else { return nil }
    if case .softBreak = tree[node].kind, text.starts(with: "{#eq".utf8), list.count > 1, case .node(let above) = list[list.count - 2] {
      node = above
    }
    if case .math(let span) = tree[node].kind, span.isDisplay { return node }
    return nil
  }

  /// True if there is white space after an entry.
  func hasBlank(after position: Int, in tree: Tree) -> Bool {
    list[(position + 1)...].contains { entry in
      switch entry {
      case .text(let number, let range): texts[number].bytes[range].contains(where: ASCII.isBlank)
      case .node(let node): if case .softBreak = tree[node].kind { true } else { false }
      }
    }
  }

  /// True for entries that are one node, code mostly, or the whole name of an object in a program, with dots: `quacc.tools.redecorate`.
  func areObject(_ range: Range<Int>) -> Bool {
    if range.count == 1, case .node? = list[range].first { return true }
    var name: [UInt8] = []
    for entry in list[range] {
      guard case .text(let number, let piece) = entry else { return false }
      name += texts[number].bytes[piece]
    }
    return name.first.map(ASCII.isLetter) == true && name.dropLast().contains(UInt8(ascii: "."))
      && name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
  }

  /// `10^5-10^6`: two powers with carets before numbers, and no superscript between them. For pandoc it is one.
  func arePowers(from position: Int, to number: Int, _ index: Int, _ dialect: Dialect) -> Bool {
    guard !dialect.tool.isPandoc, case .text(let first, let sign) = list[position] else { return false }
    // `v(x^i)w(y^i)z`: what is between them has a bracket of its own.
    var depth = 0
    for case .text(let text, let range) in list[(position + 1)...] {
      for byte in texts[text].bytes[range] {
        if byte == ASCII.openParenthesis { depth += 1 }
        if byte == ASCII.closeParenthesis { depth -= 1 }
        if depth < 0 { return true }
      }
    }
    if depth != 0 { return true }
    return isDigit(first, sign.lowerBound - 1) && isDigit(number, index - 1) && isDigit(number, index + 1)
  }

  /// True for two signs, an opener and one that may close it, each of them between digits.
  func areBetweenDigits(_ position: Int, _ number: Int, _ index: Int) -> Bool {
    guard case .text(let first, let sign) = list[position] else { return false }
    return isDigit(first, sign.lowerBound - 1) && isDigit(first, sign.upperBound) && isDigit(number, index - 1)
      && isDigit(number, index + 1)
  }

  private func isDigit(_ text: Int, _ place: Int) -> Bool {
    let bytes = texts[text].bytes
    return bytes.indices.contains(place) && ASCII.isDigit(bytes[place])
  }

  /// True for tildes in Chinese, Japanese or Korean text, where they lengthen a sound: `了~今天~`.
  func isEastAsian(from position: Int, to number: Int, _ index: Int, _ dialect: Dialect) -> Bool {
    guard !dialect.tool.isPandoc, case .text(let first, let sign) = list[position], first == number, sign.upperBound < index
    else { return false }
    // Their letters are of three bytes, from U+3000 on.
    return texts[first].bytes[sign.upperBound..<index].contains { (0xE3...0xED).contains($0) }
  }

  /// True if a letter, digit or formula is right before an entry.
  func followsWord(_ position: Int, in tree: Tree) -> Bool {
    guard position > 0 else { return false }
    switch list[position - 1] {
    case .node(let node):
      switch tree[node].kind {
      case .softBreak, .lineBreak: return false
      default: return true
      }
    case .text(let number, let range):
      guard let last = texts[number].bytes[range].last else { return false }
      return ASCII.isLetter(last) || ASCII.isDigit(last) || last >= 0x80 || last == ASCII.closeParenthesis
    }
  }

  /// True if brackets right before an entry end with one: `a[i]` before `[j]`.
  func followsBracket(_ position: Int) -> Bool {
    guard position > 0, case .text(let number, let range) = list[position - 1] else { return false }
    return texts[number].bytes[range].last == ASCII.closeBracket
  }

  /// Where an entry is in the author's text.
  func place(of position: Int, in tree: Tree) -> Range<Int> {
    switch list[position] {
    case .node(let node): Int(tree[node].span.start)..<Int(tree[node].span.end)
    case .text(let number, let range): Int(texts[number].places[range.lowerBound])..<Int(texts[number].places[range.upperBound])
    }
  }

  /// The byte before an index of a text; a letter as a placeholder if another inline is right before.
  func previousByte(_ number: Int, _ index: Int, in tree: Tree) -> UInt8 {
    if index > 0 { return texts[number].bytes[index - 1] }
    guard case .node(let node)? = list.last else { return 0 }
    switch tree[node].kind {
    case .softBreak, .lineBreak: return ASCII.space
    default: return UInt8(ascii: "x")
    }
  }

  /// Makes entries the children of a node; adjacent texts of one node are joined again.
  func link(_ entries: ArraySlice<Entry>, below parent: Tree.Index, in tree: inout Tree) {
    var last: Tree.Index = -1
    tree.nodes[Int(parent)].firstChild = -1
    var index = entries.startIndex
    while index < entries.endIndex {
      let node: Tree.Index
      switch entries[index] {
      case .node(let known): node = known
      case .text(let number, var range):
        while index + 1 < entries.endIndex, case .text(number, let next) = entries[index + 1], next.lowerBound == range.upperBound {
          range = range.lowerBound..<next.upperBound
          index += 1
        }
        let text = texts[number]
        if range.count == text.bytes.count {
          node = text.node
        } else {
          let start = Int(text.places[range.lowerBound])
          let end = Int(text.places[range.upperBound])
          node = tree.add(.text(String(decoding: text.bytes[range], as: UTF8.self)), SourceSpan(start, max(start, end)))
        }
      }
      index += 1
      tree.nodes[Int(node)].parent = parent
      tree.nodes[Int(node)].nextSibling = -1
      if last < 0 { tree.nodes[Int(parent)].firstChild = node } else { tree.nodes[Int(last)].nextSibling = node }
      last = node
    }
  }
}
