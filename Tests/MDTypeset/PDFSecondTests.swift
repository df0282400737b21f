import Foundation
import FoundationXML
import Testing
import TypesetDiagnostics

@testable import MDTypeset

/// What a program can check of ISO 14289-2 (PDF/UA-2), on files that say they follow it: the structure rules of the standard and those of
/// ISO/TS 32005 on which types hold which.
@Suite struct PDFSecondTests {
  private static func bytes(_ text: String, _ standards: [String] = ["ua-2"], root: String? = nil) throws -> [UInt8] {
    var options = TypesetterOptions()
    options.root = root
    var settings = PDFSettings()
    for standard in standards { _ = settings.follow(standard) }
    options.keepsMathML = settings.hasMathML
    var bytes: [UInt8] = []
    let document = Typesetter(options: options).typeset(Source(name: "test.md", text: text))
    settings.follow(document.wishes)
    try unsafe document.writePDF(settings: settings) {
      unsafe bytes.append(contentsOf: $0)
    }
    return bytes
  }

  @Test(arguments: MarginTests.names) func `samples keep to the rules that a program can check`(name: String) throws {
    let text = try String(contentsOf: MarginTests.samples.appending(path: name), encoding: .utf8)
    let bytes = try Self.bytes(text, root: MarginTests.samples.path)
    #expect(bytes.starts(with: "%PDF-2.0\n".utf8))
    let file = try PDFFile(bytes)
    var check = PDFStandardCheck(file)
    check.checkContents()
    check.checkFonts()
    let second = PDFSecondCheck(file)
    #expect(check.faults + second.faults() == [])
  }

  @Test func `notes and their citations, entries of the contents and headings, links and elements know each other`() throws {
    let text = "---\ntitle: T\ntoc: true\n---\n\n# One\n\na[^n] and b[^n], see [above](#one)\n\n- [x] done\n\n[^n]: A note with $x^2$.\n"
    let file = try PDFFile(Self.bytes(text))
    #expect(PDFSecondCheck(file).faults() == [])
    let types = file.dictionaries.compactMap { $0.entries["/P"] == nil ? nil : $0.entries["/S"] as? String }
    #expect(["/Title", "/TOCI", "/FENote", "/L", "/Formula"].allSatisfy { types.contains($0) })
  }

  @Test func `a formula carries its MathML as a file`() throws {
    let file = try PDFFile(Self.bytes("---\ntitle: T\n---\n\nA $x^2$.\n"))
    let formula = try #require(file.dictionaries.first { $0.entries["/S"] as? String == "/Formula" }?.entries)
    let specification = try #require(file.dictionary(file.array(formula["/AF"]).first))
    let stream = (specification["/EF"] as? [String: Any])?["/F"]
    #expect(file.dictionary(stream)?["/Subtype"] as? String == "/application/mathml+xml")
    let markup = String(decoding: file.stream(stream), as: UTF8.self)
    #expect(markup.hasPrefix("<math ") && markup.contains("<msup><mi>x</mi><mn>2</mn></msup>"))
  }

  /// The elements below one, as MathML with what each token reads.
  private static func markup(_ element: [String: Any], of file: PDFFile) -> String {
    let name = (element["/S"] as? String ?? "").dropFirst()
    let kids = file.array(element["/K"])
    let inner = kids.map { kid -> String in
      if let entries = file.dictionary(kid), entries["/S"] != nil { return markup(entries, of: file) }
      return "·"
    }
    return "<\(name)>\(PDFFile.text(element["/ActualText"]) ?? "")\(inner.joined())</\(name)>"
  }

  private static func formulas(_ text: String, _ settings: String = "") throws -> (file: PDFFile, formulas: [[String: Any]]) {
    let file = try PDFFile(bytes("---\ntitle: T\n\(settings)---\n\n\(text)\n"))
    return (file, file.dictionaries.map(\.entries).filter { $0["/S"] as? String == "/Formula" })
  }

  @Test(arguments: [
    ("x^2", "<math><msup><mi>x·</mi><mn>2·</mn></msup></math>"),
    ("\\frac{a}{12}", "<math><mfrac><mi>a·</mi><mrow><mn>12·</mn></mrow></mfrac></math>"),
    ("\\sqrt{x}", "<math><msqrt><mi>x·</mi></msqrt></math>"),
    ("\\sin x", "<math><mrow><mi>·</mi><mo>\u{2061}</mo><mi>·</mi></mrow></math>"),
    ("\\overline{x}", "<math><mover><mi>x·</mi><mo>\u{2015}·</mo></mover></math>"),
    ("\\hat{x}_1", "<math><msub><mover><mi>x·</mi><mo>^·</mo></mover><mn>1·</mn></msub></math>"),
    ("\\left(x\\middle|y\\right]", "<math><mrow><mo>·</mo><mi>·</mi><mo>·</mo><mi>·</mi><mo>·</mo></mrow></math>"),
    ("\\text{if }x", "<math><mrow><mtext>if\u{A0}·</mtext><mi>·</mi></mrow></math>"),
    ("\\int_1^n i", "<math><mrow><msubsup><mo>∫·</mo><mn>1·</mn><mi>n·</mi></msubsup><mi>·</mi></mrow></math>"),
    ("\\xrightarrow[b]{a}", "<math><munderover><mo>→·</mo><mi>b·</mi><mi>a·</mi></munderover></math>"),
    ("a\\vphantom{H}", "<math><mrow><mi>·</mi><mpadded><mphantom><mi></mi></mphantom></mpadded></mrow></math>"),
  ])
  func `each token of a formula's MathML has its glyphs or its text, and nothing else of the formula is read`(
    tex: String, markup: String
  ) throws {
    let (file, formulas) = try Self.formulas("A $\(tex)$.")
    let formula = try #require(formulas.first)
    #expect(formula["/Alt"] == nil && formula["/ActualText"] == nil && formula["/T"] != nil)
    let kids = file.array(formula["/K"])
    #expect(kids.count == 1)
    let math = try #require(kids.first.flatMap { file.dictionary($0) })
    #expect(PDFFile.text(file.dictionary(math["/NS"])?["/NS"]) == "http://www.w3.org/1998/Math/MathML")
    #expect(Self.markup(math, of: file) == markup)
  }

  /// What readers of the content copy of it, without the blanks of what other glyphs have the text of.
  @Test(arguments: [
    ("x_1\\ge\\lambda", ["x₁", "≥", "λ"]),
    ("x^2_{ij}", ["xᵢⱼ²"]),
    ("2x^{12}+f''(x)", ["2x¹²", "+", "f″(x)"]),
    ("\\frac{a+b}{c}", ["(a + b)/c"]),
    ("\\left(\\frac12\\right)^n", ["(1/2)ⁿ"]),
    ("\\sqrt[3]{x}=\\sin x", ["∛x", "=", "sin", "x"]),
    ("\\sum_{i=1}^n i", ["∑ᵢ₌₁ⁿ", "i"]),
    ("e^{n/2}\\overline z", ["e^(n/2)z̅"]),
    ("\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}", ["(a, b; c, d)"]),
  ])
  func `a formula that is read by its tokens is copied as a line of plain Unicode`(tex: String, pieces: [String]) throws {
    let file = try PDFFile(Self.bytes("---\ntitle: T\n---\n\n$\(tex)$\n"))
    var fonts = PDFFontTexts(file)
    let texts = PDFPageText(of: try #require(file.pages.first), in: file, &fonts).texts
    // Behind the title.
    #expect(texts.sorted { $0.key < $1.key }.map(\.value).dropFirst().filter { $0 != "\t" } == pieces)
  }

  @Test func `attributes of MathML are those of its namespace`() throws {
    let (file, _) = try Self.formulas("$$\\mathrm{d}x$$")
    let letter = try #require(file.dictionaries.first { $0.entries["/S"] as? String == "/mi" }?.entries)
    let attributes = try #require(file.dictionary(letter["/A"]))
    #expect(attributes["/O"] as? String == "/NSO" && PDFFile.text(attributes["/mathvariant"]) == "normal")
    #expect(PDFFile.text(file.dictionary(attributes["/NS"])?["/NS"]) == "http://www.w3.org/1998/Math/MathML")
  }

  @Test func `the number of an equation is read once, beside the formula`() throws {
    let (file, formulas) = try Self.formulas("$$x=1\\tag{7}$$")
    let math = try #require(file.array(formulas.first?["/K"]).first.flatMap { file.dictionary($0) })
    #expect(Self.markup(math, of: file) == "<math><mrow><mi>·</mi><mo>·</mo><mn>·</mn></mrow></math>")
  }

  @Test func `a formula that is copied as LaTeX is read as a whole`() throws {
    let (file, formulas) = try Self.formulas("A $x^2$.", "copy: latex\n")
    let formula = try #require(formulas.first)
    #expect(formula["/Alt"] != nil && file.array(formula["/AF"]).count == 1)
    #expect(file.array(formula["/K"]).allSatisfy { file.dictionary($0)?["/S"] == nil })
  }

  @Test(arguments: [["ua-2"], ["ua-1"]]) func `a formula within a link is part of that link`(standards: [String]) throws {
    let file = try PDFFile(Self.bytes("---\ntitle: T\n---\n\nSee [the root $\\sqrt{2}$ of it](https://example.org/a).\n", standards))
    let types = file.dictionaries.compactMap { $0.entries["/P"] == nil ? nil : $0.entries["/S"] as? String }
    #expect(types.count { $0 == "/Link" } == 1)
    #expect(types.count { $0 == "/Formula" } == 1)
  }

  @Test func `a link within a formula says where it leads`() throws {
    let file = try PDFFile(Self.bytes("---\ntitle: T\n---\n\nA $\\href{https://example.org/a}{x}+1$.\n"))
    let link = try #require(file.dictionaries.first { $0.entries["/P"] != nil && $0.entries["/S"] as? String == "/Link" }?.entries)
    #expect(link["/Alt"] as? String == "u:https://example.org/a")
  }

  @Test func `readers of PDF 1 find types that they know for the title and notes`() throws {
    let file = try PDFFile(Self.bytes("---\ntitle: T\n---\n\nA.[^n]\n\n[^n]: B\n"))
    let tree = try #require(file.dictionaries.first { $0.entries["/S"] == nil && $0.entries["/RoleMap"] != nil }?.entries)
    let map = try #require(tree["/RoleMap"] as? [String: Any])
    #expect(map["/Title"] as? String == "/P" && map["/FENote"] as? String == "/Note")
  }

  @Test func `large forms of signs are the signs`() throws {
    let file = try PDFFile(Self.bytes("---\ntitle: T\n---\n\n$$\\int\\sum\\biggl(\\sqrt{\\frac ab}\\biggr)$$\n"))
    let maps = file.dictionaries.compactMap { $0.entries["/ToUnicode"] }.map { String(decoding: file.stream($0), as: UTF8.self) }
    #expect(maps.contains { $0.contains("<222B>") && $0.contains("<2211>") && $0.contains("<221A>") })
    #expect(!maps.contains { $0.contains("<FFFD>") })
  }

  @Test func `assembled signs are the sign, and their other parts nothing`() throws {
    let tall = "\\begin{matrix}a\\\\b\\\\c\\\\d\\\\e\\\\f\\\\g\\end{matrix}"
    let file = try PDFFile(Self.bytes("---\ntitle: T\n---\n\n$$\\sqrt{\(tall)}\\overbrace{\(String(repeating: "a", count: 40))}$$\n"))
    let maps = file.dictionaries.compactMap { $0.entries["/ToUnicode"] }.map { String(decoding: file.stream($0), as: UTF8.self) }
    #expect(maps.contains { $0.contains("<221A>") && $0.contains("<23DE>") && $0.contains("<2060>") })
    #expect(!maps.contains { $0.contains("<FFFD>") })
  }

  @Test func `a document that asks for the standard itself needs no option`() throws {
    let file = try PDFFile(Self.bytes("---\ntitle: T\npdf-standard: ua-2\n---\n\nA $x^2$.\n", []))
    #expect(PDFSecondCheck(file).faults() == [])
  }

  @Test(arguments: [[], ["ua-1"]]) func `other files have nothing of PDF 2`(standards: [String]) throws {
    let bytes = try Self.bytes("---\ntitle: T\n---\n\n# A\n\nA $x^2$.[^n]\n\n[^n]: B\n", standards)
    #expect(bytes.starts(with: "%PDF-1.7\n".utf8))
    let file = try PDFFile(bytes)
    for (name, entries) in file.dictionaries {
      #expect(["/AF", "/NS", "/Ref", "/SD"].allSatisfy { entries[$0] == nil }, "\(name)")
      #expect(!["/Title", "/FENote"].contains(entries["/S"] as? String ?? ""), "\(name)")
    }
  }

  @Test(arguments: [["ua-2", "ua-1"], ["ua-2", "a-2b"]]) func `it goes with no standard of PDF 1`(standards: [String]) {
    var settings = PDFSettings()
    for standard in standards { _ = settings.follow(standard) }
    #expect(settings.contradiction != nil)
  }
}

/// Looks through a file of PDF/UA-2 and notes what is wrong with it.
struct PDFSecondCheck {
  private let file: PDFFile
  private static let namespace = "http://iso.org/pdf2/ssn"
  /// By type, those that may be directly within it (ISO/TS 32005), of those that we write.
  private static let children: [String: Set<String>] = {
    let text: Set = ["Code", "Span", "Lbl", "Figure", "Formula", "Link", "Reference", "FENote"]
    let blocks: Set = [
      "Div", "Sect", "BlockQuote", "P", "Code", "H", "L", "Table", "Caption", "Figure", "Formula", "TOC", "Link", "FENote",
    ]
    return [
      "Document": blocks.union(["Title"]).subtracting(["Caption"]),
      "Sect": blocks.union(["Title", "Lbl"]),
      "Div": blocks.union(["Title", "Lbl", "Span", "Reference"]),
      "BlockQuote": blocks.union(["Lbl", "Reference"]),
      "P": text.union(["L", "Table"]),
      "H": text.union(["Sect"]),
      "L": ["L", "LI", "Caption"],
      "LI": ["Div", "Lbl", "LBody"],
      "LBody": blocks.union(text).subtracting(["TOC", "Lbl"]),
      "Table": ["THead", "TBody", "TR", "Caption"],
      "THead": ["TR"],
      "TBody": ["TR"],
      "TR": ["TH", "TD"],
      "TH": text.union(["Div", "Sect", "P", "H", "L", "Table"]),
      "TD": text.union(["Div", "Sect", "P", "H", "L", "Table"]),
      "TOC": ["Caption", "TOC", "TOCI"],
      "TOCI": ["Div", "P", "Lbl", "TOC", "Reference"],
      "Code": text.union(blocks).subtracting(["H", "TOC"]),
      "Link": text.union(blocks).union(["Title"]).subtracting(["Link", "TOC"]),
      "Reference": text.union(blocks).union(["Title"]).subtracting(["Link", "TOC"]),
      "FENote": text.union(blocks).subtracting(["H", "TOC"]),
      "Figure": text.union(blocks).subtracting(["TOC"]),
      "Caption": text.union(blocks).subtracting(["TOC", "Caption"]),
      "Formula": text.union(blocks).subtracting(["Sect", "TOC"]),
      "Title": text.union(["Div", "P", "L", "Table", "Caption"]),
    ]
  }()

  init(_ file: PDFFile) { self.file = file }

  private static let mathNamespace = "http://www.w3.org/1998/Math/MathML"

  func faults() -> [String] { catalog() + structure() + links() }

  private func catalog() -> [String] {
    var faults: [String] = []
    let packet = String(decoding: file.stream(file.catalog["/Metadata"]), as: UTF8.self)
    for part in ["<pdfuaid:part>2</pdfuaid:part>", "<pdfuaid:rev>2024</pdfuaid:rev>", "<dc:title>"] where !packet.contains(part) {
      faults.append("5, 8.11.1: no \(part)")
    }
    let info = file.dictionary(file.trailer["/Info"]) ?? [:]
    if info.keys.contains(where: { $0 != "/CreationDate" }) { faults.append("ISO 32000-2, 14.3.3: \(info.keys.sorted())") }
    if file.dictionary(file.catalog["/ViewerPreferences"])?["/DisplayDocTitle"] as? Bool != true { faults.append("8.11.2: no title") }
    if file.catalog["/Lang"] == nil { faults.append("8.4.4: no language") }
    return faults
  }

  private func kids(_ element: [String: Any]) -> [(value: Any, entries: [String: Any])] {
    file.array(element["/K"]).compactMap { kid in file.dictionary(kid).map { (kid, $0) } }.filter { $0.1["/S"] != nil }
  }

  private func structure() -> [String] {
    let root = file.dictionary(file.catalog["/StructTreeRoot"]) ?? [:]
    let top = file.array(root["/K"])
    guard top.count == 1, let document = file.dictionary(top[0]), document["/S"] as? String == "/Document" else { return ["8.2.5.2"] }
    var faults: [String] = []
    func walk(_ name: Any, _ element: [String: Any], within parent: String?) {
      if PDFFile.text(file.dictionary(element["/NS"])?["/NS"]) == Self.mathNamespace {
        faults += mathFaults(name, element, within: parent)
        for kid in kids(element) { walk(kid.value, kid.entries, within: "math") }
        return
      }
      let type = (element["/S"] as? String).map { $0.dropFirst().first == "H" ? "H" : String($0.dropFirst()) } ?? ""
      if let parent, let allowed = Self.children[parent], !allowed.contains(type) { faults.append("ISO/TS 32005: \(parent) with \(type)") }
      let isSecond = PDFFile.text(file.dictionary(element["/NS"])?["/NS"]) == Self.namespace
      if isSecond != ["Document", "Title", "FENote"].contains(type) { faults.append("8.2.4: the namespace of \(type)") }
      faults += rules(of: type, name as? String ?? "", element)
      for kid in kids(element) { walk(kid.value, kid.entries, within: type) }
    }
    walk(top[0], document, within: nil)
    return faults
  }

  /// ISO 32000-2, 14.8.6.3: elements of MathML are within a `math`, which a formula holds; their text is in tokens.
  private func mathFaults(_ name: Any, _ element: [String: Any], within parent: String?) -> [String] {
    let type = (element["/S"] as? String ?? "").dropFirst()
    if type == "math" ? parent != "Formula" : parent != "math" { return ["ISO 32000-2, 14.8.6.3: \(type) within \(parent ?? "nothing")"] }
    let isToken = ["mi", "mn", "mo", "mtext"].contains(type)
    let hasContent = kids(element).count < file.array(element["/K"]).count || element["/ActualText"] != nil
    return hasContent && !isToken ? ["\(name): \(type) has text"] : []
  }

  private func rules(of type: String, _ name: String, _ element: [String: Any]) -> [String] {
    let references = file.array(element["/Ref"]).compactMap { $0 as? String }
    var faults: [String] = []
    for reference in references where type == "FENote" || file.dictionary(reference)?["/S"] as? String == "/FENote" {
      let back = file.array(file.dictionary(reference)?["/Ref"]).compactMap { $0 as? String }
      if !back.contains(name) { faults.append("8.2.5.14: \(reference) does not refer to \(name)") }
    }
    switch type {
    case "Note": faults.append("8.2.5.14: a Note")
    case "FENote" where references.isEmpty: faults.append("8.2.5.14: nothing refers to \(name)")
    case "TOCI" where references.isEmpty: faults.append("8.2.5.8: \(name) leads nowhere")
    case "L":
      let hasLabels = kids(element).contains { item in kids(item.entries).contains { $0.entries["/S"] as? String == "/Lbl" } }
      let numbering = file.array(element["/A"]).lazy.compactMap { file.dictionary($0)?["/ListNumbering"] }.first
      if hasLabels, numbering == nil { faults.append("8.2.5.25: \(name) has no numbering") }
    case "Figure" where element["/Alt"] == nil: faults.append("8.2.5.28: \(name) has no text")
    case "Formula":
      let isRead = kids(element).contains { $0.entries["/S"] as? String == "/math" }
      let hasContent = file.array(element["/K"]).contains { $0 is Int }
      if isRead == (element["/Alt"] != nil) || isRead && hasContent { faults.append("\(name) is read twice") }
      let files = file.array(element["/AF"]).compactMap { file.dictionary($0) }
      if files.count != 1 || files[0]["/AFRelationship"] as? String != "/Supplement" { faults.append("8.2.5.29: \(name) has no MathML") }
      let markup = file.stream((files.first?["/EF"] as? [String: Any])?["/F"])
      if !XMLParser(data: Data(markup)).parse() { faults.append("\(name): MathML that is not well-formed") }
    default: break
    }
    return faults
  }

  /// Where links and the outline lead.
  private func links() -> [String] {
    var faults: [String] = []
    for (name, entries) in file.dictionaries {
      let isLink = entries["/Subtype"] as? String == "/Link"
      guard isLink || entries["/Title"] != nil && entries["/Parent"] != nil else { continue }
      if entries["/Dest"] != nil { faults.append("8.8: \(name) leads to a page") }
      if isLink, entries["/Contents"] == nil { faults.append("8.9.4.2: \(name) has no text") }
      guard let action = file.dictionary(entries["/A"]), action["/S"] as? String == "/GoTo" else { continue }
      let target = file.array(action["/SD"]).first.flatMap { file.dictionary($0) }
      if target?["/S"] == nil { faults.append("8.8: \(name) leads to no element") }
    }
    return faults
  }
}
