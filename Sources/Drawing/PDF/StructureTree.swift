internal import TypesetBoxes

/// The tree of the document's elements as the file holds it (ISO 32000-1, 14.7): built from where their content is found.
struct StructureTree {
  /// What an element holds: another one, a sequence of marked content, or an annotation.
  private enum Kid {
    case element(Int32)
    case content(page: Int32, identifier: Int32)
    case annotation(Int32)
  }

  /// A link's annotation, and the element that it belongs to.
  struct Annotation {
    var number: Int
    var page: Int
    var element: Int
    /// The element that it leads to; nil for one outside of the document.
    var target: Int?
    /// True for a field of a form, which is all that its element holds.
    var isField = false
  }

  private let structure: DocumentStructure
  private let copiesLaTeX: Bool
  /// True for PDF 2.0, whose elements may be in namespaces and have their own files.
  private let isSecond: Bool
  private let pages: [Int]
  private let annotations: [Annotation]
  private var kids: [[Kid]]
  private var roots: [Int32] = []
  private var isPlaced: [Bool]
  /// By page, the element of each of its sequences.
  private var parents: [[Int32]]
  private var numbers: [Int] = []
  /// Where notes are referred to.
  private var noteParents: [Int32: Int32] = [:]
  private var document = 0
  /// The object of MathML's namespace, where there are elements of it.
  private var mathNamespace: Int?

  /// - Parameters:
  ///   - contents: The sequences of each page.
  ///   - pages: The pages' objects.
  ///   - copiesLaTeX: Formulas carry in the tags what their content does not: their plain text.
  ///   - isSecond: The file is PDF 2.0.
  ///   - description: Of an annotation, for screen readers.
  init(
    _ structure: DocumentStructure, contents: [MarkedContent], annotations: [Annotation], pages: [Int], copiesLaTeX: Bool, isSecond: Bool,
    description: (Int) -> String
  ) {
    (self.copiesLaTeX, self.isSecond) = (copiesLaTeX, isSecond)
    var structure = structure
    // A link within a formula is a separate element, whose words are its description, since what it shows belongs to the formula. The annotation of
    // a link around the formula belongs to that link's element.
    let annotations = annotations.indices.map { index in
      var annotation = annotations[index]
      guard !annotation.isField else { return annotation }
      var around = Int32(clamping: annotation.element)
      while around >= 0, structure.elements[Int(around)].role != .link { around = structure.elements[Int(around)].parent }
      guard around < 0 else {
        annotation.element = Int(around)
        return annotation
      }
      annotation.element = structure.append(.link, in: annotation.element, alternative: description(index))
      return annotation
    }
    self.structure = structure
    self.pages = pages
    self.annotations = annotations
    kids = Array(repeating: [], count: structure.elements.count)
    isPlaced = Array(repeating: false, count: structure.elements.count)
    parents = contents.map { $0.sequences.map(\.element).filter { $0 >= 0 } }
    for (page, elements) in parents.enumerated() {
      for (identifier, element) in elements.enumerated() {
        place(element)
        kids[Int(element)].append(.content(page: Int32(page), identifier: Int32(identifier)))
      }
    }
    for (index, annotation) in annotations.enumerated() {
      place(Int32(annotation.element))
      kids[annotation.element].append(.annotation(Int32(index)))
    }
    // An empty cell is one anyway.
    for (index, element) in structure.elements.enumerated() where element.role == .cell || element.role == .headCell {
      if isTablePlaced(above: element) { place(Int32(index)) }
    }
    // Of a formula that is read by its elements, all are read.
    for (index, element) in structure.elements.enumerated()
    where element.role == .math && !isPlaced[index] && isPlaced[Int(element.parent)] { place(Int32(index)) }
    for (index, element) in structure.elements.enumerated() where !element.role.isMixed { kids[index].sort(by: Self.isBefore) }
    roots.sort()
  }

  /// True if a cell is in the head of its table.
  private func isInTableHead(_ cell: StructureElement) -> Bool {
    guard cell.parent >= 0 else { return false }
    let row = structure.elements[Int(cell.parent)]
    return row.parent >= 0 && structure.elements[Int(row.parent)].role == .tableHead
  }

  /// True if any of a cell's table is on these pages.
  private func isTablePlaced(above cell: StructureElement) -> Bool {
    var parent = cell.parent
    while parent >= 0, structure.elements[Int(parent)].role != .table { parent = structure.elements[Int(parent)].parent }
    return parent >= 0 && isPlaced[Int(parent)]
  }

  /// Puts an element among the kids of its parent, and the note that it refers to after it.
  private mutating func place(_ element: Int32) {
    guard !isPlaced[Int(element)] else { return }
    isPlaced[Int(element)] = true
    let parent = structure.elements[Int(element)].parent
    add(element, to: parent)
    if let note = structure.notes[structure.elements[Int(element)].note], !isPlaced[Int(note)] {
      isPlaced[Int(note)] = true
      noteParents[note] = parent
      add(note, to: parent)
    }
  }

  private mutating func add(_ element: Int32, to parent: Int32) {
    guard parent >= 0 else {
      roots.append(element)
      return
    }
    place(parent)
    kids[Int(parent)].append(.element(element))
  }

  private static func isBefore(_ a: Kid, _ b: Kid) -> Bool {
    guard case .element(let a) = a, case .element(let b) = b else { return false }
    return a < b
  }

  /// Writes the tree.
  ///
  /// - Parameter figures: Where pictures are, by element: page's height less y, for `BBox`.
  /// - Returns: The number of its root.
  mutating func write(to objects: PDFObjects, language: String?, figures: [Int32: Rect], heights: [Length]) -> Int {
    let root = objects.number()
    document = objects.number()
    var first = objects.numbers(isPlaced.count { $0 })
    numbers = isPlaced.map { placed in
      guard placed else { return 0 }
      defer { first += 1 }
      return first
    }
    let namespace = isSecond ? objects.number() : nil
    if structure.elements.contains(where: { $0.role == .math }) { mathNamespace = objects.number() }
    let references = isSecond ? references : [:]
    for index in structure.elements.indices where isPlaced[index] {
      write(Int32(index), figures: figures, heights, namespace: namespace, references, to: objects)
    }
    var text = PDFText()
    text.add("<</S/Document/P ")
    text.add(reference: root)
    if let namespace { addNamespace(namespace, to: &text) }
    if let language {
      text.add("/Lang")
      text.add(text: language)
    }
    text.add("/K[")
    for element in roots { add(numbers[Int(element)], to: &text) }
    text.add("]>>")
    objects.add(document, text)
    text = PDFText()
    text.add("<</Type/StructTreeRoot/K[")
    text.add(reference: document)
    text.add("]/ParentTree ")
    text.add(reference: writeParents(to: objects))
    text.add("/ParentTreeNextKey ")
    text.add(pages.count + annotations.count)
    if let namespace {
      text.add("/Namespaces[")
      text.add(reference: namespace)
      if let mathNamespace {
        text.add(" ")
        text.add(reference: mathNamespace)
        var names = PDFText()
        names.add("<</Type/Namespace/NS(http://www.w3.org/1998/Math/MathML)>>")
        objects.add(mathNamespace, names)
      }
      // For readers that know only the types of PDF 1.7: elements in the namespace of PDF 2.0 are not mapped (ISO 32000-2, 14.8.6.2).
      text.add("]/RoleMap<</Title/P/FENote/Note>>")
      var names = PDFText()
      names.add("<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>")
      objects.add(namespace, names)
    }
    let notes = structure.notes.values.filter { isPlaced[Int($0)] }.sorted()
    if !notes.isEmpty {
      text.add("/IDTree<</Names[")
      for note in notes {
        addIdentifier(of: note, to: &text)
        add(numbers[Int(note)], to: &text)
      }
      text.add("]>>")
    }
    text.add(">>")
    objects.add(root, text)
    return root
  }

  private func add(_ number: Int, to text: inout PDFText) {
    text.add(reference: number)
    text.add(" ")
  }

  /// Notes have unique names (ISO 14289-1, 7.9); seven digits keep names in the order of numbers.
  private func addIdentifier(of note: Int32, to text: inout PDFText) {
    let digits = String(note)
    text.add(bytes: ("note" + String(repeating: "0", count: max(0, 7 - digits.utf8.count)) + digits).utf8)
  }

  /// - Parameters:
  ///   - namespace: The object number of PDF 2.0's namespace; nil for PDF 1.7.
  ///   - references: By element, the elements that it refers to.
  private func write(
    _ index: Int32, figures: [Int32: Rect], _ heights: [Length], namespace: Int?, _ references: [Int32: [Int32]], to objects: PDFObjects
  ) {
    let element = structure.elements[Int(index)]
    let kids = kids[Int(index)]
    var text = PDFText()
    text.bytes.reserveCapacity(96)
    text.add("<</S/")
    addType(of: element, kids, to: &text)
    if let namespace { addProperties(of: element, index, namespace, references[index] ?? [], to: &text, objects) }
    text.add("/P ")
    let parent = parent(of: index)
    text.add(reference: parent < 0 ? document : numbers[Int(parent)])
    var page: Int32 = -1
    for case .content(let on, _) in kids {
      page = on
      text.add("/Pg ")
      text.add(reference: pages[Int(on)])
      break
    }
    if !kids.isEmpty {
      text.add(kids.count > 1 ? "/K[" : "/K ")
      for kid in kids {
        switch kid {
        case .element(let child): add(numbers[Int(child)], to: &text)
        case .content(let on, let identifier) where on == page:
          text.add(" ")
          text.add(Int(identifier))
          text.add(" ")
        case .content(let on, let identifier):
          text.add("<</Type/MCR/Pg ")
          text.add(reference: pages[Int(on)])
          text.add("/MCID ")
          text.add(Int(identifier))
          text.add(">>")
        case .annotation(let index):
          let annotation = annotations[Int(index)]
          text.add("<</Type/OBJR/Obj ")
          text.add(reference: annotation.number)
          text.add("/Pg ")
          text.add(reference: pages[annotation.page])
          text.add(">>")
        }
      }
      if kids.count > 1 { text.add("]") }
    }
    if let title = element.title {
      text.add("/T")
      text.add(text: title)
    }
    // A token that no glyph is drawn of, as the sign that a function is applied.
    if element.role == .math, let read = element.text {
      text.add("/ActualText")
      text.add(text: cleaned(read))
    }
    if let alternative = element.alternative {
      text.add("/Alt")
      text.add(text: alternative)
    }
    if let expansion = element.expansion {
      text.add("/E")
      text.add(text: cleaned(expansion))
    }
    if let language = element.language {
      text.add("/Lang")
      text.add(text: language)
    }
    if element.role == .note {
      text.add("/ID")
      addIdentifier(of: index, to: &text)
    }
    let hasBlocks = kids.contains { if case .element(let kid) = $0 { structure.elements[Int(kid)].role == .paragraph } else { false } }
    addAttributes(of: element, hasBlocks: hasBlocks, figure: page >= 0 ? figures[index].map { ($0, heights[Int(page)]) } : nil, to: &text)
    text.add(">>")
    objects.add(numbers[Int(index)], text)
  }

  private func addType(of element: StructureElement, _ kids: [Kid], to text: inout PDFText) {
    if let math = element.math {
      text.bytes += Array(math.name.utf8)
    } else if case .annotation(let index)? = kids.first, annotations[Int(index)].isField {
      text.add("Form")
    } else {
      text.add(name(of: element))
    }
  }

  /// The number of an element's object, or of the nearest one around it that is in the file; the document's number if no such element is in the file.
  func number(of element: Int) -> Int {
    var index = Int32(clamping: element)
    while index >= 0, Int(index) < numbers.count {
      if numbers[Int(index)] > 0 { return numbers[Int(index)] }
      index = structure.elements[Int(index)].parent
    }
    return document
  }

  private func addNamespace(_ namespace: Int, to text: inout PDFText) {
    text.add("/NS ")
    text.add(reference: namespace)
  }

  /// By element, the elements that it refers to: a note and its citations each other, an entry of a table of contents its heading
  /// (ISO 14289-2, 8.2.5.8 and 8.2.5.14).
  private var references: [Int32: [Int32]] {
    var references: [Int32: [Int32]] = [:]
    for (index, element) in structure.elements.enumerated() where element.note > 0 && isPlaced[index] {
      guard let note = structure.notes[element.note], isPlaced[Int(note)] else { continue }
      references[note, default: []].append(Int32(index))
      references[Int32(index)] = [note]
    }
    for annotation in annotations {
      guard let target = annotation.target, isPlaced[target] else { continue }
      var index = Int32(clamping: annotation.element)
      while index >= 0, structure.elements[Int(index)].role != .contentsItem { index = structure.elements[Int(index)].parent }
      if index >= 0, references[index] == nil { references[index] = [Int32(clamping: target)] }
    }
    return references
  }

  /// The name of an element's type. ISO/TS 32005 has no links in entries of a table of contents nor in references.
  private func name(of element: StructureElement) -> StaticString {
    guard isSecond else { return element.role.name }
    switch element.role {
    case .reference: return "Span"
    case .link where element.parent >= 0 && structure.elements[Int(element.parent)].role == .contentsItem: return "Reference"
    default: return element.role.secondName ?? element.role.name
    }
  }

  /// What only PDF 2.0 has.
  private func addProperties(
    of element: StructureElement, _ index: Int32, _ namespace: Int, _ references: [Int32], to text: inout PDFText, _ objects: PDFObjects
  ) {
    if element.role.secondName != nil { addNamespace(namespace, to: &text) }
    if element.role == .math, let mathNamespace { addNamespace(mathNamespace, to: &text) }
    if !references.isEmpty {
      text.add("/Ref[")
      for other in references { add(numbers[Int(other)], to: &text) }
      text.add("]")
    }
    if let mathML = element.mathML {
      text.add("/AF[")
      text.add(reference: writeMathML(mathML, number: index, to: objects))
      text.add("]")
    }
  }

  /// A formula as an embedded file (ISO 32000-2, 14.13.6).
  ///
  /// - Returns: The number of its file specification.
  private func writeMathML(_ mathML: String, number index: Int32, to objects: PDFObjects) -> Int {
    let bytes = Array(mathML.utf8)
    let stream = objects.number()
    var dictionary = PDFText()
    dictionary.add("/Type/EmbeddedFile/Subtype/application#2Fmathml+xml/Params<</Size ")
    dictionary.add(bytes.count)
    dictionary.add(">>")
    objects.addCompressed(stream, dictionary) { _ in bytes }
    return objects.addFileSpecification("formula-\(index).mml", of: stream, .supplement)
  }

  /// A note is where it is referred to.
  private func parent(of index: Int32) -> Int32 {
    let element = structure.elements[Int(index)]
    guard element.role == .note, element.parent < 0 else { return element.parent }
    return noteParents[index] ?? -1
  }

  private func addAttributes(of element: StructureElement, hasBlocks: Bool, figure: (Rect, height: Length)?, to text: inout PDFText) {
    switch element.role {
    case .list:
      // ISO 14289-2, 8.2.5.25: labels need one.
      guard let numbering = element.numbering?.rawValue ?? (isSecond ? "Unordered" : nil) else { return }
      text.add("/A<</O/List/ListNumbering/")
      text.bytes += Array(numbering.utf8)
      text.add(">>")
    case .headCell, .cell:
      guard element.role == .headCell || element.columns > 1 || element.rows > 1 else { return }
      text.add("/A<</O/Table")
      if element.role == .headCell { text.add(isInTableHead(element) ? "/Scope/Column" : "/Scope/Row") }
      if element.columns > 1 {
        text.add("/ColSpan ")
        text.add(Int(element.columns))
      }
      if element.rows > 1 {
        text.add("/RowSpan ")
        text.add(Int(element.rows))
      }
      text.add(">>")
    case .figure:
      guard let (rect, height) = figure else { return }
      text.add("/A<</O/Layout/BBox[")
      text.add(edgesOf: rect, onPageOf: height)
      text.add("]>>")
    // ISO 32000-1, 14.7.5.4: what its author wrote.
    case .formula:
      guard let source = element.source else { return }
      text.add("/A<</O/UserProperties/P[<</N(LaTeX)/V")
      text.add(text: source)
      if copiesLaTeX, let line = element.text {
        text.add(">><</N(Unicode)/V")
        text.add(text: line)
      }
      text.add(">>]>>")
    // ISO 32000-2, 14.8.6.3: attributes of MathML belong to its namespace.
    case .math:
      guard let math = element.math, !math.attributes.isEmpty, let mathNamespace else { return }
      text.add("/A<</O/NSO")
      addNamespace(mathNamespace, to: &text)
      for attribute in math.attributes {
        text.add("/")
        text.bytes += Array(attribute.name.utf8)
        text.add(text: attribute.value)
      }
      text.add(">>")
    // Lines of code are paragraphs in a block.
    case .code where hasBlocks: text.add("/A<</O/Layout/Placement/Block>>")
    default: break
    }
  }

  /// The tree by which a reader finds the element of a piece of content (ISO 32000-1, 14.7.4.4).
  private func writeParents(to objects: PDFObjects) -> Int {
    var tree = PDFText()
    tree.add("<</Nums[")
    for (page, elements) in parents.enumerated() where !elements.isEmpty {
      let number = objects.number()
      var text = PDFText()
      text.add("[")
      for element in elements { add(numbers[Int(element)], to: &text) }
      text.add("]")
      objects.add(number, text)
      tree.add(page)
      tree.add(" ")
      add(number, to: &tree)
    }
    for (index, annotation) in annotations.enumerated() {
      tree.add(pages.count + index)
      tree.add(" ")
      add(numbers[annotation.element], to: &tree)
    }
    tree.add("]>>")
    let number = objects.number()
    objects.add(number, tree)
    return number
  }
}

extension StructureRole {
  /// The name of the structure type.
  var name: StaticString {
    switch self {
    case .division: "Div"
    case .section: "Sect"
    case .blockQuote: "BlockQuote"
    case .title, .paragraph: "P"
    case .code: "Code"
    case .span: "Span"
    case .heading1: "H1"
    case .heading2: "H2"
    case .heading3: "H3"
    case .heading4: "H4"
    case .heading5: "H5"
    case .heading6: "H6"
    case .list: "L"
    case .item: "LI"
    case .label: "Lbl"
    case .itemBody: "LBody"
    case .table: "Table"
    case .tableHead: "THead"
    case .tableBody: "TBody"
    case .row: "TR"
    case .headCell: "TH"
    case .cell: "TD"
    case .caption: "Caption"
    case .figure: "Figure"
    case .formula: "Formula"
    case .contents: "TOC"
    case .contentsItem: "TOCI"
    case .link: "Link"
    case .reference: "Reference"
    case .note: "Note"
    case .math: "Span"
    }
  }

  /// The name of the type that only PDF 2.0 has for it, in whose namespace it is (ISO 32000-2, 14.8.6).
  fileprivate var secondName: StaticString? {
    switch self {
    case .title: "Title"
    case .note: "FENote"
    default: nil
    }
  }
}
