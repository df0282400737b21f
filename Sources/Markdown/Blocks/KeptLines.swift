// Lines that stay lines although Markdown joins them: those that count, and the source of a quotation.

extension BlockExtensions {
  /// `1、…` and `2、…`, `（1）`, `[1]`, `①`, `१.` at the beginnings of lines: a list in signs that Markdown does not know.
  mutating func keepCountedLines(of paragraph: Tree.Index) {
    guard mayCount(paragraph) else { return }
    let children = Array(tree.children(of: paragraph))
    var last: (style: Int, value: Int)?
    var first: Tree.Index = -1
    for (position, child) in children.enumerated() {
      let isSoft = position > 0 && tree[children[position - 1]].kind == .softBreak
      guard position == 0 || isSoft || position > 0 && tree[children[position - 1]].kind == .lineBreak,
        case .text(let text) = tree[child].kind,
        let found = LineCount.read(text)
      else { continue }
      let before = isSoft ? children[position - 1] : -1
      if let known = last, known.style == found.style, known.value + 1 == found.value {
        if before >= 0 { tree.nodes[Int(before)].kind = .lineBreak }
        if first >= 0 { tree.nodes[Int(first)].kind = .lineBreak }
        first = -1
        last = found
      } else if found.value == 1, position == 0 || endsClause(children, before: position - 1) {
        // It counts only if a second one follows.
        (last, first) = (found, before)
      }
    }
  }

  /// True if a line that a break begins has the first byte of such a sign. Most paragraphs have none.
  private func mayCount(_ paragraph: Tree.Index) -> Bool {
    var child = tree[paragraph].firstChild
    while child >= 0 {
      let next = tree[child].nextSibling
      if next >= 0, tree[child].kind == .softBreak, case .text(let text) = tree[next].kind, let byte = text.utf8.first,
        ASCII.isDigit(byte) || byte == ASCII.openBracket || byte == ASCII.openParenthesis || byte >= 0xD9
      {
        return true
      }
      child = next
    }
    return false
  }

  /// True if the line before a break ends with a stop or a colon.
  private func endsClause(_ children: [Tree.Index], before position: Int) -> Bool {
    guard position > 0 else { return false }
    guard case .text(let text) = tree[children[position - 1]].kind, let end = text.last else { return true }
    return ":：.。;；!！?？)）".contains(end)
  }

  /// `— Who said it` as a quotation's last line.
  mutating func keepSourceLine(of quote: Tree.Index) {
    guard let paragraph = tree.children(of: quote).suffix(1).first, case .paragraph = tree[paragraph].kind else { return }
    let children = Array(tree.children(of: paragraph))
    guard let position = children.lastIndex(where: { tree[$0].kind == .softBreak }), position + 1 < children.count,
      case .text(let text) = tree[children[position + 1]].kind,
      ["— ", "—— ", "――", "——", "–– ", "– ", "-- ", "--- ", "~ "].contains(where: text.hasPrefix), text.utf8.count <= 120
    else { return }
    tree.nodes[Int(children[position])].kind = .lineBreak
  }
}

/// The number with which a line begins, in one of the styles that are no list in Markdown.
private enum LineCount {
  static func read(_ text: String) -> (style: Int, value: Int)? {
    var scalars = text.unicodeScalars.prefix(6)
    guard let first = scalars.popFirst() else { return nil }
    switch first.value {
    case 0x2460...0x2473: return (0, Int(first.value) - 0x245F)
    case 0x5B, 0x28, 0xFF08:
      let close: Unicode.Scalar = first == "[" ? "]" : first == "(" ? ")" : "）"
      guard let (value, length) = digits(scalars, zero: 0x30), scalars.dropFirst(length).first == close else { return nil }
      return (Int(first.value), value)
    case 0x30...0x39:
      guard let (value, length) = digits(text.unicodeScalars.prefix(4), zero: 0x30),
        let sign = text.unicodeScalars.dropFirst(length).first, sign == "、" || sign == "．"
      else { return nil }
      return (Int(sign.value), value)
    case 0x966...0x96F, 0x660...0x669, 0x6F0...0x6F9:
      let zero =
        first.value - (first.value >= 0x966 ? (first.value - 0x966) : first.value >= 0x6F0 ? first.value - 0x6F0 : first.value - 0x660)
      guard let (value, length) = digits(text.unicodeScalars.prefix(4), zero: zero),
        let sign = text.unicodeScalars.dropFirst(length).first, sign == "." || sign == ")" || sign == "-"
      else { return nil }
      return (Int(zero), value)
    default:
      guard let value = Array("一二三四五六七八九十".unicodeScalars).firstIndex(of: first), scalars.first == "、" else { return nil }
      return (1, value + 1)
    }
  }

  private static func digits(_ scalars: some Collection<Unicode.Scalar>, zero: UInt32) -> (value: Int, length: Int)? {
    var value = 0
    var length = 0
    for scalar in scalars {
      guard scalar.value >= zero, scalar.value < zero + 10, length < 2 else { break }
      value = value * 10 + Int(scalar.value - zero)
      length += 1
    }
    return length > 0 ? (value, length) : nil
  }
}
