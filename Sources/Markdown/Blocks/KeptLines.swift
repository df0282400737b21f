// Lines that stay separate although Markdown joins them: numbered lines, the source of a quotation, the caption below a picture.

enum KeptLines {
  /// `1、…` and `2、…`, `（1）`, `[1]`, `①`, `१.`, `a)`, `a.`, `(a)` at the beginnings of lines: a list in signs that Markdown does not know.
  static func keepCounted(of paragraph: Tree.Index, in tree: inout Tree) {
    guard mayCount(paragraph, in: tree) else { return }
    let children = Array(tree.children(of: paragraph))
    var last: LineCount?
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
      } else if found.value == 1, position == 0 || found.isLetter || endsClause(children, before: position - 1, in: tree) {
        // It is a list only if a second one follows.
        (last, first) = (found, before)
      }
    }
  }

  /// True if a line after a break begins with the first byte of such a number. Most paragraphs have none.
  private static func mayCount(_ paragraph: Tree.Index, in tree: borrowing Tree) -> Bool {
    var child = tree[paragraph].firstChild
    while child >= 0 {
      let next = tree[child].nextSibling
      if next >= 0, tree[child].kind == .softBreak, case .text(let text) = tree[next].kind, let byte = text.utf8.first,
        ASCII.isDigit(byte) || byte == ASCII.openBracket || byte == ASCII.openParenthesis || byte >= 0xD9
          || ASCII.isLetter(byte) && text.utf8.dropFirst().first.map(".)".utf8.contains) == true
      {
        return true
      }
      child = next
    }
    return false
  }

  /// True if the line before a break ends with a full stop or a colon.
  private static func endsClause(_ children: [Tree.Index], before position: Int, in tree: borrowing Tree) -> Bool {
    guard position > 0 else { return false }
    guard case .text(let text) = tree[children[position - 1]].kind, let end = text.last else { return true }
    return ":：.。;；!！?？)）".contains(end)
  }

  /// `— Who said it` as a quotation's last line.
  static func keepSource(of quote: Tree.Index, in tree: inout Tree) {
    guard let paragraph = tree.children(of: quote).suffix(1).first, case .paragraph = tree[paragraph].kind else { return }
    let children = Array(tree.children(of: paragraph))
    guard let position = children.lastIndex(where: { tree[$0].kind == .softBreak }), position + 1 < children.count,
      case .text(let text) = tree[children[position + 1]].kind,
      ["— ", "—— ", "――", "——", "–– ", "– ", "-- ", "--- ", "~ "].contains(where: text.hasPrefix), text.utf8.count <= 120
    else { return }
    tree.nodes[Int(children[position])].kind = .lineBreak
  }

  /// A line right below a picture that is entirely emphasised, or begins with a figure's number, becomes its caption and a paragraph of its own.
  static func takeCaption(of paragraph: Tree.Index, _ children: [Tree.Index], in tree: inout Tree) -> Bool {
    guard tree[paragraph].parent >= 0, tree[children[1]].kind == .softBreak || tree[children[1]].kind == .lineBreak else { return false }
    let words = Array(children.dropFirst(2))
    switch tree[words[0]].kind {
    case .emphasis: guard words.count == 1 else { return false }
    case .text(let text): guard hasFigureNumber(text) else { return false }
    case .strong:
      guard case let first = tree[words[0]].firstChild, first >= 0, case .text(let text) = tree[first].kind, hasFigureNumber(text)
      else {
        return false
      }
    default: return false
    }
    let caption = tree.add(.paragraph, around: words)
    tree.add(Attributes(classes: ["caption"]), to: caption)
    tree.setChildren(of: paragraph, to: [children[0]])
    let parent = tree[paragraph].parent
    tree.setChildren(of: parent, to: tree.children(of: parent).flatMap { $0 == paragraph ? [paragraph, caption] : [$0] })
    return true
  }

  /// `Figure 2: …`, `Fig. 2`, `图 2`.
  private static func hasFigureNumber(_ text: String) -> Bool {
    let names = ["Figure", "Fig.", "Fig", "FIGURE", "Abbildung", "Abb.", "Figura", "Рис.", "Рисунок", "图", "圖", "図", "그림", "Rys.", "Obr."]
    guard let name = names.first(where: text.hasPrefix) else { return false }
    return text.dropFirst(name.count).first { $0 != " " && $0 != "\u{A0}" }?.isNumber ?? false
  }
}

/// The number with which a line begins, in a style that is not a list in Markdown.
private struct LineCount {
  /// The sign that makes the style, with the number's zero or case.
  var style: Int
  var value: Int
  /// No line of a text begins with `a)` by accident.
  var isLetter = false

  static func read(_ text: String) -> LineCount? {
    var scalars = text.unicodeScalars.prefix(6)
    guard let first = scalars.popFirst() else { return nil }
    switch first.value {
    case 0x2460...0x2473: return LineCount(style: 0, value: Int(first.value) - 0x245F)
    case 0x5B, 0x28, 0xFF08:
      let close: Unicode.Scalar = first == "[" ? "]" : first == "(" ? ")" : "）"
      if let (value, length) = digits(scalars, zero: 0x30) {
        return scalars.dropFirst(length).first == close ? LineCount(style: Int(first.value), value: value) : nil
      }
      guard first == "(", let letter = scalars.popFirst(), scalars.first == close else { return nil }
      return lettered(letter, style: 2)
    case 0x41...0x5A, 0x61...0x7A:
      guard let sign = scalars.popFirst(), sign == ")" || sign == ".", scalars.first == " " else { return nil }
      return lettered(first, style: sign == "." ? 4 : 6)
    case 0x30...0x39:
      guard let (value, length) = digits(text.unicodeScalars.prefix(4), zero: 0x30),
        let sign = text.unicodeScalars.dropFirst(length).first, sign == "、" || sign == "．"
      else { return nil }
      return LineCount(style: Int(sign.value), value: value)
    case 0x966...0x96F, 0x660...0x669, 0x6F0...0x6F9:
      let zero =
        first.value - (first.value >= 0x966 ? (first.value - 0x966) : first.value >= 0x6F0 ? first.value - 0x6F0 : first.value - 0x660)
      guard let (value, length) = digits(text.unicodeScalars.prefix(4), zero: zero),
        let sign = text.unicodeScalars.dropFirst(length).first, sign == "." || sign == ")" || sign == "-"
      else { return nil }
      return LineCount(style: Int(zero), value: value)
    default:
      guard let value = Array("一二三四五六七八九十".unicodeScalars).firstIndex(of: first), scalars.first == "、" else { return nil }
      return LineCount(style: 1, value: value + 1)
    }
  }

  /// The place of a letter in the alphabet; capitals are a style of their own.
  private static func lettered(_ letter: Unicode.Scalar, style: Int) -> LineCount? {
    switch letter.value {
    case 0x41...0x5A: LineCount(style: style, value: Int(letter.value) - 0x40, isLetter: true)
    case 0x61...0x7A: LineCount(style: style + 1, value: Int(letter.value) - 0x60, isLetter: true)
    default: nil
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
