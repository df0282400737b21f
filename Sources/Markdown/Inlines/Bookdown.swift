import TypesetDiagnostics

// bookdown's references, labels and texts: `\@ref(fig:x)`, `(\#tab:x)`, `(ref:name) Words`.

extension InlineScanner {
  /// A reference or a label at a backslash; returns where reading continues.
  mutating func bookdown(_ start: Int) -> Int? {
    switch text.byte(start + 1) {
    case UInt8(ascii: "@"):
      let head = "\\@ref(".utf8
      guard text.bytes[start...].starts(with: head), let end = text.labelEnd(start + head.count) else { return nil }
      let label = String(decoding: text.bytes[start + head.count..<end], as: UTF8.self)
      // Equations have their numbers from LaTeX's labels.
      edits.append(text.edit(start..<end + 1, label.hasPrefix("eq:") ? "{eq}`\(label)`" : "[](#-\(label))"))
      return end + 1
    case ASCII.hash:
      guard start > 0, text.bytes[start - 1] == ASCII.openParenthesis, let end = text.labelEnd(start + 2) else { return nil }
      return label(start - 1..<end + 1, name: String(decoding: text.bytes[start + 2..<end], as: UTF8.self))
    default: return nil
    }
  }

  /// `(\#fig:x)` names the picture or the table whose caption it is in, or the display before it.
  private mutating func label(_ range: Range<Int>, name: String) -> Int? {
    guard name.contains(":") else { return nil }
    var end = range.upperBound
    while text.byte(end) == ASCII.space { end += 1 }
    if let place = LaTeXInline.pictureEnd(range, in: text) {
      var start = range.lowerBound
      if end == place { while start > 0, text.bytes[start - 1] == ASCII.space { start -= 1 } }
      edits.append(text.edit(start..<end, ""))
      pictureLabel = (name, place)
    } else if text.isTableCaption {
      edits.append(text.edit(range.lowerBound..<end, ""))
      labelCaption(name)
    } else if name.hasPrefix("eq:") {
      edits.append(text.edit(range, "{#\(name) .equation}"))
    } else {
      return nil
    }
    return end
  }

  /// Gives a table the name that is in its caption.
  mutating func labelCaption(_ name: String) {
    let last = text.source(text.count - 1) + 1
    captionLabel = Edit(range: last..<last, text: Array(" {#\(name)}".utf8))
  }
}

extension BlockText {
  /// True for `: Words` and `Table: Words`.
  var isTableCaption: Bool { ["Table:", "table:", ":"].contains { bytes.starts(with: $0.utf8) } }

  /// The parenthesis that closes a label.
  fileprivate func labelEnd(_ start: Int) -> Int? {
    var end = start
    while end < count, end - start < 100,
      ASCII.isLetter(bytes[end]) || ASCII.isDigit(bytes[end]) || bytes[end] >= 0x80 || "-_:./".utf8.contains(bytes[end])
    { end += 1 }
    return end > start && byte(end) == ASCII.closeParenthesis ? end : nil
  }
}

extension MathSpan {
  /// Writes bookdown's `(\#eq:x)` as LaTeX's `\label{eq:x}`. It gives a number to an equation in an environment with a star, too.
  mutating func readBookdownLabels() {
    let head = Array("(\\#".utf8)
    let bytes = Array(tex.utf8)
    var labels: [(range: Range<Int>, text: [UInt8])] = []
    var index = 0
    while let start = bytes.find(head, from: index) {
      index = start + head.count
      guard let close = bytes[start...].prefix(104).firstIndex(of: ASCII.closeParenthesis), close > index,
        Directive.isLabel(String(decoding: bytes[index..<close], as: UTF8.self))
      else { continue }
      labels.append((start..<close + 1, Array("\\label{".utf8) + bytes[index..<close] + [ASCII.closeBrace]))
      index = close + 1
    }
    guard !labels.isEmpty else { return }
    replace(labels + (bytes.find(Array("\\\\".utf8), from: 0) == nil ? Self.stars(in: bytes) : []))
  }

  /// The stars of an environment with one equation.
  private static func stars(in bytes: [UInt8]) -> [(range: Range<Int>, text: [UInt8])] {
    ["equation", "align", "gather", "multline", "eqnarray"].flatMap { name in
      ["\\begin{\(name)*}", "\\end{\(name)*}"].compactMap { words in
        bytes.find(Array(words.utf8), from: 0).map { ($0 + words.utf8.count - 2..<$0 + words.utf8.count - 1, []) }
      }
    }
  }

  /// Writes other bytes in the place of some; what is behind them keeps its places.
  private mutating func replace(_ changes: [(range: Range<Int>, text: [UInt8])]) {
    var bytes = Array(tex.utf8)
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      let shift = change.text.count - change.range.count
      let resumed = Origin(body: change.range.upperBound + shift, source: source(ofBody: change.range.upperBound))
      let before = origins.filter { Int($0.body) <= change.range.lowerBound }
      let after = origins.filter { Int($0.body) > change.range.upperBound }.map {
        Origin(body: Int($0.body) + shift, source: Int($0.source))
      }
      origins = before + [resumed] + after
      bytes.replaceSubrange(change.range, with: change.text)
    }
    tex = String(decoding: bytes, as: UTF8.self)
  }
}

/// `(ref:name) Words`, a paragraph of its own, is a text that captions show where they have `(ref:name)`.
struct TextReferences {
  private var texts: [String: [Tree.Index]] = [:]
  /// Bytes that copies may have together, nodes counted as 64: of a text of a megabyte that is named a thousand times, the rest of the names
  /// stay as they are written.
  private var room = 1 << 19
  /// True if there was one.
  var areEmpty: Bool { texts.isEmpty }

  /// Takes the texts out of a tree, and puts them where they are named.
  init(in tree: inout Tree) {
    var gone: Set<Tree.Index> = []
    for index in tree.nodes.indices {
      guard case .paragraph = tree.nodes[index].kind, case let first = tree.nodes[index].firstChild, first >= 0,
        case .text(let text) = tree[first].kind, let (name, length) = Self.name(text, at: text.startIndex),
        text.utf8.dropFirst(length).first.map(ASCII.isBlank) ?? (tree[first].nextSibling >= 0), tree.nodes[index].parent >= 0
      else { continue }
      tree.dropFirst(length + (text.utf8.count > length ? 1 : 0), ofText: first)
      texts[name] = texts[name] ?? Array(tree.children(of: Tree.Index(index)))
      gone.insert(Tree.Index(index))
    }
    guard !texts.isEmpty else { return }
    tree.remove(gone)
    // What becomes of the children of one parent, which are beside one another.
    var (parent, replaced): (Tree.Index, [Tree.Index: [Tree.Index]]) = (-1, [:])
    func putBack() {
      guard !replaced.isEmpty else { return }
      tree.setChildren(of: parent, to: Array(tree.children(of: parent)).flatMap { replaced[$0] ?? [$0] })
      replaced = [:]
    }
    for index in tree.nodes.indices.reversed() {
      guard case .text(let text) = tree.nodes[index].kind, text.contains("(ref:"), tree.nodes[index].parent >= 0 else { continue }
      if tree.nodes[index].parent != parent {
        putBack()
        parent = tree.nodes[index].parent
      }
      if let nodes = replacement(of: Tree.Index(index), text, in: &tree) { replaced[Tree.Index(index)] = nodes }
    }
    putBack()
  }

  /// The name of a text at a place, and the bytes that `(ref:name)` takes.
  private static func name(_ text: String, at start: String.Index) -> (name: String, length: Int)? {
    let rest = text[start...]
    guard rest.utf8.starts(with: "(ref:".utf8), let close = rest.utf8.prefix(100).firstIndex(of: ASCII.closeParenthesis) else { return nil }
    let name = rest[..<close].utf8.dropFirst(5)
    guard !name.isEmpty, !name.contains(where: ASCII.isBlank) else { return nil }
    return (String(decoding: name, as: UTF8.self), name.count + 6)
  }

  /// A text node with a copy of a text in the place of its name; nil where no text has this name.
  private mutating func replacement(of index: Tree.Index, _ text: String, in tree: inout Tree) -> [Tree.Index]? {
    guard room >= 0, let place = text.firstRange(of: "(ref:")?.lowerBound, let (name, length) = Self.name(text, at: place),
      let words = texts[name]
    else { return nil }
    room -= words.reduce(0) { $0 + Self.weight(of: $1, in: tree) }
    guard room >= 0 else { return nil }
    let span = tree[index].span
    let head = String(text[..<place])
    let tail = String(decoding: text[place...].utf8.dropFirst(length), as: UTF8.self)
    var nodes: [Tree.Index] = []
    if !head.isEmpty { nodes.append(tree.add(.text(head), SourceSpan(Int(span.start), Int(span.start) + head.utf8.count))) }
    nodes += words.map { Self.copy($0, in: &tree) }
    if !tail.isEmpty { nodes.append(tree.add(.text(tail), SourceSpan(Int(span.end) - tail.utf8.count, Int(span.end)))) }
    return nodes
  }

  private static func weight(of index: Tree.Index, in tree: Tree) -> Int {
    var total = 0
    var stack = [index]
    while let next = stack.popLast() {
      total += 64
      if case .text(let text) = tree[next].kind { total += text.utf8.count }
      stack += tree.children(of: next)
    }
    return total
  }

  private static func copy(_ index: Tree.Index, in tree: inout Tree) -> Tree.Index {
    let root = tree.add(tree[index].kind, tree[index].span)
    var stack = [(from: index, to: root)]
    while let (from, to) = stack.popLast() {
      tree.nodes[Int(to)].attributes = tree[from].attributes
      let children = Array(tree.children(of: from)).map { child in (from: child, to: tree.add(tree[child].kind, tree[child].span)) }
      tree.setChildren(of: to, to: children.map(\.to))
      stack += children
    }
    return root
  }
}
