internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON

/// What a run tells of its documents beside the pages: diagnostics in one of three forms, a log, and the files that the outputs depend on.
struct RunReport {
  /// How diagnostics stand on standard error.
  private enum Form: String, CaseIterable {
    /// With the line of the source and a hint; what recurs is said once.
    case human
    /// A line for each.
    case short
    /// A JSON object on a line for each.
    case json
  }

  /// How the files stand that the outputs depend on.
  private enum DependencyForm: String, CaseIterable {
    /// A rule of a makefile.
    case make
    /// `{"inputs": […], "outputs": […]}`
    case json
    /// The inputs, each with a NUL after it.
    case zero
  }

  static let options: [Option] = [
    Option(
      "diagnostic-format", value: "FORMAT",
      help: "how diagnostics are printed: human, short (a line for each) or json (an object on a line for each) (default human)"),
    Option("log", value: "FILE", help: "write all diagnostics to a file, as JSON objects, a line for each"),
    Option("deps", value: "FILE", help: "write which files the output was made of, as a rule for make"),
    Option("deps-format", value: "FORMAT", help: "make, json or zero (names with NULs between them) (default make)"),
  ]

  private let form: Form
  private let log: String?
  private let dependencies: String?
  private let dependencyForm: DependencyForm
  private let isQuiet: Bool
  private var logged: [String] = []
  /// What is wrong with the project file, which all documents of the run count as theirs.
  private(set) var project: [Diagnostic] = []
  private var inputs: Set<String> = []
  private var outputs: [String] = []

  init(_ arguments: Arguments) throws(Arguments.UsageError) {
    form = try Self.choice("diagnostic-format", arguments) ?? .human
    log = arguments.value("log")
    dependencies = arguments.value("deps")
    dependencyForm = try Self.choice("deps-format", arguments) ?? .make
    isQuiet = arguments.has("quiet") && !StopRule(arguments).isSet
    guard dependencies != nil || !arguments.has("deps-format") else {
      throw Arguments.UsageError(message: "--deps-format without --deps", hint: "write --deps FILE")
    }
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ arguments: Arguments
  ) throws(Arguments.UsageError) -> Value? {
    guard let word = arguments.value(name) else { return nil }
    guard let value = Value(rawValue: word) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw Arguments.UsageError(message: "unknown format \"\(word)\" of --\(name)", hint: "use one of \(names)")
    }
    return value
  }

  /// The files that are written beside the pages.
  var files: [String] { [log, dependencies].compactMap(\.self) }

  /// True if it says more than what is kept with outputs.
  var needsDocument: Bool { form != .human || !files.isEmpty }

  /// Prints what is wrong with the project file, as the diagnostics of a document; those are counted with it.
  mutating func tell(ofProject diagnostics: [Diagnostic], in source: Source) {
    project = diagnostics
    print(diagnostics, in: source) { diagnostics.summarized(in: source) }
  }

  /// Prints the diagnostics of a document, unless the run is quiet, and keeps them for the log.
  mutating func tell(_ diagnostics: [Diagnostic], in source: Source) {
    let project = project
    print(diagnostics, in: source) { Self.summary(of: diagnostics, in: source, after: project) }
  }

  /// - Parameter summary: What people read.
  private mutating func print(_ diagnostics: [Diagnostic], in source: Source, _ summary: () -> [String]) {
    let objects = log == nil && form != .json ? [] : diagnostics.map { Self.json($0, in: source).description + "\n" }
    if log != nil { logged += objects }
    guard !isQuiet else { return }
    switch form {
    case .human: for text in summary() { complain(text) }
    case .short: for diagnostic in diagnostics { complain(Self.line(diagnostic, in: source)) }
    case .json: for object in objects { complain(object) }
    }
  }

  /// Diagnostics as people read them, and last how many there are.
  ///
  /// - Parameter project: Those of the project file, which have been printed.
  static func summary(of diagnostics: [Diagnostic], in source: Source, after project: [Diagnostic] = []) -> [String] {
    diagnostics.summarized(in: source) + ((project + diagnostics).tally.map { ["mdtypeset: \($0)\n"] } ?? [])
  }

  private static func line(_ diagnostic: Diagnostic, in source: Source) -> String {
    let place = diagnostic.position(in: source).map { "\($0.file.inOneLine):\($0.line):\($0.column)" } ?? "mdtypeset"
    return "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message.inOneLine) [\(diagnostic.code)]\n"
  }

  private static func json(_ diagnostic: Diagnostic, in source: Source) -> JSON {
    let place = diagnostic.position(in: source)
    return JSON(members: [
      "severity": .string(diagnostic.severity.rawValue), "code": .string(diagnostic.code), "file": place.map { .string($0.file) },
      "line": place.map { JSON($0.line) }, "column": place.map { JSON($0.column) }, "message": .string(diagnostic.message),
      "hint": diagnostic.hint.map { .string($0) },
    ])
  }

  /// Keeps what a document that has been written was made of.
  mutating func add(_ document: TypesetDocument, operands: [String], outputs names: [String]) {
    guard dependencies != nil else { return }
    inputs.formUnion(document.dependencies.files)
    inputs.formUnion(operands.filter { $0 != "-" }.map { realPath($0) ?? $0 })
    outputs += names.filter { $0 != "-" }
  }

  /// Writes the log and the dependencies.
  func write() throws {
    if let log { try Self.write(logged.joined(), to: log) }
    guard let dependencies else { return }
    if dependencyForm == .make { MakeName.complain(of: outputs + inputs.sorted(), in: dependencies) }
    try Self.write(dependencyText, to: dependencies)
  }

  private static func write(_ text: String, to path: String) throws {
    try writing(path) { try writeWhole(Array(text.utf8), to: path) }
  }

  private var dependencyText: String {
    let inputs = inputs.sorted()
    switch dependencyForm {
    case .make:
      let names = (outputs: outputs.filter(MakeName.isReadable), inputs: inputs.filter(MakeName.isReadable))
      guard !names.outputs.isEmpty else { return "" }
      let rule = names.inputs.map { " \\\n  " + MakeName.escaped($0) }.joined()
      return names.outputs.map(MakeName.escaped).joined(separator: " ") + ":" + rule + "\n"
    case .json:
      let names = JSON(members: ["inputs": .array(inputs.map { .string($0) }), "outputs": .array(outputs.map { .string($0) })])
      return names.description + "\n"
    case .zero: return inputs.map { $0 + "\0" }.joined()
    }
  }
}
