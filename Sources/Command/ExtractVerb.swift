internal import MDTypeset
internal import TypesetDiagnostics

/// `mdtypeset extract FILE.pdf`: the Markdown that a PDF carries along.
enum ExtractVerb {
  static let options: [Option] = [
    Option("output", "o", value: "FILE", help: "where the Markdown goes (default: standard output)"),
    Option("help", "h", help: "print this help"),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      try printOut(
        "mdtypeset extract FILE.pdf [-o FILE.md]\n\nWrites the Markdown that --attach-source put into a PDF.\n\n\(Help.table(options))\n")
      return .done
    }
    guard arguments.operands.count == 1, let input = arguments.operands.first else {
      throw Arguments.UsageError(message: "extract wants one PDF file", hint: "mdtypeset extract out.pdf")
    }
    let budget = Budget()
    let file = try TypesetVerb.readInput(input, limit: 1 << 30)
    guard let source = PDFSettings.source(in: file, limit: budget.sourceBytes) else {
      throw Failure(.inputUnreadable, "\(input) carries no Markdown", hint: "mdtypeset puts it in with --attach-source")
    }
    let output = arguments.value("output") ?? "-"
    try writing(output) { unsafe try writeFile(output) { write in unsafe try source.withUnsafeBytes { try unsafe write($0) } } }
    return .done
  }
}
