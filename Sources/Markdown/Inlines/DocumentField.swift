package import TypesetDiagnostics

/// What a document can show of itself within its text: `{{page}}`, or `[]{field=page}`.
public enum DocumentField: String, CaseIterable, Hashable, Sendable {
  /// The number of the page that shows it.
  case page
  /// The number of the last page.
  case pages
  /// The date of the front matter, or the day on which the document is typeset.
  case date
  /// How many words the document has.
  case words
  /// The front matter's `revision`, or the commit of the Git repository that the document is in, in seven digits.
  case revision

  /// The attribute of a span without content that names it.
  package static let key = "field"

  /// The field that begins at an opening brace, exactly so: `{{page}}`.
  static func read(_ text: InlineText, at start: Int) -> (field: DocumentField, length: Int)? {
    let bytes = text.bytes
    guard start + 1 < bytes.count, bytes[start + 1] == ASCII.openBrace, !text.isEscaped[start + 1] else { return nil }
    return allCases.lazy.map { (field: $0, length: $0.rawValue.utf8.count + 4) }.first { field, _ in
      bytes[start...].starts(with: field.tag.utf8)
    }
  }

  private var tag: String { "{{\(rawValue)}}" }

  /// True if `{{page}}` and the like are fields in a file: a file with tags of other forms, or the front matter of a site generator, is a
  /// template for another program, and says `{{page}}` to it. Another word in braces is one that nobody filled in.
  static func areRead(in bytes: [UInt8]) -> Bool {
    !TemplateTag.isTemplated(bytes)
      && TemplateTag.all(in: bytes).allSatisfy { tag in
        // One letter is a formula's.
        tag.form == .expression
          && (tag.arguments.utf8.count == 1
            || tag.arguments.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
              && bytes[tag.range].elementsEqual("{{\(tag.arguments)}}".utf8))
      }
  }
}

extension Source {
  /// True if `{{page}}` may be a field: what the author has written, before any pass that rewrites it, is no template.
  package var mayHaveFields: Bool {
    guard let written, written.bytes.holds("{{") else { return true }
    return DocumentField.areRead(in: written.bytes)
  }
}

extension Tree {
  /// Adds a field as the empty span that `[]{field=page}` is.
  package mutating func add(_ field: DocumentField, _ span: SourceSpan) -> Index {
    let index = add(.span, span)
    add(Attributes(pairs: [Attributes.Pair(DocumentField.key, field.rawValue)]), to: index)
    return index
  }
}
