internal import MDTypeset
internal import TypesetCiting
internal import TypesetDiagnostics
internal import TypesetFonts
package import TypesetJSON
internal import TypesetMarkdown
package import TypesetOutput

/// Answers an editor: Language Server Protocol 3.17.
///
/// ```swift
/// var server = LanguageServer { path in TypesetterOptions() }
/// for answer in server.answers(to: message) { send(answer) }
/// while let message = server.nextDiagnostics() { send(message) }
/// ```
package struct LanguageServer {
  /// An open document with what is known of its present text.
  private struct State {
    var document: OpenDocument
    let shared = SharedWork(keepsBlocks: true)
    var parsed: (document: ParsedDocument, source: Source)?
    var names: DocumentNames?
    var keys: [String]?

    init(_ document: OpenDocument) { self.document = document }

    mutating func replace(with text: String, version: Int?) {
      document.replace(with: text, version: version)
      (parsed, names, keys) = (nil, nil, nil)
    }
  }

  /// JSON-RPC's and LSP's codes of errors.
  private enum ErrorCode: Int {
    case invalidRequest = -32600
    case methodNotFound = -32601
    case notInitialized = -32002
    case parse = -32700
  }

  private var states: [String: State] = [:]
  /// Documents whose diagnostics are older than their text, in the order in which they have changed.
  private var waiting: [String] = []
  private var encoding = PositionEncoding.utf16
  private var isInitialized = false
  /// True after `shutdown`.
  private var isShutDown = false
  /// What the process ends with, after `exit`; nil before.
  package private(set) var exitCode: Int32?
  private let options: (_ path: String) -> TypesetterOptions

  /// - Parameter options: What a document is typeset with, by the path of its file.
  package init(options: @escaping (_ path: String) -> TypesetterOptions) { self.options = options }

  /// True if there are diagnostics to be made.
  package var isBehind: Bool { !waiting.isEmpty }

  /// The answer to bytes that are no JSON.
  package static func answer(toMalformed description: String) -> JSON { error(.parse, "malformed message: \(description)", id: .null) }

  /// What is sent for a message: the answer to a request; for a notification usually nothing.
  package mutating func answers(to message: JSON) -> [JSON] {
    guard let method = message["method"]?.text else {
      // Answers to requests are not expected: none are made.
      return message["id"] != nil && message["result"] == nil && message["error"] == nil
        ? [Self.error(.invalidRequest, "a request needs a method", id: message["id"] ?? .null)] : []
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else { return notified(of: method, parameters) }
    guard isInitialized || method == "initialize" else { return [Self.error(.notInitialized, "the first request is initialize", id: id)] }
    guard !isShutDown else { return [Self.error(.invalidRequest, "the server is shut down", id: id)] }
    guard let result = result(of: method, parameters) else {
      return [Self.error(.methodNotFound, "there is no method \(method)", id: id)]
    }
    return [JSON(members: ["jsonrpc": .string("2.0"), "id": id, "result": result])]
  }

  private static func error(_ code: ErrorCode, _ message: String, id: JSON) -> JSON {
    JSON(members: [
      "jsonrpc": .string("2.0"), "id": id, "error": JSON(members: ["code": JSON(code.rawValue), "message": .string(message)]),
    ])
  }

  // MARK: Notifications

  private mutating func notified(of method: String, _ parameters: JSON) -> [JSON] {
    let document = parameters["textDocument"]
    let uri = document?["uri"]?.text ?? ""
    switch method {
    case "exit": exitCode = isShutDown ? 0 : 1
    case "textDocument/didOpen":
      states[uri] = State(OpenDocument(uri: uri, text: document?["text"]?.text ?? "", version: document?["version"]?.integer))
      wait(for: uri)
    case "textDocument/didChange":
      // The whole text, as the server has asked for.
      guard let text = parameters["contentChanges"]?.items?.last?["text"]?.text else { return [] }
      states[uri]?.replace(with: text, version: document?["version"]?.integer)
      wait(for: uri)
    case "textDocument/didSave":
      // Another file may have been saved, which a document includes.
      for uri in states.keys.sorted() { wait(for: uri) }
    case "textDocument/didClose":
      states[uri] = nil
      waiting.removeAll { $0 == uri }
      return [Self.published(uri, [], version: nil)]
    default: break
    }
    return []
  }

  private mutating func wait(for uri: String) {
    guard states[uri] != nil else { return }
    waiting.removeAll { $0 == uri }
    waiting.append(uri)
  }

  // MARK: Diagnostics

  /// Typesets the document that has waited longest; nil if no document waits.
  package mutating func nextDiagnostics() -> JSON? {
    guard let uri = waiting.first, let state = states[uri] else { return nil }
    waiting.removeFirst()
    var options = options(state.document.path)
    options.shared = state.shared
    let typeset = Typesetter(options: options).typeset(state.document.source)
    let list = typeset.diagnostics.prefix(1000).map { json($0, in: typeset.source, of: state.document) }
    return Self.published(uri, list, version: state.document.version)
  }

  private static func published(_ uri: String, _ diagnostics: [JSON], version: Int?) -> JSON {
    JSON(members: [
      "jsonrpc": .string("2.0"), "method": .string("textDocument/publishDiagnostics"),
      "params": JSON(members: [
        "uri": .string(uri), "version": version.map { JSON($0) }, "diagnostics": .array(diagnostics),
      ]),
    ])
  }

  private func json(_ diagnostic: Diagnostic, in source: Source, of document: OpenDocument) -> JSON {
    var message = diagnostic.message
    var range = 0..<0
    if let start = diagnostic.position(in: source) {
      if start.file == document.path {
        let first = document.offset(of: start)
        let end = diagnostic.span.map { document.offset(of: source.position(of: Int($0.end))) } ?? first
        range = first..<max(first, end)
      } else {
        message = "\(start.file):\(start.line): \(message)"
      }
    } else if let elsewhere = diagnostic.elsewhere {
      message = "\(elsewhere.position.file):\(elsewhere.position.line): \(message)"
    }
    if let hint = diagnostic.hint { message += "\n" + hint }
    let severity = diagnostic.severity == .error ? 1 : diagnostic.severity == .warning ? 2 : 3
    return JSON(members: [
      "range": document.range(range, in: encoding), "severity": JSON(severity), "code": .string(diagnostic.code),
      "source": .string("mdtypeset"), "message": .string(message),
    ])
  }

  // MARK: Requests

  /// Nil for a method that is not known.
  private mutating func result(of method: String, _ parameters: JSON) -> JSON? {
    switch method {
    case "initialize":
      isInitialized = true
      let offered = parameters["capabilities"]?["general"]?["positionEncodings"]?.items ?? []
      if offered.contains(.string(PositionEncoding.utf8.rawValue)) { encoding = .utf8 }
      return capabilities
    case "shutdown":
      isShutDown = true
      return .null
    case "textDocument/completion": return at(parameters) { $0.completions(of: $1, at: $2) }
    case "textDocument/hover": return at(parameters) { $0.hover(of: $1, at: $2) }
    case "textDocument/definition": return at(parameters) { $0.definition(of: $1, at: $2) }
    case "textDocument/documentSymbol":
      guard let uri = uri(of: parameters) else { return .array([]) }
      return symbols(of: uri)
    default: return nil
    }
  }

  private var capabilities: JSON {
    let triggers = ["\\", "@", "#", "{", "^", "!"].map { JSON.string($0) }
    return JSON(members: [
      "capabilities": JSON(members: [
        "positionEncoding": .string(encoding.rawValue),
        "textDocumentSync": JSON(members: ["openClose": .bool(true), "change": JSON(1), "save": .bool(true)]),
        "completionProvider": JSON(members: ["triggerCharacters": .array(triggers)]),
        "hoverProvider": .bool(true), "definitionProvider": .bool(true), "documentSymbolProvider": .bool(true),
      ]),
      "serverInfo": JSON(members: ["name": .string("mdtypeset"), "version": .string(MDTypeset.version)]),
    ])
  }

  private func uri(of parameters: JSON) -> String? {
    parameters["textDocument"]?["uri"]?.text.flatMap { states[$0] == nil ? nil : $0 }
  }

  /// Answers a request about a place; null where its document is not open.
  private mutating func at(_ parameters: JSON, _ answer: (inout LanguageServer, String, Int) -> JSON) -> JSON {
    guard let uri = uri(of: parameters), let document = states[uri]?.document else { return .null }
    return answer(&self, uri, document.offset(of: parameters["position"], in: encoding))
  }

  private mutating func completions(of uri: String, at offset: Int) -> JSON {
    guard let document = states[uri]?.document else { return .null }
    let (names, keys) = (names(of: uri), keys(of: uri))
    return CompletionList(at: offset, in: document, names, keys: keys).json(in: document, encoding)
  }

  private mutating func definition(of uri: String, at offset: Int) -> JSON {
    target(at: offset, of: uri).map { location(of: $0.span, in: uri) } ?? .null
  }

  private mutating func hover(of uri: String, at offset: Int) -> JSON {
    guard let document = states[uri]?.document, let parsed = parsed(uri) else { return .null }
    let line = document.line(document.lineNumber(of: offset))
    if CompletionList.isInFrontMatter(line.lowerBound, of: document) {
      let name = document.bytes[line].prefix { $0 != UInt8(ascii: ":") }
      return Hovering.key(named: String(decoding: name, as: UTF8.self)).map { Hovering.json($0, document.range(line, in: encoding)) }
        ?? .null
    }
    if let name = NameAtPlace(at: offset, in: line, of: document.bytes), let target = target(at: offset, of: uri) {
      return Hovering.json(target.title, document.range(name.range, in: encoding))
    }
    // Places in the document equal places in the source as long as nothing is included.
    let isWhole = parsed.source.bytes.count == document.bytes.count
    guard isWhole, let found = Hovering.formula(at: offset, in: parsed.document.tree, macros: options(document.path).mathMacros) else {
      return .null
    }
    return Hovering.json(found.text, document.range(Int(found.span.start)..<Int(found.span.end), in: encoding))
  }

  // MARK: What a document has

  private mutating func parsed(_ uri: String) -> (document: ParsedDocument, source: Source)? {
    guard let state = states[uri] else { return nil }
    if let parsed = state.parsed { return parsed }
    let parsed = Typesetter(options: options(state.document.path)).parsed(state.document.source)
    states[uri]?.parsed = parsed
    return parsed
  }

  private mutating func names(of uri: String) -> DocumentNames {
    if let names = states[uri]?.names { return names }
    let names = parsed(uri).map { DocumentNames(of: $0.document.tree, in: $0.source.bytes) } ?? DocumentNames()
    states[uri]?.names = names
    return names
  }

  private mutating func keys(of uri: String) -> [String] {
    if let keys = states[uri]?.keys { return keys }
    guard let state = states[uri], let parsed = parsed(uri) else { return [] }
    let keys = CitingDocument.keys(
      of: parsed.document, in: parsed.source, Typesetter(options: options(state.document.path)).settingsReader)
    states[uri]?.keys = keys
    return keys
  }

  /// What the name at a place leads to.
  private mutating func target(at offset: Int, of uri: String) -> DocumentNames.Entry? {
    guard let document = states[uri]?.document else { return nil }
    let line = document.line(document.lineNumber(of: offset))
    guard let name = NameAtPlace(at: offset, in: line, of: document.bytes) else { return nil }
    return names(of: uri).entry(named: name.name, isNote: name.form == .note)
  }

  private mutating func location(of span: SourceSpan, in uri: String) -> JSON {
    guard let document = states[uri]?.document, let source = parsed(uri)?.source else { return .null }
    let (start, end) = (source.position(of: Int(span.start)), source.position(of: Int(span.end)))
    guard start.file != document.path else {
      let first = document.offset(of: start)
      let range = document.range(first..<max(first, document.offset(of: end)), in: encoding)
      return JSON(members: ["uri": .string(uri), "range": range])
    }
    // In an included file: its line is enough.
    let place = JSON(members: ["line": JSON(start.line - 1), "character": JSON(0)])
    let folder = document.path.lastIndex(of: "/").map { String(document.path[...$0]) } ?? ""
    let path = start.file.hasPrefix("/") ? start.file : folder + start.file
    return JSON(members: ["uri": .string(FileAddress.uri(of: path)), "range": JSON(members: ["start": place, "end": place])])
  }

  /// The headings, each within the heading of a higher level.
  private mutating func symbols(of uri: String) -> JSON {
    guard let document = states[uri]?.document, let source = parsed(uri)?.source else { return .array([]) }
    var open: [(level: Int, symbol: [JSON.Member], children: [JSON])] = [(0, [], [])]
    func close(_ open: inout [(level: Int, symbol: [JSON.Member], children: [JSON])], to level: Int) {
      while open.count > 1, let last = open.last, last.level >= level {
        open.removeLast()
        open[open.count - 1].children.append(.object(last.symbol + [JSON.Member("children", .array(last.children))]))
      }
    }
    for entry in names(of: uri).entries {
      guard case .heading(let level) = entry.kind else { continue }
      let start = source.position(of: Int(entry.span.start))
      guard start.file == document.path else { continue }
      close(&open, to: level)
      let line = document.line(start.line - 1)
      let range = document.range(line, in: encoding)
      let title = entry.title.isEmpty ? entry.name : entry.title
      // SymbolKind 15 is a string: what clients show for headings.
      let members = [("name", JSON.string(title)), ("kind", JSON(15)), ("range", range), ("selectionRange", range)]
      open.append((level, members.map { JSON.Member($0.0, $0.1) }, []))
    }
    close(&open, to: 0)
    return .array(open[0].children)
  }
}
