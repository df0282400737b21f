internal import TypesetDiagnostics

/// Files of BibTeX and BibLaTeX: where the entries are is found first; an entry is read when it is cited.
package struct BibTeXFile: Sendable {
  /// Something that is wrong with a file.
  package struct Fault: Sendable, Hashable {
    package var message: String
    /// From 1.
    package var line: Int
  }

  private let bytes: [UInt8]
  private struct Place: Sendable {
    var start: Int
    var fields: Range<Int>
    var type: Range<Int>
  }
  private var places: [String: Place] = [:]
  /// In the order of the file.
  package private(set) var keys: [String] = []
  package private(set) var faults: [Fault] = []
  private var strings: [String: String] = [:]
  /// Bytes of all strings, of which each may be made of others.
  private var stringBytes = 0

  /// More than what any string of a journal has, but not the 65,536th part of what a string of strings of strings may come to.
  private static let mostStringBytes = 4 << 20
  private static let mostValueBytes = 1 << 16

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index()
    shortenStrings()
  }

  /// Cuts strings so that all that entries take from them stays in proportion: a file may name a long one 100,000 times.
  private mutating func shortenStrings() {
    guard strings.values.contains(where: { $0.utf8.count > 256 }) else { return }
    let uses = bytes.count { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "#") }
    let most = max(256, (Self.mostStringBytes * 8) / max(1, uses))
    for (key, value) in strings where value.utf8.count > most {
      strings[key] = String(decoding: value.utf8.prefix(most), as: UTF8.self)
      faults.append(Fault(message: "the string ‘\(key)’ is cut after \(most) bytes", line: 1))
    }
    faults.sort { ($0.line, $0.message) < ($1.line, $1.message) }
  }

  /// Keeps a string, as long as all of them have room.
  private mutating func keep(_ value: String, as key: String, at place: Int) {
    stringBytes += value.utf8.count
    guard stringBytes <= Self.mostStringBytes + bytes.count else {
      if strings[key] == nil {
        faults.append(Fault(message: "the string ‘\(key)’ is left out: all have more than 4 MB", line: line(of: place)))
      }
      return
    }
    strings[key] = value
  }

  /// Faults are found in the order of the file: lines are counted once.
  private var counted = (place: 0, line: 1)

  private mutating func line(of place: Int) -> Int {
    counted.line += bytes[counted.place..<max(counted.place, place)].count { $0 == 0x0A }
    counted.place = max(counted.place, place)
    return counted.line
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private mutating func index() {
    var index = 0
    while let at = bytes[index...].firstIndex(of: UInt8(ascii: "@")) {
      guard let entry = entry(at: at) else {
        index = at + 1
        continue
      }
      index = entry.end
      add(entry)
    }
  }

  /// An `@word{…}`, not yet looked into.
  private struct Entry {
    var start: Int
    /// In small letters.
    var name: String
    var type: Range<Int>
    var body: Range<Int>
    var isClosed: Bool
    /// Where the search for the next one goes on.
    var end: Int
  }

  /// The entry that begins at an `@`; nil where none does.
  private func entry(at start: Int) -> Entry? {
    let typeEnd = wordEnd(after: start)
    var index = typeEnd
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    guard typeEnd > start + 1, index < bytes.count, bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "(") else {
      return nil
    }
    let name = String(decoding: bytes[(start + 1)..<typeEnd], as: UTF8.self).lowercased()
    if name == "comment" { return nil }
    let (end, isClosed) = bodyEnd(from: index + 1, isParenthesis: bytes[index] == UInt8(ascii: "("))
    return Entry(
      start: start, name: name, type: (start + 1)..<typeEnd, body: (index + 1)..<(isClosed ? end - 1 : end), isClosed: isClosed, end: end)
  }

  /// Behind what closes the first brace; at the next entry of a file, `@word{` at the beginning of a line, in which this one is never closed.
  private func bodyEnd(from start: Int, isParenthesis: Bool) -> (end: Int, isClosed: Bool) {
    var index = start
    var depth = 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= isParenthesis && depth == 1 ? 0 : 1
      case UInt8(ascii: ")"): if isParenthesis, depth == 1 { depth = 0 }
      case UInt8(ascii: "@"): if bytes[index - 1] == 0x0A, beginsEntry(index) { return (index, false) }
      default: break
      }
      index += 1
      if depth == 0 { return (index, true) }
    }
    return (bytes.count, false)
  }

  /// Keeps where an entry is, or the strings that it defines.
  private mutating func add(_ entry: Entry) {
    if entry.name == "string" {
      for (key, value) in fields(entry.body) { keep(value, as: key, at: entry.start) }
      return
    }
    if entry.name == "preamble" { return }
    let keyEnd = bytes[entry.body].firstIndex { $0 == UInt8(ascii: ",") || $0 == 0x0A } ?? entry.body.upperBound
    let key = String(decoding: bytes[entry.body.lowerBound..<keyEnd], as: UTF8.self).trimmed()
    if !entry.isClosed { faults.append(Fault(message: "the entry ‘\(key)’ is never closed", line: line(of: entry.start))) }
    guard !key.isEmpty, !key.contains("=") else {
      faults.append(Fault(message: "an entry has no key", line: line(of: entry.start)))
      return
    }
    guard places[key] == nil else {
      faults.append(Fault(message: "the key ‘\(key)’ is there twice; the first entry is used", line: line(of: entry.start)))
      return
    }
    places[key] = Place(start: entry.start, fields: min(keyEnd + 1, entry.body.upperBound)..<entry.body.upperBound, type: entry.type)
    keys.append(key)
  }

  /// The end of the letters behind a byte.
  private func wordEnd(after start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] | 0x20 >= 0x61, bytes[index] | 0x20 <= 0x7A { index += 1 }
    return index
  }

  private func beginsEntry(_ at: Int) -> Bool {
    let end = wordEnd(after: at)
    return end > at + 1 && end < bytes.count && bytes[end] == UInt8(ascii: "{")
  }

  private static let months: [String: String] = [
    "jan": "1", "feb": "2", "mar": "3", "apr": "4", "may": "5", "jun": "6", "jul": "7", "aug": "8", "sep": "9", "oct": "10", "nov": "11",
    "dec": "12",
  ]

  /// `name = {value} # "value"`, as written.
  private func fields(_ range: Range<Int>) -> [(String, String)] {
    var out: [(String, String)] = []
    var index = range.lowerBound
    let end = range.upperBound
    func skip() { while index < end, Self.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: ",") { index += 1 } }
    while index < end {
      skip()
      let start = index
      while index < end, bytes[index] != UInt8(ascii: "="), bytes[index] != UInt8(ascii: ",") { index += 1 }
      guard index < end, bytes[index] == UInt8(ascii: "=") else { continue }
      let name = String(decoding: bytes[start..<index], as: UTF8.self).trimmed().lowercased()
      index += 1
      var value = ""
      pieces: while index < end {
        while index < end, Self.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "#") { index += 1 }
        guard index < end else { break }
        let first = bytes[index]
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "\"") {
          index += 1
          let begin = index
          var depth = first == UInt8(ascii: "{") ? 1 : 0
          while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
              index += 1
            } else if byte == UInt8(ascii: "{") {
              depth += 1
            } else if byte == UInt8(ascii: "}") {
              depth -= 1
              if depth == 0, first == UInt8(ascii: "{") { break }
            } else if byte == UInt8(ascii: "\""), first == byte, depth == 0 {
              break
            }
            index += 1
          }
          value += String(decoding: bytes[begin..<min(max(begin, index), end)], as: UTF8.self)
          index = min(index + 1, end)
        } else {
          let begin = index
          while index < end, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: "#") {
            index += 1
          }
          let word = String(decoding: bytes[begin..<index], as: UTF8.self)
          let text = Self.months[word.lowercased()] ?? strings[word.lowercased()] ?? word
          if value.utf8.count + text.utf8.count <= Self.mostValueBytes { value += text }
        }
        while index < end, Self.isSpace(bytes[index]) { index += 1 }
        if index < end, bytes[index] == UInt8(ascii: "#") { continue pieces }
        break
      }
      if !name.isEmpty { out.append((name, value)) }
    }
    return out
  }

  /// An entry as CSL's data model has it; nil for a key that is not in the file.
  package func item(_ key: String) -> Item? {
    guard let place = places[key] else { return nil }
    var values = Dictionary(fields(place.fields)) { first, _ in first }
    let type = String(decoding: bytes[place.type], as: UTF8.self).lowercased()
    // What an entry does not say itself is that of the one it refers to.
    if let parentKey = (values["crossref"] ?? values["xdata"])?.trimmed(), parentKey != key, let parent = places[parentKey] {
      for (name, value) in fields(parent.fields) {
        let isPart = type.hasPrefix("in")
        let inherited = name == "title" && isPart ? "booktitle" : name == "subtitle" && isPart ? "booksubtitle" : name
        if values[inherited] == nil { values[inherited] = value }
        if name == "title", !isPart, type == "article", values["journal"] == nil { values["journal"] = value }
      }
    }
    return BibTeXEntry(key: key, type: type, values: values).item
  }
}
