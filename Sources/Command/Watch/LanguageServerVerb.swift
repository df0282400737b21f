internal import Glibc
internal import MDTypeset
internal import TypesetJSON
internal import TypesetLanguageServer

/// `mdtypeset lsp`: a language server on standard input and output.
enum LanguageServerVerb {
  private static let unused: Set<String> = [
    "output", "to", "ppi", "pages", "timings", "trace-collect", "version", "quiet", "stream", "draft", "synctex", "strict", "fail-on",
    "open",
    "deps", "log", "dry-run", "diagnostic-format",
  ]

  static var options: [Option] { TypesetVerb.options(after: [], without: unused) }

  private static let help = """
    mdtypeset lsp

    Answers an editor: diagnostics while one types, completion of labels, commands, keys and citations, hover with the formula drawn,
    definitions, headings. Reads and writes messages of the Language Server Protocol on standard input and output.
    """

  /// How long the editor has to be quiet before documents are typeset, in milliseconds.
  private static let quietMilliseconds: Int32 = 150

  static func run(_ words: [String]) throws -> ExitCode {
    // Editors of Microsoft's add it.
    let words = words.filter { $0 != "--stdio" }
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    guard arguments.operands.isEmpty else {
      throw Arguments.UsageError(message: "lsp takes no inputs", hint: "the editor sends the documents")
    }
    var run = try GuardedRun(arguments, inputs: [])
    run.start(with: nil)
    var server = LanguageServer { path in
      var options = run.options
      options.roots = (try? Roots.of([path], arguments: arguments)) ?? options.roots
      return options
    }
    var reader = MessageReader()
    while server.exitCode == nil, !reader.isBroken {
      while let message = reader.next() {
        switch message {
        case .value(let value): for answer in server.answers(to: value) { try send(answer) }
        case .malformed(let description): try send(LanguageServer.answer(toMalformed: description))
        }
      }
      if server.isBehind, !hasInput(within: quietMilliseconds) {
        if let message = server.nextDiagnostics() { try send(message) }
        continue
      }
      guard server.exitCode == nil, read(into: &reader) else { break }
    }
    return reader.isBroken || server.exitCode == 1 ? .inputUnreadable : .done
  }

  private static func send(_ message: JSON) throws { try printOut(String(decoding: MessageReader.framed(message), as: UTF8.self)) }

  private static func hasInput(within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, milliseconds) > 0
  }

  /// False at the end of the input.
  private static func read(into reader: inout MessageReader) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      reader.append(chunk[..<count])
      return true
    }
  }
}
