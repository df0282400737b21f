package import TypesetDiagnostics
package import TypesetFonts
package import TypesetInterface
package import TypesetMarkdown

/// What a client's resolvers have made of a document, for the same one after an edit.
///
/// Resolvers are called again each time, since what they show may have changed with the client's values; blocks of which they make the same
/// are not styled and set again.
package struct KeptExpansion: Sendable {
  private let tree: Tree
  private let attachments: [AttachmentBox]

  private init(_ expanded: Expanded) { (tree, attachments) = (expanded.document.tree, expanded.attachments) }

  /// What differs in another expansion; nil if all may.
  ///
  /// - Parameter edit: What has changed in the text.
  private func edit(to other: Expanded, after edit: TreeEdit) -> TreeEdit? {
    TreeEdit(from: tree, to: other.document.tree, after: edit) { number in
      let number = Int(number)
      return attachments.indices.contains(number) && other.attachments.indices.contains(number)
        && attachments[number] == other.attachments[number]
    }
  }

  /// Puts what a client's resolvers make into a parsed document.
  ///
  /// - Parameters:
  ///   - client: Nil where there is no client.
  ///   - edit: Of what was parsed; then of what has come of it.
  ///   - parse: Parses a fragment's Markdown, with directives.
  /// - Returns: What they draw and collect; nil where there are none.
  package static func expand(
    _ parsed: inout ParsedDocument, of client: Document?, bytes: [UInt8], _ edit: inout TreeEdit?, _ shared: SharedWork?, _ budget: Budget,
    parse: @escaping (String, Dialect) -> ParsedDocument
  ) -> Expanded? {
    let kept = shared?.take(KeptExpansion.self)
    guard let client, !client.isExpanded else {
      // What is kept of the stages after this one is of another tree.
      if kept != nil { edit = nil }
      return nil
    }
    let dialect = parsed.dialect
    let expanded = Expanded(of: client, parsed, bytes: bytes, isStopped: { budget.isStopped }) { parse($0, dialect) }
    parsed = expanded.document
    edit = edit.flatMap { kept?.edit(to: expanded, after: $0) }
    if let shared, shared.keepsBlocks { shared.keep(KeptExpansion(expanded)) }
    return expanded
  }
}
