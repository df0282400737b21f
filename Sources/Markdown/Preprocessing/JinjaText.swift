internal import TypesetDiagnostics

/// What Jinja has besides tags, in pages of MkDocs: comments `{# … #}`, over lines too, and calls of macros with texts between three quotes.
struct JinjaText {
  /// Where the last comment and the last text end: what nothing closes is no comment.
  private let lastComment: Int
  private let lastQuotes: Int

  private static let commentEnd = Array("#}".utf8)
  private static let quotes = Array("\"\"\"".utf8)
  private static let callEnd = Array("}}".utf8)
  /// Of one call: those of a call that is never closed are looked through from each.
  private static let mostTexts = 20

  init(_ bytes: [UInt8]) {
    func last(_ word: [UInt8]) -> Int { bytes.indices.last { bytes[$0] == word[0] && bytes[$0...].starts(with: word) } ?? -1 }
    (lastComment, lastQuotes) = (last(Self.commentEnd), last(Self.quotes))
  }

  static func isRead(in dialect: Dialect?) -> Bool { dialect?.tool == .mkdocs }

  /// True if there may be a piece.
  var isThere: Bool { lastComment >= 0 || lastQuotes >= 0 }

  /// True for `{#` before a blank, a line's end or a hyphen; before letters it is a name.
  static func beginsComment(_ bytes: [UInt8], at index: Int) -> Bool {
    guard index + 2 < bytes.count, bytes[index] == ASCII.openBrace, bytes[index + 1] == ASCII.hash else { return false }
    return bytes[index + 2] <= ASCII.space || bytes[index + 2] == UInt8(ascii: "-")
  }

  /// The piece that begins at a brace.
  ///
  /// - Returns: Where the text goes on, and the macro that is called; nil for a comment.
  func piece(at index: Int, in bytes: [UInt8], to end: Int) -> (end: Int, call: TemplateTag?)? {
    if Self.beginsComment(bytes, at: index) {
      guard lastComment > index, let close = bytes.find(Self.commentEnd, from: index + 2, to: end) else { return nil }
      // A line of its own goes with its end.
      let isAtStart = index == 0 || bytes[index - 1] == ASCII.newline
      let after = close + 2
      return (isAtStart && after < end && bytes[after] == ASCII.newline ? after + 1 : after, nil)
    }
    guard lastQuotes > index, index + 2 < end, bytes[index + 1] == ASCII.openBrace, let call = call(at: index, in: bytes, to: end) else {
      return nil
    }
    return (call.range.upperBound, call)
  }

  /// `{{ name("""…""") }}`
  private func call(at start: Int, in bytes: [UInt8], to end: Int) -> TemplateTag? {
    let head = bytes[(start + 2)..<end].drop(while: ASCII.isBlank)
    let name = head.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "_.".utf8.contains($0) }
    guard !name.isEmpty, name.endIndex < end, bytes[name.endIndex] == ASCII.openParenthesis else { return nil }
    var place = name.endIndex + 1
    var hasText = false
    for _ in 0..<Self.mostTexts {
      let limit = min(end, place + 300)
      let closer = bytes.find(Self.callEnd, from: place, to: limit)
      if let text = bytes.find(Self.quotes, from: place, to: closer ?? limit) {
        guard lastQuotes > text, let close = bytes.find(Self.quotes, from: text + 3, to: end) else { return nil }
        hasText = true
        place = close + 3
      } else {
        guard hasText, let closer else { return nil }
        return TemplateTag(form: .expression, name: String(decoding: name, as: UTF8.self), arguments: "", range: start..<closer + 2)
      }
    }
    return nil
  }
}
