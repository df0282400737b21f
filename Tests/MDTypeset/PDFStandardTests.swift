import Foundation
import Testing
import TypesetDiagnostics

@testable import MDTypeset

/// What a program can check of ISO 14289-1 (by the Matterhorn protocol) and of ISO 19005-2 and -3, on files that say they follow them.
@Suite struct PDFStandardTests {
  private static func file(_ text: String, _ standards: [String], attached: Bool = false) throws -> (bytes: [UInt8], file: PDFFile) {
    var settings = PDFSettings()
    for standard in standards { _ = settings.follow(standard) }
    settings.attachesSource = attached
    let bytes = try TaggedPDFTests.pdf(text, settings: settings, root: MarginTests.samples.path)
    return (bytes, try PDFFile(bytes))
  }

  @Test(arguments: MarginTests.names)
  func `samples for everybody and for archives keep to the standards`(name: String) throws {
    let text = try String(contentsOf: MarginTests.samples.appending(path: name), encoding: .utf8)
    let (bytes, file) = try Self.file(text, ["ua-1", "a-2b"])
    var check = PDFStandardCheck(file)
    check.checkFile(bytes)
    check.checkSyntax(bytes)
    check.checkContents()
    check.checkCatalog()
    check.checkPages()
    check.checkFonts()
    check.checkPictures()
    check.checkStructure()
    #expect(check.faults == [])
    // Nothing is attached to a file of part 2.
    #expect(!file.dictionaries.contains { $0.entries["/EF"] != nil })
  }

  @Test func `the fonts of a picture keep to the standards, TrueType ones too`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "mdtypeset-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="9" font-family="DejaVu Sans">Жя≤</text></svg>"#
    try Data(picture.utf8).write(to: root.appending(path: "a.svg"))
    var settings = PDFSettings()
    for standard in ["ua-1", "a-2b"] { _ = settings.follow(standard) }
    let file = try PDFFile(try TaggedPDFTests.pdf("---\ntitle: T\n---\n# A\n\n![A b c](a.svg)\n", settings: settings, root: root.path))
    #expect(file.dictionaries.contains { $0.entries["/Subtype"] as? String == "/CIDFontType2" })
    var check = PDFStandardCheck(file)
    check.checkFonts()
    #expect(check.faults == [])
  }

  @Test func `a file of part 3 says what the attached source is to it`() throws {
    let (_, file) = try Self.file("---\ntitle: T\n---\n# A\n", ["a-3b"], attached: true)
    let specification = try #require(file.dictionaries.first { $0.entries["/EF"] != nil })
    #expect(specification.entries["/AFRelationship"] as? String == "/Source")
    #expect(PDFFile.text(specification.entries["/F"]) == PDFFile.text(specification.entries["/UF"]))
    #expect(file.array(file.catalog["/AF"]).count == 1)
    let stream = file.dictionary((specification.entries["/EF"] as? [String: Any])?["/F"])
    #expect(stream?["/Subtype"] as? String == "/text/markdown")
  }

  @Test func `a table that is divided into several has them side by side`() throws {
    func row(_ cell: String) -> String { "|" + String(repeating: " \(cell) |", count: 40) + "\n" }
    let (_, file) = try Self.file("---\ntitle: T\npapersize: a6\n---\n" + row("head") + row("---") + row("cell"), ["ua-1"])
    var check = PDFStandardCheck(file)
    check.checkStructure()
    #expect(check.faults == [])
    #expect(file.dictionaries.count { $0.entries["/S"] as? String == "/Table" } > 1)
  }
}

/// Looks through a file and notes what is wrong with it.
struct PDFStandardCheck {
  let file: PDFFile
  private(set) var faults: [String] = []

  init(_ file: PDFFile) { self.file = file }

  mutating func expect(_ isRight: Bool, _ fault: @autoclosure () -> String) {
    if !isRight, faults.count < 30 { faults.append(fault()) }
  }

  /// ISO 19005-2, 6.1.
  mutating func checkFile(_ bytes: [UInt8]) {
    let lines = bytes.prefix(32).split(separator: 0x0A, maxSplits: 2)
    expect(lines.first.map { $0.elementsEqual("%PDF-1.7".utf8) } ?? false, "6.1.2: the first line")
    expect(
      lines.count > 1 && lines[1].first == UInt8(ascii: "%") && lines[1].dropFirst().prefix(4).allSatisfy { $0 > 127 }, "6.1.2: four bytes")
    let identifiers = file.array(file.trailer["/ID"])
    expect(identifiers.count == 2, "6.1.3: the identifier")
    expect(file.trailer["/Encrypt"] == nil, "6.1.3: encrypted")
    for word in ["/LZWDecode", "/Crypt", "/JavaScript", "/Launch", "/XFA", "/OCProperties", "/PS ", "/OPI"] {
      expect(bytes.firstRange(of: word.utf8) == nil, "\(word) is in the file")
    }
  }

  /// ISO 14289-1, 7.1, 7.2; ISO 19005-2, 6.2.3, 6.6.
  mutating func checkCatalog() {
    let catalog = file.catalog
    let packet = String(decoding: file.stream(catalog["/Metadata"]), as: UTF8.self)
    let info = file.dictionary(file.trailer["/Info"]) ?? [:]
    expect(PDFFile.text(catalog["/Lang"])?.isEmpty == false, "7.2: no language")
    expect(file.dictionary(catalog["/MarkInfo"])?["/Marked"] as? Bool == true, "7.1: not marked")
    expect(packet.contains("<pdfuaid:part>1</pdfuaid:part>"), "5: not said to be for everybody")
    expect(packet.contains("<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"), "6.6.4: not said to be for archives")
    expect(packet.contains("pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/<"), "6.6.2.3.3: the schema is not described")
    if let title = PDFFile.text(info["/Title"]) {
      expect(packet.contains("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(title))<"), "6.6.3: two titles")
      expect(file.dictionary(catalog["/ViewerPreferences"])?["/DisplayDocTitle"] as? Bool == true, "7.1: the title is not shown")
    } else {
      expect(!packet.contains("<dc:title>"), "6.6.3: a title in one place only")
    }
    for (key, tag) in [
      ("/Author", "rdf:li"), ("/Keywords", "pdf:Keywords"), ("/Producer", "pdf:Producer"), ("/Creator", "xmp:CreatorTool"),
    ] {
      if let value = PDFFile.text(info[key]) { expect(packet.contains("<\(tag)>\(escaped(value))</\(tag)>"), "6.6.3: two kinds of \(key)") }
    }
    let intent = file.dictionary(file.array(catalog["/OutputIntents"]).first)
    expect(intent?["/S"] as? String == "/GTS_PDFA1", "6.2.3: no output intent")
    expect(file.stream(intent?["/DestOutputProfile"]).count > 128, "6.2.3: no profile")
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(
      of: ">", with: "&gt;"
    )
    .replacingOccurrences(of: "\"", with: "&quot;")
  }

  /// ISO 14289-1, 7.18; ISO 19005-2, 6.3.
  mutating func checkPages() {
    for page in file.pages {
      let entries = file.dictionary(page) ?? [:]
      expect(entries["/Tabs"] as? String == "/S", "\(page): 7.18.3: the order of tabs")
      expect(entries["/StructParents"] is Int, "\(page): no parents")
      for annotation in file.array(entries["/Annots"]) {
        let link = file.dictionary(annotation) ?? [:]
        expect(link["/Subtype"] as? String == "/Link", "\(annotation): 6.3.1")
        expect(link["/F"] as? Int == 4, "\(annotation): 6.3.2: it is not printed")
        expect(link["/StructParent"] is Int, "\(annotation): 7.18.1: not in the tree")
        if let action = file.dictionary(link["/A"])?["/S"] as? String {
          expect(["/URI", "/GoTo"].contains(action), "\(annotation): 6.5.1: \(action)")
        }
        expect(PDFFile.text(link["/Contents"])?.isEmpty == false, "\(annotation): 7.18.5: no text")
        let rect = file.array(link["/Rect"]).compactMap { ($0 as? NSNumber)?.doubleValue }
        expect(rect.count == 4 && rect[0] < rect[2] && rect[1] < rect[3], "\(annotation): no area")
      }
    }
  }

  /// ISO 14289-1, 7.21; ISO 19005-2, 6.2.11.
  mutating func checkFonts() {
    var texts = PDFFontTexts(file)
    var used: [String: Set<String>] = [:]
    for page in file.pages {
      let entries = file.dictionary(page) ?? [:]
      let names = file.dictionary(file.dictionary(entries["/Resources"])?["/Font"]) ?? [:]
      let digits = names.mapValues { file.codeDigits($0) }
      for (name, codes) in PDFContentWalk.codes(file.stream(entries["/Contents"]), digits: digits) {
        used[names[name] as? String ?? "?", default: []].formUnion(codes)
      }
    }
    for (name, font) in file.dictionaries where font["/Type"] as? String == "/Font" {
      guard let kind = font["/Subtype"] as? String, !kind.hasPrefix("/CIDFont") else { continue }
      let map = texts.map(of: name)
      let codes = used[name] ?? []
      expect(font["/ToUnicode"] != nil, "\(name): 7.21.7: glyphs without characters")
      for code in codes.sorted() {
        let text = map[code]
        expect(text?.isEmpty == false, "\(name): 7.21.7: no character for \(code)")
        expect(
          !(text?.unicodeScalars.contains { [0, 0xFEFF, 0xFFFE].contains($0.value) } ?? false), "\(name): 7.21.7: \(code) is no character")
      }
      guard kind == "/Type0" else {
        expect(kind == "/Type3" || isEmbedded(font), "\(name): 7.21.4.1: not embedded")
        continue
      }
      var identifiers = [String: Int](uniqueKeysWithValues: codes.compactMap { code in Int(code, radix: 16).map { (code, $0) } })
      if font["/Encoding"] as? String != "/Identity-H" {
        let map = file.dictionary(font["/Encoding"]) ?? [:]
        expect(map["/Type"] as? String == "/CMap" && map["/CMapName"] as? String == "/Bytes", "\(name): 7.21.3.3")
        expect(PDFFile.text(file.dictionary(map["/CIDSystemInfo"])?["/Ordering"]) == "Identity", "\(name): 7.21.3.1")
        identifiers = file.identifiers(font["/Encoding"])
      }
      expect(!codes.contains { identifiers[$0, default: 0] == 0 }, "\(name): 7.21.8: .notdef is shown")
      guard let descendant = file.dictionary(file.array(font["/DescendantFonts"]).first) else { continue }
      expect(isEmbedded(descendant), "\(name): 7.21.4.1: not embedded")
      if descendant["/Subtype"] as? String == "/CIDFontType2" {
        expect(descendant["/CIDToGIDMap"] as? String == "/Identity", "\(name): 7.21.3.2")
      }
      let widths = widths(of: descendant)
      for code in codes { expect(identifiers[code].map { widths.contains($0) } ?? false, "\(name): 7.21.5: no width for \(code)") }
    }
  }

  private func isEmbedded(_ font: [String: Any]) -> Bool {
    let descriptor = file.dictionary(font["/FontDescriptor"]) ?? [:]
    return ["/FontFile", "/FontFile2", "/FontFile3"].contains { !file.stream(descriptor[$0]).isEmpty }
  }

  /// The codes that have widths of their own.
  private func widths(of font: [String: Any]) -> Set<Int> {
    var codes: Set<Int> = []
    let entries = file.array(font["/W"])
    for place in stride(from: 0, to: entries.count - 1, by: 2) {
      guard let first = entries[place] as? Int, let widths = entries[place + 1] as? [Any] else { continue }
      codes.formUnion(first..<first + widths.count)
    }
    return codes
  }

  /// ISO 19005-2, 6.2.8 and 6.2.9.
  mutating func checkPictures() {
    for (name, entries) in file.dictionaries {
      switch entries["/Subtype"] as? String {
      case "/Image":
        expect(entries["/Interpolate"] as? Bool != true, "\(name): 6.2.8: interpolated")
        expect(entries["/Alternates"] == nil, "\(name): 6.2.8: alternates")
        expect(
          ["/DeviceGray", "/DeviceRGB"].contains(entries["/ColorSpace"] as? String)
            || file.array(entries["/ColorSpace"]).prefix(2).compactMap { $0 as? String } == ["/Indexed", "/DeviceRGB"],
          "\(name): 6.2.4: \(entries["/ColorSpace"] ?? "no colours")")
        expect([1, 2, 4, 8, 16].contains(entries["/BitsPerComponent"] as? Int), "\(name): 6.2.8: bits")
        expect(entries["/OPI"] == nil && entries["/Intent"] == nil, "\(name): 6.2.8: \(entries.keys.sorted())")
        expect(!file.array(entries["/Filter"]).contains { $0 as? String == "/JPXDecode" }, "\(name): 6.2.8.3: JPEG 2000")
      default: break
      }
      if entries["/Type"] as? String == "/ExtGState" || entries["/ca"] != nil {
        expect(entries["/TR"] == nil && entries["/HTP"] == nil && entries["/TR2"] == nil, "\(name): 6.2.5")
      }
    }
  }

  // MARK: Structure

  /// What elements may stand in; types that may stand in any are left out.
  private static let parents: [String: Set<String>] = [
    "/LI": ["/L"], "/Lbl": ["/LI", "/Note", "/TOCI", "/P"], "/LBody": ["/LI"], "/TR": ["/Table", "/THead", "/TBody"],
    "/THead": ["/Table"], "/TBody": ["/Table"], "/TH": ["/TR"], "/TD": ["/TR"], "/TOCI": ["/TOC"],
    "/Caption": ["/Table", "/Figure", "/L", "/Div", "/TOC"],
  ]
  /// What may stand in elements that hold nothing else.
  private static let children: [String: Set<String>] = [
    "/L": ["/LI", "/L", "/Caption"], "/LI": ["/Lbl", "/LBody"], "/Table": ["/TR", "/THead", "/TBody", "/Caption"], "/TR": ["/TH", "/TD"],
    "/THead": ["/TR"], "/TBody": ["/TR"], "/TOC": ["/TOCI", "/TOC", "/Caption"],
  ]
  private static let types: Set<String> = [
    "/Document", "/Part", "/Sect", "/Div", "/BlockQuote", "/Caption", "/TOC", "/TOCI", "/P", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6", "/L",
    "/LI", "/Lbl", "/LBody", "/Table", "/TR", "/TH", "/TD", "/THead", "/TBody", "/Span", "/Quote", "/Note", "/Reference", "/Code", "/Link",
    "/Figure", "/Formula",
  ]

  /// ISO 14289-1, 7.2 to 7.9.
  mutating func checkStructure() {
    var level = 0
    var notes: Set<String> = []
    func walk(_ value: Any, parent: String, _ check: inout Self) {
      guard let element = check.file.dictionary(value), let kind = element["/S"] as? String else { return }
      let name = "\(kind.dropFirst()) \(value as? String ?? "")"
      check.expect(Self.types.contains(kind), "\(name): 7.1: no standard type")
      check.expect(Self.parents[kind].map { $0.contains(parent) } ?? true, "\(name): 7.2: within \(parent)")
      check.expect(Self.children[parent].map { $0.contains(kind) } ?? true, "\(name): 7.2: \(parent) holds it")
      if let number = kind.hasPrefix("/H") ? Int(kind.dropFirst(2), radix: 10) : nil {
        check.expect(number <= level + 1, "\(name): 7.4.2: follows level \(level)")
        level = number
      }
      let attributes = check.file.array(element["/A"]).compactMap { check.file.dictionary($0) }
      switch kind {
      case "/Figure":
        check.expect(PDFFile.text(element["/Alt"])?.isEmpty == false, "\(name): 7.3: no text")
        check.expect(attributes.contains { $0["/BBox"] != nil } || element["/K"] == nil, "\(name): 7.3: no place")
      case "/Formula": check.expect(PDFFile.text(element["/Alt"])?.isEmpty == false, "\(name): 7.7: no text")
      case "/TH": check.expect(attributes.contains { $0["/Scope"] != nil }, "\(name): 7.5: a head of what?")
      case "/Note":
        let identifier = PDFFile.text(element["/ID"]) ?? ""
        check.expect(!identifier.isEmpty && notes.insert(identifier).inserted, "\(name): 7.9: no name of its own")
      case "/Table": check.checkTable(element, name)
      default: break
      }
      for kid in check.file.array(element["/K"]) {
        if let part = check.file.dictionary(kid), part["/S"] == nil { continue }
        walk(kid, parent: kind, &check)
      }
    }
    for kid in file.array(file.dictionary(file.catalog["/StructTreeRoot"])?["/K"]) { walk(kid, parent: "", &self) }
  }

  /// All rows have as many columns, and no two cells stand in one place.
  private mutating func checkTable(_ table: [String: Any], _ name: String) {
    var rows: [[String: Any]] = []
    for kid in file.array(table["/K"]).compactMap({ file.dictionary($0) }) {
      switch kid["/S"] as? String {
      case "/TR": rows.append(kid)
      case "/THead", "/TBody": rows += file.array(kid["/K"]).compactMap { file.dictionary($0) }
      default: break
      }
    }
    var taken: Set<[Int]> = []
    var widths: Set<Int> = []
    for (row, entries) in rows.enumerated() {
      var column = 0
      for cell in file.array(entries["/K"]).compactMap({ file.dictionary($0) }) {
        let attributes = file.array(cell["/A"]).compactMap { file.dictionary($0) }
        let columns = attributes.lazy.compactMap { $0["/ColSpan"] as? Int }.first ?? 1
        let height = attributes.lazy.compactMap { $0["/RowSpan"] as? Int }.first ?? 1
        while taken.contains([row, column]) { column += 1 }
        for below in row..<row + height {
          for beside in column..<column + columns {
            expect(taken.insert([below, beside]).inserted, "\(name): 7.5: two cells in row \(below + 1)")
          }
        }
        expect(row + height <= rows.count, "\(name): 7.5: a cell reaches out of the table")
        column += columns
      }
      while taken.contains([row, column]) { column += 1 }
      widths.insert(column)
    }
    expect(widths.count <= 1, "\(name): 7.5: rows of \(widths.sorted()) columns")
  }
}

extension PDFContentWalk {
  /// The codes that are shown, in hexadecimal digits, by the names of the fonts.
  ///
  /// - Parameter digits: How many a code has, by the names of the fonts.
  static func codes(_ content: [UInt8], digits: [String: Int]) -> [String: Set<String>] {
    var out: [String: Set<String>] = [:]
    var operands: [String] = []
    var font = ""
    for token in tokens(content) {
      guard let first = token.unicodeScalars.first, first.properties.isAlphabetic else {
        operands.append(token)
        continue
      }
      if token == "Tf" { font = operands.first ?? "" }
      if token == "Tj" || token == "TJ" {
        for operand in operands where operand.hasPrefix("<") {
          var rest = operand.dropFirst().dropLast()
          let digits = digits[font] ?? 4
          while rest.count >= digits {
            out[font, default: []].insert(rest.prefix(digits).uppercased())
            rest = rest.dropFirst(digits)
          }
        }
      }
      operands.removeAll()
    }
    return out
  }
}
