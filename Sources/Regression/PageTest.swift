package import MDTypeset
internal import TypesetChecking
package import TypesetComparing
package import TypesetDiagnostics
internal import TypesetDrawing
internal import TypesetFiles
internal import TypesetPictures
internal import TypesetProvenance
package import TypesetReports

/// The pages of one document against its reference.
package struct PageTest: Sendable {
  /// Which references are written.
  package enum Update: String, Sendable { case all, failed, missing }
  /// Which pages are drawn into files.
  package enum Pictures: String, Sendable { case always, changed, never }

  /// What reports call the document.
  package var name: String
  /// The path of the reference without its extension; its pictures are `…-1.png`.
  package var reference: String
  /// Where pictures of changed pages go, without page and extension.
  package var result: String
  /// Nil compares and writes no reference.
  package var update: Update?
  /// The reference is written where this is the cause of all that changed.
  package var updatedCause: Difference.Cause?
  /// What may differ.
  package var masks: [RecordMask] = []
  /// True if references keep small copies of pictures.
  package var keepsCopies = false
  /// In points: places and sizes may differ by as much.
  package var tolerance = 0.0
  package var pictures = Pictures.changed
  /// How many changed pages the outcome holds, before and after.
  package var viewLimit = 0
  /// True if both pages of a view are in one picture.
  package var pairsViews = false
  /// Where pictures of changed places are written, and where readers find them, both without the end of the name; nil writes no pictures.
  package var crops: (path: String, address: String)?
  /// The command that makes the new pages the reference, as reports show it; empty shows no command.
  package var acceptCommand = ""
  /// What records a missing reference.
  package var recordCommand = "--update=missing"

  /// The resolution of pictures.
  private static let ppi = 96.0
  private static let mostPictures = 20
  /// Of copies of pictures in references: enough to know them by.
  private static let copyPPI = 36.0

  package init(name: String, reference: String, result: String) { (self.name, self.reference, self.result) = (name, reference, result) }

  private var path: String { reference + ".ref" }

  /// Typesets the document and compares it; writes what is asked for.
  ///
  /// - Parameter theme: The name of a theme that replaces the document's.
  /// - Throws: Where a page cannot be drawn or a file cannot be written.
  package func run(_ source: Source, _ typesetter: Typesetter, theme: String? = nil) throws -> TestOutcome {
    let (record, document, checked) = try Self.typeset(source, typesetter, theme: theme)
    let (old, judged) = try judge(record) { record.older(of: checked) }
    var outcome = judged
    if isWritten(outcome) {
      if outcome.status != .same || update == .all {
        var record = record
        if keepsCopies { record.copies = try copies(of: PictureAreas(of: record).areas, on: document) }
        try writeWhole(Array(record.text.utf8), to: path)
        if pictures == .always { _ = try draw(Array(0..<document.pageCount), of: document, at: reference) }
        outcome = TestOutcome(name: name, status: outcome.status == .same ? .same : .recorded)
      }
      return outcome
    }
    if updatedCause != nil, outcome.status == .different {
      outcome.note = "the reference was not written: not all that changed has the cause \(updatedCause?.rawValue ?? "")"
    }
    if old != nil { try compareKeptPictures(document, besides: MaskedRecord(record, by: masks).pages, &outcome) }
    guard let old, let comparison = outcome.comparison, !comparison.isEqual else { return outcome }
    outcome.acceptCommand = acceptCommand
    if pictures != .never {
      let changed = comparison.changedPages.filter { $0 < document.pageCount }
      outcome.pictures = try draw(Array(changed.prefix(Self.mostPictures)), of: document, at: result)
    }
    let shown = comparison.pagesToShow(viewLimit)
    if !shown.isEmpty || crops != nil {
      let formulas = RecordFormulas(fonts: checked.fonts, definitions: checked.traces?.definitions ?? "")
      let drawing = RecordDrawing(old, from: checked) { formulas.set($0, $1, $2, isDisplay: $3, $4) }
      outcome.views = try shown.map { try view($0, old, drawing, document) }
      if let crops {
        var pictures = ChangedPlaces(ppi: Self.ppi)
        outcome.crops = try pictures.write(comparison.differences, crops) { page, isOld in
          isOld ? try before(page, old, drawing).raster : page < document.pageCount ? try document.raster(page: page, ppi: Self.ppi) : nil
        }
      }
    }
    return outcome
  }

  /// The record of a document with the looks of its pages, with dates of 1970, so that they do not change.
  package static func record(
    of source: Source, _ typesetter: Typesetter, theme: String? = nil
  ) throws -> (record: DocumentRecord, document: TypesetDocument) {
    let (record, document, _) = try typeset(source, typesetter, theme: theme)
    return (record, document)
  }

  private static func typeset(
    _ source: Source, _ typesetter: Typesetter, theme: String?
  ) throws -> (DocumentRecord, TypesetDocument, CheckedDocument) {
    let (checked, document) = typesetter.typesetWithReports(source, time: 0, comparesBlocks: true)
    let looks = try document.mapRasters(ppi: PerceptualHash.ppi) { PerceptualHash($0) }
    let record = DocumentRecord(
      of: checked, explained: typesetter.settings(of: source, theme: theme), libraries: SourceManifest.ownLibraries, looks: looks,
      roots: typesetter.options.roots)
    return (record, document, checked)
  }

  /// Pictures as they are on their pages, small enough for a reference.
  private func copies(
    of areas: [UInt32: PictureAreas.Area], on document: TypesetDocument
  ) throws -> [UInt32: [UInt8]] {
    var out: [UInt32: [UInt8]] = [:]
    for (page, found) in Dictionary(grouping: areas, by: \.value.page) where page < document.pageCount {
      let ppi = Self.copyPPI
      let raster = try document.raster(page: page, ppi: ppi)
      for (hash, area) in found {
        let box = (
          x: Int(clamping: area.x * ppi / 72), y: Int(clamping: area.y * ppi / 72), width: Int(clamping: area.width * ppi / 72 + 1),
          height: Int(clamping: area.height * ppi / 72 + 1)
        )
        if let copy = raster.part(x: box.x, y: box.y, width: box.width, height: box.height) {
          out[hash] = SmallPNG.encoded(copy, ppi: ppi)
        }
      }
    }
    return out
  }

  private func isWritten(_ outcome: TestOutcome) -> Bool {
    if let updatedCause, let found = outcome.comparison?.differences, outcome.status == .different {
      return found.allSatisfy { $0.cause == updatedCause }
    }
    return switch update {
    case nil: false
    case .all: true
    case .failed: !outcome.isGood
    case .missing: outcome.status == .missing
    }
  }

  /// The document against its reference.
  ///
  /// - Parameter older: The record as references of older versions have it.
  private func judge(_ record: DocumentRecord, _ older: () -> DocumentRecord) throws -> (old: DocumentRecord?, outcome: TestOutcome) {
    let old: DocumentRecord
    do {
      old = try DocumentRecord(text: String(decoding: try readFile(path, limit: 1 << 30), as: UTF8.self))
    } catch let failure as RecordFailure {
      return (nil, TestOutcome(name: name, status: .failed, problem: "the reference \(path) \(failure)"))
    } catch let error as SystemError {
      guard error.isMissing else {
        return (nil, TestOutcome(name: name, status: .failed, problem: "cannot read the reference \(path): \(error.words)"))
      }
      return (nil, TestOutcome(name: name, status: .missing, problem: "there is no reference yet; record it with \(recordCommand)"))
    }
    let before = MaskedRecord(old, by: masks).record
    let record = MaskedRecord(old.isOlder ? older() : record, by: masks).record.snapped(
      to: before, within: Int(clamping: (tolerance * 100).rounded()))
    let comparison = Comparison(before, record)
    if !comparison.isEqual, let problem = old.fontProblem(in: record) {
      return (old, TestOutcome(name: name, status: .failed, problem: problem))
    }
    var outcome = TestOutcome(name: name, status: comparison.isEqual ? .same : .different)
    outcome.comparison = comparison
    return (old, outcome)
  }

  /// Pages with the same boxes against the pictures that were recorded, where there are any.
  ///
  /// - Parameter masked: Pages with something that may differ.
  private func compareKeptPictures(_ document: TypesetDocument, besides masked: Set<Int>, _ outcome: inout TestOutcome) throws {
    guard var comparison = outcome.comparison, outcome.status != .failed else { return }
    let changed = Set(comparison.changedPages).union(masked)
    var regions: [Difference.Region] = []
    for number in 0..<document.pageCount where !changed.contains(number) {
      guard let kept = try? readFile("\(reference)-\(number + 1).png", limit: 64 << 20) else { continue }
      regions += try FileComparison.regions(
        ofPage: number, kept, try document.png(page: number, ppi: Self.ppi), width: document.size(ofPage: number).width, threshold: 0)
    }
    guard !regions.isEmpty else { return }
    comparison.addDrawing(regions)
    outcome.comparison = comparison
    outcome.status = .different
  }

  /// A page of the reference: the picture that was kept, or one drawn from the record.
  private func before(_ number: Int, _ old: DocumentRecord, _ drawing: RecordDrawing) throws -> (raster: Raster?, isRebuilt: Bool) {
    guard number < old.pageCount else { return (nil, false) }
    if let kept = try? readFile("\(reference)-\(number + 1).png", limit: 64 << 20) { return (ComparedPages.raster(kept), false) }
    guard let page = drawing.page(number) else { return (nil, false) }
    return (try Renderer(fonts: drawing.fonts, pictures: drawing.pictures).raster(page, ppi: Self.ppi), true)
  }

  private func view(
    _ number: Int, _ old: DocumentRecord, _ drawing: RecordDrawing, _ document: TypesetDocument
  ) throws -> PageView {
    let (before, isRebuilt) = try before(number, old, drawing)
    let after = number < document.pageCount ? try document.raster(page: number, ppi: Self.ppi) : nil
    var view = PageView(number: number, before, isRebuilt: isRebuilt, after, ppi: Self.ppi, isPair: pairsViews)
    view.sizeBefore = old.size(ofPage: number) ?? (1, 1)
    if let size = try? document.size(ofPage: number) { view.sizeAfter = (size.width, size.height) }
    return view
  }

  /// Pages as pictures.
  private func draw(_ pages: [Int], of document: TypesetDocument, at base: String) throws -> [String] {
    try pages.map { page in
      let path = "\(base)-\(page + 1).png"
      try writeWhole(try document.png(page: page, ppi: Self.ppi), to: path)
      return path
    }
  }
}

extension Raster {
  /// What is within a rectangle; nil if that is nothing.
  func part(x: Int, y: Int, width: Int, height: Int) -> Raster? {
    let (columns, rows) = ((0..<self.width).clamped(to: x..<max(x, x + width)), (0..<self.height).clamped(to: y..<max(y, y + height)))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    let pixels = rows.flatMap { row in self.pixels[row * self.width + columns.lowerBound..<row * self.width + columns.upperBound] }
    return Raster(width: columns.count, height: rows.count, opaque: pixels)
  }
}
