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
  package var threads = 1
  /// How many changed pages the outcome shows.
  package var viewLimit = 0

  /// The resolution at which pages are compared by their pixels, and the one of views.
  private static let ppi = 96.0

  package init() {}

  package struct Result: Sendable {
    package var outcome: TestOutcome
    /// The changed pages of the second file with the changes outlined, as PNG, by their numbers from 0.
    package var outlined: [(page: Int, png: [UInt8])] = []
  }

  /// - Throws: `ComparisonFailure`, or what drawing throws.
  package func compare(_ old: ComparedFile, _ new: ComparedFile, name: String, outlines: Bool = false) throws -> Result {
    if let a = old.bytes, a == new.bytes { return Result(outcome: TestOutcome(name: name, status: .same)) }
    let isOurs = old.isDocument && new.isDocument
    let (a, b) = (try ComparedPages(old, asPDF: !isOurs), try ComparedPages(new, asPDF: !isOurs))
    var comparison: Comparison
    var note: String?
    if let before = a.record, let after = b.record {
      let hundredths = Int((threshold * 100).rounded())
      comparison =
        isOurs
        ? Comparison(before, after.snapped(to: before, within: hundredths)) : Comparison(foreign: before, after, threshold: hundredths)
      if !isOurs { try addPixels(a, b, to: &comparison) }
    } else {
      comparison = Comparison.ofPictures
      if max(a.pageCount, b.pageCount) > 1 { note = "only the first page of the PDF was compared with the picture" }
      try addPixels(ofPages: [0], a, b, isPicture: true, to: &comparison)
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
  ///
  /// Poppler is started for each page: a quarter of a second of processor time in a file of 450 pages, and never more pages in memory than threads.
  private func addPixels(_ a: ComparedPages, _ b: ComparedPages, to comparison: inout Comparison) throws {
    let changed = Set(comparison.changedPages)
    let pages = (0..<min(a.pageCount, b.pageCount)).filter { !changed.contains($0) }
    try addPixels(ofPages: pages, a, b, isPicture: false, to: &comparison)
  }

  private func addPixels(
    ofPages pages: [Int], _ a: ComparedPages, _ b: ComparedPages, isPicture: Bool, to comparison: inout Comparison
  ) throws {
    let threshold = threshold
    let found = concurrently(pages.count, threads: threads) {
    } work: { _, index -> Swift.Result<[Difference.Region], ComparisonFailure> in
      Self.regions(ofPage: pages[index], a, b, threshold: threshold)
    }
    let regions = try found.flatMap { try $0.get() }
    guard !regions.isEmpty else { return }
    comparison.addDrawing(regions, isPicture: isPicture)
  }

  private static func regions(
    ofPage page: Int, _ a: ComparedPages, _ b: ComparedPages, threshold: Double
  ) -> Swift.Result<[Difference.Region], ComparisonFailure> {
    do {
      let (before, after) = (try a.png(page: page, ppi: ppi), try b.png(page: page, ppi: ppi))
      return .success(try regions(ofPage: page, before, after, width: b.size(ofPage: page).width, threshold: threshold))
    } catch let failure as ComparisonFailure {
      return .failure(failure)
    } catch {
      return .failure(ComparisonFailure(reason: .unreadable, description: "page \(page + 1) cannot be drawn: \(error)"))
    }
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
    let compared = PixelComparison(old, new, threshold: threshold * ppi / 72)
    let all = PixelComparison.Area(x: 0, y: 0, width: new.width, height: new.height)
    let scale = width / Double(max(new.width, 1)) * 100
    func length(_ pixels: Int) -> Int { Int((Double(pixels) * scale).rounded()) }
    return (compared.isSameSize ? compared.areas : [all]).flatMap { area in
      [true, false].map { isOld in
        Difference.Region(
          page: page, x: length(area.x), y: length(area.y), width: length(area.width), height: length(area.height), isOld: isOld)
      }
    }
  }

  // MARK: What is shown

  private func view(_ number: Int, _ a: ComparedPages, _ b: ComparedPages) throws -> PageView {
    var view = PageView(number: number, before: nil, after: nil)
    if number < a.pageCount { view.before = .png(try a.png(page: number, ppi: Self.ppi)) }
    if number < b.pageCount { view.after = .png(try b.png(page: number, ppi: Self.ppi)) }
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
