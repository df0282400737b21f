internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetWorks

/// A project as an input: `mkdocs.yml`, `book.toml`, `SUMMARY.md` and their like, or a folder; its chapters are joined as several inputs are.
struct WorkInput {
  private(set) var source: Source
  /// What is wrong with the project file, which is in `settings`.
  private(set) var diagnostics: [Diagnostic] = []
  /// The files that describe the project.
  private(set) var settings: Source
  /// What is wrong with the project file, as it is printed.
  private(set) var messages: [String] = []
  /// Where included files are looked for besides.
  private(set) var folders: [String] = []
  /// The same, as the documents of a batch tell it.
  private(set) var faults: [RecurringFault] = []

  /// The project file of a folder, if that is the only input; a folder without one ends with a slash.
  static func named(_ inputs: [String]) -> [String] {
    guard inputs.count == 1, let input = inputs.first, input != "-" else { return inputs }
    if isFolder(input) {
      let folder = input.hasSuffix("/") ? input : input + "/"
      return [WorkKind.file { fileExists(folder + $0) }.map { folder + $0 } ?? folder]
    }
    // What the settings of a Jupyter Book are for is beside them.
    guard input.split(separator: "/").last == "_config.yml" else { return inputs }
    let list = String(input.dropLast("_config.yml".count)) + "_toc.yml"
    return fileExists(list) ? [list] : inputs
  }

  /// One source of all inputs: the chapters of a project, or files.
  ///
  /// - Parameter options: Included files are looked for where the project says, too.
  static func source(_ inputs: [String], _ options: inout TypesetterOptions) throws -> Source {
    guard let work = try WorkInput(inputs, options) else { return try TypesetVerb.read(inputs, options) }
    options.searchedFolders += work.folders
    for message in work.messages { complain(message) }
    return work.source
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads the chapters of a project; nil for all other inputs.
  ///
  /// - Throws: `Failure` if the project cannot be read, or if none of its chapters can.
  init?(_ inputs: [String], _ options: TypesetterOptions) throws {
    let inputs = Self.named(inputs)
    guard inputs.count == 1, let path = inputs.first, let kind = WorkKind(ofFile: path), fileExists(path) else { return nil }
    let files = options.fileAccess
    let read: Work?
    do throws(FileFailure) {
      read = try WorkReader.read(path, kind, files: files, limit: 1 << 22)
    } catch {
      throw Failure(.inputUnreadable, "\(path) is \(kind.words) whose list of chapters cannot be read: \(error)", hint: error.hint)
    }
    guard var work = read else { return nil }
    source = Self.joined(&work, path, files, options)
    // What is left out of the document is said with it, so that its exit code says so too.
    let cuts = work.diagnostics.filter { $0.severity == .error && $0.code.hasPrefix("limit.") }
    source.remarks += cuts.map { $0.outsideDocument(in: work.source) }
    work.diagnostics.removeAll { cuts.contains($0) }
    folders = work.folders.map { $0.isEmpty ? "." : $0 }.filter(Self.isFolder)
    (diagnostics, settings) = (work.diagnostics, work.source)
    messages = work.diagnostics.summarized(in: work.source)
    faults = work.diagnostics.faults(in: work.source)
    guard source.files.contains(where: { $0.chapter != nil }) else {
      for message in messages { complain(message) }
      let hint = kind == .folder ? "name a folder with Markdown files in it" : "its chapters are looked for from its own folder"
      throw Failure(.inputUnreadable, "\(path) is \(kind.words) without a chapter that can be read", hint: hint)
    }
  }

  /// The front matter of the work, then its chapters.
  private static func joined(_ work: inout Work, _ path: String, _ files: FileAccess, _ options: TypesetterOptions) -> Source {
    var (joined, bytes, runs, remarks): ([Source.File], [UInt8], [Source.Run], [Diagnostic]) = ([], [], [], [])
    if work.matter.isOfWork {
      joined.append(Source.File(name: path, start: 0, folder: Roots.folder(of: path)))
      (bytes, runs) = work.matter.frontMatter(of: path)
    }
    let appended = added(work.appended, files, &work.diagnostics)
    var parts: [Source.File.Part] = []
    for chapter in work.chapters {
      guard let name = chapter.path else {
        if let title = chapter.title {
          parts.append(Source.File.Part(level: chapter.level, title: title, isNumbered: !work.kind.countsThroughParts))
        }
        continue
      }
      guard
        var text = text(
          of: name, at: chapter.place, files, limit: max(0, options.budget.sourceBytes - bytes.count), options, &work.diagnostics)
      else {
        continue
      }
      if work.kind == .bookdown, joined.isEmpty { text = withContents(text) }
      if !bytes.isEmpty { bytes += [0x0A, 0x0A] }
      var file = Source.File(name: name, start: bytes.count, folder: Roots.folder(of: name))
      file.chapter = Source.File.Chapter(level: chapter.level, title: chapter.title, parts: parts, form: work.form)
      file.chapter?.beginsPage = options.chaptersBeginPages
      file.chapter?.isNumbered = chapter.isNumbered
      file.chapter?.role = chapter.role
      parts = []
      joined.append(file)
      runs += text.runs(from: bytes.count)
      remarks += text.remarks(from: bytes.count)
      bytes += text.bytes
      for other in appended where bytes.count + other.bytes.count < options.budget.sourceBytes {
        bytes += [0x0A, 0x0A]
        runs += other.runs(from: bytes.count)
        bytes += other.bytes
      }
    }
    var source = Source(files: joined.isEmpty ? [Source.File(name: path, start: 0)] : joined, bytes: bytes, runs: runs)
    source.remarks = remarks
    return source
  }

  /// A book of bookdown has contents, unless its first page says otherwise.
  private static func withContents(_ page: Source) -> Source {
    let line = Array("toc: true\n".utf8)
    guard let end = page.bytes.firstIndex(of: 0x0A), page.bytes[..<end].starts(with: "---".utf8),
      page.bytes[3..<end].allSatisfy({ $0 <= 0x20 }), page.files.count == 1, page.runs.count == 1,
      case let matter = page.bytes[(end + 1)...].split(separator: 0x0A).prefix(while: { !$0.starts(with: "---".utf8) }),
      !matter.contains(where: { $0.starts(with: "toc:".utf8) || $0.starts(with: "table-of-contents:".utf8) })
    else { return page }
    let open = page.bytes[...end]
    let name = page.runs[0].file
    return Source(
      files: page.files, bytes: open + line + page.bytes.dropFirst(open.count),
      runs: [page.runs[0], Source.Run(start: open.count + line.count, file: name, line: 2)])
  }

  /// What is added to each chapter.
  private static func added(_ names: [String], _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> [Source] {
    names.compactMap { name in
      do throws(FileFailure) {
        return Source(name: name, bytes: try files.read(name, from: ".", limit: 1 << 20).bytes)
      } catch {
        diagnostics.append(
          Diagnostic(.warning, "work.unread", at: SourceSpan(0, 0), "cannot read \(name): \(error)", hint: error.hint))
        return nil
      }
    }
  }

  /// The Markdown of a chapter; nil if it cannot be read, or is something else.
  private static func text(
    of name: String, at place: SourceSpan, _ files: FileAccess, limit: Int, _ options: TypesetterOptions, _ diagnostics: inout [Diagnostic]
  ) -> Source? {
    do throws(FileFailure) {
      let file = try files.read(name, from: ".", limit: limit)
      do throws(Failure) {
        return try InputFormat.source(name, file.bytes, folder: Roots.folder(of: name), options)
      } catch {
        diagnostics.append(
          Diagnostic(.warning, "work.not-markdown", at: place, "\(name) is left out: \(error.message)", hint: error.hint))
      }
    } catch {
      let isLimit = if case .tooLarge = error { true } else { false }
      diagnostics.append(
        Diagnostic(
          isLimit ? .error : .warning, isLimit ? "limit.source" : "work.unread", at: place, "cannot read \(name): \(error)",
          hint: error.hint))
    }
    return nil
  }
}
