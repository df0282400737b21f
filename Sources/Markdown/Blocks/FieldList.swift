import TypesetDiagnostics

/// A field list of MyST's, a paragraph whose lines begin with names between colons:
///
///     :class: A list of classes.
///     :name: The target of references,
///       over two lines.
struct FieldList {
  private var fields: [(name: Tree.Index, nameLength: Int, words: [Tree.Index])] = []

  /// - Returns: Nil if the paragraph is another one.
  init?(in paragraph: Tree.Index, of tree: Tree) {
    var isLineStart = true
    for child in tree.children(of: paragraph) {
      defer { if case .softBreak = tree[child].kind { isLineStart = true } else { isLineStart = false } }
      if isLineStart, case .text(let text) = tree[child].kind, let length = Self.nameLength(text) {
        if let last = fields.indices.last, case .softBreak? = fields[last].words.last.map({ tree[$0].kind }) {
          fields[last].words.removeLast()
        }
        fields.append((child, length, [child]))
      } else {
        guard let last = fields.indices.last else { return nil }
        fields[last].words.append(child)
      }
    }
    guard !fields.isEmpty else { return nil }
  }

  /// The length of `:name:` at a text's beginning, before a blank or the end.
  private static func nameLength(_ text: String) -> Int? {
    let bytes = Array(text.utf8.prefix(80))
    guard bytes.first == UInt8(ascii: ":"), let close = bytes.dropFirst().firstIndex(of: UInt8(ascii: ":")), close > 1,
      close + 1 == bytes.count || ASCII.isBlank(bytes[close + 1])
    else { return nil }
    let name = bytes[1..<close]
    guard let first = name.first, ASCII.isLetter(first) || first >= 0x80, name.last != ASCII.space else { return nil }
    return close + 1
  }

  /// The list of definitions that it becomes.
  func list(in tree: inout Tree) -> Tree.Index {
    var entries: [Tree.Index] = []
    for field in fields {
      guard case .text(let text) = tree[field.name].kind else { continue }
      let name = String(decoding: Array(text.utf8)[1..<(field.nameLength - 1)], as: UTF8.self)
      let start = Int(tree[field.name].span.start)
      let word = tree.add(.text(name), SourceSpan(start + 1, start + field.nameLength - 1))
      entries.append(tree.add(.definitionTerm, around: [word]))
      var words = field.words
      let blanks = text.utf8.dropFirst(field.nameLength).prefix(while: ASCII.isBlank).count
      tree.dropFirst(field.nameLength + blanks, ofText: field.name)
      if case .text("") = tree[field.name].kind { words.removeFirst() }
      let paragraph = words.isEmpty ? nil : tree.add(.paragraph, around: words)
      let definition = tree.add(.definition, SourceSpan(start, start))
      tree.setChildren(of: definition, to: paragraph.map { [$0] } ?? [])
      entries.append(definition)
    }
    return tree.add(.definitionList, around: entries)
  }
}
