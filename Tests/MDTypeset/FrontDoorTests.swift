import Foundation
import MDTypeset
import Testing

@Suite struct FrontDoorTests {
  static let text = """
    # Title

    Some `code`, a [link](https://example.org) and $x^2$.

    ## Section

    > A quote.

    - one
    - two

    | a | b |
    |---|---|
    | 1 | 2 |
    """

  func pdf(_ document: Document) throws -> [UInt8] { try Typesetter().typeset(document).pdf() }
  func pdf(_ text: String, theme: String? = nil, variables: [(String, String)] = []) throws -> [UInt8] {
    var options = TypesetterOptions()
    if let theme { options.theme = .file(Source(name: "theme.yaml", text: theme)) }
    options.variables = variables.map { Variable(key: $0.0, value: $0.1) }
    return try Typesetter(options: options).typeset(Source(name: "document.md", text: text)).pdf()
  }

  @Test func `a file is a document with the pictures of its folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder.appending(path: "in"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try write("![a](a.svg) ![b](../b.svg)\n\n$\\frca$\n", "in/doc.md")
    try write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "in/a.svg")
    try write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "b.svg")
    let path = folder.appending(path: "in/doc.md").path
    let document = Typesetter().typeset(try Document(file: path))
    #expect(document.diagnostics.map(\.code) == ["policy.picture", "math.unknown-command"])
    #expect(document.diagnostics.last?.position(in: document.source) == Source.Position(file: path, line: 3, column: 2))
    #expect(throws: DocumentError.unreadable(path: path + "x", reason: "No such file or directory")) { try Document(file: path + "x") }
  }

  struct Way: Sendable, CustomTestStringConvertible {
    var name: String
    var modified: @Sendable (Document) -> Document
    var key: String
    var value: String
    /// In a theme file; nil where only front matter knows the key.
    var theme: String?
    var testDescription: String { name }
  }

  static let ways = [
    Way(
      name: "font", modified: { $0.font(.custom("Libertinus Sans"), for: .h1) }, key: "styles.h1.font", value: "Libertinus Sans",
      theme: "styles: {h1: {font: Libertinus Sans}}"),
    Way(
      name: "foregroundStyle", modified: { $0.foregroundStyle(.red, for: .h2) }, key: "styles.h2.color", value: "red",
      theme: "styles: {h2: {color: \"#f00\"}}"),
    Way(
      name: "tint", modified: { $0.tint(.teal, for: .quote) }, key: "styles.quote.bar", value: "#008080",
      theme: "styles: {quote: {bar: teal}}"),
    Way(
      name: "list indent", modified: { $0.markdownListIndent(18) }, key: "styles.item.inset", value: "18pt",
      theme: "styles: {item: {inset: 18}}"),
    Way(
      name: "line spacing", modified: { $0.lineSpacing(1.7, for: .body) }, key: "body.line-spacing", value: "1.7",
      theme: "body: {line-spacing: 1.7}"),
    Way(
      name: "paper", modified: { $0.markdownPaper(.size(10.cm, 150.mm)) }, key: "page.paper", value: "283.46457pt 425.19685pt",
      theme: "page: {paper: 283.46457pt 425.19685pt}"),
    Way(name: "margins", modified: { $0.markdownMargins(1.inch) }, key: "margin", value: "72pt", theme: "page: {margin: 1in}"),
    Way(name: "math", modified: { $0.markdownMathRendering(.disabled) }, key: "math", value: "false"),
    Way(name: "contents", modified: { $0.markdownContents(depth: 1).markdownContents(depth: 2) }, key: "toc", value: "true"),
    Way(
      name: "background", modified: { $0.background(Color(hex: 0x112233, opacity: 0.2), for: .codeBlock, .inlineCode) },
      key: "styles.inline-code.background", value: "#11223333", theme: "styles: {inline-code: {background: \"#11223333\"}}"),
  ]

  @Test(arguments: ways)
  func `a modifier, an option, a theme and front matter that say the same give the same bytes`(way: Way) throws {
    let plain = try pdf(Document(markdown: Self.text))
    let modified = try pdf(way.modified(Document(markdown: Self.text)))
    #expect(modified != plain)
    var options = [(way.key, way.value)]
    if way.key == "toc" { options.append(("toc-depth", "2")) }
    #expect(try pdf(Self.text, variables: options) == modified)
    if let theme = way.theme {
      #expect(try pdf(Self.text, theme: theme) == modified)
      #expect(try pdf("---\nstyle: \(theme.hasPrefix("style") ? "{\(theme)}" : "{\(theme)}")\n---\n" + Self.text) == modified)
    } else {
      let matter = options.map { "\($0.0): \($0.1)\n" }.joined()
      #expect(try pdf("---\n" + matter + "---\n" + Self.text) == modified)
    }
  }

  @Test func `of two modifiers that contradict each other the later one wins, and both go over front matter`() throws {
    let text = "---\nstyle: {styles: {h1: {color: green}}}\n---\n" + Self.text
    let red = try pdf(Document(markdown: text).foregroundStyle(.blue, for: .h1).foregroundStyle(.red, for: .h1))
    #expect(red == (try pdf(Document(markdown: Self.text).foregroundStyle(.red, for: .h1))))
  }

  @Test func `themes A, B and A again give the same bytes`() throws {
    let document = Document(markdown: Self.text)
    let first = try pdf(document.markdownTheme(.book))
    #expect(try pdf(document.markdownTheme(.book).markdownTheme(.dark)) == (try pdf(document.markdownTheme(.dark))))
    #expect(try pdf(document.markdownTheme(.dark).markdownTheme(.book)) == first)
    #expect(try pdf(Self.text, variables: [("theme", "book")]) == first)
  }

  @Test func `levels of headings are cut to six and equal their short names`() {
    #expect(MarkdownElement.heading(2) == .h2)
    #expect(MarkdownElement.heading(-4) == .h1)
    #expect(MarkdownElement.heading(40) == .h6)
  }

  @Test(arguments: [Double.nan, -1, .infinity, -.infinity, 1e9])
  func `senseless numbers are diagnostics that name the modifier, and the document comes out`(number: Double) throws {
    let documents = [
      Document(markdown: Self.text).lineSpacing(number, for: .body), Document(markdown: Self.text).markdownMargins(number),
      Document(markdown: Self.text).font(.system(size: number), for: .h1), Document(markdown: Self.text).markdownListIndent(number),
      Document(markdown: Self.text).padding(number.em, for: .quote),
      Document(markdown: Self.text).markdownPaper(.size(Length(points: number), 10.cm)),
    ]
    for document in documents {
      let typeset = Typesetter().typeset(document)
      #expect(typeset.pageCount >= 1)
      _ = try typeset.pdf()
    }
    let faulty = Typesetter().typeset(Document(markdown: Self.text).lineSpacing(number, for: .body))
    #expect(faulty.diagnostics.map(\.message).contains { $0.contains(".lineSpacing") })
  }

  @Test func `an unknown font and an unknown theme are one diagnostic each`() {
    let document = Document(markdown: Self.text).font(.custom("Nowhere Grotesk", size: 12), for: .h1, .h2).markdownTheme(.named("artcle"))
    #expect(Typesetter().typeset(document).diagnostics.map(\.code).sorted() == ["font.unknown", "theme.unknown"])
  }

  @Test func `strings with quotes, colons and line ends stay what they are`() throws {
    let title = "He said: \"a\\b\" #1\n— {x}"
    let document = Typesetter().typeset(Document(markdown: "Text").markdownTitle(title).markdownLanguage("en"))
    #expect(try document.text(ofPage: 0).contains("a\\b"))
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `a page beyond the end throws`() throws {
    let document = Typesetter().typeset(markdown: "One")
    let error = DocumentError.noSuchPage(8, count: 1)
    #expect(throws: error) { try document.png(page: 8) }
    #expect(throws: error) { try document.svg(page: 8) }
    #expect(throws: error) { try document.text(ofPage: 8) }
    #expect(throws: error) { try document.size(ofPage: 8) }
    #expect(throws: DocumentError.noSuchPage(-1, count: 1)) { try document.png(page: -1) }
    #expect(throws: error) { unsafe try document.writePDF(pages: [8]) { _ in } }
    #expect(try document.png(page: 0, ppi: .nan).count > 100)
  }

  @Test func `files that can't be written throw and leave nothing`() throws {
    let document = Typesetter().typeset(markdown: "One")
    #expect(throws: DocumentError.unknownFormat(path: "a.doc")) { try document.write(to: "a.doc") }
    #expect(throws: DocumentError.self) { try document.write(to: "/no/such/folder/a.pdf") }
  }

  struct Failing: ResourceProvider {
    struct Broken: Error {}
    func load(_ request: ResourceRequest) throws -> [UInt8] { throw Broken() }
  }

  @Test func `a document loads nothing without a provider, and one that throws is a diagnostic`() {
    let text = "A line with ![a dot](dot.svg) in it."
    #expect(Typesetter().typeset(markdown: text).diagnostics.map(\.code) == ["policy.picture"])
    let failing = Typesetter().typeset(Document(markdown: text).markdownResources(Failing()))
    #expect(failing.diagnostics.count == 1)
    #expect(failing.diagnostics.first?.message.contains("Broken()") == true)
  }

  struct Silent: ResourceProvider {
    func load(_ request: ResourceRequest) throws -> [UInt8] {
      Thread.sleep(forTimeInterval: 20)
      return []
    }
  }

  @Test func `a provider that never answers is reported by its name, and not asked again`() {
    var options = TypesetterOptions()
    options.budget.resourceSeconds = 0.2
    let document = Document(markdown: "![a](a.svg)\n\n![b](b.svg)\n\n![c](c.svg)\n").markdownResources(Silent())
    let clock = ContinuousClock()
    var found: [Diagnostic] = []
    let time = clock.measure { found = Typesetter(options: options).typeset(document).diagnostics }
    #expect(found.count == 3 && found.allSatisfy { $0.message.contains("Silent has not answered within 0.2 seconds") })
    #expect(time < .seconds(15))
  }

  @Test func `each document has its own pictures`() throws {
    let typesetter = Typesetter()
    let svg = Array("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><circle r='5'/></svg>".utf8)
    let first = typesetter.typeset(Document(markdown: "![x](logo.svg)").markdownResources(MemoryResources(["logo.svg": svg])))
    let second = typesetter.typeset(Document(markdown: "![x](logo.svg)").markdownResources(MemoryResources([:])))
    #expect(first.diagnostics.isEmpty)
    #expect(second.diagnostics.map(\.code) == ["picture.missing"])
  }

  @Test func `the date that a client gives is that of the document`() throws {
    let text = "---\ntitle: T\ndate: today\n---\n"
    let document = Typesetter().typeset(Document(markdown: text).markdownDate(secondsSince1970: 86_400 * 365))
    #expect(try document.text(ofPage: 0).contains("1 January 1971"))
  }
}

@Suite struct AsyncTypesettingTests {
  struct Slow: AsyncResourceProvider {
    func load(_ request: ResourceRequest) async throws -> [UInt8] {
      try await Task.sleep(for: .milliseconds(5))
      guard request.reference == "a b.svg" else { throw ResourceError.missing }
      return Array("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><circle r='5'/></svg>".utf8)
    }
  }

  @Test func `an asynchronous provider is asked for all pictures before the layout`() async throws {
    let document = Document(markdown: "![x](a%20b.svg)\n\n![y](c.svg)\n").markdownResources(Slow())
    let typeset = try await Typesetter().typeset(document)
    #expect(typeset.diagnostics.map(\.code) == ["picture.missing"])
  }

  struct Endless: AsyncResourceProvider {
    func load(_ request: ResourceRequest) async throws -> [UInt8] {
      // Not even cancellation ends it.
      for _ in 0..<200 { try? await Task.sleep(for: .milliseconds(100)) }
      return []
    }
  }

  @Test func `an asynchronous provider that never answers is reported by its name, and keeps no task`() async throws {
    var options = TypesetterOptions()
    options.budget.resourceSeconds = 0.2
    let document = Document(markdown: "![x](a.svg)\n\n![y](b.svg)\n").markdownResources(Endless())
    let typeset = try await Typesetter(options: options).typeset(document)
    #expect(typeset.diagnostics.count == 2)
    #expect(typeset.diagnostics.allSatisfy { $0.message.contains("Endless has not answered within 0.2 seconds") })
    let task = Task { try await Typesetter().typeset(document) }
    try await Task.sleep(for: .milliseconds(200))
    task.cancel()
    let time = await ContinuousClock().measure { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(time < .seconds(10))
  }

  @Test func `both ways to typeset give the same bytes`() async throws {
    let document = Document(markdown: FrontDoorTests.text)
    let asynchronous = try await Typesetter().typeset(document).pdf()
    #expect(asynchronous == (try typesetNow(document)))
  }

  func typesetNow(_ document: Document) throws -> [UInt8] { try Typesetter().typeset(document).pdf() }

  @Test func `a cancelled document throws at once and leaves no busy thread`() async throws {
    let text = String(repeating: FrontDoorTests.text + "\n\n", count: 3_000)
    let clock = ContinuousClock()
    var shortest = Duration.seconds(60)
    // Other tests run side by side with this one: the shortest of some waits is the program's own.
    for _ in 0..<8 where shortest >= .milliseconds(100) {
      let task = Task { try await Typesetter().typeset(markdown: text) }
      try await Task.sleep(for: .milliseconds(200))
      let start = clock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      shortest = min(shortest, clock.now - start)
    }
    #expect(shortest < .milliseconds(100))
  }

  @Test func `a task that is cancelled before it begins typesets nothing`() async throws {
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await Typesetter().typeset(markdown: "x")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
