package import MDTypeset
internal import TypesetBoxes
internal import TypesetComparing
package import TypesetDiagnostics
internal import TypesetDrawing
internal import TypesetFonts
internal import TypesetPictures

/// One of two files that are compared: a document of ours, a PDF of any program, or a picture.
package enum ComparedFile: Sendable {
  case document(Source, Typesetter)
  case pdf(name: String, [UInt8])
  case picture(name: String, [UInt8])

  /// By the first bytes; what is neither PDF nor PNG is Markdown.
  package init(name: String, bytes: [UInt8], source: () throws -> (Source, Typesetter)) rethrows {
    switch PictureKind(recognizing: bytes) {
    case .pdf: self = .pdf(name: name, bytes)
    case .png: self = .picture(name: name, bytes)
    default:
      let (source, typesetter) = try source()
      self = .document(source, typesetter)
    }
  }

  /// Of a file that is read as it is.
  var bytes: [UInt8]? {
    switch self {
    case .document: nil
    case .pdf(_, let bytes), .picture(_, let bytes): bytes
    }
  }

  package var isPDF: Bool { if case .pdf = self { true } else { false } }
  package var isDocument: Bool { if case .document = self { true } else { false } }
  package var isPicture: Bool { if case .picture = self { true } else { false } }
}

/// The pages of a file as they can be compared: drawn, and with a record where text is known.
enum ComparedPages: Sendable {
  case document(TypesetDocument, DocumentRecord)
  case pdf(ForeignPDF)
  case picture([UInt8], Raster)

  /// - Parameter asPDF: A document of ours is read back from its PDF, as the other file is.
  init(_ file: ComparedFile, asPDF: Bool, threads: Int) throws {
    switch file {
    case .document(let source, let typesetter):
      if asPDF {
        var settings = PDFSettings()
        settings.isTagged = false
        self = .pdf(
          try ForeignPDF(
            name: source.files.first?.name ?? "", bytes: try typesetter.typeset(source).pdf(settings: settings), threads: threads))
      } else {
        let (record, document) = try PageTest.record(of: source, typesetter)
        self = .document(document, record)
      }
    case .pdf(let name, let bytes): self = .pdf(try ForeignPDF(name: name, bytes: bytes, threads: threads))
    case .picture(let name, let bytes):
      guard let raster = Self.raster(bytes) else {
        throw ComparisonFailure(reason: .unreadable, description: "cannot read \(name): it is damaged, or not a PNG")
      }
      self = .picture(bytes, raster)
    }
  }

  var record: DocumentRecord? {
    switch self {
    case .document(_, let record): record
    case .pdf(let pdf): pdf.record
    case .picture: nil
    }
  }

  var pageCount: Int {
    switch self {
    case .document(let document, _): document.pageCount
    case .pdf(let pdf): pdf.pageCount
    case .picture: 1
    }
  }

  func png(page: Int, ppi: Double) throws -> [UInt8] {
    switch self {
    case .document(let document, _): try document.png(page: page, ppi: ppi)
    case .pdf(let pdf): try pdf.png(page: page, ppi: ppi)
    case .picture(let bytes, _): bytes
    }
  }

  func raster(page: Int, ppi: Double) throws -> Raster? {
    switch self {
    case .document(let document, _): try document.raster(page: page, ppi: ppi)
    case .pdf(let pdf): Self.raster(try pdf.png(page: page, ppi: ppi))
    case .picture(_, let raster): raster
    }
  }

  /// A page with at most 16 colours, for a report; a picture as it is.
  func smallPNG(page: Int, ppi: Double) throws -> [UInt8] {
    switch self {
    case .document(let document, _): return try document.smallPNG(page: page, ppi: ppi)
    case .pdf(let pdf):
      let png = try pdf.png(page: page, ppi: ppi)
      return Self.raster(png).map { SmallPNG.encoded($0, ppi: ppi) } ?? png
    case .picture(let bytes, _): return bytes
    }
  }

  /// In points; pixels of a picture.
  func size(ofPage page: Int) -> (width: Double, height: Double) {
    switch self {
    case .picture(_, let raster): (Double(raster.width), Double(raster.height))
    default: record?.size(ofPage: page) ?? (1, 1)
    }
  }

  static func raster(_ png: [UInt8]) -> Raster? {
    let book = PictureBook()
    return try? book.raster(of: book.load(bytes: png))
  }
}

extension TypesetDocument {
  /// The pixels of one page; fewer where it would have too many.
  func raster(page: Int, ppi: Double) throws -> Raster {
    var one = self
    one.pages = [pages[page]]
    return try one.mapRasters(ppi: ppi) { $0 }[0]
  }

  /// One page as PNG with at most 16 colours, for a report.
  func smallPNG(page: Int, ppi: Double) throws -> [UInt8] { SmallPNG.encoded(try raster(page: page, ppi: ppi), ppi: ppi) }
}
