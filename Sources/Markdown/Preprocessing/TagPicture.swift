internal import TypesetDiagnostics

/// A picture that a tag of Liquid's shows, in the text around the tag.
struct TagPicture {
  private let picture: String
  private let tag: TemplateTag
  private let bytes: [UInt8]
  private let end: Int

  /// - Parameters:
  ///   - picture: As Markdown.
  ///   - end: Where the text goes on behind the tag.
  init(_ picture: String, of tag: TemplateTag, in bytes: [UInt8], before end: Int) {
    (self.picture, self.tag, self.bytes, self.end) = (picture, tag, bytes, end)
  }

  /// The picture on lines of its own; one within a paragraph, where its description would not be seen, has that as a note beside it, and words after
  /// it begin a line. With a tag at the end of a paragraph at the margin, it is below that, with its description as its caption.
  ///
  /// - Parameter isAlone: True if the tag has its line for itself.
  func placed(isAlone: Bool) -> String {
    if isAlone { return "\n\(picture)\n" }
    let pairs = tag.pairs
    let isFigure =
      pairs["caption"] != nil || pairs["description"] != nil || ["maincolumn", "fullwidth", "marginfigure"].contains(tag.name)
    guard isFigure, let middle = picture.firstRange(of: "](<"), case let words = picture[..<middle.lowerBound].dropFirst(2), !words.isEmpty,
      TemplateTag.areBalanced(String(words))
    else { return picture }
    if endsParagraph { return "\n\n\(picture)\n" }
    let following = bytes[end...].prefix(200).first { $0 != ASCII.space } ?? ASCII.newline
    let isLast = following == ASCII.newline || following == ASCII.carriageReturn || ".,;:".utf8.contains(following)
    return "![\(words)\(picture[middle.lowerBound...])^[\(words)]" + (isLast ? "" : "<br>")
  }

  /// True at the end of a paragraph whose line begins with a letter: that of an item or a quote would end there.
  private var endsParagraph: Bool {
    let rest = bytes[end...].prefix(200).filter { $0 != ASCII.space && $0 != ASCII.tab && $0 != ASCII.carriageReturn }
    guard rest.isEmpty || rest == [ASCII.newline] || rest.starts(with: "\n\n".utf8) else { return false }
    let start = bytes[..<tag.range.lowerBound].lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
    return start < tag.range.lowerBound && (ASCII.isLetter(bytes[start]) || bytes[start] >= 0x80 || bytes[start] == ASCII.dollar)
  }
}
