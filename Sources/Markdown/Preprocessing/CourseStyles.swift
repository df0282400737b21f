internal import TypesetDiagnostics

/// What LiaScript writes around words and pictures: comments that style what is behind them, notes within lines, titles that are Markdown.
enum CourseStyles {
  /// A line without the comment that it begins with, which would make HTML of it.
  static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let words = line.drop { ASCII.isBlank($0) || $0 == ASCII.greater || "-*+".utf8.contains($0) }
    guard words.starts(with: "<!--".utf8), let close = words.firstRange(of: "-->".utf8), close.upperBound < line.endIndex,
      line[close.upperBound...].contains(where: { $0 > ASCII.space })
    else { return line }
    return line[..<words.startIndex] + line[close.upperBound...].drop(while: ASCII.isBlank)
  }

  /// A line whose notes, `[^1](words)`, are notes within the line.
  static func withNotes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.firstRange(of: "[^".utf8) != nil, line.firstRange(of: "](".utf8) != nil else { return line }
    var out: [UInt8] = []
    var isCode = false
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      if !isCode, line[index...].starts(with: "[^".utf8), let note = note(line[index...].prefix(2_000)) {
        out += Array("^[".utf8) + note + [ASCII.closeBracket]
        index = note.endIndex + 1
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return out[...]
  }

  /// The words of a note.
  private static func note(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let name = text.dropFirst(2).prefix(60).prefix { $0 != ASCII.closeBracket && $0 != ASCII.openBracket }
    guard !name.isEmpty, text[name.endIndex...].starts(with: "](".utf8) else { return nil }
    var depth = 1
    let words = text[(name.endIndex + 2)...].prefix { byte in
      if byte == ASCII.openParenthesis { depth += 1 }
      if byte == ASCII.closeParenthesis { depth -= 1 }
      return depth > 0
    }
    return !words.isEmpty && words.endIndex < text.endIndex ? words : nil
  }

  /// The line for a picture alone whose title has markup in it, which stands below the picture: `![Words](a.png "_Source_ [^1]")`.
  /// A comment behind it may say how wide it is.
  static func titledPicture(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let (picture, width) = withoutStyle(line)
    let words = picture.drop { $0 == ASCII.space }
    guard words.starts(with: "![".utf8), let last = words.lastIndex(where: { $0 > ASCII.space }),
      words[...last].suffix(2).elementsEqual("\")".utf8),
      let middle = words.firstRange(of: "](".utf8), let open = words[middle.upperBound..<last - 1].firstIndex(of: UInt8(ascii: "\"")),
      case let title = words[(open + 1)..<(last - 1)], !title.contains(UInt8(ascii: "\"")),
      title.contains(where: { "_*[`~$\\".utf8.contains($0) }), areBalanced(title)
    else { return nil }
    let description = words[(words.startIndex + 2)..<middle.lowerBound]
    let address = words[middle.upperBound..<open]
    let place = address.prefix(address.count - address.reversed().prefix(while: ASCII.isBlank).count)
    guard !description.contains(UInt8(ascii: "\"")), !place.contains(where: ASCII.isBlank) else { return nil }
    let caption = title.drop(while: ASCII.isBlank)
    // `![[` would be a note of a vault.
    let opener = caption.first == ASCII.openBracket ? "![ " : "!["
    let head = Array(line[..<words.startIndex]) + opener.utf8 + caption + "](".utf8
    let alternative = description.isEmpty ? [] : Array(" alt=\"".utf8) + description + "\"".utf8
    return (head + place + "){caption=shown".utf8 + alternative + width.utf8 + "}".utf8)[...]
  }

  /// A line without the comment of styles that ends it, and the width that this gives, as an attribute.
  private static func withoutStyle(_ line: ArraySlice<UInt8>) -> (line: ArraySlice<UInt8>, width: String) {
    let words = line.dropLast(line.reversed().prefix { $0 <= ASCII.space }.count)
    guard words.suffix(3).elementsEqual("-->".utf8), let open = words.firstRange(of: "<!--".utf8),
      case let comment = String(decoding: words[open.upperBound...].dropLast(3), as: UTF8.self),
      comment.trimmedWhitespace().hasPrefix("style")
    else { return (line, "") }
    let styles = comment.split { "\"';".contains($0) }.map { $0.filter { $0 != " " } }
    let width = styles.first { $0.hasPrefix("width:") && $0.hasSuffix("%") }.map { " width=" + $0.dropFirst(6) } ?? ""
    return (words[..<open.lowerBound], width.dropFirst(7).allSatisfy { $0.isNumber || $0 == "%" || $0 == "." } ? width : "")
  }

  private static func areBalanced(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for byte in text {
      if byte == ASCII.openBracket { depth += 1 }
      if byte == ASCII.closeBracket { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
