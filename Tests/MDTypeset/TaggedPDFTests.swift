import Foundation
import Testing
import TypesetDiagnostics

@testable import MDTypeset

/// A PDF can be read aloud: its tree of elements holds every glyph that is no decoration (ISO 32000-1, 14.7 and 14.8).
@Suite struct TaggedPDFTests {
  static func pdf(_ text: String, settings: PDFSettings = PDFSettings(), root: String? = nil) throws -> [UInt8] {
    var options = TypesetterOptions()
    options.root = root
    var bytes: [UInt8] = []
    try unsafe Typesetter(options: options).typeset(Source(name: "test.md", text: text)).writePDF(settings: settings) {
      unsafe bytes.append(contentsOf: $0)
    }
    return bytes
  }

  /// The tree as text: one element a line, two spaces a level; content, annotations and untold attributes are left out.
  private func tree(of text: String) throws -> String {
    let file = try PDFFile(Self.pdf(text))
    var out = ""
    func walk(_ value: Any?, _ depth: Int) {
      guard let element = file.dictionary(value), let kind = element["/S"] as? String else { return }
      out += String(repeating: "  ", count: depth) + kind.dropFirst()
      if let alternative = PDFFile.text(element["/Alt"]) { out += " “\(alternative)”" }
      if let expansion = PDFFile.text(element["/E"]) { out += " for \(expansion)" }
      if let language = PDFFile.text(element["/Lang"]), depth > 0 { out += " in \(language)" }
      out += "\n"
      for kid in file.array(element["/K"]) { walk(kid, depth + 1) }
    }
    for kid in file.array(file.dictionary(file.catalog["/StructTreeRoot"])?["/K"]) { walk(kid, 0) }
    return out
  }

  @Test func `a table that floats is read where it stands in the source`() throws {
    let table = "\\begin{table}[t]\n\\caption{C}\n\\begin{tabular}{l}\na \\\\\n\\end{tabular}\n\\end{table}\n"
    let kinds = try tree(of: "One.\n\n\(table)\nTwo.\n").split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    #expect(kinds.map { $0.drop { $0 == " " } } == ["P", "Div", "P"])
  }

  @Test func `boxes of tasks can be ticked where that is asked for, and say what they are`() throws {
    let text = "- [ ] Buy milk\n  - not eggs\n- [x] Call\n\nAn ![\u{2610}](a.png).\n"
    #expect(try PDFFile(Self.pdf(text)).catalog["/AcroForm"] == nil)
    for settings in ["forms: true\n", "forms: true\npdf-standard: ua-2\ntitle: T\n"] {
      let document = Typesetter().typeset(markdown: "---\n\(settings)---\n\n\(text)")
      let file = try PDFFile(document.pdf())
      let fields = file.array(file.dictionary(file.catalog["/AcroForm"])?["/Fields"]).compactMap { file.dictionary($0) }
      #expect(fields.map { $0["/AS"] as? String } == ["/Off", "/Yes"])
      #expect(fields.map { $0["/V"] as? String } == ["/Off", "/Yes"])
      #expect(fields.compactMap { PDFFile.text($0["/T"]) } == ["task-1", "task-2"])
      #expect(fields.compactMap { PDFFile.text($0["/TU"]) } == ["Buy milk", "Call"])
      let page = file.dictionary(file.pages[0])
      #expect(file.array(page?["/Annots"]).count == 2)
      // Each is all that its element holds; ISO 14289-1, 7.18.4.
      let forms = file.dictionaries.filter { $0.entries["/S"] as? String == "/Form" && $0.entries["/P"] != nil }
      let held = forms.flatMap { file.array($0.entries["/K"]) }.compactMap { file.dictionary(file.dictionary($0)?["/Obj"]) }
      #expect(held.compactMap { PDFFile.text($0["/T"]) }.sorted() == ["task-1", "task-2"])
      // The tick is drawn by the field alone, in the square that the page shows.
      let looks = fields.compactMap { file.dictionary(file.dictionary($0["/AP"])?["/N"]) }
      let ticks = looks.map { String(decoding: file.stream($0["/Yes"]), as: UTF8.self) }
      #expect(ticks.allSatisfy { $0.contains(" l ") && $0.hasSuffix("S") } && ticks.count == 2)
      #expect(looks.allSatisfy { file.stream($0["/Off"]).isEmpty })
      let places = fields.map { file.array($0["/Rect"]).compactMap { ($0 as? Double) ?? ($0 as? Int).map(Double.init) } }
      #expect(places.allSatisfy { $0.count == 4 && abs($0[2] - $0[0] - ($0[3] - $0[1])) < 0.01 && $0[2] - $0[0] > 5 })
      #expect(places[0][1] > places[1][1])
    }
    // Without tags nothing says what a box is.
    var untagged = PDFSettings()
    (untagged.isTagged, untagged.hasForms) = (false, true)
    #expect(try PDFFile(Self.pdf(text, settings: untagged)).catalog["/AcroForm"] == nil)
  }

  @Test(arguments: [
    ("1. a", "Decimal"), ("I.  a\nII.  b", "UpperRoman"), ("i. a\nii. b", "LowerRoman"), ("A.  a\nB.  b", "UpperAlpha"),
    ("a. a\nb. b", "LowerAlpha"),
    ("- a", "Disc"),
  ])
  func `a list says how it counts`(text: String, numbering: String) throws {
    let file = try PDFFile(Self.pdf("---\nfrom: markdown\n---\n\n\(text)\n"))
    let attributes = file.dictionaries.flatMap { file.array($0.entries["/A"]) }.compactMap { file.dictionary($0) }
    let found = attributes.compactMap { $0["/ListNumbering"] as? String }
    #expect(found == ["/\(numbering)"])
  }

  @Test(arguments: MarginTests.names)
  func `every glyph of the samples belongs to an element of the tree or is an artifact`(name: String) throws {
    let text = try String(contentsOf: MarginTests.samples.appending(path: name), encoding: .utf8)
    let file = try PDFFile(Self.pdf(text, root: MarginTests.samples.path))
    let root = try #require(file.dictionary(file.catalog["/StructTreeRoot"]))
    // What the elements say they hold …
    var held: [String: [Int]] = [:]
    var elements = 0
    var faults: [String] = []
    func walk(_ name: String, parent: String, page: String?) {
      guard let element = file.dictionary(name) else { return faults.append("\(name) is no element") }
      elements += 1
      if element["/P"] as? String != parent { faults.append("\(name) does not know its parent") }
      let kind = element["/S"] as? String
      if kind == "/Figure" || kind == "/Formula", PDFFile.text(element["/Alt"]) == nil { faults.append("\(name) has no alternative") }
      let page = element["/Pg"] as? String ?? page
      for kid in (element["/K"] as? [Any]) ?? (element["/K"].map { [$0] } ?? []) {
        switch kid {
        case let identifier as Int: held[page ?? "", default: []].append(identifier)
        case let kid as String: walk(kid, parent: name, page: page)
        case let part as [String: Any]:
          if let identifier = part["/MCID"] as? Int { held[part["/Pg"] as? String ?? "", default: []].append(identifier) }
        default: faults.append("\(name) holds something unknown")
        }
      }
    }
    let top = try #require(file.array(root["/K"]).first as? String)
    let rootName = try #require(file.catalog["/StructTreeRoot"] as? String)
    walk(top, parent: rootName, page: nil)
    #expect(elements > 1)
    // … is what the pages have, each piece once.
    for (number, page) in file.pages.enumerated() {
      let walk = PDFContentWalk(file.stream(file.dictionary(page)?["/Contents"]))
      if !walk.isBalanced { faults.append("page \(number + 1): sequences and text objects overlap") }
      if held[page, default: []].sorted() != walk.identifiers.sorted() { faults.append("page \(number + 1): content without an element") }
      if let stray = walk.owners.first(where: { $0.owner == .nobody }) {
        faults.append("page \(number + 1): \(stray.operator) belongs to nobody")
      }
    }
    #expect(faults == [])
  }

  @Test(arguments: MarginTests.names)
  func `links of the samples are in the tree and lead somewhere`(name: String) throws {
    let text = try String(contentsOf: MarginTests.samples.appending(path: name), encoding: .utf8)
    let file = try PDFFile(Self.pdf(text, root: MarginTests.samples.path))
    let numbers = file.array(file.dictionary(file.dictionary(file.catalog["/StructTreeRoot"])?["/ParentTree"])?["/Nums"])
    var parents: [Int: String] = [:]
    for place in stride(from: 0, to: numbers.count - 1, by: 2) {
      if let key = numbers[place] as? Int, let name = numbers[place + 1] as? String { parents[key] = name }
    }
    var faults: [String] = []
    for page in file.pages {
      for annotation in file.array(file.dictionary(page)?["/Annots"]) {
        let link = file.dictionary(annotation) ?? [:]
        let owner = (link["/StructParent"] as? Int).flatMap { file.dictionary(parents[$0]) }
        if owner?["/S"] as? String != "/Link" {
          faults.append("\(annotation) to \(link["/Contents"] ?? "") belongs to \(owner?["/S"] ?? "nobody")")
        }
        if link["/A"] == nil, link["/Dest"] == nil { faults.append("\(annotation) leads nowhere: \(link["/Contents"] ?? "")") }
        if link["/Contents"] == nil { faults.append("\(annotation) has no text") }
      }
    }
    #expect(faults == [])
  }

  @Test func `headings, lists, quotes and code are what they are`() throws {
    let text = """
      # One

      Text with `code`.

      > Said.

      - a

        1. b

      ```
      x
      ```
      """
    #expect(
      try tree(of: text) == """
        Document
          H1
          P
            Code
          BlockQuote
            P
          L
            LI
              Lbl
              LBody
                P
                L
                  LI
                    Lbl
                    LBody
                      P
          Code
            P

        """)
  }

  @Test func `formulas are words, pictures their text`() throws {
    #expect(
      try tree(of: "A $x^2$ and\n\n$$\\int f$$\n\n![A cat](cat.png)\n") == """
        Document
          P
            Formula “x squared”
          Formula “the integral of f”
          Div
            Figure “A cat”

        """)
  }

  @Test func `formulas are read in the language of their text, in English where there are no words in it`() throws {
    #expect(
      try tree(of: "---\nlang: de\n---\n\nEin $x^2$ hier.\n") == """
        Document
          P
            Formula “x Quadrat”

        """)
    #expect(
      try tree(of: "---\nlang: fr\n---\n\nUn $x^2$ ici.\n") == """
        Document
          P
            Formula “x squared” in en

        """)
  }

  @Test func `a reference to an equation is a link with its number`() throws {
    #expect(
      try tree(of: "By $\\eqref{a}$.\n\n$$x \\label{a}$$\n") == """
        Document
          P
            Link
          P
            Formula “x”

        """)
  }

  @Test func `the LaTeX of a formula is a property of its element`() throws {
    let file = try PDFFile(Self.pdf("A $x^2$.\n"))
    let formula = try #require(file.dictionaries.first { $0.entries["/S"] as? String == "/Formula" }?.entries)
    let attributes = try #require(file.dictionary(formula["/A"]))
    #expect(attributes["/O"] as? String == "/UserProperties")
    let properties = file.array(attributes["/P"]).compactMap { file.dictionary($0) }
    #expect(properties.map { [PDFFile.text($0["/N"]), PDFFile.text($0["/V"])] } == [["LaTeX", "x^2"]])
    #expect(file.dictionary(file.catalog["/MarkInfo"])?["/UserProperties"] as? Bool == true)
  }

  /// What Poppler copies.
  private func copied(_ text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Self.pdf(text)).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pdftotext", file.path, "-"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    defer { process.waitUntilExit() }
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test func `formulas are copied as plain Unicode, or as LaTeX where that is chosen`() throws {
    #expect(try copied("So $x_1\\ge\\lambda$ holds.\n").contains("So x₁ ≥ λ holds."))
    #expect(try copied("---\ncopy: latex\n---\n\nSo $x_1\\ge\\lambda$ holds.\n").contains("So $x_1\\ge\\lambda$ holds."))
  }

  @Test func `a tag with a formula is copied without dollars`() throws {
    #expect(try copied("$$\nx \\tag*{(support of $h[n]$)}\n$$\n").contains("(support of h[n])"))
    #expect(try copied("$$\nx \\tag{A}\n$$\n").contains("(A)"))
  }

  @Test func `outline and title have formulas as plain text`() throws {
    let file = try PDFFile(Self.pdf("# On $x_1$ and `x_1`\n"))
    let outline = try #require(file.dictionary(file.catalog["/Outlines"]))
    #expect(PDFFile.text(file.dictionary(outline["/First"])?["/Title"]) == "On x₁ and x_1")
    #expect(PDFFile.text(file.dictionary(file.trailer["/Info"])?["/Title"]) == "On x₁ and x_1")
  }

  @Test func `tables have rows of head cells and cells, empty ones too`() throws {
    #expect(
      try tree(of: "| a | b |\n|---|---|\n| 1 |   |\n") == """
        Document
          Table
            THead
              TR
                TH
                TH
            TBody
              TR
                TD
                TD

        """)
  }

  @Test func `a footnote is read where it is referred to`() throws {
    #expect(
      try tree(of: "One[^1] two.\n\nThree.\n\n[^1]: Note.\n") == """
        Document
          P
            Reference
              Link
            Note
              P
                Link
          P

        """)
  }

  @Test func `terms and definitions are a list`() throws {
    #expect(
      try tree(of: "Term\n: Meaning.\n\nOther\n: Sense.\n") == """
        Document
          L
            LI
              Lbl
              LBody
                P
            LI
              Lbl
              LBody
                P

        """)
  }

  @Test func `words of another language say so`() throws {
    #expect(try tree(of: "In [Wien]{lang=de} it is.\n") == "Document\n  P\n    Span in de\n")
  }

  @Test func `abbreviations say what they stand for`() throws {
    let text = "The HTML and <abbr title=\"World Wide Web\">WWW</abbr>.\n\n*[HTML]: Hyper Text Markup Language\n"
    #expect(
      try tree(of: text) == """
        Document
          P
            Span for Hyper Text Markup Language
            Span for World Wide Web

        """)
  }

  @Test func `headings go down by one level at a time, from the first on`() throws {
    #expect(try tree(of: "## a\n\n#### b\n\n### c\n\n# d\n\n### e\n") == "Document\n  H1\n  H2\n  H2\n  H1\n  H2\n")
  }

  @Test func `without tags there is no tree`() throws {
    var settings = PDFSettings()
    settings.isTagged = false
    let file = try PDFFile(Self.pdf("# One\n", settings: settings))
    #expect(file.catalog["/StructTreeRoot"] == nil)
    #expect(file.catalog["/MarkInfo"] == nil)
  }
}

@Suite struct PDFDocumentTests {
  @Test func `pages are numbered in the file as they are on paper`() throws {
    let text = "---\ntitle: T\n---\n\n\\frontmatter\n\n# Preface\n\nText.\n\n\\mainmatter\n\n# One\n\nText.\n"
    let file = try PDFFile(TaggedPDFTests.pdf(text))
    let labels = file.array(file.dictionary(file.catalog["/PageLabels"])?["/Nums"])
    let forms = labels.compactMap { ($0 as? [String: Any])?["/S"] as? String }
    #expect(forms == ["/r", "/D"])
  }

  @Test func `the title, the language and the outline are in the file`() throws {
    let file = try PDFFile(TaggedPDFTests.pdf("---\ntitle: Über\nlang: de\n---\n\n# Eins\n\n## Zwei\n\n# Drei\n"))
    #expect(PDFFile.text(file.catalog["/Lang"]) == "de")
    let outline = file.dictionary(file.catalog["/Outlines"])
    let first = file.dictionary(outline?["/First"])
    #expect(PDFFile.text(first?["/Title"]) == "Eins")
    #expect(PDFFile.text(file.dictionary(first?["/First"])?["/Title"]) == "Zwei")
    #expect(PDFFile.text(file.dictionary(first?["/Next"])?["/Title"]) == "Drei")
    #expect(outline?["/Count"] as? Int == 3)
  }

  @Test func `the source comes out of the file as it went in`() throws {
    var settings = PDFSettings()
    settings.attachesSource = true
    let text = "# Grüße\n\n" + String(repeating: "Wort ", count: 5_000)
    let bytes = try TaggedPDFTests.pdf(text, settings: settings)
    #expect(PDFSettings.source(in: bytes, limit: 1 << 20) == Array(text.utf8))
    #expect(PDFSettings.source(in: bytes, limit: 1 << 10) == nil)
  }

  @Test func `a file for archives names its standard and its colours`() throws {
    var settings = PDFSettings()
    let known = ["a-3b", "ua-1", "a-9z"].map { settings.follow($0) }
    #expect(known == [true, true, false])
    let file = try PDFFile(TaggedPDFTests.pdf("---\ntitle: T\n---\nText.\n", settings: settings))
    let packet = String(decoding: file.stream(file.catalog["/Metadata"]), as: UTF8.self)
    #expect(packet.contains("<pdfaid:part>3</pdfaid:part>"))
    #expect(packet.contains("<pdfuaid:part>1</pdfuaid:part>"))
    let profile = file.stream((file.array(file.catalog["/OutputIntents"]).first as? [String: Any])?["/DestOutputProfile"])
    #expect(Array(profile.dropFirst(36).prefix(4)) == Array("acsp".utf8))
    #expect(profile.count == profile.prefix(4).reduce(0) { $0 << 8 | Int($1) })
  }

  @Test func `a file has the first heading as its title where it has no other`() throws {
    let settings = PDFSettings()
    let text = "Text.\n\n## A *first* heading\n\n# B\n"
    let file = try PDFFile(TaggedPDFTests.pdf(text, settings: settings))
    #expect(PDFFile.text(file.dictionary(file.trailer["/Info"])?["/Title"]) == "A first heading")
  }

  @Test func `what PDF/UA lacks is said`() throws {
    var settings = PDFSettings()
    _ = settings.follow("ua-1")
    let document = Typesetter().typeset(Source(name: "test.md", text: "![](cat.png)\n"))
    #expect(document.faults(for: settings).map(\.code) == ["pdf.title", "pdf.alternative"])
    #expect(document.faults(for: PDFSettings()).isEmpty)
  }

  @Test func `addresses with parentheses and backslashes stay as they are`() throws {
    let file = try PDFFile(TaggedPDFTests.pdf("[a](<https://e.org/a(b\\c)>)\n"))
    let annotation = file.dictionary(file.array(file.dictionary(file.pages.first)?["/Annots"]).first)
    let action = annotation?["/A"] as? [String: Any]
    #expect(PDFFile.text(action?["/URI"]) == "https://e.org/a(b%5Cc)")
  }

  @Test func `a long address over several lines is one object, a short one stands in its annotation`() throws {
    let address = "http://b.c/" + String(repeating: "x", count: 1_000)
    let words = String(repeating: "some words ", count: 100) + "more"
    let file = try PDFFile(TaggedPDFTests.pdf("[\(words)](\(address))\n\n[d](http://e.f)\n"))
    let actions = file.array(file.dictionary(file.pages.first)?["/Annots"]).compactMap { file.dictionary(file.dictionary($0)?["/A"]) }
    let long = actions.filter { PDFFile.text($0["/URI"]) == nil }
    #expect(long.count > 5)
    #expect(Set(long.map { "\($0["/URI"] ?? "")" }).count == 1)
    #expect(PDFFile.text(file.resolve(long.first?["/URI"])) == address)
    #expect(actions.contains { PDFFile.text($0["/URI"]) == "http://e.f" })
  }

  @Test func `the same source gives the same bytes`() throws {
    let text = "# A\n\nText $x$ 🎉 [l](https://e.org).\n"
    #expect(try TaggedPDFTests.pdf(text) == TaggedPDFTests.pdf(text))
  }

  @Test func `in which order pictures were loaded is nothing that a file shows`() throws {
    var options = TypesetterOptions()
    options.root = MarginTests.samples.path
    func pdf(_ names: [String], by typesetter: Typesetter) throws -> [UInt8] {
      let text = names.map { "![A picture](images/\($0))" }.joined(separator: "\n\n")
      var bytes: [UInt8] = []
      try unsafe typesetter.typeset(Source(name: "a.md", text: text)).writePDF { unsafe bytes.append(contentsOf: $0) }
      return bytes
    }
    let names = ["waves.jpg", "leap.svg", "interference.png"]
    let experienced = Typesetter(options: options)
    _ = try pdf(names.reversed(), by: experienced)
    #expect(try pdf(names, by: experienced) == pdf(names, by: Typesetter(options: options)))
  }

  @Test func `heads have their scopes, and code of several lines is a block`() throws {
    let text =
      "| a | b |\n|---|---|\n| c | d |\n\n```{list-table}\n:header-rows: 1\n:stub-columns: 1\n\n* - a\n  - b\n* - c\n  - d\n```\n\n"
    let file = try PDFFile(TaggedPDFTests.pdf(text + "```\none\ntwo\n```\n\nA `line`.\n"))
    func attributes(_ kind: String, _ key: String) -> [String] {
      file.dictionaries.filter { $0.entries["/S"] as? String == kind }.compactMap { file.dictionary($0.entries["/A"])?[key] as? String }
    }
    #expect(attributes("/TH", "/Scope").sorted() == ["/Column", "/Column", "/Column", "/Column", "/Row"])
    #expect(attributes("/Code", "/Placement") == ["/Block"])
  }

  /// ISO 32000-1, 12.3.3: `Count` is below zero where an entry is closed.
  @Test func `the outline shows two levels, and those below them are closed`() throws {
    let file = try PDFFile(TaggedPDFTests.pdf("# A\n\n## B\n\n### C\n\n### D\n\n## E\n\n# F\n"))
    let outline = file.dictionary(file.catalog["/Outlines"])
    let a = file.dictionary(outline?["/First"])
    let b = file.dictionary(a?["/First"])
    #expect([outline, a, b].map { $0?["/Count"] as? Int } == [4, 2, -2])
  }

  @Test(arguments: [1, 2]) func `keywords are in the dictionary and in XMP, one alone too`(count: Int) throws {
    let words = ["alpha", "beta"].prefix(count).joined(separator: ", ")
    let file = try PDFFile(TaggedPDFTests.pdf("---\ntitle: T\nkeywords: [\(words)]\n---\n\nText.\n"))
    #expect(PDFFile.text(file.dictionary(file.trailer["/Info"])?["/Keywords"]) == words)
    let packet = String(decoding: file.stream(file.catalog["/Metadata"]), as: UTF8.self)
    #expect(packet.contains("<pdf:Keywords>\(words)</pdf:Keywords>"))
  }

  @Test func `Roman numbers of pages are one range`() throws {
    let pages = (1...9).map { "Page \($0).\n\n\\newpage\n\n" }.joined()
    let file = try PDFFile(TaggedPDFTests.pdf("---\ntitle: T\n---\n\n\\frontmatter\n\n\(pages)\\mainmatter\n\n# One\n\nText.\n"))
    let labels = file.array(file.dictionary(file.catalog["/PageLabels"])?["/Nums"])
    let ranges = labels.compactMap { $0 as? [String: Any] }.filter { $0["/S"] != nil }
    #expect(ranges.map { $0["/S"] as? String } == ["/r", "/D"])
    // The title page is page i, and shows no number.
    #expect(ranges.map { $0["/St"] as? Int } == [2, 1])
  }
}
