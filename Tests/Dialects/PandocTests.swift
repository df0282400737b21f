import Foundation
import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// The constructs of pandoc's manual, beside the trees that pandoc gives.
@Suite struct PandocTests {
  struct Example: Codable, Sendable, CustomTestStringConvertible {
    var name: String
    var markdown: String
    /// As pandoc has it; see the README of `Pandoc`.
    var tree: String
    /// Why ours is not the same.
    var differs: String?

    var testDescription: String { name }

    static let all: [Example] = {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Pandoc/examples.json")
      return (try? JSONDecoder().decode([Example].self, from: Data(contentsOf: file))) ?? []
    }()
  }

  @Test(arguments: Example.all)
  func `an example of pandoc's constructs has pandoc's structure`(_ example: Example) {
    var options = ParseOptions()
    options.dialect = Dialect(.pandoc)
    let tree = parse(Source(name: "a.md", text: example.markdown), options: options).tree
    let printed = Skeleton(of: tree).printed
    #expect((printed == example.tree) == (example.differs == nil), "\(printed)\n\(example.tree)")
  }

  @Test func `the examples are there, and few differ`() {
    #expect(Example.all.count >= 80)
    #expect(Example.all.count { $0.differs != nil } <= 4)
  }
}

/// A tree as a line of tokens: blocks that contain blocks in braces, inlines that contain inlines in parentheses, words without blanks.
private struct Skeleton {
  private var tokens: [String] = []
  private var words = ""
  private var notes: [Tree.Index] = []
  private let tree: Tree

  init(of tree: Tree) {
    self.tree = tree
    visit(0)
    var number = 0
    while number < notes.count {
      wrap("{fn", "}", notes[number])
      number += 1
    }
    flush()
  }

  /// The first paragraph of an item, a definition and a note is the same whether it is tight or loose.
  var printed: String {
    var line = tokens.joined(separator: " ")
    for open in ["{li", "{dd", "{fn"] { line = line.replacingOccurrences(of: open + " p", with: open) }
    return line
  }

  private mutating func flush() {
    let shown = words.replacingOccurrences(of: "…", with: "...").filter { !$0.isWhitespace && !"\"'“”‘’–—-".contains($0) }
    if !shown.isEmpty { tokens.append("\"" + shown) }
    words = ""
  }

  private mutating func add(_ token: String) {
    flush()
    tokens.append(token)
  }

  private mutating func children(_ node: Tree.Index) { for child in tree.children(of: node) { visit(child) } }

  private mutating func wrap(_ open: String, _ close: String, _ node: Tree.Index) {
    add(open)
    children(node)
    add(close)
  }

  private mutating func block(_ name: String, _ node: Tree.Index) {
    add(name)
    children(node)
    flush()
  }

  private static func code(_ text: String) -> String { text.filter { !$0.isWhitespace && !"\"'“”‘’–—-".contains($0) } }

  private mutating func visit(_ node: Tree.Index) {
    switch tree[node].kind {
    case .document, .abbreviation: children(node)
    case .paragraph, .title: block("p", node)
    case .heading(let level): block("h\(level)", node)
    case .definitionTerm: block("dt", node)
    case .caption: block("caption", node)
    case .blockQuote: wrap("{quote", "}", node)
    case .list(let start, _, _): wrap(start.map { "{ol \($0)" } ?? "{ul", "}", node)
    case .item: wrap("{li", "}", node)
    case .definitionList: wrap("{dl", "}", node)
    case .definition: wrap("{dd", "}", node)
    case .division, .callout, .figure, .directive: wrap("{div", "}", node)
    case .table(let columns): table(node, columns: columns.count)
    case .tableRow: wrap("{row", "}", node)
    case .tableCell: cell(node)
    case .codeBlock(_, let literal): add("pre:" + Self.code(literal))
    case .thematicBreak: add("hr")
    case .mathBlock(let span):
      add("p")
      add("display:" + Self.code(span.tex))
    case .footnoteDefinition: notes.append(node)
    default: inline(node)
    }
  }

  private mutating func inline(_ node: Tree.Index) {
    switch tree[node].kind {
    case .text(let text): words += text
    case .softBreak: words += " "
    case .lineBreak: add("br")
    case .code(let text): add("code:" + Self.code(text))
    case .math(let span): add((span.isDisplay ? "display:" : "math:") + Self.code(span.tex))
    case .emphasis: wrap("(em", ")", node)
    case .strong: wrap("(strong", ")", node)
    case .strikethrough: wrap("(del", ")", node)
    case .superscripted: wrap("(sup", ")", node)
    case .subscripted: wrap("(sub", ")", node)
    case .span, .inserted, .highlighted, .small, .keyboard: wrap("(span", ")", node)
    // Where a link within the document leads is known later.
    case .link(let address, _): wrap(address.hasPrefix("#") ? "(a #" : "(a " + address, ")", node)
    case .image(let address, _): wrap("(img " + address, ")", node)
    case .footnoteReference: add("note")
    case .htmlInline(let text), .htmlBlock(let text): add("html:" + text)
    default: add("?\(tree[node].kind)")
    }
  }

  /// A caption is first, wherever it was written.
  private mutating func table(_ node: Tree.Index, columns: Int) {
    add("{table \(columns)")
    let parts = Array(tree.children(of: node))
    func isCaption(_ part: Tree.Index) -> Bool { if case .caption = tree[part].kind { true } else { false } }
    for part in parts.filter(isCaption) + parts.filter({ !isCaption($0) }) { visit(part) }
    add("}")
  }

  /// Paragraphs in cells are words.
  private mutating func cell(_ node: Tree.Index) {
    add("cell")
    for child in tree.children(of: node) {
      if case .paragraph = tree[child].kind {
        children(child)
        flush()
      } else {
        visit(child)
      }
    }
    flush()
  }
}
