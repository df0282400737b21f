internal import TypesetDiagnostics

/// Attributes of headings with markup in their values, `{#id data-toc-label='Short `x`'}`: code, tags and stars in them would be read before the
/// list is.
enum HeadingAttributes {
  /// The list at the end of a line without such values; nil where none has any.
  ///
  /// - Parameters:
  ///   - line: Without blanks at its end.
  ///   - readsLists: False where `{#id}` is text.
  static func plain(_ bytes: [UInt8], _ line: Range<Int>, readsLists: Bool) -> (range: Range<Int>, text: [UInt8])? {
    if let own = docsify(bytes, line) ?? commented(bytes, line, isName: readsLists) { return own }
    if bytes[line].last == ASCII.closeBracket { return named(bytes, line) }
    if bytes[line].last == UInt8(ascii: "%") { return betweenPercents(bytes, line) }
    guard let last = bytes[line].last, last == ASCII.closeBrace, bytes[line].contains(where: isMarkup) else { return nil }
    var index = line.lowerBound
    var tries = 0
    while tries < 20, let open = bytes[index..<line.upperBound].firstIndex(of: ASCII.openBrace) {
      index = open + 1
      tries += 1
      guard let (attributes, length) = Attributes.read(bytes[open..<line.upperBound]), open + length == line.upperBound else { continue }
      let names = (attributes.id.map { ["#" + $0] } ?? []) + attributes.classes.map { "." + $0 }
      guard attributes.pairs.contains(where: { $0.value.utf8.contains(where: isMarkup) }) || names.contains(where: hasEmphasis) else {
        return nil
      }
      var words = names.map { hasEmphasis($0) ? $0.replacing("_", with: "\\_") : $0 }
      for pair in attributes.pairs where !pair.value.utf8.contains(where: isMarkup) && !pair.value.contains("\"") {
        words.append("\(pair.key)=\"\(pair.value)\"")
      }
      return (open..<line.upperBound, words.isEmpty ? [] : Array("{\(words.joined(separator: " "))}".utf8))
    }
    return nil
  }

  /// True for a name such as `#the-_best_-way`, as tools make it of a heading, whose lines between words would be read as emphasis.
  private static func hasEmphasis(_ name: String) -> Bool { name.contains("-_") || name.contains("._") || name.contains("#_") }

  /// docsify: `## Words :id=name`, `## Words {docsify-ignore}`, which its contents leave out; mkdocstrings: `## ::: package.name`.
  private static func docsify(_ bytes: [UInt8], _ line: Range<Int>) -> (range: Range<Int>, text: [UInt8])? {
    let start = bytes[line].firstIndex { $0 != ASCII.hash && !ASCII.isBlank($0) } ?? line.upperBound
    if bytes[start..<line.upperBound].starts(with: "::: ".utf8) { return (start..<start + 4, []) }
    guard let blank = bytes[line].lastIndex(where: ASCII.isBlank), blank > line.lowerBound, blank + 1 < line.upperBound else { return nil }
    let word = bytes[(blank + 1)..<line.upperBound]
    switch word.first {
    case UInt8(ascii: ":"):
      guard word.starts(with: ":id=".utf8), case let name = word.dropFirst(4), !name.isEmpty,
        name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
      else { return nil }
      return (blank + 1..<line.upperBound, Array("{#".utf8) + name + Array("}".utf8))
    case ASCII.openBrace, ASCII.openBracket:
      let name = word.dropFirst().dropLast()
      guard name.elementsEqual("docsify-ignore".utf8) || name.elementsEqual("docsify-ignore-all".utf8) else { return nil }
      return (blank + 1..<line.upperBound, Array("{.unlisted}".utf8))
    default: return nil
    }
  }

  /// React's documentation: `## Words {/*name*/}`, a comment of MDX with the name of the place.
  private static func commented(_ bytes: [UInt8], _ line: Range<Int>, isName: Bool) -> (range: Range<Int>, text: [UInt8])? {
    guard bytes[line].suffix(3).elementsEqual("*/}".utf8), let open = bytes[line].lastIndex(of: ASCII.openBrace), open > line.lowerBound,
      bytes[open..<line.upperBound].starts(with: "{/*".utf8), line.upperBound - open > 6
    else { return nil }
    let name = bytes[(open + 3)..<(line.upperBound - 3)].drop(while: ASCII.isBlank).prefix { !ASCII.isBlank($0) }
    let isName =
      isName && !name.isEmpty && name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || "-_.".utf8.contains($0) }
    return (open..<line.upperBound, isName ? Array("{#".utf8) + name + Array("}".utf8) : [])
  }

  /// javascript.info: `## Words [#name]`.
  private static func named(_ bytes: [UInt8], _ line: Range<Int>) -> (range: Range<Int>, text: [UInt8])? {
    guard let open = bytes[line].lastIndex(of: ASCII.openBracket), open > line.lowerBound, ASCII.isBlank(bytes[open - 1]),
      bytes[open + 1] == ASCII.hash
    else { return nil }
    let name = bytes[(open + 2)..<(line.upperBound - 1)]
    guard let first = name.first, ASCII.isLetter(first),
      name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return nil }
    return (open..<line.upperBound, Array("{#".utf8) + name + Array("}".utf8))
  }

  /// `## Words %{#name}%`, as sites write it whose other braces are values.
  private static func betweenPercents(_ bytes: [UInt8], _ line: Range<Int>) -> (range: Range<Int>, text: [UInt8])? {
    guard line.count > 5, bytes[line.upperBound - 2] == ASCII.closeBrace, let open = bytes[line].lastIndex(of: ASCII.openBrace),
      open > line.lowerBound, bytes[open - 1] == UInt8(ascii: "%"), bytes[open + 1] == ASCII.hash
    else { return nil }
    return (open - 1..<line.upperBound, Array(bytes[open..<line.upperBound - 1]))
  }

  private static func isMarkup(_ byte: UInt8) -> Bool { "`<*_[$".utf8.contains(byte) }
}
