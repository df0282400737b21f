package import TypesetDiagnostics
internal import TypesetJSON
package import TypesetMarkdown
internal import TypesetYAML

/// Writes a parsed document as pandoc's, for `pandoc -f json` (pandoc-types 1.22 and 1.23, which differ in figures).
package struct PandocExport {
  let tree: Tree
  let source: Source
  let names: ExportedNames
  let version: Version

  /// Which pandoc is to read it: each reads its own version only.
  package enum Version: Sendable {
    /// 2.11 to 2.19
    case two
    /// 3
    case three
  }

  /// The definitions of notes by their labels.
  private let notes: [String: Tree.Index]
  /// Notes that have been written, by their labels.
  private var written: [String: (note: JSON, size: Int)] = [:]
  /// True within a note: pandoc has no notes in notes.
  private var isInNote = false
  /// Bytes of the source that notes may repeat, since each reference to a note is written with all of it.
  private var repeatable = 1 << 22
  /// Of nodes around the one that is written.
  var depth = 0

  /// Deeper nodes are their words alone, so that neither this nor pandoc runs out of stack.
  static let deepest = 120

  /// - Parameters:
  ///   - document: With its citations resolved.
  ///   - source: What it was parsed from.
  ///   - readsMath: True if dollars in the front matter are formulas.
  /// - Returns: JSON on one line.
  package static func json(
    of document: ParsedDocument, source: Source, for version: Version = .three, readsMath: Bool = true, budget: Budget = Budget()
  ) -> [UInt8] {
    var export = PandocExport(document.tree, source, version)
    let parse: (String) -> Tree = { parseMatter($0, findsMath: readsMath, in: document.dialect, budget: budget) }
    let meta = ExportedMatter(parse: parse, hasReferences: export.names.hasReferences, version: version).meta(document.frontMatter)
    let blocks = export.blocks(below: 0)
    let json = JSON(members: [
      "pandoc-api-version": .array([JSON(1), JSON(version == .two ? 22 : 23), JSON(1)]), "meta": meta, "blocks": .array(blocks),
    ])
    return json.bytes + [0x0A]
  }

  init(_ tree: Tree, _ source: Source, _ version: Version) {
    (self.tree, self.source, self.version) = (tree, source, version)
    names = ExportedNames(of: tree, in: source)
    var notes: [String: Tree.Index] = [:]
    for index in tree.nodes.indices {
      if case .footnoteDefinition(let label) = tree.nodes[index].kind, notes[label] == nil { notes[label] = Tree.Index(index) }
    }
    self.notes = notes
  }

  // MARK: Blocks

  /// The blocks below a node; inlines that are there without a paragraph are a plain one.
  mutating func blocks(below parent: Tree.Index, isTight: Bool = false, without skipped: Set<Tree.Index> = []) -> [JSON] {
    guard depth < Self.deepest else { return [.node("Plain", .array([.words(tree.plainText(of: parent))]))] }
    depth += 1
    defer { depth -= 1 }
    var out: [JSON] = []
    var loose: [Tree.Index] = []
    for child in tree.children(of: parent) where !skipped.contains(child) {
      if tree[child].kind.isInline {
        loose.append(child)
        continue
      }
      if !loose.isEmpty { out.append(.node("Plain", .array(inlines(loose)))) }
      loose = []
      out += block(child, isTight: isTight)
    }
    if !loose.isEmpty { out.append(.node("Plain", .array(inlines(loose)))) }
    return out.withReferences
  }

  private mutating func block(_ index: Tree.Index, isTight: Bool) -> [JSON] {
    let attributes = tree.attributes(of: index)
    switch tree[index].kind {
    case .paragraph: return paragraph(index, isTight: isTight)
    case .heading(let level):
      let content: [JSON] = [JSON(level), .attributes(attributes, id: names.id(of: index)), .array(inlines(below: index))]
      return [.node("Header", .array(content))]
    case .blockQuote: return wrapped([.node("BlockQuote", .array(blocks(below: index)))], attributes)
    case .list, .definitionList: return wrapped([list(index)], attributes?.withoutMarker)
    case .codeBlock(let info, let literal):
      let text = literal.hasSuffix("\n") ? String(literal.dropLast()) : literal
      return [.node("CodeBlock", .array([.attributes(attributes ?? Attributes(info: info)), .string(text)]))]
    case .htmlBlock(let text): return [.raw("RawBlock", text, of: "html")]
    case .thematicBreak: return [.node("HorizontalRule")]
    case .table(let columns): return [table(index, columns)]
    case .mathBlock(let span): return [.node("Para", .array([formula(span, attributes)]))]
    case .division: return [.node("Div", .array([.attributes(attributes), .array(blocks(below: index))]))]
    case .callout(let callout): return [self.callout(index, callout)]
    case .figure: return [figure(index)]
    case .pageBreak:
      // Each writer takes its own.
      return [
        .raw("RawBlock", "\\newpage", of: "tex"), .raw("RawBlock", "<div style=\"break-after: page\"></div>", of: "html"),
        .raw("RawBlock", "<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>", of: "openxml"),
      ]
    case .directive(let directive, _):
      let named = Attributes(classes: [directive.name])
      return [.node("Div", .array([.attributes(attributes?.merged(with: named) ?? named), .array(blocks(below: index))]))]
    // Written where they are referred to, or made anew by pandoc.
    case .footnoteDefinition, .contents: return []
    case .title, .caption: return [.node("Para", .array(inlines(below: index)))]
    default: return blocks(below: index)
    }
  }

  /// A paragraph; a picture alone is a figure.
  private mutating func paragraph(_ index: Tree.Index, isTight: Bool) -> [JSON] {
    let first = tree[index].firstChild
    if first >= 0, tree[first].nextSibling < 0, case .image(let address, let title) = tree[first].kind {
      let words = inlines(below: first)
      var own = tree.attributes(of: first) ?? Attributes()
      // Without a caption its words are the alternative text.
      if !words.isEmpty, own["caption"] != "" {
        let id = own.id
        own.id = nil
        let image = JSON.node("Image", .array([.attributes(own), .array(words), .array([.string(address), .string(title)])]))
        return [figure(Attributes(id: id), caption: [.node("Plain", .array(words))], [.node("Plain", .array([image]))])]
      }
    }
    let content = JSON.array(inlines(below: index))
    return wrapped([.node(isTight ? "Plain" : "Para", content)], tree.attributes(of: index))
  }

  /// Blocks of a kind without attributes in pandoc are put in a div with their attributes.
  private func wrapped(_ blocks: [JSON], _ attributes: Attributes?) -> [JSON] {
    guard let attributes = attributes?.exported, !attributes.isEmpty else { return blocks }
    return [.node("Div", .array([.attributes(attributes), .array(blocks)]))]
  }

  private mutating func callout(_ index: Tree.Index, _ callout: Tree.Callout) -> JSON {
    let title = tree.children(of: index).first { if case .title = tree[$0].kind { true } else { false } }
    var blocks = blocks(below: index, without: title.map { [$0] } ?? [])
    let words =
      title.map { inlines(below: $0) }
      ?? (callout.form == .alert ? [.words(callout.kind.prefix(1).uppercased() + callout.kind.dropFirst())] : [])
    if !words.isEmpty {
      let head: [JSON] = [.attributes(Attributes(classes: ["title"])), .array([.node("Para", .array(words))])]
      blocks.insert(.node("Div", .array(head)), at: 0)
    }
    let kind = Attributes(classes: [callout.kind])
    return .node("Div", .array([.attributes(kind.merged(with: tree.attributes(of: index) ?? Attributes())), .array(blocks)]))
  }

  private mutating func figure(_ index: Tree.Index) -> JSON {
    let caption = tree.children(of: index).first { if case .caption = tree[$0].kind { true } else { false } }
    let words = caption.map { inlines(below: $0) } ?? []
    let below = words.isEmpty ? [] : [JSON.node("Plain", .array(words))]
    return figure(tree.attributes(of: index), caption: below, blocks(below: index, without: caption.map { [$0] } ?? []))
  }

  /// A figure; before there were such, a picture with a title that begins with `fig:`, or a div with the caption at its end.
  private func figure(_ attributes: Attributes?, caption: [JSON], _ blocks: [JSON]) -> JSON {
    guard version == .two else {
      return .node("Figure", .array([.attributes(attributes), .array([.null, .array(caption)]), .array(blocks)]))
    }
    if blocks.count == 1, let words = blocks[0]["c"]?.items, words.count == 1, words[0]["t"]?.text == "Image",
      let parts = words[0]["c"]?.items, parts.count == 3, let own = parts[0].items, own.count == 3, let target = parts[2].items
    {
      let head = JSON.array([.string(attributes?.id ?? own[0].text ?? ""), own[1], own[2]])
      let title = JSON.string("fig:" + (target.last?.text ?? ""))
      let image: [JSON] = [head, caption.first?["c"] ?? parts[1], .array([target[0], title])]
      return .node("Para", .array([.node("Image", .array(image))]))
    }
    let own = Attributes(classes: ["figure"])
    return .node("Div", .array([.attributes(attributes.map { $0.merged(with: own) } ?? own), .array(blocks + caption)]))
  }

  // MARK: Lists

  private mutating func list(_ index: Tree.Index) -> JSON {
    guard case .list(let start, let isTight, let hasParentheses) = tree[index].kind else { return definitions(index) }
    var items: [JSON] = []
    for item in tree.children(of: index) {
      var blocks = blocks(below: item, isTight: isTight)
      if case .item(let isChecked?) = tree[item].kind { blocks.addSign(isChecked ? "☒" : "☐") }
      items.append(.array(blocks))
    }
    guard let start else { return .node("BulletList", .array(items)) }
    let marker = tree.attributes(of: index)?["marker"] ?? (hasParentheses ? "1)" : "1.")
    let number: [JSON] = [JSON(start), .node(Self.style(of: marker)), .node(Self.delimiter(of: marker))]
    return .node("OrderedList", .array([.array(number), .array(items)]))
  }

  private static func style(of marker: String) -> String {
    let word = marker.filter { $0.isLetter || $0.isNumber }
    guard let first = word.first, first.isASCII else { return "Decimal" }
    return switch first {
    case "i": "LowerRoman"
    case "I": "UpperRoman"
    case "a"..."z": "LowerAlpha"
    case "A"..."Z": "UpperAlpha"
    default: "Decimal"
    }
  }

  private static func delimiter(of marker: String) -> String {
    marker.hasSuffix(")") ? (marker.hasPrefix("(") ? "TwoParens" : "OneParen") : "Period"
  }

  private mutating func definitions(_ index: Tree.Index) -> JSON {
    var entries: [(term: [JSON], definitions: [JSON])] = []
    for child in tree.children(of: index) {
      if case .definitionTerm = tree[child].kind {
        entries.append((inlines(below: child), []))
      } else {
        let first = tree[child].firstChild
        let isSingle = first >= 0 && tree[first].nextSibling < 0
        if entries.isEmpty { entries.append(([], [])) }
        entries[entries.count - 1].definitions.append(.array(blocks(below: child, isTight: isSingle)))
      }
    }
    return .node("DefinitionList", .array(entries.map { .array([.array($0.term), .array($0.definitions)]) }))
  }

  // MARK: Notes

  /// The note of a reference; what refers to a note from within a note, or too often, is its label.
  mutating func note(_ label: String) -> JSON? {
    guard let definition = notes[label] else { return nil }
    let mark = JSON.node("Superscript", .array([.words(label)]))
    guard !isInNote else { return mark }
    if let (note, size) = written[label] {
      repeatable -= size
      return repeatable < 0 ? mark : note
    }
    isInNote = true
    defer { isInNote = false }
    let note = JSON.node("Note", .array(blocks(below: definition)))
    let span = tree[definition].span
    written[label] = (note, Int(span.end) - Int(span.start) + 100)
    return note
  }
}

extension [JSON] {
  /// Puts the entries of the list of references in one div, as pandoc does.
  fileprivate var withReferences: [JSON] {
    func isEntry(_ block: JSON) -> Bool {
      block["t"]?.text == "Div" && block["c"]?.items?.first?.items?[1].items?.contains(.string("csl-entry")) ?? false
    }
    guard let first = firstIndex(where: isEntry) else { return self }
    let end = self[first...].firstIndex { !isEntry($0) } ?? endIndex
    let head = JSON.attributes(Attributes(id: "refs", classes: ["references", "csl-bib-body"]))
    return self[..<first] + [.node("Div", .array([head, .array(Array(self[first..<end]))]))] + self[end...]
  }

  /// Puts the sign of a task before the first words.
  fileprivate mutating func addSign(_ sign: String) {
    let head: [JSON] = [.words(sign), .node("Space")]
    guard let kind = first?["t"]?.text, kind == "Plain" || kind == "Para", let words = first?["c"]?.items else {
      insert(.node("Plain", .array(head)), at: 0)
      return
    }
    self[0] = .node(kind, .array(head + words))
  }
}

extension JSON {
  /// One of pandoc's nodes.
  static func node(_ kind: String, _ content: JSON? = nil) -> JSON { JSON(members: ["t": .string(kind), "c": content]) }

  static func words(_ text: String) -> JSON { .node("Str", .string(text)) }

  static func raw(_ kind: String, _ text: String, of format: String) -> JSON { .node(kind, .array([.string(format), .string(text)])) }

  /// - Parameter id: Where the author gives none.
  static func attributes(_ attributes: Attributes?, id: String? = nil) -> JSON {
    let all = attributes?.exported ?? Attributes()
    let pairs = all.pairs.map { JSON.array([.string($0.key), .string($0.value)]) }
    return .array([.string(all.id ?? id ?? ""), .array(all.classes.map(JSON.string)), .array(pairs)])
  }
}

extension Attributes {
  /// Without what only this program writes.
  var exported: Attributes {
    var own = self
    own.pairs.removeAll {
      ["anchor", ListLabel.text, ListLabel.width].contains($0.key) || $0.key == "hang" && own.classes.contains("csl-entry")
        || $0.key == "caption" && ($0.value.isEmpty || $0.value == PictureCaptions.shown)
    }
    return own
  }

  /// Of a list, whose numbers show it.
  var withoutMarker: Attributes {
    var own = self
    own.pairs.removeAll { $0.key == "marker" }
    return own
  }
}

extension Tree.Kind {
  /// True for what is within a paragraph's text.
  var isInline: Bool {
    switch self {
    case .text, .softBreak, .lineBreak, .code, .htmlInline, .emphasis, .strong, .strikethrough, .link, .image, .footnoteReference, .math,
      .span, .subscripted, .superscripted, .inserted, .highlighted, .small, .keyboard, .abbreviation, .reference, .attachment:
      true
    case .directive(_, let isInline): isInline
    default: false
    }
  }
}
