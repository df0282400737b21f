import TypesetDiagnostics

extension HTMLConversion {
  /// The inlines of some children.
  mutating func inlines(of children: [HTMLTree.Index]) -> [Tree.Index] {
    var out: [Tree.Index] = []
    for child in children {
      switch html.nodes[Int(child)].kind {
      case .text(let text): out += self.text(text)
      case .markdown(let node) where HTMLExtensions.isInline(extensions.tree[node].kind): out.append(node)
      case .markdown(let node):
        if out.contains(where: { !isSpace($0) }) { out.append(extensions.tree.add(.lineBreak, extensions.places.here)) }
        out += extensions.tree.line(of: node)
      case .element(let name, let pairs): out += inline(name, pairs, child)
      }
    }
    return out
  }

  /// The inlines of children, which may be blocks, with line breaks between these.
  mutating func flattened(_ children: [HTMLTree.Index]) -> [Tree.Index] {
    var out: [Tree.Index] = []
    for child in children {
      let isBlock: Bool
      var nodes: [Tree.Index]
      switch html.nodes[Int(child)].kind {
      case .element(let name, _) where HTMLNames.isBlock(name):
        isBlock = true
        _ = extensions.places.tag(name)
        nodes = flattened(html.children(of: child))
        if name == "li" { nodes.insert(extensions.tree.add(.text("• "), extensions.places.here), at: 0) }
      case .markdown(let node) where !HTMLExtensions.isInline(extensions.tree[node].kind):
        isBlock = true
        nodes = extensions.tree.line(of: node)
      default:
        isBlock = false
        nodes = inlines(of: [child])
      }
      if isBlock, !nodes.isEmpty, out.contains(where: { !isSpace($0) }) {
        out.append(extensions.tree.add(.lineBreak, extensions.places.here))
      }
      out += nodes
    }
    return out
  }

  private func isSpace(_ index: Tree.Index) -> Bool {
    switch extensions.tree[index].kind {
    case .softBreak: true
    case .text(let text): text.utf8.allSatisfy(ASCII.isBlank)
    default: false
    }
  }

  /// Text of HTML: white space is one space, a line end a soft break; formulas in it are formulas.
  private mutating func text(_ bytes: [UInt8]) -> [Tree.Index] {
    var out: [Tree.Index] = []
    func add(_ run: [UInt8]) {
      guard !run.isEmpty else { return }
      let span = extensions.places.text(run)
      out.append(extensions.tree.add(.text(String(decoding: run, as: UTF8.self)), span))
    }
    for part in extensions.spans.parts(of: bytes) {
      switch part {
      case .formula(let number):
        let formula = extensions.spans.formulas[number]
        let list = extensions.spans.attributes[number]
        let node = extensions.tree.add(list == nil ? .math(formula) : .text(""), formula.span)
        if let list { extensions.tree.add(list, to: node) }
        out.append(node)
      case .text(let text):
        var run: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
          guard ASCII.isBlank(text[index]) else {
            run.append(text[index])
            index += 1
            continue
          }
          var isLineEnd = false
          while index < text.endIndex, ASCII.isBlank(text[index]) {
            if text[index] == ASCII.newline { isLineEnd = true }
            index += 1
          }
          guard isLineEnd else {
            run.append(ASCII.space)
            continue
          }
          add(run)
          run = []
          out.append(extensions.tree.add(.softBreak, extensions.places.here))
        }
        add(run)
      }
    }
    return out
  }

  private mutating func inline(_ name: String, _ pairs: [Attributes.Pair], _ index: HTMLTree.Index) -> [Tree.Index] {
    let tag = extensions.places.tag(name)
    let span = tag?.span ?? extensions.places.here
    let children = html.children(of: index)
    let attributes = Attributes(element: name, pairs)
    func value(_ key: String) -> String? { pairs.first { $0.key == key }?.value }
    /// Formulas are not looked for in tags on one line, but in those over several lines.
    func words(_ key: String) -> String { extensions.spans.restored(Array((value(key) ?? "").utf8), from: extensions.source) }
    func element(_ kind: Tree.Kind, _ nodes: [Tree.Index], _ attributes: Attributes) -> [Tree.Index] {
      let node = extensions.tree.add(kind, span)
      extensions.tree.setChildren(of: node, to: nodes)
      extensions.tree.add(attributes, to: node)
      return [node]
    }
    func leaf(_ kind: Tree.Kind) -> [Tree.Index] { [extensions.tree.add(kind, span)] }
    if name == "span", let math = extensions.formula(html, children, attributes, plainText(of: children), span) { return leaf(.math(math)) }
    if name == "i", let icon = IconNames.named(value("class"), plainText(of: children)) { return leaf(icon) }
    switch name {
    case "br": return leaf(.lineBreak)
    case "wbr": return leaf(.text("\u{200B}"))
    case "img":
      let source = LightPictures.shown(words("src").isEmpty ? words("data-src") : words("src"))
      guard !source.isEmpty else { return [] }
      let alternative = extensions.tree.add(.text(words("alt")), span)
      var attributes = attributes
      attributes.pairs.append(Attributes.Pair("caption", ""))
      attributes.fitLetters()
      return element(.image(source: source, title: words("title")), words("alt").isEmpty ? [] : [alternative], attributes)
    case "a":
      guard let target = value("href"), !target.isEmpty else { return element(.span, inlines(of: children), attributes) }
      return element(.link(destination: words("href"), title: words("title")), inlines(of: children), attributes)
    case "code", "tt", "samp":
      if children.isEmpty, let tag, tag.text.hasPrefix("<Code") { return code(ofComponent: value("code"), tag.text, span) }
      if children.allSatisfy({ extensions.isPlain(html, $0) }) { return element(HTMLCode.of(plainText(of: children)), [], attributes) }
      if children.allSatisfy({ extensions.isPlain(html, $0) || html.isLineBreak($0) }) {
        let lines = children.map { html.isLineBreak($0) ? nil : plainText(of: [$0]) }
        return element(.span, extensions.code(lines, span), attributes)
      }
      return element(.span, HTMLCode.made(of: inlines(of: children), in: &extensions.tree), attributes)
    case "svg":
      let title = children.first { if case .element("title", _) = html.nodes[Int($0)].kind { true } else { false } }
      let words = title.map { plainText(of: html.children(of: $0)) } ?? ""
      if let tag, let picture = extensions.drawing(pairs, title: words, at: Int(tag.span.start)) { return picture }
    case "q": return leaf(.text("“")) + inlines(of: children) + leaf(.text("”"))
    case "rt": return leaf(.text(" (")) + inlines(of: children) + leaf(.text(")"))
    case "abbr", "acronym": return element(.abbreviation(meaning: words("title")), inlines(of: children), attributes)
    case "badge":
      let text = words("text")
      return element(.span, text.isEmpty ? inlines(of: children) : leaf(.text(text)), Attributes(classes: ["badge"]))
    case "input":
      guard value("type") == "checkbox" else { return [] }
      return leaf(.text(pairs.contains { $0.key == "checked" } ? "☑" : "☐"))
    default: break
    }
    if HTMLNames.isHidden(name), !isHidden(name), !children.isEmpty {
      extensions.sayUnclosed(name, span)
      return inlines(of: children)
    }
    if HTMLNames.silent.contains(name) { return [] }
    if HTMLNames.refused.contains(name) {
      extensions.say("html.not-shown", at: span, "<\(name)> cannot be shown on paper")
      return []
    }
    if let kind = HTMLNames.inlines[name] { return element(kind, inlines(of: children), attributes) }
    if HTMLNames.isBlock(name) { return flattened([index]) }
    let isWhole = tag.map { extensions.isComponent($0.text) } == true
    if let key = HTMLElementWords.tip(name, pairs) {
      return isWhole ? leaf(.text(words(key))) + inlines(of: children) : inlines(of: children) + leaf(.text(" (\(words(key)))"))
    }
    if isWhole, let tag { return (extensions.picture(ofComponent: tag.text, span) ?? []) + inlines(of: children) }
    guard !closed.contains(name) || tag?.text.hasSuffix("/>") == true, !HTMLNames.isCustom(name, pairs) else {
      extensions.sayUnknown(name, span, written: tag?.text ?? name)
      // `<LinkButton href="/start">Start</LinkButton>`
      let address = words("href")
      return address.isEmpty ? inlines(of: children) : element(.link(destination: address, title: ""), inlines(of: children), Attributes())
    }
    // A placeholder such as `<name>`: the tag is the text.
    return leaf(.text(tag?.text ?? "<\(name)>")) + inlines(of: children)
  }

  /// Starlight's `<Code code="…" lang="js" />`; nothing, which is said, where the code is an expression.
  private mutating func code(ofComponent literal: String?, _ tag: String, _ span: SourceSpan) -> [Tree.Index] {
    guard let literal else {
      extensions.sayComponent(tag, span)
      return []
    }
    return [extensions.tree.add(.code(literal), span)]
  }
}

extension Tree {
  /// What a block has to say within a line: its inlines, with line breaks between those of several blocks.
  fileprivate mutating func line(of block: Tree.Index) -> [Tree.Index] {
    var out: [Tree.Index] = []
    var stack = [block]
    while let node = stack.popLast() {
      let span = self[node].span
      let nodes: [Tree.Index]
      switch self[node].kind {
      case .codeBlock(_, let literal): nodes = [add(.code(literal.trimmedWhitespace()), span)]
      case .mathBlock(let formula): nodes = [add(.math(formula), span)]
      default:
        let children = Array(children(of: node))
        guard let first = children.first, HTMLExtensions.isInline(self[first].kind) else {
          stack += children.reversed()
          continue
        }
        nodes = children
      }
      if !out.isEmpty { out.append(add(.lineBreak, span)) }
      out += nodes
    }
    return out
  }
}

/// `<code>start<sub>i</sub></code>`: code with elements in it.
private enum HTMLCode {
  /// The inlines with code for all their text.
  static func made(of inlines: [Tree.Index], in tree: inout Tree) -> [Tree.Index] {
    var stack = inlines
    while let index = stack.popLast() {
      if case .text(let words) = tree[index].kind, !words.utf8.allSatisfy(ASCII.isBlank) { tree.nodes[Int(index)].kind = .code(words) }
      stack += tree.children(of: index)
    }
    return inlines
  }

  /// Code over several lines in one: to browsers an end of line and the blanks around it are a space.
  static func of(_ code: String) -> Tree.Kind {
    guard code.utf8.contains(ASCII.newline) else { return .code(code) }
    let lines = code.split { $0 == "\n" || $0 == "\r\n" }.map { String($0).trimmedWhitespace() }
    return .code(lines.filter { !$0.isEmpty }.joined(separator: " "))
  }
}

/// Blanks and ends of lines around inlines.
enum OuterBlanks {
  private static func isBlank(_ index: Tree.Index, _ tree: Tree) -> Bool {
    switch tree[index].kind {
    case .softBreak, .lineBreak: true
    case .text(let text): text.utf8.allSatisfy(ASCII.isBlank)
    default: false
    }
  }

  static func removed(from content: [Tree.Index], in tree: Tree) -> [Tree.Index] {
    guard let first = content.firstIndex(where: { !isBlank($0, tree) }), let last = content.lastIndex(where: { !isBlank($0, tree) })
    else { return [] }
    return Array(content[first...last])
  }
}
