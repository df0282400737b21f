import TypesetFiles
import TypesetJSON

/// The pictures that a Markdown cell carries.
struct CellPictures {
  /// `data:` URLs by names.
  private var addresses: [String: String] = [:]

  /// - Parameter attachments: Names, each with data in Base64 by MIME type.
  init(_ attachments: JSON?) {
    for member in attachments?.members ?? [] {
      let picture = member.value.members?.first { $0.name.hasPrefix("image/") }
      if let picture, let data = picture.value.text { addresses[member.name] = dataURL(picture.name, data) }
    }
  }

  /// The cell's text with its pictures in the place of `attachment:NAME`.
  ///
  /// - Parameter limit: So many bytes of pictures may be inserted; what is beyond keeps its name.
  func inserted(in source: String, within limit: inout Int) -> String {
    guard !addresses.isEmpty else { return source }
    let text = Array(source.utf8)
    let mark = Array("attachment:".utf8)
    var out: [UInt8] = []
    var index = 0
    while index < text.count {
      guard text[index] == mark[0], text[index...].starts(with: mark) else {
        out.append(text[index])
        index += 1
        continue
      }
      let name = text[(index + mark.count)...].prefix { !$0.endsName }
      let words = String(decoding: name, as: UTF8.self)
      if let address = addresses[words] ?? addresses[Self.decoded(name)], address.utf8.count <= limit {
        out += address.utf8
        limit -= address.utf8.count
      } else {
        out += ("attachment:" + words).utf8
      }
      index = name.endIndex
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// A name without percent-encoding (RFC 3986, 2.1).
  private static func decoded(_ name: ArraySlice<UInt8>) -> String {
    var out: [UInt8] = []
    var rest = name
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        out.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

/// A `data:` URL of what stands in Base64, which may have line ends (RFC 2397).
func dataURL(_ type: String, _ data: String) -> String {
  "data:\(type);base64," + String(decoding: data.utf8.filter { $0 > 0x20 }, as: UTF8.self)
}

extension UInt8 {
  /// True for what can't be in the address of a picture of Markdown or HTML.
  fileprivate var endsName: Bool {
    switch self {
    case 0...0x20, UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ">"): true
    default: false
    }
  }
}
