internal import Glibc
internal import TypesetFiles
internal import TypesetDiagnostics

/// `mdtypeset init [KIND] [FILE]`: a document to start with.
enum InitVerb {
  static let options: [Option] = [Option("help", "h", help: "print this help")]

  static func run(_ words: [String]) throws -> ExitCode {
    let arguments = try Arguments(words, options: options)
    let kinds = DocumentTemplates.all.map(\.kind)
    if arguments.has("help") {
      let width = 2 + (kinds.map(\.count).max() ?? 0)
      let list = DocumentTemplates.all.map { "  \($0.kind)\(String(repeating: " ", count: width - $0.kind.count))\($0.help)\n" }.joined()
      try printOut("mdtypeset init [KIND] [FILE]\n\nWrites KIND.md, or FILE; - prints it. Existing files are kept.\n\n\(list)\n")
      return .done
    }
    let kind = arguments.operands.first ?? "article"
    guard let start = DocumentTemplates.all.first(where: { $0.kind == kind }) else {
      let near = nearest(to: kind, among: kinds).map { "did you mean mdtypeset init \($0)? " } ?? ""
      throw Arguments.UsageError(message: "there is no start \"\(kind)\"", hint: near + "use one of \(kinds.joined(separator: ", "))")
    }
    let path = arguments.operands.dropFirst().first ?? "\(kind).md"
    guard path == "-" || !fileExists(path) else {
      throw Failure(.outputUnwritable, "\(path) exists already", hint: "name another file: mdtypeset init \(kind) FILE.md")
    }
    try writing(path) { unsafe try writeFile(path) { write in unsafe try Array(start.text.utf8).withUnsafeBytes { try unsafe write($0) } } }
    if path != "-", isatty(STDERR_FILENO) != 0 { complain("\(path)\n") }
    return .done
  }
}
