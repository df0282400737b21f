internal import TypesetDiagnostics

/// A tag of HTML or of a component, with its attributes, whose values may have angle brackets.
struct HTMLTag {
  struct Attribute {
    /// As its author wrote it: `v-click.hide`, `@click`.
    var name: String
    /// Where its value is, without quotation marks; nil for an attribute without one.
    var value: Range<Int>?
  }

  /// As its author wrote it.
  let name: String
  let range: Range<Int>
  let attributes: [Attribute]
  let isClosing: Bool
  /// True for `<a/>`.
  let isEmpty: Bool
  private let bytes: ArraySlice<UInt8>

  /// The elements of HTML that have no end.
  static let voids: Set<String> = ["img", "br", "hr", "input", "source", "col", "wbr", "area", "embed", "track"]

  /// The value of an attribute; empty for one without a value.
  subscript(name: String) -> String? {
    attributes.first { $0.name == name }.map { attribute in
      attribute.value.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    }
  }

  var classes: [String] { self["class"]?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [] }

  /// True where a value is between quotation marks.
  func isQuoted(_ value: Range<Int>) -> Bool {
    value.lowerBound > range.lowerBound && "\"'".utf8.contains(bytes[value.lowerBound - 1])
  }

  /// The tags in a text, outside of code within lines.
  ///
  /// - Parameter most: Those behind as many are not read.
  static func all(in bytes: ArraySlice<UInt8>, most: Int = 5_000) -> [HTMLTag] {
    var tags: [HTMLTag] = []
    var position = bytes.startIndex
    var search = CodeSpans()
    while tags.count < most, let sign = bytes[position...].firstIndex(where: { $0 == ASCII.less || $0 == ASCII.backtick }) {
      if bytes[sign] == ASCII.backtick {
        position = search.end(of: bytes, from: sign)
      } else if let tag = HTMLTag(bytes, at: sign) {
        tags.append(tag)
        position = tag.range.upperBound
      } else {
        position = sign + 1
      }
    }
    return tags
  }

  /// The tag at a `<`; nil for what is none.
  ///
  /// - Source: HTML Living Standard, 13.2.5.6 to 13.2.5.40.
  init?(_ bytes: ArraySlice<UInt8>, at open: Int) {
    var reader = TagReader(bytes, from: open + 1)
    isClosing = reader.take(UInt8(ascii: "/"))
    name = reader.word { ASCII.isLetter($0) || ASCII.isDigit($0) || "-:.".utf8.contains($0) }
    guard let first = name.utf8.first, ASCII.isLetter(first), let attributes = reader.attributes() else { return nil }
    (self.bytes, self.attributes, isEmpty) = (bytes, attributes, reader.isEmpty)
    range = open..<reader.place
  }

  /// The tag that ends an element, among all tags of a text; nil where nothing does.
  static func end(of number: Int, among tags: [HTMLTag]) -> Int? {
    guard !tags[number].isEmpty, !voids.contains(tags[number].name) else { return number }
    var depth = 0
    for other in number..<tags.count where tags[other].name == tags[number].name && !tags[other].isEmpty {
      depth += tags[other].isClosing ? -1 : 1
      if depth == 0 { return other }
    }
    return nil
  }
}

private struct TagReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var place: Int
  private(set) var isEmpty = false
  /// What has more is no tag: where quotation marks hide the ends of tags, each would be read to the end of the text.
  private static let mostAttributes = 100

  init(_ bytes: ArraySlice<UInt8>, from place: Int) { (self.bytes, self.place) = (bytes, place) }

  private var byte: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  mutating func take(_ sign: UInt8) -> Bool {
    guard byte == sign else { return false }
    place += 1
    return true
  }

  mutating func word(_ isPart: (UInt8) -> Bool) -> String { String(decoding: bytes[skip(isPart)], as: UTF8.self) }

  private mutating func skip(_ isPart: (UInt8) -> Bool) -> Range<Int> {
    let start = place
    place = bytes[place...].firstIndex { !isPart($0) } ?? bytes.endIndex
    return start..<place
  }

  /// Those up to the end of the tag; nil where it has none.
  mutating func attributes() -> [HTMLTag.Attribute]? {
    var found: [HTMLTag.Attribute] = []
    while let byte {
      switch byte {
      case ASCII.greater:
        isEmpty = bytes[place - 1] == UInt8(ascii: "/")
        place += 1
        return found
      case ASCII.less: return nil
      case UInt8(ascii: "/"): place += 1
      case _ where byte <= ASCII.space: place += 1
      default:
        guard found.count < Self.mostAttributes, let attribute = attribute() else { return nil }
        found.append(attribute)
      }
    }
    return nil
  }

  private mutating func attribute() -> HTMLTag.Attribute? {
    let name = word { $0 > ASCII.space && !"=>/<".utf8.contains($0) }
    guard !name.isEmpty else { return nil }
    let end = place
    _ = skip { $0 <= ASCII.space }
    guard take(UInt8(ascii: "=")) else {
      place = end
      return HTMLTag.Attribute(name: name)
    }
    _ = skip { $0 <= ASCII.space }
    guard let quote = byte else { return nil }
    guard take(UInt8(ascii: "\"")) || take(UInt8(ascii: "'")) else {
      return HTMLTag.Attribute(name: name, value: skip { $0 > ASCII.space && $0 != ASCII.greater })
    }
    let value = skip { $0 != quote }
    return take(quote) ? HTMLTag.Attribute(name: name, value: value) : nil
  }
}

/// Code within lines, from backticks to as many others in the same paragraph.
///
/// - Source: CommonMark 0.31, 6.1.
struct CodeSpans {
  /// Of numbers of backticks, up to where no others close them.
  private var unclosed: [Int: Int] = [:]

  /// Behind the code that begins at a backtick, or behind the backticks where nothing ends it.
  mutating func end(of bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    let open = bytes[start...].firstIndex { $0 != ASCII.backtick } ?? bytes.endIndex
    let count = open - start
    if let limit = unclosed[count], start < limit { return open }
    var (index, run) = (open, 0)
    while index < bytes.endIndex, !(bytes[index] == ASCII.newline && bytes[index - 1] == ASCII.newline) {
      if bytes[index] == ASCII.backtick {
        run += 1
      } else {
        if run == count { return index }
        run = 0
      }
      index += 1
    }
    if run == count { return index }
    unclosed[count] = index
    return open
  }
}
