import TypesetBoxes
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

// Which element of the document's structure the content of a block belongs to.

/// The elements of a block while it is built, and the one that is open.
struct OpenStructure {
  private(set) var elements: BlockStructure
  private(set) var current: Int32 = -1

  init(block: Int32) { elements = BlockStructure(block: block) }

  /// Names the open element; an artifact where none is.
  var content: ElementID { current < 0 ? .artifact : id(of: current) }

  /// False for headers and footers, which belong to no block.
  var isBuilding: Bool { elements.block >= 0 }

  /// Names the element around the open one.
  var outerContent: ElementID {
    guard current >= 0, elements.elements[Int(current)].parent >= 0 else { return content }
    return id(of: elements.elements[Int(current)].parent)
  }

  /// Is the open element a row of a table's head?
  var isWithinTableHead: Bool {
    guard current >= 0 else { return false }
    let parent = elements.elements[Int(current)].parent
    return parent >= 0 && elements.elements[Int(parent)].role == .tableHead
  }

  /// So many elements there are.
  var count: Int { elements.elements.count }

  func id(of number: Int32) -> ElementID { ElementID(block: elements.block, number: number) }

  mutating func add(_ element: StructureElement) -> Int32 {
    elements.elements.append(element)
    return Int32(elements.elements.count - 1)
  }

  /// Opens an element within the open one.
  ///
  /// - Returns: What to leave it with.
  mutating func enter(_ element: StructureElement) -> Int32 {
    let outer = current
    var element = element
    element.parent = parent(of: element.role)
    current = add(element)
    return outer
  }

  mutating func leave(to outer: Int32) { current = outer }

  /// Goes out of the open element for a while.
  ///
  /// - Returns: What to come back to with `leave(to:)`.
  mutating func leaveToOuter() -> Int32 {
    let inner = current
    if current >= 0 { current = elements.elements[Int(current)].parent }
    return inner
  }

  /// Forgets the elements from one on, none of which is open.
  mutating func removeAll(from number: Int) { elements.elements.removeSubrange(number...) }

  /// The terms and definitions of a definition list have no item around them in the source.
  private mutating func parent(of role: StructureRole) -> Int32 {
    guard role == .label || role == .itemBody, current >= 0, elements.elements[Int(current)].role == .list else { return current }
    if role == .itemBody, let last = elements.elements.lastIndex(where: { $0.role == .item && $0.parent == current }) {
      return Int32(last)
    }
    return add(StructureElement(.item, parent: current))
  }
}

extension BlockBuilder {
  /// Builds something as an element of its own.
  func within<T>(_ element: StructureElement, _ body: () -> T) -> T {
    let outer = structure.enter(element)
    defer { structure.leave(to: outer) }
    return body()
  }

  func within<T>(_ role: StructureRole, _ body: () -> T) -> T { within(StructureElement(role, parent: -1), body) }

  /// Opens the element that a block is; nil where it is none of its own.
  func enterElement(of block: StyledTree.Block, at index: StyledTree.Index) -> Int32? {
    guard let role = role(of: block) else { return nil }
    var element = StructureElement(role, parent: -1)
    switch block.kind {
    case .display(let span): element.alternative = span.spoken
    case .list: element.numbering = numbering(ofList: index)
    default: break
    }
    if block.style.text.language != tree.language { element.language = block.style.text.language }
    // Beside a display its number is read, which the formula's alternative text does not tell.
    guard case .display = block.kind, numbers.equations(of: index).contains(where: { $0.tag != nil }) else {
      return structure.enter(element)
    }
    let outer = structure.enter(StructureElement(.paragraph, parent: -1))
    _ = structure.enter(element)
    return outer
  }

  private func role(of block: StyledTree.Block) -> StructureRole? {
    switch block.kind {
    case .group: block.role
    case .paragraph: block.role ?? .paragraph
    case .heading(let level, _, _, _): .heading(level)
    case .list: .list
    case .item: .item
    case .code: .code
    case .display: .formula
    case .figure(_, let caption): caption.isEmpty ? nil : .division
    case .table(let table): table.isLayout ? .division : .table
    case .contents: .contents
    case .rule, .numbering: nil
    }
  }

  /// By the sign that stands before the first item.
  private func numbering(ofList index: StyledTree.Index) -> StructureElement.ListNumbering {
    let first = tree[index].firstChild
    guard first >= 0, case .item(let marker) = tree[first].kind else { return .disc }
    for byte in marker.text.text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return .decimal
      case UInt8(ascii: "i"): return .lowerRoman
      case UInt8(ascii: "I"): return .upperRoman
      case UInt8(ascii: "a")...UInt8(ascii: "z"): return .lowerAlpha
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return .upperAlpha
      default: continue
      }
    }
    return .disc
  }

  /// The elements of the open element's text: links, code, formulas, words of other languages.
  func contentMap(of content: InlineContent) -> ContentMap? {
    guard structure.isBuilding else { return nil }
    var map = ContentMap(base: structure.content)
    // Ornaments are decoration.
    guard structure.current >= 0 else { return map }
    let language = content.text.styles.first?.language
    guard content.text.styles.count > 1 || !content.attachments.isEmpty || content.text.styles.first?.isTagged == true else { return map }
    var link: (target: String, number: Int32)?
    var attachment = 0
    for run in content.text.runs {
      let style = content.text.styles[Int(run.style)]
      var element = structure.current
      if let target = style.link {
        if let link, link.target == target { element = link.number } else { element = addLink(style) }
        link = (target, element)
      } else {
        link = nil
      }
      if style.isCode { element = structure.add(StructureElement(.code, parent: element)) }
      if style.language != language || style.expansion != nil {
        var span = StructureElement(.span, parent: element)
        span.language = style.language == language ? nil : style.language
        span.expansion = style.expansion
        element = structure.add(span)
      }
      map.append(structure.id(of: element), from: run.range.lowerBound)
      for _ in 0..<attachments(in: run, of: content) where attachment < content.attachments.count {
        map.attachments.append(addElement(for: content.attachments[attachment], in: element))
        attachment += 1
      }
    }
    return map
  }

  private func attachments(in run: StyledText.Run, of content: InlineContent) -> Int {
    guard !content.attachments.isEmpty else { return 0 }
    // U+FFFC is EF BF BC in UTF-8.
    let bytes = content.text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)]
    return bytes.indices.count { index in
      bytes[index] == 0xBC && index >= bytes.startIndex + 2 && bytes[index - 1] == 0xBF && bytes[index - 2] == 0xEF
    }
  }

  /// A link; the number of a footnote is a reference too, after which the note is read.
  private func addLink(_ style: TextStyle) -> Int32 {
    var parent = structure.current
    if let number = style.anchor.flatMap(StyledTree.noteNumber) {
      var reference = StructureElement(.reference, parent: parent)
      reference.note = Int32(clamping: number)
      parent = structure.add(reference)
    }
    return structure.add(StructureElement(.link, parent: parent))
  }

  private func addElement(for attachment: Attachment, in parent: Int32) -> ElementID {
    var element: StructureElement
    switch attachment {
    case .math(let span, _):
      element = StructureElement(.formula, parent: parent)
      element.alternative = span.spoken
    case .image(let image, _):
      element = StructureElement(.figure, parent: parent)
      element.alternative = image.spoken
    case .checkbox(let isChecked, _):
      element = StructureElement(.figure, parent: parent)
      element.alternative = isChecked ? "\u{2611}" : "\u{2610}"
    }
    // Not in one expression: the elements would be copied for each formula.
    let number = structure.add(element)
    return structure.id(of: number)
  }
}

extension MathSpan {
  /// What a reader says in place of the formula: its LaTeX.
  var spoken: String {
    let body = tex.utf8
    guard let first = body.firstIndex(where: { $0 > 0x20 }), let last = body.lastIndex(where: { $0 > 0x20 }) else { return "" }
    return String(tex[first...last])
  }
}

extension Image {
  /// What a reader says in place of the picture.
  var spoken: String { alternative.isEmpty ? title.isEmpty ? source : title : alternative }
}

extension TextStyle {
  /// Makes its text an element of its own.
  fileprivate var isTagged: Bool { link != nil || isCode || expansion != nil }
}
