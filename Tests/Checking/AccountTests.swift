import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown

@testable import TypesetChecking

@Suite struct AccountTests {
  private static let text = #"""
    ---
    title: Harbours
    author: A. Pilot
    ---

    # Northern harbours {#north}

    Ships *enter slowly* with the [morning tide](https://example.org/tides "Tables"), and **never** before `dawn`; the depth is $d = h + 4\text{ metres}$
    at low water[^low]. See @tbl-depths and <span class="note">the pilot's</span> book.

    > Quoted advice about fog signals.

    1. First buoy
    2. Second buoy with a lantern
       - nested anchor

    - [x] Painted hull
    - Polished brass

    $$
    \begin{aligned} v &= \frac{s}{t} \\ w &= v + \sin\theta \end{aligned}
    $$

    | Place   | Depth | Remark      |
    |---------|------:|-------------|
    | Quay    |    12 | after rain  |
    | Channel |    31 | dredged     |

    : Depths in feet {#tbl-depths}

    ![A lighthouse](light.svg){width=30%}

    ![](empty.svg)

    ```python
    def sail(knots):
        return knots * 2
    ```

    Lantern
    : A lamp that ships carry.

    > [!NOTE] Weather
    > Storms come from the west.

    <details><summary>Further</summary>

    Hidden remarks of captains.

    </details>

    ::: warning
    Rocks below the surface.
    :::

    Beyond the outer mole a current sets towards the reefs, stronger in spring than in autumn; masters of small craft keep close under the
    eastern cliff, where the water stays calm until late afternoon. Two leading lights, one white and one red, stand above each other when the
    channel lies straight ahead. A whistle answers every hour from the tower, and in heavy weather a gun is fired as well.

    中文的段落也在这里。

    [^low]: Twice a day, as the almanac says.
    """#

  private static let source = Source(name: "a.md", text: text)

  private static func typesetter() -> Typesetter {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options)
  }

  /// What is lost where a document has been read as this one.
  private func losses(_ read: ParsedDocument, of source: Source = source) -> [SourceAccount.Loss] {
    var document = Document(source)
    document.read = read
    return Self.typesetter().prepared(for: document).typesetWithReports(source).checked.losses
  }

  private func read(_ source: Source = source) -> ParsedDocument { parse(source) }

  @Test func `a document whose words are all on its pages has lost none`() {
    #expect(losses(read()).map(\.text) == [])
  }

  @Test(arguments: [
    "Words above.\n\\index{inner harbours}\n\nIn this bay nobody sails.", "-   [x] Painted\n", "## Depth {- #d1.1}\n\nWords.\n",
    "(ref:cap) Words that no figure names\n\nMore.\n", "/// html | div.result\nShown.\n///\n", "Words.\n\n# References\n",
    "Words :badge[From version 3.2 of the program on all platforms that have been supported since then and for long]{.note} here.\n",
    "```{r, echo = F}\nplot(sails, masts, rudders)\n```\n\n```{r}\nplot(sails, masts, rudders)\n```\n",
  ])
  func `markup of a dialect is no lost text`(text: String) {
    let source = Source(name: "a.Rmd", text: text)
    #expect(losses(read(source), of: source).map(\.text) == [])
  }

  @Test(arguments: [
    ("{/* truncate here */}\n", "truncate"), ("* TOC\n{:toc}\n", "TOC"), ("{::comment}\nhidden\n\nmore\n{:/comment}\n", "hidden"),
    ("```js\n// highlight-start\nx\n```\n", "highlight"), ("```js\na // [!code focus]\n```\n", "focus"),
    ("# (APPENDIX) Appendix {-}\n", "Appendix"), ("$$ x $$ and\n\n*[HTML]: Hyper\n", "Hyper"),
    ("export const A = () => (\n  <b>word</b>\n)\n", "word"),
  ])
  func `what only tools read is no text by its form`(text: String, word: String) throws {
    let marks = SourceMarks(of: Source(name: "a.md", text: text), matterEnd: 0).marks
    let place = try #require(Array(text.utf8).firstRange(of: Array(word.utf8)))
    #expect(marks[place].allSatisfy { $0 != .text })
  }

  @Test func `the caption that an option of a cell gives is text, where the cell is run`() throws {
    for (option, isText) in [("", true), ("#| eval: false\n", false)] {
      let text = "```{r}\n#| fig-cap: Words here\n\(option)x\n```\n"
      let place = try #require(Array(text.utf8).firstRange(of: Array("Words".utf8)))
      let marks = SourceMarks(of: Source(name: "a.md", text: text), matterEnd: 0).marks
      #expect(marks[place].allSatisfy { ($0 == .text) == isText })
    }
  }

  @Test func `a short note far from its text is found`() {
    let source = Source(name: "a.md", text: "Sail[^a].\n\n" + Self.text.split(separator: "---")[1] + "\n\n[^a]: Foot\n")
    #expect(!losses(read(source), of: source).map(\.text).contains("Foot"))
  }

  @Test func `a picture that is in its address is no lost text`() {
    let code = String(repeating: "iVBORw0KGgo", count: 4_000)
    let pictures = "<img src=\"data:image/png;base64,\(code)\" alt=\"a\">\n\n![a](data:image/png;base64,\(code))\n"
    let source = Source(name: "a.md", text: Self.text + "\n\n" + pictures)
    #expect(losses(read(source), of: source).map(\.text) == [])
  }

  /// Trees that a reader with one fault would make of the document, each with what is missing in it.
  private func faultyTrees() -> [(missing: String, read: ParsedDocument)] {
    let whole = read()
    var out: [(String, ParsedDocument)] = []
    for (number, node) in whole.tree.nodes.enumerated().dropFirst() {
      let index = Tree.Index(number)
      func with(_ kind: Tree.Kind, _ missing: String) {
        var copy = whole
        copy.tree.nodes[number].kind = kind
        out.append((missing, copy))
      }
      switch node.kind {
      case .text(let text):
        let words = text.split(separator: " ")
        for (place, word) in words.enumerated() where word.contains(where: { $0.isLetter || $0.isNumber }) {
          with(.text((words[..<place] + words[(place + 1)...]).joined(separator: " ")), "word \(word)")
        }
      case .code: with(.code("."), "code")
      case .codeBlock(let info, let literal):
        for line in literal.split(separator: "\n") {
          with(.codeBlock(info: info, literal: literal.replacing(line, with: "")), "line \(line)")
        }
      case .math(var span), .mathBlock(var span):
        let isBlock = if case .mathBlock = node.kind { true } else { false }
        for part in ["4", "metres", "d", "h", "s", "t", "w", "v + ", "\\theta", "\\sin"] where span.tex.contains(part) {
          let tex = span.tex
          // In its command a letter is no letter of the formula.
          guard let range = part.count == 1 ? tex.lastRange(ofLone: Character(part)) : tex.firstRange(of: part) else { continue }
          span.tex = tex.replacingCharacters(in: range)
          with(isBlock ? .mathBlock(span) : .math(span), "\(part) of a formula")
          span.tex = tex
        }
      default: break
      }
      guard whole.tree.hasContent(index) else { continue }
      var copy = whole
      copy.tree.unlink(index)
      out.append(("\(node.kind)", copy))
    }
    return out
  }

  @Test func `nineteen of twenty losses of words, cells, items, pictures, notes and parts of formulas are found`() {
    let trees = faultyTrees()
    #expect(trees.count >= 200)
    let missed = trees.filter { losses($0.read).isEmpty }.map(\.missing)
    // What stands elsewhere on the pages, too, hides the loss of a word of few letters.
    #expect(missed.count * 20 <= trees.count, "\(missed)")
  }

  @Test(arguments: [
    "Text <!-- with a comment --> here.", "[Link][ref]\n\n[ref]: https://example.org/a-page \"Title\"", "A word{.class key=value} here.",
    "---\nkey: value\n---\n\nText.", "```{note}\n:class: tip\nWords.\n```", "(c) :smile: &nbsp; &copy; 5<sup>th</sup> soft\u{AD}hyphen",
    "*[HTML]: Hyper Text\n\nHTML here.", "$$\n\\newcommand{\\R}{\\mathbb{R}} x \\in \\R\n$$", "- a\n- b\n\n1. c\n2. d",
    "<div align=\"center\" title=\"no word\">Text</div>", "## Text {#text}\n\nText is text.", "[friday](friday.md) and [friday](friday.md)",
    "The value ![](https://latex.codecogs.com/svg.latex?x^2) here.",
  ])
  func `markup that is understood is not lost`(text: String) {
    let source = Source(name: "a.md", text: text)
    #expect(losses(read(source), of: source).map(\.text) == [])
  }

  @Test func `a loss is said with its place and its words`() {
    var whole = read()
    guard let index = whole.tree.nodes.firstIndex(where: { $0.kind == .text("Polished brass") }) else {
      Issue.record("no such item")
      return
    }
    whole.tree.nodes[index].kind = .text("brass")
    let found = losses(whole)
    #expect(found.map(\.text) == ["Polished"])
    #expect(found.map { Self.source.position(of: Int($0.span.start)).line } == [18])
  }
}

extension String {
  /// The last place of a letter that is no part of a longer word.
  fileprivate func lastRange(ofLone letter: Character) -> Range<Index>? {
    var found: Range<Index>?
    for index in indices where self[index] == letter {
      let next = self.index(after: index)
      let isJoined =
        next < endIndex && self[next].isLetter
        || index > startIndex && (self[self.index(before: index)].isLetter || self[self.index(before: index)] == "\\")
      if !isJoined { found = index..<next }
    }
    return found
  }

  fileprivate func replacingCharacters(in range: Range<Index>) -> String { String(self[..<range.lowerBound] + self[range.upperBound...]) }
}

extension Tree {
  /// True if there are letters below a node, or a picture.
  fileprivate func hasContent(_ index: Index) -> Bool {
    switch self[index].kind {
    case .text(let text), .code(let text): text.contains { $0.isLetter || $0.isNumber }
    case .codeBlock, .math, .mathBlock, .image: true
    default: children(of: index).contains { hasContent($0) }
    }
  }

  /// Takes a node and all below it out of the tree.
  fileprivate mutating func unlink(_ index: Index) {
    let parent = self[index].parent
    let next = self[index].nextSibling
    if self[parent].firstChild == index {
      nodes[Int(parent)].firstChild = next
    } else if let before = children(of: parent).first(where: { self[$0].nextSibling == index }) {
      nodes[Int(before)].nextSibling = next
    }
    // Nothing of it is found among the nodes.
    var rest = Array(children(of: index))
    nodes[Int(index)].kind = .span
    while let child = rest.popLast() {
      rest += children(of: child)
      nodes[Int(child)].kind = .span
    }
  }
}
