package import TypesetDiagnostics
package import TypesetMarkdown

/// Puts the texts of catalogues into a document, `[]{string=greeting name="Wei"}`, and nouns into the number that goes before them,
/// `^[3 apple](inflect: true)`, and values into the form of the language, `[1234.5]{format="currency EUR"}`.
package struct StringSpans {
  static let key = "string"
  private static let inflection = "inflect"
  private static let format = "format"

  /// The formats that values name; a table has one in each row.
  private var formats: [String: ValueFormat?] = [:]
  /// The document; after `run()` with texts in the place of keys.
  package private(set) var tree: Tree
  private let catalogues: Catalogues
  private let parse: @Sendable (String) -> Tree
  /// Keys that no file has, and values that do not fit.
  package private(set) var diagnostics: [Diagnostic] = []

  package init(_ tree: Tree, _ catalogues: Catalogues, parse: @escaping @Sendable (String) -> Tree) {
    (self.tree, self.catalogues, self.parse) = (tree, catalogues, parse)
  }

  /// True if a document has spans of these kinds.
  package static func areIn(_ tree: Tree) -> Bool {
    tree.attributes.contains { attributes in attributes.pairs.contains { $0.name == key || $0.name == inflection || $0.name == format } }
  }

  /// True if a document has spans that show texts of catalogues, or nouns of theirs.
  package static func readCatalogues(in tree: Tree) -> Bool {
    tree.attributes.contains { attributes in attributes.pairs.contains { $0.name == key || $0.name == inflection } }
  }

  /// Replaces all keys of strings by their texts.
  package mutating func run() {
    let given = tree.nodes.count
    var index = -1
    // What a text brings along follows; it may have nouns, but no further texts, which might lead back to it.
    while index + 1 < tree.nodes.count {
      index += 1
      guard tree.nodes[index].attributes >= 0 else { continue }
      let node = Tree.Index(index)
      guard tree[node].kind == .span, let attributes = tree.attributes(of: node) else { continue }
      if index < given, let key = attributes[Self.key] {
        show(key, attributes, in: node)
      } else if ["true", "yes"].contains(attributes[Self.inflection]) {
        inflect(node, language: attributes.language ?? catalogues.language)
      } else if let format = attributes[Self.format] {
        write(node, as: format, language: attributes.language ?? catalogues.language)
      }
    }
  }

  // MARK: Texts

  private mutating func show(_ key: String, _ attributes: Attributes, in node: Tree.Index) {
    let number = (attributes["n"] ?? attributes["count"]).flatMap {
      DocumentNumber.real($0, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    }
    guard let entry = catalogues.entry(key, number: number) else {
      diagnostics.append(catalogues.unknown(key, at: tree[node].span))
      if tree[node].firstChild < 0 {
        let shown = tree.add(.text(key), tree[node].span)
        tree.setChildren(of: node, to: [shown])
      }
      return
    }
    let filled = FilledText(entry.text) { name in
      (attributes[name.lowercased()] ?? (name == "n" ? attributes["count"] : nil)).map { .text($0) }
    }
    var part = parse(filled.markdown)
    filled.putValues(into: &part)
    part.moveSpans(by: nil, else: tree[node].span)
    let blocks = tree.adopt(part)
    if attributes.language == nil, !catalogues.isOwn(entry.language) {
      tree.add(Attributes(pairs: [Attributes.Pair("lang", entry.language)]), to: node)
    }
    // A text is one line: what makes several paragraphs is joined.
    var inlines: [Tree.Index] = []
    for block in blocks {
      let children = Array(tree.children(of: block))
      guard !children.isEmpty, !tree[block].kind.isInline else { continue }
      if !inlines.isEmpty { inlines.append(tree.add(.softBreak, tree[node].span)) }
      inlines += children
    }
    tree.setChildren(of: node, to: inlines)
  }

  // MARK: Values

  private mutating func write(_ node: Tree.Index, as name: String, language: String) {
    let value = tree.plainText(of: node)
    let format = formats[name] ?? ValueFormat(name)
    formats[name] = .some(format)
    if let text = format?.text(of: value, in: KnownLanguages.has(language) ? language : "en") {
      tree.setChildren(of: node, to: [tree.add(.text(text), tree[node].span)])
    } else if format != nil {
      diagnostics.append(
        Diagnostic(
          .warning, "strings.format", at: tree[node].span, "\"\(value.prefix(60))\" can't be written as \"\(name.prefix(60))\"",
          hint: "numbers are written 1234.5, times 2026-11-28 or 2026-11-28T08:30, lists a, b, c"))
    } else if let first = name.split(separator: " ").first, ValueFormat.names.contains(first.lowercased()) {
      diagnostics.append(
        Diagnostic(
          .warning, "strings.format", at: tree[node].span, "\"\(name.prefix(60))\" is no format",
          hint: "such as number 2, percent 1, currency EUR, unit kilogram, date long, time short, list or"))
    }
    // Another word is an attribute of the author's own.
  }

  // MARK: Agreement in number

  private mutating func inflect(_ node: Tree.Index, language: String) {
    let words = tree.plainText(of: node)
    guard let number = Tree.number(in: words), let (text, range) = tree.lastWord(below: node), case .text(let shown) = tree[text].kind
    else {
      diagnostics.append(
        Diagnostic(
          .warning, "strings.inflect", at: tree[node].span, "\"\(words.prefix(60))\" has no number to agree with",
          hint: "write the number before the noun: ^[3 apple](inflect: true)"))
      return
    }
    let noun = String(shown[range])
    let agreed: String?
    if let key = catalogues.key(ofForm: noun), let form = catalogues.entry(key, number: number.value)?.text {
      // Of `{n} Äpfel` the last word is the noun.
      agreed = form.split(separator: " ").last.map(String.init)
    } else if language.hasPrefix("en") {
      agreed = EnglishNoun.form(of: noun, isOne: number.isOne)
    } else {
      agreed = nil
    }
    guard let agreed else {
      diagnostics.append(
        Diagnostic(
          .note, "strings.inflect", at: tree[node].span, "the forms of \"\(noun)\" in \(language) are unknown",
          hint: "add them to the strings of the language: a heading with the noun, and below it a list: - one: …, - other: …"))
      return
    }
    tree.nodes[Int(text)].kind = .text(shown.replacingSubrange(range, with: agreed))
  }
}
