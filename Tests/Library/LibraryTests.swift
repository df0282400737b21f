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
    ("C++ and C", "c+"), ("C++ and C", "++"), ("price: 5€", "€"), ("第1章", "1章"), ("第1章", "第1"), ("😀😁", "😁"), ("😀😁", "😀😁"), ("a→b", "→b"),
    ("It’s", "’s"), ("tail 文", "文"), ("e\u{301}a", "éa"), ("ภาษา", "ภ"), ("x = y", "="), ("word \"quoted\"", "\"q"),
  ]) func `a text is found without regard to case and accents`(text: String, term: String) throws {
    let library = try file.open()
    try library.add(SavedDocument(name: "other.md", text: "Nothing here 別"))
    let number = try library.add(SavedDocument(name: "a.md", text: text))
    #expect(try library.search(term).map(\.number) == [number])
  }

  @Test(arguments: ["段文", "xyz", "", "か", "  ", "落,が", "at", "gakusei", "the", "Lxtin", "中段", "a文"]) func `what is not there is not found`(
    term: String
  ) throws {
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

  @Test func `a search finds what comparing all texts finds`() throws {
    let library = try file.open()
    // Few words, so that the trigrams of one term are in many texts without it.
    let words = ["abab", "baba", "Äbc", "abc", "中文", "文中", "段", "1.5", "c++", "—", "x", "😀"]
    let texts = (0..<120).map { _ in (0..<12).map { _ in words[Int.random(in: words.indices)] + (Bool.random() ? " " : "") }.joined() }
    try library.add(texts.enumerated().map { SavedDocument(name: "\($0).md", text: "```\n\($1)\n```") })
    let folded = texts.map { SearchText($0).folded }
    for _ in 0..<300 {
      let scalars = Array(folded[Int.random(in: folded.indices)].unicodeScalars)
      let start = Int.random(in: 0..<scalars.count)
      let term = String(String.UnicodeScalarView(scalars[start..<min(scalars.count, start + Int.random(in: 1...6))]))
      // One or two letters are looked for where words begin.
      guard SearchText(term).folded == term,
        term.unicodeScalars.count > 2 || term.unicodeScalars.contains(where: { SearchText.Kind($0) == .sign })
      else { continue }
      let expected = folded.indices.filter { Array(folded[$0].utf8).contains(Array(term.utf8)) }.reversed().map { $0 + 1 }
      #expect(try library.search(term).map(\.number) == Array(expected), "\(term)")
    }
  }

  @Test func `a library of the first format is renewed with all that it had`() throws {
    let old = try Database(file.path, makes: true)
    try old.run(
      """
      PRAGMA application_id = 1835299955; PRAGMA user_version = 1;
      CREATE TABLE documents (
        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, theme TEXT,
        folder TEXT, attributes TEXT NOT NULL, time INTEGER NOT NULL, source TEXT NOT NULL, folded TEXT NOT NULL);
      CREATE INDEX documents_by_id ON documents (id);
      CREATE VIRTUAL TABLE trigrams USING fts5 (text, content = '', tokenize = 'trigram case_sensitive 1');
      CREATE VIRTUAL TABLE words USING fts5 (text, content = '', prefix = '1 2', tokenize = 'unicode61 remove_diacritics 0');
      """)
    for (number, text) in [(3, "# Café 中文"), (7, "# Second")] {
      let folded = SearchText(text).folded
      try old.run(
        "INSERT INTO documents VALUES (?, 'old', 'a.md', 'T', 'book', '/tmp', '{\"paper\": \"a5\"}', 9, ?, ?)", .number(Int64(number)),
        .text(text),
        .text(folded))
      try old.run("INSERT INTO trigrams (rowid, text) VALUES (?, ?)", .number(Int64(number)), .text(folded))
    }
    try old.run("DELETE FROM documents WHERE number = 7")
    let library = try file.open()
    let saved = SavedDocument(name: "a.md", text: "# Café 中文", theme: "book", attributes: ["paper": "a5"], folder: "/tmp")
    #expect(try library.document(3) == saved)
    #expect(try library.search("CAFE").map(\.number) == [3] && library.search("文").map(\.time) == [9])
    // It is the same document, and numbers are not given again.
    #expect(try library.add(saved) == 3)
    #expect(try library.add(SavedDocument(name: "b.md", text: "# New")) == 8)
    #expect(try file.open().list().map(\.number) == [3, 8])
  }

  @Test func `a text that is damaged is told`() throws {
    let number = try file.open().add(SavedDocument(name: "a.md", text: String(repeating: "some words ", count: 50)))
    try Database(file.path, makes: false).run("UPDATE texts SET source = x'00000000789c', folded = x'ffffff7f789c0102'")
    #expect(throws: DocumentLibrary.LibraryError.damaged(file.path)) { try file.open().search("some words") }
    #expect(throws: DocumentLibrary.LibraryError.damaged(file.path)) { try file.open().remove(number) }
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
      SavedDocument(name: "a.md", text: "# A", theme: "book", attributes: ["paper": "a5"]).id == 1_897_589_954_061_889_918)
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

  @Test(arguments: [
    ("łódź", "lodz"), ("Ørsted", "orsted"), ("Đorđe", "dorde"), ("Ħal", "hal"), ("ŧ ı", "t i"), ("Æsop œuvre", "aesop oeuvre"),
    ("ðþ", "dth"),
    ("Ångström", "angstrom"), ("ﬁ ①", "fi 1"),
  ]) func `letters are searched for without their strokes and accents`(text: String, folded: String) {
    #expect(SearchText(text).folded == folded)
  }
}
