internal import MDTypeset
internal import TypesetChecking
internal import TypesetDiagnostics
internal import TypesetExplaining
internal import TypesetFiles

/// `mdtypeset check INPUTS…`: typographic faults, each with its line and its place on the page.
enum CheckVerb {
  private static let own: [Option] = [
    Option("format", value: "FORMAT", help: "human, short, grouped (a line for each rule), json or sarif (default human)"),
    Option(
      "severity", value: "LEVEL", help: "exit with code 1 if there is a finding of this level: note, warning or error (default warning)"),
    Option("skip", value: "RULES", help: "do not apply these rules"),
    Option("only", value: "RULES", help: "apply no other rules"),
    Option("baseline", value: "FILE", help: "say nothing of the findings in this file: only new ones count"),
    Option("update-baseline", help: "write what is found into the file of --baseline, and say nothing of it"),
    Option("together", help: "the inputs are the chapters of one document"),
    Option("draft", value: "FILE", help: "also write the pages with the findings marked, as PDF"),
    Option("rules", help: "print what the rules are, as Markdown"),
  ]

  /// Options about output, which check does not write.
  private static let unused: Set<String> = [
    "output", "to", "ppi", "pages", "pdf-standard", "no-pdf-tags", "attach-source", "strict", "fail-on", "quiet", "timings",
    "explain-options",
    "cache-size", "version", "stream", "synctex",
  ]

  static var options: [Option] { TypesetVerb.options(after: own, without: unused) }

  private static let help = """
    mdtypeset check INPUTS… [--format FORMAT] [--skip RULES]

    Typesets each input and lists its faults: lines that are too wide, loose or short, rivers, widows, headings at page ends, missing
    characters, dead links, pictures with too few pixels, low contrast … Exits with 1 if there are any.
    """

  static func run(_ words: [String]) throws -> ExitCode {
    guard var arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    if arguments.has("rules") {
      try printOut(CheckRule.manual)
      return .done
    }
    guard !arguments.operands.isEmpty else { throw Arguments.UsageError(message: "no input", hint: "mdtypeset check doc.md") }
    arguments.operands = WorkInput.named(arguments.operands)
    let format: FindingReport = try choice("format", arguments) ?? .human
    let least: Diagnostic.Severity = try choice("severity", arguments) ?? .warning
    var rules = RuleChoice()
    rules.skipped = Set(try names("skip", arguments))
    if arguments.has("only") { rules.only = Set(try names("only", arguments)) }

    var baseline = try KnownFindings(arguments)
    let draft = arguments.value("draft")
    let documents = arguments.has("together") ? [arguments.operands] : arguments.operands.map { [$0] }
    guard draft == nil || documents.count == 1 else {
      throw Arguments.UsageError(message: "--draft takes one input", hint: "mdtypeset check doc.md --draft marked.pdf")
    }
    var run = try GuardedRun(arguments, inputs: arguments.operands, writing: written(arguments))
    run.start(with: nil)
    var results: [CheckResult] = []
    var isUnreadable = false
    for inputs in documents {
      var typesetting = run.options
      typesetting.roots = try Roots.of(inputs, arguments: arguments)
      do {
        let source = try CarriedSource.read(inputs, &typesetting)
        let (checked, document) = Typesetter(options: typesetting).typesetWithReports(source)
        results.append(checked.check(rules))
        guard let draft, let findings = results.last?.findings else { continue }
        var marked = document
        marked.pages = DraftMarks(checked).marked(document.pages, findings)
        try writing(draft) { try writeWhole(try marked.pdf(), to: draft) }
      } catch let failure as Failure where arguments.operands.count > 1 && failure.code == .inputUnreadable {
        complain("mdtypeset: \(failure.message)\n")
        isUnreadable = true
      }
    }
    if try baseline?.apply(to: &results) == true { return isUnreadable ? .inputUnreadable : .done }
    try printOut(format.text(of: results))
    if isUnreadable { return .inputUnreadable }
    return results.contains { $0.findings.contains { $0.severity >= least } } ? .differenceFound : .done
  }

  /// The folders of the files that are written.
  private static func written(_ arguments: Arguments) -> [String] {
    [arguments.value("draft"), arguments.has("update-baseline") ? arguments.value("baseline") : nil].compactMap { $0.map(Roots.folder) }
  }

  /// The value of an option with a few possible values.
  private static func choice<Value: RawRepresentable<String>>(_ name: String, _ arguments: Arguments) throws -> Value? {
    guard let word = arguments.value(name) else { return nil }
    guard let value = Value(rawValue: word) else {
      let row = own.first { $0.name == name }
      throw Arguments.UsageError(message: "unknown \(name) \"\(word)\"", hint: row?.help)
    }
    return value
  }

  /// Names of rules, with commas between them.
  private static func names(_ option: String, _ arguments: Arguments) throws -> [String] {
    try arguments.all(option).flatMap { $0.split { ", ".contains($0) }.map(String.init) }.map { name in
      guard CheckRule.rule(named: name) != nil else {
        let near = nearest(to: name, among: CheckRule.all.map(\.name)).map { "did you mean \($0)?" }
        throw Arguments.UsageError(message: "there is no rule \"\(name)\"", hint: near ?? "mdtypeset check --rules lists the rules")
      }
      return name
    }
  }
}
