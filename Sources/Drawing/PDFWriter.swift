internal import CCairo
internal import TypesetBoxes

/// Writes pages as one PDF: text that can be selected, links, outline, metadata; the same bytes for the same pages.
struct PDFWriter {
  let canvas: Canvas
  let pages: [Page]
  let info: DocumentInfo

  /// Places that links can lead to. cairo refuses links that lead nowhere.
  private let destinations: Set<String>

  init(canvas: Canvas, pages: [Page], info: DocumentInfo) {
    self.canvas = canvas
    self.pages = pages
    self.info = info
    var names = Set<String>()
    for page in pages {
      for mark in page.ink.marks {
        switch mark {
        case .destination(let name), .heading(_, _, let name): names.insert(name)
        case .link, .reference: break
        }
      }
    }
    destinations = names
  }

  func write(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    let stream = unsafe OutputStream(sink)
    let first = pages.first ?? Page(width: 595.pt, height: 842.pt)
    let surface = unsafe try stream.surface { write, closure in
      unsafe cairo_pdf_surface_create_for_stream(write, closure, first.width.points, first.height.points)
    }
    unsafe cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
    unsafe setMetadata(of: surface)
    try unsafe stream.finish(surface) { context in
      var defined = Set<String>()
      for page in pages {
        unsafe cairo_pdf_surface_set_size(surface, page.width.points, page.height.points)
        if let color = page.background {
          unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
          unsafe cairo_paint(context)
        }
        unsafe canvas.draw(page.ink, on: context) { mark, rect in
          unsafe add(mark, rect, on: context, defined: &defined)
        }
        unsafe cairo_show_page(context)
      }
      unsafe addOutline(to: surface)
    }
  }

  private func setMetadata(of surface: OpaquePointer) {
    func set(_ key: cairo_pdf_metadata_t, _ text: String?) {
      if let text, !text.isEmpty { unsafe cairo_pdf_surface_set_metadata(surface, key, text) }
    }
    set(CAIRO_PDF_METADATA_TITLE, info.title)
    set(CAIRO_PDF_METADATA_AUTHOR, info.authors.joined(separator: ", "))
    set(CAIRO_PDF_METADATA_SUBJECT, info.subject)
    set(CAIRO_PDF_METADATA_KEYWORDS, info.keywords.joined(separator: ", "))
    set(CAIRO_PDF_METADATA_CREATOR, "mdtypeset")
    // Without a time cairo would take the clock's.
    unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, info.creationTime.map(Self.iso8601))
  }

  /// Seconds since 1970 as `2026-11-20T12:00:00Z`.
  static func iso8601(_ seconds: Int) -> String {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // Days to a date of the Gregorian calendar, counted from 1 March of year 0.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(civilMonth))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  private func add(_ mark: Mark, _ rect: Rect, on context: OpaquePointer, defined: inout Set<String>) {
    let x = rect.x.points
    let y = -rect.y.points - rect.height.points
    switch mark {
    case .destination(let name), .heading(_, _, let name):
      guard defined.insert(name).inserted else { return }
      unsafe tag(CAIRO_TAG_DEST, "name='\(Self.escaped(name))' x=\(x) y=\(y)", on: context)
    case .link(let url):
      guard !url.isEmpty else { return }
      unsafe tag(CAIRO_TAG_LINK, "\(area(rect)) uri='\(Self.escaped(url))'", on: context)
    case .reference(let name):
      guard destinations.contains(name) else { return }
      unsafe tag(CAIRO_TAG_LINK, "\(area(rect)) dest='\(Self.escaped(name))'", on: context)
    }
  }

  private func area(_ rect: Rect) -> String {
    "rect=[\(rect.x.points) \(-rect.y.points - rect.height.points) \(rect.width.points) \(rect.height.points)]"
  }

  private func tag(_ name: String, _ attributes: String, on context: OpaquePointer) {
    unsafe cairo_tag_begin(context, name, attributes)
    unsafe cairo_tag_end(context, name)
  }

  /// For cairo's attribute strings: quotes and backslashes escaped, control characters left out.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars where scalar.value >= 0x20 {
      if scalar == "'" || scalar == "\\" { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }

  /// Headings as bookmarks, each below the last one of a higher level.
  private func addOutline(to surface: OpaquePointer) {
    var parents: [(level: Int, id: Int32)] = []
    for page in pages {
      for mark in page.ink.marks {
        guard case .heading(let level, let title, let name) = mark else { continue }
        while let last = parents.last, last.level >= level { parents.removeLast() }
        let id = unsafe cairo_pdf_surface_add_outline(
          surface, parents.last?.id ?? CAIRO_PDF_OUTLINE_ROOT, title, "dest='\(Self.escaped(name))'",
          parents.isEmpty ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(0))
        parents.append((level, id))
      }
    }
  }
}
