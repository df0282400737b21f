import Foundation

// What ISO 19005-2 says of a file's parts, whatever they mean.

extension PDFStandardCheck {
  /// ISO 19005-2, 6.1.3, 6.1.7 to 6.1.13, 6.4, 6.5, 6.6.2, 6.9 to 6.11; ISO 14289-1, 7.1, 7.10, 7.11, 7.15, 7.16.
  mutating func checkSyntax(_ bytes: [UInt8]) {
    let end = bytes.suffix(16).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    expect(end.last.map { $0.elementsEqual("%%EOF".utf8) } ?? false, "6.1.3: something follows the end")
    expect(bytes.firstRange(of: "/Linearized".utf8) == nil, "6.1.11: linearized")
    // Metadata are not compressed, so that any program finds them.
    if let packet = bytes.firstRange(of: "<?xpacket begin=".utf8) {
      let head = bytes[packet.lowerBound...].prefix { $0 != UInt8(ascii: ">") }
      expect(head.firstRange(of: "bytes=".utf8) == nil && head.firstRange(of: "encoding=".utf8) == nil, "6.6.2.1: the packet's head")
    } else {
      expect(false, "6.6.2.1: metadata are compressed, or there are none")
    }
    let catalog = file.catalog
    for key in ["/OCProperties", "/Perms", "/Requirements", "/NeedsRendering", "/AA", "/AcroForm", "/Collection"] {
      expect(catalog[key] == nil, "6.1.12, 6.4.1, 6.5.2, 6.9, 6.11: \(key) in the catalog")
    }
    let names = file.dictionary(catalog["/Names"]) ?? [:]
    for key in ["/JavaScript", "/AlternatePresentations", "/Pages", "/Templates"] { expect(names[key] == nil, "6.10: \(key)") }
    let marks = file.dictionary(catalog["/MarkInfo"]) ?? [:]
    expect(marks["/Suspects"] as? Bool != true, "7.1: suspects")
    expect(file.dictionary(catalog["/StructTreeRoot"])?["/RoleMap"] == nil, "7.1: a map of roles")
    for (name, entries) in file.dictionaries {
      expect(entries["/F"] == nil || entries["/Length"] == nil, "\(name): 6.1.7.1: a stream outside of the file")
      expect(entries["/AA"] == nil, "\(name): 6.5.2: something happens by itself")
      expect(entries["/PresSteps"] == nil, "\(name): 6.10: steps")
      if entries["/Type"] as? String == "/Page" { checkPage(entries, name) }
      checkLimits(entries, name, depth: 0)
    }
    expect(file.dictionaries.count < 8_388_607, "6.1.13: objects")
  }

  private mutating func checkPage(_ entries: [String: Any], _ name: String) {
    for key in ["/MediaBox", "/CropBox", "/TrimBox"] {
      let box = file.array(entries[key]).compactMap { ($0 as? NSNumber)?.doubleValue }
      guard box.count == 4 else { continue }
      for side in [box[2] - box[0], box[3] - box[1]] { expect((3...14_400).contains(side), "\(name): 6.1.13: \(key) of \(side) units") }
    }
    let group = file.dictionary(entries["/Group"]) ?? [:]
    if let space = group["/CS"] as? String { expect(["/DeviceRGB", "/DeviceGray"].contains(space), "\(name): 6.2.10: \(space)") }
  }

  /// ISO 19005-2, 6.1.8, 6.1.13, 6.5.1: what no part of a file may have.
  private mutating func checkLimits(_ value: Any, _ name: String, depth: Int) {
    guard depth < 40 else { return }
    switch value {
    case let entries as [String: Any]:
      if let kind = entries["/S"] as? String { expect(!Self.forbiddenActions.contains(kind), "\(name): 6.5.1: \(kind)") }
      if let mode = entries["/BM"] as? String { expect(Self.blendModes.contains(mode), "\(name): 6.2.10: \(mode)") }
      if let intent = entries["/RI"] as? String { expect(Self.intents.contains(intent), "\(name): 6.2.6: \(intent)") }
      for (key, part) in entries {
        expect(key.utf8.count <= 128, "\(name): 6.1.13: a long name")
        checkLimits(part, name, depth: depth + 1)
      }
    case let parts as [Any]: for part in parts { checkLimits(part, name, depth: depth + 1) }
    case let text as String:
      expect(text.utf8.count <= 32_767, "\(name): 6.1.13: a string of \(text.utf8.count) bytes")
      if text.hasPrefix("/") { expect(text.utf8.count <= 128, "\(name): 6.1.13: a long name") }
    case let number as NSNumber: expect(abs(number.doubleValue) <= 2_147_483_647, "\(name): 6.1.13: \(number)")
    default: break
    }
  }

  private static let forbiddenActions: Set<String> = [
    "/Launch", "/Sound", "/Movie", "/ResetForm", "/ImportData", "/Hide", "/SetOCGState", "/Rendition", "/Trans", "/GoTo3DView",
    "/JavaScript", "/Named",
  ]
  private static let blendModes: Set<String> = [
    "/Normal", "/Compatible", "/Multiply", "/Screen", "/Overlay", "/Darken", "/Lighten", "/ColorDodge", "/ColorBurn", "/HardLight",
    "/SoftLight", "/Difference", "/Exclusion", "/Hue", "/Saturation", "/Color", "/Luminosity",
  ]
  private static let intents: Set<String> = ["/RelativeColorimetric", "/AbsoluteColorimetric", "/Perceptual", "/Saturation"]

  /// The operators of ISO 32000-1, annex A; those of inline images and of uncoloured patterns are not ours.
  private static let operators: Set<String> = Set(
    """
    b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td
    TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// ISO 19005-2, 6.2.2, 6.2.4.3, 6.2.6, 6.1.13; ISO 14289-1, 7.20: what pages and forms are drawn with.
  mutating func checkContents() {
    for page in file.pages { checkContent(file.stream(file.dictionary(page)?["/Contents"]), page) }
    for (name, entries) in file.dictionaries where entries["/Subtype"] as? String == "/Form" {
      let content = file.stream(name)
      checkContent(content, name)
      expect(content.firstRange(of: "/MCID".utf8) == nil, "\(name): 7.20: a form with content of its own in the tree")
      for key in ["/PS", "/OPI", "/Subtype2", "/Ref"] { expect(entries[key] == nil, "\(name): 6.2.9: \(key)") }
    }
  }

  private mutating func checkContent(_ content: [UInt8], _ name: String) {
    var depth = 0
    var deepest = 0
    for token in PDFContentWalk.tokens(content) {
      guard let first = token.unicodeScalars.first, first.properties.isAlphabetic || first == "'" || first == "\"" else { continue }
      if ["true", "false", "null"].contains(token) { continue }
      expect(Self.operators.contains(token), "\(name): 6.2.2: \(token)")
      // Grey and RGB go with the profile of the output intent, CMYK does not.
      expect(token != "K" && token != "k", "\(name): 6.2.4.3: CMYK")
      expect(token != "ri", "\(name): 6.2.6: a rendering intent")
      if token == "q" { depth += 1 }
      if token == "Q" { depth -= 1 }
      deepest = max(deepest, depth)
      expect(depth >= 0, "\(name): 6.2.2: Q without q")
    }
    expect(depth == 0, "\(name): 6.2.2: q without Q")
    expect(deepest <= 28, "\(name): 6.1.13: \(deepest) nested q")
  }
}
