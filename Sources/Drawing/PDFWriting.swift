internal import CCairo
internal import Glibc
public import TypesetBoxes

extension Renderer {
  /// Writes pages as one PDF file.
  ///
  /// Cairo draws the pages; what it can't write (tags, metadata, standards, attached files) goes into its file afterwards.
  ///
  /// - Parameter sink: Gets the file in pieces, in order; what it throws comes back as `DrawingError.sink`.
  public func pdf(
    _ pages: some Sequence<Page>, info: DocumentInfo = DocumentInfo(), options: PDFOptions = PDFOptions(),
    to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws(DrawingError) {
    let drawing = try PDFDrawing(structure: options.structure, faces: FaceBridge(fonts), pictures: PictureInk(pictures))
    for page in pages { drawing.add(page) }
    let file = try drawing.finish()
    try unsafe PDFDocument(file, drawing: drawing.findings, info: info, options: options).write(to: Sink(to: sink))
  }
}

/// What was found on the pages while they were drawn.
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

  var contents: [MarkedContent] = []
  var heights: [Length] = []
  var labels: [String] = []
  var links: [Link] = []
  var headings: [Heading] = []
  /// By name; the first place that has it.
  var destinations: [String: (page: Int, x: Length, y: Length)] = [:]
  /// Where pictures stand, by element.
  var figures: [Int32: Rect] = [:]
}

/// Pages drawn by Cairo on a PDF surface, which is kept in memory.
@safe private final class PDFDrawing {
  private let surface: OpaquePointer
  private let painter: Painter
  private let sink: Sink
  private let file: Collected
  private let structure: DocumentStructure?
  /// Of the structure's elements.
  private let roles: [StructureRole]
  private(set) var findings = PDFFindings()

  private final class Collected {
    var bytes: [UInt8] = []
  }

  init(structure: DocumentStructure?, faces: FaceBridge, pictures: PictureInk) throws(DrawingError) {
    self.structure = structure
    roles = structure?.elements.map(\.role) ?? []
    let file = Collected()
    self.file = file
    sink = unsafe Sink { piece in unsafe file.bytes.append(contentsOf: piece) }
    let surface = unsafe cairo_pdf_surface_create_for_stream(
      Sink.callback, Unmanaged.passUnretained(sink).toOpaque(), 595, 842)
    guard let surface = unsafe surface, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      throw .cairo(unsafe cairo_surface_status(surface))
    }
    unsafe self.surface = surface
    painter = unsafe Painter(surface, faces: faces, pictures: pictures, withText: true)
  }

  deinit { unsafe cairo_surface_destroy(surface) }

  func add(_ page: Page) {
    unsafe cairo_pdf_surface_set_size(surface, page.width.points, page.height.points)
    painter.pictures.beginPage()
    var content = OpenContent()
    if page.background != nil { begin(nil, &content) }
    painter.fillPage(page)
    let ink = page.ink
    var element: Int?
    let number = findings.heights.count
    for (index, item) in ink.items.enumerated() {
      switch item {
      case .content(let id): element = structure?.index(of: id)
      case .mark(let mark, let rect): note(ink.marks[Int(mark)], at: rect, onPage: number, element: element)
      case .run, .rule, .stroke, .panel, .picture:
        // Header and footer are decoration, and so are rules but in formulas.
        let isDecoration = page.furniture.map { index >= $0 } ?? false
        begin(isDecoration ? nil : element.flatMap { item.isContent(of: roles[$0]) ? $0 : nil }, &content)
        if case .picture(_, let rect) = item, let element { findings.figures[Int32(element)] = rect }
        painter.draw(item, of: ink)
      }
    }
    end(&content)
    findings.contents.append(content.marked)
    findings.heights.append(page.height)
    findings.labels.append(page.label)
    unsafe cairo_show_page(painter.context)
  }

  /// The file as Cairo writes it.
  func finish() throws(DrawingError) -> [UInt8] {
    unsafe cairo_surface_finish(surface)
    try sink.finish()
    let status = unsafe cairo_status(painter.context)
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status) }
    guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw .cairo(unsafe cairo_surface_status(surface)) }
    return file.bytes
  }

  // MARK: Marked content

  private struct OpenContent {
    var marked = MarkedContent()
    var isOpen = false
    var element: Int?
  }

  /// Sees to it that what is drawn next belongs to an element; nil is decoration.
  private func begin(_ element: Int?, _ content: inout OpenContent) {
    guard structure != nil, !content.isOpen || content.element != element else { return }
    end(&content)
    unsafe cairo_tag_begin(painter.context, MarkedContent.tag, "")
    content.marked.append(element)
    content.isOpen = true
    content.element = element
  }

  private func end(_ content: inout OpenContent) {
    guard content.isOpen else { return }
    unsafe cairo_tag_end(painter.context, MarkedContent.tag)
    content.isOpen = false
  }

  // MARK: Marks

  private func note(_ mark: Mark, at rect: Rect, onPage page: Int, element: Int?) {
    switch mark {
    case .destination(let name): addDestination(name, page, rect)
    case .heading(let level, let title, let destination):
      guard !destination.isEmpty else { return }
      addDestination(destination, page, rect)
      findings.headings.append(PDFFindings.Heading(level: level, title: title, destination: destination))
    case .link, .reference:
      findings.links.append(PDFFindings.Link(page: page, rect: rect, target: mark, element: element))
    case .numbering: break
    }
  }

  private func addDestination(_ name: String, _ page: Int, _ rect: Rect) {
    guard !name.isEmpty, findings.destinations[name] == nil else { return }
    findings.destinations[name] = (page, rect.x, rect.y + rect.height)
  }
}

extension InkItem {
  /// Is it part of an element of this role, rather than decoration?
  fileprivate func isContent(of role: StructureRole?) -> Bool {
    switch self {
    // Outlines are what no reader should find.
    case .run(let run): !run.isOutline || role?.hasGraphics == true
    case .picture: true
    case .rule, .stroke, .panel: role?.hasGraphics == true
    case .mark, .content: false
    }
  }
}
