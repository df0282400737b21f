internal import MDTypeset
internal import TypesetFiles
internal import TypesetOutput

/// `--split chapter`: a PDF for each chapter, with links between the files.
struct ChapterFiles {
  private let output: Output
  private let document: TypesetDocument
  private var parts: [DocumentPart]
  /// The names of the files, in order.
  private(set) var paths: [String]

  init(_ output: Output, _ document: TypesetDocument) throws {
    guard output.path != "-" else { throw Failure(.usage, "--split writes several files", hint: "name them with -o book.pdf") }
    (self.output, self.document) = (output, document)
    parts = DocumentPart.chapters(of: document)
    let width = max(2, String(parts.count).count)
    let stem = output.path.hasSuffix(".pdf") ? String(output.path.dropLast(4)) : output.path
    // What is before the first chapter has the number 0.
    let first = parts.first?.title == nil ? 0 : 1
    paths = parts.enumerated().map { number, part in
      let digits = "\(number + first)"
      let padded = String(repeating: "0", count: max(0, width - digits.count)) + digits
      return "\(stem)-\(padded)\(part.slug.isEmpty ? "" : "-" + part.slug).pdf"
    }
    // All parts share one table; a part looks into its own places first.
    var siblings: [String: String] = [:]
    for (part, path) in zip(parts, paths) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      for destination in part.destinations where siblings[destination] == nil { siblings[destination] = name }
    }
    for number in parts.indices { parts[number].siblings = siblings }
  }

  /// - Throws: `Failure` for another word than `chapter`, and for what cannot be split.
  static func check(_ arguments: Arguments, _ output: Output) throws {
    guard let word = arguments.value("split") else { return }
    guard word == "chapter" || word == "chapters" else {
      throw Arguments.UsageError(message: "--split expects chapter, not \"\(word)\"", hint: "--split chapter writes a PDF for each chapter")
    }
    guard output.format == .pdf, arguments.value("pages") == nil else {
      throw Arguments.UsageError(message: "--split chapter writes whole chapters as PDF", hint: "leave out --pages, and name a PDF with -o")
    }
  }

  func write(_ arguments: Arguments) throws {
    let settings = try TypesetVerb.pdfSettings(arguments, for: document)
    for (part, path) in zip(parts, paths) {
      guard !document.hasRead(path), !output.inputs.contains(where: { isSameFile($0, path) }) else {
        throw Failure(.usage, "\(path) is an input", hint: "give the chapters another name with -o")
      }
      try writing(path) {
        unsafe try writeFile(path, in: output.heldFolder) { write in
          unsafe try document.writePDF(pages: Array(part.pages), settings: settings, part: part) { try unsafe write($0) }
        }
      }
    }
  }
}
