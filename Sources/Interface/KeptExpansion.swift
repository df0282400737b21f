package import TypesetMarkdown

/// What a client's resolvers have made of a document, for the same one after an edit.
///
/// Resolvers are called again each time, since what they show may have changed with the client's values; blocks of which they make the same
/// are not styled and set again.
package struct KeptExpansion: Sendable {
  private let tree: Tree
  private let attachments: [AttachmentBox]

  package init(_ expanded: Expanded) { (tree, attachments) = (expanded.document.tree, expanded.attachments) }

  /// What differs in another expansion; nil if all may.
  ///
  /// - Parameter edit: What has changed in the text.
  package func edit(to other: Expanded, after edit: TreeEdit) -> TreeEdit? {
    TreeEdit(from: tree, to: other.document.tree, after: edit) { number in
      let number = Int(number)
      return attachments.indices.contains(number) && other.attachments.indices.contains(number)
        && attachments[number] == other.attachments[number]
    }
  }
}
