import Foundation
@testable import MDTypeset
import Synchronization
import Testing
import TypesetDiagnostics
import TypesetFiles
@testable import TypesetOutput
import TypesetStyling

/// A document that is typeset again after an edit, with what is kept of the one before.
@Suite struct EditTests {
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
    "\n\n::: margin\n\nBeside.\n\n:::\n\n", "\n\n| a |\n|--|\n| 1.5 |\n| 10 |\n\n", "\n\nBelow.\n{.table-notes}\n\n", " [Beside.]{.aside} ",
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
    "samples/papers/routes.md",
  ])
  func `pages after an edit are those of the whole text`(path: String) throws {
    var bytes = try sample(path)
    let shared = SharedWork(keepsBlocks: true)
    var numbers = Numbers(state: UInt64(path.utf8.count))
    // 34 rounds of all are 200 edits.
    for round in 0..<(Self.edits ?? 8) {
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

  @Test(arguments: [
    "samples/tour.md", "samples/blocks.md", "samples/book.md", "docs/guide/markdown.md", "samples/math-sheet.md", "samples/languages.md",
    "samples/paper.md", "samples/code.md", "samples/pictures.md", "samples/papers/routes.md",
  ])
  func `a file after an edit, with what earlier runs have kept, is that of a run without`(path: String) throws {
    let folder = NSTemporaryDirectory() + "edits-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var bytes = try sample(path)
    var numbers = Numbers(state: UInt64(path.utf8.count))
    var kept = options(nil)
    (kept.cacheFolder, kept.leastKeptBytes) = (folder, 0)
    for round in 0..<(Self.edits ?? 6) {
      let source = Source(name: "a.md", bytes: bytes)
      kept.threads = round % 2 + 1
      let again = Typesetter(options: kept).typeset(source)
      let cold = Typesetter(options: options(nil)).typeset(source)
      #expect(again.diagnostics == cold.diagnostics, "round \(round) of \(path)")
      try #require(try again.pdf() == cold.pdf(), "round \(round) of \(path)")
      edit(&bytes, &numbers)
    }
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder + "/pieces").isEmpty)
  }

  @Test func `blocks and pages come from what is kept`() throws {
    let folder = NSTemporaryDirectory() + "edits-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text = (0..<40).map { "Paragraph \($0) has words.\n\n" }.joined() + "\n\n\\newpage\n\nThe second page.\n"
    var kept = options(nil)
    (kept.cacheFolder, kept.leastKeptBytes) = (folder, 0)
    let source = Source(name: "a.md", text: text)
    let cold = try Typesetter(options: kept).typeset(source).pdf()
    let files = try #require(KeptFiles(folder, kind: .pieces))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/pieces")
    #expect(names.count == 2)
    // Each entry again with the digests of its pieces in another order: all are found, at the wrong places.
    for name in names {
      let bytes = try #require(files.entry(name))
      let count = bytes[..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let rows = (0..<count).map { Array(bytes[8 + $0 * 24..<32 + $0 * 24]) }
      let keys = rows.map { $0[..<16] }
      let forged = zip(keys[1...] + keys[..<1], rows).flatMap { $0 + $1[16...] }
      files.keep(bytes[..<8] + forged + bytes[(8 + count * 24)...], as: name)
      #expect(try Typesetter(options: kept).typeset(source).pdf() != cold)
      files.keep(bytes, as: name)
      #expect(try Typesetter(options: kept).typeset(source).pdf() == cold)
    }
  }

  @Test func `another theme, font or number is not taken from what is kept`() throws {
    let folder = NSTemporaryDirectory() + "edits-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text =
      "# A\n\nSome words, and others, in a paragraph of two lines, so that something may be divided somewhere.\n\n$$a=b$$ {#eq-a}\n\nSee @eq-a.\n"
    let matters = [
      "theme: book", "theme: github", "fontsize: 9pt", "lang: de", "paper: a5", "numbersections: true", "macros: {a: x}",
      "hyphenation: [some-thing]", "columns: 2", "mainfont: Libertinus Sans",
    ]
    var kept = options(nil)
    (kept.cacheFolder, kept.leastKeptBytes) = (folder, 0)
    for matter in ["title: x"] + matters + matters.reversed() {
      for body in [text, "$$c=d$$ {#eq-b}\n\n" + text] {
        let source = Source(name: "a.md", text: "---\n\(matter)\n---\n\n" + body)
        let again = Typesetter(options: kept).typeset(source)
        let cold = Typesetter(options: options(nil)).typeset(source)
        #expect(try again.pdf() == cold.pdf(), "\(matter)")
      }
    }
  }

  @Test(arguments: [
    ("Section 15 of many", "Section 15 of some", "", true), ("Section 15 of many", "Other words", "", true),
    ("Section 15 of many", "Section 16 of many", "", false), ("## Section 15", "### Section 15", "", true),
    ("Section 15 of many", "Section 15 of *many*", "", false), ("Section 15 of many", "Section 15 of some", "[TOC]\n\n", false),
    ("Section 15 of many", "Section 15 of some", "See [that](#section-15-of-many).\n\n", false),
    ("Section 15 of many", "Section 15 of some", "See [that](https://example.org/).\n\n", true),
    ("Section 15 of many", "Section 15 of some", "---\nnumbersections: true\nheader: {left: \"{section}\"}\n---\n\n", true),
  ])
  func `a heading that nothing names is styled alone`(old: String, new: String, start: String, isAlone: Bool) throws {
    let text =
      start + (0..<30).map { "## Section \($0) of many\n\nParagraph \($0) has words.\n\nAnd another one, with $x$.\n\n" }.joined()
    let shared = SharedWork(keepsBlocks: true)
    // There and back, so that what was kept of the change is used too.
    for text in [text, text.replacingOccurrences(of: old, with: new), text.replacingOccurrences(of: "Paragraph 16", with: "Line")] {
      let source = Source(name: "a.md", text: text)
      let again = Typesetter(options: options(shared)).typeset(source)
      #expect(try again.pdf() == Typesetter(options: options(nil)).typeset(source).pdf())
    }
    for (number, text) in [text, text.replacingOccurrences(of: old, with: new)].enumerated() {
      var laps = Laps()
      let looks = Typesetter(options: options(shared)).looks(of: Source(name: "a.md", text: text), &laps)
      guard number == 1 else { continue }
      let isEdit = if case .edit = looks.styled.change { true } else { false }
      #expect(isEdit == isAlone)
    }
  }

  // MARK: Several files

  /// Chapters of a book, in which some words, notes and labels are the same.
  private func work(_ texts: [String]) -> Source {
    var (files, bytes): ([Source.File], [UInt8]) = ([], [])
    for (number, text) in texts.enumerated() {
      var file = Source.File(name: "\(number).md", start: bytes.count)
      file.chapter = Source.File.Chapter(level: 1, title: nil)
      files.append(file)
      bytes += text.utf8
    }
    return Source(files: files, bytes: bytes)
  }

  private var chapters: [String] {
    (0..<5).map { number in
      let paragraphs = (0..<60).map { place in
        "Paragraph \(place) of chapter \(number) has *words* and $x_\(place)$ in it, so that it has more than one line.\n\n"
      }
      return "# Chapter \(number)\n\nSee [the next](\((number + 1) % 5).md)[^1].\n\n[^1]: A note of \(number).\n\n" + paragraphs.joined()
    }
  }

  @Test func `pages of a work after edits of its files are those of the whole work`() throws {
    var (texts, options) = (chapters, options(SharedWork(keepsBlocks: true)))
    (options.pictureOutput, options.leastKeptBytes) = (.pdf, 0)
    var edits = 0
    for (number, old, new) in [
      (0, "", ""), (2, "Paragraph 15 of", "Paragraph 15 of some"), (4, "Paragraph 15", "Line 5"),
      (0, "Paragraph 12", "## A heading\n\nParagraph 12"),
      (1, "[^1]: A note", "[^1]: Another note"), (3, "x_14", "x_{14}^2"), (3, "Paragraph 13", "![](none.png)\n\nParagraph 13"),
      (2, "# Chapter 2", "# Other words"), (2, "Paragraph 16 of", "Paragraph 16 of"), (1, "Paragraph 16 of", "Six of"),
    ] {
      texts[number] = texts[number].replacingOccurrences(of: old, with: new)
      let again = Typesetter(options: options).typeset(work(texts))
      let cold = Typesetter(options: self.options(nil)).typeset(work(texts))
      #expect(again.diagnostics == cold.diagnostics, "\(new)")
      try #require(try again.pdf() == cold.pdf(), "\(new)")
      edits += again.reusedPages.count > 2 ? 1 : 0
    }
    #expect(edits >= 5)
  }

  @Test func `only the blocks around an edit of a work's file are styled`() {
    var (texts, options) = (chapters, options(SharedWork(keepsBlocks: true)))
    options.pictureOutput = .pdf
    for word in ["Paragraph 15", "Line 5"] {
      texts[2] = texts[2].replacingOccurrences(of: word, with: "Line 5")
      var laps = Laps()
      let looks = Typesetter(options: options).looks(of: work(texts), &laps)
      guard word == "Line 5" else { continue }
      texts[3] = texts[3].replacingOccurrences(of: "Paragraph 14", with: "Line 4")
      let next = Typesetter(options: options).looks(of: work(texts), &laps)
      let areEdits = [looks, next].map { if case .edit = $0.styled.change { true } else { false } }
      #expect(areEdits == [true, true])
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

  @Test func `pages with floats are kept where an edit leaves them as they are`() {
    let words = String(repeating: "Words that fill a page of text from its top to its foot. ", count: 12) + "\n\n"
    var text = (0..<6).map { "## Part \($0)\n\n| a |\n|---|\n| \($0) |\n\n: Table \($0). {#tbl-\($0)}\n\n" + words + words + words }
    text.insert("---\nplacement: t\n---\n\n", at: 0)
    let shared = SharedWork(keepsBlocks: true)
    let before = Typesetter(options: options(shared)).typeset(Source(name: "a.md", text: text.joined()))
    text[4] = text[4].replacing("from its top", with: "from the top", maxReplacements: 1)
    let after = Typesetter(options: options(shared)).typeset(Source(name: "a.md", text: text.joined()))
    #expect(before.pageCount > 3 && after.reusedPages.count >= before.pageCount - 2, "\(after.reusedPages) of \(before.pageCount)")
  }

  @Test func `lines are found as one by one`() throws {
    let source = Source(joining: [("a.md", nil, Array("a\n\nb".utf8)), ("b.md", nil, Array("\r\nc\n".utf8))])
    let document = Typesetter().typeset(source)
    let all = document.placesOnPages()
    #expect(all == (0..<document.pageCount).map { document.places(onPage: $0) })
    #expect(all[0].map(\.line) == [1, 3, 2])
    #expect(all[0].map(\.file) == ["a.md", "a.md", "b.md"])
  }

  /// Counts how often it is drawn.
  private struct Counted: InlineAttachment {
    static let count = Mutex(0)
    var number: Int
    func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: 20, height: 8) }
    func draw(on canvas: inout Canvas) {
      Self.count.withLock { $0 += 1 }
      canvas.fill(canvas.bounds, number % 2 == 0 ? .teal : .navy)
      canvas.math("x_{\(number)}", at: CanvasPoint(2, 7), size: 6)
    }
    var plainText: String { "\(number)" }
  }

  private enum Sums: MarkdownCollector {
    static let defaultValue = 0
    static func reduce(into value: inout Int, next: () -> Int) { MarkdownReduction.sum(into: &value, next) }
  }

  private func clientDocument(_ text: String) -> Document {
    var document = Document(markdown: text)
    document = document.markdownDirective("gauge") { call, _ in
      .attachment(Counted(number: Int(exactly: call.arguments.number("n") ?? 0) ?? 0))
    }
    document = document.markdownDirective("add") { call, context in
      let number = Int(exactly: call.arguments.number("n") ?? 0) ?? 0
      return context.resolve(call.content).collect(Sums.self, number)
    }
    document = document.markdownDirective("Sum") { _, _ in .reading(Sums.self) { sum in .text("The sum is \(sum).") } }
    return document.markdownStyling(QuoteNode.self) { _, context in
      context.content.padding(4).overlay { canvas in canvas.fill(.circle(in: canvas.bounds), .silver) }
    }
  }

  /// The parts of a document after one of eight edits.
  private func parts(afterEdit number: Int) -> [String] {
    var parts: [String] = []
    for number in 1...60 {
      let line = "Words :gauge[]{n=\(number)} and :add[more]{n=\(number)} words $a_{\(number)}$."
      parts.append("## Part \(number)\n\n\(line)\n\n> A quote \(number).\n\n- item\n")
    }
    switch number {
    case 1: parts[20] += "\nAnother paragraph.\n"
    case 2: parts[20] += "\nAnother one.\n"
    case 3: parts[3] = "> New\n\n" + parts[3]
    case 4: parts.remove(at: 40)
    case 5: parts[10] = parts[10].replacing("n=11", with: "n=12")
    case 6: parts.swapAt(5, 50)
    default: break
    }
    return parts
  }

  @Test func `a document with directives, drawings and readers is set again in part, and is the same`() throws {
    let typesetter = Typesetter(options: options(SharedWork(keepsBlocks: true)))
    for number in 0...7 {
      Counted.count.withLock { $0 = 0 }
      let document = clientDocument("@Sum\n\n" + parts(afterEdit: number).joined(separator: "\n"))
      let again = typesetter.typeset(document)
      let drawn = Counted.count.withLock { $0 }
      let fresh = Typesetter(options: options(nil)).typeset(document)
      let (pdf, whole) = (try again.pdf(), try fresh.pdf())
      #expect(pdf == whole, "edit \(number)")
      #expect(again.diagnostics == fresh.diagnostics)
      #expect(again.collected(Sums.self) == fresh.collected(Sums.self))
      if number == 2 { #expect(drawn == 0, "an edit elsewhere draws nothing again") }
      if number > 0 { #expect(drawn < 60) }
    }
  }
}
