import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetOutput

@testable import MDTypeset

/// Figures and tables that are elsewhere than where they are written, by LaTeX's rules.
@Suite struct FloatTests {
  private static let words = String(repeating: "Words that fill a page of text from its top to its foot. ", count: 12) + "\n\n"

  private func pages(_ text: String) -> [[String]] { pageLines(text, root: MarginTests.samples.path) }

  private func figure(_ name: String, _ more: String = "") -> String {
    "![Caption \(name).](images/leap.svg){#fig-\(name) width=40% \(more)}\n\n"
  }

  /// The captions of a page, each with whether it is above the first line of the text or below the last.
  private func captions(_ page: [String]) -> [String] {
    let text = page.indices.filter { page[$0].contains("Words") || page[$0].contains("foot") }
    return page.indices.filter { page[$0].contains("Caption") }.map { index in
      let place = index < text.first ?? .max ? "top" : index > text.last ?? -1 ? "bottom" : "within"
      return place + " " + (page[index].split(separator: " ").last.map { String($0.dropLast()) } ?? "")
    }
  }

  @Test(arguments: [("top", "top a"), ("bottom", "bottom a"), ("here", "within a"), ("none", "within a")])
  func `a figure is where its author wants it`(placement: String, shown: String) {
    let text = Self.words + Self.words + figure("a", "placement=\(placement)") + Self.words + "See @fig-a.\n\n" + Self.words
    #expect(captions(pages(text)[0]) == [shown])
  }

  @Test func `without a placement a document is set as ever`() {
    let plain = Self.words + figure("a") + Self.words + Self.words
    #expect(pages(plain) == pages("---\nplacement: none\n---\n\n" + plain))
  }

  @Test func `a key of front matter is for all figures with captions`() {
    #expect(captions(pages("---\nplacement: t\n---\n\n" + Self.words + figure("a") + Self.words)[0]) == ["top a"])
  }

  @Test func `floats of a kind keep their order, and no more than two are above the text`() {
    let many = ["a", "b", "c", "d"].map { figure($0, "placement=t") }.joined()
    let text = Self.words + many + String(repeating: Self.words, count: 12)
    let all = pages(text).map(captions)
    #expect(all[0] == ["top a", "top b"])
    #expect(all[1] == ["top c", "top d"])
  }

  @Test(arguments: [("[t]", "Table 1. Costs"), ("", "Costs")])
  func `a table that floats has a number, by which it is found`(place: String, caption: String) {
    let table = "\\begin{table}\(place)\n\\caption{Costs}\n\\begin{tabular}{l}a\\\\b\\end{tabular}\n\\end{table}\n\n"
    #expect(pages(Self.words + table + Self.words)[0].contains(caption))
  }

  @Test func `what an algorithm requires begins at the edge, its lines beside their numbers`() throws {
    let text = "```algorithm\n\\begin{algorithmic}[1]\n\\Require much\n\\State little\n\\end{algorithmic}\n```\n"
    let page = try #require(Typesetter().typeset(Source(name: "a.md", text: text)).pages.first)
    var places: [String: Length] = [:]
    for case .run(let run) in page.ink.items {
      let words = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      if let word = ["Require", "little", "1:"].first(where: { words.contains($0) }) { places[word] = run.x }
    }
    let (condition, number, line) = (try #require(places["Require"]), try #require(places["1:"]), try #require(places["little"]))
    #expect(condition < number && number < line)
  }

  @Test func `a barrier lets no float pass, nor does a new page`() {
    for stop in ["\\FloatBarrier\n\n", "\\newpage\n\n"] {
      let many = ["a", "b", "c"].map { figure($0, "placement=t") }.joined()
      let all = pages(Self.words + many + stop + "Behind.\n")
      #expect(all.count == 3 && all[1].contains { $0.contains("Caption c") } && all[2].contains { $0.contains("Behind") })
    }
  }

  @Test func `LaTeX's floats say where they may be`() {
    let float = "\\begin{figure}[b]\n\\includegraphics[width=4cm]{images/leap.svg}\n\\caption{Caption a.}\n\\end{figure}\n\n"
    #expect(captions(pages(Self.words + float + Self.words)[0]) == ["bottom a"])
  }

  @Test func `nothing is lost where what follows a float is as high as the page`() {
    let code = "```\n" + String(repeating: "line\n", count: 36) + "```\n\n"
    let all = pages(figure("a", "placement=t") + code + figure("b", "placement=p") + "End.\n").joined().joined(separator: "\n")
    #expect(
      all.contains("Caption a") && all.contains("Caption b") && all.contains("End.")
        && all.split(separator: "\n").count { $0 == "line" } == 36)
  }

  @Test func `a wide figure is above both columns of the page that speaks of it`() throws {
    var options = TypesetterOptions()
    options.root = MarginTests.samples.path
    let text =
      "---\ntheme: paper\n---\n\n" + Self.words + "![Caption a.](images/leap.svg){.wide width=100%}\n\n"
      + String(repeating: Self.words, count: 9)
    let page = try #require(Typesetter(options: options).typeset(Source(name: "a.md", text: text)).pages.first)
    let picture = try #require(page.ink.items.lazy.compactMap { if case .picture(_, let rect) = $0 { rect } else { nil } }.first)
    #expect(picture.width > page.width / 2)
    let text0 = page.ink.items.compactMap { item -> Length? in if case .run(let run) = item { run.y } else { nil } }
    #expect(text0.allSatisfy { $0 < picture.y + picture.height })
  }

  @Test func `pages of floats are those that references name`() {
    let text =
      Self.words + figure("a", "placement=p") + Self.words + String(repeating: Self.words, count: 6) + "It is on page \\pageref{fig-a}.\n"
    let all = pages(text)
    let page = all.firstIndex { $0.contains { $0.contains("Caption a") } } ?? -1
    #expect(all.joined().contains { $0.contains("on page \(page + 1)") }, "\(all.map(captions))")
  }

  @Test func `lists name the pages on which floats are, not those that they are written on`() throws {
    let text =
      "::: list-of-figures\n:::\n\n" + Self.words + figure("a", "placement=p") + Self.words + String(repeating: Self.words, count: 6)
    let all = pages(text)
    let page = try #require(all.firstIndex { captions($0).contains { $0.hasSuffix(" a") } && !$0.contains { $0.contains("Words") } })
    #expect(all[0].contains { $0.contains("Caption a") && $0.hasSuffix("\(page + 1)") }, "\(all[0].prefix(4))")
  }

  @Test func `a float that fits above the text of a full column leaves no short one to itself`() throws {
    let float =
      "```pseudocode\n\\begin{algorithm}\n\\caption{Method}\n\\begin{algorithmic}\n"
      + String(repeating: "\\State $x\\gets x+1$\n", count: 18) + "\\end{algorithmic}\n\\end{algorithm}\n```\n\n"
    let head = "---\ntheme: paper\nplacement: tbp\ntitle: A title\nabstract: " + String(repeating: "It is said here. ", count: 60)
    let all = pages(head + "\n---\n\n" + Self.words + float + String(repeating: Self.words, count: 16))
    #expect(all.count > 1 && all.dropLast().allSatisfy { $0.count { $0.contains("foot.") } > 30 }, "\(all.map(\.count))")
  }

  @Test(arguments: [1, 2, 3]) func `a text that grows has its floats where the whole text has them`(columns: Int) throws {
    let text =
      "---\ncolumns: \(columns)\nplacement: tbp\n---\n\n"
      + (0..<5).map { part in
        Self.words + "| a |\n|---|\n| \(part) |\n\n: Caption \(part). {#tbl-\(part) \(part % 2 == 1 ? ".wide" : "")}\n\n"
          + String(repeating: Self.words, count: 3)
      }.joined()
    let stream = StreamingSource(Typesetter())
    for piece in text.split(separator: "\n", omittingEmptySubsequences: false) { _ = stream.append(piece + "\n") }
    let grown = stream.finish()
    let whole = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(whole.pageCount > 2 && grown.pageCount == whole.pageCount && grown.diagnostics.isEmpty)
    for page in 0..<whole.pageCount { #expect(try grown.text(ofPage: page) == whole.text(ofPage: page)) }
  }
}
