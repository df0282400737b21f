internal import Glibc
internal import TypesetBoxes
internal import TypesetBytes
internal import TypesetPictures

/// The metadata of a file: the information dictionary and XMP (ISO 32000-1, 14.3), with the same content.
struct PDFMetadata {
  let info: DocumentInfo
  let standards: [PDFStandard]
  /// What made the file of the pages.
  let producer: String

  private static let creator = "mdtypeset"

  var dictionary: PDFText {
    var text = PDFText()
    text.add("<<")
    func add(_ key: StaticString, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      text.add(key)
      text.add(text: value)
    }
    // ISO 32000-2, 14.3.3: XMP alone has the rest.
    guard !standards.contains(.ua2) else {
      add("/CreationDate", info.creationTime.map { pdfDate($0) })
      text.add(">>")
      return text
    }
    add("/Title", info.title)
    add("/Author", info.authors.joined(separator: ", "))
    add("/Subject", info.subject)
    add("/Keywords", info.keywords.joined(separator: ", "))
    add("/Creator", Self.creator)
    add("/Producer", producer)
    add("/CreationDate", info.creationTime.map { pdfDate($0) })
    text.add(">>")
    return text
  }

  /// XMP, as RDF.
  var packet: [UInt8] {
    var out = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
    out += "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
    func description(_ namespaces: String, _ body: String) {
      out += "<rdf:Description rdf:about=\"\" \(namespaces)>\(body)</rdf:Description>\n"
    }
    func localized(_ name: String, _ value: String?) -> String {
      guard let value, !value.isEmpty else { return "" }
      return "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escapedXML(value))</rdf:li></rdf:Alt></\(name)>"
    }
    var dublin = "<dc:format>application/pdf</dc:format>" + localized("dc:title", info.title)
    if !info.authors.isEmpty {
      // The information dictionary has one author field; both have the same text.
      dublin += "<dc:creator><rdf:Seq><rdf:li>\(escapedXML(info.authors.joined(separator: ", ")))</rdf:li></rdf:Seq></dc:creator>"
    }
    dublin += localized("dc:description", info.subject) + localized("dc:rights", info.rights)
    if let language = info.language {
      dublin += "<dc:language><rdf:Bag><rdf:li>\(escapedXML(language))</rdf:li></rdf:Bag></dc:language>"
    }
    description("xmlns:dc=\"http://purl.org/dc/elements/1.1/\"", dublin)
    var made = "<xmp:CreatorTool>\(Self.creator)</xmp:CreatorTool>"
    if let time = info.creationTime { made += "<xmp:CreateDate>\(isoDate(time))</xmp:CreateDate>" }
    description("xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"", made)
    var pdf = "<pdf:Producer>\(escapedXML(producer))</pdf:Producer>"
    if !info.keywords.isEmpty { pdf += "<pdf:Keywords>\(escapedXML(info.keywords.joined(separator: ", ")))</pdf:Keywords>" }
    description("xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\"", pdf)
    let archive = standards.compactMap(\.archivePart).max()
    if let archive {
      description(
        "xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\"",
        "<pdfaid:part>\(archive)</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>")
    }
    if standards.contains(.ua1) {
      description("xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"", "<pdfuaid:part>1</pdfuaid:part>")
      if archive != nil { out += Self.accessibilityExtension }
    }
    if standards.contains(.ua2) {
      description(
        "xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"", "<pdfuaid:part>2</pdfuaid:part><pdfuaid:rev>2024</pdfuaid:rev>")
    }
    out += "</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>"
    return Array(out.utf8)
  }

  /// ISO 19005-2, 6.6.2.3.3: a schema that is not its own is described in the file.
  private static let accessibilityExtension = """
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>\
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>\
    <pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>\
    <pdfaProperty:description>the part of ISO 14289 that the file follows</pdfaProperty:description></rdf:li></rdf:Seq>\
    </pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>

    """
}

/// A date as PDF writes it (ISO 32000-1, 7.9.4), of seconds since 1970.
func pdfDate(_ seconds: Int) -> String { "D:" + isoDate(seconds).filter(\.isNumber) + "Z" }

/// ISO 8601 of seconds since 1970, in UTC.
private func isoDate(_ seconds: Int) -> String {
  var time = time_t(min(max(seconds, 0), 253_402_300_799))
  var parts = unsafe tm()
  unsafe gmtime_r(&time, &parts)
  func padded(_ value: Int32, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
  let date = unsafe "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
  return unsafe date + "T\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))Z"
}

/// The colour space of the pages, sRGB, as an ICC profile of version 2 (ICC.1:2001-04): its primaries for the D50 white that
/// profiles count from, and its curve as a table.
enum SRGBProfile {
  static let bytes: [UInt8] = {
    func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    func fixed(_ value: Double) -> [UInt8] { number(Int(clamping: (value * 65536).rounded()), 4) }
    func color(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] { Array("XYZ ".utf8) + number(0, 4) + fixed(x) + fixed(y) + fixed(z) }
    let name = "sRGB"
    let description =
      Array("desc".utf8) + number(0, 4) + number(name.utf8.count + 1, 4) + Array(name.utf8) + [0]
      + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67)
    let curve =
      Array("curv".utf8) + number(0, 4) + number(256, 4)
      + (0..<256).flatMap { step in
        // IEC 61966-2-1, from sRGB to light.
        let value = Double(step) / 255
        let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        return number(Int(clamping: (light * 65535).rounded()), 2)
      }
    let tags: [(String, [UInt8])] = [
      ("desc", description), ("cprt", Array("text".utf8) + number(0, 4) + Array("public domain".utf8) + [0]),
      ("wtpt", color(0.9642, 1, 0.8249)), ("rXYZ", color(0.43607, 0.22249, 0.01392)), ("gXYZ", color(0.38515, 0.71687, 0.09708)),
      ("bXYZ", color(0.14307, 0.06061, 0.7141)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table: [UInt8] = []
    var data: [UInt8] = []
    let first = 128 + 4 + tags.count * 12
    var curveStart: Int?
    for (tag, body) in tags {
      let start: Int
      if tag.hasSuffix("TRC"), let known = curveStart {
        start = known
      } else {
        start = first + data.count
        data += body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        if tag.hasSuffix("TRC") { curveStart = start }
      }
      table += Array(tag.utf8) + number(start, 4) + number(body.count, 4)
    }
    var head = number(first + data.count, 4) + number(0, 4) + number(0x0210_0000, 4)
    head += Array("mntrRGB XYZ ".utf8) + number(2026, 2) + number(1, 2) + number(1, 2) + [0, 0, 0, 0, 0, 0]
    head += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    head += [UInt8](repeating: 0, count: 128 - head.count)
    return head + number(tags.count, 4) + table + data
  }()
}
