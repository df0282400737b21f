import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings

/// Puts the texts of catalogues into a document, `[]{string=greeting name="Wei"}`, and nouns into the number that goes before them,
/// `^[3 apple](inflect: true)`.
struct StringSpans {
  static let key = "string"
  private static let inflection = "inflect"

  private(set) var tree: Tree
  private let catalogues: Catalogues
  private let parse: @Sendable (String) -> Tree
  private(set) var diagnostics: [Diagnostic] = []

  init(_ tree: Tree, _ catalogues: Catalogues, parse: @escaping @Sendable (String) -> Tree) {
    (self.tree, self.catalogues, self.parse) = (tree, catalogues, parse)
  }

  /// True if a document has spans of these kinds.
  static func areIn(_ tree: Tree) -> Bool {
    tree.attributes.contains { attributes in attributes.pairs.contains { $0.name == key || $0.name == inflection } }
  }

  mutating func run() {
    for index in tree.nodes.indices where tree.nodes[index].attributes >= 0 {
      let node = Tree.Index(index)
      guard tree[node].kind == .span, let attributes = tree.attributes(of: node) else { continue }
      if let key = attributes[Self.key] {
        show(key, attributes, in: node)
      } else if ["true", "yes"].contains(attributes[Self.inflection]) {
        inflect(node, language: attributes.language ?? catalogues.language)
      }
    }
  }

  // MARK: Texts

  private mutating func show(_ key: String, _ attributes: Attributes, in node: Tree.Index) {
    let number = (attributes["n"] ?? attributes["count"]).flatMap { Double($0) }
    guard let text = catalogues.text(key, number: number) else {
      let keys = catalogues.keys
      let hint =
        nearest(to: key, among: keys).map { "did you mean \"\($0)\"?" }
        ?? (keys.isEmpty ? "name the folder of the strings in front matter: strings: strings" : "the strings have no such key")
      diagnostics.append(Diagnostic(.warning, "strings.unknown", at: tree[node].span, "no string \"\(key)\"", hint: hint))
      if tree[node].firstChild < 0 {
        let shown = tree.add(.text(key), tree[node].span)
        tree.setChildren(of: node, to: [shown])
      }
      return
    }
    var part = parse(Self.filled(text, with: attributes, number: number))
    part.moveSpans(by: nil, else: tree[node].span)
    let blocks = tree.adopt(part)
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

  /// The text with the values of its names in braces, which are text whatever signs they have.
  private static func filled(_ text: String, with attributes: Attributes, number: Double?) -> String {
    var out = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close].lowercased()
      out += rest[..<open]
      if let value = attributes[name] ?? (name == "n" ? attributes["count"] : nil) {
        for character in value {
          if character.isASCII, character.isPunctuation || character.isSymbol { out += "\\" }
          out.append(character)
        }
      } else {
        out += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return out + rest
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
    if let key = catalogues.key(ofForm: noun), let form = catalogues.text(key, number: number.value) {
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
