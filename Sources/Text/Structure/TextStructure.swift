internal import TypesetDiagnostics
internal import TypesetMarkdown

/// The blocks of a text and the inlines in them: nodes in document order, each with its parent.
///
/// Words are not in it: a text node is empty, and so are code and formulas within the text.
struct Structure: Sendable {
  struct Node: Sendable {
    var kind: Tree.Kind
    var attributes: Attributes?
    var parent: Int32
    /// In the text that it was read from.
    var span: SourceSpan
    /// True for what is within an object: the words of a picture, the content of an inline directive.
    var isInObject = false
    /// True for an inline without content, which is one character: a place with a name, a field.
    var isMark = false
    /// True if there was text in it when it was read.
    var hadText = false
    /// True if text around it was removed, and it with the text.
    var isRemoved = false

    init(
      kind: Tree.Kind, attributes: Attributes? = nil, parent: Int32, span: SourceSpan = SourceSpan(0, 0), isInObject: Bool = false
    ) {
      (self.kind, self.attributes, self.parent, self.span, self.isInObject) = (kind, attributes, parent, span, isInObject)
    }
  }

  /// Inlines that nest deeper are left out, and their text stays: the path of each piece of text is gone along.
  static let mostInlines = 100
  /// The levels whose attributes are kept.
  static let mostMerged = 200

  /// Node 0 is the document.
  var nodes = [Node(kind: .document, attributes: nil, parent: -1, span: SourceSpan(0, 0))]

  subscript(node: Int32) -> Node { nodes[Int(node)] }

  /// The block that holds a node: itself, or the innermost around it that is no inline.
  func block(of node: Int32) -> Int32 {
    var node = node
    while node > 0, nodes[Int(node)].kind.isInline { node = nodes[Int(node)].parent }
    return node
  }

  /// The inlines around a node, from the outside to the inside, itself last if it is one.
  func inlines(to node: Int32) -> [Int32] {
    var path: [Int32] = []
    var node = node
    while node > 0, nodes[Int(node)].kind.isInline {
      path.append(node)
      node = nodes[Int(node)].parent
    }
    return path.reversed()
  }

  /// Adds the nodes of another structure's document after these.
  ///
  /// - Returns: What is added to the numbers of its nodes.
  mutating func adopt(_ other: Structure) -> Int32 {
    let shift = Int32(nodes.count) - 1
    for var node in other.nodes.dropFirst() {
      node.parent = node.parent == 0 ? 0 : node.parent + shift
      node.span = SourceSpan(0, 0)
      nodes.append(node)
    }
    return shift
  }
}

// MARK: What nodes say of their text

extension Structure {
  /// Adds to the attributes around a node what the node itself says.
  func apply(_ node: Int32, to attributes: inout TextAttributes) {
    Self.apply(nodes[Int(node)].kind, nodes[Int(node)].attributes, to: &attributes)
    if let object = object(node) { attributes.object = object }
  }

  /// Adds what a node that is not an object says.
  static func apply(_ kind: Tree.Kind, _ own: Attributes?, to attributes: inout TextAttributes) {
    switch kind {
    case .link(let destination, let title): attributes.link = TextLink(destination, title: title)
    default: attributes.inlineIntent.formUnion(kind.intent)
    }
    if kind.isInline, let own { attributes.add(own) }
  }

  /// The attributes of the text in a node.
  func attributes(of node: Int32) -> TextAttributes {
    var attributes = TextAttributes()
    guard node >= 0 else { return attributes }
    if case .mathBlock = nodes[Int(node)].kind { apply(node, to: &attributes) }
    for inline in inlines(to: node) { apply(inline, to: &attributes) }
    return attributes
  }

  /// What a node is if it is not text.
  func object(_ node: Int32) -> TextObject? {
    if nodes[Int(node)].isMark {
      let own = nodes[Int(node)].attributes
      return .mark(name: own?.id ?? own?.pairs.first?.key ?? own?.classes.first ?? "")
    }
    return switch nodes[Int(node)].kind {
    case .math(let span): .formula(TextFormula(span.tex, isDisplay: span.isDisplay))
    case .mathBlock(let span): .formula(TextFormula(span.tex, isDisplay: true))
    case .image(let source, let title): .picture(TextPicture(source, alternative: words(in: node), title: title))
    case .footnoteReference(let label): .note(label: label)
    case .reference(let label): .reference(label: label)
    case .htmlInline(let tag): .html(tag)
    case .attachment(let number): .mark(name: "attachment \(number)")
    case .directive(let directive, isInline: true): .mark(name: directive.name)
    default: nil
    }
  }

  /// The plain text in an object.
  private func words(in object: Int32) -> String {
    var out = ""
    var node = Int(object) + 1
    while node < nodes.count, nodes[node].isInObject, nodes[node].parent >= object {
      switch nodes[node].kind {
      case .text(let text), .code(let text): out += text
      case .math(let span): out += span.tex
      case .softBreak, .lineBreak: out += " "
      default: break
      }
      node += 1
    }
    return out
  }
}

extension Tree.Kind {
  /// The bit of a mark around text.
  var intent: InlineIntent {
    switch self {
    case .emphasis: .emphasized
    case .strong: .strong
    case .code: .code
    case .strikethrough: .strikethrough
    case .softBreak: .softBreak
    case .lineBreak: .lineBreak
    case .inserted: .inserted
    case .highlighted: .highlighted
    case .subscripted: .subscripted
    case .superscripted: .superscripted
    case .small: .small
    case .keyboard: .keyboard
    default: []
    }
  }

  /// True if it stands for one character, whatever is in it.
  var isObject: Bool {
    switch self {
    case .math, .image, .footnoteReference, .reference, .htmlInline, .attachment, .directive(_, isInline: true): true
    default: false
    }
  }

  /// The character of an object.
  static let objectCharacter = "\u{FFFC}"
}
