public import TypesetBoxes

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
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= byte { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? base : elements[low - 1]
  }
}
