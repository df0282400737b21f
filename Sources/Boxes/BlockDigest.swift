/// What a block is, wherever it is on the pages: blocks that two runs set alike have the same digests.
package struct BlockDigest: Hashable, Sendable {
  /// Of its boxes, spaces and ink, before any glue yields.
  package var look: UInt64
  /// Of what stays when its text changes: the spaces before its first box and after its last one, frames.
  package var edges: UInt64
  /// Of what is copied, linked and read aloud.
  package var sense: UInt64

  package init(look: UInt64, edges: UInt64, sense: UInt64) { (self.look, self.edges, self.sense) = (look, edges, sense) }
}

/// What another state of a document is compared by, beside its pages.
package struct BlockTraces: Sendable {
  /// Of the top-level blocks and notes, by their numbers.
  package var digests: [Int32: BlockDigest]
  /// The metadata, which pages do not show.
  package var info: DocumentInfo
  /// The definitions for formulas, as lines of LaTeX.
  package var definitions: String
  /// The paths of the files that have been read, absolute.
  package var filesRead: [String]

  package init(_ digests: [Int32: BlockDigest], _ info: DocumentInfo, definitions: String, filesRead: [String]) {
    (self.digests, self.info, self.definitions, self.filesRead) = (digests, info, definitions, filesRead)
  }
}
