import Foundation
import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetPictures

@testable import TypesetComparing

@Suite struct ComparingTests {
  private func record(_ text: String, variables: [(String, String)] = [], files: URL? = nil) -> DocumentRecord {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.root = files?.path
    options.threads = 1
    for (key, value) in variables { options.variables.append(Variable(key: key, value: value)) }
    let typesetter = Typesetter(options: options)
    let source = Source(name: "notes.md", text: text, folder: files?.path)
    return DocumentRecord(
      of: typesetter.typesetWithReports(source, time: 0, comparesBlocks: true).checked,
      explained: typesetter.settings(of: source, theme: nil))
  }

  private func differences(_ old: String, _ new: String) -> [Difference] { Comparison(record(old), record(new)).differences }

  private static let filler =
    "Many words follow here so that the paragraph has several lines on the page, and whoever reads them learns that nothing at all is said in them but that they fill the page from its left edge to its right edge and back again. "

  /// A document of some pages: headings, paragraphs, a list, a table, a formula.
  private static let long: String = (1...24).map { number in
    "# Heading \(number)\n\nParagraph \(number). \(filler)\(filler)\n\n- item \(number)\n- another\n\n| a | b |\n|---|---|\n| \(number) | c |\n\n$$ x_{\(number)} = 1 $$\n"
  }.joined(separator: "\n")

  @Test func `a record is read as it was written`() throws {
    let record = record(
      Self.long + "\n```swift\nlet a = 1\n\tlet b = 2\n```\n\n$$\na \\\\\n b\n$$\n\n> Quote with [link](https://a.b) and `code`\n")
    #expect(record.pageCount > 3 && record.units.count > 100)
    #expect(try DocumentRecord(text: record.text) == record)
  }

  @Test func `the same document has no difference`() {
    #expect(differences(Self.long, Self.long) == [])
    // Blank lines and lines broken elsewhere in the source show nowhere.
    #expect(differences("One two.\n\nThree.\n", "One\ntwo.\n\n\n\nThree.\n") == [])
  }

  @Test func `damaged references and those of other versions are told apart`() throws {
    let text = record("# A\n\ntext\n").text
    #expect(throws: RecordFailure.damaged) { try DocumentRecord(text: "") }
    #expect(throws: RecordFailure.damaged) { try DocumentRecord(text: "PNG") }
    #expect(throws: RecordFailure.damaged) { try DocumentRecord(text: String(text.dropLast(40))) }
    #expect(throws: RecordFailure.damaged) { try DocumentRecord(text: text.replacing("text", with: "tixt")) }
    #expect(throws: RecordFailure.otherVersion("9")) { try DocumentRecord(text: text.replacing("reference 5", with: "reference 9")) }
  }

  @Test func `a word that changed is named with its place, and what moved is put under it`() {
    let new = Self.long.replacing(
      "Paragraph 3. Many",
      with:
        "Paragraph 3. Many unbelievably complicated considerations about regularisation concerning everything that can be said of it by those who know nothing of it"
    )
    let found = differences(Self.long, new)
    #expect(found.count == 1)
    let first = found.first
    #expect(first?.cause == .text && first?.line == 29 && first?.file == "notes.md")
    #expect(first?.message.contains("regularisation") == true && first?.message.contains("grew from") == true)
    #expect(first?.consequences.contains { $0.hasPrefix("what follows on page") && $0.contains(" down by ") } == true)
    let one = differences("A red fox.\n", "A brown fox.\n")
    #expect(one.map(\.sentence) == ["notes.md:1: the text of the paragraph changed: “red” became “brown”"])
    #expect(differences("这是第一句。\n", "这是第二句。\n").first?.message.contains("“一” became “二”") == true)
  }

  @Test func `a paragraph on the first page is one cause, not many red pages`() {
    let new = Self.long.replacing("Paragraph 1.", with: "An inserted paragraph. \(Self.filler)\n\nParagraph 1.")
    let found = Comparison(record(Self.long), record(new))
    #expect(found.differences.map(\.cause) == [.added])
    #expect(found.changedPages.count > 2)
    #expect(found.differences.first?.message.hasPrefix("the paragraph “An inserted paragraph. Many words") == true)
    #expect(found.differences.first?.consequences.contains { $0.contains("page 1 now ends") } == true)
    let gone = Comparison(record(new), record(Self.long)).differences
    #expect(gone.map(\.cause) == [.removed])
  }

  @Test func `a setting explains all that follows from it`() {
    let old = record(Self.long)
    for (key, value) in [
      ("body.size", "12pt"), ("body.color", "#333333"), ("paper", "a5"), ("fontsize", "10pt"), ("fonts.text", "STIX Two Text"),
    ] {
      let found = Comparison(old, record(Self.long, variables: [(key, value)])).differences
      #expect(found.map(\.cause) == [.setting], "\(key): \(found.map(\.sentence))")
      #expect(found.first?.message.contains("changed from") == true && found.first?.message.contains(value) == true)
      #expect(found.first?.consequences.isEmpty == false)
    }
  }

  @Test func `the style of one word is a difference, once for all its places`() {
    let found = differences("One word here.\n\nTwo words there.\n", "One **word** here.\n\nTwo **words** there.\n")
    #expect(found.map(\.cause) == [.style])
    #expect(
      found.first?.message
        == "in the paragraph “One word here.” “word” is set in LibertinusSerif-Bold instead of LibertinusSerif-Regular (11 pt); likewise in 1 more place"
    )
    let colored = differences("# Title\n\ntext\n", "---\nstyle: {styles: {h1: {color: '#aa0000'}}}\n---\n\n# Title\n\ntext\n")
    #expect(colored.count == 1 && colored.first?.sentence.contains("#aa0000") == true)
  }

  @Test func `a key within the style of front matter is named with its path`() {
    let old = "---\nstyle: {body: {size: 11pt, color: '#222222'}, styles: {h1: {color: '#aa0000'}}}\n---\n\n# Title\n\ntext\n"
    let found = differences(old, old.replacing("11pt", with: "12pt"))
    #expect(found.map(\.message) == ["the setting style.body.size changed from 11pt to 12pt"])
  }

  @Test func `half a point of space is found`() {
    let found = differences(Self.long, "---\nstyle: {styles: {h1: {before: 30.5pt}}}\n---\n\n" + Self.long)
    #expect(!found.isEmpty)
    let moved = Comparison(
      record("# A\n\ntext\n\n# B\n\ntext\n", variables: [("styles.h1.after", "12pt")]),
      record("# A\n\ntext\n\n# B\n\ntext\n", variables: [("styles.h1.after", "12.5pt")])
    ).differences
    #expect(moved.count == 1 && moved.first?.sentence.contains("12.5pt") == true)
  }

  @Test func `a swapped picture is found, and only that`() throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ color: String, width: Int = 90) throws {
      let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='60'><rect width='90' height='60' fill='\(color)'/></svg>"
      try Data(svg.utf8).write(to: folder.appending(path: "a.svg"))
    }
    let text = "Before.\n\n![A picture](a.svg)\n\nAfter.\n"
    try write("red")
    let old = record(text, files: folder)
    try write("blue")
    let found = Comparison(old, record(text, files: folder)).differences
    #expect(found.map(\.sentence) == ["notes.md:3: the picture a.svg changed"])
    #expect(found.first?.consequences == [])
    try write("red", width: 120)
    #expect(Comparison(old, record(text, files: folder)).differences.first?.message.contains("from 67.5 × 45 pt to 90 × 45 pt") == true)
  }

  @Test func `words of a picture's labels are told`() {
    func text(_ label: String) -> String { "One.\n\n```mermaid\nflowchart LR\n  A[Letter] --> B[\(label)]\n```\n\nTwo.\n" }
    let found = Comparison(record(text("Fee")), record(text("Fees"))).differences
    #expect(found.map(\.cause).first == .picture, "\(found)")
    #expect(found.first?.message.hasPrefix("the picture changed: its label “Fee” became “Fees”") == true, "\(found)")
    var old = record(text("Fee"))
    for index in old.units.indices where old.units[index].kind == .picture { old.units[index].parts[0].text = "" }
    #expect(Comparison(old, record(text("Fee"))).differences.isEmpty, "references without words differ in nothing")
  }

  @Test(arguments: [
    "style B fill:#f00", "style B stroke:#f00", "style B color:#f00", "style B stroke-width:3px", "style B stroke-dasharray:2 2", "B --> C",
  ])
  func `each look of a diagram is told, and the same in another size is not another picture`(line: String) {
    func text(_ more: String, _ width: Int) -> String {
      "One.\n\n```{.mermaid width=\(width)pt}\nflowchart LR\n  A --> B\n  \(more)\n```\n\nTwo.\n"
    }
    func hash(_ text: String) -> [UInt32] { record(text).units.filter { $0.kind == .picture }.flatMap { $0.parts.map(\.hash) } }
    #expect(hash(text("", 100)) != hash(text(line, 100)))
    #expect(hash(text(line, 100)) == hash(text(line, 80)))
    #expect(hash(text(line, 100)).count == 1)
  }

  @Test func `a changed program is named where nothing else changed`() {
    let old = record(Self.long)
    var new = old
    new.program = "mdtypeset 9"
    #expect(Comparison(old, new).isEqual)
    new.units[5].parts[0].hash ^= 1
    #expect(Comparison(old, new).differences.map(\.message) == ["mdtypeset 9 typesets the same source differently from \(old.program)"])
    new.source = "other"
    #expect(Comparison(old, new).differences.first?.cause == .spacing)
  }

  @Test func `a font of the system that is missing or another one is one sentence`() {
    var old = record("text\n")
    let new = old
    old.fonts.append(DocumentRecord.Font(name: "Other.ttf", digest: "1", isBundled: false))
    #expect(old.fontProblem(in: new) == nil)
    old.styles.append("Other.ttf 11 #000000")
    #expect(old.fontProblem(in: new)?.contains("Other.ttf, which was not used here") == true)
    var other = new
    other.fonts.append(DocumentRecord.Font(name: "Other.ttf", digest: "2", isBundled: false))
    #expect(old.fontProblem(in: other)?.contains("is not the file of the reference") == true)
  }

  @Test func `page numbers follow the pages, and a new footer is one difference`() {
    let found = differences(Self.long, "---\nfooter: \"{page} of {pages}\"\n---\n\n" + Self.long)
    #expect(found.count == 1, "\(found.map(\.sentence))")
  }

  @Test func `the head of a table on one more page is no cause`() {
    let head = "| Name of the thing | Its size |\n|---|---|\n"
    func table(_ rows: Range<Int>) -> String { head + rows.map { "| row \($0) | \($0 * 7) |\n" }.joined() }
    let found = differences(table(0..<40), table(0..<4) + "| a new one | 1 |\n" + table(4..<40).dropFirst(head.count))
    #expect(found.count == 1 && found[0].message.contains("added"), "\(found.map(\.message))")
    let more = differences(
      table(0..<36), table(0..<4) + (0..<30).map { "| one more \($0) | 1 |\n" }.joined() + table(4..<36).dropFirst(head.count))
    #expect(more.count == 1, "\(more.map(\.message))")
  }

  @Test func `two changes far from each other are two causes`() {
    var new = Self.long.replacing("Paragraph 2.", with: "Passage 2.")
    new = new.replacing("Paragraph 20.", with: "Passage 20.")
    #expect(differences(Self.long, new).map(\.line) == [16, 250])
  }

  @Test func `long sequences are aligned in little time`() {
    let old = (0..<40_000).map { $0 % 7 == 0 ? -1 : $0 }
    var new = old
    new.removeSubrange(100..<200)
    new.insert(contentsOf: [900_001, 900_002], at: 30_000)
    let pairs = SequenceAlignment(old, new).pairs
    #expect(pairs.count { $0.new == nil } == 100 && pairs.count { $0.old == nil } == 2)
    _ = SequenceAlignment((0..<30_000).map { _ in 1 } + [2], [3] + (0..<30_000).map { $0 }).pairs
  }

  @Test func `a changed formula is a change of text`() {
    let found = differences("Let $x^2$ be small.\n", "Let $x^3$ be small.\n")
    #expect(found.map(\.sentence) == ["notes.md:1: the text of the paragraph changed: “$x^2$” became “$x^3$”"])
  }

  @Test func `a line that ends within an address is no other text, a space in a line is`() {
    let text =
      "See the very long address of this project at https://example.org/a/long/path/to/an/archive/of/all/issues that were ever closed.\n"
    let widths = ["body.size", "body.size"].enumerated().map { index, key in record(text, variables: [(key, index == 0 ? "11pt" : "12pt")])
    }
    #expect(Comparison(widths[0], widths[1]).differences.map(\.cause) == [.setting])
    #expect(differences("Every day counts.\n", "Everyday counts.\n").map(\.cause) == [.text])
  }

  @Test func `regions show the lines that changed, before and after`() {
    let found = differences(Self.long, Self.long.replacing("Paragraph 2.", with: "Passage 2."))
    let regions = found.first?.regions ?? []
    #expect(Set(regions.map(\.isOld)) == [true, false])
    #expect(regions.allSatisfy { $0.page == 0 && $0.width > 500 && $0.height < 2000 })
    let added = differences("One.\n", "One.\n\nTwo.\n").first?.regions ?? []
    #expect(added.map(\.isOld) == [false])
  }

  @Test func `a reference names pictures, and a swapped one is told by its name`() throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, color) in [("a", "red"), ("b", "blue")] {
      let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'><rect width='90' height='60' fill='\(color)'/></svg>"
      try Data(svg.utf8).write(to: folder.appending(path: "\(name).svg"))
    }
    let old = record("![A red fox](a.svg)\n", files: folder)
    #expect(old.text.contains(" a.svg\n"))
    #expect(
      Comparison(old, record("![A red fox](b.svg)\n", files: folder)).differences.map(\.message) == [
        "the picture b.svg is there instead of a.svg"
      ])
  }

  @Test func `an inserted line changes few lines of a reference`() {
    let text = String(repeating: "# Heading\n\nText of a paragraph.\n\n", count: 8)
    let a = record(text).text.split(separator: "\n")
    let b = record("# New\n\n" + text).text.split(separator: "\n")
    let changes = b.difference(from: a)
    #expect(changes.count < 14, "\(changes.count) of \(a.count)")
  }

  @Test func `numbers beyond all pages are damage`() {
    let text = record("text\n").text
    for number in ["9999999999999999999", "9223372036854775807", "-9223372036854775808"] {
      let broken = text.split(separator: "\n").dropLast().map { $0.hasPrefix("l ") ? "l \(number) \(number) 1 1 1 x" : String($0) }
      let body = broken.joined(separator: "\n") + "\n"
      let whole = body + "end \(Digest.of(Array(body.utf8)).prefix(16))\n"
      #expect(throws: RecordFailure.damaged) { try DocumentRecord(text: whole) }
    }
  }

  @Test func `a reference without the fonts that its text has is damage`() {
    let lines = record("text\n").text.split(separator: "\n").dropLast().filter { !$0.hasPrefix("style") }
    let body = lines.map { $0.hasPrefix("paragraph") ? String($0).replacing(" 1", with: " 0") : String($0) }.joined(separator: "\n") + "\n"
    #expect(throws: RecordFailure.damaged) { try DocumentRecord(text: body + "end \(Digest.of(Array(body.utf8)).prefix(16))\n") }
  }

  // MARK: Looks

  private func raster(_ color: UInt32, mark: UInt32? = nil) -> Raster {
    var pixels = [UInt32](repeating: color, count: 240 * 320)
    if let mark { for y in 100..<130 { for x in 40..<90 { pixels[y * 240 + x] = mark } } }
    return Raster(width: 240, height: 320, opaque: pixels)
  }

  @Test func `the look of a page survives its text, and nothing else is one`() throws {
    for look in [
      PerceptualHash(raster(0xFFFF_FFFF)), PerceptualHash(raster(0xFF20_4060, mark: 0xFFCC_0000)), PerceptualHash(raster(0xFF00_0000)),
    ] {
      #expect(PerceptualHash(text: look.text[...]) == look)
    }
    for text in ["", "!", "!99999,", "!99999999999999999999,", "~192", "é", String(repeating: "!", count: 193)] {
      #expect(PerceptualHash(text: text[...]) == nil, "\(text.prefix(20))")
    }
  }

  @Test func `a page that is drawn otherwise in the same boxes is a difference, and noise is none`() {
    var old = record("text\n")
    var new = old
    old.sheets[0].look = PerceptualHash(raster(0xFFFF_FFFF))
    new.sheets[0].look = PerceptualHash(raster(0xFFFE_FDFE))
    #expect(Comparison(old, new).isEqual)
    new.sheets[0].look = PerceptualHash(raster(0xFFFF_FFFF, mark: 0xFF00_0000))
    (old.libraries, new.libraries) = (["cairo 1.16.0"], ["cairo 1.18.0"])
    let found = Comparison(old, new)
    #expect(found.differences.map(\.cause) == [.drawing] && found.changedPages == [0])
    #expect(found.differences.first?.message.hasSuffix("(with cairo 1.18.0 instead of cairo 1.16.0)") == true)
    #expect(found.differences.first?.regions.isEmpty == false)
    // A colour that is as bright as white's darker sister is seen in its plane.
    new.sheets[0].look = PerceptualHash(raster(0xFFFF_FFFF, mark: 0xFFE0_1A1A))
    let red = new
    new.sheets[0].look = PerceptualHash(raster(0xFFFF_FFFF, mark: 0xFF10_73E0))
    #expect(!Comparison(red, new).isEqual)
  }

  /// White is level 82 of 0 to 82: one level is noise of smoothing, two are a paler page.
  @Test(arguments: [(0xFF, true), (0xFC, true), (0xF9, false), (0xF0, false)])
  func `a page that is two levels paler is another one`(level: Int, isSame: Bool) {
    let color = 0xFF00_0000 | UInt32(level) << 16 | UInt32(level) << 8 | UInt32(level)
    #expect(PerceptualHash(raster(color)).differences(from: PerceptualHash(raster(0xFFFF_FFFF))).isEmpty == isSame)
  }
}
