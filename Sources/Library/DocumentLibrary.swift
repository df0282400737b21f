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
/// The file is a database of SQLite: several programs may read and write it at once, and whoever is killed leaves it as it was before or after.
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
  public static let format = 1

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
  ///   - makes: True makes the file if there is none.
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
      return
    }
    guard mark == 0, try database.number("SELECT count(*) FROM sqlite_master") == 0 else { throw LibraryError.foreign(path) }
    try database.transaction { () throws(Database.Failure) in
      // Another program may have made it meanwhile.
      guard try database.number("PRAGMA application_id") == 0 else { return }
      try database.run(
        """
        PRAGMA application_id = \(Self.mark);
        PRAGMA user_version = \(Self.format);
        CREATE TABLE documents (
          number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, theme TEXT,
          folder TEXT, attributes TEXT NOT NULL, time INTEGER NOT NULL, source TEXT NOT NULL, folded TEXT NOT NULL);
        CREATE INDEX documents_by_id ON documents (id);
        CREATE VIRTUAL TABLE trigrams USING fts5 (text, content = '', tokenize = 'trigram case_sensitive 1');
        CREATE VIRTUAL TABLE words USING fts5 (text, content = '', prefix = '1 2', tokenize = 'unicode61 remove_diacritics 0');
        """)
    }
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
        var numbers: [Int] = []
        for document in documents { numbers.append(try Self.add(document, time, to: database)) }
        return numbers
      }
    }
  }

  private static func add(_ document: SavedDocument, _ time: Int64, to database: Database) throws(Database.Failure) -> Int {
    let id = String(document.id, radix: 16)
    let same = try database.prepare(
      "SELECT number FROM documents WHERE id = ? AND name = ? AND folder IS ?", .text(id), .text(document.name), .text(document.folder))
    if try same.step() { return Int(same.number(0)) }
    let (title, words) = document.parts
    let search = SearchText(words)
    let attributes = JSON.object(document.attributes.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
    try database.run(
      "INSERT INTO documents (id, name, title, theme, folder, attributes, time, source, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .text(id), .text(document.name), .text(title), .text(document.theme), .text(document.folder), .text(attributes.description),
      .number(time), .text(document.text), .text(search.folded))
    let number = database.lastRow
    try database.run("INSERT INTO trigrams (rowid, text) VALUES (?, ?)", .number(number), .text(search.folded))
    try database.run("INSERT INTO words (rowid, text) VALUES (?, ?)", .number(number), .text(search.spaced))
    return Int(number)
  }

  /// All documents, in the order in which they were added.
  public func list() throws(LibraryError) -> [Entry] { try entries(where: "", [], order: "ORDER BY number") }

  /// What a list says of the document with a number.
  ///
  /// - Throws: ``LibraryError/noSuchDocument(_:)`` for a number that none has.
  public func entry(_ number: Int) throws(LibraryError) -> Entry {
    guard let entry = try entries(where: "WHERE number = \(number)", [], order: "").first else { throw .noSuchDocument(number) }
    return entry
  }

  /// The document with a number.
  public func document(_ number: Int) throws(LibraryError) -> SavedDocument {
    let found = try with { database throws(Database.Failure) -> SavedDocument? in
      let row = try database.prepare(
        "SELECT name, source, theme, attributes, folder FROM documents WHERE number = ?", .number(Int64(number)))
      guard try row.step() else { return nil }
      let members = (try? JSON(ArraySlice((row.text(3) ?? "").utf8)))?.members ?? []
      return SavedDocument(
        name: row.text(0) ?? "", text: row.text(1) ?? "", theme: row.text(2),
        attributes: Dictionary(members.map { ($0.name, $0.value.text ?? "") }) { $1 }, folder: row.text(4))
    }
    guard let found else { throw .noSuchDocument(number) }
    return found
  }

  /// The documents that contain all terms, without regard to case and accents, the last added first.
  ///
  /// A term of three characters or more may be anywhere, within words too; so may one or two characters of Chinese, Japanese and other scripts
  /// without spaces. One or two letters of other scripts find words that begin with them.
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
    let conditions = terms.map { "number IN (SELECT rowid FROM \($0.table) WHERE \($0.table) MATCH ?)" }
    return try entries(
      where: "WHERE " + conditions.joined(separator: " AND "), terms.map(\.expression), order: "ORDER BY number DESC LIMIT \(limit)")
  }

  private func entries(where condition: String, _ values: [String], order: String) throws(LibraryError) -> [Entry] {
    try with { database throws(Database.Failure) in
      let rows = try database.prepare("SELECT number, title, name, theme, time FROM documents \(condition) \(order)")
      for (index, value) in values.enumerated() { try rows.bind(.text(value), at: Int32(index + 1)) }
      var entries: [Entry] = []
      while try rows.step() {
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
  /// - Throws: ``LibraryError/noSuchDocument(_:)`` for a number that none of them has.
  public func remove(_ numbers: Int...) throws(LibraryError) { try remove(numbers) }

  /// Removes documents, all or none of them.
  ///
  /// - Parameter numbers: Of documents in the library.
  public func remove(_ numbers: [Int]) throws(LibraryError) {
    let missing = try with { database throws(Database.Failure) -> Int? in
      try database.transaction { () throws(Database.Failure) -> Int? in
        for number in Set(numbers) {
          let row = try database.prepare("SELECT folded FROM documents WHERE number = ?", .number(Int64(number)))
          guard try row.step() else { return number }
        }
        for number in Set(numbers) { try Self.remove(Int64(number), from: database) }
        return nil
      }
    }
    if let missing { throw .noSuchDocument(missing) }
  }

  private static func remove(_ number: Int64, from database: Database) throws(Database.Failure) {
    let row = try database.prepare("SELECT folded FROM documents WHERE number = ?", .number(number))
    guard try row.step() else { return }
    let search = SearchText(folded: row.text(0) ?? "")
    // An index without a table of texts forgets a text when it is told it.
    try database.run("INSERT INTO trigrams (trigrams, rowid, text) VALUES ('delete', ?, ?)", .number(number), .text(search.folded))
    try database.run("INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)", .number(number), .text(search.spaced))
    try database.run("DELETE FROM documents WHERE number = ?", .number(number))
  }
}
