import MDTypeset
import Testing
import TypesetJSON

@testable import TypesetLanguageServer

/// An editor that has one document open.
private struct Editor {
  var server = LanguageServer { _ in TypesetterOptions() }
  private let uri = "file:///documents/note.md"
  private var number = 0

  init(_ text: String, encodings: [String] = []) {
    let offered = JSON.array(encodings.map { .string($0) })
    _ = ask("initialize", JSON(members: ["capabilities": JSON(members: ["general": JSON(members: ["positionEncodings": offered])])]))
    tell("textDocument/didOpen", ["text": .string(text), "version": JSON(1)])
  }

  mutating func ask(_ method: String, _ parameters: JSON) -> JSON {
    number += 1
    let answers = server.answers(to: JSON(members: ["id": JSON(number), "method": .string(method), "params": parameters]))
    return answers.first ?? .null
  }

  @discardableResult
  mutating func tell(_ method: String, _ document: [String: JSON], changes: [JSON] = []) -> [JSON] {
    var members = document.map { JSON.Member($0.key, $0.value) }
    members.append(JSON.Member("uri", .string(uri)))
    let parameters = JSON(members: ["textDocument": .object(members), "contentChanges": .array(changes)])
    return server.answers(to: JSON(members: ["method": .string(method), "params": parameters]))
  }

  mutating func ask(_ method: String, line: Int, character: Int) -> JSON {
    let position = JSON(members: ["line": JSON(line), "character": JSON(character)])
    let document = JSON(members: ["uri": .string(uri)])
    return ask("textDocument/\(method)", JSON(members: ["textDocument": document, "position": position]))["result"] ?? .null
  }

  /// The labels that are offered at a place.
  mutating func completions(line: Int, character: Int) -> [String] {
    (ask("completion", line: line, character: character)["items"]?.items ?? []).compactMap { $0["label"]?.text }
  }

  mutating func diagnostics() -> [JSON] { server.nextDiagnostics()?["params"]?["diagnostics"]?.items ?? [] }
}

struct LanguageServerTests {
  @Test func `a fault is published at its place, counted in UTF-16 units`() throws {
    var editor = Editor("# T\n\n𝐀 word $\\frca{1}{2}$\n")
    let found = try #require(editor.diagnostics().first)
    #expect(found["code"] == .string("math.unknown-command"))
    #expect(found["range"]?["start"] == JSON(members: ["line": JSON(2), "character": JSON(9)]))
    #expect(found["range"]?["end"] == JSON(members: ["line": JSON(2), "character": JSON(14)]))
    #expect(found["message"]?.text?.contains("did you mean \\frac?") == true)
  }

  @Test func `an editor that counts bytes gets bytes`() throws {
    var editor = Editor("𝐀 word $\\frca{1}{2}$\n", encodings: ["utf-8"])
    #expect(try #require(editor.diagnostics().first)["range"]?["start"]?["character"] == JSON(11))
  }

  @Test func `a change takes the fault away`() {
    var editor = Editor("$\\frca{1}{2}$\n")
    #expect(editor.diagnostics().count == 1)
    editor.tell("textDocument/didChange", ["version": JSON(2)], changes: [JSON(members: ["text": .string("$\\frac{1}{2}$\n")])])
    #expect(editor.diagnostics().isEmpty)
  }

  @Test func `a closed document has no diagnostics and is not typeset`() {
    var editor = Editor("$\\frca{1}{2}$\n")
    let closed = editor.tell("textDocument/didClose", [:])
    #expect(closed.first?["params"]?["diagnostics"] == .array([]))
    #expect(editor.server.nextDiagnostics() == nil)
  }

  @Test func `labels are offered where a reference begins, notes after a caret, commands after a backslash`() {
    var editor = Editor(
      """
      # One {#one}

      $$x \\label{eq:one}$$

      See @ and \\eqref{e and [^ and \\alp and [x](#

      [^note]: Words.
      """)
    #expect(editor.completions(line: 4, character: 5) == ["one", "eq:one"])
    #expect(editor.completions(line: 4, character: 18) == ["eq:one"])
    #expect(editor.completions(line: 4, character: 25) == ["note"])
    #expect(editor.completions(line: 4, character: 34) == ["alpha"])
    #expect(editor.completions(line: 4, character: 44) == ["one"])
  }

  @Test func `keys are offered in front matter and nowhere else`() {
    var editor = Editor("---\ntit\n---\n\ntit\n")
    #expect(editor.completions(line: 1, character: 3).contains("title"))
    #expect(editor.completions(line: 4, character: 3).isEmpty)
  }

  @Test func `works of a bibliography in the front matter are offered`() {
    var editor = Editor("---\nreferences:\n- id: knuth84\n  type: book\n---\n\nSee @k\n")
    #expect(editor.completions(line: 6, character: 6) == ["knuth84"])
  }

  @Test func `a reference leads to its heading`() {
    var editor = Editor("# One {#one}\n\nSee @one.\n")
    #expect(editor.ask("definition", line: 2, character: 6)["range"]?["start"]?["line"] == JSON(0))
    #expect(editor.ask("hover", line: 2, character: 6)["contents"]?["value"] == .string("One"))
    #expect(editor.ask("definition", line: 2, character: 1) == .null)
  }

  @Test func `a formula is shown as a picture and in words, with the document's own commands`() throws {
    var editor = Editor("$\\newcommand{\\R}{\\mathbb{R}}$\n\nLet $x \\in \\R$.\n")
    let text = try #require(editor.ask("hover", line: 2, character: 6)["contents"]?["value"]?.text)
    #expect(text.hasPrefix("![") && text.contains("](data:image/svg+xml;base64,"))
    #expect(text.hasSuffix("x is an element of R") || text.contains("the real numbers"), "\(text.suffix(60))")
  }

  @Test func `headings are listed within those above them`() {
    var editor = Editor("# One\n\n## Two\n\n# Three\n")
    let document = JSON(members: ["textDocument": JSON(members: ["uri": .string("file:///documents/note.md")])])
    let symbols = editor.ask("textDocument/documentSymbol", document)["result"]?.items ?? []
    #expect(symbols.map { $0["name"]?.text } == ["One", "Three"])
    #expect(symbols.first?["children"]?.items?.map { $0["name"]?.text } == ["Two"])
  }

  @Test func `requests before initialize, after shutdown and of unknown methods are errors`() {
    var server = LanguageServer { _ in TypesetterOptions() }
    func code(_ method: String) -> Int? {
      server.answers(to: JSON(members: ["id": JSON(1), "method": .string(method)])).first?["error"]?["code"]?.integer
    }
    #expect(code("textDocument/hover") == -32002)
    #expect(code("initialize") == nil)
    #expect(code("workspace/dance") == -32601)
    #expect(code("shutdown") == nil)
    #expect(code("textDocument/hover") == -32600)
    _ = server.answers(to: JSON(members: ["method": .string("exit")]))
    #expect(server.exitCode == 0)
  }
}

struct MessageReaderTests {
  @Test func `messages are taken out of bytes that arrive in any pieces`() {
    let bytes = MessageReader.framed(JSON(members: ["id": JSON(1)])) + MessageReader.framed(JSON(members: ["id": JSON(2)]))
    var reader = MessageReader()
    var found: [JSON] = []
    for byte in bytes {
      reader.append([byte])
      while case .value(let value)? = reader.next() { found.append(value) }
    }
    #expect(found.map { $0["id"] } == [JSON(1), JSON(2)])
  }

  @Test func `bytes that are no JSON leave the next message as it is`() {
    var reader = MessageReader()
    reader.append(Array("Content-Length: 3\r\n\r\n{x}".utf8)[...])
    reader.append(MessageReader.framed(.null)[...])
    if case .malformed? = reader.next() {} else { Issue.record("a malformed message is said") }
    if case .value(.null)? = reader.next() {} else { Issue.record("the next message is read") }
  }

  @Test func `a head without a length ends the stream`() {
    var reader = MessageReader()
    reader.append(Array("Length: 3\r\n\r\n{x}".utf8)[...])
    #expect(reader.next() == nil && reader.isBroken)
  }

  @Test(arguments: [true, false]) func `the process ends well only after a shutdown`(isShutDown: Bool) throws {
    var server = LanguageServer { _ in TypesetterOptions() }
    func request(_ method: String, id: Int?) -> JSON {
      JSON(members: ["jsonrpc": .string("2.0"), "id": id.map { JSON($0) }, "method": .string(method)])
    }
    _ = server.answers(to: request("initialize", id: 1))
    if isShutDown { _ = server.answers(to: request("shutdown", id: 2)) }
    #expect(server.exitCode == nil)
    _ = server.answers(to: request("exit", id: nil))
    #expect(server.exitCode == (isShutDown ? 0 : 1))
  }
}
