internal import Synchronization
package import TypesetBoxes
public import TypesetDiagnostics
internal import TypesetDrawing
package import TypesetFiles
package import TypesetFonts
package import TypesetInterface
package import TypesetJSON
package import TypesetPictures
package import TypesetProvenance
package import TypesetSettings
package import TypesetStyling

/// A typeset document: its pages, and the problems of its source.
public struct TypesetDocument: Sendable {
  package var pages: [Page] = []  // In order; nothing is left to decide.
  /// The list of each block, where the text is still growing.
  package var lists: [VList] = []
  /// Pages that look as one did in the last document with the same `SharedWork`, and which that was.
  package var reusedPages: [Int: Int] = [:]
  /// The structure of the document, for tags.
  package var structure = DocumentStructure()
  package var info = DocumentInfo()  // The metadata, for files and comparisons.
  /// The front matter, as `json` has it.
  package var matter: JSON?
  /// The date as the front matter has it.
  package var date: String?
  /// What the document asks of its PDF.
  package var wishes = FileWishes()
  /// What clients have collected, and where.
  package var collection = CollectedEvents()
  package var collectedPlaces: [Int: CollectedPlace] = [:]  // The places of collected parts, by the numbers in `collection`.
  /// Where each block begins in the source.
  package var blockStarts: [Int32: Int] = [:]
  /// The blocks of the document itself, in order.
  package var blocks: [TopBlock] = []
  /// What another state of the document is compared by.
  package var traces: BlockTraces?
  package var fragmentSource: FragmentSource?  // What HTML is written from; nil if HTML is not wanted.
  /// Where pictures without alternative text are.
  package var unnamedPictures: [SourceSpan] = []
  /// What a PDF can carry along.
  package var sources = DocumentSources()
  /// What was typeset, with all included files: the positions of diagnostics refer to this.
  public package(set) var source = Source(name: "", bytes: [])
  /// In document order, each once.
  public package(set) var diagnostics: [Diagnostic] = []
  /// The compressed pages that are kept between runs.
  package var kept: KeptPieces?
  package let fonts: FontBook
  package let pictures: PictureBook
  let threads: Int
  package let files: FileAccess
  private let pagePixels: Int
  private let documentPixels: Int

  package init(fonts: FontBook, pictures: PictureBook, files: FileAccess = .none, budget: Budget = Budget(), threads: Int) {
    self.files = files
    (pagePixels, documentPixels) = (budget.pagePixels, budget.documentPixels)
    self.fonts = fonts
    self.pictures = pictures
    self.threads = threads
  }

  /// The number of pages: at least one.
  public var pageCount: Int { pages.count }

  /// True if the file at a path is a picture, a font or another file that the document depends on.
  public func hasRead(_ path: String) -> Bool { files.hasRead(path) }

  /// Writes a PDF, piece by piece.
  ///
  /// - Parameters:
  ///   - chosen: Page numbers from 0; nil is all.
  ///   - settings: What the file contains besides its pages.
  ///   - sink: Receives the bytes; if it throws, writing ends and the error is rethrown.
  public func writePDF(
    pages chosen: [Int]? = nil, settings: PDFSettings = PDFSettings(), to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try unsafe writePDF(pages: chosen, settings: settings, part: nil, to: sink)
  }

  /// - Parameter part: Which part of a divided document the pages are; nil for all of it.
  package func writePDF(
    pages chosen: [Int]?, settings: PDFSettings, part: DocumentPart?, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let renderer = Renderer(fonts: fonts, pictures: pictures)
    let selected = try chosen.map { try $0.map { try page($0) } } ?? pages
    var options = PDFOptions()
    // A part's file takes time as it is long, not as the whole is.
    options.structure = settings.isTagged ? part == nil ? structure : structure.part(of: selected.blocks) : nil
    options.standards = settings.standards
    options.copiesLaTeX = settings.copiesLaTeX ?? wishes.copiesLaTeX
    (options.threads, options.kept, options.hasForms) = (threads, kept, settings.hasForms || wishes.hasForms)
    options.siblings = part?.siblings ?? [:]
    var info = titledInfo
    info.title = part?.title ?? info.title
    if settings.attachesSource {
      options.attachments = sources.attachments(ofPages: selected, readings: files.readings, pictures: pictures, fonts: fonts)
    }
    options.attachments += sources.code(besides: options.attachments)
    do {
      try unsafe renderer.pdf(selected, info: info, options: options, to: sink)
    } catch let failure {
      if case .sink(let error) = failure { throw error }
      throw failure
    }
  }

  /// The resolution at which a page is within the limits of pixels, and within Cairo's of 32,767 in a row.
  ///
  /// - Parameter count: Of pages that are drawn: each has an equal share of the document's pixels.
  func usable(_ ppi: Double, for page: Page, among count: Int = 1) -> Double {
    let (width, height) = (max(page.width.points, 0.01) / 72, max(page.height.points, 0.01) / 72)
    let wanted = ppi.isNaN ? 144 : max(ppi, 1)
    return min(wanted, (Double(pixels(among: count)) / (width * height)).squareRoot(), 32_000 / max(width, height))
  }

  /// What a page may have where several are drawn.
  ///
  /// A page takes its part of the document's pixels by being one, and never more than half of it.
  private func pixels(among count: Int) -> Int {
    let share = documentPixels / max(1, count)
    return min(pagePixels, max(share - Budget.pixelsOfPage, share / 2))
  }

  /// Reports pages that are drawn at a lower resolution than `ppi`, since they would have too many pixels.
  ///
  /// - Parameter chosen: Page numbers from 0; nil is all.
  public func faults(atPPI ppi: Double, pages chosen: [Int]? = nil) -> [Diagnostic] {
    let numbers = (chosen ?? Array(pages.indices)).filter(pages.indices.contains)
    let limit = pixels(among: numbers.count)
    let most = limit < 1_000_000 ? "\(limit) pixels" : "\(limit / 1_000_000) million pixels"
    return numbers.compactMap { number in
      let found = usable(ppi, for: pages[number], among: numbers.count)
      guard found < ppi else { return nil }
      return Diagnostic(
        .warning, "limit.page-pixels", at: nil,
        "page \(number + 1) is drawn at \(Int(clamping: found)) pixels per inch instead of \(Int(clamping: ppi)): it would have more than "
          + most, hint: "choose a smaller --ppi or paper, or fewer pages",
        gathered: Diagnostic.Gathered(
          opening: "drawn at a lower resolution, having more than \(most): ", items: ["page \(number + 1)"]))
    }
  }

  /// One page as a PNG file.
  ///
  /// - Parameters:
  ///   - index: From 0.
  ///   - ppi: Pixels per inch; fewer where the page would have too many pixels.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func png(page index: Int, ppi: Double = 144) throws -> [UInt8] {
    let page = try page(index)
    return try Renderer(fonts: fonts, pictures: pictures).png(page, ppi: usable(ppi, for: page))
  }

  /// What a function makes of the pixels of each page, in order; the pages are drawn in parallel.
  package func mapRasters<Result: Sendable>(ppi: Double, _ body: @escaping @Sendable (Raster) -> Result) throws -> [Result] {
    let renderer = Renderer(fonts: fonts, pictures: pictures)
    let results = concurrently(pages.count, threads: threads) {
      renderer
    } work: { renderer, index -> Swift.Result<Result, DrawingError> in
      do throws(DrawingError) {
        return .success(body(try renderer.raster(pages[index], ppi: usable(ppi, for: pages[index]))))
      } catch {
        return .failure(error)
      }
    }
    return try results.map { try $0.get() }
  }

  /// One page as an SVG file.
  ///
  /// - Parameter index: From 0.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func svg(page index: Int) throws -> [UInt8] {
    let page = try page(index)
    return try Renderer(fonts: fonts, pictures: pictures).svg(page, saying: SVGDescription(of: self))
  }

  /// The format of single pages.
  public enum PageFormat: Sendable {
    case png(ppi: Double)
    case svg
  }

  /// Draws pages in parallel and passes on each file, on the thread that drew it.
  public func forEachPage(
    _ numbers: [Int], as format: PageFormat, _ body: @escaping @Sendable (Int, [UInt8]) throws -> Void
  ) throws {
    let failures = Mutex<[any Error]>([])
    let renderer = Renderer(fonts: fonts, pictures: pictures)
    let description = if case .svg = format { SVGDescription(of: self) } else { nil as SVGDescription? }
    _ = concurrently(numbers.count, threads: threads) {
      renderer
    } work: { renderer, index in
      do {
        let number = numbers[index]
        let bytes =
          switch format {
          case .png(let ppi): try renderer.png(try page(number), ppi: usable(ppi, for: try page(number), among: numbers.count))
          case .svg: try renderer.svg(try page(number), saying: description)
          }
        try body(number, bytes)
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    if let first = failures.withLock({ $0.first }) { throw first }
  }

  /// Pages as text, one drawing operation a line.
  package func printedPages() -> String {
    pages.map { page in page.printed { fonts.face($0).fileName } }.joined()
  }
}

extension SVGDescription {
  /// What pages of a document say; nil for single formulas, which say their words in their root element.
  fileprivate init?(of document: TypesetDocument) {
    guard document.pages.first?.baseline == nil else { return nil }
    self.init(document.structure)
    // The first page alone is known where the text is still growing.
    (title, language) = (document.info.title ?? document.pages.first?.firstHeading, document.info.language)
    (copiesLaTeX, hasFonts) = (document.wishes.copiesLaTeX, document.wishes.hasSVGFonts)
  }
}
