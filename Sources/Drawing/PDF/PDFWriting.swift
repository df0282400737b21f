public import TypesetBoxes
internal import TypesetFonts
internal import TypesetPictures

extension Renderer {
  /// Writes pages as one PDF file.
  ///
  /// - Parameter sink: Gets the file in pieces, in order; what it throws comes back as `DrawingError.sink`.
  public func pdf(
    _ pages: [Page], info: DocumentInfo = DocumentInfo(), options: PDFOptions = PDFOptions(),
    to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws(DrawingError) {
    let forms = options.hasForms ? options.structure.map { PDFForms(pages, $0) } : nil
    let (pages, structure) = (forms?.pages ?? pages, forms?.structure ?? options.structure)
    var scan = PDFScan(fonts: fonts, structure: structure, copiesLaTeX: options.copiesLaTeX, isSecond: options.isSecond)
    for page in pages { scan.add(page) }
    scan.divideLines()
    scan.addPictures(pictures)
    var file = PDFDocument(pages, findings: scan.findings, resources: scan.resources, info: info, options: options)
    file.fields = forms?.fields ?? []
    try unsafe file.write(to: Sink(to: sink), faces: scan.bridge)
  }
}

/// Information about all pages, gathered before they are written.
struct PDFFindings {
  struct Link {
    var page: Int
    var rect: Rect
    var target: Mark
    /// In `DocumentStructure.elements`.
    var element: Int?
  }

  struct Heading {
    var level: Int
    var title: String
    var destination: String
  }

  /// The document's elements, including the elements of formulas; nil for a file without tags.
  var structure: DocumentStructure?
  /// What is shown of links, by their elements.
  var linkTexts: [Int: [UInt8]] = [:]
  /// By page; empty where there are no tags.
  var contents: [MarkedContent] = []
  var links: [Link] = []
  var headings: [Heading] = []
  /// By name; the first place that has it.
  var destinations: [String: (page: Int, x: Length, y: Length)] = [:]
  /// The elements at the destinations, for files that lead to them.
  var targets: [String: Int] = [:]
  /// Where pictures are, by element.
  var figures: [Int32: Rect] = [:]

  /// The element that a link leads to.
  func target(of link: Link) -> Int? {
    if case .reference(let name) = link.target { targets[name] } else { nil }
  }
}

/// What the content of all pages refers to by name.
struct PDFResources: Sendable {
  var fonts: PDFFonts
  /// By use, the number of its first font.
  var firstFonts: [Int] = []
  var pictures: [PictureID: PDFPicture] = [:]
  var bitmaps: [PDFBitmap.Key: PDFBitmap] = [:]
  /// The use whose space is behind glyphs that are pictures.
  var unseen: Int?
  /// Opacities other than full, from 0 to 254, in the order of their first use.
  var alphas: [UInt8] = []
  /// Of the structure's elements.
  var roles: [StructureRole] = []
  /// What readers copy of formulas, by element, in place of the texts of their glyphs.
  var texts: [Int32: [UInt8]] = [:]

  func fontNumber(_ use: Int, block: Int) -> Int { firstFonts[use] + block }
}

/// Walks over all pages once: which glyphs, pictures and opacities there are, where links and headings are, and which parts of
/// the content belong to which elements.
struct PDFScan {
  private(set) var findings = PDFFindings()
  private(set) var resources: PDFResources
  private var structure: DocumentStructure? { findings.structure }
  let bridge: FaceBridge
  private let book: FontBook
  /// True for PDF 2.0, whose links lead to elements, and whose formulas may have their own elements.
  private let isSecond: Bool
  /// True if what is shown has the texts of its elements.
  private let copiesTexts: Bool
  /// The destinations whose element comes next.
  private var waiting: [String] = []
  /// By formula, the elements of those whose content is divided into tokens.
  private var formulas: [Int: FormulaElements] = [:]
  /// The tokens that have glyphs.
  private var shown: Set<Int> = []
  /// By formula, its tokens in the order of the content.
  private var orders: [Int: [Int]] = [:]
  private var wanted: [PictureID] = []
  private var isWanted: Set<PictureID> = []

  init(fonts: FontBook, structure: DocumentStructure?, copiesLaTeX: Bool, isSecond: Bool) {
    self.isSecond = isSecond
    findings.structure = structure
    book = fonts
    bridge = FaceBridge(fonts)
    resources = PDFResources(fonts: PDFFonts(fonts))
    resources.roles = structure?.elements.map(\.role) ?? []
    copiesTexts = !copiesLaTeX
  }

  mutating func add(_ page: Page) {
    let number = findings.contents.count
    var content = MarkedContent()
    if page.background != nil { content.begin(nil, at: -1) }
    note(page.background)
    var element: Int?
    // The element of a token within a formula; nil for a stroke there.
    var token: Int?
    var isDivided = false
    for (index, item) in page.ink.items.enumerated() {
      switch item {
      case .content(let id):
        (element, isDivided) = (structure?.index(of: id), false)
        guard let element else { continue }
        if !waiting.isEmpty { lead(to: element) }
        if copiesTexts, let text = structure?.elements[element].text { resources.texts[Int32(clamping: element)] = Array(text.utf8) }
      case .mark(let mark, let rect): note(page.ink.marks[Int(mark)], at: rect, onPage: number, element: element)
      case .part(let number):
        guard let element, let elements = self.elements(ofFormula: element) else { continue }
        isDivided = true
        token = number > 0 && Int(number) <= elements.tokens.count ? elements.tokens[Int(number) - 1] : nil
      case .clip: break
      case .run, .rule, .stroke, .panel, .path, .picture:
        if structure != nil {
          // Header and footer are decoration, and so are rules but in formulas.
          let isDecoration = page.furniture.map { index >= $0 } ?? false
          let owner = isDivided ? token : element.flatMap { item.isContent(of: resources.roles[$0]) ? $0 : nil }
          let isContinued = isDivided && (token.map { shown.contains($0) } ?? true)
          content.begin(isDecoration ? nil : owner, at: index, isContinued: isContinued)
          // What is drawn with glyphs has its text there; a line over a formula has no text.
          if isDivided, !isDecoration, let element, let token, case .run = item, shown.insert(token).inserted {
            orders[element, default: []].append(token)
            findings.structure?.change(token) { $0.text = nil }
          }
        }
        note(item, of: page.ink, element: element)
      }
    }
    findings.contents.append(content)
    if let last = content.sequences.last(where: { $0.element >= 0 }) { lead(to: Int(last.element)) }
  }

  /// The elements of a formula whose content is divided into the tokens of its MathML; nil for one that is read as a whole.
  private mutating func elements(ofFormula formula: Int) -> FormulaElements? {
    guard isSecond, copiesTexts else { return nil }
    if let known = formulas[formula] { return known }
    guard var structure = findings.structure, structure.elements[formula].role == .formula,
      let mathML = structure.elements[formula].mathML
    else { return nil }
    // Not copied while it is changed.
    findings.structure = nil
    let first = structure.elements.count
    let elements = FormulaElements(of: formula, mathML: mathML, addedTo: &structure)
    // An alternative would be read in place of the elements.
    structure.change(formula) { ($0.title, $0.alternative) = ($0.alternative, nil) }
    resources.texts[Int32(clamping: formula)] = nil
    for (token, text) in zip(elements.tokens, elements.texts) { resources.texts[Int32(clamping: token)] = text }
    resources.roles += Array(repeating: .math, count: structure.elements.count - first)
    findings.structure = structure
    formulas[formula] = elements
    return elements
  }

  /// Gives the tokens that have glyphs what readers copy of them: the first one of each part of a formula has that part's piece of the line, the
  /// others a blank.
  ///
  /// A token whose copied text differs from its text in MathML has the latter in the structure: readers of the structure prefer it to the text
  /// in the content (ISO 32000-2, 14.9.4).
  mutating func divideLines() {
    for (formula, order) in orders.sorted(by: { $0.key < $1.key }) {
      guard let elements = formulas[formula], let line = findings.structure?.elements[formula].text else { continue }
      let tokens = elements.tokens.indices.filter { shown.contains(elements.tokens[$0]) }
      let texts = tokens.map { String(decoding: elements.texts[$0], as: UTF8.self) }
      let ranks = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
      for piece in CopiedLine(line, tokens: texts, parts: tokens.map { elements.parts[$0] }).pieces {
        // The line is in MathML's order; the content may have another order.
        let first = piece.tokens.min { ranks[elements.tokens[tokens[$0]], default: 0] < ranks[elements.tokens[tokens[$1]], default: 0] }
        for number in piece.tokens {
          let copied = number == first ? piece.text : ""
          guard copied != texts[number] else { continue }
          let token = elements.tokens[tokens[number]]
          resources.texts[Int32(clamping: token)] = copied.isEmpty ? PageContent.blank : Array(copied.utf8)
          findings.structure?.change(token) { $0.text = texts[number] }
        }
      }
    }
  }

  /// Makes an element the target of the destinations before it.
  private mutating func lead(to element: Int) {
    for name in waiting { findings.targets[name] = element }
    waiting.removeAll()
  }

  private mutating func note(_ item: InkItem, of ink: borrowing Ink, element: Int?) {
    if let element, element < resources.roles.count, resources.roles[element] == .figure, let area = item.area {
      findings.figures[Int32(element)] = findings.figures[Int32(element)]?.union(area) ?? area
    }
    switch item {
    case .run(let run):
      if let element, element < resources.roles.count, resources.roles[element] == .link, !run.isSilent {
        findings.linkTexts[element, default: []] += ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
      }
      note(run.color)
      resources.fonts.note(run, of: ink, bridge)
      noteBitmaps(run, of: ink)
    case .rule(_, let color): note(color)
    case .stroke(let stroke): note(stroke.color)
    case .path(let path):
      note(path.fill)
      note(path.stroke)
    case .panel(let panel):
      note(panel.fill)
      note(panel.border)
    case .picture(let id, _):
      if isWanted.insert(id).inserted { wanted.append(id) }
    case .mark, .content, .part, .clip: break
    }
  }

  private mutating func note(_ color: Color?) {
    guard let color, color.rgba & 255 != 255 else { return }
    let alpha = UInt8(color.rgba & 255)
    if !resources.alphas.contains(alpha) { resources.alphas.append(alpha) }
  }

  private mutating func noteBitmaps(_ run: GlyphRun, of ink: borrowing Ink) {
    guard let number = resources.fonts.number(of: run.face), resources.fonts.uses[number].form == .bitmaps else { return }
    if resources.unseen == nil, let face = book.face(family: "Libertinus Serif") {
      resources.fonts.noteSpace(face.id, bridge)
      resources.unseen = resources.fonts.number(of: face.id)
    }
    guard let entry = bridge.entry(run.face) else { return }
    for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
      let key = PDFBitmap.Key(font: number, glyph: glyph.id)
      if resources.bitmaps[key] == nil { resources.bitmaps[key] = PDFBitmap(glyph.id, of: entry) }
    }
  }

  /// Makes the resources whole: where each face's fonts begin, what each picture is.
  ///
  mutating func addPictures(_ book: PictureBook) {
    resources.fonts.settle()
    var next = 0
    for use in resources.fonts.uses {
      resources.firstFonts.append(next)
      next += use.form == .outlines ? max(1, (use.glyphs.count + PDFFonts.outlinesPerFont - 1) / PDFFonts.outlinesPerFont) : 1
    }
    // Each file's bytes depend on its picture alone, so that they are the same wherever it was drawn.
    for (number, id) in wanted.enumerated() {
      resources.pictures[id] = pdfPicture(id, of: book, number: number)
    }
  }

  /// - Returns: nil for a picture that can't be drawn: its place stays empty.
  private func pdfPicture(_ id: PictureID, of book: PictureBook, number: Int) -> PDFPicture? {
    let picture = book.picture(id)
    if picture.embeddableJPEG != nil { return PDFPicture(number: number, content: .jpeg(picture), width: 1, height: 1) }
    switch try? book.drawing(of: id, as: picture.isVector ? .form : .image) {
    case .image(let image): return PDFPicture(number: number, content: .image(image), width: 1, height: 1)
    case .file(let bytes):
      guard let file = CairoFile(bytes), let page = file.firstPage, let frame = file.frame(ofPage: page) else { return nil }
      return PDFPicture(number: number, content: .vector(file, page: page, frame), width: frame.width, height: frame.height)
    case .raster, .page, nil: return nil
    }
  }

  // MARK: Marks

  private mutating func note(_ mark: Mark, at rect: Rect, onPage page: Int, element: Int?) {
    switch mark {
    case .destination(let name): addDestination(name, page, rect)
    case .heading(let level, let title, let destination):
      guard !destination.isEmpty else { return }
      addDestination(destination, page, rect)
      findings.headings.append(PDFFindings.Heading(level: level, title: title, destination: destination))
    case .link, .reference:
      findings.links.append(PDFFindings.Link(page: page, rect: rect, target: mark, element: element))
    case .note, .numbering, .opening, .line, .drawing, .graphic, .text: break
    }
  }

  private mutating func addDestination(_ name: String, _ page: Int, _ rect: Rect) {
    guard !name.isEmpty, findings.destinations[name] == nil else { return }
    findings.destinations[name] = (page, rect.x, rect.y + rect.height)
    if isSecond { waiting.append(name) }
  }
}

extension InkItem {
  /// True if it is part of an element of this role, rather than decoration.
  fileprivate func isContent(of role: StructureRole) -> Bool {
    switch self {
    // What is kept from readers: a line's number, the hyphen of a divided word (ISO 32000-1, 14.8.2.2.3).
    case .run(let run): !run.isSilent && !run.isIncidental || role.hasGraphics
    case .picture: true
    case .rule, .stroke, .panel, .path: role.hasGraphics
    case .mark, .content, .part, .clip: false
    }
  }
}
