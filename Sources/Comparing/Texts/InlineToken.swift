internal import TypesetDiagnostics
internal import TypesetMarkdown

/// A piece of inline content that two texts have in common or not: a word, a character of Chinese or Japanese, a formula, a picture.
struct InlineToken {
  /// What is between a token and the token before it.
  enum Gap { case none, space, softBreak }

  /// What is compared: the token itself, and the emphasis, links and spans around it.
  struct Key: Hashable {
    enum Content: Hashable {
      case text(Substring)
      case unit(TreeKey)
    }

    var content: Content
    var wrappers: [TreeKey]
  }

  var key: Key
  /// A text, or a unit.
  var leaf: Tree.Index
  /// The inline containers around it, from the outermost.
  var wrappers: [Tree.Index]
  /// Bytes of the leaf's text.
  var bytes: Range<Int>
  var gap: Gap

  var text: Substring? { if case .text(let text) = key.content { text } else { nil } }

  /// True if a count of words counts it.
  var isWord: Bool { text?.contains { $0.isLetter || $0.isNumber } ?? false }
}

/// The looks of a node without its place in the source, and its subtree.
struct TreeKey: Hashable {
  var kind: Tree.Kind
  var attributes: Attributes?
  var children: Int

  init(of index: Tree.Index, in tree: Tree, withChildren: Bool) {
    kind = Self.withoutPlace(tree[index].kind)
    attributes = tree.attributes(of: index)
    var hasher = Hasher()
    if withChildren { for child in tree.children(of: index) { hasher.combine(TreeKey(of: child, in: tree, withChildren: true)) } }
    children = hasher.finalize()
  }

  private static func withoutPlace(_ kind: Tree.Kind) -> Tree.Kind {
    func bare(_ span: MathSpan) -> MathSpan { MathSpan(tex: span.tex, isDisplay: span.isDisplay, span: SourceSpan(0, 0), origins: []) }
    switch kind {
    case .math(let span): return .math(bare(span))
    case .mathBlock(let span): return .mathBlock(bare(span))
    case .softBreak: return .text(" ")
    default: return kind
    }
  }
}

extension Tree {
  /// The inline content of a block, in document order.
  func inlineTokens(of block: Index) -> [InlineToken] {
    var reader = InlineReader(tree: self)
    reader.read(childrenOf: block)
    return reader.tokens
  }

  /// True for blocks whose children are inlines.
  func holdsInlines(_ index: Index) -> Bool {
    switch self[index].kind {
    case .paragraph, .heading, .tableCell, .title, .caption, .definitionTerm: true
    default: self[index].firstChild >= 0 && !self[index].kind.isInline && self[self[index].firstChild].kind.isInline
    }
  }
}

private struct InlineReader {
  let tree: Tree
  var tokens: [InlineToken] = []
  private var wrappers: [Tree.Index] = []
  private var keys: [TreeKey] = []
  private var gap = InlineToken.Gap.none

  init(tree: Tree) { self.tree = tree }

  mutating func read(childrenOf index: Tree.Index) {
    for child in tree.children(of: index) { read(child) }
  }

  private mutating func read(_ index: Tree.Index) {
    switch tree[index].kind {
    case .text(let text): read(text, of: index)
    case .softBreak: gap = .softBreak
    case .emphasis, .strong, .strikethrough, .link, .span, .subscripted, .superscripted, .inserted, .highlighted, .small, .keyboard,
      .abbreviation:
      wrappers.append(index)
      keys.append(TreeKey(of: index, in: tree, withChildren: false))
      read(childrenOf: index)
      wrappers.removeLast()
      keys.removeLast()
    default: add(.unit(TreeKey(of: index, in: tree, withChildren: true)), 0..<0, of: index)
    }
  }

  private mutating func add(_ content: InlineToken.Key.Content, _ bytes: Range<Int>, of leaf: Tree.Index) {
    tokens.append(
      InlineToken(key: InlineToken.Key(content: content, wrappers: keys), leaf: leaf, wrappers: wrappers, bytes: bytes, gap: gap))
    gap = .none
  }

  /// Words, and every other character by itself; scripts without spaces change by the character.
  private mutating func read(_ text: String, of leaf: Tree.Index) {
    var index = text.startIndex
    while index < text.endIndex {
      let start = index
      let first = text[index]
      index = text.index(after: index)
      if first == " " || first == "\t" || first == "\n" {
        if gap == .none { gap = .space }
        continue
      }
      if Self.joins(first) {
        while index < text.endIndex, Self.joins(text[index]) || Self.isInside(text, index) { index = text.index(after: index) }
      }
      add(.text(text[start..<index]), text.utf8Range(start..<index), of: leaf)
    }
  }

  /// True for characters of words that are written with spaces around them.
  private static func joins(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return (character.isLetter || character.isNumber || scalar.properties.generalCategory == .nonspacingMark) && scalar.value < 0x2E80
      || character == "\u{A0}"
  }

  /// True for an apostrophe, hyphen, point or comma between two characters of a word: *don't*, *well-known*, *3.14*.
  private static func isInside(_ text: String, _ index: String.Index) -> Bool {
    guard "'’-.,_".contains(text[index]) else { return false }
    let next = text.index(after: index)
    return next < text.endIndex && joins(text[next]) && text[next] != "\u{A0}"
  }
}

extension String {
  fileprivate func utf8Range(_ range: Range<Index>) -> Range<Int> {
    utf8.distance(from: startIndex, to: range.lowerBound)..<utf8.distance(from: startIndex, to: range.upperBound)
  }
}
