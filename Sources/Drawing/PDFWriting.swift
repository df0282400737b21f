internal import CCairo
public import TypesetBoxes

extension Renderer {
  /// Writes pages as one PDF file, one after the other, so that no more than a page is held.
  ///
  /// - Parameter sink: Gets the file in pieces, in order; what it throws comes back as `DrawingError.sink`.
  public func pdf(
    _ pages: some Sequence<Page>, info: DocumentInfo = DocumentInfo(),
    to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws(DrawingError) {
    let output = unsafe Sink(rewriting: PDFOutput.rewrites(for: info), to: sink)
    let pdf = try PDFOutput(output, info: info, faces: FaceBridge(fonts), pictures: PictureInk(pictures))
    for page in pages {
      pdf.add(page)
      if let error = output.error { throw .sink(error) }
    }
    let status = pdf.finish()
    try output.finish()
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status) }
  }
}

/// One PDF file while it is written.
@safe private final class PDFOutput {
  private let surface: OpaquePointer
  private let painter: Painter
  private let sink: Sink
  /// The last entry of the outline at each level, by level.
  private var parents: [(level: Int, entry: Int32)] = []
  private var destinations: Set<String> = []

  /// Cairo writes the clock where no date is set. This date stands for none, and the sink blanks it out.
  private static let noDate = "1970-01-01T00:00:00Z"

  static func rewrites(for info: DocumentInfo) -> [Sink.Rewrite] {
    // Every PDF 1.5 file is one of 1.7 (ISO 32000-1).
    var out = [Sink.Rewrite("%PDF-1.5\n", "%PDF-1.7\n")]
    if info.creationTime == nil {
      let entry = "   /CreationDate (19700101000000Z)"
      out.append(Sink.Rewrite(entry, String(repeating: " ", count: entry.utf8.count)))
    } else {
      // Cairo 1.16 forgets the `D:` that a date begins with (ISO 32000-1, 7.9.4).
      out.append(Sink.Rewrite("   /CreationDate (", " /CreationDate (D:"))
    }
    return out
  }

  init(_ sink: Sink, info: DocumentInfo, faces: FaceBridge, pictures: PictureInk) throws(DrawingError) {
    self.sink = sink
    let surface = unsafe cairo_pdf_surface_create_for_stream(
      Sink.callback, Unmanaged.passUnretained(sink).toOpaque(), 595, 842)
    guard let surface = unsafe surface, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      throw .cairo(unsafe cairo_surface_status(surface))
    }
    unsafe self.surface = surface
    painter = unsafe Painter(surface, faces: faces, pictures: pictures, withText: true)
    set(CAIRO_PDF_METADATA_TITLE, info.title)
    set(CAIRO_PDF_METADATA_AUTHOR, info.authors.isEmpty ? nil : info.authors.joined(separator: ", "))
    set(CAIRO_PDF_METADATA_SUBJECT, info.subject)
    set(CAIRO_PDF_METADATA_KEYWORDS, info.keywords.isEmpty ? nil : info.keywords.joined(separator: ", "))
    set(CAIRO_PDF_METADATA_CREATOR, "mdtypeset")
    set(CAIRO_PDF_METADATA_CREATE_DATE, info.creationTime.map(isoDate) ?? Self.noDate)
  }

  deinit { unsafe cairo_surface_destroy(surface) }

  private func set(_ key: cairo_pdf_metadata_t, _ value: String?) {
    guard let value else { return }
    unsafe cairo_pdf_surface_set_metadata(surface, key, value.filter { $0 != "\0" })
  }

  func add(_ page: Page) {
    unsafe cairo_pdf_surface_set_size(surface, page.width.points, page.height.points)
    painter.pictures.beginPage()
    painter.fillPage(page)
    // Without an element around them Cairo 1.16 lists links in a structure tree that it then leaves out, and the file has
    // references to objects that are not there.
    unsafe cairo_tag_begin(painter.context, "Sect", "")
    painter.draw(page.ink)
    for item in page.ink.items {
      guard case .mark(let index, let rect) = item else { continue }
      place(page.ink.marks[Int(index)], at: rect)
    }
    unsafe cairo_tag_end(painter.context, "Sect")
    unsafe cairo_show_page(painter.context)
  }

  func finish() -> cairo_status_t {
    unsafe cairo_surface_finish(surface)
    let status = unsafe cairo_status(painter.context)
    return status == CAIRO_STATUS_SUCCESS ? unsafe cairo_surface_status(surface) : status
  }

  private func place(_ mark: Mark, at rect: Rect) {
    let (x, y) = (rect.x.points, -(rect.y + rect.height).points)
    let area = "rect=[\(decimal(x)) \(decimal(y)) \(decimal(rect.width.points)) \(decimal(rect.height.points))]"
    switch mark {
    case .destination(let name): addDestination(name, x: x, y: y)
    case .heading(let level, let title, let destination):
      // An entry that leads nowhere ends cairo with an assertion.
      guard !destination.isEmpty else { return }
      addDestination(destination, x: x, y: y)
      parents.removeAll { $0.level >= level }
      let entry = unsafe cairo_pdf_surface_add_outline(
        surface, parents.last?.entry ?? 0, cleaned(title), "dest=\(quoted(destination))",
        parents.isEmpty ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(rawValue: 0))
      parents.append((level, entry))
    case .link(let url): tag("\(area) uri=\(quoted(url))")
    case .reference(let destination): tag("\(area) dest=\(quoted(destination))")
    case .numbering: break
    }
  }

  private func tag(_ attributes: String) {
    unsafe cairo_tag_begin(painter.context, CAIRO_TAG_LINK, attributes)
    unsafe cairo_tag_end(painter.context, CAIRO_TAG_LINK)
  }

  private func addDestination(_ name: String, x: Double, y: Double) {
    guard !name.isEmpty, destinations.insert(name).inserted else { return }
    let attributes = "name=\(quoted(name)) x=\(decimal(x)) y=\(decimal(y))"
    unsafe cairo_tag_begin(painter.context, CAIRO_TAG_DEST, attributes)
    unsafe cairo_tag_end(painter.context, CAIRO_TAG_DEST)
  }
}

/// A text without NUL and without noncharacters, which Cairo calls invalid.
private func cleaned(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars
  where scalar != "\0" && !(0xFDD0...0xFDEF).contains(scalar.value) && scalar.value & 0xFFFE != 0xFFFE {
    out.unicodeScalars.append(scalar)
  }
  return out
}

/// A string of Cairo's tag attributes.
private func quoted(_ text: String) -> String {
  var out = "'"
  for character in cleaned(text).unicodeScalars {
    if character == "'" || character == "\\" { out += "\\" }
    out.unicodeScalars.append(character)
  }
  return out + "'"
}

/// A number of at most three decimals, never in powers of ten, which Cairo's parser does not know.
private func decimal(_ value: Double) -> String {
  let thousandths = Int((min(max(value, -1e9), 1e9) * 1000).rounded())
  let fraction = String(Int(thousandths.magnitude % 1000) + 1000).dropFirst()
  return (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1000).\(fraction)"
}

/// ISO 8601 of seconds since 1970, in UTC.
private func isoDate(_ seconds: Int) -> String {
  let bounded = min(max(seconds, 0), 253_402_300_799)
  var days = bounded / 86_400
  let rest = bounded % 86_400
  var year = 1970
  func length(_ year: Int) -> Int { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
  while days >= length(year) {
    days -= length(year)
    year += 1
  }
  var month = 0
  let months = [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  while days >= months[month] {
    days -= months[month]
    month += 1
  }
  func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
  let time = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
  let padded = String(String(year + 10_000).dropFirst())
  return "\(padded)-\(two(month + 1))-\(two(days + 1))T\(time)Z"
}
