internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetLibrary

/// `mdtypeset library`: documents that are kept, found again by their words, and typeset from the library.
enum LibraryVerb {
  private static let own: [Option] = [
    Option("library", value: "FILE", help: "the library's file (default $XDG_DATA_HOME/mdtypeset/library.sqlite)"),
    Option("json", help: "list and search: one JSON object a line"),
    Option("limit", value: "N", help: "search: the most documents (default 50)"),
  ]

  static var options: [Option] { TypesetVerb.options(after: own) }

  private static let help = """
    mdtypeset library add FILE… [--theme NAME] [-V KEY=VALUE]   keep documents with their themes and settings
    mdtypeset library list                                      numbers, themes and titles
    mdtypeset library search WORDS…                             documents that contain all words, without regard to case and accents
    mdtypeset library show N                                    print the source of a document
    mdtypeset library render N -o OUT.pdf [--theme NAME]        typeset a document, with its theme as it is now or another one
    mdtypeset library rm N…                                     remove documents
    """

  private enum Action: String, CaseIterable { case add, list, show, search, render, rm }

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    guard let word = arguments.operands.first else {
      throw Arguments.UsageError(message: "library needs an action", hint: "add, list, show, search, render or rm")
    }
    guard let action = Action(rawValue: word) else {
      let near = nearest(to: word, among: Action.allCases.map(\.rawValue)).map { "did you mean library \($0)?" }
      throw Arguments.UsageError(message: "library has no action \"\(word)\"", hint: near ?? "add, list, show, search, render or rm")
    }
    let operands = Array(arguments.operands.dropFirst())
    // What is typeset has limits of its own.
    if action != .render {
      Watchdog(
        seconds: try TypesetVerb.count("timeout", arguments), cpuSeconds: try TypesetVerb.count("cpu-time", arguments), megabytes: nil
      )
      .start()
    }
    do {
      switch action {
      case .add: try add(operands, arguments)
      case .list: try printList(try library(arguments).list(), arguments)
      case .show: try printOut(try library(arguments).document(try number(operands, of: action)).text)
      case .search: return try search(operands, arguments)
      case .render: return try render(try number(operands, of: action), arguments)
      case .rm:
        guard !operands.isEmpty else { throw Arguments.UsageError(message: "library rm takes numbers", hint: "mdtypeset library list") }
        try library(arguments).remove(try operands.map(number))
      }
    } catch let error as DocumentLibrary.LibraryError {
      throw failure(error)
    }
    return .done
  }

  private static func failure(_ error: DocumentLibrary.LibraryError) -> Failure {
    switch error {
    case .missing: Failure(.inputUnreadable, error.description, hint: "mdtypeset library add doc.md makes one")
    case .foreign: Failure(.inputUnreadable, error.description, hint: "name another file with --library")
    case .newer: Failure(.inputUnreadable, error.description, hint: "update mdtypeset; the file was not changed")
    case .damaged: Failure(.inputUnreadable, error.description, hint: "sqlite3 FILE .recover reads what is left of it")
    case .busy: Failure(.outputUnwritable, error.description, hint: "try again when it has ended")
    case .unwritable: Failure(.outputUnwritable, error.description)
    case .noSuchDocument: Failure(.usage, error.description, hint: "mdtypeset library list shows the numbers")
    case .empty: Failure(.inputUnreadable, error.description, hint: "nothing was saved")
    }
  }

  private static func library(_ arguments: Arguments, makes: Bool = false) throws -> DocumentLibrary {
    if let path = arguments.value("library") { return try DocumentLibrary(at: path, makes: makes) }
    guard let folder = dataFolder else {
      throw Arguments.UsageError(message: "there is no home folder for the library", hint: "name its file with --library")
    }
    if makes {
      do throws(SystemError) { try makeFolder(folder, mode: 0o700) } catch {
        throw Failure(.outputUnwritable, "cannot make the folder \(folder): \(error.words)")
      }
    }
    return try DocumentLibrary(at: folder + "/library.sqlite", makes: makes)
  }

  /// `$XDG_DATA_HOME/mdtypeset`, or in the home folder; nil where there is none.
  private static var dataFolder: String? { userFolder("XDG_DATA_HOME", else: ".local/share") }

  private static func number(_ word: String) throws -> Int {
    guard let number = DocumentNumber.whole(word), number > 0 else {
      throw Arguments.UsageError(message: "\"\(word)\" is not the number of a document", hint: "mdtypeset library list shows them")
    }
    return number
  }

  private static func number(_ operands: [String], of action: Action) throws -> Int {
    guard operands.count == 1 else {
      throw Arguments.UsageError(message: "library \(action.rawValue) takes one number", hint: "mdtypeset library list shows them")
    }
    return try number(operands[0])
  }

  // MARK: Actions

  /// All files are read before the first is saved, so that a missing one leaves the library as it is.
  private static func add(_ paths: [String], _ arguments: Arguments) throws {
    guard !paths.isEmpty else { throw Arguments.UsageError(message: "no input", hint: "mdtypeset library add doc.md --theme book") }
    let options = try TypesetVerb.typesettingOptions(arguments, inputs: paths)
    // A theme's name is kept, not its text: it is read when the document is typeset.
    let theme = arguments.value("theme").map { TypesetVerb.isThemeFile($0) ? realPath($0) ?? $0 : $0 }
    let documents = try paths.map { path in
      let bytes = try TypesetVerb.readInput(path, limit: options.budget.sourceBytes)
      let folder = Roots.folder(of: path)
      // What is saved is what the file says: no byte of it is replaced.
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Failure(.inputUnreadable, "\(path) is not UTF-8", hint: "save it as UTF-8; nothing was added")
      }
      return SavedDocument(
        name: path == "-" ? "<stdin>" : path.split(separator: "/").last.map(String.init) ?? path,
        text: text,
        theme: theme, attributes: Dictionary(options.variables.map { ($0.key, $0.value) }) { $1 }, folder: realPath(folder) ?? folder)
    }
    // Before a file is made for nothing.
    if let empty = documents.first(where: \.isEmpty) { throw DocumentLibrary.LibraryError.empty(empty.name) }
    let library = try library(arguments, makes: true)
    let numbers = try library.add(documents)
    for number in numbers { try printOut("\(number)\t\(try library.entry(number).title)\n") }
  }

  private static func printList(_ entries: [DocumentLibrary.Entry], _ arguments: Arguments) throws {
    for entry in entries {
      guard arguments.has("json") else {
        try printOut("\(entry.number)\t\(entry.theme ?? "-")\t\(entry.title)\n")
        continue
      }
      let line = JSON(members: [
        "number": JSON(entry.number), "title": .string(entry.title), "name": .string(entry.name), "theme": entry.theme.map { .string($0) },
        "time": JSON(entry.time),
      ])
      try printOut("\(line)\n")
    }
  }

  /// Ends with code 1 if nothing is found, as grep does.
  private static func search(_ terms: [String], _ arguments: Arguments) throws -> ExitCode {
    guard !terms.isEmpty else { throw Arguments.UsageError(message: "library search takes words", hint: "mdtypeset library search euler") }
    let found = try library(arguments).search(terms, limit: try TypesetVerb.count("limit", arguments) ?? 50)
    try printList(found, arguments)
    return found.isEmpty ? .differenceFound : .done
  }

  private static func render(_ number: Int, _ arguments: Arguments) throws -> ExitCode {
    guard arguments.has("output") else {
      throw Arguments.UsageError(message: "library render needs an output", hint: "mdtypeset library render \(number) -o out.pdf")
    }
    let saved = try library(arguments).document(number)
    let output = try Output(arguments)
    let reach = try Reach(arguments)
    if let folder = saved.folder, !reach.contains(folder) {
      complain(
        "mdtypeset: warning: files beside document \(number) are not read: its folder \(folder) is outside the library's\n"
          + "  hint: allow it with --root\n")
    }
    let folder = saved.folder.flatMap { reach.contains($0) ? $0 : nil }
    var run = try GuardedRun(arguments, inputs: folder.map { [$0 + "/" + Reach.name(saved.name)] } ?? [], writing: [output.folder])
    let source = Source(name: saved.name, text: saved.text, folder: folder)
    run.start(with: source.bytes)
    var options = run.options
    if !arguments.has("theme"), let theme = saved.theme {
      guard !TypesetVerb.isThemeFile(theme) || reach.contains(theme) else {
        throw Failure(
          .refusedByPolicy, "the theme \(theme) of document \(number) is outside the library's folder",
          hint: "allow it with --root, or name a --theme")
      }
      options.theme = try TypesetVerb.theme(theme, roots: options.roots)
    }
    // What is given now overrides what was saved.
    options.variables = saved.attributes.sorted { $0.key < $1.key }.map { Variable(key: $0.key, value: $0.value) } + options.variables
    var making = try Making(arguments, options: options, outputs: [output])
    let made = try making.typeset { $0.typeset(source) }
    if !arguments.has("quiet") { for text in made.diagnostics.summarized(in: made.document.source) { complain(text) } }
    if StopRule(arguments).stops(made.diagnostics) { return .stoppedByStrict }
    _ = try making.write(made.document)
    return made.code
  }
}

/// Which folders the rows of a library may lead to. A library that somebody else has written names what it likes.
private struct Reach {
  /// Nil for the user's own library, which names folders that the user has added.
  private let folders: [String]?

  /// The folders of `--root`, else that of a library which an option names.
  init(_ arguments: Arguments) throws {
    let named = try arguments.has("root") ? Roots.of([], arguments: arguments) : arguments.value("library").map { [Roots.folder(of: $0)] }
    folders = named?.compactMap(realPath)
  }

  func contains(_ path: String) -> Bool {
    guard let folders else { return true }
    guard let real = realPath(path) else { return false }
    return folders.contains { pathRemainder(of: real, below: $0) != nil }
  }

  /// A file's name as one below the folder.
  static func name(_ name: String) -> String { name.contains("/") || name == ".." ? "document" : name }
}
