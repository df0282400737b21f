internal import TypesetDiagnostics
internal import TypesetFiles

/// The pictures in other files that an SVG refers to (`<image href="photo.jpg">`).
///
/// librsvg gets no base address, so it loads nothing itself; files that may be read are put into the SVG as `data:` URLs.
struct SVGReferences {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The file with the pictures in it.
  ///
  /// - Parameter load: The bytes of the picture at a path; nil if it is not available.
  func embedded(_ load: (String) -> [UInt8]?) -> [UInt8] {
    var out: [UInt8] = []
    var copied = 0
    for range in values {
      guard let path = path(in: range), let picture = load(path), let type = PictureKind(recognizing: picture)?.mediaType else { continue }
      out += bytes[copied..<range.lowerBound]
      out += "data:\(type);base64,".utf8
      out += base64(picture).utf8
      copied = range.upperBound
    }
    return copied == 0 ? bytes : out + bytes[copied...]
  }

  /// True if the file needs pictures that are not in it.
  var isIncomplete: Bool { values.contains { isElsewhere($0) } }

  /// True if it is neither a `data:` URL nor an element of the file itself.
  private func isElsewhere(_ range: Range<Int>) -> Bool {
    let value = bytes[range].drop { $0 <= 0x20 }
    return !value.isEmpty && value.first != UInt8(ascii: "#")
      && !String(decoding: value.prefix(5), as: UTF8.self).lowercased().hasPrefix("data:")
  }

  /// The path of the file that a value refers to; nil for other addresses.
  private func path(in range: Range<Int>) -> String? {
    guard isElsewhere(range) else { return nil }
    let value = String(decoding: bytes[range], as: UTF8.self).replacing("&quot;", with: "\"").replacing("&apos;", with: "'")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    guard !value.contains("://"), !value.hasPrefix("//") else { return nil }
    return String(decoding: percentDecodedBytes(value.prefix { $0 != "?" && $0 != "#" }.utf8), as: UTF8.self)
  }

  /// The values of `href` in `image` and `feImage` elements, in the order of the file.
  private var values: [Range<Int>] {
    guard bytes.holds("mage") else { return [] }
    var found: [Range<Int>] = []
    var index = 0
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      let rest = bytes[index...]
      if rest.starts(with: "!--".utf8) {
        index = end(of: "-->", from: index + 3)
      } else if rest.starts(with: "![CDATA[".utf8) {
        index = end(of: "]]>", from: index)
      } else {
        let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        let local = name.split(separator: UInt8(ascii: ":")).last ?? []
        index = name.endIndex
        guard local.elementsEqual("image".utf8) || local.elementsEqual("feImage".utf8) else { continue }
        found += hrefs(from: &index)
      }
    }
    return found
  }

  /// The values of `href` among the attributes of a tag, which ends at `>`.
  private func hrefs(from index: inout Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      let name = bytes[index...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
      index = max(name.endIndex, index + 1)
      guard !name.isEmpty, let equals = skippingBlanks(from: name.endIndex), bytes[equals] == UInt8(ascii: "="),
        let start = skippingBlanks(from: equals + 1), bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
      else { continue }
      guard let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) else {
        index = bytes.count
        break
      }
      if name.elementsEqual("href".utf8) || name.suffix(5).elementsEqual(":href".utf8) { found.append(start + 1..<end) }
      index = end + 1
    }
    return found
  }

  private func skippingBlanks(from index: Int) -> Int? { bytes[min(index, bytes.count)...].firstIndex { $0 > 0x20 } }

  private func end(of mark: String, from start: Int) -> Int {
    var index = start
    while let at = bytes[min(index, bytes.count)...].firstIndex(of: mark.utf8.first ?? 0) {
      if bytes[at...].starts(with: mark.utf8) { return at + mark.utf8.count }
      index = at + 1
    }
    return bytes.count
  }
}

extension PictureKind {
  /// Of pictures that may be within an SVG.
  fileprivate var mediaType: String? {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .svg: "image/svg+xml"
    case .bmp, .tiff, .pdf, .avif: nil
    }
  }
}
