import TypesetBytes

/// What a part of a document is to assistive technology: the standard structure types (ISO 32000-1, 14.8.4).
public enum StructureRole: UInt8, Hashable, Sendable {
  case division, section, blockQuote
  case title, paragraph, code, span
  case heading1, heading2, heading3, heading4, heading5, heading6
  case list, item, label, itemBody
  case table, tableHead, tableBody, row, headCell, cell
  case caption, figure, formula
  case contents, contentsItem
  case link, reference, note
  /// An element of MathML within a formula.
  case math

  /// The role of a heading of a level from 1.
  public static func heading(_ level: Int) -> StructureRole {
    switch level {
    case ...1: .heading1
    case 2: .heading2
    case 3: .heading3
    case 4: .heading4
    case 5: .heading5
    default: .heading6
    }
  }

  /// The level of a heading, from 1; nil for others.
  public var headingLevel: Int? {
    guard rawValue >= Self.heading1.rawValue, rawValue <= Self.heading6.rawValue else { return nil }
    return Int(rawValue - Self.heading1.rawValue) + 1
  }

  /// Rules, strokes and panels within it are part of it; elsewhere they are decoration.
  public var hasGraphics: Bool { self == .formula || self == .figure }

  /// True if it contains text among its elements, so that their order follows the text on the pages.
  public var isMixed: Bool {
    switch self {
    case .division, .section, .blockQuote, .list, .item, .table, .tableHead, .tableBody, .row, .contents, .math: false
    default: true
    }
  }
}

/// One element of the structure of a document: a paragraph, a table's cell, a link.
public struct StructureElement: Hashable, Sendable {
  /// What the element is, in terms of PDF's standard structure types.
  public var role: StructureRole
  /// The element that holds it, in the same array; -1 is the document.
  public var parent: Int32
  /// The number of the footnote to which a reference leads and which is read after it; 0 without a footnote.
  public var note: Int32 = 0
  /// Empty unless set: few elements have more than a role, but a document has elements by the hundred thousand.
  private var rare: [Rare] = []

  /// What few elements have.
  private struct Rare: Hashable, Sendable {
    var alternative: String?
    var source: String?
    var text: String?
    var mathML: String?
    var expansion: String?
    var language: String?
    var columns: Int32 = 1
    var rows: Int32 = 1
    var numbering: ListNumbering?
    var title: String?
    var math: MathTag?
  }

  /// An element of MathML: its name and attributes.
  public struct MathTag: Hashable, Sendable {
    /// The name of the element in MathML: `mi`, `mfrac`.
    public var name: String
    public var attributes: [Attribute] = []

    /// An attribute of MathML: `mathvariant="normal"`.
    public struct Attribute: Hashable, Sendable {
      public var name: String
      public var value: String

      public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    public init(name: String) { self.name = name }
  }

  private mutating func change(_ body: (inout Rare) -> Void) {
    var changed = rare.first ?? Rare()
    body(&changed)
    rare = changed == Rare() ? [] : [changed]
  }

  /// Alternative text for what cannot be read aloud: a formula in words, or its LaTeX, a picture's description.
  public var alternative: String? {
    get { rare.first?.alternative }
    set { change { $0.alternative = newValue } }
  }
  /// A formula's LaTeX, where its alternative text is words.
  public var source: String? {
    get { rare.first?.source }
    set { change { $0.source = newValue } }
  }
  /// A formula as a line of plain Unicode, which readers copy and search.
  public var text: String? {
    get { rare.first?.text }
    set { change { $0.text = newValue } }
  }
  /// A formula as MathML, for files that have it.
  public var mathML: String? {
    get { rare.first?.mathML }
    set { change { $0.mathML = newValue } }
  }
  /// What an abbreviation represents.
  public var expansion: String? {
    get { rare.first?.expansion }
    set { change { $0.expansion = newValue } }
  }
  /// BCP 47, where it differs from the document's.
  public var language: String? {
    get { rare.first?.language }
    set { change { $0.language = newValue } }
  }
  /// How many columns and rows a cell spans.
  public var columns: Int32 {
    get { rare.first?.columns ?? 1 }
    set { change { $0.columns = newValue } }
  }
  /// How many rows a cell spans, from 1.
  public var rows: Int32 {
    get { rare.first?.rows ?? 1 }
    set { change { $0.rows = newValue } }
  }
  /// A list's: how its items are numbered (ISO 32000-1, table 347).
  public var numbering: ListNumbering? {
    get { rare.first?.numbering }
    set { change { $0.numbering = newValue } }
  }

  /// What people are shown of the element in a tree of elements: a formula in words, where its elements are read.
  public var title: String? {
    get { rare.first?.title }
    set { change { $0.title = newValue } }
  }
  /// What it is in MathML; nil outside of formulas.
  public var math: MathTag? {
    get { rare.first?.math }
    set { change { $0.math = newValue } }
  }

  /// How the items of a list are labelled (ISO 32000-2, 14.8.5.5).
  public enum ListNumbering: String, Hashable, Sendable {
    case disc = "Disc", decimal = "Decimal", lowerAlpha = "LowerAlpha", upperAlpha = "UpperAlpha", lowerRoman = "LowerRoman"
    case upperRoman = "UpperRoman"
  }

  public init(_ role: StructureRole, parent: Int32) {
    self.role = role
    self.parent = parent
  }
}

/// Names an element before the document is put together: blocks are built side by side, each with its own elements.
public struct ElementID: Hashable, Sendable {
  /// The block of the document that brings the element; -1 for no block.
  public var block: Int32
  /// In that block's elements.
  public var number: Int32

  public init(block: Int32, number: Int32) {
    self.block = block
    self.number = number
  }

  /// Decoration, headers and footers: what is seen but not read.
  public static let artifact = ElementID(block: -1, number: -1)
}

/// The elements of one block, in the order of the source.
public struct BlockStructure: Hashable, Sendable {
  /// Which one, in the numbering of the `ElementID`s of its content.
  public var block: Int32
  public var elements: [StructureElement] = []

  public init(block: Int32) { self.block = block }
}

extension StructureRole {
  /// True for blocks that are together and have no other meaning.
  public var isGroup: Bool { self == .division || self == .section }
}

/// The elements of a whole document, in the order of the source.
public struct DocumentStructure: Hashable, Sendable {
  /// All elements; `parent` is an index of this array.
  public private(set) var elements: [StructureElement] = []
  /// Where the elements of each block begin.
  private var starts: [Int32: Int32] = [:]
  /// Where blocks begin, in order; a block without elements begins where the next one does.
  private var begins: [Int32] = []
  /// The first element of each footnote, by its number.
  public private(set) var notes: [Int32: Int32] = [:]
  /// The block of each footnote, by its number.
  public private(set) var noteBlocks: [Int32: Int32] = [:]
  /// The names of groups of blocks, and how many groups are around each.
  public var groups: [String: Int] = [:]

  public init() {}

  /// Adds the elements of a block after all others.
  ///
  /// - Parameter note: The number of the footnote that the block sets; 0 for any other block.
  public mutating func append(_ structure: BlockStructure, note: Int32 = 0) {
    let start = Int32(elements.count)
    starts[structure.block] = start
    begins.append(start)
    if note > 0, !structure.elements.isEmpty { (notes[note], noteBlocks[note]) = (start, structure.block) }
    for var element in structure.elements {
      if element.parent >= 0 { element.parent += start }
      elements.append(element)
    }
  }

  /// The elements of some blocks and of the notes that they refer to, in the same order: what pages with these blocks need of a
  /// whole document.
  public func part(of blocks: Set<Int32>) -> DocumentStructure {
    var chosen: [Int32: [Int32]] = [:]
    for block in blocks {
      guard let start = starts[block] else { continue }
      chosen[start, default: []].append(block)
    }
    var numbers: [Int32: Int32] = [:]
    for start in Array(chosen.keys) {
      for element in elements[range(from: start)] where element.note > 0 {
        guard let note = notes[element.note] else { continue }
        numbers[note] = element.note
        if chosen[note] == nil { chosen[note] = [] }
      }
    }
    var part = DocumentStructure()
    for (start, blocks) in chosen.sorted(by: { $0.key < $1.key }) {
      let first = Int32(part.elements.count)
      for block in blocks { part.starts[block] = first }
      part.begins.append(first)
      if let number = numbers[start] { part.notes[number] = first }
      for var element in elements[range(from: start)] {
        if element.parent >= 0 { element.parent += first - start }
        part.elements.append(element)
      }
    }
    return part
  }

  /// The elements of the block that begins at a place.
  private func range(from start: Int32) -> Range<Int> {
    let next = begins.partitioningIndex { $0 > start }
    return Int(start)..<(next < begins.count ? Int(begins[next]) : elements.count)
  }

  /// Lets headings go down by one level at a time, from the first one on: screen-reader users navigate by them
  /// (ISO 14289-1, 7.4.2).
  public mutating func levelHeadings() {
    // The levels of the headings around the place, as the author counts them.
    var path: [Int] = []
    for index in elements.indices {
      guard let level = elements[index].role.headingLevel else { continue }
      while let last = path.last, last >= level { path.removeLast() }
      path.append(level)
      elements[index].role = .heading(path.count)
    }
  }

  /// Adds an element within another one.
  ///
  /// - Parameter alternative: What stands for it where it is read out.
  /// - Returns: Where it is in `elements`.
  public mutating func append(_ role: StructureRole, in parent: Int, alternative: String) -> Int {
    var element = StructureElement(role, parent: Int32(clamping: parent))
    element.alternative = alternative
    return append(element)
  }

  /// Adds an element whose parent is its number in `elements`.
  ///
  /// - Returns: Where it is in `elements`.
  public mutating func append(_ element: StructureElement) -> Int {
    elements.append(element)
    return elements.count - 1
  }

  /// Changes an element.
  public mutating func change(_ element: Int, _ body: (inout StructureElement) -> Void) { body(&elements[element]) }

  /// True if an element is among the words of a paragraph, a heading, a caption or the like.
  public func isInText(_ element: Int) -> Bool {
    var parent = Int(elements[element].parent)
    while parent >= 0 {
      switch elements[parent].role {
      case .paragraph, .heading1, .heading2, .heading3, .heading4, .heading5, .heading6, .caption, .contentsItem, .label: return true
      case .span, .link, .reference, .cell, .headCell: parent = Int(elements[parent].parent)
      default: return false
      }
    }
    return false
  }

  /// The paragraph, cell or other element in whose lines of text an element is; of a display or a figure that is in none, itself.
  public func block(of element: Int) -> Int {
    var block = element
    while case let parent = Int(elements[block].parent), parent >= 0, elements[parent].role.isMixed {
      switch elements[block].role {
      case .span, .link, .reference, .code, .formula, .figure: block = parent
      default: return block
      }
    }
    return block
  }

  /// Where an element is in `elements`; nil for artifacts.
  public func index(of id: ElementID) -> Int? {
    guard id.block >= 0, id.number >= 0, let start = starts[id.block] else { return nil }
    let index = Int(start) + Int(id.number)
    return index < elements.count ? index : nil
  }
}
