import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown

/// What nodes within lines read of what a document collects: a count within a sentence.
struct LineReaders {
  let readers: [CollectedReader]
  let values: Readings.Values
  /// Those that have been shown, with the first byte of their source.
  var asked: [(key: CollectorKey, start: Int)] = []

  init(_ client: ClientStyles) { (readers, values) = (client.readers, client.values) }

  /// What a reader shows in a line: the text of its body; nil, and a diagnostic, for other bodies.
  ///
  /// - Parameter isListing: True in contents and running heads, which show it once more.
  mutating func text(
    ofReader name: String, at span: SourceSpan, isListing: Bool, _ diagnostics: inout [Diagnostic]
  ) -> String? {
    guard let number = DocumentNumber.whole(name), readers.indices.contains(number) else { return nil }
    let reader = readers[number]
    if !isListing { asked.append((reader.key, Int(span.start))) }
    let value = values.ofDocument[reader.key.id] ?? reader.key.defaultValue
    if let text = reader.make(value, .stack([], spacing: nil)).lineText { return text.replacing("\n", with: "\u{2028}") }
    diagnostics.append(
      Diagnostic(
        .warning, "collector.inline-reader", at: span, "\(reader.key.name) is read in a line, and shows more than a text there",
        hint: "return .text(…), or write the directive as a block, with @ or :::"))
    return nil
  }
}

extension BodyPart {
  /// The words of a body that is one text, whatever its look; nil for other bodies.
  fileprivate var lineText: String? {
    switch self {
    case .text(let text): text
    case .stack(let parts, _) where parts.count < 2: parts.first.map(\.lineText) ?? ""
    case .look(let part, _), .keep(let part, withNext: _), .named(let part, _): part.lineText
    default: nil
    }
  }
}
