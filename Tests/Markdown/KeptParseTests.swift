import Foundation
import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// Trees after edits, with what is kept of the ones before.
@Suite struct KeptParseTests {
  /// Edits of each sample, as many as `MDTYPESET_EDITS` asks for; nil if it is not set.
  private static let edits = ProcessInfo.processInfo.environment["MDTYPESET_EDITS"].flatMap { Int($0, radix: 10) }

  /// A sample; its beginning, to the end of a paragraph, where nothing asks for many edits: most of what could go wrong is between blocks.
  private func sample(_ path: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let all = Array(try Data(contentsOf: root.appending(path: path)))
    guard Self.edits == nil, all.count > 6000 else { return all }
    let end = (1..<6000).last { all[$0] == UInt8(ascii: "\n") && all[$0 - 1] == UInt8(ascii: "\n") } ?? 6000
    return Array(all[..<end])
  }

  private func kept(_ bytes: [UInt8]) -> KeptParse {
    let source = Source(name: "a.md", bytes: bytes)
    return KeptParse(parse(source), of: source)
  }

  /// True if only the blocks around the edit were parsed.
  private func edit(_ text: String, _ word: String, _ other: String) throws -> Bool {
    var kept = kept(Array(text.utf8))
    let new = Source(name: "a.md", text: text.replacingOccurrences(of: word, with: other))
    let edit = kept.edit(to: new)
    if edit != nil {
      let whole = parse(new)
      #expect(kept.document.tree == whole.tree)
      #expect(kept.document.diagnostics == whole.diagnostics)
    }
    return edit != nil
  }

  private let paragraphs = (0..<12).map { "Paragraph \($0) with *words* and $x_\($0)$ in it.\n\n" }.joined()

  @Test func `an edit in a paragraph, a list, a formula or code leaves the rest of the tree`() throws {
    #expect(try edit(paragraphs, "Paragraph 6 with", "Paragraph 6 with many"))
    #expect(try edit(paragraphs, "x_6", "x_6^2"))
    #expect(try edit(paragraphs, "$x_6$ in it.\n", "$x_6$ in it.\n\n- one\n- two\n\n## A heading\n\n> quoted\n"))
    #expect(try edit(paragraphs + "- one\n- two\n\n" + paragraphs, "- two", "- two\n- three"))
    #expect(try edit(paragraphs + "```c\nint a;\n```\n\n" + paragraphs, "int a", "long b"))
    #expect(try edit(paragraphs + "The end", "The end", "The end is"))
  }

  @Test func `a line that opens or closes a fence is parsed with what it makes code, and no more`() throws {
    let code = "```c\nint a;\n```\n\n"
    let text = paragraphs.replacingOccurrences(of: "Paragraph 9", with: "Paragraph nine") + code + "Last words.\n\n" + paragraphs
    for (word, other) in [
      ("Paragraph nine with", "```\nParagraph nine with"), ("```c\n", "``c\n"), ("int a;\n```", "int a;\n``"), ("```c\n", ""),
      ("```c\n", "~~~\n"), ("Paragraph nine with", "```\nlet b\n```\nParagraph nine with"), ("```c\n", "````c\n"),
      ("Paragraph nine with", "## A heading\n\n```\nParagraph nine with"), ("Paragraph nine with", "> ```\n> Paragraph nine with"),
      ("Paragraph nine with", "- ```\n  Paragraph nine with"), ("Paragraph nine with", "~~~~\nParagraph nine with"),
    ] {
      _ = try edit(text, word, other)
      _ = try edit(text.replacingOccurrences(of: word, with: other), other, word)
      _ = try edit(paragraphs + code + text + code + paragraphs, word, other)
    }
    #expect(try edit(text, "Paragraph nine with", "```\nParagraph nine with"))
    #expect(try edit(paragraphs + code + text, "```c\nint a;\n```\n\nLast", "int a;\n```\n\nLast") == false, "nothing closes the last one")
    #expect(try edit(text.replacingOccurrences(of: "Last", with: "[Last](/a.md)"), "```c\nint", "```c\n```\n\nint a;\n\n```c\nint"))
    // What is named elsewhere depends on what is code.
    for named in ["See [a].\n\n", "[a]: /b\n\n", "<b>\n\n", "::: note\n\n:::\n\n", "Note[^1].\n\n", "[a](b c)\n\n"] {
      #expect(try !edit(paragraphs + named + code + paragraphs, named + "```c", "```\n" + named + "```c"), "\(named)")
    }
  }

  @Test func `an edit that may reach further is parsed with the whole text`() throws {
    let note = paragraphs + "[^1]: note\n\n" + paragraphs
    let cells = "```{r}\nknitr::opts_chunk$set(echo = TRUE)\n```\n\n" + paragraphs + "```{r}\nx\n```\n\n" + paragraphs
    for (text, word, other) in [
      (paragraphs, "Paragraph 6", "[a]: b"), (paragraphs, "Paragraph 6", "```"), (paragraphs, "Paragraph 6", "$$"),
      (paragraphs, "Paragraph 6", "::: note"), (paragraphs, "Paragraph 6", "<div>"), (paragraphs, "Paragraph 6", "\\begin{figure}"),
      (paragraphs, "Paragraph 6", "*[it]: meaning"), (paragraphs, "Paragraph 6", "\\(a"), (note, "Paragraph 6", "See[^1]"),
      (paragraphs, "words* and $x_6$", "[words*]{#a} and $x_6$"), (paragraphs, "Paragraph 0", "title:"),
      ("See [a].\n\n" + paragraphs + "[a]:\n  /b\n\n" + paragraphs, "]:\n  /b", "]: (1) /b"),
      (cells, "echo = TRUE", "echo = FALSE"),
    ] { #expect(try !edit(text, word, other), "\(other)") }
  }

  /// A change of each option, by its name, that may change how a text is read.
  private static let options: [(field: String, change: @Sendable (inout ParseOptions) -> Void)] = [
    ("findsMath", { $0.findsMath = false }), ("readsExtensions", { $0.readsExtensions = false }), ("directives", { $0.directives = ["a"] }),
    ("readsFields", { $0.readsFields = false }), ("keepsCitations", { $0.keepsCitations = true }), ("citesWorks", { $0.citesWorks = true }),
    ("linksNotes", { $0.linksNotes = true }), ("hidesCode", { $0.hidesCode = true }), ("isForScreens", { $0.isForScreens = true }),
    ("forms", { $0.forms = FormulaForms(isKramdown: true, hasBrackets: true, escapesForMarkdown: false) }), ("level", { $0.level = 1 }),
    ("dialect", { $0.dialect = .general }),
  ]

  /// A change of each limit of reading.
  private static let limits: [(field: String, change: @Sendable (inout Budget) -> Void)] = [
    ("sourceBytes", { $0.sourceBytes -= 1 }), ("lines", { $0.lines -= 1 }), ("links", { $0.links = .strict }), ("nodes", { $0.nodes -= 1 }),
    ("treeBytes", { $0.treeBytes -= 1 }), ("plainBytes", { $0.plainBytes -= 1 }), ("blockBytes", { $0.blockBytes -= 1 }),
    ("codeLines", { $0.codeLines -= 1 }), ("work", { $0.work -= 1 }), ("macroExpansions", { $0.macroExpansions -= 1 }),
    ("macroTokens", { $0.macroTokens -= 1 }), ("formulaNesting", { $0.formulaNesting -= 1 }), ("formulaDepth", { $0.formulaDepth -= 1 }),
    ("formulaBytes", { $0.formulaBytes -= 1 }), ("wordBytes", { $0.wordBytes -= 1 }), ("alignmentCells", { $0.alignmentCells -= 1 }),
    ("blockNesting", { $0.blockNesting -= 1 }),
  ]

  @Test func `a text that is read in another way, or to other limits, is parsed as a whole`() {
    let (old, new) = (Source(name: "a.md", text: paragraphs), Source(name: "a.md", text: paragraphs + "More.\n"))
    func edits(_ options: ParseOptions, _ budget: Budget) -> Bool {
      var kept = KeptParse(parse(old), of: old)
      return kept.edit(to: new, options: options, budget: budget) != nil
    }
    #expect(edits(ParseOptions(), Budget()))
    for (field, change) in Self.options {
      var options = ParseOptions()
      change(&options)
      #expect(!edits(options, Budget()), "\(field)")
    }
    for (field, change) in Self.limits {
      var budget = Budget()
      change(&budget)
      #expect(!edits(ParseOptions(), budget), "\(field)")
    }
    // What the front matter says is read with it, and threads change nothing.
    let fields = Mirror(reflecting: ParseOptions()).children.compactMap(\.label)
    #expect(Set(Self.options.map(\.field)).union(["readsMath", "threads"]) == Set(fields))
    // Of files that are included, of setting, drawing and pictures.
    let others: Set = [
      "includedFiles", "includedBytes", "repeatedBytes", "rereadBytes", "turnedLetters", "pages", "pagePixels", "documentPixels",
      "picturePixels", "decodedPixels", "pictureBytes", "pictureSeconds", "picturesSeconds", "pictureWork", "pictureMemory",
      "resourceSeconds", "stop",
    ]
    #expect(Set(Self.limits.map(\.field)).union(others) == Set(Mirror(reflecting: Budget()).children.compactMap(\.label)))
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
    "word ", "x", "\n\n", "\n", " ", "\n\nA new paragraph.\n\n", "\n\n## A heading\n\n", " $a+b$ ", "\n\n$$c=d$$\n\n", "$$", "\n- item\n",
    "**", "`", "_",
    "[^1]", "\n\n[^1]: A note.\n\n", "\n\n[a]: /b\n\n", "[a]", ":", "]:", "(1) ", "\n\n```\ncode\n```\n\n", "\n```\n",
    "\n\n| a | b |\n|---|---|\n| c | d |\n\n",
    "\n\n::: {.landscape}\n\nText.\n\n:::\n\n", "\n:::\n", "\n\n---\n\n", "\n\n***\n\n", "\n===\n", "\n\n\\newcommand{\\R}{Q}\n\n", "<b>",
    "<div>\n", "</div>", "<!--",
    "-->", "ü中文", "\\(", "\\)", "\\[", "\\]", "\\begin{align}", "\\end{align}", "{.class}", "\n\n*[the]: article\n\n", "\n\n{#name}\n",
    "\n: definition\n",
    "\n> quote\n", "    ", "\t", "!!! note\n", "\n\nTable: words\n\n", "$", "\\", "{ref}`a`", "1. ", "\r\n", "{==", "==}", "@fig-a",
    "\n\n- [ ] task\n", "\u{0}", "http://a.b",
  ]

  private func edit(_ bytes: inout [UInt8], _ numbers: inout Numbers) {
    let place = Int.random(in: 0..<max(1, bytes.count), using: &numbers)
    if Bool.random(using: &numbers) {
      bytes.removeSubrange(min(place, bytes.count)..<min(bytes.count, place + Int.random(in: 1...30, using: &numbers)))
    }
    if Int.random(in: 0..<4, using: &numbers) > 0 {
      bytes.insert(contentsOf: Self.insertions.randomElement(using: &numbers)?.utf8 ?? "".utf8, at: min(place, bytes.count))
    }
  }

  @Test(arguments: [
    "samples/tour.md", "samples/blocks.md", "samples/book.md", "docs/guide/markdown.md", "samples/math-sheet.md", "samples/chinese.md",
    "README.md",
  ])
  func `a tree after an edit is that of the whole text`(path: String) throws {
    let original = try sample(path)
    var bytes = original
    var kept = kept(bytes)
    var numbers = Numbers(state: UInt64(path.utf8.count))
    var count = 0
    for round in 0..<(Self.edits ?? 60) {
      // Many edits leave little of a document.
      if round % 30 == 29 { bytes = original }
      edit(&bytes, &numbers)
      let source = Source(name: "a.md", bytes: bytes)
      let whole = parse(source)
      if let edit = kept.edit(to: source) {
        count += 1
        #expect(edit.new.upperBound <= whole.tree.nodes.count)
        let isSame = kept.document.tree.nodes == whole.tree.nodes && kept.document.tree.attributes == whole.tree.attributes
        try #require(isSame, "round \(round) of \(path)")
        try #require(kept.document.diagnostics == whole.diagnostics, "round \(round) of \(path)")
        try #require(kept.document.forms == whole.forms)
      } else {
        kept = KeptParse(whole, of: source)
      }
    }
    #expect(count > 0, "\(path)")
  }
}
