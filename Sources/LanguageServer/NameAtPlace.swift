/// The name that is written at a place of a line, and how: `@fig-a`, `\ref{eq:a}`, `[x](#a)`, `[^a]`.
package struct NameAtPlace: Equatable {
  /// How the name is written; decides what it may lead to.
  package enum Form: Equatable { case reference, command, link, note }

  package var form: Form
  package var name: String
  /// In the document.
  package var range: Range<Int>

  /// - Parameters:
  ///   - offset: A byte of the line, or its end.
  ///   - line: The bytes of the line.
  ///   - bytes: The document.
  package init?(at offset: Int, in line: Range<Int>, of bytes: [UInt8]) {
    var (start, end) = (offset, offset)
    while start > line.lowerBound, Self.isNamePart(bytes[start - 1]) { start -= 1 }
    while end < line.upperBound, Self.isNamePart(bytes[end]) { end += 1 }
    // A full stop after a reference is the sentence's.
    while end > start, bytes[end - 1] == UInt8(ascii: ".") || bytes[end - 1] == UInt8(ascii: ":") { end -= 1 }
    guard start < end, let form = Self.form(before: start, from: line.lowerBound, of: bytes) else { return nil }
    (self.form, range) = (form, start..<end)
    name = String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// What the characters before a name make of it; nil where it is a word like all others.
  static func form(before start: Int, from lineStart: Int, of bytes: [UInt8]) -> Form? {
    let before = bytes[lineStart..<start]
    if before.last == UInt8(ascii: "@") {
      // An address of mail has a letter before its sign.
      let earlier = before.dropLast().last
      return earlier.map { isNamePart($0) && $0 != UInt8(ascii: "-") } == true ? nil : .reference
    }
    if before.suffix(2).elementsEqual("[^".utf8) { return .note }
    if before.suffix(3).elementsEqual("](#".utf8) || before.suffix(3).elementsEqual("[[#".utf8) { return .link }
    guard before.last == UInt8(ascii: "{") else { return nil }
    let word = before.dropLast().reversed().prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    let command = String(decoding: word.reversed(), as: UTF8.self)
    let sign = before.dropLast(1 + word.count).last
    return sign == UInt8(ascii: "\\") && referring.contains(command) ? .command : nil
  }

  /// LaTeX's commands whose argument is a label.
  private static let referring: Set<String> = ["ref", "eqref", "autoref", "cref", "Cref", "pageref", "nameref"]

  static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"): true
    default: false
    }
  }
}
