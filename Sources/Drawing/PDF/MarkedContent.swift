/// The marked-content sequences of one page (ISO 32000-1, 14.6), in the order of its content.
struct MarkedContent: Sendable {
  struct Sequence: Sendable {
    /// The item of the page's ink with which it begins; -1 is the background.
    var item: Int
    /// In `DocumentStructure.elements`; -1 is an artifact.
    var element: Int32
    /// True for what is not read of a formula: more of a token that has been, and strokes.
    var isContinued = false
  }

  private(set) var sequences: [Sequence] = []

  /// From an item on, what is drawn belongs to an element; nil is an artifact.
  ///
  /// - Parameter isContinued: True for an element whose text an earlier sequence has.
  mutating func begin(_ element: Int?, at item: Int, isContinued: Bool = false) {
    let number = element.map { Int32(clamping: $0) } ?? -1
    guard sequences.last?.element != number || sequences.isEmpty else { return }
    sequences.append(Sequence(item: item, element: number, isContinued: isContinued))
  }
}
