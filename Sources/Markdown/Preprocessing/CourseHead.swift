internal import TypesetDiagnostics

/// The comment of settings at the top of a course.
enum CourseHead {
  /// True for a text that begins with a comment.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > ASCII.space } == ASCII.less && bytes.prefix(8).firstRange(of: Array("<!--".utf8)) != nil
  }

  /// What says that a text is a course: a comment at the top that names LiaScript or its templates, or who speaks; or three settings that are
  /// LiaScript's.
  static func setting(in bytes: [UInt8]) -> (words: String, place: SourceSpan)? {
    guard begins(bytes) else { return nil }
    let head = bytes.prefix(4_000).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    func found(_ words: String, before end: Int) -> (String, SourceSpan)? {
      head[..<end].firstRange(of: Array(words.utf8)).map { range in
        let range = (words.first == "\n" ? range.lowerBound + 1 : range.lowerBound)..<range.upperBound
        return (String(decoding: bytes[range], as: UTF8.self), SourceSpan(range.lowerBound, range.upperBound))
      }
    }
    for sign in ["liascript", "liatemplates", "\nnarrator:"] { if let sign = found(sign, before: head.count) { return sign } }
    let end = end(of: bytes.prefix(4_000)).map { $0 - closer.count } ?? head.count
    guard keys.count(where: { found($0, before: end) != nil }) > 2 else { return nil }
    return ["\nlanguage:", "\nimport:", "\nlogo:", "\nscript:"].lazy.compactMap { found($0, before: end) }.first
  }

  private static let closer = Array("-->".utf8)

  /// Where the comment ends, behind its closer; nil for a text that does not begin with one. In the words of a setting or a macro, and in what is
  /// between `@name` and `@end`, `-->` is text.
  ///
  /// - Source: LiaScript, Lia.Definition.Parser.
  static func end(of bytes: some BidirectionalCollection<UInt8>) -> Int? {
    let bytes = Array(bytes)
    guard begins(bytes), let open = bytes.firstRange(of: Array("<!--".utf8)), let first = bytes.firstRange(of: closer) else { return nil }
    // The first of all, where none is on a line of its own.
    return endAmongSettings(bytes, from: open.upperBound) ?? first.upperBound
  }

  /// The end of a comment whose lines are settings, macros and their bodies; nil for another.
  private static func endAmongSettings(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    /// True below a name without a colon, up to `@end`.
    var isInBody = false
    /// True below a setting, which goes on with lines that are indented.
    var isBelowSetting = false
    while position < bytes.count {
      let next = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<next]
      let words = line.drop { $0 <= ASCII.space }
      defer { position = next + 1 }
      if isInBody {
        if line.starts(with: "@end".utf8) { isInBody = false }
        continue
      }
      if words.starts(with: closer) { return words.startIndex + closer.count }
      if words.isEmpty || isBelowSetting && line.first.map(ASCII.isBlank) == true { continue }
      isBelowSetting = true
      if words.starts(with: "@@".utf8) {
        isInBody = words.starts(with: "@@@".utf8)
        continue
      }
      let name = (words.first == UInt8(ascii: "@") ? words.dropFirst() : words).prefix {
        ASCII.isLetter($0) || ASCII.isDigit($0) || "_-.".utf8.contains($0)
      }
      let rest = words[name.endIndex...].drop(while: ASCII.isBlank)
      guard !name.isEmpty, rest.first == UInt8(ascii: ":") || rest.allSatisfy({ $0 <= ASCII.space }) else { return nil }
      isInBody = rest.first != UInt8(ascii: ":")
    }
    return nil
  }

  /// A line of the comment without the `-->` in its settings, at which HTML would end; nil where it has none.
  static func withoutClosers(_ line: ArraySlice<UInt8>, before end: Int) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = line
    while let range = rest.firstRange(of: closer), range.upperBound < end {
      out += rest[..<range.lowerBound] + "-- >".utf8
      rest = rest[range.upperBound...]
    }
    return out.isEmpty ? nil : out + rest
  }

  private static let keys = ["author", "email", "version", "language", "comment", "import", "script", "link", "logo", "mode"].map {
    "\n\($0):"
  }
}
