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
