package import TypesetBoxes
internal import TypesetDiagnostics
import TypesetFiles

extension PictureBook {
  /// What a picture draws, as a digest: of its pixels, or of the elements of an SVG. Comments, metadata and another compression are no change.
  package func contentDigest(of id: PictureID) -> String {
    let picture = self.picture(id)
    switch picture.kind {
    case .svg: return Digest.of(SVGContent.plain(picture.bytes))
    case .pdf: return Digest.of(picture.bytes)
    default:
      guard let raster = try? raster(of: id) else { return Digest.of(picture.bytes) }
      var digest = Digest()
      digest.add("\(raster.width) \(raster.height)\n")
      unsafe raster.pixels.withUnsafeBytes { unsafe digest.add($0) }
      return digest.finish()
    }
  }
}

/// An SVG without what draws nothing: comments, metadata, what editors keep for themselves, blanks between tags.
enum SVGContent {
  /// Prefixes of names that editors have for themselves.
  private static let editors = ["inkscape:", "sodipodi:", "xmlns:inkscape", "xmlns:sodipodi", "xmlns:cc", "xmlns:rdf", "xmlns:dc"]

  static func plain(_ bytes: [UInt8]) -> [UInt8] {
    let file = bytes
    var reader = XMLReader(file)
    var out: [UInt8] = []
    out.reserveCapacity(file.count)
    // How deep within text, whose blanks count, and within metadata.
    var (texts, hidden) = (0, 0)
    while let text = reader.takeText() {
      if hidden == 0 { out += words(of: file[text], isText: texts > 0) }
      guard !reader.isAtEnd else { break }
      let start = reader.place
      let name = reader.takeTagName()
      let isOwn = isOfEditor(file[(start + 1)...])
      var attributes: [String] = []
      while let attribute = reader.takeAttribute() {
        let raw = file[attribute.range].drop { $0 <= 0x20 }
        if !isOfEditor(raw) {
          attributes.append("\(String(decoding: raw.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self))=\"\(attribute.value)\"")
        }
      }
      let isEmpty = reader.passTag()
      let isEnd = name.hasPrefix("/")
      let plainName = isEnd ? String(name.dropFirst()) : name
      let hides = isOwn || plainName == "metadata"
      if isEnd {
        if hides { hidden = max(0, hidden - 1) }
        if plainName == "text" || plainName == "style" { texts = max(0, texts - 1) }
      }
      if hidden == 0, !hides { out += Array("<\(name) \(attributes.sorted().joined(separator: " "))\(isEmpty ? "/" : "")>".utf8) }
      if !isEnd, !isEmpty {
        if hides { hidden += 1 }
        if plainName == "text" || plainName == "style" { texts += 1 }
      }
    }
    return out
  }

  private static func isOfEditor(_ name: ArraySlice<UInt8>) -> Bool {
    let name = name.first == UInt8(ascii: "/") ? name.dropFirst() : name
    return editors.contains { name.starts(with: $0.utf8) }
  }

  /// What is between two tags, without comments; outside of text without the blanks at its ends.
  static func words(of text: ArraySlice<UInt8>, isText: Bool) -> [UInt8] {
    var out: [UInt8] = []
    var rest = text
    while let open = rest.first {
      if open == UInt8(ascii: "<"), rest.starts(with: "<!--".utf8) || rest.starts(with: "<?".utf8) {
        let end = Array((rest.starts(with: "<?".utf8) ? "?>" : "-->").utf8)
        rest = rest[(rest.firstRange(of: end)?.upperBound ?? rest.endIndex)...]
        continue
      }
      out.append(open <= 0x20 ? 0x20 : open)
      rest = rest.dropFirst()
    }
    guard !isText else { return out }
    while out.last == 0x20 { out.removeLast() }
    return Array(out.drop { $0 == 0x20 })
  }
}
