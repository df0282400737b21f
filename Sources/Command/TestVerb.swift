internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPictures
internal import TypesetRegression
internal import TypesetReports

/// `mdtypeset test DIR`: the pages of documents against references, and why they differ.
enum TestVerb {
  private static let own: [Option] = [
    Option("update", value: "WHICH", isValueOptional: true, help: "write references: all (without a value), failed or missing ones"),
    Option("filter", value: "TEXT", help: "only documents whose names contain this text"),
    Option("references", value: "DIR", help: "where the references are (default DIR/references)"),
    Option("report", value: "FILE.html", help: "write a web page with causes and changed pages, before and after"),
    Option("format", value: "FORMAT", help: "human, json, junit, sarif or github (default human)"),
    Option("pictures", value: "WHEN", help: "draw pages into DIR/results: always, changed or never (default changed)"),
    Option("system-fonts", help: "use the fonts of the system too; references record which"),
  ]

  private static let unused: Set<String> = [
    "output", "to", "ppi", "pages", "pdf-standard", "no-pdf-tags", "attach-source", "strict", "quiet", "timings", "explain-options",
    "cache-size", "version", "draft", "synctex", "ignore-system-fonts",
    "stream",
  ]

  /// What leads to programs, the network and other folders is for those who run the tests.
  private static let forRunOnly = [
    "diagram", "allow-net", "use-proxies", "root", "resource-path", "cache-dir", "sandbox", "untrusted", "timeout", "cpu-time",
    "max-memory",
  ]

  static var options: [Option] { TypesetVerb.options(after: own, without: unused) }

  private static let help = """
    mdtypeset test DIR [--update]

    Typesets the documents of a folder, or those that \(TestPlan.listName) lists there, and compares their pages with references. What
    changed is said in words, and what only moved because of it. Exits with 1 if a document differs or has no reference.
    """

  /// Settings for all documents of a run.
  private struct Run: Sendable {
    var words: [String]
    var update: PageTest.Update?
    var pictures: PageTest.Pictures
    var threads: Int
    /// The pages of a document that the report shows.
    var viewLimit: Int
    var acceptCommand: String
    /// How pictures are drawn.
    var drawingPlace: DrawingPlace
  }

  /// The pages of one document that a report shows.
  private static let shownPages = 10

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    guard arguments.operands.count == 1 else {
      throw Arguments.UsageError(message: "test takes one folder", hint: "mdtypeset test docs")
    }
    let format: TestReport = try choice("format", arguments) ?? .human
    var update: PageTest.Update?
    if arguments.has("update") {
      update = arguments.value("update").flatMap { $0.isEmpty ? nil : $0 } == nil ? .all : try choice("update", arguments)
    }
    var plan = try TestPlan(arguments.operands[0], references: arguments.value("references"))
    if let filter = arguments.value("filter") { plan.keep(filter) }
    guard !plan.tests.isEmpty else { throw Failure(.usage, "no document to test", hint: "the folder or --filter leaves none") }
    let jobs = try TypesetVerb.count("jobs", arguments) ?? coreCount
    let report = arguments.value("report")
    let folders = try plan.folders(makesFolders: Sandbox.isOn(arguments)) + (report.map { [Roots.folder(of: $0)] } ?? [])
    var guarded = try GuardedRun(arguments, inputs: plan.tests.map(\.input), writing: folders)
    guarded.start(with: nil)
    let run = Run(
      words: words, update: update, pictures: try choice("pictures", arguments) ?? .changed, threads: plan.tests.count > 1 ? 1 : jobs,
      viewLimit: report == nil ? 0 : shownPages,
      acceptCommand: acceptCommand(words), drawingPlace: guarded.options.drawingPlace)
    // Wrong options of a list are told before anything is typeset.
    for test in plan.tests {
      let own = try Arguments(test.words, options: options)
      if let name = forRunOnly.first(where: own.has) {
        throw Failure(
          .refusedByPolicy, "the list of tests sets --\(name)", hint: "give it on the command line: a list may come from a stranger")
      }
      _ = try Arguments(words + test.words, options: options)
    }
    let tests = plan.tests
    let outcomes = concurrently(tests.count, threads: jobs) {
      run
    } work: { run, index in
      outcome(of: tests[index], run)
    }
    try printOut(format.text(of: outcomes))
    if let folder = plan.tooLarge {
      complain(
        "mdtypeset: warning: \(folder) has more than \(FileSearch.mostNames) files: not all were looked at for references of no document\n")
    }
    for path in plan.orphans {
      complain("mdtypeset: note: \(path) is the reference of no document: remove it, or put the document back\n")
    }
    if let report {
      let page = ReportPage.html(title: "mdtypeset test \(arguments.operands[0])", outcomes)
      try writing(report) { try writeWhole(Array(page.utf8), to: report) }
    }
    return outcomes.allSatisfy(\.isGood) ? .done : .differenceFound
  }

  private static func choice<Value: RawRepresentable<String>>(_ name: String, _ arguments: Arguments) throws -> Value? {
    guard let word = arguments.value(name) else { return nil }
    guard let value = Value(rawValue: word) else {
      throw Arguments.UsageError(message: "unknown value \"\(word)\" of --\(name)", hint: own.first { $0.name == name }?.help)
    }
    return value
  }

  /// The command that makes the new pages the references: the same one with `--update`.
  private static func acceptCommand(_ words: [String]) -> String {
    let kept = words.filter { !$0.hasPrefix("--update") }
    return (["mdtypeset", "test"] + kept + ["--update=failed"]).map(shellQuoted).joined(separator: " ")
  }

  // MARK: One document

  private static func outcome(of test: TestPlan.Test, _ run: Run) -> TestOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    var outcome: TestOutcome
    do {
      outcome = try compare(test, run)
    } catch let failure as Failure {
      outcome = TestOutcome(name: test.name, status: .failed, problem: failure.message)
    } catch let error as Arguments.UsageError {
      outcome = TestOutcome(name: test.name, status: .failed, problem: error.message)
    } catch {
      outcome = TestOutcome(name: test.name, status: .failed, problem: "\(error)")
    }
    let passed = start.duration(to: clock.now).components
    outcome.seconds = Double(passed.seconds) + Double(passed.attoseconds) / 1e18
    return outcome
  }

  private static func compare(_ test: TestPlan.Test, _ run: Run) throws -> TestOutcome {
    let arguments = try Arguments(run.words + test.words, options: options)
    var typesetting = try TypesetVerb.typesettingOptions(arguments, inputs: [test.input])
    typesetting.ignoresSystemFonts = !arguments.has("system-fonts")
    try Sandbox.narrow(&typesetting, arguments)
    (typesetting.threads, typesetting.drawingPlace) = (run.threads, run.drawingPlace)
    let source = try WorkInput.source([test.input], &typesetting)
    var pages = PageTest(name: test.name, reference: test.reference, result: test.result)
    (pages.update, pages.pictures) = (run.update, run.pictures)
    pages.viewLimit = run.viewLimit
    pages.acceptCommand = run.acceptCommand + " --filter " + shellQuoted(test.name)
    do {
      return try pages.run(source, Typesetter(options: typesetting), theme: arguments.value("theme"))
    } catch let error as SystemError {
      throw Failure(.outputUnwritable, "cannot write the results of \(test.name): \(error.words)")
    }
  }

  /// A word as a shell reads it.
  private static func shellQuoted(_ word: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-+=:,%@"
    let isPlain = !word.isEmpty && word.allSatisfy(plain.contains)
    return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
