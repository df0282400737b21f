import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown

@testable import TypesetComparing

@Suite struct TextChangeTests {
  private func parsed(_ text: String) -> Tree { parse(Source(name: "", text: text)).tree }

  private func changed(_ old: String, _ new: String) -> ChangedText {
    let (before, after) = (Source(name: "a.md", text: old), Source(name: "b.md", text: new))
    return ChangedText(from: (parse(before), before), to: (parse(after), after))
  }

  /// The words of one side: all text but what is marked as the other's.
  private func text(of tree: Tree, without side: Tree.Kind? = nil, at index: Tree.Index = 0) -> String {
    if tree[index].kind == side { return "" }
    switch tree[index].kind {
    case .text(let text): return text
    case .code(let text): return "`\(text)`"
    case .softBreak: return " "
    case .math(let span), .mathBlock(let span): return "$\(span.tex)$"
    default: break
    }
    let inner = tree.children(of: index).map { text(of: tree, without: side, at: $0) }.joined()
    return tree[index].kind.isInline ? inner : inner + "\n"
  }

  private func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  @Test func `inserted and removed words are marked and counted`() {
    let text = changed("The cat sat on the mat.", "The black cat sat on a mat.")
    #expect(text.tree.printed().contains("inserted"))
    #expect(text.changes.inserted.words == 2 && text.changes.removed.words == 1)
    #expect(text.changes.inserted.formulas == 0 && text.changes.places == 3)
    #expect(self.text(of: text.tree) == "The black cat sat on the a mat.\n\n")
  }

  @Test func `equal texts have no difference, however their lines are broken`() {
    let text = changed("One two three\nfour five.\n\n- a\n- b\n", "One two\nthree four five.\n\n* a\n* b\n")
    #expect(text.changes.isEmpty && text.marks.isEmpty)
    #expect(text.changes.summary == "no difference")
  }

  @Test func `a change of emphasis is a change of its words`() {
    let text = changed("some strong words", "some **strong** words")
    #expect(text.changes.inserted.words == 1 && text.changes.removed.words == 1)
  }

  @Test func `Chinese changes by the character`() {
    let text = changed("中文段落也要比较。", "中文段落也要仔细比较。")
    #expect(text.changes.inserted.words == 2 && text.changes.removed.words == 0 && text.changes.places == 1)
  }

  @Test func `formulas, tables and code change as wholes`() {
    let text = changed(
      "With $a+b$.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx\n```\n\n$$ y $$\n",
      "With $a-b$.\n\n| a | b |\n|---|---|\n| 1 | 3 |\n\n```\nz\n```\n\n$$ w $$\n")
    #expect(text.changes.inserted.formulas == 2 && text.changes.removed.formulas == 2)
    #expect(text.changes.inserted.others == 2 && text.changes.removed.others == 2)
    // Each new one is right below the one that it replaces.
    let kinds = text.tree.nodes.compactMap { node -> String? in
      switch node.kind {
      case .table: "table"
      case .codeBlock(_, let literal): literal
      case .mathBlock(let span): span.tex
      default: nil
      }
    }
    #expect(kinds.map { $0.split(separator: " ").joined() } == ["table", "table", "x\n", "z\n", "y", "w"])
    // Removed displays and code have no words that could be struck through.
    #expect(text.struckMarks.count == 2)
  }

  @Test func `a display within a paragraph stays on lines of its own`() throws {
    let text = changed("Nothing.\n", "Nothing.\n\nWe have\n$$ a = b $$\nand so on.\n")
    let display = try #require(text.tree.nodes.first { if case .math(let span) = $0.kind { span.isDisplay } else { false } })
    #expect(text.tree[display.parent].kind == .paragraph)
  }

  @Test func `removed headings are not numbered and not listed`() throws {
    let text = changed("# A\n\n# Gone {#gone}\n\n# C\n", "# A\n\n# C\n")
    let headings = text.tree.nodes.indices.filter { if case .heading = text.tree.nodes[$0].kind { true } else { false } }
    #expect(headings.count == 3)
    let attributes = try #require(text.tree.attributes(of: Tree.Index(headings[1])))
    #expect(attributes.classes.contains("unnumbered") && attributes.classes.contains("unlisted") && attributes.id == nil)
  }

  @Test func `notes with the same label are compared with each other`() {
    let text = changed("A[^1]\n\n[^1]: old note\n", "A[^1]\n\n[^1]: new note\n")
    #expect(text.changes.inserted.words == 1 && text.changes.removed.words == 1)
    #expect(text.tree.nodes.count { if case .footnoteDefinition = $0.kind { true } else { false } } == 1)
  }

  @Test func `names and labels are in the document once`() {
    let text = changed(
      "[one two three]{#part} and\n\n$$\\label{eq} a$$\n", "[one 2 three]{#part} or\n\n$$\\label{eq} b$$\n")
    #expect(text.tree.nodes.indices.count { text.tree.attributes(of: Tree.Index($0))?.id == "part" } == 1)
    let labels = text.tree.nodes.count { if case .mathBlock(let span) = $0.kind { span.tex.contains("\\label") } else { false } }
    #expect(labels == 1)
  }

  @Test func `keys of the front matter that differ are named`() {
    let (_, changes) = Typesetter().typeset(
      changesFrom: Source(name: "a", text: "---\ntitle: A\nlang: en\n---\nx\n"),
      to: Source(name: "b", text: "---\ntitle: B\nlang: en\ntoc: true\n---\nx\n"))
    #expect(changes.keys == ["title", "toc"] && !changes.isEmpty && changes.places == 0)
  }

  @Test func `the pages have bars, both texts and no messages about the old one`() throws {
    let (document, changes) = Typesetter().typeset(
      changesFrom: Source(name: "a", text: "Old words, see $\\unknowncommand$.\n"), to: Source(name: "b", text: "New words, see $x$.\n"))
    #expect(changes.places == 4 && document.diagnostics.isEmpty)
    #expect(try document.page(0).text.contains("Old"))
    let bars = document.places.filter { $0.id?.hasPrefix("change-") == true }
    #expect(bars.count == 4)
  }

  /// Random edits of words, blocks and emphasis.
  @Test(arguments: 0..<40) func `each side can be read from the merged text`(seed: UInt64) {
    var random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    let new = Self.document
    var blocks = new.components(separatedByBlankLines: ())
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let index = Int.random(in: 0..<blocks.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: blocks.remove(at: index)
      case 1: blocks.insert("Another *block* with words \(index) of its own.", at: index)
      case 2: blocks.swapAt(index, Int.random(in: 0..<blocks.count, using: &random))
      default:
        var words = blocks[index].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count > 3, !blocks[index].hasPrefix("|"), !blocks[index].hasPrefix("```") else { continue }
        let place = Int.random(in: 1..<words.count - 1, using: &random)
        words.replaceSubrange(place...place, with: Bool.random(using: &random) ? [] : ["other", "things"])
        blocks[index] = words.joined(separator: " ")
      }
    }
    let old = blocks.joined(separator: "\n\n") + "\n"
    let (before, after) = (parsed(old), parsed(new))
    // Displays, code and tables are marked as blocks; here only what is struck or underlined counts.
    let merged = changed(old, new)
    func side(_ mark: Tree.Kind) -> [Substring] { words(text(of: merged.tree, without: mark)) }
    #expect(side(.strikethrough) == words(text(of: after)), "\(old)")
    #expect(side(.inserted).sorted() == words(text(of: before)).sorted(), "\(old)")
  }

  private static let document = """
    # First heading

    The *quick* brown fox jumps over the lazy dog, and **then it** sleeps for $n$ hours.

    - one item with words
    - another item, [a link](https://example.org), more

    > A quoted paragraph that is long enough to be changed in two places at once.

    ## Second heading

    1. first
    2. second

    A paragraph with `code`, a “quotation”, and the end of its line.

    The last paragraph says nothing of interest to anybody at all.

    """
}

private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

extension String {
  fileprivate func components(separatedByBlankLines: Void) -> [String] {
    split(separator: "\n\n").map(String.init)
  }
}
