internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetExplaining
internal import TypesetFiles

/// `mdtypeset extract FILE.pdf`: the files that a PDF carries along.
enum ExtractVerb {
  static let options: [Option] = [
    Option("output", "o", value: "FILE|DIR/", help: "where the Markdown goes (default: standard output), or a folder for all files"),
    Option("page", value: "N", help: "only the Markdown of what is on this page"),
    Option("rect", value: "X,Y,W,H", help: "only of this part of the page: points from its upper left corner"),
    Option("help", "h", help: "print this help"),
  ]

  private static let help = """
    mdtypeset extract FILE.pdf [-o FILE.md | -o DIR/]
    mdtypeset extract FILE.pdf --page 3 [--rect 72,100,300,50]

    Writes the Markdown that --attach-source put into a PDF. With a folder (a name that ends in /, or a folder that is there), writes all
    files that the PDF carries along: every input, included files, pictures, themes, and how they were typeset. No file is overwritten.
    --page prints the Markdown of one page, or of a part of it; paragraphs that go over pages are cut where the page ends.
    """

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    guard arguments.operands.count == 1, let input = arguments.operands.first else {
      throw Arguments.UsageError(message: "extract takes one PDF file", hint: "mdtypeset extract out.pdf")
    }
    if arguments.has("page") || arguments.has("rect") { return try extractPage(arguments, input) }
    let file = try TypesetVerb.readInput(input, limit: 1 << 30)
    guard let source = AttachedSource(pdf: file, limit: 1 << 30), !source.files.isEmpty else {
      throw Failure(.inputUnreadable, "\(input) contains no attached Markdown", hint: "mdtypeset stores it with --attach-source")
    }
    for fault in source.faults { complain("mdtypeset: warning: \(fault)\n") }
    let output = arguments.value("output") ?? "-"
    // Markdown has an extension; a name without one is that of a folder for all files.
    let isPlain = output != "-" && !fileExists(output) && !(output.split(separator: "/").last ?? ".").contains(".")
    let others = source.files.keys.count { !source.inputs.contains($0) && $0 != ".mdtypeset/manifest.json" }
    if output.hasSuffix("/") || isFolder(output) || isPlain && others > 0 {
      try writing(output) { try writeFolder(source.files, at: output) }
      return .done
    }
    guard source.inputs.count == 1, let bytes = source.files[source.inputs[0]] else {
      throw Failure(
        .usage, "\(input) was made of \(source.inputs.count) files: \(source.inputs.joined(separator: ", "))",
        hint: "write them to a folder: -o DIR/")
    }
    if others > 0 {
      complain("mdtypeset: note: \(input) carries \(others) more file\(others == 1 ? "" : "s"); -o DIR/ writes all of them\n")
    }
    try writing(output) { unsafe try writeFile(output) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } } }
    return .done
  }

  /// `--page`
  private static func extractPage(_ arguments: Arguments, _ input: String) throws -> ExitCode {
    let page = try TypesetVerb.count("page", arguments) ?? 1
    var area: SourcePlaces.Area?
    if let word = arguments.value("rect") {
      let numbers = word.split(separator: ",").compactMap { DocumentNumber.real($0) }
      guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e5 }), numbers[2] > 0, numbers[3] > 0 else {
        throw Arguments.UsageError(
          message: "\"\(word)\" is no rectangle", hint: "--rect 72,100,300,50: left, top, width and height in points")
      }
      area = SourcePlaces.Area(left: numbers[0], top: numbers[1], right: numbers[0] + numbers[2], bottom: numbers[1] + numbers[3])
    }
    let options = try Arguments([input], options: TypesetVerb.options)
    var run = try GuardedRun(options, inputs: [input])
    let source = try run.readDocument([input])
    let (checked, document) = Typesetter(options: run.options).typesetWithReports(source)
    guard page <= document.pageCount else {
      throw Failure(.usage, "there is no page \(page)", hint: "the document has \(document.pageCount)")
    }
    let text = SourcePlaces(checked).markdown(ofPage: page - 1, in: area)
    guard !text.isEmpty else {
      complain("mdtypeset: note: nothing of the source is there\n")
      return .differenceFound
    }
    let output = arguments.value("output") ?? "-"
    let bytes = Array(text.utf8)
    try writing(output) { unsafe try writeFile(output) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } } }
    return .done
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func writeFolder(_ files: [String: [UInt8]], at folder: String) throws {
    try makeFolder(folder)
    do throws(NewFiles.Failure) {
      try NewFiles.write(files, below: folder)
    } catch {
      switch error {
      case .system(let error): throw error
      case .alreadyThere(let name):
        throw Failure(.outputUnwritable, "there is already a file \(name) in \(folder)", hint: "extract into an empty folder")
      case .unsafeName(let name): throw Failure(.outputUnwritable, "\(name) is not a valid name of a file in a folder")
      }
    }
  }
}
