internal import MDTypeset
internal import TypesetChecking
internal import TypesetExplaining

/// `mdtypeset explain INPUT… --page N --at X,Y`: what is at a place, and why lines and pages end where they do.
enum ExplainVerb {
  private static let own: [Option] = [
    Option("page", value: "N", help: "the page, from 1 (default 1)"),
    Option("at", value: "X,Y", help: "a point of the page: points from its upper left corner"),
    Option("break", value: "N", help: "why page N ends where it does, and where else it could have ended"),
  ]

  private static let unused: Set<String> = [
    "output", "to", "ppi", "pages", "pdf-standard", "no-pdf-tags", "attach-source", "strict", "fail-on", "quiet", "timings",
    "explain-options",
    "cache-size", "version", "stream", "trace-collect", "synctex", "draft",
  ]

  static var options: [Option] { TypesetVerb.options(after: own, without: unused) }

  private static let help = """
    mdtypeset explain INPUT… --page 3 --at 120,400
    mdtypeset explain INPUT… --break 3

    Says which box is at a point of a page, from which source and style it comes, and where its line could have ended, with the demerits of
    each place; or why a page ends where it does.
    """

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    guard !arguments.operands.isEmpty else {
      throw Arguments.UsageError(message: "no input", hint: "mdtypeset explain doc.md --page 3 --at 120,400")
    }
    let page = try TypesetVerb.count("page", arguments) ?? 1
    let end = try TypesetVerb.count("break", arguments)
    let point = try arguments.value("at").map(point)
    guard point != nil || end != nil else {
      throw Arguments.UsageError(message: "explain needs a point or a page break", hint: "--page 3 --at 120,400, or --break 3")
    }
    var run = try GuardedRun(arguments, inputs: arguments.operands)
    let source = try run.readDocument(arguments.operands)
    let (checked, document) = Typesetter(options: run.options).typesetWithReports(source, explainsBreaks: true)
    for number in [point == nil ? nil : page, end].compactMap({ $0 }) where !(1...document.pageCount).contains(number) {
      throw Failure(.usage, "there is no page \(number)", hint: "the document has \(document.pageCount)")
    }
    let explanation = PageExplanation(checked)
    if let point { try printOut(explanation.text(page: page - 1, x: point.x, y: point.y)) }
    if let end { try printOut(explanation.end(ofPage: end - 1)) }
    return .done
  }

  private static func point(_ word: String) throws -> (x: Double, y: Double) {
    let parts = word.split(separator: ",").map { DocumentNumber.real($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], abs(x) < 1e5, abs(y) < 1e5 else {
      throw Arguments.UsageError(message: "\"\(word)\" is no point", hint: "--at 120,400")
    }
    return (x, y)
  }
}
