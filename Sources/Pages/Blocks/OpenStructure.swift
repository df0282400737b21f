import TeXMath
import TypesetBoxes
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

// The element of the document's structure that the content of a block belongs to.

/// The elements of a block while it is set, and the one that is open. Elements count from the top-level block, so that elements of blocks in
/// it keep their numbers when they are appended.
struct OpenStructure {
  /// The open element around a block, as far as it matters for those in it.
  private struct Enclosing {
    var number: Int32 = -1
    var role: StructureRole?
    var parent: Int32 = -1
    /// The last item of a list; -1 if there is none.
    var lastItem: Int32 = -1
  }

  /// The top-level block; -1 for headers and footers, which have none.
  let block: Int32
  /// The number of the first of `elements`.
  private let first: Int32
  private(set) var elements: [StructureElement] = []
  private(set) var current: Int32 = -1
  private let enclosing: Enclosing
  /// The last item of each list.
  private var lastItems: [Int32: Int32] = [:]

  init(block: Int32) {
    self.block = block
    first = 0
    enclosing = Enclosing()
  }

  private init(block: Int32, first: Int32, enclosing: Enclosing) {
    self.block = block
    self.first = first
    self.enclosing = enclosing
    current = enclosing.number
  }

  /// The state within the open element.
  var continued: OpenStructure {
    var open = Enclosing(number: current, role: role(of: current), parent: parent(of: current))
    if open.role == .list { open.lastItem = lastItem(of: current) }
    return OpenStructure(block: block, first: first + Int32(elements.count), enclosing: open)
  }

  /// All elements of a top-level block.
  var elementsOfBlock: BlockStructure {
    var structure = BlockStructure(block: block)
    structure.elements = elements
    return structure
  }

  /// Adds the elements that were set within.
  mutating func append(_ inner: OpenStructure) {
    guard !inner.elements.isEmpty else { return }
    precondition(inner.first == first + Int32(elements.count), "elements are appended in the order in which they are numbered")
    elements += inner.elements
    if !inner.lastItems.isEmpty { lastItems.merge(inner.lastItems) { _, later in later } }
  }

  /// The identifier of the open element, or that of an artifact.
  var content: ElementID { current < 0 ? .artifact : id(of: current) }

  /// False for headers and footers.
  var isBuilding: Bool { block >= 0 }

  /// Names the element around the open one.
  var outerContent: ElementID {
    let outer = parent(of: current)
    return outer < 0 ? content : id(of: outer)
  }

  /// True if the open element is a row of a table's head.
  var isWithinTableHead: Bool { role(of: parent(of: current)) == .tableHead }

  func id(of number: Int32) -> ElementID { ElementID(block: block, number: number) }

  private func element(_ number: Int32) -> StructureElement? { number >= first ? elements[Int(number - first)] : nil }

  private func role(of number: Int32) -> StructureRole? {
    number < 0 ? nil : element(number)?.role ?? (number == enclosing.number ? enclosing.role : nil)
  }

  private func parent(of number: Int32) -> Int32 {
    number < 0 ? -1 : element(number)?.parent ?? (number == enclosing.number ? enclosing.parent : -1)
  }

  private func lastItem(of list: Int32) -> Int32 {
    lastItems[list] ?? (list == enclosing.number ? enclosing.lastItem : -1)
  }

  mutating func add(_ element: StructureElement) -> Int32 {
    elements.append(element)
    let number = first + Int32(elements.count - 1)
    if element.role == .item { lastItems[element.parent] = number }
    return number
  }

  /// Opens an element within the open one.
  ///
  /// - Returns: The state for leaving it.
  mutating func enter(_ element: StructureElement) -> Int32 {
    let outer = current
    var element = element
    element.parent = parent(for: element.role)
    current = add(element)
    return outer
  }

  mutating func leave(to outer: Int32) { current = outer }

  /// Leaves the open element temporarily.
  ///
  /// - Returns: The state to return to with `leave(to:)`.
  mutating func leaveToOuter() -> Int32 {
    let inner = current
    current = parent(of: current)
    return inner
  }

  /// The terms and definitions of a definition list have no item around them in the source.
  private mutating func parent(for role: StructureRole) -> Int32 {
    guard role == .label || role == .itemBody, self.role(of: current) == .list else { return current }
    if role == .itemBody {
      let last = lastItem(of: current)
      if last >= 0 { return last }
    }
    return add(StructureElement(.item, parent: current))
  }
}

extension OpenStructure {
  /// The elements of the open element's text: links, code, formulas, words of other languages.
  ///
  /// - Parameter readings: How formulas are read, by the numbers of their attachments.
  mutating func contentMap(of content: InlineContent, readings: [Int: FormulaReading]) -> ContentMap? {
    guard isBuilding else { return nil }
    var map = ContentMap(base: self.content)
    // Ornaments are decoration.
    guard current >= 0 else { return map }
    let language = content.text.styles.first?.language
    guard content.text.styles.count > 1 || !content.attachments.isEmpty || content.text.styles.first?.isTagged == true else { return map }
    var link: (target: String, number: Int32)?
    var attachment = 0
    for run in content.text.runs {
      let style = content.text.styles[Int(run.style)]
      var element = current
      if let target = style.link {
        if let link, link.target == target { element = link.number } else { element = addLink(style) }
        link = (target, element)
      } else {
        link = nil
      }
      if style.isCode { element = add(StructureElement(.code, parent: element)) }
      if style.language != language || style.expansion != nil {
        var span = StructureElement(.span, parent: element)
        span.language = style.language == language ? nil : style.language
        span.expansion = style.expansion
        element = add(span)
      }
      map.append(id(of: element), from: run.range.lowerBound)
      for _ in 0..<attachments(in: run, of: content) where attachment < content.attachments.count {
        map.attachments.append(addElement(for: content.attachments[attachment], reading: readings[attachment], in: element))
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

  /// A link; the number of a footnote is a reference, after which the note is read.
  private mutating func addLink(_ style: TextStyle) -> Int32 {
    var parent = current
    if style.note > 0 {
      var reference = StructureElement(.reference, parent: parent)
      reference.note = style.note
      parent = add(reference)
    }
    return add(StructureElement(.link, parent: parent))
  }

  private mutating func addElement(for attachment: Attachment, reading: FormulaReading?, in parent: Int32) -> ElementID {
    var element = StructureElement(attachment.role, parent: parent)
    element.alternative = attachment.spoken
    if let reading, reading.isReference {
      // A reference to an equation is a link, whose number is text.
      (element.role, element.alternative) = (.link, nil)
    } else if let reading {
      element.speak(reading)
    }
    // Not in one expression: the elements would be copied for each formula.
    let number = add(element)
    return id(of: number)
  }
}

extension OpenStructure {
  /// Lets the open element be read as a formula is.
  mutating func give(_ reading: FormulaReading) {
    guard isBuilding, current >= first, elements[Int(current - first)].role == .formula else { return }
    elements[Int(current - first)].speak(reading)
  }
}

extension StructureElement {
  /// Has words read instead of the LaTeX.
  fileprivate mutating func speak(_ reading: FormulaReading) {
    guard !reading.words.isEmpty else { return }
    (alternative, source, text) = (reading.words, alternative, reading.text.isEmpty ? nil : reading.text)
    mathML = reading.mathML
    if let language = reading.otherLanguage { self.language = language }
  }
}

extension TextStyle {
  /// Puts its text into an element of its own.
  fileprivate var isTagged: Bool { link != nil || isCode || expansion != nil }
}
