/// The block that the next line may continue within its containers.
enum OpenLeaf {
  case none
  case paragraph
  case table
  case fence(byte: UInt8, length: Int, depth: Int, mathFrom: Int?)
  /// Until the line that has one of the ends.
  case html(HTMLEnd, depth: Int)
  /// A LaTeX environment that is shown as code, up to a place; see `BareEnvironments`.
  case environment(end: Int, depth: Int, isListing: Bool)

  var isParagraph: Bool { if case .paragraph = self { true } else { false } }
  var isTable: Bool { if case .table = self { true } else { false } }
  var isFence: Bool { if case .fence = self { true } else { false } }
  var isNone: Bool { if case .none = self { true } else { false } }

  /// How many containers are around code or HTML, which only lines within them continue.
  var depth: Int? {
    switch self {
    case .none, .paragraph, .table: nil
    case .fence(_, _, let depth, _), .html(_, let depth), .environment(_, let depth, _): depth
    }
  }

  /// Where a line that is less indented than the items around this code ends it. So pandoc and kramdown read it; in CommonMark the line ends the
  /// items, and begins other code.
  func closer(_ cursor: LineCursor, within containers: ArraySlice<OpenBlocks.Container>, _ dialect: Dialect) -> Int? {
    guard dialect.tool.isPandoc || dialect.tool == .kramdown, case .fence(let byte, let length, _, nil) = self,
      byte != UInt8(ascii: ":"), containers.allSatisfy(\.isItem),
      cursor.fenceEnd(byte: byte, length: length) != nil
    else { return nil }
    return cursor.first?.offset
  }
}
