internal import CSQLite

/// A SQLite database.
@safe final class Database {
  /// What SQLite refused, by its extended result code.
  struct Failure: Error {
    var code: Int32
    var message: String

    /// The result code without its extension.
    var kind: Int32 { code & 0xFF }
  }

  private let handle: OpaquePointer

  /// A text cannot be read.
  static let damage = Failure(code: SQLITE_CORRUPT, message: "a text is damaged")

  /// - Parameter milliseconds: How long to wait while another program writes.
  init(_ path: String, makes: Bool, milliseconds: Int32 = 10_000) throws(Failure) {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | (makes ? SQLITE_OPEN_CREATE : 0)
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      defer { unsafe sqlite3_close_v2(opened) }
      let message = unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      throw Failure(code: code, message: message)
    }
    unsafe self.handle = handle
    unsafe sqlite3_busy_timeout(handle, milliseconds)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  fileprivate var failure: Failure {
    unsafe Failure(code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs statements without values and results.
  func run(_ sql: String) throws(Failure) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  func prepare(_ sql: String, _ values: Value...) throws(Failure) -> Statement {
    var prepared: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let pointer = unsafe prepared else { throw failure }
    let statement = unsafe Statement(pointer, of: self)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    return statement
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: Value...) throws(Failure) {
    let statement = try prepare(sql)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    while try statement.step() {}
  }

  /// The first value of the first row, as a number.
  func number(_ sql: String) throws(Failure) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.number(0) : 0
  }

  /// A transaction: all or nothing of what is done within is written, and no other process writes meanwhile.
  func transaction<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // The first failure is the one to tell.
      try? run("ROLLBACK")
      throw error
    }
  }

  var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Rows that the last statement changed.
  var changes: Int { unsafe Int(sqlite3_changes(handle)) }

  enum Value {
    case null
    case number(Int64)
    case text(String)
    case bytes([UInt8])

    static func text(_ text: String?) -> Value { if let text { .text(text as String) } else { .null } }
  }

  /// A prepared statement, and its current row.
  @safe final class Statement {
    private let pointer: OpaquePointer
    private let database: Database

    fileprivate init(_ pointer: OpaquePointer, of database: Database) {
      unsafe self.pointer = pointer
      self.database = database
    }

    deinit { unsafe sqlite3_finalize(pointer) }

    func bind(_ value: Value, at index: Int32) throws(Failure) {
      let code: Int32
      switch value {
      case .null: code = unsafe sqlite3_bind_null(pointer, index)
      case .number(let number): code = unsafe sqlite3_bind_int64(pointer, index, number)
      case .text(var text):
        code = text.withUTF8 { bytes in
          // A null pointer would be NULL, not an empty text.
          unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            guard let start = bytes.baseAddress else { return unsafe mdtypeset_bind_text(pointer, index, "", 0) }
            return unsafe mdtypeset_bind_text(pointer, index, start, Int32(clamping: bytes.count))
          }
        }
      case .bytes(let bytes): code = unsafe mdtypeset_bind_bytes(pointer, index, bytes, Int32(clamping: bytes.count))
      }
      guard code == SQLITE_OK else { throw database.failure }
    }

    /// Goes to the next row; false at the end.
    func step() throws(Failure) -> Bool {
      switch unsafe sqlite3_step(pointer) {
      case SQLITE_ROW: return true
      case SQLITE_DONE: return false
      default: throw database.failure
      }
    }

    func number(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(pointer, column) }

    func bytes(_ column: Int32) -> [UInt8] {
      guard let start = unsafe sqlite3_column_blob(pointer, column) else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    /// Makes the statement ready to be run again, with other values.
    func reset() { unsafe sqlite3_reset(pointer) }

    func text(_ column: Int32) -> String? {
      guard unsafe sqlite3_column_type(pointer, column) != SQLITE_NULL, let text = unsafe sqlite3_column_text(pointer, column) else {
        return nil
      }
      let count = unsafe Int(sqlite3_column_bytes(pointer, column))
      return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }
  }
}
