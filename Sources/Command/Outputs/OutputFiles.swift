internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles

/// Where the pages go, and in which format.
struct Output {
  enum Format: String, CaseIterable {
    case pdf, png, svg, txt, json

    /// For messages.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// True if all pages are one file.
    var isOneFile: Bool { self != .png && self != .svg }
    /// True if a terminal can show it.
    var isText: Bool { self != .png && self != .pdf }
  }

  var path: String
  /// True if `{p}` in the path is a page's number: an option has named it. False for names that are made of an input's.
  var isPattern = true
  /// True if a single page has its number in the name of its file, too.
  var numbersSinglePage = false
  var format: Format
  /// Of PNG pages.
  var ppi = 144.0
  private(set) var ranges: PageRanges?
  /// The folder of `path`, held open, where strangers name the files in it.
  var heldFolder: HeldFolder?
  /// Files that must not be overwritten.
  var inputs: [String] = []

  init(_ arguments: Arguments) throws {
    guard let path = arguments.value("output") else {
      throw Arguments.UsageError(message: "no output", hint: "name the output with -o doc.pdf; - is standard output")
    }
    self.path = path
    ppi = try Self.resolution(arguments.value("ppi"))
    ranges = try PageRanges(arguments)
    if let name = arguments.value("to") {
      format = try Self.format(named: name)
      return
    }
    if path == "-" || path == "/dev/stdout" || path == "/dev/null" {
      format = .pdf
      return
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let suffix = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } ?? "" : ""
    guard let format = Format(rawValue: suffix) else {
      throw Arguments.UsageError(
        message: suffix.isEmpty ? "\(path) has no extension that gives a format" : "unknown format .\(suffix)",
        hint: "use the extension .pdf, .png, .svg, .txt or .json, or choose the format with --to (\(Format.names))")
    }
    self.format = format
  }

  /// An output whose format is given by name.
  init(path: String, format name: String) throws(Arguments.UsageError) {
    (self.path, format) = (path, try Self.format(named: name))
  }

  /// The output of one of several documents.
  init(path: String, isPattern: Bool, format: Format, arguments: Arguments) throws {
    (self.path, self.isPattern, self.format) = (path, isPattern, format)
    ppi = try Self.resolution(arguments.value("ppi"))
    ranges = try PageRanges(arguments)
  }

  static func format(named name: String) throws(Arguments.UsageError) -> Format {
    guard let format = Format(rawValue: name) else {
      throw Arguments.UsageError(
        message: "unknown format \"\(name)\"", hint: "use one of \(Format.names)")
    }
    return format
  }

  /// Problems of a document in this format.
  func faults(of document: TypesetDocument, settings: PDFSettings) -> [Diagnostic] {
    switch format {
    case .pdf: document.faults(for: settings)
    case .png: document.faults(atPPI: ppi, pages: try? ranges?.pages(of: document.pageCount))
    case .svg, .txt, .json: []
    }
  }

  /// Writes the chosen pages.
  func write(_ document: TypesetDocument, arguments: Arguments) throws {
    let numbers = try pages(of: document)
    if path == "-", isatty(STDOUT_FILENO) != 0, !format.isText {
      throw Failure(.outputUnwritable, "standard output is a terminal", hint: "redirect it to a file or a pipe")
    }
    switch format {
    case .pdf where arguments.value("split") != nil: try ChapterFiles(self, document).write(arguments)
    case .pdf:
      let settings = try TypesetVerb.pdfSettings(arguments, for: document)
      try writing(path) {
        unsafe try writeFile(path, in: heldFolder) { write in
          unsafe try document.writePDF(pages: numbers, settings: settings) { try unsafe write($0) }
        }
      }
    case .png:
      try writePages(numbers, of: document, as: .png(ppi: ppi))
    case .svg:
      try writePages(numbers, of: document, as: .svg)
    case .txt, .json:
      let bytes = Array(try text(of: document, pages: numbers).utf8)
      try writing(path) {
        unsafe try writeFile(path, in: heldFolder) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } }
      }
    }
  }

  /// The chosen pages of a document as the text of a format that is text.
  func text(of document: TypesetDocument, pages: [Int]) throws -> String {
    format == .json ? try document.json(pages: pages) : try document.plainText(pages: pages)
  }

  /// Writes a document of one page under exactly the given name.
  func writeSingle(_ document: TypesetDocument, arguments: Arguments) throws {
    try writing(path) {
      switch format {
      case .pdf: unsafe try writeFile(path) { write in unsafe try document.writePDF { try unsafe write($0) } }
      case .png:
        let bytes = try document.png(page: 0, ppi: ppi)
        unsafe try writeFile(path) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } }
      case .svg:
        let bytes = try document.svg(page: 0)
        unsafe try writeFile(path) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } }
      case .txt, .json:
        let bytes = Array(try text(of: document, pages: [0]).utf8)
        unsafe try writeFile(path) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } }
      }
    }
  }

  private func writePages(
    _ numbers: [Int], of document: TypesetDocument, as pageFormat: TypesetDocument.PageFormat
  ) throws {
    if path == "-", numbers.count > 1 {
      throw Failure(
        .usage, "standard output takes one page, the document has \(numbers.count)",
        hint: "choose one with --pages, or name files: -o page-{p}.\(format.rawValue)")
    }
    let (path, heldFolder) = (path, heldFolder)
    let names = Dictionary(uniqueKeysWithValues: numbers.map { ($0, name(ofPage: $0, chosen: numbers.count, of: document.pageCount)) })
    for number in numbers {
      guard let name = names[number], name != "-" else { continue }
      guard document.hasRead(name) || inputs.contains(where: { isSameFile($0, name) }) else { continue }
      throw Failure(
        .usage, "page \(number + 1) would overwrite \(name), which is an input", hint: "give the pages another name with -o")
    }
    let files = NewFileSet()
    do {
      try document.forEachPage(numbers, as: pageFormat) { number, bytes in
        let name = names[number] ?? path
        try writing(name) {
          if let file = try draftFile(name, in: heldFolder, bytes) { try files.add(file) }
        }
      }
    } catch {
      files.discard()
      throw error
    }
    try writing(path) { try files.finish() }
  }

  /// The file of a page, which is counted from 0.
  ///
  /// - Parameters:
  ///   - chosen: How many pages are written.
  ///   - count: How many the document has.
  private func name(ofPage number: Int, chosen: Int, of count: Int) -> String {
    // Several pages of `name.png` are `name-1.png`, …
    let isOnly = chosen == 1 && !numbersSinglePage && !(isPattern && path.contains("{"))
    return path == "-" || isOnly ? path : pageFileName(path, number: number, count: count, isPattern: isPattern)
  }

  /// What may be written, however many pages the document turns out to have.
  var claim: OutputClaim {
    if format.isOneFile { return OutputClaim(file: path) }
    if isPattern, path.contains("{p}") || path.contains("{0p}") { return OutputClaim(pattern: path) }
    return OutputClaim(pagesOf: path)
  }

  /// Writes some pages of a document whose number of pages is not known yet, each into a file with its number: the path has `{p}`.
  func write(_ document: TypesetDocument, only numbers: [Int]) throws {
    if !numbers.isEmpty { try writePages(numbers, of: document, as: format == .svg ? .svg : .png(ppi: ppi)) }
  }

  /// The chosen pages of a document, from 0.
  func pages(of document: TypesetDocument) throws -> [Int] { try Self.pages(ranges, of: document.pageCount) }

  /// The pages of some ranges, from 0, of a document of `count` pages; nil is all.
  static func pages(_ ranges: PageRanges?, of count: Int) throws -> [Int] { try ranges?.pages(of: count) ?? Array(0..<count) }

  /// The files that `write` makes of a document of `count` pages.
  func names(ofPages count: Int) throws -> [String] {
    if format.isOneFile { return [path] }
    let numbers = try Self.pages(ranges, of: count)
    return numbers.map { name(ofPage: $0, chosen: numbers.count, of: count) }
  }

  /// The folder that files are written to, or the device itself.
  var folder: String {
    if path == "-" || path.hasPrefix("/dev/") { return path == "-" ? "/dev/null" : path }
    return Roots.folder(of: path)
  }

  /// The output for which pictures are prepared.
  var pictures: PictureOutput {
    switch format {
    case .pdf, .txt, .json: .pdf
    case .svg: .svg
    case .png: .png(ppi: ppi)
    }
  }

  private static func resolution(_ text: String?) throws(Arguments.UsageError) -> Double {
    guard let text else { return 144 }
    guard let ppi = DocumentNumber.real(text), ppi >= 1, ppi <= 2400 else {
      throw Arguments.UsageError(message: "--ppi expects a number from 1 to 2400, not \"\(text)\"", hint: nil)
    }
    return ppi
  }
}

/// Pages that are asked for by their numbers: `2,5-8,10-`.
struct PageRanges {
  private let text: String
  /// From 1; nil at the end is the last page.
  private var ranges: [(first: Int, last: Int?)] = []

  /// Those of `--pages`; nil where it is not given.
  init?(_ arguments: Arguments) throws(Arguments.UsageError) {
    guard let text = arguments.value("pages") else { return nil }
    self.text = text
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let first = ends[0].isEmpty && ends.count > 1 ? 1 : DocumentNumber.whole(ends[0])
      let isOpen = ends.count > 1 && ends[1].isEmpty
      let last = ends.count == 1 ? first : DocumentNumber.whole(ends[1])
      guard let first, first >= 1, isOpen || last ?? 0 >= first else {
        throw Arguments.UsageError(message: "--pages cannot read \"\(text)\"", hint: "write it as 2,5-8,10-")
      }
      ranges.append((first, isOpen ? nil : last))
    }
  }

  /// Page numbers from 0, of a document of `count` pages.
  func pages(of count: Int) throws -> [Int] {
    var wanted = Set<Int>()
    for (first, last) in ranges where first <= min(last ?? count, count) { wanted.formUnion(first - 1..<min(last ?? count, count)) }
    guard !wanted.isEmpty else { throw Failure(.usage, "no page is in \(text): the document has \(count)") }
    return wanted.sorted()
  }
}

/// Turns errors of writing a file into the program's failure.
func writing(_ path: String, _ body: () throws -> Void) throws {
  do {
    try body()
  } catch let error as SystemError {
    let folder = error.isMissing ? path.lastIndex(of: "/").map { String(path[..<$0]) } : nil
    throw Failure(
      .outputUnwritable, "cannot write \(path == "-" ? "standard output" : path): \(error.words)",
      hint: folder.map { "its folder must exist: mkdir -p \($0)" })
  }
}
