public import TypesetDiagnostics

/// A finished page: nothing is left to decide.
public struct Page: Hashable, Sendable {
  /// The width of the paper.
  public var width: Length
  /// The height of the paper.
  public var height: Length
  /// The reference point is the page's upper left corner; y grows upwards, so that what is on the page is below zero.
  public var ink: Ink
  /// The colour of the whole paper; nil for paper that is left blank.
  public var background: Color?
  /// Of a single formula: how far below the upper edge its baseline runs, so that a web page can align it.
  public var baseline: Length?
  /// Of a single formula: the size of its type.
  public var typeSize: Length?
  /// The alternative text of the page: a single formula in words.
  public var alternative: String?
  /// A single formula as MathML, for those who want more than its picture.
  public var mathML: String?
  /// The number as it is printed: `iv`, `12`.
  public var label = ""
  /// The items of the ink from here on are header and footer; nil without header and footer.
  public var furniture: Int?
  /// The items of the ink without header and footer.
  public var flow: ArraySlice<InkItem> { ink.items.prefix(furniture ?? .max) }
  /// Header and footer.
  public var decoration: ArraySlice<InkItem> { ink.items.dropFirst(furniture ?? .max) }
  /// The lines of its text in reading order, where lines are numbered.
  public var lines: [PageLine] = []
  /// Where the page could have ended; only where breaks are explained.
  public var ends: [PageEnd] = []

  public init(width: Length, height: Length, ink: Ink = Ink(), background: Color? = nil) {
    self.width = width
    self.height = height
    self.ink = ink
    self.background = background
  }
}

/// A line of text whose number is in the margin.
public struct PageLine: Hashable, Sendable {
  /// Where the text of its column ends at the side of the number.
  public var edge: Length
  /// The baseline of the line, y upwards from the page's upper left corner.
  public var baseline: Length
  /// True for a number at the right of the text.
  public var isAtRight: Bool

  public init(edge: Length, baseline: Length, isAtRight: Bool) {
    (self.edge, self.baseline, self.isAtRight) = (edge, baseline, isAtRight)
  }
}

/// A place where a page could have ended, and what that costs (TeXbook chapter 15).
public struct PageEnd: Hashable, Sendable {
  /// What would be on the page, with its footnotes, before any glue yields.
  public var natural: Length
  /// The height that the page has for it.
  public var height: Length
  /// TeX's penalty of the break, from -10,000 (forced) to 10,000 (never).
  public var penalty: Int
  /// Badness and penalties; nil where the page would be overfull.
  public var cost: Int?
  /// True if the page ends here.
  public var isChosen = false
  /// The least demerits of all pages whose ends were chosen together, if this one ended here; nil where that was not weighed or leads no further.
  public var total: Int?

  public init(natural: Length, height: Length, penalty: Int, cost: Int?) {
    (self.natural, self.height, self.penalty, self.cost) = (natural, height, penalty, cost)
  }
}

/// The metadata of a document.
public struct DocumentInfo: Hashable, Sendable {
  /// Plain text; nil for a document without a title.
  public var title: String?
  public var authors: [String] = []
  /// What the document is about: `Subject` in a PDF.
  public var subject: String?
  public var keywords: [String] = []
  /// Whose it is, and what others may do with it.
  public var rights: String?
  /// BCP 47.
  public var language: String?
  /// True if pages are turned from left to right.
  public var isRightToLeft = false
  /// Seconds since 1970; nil leaves the date out, so that the same source gives the same bytes.
  public var creationTime: Int?

  public init() {}
}

extension Page {
  /// Removes links to addresses that may not be written.
  ///
  /// - Returns: The addresses of the removed links.
  public mutating func removeLinks(against policy: LinkPolicy) -> [String] {
    var removed: [String] = []
    for case .link(let address) in ink.marks where !policy.allows(address) { removed.append(address) }
    guard !removed.isEmpty else { return [] }
    func isRemoved(_ item: InkItem) -> Bool {
      guard case .mark(let index, _) = item, case .link(let address) = ink.marks[Int(index)] else { return false }
      return !policy.allows(address)
    }
    furniture = furniture.map { $0 - flow.count(where: isRemoved) }
    ink.items.removeAll(where: isRemoved)
    return removed
  }
}

extension [Page] {
  /// The blocks that have content on the pages.
  package var blocks: Set<Int32> {
    var blocks: Set<Int32> = []
    for page in self {
      for case .content(let id) in page.ink.items where id.block >= 0 { blocks.insert(id.block) }
    }
    return blocks
  }
}
