import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// What papers have in LaTeX around their Markdown: theorems, algorithms, entries of the index.
@Suite struct PaperTests {
  private func preprocessed(_ text: String) -> Source {
    TypesetMarkdown.preprocessed(Source(name: "a.md", text: text), files: .none, budget: Budget()).0
  }

  @Test(arguments: ["a $\\alpha$ b\n", "```\n\\begin{theorem}\n```\n", "C:\\users\\x and \\textbf{b}\n", "\\begin{align}a\\end{align}\n"])
  func `a text without a paper's commands stays as it is`(text: String) {
    #expect(preprocessed(text).bytes.elementsEqual(text.utf8), "\(String(decoding: preprocessed(text).bytes, as: UTF8.self))")
  }

  @Test func `an entry of the index has levels, what it sorts by and where it leads`() {
    let entry = IndexEntry("fruit!apple@Äpfel|see{pear}")
    #expect(entry.levels.map(\.word) == ["fruit", "Äpfel"] && entry.levels.map(\.sort) == ["fruit", "apple"])
    #expect(entry.form == .see("pear"))
  }

  @Test(arguments: [("a|(", IndexEntry.Form.begin), ("a|)", .end), ("a|textbf", .page(isStrong: true)), ("a|seealso{b}", .seeAlso("b"))])
  func `the sign after an entry says what its place is`(text: String, form: IndexEntry.Form) { #expect(IndexEntry(text).form == form) }

  @Test(arguments: ["", "|", "!", "@", "\"", "a!!!b", "|see{", "a|see", "\\"])
  func `broken entries have no levels without words`(text: String) { #expect(IndexEntry(text).levels.allSatisfy { !$0.word.isEmpty }) }
}
