import Foundation
import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// What holds for the pages of every document: `Page.faults`, and that structure and pictures lead somewhere.
@Suite struct PageInvariantTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../scripts/sanitizers/corpus")
    .standardized

  /// Each in its turn, so that a failure names its document.
  static let documents: [String] = (try? FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()) ?? []

  private func check(_ document: TypesetDocument) {
    for (number, page) in document.pages.enumerated() {
      #expect(page.faults.isEmpty, "page \(number + 1)")
      #expect(page.flow.count + page.decoration.count == page.ink.items.count)
      for case .content(let element) in page.ink.items {
        // None, or one of the structure.
        #expect(element.block < 0 || document.structure.index(of: element) != nil, "page \(number + 1)")
      }
    }
  }

  @Test func `there are documents to look at`() { #expect(Self.documents.count > 200) }

  @Test(arguments: documents) func `no index of a page leads nowhere, whatever the document`(name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.corpus.appending(path: name)))
    check(Typesetter().typeset(Source(name: "a.md", bytes: bytes)))
    check(Typesetter().typesetWithReports(Source(name: "a.md", bytes: bytes), explainsBreaks: true).document)
  }

  @Test func `links that are taken out leave header and footer where they were`() {
    let text = "---\nheader: head\nfooter: foot\n---\n\n" + (1...9).map { "$\\href{javascript:\($0)}{x}$" }.joined(separator: " ")
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    check(document)
    #expect(document.pages.allSatisfy { !$0.decoration.isEmpty })
  }

  @Test func `numbers of lines, which have no text, are no fault`() {
    check(Typesetter().typeset(Source(name: "a.md", text: "```c {.numberLines startFrom=140737488355328}\nx\ny\n```\n")))
  }

  @Test func `a page whose indices lead nowhere has faults`() {
    var page = Page(width: 100.pt, height: 100.pt)
    #expect(page.faults.isEmpty)
    page.furniture = 1
    #expect(page.faults == ["its header begins at item 1 of 0"])
    page.furniture = nil
    page.ink.items = [
      .mark(0, Rect(x: .zero, y: .zero, width: .zero, height: .zero)), .clip(Rect(x: .zero, y: .zero, width: .zero, height: .zero)),
    ]
    #expect(page.faults.count == 2)
  }
}
