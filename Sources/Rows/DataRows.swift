package import TypesetJSON

/// What is wrong with a file of rows, in words that end a sentence.
package struct RowFailure: Error, Hashable, Sendable {
  package var message: String
  /// What to do about it.
  package var hint: String?
  /// In the file, from 1.
  package var line: Int
}

/// Rows of a file, read one by one, so that a file of any length takes no more memory than its longest row.
package struct DataRows {
  /// The format of a file.
  package enum Kind: Sendable {
    /// Values between commas, semicolons or tabs, with names in the first row (RFC 4180).
    case csv
    /// A JSON object a line.
    case jsonLines

    /// By the name of a file; nil for others.
    package init?(ofFile name: String) {
      switch name.split(separator: ".").last.map({ $0.lowercased() }) {
      case "csv", "tsv", "tab": self = .csv
      case "jsonl", "ndjson": self = .jsonLines
      default: return nil
      }
    }
  }

  /// One row of the file.
  package struct Row: Sendable {
    /// An object: a member for each column.
    package var values: JSON
    /// Where it begins in the file, from 1.
    package var line: Int
    /// From 1.
    package var number: Int
  }

  private let kind: Kind
  private let more: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var start = 0
  private var hasEnded = false
  private var line = 1
  private var count = 0
  private var names: [String]?
  private var separator = UInt8(ascii: ",")

  /// Longer rows are refused.
  private static let mostBytes = 64 << 20

  /// - Parameter more: The next bytes of the file; empty at its end.
  package init(_ kind: Kind, more: @escaping () throws -> [UInt8]) { (self.kind, self.more) = (kind, more) }

  /// The next row; nil at the end.
  ///
  /// - Throws: `RowFailure`, or what reading throws.
  package mutating func next() throws -> Row? {
    switch kind {
    case .jsonLines: try nextObject()
    case .csv: try nextCells()
    }
  }

  // MARK: JSON

  private mutating func nextObject() throws -> Row? {
    while let (record, line) = try takeRecord(quotes: false) {
      guard record.contains(where: { $0 > 0x20 }) else { continue }
      count += 1
      let value: JSON
      do throws(JSON.Failure) {
        value = try JSON(record)
      } catch {
        throw RowFailure(message: "the row is not JSON: \(error)", hint: "a JSON object a line", line: line)
      }
      guard value.members != nil else {
        throw RowFailure(message: "the row is no JSON object", hint: #"{"id": 1, "name": "Ann"}"#, line: line)
      }
      return Row(values: value, line: line, number: count)
    }
    return nil
  }

  // MARK: CSV

  private mutating func nextCells() throws -> Row? {
    while let (record, line) = try takeRecord(quotes: true) {
      guard !record.isEmpty else { continue }
      guard let names else {
        try readNames(record, line)
        continue
      }
      let cells = try cells(of: record, line)
      guard cells.count == names.count else {
        throw RowFailure(
          message: "the row has \(cells.count) values, the first row has \(names.count) names",
          hint: "a value with the separator in it needs quotes", line: line)
      }
      count += 1
      return Row(values: .object(zip(names, cells).map { JSON.Member($0, .string($1)) }), line: line, number: count)
    }
    return nil
  }

  private mutating func readNames(_ record: ArraySlice<UInt8>, _ line: Int) throws {
    let record = record.starts(with: [0xEF, 0xBB, 0xBF]) ? record.dropFirst(3) : record
    // Programs write what is usual where they are: the sign that is there most often.
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in record {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].contains(byte) { counts[byte, default: 0] += 1 }
    }
    separator = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? separator
    let found = try cells(of: record, line).map { $0.trimmed() }
    var known: Set<String> = []
    for name in found {
      guard !name.isEmpty, known.insert(name).inserted else {
        throw RowFailure(
          message: name.isEmpty ? "a column has no name" : "two columns are called \(name)", hint: "the first row names the columns",
          line: line)
      }
    }
    names = found
  }

  /// The values of a record; quotes around one are taken off, two of them within are one.
  private func cells(of record: ArraySlice<UInt8>, _ line: Int) throws -> [String] {
    var out: [String] = []
    var index = record.startIndex
    while true {
      var cell: [UInt8] = []
      if index < record.endIndex, record[index] == UInt8(ascii: "\"") {
        index += 1
        while index < record.endIndex {
          if record[index] == UInt8(ascii: "\"") {
            guard index + 1 < record.endIndex, record[index + 1] == UInt8(ascii: "\"") else { break }
            index += 1
          }
          cell.append(record[index])
          index += 1
        }
        index += 1
        guard index >= record.endIndex || record[index] == separator else {
          throw RowFailure(message: "text follows a quote that ends a value", hint: "quotes within a value are doubled", line: line)
        }
      } else {
        while index < record.endIndex, record[index] != separator {
          cell.append(record[index])
          index += 1
        }
      }
      out.append(String(decoding: cell, as: UTF8.self))
      guard index < record.endIndex else { return out }
      index += 1
    }
  }

  // MARK: Records

  /// The bytes up to the next line end, which may be within quotes, and the line where they begin; nil at the end.
  private mutating func takeRecord(quotes: Bool) throws -> (ArraySlice<UInt8>, Int)? {
    var index = start
    var isQuoted = false
    var lines = 0
    while true {
      while index < buffer.count {
        let byte = buffer[index]
        if quotes, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if byte == 0x0A {
          lines += 1
          if !isQuoted { break }
        }
        index += 1
      }
      if index < buffer.count || hasEnded { break }
      buffer.removeFirst(start)
      index -= start
      start = 0
      guard buffer.count < Self.mostBytes else {
        throw RowFailure(
          message: "the row is longer than \(Self.mostBytes >> 20) MB", hint: quotes ? "a quote may be open" : nil, line: line)
      }
      let bytes = try more()
      if bytes.isEmpty { hasEnded = true } else { buffer += bytes }
    }
    guard start < buffer.count else { return nil }
    if isQuoted { throw RowFailure(message: "a quote is never closed", hint: "quotes within a value are doubled", line: line) }
    var record = buffer[start..<index]
    if record.last == 0x0D { record.removeLast() }
    defer { (start, line) = (min(index + 1, buffer.count), line + lines) }
    return (record, line)
  }
}
