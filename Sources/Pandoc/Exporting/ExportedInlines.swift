internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetMarkdown

// Inlines and formulas.

extension PandocExport {
  mutating func inlines(below parent: Tree.Index) -> [JSON] { inlines(Array(tree.children(of: parent))) }

  mutating func inlines(_ nodes: [Tree.Index]) -> [JSON] {
    guard depth < Self.deepest else { return [.words(nodes.map { tree.plainText(of: $0) }.joined())] }
    depth += 1
    defer { depth -= 1 }
    var words = ExportedWords()
    for node in nodes { add(node, to: &words) }
    return words.finished()
  }

  private mutating func add(_ index: Tree.Index, to words: inout ExportedWords) {
    let attributes = tree.attributes(of: index)
    switch tree[index].kind {
    case .text(let text): words.add(text)
    case .softBreak: words.addBreak(.node("SoftBreak"))
    case .lineBreak: words.addBreak(.node("LineBreak"))
    case .code(let text): words.add(.node("Code", .array([.attributes(attributes), .string(text)])))
    case .htmlInline(let text): words.add(.raw("RawInline", text, of: "html"))
    case .footnoteReference(let label): note(label).map { words.add($0) }
    case .math(let span): words.add(formula(span, attributes))
    case .link(let address, let title):
      let target = JSON.array([.string(names.address(address, from: tree[index].span)), .string(title)])
      words.add(.node("Link", .array([.attributes(attributes), .array(inlines(below: index)), target])))
    case .image(let address, let title):
      let target = JSON.array([.string(address), .string(title)])
      words.add(.node("Image", .array([.attributes(attributes), .array(inlines(below: index)), target])))
    case .reference(let label): words.add(reference(label, at: index))
    case .span: addSpan(index, attributes, to: &words)
    default: words.add(styled(index, attributes))
    }
  }

  /// Emphasis, strong and other styles.
  private mutating func styled(_ index: Tree.Index, _ attributes: Attributes?) -> JSON {
    let content = JSON.array(inlines(below: index))
    func span(_ kind: String, _ pairs: [Attributes.Pair] = []) -> JSON {
      let own = Attributes(classes: [kind], pairs: pairs)
      return .node("Span", .array([.attributes(attributes.map { own.merged(with: $0) } ?? own), content]))
    }
    let node: JSON
    switch tree[index].kind {
    case .emphasis: node = .node("Emph", content)
    case .strong: node = .node("Strong", content)
    case .strikethrough: node = .node("Strikeout", content)
    case .subscripted: node = .node("Subscript", content)
    case .superscripted: node = .node("Superscript", content)
    case .inserted: node = .node("Underline", content)
    case .highlighted: return span("mark")
    case .small: return span("small")
    case .keyboard: return span("kbd")
    case .abbreviation(let meaning): return span("abbr", [Attributes.Pair("title", meaning)])
    case .directive(let directive, _): return span(directive.name)
    default: return .node("Span", .array([.attributes(attributes), content]))
    }
    guard let attributes = attributes?.exported, !attributes.isEmpty else { return node }
    return .node("Span", .array([.attributes(attributes), .array([node])]))
  }

  /// Inlines with attributes, or a citation as it has been resolved.
  private mutating func addSpan(_ index: Tree.Index, _ attributes: Attributes?, to words: inout ExportedWords) {
    let content = inlines(below: index)
    if attributes?.isEmpty ?? true {
      if names.isCitation(tree[index].span), let cite = cite(text(of: index), as: content) {
        words.add(cite)
      } else {
        for child in tree.children(of: index) { add(child, to: &words) }
      }
      return
    }
    var own = attributes ?? Attributes()
    // As styles of citations and `\textsc` write it.
    if let style = own["style"], style.filter({ $0 != " " && $0 != ";" }) == "font-variant:small-caps" {
      own.pairs.removeAll { $0.name == "style" }
      own.classes.append("smallcaps")
    }
    for (kind, name) in [("smallcaps", "SmallCaps"), ("underline", "Underline"), ("ul", "Underline")] where own.classes.contains(kind) {
      own.classes.removeAll { $0 == kind }
      let node = JSON.node(name, .array(content))
      words.add(own.exported.isEmpty ? node : .node("Span", .array([.attributes(own), .array([node])])))
      return
    }
    words.add(.node("Span", .array([.attributes(own), .array(content)])))
  }

  /// What the author wrote.
  private func text(of index: Tree.Index) -> String {
    String(decoding: source.bytes[tree[index].span.range(within: source.bytes.count)], as: UTF8.self)
  }

  /// A cross-reference as pandoc reads it, for filters that number figures; references of LaTeX and MyST are links, as pandoc makes them of LaTeX.
  private func reference(_ label: String, at index: Tree.Index) -> JSON {
    let written = text(of: index)
    if written.hasPrefix("@") || written.hasPrefix("[@"), let cite = cite(written, as: [.words(written)]) { return cite }
    let name = label.filter { $0 != "\u{1}" }
    let pairs = [Attributes.Pair("reference-type", "ref"), Attributes.Pair("reference", name)]
    return .node(
      "Link", .array([.attributes(Attributes(pairs: pairs)), .array([.words("[\(name)]")]), .array([.string("#" + name), .string("")])]))
  }

  /// - Parameters:
  ///   - written: By the author.
  ///   - content: What is shown of it.
  private func cite(_ written: String, as content: [JSON]) -> JSON? {
    guard let citation = WrittenCitation(written), citation.places.count == citation.cites.count else { return nil }
    let bytes = Array(written.utf8)
    let cites = citation.cites.indices.map { number in
      let cite = citation.cites[number]
      let isInText = citation.isInText && number == 0
      let mode = cite.suppressesAuthor ? "SuppressAuthor" : isInText ? "AuthorInText" : "NormalCitation"
      let rest = bytes[citation.places[number].upperBound...]
      let hasNext = number + 1 < citation.places.count
      let end =
        hasNext ? bytes[..<citation.places[number + 1].lowerBound].lastIndex(of: UInt8(ascii: ";")) : bytes.lastIndex(of: UInt8(ascii: "]"))
      var tail = String(decoding: rest[..<max(end ?? bytes.count, rest.startIndex)], as: UTF8.self)
      if isInText { tail = String(tail.drop { $0 == " " || $0 == "[" }) }
      return JSON(members: [
        "citationId": .string(cite.id), "citationPrefix": .array(Self.plain(cite.prefix)), "citationSuffix": .array(Self.plain(tail)),
        "citationMode": .node(mode), "citationNoteNum": JSON(0), "citationHash": JSON(0),
      ])
    }
    return .node("Cite", .array([.array(cites), .array(content)]))
  }

  private static func plain(_ text: String) -> [JSON] {
    var words = ExportedWords()
    words.add(text)
    let all = words.finished()
    return all.last?["t"]?.text == "Space" ? all.dropLast() : all
  }

  // MARK: Formulas

  func formula(_ span: MathSpan, _ attributes: Attributes?) -> JSON {
    let kind = JSON.node(span.isDisplay ? "DisplayMath" : "InlineMath")
    let math = JSON.node("Math", .array([kind, .string(Self.body(of: span.tex))]))
    guard let attributes = attributes?.exported, !attributes.isEmpty else { return math }
    return .node("Span", .array([.attributes(attributes), .array([math])]))
  }

  /// LaTeX's environments that are displays by themselves, and the inner ones that pandoc makes of them.
  private static let inner = [
    "equation": "", "displaymath": "", "math": "", "align": "aligned", "flalign": "aligned", "eqnarray": "aligned", "gather": "gathered",
    "multline": "gathered", "alignat": "alignedat",
  ]

  /// cases.sty's `numcases`, which pandoc does not know: rows without numbers, with text after `&`.
  private static func cases(_ body: String) -> String? {
    var depth = 0
    guard body.first == "{",
      let close = body.indices.first(where: { index in
        if body[index] == "{" { depth += 1 }
        if body[index] == "}" { depth -= 1 }
        return depth == 0
      })
    else { return nil }
    let rows = String(body[body.index(after: close)...]).parts(between: "\\\\").filter { !$0.isEmpty }.map { row in
      guard let mark = row.firstIndex(of: "&") else { return String(row) }
      return row[...mark] + " \\text{\(row[row.index(after: mark)...].drop(while: \.isWhitespace))}"
    }
    return body.dropFirst()[..<close] + "\\begin{cases}" + rows.joined(separator: "\\\\") + "\\end{cases}"
  }

  private static func body(of tex: String) -> String {
    let start = tex.drop { $0.isWhitespace }
    guard start.hasPrefix("\\begin{"), let brace = start.firstIndex(of: "}") else { return tex }
    let name = String(start[start.index(start.startIndex, offsetBy: 7)..<brace])
    let end = "\\end{\(name)}"
    let text = String(start[start.index(after: brace)...].reversed().drop { $0.isWhitespace }.reversed())
    guard text.hasSuffix(end) else { return tex }
    let body = String(text.dropLast(end.count))
    if name == "numcases" || name == "subnumcases" { return cases(body) ?? tex }
    guard let inner = inner[name.filter { $0 != "*" }] else { return tex }
    return inner.isEmpty ? body : "\\begin{\(inner)}\(body)\\end{\(inner)}"
  }
}
