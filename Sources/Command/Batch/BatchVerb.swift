internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetPictures

/// `mdtypeset batch INPUTS… -o DIR`: many documents, each to its own outputs.
enum BatchVerb {
  /// Options of a single document that mean nothing for many.
  private static let unused: Set<String> = ["timings", "version", "stream", "draft", "synctex"]

  static let own: [Option] = [
    Option("output", "o", value: "DIR", help: "folder of the outputs; the folders of the inputs are kept below it"),
    Option(
      "data", value: "FILE",
      help: "rows of a CSV or JSON Lines file, each a document: batch --data rows.csv letter.md -o 'out/{id}.pdf'; {{name}} is a field"),
    Option("to", "t", value: "FORMATS", help: "pdf, png, svg, txt or json, or several: pdf,png (default pdf)"),
    Option("jobs", "j", value: "N", help: "number of processes (default: one per core)"),
    Option(
      "base", value: "DIR",
      help: "the folder that corresponds to the output folder (default: the deepest one that contains all inputs)"),
    Option(
      "exclude", value: "PATTERN",
      help: "leave files and folders out, as a line of .gitignore does; may be repeated; .mdtypesetignore files hold such lines"),
    Option(
      "projects", help: "a folder with the file of a book or a site (mkdocs.yml, book.toml, _quarto.yml and their like) is one document"),
    Option("prune", help: "remove outputs whose input is gone"),
    Option("shard", value: "I/N", help: "only the I-th of N parts of the documents, counted from 1: for several machines"),
    Option("force", help: "make documents that are up to date, too"),
    Option("progress", value: "KIND", help: "auto, plain, json (one object a line on standard output) or none"),
    Option("deps", value: "FILE", help: "write what each output depends on, for make and ninja"),
    Option("timeout", value: "SECONDS", help: "a document that takes longer fails"),
    Option("max-memory", value: "MB", help: "a document that takes more memory fails"),
    Option("quiet", "q", help: "print failures only"),
    Option("help", "h", help: "print this help"),
  ]

  static let options = TypesetVerb.options(after: own, without: unused)

  static func run(_ words: [String]) throws -> ExitCode {
    guard
      let arguments = try Arguments.ofVerb(
        words, options: options,
        help: "mdtypeset batch INPUTS… -o DIR\n\nTypesets many documents: files, folders and patterns ('docs/**/*.md').", own: own,
        more: "The options of a single document hold for all of them; mdtypeset --help lists them.")
    else { return .done }
    guard !arguments.operands.isEmpty else {
      throw Arguments.UsageError(message: "no input", hint: "mdtypeset batch docs -o out")
    }
    guard let folder = arguments.value("output") else {
      throw Arguments.UsageError(message: "no output folder", hint: "name it with -o out")
    }
    guard !arguments.operands.contains("-") else {
      throw Arguments.UsageError(message: "batch cannot read standard input", hint: "mdtypeset - -o doc.pdf reads one document")
    }
    let shard = try arguments.value("shard").map { try readShard($0) }
    if let data = arguments.value("data") {
      _ = try TypesetVerb.pdfSettings(arguments)
      var batch = try DataBatch(arguments, data: data, shard: shard, options: try typesettingOptions(arguments))
      return try batch.run()
    }
    let formats = try (arguments.value("to") ?? "pdf").split(separator: ",").map { try Output.format(named: String($0)) }
    guard !formats.isEmpty else { throw Arguments.UsageError(message: "--to names no format", hint: "--to pdf,png") }
    // Invalid options are reported before anything is typeset.
    _ = try Output(path: "a.pdf", isPattern: false, format: formats[0], arguments: arguments)
    _ = try TypesetVerb.pdfSettings(arguments)
    let options = try typesettingOptions(arguments)
    var plan = try BatchPlan(
      arguments.operands, into: folder, start: arguments.value("base"), excluding: arguments.all("exclude"),
      takesProjects: arguments.has("projects"),
      isConfined: Sandbox.isOn(arguments)
    ) {
      try Roots.of([$0 + "/."], arguments: arguments)
    }
    if let failure = plan.clash(writing: formats, dependencies: arguments.value("deps")) { throw failure }
    for link in plan.linksOut {
      complain(
        "mdtypeset: warning: \(link) leads out of the folder that it is in, and is not followed\n"
          + "  hint: name the folder it leads to as an input of its own\n")
    }
    if let shard { plan.keep(shard.part, of: shard.count) }
    do { try makeFolder(folder) } catch { throw Failure(.outputUnwritable, "cannot make the folder \(folder): \(error.words)") }
    var batch = try Batch(plan, arguments: arguments, options: options, formats: formats, folder: folder)
    return try batch.run()
  }
}

extension BatchVerb {
  private static func typesettingOptions(_ arguments: Arguments) throws -> TypesetterOptions {
    var options = try TypesetVerb.typesettingOptions(arguments, inputs: [])
    // Strangers' documents leave nothing for others.
    if !Sandbox.isOn(arguments) { options.cacheFolder = options.cacheFolder ?? TypesetVerb.cacheFolder }
    // What has not changed is not made again anyway.
    options.leastKeptBytes = .max
    try Sandbox.narrow(&options, arguments)
    return options
  }

  /// `2/10`
  private static func readShard(_ text: String) throws -> (part: Int, count: Int) {
    let numbers = text.split(separator: "/").map { DocumentNumber.whole($0) }
    guard numbers.count == 2, let part = numbers[0], let count = numbers[1], part >= 1, part <= count else {
      throw Arguments.UsageError(message: "--shard cannot read \(text)", hint: "write it as 2/10, from 1/10 to 10/10")
    }
    return (part, count)
  }
}

/// A running batch.
struct Batch {
  private let plan: BatchPlan
  private let arguments: Arguments
  private let folder: String
  private let pool: JobPool
  private var report: BatchReport
  private var records: BatchRecords
  private let isFirstPart: Bool
  /// What a document may have.
  private let mostPages: Int
  private var codes: Set<Int32> = []
  /// The records of existing outputs.
  private var folders: Set<PathBytes> = []

  init(_ plan: BatchPlan, arguments: Arguments, options: TypesetterOptions, formats: [Output.Format], folder: String) throws {
    self.plan = plan
    self.arguments = arguments
    self.folder = folder
    report = try BatchReport(arguments, count: plan.documents.count + plan.failures.count)
    records = BatchRecords(folder, shard: arguments.value("shard"))
    isFirstPart = arguments.value("shard").map { $0.hasPrefix("1/") } ?? true
    mostPages = options.budget.pages
    let roots = Set(plan.documents.flatMap { $0.roots.map(PathBytes.init) }).sorted().map(\.path)
    pool = try Self.pool(
      arguments, options: options, count: plan.documents.count, reading: roots + plan.documents.map(\.input), writing: folder
    ) {
      try? DocumentMaker(arguments, options: $0, formats: formats)
    }
  }

  /// The processes that make the documents of a batch.
  ///
  /// - Parameters:
  ///   - count: Of documents.
  ///   - maker: Makes documents, in each of the processes; nil where its options cannot be read.
  static func pool(
    _ arguments: Arguments, options: TypesetterOptions, count: Int, reading inputs: [String], writing folder: String,
    _ maker: @escaping (TypesetterOptions) -> DocumentMaker?
  ) throws -> JobPool {
    let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let processes = min(try TypesetVerb.count("jobs", arguments) ?? cores, max(1, count))
    let limits = JobPool.Limits(
      seconds: try TypesetVerb.count("timeout", arguments),
      cpuSeconds: try TypesetVerb.count("cpu-time", arguments) ?? Sandbox.cpuSeconds(arguments),
      megabytes: try TypesetVerb.count("max-memory", arguments) ?? Sandbox.megabytes(arguments))
    return JobPool(count: processes, limits: limits) {
      var options = options
      // The cores that no other document uses.
      options.threads = max(1, cores / processes)
      options.shared = SharedWork()
      options.drawingPlace = PictureProcesses.place(for: nil, budget: options.budget, fontFolders: options.fontPaths)
      Sandbox.enter(
        arguments, reading: inputs + options.resourceFolders, options: options, writing: [folder] + Sandbox.cache(options))
      guard let maker = maker(options) else {
        return { _ in DocumentMaker.failure(Failure(.internalError, "the options cannot be read")) }
      }
      return { maker.make($0) }
    }
  }

  mutating func run() throws -> ExitCode {
    for (name, failure) in plan.failures { finish(name, DocumentMaker.failure(failure)) }
    var next = 0
    while next < plan.documents.count || !pool.isIdle {
      while next < plan.documents.count, pool.hasRoom {
        let document = plan.documents[next]
        if let failure = made(Roots.folder(of: document.base)) {
          finish(document.input, DocumentMaker.failure(failure))
          next += 1
          continue
        }
        let job = JSON(members: [
          "input": .string(document.input), "base": .string(document.base), "roots": .array(document.roots.map { .string($0) }),
          "record": records.record(of: document.base), "project": document.isProject ? .bool(true) : nil,
        ])
        guard pool.start(job, number: next) else { throw Failure(.internalError, "no process can be started") }
        next += 1
      }
      for (number, outcome) in pool.wait(milliseconds: report.interval).done { finish(plan.documents[number], outcome) }
      report.tick()
    }
    tellLeftOver()
    records.finish(keeping: HashedNames(plan.documents.lazy.map(\.base)))
    if let path = arguments.value("deps") { try records.writeDependencies(of: plan.documents.map(\.base), to: path) }
    report.end()
    return ExitCode(ofFailures: codes)
  }

  /// Names the outputs whose input is gone, or removes them. Of several parts of a batch the first does it.
  private mutating func tellLeftOver() {
    guard isFirstPart else { return }
    let left = records.leftOver(in: folder, mostPages: mostPages, FileStates())
    guard !left.isEmpty else { return }
    if arguments.has("prune") {
      for document in left {
        for output in document.outputs { removeOutput(output, below: folder) }
        records.forget(document.base)
      }
    }
    report.tell(leftOver: left.flatMap(\.outputs), isPruned: arguments.has("prune"))
  }

  /// Makes a folder for outputs: within a sandbox none can be made.
  private mutating func made(_ folder: String) -> Failure? {
    guard folders.insert(PathBytes(folder)).inserted else { return nil }
    do throws(SystemError) {
      try makeFolder(folder)
      return nil
    } catch {
      folders.remove(PathBytes(folder))
      return Failure(.outputUnwritable, "cannot make the folder \(folder): \(error.words)")
    }
  }

  private mutating func finish(_ document: BatchDocument, _ outcome: JobPool.Outcome) {
    let answer = DocumentMaker.answer(of: outcome)
    if let record = answer["record"] { records.add(record, of: document.base, isNew: answer["status"]?.text == "made") }
    finish(document.input, answer)
  }

  private mutating func finish(_ name: String, _ answer: JSON) {
    if let code = answer["code"]?.integer, code != 0 { codes.insert(Int32(clamping: code)) }
    report.add(name, answer)
  }
}

extension ExitCode {
  /// The code of the one kind of failure, or 6 if there were several.
  init(ofFailures codes: Set<Int32>) {
    self = codes.isEmpty ? .done : codes.count == 1 ? codes.first.flatMap { ExitCode(rawValue: $0) } ?? .internalError : .noResultPossible
  }
}

extension BatchRecords {
  /// A rule for each document, as compilers write them (`-MD -MP`).
  ///
  /// - Parameter bases: The outputs of the documents without extensions.
  func writeDependencies(of bases: [String], to path: String) throws {
    var text = ""
    var all: Set<String> = []
    for base in bases {
      guard let record = record(of: base).flatMap({ BuildRecord($0) }) else { continue }
      MakeName.complain(of: (record.outputs + record.inputs).map(\.path), in: path)
      let outputs = record.outputs.map(\.path).filter(MakeName.isReadable)
      guard !outputs.isEmpty else { continue }
      let inputs = record.inputs.map(\.path).filter(MakeName.isReadable)
      text += outputs.map(MakeName.escaped).joined(separator: " ") + ":"
      text += inputs.map { " \\\n  " + MakeName.escaped($0) }.joined() + "\n"
      all.formUnion(inputs)
    }
    // A file that is gone stops make unless there is a rule for it.
    for file in all.sorted() { text += "\(MakeName.escaped(file)):\n" }
    try writing(path) { unsafe try writeFile(path) { write in unsafe try Array(text.utf8).withUnsafeBytes { try unsafe write($0) } } }
  }
}

/// Paths in a file that make and ninja read. What make could take for a recipe, a variable or a pattern stays out, for a stranger may have
/// named the files: the GNU make manual has no way to write a newline, and quotes the others in some places only.
enum MakeName {
  static let special = "\\;|*?[%=&~!"

  static func isReadable(_ path: String) -> Bool {
    !path.isEmpty && !path.hasSuffix(")") && path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && !path.contains(where: special.contains)
  }

  /// Warns of the paths that stay out of a file.
  static func complain(of paths: [String], in file: String) {
    for left in paths where !isReadable(left) {
      Command.complain(
        "mdtypeset: warning: \(file) leaves out a file that make cannot name: \(left.inOneLine)\n"
          + "  hint: rename it without control characters and \(special)\n")
    }
  }

  /// A readable path as make reads it.
  static func escaped(_ path: String) -> String {
    path.replacing("$", with: "$$").replacing(" ", with: "\\ ").replacing("#", with: "\\#").replacing(":", with: "\\:")
  }
}
