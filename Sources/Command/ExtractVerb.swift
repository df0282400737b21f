internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles

/// `mdtypeset extract FILE.pdf`: the files that a PDF carries along.
enum ExtractVerb {
  static let options: [Option] = [
    Option("output", "o", value: "FILE|DIR/", help: "where the Markdown goes (default: standard output), or a folder for all files"),
    Option("help", "h", help: "print this help"),
  ]

  private static let help = """
    mdtypeset extract FILE.pdf [-o FILE.md | -o DIR/]

    Writes the Markdown that --attach-source put into a PDF. With a folder (a name that ends in /, or a folder that is there), writes all
    files that the PDF carries along: every input, included files, pictures, themes, and how they were typeset. No file is overwritten.
    """

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    guard arguments.operands.count == 1, let input = arguments.operands.first else {
      throw Arguments.UsageError(message: "extract takes one PDF file", hint: "mdtypeset extract out.pdf")
    }
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
