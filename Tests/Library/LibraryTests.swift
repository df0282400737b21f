import CSQLite
import Foundation
import MDTypeset
import Testing

@testable import TypesetLibrary

@Suite struct LibraryTests {
  private final class File: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString).sqlite").path
    deinit { for end in ["", "-journal", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }

    func open() throws -> DocumentLibrary { try DocumentLibrary(at: path) }
  }

  /// Each test has its own.
  private let file = File()

  @Test func `a document comes back as it was saved`() throws {
    let saved = SavedDocument(
      name: "note.md", text: "---\ntitle: Euler\n---\n$e^{i\\pi}$ 😀\n", theme: "book", attributes: ["paper": "a5", "lang": "de"],
      folder: "/tmp")
    let number = try file.open().add(saved, time: 1_000)
    let library = try file.open()
    #expect(try library.document(number) == saved)
    #expect(try library.list().map(\.title) == ["Euler"] && library.list()[0].time == 1_000)
  }

  @Test func `the same document is kept once, and numbers are not given again`() throws {
    let library = try file.open()
    let one = try library.add(SavedDocument(name: "a.md", text: "# A"))
    #expect(try library.add(SavedDocument(name: "a.md", text: "# A")) == one)
    let two = try library.add(SavedDocument(name: "a.md", text: "# A", theme: "dark"))
    #expect(two != one)
    try library.remove(two)
    #expect(try library.add(SavedDocument(name: "b.md", text: "# B")) > two)
    #expect(try library.list().count == 2)
  }

  @Test(arguments: ["", "  \n\t\n", "---\ntitle: A\n---\n\n"]) func `an empty document is refused`(text: String) throws {
    let library = try file.open()
    #expect(throws: DocumentLibrary.LibraryError.empty("a.md")) { try library.add(SavedDocument(name: "a.md", text: text)) }
    #expect(try library.list().isEmpty)
  }

  @Test(arguments: [
    ("Le CAFÉ ferme", "cafe"), ("LE CAFE FERME", "café"), ("naïve", "NAIVE"), ("die Straße", "STRASSE"), ("Łódź", "lodz"),
    ("İstanbul", "istanbul"),
    ("ＡＢＣ wide", "abc"), ("converges", "verge"), ("office", "OFFICE"), ("one\ntwo", "one two"), ("ab*cd\"e", "\"e"), ("Ώρα", "ωρα"),
    ("中文段落", "中"), ("中文段落", "段落"), ("中文段落", "文段落"), ("がくせい", "が"), ("한국어", "국"), ("The end", "en"), ("ภาษาไทย", "ษา"),
    ("with $\\alpha_1$", "\\alpha_1"), ("**bo**ld word", "bold"),
  ]) func `a text is found without regard to case and accents`(text: String, term: String) throws {
    let library = try file.open()
    try library.add(SavedDocument(name: "other.md", text: "Nothing here 別"))
    let number = try library.add(SavedDocument(name: "a.md", text: text))
    #expect(try library.search(term).map(\.number) == [number])
  }

  @Test(arguments: ["段文", "xyz", "", "か", "  "]) func `what is not there is not found`(term: String) throws {
    let library = try file.open()
    try library.add(SavedDocument(name: "a.md", text: "中文段落, がくせい and Latin"))
    #expect(try library.search(term).isEmpty)
  }

  @Test func `all terms must be there, the last added comes first`() throws {
    let library = try file.open()
    for text in ["alpha beta", "beta gamma", "alpha gamma beta"] { try library.add(SavedDocument(name: "\(text).md", text: text)) }
    #expect(try library.search("alpha", "beta").map(\.number) == [3, 1])
    #expect(try library.search("beta gamma").map(\.number) == [2])
    #expect(try library.search("beta", limit: 2).map(\.number) == [3, 2])
  }

  @Test func `what was removed is not found, and all else is`() throws {
    let library = try file.open()
    for number in 1...20 { try library.add(SavedDocument(name: "\(number).md", text: "common text 中文 \(number)")) }
    try library.remove(Array(1...19))
    #expect(try library.search("common").map(\.number) == [20] && library.search("中").map(\.number) == [20])
    #expect(throws: DocumentLibrary.LibraryError.noSuchDocument(3)) { try library.remove(20, 3) }
    #expect(try library.list().map(\.number) == [20])
  }

  @Test func `ids tell text, settings and theme apart, and never change`() {
    let plain = SavedDocument(name: "a.md", text: "# A")
    #expect(plain.contentID == SavedDocument(name: "b.md", text: "# A", theme: "x").contentID)
    #expect(plain.id != SavedDocument(name: "a.md", text: "# A", theme: "book").id)
    #expect(plain.contentID != SavedDocument(name: "a.md", text: "# A", attributes: ["a": "b"]).contentID)
    #expect(
      SavedDocument(name: "", text: "", attributes: ["a": "bc"]).contentID
        != SavedDocument(name: "", text: "", attributes: ["ab": "c"]).contentID)
  }

  @Test func `a saved document is typeset with its theme and settings`() throws {
    let saved = SavedDocument(name: "a.md", text: "# A\n\nText.", theme: "dark", attributes: ["paper": "a6"])
    let direct = Typesetter().typeset(
      Document(markdown: saved.text, name: "a.md").markdownTheme(.dark).markdownPaper(.a6).markdownDate(secondsSince1970: 0))
    #expect(try Typesetter().typeset(saved.document.markdownDate(secondsSince1970: 0)).pdf() == direct.pdf())
  }

  @Test func `a file that is no library is told, and left alone`() throws {
    try Data("not a database, but long enough to be taken for one by its size ...........................".utf8)
      .write(to: URL(fileURLWithPath: file.path))
    #expect(throws: DocumentLibrary.LibraryError.foreign(file.path)) { try file.open() }
    #expect(try String(contentsOfFile: file.path, encoding: .utf8).hasPrefix("not a database"))
  }

  @Test func `the database of another program is told, and left alone`() throws {
    try Database(file.path, makes: true).run("CREATE TABLE documents (x); INSERT INTO documents VALUES (1)")
    #expect(throws: DocumentLibrary.LibraryError.foreign(file.path)) { try file.open() }
    #expect(try Database(file.path, makes: false).number("SELECT count(*) FROM documents") == 1)
  }

  @Test func `a version from the future is told`() throws {
    _ = try file.open()
    try Database(file.path, makes: false).run("PRAGMA user_version = 9")
    #expect(throws: DocumentLibrary.LibraryError.newer(file.path, format: 9)) { try file.open() }
  }

  @Test func `a missing library is told where it is only to be read`() {
    #expect(throws: DocumentLibrary.LibraryError.missing("/nowhere/x.sqlite")) {
      try DocumentLibrary(at: "/nowhere/x.sqlite", makes: false)
    }
  }

  @Test func `damage in the middle of the file is told`() throws {
    let library = try file.open()
    for number in 0..<50 { try library.add(SavedDocument(name: "\(number).md", text: String(repeating: "word \(number) ", count: 400))) }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
    var damaged = bytes
    for index in stride(from: 4096, to: damaged.count, by: 7) { damaged[index] = 0xAA }
    try damaged.write(to: URL(fileURLWithPath: file.path))
    #expect(throws: DocumentLibrary.LibraryError.self) { _ = try file.open().list() }
  }

  @Test func `two programs that write at once lose nothing`() async throws {
    _ = try file.open()
    let file = file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let library = try file.open()
          for number in 0..<25 { try library.add(SavedDocument(name: "\(writer)-\(number).md", text: "text \(writer) of \(number)")) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.open().list().count == 100 && file.open().search("text").count == 100)
  }
}
