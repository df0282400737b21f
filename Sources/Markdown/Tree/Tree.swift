public import TypesetDiagnostics

/// A parsed document: nodes in one array, in document order, linked by index, a span of the author's text on each.
///
/// Node 0 is the document. Flat, so that no depth of nesting can overflow the stack.
public struct Tree: Hashable, Sendable {
  public typealias Index = Int32

  public struct Node: Hashable, Sendable {
    public var kind: Kind
    public var span: SourceSpan
    public var parent: Index
    /// -1 if there is none.
    public var firstChild: Index
    /// -1 if there is none.
    public var nextSibling: Index
    /// In `Tree.attributes`; -1 if there are none.
    public var attributes: Int32 = -1

    public init(kind: Kind, span: SourceSpan, parent: Index) {
      self.kind = kind
      self.span = span
      self.parent = parent
      self.firstChild = -1
      self.nextSibling = -1
    }
  }

  /// CommonMark's and GFM's nodes, and math.
  public enum Kind: Hashable, Sendable {
    case document
    // Blocks
    case paragraph
    case heading(level: Int)
    case blockQuote
    /// `start` is nil for bullet lists; `hasParentheses` where numbers are written `1)`.
    case list(start: Int?, isTight: Bool, hasParentheses: Bool = false)
    /// `isChecked` is nil if the item is not a task.
    case item(isChecked: Bool?)
    case codeBlock(info: String, literal: String)
    case htmlBlock(String)
    case thematicBreak
    case table([Alignment])
    case tableRow(isHeader: Bool)
    case tableCell
    case footnoteDefinition(label: String)
    /// A display that is a block of its own. (A display within a paragraph's text is a `math` inline.)
    case mathBlock(MathSpan)
    /// `:::`, HTML's `div` and the like: a box around blocks, known by its attributes.
    case division
    /// An alert, admonition, fold or tab; its first child may be a `title`.
    case callout(Callout)
    /// The inlines above a callout.
    case title
    /// The inlines below or above a table or a `figure`; its last or first child.
    case caption
    /// Blocks with a caption: HTML's `figure`, a div that holds one.
    case figure
    /// Terms and their definitions.
    case definitionList
    case definitionTerm
    case definition
    /// `[TOC]`: the table of contents.
    case contents
    case pageBreak
    /// `@Name(…) { … }`, or within text `:name[…]{…}`: drawn by a client.
    indirect case directive(ClientDirective, isInline: Bool)
    // Inlines
    case text(String)
    case softBreak
    case lineBreak
    case code(String)
    case htmlInline(String)
    case emphasis
    case strong
    case strikethrough
    case link(destination: String, title: String)
    /// The children are the alternative text.
    case image(source: String, title: String)
    case footnoteReference(label: String)
    case math(MathSpan)
    /// Inlines with attributes.
    case span
    case subscripted
    case superscripted
    case inserted
    case highlighted
    case small
    case keyboard
    /// A word that an abbreviation's definition explains.
    case abbreviation(meaning: String)
    /// `@fig-x`, `[@fig-x]`: the labelled block, by its number.
    case reference(label: String)
    /// Drawn by a client, by its number.
    case attachment(Int32)
  }

  /// A highlighted block with a title: its kind, and how it was written.
  public struct Callout: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
      /// `> [!NOTE]`, and Obsidian's kinds.
      case alert
      /// `!!! note`, `??? note`.
      case admonition
      /// HTML's `details`.
      case details
      /// `=== "Title"`.
      case tab
      /// A theorem, a proof and the like, whose word begins the first paragraph.
      case theorem
    }

    public var form: Form
    /// In lower case: `note`, `warning`, `def`.
    public var kind: String
    /// True if it is numbered among those of its kind. Its title is then an additional name.
    public var isCounted: Bool

    public init(_ form: Form, kind: String, isCounted: Bool = false) {
      self.form = form
      self.kind = kind
      self.isCounted = isCounted
    }
  }

  public enum Alignment: Hashable, Sendable { case none, left, center, right }

  public var nodes: [Node]
  /// The files that the nodes come from, in order.
  public var files: [Source.File] = []
  /// The attributes of nodes; `Node.attributes` is an index into it.
  public var attributes: [Attributes]
  /// Of files of a work, by their numbers: names of blocks that another file has too, and what they are called instead.
  package var ownNames: [Int: [String: String]] = [:]
  /// What labels and pages of the same work mean that are not in the document: words for references to them.
  package var elsewhere: [String: String] = [:]
  /// True if setting it is so much work that what is not needed for reading it is left out (`Budget.work`).
  package var isHeavy = false

  public init(nodes: [Node], attributes: [Attributes] = []) {
    self.nodes = nodes
    self.attributes = attributes
  }

  /// Gives the tree away: whoever takes it may change it in place, since no other has it.
  mutating func take() -> Tree {
    var taken = Tree(nodes: [])
    swap(&taken, &self)
    return taken
  }

  /// The attributes of a node, if it has any.
  public func attributes(of index: Index) -> Attributes? {
    let number = nodes[Int(index)].attributes
    return number >= 0 ? attributes[Int(number)] : nil
  }

  /// Gives a node further attributes.
  public mutating func add(_ further: Attributes, to index: Index) {
    guard !further.isEmpty else { return }
    attributes.append(attributes(of: index)?.merged(with: further) ?? further)
    nodes[Int(index)].attributes = Int32(attributes.count - 1)
  }

  public subscript(index: Index) -> Node {
    _read { yield nodes[Int(index)] }
  }

  /// The children of a node, in order.
  public func children(of index: Index) -> Children { Children(tree: self, following: nodes[Int(index)].firstChild) }

  public struct Children: Sequence, IteratorProtocol {
    let tree: Tree
    var following: Index

    public mutating func next() -> Index? {
      guard following >= 0 else { return nil }
      defer { following = tree.nodes[Int(following)].nextSibling }
      return following
    }
  }
}

extension Tree {
  /// LaTeX's commands that divide a book: `\frontmatter`, `\mainmatter`, `\backmatter`, `\appendix`, alone in a paragraph.
  package func bookPart(_ paragraph: Index) -> String? {
    let only = self[paragraph].firstChild
    guard only >= 0, self[only].nextSibling < 0, case .text(let text) = self[only].kind, text.utf8.first == UInt8(ascii: "\\") else {
      return nil
    }
    return ["frontmatter", "mainmatter", "backmatter", "appendix"].first { text == "\\" + $0 }
  }

  /// The plain text below a node: an image's alternative, a heading's entry in the outline.
  package func plainText(of parent: Index) -> String {
    var out = ""
    var stack = Array(children(of: parent).reversed())
    while let index = stack.popLast() {
      switch self[index].kind {
      case .text(let text), .code(let text): out += text
      case .softBreak, .lineBreak: out += " "
      case .math(let span): out += span.tex
      default: stack += children(of: index).reversed()
      }
    }
    return out
  }
}

/// A formula as the scanner took it out of the source.
public struct MathSpan: Hashable, Sendable {
  /// The LaTeX between the delimiters, without the prefixes of quotes and lists on its lines. A bare environment keeps its
  /// `\begin` and `\end`.
  public var tex: String
  /// True if it is typeset in display style, on lines of its own.
  public var isDisplay: Bool
  /// In the author's text, delimiters included.
  public var span: SourceSpan
  /// Where pieces of `tex` come from: bytes of `tex` from an entry's `body` offset up to the next entry's are at `source` and
  /// after it. Begins with an entry for body offset 0.
  public var origins: [Origin]

  public struct Origin: Hashable, Sendable {
    public var body: Int32
    public var source: Int32

    public init(body: Int, source: Int) {
      self.body = Int32(body)
      self.source = Int32(source)
    }
  }

  public init(tex: String, isDisplay: Bool, span: SourceSpan, origins: [Origin]) {
    self.tex = tex
    self.isDisplay = isDisplay
    self.span = span
    self.origins = origins
  }

  /// The author's bytes for a range of the bytes of `tex`.
  public func sourceSpan(ofBody range: Range<Int>) -> SourceSpan {
    SourceSpan(source(ofBody: range.lowerBound), source(ofBody: max(range.lowerBound, range.upperBound - 1)) + 1)
  }

  /// What `\label{…}` names in it, each with its place in the bytes of `tex`, the command included.
  package var labels: [(name: String, place: Range<Int>)] {
    let (bytes, opener) = (Array(tex.utf8), Array("\\label{".utf8))
    var found: [(name: String, place: Range<Int>)] = []
    var next = 0
    while let start = bytes.find(opener, from: next),
      let end = bytes[(start + opener.count)...].firstIndex(of: ASCII.closeBrace)
    {
      found.append((String(decoding: bytes[(start + opener.count)..<end], as: UTF8.self), start..<end + 1))
      next = end
    }
    return found
  }

  func source(ofBody offset: Int) -> Int {
    let origin = origins.last { $0.body <= offset } ?? Origin(body: 0, source: Int(span.start))
    return Int(origin.source) + offset - Int(origin.body)
  }
}
