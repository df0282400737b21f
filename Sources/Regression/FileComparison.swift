internal import TypesetBoxes
internal import TypesetComparing
internal import TypesetDiagnostics
internal import TypesetDrawing
internal import TypesetFonts
internal import TypesetPictures
package import TypesetReports

/// Two files against each other: `mdtypeset diff`.
package struct FileComparison: Sendable {
  /// In points: shifts below it do not count.
  package var threshold = 0.1
  /// How many pages are compared at once.
  package var threads = 1
  /// How many changed pages the outcome shows.
  package var viewLimit = 0
  /// True if both pages of a view are in one picture.
  package var pairsViews = false

  /// The resolution at which pages are compared by their pixels, and of the views.
  private static let ppi = 96.0

  package init() {}

  /// What a comparison found.
  package struct Result: Sendable {
    package var outcome: TestOutcome
    /// The changed pages of the second file with the changes outlined, as PNG, by their numbers from 0.
    package var outlined: [(page: Int, png: [UInt8])] = []
  }

  /// - Throws: `ComparisonFailure`, or what drawing throws.
  package func compare(_ old: ComparedFile, _ new: ComparedFile, name: String, outlines: Bool = false) throws -> Result {
    if let a = old.bytes, a == new.bytes { return Result(outcome: TestOutcome(name: name, status: .same)) }
    let isOurs = old.isDocument && new.isDocument
    let (a, b) = (
      try ComparedPages(old, asPDF: !isOurs, threads: threads), try ComparedPages(new, asPDF: !isOurs, threads: threads)
    )
    var comparison: Comparison
    var note: String?
    if let before = a.record, let after = b.record {
      let hundredths = Int(clamping: (threshold * 100).rounded())
      comparison =
        isOurs
        ? Comparison(before, after.snapped(to: before, within: hundredths)) : Comparison(foreign: before, after, threshold: hundredths)
      if !isOurs { try addPixels(a, b, to: &comparison) }
    } else {
      comparison = Comparison.ofPictures
      if max(a.pageCount, b.pageCount) > 1 { note = "only the first page of the PDF was compared with the picture" }
      try addPixels(ofFirstPages: a, b, to: &comparison)
    }
    var outcome = TestOutcome(name: name, status: comparison.isEqual ? .same : .different)
    outcome.comparison = comparison
    outcome.note = note
    if !comparison.isEqual { outcome.views = try comparison.pagesToShow(viewLimit).map { try view($0, a, b) } }
    var result = Result(outcome: outcome)
    if outlines {
      for page in comparison.changedPages.prefix(50) where page < b.pageCount {
        result.outlined.append((page, try outlined(page, b, comparison)))
      }
    }
    return result
  }

  // MARK: Pixels

  /// What text and boxes do not know: pictures, rules, colours. Pages whose text has changed are left out.
  private func addPixels(_ a: ComparedPages, _ b: ComparedPages, to comparison: inout Comparison) throws {
    guard case .pdf(let old) = a, case .pdf(let new) = b else { return }
    let changed = Set(comparison.changedPages)
    let pages = (0..<min(a.pageCount, b.pageCount)).filter { !changed.contains($0) }
    let ranges = ranges(of: pages, old, new)
    let threshold = threshold
    let found = concurrently(ranges.count, threads: threads) {
    } work: { _, index -> Swift.Result<[Difference.Region], ComparisonFailure> in
      Swift.Result { () throws(ComparisonFailure) in try Self.regions(of: ranges[index], old, new, threshold: threshold) }
    }
    let regions = try found.flatMap { try $0.get() }
    guard !regions.isEmpty else { return }
    comparison.addDrawing(regions)
  }

  /// Drawings that are in memory at the same time.
  private static let mostBytes = 256 << 20
  private static let mostPagesOfRange = 24

  /// Pages without gaps between them, so many that a process has enough to do and their drawings fit into memory.
  private func ranges(of pages: [Int], _ a: ForeignPDF, _ b: ForeignPDF) -> [ClosedRange<Int>] {
    let most = Self.mostBytes / max(1, threads)
    var out: [ClosedRange<Int>] = []
    var bytes = 0
    for page in pages {
      let own = a.bytes(ofPage: page, ppi: Self.ppi) + b.bytes(ofPage: page, ppi: Self.ppi)
      if let last = out.last, last.upperBound == page - 1, last.count < Self.mostPagesOfRange, bytes + own <= most {
        out[out.count - 1] = last.lowerBound...page
        bytes += own
      } else {
        out.append(page...page)
        bytes = own
      }
    }
    return out
  }

  private static func regions(
    of pages: ClosedRange<Int>, _ a: ForeignPDF, _ b: ForeignPDF, threshold: Double
  ) throws(ComparisonFailure) -> [Difference.Region] {
    let (before, after) = (try a.drawings(of: pages, ppi: ppi), try b.drawings(of: pages, ppi: ppi))
    var out: [Difference.Region] = []
    for ((page, old), new) in zip(zip(pages, before), after) where old != new {
      out += regions(ofPage: page, old.raster, new.raster, width: b.record.size(ofPage: page)?.width ?? 1, threshold: threshold)
    }
    return out
  }

  /// A picture against another one, or the first page of a PDF.
  private func addPixels(ofFirstPages a: ComparedPages, _ b: ComparedPages, to comparison: inout Comparison) throws {
    let (before, after) = (try a.png(page: 0, ppi: Self.ppi), try b.png(page: 0, ppi: Self.ppi))
    let regions = try Self.regions(ofPage: 0, before, after, width: b.size(ofPage: 0).width, threshold: threshold)
    if !regions.isEmpty { comparison.addDrawing(regions, isPicture: true) }
  }

  /// Where two pictures of a page differ, on both of them.
  ///
  /// - Parameters:
  ///   - width: Of the page, in points.
  ///   - threshold: In points.
  static func regions(
    ofPage page: Int, _ before: [UInt8], _ after: [UInt8], width: Double, threshold: Double
  ) throws(ComparisonFailure) -> [Difference.Region] {
    guard before != after else { return [] }
    guard let old = ComparedPages.raster(before), let new = ComparedPages.raster(after) else {
      throw ComparisonFailure(reason: .unreadable, description: "the picture of page \(page + 1) is damaged")
    }
    return regions(ofPage: page, old, new, width: width, threshold: threshold)
  }

  private static func regions(ofPage page: Int, _ old: Raster, _ new: Raster, width: Double, threshold: Double) -> [Difference.Region] {
    let compared = PixelComparison(old, new, threshold: threshold * ppi / 72)
    let all = PixelComparison.Area(x: 0, y: 0, width: new.width, height: new.height)
    let scale = width / Double(max(new.width, 1)) * 100
    func length(_ pixels: Int) -> Int { Int(clamping: (Double(pixels) * scale).rounded()) }
    return (compared.isSameSize ? compared.areas : [all]).flatMap { area in
      [true, false].map { isOld in
        Difference.Region(
          page: page, x: length(area.x), y: length(area.y), width: length(area.width), height: length(area.height), isOld: isOld)
      }
    }
  }

  // MARK: What is shown

  private func view(_ number: Int, _ a: ComparedPages, _ b: ComparedPages) throws -> PageView {
    var view: PageView
    if pairsViews {
      view = PageView(
        number: number, number < a.pageCount ? try a.raster(page: number, ppi: Self.ppi) : nil, isRebuilt: false,
        number < b.pageCount ? try b.raster(page: number, ppi: Self.ppi) : nil, ppi: Self.ppi, isPair: true)
    } else {
      view = PageView(number: number, before: nil, after: nil)
      if number < a.pageCount { view.before = .png(try a.smallPNG(page: number, ppi: Self.ppi)) }
      if number < b.pageCount { view.after = .png(try b.smallPNG(page: number, ppi: Self.ppi)) }
    }
    (view.sizeBefore, view.sizeAfter) = (a.size(ofPage: number), b.size(ofPage: number))
    return view
  }

  /// A page with frames around what changed: red where the first file has something else, blue where the second has.
  private func outlined(_ number: Int, _ pages: ComparedPages, _ comparison: Comparison) throws -> [UInt8] {
    let book = PictureBook()
    let size = pages.size(ofPage: number)
    let picture = try book.load(bytes: try pages.png(page: number, ppi: Self.ppi))
    var page = Page(width: size.width.pt, height: size.height.pt)
    page.ink.items = [.picture(picture, Rect(x: .zero, y: -size.height.pt, width: size.width.pt, height: size.height.pt))]
    for region in comparison.differences.flatMap(\.allRegions) where region.page == number {
      let (x, y) = (Double(region.x) / 100 - 1.5, Double(region.y) / 100 - 1.5)
      let (width, height) = (Double(region.width) / 100 + 3, Double(region.height) / 100 + 3)
      let color = region.isOld ? Color(red: 229, green: 0, blue: 77) : Color(red: 0, green: 110, blue: 200)
      let rect = Rect(x: x.pt, y: (-y - height).pt, width: width.pt, height: height.pt)
      page.ink.items.append(.panel(Panel(rect: rect, fill: nil, border: color, borderWidth: 1.5.pt)))
    }
    // Pixels of a picture are points of its page.
    let isPicture = if case .picture = pages { true } else { false }
    return try Renderer(fonts: FontBook(), pictures: book).png(page, ppi: isPicture ? 72 : Self.ppi)
  }
}
