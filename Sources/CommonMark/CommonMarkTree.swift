/// A text as CommonMark 0.31.2 with GitHub's extensions reads it: small nodes in one array, each with its exact place in the text.
///
/// The nodes are linked, from node 0, the document. Footnotes are at the document's end, in the order of their first reference; those
/// without a reference, and the paragraphs that were definitions of links, are in the array but linked from nowhere.
package struct CommonMarkTree: Sendable {
  package typealias Index = Int32

  package enum Kind: UInt8, Sendable {
    case document, paragraph, heading, blockQuote, list, item, codeBlock, htmlBlock, thematicBreak, table, tableRow, tableCell
    case footnoteDefinition
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, strikethrough, link, image, footnoteReference

    /// True for kinds that never have children.
    package var isLeaf: Bool {
      switch self {
      case .codeBlock, .htmlBlock, .thematicBreak, .text, .softBreak, .lineBreak, .code, .htmlInline, .footnoteReference: true
      default: false
      }
    }
  }

  package struct Node: Sendable {
    package var kind: Kind
    /// The bytes of the source that the node is written with, markers included.
    package var start: Int32
    package var end: Int32
    package var parent: Index
    /// -1 for a node without children.
    package var firstChild: Index = -1
    /// -1 for a last child.
    package var nextSibling: Index = -1
    /// What the node says, in `CommonMarkTree.bytes`; empty for those with children, but where a footnote's text begins.
    package var literalStart: Int32 = 0
    package var literalEnd: Int32 = 0
    /// A heading's level; the index of a list in `lists`, of a link or an image in `links`, of a code block's info string in `links`
    /// (its `destination`; -1 without one), of a table in `tables`; 1 for an item that is an open task, 2 for one that is done; 1 for a
    /// table's head; a footnote's number.
    package var detail: Int32 = 0

    package var literal: Range<Int> { Int(literalStart)..<Int(literalEnd) }
  }

  package struct List: Sendable {
    /// The first number; nil for bullets.
    package var start: Int?
    /// The bullet, or what follows the numbers.
    package var mark: UInt8
    /// True if the list has no blank lines between its items or their blocks.
    package var isTight = true
  }

  /// Where a link leads, in `CommonMarkTree.bytes`.
  package struct Link: Sendable {
    package var destination: Range<Int32>
    package var title: Range<Int32>
  }

  package enum Alignment: UInt8, Sendable { case none, left, center, right }

  package var nodes: [Node] = []
  /// What nodes refer to by `Node.detail`.
  package var lists: [List] = []
  package var links: [Link] = []
  package var tables: [[Alignment]] = []
  /// Where reading has ended since a limit was reached: of nodes, or of the text of a paragraph; nil where all has been read.
  package var end: Int32?
  /// Where in the source reading has ended within leaves, since a limit was reached.
  package var cutLeaves: [Int32] = []
  /// The source, and after it what is not in the source as it is meant: entities, text without escapes, lines without their prefixes.
  var store: TextStore

  /// The source, and after it the words that nodes refer to.
  package var bytes: [UInt8] { store.bytes }

  /// Where a part of a node's literal is in the source.
  package func source(of part: Range<Int>, in node: Node) -> Range<Int> {
    store.source(of: part, literal: node.literal, at: Int(node.start)..<Int(node.end))
  }
}

/// What is read beyond CommonMark, as GitHub Flavored Markdown defines it.
package struct CommonMarkOptions: Sendable {
  package var readsTables = true
  package var readsTasks = true
  package var readsFootnotes = true
  /// Bare addresses, of sites and of mail, are links.
  package var readsAddresses = true
  /// True if an address in a list of attributes, `{href="https://…"}`, is left to the list's reader.
  package var keepsAddressesInLists = false
  package var readsStrikethrough = true
  /// True if `~x~` strikes as `~~x~~` does.
  package var strikesWithOneTilde = true
  /// How many stars close between a sign and a letter, as in `**Words.**Others`, which CommonMark leaves as text; nil for none.
  package var starsBeforeWords: ClosedRange<Int>?
  /// True if the opening tag of an element within text (`<b>`) begins a paragraph where text is on the next line, even if it is alone on its own.
  package var readsTextBelowTags = false
  package var attributeNames = HTMLAttributeNames.plain
  /// The most cells that the rows of all tables together may lack; rows after that keep the cells they have.
  package var missingCellLimit = 500_000
  /// The most bytes of addresses and titles that repeated references to long definitions may stand for; those after that are text.
  package var referenceLimit = 2_000_000
  /// The most blocks, and the most nodes; reading ends after those.
  package var nodeLimit = Int.max
  /// The most bytes of the text of one paragraph, markup included; the rest of it is left out.
  package var leafLimit = Int.max

  package init() {}
}

extension CommonMarkTree {
  /// Reads a text. Total, and in linear time: any bytes give a tree.
  ///
  /// - Parameter isStopped: Asked now and then; a tree that is stopped ends early.
  package init(_ source: [UInt8], options: CommonMarkOptions = CommonMarkOptions(), isStopped: () -> Bool = { false }) {
    var reader = BlockReader(source, options)
    reader.read(isStopped)
    var writer = NodeWriter(reader, options)
    writer.write(isStopped)
    self = writer.tree
  }
}
