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
  private let memo: Memo
  /// Below it outputs of earlier runs are removed.
  private let outputFolder: String?
  /// Templates that have been read, by their paths.
  private var templates: [String: (template: RowTemplate, bytes: [UInt8])] = [:]

  /// - Parameter outputFolder: Of the outputs, if it is not what `-o` names.
  init(_ arguments: Arguments, options: TypesetterOptions, formats: [Output.Format], outputFolder: String? = nil) throws {
    self.arguments = arguments
    self.outputFolder = outputFolder ?? arguments.value("output")
    self.options = options
    self.formats = formats
    _ = try TypesetVerb.pdfSettings(arguments)
    memo = Memo(arguments)
  }

  /// - Parameter job: `input`, `base` (the output without its extension), `roots`, `record` where there is one, `project` for the file of one,
  ///   `row` with the values for a template.
  /// - Returns: `status`: made, current, failed; `code`, `message`, `hint` of a failure; `pages`, `files`, `warnings`, `record`.
  func make(_ job: JSON) -> JSON {
    guard let input = job["input"]?.text, let base = job["base"]?.text else {
      return Self.failure(Failure(.internalError, "the job has no input"))
    }
    let record = job["record"].flatMap { BuildRecord($0) }
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
    _ input: String, row: JSON?, isProject: Bool, base: String, roots: [String], record: BuildRecord?, isForced: Bool
  ) throws -> JSON {
    let folder = Roots.folder(of: input)
    var options = options
    (options.roots, options.markers) = (roots, ProjectMarker.near(folder, files: FileAccess(roots: roots)))
    let work = isProject ? try WorkInput([input], options) : nil
    if let work { options.searchedFolders += work.folders }
    let filled = try row.map { try fill(input, with: $0) }
    let outputs = try formats.map { try Output(path: "\(base).\($0.rawValue)", isPattern: false, format: $0, arguments: arguments) }
    var making = try Making(arguments, options: options, outputs: outputs)
    // What is wrong with a project file stands in the record, as warnings.
    let more = (work?.messages ?? []) + (filled.map { [$0.text] } ?? [])
    var entry = MemoEntry(memo, making, inputs: [input], folder: folder, more: more, source: work?.source)
    if !isForced, let record, entry.isCurrent(record) { return answer("current", record) }
    let bytes = try filled?.template ?? TypesetVerb.readInput(input, limit: options.budget.sourceBytes)
    let source =
      try work?.source
      ?? filled.map { Source(name: input, text: $0.text, folder: folder) } ?? InputFormat.source(input, bytes, folder: folder, options)
    if !isForced, let kept = try entry.restore(work?.source ?? Source(name: input, bytes: bytes)) {
      removeOutputs(of: record, but: kept.outputs.map(\.path), outputs)
      return answer("made", kept)
    }
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
    let chapters = (work?.source.files ?? []).filter { $0.chapter != nil }.map { ($0.name, String?.none) }
    let made = entry.keep(result, inputs: [(input, Digest.of(bytes))] + chapters, outputs: names, warnings: warnings)
    removeOutputs(of: record, but: names, outputs)
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
  private func removeOutputs(of record: BuildRecord?, but names: [String], _ run: [Output]) {
    guard let record, let root = outputFolder else { return }
    for old in record.leftBehind(by: run, writing: names, mostPages: options.budget.pages, memo.states) { removeOutput(old, below: root) }
  }

  private func answer(_ status: String, _ record: BuildRecord, code: ExitCode = .done) -> JSON {
    JSON(members: [
      "status": .string(status), "code": JSON(Int(code.rawValue)), "pages": JSON(record.pages),
      "files": .array(record.outputs.map { .string($0.path) }), "warnings": .array(record.warnings),
      "record": record.json,
    ])
  }
}
