import TypesetDiagnostics

/// Turns a tree of HTML into nodes of Markdown. The parser bounds the nesting, so the recursion is bounded too.
struct HTMLConversion {
  let html: HTMLTree
  var extensions: HTMLExtensions
  /// Unknown names with a closing tag; others are shown as they are.
  let closed: Set<String>

  private var tree: Tree {
    get { extensions.tree }
    _modify { yield &extensions.tree }
  }

  // MARK: Blocks

  /// Blocks of HTML's children; what is in lines between them becomes paragraphs.
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
    return out
  }

  func isBlock(_ index: HTMLTree.Index) -> Bool {
    switch html.nodes[Int(index)].kind {
    case .text: return false
    case .markdown(let node): return !HTMLExtensions.isInline(tree[node].kind)
    case .element(let name, let pairs):
      // `<Card title="…" />`
      if html.children(of: index).isEmpty, !HTMLNames.isKnown(name),
        pairs.contains(where: { ["title", "label", "caption", "description"].contains($0.key) && !$0.value.isEmpty })
      {
        return true
      }
      // `<a>` or an unknown element around blocks is one itself.
      return HTMLNames.isBlock(name)
        || !isHidden(name) && html.children(of: index).contains { isBlock($0) }
    }
  }

  /// True if what is in such an element is left out. Not where nothing ends it: it would be the rest of the document.
  func isHidden(_ name: String) -> Bool { HTMLNames.isHidden(name) && (closed.contains(name) || HTMLNames.void.contains(name)) }

  mutating func sayUnclosed(_ name: String, _ span: SourceSpan) {
    extensions.say(
      "html.unclosed", at: span, "<\(name)> is never closed", hint: "close it with </\(name)>; what follows is shown without it")
  }

  private mutating func flush(_ line: inout [HTMLTree.Index], into out: inout [Tree.Index]) {
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
  /// How many elements are around the block that is being made.
  private var depth = 0

  init(html: HTMLTree, closed: Set<String>) {
    self.html = html
    self.closed = closed
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

  // The content is made before it is looked at: `trimmed(inlines(of: …))` would look at the tree from before.
  private mutating func trimmedInlines(of children: [HTMLTree.Index]) -> [Tree.Index] {
    let content = inlines(of: children)
    return trimmed(content)
  }

  private mutating func trimmedFlattened(_ children: [HTMLTree.Index]) -> [Tree.Index] {
    let content = flattened(children)
    return trimmed(content)
  }

  func trimmed(_ content: [Tree.Index]) -> [Tree.Index] {
    func isSpace(_ index: Tree.Index) -> Bool {
      switch tree[index].kind {
      case .softBreak, .lineBreak: true
      case .text(let text): text.utf8.allSatisfy(ASCII.isBlank)
      default: false
      }
    }
    guard let first = content.firstIndex(where: { !isSpace($0) }), let last = content.lastIndex(where: { !isSpace($0) }) else { return [] }
    return Array(content[first...last])
  }

  private mutating func block(_ index: HTMLTree.Index) -> [Tree.Index] {
    switch html.nodes[Int(index)].kind {
    case .text: return []
    case .markdown(let node): return [anchored(node)]
    case .element(let name, let pairs):
      depth += 1
      defer { depth -= 1 }
      // What nests deeper than any page shows is set at this level.
      guard depth <= 50 else { return blocks(of: html.children(of: index)) }
      let tag = extensions.places.tag(name)
      let span = tag?.span ?? extensions.places.here
      let attributes = Self.attributes(name, pairs)
      let nodes = block(name, index, attributes, span, written: tag?.text ?? "<\(name)>")
      if let first = nodes.first { _ = anchored(first) }
      return nodes + pageBreak(attributes)
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
    switch name {
    case "p":
      if children.contains(where: { isBlock($0) }) {
        // A `p` that is never closed reaches over whatever follows, which is not its own.
        let content = blocks(of: children)
        return attributes.isEmpty || !closed.contains(name) ? content : element(.division, content)
      }
      let content = trimmedInlines(of: children)
      if content.isEmpty { return [] }
      if content.count == 1, case .math(let formula) = tree[content[0]].kind, formula.isDisplay {
        return [tree.add(.mathBlock(formula), span)]
      }
      return element(.paragraph, content)
    case "h1", "h2", "h3", "h4", "h5", "h6":
      return element(.heading(level: name.utf8.last.map { Int($0) - 0x30 } ?? 1), trimmedFlattened(children))
    case "blockquote": return element(.blockQuote, blocks(of: children))
    case "pre":
      let info = codeLanguage(of: children)
      let node = tree.add(.codeBlock(info: info, literal: plainText(of: children).droppingFirstNewline()), span)
      tree.add(info.isEmpty ? attributes : attributes.merged(with: Attributes(classes: [info])), to: node)
      return [node]
    case "ul", "ol", "menu", "dir": return element(list(name, attributes, children), items(of: children, span))
    case "dl":
      // What is before the first term or after the last definition is none of the list's.
      let parts = children.indices.filter { ["dt", "dd", "div"].contains(self.name(of: children[$0])) }
      guard let first = parts.first, let last = parts.last else { return blocks(of: children) }
      let above = blocks(of: Array(children[..<first]))
      let list = element(.definitionList, definitions(of: Array(children[first...last])))
      return above + list + blocks(of: Array(children[(last + 1)...]))
    case "hr": return element(.thematicBreak, [])
    case "details": return details(children, attributes, span)
    case "figure": return figure(children, attributes, span)
    case "table":
      let table = table(children)
      return table.above + (table.rows.isEmpty ? [] : element(.table(table.columns), table.rows)) + table.below
    default:
      guard HTMLNames.isBlock(name) || HTMLNames.inlines[name] != nil || name == "a" else {
        if HTMLNames.isHidden(name) {
          sayUnclosed(name, span)
          return blocks(of: children)
        }
        let words = words(of: index, name, span)
        guard !words.isEmpty else { return unknown(name, span, written: written) + blocks(of: children) }
        return words.filter { !$0.isBelow }.map(\.node) + blocks(of: children) + words.filter(\.isBelow).map(\.node)
      }
      let content = blocks(of: children)
      if let callout = Self.callout(attributes), !content.isEmpty {
        return element(.callout(Tree.Callout(.admonition, kind: callout.kind)), titled(content, callout, span))
      }
      return content.isEmpty && attributes.id == nil ? [] : element(.division, content)
    }
  }

  /// What an unknown element says in its attributes, a paragraph each: its title, its file and its description go before its content, its
  /// caption after it, with its number (mdBook's `<Listing number="2-1" file-name="a.rs" caption="…">`, MDX' `<Card title="…">`).
  private mutating func words(of index: HTMLTree.Index, _ name: String, _ span: SourceSpan) -> [(node: Tree.Index, isBelow: Bool)] {
    guard case .element(_, let pairs) = html.nodes[Int(index)].kind else { return [] }
    func value(_ key: String) -> String { pairs.first { $0.key == key }?.value ?? "" }
    func paragraph(_ kinds: [Tree.Kind]) -> Tree.Index {
      let nodes = kinds.map { tree.add($0, span) }
      return tree.add(.paragraph, around: nodes)
    }
    var out: [(node: Tree.Index, isBelow: Bool)] = []
    let title = value("title").isEmpty ? value("label") : value("title")
    if !title.isEmpty {
      let text = tree.add(.text(title), span)
      let strong = tree.add(.strong, around: [text])
      out.append((tree.add(.paragraph, around: [strong]), false))
    }
    if !value("file-name").isEmpty { out.append((paragraph([.code(value("file-name"))]), false)) }
    if !value("description").isEmpty { out.append((paragraph([.text(value("description"))]), false)) }
    let number = value("number").isEmpty ? "" : "\(tagName(name)) \(value("number"))"
    let caption = value("caption")
    guard !caption.isEmpty || !number.isEmpty && !out.isEmpty else { return out }
    // Captions have their code in backticks.
    var kinds: [Tree.Kind] = number.isEmpty ? [] : [.text(caption.isEmpty ? number : number + ". ")]
    for (position, piece) in caption.split(separator: "`", omittingEmptySubsequences: false).enumerated() where !piece.isEmpty {
      kinds.append(position % 2 == 1 ? .code(String(piece)) : .text(String(piece)))
    }
    return out + [(paragraph(kinds), true)]
  }

  private func tagName(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// An unknown element around blocks: its content, after its tag where that is shown.
  private mutating func unknown(_ name: String, _ span: SourceSpan, written: String) -> [Tree.Index] {
    if closed.contains(name) {
      sayUnknown(name, span)
      return []
    }
    let text = tree.add(.text(written), span)
    return [tree.add(.paragraph, around: [text])]
  }

  mutating func sayUnknown(_ name: String, _ span: SourceSpan) {
    extensions.say(
      "html.unknown-tag", at: span, "unknown element <\(name)>", hint: "its content is shown; write \\<\(name)> for the tag itself")
  }

  private mutating func details(_ children: [HTMLTree.Index], _ attributes: Attributes, _ span: SourceSpan) -> [Tree.Index] {
    let node = tree.add(.callout(Tree.Callout(.details, kind: "details")), span)
    var nodes: [Tree.Index] = []
    var rest = children
    if let summary = children.firstIndex(where: { self.name(of: $0) == "summary" }) {
      let title = tree.add(.title, extensions.places.tag("summary")?.span ?? span)
      tree.setChildren(of: title, to: trimmedFlattened(html.children(of: children[summary])))
      addAttributes(of: children[summary], to: title)
      nodes.append(title)
      rest.remove(at: summary)
    }
    tree.setChildren(of: node, to: nodes + blocks(of: rest))
    tree.add(attributes, to: node)
    return [node]
  }

  private mutating func figure(_ children: [HTMLTree.Index], _ attributes: Attributes, _ span: SourceSpan) -> [Tree.Index] {
    let node = tree.add(.figure, span)
    let content = blocks(of: children.filter { name(of: $0) != "figcaption" })
    var captions: [Tree.Index] = []
    for child in children where name(of: child) == "figcaption" {
      let caption = tree.add(.caption, extensions.places.tag("figcaption")?.span ?? span)
      tree.setChildren(of: caption, to: trimmedFlattened(html.children(of: child)))
      addAttributes(of: child, to: caption)
      captions.append(caption)
    }
    if !captions.isEmpty {
      // The alternative of a picture that has a caption is no caption.
      for block in content {
        for inline in tree.children(of: block) {
          if case .image = tree[inline].kind { tree.add(Attributes(pairs: [Attributes.Pair("caption", "")]), to: inline) }
        }
      }
    }
    let isAbove =
      children.first { if case .text(let text) = html.nodes[Int($0)].kind { !text.allSatisfy(ASCII.isBlank) } else { true } }
      .map { name(of: $0) == "figcaption" } ?? false
    tree.setChildren(of: node, to: isAbove ? captions + content : content + captions)
    tree.add(attributes, to: node)
    return [node]
  }

  // MARK: Lists

  func name(of index: HTMLTree.Index) -> String? {
    if case .element(let name, _) = html.nodes[Int(index)].kind { name } else { nil }
  }

  private func list(_ name: String, _ attributes: Attributes, _ children: [HTMLTree.Index]) -> Tree.Kind {
    let isLoose = children.contains { item in html.children(of: item).contains { self.name(of: $0) == "p" } }
    return .list(start: name == "ol" ? attributes["start"].flatMap { Int($0) } ?? 1 : nil, isTight: !isLoose)
  }

  private mutating func items(of children: [HTMLTree.Index], _ span: SourceSpan) -> [Tree.Index] {
    var out: [Tree.Index] = []
    for run in runs(of: children, named: ["li"]) {
      if name(of: run[0]) == "li" {
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
    for run in runs(of: children, named: ["dt", "dd", "div"]) {
      switch name(of: run[0]) {
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

  /// Elements of these names, each alone, and what is between two of them.
  private func runs(of children: [HTMLTree.Index], named names: Set<String>) -> [[HTMLTree.Index]] {
    var out: [[HTMLTree.Index]] = []
    var wasNamed = true
    for child in children {
      let isNamed = name(of: child).map { names.contains($0) } ?? false
      if isNamed || wasNamed { out.append([child]) } else { out[out.count - 1].append(child) }
      wasNamed = isNamed
    }
    return out
  }

  /// What is between the parts of a list belongs to the part above, if that is of the same kind.
  private mutating func addStray(_ stray: [HTMLTree.Index], to parts: inout [Tree.Index], _ kind: Tree.Kind) {
    let nodes = blocks(of: stray)
    if nodes.isEmpty { return }
    let isBelowTerm = parts.last.map { if case .definitionTerm = tree[$0].kind { true } else { false } } ?? false
    if let last = parts.last, !isBelowTerm {
      tree.setChildren(of: last, to: Array(tree.children(of: last)) + nodes)
    } else {
      let part = tree.add(kind, extensions.places.here)
      tree.setChildren(of: part, to: nodes)
      parts.append(part)
    }
  }

  // MARK: What HTML says otherwise

  /// `page-break-after: always` and `break-after: page`; before is the same for a block that has nothing else to say.
  private mutating func pageBreak(_ attributes: Attributes) -> [Tree.Index] {
    let style = (attributes["style"] ?? "").lowercased().filter { !$0.isWhitespace }
    let isBreak =
      ["page-break-after:always", "break-after:page", "page-break-before:always", "break-before:page"].contains { style.contains($0) }
      || attributes.classes.contains { ["pagebreak", "page-break", "newpage"].contains($0.lowercased()) }
    return isBreak ? [tree.add(.pageBreak, extensions.places.here)] : []
  }

  private mutating func addAttributes(of element: HTMLTree.Index, to node: Tree.Index) {
    guard case .element(let name, let pairs) = html.nodes[Int(element)].kind, !pairs.isEmpty else { return }
    tree.add(Self.attributes(name, pairs), to: node)
  }

  static func attributes(_ name: String, _ pairs: [Attributes.Pair]) -> Attributes {
    var out = Attributes()
    for pair in pairs {
      switch pair.key {
      case "id" where !pair.value.isEmpty: out.id = pair.value
      case "name" where name == "a" && out.id == nil && !pair.value.isEmpty: out.id = pair.value
      case "class": out.classes += pair.value.split(whereSeparator: \.isWhitespace).map(String.init)
      case "color" where name == "font": out.pairs.append(Attributes.Pair("style", "color:" + pair.value))
      case "href", "src", "alt", "title", "target", "rel", "srcset", "sizes", "loading", "markdown": break
      default: if !pair.key.hasPrefix("on"), !pair.key.hasPrefix("data-") { out.pairs.append(pair) }
      }
    }
    if name == "center" { out.pairs.append(Attributes.Pair("align", "center")) }
    return out
  }

  private func codeLanguage(of children: [HTMLTree.Index]) -> String {
    for child in children {
      guard case .element("code", let pairs) = html.nodes[Int(child)].kind, let names = pairs.first(where: { $0.key == "class" }) else {
        continue
      }
      for name in names.value.split(separator: " ") where name.hasPrefix("language-") || name.hasPrefix("lang-") {
        return String(name.drop { $0 != "-" }.dropFirst())
      }
    }
    return ""
  }

  /// The text below some nodes, as it was written.
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
  /// The text of a Markdown node and of all below it.
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
