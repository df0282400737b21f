internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetPictures
internal import TypesetRows

/// `mdtypeset batch --data rows.csv letter.md -o 'out/{id}.pdf'`: a document for each row of a file, from one template.
struct DataBatch {
  private let arguments: Arguments
  private let data: String
  private let kind: DataRows.Kind
  private let template: String
  private let names: RowNames
  private let pool: JobPool
  private var report: BatchReport
  private var records: BatchRecords
  private let roots: [String]
  private let isFirstPart: Bool
  private let shard: (part: Int, count: Int)?
  /// The outputs of all rows, without extensions.
  private let bases: HashedNames
  private let mostPages: Int
  private var codes: Set<Int32> = []
  private var folders = HashedNames()
  /// Rows that are being made: what each is called, and its output.
  private var running: [Int: (name: String, base: String)] = [:]

  /// Reads the template and all rows before anything is made.
  init(_ arguments: Arguments, data: String, shard: (part: Int, count: Int)?, options: TypesetterOptions) throws {
    (self.arguments, self.data, self.shard) = (arguments, data, shard)
    guard let kind = DataRows.Kind(ofFile: data) else {
      throw Arguments.UsageError(message: "--data cannot read \(data)", hint: "name a file that ends in .csv, .tsv or .jsonl")
    }
    guard arguments.operands.count == 1, let template = arguments.operands.first else {
      throw Arguments.UsageError(message: "--data takes one template", hint: "mdtypeset batch --data rows.csv letter.md -o 'out/{id}.pdf'")
    }
    for name in ["base", "exclude", "projects"] where arguments.has(name) {
      throw Arguments.UsageError(message: "--data and --\(name) cannot be combined", hint: "leave out --\(name)")
    }
    (self.kind, self.template) = (kind, template)
    names = try RowNames(arguments.value("output") ?? "", formats: arguments.value("to"))
    _ = try Self.template(template, limit: options.budget.sourceBytes)
    roots = try Roots.of([template], arguments: arguments)
    let own: Int
    (bases, own) = try Self.bases(of: data, kind, names, shard)
    isFirstPart = shard.map { $0.part == 1 } ?? true
    do { try makeFolder(names.folder) } catch {
      throw Failure(.outputUnwritable, "cannot make the folder \(names.folder): \(error.words)")
    }
    report = try BatchReport(arguments, count: own)
    records = BatchRecords(names.folder, shard: arguments.value("shard"))
    mostPages = options.budget.pages
    let (folder, formats) = (names.folder, names.formats)
    pool = try Batch.pool(arguments, options: options, count: own, reading: roots + [template], writing: folder) { options in
      try? DocumentMaker(arguments, options: options, formats: formats, outputFolder: folder)
    }
  }

  /// The template, read.
  static func template(_ path: String, limit: Int) throws -> (template: RowTemplate, bytes: [UInt8]) {
    let bytes = try TypesetVerb.readInput(path, limit: limit)
    do throws(TemplateFailure) {
      return (try RowTemplate(String(decoding: bytes, as: UTF8.self)), bytes)
    } catch {
      throw Failure(.usage, "\(path):\(error.line): \(error.message)", hint: error.hint)
    }
  }

  private static func rows(of data: String, _ kind: DataRows.Kind) throws -> (rows: DataRows, close: () -> Void) {
    let file = unsafe open(data, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(.inputUnreadable, "cannot read \(data): \(SystemError(code: errno).words)") }
    let rows = DataRows(kind) {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw Failure(.inputUnreadable, "cannot read \(data): \(SystemError(code: errno).words)") }
        return Array(chunk[..<count])
      }
    }
    return (rows, { close(file) })
  }

  private static func next(_ rows: inout DataRows, of data: String) throws -> DataRows.Row? {
    do {
      return try rows.next()
    } catch let failure as RowFailure {
      throw Failure(.inputUnreadable, "\(data):\(failure.line): \(failure.message)", hint: failure.hint)
    }
  }

  /// The outputs of all rows, and how many of them are of this part; each row has to have one of its own.
  private static func bases(
    of data: String, _ kind: DataRows.Kind, _ names: RowNames, _ shard: (part: Int, count: Int)?
  ) throws -> (all: HashedNames, own: Int) {
    var bases = HashedNames()
    var own = 0
    try forEachBase(of: data, kind, names) { base, line in
      guard bases.insert(base) else {
        throw Failure(
          .usage, "\(data):\(line): another row has the same output \(base).\(names.formats[0].rawValue)",
          hint: "name a column in -o whose values differ")
      }
      if shard.map({ BatchPlan.isIn($0.part, of: $0.count, base) }) ?? true { own += 1 }
    }
    guard !bases.isEmpty else { throw Failure(.inputUnreadable, "\(data) has no rows") }
    return (bases, own)
  }

  private static func forEachBase(
    of data: String, _ kind: DataRows.Kind, _ names: RowNames, _ body: (_ base: String, _ line: Int) throws -> Void
  ) throws {
    var (rows, close) = try rows(of: data, kind)
    defer { close() }
    while let row = try next(&rows, of: data) { try body(try names.base(of: row.values, "\(data):\(row.line)"), row.line) }
  }

  // MARK: Running

  mutating func run() throws -> ExitCode {
    var (rows, close) = try Self.rows(of: data, kind)
    defer { close() }
    var waiting = try nextRow(&rows)
    while waiting != nil || !pool.isIdle {
      while let row = waiting, pool.hasRoom {
        try start(row)
        waiting = try nextRow(&rows)
      }
      for (number, outcome) in pool.wait(milliseconds: report.interval).done { finish(number, outcome) }
      report.tick()
    }
    tellLeftOver()
    records.finish(keeping: bases)
    if let path = arguments.value("deps") { try writeDependencies(to: path) }
    report.end()
    return ExitCode(ofFailures: codes)
  }

  private func writeDependencies(to path: String) throws {
    var bases: [PathBytes] = []
    try Self.forEachBase(of: data, kind, names) { base, _ in bases.append(PathBytes(base)) }
    try records.writeDependencies(of: bases.sorted().map(\.path), to: path)
  }

  /// The next row of this part.
  private func nextRow(_ rows: inout DataRows) throws -> DataRows.Row? {
    while let row = try Self.next(&rows, of: data) {
      guard let shard, !BatchPlan.isIn(shard.part, of: shard.count, try names.base(of: row.values, data)) else { return row }
    }
    return nil
  }

  private mutating func start(_ row: DataRows.Row) throws {
    let name = "\(data):\(row.line)"
    let base = try names.base(of: row.values, name)
    let folder = Roots.folder(of: base)
    if folders.insert(folder) {
      do { try makeFolder(folder) } catch {
        return finish(name, DocumentMaker.failure(Failure(.outputUnwritable, "cannot make the folder \(folder): \(error.words)")))
      }
    }
    let job = JSON(members: [
      "input": .string(template), "base": .string(base), "roots": .array(roots.map { .string($0) }), "record": records.record(of: base),
      "row": row.values,
    ])
    running[row.number] = (name, base)
    guard pool.start(job, number: row.number) else { throw Failure(.internalError, "no process can be started") }
  }

  private mutating func finish(_ number: Int, _ outcome: JobPool.Outcome) {
    guard let (name, base) = running.removeValue(forKey: number) else { return }
    let answer = DocumentMaker.answer(of: outcome)
    if let record = answer["record"] { records.add(record, of: base, isNew: answer["status"]?.text == "made") }
    finish(name, answer)
  }

  private mutating func finish(_ name: String, _ answer: JSON) {
    if let code = answer["code"]?.integer, code != 0 { codes.insert(Int32(clamping: code)) }
    report.add(name, answer)
  }

  /// Names the outputs of this template whose row is gone, or removes them.
  private mutating func tellLeftOver() {
    guard isFirstPart else { return }
    let left = records.leftOver(in: names.folder, mostPages: mostPages, FileStates(), of: template, besides: bases)
    guard !left.isEmpty else { return }
    if arguments.has("prune") {
      for document in left {
        for output in document.outputs { removeOutput(output, below: names.folder) }
        records.forget(document.base)
      }
    }
    report.tell(leftOver: left.flatMap(\.outputs), isPruned: arguments.has("prune"))
  }
}

/// The names of the outputs of rows: `out/{id}.pdf`.
struct RowNames {
  /// What is before the first name in braces, up to a slash.
  let folder: String
  let formats: [Output.Format]
  /// Words and names in turn, without the extension.
  private var words: [String] = []
  private var fields: [String] = []

  /// - Parameters:
  ///   - pattern: As `-o` has it.
  ///   - formats: As `--to` has them; nil to go by the extension.
  init(_ pattern: String, formats: String?) throws {
    let hint = "-o 'out/{id}.pdf' names each after its column id"
    var rest = pattern[...]
    var word = ""
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}"), rest.index(after: open) < close else {
        throw Arguments.UsageError(message: "-o has a brace that is never closed", hint: hint)
      }
      word += rest[..<open]
      words.append(word)
      fields.append(String(rest[rest.index(after: open)..<close]))
      (word, rest) = ("", rest[rest.index(after: close)...])
    }
    guard !fields.isEmpty else { throw Arguments.UsageError(message: "all rows would have the same output \(pattern)", hint: hint) }
    word += rest
    let dot = word.lastIndex(of: ".").flatMap { word[$0...].contains("/") ? nil : $0 }
    if let formats {
      self.formats = try formats.split(separator: ",").map { try Output.format(named: String($0)) }
      // An extension that is one of a format stands for it.
      if let dot, (try? Output.format(named: String(word[word.index(after: dot)...]))) != nil { word = String(word[..<dot]) }
    } else {
      guard let dot else { throw Arguments.UsageError(message: "the outputs have no extension", hint: hint) }
      self.formats = [try Output.format(named: String(word[word.index(after: dot)...]).lowercased())]
      word = String(word[..<dot])
    }
    guard !self.formats.isEmpty else { throw Arguments.UsageError(message: "--to names no format", hint: "--to pdf,png") }
    words.append(word)
    let head = words[0]
    let slash = head.lastIndex(of: "/")
    folder = slash.map { $0 == head.startIndex ? "/" : String(head[..<$0]) } ?? "."
  }

  /// The output of a row without its extension.
  ///
  /// - Parameter place: Where the row is, for messages.
  func base(of row: JSON, _ place: String) throws -> String {
    var out = words[0]
    for (field, word) in zip(fields, words.dropFirst()) {
      var value: JSON? = row
      for name in field.split(separator: ".") { value = value?[String(name)] }
      let text: String
      switch value {
      case .string(let string)?: text = string
      case .number(let digits)?: text = digits
      case nil, .null?:
        throw Failure(.inputUnreadable, "\(place): there is no field \(field), which -o names", hint: "name a column that each row has")
      default: throw Failure(.inputUnreadable, "\(place): \(field), which -o names, is no text", hint: nil)
      }
      let isName =
        !text.isEmpty && text != "." && text != ".." && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
      guard isName else {
        throw Failure(
          .inputUnreadable,
          "\(place): the field \(field), which -o names, is “\(text.prefix(60).description.inOneLine)”, which is no file's name",
          hint: "a name has no slash and no control character, and is not empty")
      }
      out += text + word
    }
    return out
  }
}
