internal import Glibc
internal import Synchronization
internal import TypesetBoxes
public import TypesetDiagnostics
internal import TypesetDrawing
internal import TypesetFonts
internal import TypesetPictures

/// A typeset document: its pages, and what was wrong with its source.
public struct TypesetDocument: Sendable {
  var pages: [Page] = []
  /// What the parts of the pages are to each other.
  var structure = DocumentStructure()
  var info = DocumentInfo()
  /// Where pictures stand that nothing is said of.
  var unnamedPictures: [SourceSpan] = []
  /// The Markdown that a PDF can carry along: the author's, without what it includes.
  var attachment: (name: String, bytes: [UInt8])?
  /// What was typeset, with all files that it includes: the diagnostics' places are places in this.
  public internal(set) var source = Source(name: "", bytes: [])
  /// In document order, each once.
  public internal(set) var diagnostics: [Diagnostic] = []
  let fonts: FontBook
  let pictures: PictureBook
  let threads: Int

  init(fonts: FontBook, pictures: PictureBook, threads: Int) {
    self.fonts = fonts
    self.pictures = pictures
    self.threads = threads
  }

  public var pageCount: Int { pages.count }

  /// Writes a PDF, piece by piece.
  ///
  /// - Parameters:
  ///   - chosen: Page numbers from 0; nil is all.
  ///   - settings: What goes into the file beside its pages.
  ///   - sink: What it throws ends the writing and is thrown on.
  public func writePDF(
    pages chosen: [Int]? = nil, settings: PDFSettings = PDFSettings(), to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let renderer = Renderer(fonts: fonts, pictures: pictures)
    let selected = chosen.map { $0.map { pages[$0] } } ?? pages
    var options = PDFOptions()
    options.structure = settings.isTagged ? structure : nil
    options.standards = settings.standards
    if settings.attachesSource, let attachment {
      options.attachment = PDFOptions.Attachment(name: attachment.name, bytes: attachment.bytes)
    }
    do {
      try unsafe renderer.pdf(selected, info: info, options: options, to: sink)
    } catch let failure {
      if case .sink(let error) = failure { throw error }
      throw failure
    }
  }

  /// One page as a PNG file.
  public func png(page: Int, ppi: Double) throws -> [UInt8] {
    try Renderer(fonts: fonts, pictures: pictures).png(pages[page], ppi: ppi)
  }

  /// One page as an SVG file.
  public func svg(page: Int) throws -> [UInt8] {
    try Renderer(fonts: fonts, pictures: pictures).svg(pages[page])
  }

  /// How a page of pictures is written.
  public enum PageFormat: Sendable {
    case png(ppi: Double)
    case svg
  }

  /// Draws pages side by side and hands each file on, from the thread that drew it.
  public func forEachPage(
    _ numbers: [Int], as format: PageFormat, _ body: @escaping @Sendable (Int, [UInt8]) throws -> Void
  ) throws {
    let failures = Mutex<[any Error]>([])
    let renderer = Renderer(fonts: fonts, pictures: pictures)
    _ = concurrently(numbers.count, threads: threads) {
      renderer
    } work: { renderer, index in
      do {
        let number = numbers[index]
        let bytes =
          switch format {
          case .png(let ppi): try renderer.png(pages[number], ppi: ppi)
          case .svg: try renderer.svg(pages[number])
          }
        try body(number, bytes)
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    if let first = failures.withLock({ $0.first }) { throw first }
  }

  /// Pages as text, one drawing operation a line.
  public func printedPages() -> String {
    pages.map { page in page.printed { fonts.face($0).fileName } }.joined()
  }
}

/// The time that goes into the document: `SOURCE_DATE_EPOCH`, or none.
var environmentTime: Int? {
  guard let text = unsafe getenv("SOURCE_DATE_EPOCH") else { return nil }
  return unsafe Int(String(cString: text))
}
