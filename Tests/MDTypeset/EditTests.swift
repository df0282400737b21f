import Foundation
import MDTypeset
import Testing
import TypesetOutput

/// A document that is typeset again after an edit, with what is kept of the one before.
@Suite struct EditTests {
  private func sample(_ path: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: path)))
  }

  private func options(_ shared: SharedWork?) -> TypesetterOptions {
    var options = TypesetterOptions()
    options.shared = shared
    options.threads = 1
    return options
  }

  /// The same numbers each time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let insertions = [
    "word ", "x", "\n\n", "\n\nA new paragraph.\n\n", "\n\n## A heading\n\n", " $a+b$ ", "\n\n$$c=d$$\n\n", "\n- item\n", "**", "`", "[^1]",
    "\n\n[^1]: A note.\n\n",
    "\n\n```\ncode\n```\n\n", "\n\n| a | b |\n|---|---|\n| c | d |\n\n", " \\ref{x} ", " (1) ", "\n\n::: {.landscape}\n\nText.\n\n:::\n\n",
    "\n\n---\n\n",
    "\n\n\\newcommand{\\R}{Q}\n\n", "<b>", "ü中文",
    "\n\n", "\n", "\n> quoted\n", "**Bold**\n\n", "Figure 1. Words\n\n", "a longer run of words that moves the end of the page ",
    "[words](#there)",
    "\n\n1. one\n2. two\n\n", "~~x~~", "\n\nWords before code:\n\n", "`code`", "\n\n***\n\n", "$$", "  \n",
  ]

  /// Some bytes are taken out, or something is put in, or both.
  private func edit(_ bytes: inout [UInt8], _ numbers: inout Numbers) {
    let place = Int.random(in: 0..<bytes.count, using: &numbers)
    if Bool.random(using: &numbers) {
      bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &numbers)))
    }
    if Int.random(in: 0..<3, using: &numbers) > 0 {
      bytes.insert(contentsOf: Self.insertions.randomElement(using: &numbers)?.utf8 ?? "".utf8, at: min(place, bytes.count))
    }
  }

  @Test(arguments: [
    "samples/tour.md", "samples/blocks.md", "samples/book.md", "docs/guide/markdown.md", "samples/math-sheet.md", "samples/chinese.md",
  ])
  func `pages after an edit are those of the whole text`(path: String) throws {
    var bytes = try sample(path)
    let shared = SharedWork(keepsBlocks: true)
    var numbers = Numbers(state: UInt64(path.utf8.count))
    // 34 rounds of all are 200 edits.
    for round in 0..<(ProcessInfo.processInfo.environment["MDTYPESET_EDITS"].flatMap { Int($0) } ?? 8) {
      let source = Source(name: "a.md", bytes: bytes)
      let again = Typesetter(options: options(shared)).typeset(source)
      let cold = Typesetter(options: options(nil)).typeset(source)
      #expect(again.diagnostics == cold.diagnostics, "round \(round) of \(path)")
      try #require(again.pageCount == cold.pageCount)
      for page in 0..<cold.pageCount {
        try #require(try again.svg(page: page) == cold.svg(page: page), "page \(page), round \(round) of \(path)")
      }
      if round % 8 == 0 { #expect(try again.pdf() == cold.pdf()) }
      edit(&bytes, &numbers)
    }
  }

  @Test func `a page looks the same while what it shows is the same`() throws {
    let text = (0..<80).map { "Paragraph \($0) has some words that fill a line and begin another one below it, or so.\n\n" }
    let shared = SharedWork(keepsBlocks: true)
    func looks(_ text: [String]) -> [Int] {
      let document = Typesetter(options: options(shared)).typeset(Source(name: "a.md", text: text.joined()))
      return (0..<document.pageCount).map { document.pageLook($0) }
    }
    let before = looks(text)
    var changed = text
    changed[60] = text[60].replacingOccurrences(of: "words", with: "signs")
    let after = looks(changed)
    #expect(before.count > 2 && after.count == before.count)
    #expect(zip(before, after).count { $0 != $1 } == 1)
    let again = Typesetter(options: options(shared)).typeset(Source(name: "a.md", text: text.joined()))
    #expect(again.reusedPages.count == before.count - 1 && again.reusedPages.allSatisfy { $0.key == $0.value })
  }

  @Test func `lines are found as one by one`() throws {
    let source = Source(joining: [("a.md", nil, Array("a\n\nb".utf8)), ("b.md", nil, Array("\r\nc\n".utf8))])
    let document = Typesetter().typeset(source)
    let all = document.placesOnPages()
    #expect(all == (0..<document.pageCount).map { document.places(onPage: $0) })
    #expect(all[0].map(\.line) == [1, 3, 2])
    #expect(all[0].map(\.file) == ["a.md", "a.md", "b.md"])
  }
}
