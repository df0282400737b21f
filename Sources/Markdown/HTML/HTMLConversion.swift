import TypesetDiagnostics

/// Converts a tree of HTML to nodes of Markdown. The parser bounds the nesting, so the recursion is bounded too.
struct HTMLConversion {
  let html: HTMLTree
  var extensions: HTMLExtensions
  /// Unknown names with a closing tag; others are shown as they are.
  let closed: Set<String>
  /// Names of elements that are not shown, of which at least one has no closing tag.
  private let unclosed: Set<String>

  private var tree: Tree {
    get { extensions.tree }
    _modify { yield &extensions.tree }
  }

  // MARK: Blocks

  /// Blocks of HTML's children; inlines between them become paragraphs.
  mutating func blocks(of children: [HTMLTree.Index]) -> [Tree.Index] {
    var out: [Tree.Index] = []
    var line: [HTMLTree.Index] = []
    for child in children {
      guard isBlock(child) else {
        line.append(child)
        continue
      }
      flush(&line, into: &out)
      out += block(child)
    }
    flush(&line, into: &out)
    return FileTree.lists(of: out, in: &tree)
  }

  func isBlock(_ index: HTMLTree.Index) -> Bool {
    switch html.nodes[Int(index)].kind {
    case .text: return false
    case .markdown(let node): return !HTMLExtensions.isInline(tree[node].kind)
    case .element(let name, let pairs):
      // `<Card title="…" />`
      if !HTMLNames.isKnown(name), name != "badge", !HTMLElementWords(name, pairs).isEmpty { return true }
      // `<a>` or an unknown element around blocks is one itself.
      return HTMLNames.isBlock(name)
        || !isHidden(name) && html.children(of: index).contains { isBlock($0) }
    }
  }

  /// True if the content of such an element is dropped. Not without an end tag: it would be the rest of the document.
  func isHidden(_ name: String) -> Bool {
    HTMLNames.isHidden(name) && (closed.contains(name) && !unclosed.contains(name) || HTMLNames.void.contains(name))
  }

  private mutating func flush(_ line: inout [HTMLTree.Index], into out: inout [Tree.Index]) {
    // Pictures that are boxes beside each other are a paragraph each.
    if let first = line.first, cells.contains(first), let pictures = html.pictures(line), pictures.count > 1 {
      for picture in pictures {
        line = [picture]
        cells.remove(picture)
        flush(&line, into: &out)
      }
      return
    }
    let content = trimmedInlines(of: line)
    line = []
    guard !content.isEmpty else { return }
    if content.count == 1, case .math(let span) = tree[content[0]].kind, span.isDisplay {
      out.append(tree.add(.mathBlock(span), span.span))
      return
    }
    // Anchors alone belong to the block below.
    if content.allSatisfy({ extensions.isAnchor($0) }) {
      pendingAnchors += content.compactMap { tree.attributes(of: $0)?.id }
      return
    }
    let paragraph = tree.add(.paragraph, around: content)
    out.append(anchored(paragraph))
  }

  private var pendingAnchors: [String] = []
  /// The number of elements around the current block.
  private var depth = 0
  private var cells: Set<HTMLTree.Index> = []

  init(html: HTMLTree, closed: Set<String>, unclosed: Set<String>) {
    self.html = html
    (self.closed, self.unclosed) = (closed, unclosed)
    extensions = HTMLExtensions(tree: Tree(nodes: []), spans: MathSpans(), source: [])
  }

  /// Gives a block the anchors that were above it.
  private mutating func anchored(_ index: Tree.Index) -> Tree.Index {
    if !pendingAnchors.isEmpty {
      tree.add(Attributes(pairs: pendingAnchors.map { Attributes.Pair("anchor", $0) }), to: index)
      pendingAnchors = []
    }
    return index
  }

  // The content must be made first: `trimmed(inlines(of: …))` would look at the old tree.
  private mutating func trimmedInlines(of children: [HTMLTree.Index]) -> [Tree.Index] {
    let content = inlines(of: children)
    return trimmed(content)
  }

  private mutating func trimmedFlattened(_ children: [HTMLTree.Index]) -> [Tree.Index] {
    let content = flattened(children)
    return trimmed(content)
  }

  func trimmed(_ content: [Tree.Index]) -> [Tree.Index] { OuterBlanks.removed(from: content, in: tree) }

  private mutating func block(_ index: HTMLTree.Index) -> [Tree.Index] {
    switch html.nodes[Int(index)].kind {
    case .text: return []
    case .markdown(let node): return [anchored(node)]
    case .element(let name, let pairs):
      depth += 1
      defer { depth -= 1 }
      // Blocks that nest deeper than any page shows are flattened.
      guard depth <= 50 else { return blocks(of: html.children(of: index)) }
      if HTMLElementWords.areCells(in: pairs) { cells.formUnion(html.children(of: index)) }
      let tag = extensions.places.tag(name)
      let span = tag?.span ?? extensions.places.here
      let attributes = Attributes(element: name, pairs)
      let nodes = block(name, index, attributes, span, written: tag?.text ?? "<\(name)>")
      if let first = nodes.first { _ = anchored(first) }
      return attributes.endsPage ? nodes + [tree.add(.pageBreak, extensions.places.here)] : nodes
    }
  }

  private mutating func block(
    _ name: String, _ index: HTMLTree.Index, _ attributes: Attributes, _ span: SourceSpan, written: String
  ) -> [Tree.Index] {
    let children = html.children(of: index)
    func element(_ kind: Tree.Kind, _ nodes: [Tree.Index]) -> [Tree.Index] {
      let node = tree.add(kind, span)
      tree.setChildren(of: node, to: nodes)
      tree.add(attributes, to: node)
      return [node]
    }
    let kind = HTMLElementWords.headingName(name, html.pairs(of: index), isAlone: children.count < 4) ?? name
    switch kind {
    case "p":
      if children.contains(where: { isBlock($0) }) {
        // A `p` that is never closed contains whatever follows, which does not belong to it.
        let content = blocks(of: children)
        return attributes.isEmpty || !closed.contains(name) ? content : element(.division, content)
      }
      guard case let content = trimmedInlines(of: children), !content.isEmpty else { return [] }
      if content.count == 1, case .math(let formula) = tree[content[0]].kind, formula.isDisplay {
        return [tree.add(.mathBlock(formula), span)]
      }
      return element(.paragraph, content)
    case "h1", "h2", "h3", "h4", "h5", "h6":
      return element(.heading(level: kind.utf8.last.map { Int($0) - 0x30 } ?? 1), trimmedFlattened(children))
    case "blockquote": return element(.blockQuote, blocks(of: children))
    case "pre":
      let info = html.codeLanguage(of: children)
      let node = tree.add(.codeBlock(info: info, literal: plainText(of: children).droppingFirstNewline()), span)
      tree.add(info.isEmpty ? attributes : attributes.merged(with: Attributes(classes: [info])), to: node)
      return [node]
    case "ul", "ol", "menu", "dir":
      return element(html.list(name, attributes, children, at: span, &extensions.diagnostics), items(of: children, span))
    case "dl":
      // Content before the first term or after the last definition is not part of the list.
      let parts = children.indices.filter { ["dt", "dd", "div"].contains(html.name(of: children[$0])) }
      guard let first = parts.first, let last = parts.last else { return blocks(of: children) }
      let above = blocks(of: Array(children[..<first]))
      let list = element(.definitionList, definitions(of: Array(children[first...last])))
      return above + list + blocks(of: Array(children[(last + 1)...]))
    case "hr": return element(.thematicBreak, [])
    case "details": return details(children, attributes, span)
    case "figure": return figure(children, attributes, span)
    case "table":
      let table = table(children)
      return table.above + (table.rows.isEmpty ? [] : table.named(element(.table(table.columns), table.rows), in: &tree)) + table.below
    default:
      if let callout = HTMLCallout.component(written, html.pairs(of: index)), !children.isEmpty {
        let content = blocks(of: children)
        let title = callout.writtenTitle(span, in: &tree)
        let nodes = element(.callout(callout.callout), title + content)
        if let number = callout.number { tree.add(Attributes(pairs: [Attributes.Pair("theorem-number", number)]), to: nodes[0]) }
        return nodes
      }
      guard HTMLNames.isBlock(name) || HTMLNames.inlines[name] != nil || name == "a" else {
        if HTMLNames.isHidden(name) {
          extensions.sayUnclosed(name, span)
          return blocks(of: children)
        }
        if let file = FileTree.entry(name, html.pairs(of: index)) { return [FileTree.item(file, span, blocks(of: children), in: &tree)] }
        let words = HTMLElementWords(name, html.pairs(of: index))
        guard !words.isEmpty else {
          let tag = unknown(name, html.pairs(of: index), span, written: written)
          let content = blocks(of: children)
          if tag.isEmpty { words.link(content, span, in: &tree) }
          return tag + content
        }
        if children.isEmpty, let figure = words.figure(ofTag: written, span, in: &tree) { return [figure] }
        return words.around(blocks(of: children), span, isCell: cells.contains(index), in: &tree)
      }
      let content = blocks(of: children)
      if let callout = HTMLCallout.named(by: attributes), !content.isEmpty {
        return element(.callout(Tree.Callout(.admonition, kind: callout.kind)), callout.titled(content, span, in: &tree))
      }
      if content.isEmpty, extensions.isNothing(attributes, span) { return [] }
      let division = element(.division, content)
      return [CrossReferenceBlocks.read(division[0], in: &tree)]
    }
  }

  /// An unknown element around blocks: its content, after its tag where that is shown.
  private mutating func unknown(_ name: String, _ pairs: [Attributes.Pair], _ span: SourceSpan, written: String) -> [Tree.Index] {
    if closed.contains(name) && !written.hasSuffix("/>") || HTMLNames.isCustom(name, pairs) {
      extensions.sayUnknown(name, span, written: written)
      return []
    }
    if extensions.isComponent(written) {
      extensions.sayComponent(written, span)
      return []
    }
    let text = tree.add(.text(written), span)
    return [tree.add(.paragraph, around: [text])]
  }

  private mutating func details(_ children: [HTMLTree.Index], _ attributes: Attributes, _ span: SourceSpan) -> [Tree.Index] {
    let node = tree.add(.callout(Tree.Callout(.details, kind: "details")), span)
    let summary = children.first { html.name(of: $0) == "summary" }
    var nodes: [Tree.Index] = []
    if let summary {
      let title = tree.add(.title, extensions.places.tag("summary")?.span ?? span)
      tree.setChildren(of: title, to: trimmedFlattened(html.children(of: summary)))
      addAttributes(of: summary, to: title)
      nodes.append(title)
    }
    tree.setChildren(of: node, to: nodes + blocks(of: children.filter { $0 != summary }))
    tree.add(attributes, to: node)
    return [node]
  }

  private mutating func figure(_ children: [HTMLTree.Index], _ attributes: Attributes, _ span: SourceSpan) -> [Tree.Index] {
    let node = tree.add(.figure, span)
    let content = blocks(of: children.filter { html.name(of: $0) != "figcaption" })
    var captions: [Tree.Index] = []
    for child in children where html.name(of: child) == "figcaption" {
      let caption = tree.add(.caption, extensions.places.tag("figcaption")?.span ?? span)
      tree.setChildren(of: caption, to: trimmedFlattened(html.children(of: child)))
      addAttributes(of: child, to: caption)
      captions.append(caption)
    }
    // A figure of HTML has the caption that stands in it, or none: the alternative text of its picture is not one.
    for block in content {
      for inline in Array(tree.children(of: block)) {
        if case .image = tree[inline].kind { tree.add(Attributes(pairs: [Attributes.Pair("caption", "")]), to: inline) }
      }
    }
    let isAbove =
      children.first { if case .text(let text) = html.nodes[Int($0)].kind { !text.allSatisfy(ASCII.isBlank) } else { true } }
      .map { html.name(of: $0) == "figcaption" } ?? false
    tree.setChildren(of: node, to: isAbove ? captions + content : content + captions)
    tree.add(attributes, to: node)
    if content.contains(where: { tree[$0].kind == .figure }) { CompoundFigure.note(node, in: &tree) }
    return [node]
  }

  // MARK: Lists

  private mutating func items(of children: [HTMLTree.Index], _ span: SourceSpan) -> [Tree.Index] {
    var out: [Tree.Index] = []
    for run in html.runs(of: children, named: ["li"]) {
      if html.name(of: run[0]) == "li" {
        let item = tree.add(.item(isChecked: nil), extensions.places.tag("li")?.span ?? span)
        tree.setChildren(of: item, to: blocks(of: html.children(of: run[0])))
        addAttributes(of: run[0], to: item)
        out.append(item)
      } else {
        addStray(run, to: &out, .item(isChecked: nil))
      }
    }
    return out
  }

  private mutating func definitions(of children: [HTMLTree.Index]) -> [Tree.Index] {
    var out: [Tree.Index] = []
    for run in html.runs(of: children, named: ["dt", "dd", "div"]) {
      switch html.name(of: run[0]) {
      case "dt":
        let term = tree.add(.definitionTerm, extensions.places.tag("dt")?.span ?? extensions.places.here)
        tree.setChildren(of: term, to: trimmedFlattened(html.children(of: run[0])))
        addAttributes(of: run[0], to: term)
        out.append(term)
      case "dd":
        let definition = tree.add(.definition, extensions.places.tag("dd")?.span ?? extensions.places.here)
        tree.setChildren(of: definition, to: blocks(of: html.children(of: run[0])))
        addAttributes(of: run[0], to: definition)
        out.append(definition)
      case "div": out += definitions(of: html.children(of: run[0]))
      default: addStray(run, to: &out, .definition)
      }
    }
    return out
  }

  /// Content between the parts of a list belongs to the part above, if that is of the same kind.
  private mutating func addStray(_ stray: [HTMLTree.Index], to parts: inout [Tree.Index], _ kind: Tree.Kind) {
    let nodes = blocks(of: stray)
    if nodes.isEmpty { return }
    let isBelowTerm = parts.last.map { if case .definitionTerm = tree[$0].kind { true } else { false } } ?? false
    if let last = parts.last, !isBelowTerm {
      tree.setChildren(of: last, to: Array(tree.children(of: last)) + nodes)
    } else {
      parts.append(tree.add(kind, extensions.places.here))
      tree.setChildren(of: parts[parts.count - 1], to: nodes)
    }
  }

  private mutating func addAttributes(of element: HTMLTree.Index, to node: Tree.Index) {
    guard case .element(let name, let pairs) = html.nodes[Int(element)].kind, !pairs.isEmpty else { return }
    tree.add(Attributes(element: name, pairs), to: node)
  }

  /// The text of some nodes, as it was written.
  func plainText(of children: [HTMLTree.Index]) -> String {
    var out = ""
    for child in children {
      switch html.nodes[Int(child)].kind {
      case .text(let text): out += extensions.spans.restored(text, from: extensions.source)
      case .markdown(let node): out += extensions.plainText(of: node)
      case .element("br", _): out += "\n"
      case .element: out += plainText(of: html.children(of: child))
      }
    }
    return out
  }
}

extension String {
  /// HTML: a line end right after `<pre>` is not part of it.
  func droppingFirstNewline() -> String { hasPrefix("\n") ? String(dropFirst()) : self }
}

extension HTMLExtensions {
  /// The text of a Markdown node and its descendants.
  func plainText(of index: Tree.Index) -> String {
    var out = ""
    var stack = [index]
    while let node = stack.popLast() {
      switch tree[node].kind {
      case .text(let text), .code(let text), .codeBlock(_, let text): out += text
      case .softBreak, .lineBreak: out += "\n"
      case .math(let span), .mathBlock(let span): out += String(decoding: source[span.span.range(within: source.count)], as: UTF8.self)
      default: stack += Array(tree.children(of: node)).reversed()
      }
    }
    return out
  }
}
