internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetDrawing
internal import TypesetExplaining
internal import TypesetJSON

/// `mdtypeset comments reviewed.pdf`: what readers have marked and written in a PDF, by lines of its source.
enum CommentsVerb {
  private static let own: [Option] = [
    Option("json", help: "print a JSON object for each comment, a line each")
  ]

  private static let unused: Set<String> = [
    "output", "to", "ppi", "pages", "pdf-standard", "no-pdf-tags", "attach-source", "strict", "fail-on", "quiet", "timings",
    "explain-options",
    "cache-size", "version", "stream", "trace-collect", "synctex", "draft",
  ]

  static var options: [Option] { TypesetVerb.options(after: own, without: unused) }

  private static let help = """
    mdtypeset comments reviewed.pdf
    mdtypeset comments reviewed.pdf chapters/*.md --theme book

    Prints each highlight and note that a reader has made in any viewer: file, line and column of the source, the marked words, and the comment.
    The source is what the PDF carries (--attach-source), or the inputs from which it was made, with the same options.
    """

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    guard let path = arguments.operands.first else {
      throw Arguments.UsageError(message: "no PDF", hint: "mdtypeset comments reviewed.pdf")
    }
    let file = try TypesetVerb.readInput(path, limit: 1 << 30)
    guard InputKind.isPDF(file) else { throw Failure(.usage, "\(path) is not a PDF", hint: "mdtypeset comments reviewed.pdf doc.md") }
    let (annotations, pageCount) = PDFAnnotation.read(file)
    guard !annotations.isEmpty else {
      complain("mdtypeset: note: \(path) has no highlights and no notes\n")
      return .done
    }
    let places = try places(arguments, pageCount)
    // By the lines of the source: in columns and tables that is another order than the page's. A reply stays with what it replies to.
    var threads: [[Place]] = []
    var threadOf: [Int: Int] = [:]
    for annotation in annotations.filter({ !$0.isReply }) + annotations.filter(\.isReply) {
      let place = Place(annotation, in: path, places)
      let thread = annotation.answers.flatMap { threadOf[$0] } ?? threads.count
      if thread < threads.count { threads[thread].append(place) } else { threads.append([place]) }
      if let number = annotation.number { threadOf[number] = thread }
    }
    let ordered = threads.enumerated().sorted { a, b in
      let (x, y) = (a.element[0].offset ?? .max, b.element[0].offset ?? .max)
      return x == y ? a.offset < b.offset : x < y
    }
    for place in ordered.flatMap(\.element) {
      try printOut((arguments.has("json") ? place.json.description : place.line) + "\n")
    }
    return .done
  }

  /// The pages of the source; nil where there is none.
  private static func places(_ arguments: Arguments, _ pageCount: Int) throws -> SourcePlaces? {
    let path = arguments.operands[0]
    let others = WorkInput.named(Array(arguments.operands.dropFirst()))
    var run = try GuardedRun(arguments, inputs: arguments.operands)
    let source: Source
    do {
      source = try run.readDocument(others.isEmpty ? [path] : others)
    } catch let failure as Failure where others.isEmpty && failure.code == .inputUnreadable {
      complain(
        "mdtypeset: note: \(path) carries no source, so places are pages\n  hint: name what it was made from: mdtypeset comments \(path) doc.md\n"
      )
      return nil
    }
    let (checked, document) = Typesetter(options: run.options).typesetWithReports(source)
    if document.pageCount != pageCount {
      complain("mdtypeset: warning: \(path) has \(pageCount) pages, its source makes \(document.pageCount): lines may be wrong\n")
    }
    return SourcePlaces(checked)
  }

  /// A comment and where it is.
  private struct Place {
    let annotation: PDFAnnotation
    let file: String
    /// In the source.
    let offset: Int?
    var line: String
    var json: JSON

    init(_ annotation: PDFAnnotation, in file: String, _ places: SourcePlaces?) {
      (self.annotation, self.file) = (annotation, file)
      let areas = annotation.areas.map { area in
        SourcePlaces.Area(
          left: area.left, top: annotation.pageHeight - area.top, right: area.right, bottom: annotation.pageHeight - area.bottom)
      }
      let marks = ["highlight", "underline", "squiggly", "strikeout", "square", "circle"].contains(annotation.kind)
      let (words, offset) = places?.words(onPage: annotation.page, in: areas, isPoint: !marks) ?? ("", nil)
      self.offset = offset
      let position = offset.flatMap { places?.position(of: $0) }
      let comment = annotation.comment.split(whereSeparator: \.isNewline).joined(separator: " ")
      line = position.map { "\($0.file):\($0.line):\($0.column): " } ?? "\(file), page \(annotation.page + 1): "
      if annotation.isReply { line += "↳ " } else if !words.isEmpty { line += "“\(words)” — " }
      line += comment.isEmpty ? "(\(annotation.kind))" : comment
      if let author = annotation.author, !author.isEmpty { line += " [\(author)]" }
      let area = areas[0]
      json = JSON(members: [
        "file": position.map { .string($0.file) }, "line": position.map { JSON($0.line) }, "column": position.map { JSON($0.column) },
        "page": JSON(annotation.page + 1), "kind": .string(annotation.kind), "words": words.isEmpty ? nil : .string(words),
        "comment": .string(annotation.comment), "author": annotation.author.map { .string($0) },
        "date": annotation.date.map { .string($0) },
        "reply": annotation.isReply ? .bool(true) : nil,
        "rect": .array([area.left, area.top, area.right - area.left, area.bottom - area.top].map { JSON.number(Self.tenths($0)) }),
      ])
    }

    private static func tenths(_ value: Double) -> String {
      let tenths = Int(clamping: (value * 10).rounded())
      return (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
  }
}
