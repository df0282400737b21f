public import TypesetBoxes
internal import TypesetBytes

/// The elements of the document's structure that the text of a paragraph belongs to.
public struct ContentMap: Hashable, Sendable {
  /// The paragraph's own element.
  public var base: ElementID
  /// By the numbers of the attachments.
  public var attachments: [ElementID] = []
  /// Where the text of each element begins, in bytes, ascending.
  private var starts: [Int32] = []
  private var elements: [ElementID] = []

  public init(base: ElementID) { self.base = base }

  /// Text from this byte on belongs to an element.
  public mutating func append(_ element: ElementID, from byte: Int32) {
    guard elements.last ?? base != element else { return }
    starts.append(byte)
    elements.append(element)
  }

  /// The element of a byte of the text.
  func element(at byte: Int32) -> ElementID {
    let count = starts.partitioningIndex { $0 > byte }
    return count == 0 ? base : elements[count - 1]
  }
}
