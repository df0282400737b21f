/// The name between a colon and an opening bracket: `:badge[`.
struct BracketName {
  /// In small letters.
  var name: String
  /// The offset of its colon in the piece of text.
  var start: Int
  /// True if the colon touches a word: `std::icon[`.
  var isInWord: Bool

  /// True if it can only be a directive of a client's: `:name[`.
  var isDirective: Bool { !isInWord && name.first?.isLetter == true }

  /// - Parameter range: The piece of text that ends before the bracket.
  init?(in text: InlineText, _ range: Range<Int>) {
    let bytes = text.bytes
    var index = range.upperBound
    while index > range.lowerBound,
      ASCII.isLetter(bytes[index - 1]) || ASCII.isDigit(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: "-")
    { index -= 1 }
    guard index > range.lowerBound, index < range.upperBound, bytes[index - 1] == UInt8(ascii: ":"), !text.isEscaped[index - 1] else {
      return nil
    }
    let before = index >= 2 ? bytes[index - 2] : 0x20
    name = String(decoding: bytes[index..<range.upperBound], as: UTF8.self).lowercased()
    start = index - 1 - range.lowerBound
    isInWord = ASCII.isLetter(before) || ASCII.isDigit(before) || before == UInt8(ascii: ":")
  }

  /// The names that every document has: `:icon[name]`, a picture of the scheme `icon`, and `:badge[text]`, text of the class `badge`.
  ///
  /// - Parameter content: The bytes in the brackets, if they are one text.
  func sign(content: ArraySlice<UInt8>?) -> Tree.Kind? {
    guard !isInWord else { return nil }
    switch name {
    case "badge": return .span
    case "icon":
      guard let content, content.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }) else { return nil }
      return .image(source: "icon:" + String(decoding: content, as: UTF8.self), title: "")
    default: return nil
    }
  }
}
