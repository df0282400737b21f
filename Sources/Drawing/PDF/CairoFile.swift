internal import Glibc
internal import TypesetDiagnostics

/// The objects of a PDF file as Cairo writes it, and libqpdf for single pages: a table of offsets at the end, no object streams, nothing
/// encrypted.
struct CairoFile {
  let bytes: [UInt8]
  /// What is between `obj` and `endobj`, by the object's number; empty for a number without an object.
  private(set) var objects: [Range<Int>] = []
  /// The number of the catalog.
  private(set) var root = 0

  /// - Returns: Nil for anything that Cairo never writes.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let mark = Self.last("startxref", in: bytes) else { return nil }
    var scanner = PDFScanner(bytes, at: mark + 9)
    guard let table = scanner.integer() else { return nil }
    scanner = PDFScanner(bytes, at: table)
    guard scanner.take("xref"), scanner.integer() == 0, let count = scanner.integer(), count < bytes.count / 18 else { return nil }
    var offsets: [(offset: Int, number: Int)] = []
    for number in 0..<count {
      guard let offset = scanner.integer(), scanner.integer() != nil, let kind = scanner.byte() else { return nil }
      if kind == UInt8(ascii: "n") { offsets.append((offset, number)) }
    }
    guard scanner.take("trailer") else { return nil }
    let trailer = PDFDictionary(bytes, in: scanner.place..<bytes.count)
    guard let root = trailer["Root"].flatMap({ Self.reference(bytes, $0) }) else { return nil }
    self.root = root
    objects = Array(repeating: 0..<0, count: count)
    offsets.sort { $0.offset < $1.offset }
    for (place, entry) in offsets.enumerated() {
      let limit = place + 1 < offsets.count ? offsets[place + 1].offset : table
      var scanner = PDFScanner(bytes, at: entry.offset)
      guard limit <= bytes.count, scanner.integer() == entry.number, scanner.integer() == 0, scanner.take("obj") else { return nil }
      var end = limit
      while end > scanner.place, bytes[end - 1] <= 0x20 { end -= 1 }
      guard end - 6 >= scanner.place, bytes[end - 6..<end].elementsEqual("endobj".utf8) else { return nil }
      end -= 6
      while end > scanner.place, bytes[end - 1] <= 0x20 { end -= 1 }
      objects[entry.number] = scanner.place..<end
    }
  }

  func dictionary(_ number: Int) -> PDFDictionary {
    PDFDictionary(bytes, in: objects.indices.contains(number) ? objects[number] : bytes.count..<bytes.count)
  }

  /// The object of the first page; nil for a file without pages.
  var firstPage: Int? {
    guard objects.indices.contains(root), let tree = dictionary(root)["Pages"].flatMap({ reference($0) }), objects.indices.contains(tree),
      let kids = dictionary(tree)["Kids"], let page = references(kids).first, objects.indices.contains(page)
    else { return nil }
    return page
  }

  /// What is seen of a page, and how; nil for a page without a plausible extent.
  func frame(ofPage page: Int) -> PageFrame? {
    let dictionary = dictionary(page)
    guard let box = dictionary["MediaBox"] else { return nil }
    let numbers = String(decoding: bytes[box], as: UTF8.self).split { "[] \n".contains($0) }.compactMap { DocumentNumber.real($0) }
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e8 }), numbers[2] > numbers[0], numbers[3] > numbers[1] else { return nil }
    func number(_ key: String) -> Double? {
      dictionary[key].flatMap { DocumentNumber.real(String(decoding: bytes[$0], as: UTF8.self).filter { $0 != " " && $0 != "\n" }) }
    }
    let unit = number("UserUnit") ?? 1
    return PageFrame(box: numbers, turn: number("Rotate") ?? 0, unit: (0.001...10_000).contains(unit) ? unit : 1)
  }

  /// The number of the object to which a value refers.
  func reference(_ value: Range<Int>) -> Int? { Self.reference(bytes, value) }

  /// All numbers to which an array refers.
  func references(_ value: Range<Int>) -> [Int] {
    var out: [Int] = []
    Self.forEachReference(bytes[value]) { out.append($0) }
    return out
  }

  /// An object's dictionary, and the bytes of its stream where it is one.
  func stream(_ number: Int) -> (dictionary: PDFDictionary, data: Range<Int>)? {
    let dictionary = dictionary(number)
    guard dictionary.end > 0, let length = dictionary["Length"] else { return nil }
    var scanner = PDFScanner(bytes, at: dictionary.end)
    guard scanner.take("stream") else { return nil }
    var start = scanner.place
    if start < bytes.count, bytes[start] == 0x0D { start += 1 }
    if start < bytes.count, bytes[start] == 0x0A { start += 1 }
    scanner = PDFScanner(bytes, at: length.lowerBound)
    guard var size = scanner.integer() else { return nil }
    if let other = reference(length), objects.indices.contains(other) {
      scanner = PDFScanner(bytes, at: objects[other].lowerBound)
      guard let indirect = scanner.integer() else { return nil }
      size = indirect
    }
    guard size >= 0, start + size <= objects[number].upperBound else { return nil }
    return (dictionary, start..<start + size)
  }

  private static func reference(_ bytes: [UInt8], _ value: Range<Int>) -> Int? {
    var scanner = PDFScanner(bytes, at: value.lowerBound)
    guard let number = scanner.integer(), scanner.integer() == 0, scanner.take("R"), scanner.place <= value.upperBound else { return nil }
    return number
  }

  /// Renumbers references; strings stay as they are.
  static func renumbering(_ bytes: ArraySlice<UInt8>, _ number: (Int) -> Int) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    // Where the last two numbers begin, and the one before the last.
    var (start, before, value, last) = (-1, -1, -1, -1)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        (before, last) = (start, value)
        (start, value) = (out.count, 0)
        while index < bytes.endIndex, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9"), value < 1 << 40 {
          value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
          out.append(bytes[index])
          index += 1
        }
        continue
      case UInt8(ascii: "R"):
        if value == 0, last > 0, before >= 0 {
          out.removeSubrange(before...)
          out += Array("\(number(last)) 0 ".utf8)
        }
        (start, before, value, last) = (-1, -1, -1, -1)
      case 0x20, 0x0A, 0x0D, 0x09: break
      case UInt8(ascii: "("):
        let end = endOfString(in: bytes, from: index)
        out += bytes[index..<end]
        index = end
        (start, before, value, last) = (-1, -1, -1, -1)
        continue
      default: (start, before, value, last) = (-1, -1, -1, -1)
      }
      out.append(byte)
      index += 1
    }
    return out
  }

  /// After a string in parentheses (ISO 32000-1, 7.3.4.2).
  private static func endOfString(in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { break }
    }
    return min(index, bytes.endIndex)
  }

  /// Finds `12 0 R`; what a string holds is no reference.
  static func forEachReference(_ bytes: ArraySlice<UInt8>, _ body: (Int) -> Void) {
    var numbers = (last: -1, before: -1)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        var value = 0
        while index < bytes.endIndex, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9"), value < 1 << 40 {
          value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
          index += 1
        }
        numbers = (value, numbers.last)
        continue
      case UInt8(ascii: "R"):
        if numbers.last == 0, numbers.before > 0 { body(numbers.before) }
        numbers = (-1, -1)
      case 0x20, 0x0A, 0x0D, 0x09: break
      case UInt8(ascii: "("):
        index = endOfString(in: bytes, from: index)
        numbers = (-1, -1)
        continue
      default: numbers = (-1, -1)
      }
      index += 1
    }
  }

  private static func last(_ word: StaticString, in bytes: [UInt8]) -> Int? {
    let size = word.utf8CodeUnitCount
    var index = bytes.count - size
    while index >= max(0, bytes.count - 1024) {
      if unsafe memcmp(Array(bytes[index..<index + size]), word.utf8Start, size) == 0 { return index }
      index -= 1
    }
    return nil
  }
}

/// The entries of one dictionary, in order.
struct PDFDictionary {
  private(set) var entries: [(key: String, value: Range<Int>)] = []
  /// After `>>`; 0 if there is no dictionary.
  private(set) var end = 0

  init(_ bytes: [UInt8], in range: Range<Int>) {
    var scanner = PDFScanner(bytes, at: range.lowerBound)
    guard scanner.take("<<") else { return }
    while scanner.place < range.upperBound {
      if scanner.take(">>") {
        end = scanner.place
        return
      }
      guard let key = scanner.name() else { return }
      let start = scanner.place
      guard scanner.skipValue() else { return }
      entries.append((key, start..<scanner.place))
    }
  }

  subscript(key: String) -> Range<Int>? { entries.first { $0.key == key }?.value }
}

/// Reads the syntax of PDF (ISO 32000-1, 7.2 and 7.3).
struct PDFScanner {
  private let bytes: [UInt8]
  private(set) var place: Int
  /// Arrays and dictionaries around the place.
  private var depth = 0

  init(_ bytes: [UInt8], at place: Int) {
    self.bytes = bytes
    self.place = max(0, place)
  }

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = current {
      if byte == UInt8(ascii: "%") {
        while let byte = current, byte != 0x0A, byte != 0x0D { place += 1 }
      } else if byte <= 0x20 {
        place += 1
      } else {
        return
      }
    }
  }

  /// A sign that is not a space.
  mutating func byte() -> UInt8? {
    skipSpace()
    guard let byte = current else { return nil }
    place += 1
    return byte
  }

  mutating func integer() -> Int? {
    skipSpace()
    var value: Int?
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), (value ?? 0) < 1 << 40 {
      value = (value ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
      place += 1
    }
    return value
  }

  mutating func take(_ word: StaticString) -> Bool {
    skipSpace()
    let size = word.utf8CodeUnitCount
    guard place + size <= bytes.count, (0..<size).allSatisfy({ unsafe bytes[place + $0] == word.utf8Start[$0] }) else { return false }
    place += size
    return true
  }

  mutating func name() -> String? {
    guard take("/") else { return nil }
    let start = place
    while let byte = current, byte > 0x20, !Self.isDelimiter(byte) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// Skips one object; a reference counts as one.
  mutating func skipValue() -> Bool {
    skipSpace()
    guard let byte = current else { return false }
    switch byte {
    case UInt8(ascii: "/"): return name() != nil
    case UInt8(ascii: "("): return skipString()
    case UInt8(ascii: "["):
      place += 1
      return skipValues(to: "]")
    case UInt8(ascii: "<"):
      if take("<<") { return skipValues(to: ">>") }
      while let byte = current, byte != UInt8(ascii: ">") { place += 1 }
      place += 1
      return place <= bytes.count
    default:
      let start = place
      while let byte = current, byte > 0x20, !Self.isDelimiter(byte) { place += 1 }
      guard place > start else { return false }
      var ahead = self
      if bytes[start..<place].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), ahead.integer() != nil, ahead.take("R")
      {
        self = ahead
      }
      return true
    }
  }

  /// - Returns: False also for more than a hundred levels: an untrusted file may have a million.
  private mutating func skipValues(to end: StaticString) -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 100 else { return false }
    while !take(end) { guard skipValue() else { return false } }
    return true
  }

  /// A text string (ISO 32000-1, 7.9.2.2) as `PDFText.add(text:)` writes it, or with the escapes of other programs.
  static func text(_ value: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    switch value.first {
    case UInt8(ascii: "<"):
      let digits = value.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | ($0 + 1 < digits.count ? digits[$0 + 1] : 0)) }
    case UInt8(ascii: "("):
      var index = value.startIndex + 1
      while index < value.endIndex - 1 {
        if value[index] == UInt8(ascii: "\\"), index + 2 < value.endIndex {
          index += 1
          let octal = value[index..<value.endIndex - 1].prefix(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
          if octal.isEmpty {
            bytes.append(value[index] == UInt8(ascii: "r") ? 0x0D : value[index] == UInt8(ascii: "n") ? 0x0A : value[index])
          } else {
            bytes.append(UInt8(truncatingIfNeeded: octal.reduce(0) { $0 << 3 | Int($1 - UInt8(ascii: "0")) }))
            index += octal.count - 1
          }
        } else {
          bytes.append(value[index])
        }
        index += 1
      }
    default: return nil
    }
    guard bytes.starts(with: [0xFE, 0xFF]) else { return String(decoding: bytes, as: UTF8.self) }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func skipString() -> Bool {
    var depth = 0
    while let byte = current {
      place += 1
      switch byte {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return true }
      default: break
      }
    }
    return false
  }
}
