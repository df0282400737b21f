import Foundation
import TeXMath
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetMarkdown
import TypesetPages
import TypesetStyling

@testable import MDTypeset

/// What a reader takes out of a PDF is what the author put in: every word, in order, and nothing else.
@Suite struct ExtractedTextTests {
  /// The lines of the source and those of its PDF.
  static func lines(of text: String, root: String? = nil) throws -> (source: [String], pdf: [String]) {
    var options = TypesetterOptions()
    options.root = root
    let typesetter = Typesetter(options: options)
    let source = Source(name: "test.md", bytes: Array(text.utf8))
    var (styled, definitions) = typesetter.style(typesetter.parse(source))
    var formulas = definitions.formulas
    _ = typesetter.drawDiagrams(of: &styled.tree, in: source, macros: definitions.macros)
    let equations = EquationNumbers(
      of: styled.tree, formulas: &formulas, macros: definitions.macros, isCounting: styled.tree.numbersEquations, budget: options.budget)
    let document = typesetter.typeset(source)
    var labels: [String: String] = [:]
    for page in document.pages {
      for case .mark(let mark, _) in page.ink.items {
        switch page.ink.marks[Int(mark)] {
        case .destination(let name), .heading(_, _, let name): labels[name] = labels[name] ?? page.label
        default: break
        }
      }
    }
    var bytes: [UInt8] = []
    try unsafe document.writePDF { unsafe bytes.append(contentsOf: $0) }
    let face = try #require(typesetter.fonts.face(family: "Libertinus Math"))
    let math = MathTypesetter(fonts: typesetter.fonts, face: face, textFamilies: ["Libertinus Serif"])
    let told = SourceText(styled.tree, equations: equations, pageLabels: labels) { span in
      !math.set(span.tex, style: .text, size: 10.pt, macros: definitions.macros).list.ink.items.isEmpty
    }
    return (told.lines, try PDFTextReader(bytes).lines)
  }

  /// Where two lists of lines differ, from the first place on.
  private func difference(_ lines: (source: [String], pdf: [String])) -> String? {
    guard lines.source != lines.pdf else { return nil }
    let changes = lines.pdf.difference(from: lines.source).map { change in
      switch change {
      case .remove(let place, let line, _): (place: place, text: "source \(place): \(line)")
      case .insert(let place, let line, _): (place: place, text: "PDF    \(place): \(line)")
      }
    }
    return changes.sorted { $0.place < $1.place }.prefix(20).map(\.text).joined(separator: "\n")
  }

  /// The words of citations come from styles.
  @Test(arguments: MarginTests.names.filter { $0 != "citations.md" })
  func `the text of a sample's PDF is the text of its source`(name: String) throws {
    let text = try String(contentsOf: MarginTests.samples.appending(path: name), encoding: .utf8)
    let found = try difference(Self.lines(of: text, root: MarginTests.samples.path))
    #expect(found == nil)
  }

  /// Narrow columns, so that much is divided; everything that moves letters is on.
  private static let head = """
    ---
    title: Everything
    papersize: a6
    columns: 2
    microtype: {protrusion: true, expansion: 2%}
    theme:
      base: article
      styles:
        .spaced: {letter-spacing: 0.2em}
    ---

    """

  private func pdf(_ text: String) throws -> [String] { try PDFTextReader(TaggedPDFTests.pdf(text)).lines }

  @Test func `divided words, ligatures and spaced letters are read whole`() throws {
    let text = """
      An official affluent offprint: incomprehensible characteristics of internationalisation notwithstanding.

      [Spaced letters]{.spaced} and [Small Capitals]{.smallcaps}, *fishing for fjords*, **waffles**, x^2^ and `fi --flag`.
      """
    let lines = try pdf(Self.head + text)
    #expect(
      lines == [
        "P: Everything",
        "P: An official affluent offprint: incomprehensible characteristics of internationalisation notwithstanding.",
        "P: Spaced letters and Small Capitals, fishing for fjords, waffles, x2 and fi --flag.",
      ])
  }

  @Test func `every script is read in the order in which it is written`() throws {
    let paragraphs = [
      "وَلَا يُكتب الأرقام 123 إلا بالعربية، لأنَّ الكلام like this (one) يُقرأ.", "שָׁלוֹם עֲלֵיכֶם, המספר 42 והמילה English (גם הסוגריים).",
      "क्षेत्र, विद्यार्थी, स्त्री और पंक्ति हिन्दी में।", "ภาษาไทยไม่มีช่องว่างระหว่างคำ จึงต้องตัดคำ",
      "标点不会出现在行首；“引号”和（括号）各占半格。", "「組版」とは、文字を配置する技術である。", "한국어는 낱말 사이를 띄어 쓴다.", "Ünïcödé, é as two: e\u{301}, ﬁ as one.",
      "Family 👨‍👩‍👧, flag 🇩🇪, thumb 👍🏽, key 1️⃣.",
    ]
    let lines = try pdf(paragraphs.joined(separator: "\n\n") + "\n")
    #expect(lines == paragraphs.map { "P: " + $0 })
  }

  @Test func `lists, tables, code, notes and formulas are read in order`() throws {
    let text = """
      1. One[^a] and $x^2$.
         - Two

      | A | B |
      |---|---|
      | a | $y$ |

      ```
      if a:
          b  # a line that is much too long for the narrow column of this page, so that it goes on in the next row

      c
      ```

      $$E = mc^2$$ {#eq-a}

      [^a]: The note.
      """
    let lines = try pdf(Self.head + text)
    #expect(
      lines == [
        "P: Everything", "Lbl: 1.", "P: One1", "P: 1 The note.", "P:  and x^2.", "Lbl: •", "P: Two", "TH: A", "TH: B", "TD: a", "TD: y",
        "P: if a:",
        "P:     b  # a line that is much too long for the narrow column of this page, so that it goes on in the next row", "P: c",
        "P: E = mc^2 (1)",
      ])
  }
}
