internal import Glibc
internal import MDTypeset
internal import TypesetChecking
internal import TypesetComparing
internal import TypesetDiagnostics
internal import TypesetFiles

/// `mdtypeset test DIR`: the pages of documents against references, and why they differ.
enum TestVerb {
  private static let own: [Option] = [
    Option("update", value: "WHICH", isValueOptional: true, help: "write references: all (without a value), failed or missing ones"),
    Option("filter", value: "TEXT", help: "only documents whose names contain this text"),
    Option("references", value: "DIR", help: "where the references are (default DIR/references)"),
    Option("format", value: "FORMAT", help: "human, json or junit (default human)"),
    Option("pictures", value: "WHEN", help: "draw pages into DIR/results: always, changed or never (default changed)"),
    Option("system-fonts", help: "use the fonts of the system too; references record which"),
  ]

  private static let unused: Set<String> = [
    "output", "to", "ppi", "pages", "pdf-standard", "no-pdf-tags", "attach-source", "strict", "quiet", "timings", "explain-options",
    "cache-size", "untrusted", "sandbox", "timeout", "max-memory", "version", "ignore-system-fonts",
    "stream",
  ]

  /// What leads to programs, the network and other folders is for those who run the tests.
  private static let forRunOnly = ["diagram", "allow-net", "use-proxies", "root", "cache-dir"]

  static var options: [Option] { TypesetVerb.options(after: own, without: unused) }

  private static let help = """
    mdtypeset test DIR [--update]

    Typesets the documents of a folder, or those that \(TestPlan.listName) lists there, and compares their pages with references. What
    changed is said in words, and what only moved because of it. Exits with 1 if a document differs or has no reference.
    """

  private enum Update: String { case all, failed, missing }
  private enum Pictures: String { case always, changed, never }

  /// Settings for all documents of a run.
  private struct Run: Sendable {
    var words: [String]
    var update: Update?
    var pictures: Pictures
    var threads: Int
  }

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    guard arguments.operands.count == 1 else {
      throw Arguments.UsageError(message: "test takes one folder", hint: "mdtypeset test docs")
    }
    let format: TestReport = try choice("format", arguments) ?? .human
    var update: Update?
    if arguments.has("update") {
      update = arguments.value("update").flatMap { $0.isEmpty ? nil : $0 } == nil ? .all : try choice("update", arguments)
    }
    var plan = try TestPlan(arguments.operands[0], references: arguments.value("references"))
    if let filter = arguments.value("filter") { plan.keep(filter) }
    guard !plan.tests.isEmpty else { throw Failure(.usage, "no document to test", hint: "the folder or --filter leaves none") }
    let jobs = try TypesetVerb.count("jobs", arguments) ?? coreCount
    let run = Run(
      words: words, update: update, pictures: try choice("pictures", arguments) ?? .changed, threads: plan.tests.count > 1 ? 1 : jobs)
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
    return outcomes.allSatisfy(\.isGood) ? .done : .differenceFound
  }

  private static func choice<Value: RawRepresentable<String>>(_ name: String, _ arguments: Arguments) throws -> Value? {
    guard let word = arguments.value(name) else { return nil }
    guard let value = Value(rawValue: word) else {
      throw Arguments.UsageError(message: "unknown value \"\(word)\" of --\(name)", hint: own.first { $0.name == name }?.help)
    }
    return value
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
    typesetting.threads = run.threads
    let source = try TypesetVerb.read([test.input], budget: typesetting.budget)
    let typesetter = Typesetter(options: typesetting)
    // Dates are those of 1970, so that every day gives the same pages.
    let (checked, document) = typesetter.typesetWithReports(source, time: 0)
    let record = DocumentRecord(of: checked, explained: typesetter.explainedSettings(of: source, theme: arguments.value("theme")))
    let path = test.reference + ".ref"

    var outcome = try judge(record, of: test, path)
    let isWritten =
      switch run.update {
      case nil: false
      case .all: true
      case .failed: !outcome.isGood
      case .missing: outcome.status == .missing
      }
    if isWritten {
      if outcome.status != .same || run.update == .all {
        try write(Array(record.text.utf8), to: path)
        if run.pictures == .always { _ = try draw(Array(0..<document.pageCount), of: document, at: test.reference) }
        outcome = TestOutcome(name: test.name, status: outcome.status == .same ? .same : .recorded)
      }
    } else if run.pictures != .never, let comparison = outcome.comparison, !comparison.isEqual {
      outcome.pictures = try draw(
        comparison.changedPages.filter { $0 < document.pageCount }.prefix(20).map { $0 }, of: document, at: test.result)
    }
    return outcome
  }

  /// The document against its reference.
  private static func judge(_ record: DocumentRecord, of test: TestPlan.Test, _ path: String) throws -> TestOutcome {
    guard fileExists(path) else {
      return TestOutcome(name: test.name, status: .missing, problem: "there is no reference yet; record it with --update=missing")
    }
    let old: DocumentRecord
    do {
      old = try DocumentRecord(text: String(decoding: try TypesetVerb.readInput(path, limit: 1 << 30), as: UTF8.self))
    } catch let failure as RecordFailure {
      return TestOutcome(name: test.name, status: .failed, problem: "the reference \(path) \(failure)")
    }
    let comparison = Comparison(old, record)
    if !comparison.isEqual, let problem = old.fontProblem(in: record) {
      return TestOutcome(name: test.name, status: .failed, problem: problem)
    }
    var outcome = TestOutcome(name: test.name, status: comparison.isEqual ? .same : .different)
    outcome.comparison = comparison
    return outcome
  }

  /// Pages as pictures, 96 pixels per inch.
  private static func draw(_ pages: [Int], of document: TypesetDocument, at base: String) throws -> [String] {
    try pages.map { page in
      let path = "\(base)-\(page + 1).png"
      try write(try document.png(page: page, ppi: 96), to: path)
      return path
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try makeFolder(Roots.folder(of: path))
      unsafe try writeFile(path) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } }
    } catch let error as SystemError {
      throw Failure(.outputUnwritable, "cannot write \(path): \(error.words)")
    }
  }
}
