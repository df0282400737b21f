/// Citations of pandoc, `[see @key, p. 3; @other]`: the bibliography is not read, so the works are shown by their keys.
enum CitedWorks {
  /// True if a document's front matter names a bibliography; elsewhere `@name` is a person.
  static func areCited(in frontMatter: FrontMatter) -> Bool { frontMatter.value("bibliography", "references", "csl", "nocite") != nil }

  /// The citation in brackets that begins at an index.
  static func read(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    var shown: [UInt8] = []
    var index = start + 1
    var hasKey = false
    let limit = min(bytes.count, start + 600)
    while index < limit {
      let byte = bytes[index]
      let previous = bytes[index - 1]
      let mayBegin =
        previous == ASCII.openBracket || previous == UInt8(ascii: "-") || previous == UInt8(ascii: ";") || ASCII.isBlank(previous)
      if byte == ASCII.closeBracket {
        // `[@key](address)` is a link that was not closed in this text.
        guard hasKey, index + 1 == bytes.count || bytes[index + 1] != ASCII.openParenthesis else { return nil }
        return ([.text("["), .text(String(decoding: shown, as: UTF8.self)), .text("]")], index + 1 - start)
      }
      if byte == ASCII.openBracket { return nil }
      if byte == UInt8(ascii: "@"), mayBegin, let end = keyEnd(bytes, index + 1) {
        hasKey = true
        // `-@key` leaves out the author, whom the text names.
        if shown.last == UInt8(ascii: "-") { shown.removeLast() }
        // `[@a;@b]`: a space, at which the line may end.
        if shown.last == UInt8(ascii: ";") { shown.append(ASCII.space) }
        shown += bytes[(index + 1)..<end]
        index = end
      } else {
        shown.append(byte)
        index += 1
      }
    }
    return nil
  }

  /// Where a key ends: letters, digits and `_`, with single punctuation marks between them.
  static func keyEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    func isWord(_ index: Int) -> Bool {
      index < bytes.count && (ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "_"))
    }
    guard isWord(start) else { return nil }
    var end = start
    while isWord(end) || end < bytes.count && ":.#$%&-+?<>~/".utf8.contains(bytes[end]) && isWord(end + 1) { end += 1 }
    return end
  }
}
