import Foundation
import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetSettings

/// What is kept between documents is found by all that decides what comes out: whatever is changed, the next document is as if nothing were kept.
@Suite struct CacheKeyTests {
  /// A document in which one thing is changed, or none.
  private struct Variant: CustomStringConvertible {
    var matter = "title: x"
    /// The attributes of a span, of a paragraph and of a code block.
    var span = "color=\"#000001\""
    var paragraph = ".plain"
    var block = ".swift"
    var formula = "a+b"
    var tail = ""
    var change: @Sendable (inout TypesetterOptions) -> Void = { _ in }
    var description: String { "\(matter) | \(span) | \(paragraph) | \(block) | \(formula) | \(tail)" }

    var source: Source {
      let text = """
        ---
        \(matter)
        ---

        # A heading, internationally

        Some [words of a span, first in office]{\(span)} and `code of 1st` with $\(formula)$, and so many others in a considerably longer paragraph of \
        three lines, so that something may be hyphenated, justified or divided somewhere in it, "quoted" -- or not -- before its end.
        {\(paragraph)}

        Coffee[]{.tab}large
        {\(paragraph)}

        > A quotation.[^1]

        ```{\(block)}
        let first = 1 // a comment
        func office() {}
        ```

        | a | b |
        |---|---|
        | c | 12 |

        - An item
        - Another one

        $$\(formula)$$ {#eq-a}

        See @eq-a. \(tail)

        [^1]: A note.
        """
      return Source(name: "a.md", text: text)
    }
  }

  private static let spans = [
    "font": "Libertinus Sans", "size": "14pt", "weight": "700", "stretch": "75%", "slant": "italic", "color": "red",
    "background": "#ffeeee",
    "underline": "single",
    "strike": "single", "tracking": "1pt", "baseline": "2pt", "case": "capitals", "ramp": "red blue", "tint": "0.5",
    "features": "onum smcp",
    "emphasis": "true", "strong": "true",
  ]

  private static let lines = [
    "looseness": "1", "hang": "2em", "hang-after": "2", "left-skip": "2em", "right-skip": "3em", "parshape": "0pt 100%, 2em 80%",
    "tabs": "3cm",
  ]

  private static let matters = [
    "theme: book", "theme: github", "fontsize: 9pt", "linestretch: 1.5", "lang: de", "lang: zh", "paper: a5", "paper: a5 landscape",
    "margin: 1cm",
    "numbersections: true", "macros: {a: x}", "hyphenation: [con-sider-ably]", "hyphenate: false", "columns: 2",
    "mainfont: Libertinus Sans",
    "monofont: Libertinus Serif", "fonts: {code: \"Libertinus Serif\"}", "fonts: {code: \"Libertinus Serif\"}\nstyles: {code: {size: 1em}}",
    "styles: {h1: {color: \"#0b4f9e\"}}", "styles: {h1: {align: center}}", "styles: {quote: {padding: 6pt}}",
    "styles: {table: {size: 8pt}}",
    "styles: {code: {color: green}}", "header: {left: L}", "footer: {center: F}", "microtype: false", "linkcolor: red",
    "drop-cap: 2", "first-line: small-caps", "page-boxes: [{text: B}]", "styles: {h1: {drop-cap: 2}}",
  ]

  private static var variants: [Variant] {
    var all = spans.sorted { $0.key < $1.key }.map { Variant(span: "\($0)=\"\($1)\"") }
    all += lines.sorted { $0.key < $1.key }.map { Variant(paragraph: $0 == "hang-after" ? "hang=2em \($0)=\"\($1)\"" : "\($0)=\"\($1)\"") }
    all += matters.map { Variant(matter: $0) }
    all += [".python", ".swift .numberLines", ".swift startFrom=7 .numberLines"].map { Variant(block: $0) }
    all += ["a-b", "\\b", "\\color{red}a+b", "\\mathrm a+b", "\\frac ab"].map { Variant(formula: $0) }
    all += ["See also #1.", "[Link](https://example.org/)", "\\newpage More.", "骨 and ب"].map { Variant(tail: $0) }
    all.append(Variant { $0.readsMath = false })
    all.append(Variant(formula: "a+b \\b") { $0.mathMacros = "\\def\\b{c}" })
    return all
  }

  private func pdf(_ variant: Variant, _ options: TypesetterOptions = TypesetterOptions()) throws -> [UInt8] {
    var options = options
    options.threads = 1
    variant.change(&options)
    return try Typesetter(options: options).typeset(variant.source).pdf()
  }

  @Test func `the tables of keys name every key that spans and lines have`() {
    #expect(Set(Self.spans.keys) == AttributeLooks.keys)
    #expect(Set(Self.lines.keys) == Set(LineRule.keys.map(\.name)))
  }

  /// Where something is kept.
  enum Keeping: CaseIterable { case words, blocks, folder }

  @Test(arguments: Keeping.allCases)
  func `whatever is changed, the document is that of a run without a cache`(keeping: Keeping) throws {
    let folder = NSTemporaryDirectory() + "cache-keys-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var kept = TypesetterOptions()
    switch keeping {
    case .words: kept.shared = SharedWork()
    case .blocks: kept.shared = SharedWork(keepsBlocks: true)
    case .folder: (kept.cacheFolder, kept.leastKeptBytes) = (folder, 0)
    }
    let plain = try pdf(Variant())
    for variant in Self.variants {
      let cold = try pdf(variant)
      // Not the bytes themselves, which a failure would print.
      let (isSame, isSameAfter) = (try pdf(variant, kept) == cold, try pdf(Variant(), kept) == plain)
      #expect(isSame, "\(variant)")
      #expect(isSameAfter, "after \(variant)")
      let isChanged = cold != plain
      if keeping == .words { #expect(isChanged, "\(variant) changes nothing") }
    }
  }

  @Test func `blocks in the machine's fonts are kept between runs`() throws {
    let folder = NSTemporaryDirectory() + "cache-keys-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func pdf(_ text: String, _ folder: String?) throws -> [UInt8] {
      var options = TypesetterOptions()
      (options.cacheFolder, options.leastKeptBytes) = (folder, 0)
      return try Typesetter(options: options).typeset(Source(name: "a.md", text: text)).pdf()
    }
    var options = TypesetterOptions()
    (options.cacheFolder, options.leastKeptBytes) = (folder, 0)
    _ = Typesetter(options: options).typeset(Source(name: "a.md", text: "骨と文字\n"))
    // No page has been written yet: what is there are the blocks.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/pieces").count == 1)
    let changed = "骨と文字\n\nAnd ب more\n"
    let (isSame, isSameAgain) = (try pdf(changed, folder) == pdf(changed, nil), try pdf(changed, folder) == pdf(changed, nil))
    #expect(isSame && isSameAgain)
  }

  private static let codeWishes: FileWishes = {
    var wishes = FileWishes()
    wishes.attachesCode = true
    return wishes
  }()

  /// A change of each setting of the PDF, by its name.
  private static let settings: [(field: String, change: @Sendable (inout PDFSettings) -> Void)] = [
    ("isTagged", { $0.isTagged = false }), ("copiesLaTeX", { $0.copiesLaTeX = true }), ("copiesLaTeX", { $0.copiesLaTeX = false }),
    ("attachesSource", { $0.attachesSource = true }), ("hasForms", { $0.hasForms = true }), ("standards", { _ = $0.follow("ua-1") }),
    ("standards", { _ = $0.follow("a-2b") }), ("attachesCode", { $0.follow(codeWishes) }),
  ]

  @Test func `whatever setting of the PDF is changed, the pages are those of a run without a cache`() throws {
    let folder = NSTemporaryDirectory() + "cache-keys-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func pdf(_ settings: PDFSettings, cached: Bool) throws -> [UInt8] {
      var options = TypesetterOptions()
      options.threads = 1
      if cached { (options.cacheFolder, options.leastKeptBytes) = (folder, 0) }
      return try Typesetter(options: options).typeset(Variant().source).pdf(settings: settings)
    }
    let plain = try pdf(PDFSettings(), cached: true)
    for (field, change) in Self.settings {
      var settings = PDFSettings()
      change(&settings)
      let cold = try pdf(settings, cached: false)
      let (isSame, isSameAfter) = (try pdf(settings, cached: true) == cold, try pdf(PDFSettings(), cached: true) == plain)
      #expect(isSame, "\(field)")
      #expect(isSameAfter, "after \(field)")
    }
    #expect(Set(Self.settings.map(\.field)) == Set(Mirror(reflecting: PDFSettings()).children.compactMap(\.label)))
  }
}
