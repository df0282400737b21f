import TypesetDiagnostics

/// The numbers of notes about lines of code, whose words a list below it has: Quarto's `x = 1 # <1>`, and `# (1)!` of Material for mkdocs. A
/// circled number stands for them, as on these tools' pages.
enum CodeAnnotations {
  /// How a tool writes them.
  private struct Form {
    let (open, close): (UInt8, UInt8)
    /// What follows a number whose comment has no other use.
    let end: [UInt8]
    let needsList: Bool
  }

  static func mark(in tree: inout Tree, for tool: Dialect.Tool) {
    let form: Form
    switch tool {
    case .quarto: form = Form(open: ASCII.less, close: ASCII.greater, end: [], needsList: false)
    case .mkdocs: form = Form(open: ASCII.openParenthesis, close: ASCII.closeParenthesis, end: [UInt8(ascii: "!")], needsList: true)
    default: return
    }
    for index in tree.nodes.indices {
      guard case .codeBlock(let info, let literal) = tree.nodes[index].kind, literal.utf8.contains(form.open),
        !form.needsList || hasList(below: Tree.Index(index), in: tree)
      else { continue }
      let lines = literal.utf8.split(separator: ASCII.newline, omittingEmptySubsequences: false)
      let found = lines.map { marked(Array($0), form) }
      guard found.contains(where: { $0 != nil }) else { continue }
      let text = zip(lines, found).map { $1 ?? String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
      tree.nodes[index].kind = .codeBlock(info: info, literal: text)
    }
  }

  private static func hasList(below code: Tree.Index, in tree: Tree) -> Bool {
    let next = tree[code].nextSibling
    guard next >= 0, case .list(let start, _, _) = tree[next].kind else { return false }
    return start != nil
  }

  private static let comments = ["<!--", "/*", "//", "--", "#", "%", "!", ";", "'"].map { Array($0.utf8) }
  private static let closers = ["*/", "-->"].map { Array($0.utf8) }

  /// A line with a circled number for its comment; nil for a line without one.
  private static func marked(_ line: [UInt8], _ form: Form) -> String? {
    var rest = trimmed(line[...])
    for closer in closers where rest.ends(with: closer) { rest = trimmed(rest.dropLast(closer.count)) }
    guard rest.ends(with: [form.close] + form.end) else { return nil }
    rest = rest.dropLast(1 + form.end.count)
    let digits = rest.suffix(while: ASCII.isDigit)
    guard let number = DocumentNumber.whole(String(decoding: digits, as: UTF8.self)), number > 0 else { return nil }
    rest = rest.dropLast(digits.count)
    guard rest.last == form.open, case let code = trimmed(rest.dropLast()),
      let comment = comments.first(where: { code.ends(with: $0) })
    else { return nil }
    let words = trimmed(code.dropLast(comment.count))
    return String(decoding: words, as: UTF8.self) + (words.isEmpty ? "" : " ") + circled(number)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.lastIndex { !ASCII.isBlank($0) }.map { bytes[...$0] } ?? bytes[..<bytes.startIndex]
  }

  /// `①`; beyond twenty, Unicode has them elsewhere, or not at all.
  private static func circled(_ number: Int) -> String {
    let scalar = number <= 20 ? Unicode.Scalar(0x245F + UInt32(number)) : number <= 35 ? Unicode.Scalar(0x323C + UInt32(number)) : nil
    return scalar.map(String.init) ?? "(\(number))"
  }
}

extension BidirectionalCollection where Element: Equatable {
  fileprivate func ends(with other: some BidirectionalCollection<Element>) -> Bool { suffix(other.count).elementsEqual(other) }

  fileprivate func suffix(while isWanted: (Element) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !isWanted($0) }) else { return self[...] }
    return self[index(after: last)...]
  }
}
