internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON

/// Does the jobs of a worker, one after the other, in a process of its pool.
final class JobMaker {
  private let words: [String]
  private let options: TypesetterOptions
  private let hasRoot: Bool
  private let outputs: String?
  private let formulas: FormulaJobs

  /// Options that a job may set: those that lead to no file, network or program.
  static let allowed: Set<String> = [
    "to", "pages", "ppi", "theme", "variable", "toc", "toc-depth", "number-sections", "lof", "lot", "no-math", "no-diagrams",
    "pdf-standard",
    "no-pdf-tags", "attach-source", "max-pages", "strict", "fail-on",
  ]

  /// The keys that a job may have, one for a document or one for a formula.
  static func keys(of job: JSON) -> [String] {
    job["formula"] == nil ? ["id", "input", "text", "name", "output", "to", "options"] : FormulaJobs.keys
  }

  init(words: [String], options: TypesetterOptions, hasRoot: Bool, outputs: String?) {
    (self.words, self.options, self.hasRoot, self.outputs) = (words, options, hasRoot, outputs)
    formulas = FormulaJobs(options: options)
  }

  /// - Parameter job: `formula`, with the keys of `FormulaJobs`; or `input` (a path) or `text`, perhaps with `name`; `output` (a path), else bytes come back; `to` (pdf, png, svg);
  ///   `options`, as words of the command line.
  /// - Returns: `status`: done or failed; `code`, `message`, `hint`; `pages`, `files` or `data`, `diagnostics`, `milliseconds`.
  func make(_ job: JSON) -> JSON {
    do {
      return try checkedMake(job)
    } catch let failure as Failure {
      return DocumentMaker.failure(failure)
    } catch let error as Arguments.UsageError {
      return DocumentMaker.failure(Failure(.usage, error.message, hint: error.hint))
    } catch {
      return DocumentMaker.failure(Failure(.internalError, "\(error)"))
    }
  }

  private func checkedMake(_ job: JSON) throws -> JSON {
    if let tex = job["formula"]?.text { return try formulas.make(tex, job) }
    let start = ContinuousClock.now
    let (arguments, options) = try settings(of: job)
    let source = try source(of: job, options)
    let output = try output(of: job, arguments)
    var chosen = options
    if !hasRoot { chosen.roots = try Roots.of([job["input"]?.text ?? "-"], arguments: arguments) }
    var making = try Making(arguments, options: chosen, outputs: [output])
    let made = try making.typeset { $0.typeset(source) }
    let document = made.document
    let diagnostics = JSON.array(made.diagnostics.prefix(1000).map { $0.json(in: document.source) })
    let rule = StopRule(arguments)
    if rule.stops(made.diagnostics) {
      return JSON(members: [
        "status": .string("failed"), "code": JSON(Int(ExitCode.stoppedByStrict.rawValue)),
        "message": .string(rule.reason), "diagnostics": diagnostics,
      ])
    }
    var files: JSON?
    var data: JSON?
    if job["output"] != nil {
      files = .array(try making.write(document).map { .string($0) })
    } else {
      data = try Self.data(of: document, output, made.settings)
    }
    return JSON(members: [
      "status": .string("done"), "code": JSON(Int(made.code.rawValue)), "pages": JSON(document.pageCount),
      "files": files, "data": data, "diagnostics": diagnostics,
      "milliseconds": JSON(Int(clamping: (ContinuousClock.now - start) / .milliseconds(1))),
    ])
  }

  // MARK: Options of a job

  private func settings(of job: JSON) throws -> (Arguments, TypesetterOptions) {
    guard let own = job["options"] else { return (try Arguments(words, options: WorkerVerb.options + [toOption]), options) }
    guard let items = own.items, items.allSatisfy({ $0.text != nil }) else {
      throw Failure(.usage, "options is not a list of strings", hint: #""options":["--theme","book","-V","paper=a5"]"#)
    }
    let more = items.compactMap(\.text)
    let table = WorkerVerb.options + [toOption]
    let alone = try Arguments(more, options: table.filter { Self.allowed.contains($0.name) })
    guard alone.operands.isEmpty else { throw Failure(.usage, "\(alone.operands[0]) is no option", hint: "inputs are named by input") }
    if let theme = alone.value("theme"), !Typesetter.themeNames.contains(theme) {
      throw Failure(.usage, "unknown theme \(theme)", hint: "a job may name a built-in theme; theme files are named in front matter")
    }
    let arguments = try Arguments(words + more, options: table)
    var changed = try TypesetVerb.typesettingOptions(arguments, inputs: [])
    try Sandbox.narrow(&changed, arguments)
    (changed.shared, changed.drawingPlace, changed.threads) = (options.shared, options.drawingPlace, options.threads)
    (changed.roots, changed.network, changed.leastKeptBytes) = (options.roots, options.network, options.leastKeptBytes)
    return (arguments, changed)
  }

  private let toOption = Option("to", "t", value: "FORMAT", help: "")

  private func source(of job: JSON, _ options: TypesetterOptions) throws -> Source {
    if let text = job["text"]?.text {
      guard text.utf8.count <= options.budget.sourceBytes else { throw Failure(.limitReached, "the text is too long") }
      return Source(name: job["name"]?.text ?? "<text>", text: text)
    }
    guard let path = job["input"]?.text else {
      throw Failure(.usage, "the job has neither input nor text", hint: #"{"id":1,"input":"a.md","output":"a.pdf"}"#)
    }
    guard hasRoot else {
      let bytes = try TypesetVerb.readInput(path, limit: options.budget.sourceBytes)
      return try InputFormat.source(path, bytes, folder: Roots.folder(of: path), options)
    }
    let file: (bytes: [UInt8], folder: String)
    do throws(FileFailure) {
      let read = try FileAccess(roots: options.roots).read(path, from: nil, limit: options.budget.sourceBytes)
      file = (read.bytes, read.folder)
    } catch {
      throw Failure(error.isOutside ? .refusedByPolicy : .inputUnreadable, "cannot read \(path): \(error)", hint: error.hint)
    }
    return try InputFormat.source(path, file.bytes, folder: file.folder, options)
  }

  private func output(of job: JSON, _ arguments: Arguments) throws -> Output {
    let path = job["output"]?.text
    let name = path?.split(separator: ".").last.map { String($0).lowercased() } ?? ""
    let format = try Output.format(named: job["to"]?.text ?? arguments.value("to") ?? (path == nil ? "pdf" : name))
    guard let path, let outputs else { return try Output(path: path ?? "-", isPattern: true, format: format, arguments: arguments) }
    let parts = BatchPlan.parts(path)
    var output = try Output(path: ([outputs] + parts).joined(separator: "/"), isPattern: true, format: format, arguments: arguments)
    try writing(output.path) { output.heldFolder = try HeldFolder(parts.dropLast(), below: outputs) }
    return output
  }

  // MARK: Results

  /// The file in base64; of pages, a list of them.
  private static func data(of document: TypesetDocument, _ output: Output, _ settings: PDFSettings) throws -> JSON {
    let pages = try output.pages(of: document)
    switch output.format {
    case .pdf:
      let file = Gathered()
      unsafe try document.writePDF(pages: pages, settings: settings) { unsafe file.bytes += $0 }
      return .string(base64(file.bytes))
    case .png: return .array(try pages.map { .string(base64(try document.png(page: $0, ppi: output.ppi))) })
    case .svg: return .array(try pages.map { .string(base64(try document.svg(page: $0))) })
    case .txt, .json: return .string(base64(Array(try output.text(of: document, pages: pages).utf8)))
    }
  }
}
