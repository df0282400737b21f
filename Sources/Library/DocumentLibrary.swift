internal import CSQLite
internal import Glibc
internal import Synchronization
internal import TypesetJSON

/// Documents that are kept in one file, with their themes and settings, and found again by their words.
///
/// ```swift
/// let library = try DocumentLibrary(at: "notes.sqlite")
/// let number = try library.add(SavedDocument(name: "note.md", text: "# Euler", theme: "book"))
/// for entry in try library.search("euler") { print(entry.number, entry.title) }
/// let pages = Typesetter().typeset(try library.document(number).document)
/// ```
///
/// The file is a database of SQLite: several programs may read and write it at once, and a killed program leaves it as it was before or
/// after.
public final class DocumentLibrary: Sendable {
  /// Why a library cannot be read or written.
  public enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file.
    case missing(String)
    /// The file is not a library of documents.
    case foreign(String)
    /// A newer version of the program wrote it.
    case newer(String, format: Int)
    /// Parts of the file cannot be read.
    case damaged(String)
    /// Another program is writing for longer than ten seconds.
    case busy(String)
    /// The file cannot be opened or written, with the system's reason.
    case unwritable(String, reason: String)
    /// No document has this number.
    case noSuchDocument(Int)
    /// The document has no text.
    case empty(String)

    /// One sentence.
    public var description: String {
      switch self {
      case .missing(let path): "there is no library at \(path)"
      case .foreign(let path): "\(path) is not a library of documents"
      case .newer(let path, let format):
        "\(path) was written by a newer version (format \(format); this version reads \(DocumentLibrary.format))"
      case .damaged(let path): "the library \(path) is damaged"
      case .busy(let path): "another program keeps writing \(path)"
      case .unwritable(let path, let reason): "cannot use the library \(path): \(reason)"
      case .noSuchDocument(let number): "there is no document \(number) in the library"
      case .empty(let name): "\(name) is empty"
      }
    }
  }

  /// A line of a list.
  public struct Entry: Hashable, Codable, Sendable {
    /// Given when it was added; it never changes and is not given again.
    public var number: Int
    /// The title of its front matter, its first heading, or its name.
    public var title: String
    /// The file's name.
    public var name: String
    /// The theme that it was saved with.
    public var theme: String?
    /// When it was added, in seconds since 1970.
    public var time: Int
  }

  /// The version of the format.
  public static let format = 2

  /// `mdts` in ASCII: marks the file as ours (SQLite's `application_id`).
  private static let mark = 0x6D64_7473

  private let path: String
  /// Only used under the lock, since what SQLite knows of the last statement is the connection's.
  private nonisolated(unsafe) let database: Database
  private let lock = Mutex(())

  /// Opens a library.
  ///
  /// - Parameters:
  ///   - path: Of its file.
  ///   - makes: True makes the file if it is missing.
  /// - Throws: ``LibraryError``.
  public init(at path: String, makes: Bool = true) throws(LibraryError) {
    self.path = path
    if !makes, unsafe access(path, F_OK) != 0 { throw LibraryError.missing(path) }
    do {
      let opened = try Database(path, makes: makes)
      try Self.prepare(opened, path)
      unsafe database = opened
    } catch let error as LibraryError {
      throw error
    } catch let error as Database.Failure {
      throw Self.reason(error, path)
    } catch {
      throw LibraryError.unwritable(path, reason: "\(error)")
    }
  }

  private static func prepare(_ database: Database, _ path: String) throws {
    let (mark, format) = (try database.number("PRAGMA application_id"), try database.number("PRAGMA user_version"))
    if mark == Int64(Self.mark) {
      guard format <= Self.format else { throw LibraryError.newer(path, format: Int(format)) }
      if format < Self.format { try renew(database) }
      return
    }
    guard mark == 0, try database.number("SELECT count(*) FROM sqlite_master") == 0 else { throw LibraryError.foreign(path) }
    // Texts of some kilobytes fill larger pages better.
    try database.run("PRAGMA page_size = 16384")
    try database.transaction { () throws(Database.Failure) in
      // Another program may have made it meanwhile.
      guard try database.number("PRAGMA application_id") == 0 else { return }
      try database.run(
        """
        PRAGMA application_id = \(Self.mark);
        PRAGMA user_version = \(Self.format);
        CREATE TABLE documents (
          number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, theme TEXT,
          folder TEXT, attributes TEXT NOT NULL, time INTEGER NOT NULL);
        CREATE INDEX documents_by_id ON documents (id);
        \(textTables)
        """)
    }
  }

  /// Texts beside the list, which is read without them; both are compressed. The indexes know in which documents something is, not where.
  private static let textTables = """
    CREATE TABLE texts (number INTEGER PRIMARY KEY, source BLOB NOT NULL, folded BLOB NOT NULL);
    CREATE VIRTUAL TABLE trigrams USING fts5 (
      text, content = '', detail = 'none', columnsize = 0, tokenize = 'trigram case_sensitive 1');
    CREATE VIRTUAL TABLE pieces USING fts5 (text, content = '', detail = 'none', columnsize = 0, prefix = '1', tokenize = 'ascii');
    """

  /// Makes a library of the first format, whose texts were not compressed, one of this format.
  private static func renew(_ database: Database) throws {
    try database.transaction { () throws(Database.Failure) in
      // Another program may have done it meanwhile.
      guard try database.number("PRAGMA user_version") == 1 else { return }
      try database.run("DROP TABLE trigrams; DROP TABLE words; \(textTables)")
      let packing = Packing()
      let rows = try database.prepare("SELECT number, source, folded, theme, attributes FROM documents")
      while try rows.step() {
        let (number, text) = (rows.number(0), rows.text(1) ?? "")
        try add(text, SearchText(folded: rows.text(2) ?? ""), number, packing, to: database)
        let saved = SavedDocument(name: "", text: text, theme: rows.text(3), attributes: attributes(rows.text(4)))
        try database.run("UPDATE documents SET id = ? WHERE number = ?", .text(String(saved.id, radix: 16)), .number(number))
      }
      try database.run(
        "ALTER TABLE documents DROP COLUMN source; ALTER TABLE documents DROP COLUMN folded; PRAGMA user_version = \(Self.format)")
    }
    // What has become free is given back; without room for that the file stays as large as it is.
    try? database.run("PRAGMA page_size = 16384; VACUUM")
  }

  /// What a failure of SQLite means.
  private static func reason(_ failure: Database.Failure, _ path: String) -> LibraryError {
    switch failure.kind {
    case SQLITE_NOTADB: .foreign(path)
    case SQLITE_CORRUPT: .damaged(path)
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(path)
    default: .unwritable(path, reason: failure.message)
    }
  }

  private func with<Result: Sendable>(_ body: (Database) throws(Database.Failure) -> Result) throws(LibraryError) -> Result {
    do {
      return try lock.withLock { _ throws(Database.Failure) in try body(unsafe database) }
    } catch {
      throw Self.reason(error, path)
    }
  }

  /// Adds a document. One that is there already, with the same text, theme, settings, name and folder, is not added again.
  ///
  /// - Parameters:
  ///   - document: What to keep.
  ///   - time: Seconds since 1970; nil is now.
  /// - Returns: Its number.
  /// - Throws: ``LibraryError/empty(_:)`` for one without text, else what the file is to blame for.
  @discardableResult public func add(_ document: SavedDocument, time: Int? = nil) throws(LibraryError) -> Int {
    try add([document], time: time)[0]
  }

  /// Adds documents, all or none of them, which is much faster than one by one.
  ///
  /// - Parameters:
  ///   - documents: What to keep.
  ///   - time: Seconds since 1970; nil is now.
  /// - Returns: Their numbers.
  /// - Throws: ``LibraryError/empty(_:)`` for one without text, else what the file is to blame for.
  @discardableResult public func add(_ documents: [SavedDocument], time: Int? = nil) throws(LibraryError) -> [Int] {
    if let empty = documents.first(where: \.isEmpty) { throw .empty(empty.name) }
    let time = Int64(time ?? Glibc.time(nil))
    return try with { database throws(Database.Failure) in
      try database.transaction { () throws(Database.Failure) in
        let packing = Packing()
        var numbers: [Int] = []
        for document in documents { numbers.append(try Self.add(document, time, packing, to: database)) }
        return numbers
      }
    }
  }

  private static func add(_ document: SavedDocument, _ time: Int64, _ packing: Packing, to database: Database) throws(Database.Failure)
    -> Int
  {
    let id = String(document.id, radix: 16)
    let same = try database.prepare(
      "SELECT number FROM documents WHERE id = ? AND name = ? AND folder IS ?", .text(id), .text(document.name), .text(document.folder))
    if try same.step() { return Int(same.number(0)) }
    let (title, words) = document.parts
    let attributes = JSON.object(document.attributes.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
    try database.run(
      "INSERT INTO documents (id, name, title, theme, folder, attributes, time) VALUES (?, ?, ?, ?, ?, ?, ?)",
      .text(id), .text(document.name), .text(title), .text(document.theme), .text(document.folder), .text(attributes.description),
      .number(time))
    let number = database.lastRow
    try add(document.text, SearchText(words), number, packing, to: database)
    return Int(number)
  }

  private static func add(
    _ text: String, _ search: SearchText, _ number: Int64, _ packing: Packing, to database: Database
  ) throws(Database.Failure) {
    try database.run(
      "INSERT INTO texts (number, source, folded) VALUES (?, ?, ?)", .number(number), .bytes(packing.packed(text)),
      .bytes(packing.packed(search.folded)))
    try database.run("INSERT INTO trigrams (rowid, text) VALUES (?, ?)", .number(number), .text(search.folded))
    try database.run("INSERT INTO pieces (rowid, text) VALUES (?, ?)", .number(number), .text(search.pieces))
  }

  private static func attributes(_ json: String?) -> [String: String] {
    let members = (try? JSON(ArraySlice((json ?? "").utf8)))?.members ?? []
    return Dictionary(members.map { ($0.name, $0.value.text ?? "") }) { $1 }
  }

  /// All documents, in the order in which they were added.
  public func list() throws(LibraryError) -> [Entry] { try entries(where: "", [], order: "ORDER BY number") }

  /// What a list says of the document with a number.
  ///
  /// - Throws: ``LibraryError/noSuchDocument(_:)`` for an unknown number.
  public func entry(_ number: Int) throws(LibraryError) -> Entry {
    guard let entry = try entries(where: "WHERE number = \(number)", [], order: "").first else { throw .noSuchDocument(number) }
    return entry
  }

  /// The document with a number.
  public func document(_ number: Int) throws(LibraryError) -> SavedDocument {
    let found = try with { database throws(Database.Failure) -> SavedDocument? in
      let row = try database.prepare(
        "SELECT name, source, theme, attributes, folder FROM documents JOIN texts USING (number) WHERE number = ?", .number(Int64(number)))
      guard try row.step() else { return nil }
      guard let text = Packing().unpacked(row.bytes(1)) else { throw Database.damage }
      return SavedDocument(
        name: row.text(0) ?? "", text: String(decoding: text, as: UTF8.self), theme: row.text(2), attributes: Self.attributes(row.text(3)),
        folder: row.text(4))
    }
    guard let found else { throw .noSuchDocument(number) }
    return found
  }

  /// The documents that contain all terms, without regard to case and accents, the last added first.
  ///
  /// A term of three characters or more may be anywhere, within words too; so may one or two signs, characters of Chinese, Japanese and
  /// other scripts without spaces. One or two letters of other scripts find words that begin with them.
  ///
  /// - Parameter limit: The most entries.
  public func search(_ terms: String..., limit: Int = 1_000) throws(LibraryError) -> [Entry] { try search(terms, limit: limit) }

  /// The documents that contain all terms, as ``search(_:limit:)`` has it.
  ///
  /// - Parameters:
  ///   - terms: Words or phrases.
  ///   - limit: The most entries.
  public func search(_ terms: [String], limit: Int = 1_000) throws(LibraryError) -> [Entry] {
    let terms = terms.compactMap(SearchTerm.init)
    guard !terms.isEmpty else { return [] }
    let conditions = terms.flatMap(\.conditions)
    let asked = conditions.map { "number IN (SELECT rowid FROM \($0.table) WHERE \($0.table) MATCH ?)" }
    return try entries(
      where: "WHERE " + asked.joined(separator: " AND "), conditions.map(\.expression), holding: terms.compactMap(\.held),
      order: "ORDER BY number DESC", limit: limit)
  }

  /// - Parameter held: What the texts of the documents have to hold, in UTF-8.
  private func entries(
    where condition: String, _ values: [String], holding held: [[UInt8]] = [], order: String, limit: Int = .max
  ) throws(LibraryError) -> [Entry] {
    try with { database throws(Database.Failure) in
      let rows = try database.prepare("SELECT number, title, name, theme, time FROM documents \(condition) \(order)")
      for (index, value) in values.enumerated() { try rows.bind(.text(value), at: Int32(index + 1)) }
      let texts = held.isEmpty ? nil : try database.prepare("SELECT folded FROM texts WHERE number = ?")
      let packing = Packing()
      var entries: [Entry] = []
      while entries.count < limit, try rows.step() {
        if let texts {
          try texts.bind(.number(rows.number(0)), at: 1)
          defer { texts.reset() }
          guard try texts.step(), let text = packing.unpacked(texts.bytes(0)) else { throw Database.damage }
          guard held.allSatisfy(text.contains) else { continue }
        }
        entries.append(
          Entry(
            number: Int(rows.number(0)), title: rows.text(1) ?? "", name: rows.text(2) ?? "", theme: rows.text(3), time: Int(rows.number(4))
          ))
      }
      return entries
    }
  }

  /// Removes documents, all or none of them.
  ///
  /// - Throws: ``LibraryError/noSuchDocument(_:)`` for an unknown number.
  public func remove(_ numbers: Int...) throws(LibraryError) { try remove(numbers) }

  /// Removes documents, all or none of them.
  ///
  /// - Parameter numbers: Of documents in the library.
  public func remove(_ numbers: [Int]) throws(LibraryError) {
    let missing = try with { database throws(Database.Failure) -> Int? in
      try database.transaction { () throws(Database.Failure) -> Int? in
        for number in Set(numbers) {
          let row = try database.prepare("SELECT number FROM documents WHERE number = ?", .number(Int64(number)))
          guard try row.step() else { return number }
        }
        for number in Set(numbers) { try Self.remove(Int64(number), from: database) }
        return nil
      }
    }
    if let missing { throw .noSuchDocument(missing) }
  }

  private static func remove(_ number: Int64, from database: Database) throws(Database.Failure) {
    let row = try database.prepare("SELECT folded FROM texts WHERE number = ?", .number(number))
    guard try row.step(), let folded = Packing().unpacked(row.bytes(0)) else { throw Database.damage }
    let search = SearchText(folded: String(decoding: folded, as: UTF8.self))
    // An index without a table of texts needs the text to remove it.
    try database.run("INSERT INTO trigrams (trigrams, rowid, text) VALUES ('delete', ?, ?)", .number(number), .text(search.folded))
    try database.run("INSERT INTO pieces (pieces, rowid, text) VALUES ('delete', ?, ?)", .number(number), .text(search.pieces))
    try database.run("DELETE FROM texts WHERE number = ?", .number(number))
    try database.run("DELETE FROM documents WHERE number = ?", .number(number))
  }
}
