internal import TypesetDiagnostics

/// Files of BibTeX and BibLaTeX: where the entries are is found first; an entry is read when it is cited.
package struct BibTeXFile: Sendable {
  /// Something that is wrong with a file.
  package struct Fault: Sendable, Hashable {
    package var message: String
    /// From 1.
    package var line: Int
    /// What to do about it.
    package var hint: String?
  }

  private let bytes: [UInt8]
  private struct Place: Sendable {
    var start: Int
    /// From 1.
    var line: Int
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

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

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

  /// An `@word{…}` that has not been read yet.
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

  /// The entry that begins at an `@`; nil if no entry begins there.
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
      if !entry.isClosed { faults.append(Fault(message: "an @string is never closed", line: line(of: entry.start))) }
      for field in fields(entry.body, from: (entry.start, line(of: entry.start)), &faults) {
        keep(field.value, as: field.name, at: entry.start)
      }
      return
    }
    if entry.name == "preamble" { return }
    // The key may be on a line below the brace.
    let keyStart = bytes[entry.body].firstIndex { !Self.isSpace($0) } ?? entry.body.upperBound
    var keyEnd = bytes[keyStart..<entry.body.upperBound].firstIndex { $0 == UInt8(ascii: ",") || $0 == 0x0A } ?? entry.body.upperBound
    var key = String(decoding: bytes[keyStart..<keyEnd], as: UTF8.self).trimmed()
    if key.contains("="), let end = keyWithoutComma(entry.body) {
      key = String(decoding: bytes[entry.body.lowerBound..<end], as: UTF8.self).trimmed()
      keyEnd = end
      faults.append(Fault(message: "expected a comma after the key ‘\(key)’", line: line(of: entry.start)))
    }
    if !entry.isClosed { faults.append(Fault(message: "the entry ‘\(key)’ is never closed", line: line(of: entry.start))) }
    // A comma between two entries means nothing.
    let rest = bytes[entry.end...].drop(while: Self.isSpace)
    if entry.isClosed, rest.first == UInt8(ascii: ","), let next = rest.dropFirst().first(where: { !Self.isSpace($0) }),
      next != UInt8(ascii: "@")
    {
      faults.append(Fault(message: "a brace ends the entry ‘\(key)’ before its last field", line: line(of: entry.start)))
    }
    guard !key.isEmpty, !key.contains("=") else {
      faults.append(Fault(message: "an entry has no key", line: line(of: entry.start)))
      return
    }
    guard places[key] == nil else {
      faults.append(Fault(message: "the key ‘\(key)’ is there twice; the first entry is used", line: line(of: entry.start)))
      return
    }
    places[key] = Place(
      start: entry.start, line: line(of: entry.start), fields: min(keyEnd + 1, entry.body.upperBound)..<entry.body.upperBound,
      type: entry.type)
    keys.append(key)
  }

  /// The end of a first word that no comma follows but another word: `@book{key title = {…}}`.
  private func keyWithoutComma(_ body: Range<Int>) -> Int? {
    var index = body.lowerBound
    while index < body.upperBound, Self.isSpace(bytes[index]) { index += 1 }
    let start = index
    while index < body.upperBound, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: "=") { index += 1 }
    let end = index
    while index < body.upperBound, Self.isSpace(bytes[index]) { index += 1 }
    return end > start && index > end && index < body.upperBound && bytes[index] != UInt8(ascii: "=") ? end : nil
  }

  /// The end of the letters after a byte.
  private func wordEnd(after start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] | 0x20 >= 0x61, bytes[index] | 0x20 <= 0x7A { index += 1 }
    return index
  }

  private func beginsEntry(_ at: Int) -> Bool {
    let end = wordEnd(after: at)
    return end > at + 1 && end < bytes.count && bytes[end] == UInt8(ascii: "{")
  }

  /// The fields of an entry, as written.
  ///
  /// - Parameter entry: Where the entry begins, and on which line.
  private func fields(_ range: Range<Int>, from entry: (place: Int, line: Int), _ faults: inout [Fault]) -> [BibTeXFields.Field] {
    var reader = BibTeXFields(bytes, strings)
    let out = reader.read(range)
    faults += reader.faults.prefix(Self.mostFaults).map { Fault(message: $0.message, line: line(of: $0.place, from: entry)) }
    return out
  }

  private func line(of place: Int, from entry: (place: Int, line: Int)) -> Int {
    entry.line + bytes[entry.place..<place].count { $0 == 0x0A }
  }

  /// The most faults of an entry that are reported.
  private static let mostFaults = 10

  /// An entry as CSL's data model has it; nil for a key that is not in the file.
  package func item(_ key: String) -> Item? {
    guard let place = places[key] else { return nil }
    var faults: [Fault] = []
    let own = fields(place.fields, from: (place.start, place.line), &faults)
    var values = Dictionary(own.map { ($0.name, $0.value) }) { first, _ in first }
    let type = String(decoding: bytes[place.type], as: UTF8.self).lowercased()
    // Fields that an entry lacks are taken from the entry that it refers to.
    for parentKey in ["crossref", "xdata"].flatMap({ values[$0]?.split(separator: ",") ?? [] }).map({ String($0).trimmed() }) {
      guard parentKey != key, let parent = places[parentKey] else {
        let message =
          parentKey == key ? "the entry ‘\(key)’ refers to itself" : "‘\(key)’ refers to ‘\(parentKey)’, which is not in the file"
        faults.append(Fault(message: message, line: place.line))
        continue
      }
      var others: [Fault] = []
      for field in fields(parent.fields, from: (parent.start, parent.line), &others) {
        let (name, value) = (field.name, field.value)
        if name == "crossref", value.trimmed() == key {
          faults.append(Fault(message: "the entries ‘\(key)’ and ‘\(parentKey)’ refer to each other", line: place.line))
        }
        let isPart = type.hasPrefix("in")
        let inherited = name == "title" && isPart ? "booktitle" : name == "subtitle" && isPart ? "booksubtitle" : name
        if values[inherited] == nil { values[inherited] = value }
        if name == "title", !isPart, type == "article", values["journal"] == nil { values["journal"] = value }
      }
    }
    if let near = BibTeXTypes.respelled(type) {
      faults.append(Fault(message: "the type ‘\(type)’ of ‘\(key)’ is not known; did you mean @\(near)?", line: place.line))
    }
    for fault in EntryCheck(key, values).faults {
      let start = own.first { $0.name == fault.field }?.place
      faults.append(
        Fault(message: fault.message, line: start.map { line(of: $0, from: (place.start, place.line)) } ?? place.line, hint: fault.hint))
    }
    var item = BibTeXEntry(key: key, type: type, values: values).item
    item.faults = faults
    return item
  }
}
