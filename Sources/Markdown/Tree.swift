public import TypesetDiagnostics

/// A parsed document: nodes in one array, in document order, linked by index, a span of the author's text on each.
///
/// Node 0 is the document. Flat, so that no depth of nesting can end the stack.
public struct Tree: Hashable, Sendable {
  public typealias Index = Int32

  public struct Node: Hashable, Sendable {
    public var kind: Kind
    public var span: SourceSpan
    public var parent: Index
    /// -1 where there is none.
    public var firstChild: Index
    /// -1 where there is none.
    public var nextSibling: Index

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
    /// `start` is nil for bullet lists.
    case list(start: Int?, isTight: Bool)
    /// `isChecked` is nil where the item is no task.
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
  }

  public enum Alignment: Hashable, Sendable { case none, left, center, right }

  public var nodes: [Node]

  public init(nodes: [Node]) { self.nodes = nodes }

  public subscript(index: Index) -> Node { nodes[Int(index)] }

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

/// A formula as the pre-pass took it out of the source.
public struct MathSpan: Hashable, Sendable {
  /// The LaTeX between the delimiters, with the quote's `>` and the list's indent taken off its lines. A bare environment
  /// keeps its `\begin` and `\end`.
  public var tex: String
  /// Set in display style, on lines of its own.
  public var isDisplay: Bool
  /// In the author's text, delimiters included.
  public var span: SourceSpan
  /// Where pieces of `tex` come from: from each `body` byte offset on, up to the next entry's, bytes of `tex` stand at
  /// `source`, counted on from there. Begins with an entry for body offset 0.
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

  private func source(ofBody offset: Int) -> Int {
    let origin = origins.last { $0.body <= offset } ?? Origin(body: 0, source: Int(span.start))
    return Int(origin.source) + offset - Int(origin.body)
  }
}
