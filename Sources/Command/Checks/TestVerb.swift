internal import MDTypeset
internal import TypesetBoxes
internal import TypesetBytes
internal import TypesetChecking
internal import TypesetComparing
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPictures
internal import TypesetRegression
internal import TypesetReports

/// `mdtypeset test DIR`: the pages of documents against references, and why they differ.
enum TestVerb {
  private static let own: [Option] = [
    Option(
      "update", value: "WHICH", isValueOptional: true,
      help: "write references: all (without a value), failed or missing ones, or those with one cause alone, such as theme"),
    Option("filter", value: "TEXT", help: "only documents whose names contain this text"),
    Option(
      "changed-since", value: "REV", help: "only documents that changed since a revision of git, or of which something that they read did"),
    Option("references", value: "DIR", help: "where the references are (default DIR/references); REV: or REV:DIR are those of a revision"),
    Option(
      "mask", value: "WORDS",
      help: "lines that may differ: \"Built on {{date}}\"; what has a class: .draft; an area: \"page 1: 20mm 250mm 100mm 10mm\""),
    Option("tolerance", value: "LENGTH", help: "places and sizes may differ by as much (default 0pt)"),
    Option("report", value: "FILE.html", help: "write a web page with causes and changed pages, before and after"),
    Option("crops", value: "DIR", help: "write small pictures of changed places, before and after, which --format markdown shows"),
    Option("crops-url", value: "URL", help: "where readers of the comment find the folder of --crops (default: that folder)"),
    Option("format", value: "FORMAT", help: "human, json, junit, sarif, github or markdown (default human)"),
    Option("pictures", value: "WHEN", help: "draw pages into DIR/results: always, changed or never (default changed)"),
    Option("copies", help: "with --update: references keep small copies of pictures, which reports show where they are gone"),
    Option("system-fonts", help: "use the fonts of the system too; references record which"),
  ]

  private static let unused: Set<String> = [
    "output", "to", "ppi", "pages", "pdf-standard", "no-pdf-tags", "attach-source", "strict", "fail-on", "quiet", "timings",
    "explain-options",
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

    With --changed-since, and with a revision in --references, git is run to read the repository.
    """

  /// Settings for all documents of a run.
  private struct Run: Sendable {
    var words: [String]
    var update: PageTest.Update?
    var cause: Difference.Cause?
    var pictures: PageTest.Pictures
    var threads: Int
    /// The pages of a document that the report shows.
    var viewLimit: Int
    var acceptCommand: String
    /// Where pictures of changed places go, and where their readers find them.
    var crops: (folder: String, address: String)?
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
    let (update, cause) = try update(arguments)
    let old = try references(arguments)
    // The folder of a revision's references is removed with it.
    return try withExtendedLifetime(old?.tree) { try run(words, arguments, format, update, cause, old) }
  }

  private static func run(
    _ words: [String], _ arguments: Arguments, _ format: TestReport, _ update: PageTest.Update?, _ cause: Difference.Cause?,
    _ old: (tree: RevisionTree, folder: String)?
  ) throws -> ExitCode {
    var plan = try TestPlan(arguments.operands[0], references: old?.folder ?? arguments.value("references"))
    if let filter = arguments.value("filter") { plan.keep(filter) }
    guard !plan.tests.isEmpty else { throw Failure(.usage, "no document to test", hint: "the folder or --filter leaves none") }
    try keepChanged(&plan, arguments)
    let jobs = try TypesetVerb.count("jobs", arguments) ?? coreCount
    let report = arguments.value("report")
    guard arguments.has("crops") || !arguments.has("crops-url") else {
      throw Arguments.UsageError(message: "--crops-url has no meaning without --crops", hint: "--crops pictures --crops-url https://…")
    }
    let folders =
      try plan.folders(makesFolders: Sandbox.isOn(arguments), more: arguments.value("crops"))
      + (report.map { [Roots.folder(of: $0)] } ?? [])
    var guarded = try GuardedRun(arguments, inputs: plan.tests.map(\.input), writing: folders)
    guarded.start(with: nil)
    let run = Run(
      words: words, update: update, cause: cause, pictures: try choice("pictures", arguments) ?? .changed,
      threads: plan.tests.count > 1 ? 1 : jobs,
      viewLimit: report == nil ? 0 : shownPages,
      acceptCommand: old == nil ? acceptCommand(words) : "",
      crops: arguments.value("crops").map { folder in
        let address = arguments.value("crops-url") ?? folder
        return (folder, address.hasSuffix("/") ? address : address + "/")
      }, drawingPlace: guarded.options.drawingPlace)
    // Wrong options of a list are told before anything is typeset.
    for test in plan.tests {
      let own = try Arguments(test.words, options: options)
      if let name = forRunOnly.first(where: own.has) {
        throw Failure(
          .refusedByPolicy, "the list of tests sets --\(name)", hint: "give it on the command line: a list may come from a stranger")
      }
      let all = try Arguments(words + test.words, options: options)
      (_, _) = (try masks(all), try TypesetVerb.length("tolerance", all))
    }
    let tests = plan.tests
    var outcomes = concurrently(tests.count, threads: jobs) {
      run
    } work: { run, index in
      outcome(of: tests[index], run)
    }
    if let tree = old?.tree {
      for index in outcomes.indices { outcomes[index].problem = outcomes[index].problem.map(tree.named) }
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
      try writeReport("mdtypeset test \(arguments.operands[0])", outcomes, to: report)
    }
    return outcomes.allSatisfy(\.isGood) ? .done : .differenceFound
  }

  /// Writes the web page, or several beside each other where it would be large.
  static func writeReport(_ title: String, _ outcomes: [TestOutcome], to path: String) throws {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    for file in ReportPage.files(title: title, outcomes, named: String(path[start...])) {
      let name = String(path[..<start]) + file.name
      try writing(name) { try writeWhole(Array(file.text.utf8), to: name) }
    }
  }

  /// Which references are written: some, or those of documents with one cause alone.
  private static func update(_ arguments: Arguments) throws -> (PageTest.Update?, Difference.Cause?) {
    guard let word = arguments.value("update") else { return (nil, nil) }
    if word.isEmpty { return (.all, nil) }
    if let cause = Difference.Cause(rawValue: word) { return (nil, cause) }
    return (try choice("update", arguments), nil)
  }

  /// The references of a revision: `--references main:docs/references`, or those of the default folder for `main:`.
  private static func references(_ arguments: Arguments) throws -> (tree: RevisionTree, folder: String)? {
    guard let word = arguments.value("references"), case (let revision?, let path) = RevisionOperand.divided(word) else { return nil }
    guard !arguments.has("update") else {
      throw Arguments.UsageError(message: "references of a revision cannot be written", hint: "leave out --update, or the revision")
    }
    let operand = arguments.operands[0]
    let folder = path.isEmpty ? (WorkInput.isFolder(operand) ? operand : Roots.folder(of: operand)) + "/references" : path
    let repository = try Repository(around: folder)
    guard let name = repository.name(of: folder) else {
      throw Failure(.inputUnreadable, "\(folder) is not in the repository \(repository.top) [git.no-file]")
    }
    let tree = try RevisionTree(repository, revision, only: name)
    let place = tree.path + "/" + name
    guard WorkInput.isFolder(place) else {
      throw Failure(
        .inputUnreadable, "the revision \"\(revision)\" has no references in \(folder) [git.no-file]",
        hint: "record them there with --update, and commit them")
    }
    return (tree, place)
  }

  /// Leaves out what is as it was in a revision, and says how much that is.
  private static func keepChanged(_ plan: inout TestPlan, _ arguments: Arguments) throws {
    guard let revision = arguments.value("changed-since") else { return }
    let changed = try ChangedFiles(since: revision, in: arguments.operands[0])
    let names = options.filter { row in row.value != nil && !own.contains { $0.name == row.name } }.map(\.name)
    let files = names.flatMap(arguments.all).flatMap { [$0] + $0.split(separator: "=").map(String.init) }
    let count = plan.keep(changed, options: files)
    if count > 0 {
      complain(
        "mdtypeset: note: \(count) \(count == 1 ? "document was" : "documents were") not tested: nothing that they read changed since \(revision)\n"
      )
    }
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
    let kept = words.filter { !$0.hasPrefix("--update") && !$0.hasPrefix("--changed-since=") }
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
    (pages.update, pages.updatedCause, pages.pictures) = (run.update, run.cause, run.pictures)
    pages.keepsCopies = arguments.has("copies")
    pages.masks = try masks(arguments)
    pages.tolerance = try TypesetVerb.length("tolerance", arguments)?.points ?? 0
    (pages.viewLimit, pages.pairsViews) = (run.viewLimit, true)
    // Where they go is for those who run the tests, not for a list.
    if let crops = run.crops { pages.crops = ("\(crops.folder)/\(test.base)", crops.address + FindingReport.uri(test.base)) }
    if !run.acceptCommand.isEmpty { pages.acceptCommand = run.acceptCommand + " --filter " + shellQuoted(test.name) }
    do {
      return try pages.run(source, Typesetter(options: typesetting), theme: arguments.value("theme"))
    } catch let error as SystemError {
      throw Failure(.outputUnwritable, "cannot write the results of \(test.name): \(error.words)")
    }
  }

  private static func masks(_ arguments: Arguments) throws -> [RecordMask] {
    try arguments.all("mask").map { word in
      do throws(RecordMask.Fault) { return try RecordMask(word) } catch {
        throw Arguments.UsageError(message: error.message, hint: "--mask 'Built on {{date}}'")
      }
    }
  }
}
