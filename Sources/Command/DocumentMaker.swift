internal import Glibc
internal import MDTypeset
internal import TypesetCiting
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetMarkdown
internal import TypesetRows

/// Makes the documents of a batch, one after the other, in a process of a pool.
final class DocumentMaker {
  private let arguments: Arguments
  private let options: TypesetterOptions
  private let formats: [Output.Format]
  private let states = FileStates()
  private let cache: OutputCache?
  /// The fingerprint of all options that affect the output.
  private let fingerprint: String
  private var fonts: String?
  /// Below it outputs of earlier runs are removed.
  private let outputFolder: String?
  /// Templates that have been read, by their paths.
  private var templates: [String: (template: RowTemplate, bytes: [UInt8])] = [:]

  /// Options that do not affect the output.
  private static let indifferent: Set<String> = [
    "output", "jobs", "quiet", "progress", "force", "deps", "timeout", "cpu-time", "cache-dir", "cache-size", "base", "root",
    "timings", "trace-collect", "shard", "exclude", "prune", "projects", "data",
  ]

  /// - Parameter outputFolder: Of the outputs, if it is not what `-o` names.
  init(_ arguments: Arguments, options: TypesetterOptions, formats: [Output.Format], outputFolder: String? = nil) throws {
    self.arguments = arguments
    self.outputFolder = outputFolder ?? arguments.value("output")
    self.options = options
    self.formats = formats
    _ = try TypesetVerb.pdfSettings(arguments)
    cache = OutputCache(arguments)
    fingerprint = Self.fingerprint(arguments, options)
  }

  static func fingerprint(_ arguments: Arguments, _ options: TypesetterOptions) -> String {
    var digest = Digest()
    digest.add(FileStates.program + "\n" + arguments.fingerprint(without: indifferent) + "\n")
    if case .files(let sources)? = options.theme {
      for source in sources { digest.add("\(source.bytes.count)\n"); digest.add(source.bytes) }
    }
    digest.add("\(options.mathMacros.utf8.count) \(options.mathMacros)\n")
    // What of the time limit decides where a document is cut.
    digest.add("\(options.budget.work)\n")
    if let time = unsafe getenv("SOURCE_DATE_EPOCH") { digest.add(unsafe "at " + String(cString: time)) }
    return digest.finish()
  }

  /// - Parameter job: `input`, `base` (the output without its extension), `roots`, `record` where there is one, `project` for the file of one,
  ///   `row` with the values for a template.
  /// - Returns: `status`: made, current, failed; `code`, `message`, `hint` of a failure; `pages`, `files`, `warnings`, `record`.
  func make(_ job: JSON) -> JSON {
    guard let input = job["input"]?.text, let base = job["base"]?.text else {
      return Self.failure(Failure(.internalError, "the job has no input"))
    }
    let record = job["record"].flatMap { MakingRecord($0) }
    do {
      return try make(
        input, row: job["row"], isProject: job["project"] != nil, base: base, roots: job["roots"]?.items?.compactMap(\.text) ?? [],
        record: record,
        isForced: arguments.has("force"))
    } catch let failure as Failure {
      return Self.failure(failure)
    } catch {
      return Self.failure(Failure(.internalError, "\(error)"))
    }
  }

  static func failure(_ failure: Failure) -> JSON {
    JSON(members: [
      "status": .string("failed"), "code": JSON(Int(failure.code.rawValue)), "message": .string(failure.message),
      "hint": failure.hint.map { .string($0) },
    ])
  }

  private func make(
    _ input: String, row: JSON?, isProject: Bool, base: String, roots: [String], record: MakingRecord?, isForced: Bool
  ) throws -> JSON {
    let markers = ProjectMarker.near(Roots.folder(of: input), files: FileAccess(roots: roots))
    var options = options
    (options.roots, options.markers) = (roots, markers)
    let work = isProject ? try WorkInput([input], options) : nil
    if let work { options.searchedFolders += work.folders }
    // What is wrong with a project file stands in the record, as warnings.
    let filled = try row.map { try fill(input, with: $0) }
    let ofRow = filled.map { "\nrow " + Digest.of($0.text.utf8) } ?? ""
    let bibliographies = ProjectBibliography.key(near: Roots.folder(of: input), files: FileAccess(roots: roots))
    let project = ([ProjectMarker.key(of: markers), bibliographies] + (work?.messages ?? [])).joined(separator: "\n") + ofRow
    let key = OutputCache.key(fingerprint + project, in: nil, inputs: [input], outputs: [base], roots: roots, source: work?.source)
    let outputs = try formats.map { try Output(path: "\(base).\($0.rawValue)", isPattern: false, format: $0, arguments: arguments) }
    if !isForced, let record, record.isOf(outputs, mostPages: options.budget.pages),
      record.holds(key: key, states, fonts: { fontState(options) }), record.hasOutputs(states)
    {
      return answer("current", record)
    }
    let bytes = try filled?.template ?? TypesetVerb.readInput(input, limit: options.budget.sourceBytes)
    let source =
      try work?.source
      ?? filled.map { Source(name: input, text: $0.text, folder: Roots.folder(of: input)) }
      ?? InputFormat.source(input, bytes, folder: Roots.folder(of: input), options)
    var making = try Making(arguments, options: options, outputs: outputs)
    let cacheKey = OutputCache.key(
      fingerprint + project, in: Self.workingFolder, inputs: [input], outputs: [base], roots: roots,
      source: work?.source ?? Source(name: input, bytes: bytes))
    if !isForced, let (kept, files) = cache?.entry(cacheKey), kept.isOf(outputs, mostPages: options.budget.pages),
      kept.holds(key: key, states, fonts: { fontState(options) })
    {
      try OutputCache.write(kept, files)
      removeOutputs(of: record, but: kept.outputs.map(\.path), outputs)
      return answer("made", kept)
    }
    let (start, day) = (FileStates.now, FileStates.today)
    let result = try making.typeset { $0.typeset(source) }
    let document = result.document
    let warnings = ((work?.faults ?? []) + result.diagnostics.faults(in: document.source)).map(BatchWarning.json)
    let rule = StopRule(arguments)
    if rule.stops((work?.diagnostics ?? []) + result.diagnostics) {
      return JSON(members: [
        "status": .string("failed"), "code": JSON(Int(ExitCode.stoppedByStrict.rawValue)),
        "message": .string(rule.reason), "warnings": .array(warnings),
      ])
    }
    let names = try making.write(document)
    let found = document.dependencies
    let made = MakingRecord(
      key: key,
      // A file that changed meanwhile may have been read before or after the change.
      inputs: [(input, Digest.of(bytes))]
        + ((work?.source.files ?? []).filter { $0.chapter != nil }.map(\.name) + found.files).map {
          (Self.shortened($0), states.hasChanged($0, since: start) ? "" : states.digest(of: $0) ?? "")
        },
      missing: found.missing, listings: found.listings, fonts: found.dependsOnInstalledFonts ? fontState(options) : nil,
      day: found.dependsOnDate ? day : nil,
      outputs: names.map { ($0, states.digest(of: $0) ?? "") }, pages: document.pageCount, warnings: warnings)
    removeOutputs(of: record, but: names, outputs)
    if result.code == .done { cache?.keep(made, as: cacheKey) }
    return answer("made", made, code: result.code)
  }

  /// The Markdown of a row, and the template's bytes.
  private func fill(_ template: String, with row: JSON) throws -> (text: String, template: [UInt8]) {
    let read = try templates[template] ?? DataBatch.template(template, limit: options.budget.sourceBytes)
    templates[template] = read
    do throws(TemplateFailure) {
      return (try read.template.filled(with: row), read.bytes)
    } catch {
      throw Failure(.inputUnreadable, "\(template):\(error.line): \(error.message)", hint: error.hint)
    }
  }

  /// The answer that stands for what became of a job.
  static func answer(of outcome: JobPool.Outcome) -> JSON {
    switch outcome {
    case .answer(let answer): answer
    case .timeOut(let seconds):
      failure(Failure(.limitReached, "it takes longer than \(seconds) s [limit.time]", hint: "a higher --timeout allows more"))
    case .cpuTimeOut(let seconds):
      failure(
        Failure(
          .limitReached, "it takes more than \(seconds) s of CPU time [limit.cpu-time]", hint: "a higher --cpu-time allows more"))
    case .memoryOut(let megabytes):
      failure(
        Failure(
          .limitReached, "it takes more than \(megabytes) MB of memory [limit.memory]", hint: "a higher --max-memory allows more"))
    case .lost(let reason): failure(Failure(.internalError, reason))
    }
  }

  /// Removes pages that the document no longer has.
  private func removeOutputs(of record: MakingRecord?, but names: [String], _ run: [Output]) {
    guard let record, let root = outputFolder else { return }
    for old in record.leftBehind(by: run, writing: names, mostPages: options.budget.pages, states) { removeOutput(old, below: root) }
  }

  private func answer(_ status: String, _ record: MakingRecord, code: ExitCode = .done) -> JSON {
    JSON(members: [
      "status": .string(status), "code": JSON(Int(code.rawValue)), "pages": JSON(record.pages),
      "files": .array(record.outputs.map { .string($0.path) }), "warnings": .array(record.warnings),
      "record": record.json,
    ])
  }

  private func fontState(_ options: TypesetterOptions) -> String {
    if let fonts { return fonts }
    let made = FileStates.fingerprint(ofFolders: Typesetter(options: options).fontFolders)
    fonts = made
    return made
  }

  /// A path below the working folder, relative to it, so that a record stays valid if the folder is moved.
  private static func shortened(_ path: String) -> String {
    path.hasPrefix(workingFolder + "/") ? String(path.dropFirst(workingFolder.count + 1)) : path
  }

  private static let workingFolder = realPath(".") ?? ""
}
