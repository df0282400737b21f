/// Marks of chat programs, of reStructuredText, of MDX, of LiaScript and of Logseq that are shown as they are written, for `RawMarkup`.
enum ForeignMark: Hashable {
  case spoiler, link, expression, macro, block

  /// A noun with its article.
  var name: String {
    switch self {
    case .spoiler: "a spoiler, ||…||,"
    case .link: "a link of reStructuredText, `…`_,"
    case .expression: "an expression of MDX"
    case .macro: "a macro"
    case .block: "a reference to a block, ((…)),"
    }
  }

  var hint: String {
    switch self {
    case .spoiler: "only chat programs hide such words: remove the bars"
    case .link: "write [words](address)"
    case .expression: "put the words that the site shows in its place"
    case .macro: "put the words that its player shows in its place"
    case .block: "copy the words of that block in its place, or say --from logseq"
    }
  }

  /// The mark that begins at a text's byte, and its length.
  static func read(_ bytes: ArraySlice<UInt8>, after previous: UInt8, in dialect: Dialect) -> (mark: ForeignMark, length: Int)? {
    switch bytes.first {
    case ASCII.pipe: spoiler(bytes, after: previous).map { (.spoiler, $0) }
    case ASCII.openParenthesis: OutlineSigns.isBlockReference(bytes) ? (.block, 40) : nil
    case ASCII.openBrace where dialect.tool == .docusaurus: expression(bytes, after: previous).map { (.expression, $0) }
    default: nil
    }
  }

  /// `||several words||`; norms, `||x||`, are one short name, and programs' `a || b` has blanks beside the bars.
  private static func spoiler(_ bytes: ArraySlice<UInt8>, after previous: UInt8) -> Int? {
    guard bytes.starts(with: "||".utf8), ASCII.isBlank(previous) || previous == ASCII.openParenthesis,
      let first = bytes.dropFirst(2).first, ASCII.isLetter(first) || first >= 0x80
    else { return nil }
    let words = bytes.dropFirst(2).prefix(300).prefix { $0 != ASCII.pipe }
    let end = bytes[words.endIndex...]
    guard end.starts(with: "||".utf8), let last = words.last, !ASCII.isBlank(last), words.count > 4,
      words.allSatisfy({ !"_^\\=<>&()".utf8.contains($0) }), hasWord(words),
      end.dropFirst(2).first.map({ ASCII.isBlank($0) || ".,;:!?)".utf8.contains($0) }) ?? true
    else { return nil }
    return words.count + 4
  }

  /// True for text with more than the names of a norm: `||Ax - b||`.
  private static func hasWord(_ words: ArraySlice<UInt8>) -> Bool {
    words.split { !ASCII.isLetter($0) && $0 < 0x80 }.contains { $0.count > 2 }
  }

  /// `{Name}` of a page of MDX: what its value is, the site alone knows.
  private static func expression(_ bytes: ArraySlice<UInt8>, after previous: UInt8) -> Int? {
    guard ASCII.isBlank(previous) || previous == ASCII.openParenthesis else { return nil }
    let name = bytes.dropFirst().prefix(60).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
    guard let first = name.first, ASCII.isLetter(first), bytes[name.endIndex...].first == ASCII.closeBrace else { return nil }
    return name.count + 2
  }

  /// The `_` behind `` `words <address>`_ `` and `` `A name`_ ``: its length, at the beginning of a text.
  static func linkEnd(_ bytes: ArraySlice<UInt8>, after before: Tree.Kind) -> Int? {
    guard case .code(let words) = before, bytes.first == UInt8(ascii: "_"),
      words.utf8.first.map({ ASCII.isLetter($0) || $0 >= 0x80 }) == true
    else { return nil }
    let count = bytes.prefix { $0 == UInt8(ascii: "_") }.count
    let next = bytes.dropFirst(count).first ?? ASCII.space
    return count < 3 && !ASCII.isLetter(next) && !ASCII.isDigit(next) && next < 0x80 ? count : nil
  }

  /// Where LiaScript's ``@input(`…`) `` begins in the text before its argument.
  static func macroStart(endOf bytes: ArraySlice<UInt8>, before next: Tree.Kind) -> Int? {
    guard case .code = next, bytes.last == ASCII.openParenthesis, let sign = bytes.suffix(40).lastIndex(of: UInt8(ascii: "@")),
      sign == bytes.startIndex || ASCII.isBlank(bytes[sign - 1]), sign + 1 < bytes.count - 1,
      bytes[(sign + 1)...].dropLast().allSatisfy({ ASCII.isLetter($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") })
    else { return nil }
    return sign
  }
}
