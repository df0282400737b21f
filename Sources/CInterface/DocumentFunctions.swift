public import CInterface
internal import MDTypeset

/// A typeset document or formula, with the strings of its diagnostics.
struct Typeset: Sendable {
  var document: TypesetDocument
  /// The formula that it is; nil for a document of Markdown.
  var formula: TypesetFormula?
  /// Where each diagnostic is; nil for a diagnostic without a place.
  private var positions: [Source.Position?]
  /// Code, message, hint and file of one diagnostic after the other.
  private var strings: CStrings

  init(_ document: TypesetDocument, formula: TypesetFormula? = nil) {
    (self.document, self.formula) = (document, formula)
    positions = document.diagnostics.map { diagnostic in
      diagnostic.elsewhere?.position ?? diagnostic.span.map { document.source.position(of: Int($0.start)) }
    }
    strings = CStrings(
      zip(document.diagnostics, positions).flatMap { [$0.code, $0.message, $0.hint, $1?.file] })
  }

  /// One diagnostic as C sees it.
  func diagnostic(_ index: Int) -> mdt_diagnostic {
    let (diagnostic, position) = (document.diagnostics[index], positions[index])
    let severity = diagnostic.severity == .note ? MDT_NOTE : diagnostic.severity == .warning ? MDT_WARNING : MDT_ERROR
    return unsafe mdt_diagnostic(
      severity: severity, code: strings[index * 4], message: strings[index * 4 + 1], hint: strings[index * 4 + 2],
      file: strings[index * 4 + 3], line: position?.line ?? 0, column: position?.column ?? 0, start: Int(diagnostic.span?.start ?? 0),
      end: Int(diagnostic.span?.end ?? 0))
  }
}

/// The document behind a pointer.
func typeset(_ pointer: OpaquePointer?) -> Typeset? { unsafe Handle<Typeset>.value(of: pointer) }

/// The bytes that are made of a document; an error without a document.
private func made(_ pointer: OpaquePointer?, _ make: (TypesetDocument) throws -> [UInt8]) -> mdt_bytes {
  guard let document = unsafe typeset(pointer)?.document else { return unsafe mdt_bytes.failed("there is no document") }
  return unsafe mdt_bytes.made { try make(document) }
}

private let version = CStrings([MDTypeset.version])

@_cdecl("mdt_version") public func versionString() -> UnsafePointer<CChar>? { unsafe version[0] }

@_cdecl("mdt_interface") public func interfaceVersion() -> CInt { MDT_INTERFACE }

@_cdecl("mdt_typeset") public func typesetMarkdown(
  _ markdown: UnsafePointer<CChar>?, _ size: Int, _ options: OpaquePointer?
) -> OpaquePointer {
  let options = unsafe Handle<SharedOptions>.value(of: options)?.value ?? DocumentOptions()
  return unsafe Handle.pointer(to: Typeset(options.typeset(bytes(markdown, size))))
}

@_cdecl("mdt_document_free") public func freeDocument(_ document: OpaquePointer?) { unsafe Handle<Typeset>.free(document) }

@_cdecl("mdt_document_pages") public func pageCount(_ document: OpaquePointer?) -> Int { unsafe typeset(document)?.document.pageCount ?? 0 }

@_cdecl("mdt_document_page_size") public func pageSize(
  _ document: OpaquePointer?, _ page: Int, _ width: UnsafeMutablePointer<Double>?, _ height: UnsafeMutablePointer<Double>?
) -> CInt {
  guard let size = unsafe try? typeset(document)?.document.size(ofPage: page) else { return 0 }
  unsafe width?.pointee = size.width
  unsafe height?.pointee = size.height
  return 1
}

@_cdecl("mdt_document_pdf") public func pdf(_ document: OpaquePointer?, _ standards: UnsafePointer<CChar>?) -> mdt_bytes {
  var settings = PDFSettings()
  for name in unsafe string(standards).filter({ $0 != " " }).split(separator: ",").map(String.init) {
    guard settings.follow(name) else {
      return unsafe mdt_bytes.failed("there is no standard \(name): choose from \(PDFSettings.standardNames.joined(separator: ", "))")
    }
  }
  if let contradiction = settings.contradiction { return unsafe mdt_bytes.failed("\(contradiction.message): \(contradiction.hint)") }
  return unsafe made(document) { try $0.pdf(settings: settings) }
}

@_cdecl("mdt_document_png") public func png(_ document: OpaquePointer?, _ page: Int, _ ppi: Double) -> mdt_bytes {
  unsafe made(document) { try $0.png(page: page, ppi: ppi) }
}

@_cdecl("mdt_document_svg") public func svg(_ document: OpaquePointer?, _ page: Int) -> mdt_bytes {
  // A formula's has its words and its MathML with it.
  if page == 0, let formula = unsafe typeset(document)?.formula { return unsafe mdt_bytes.made { try formula.svg() } }
  return unsafe made(document) { try $0.svg(page: page) }
}

@_cdecl("mdt_document_text") public func text(_ document: OpaquePointer?) -> mdt_bytes {
  unsafe made(document) { Array(try $0.plainText().utf8) }
}

@_cdecl("mdt_document_json") public func json(_ document: OpaquePointer?) -> mdt_bytes {
  unsafe made(document) { Array(try $0.json().utf8) }
}

@_cdecl("mdt_document_diagnostics") public func diagnosticCount(_ document: OpaquePointer?) -> Int {
  unsafe typeset(document)?.document.diagnostics.count ?? 0
}

@_cdecl("mdt_document_diagnostic") public func diagnostic(
  _ document: OpaquePointer?, _ index: Int, _ diagnostic: UnsafeMutablePointer<mdt_diagnostic>?
) -> CInt {
  guard let found = unsafe typeset(document), found.document.diagnostics.indices.contains(index) else { return 0 }
  unsafe diagnostic?.pointee = found.diagnostic(index)
  return 1
}
