internal import TypesetBytes
internal import TypesetDiagnostics
internal import TypesetMarkdown

/// Makes the tree of a built document: the same tree as of the equivalent Markdown, except for positions.
struct TreeBuilding {
  private(set) var tree: Tree
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var attachments: [AttachmentBox] = []
  private let parse: (String) -> ParsedDocument
  /// Of all blocks, each before the blocks in it.
  private var spans: ArraySlice<SourceSpan>

  /// - Parameter root: The node of the document.
  init(_ blocks: [BuiltBlock], root: Tree.Node, parse: @escaping (String) -> ParsedDocument) {
    tree = Tree(nodes: [root])
    tree.nodes[0].firstChild = -1
    self.parse = parse
    spans = SourceLines(of: blocks).spans[...]
    tree.setChildren(of: 0, to: nodes(of: blocks))
  }

  // MARK: Blocks

  private mutating func nodes(of blocks: [BuiltBlock]) -> [Tree.Index] { blocks.flatMap { nodes(of: $0) } }

  private mutating func nodes(of block: BuiltBlock) -> [Tree.Index] {
    let span = spans.popFirst() ?? SourceSpan(0, 0)
    switch block.kind {
    case .paragraph(let inline): return [add(.paragraph, inline, span)]
    case .heading(let level, let inline, let id): return [named(add(.heading(level: level), inline, span), id)]
    case .quote(let blocks): return [add(.blockQuote, around: nodes(of: blocks), span)]
    case .list(let start, let items):
      // Items of one line are set close together, as in Markdown without empty lines.
      let isTight = items.allSatisfy { $0.count == 1 }
      let made = items.map { item in add(.item(isChecked: nil), around: nodes(of: item), span) }
      return [add(.list(start: start, isTight: isTight), around: made, span)]
    case .code(let code, let language): return [tree.add(.codeBlock(info: language, literal: code), span)]
    case .display(let latex, let id): return [named(tree.add(.mathBlock(math(latex, isDisplay: true, span)), span), id)]
    case .rule: return [tree.add(.thematicBreak, span)]
    case .pageBreak: return [tree.add(.pageBreak, span)]
    case .contents: return [tree.add(.contents, span)]
    case .callout(let kind, let title, let blocks):
      var inner = nodes(of: blocks)
      if !title.parts.isEmpty { inner.insert(add(.title, title, span), at: 0) }
      return [add(.callout(Tree.Callout(.alert, kind: kind)), around: inner, span)]
    case .division(let name, let id, let blocks):
      let division = add(.division, around: nodes(of: blocks), span)
      tree.add(Attributes(id: id, classes: name.isEmpty ? [] : [name]), to: division)
      return [division]
    case .table(let columns, let head, let rows, let caption): return [table(columns, head, rows, caption, span)]
    case .markdown(let text): return parsed(text, span)
    case .tree(let tree, let found): return adopted(tree, found, span)
    }
  }

  private mutating func add(_ kind: Tree.Kind, around children: [Tree.Index], _ span: SourceSpan) -> Tree.Index {
    let index = tree.add(kind, span)
    tree.setChildren(of: index, to: children)
    return index
  }

  private mutating func add(_ kind: Tree.Kind, _ inline: Inline, _ span: SourceSpan) -> Tree.Index {
    add(kind, around: nodes(of: inline.parts, span), span)
  }

  private mutating func named(_ index: Tree.Index, _ id: String?) -> Tree.Index {
    if let id { tree.add(Attributes(id: id), to: index) }
    return index
  }

  private mutating func table(
    _ columns: [MarkdownColumnAlignment], _ head: [Inline], _ rows: [[Inline]], _ caption: Inline, _ span: SourceSpan
  ) -> Tree.Index {
    func row(_ cells: [Inline], isHeader: Bool, _ self: inout TreeBuilding) -> Tree.Index {
      let cells = columns.indices.map { column in
        self.add(.tableCell, cells.indices.contains(column) ? cells[column] : .empty, span)
      }
      return self.add(.tableRow(isHeader: isHeader), around: cells, span)
    }
    var children = [row(head, isHeader: true, &self)]
    for cells in rows { children.append(row(cells, isHeader: false, &self)) }
    if !caption.parts.isEmpty { children.append(add(.caption, caption, span)) }
    let alignments = columns.map { column -> Tree.Alignment in
      switch column {
      case .automatic: .none
      case .left: .left
      case .center: .center
      case .right: .right
      }
    }
    return add(.table(alignments), around: children, span)
  }

  private func math(_ latex: String, isDisplay: Bool, _ span: SourceSpan) -> MathSpan {
    MathSpan(tex: latex, isDisplay: isDisplay, span: span, origins: [MathSpan.Origin(body: 0, source: Int(span.start))])
  }

  /// Markdown's own blocks.
  private mutating func parsed(_ text: String, _ span: SourceSpan) -> [Tree.Index] {
    let made = parse(text)
    return adopted(made.tree, made.diagnostics, span)
  }

  private mutating func adopted(_ part: Tree, _ found: [Diagnostic], _ span: SourceSpan) -> [Tree.Index] {
    var part = part
    part.moveSpans(by: nil, else: span)
    diagnostics += found.map { Diagnostic($0.severity, $0.code, at: span, $0.message, hint: $0.hint) }
    return tree.adopt(part)
  }

  // MARK: Lines

  /// Markdown that is nothing but words, without the blanks around them; nil for what has to be read. Reading takes ten times as long as setting.
  private static func plainWords(_ markdown: String) -> String? {
    var markdown = markdown
    return markdown.withUTF8 { bytes in
      guard let first = unsafe bytes.firstIndex(where: { $0 != 0x20 }), let last = unsafe bytes.lastIndex(where: { $0 != 0x20 }) else {
        return nil
      }
      var isBlank = false
      for index in first...last {
        let byte = unsafe bytes[index]
        // Two blanks, or four before the first word, may mean something.
        if byte == 0x20 ? isBlank : !(byte.isLetter || byte.isDigit || byte == UInt8(ascii: ",")) { return nil }
        isBlank = byte == 0x20
      }
      return first < 4 ? unsafe String(decoding: bytes[first...last], as: UTF8.self) : nil
    }
  }

  private mutating func nodes(of parts: [Inline.Part], _ span: SourceSpan) -> [Tree.Index] { parts.flatMap { nodes(of: $0, span) } }

  private mutating func nodes(of part: Inline.Part, _ span: SourceSpan) -> [Tree.Index] {
    switch part {
    case .text(let text): return [tree.add(.text(text.replacing("\n", with: " ")), span)]
    case .markdown(let text):
      if let words = Self.plainWords(text) { return [tree.add(.text(words), span)] }
      return parsed(text, span).flatMap { block -> [Tree.Index] in
        let children = Array(tree.children(of: block))
        return children.first.map { tree[$0].kind.isInline } ?? false ? children : []
      }
    case .tree(let part): return line(of: part, span)
    case .math(let latex): return [tree.add(.math(math(latex, isDisplay: false, span)), span)]
    case .code(let code, let language):
      let index = tree.add(.code(code), span)
      if !language.isEmpty { tree.add(Attributes(classes: [language]), to: index) }
      return [index]
    case .lineBreak: return [tree.add(.lineBreak, span)]
    case .tab:
      let index = tree.add(.span, span)
      tree.add(Attributes(classes: ["tab"]), to: index)
      return [index]
    case .picture(let picture):
      let image = tree.add(.image(source: picture.reference, title: ""), span)
      if !picture.alternative.isEmpty { tree.setChildren(of: image, to: [tree.add(.text(picture.alternative), span)]) }
      let sizes = [("width", picture.width), ("height", picture.height)].compactMap { key, size in size.map { Attributes.Pair(key, $0) } }
      tree.add(Attributes(id: picture.id, pairs: sizes), to: image)
      return [image]
    case .attachment(let box):
      attachments.append(box)
      return [tree.add(.attachment(Int32(attachments.count - 1)), span)]
    case .field(let field): return [tree.add(field, span)]
    case .wrapped(let wrapping, let inner): return [wrapped(wrapping, nodes(of: inner, span), span)]
    }
  }

  /// The inlines of all blocks of a tree, with spaces between them.
  private mutating func line(of part: Tree, _ span: SourceSpan) -> [Tree.Index] {
    let blocks = adopted(part, [], span)
    var out: [Tree.Index] = []
    var stack = Array(blocks.reversed())
    while let node = stack.popLast() {
      let children = Array(tree.children(of: node))
      guard let first = children.first, tree[first].kind.isInline else {
        stack += children.reversed()
        continue
      }
      if !out.isEmpty { out.append(tree.add(.softBreak, span)) }
      out += children
    }
    return out
  }

  private mutating func wrapped(_ wrapping: Inline.Wrapping, _ inner: [Tree.Index], _ span: SourceSpan) -> Tree.Index {
    let kind: Tree.Kind =
      switch wrapping {
      case .emphasis: .emphasis
      case .strong: .strong
      case .strikethrough: .strikethrough
      case .highlighted: .highlighted
      case .subscripted: .subscripted
      case .superscripted: .superscripted
      case .small: .small
      case .keyboard: .keyboard
      case .link(let destination): .link(destination: destination, title: "")
      case .span, .badge: .span
      }
    let index = add(kind, around: inner, span)
    switch wrapping {
    case .span(let attributes): tree.add(attributes, to: index)
    case .badge(let color):
      tree.add(Attributes(classes: ["badge"], pairs: color.map { [Attributes.Pair("color", $0)] } ?? []), to: index)
    default: break
    }
    return index
  }
}

/// How blocks are named in messages: a line of letters for each, outer blocks before inner ones.
struct SourceLines {
  private(set) var bytes: [UInt8] = []
  private(set) var runs: [Source.Run] = []
  private(set) var spans: [SourceSpan] = []

  init(of blocks: [BuiltBlock]) { add(blocks) }

  private mutating func add(_ blocks: [BuiltBlock]) {
    for block in blocks {
      let line = Array(block.line(letters: 120).utf8)
      runs.append(Source.Run(start: bytes.count, file: block.file.isEmpty ? "document" : block.file, line: max(block.line, 1)))
      spans.append(SourceSpan(bytes.count, bytes.count + line.count))
      bytes += line + [0x0A, 0x0A]
      switch block.kind {
      case .quote(let inner), .callout(_, _, let inner), .division(_, _, let inner): add(inner)
      case .list(_, let items): for item in items { add(item) }
      default: break
      }
    }
  }
}
