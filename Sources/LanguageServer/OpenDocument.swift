internal import TypesetBytes
package import TypesetDiagnostics
import TypesetFiles
package import TypesetJSON

/// How a client counts characters within a line.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// The text of a document that an editor has open.
package struct OpenDocument: Sendable {
  /// As the client names it.
  package let uri: String
  /// The path of its file, which need not be there.
  package let path: String
  /// UTF-8.
  package private(set) var bytes: [UInt8]
  /// The number that the client gives each state; nil if it gives none.
  package private(set) var version: Int?
  /// Where each line begins.
  private var lineStarts: [Int]

  package init(uri: String, text: String, version: Int?) {
    self.uri = uri
    path = FileAddress.path(of: uri)
    bytes = Array(text.utf8)
    self.version = version
    lineStarts = Self.lineStarts(of: bytes)
  }

  /// Takes a new state of the text.
  package mutating func replace(with text: String, version: Int?) {
    bytes = Array(text.utf8)
    self.version = version
    lineStarts = Self.lineStarts(of: bytes)
  }

  private static func lineStarts(of bytes: [UInt8]) -> [Int] {
    [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  /// The text as a source of the typesetter; its folder is the file's.
  package var source: Source {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    return Source(name: path, bytes: bytes, folder: folder)
  }

  /// The bytes of a line without its end; lines count from 0.
  package func line(_ number: Int) -> Range<Int> {
    guard lineStarts.indices.contains(number) else { return bytes.count..<bytes.count }
    var end = number + 1 < lineStarts.count ? lineStarts[number + 1] : bytes.count
    while end > lineStarts[number], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return lineStarts[number]..<end
  }

  /// The byte of a place as an editor writes it; one outside of the text is the nearest that there is.
  package func offset(of position: JSON?, in encoding: PositionEncoding) -> Int {
    let number = min(max(position?["line"]?.integer ?? 0, 0), lineStarts.count - 1)
    let line = line(number)
    var units = max(position?["character"]?.integer ?? 0, 0)
    if encoding == .utf8 { return min(line.lowerBound + units, line.upperBound) }
    var offset = line.lowerBound
    while units > 0, offset < line.upperBound {
      let width = Self.width(of: bytes[offset])
      units -= width == 4 ? 2 : 1
      offset += width
    }
    return min(offset, line.upperBound)
  }

  /// A byte as an editor writes its place.
  package func position(of offset: Int, in encoding: PositionEncoding) -> JSON {
    let offset = min(max(offset, 0), bytes.count)
    let number = lineNumber(of: offset)
    let start = lineStarts[number]
    var units = offset - start
    if encoding == .utf16 {
      units = bytes[start..<offset].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    }
    return JSON(members: ["line": JSON(number), "character": JSON(units)])
  }

  /// A range of bytes as an editor writes it.
  package func range(_ range: Range<Int>, in encoding: PositionEncoding) -> JSON {
    JSON(members: ["start": position(of: range.lowerBound, in: encoding), "end": position(of: range.upperBound, in: encoding)])
  }

  /// The byte of a place as a source counts: lines and Unicode scalars from 1.
  package func offset(of position: Source.Position) -> Int {
    let line = line(position.line - 1)
    var offset = line.lowerBound
    var columns = position.column - 1
    while columns > 0, offset < line.upperBound {
      offset += Self.width(of: bytes[offset])
      columns -= 1
    }
    return min(offset, line.upperBound)
  }

  /// The number of the line that holds a byte, from 0.
  package func lineNumber(of offset: Int) -> Int { max(0, lineStarts.partitioningIndex { $0 > offset } - 1) }

  /// How many bytes a character has that begins with this one.
  private static func width(of byte: UInt8) -> Int { byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }
}

/// Files as addresses.
package enum FileAddress {
  /// The path of `file:///a%20b`; any other address is its own path.
  package static func path(of uri: String) -> String {
    guard uri.hasPrefix("file://") else { return uri }
    return percentDecoded(uri.dropFirst(7).drop { $0 != "/" })
  }

  /// A path as `file:///…`; RFC 3986's unreserved characters and `/` stay.
  package static func uri(of path: String) -> String {
    var out = "file://"
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80, scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar) {
        out.unicodeScalars.append(scalar)
      } else {
        out += percentEncoded(byte)
      }
    }
    return out
  }
}
