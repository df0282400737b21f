internal import TypesetMarkdown

/// The keys of works that a text seems to cite, found in its bytes alone: what is in code is among them, for only keys count that a bibliography has.
struct CitedKeys {
  private(set) var all: Set<String> = []
  /// Those in brackets and in commands, which nothing else than a citation writes but the name of a person: `[@alice]`.
  private(set) var sure: Set<String> = []
  /// Where the first of them is.
  private(set) var first: Int?
  private let bytes: [UInt8]

  /// More keys than these tell a bibliography no better.
  private static let most = 500

  /// - Parameter readsBare: True if `@key` within a sentence cites a work; elsewhere only what has a year may be one.
  init(in bytes: [UInt8], readsBare: Bool) {
    self.bytes = bytes
    var index = 0
    while index < bytes.count, all.count < Self.most {
      switch bytes[index] {
      case UInt8(ascii: "@"): index = readSign(at: index, readsBare: readsBare)
      case UInt8(ascii: "c"), UInt8(ascii: "C"): index = readCommand(at: index)
      default: index += 1
      }
    }
  }

  private mutating func add(_ key: ArraySlice<UInt8>, isSure: Bool) {
    guard !key.isEmpty, key.count < 200 else { return }
    first = first ?? key.startIndex
    let key = String(decoding: key, as: UTF8.self)
    all.insert(key)
    if isSure { sure.insert(key) }
  }

  /// True if works that are found are those that the text cites: most of what stands in brackets is among them, or so many as no chance has.
  ///
  /// - Parameters:
  ///   - known: The cited keys that have works.
  ///   - maybePeople: True for a tool to which `[@name]` means nothing: a single name may be a person, whose name a work has as well.
  func areMeant(_ known: Set<String>, maybePeople: Bool) -> Bool {
    let found = sure.intersection(known)
    guard !sure.isEmpty, found.count < 3 else { return !known.isEmpty }
    let hasYear = found.contains { $0.utf8.contains { $0 &- 0x30 < 10 } }
    if found.count * 2 > sure.count { return hasYear || found.count > 1 || !maybePeople }
    return found.count * 2 == sure.count && hasYear
  }

  /// `[@key; -@other]`, `@key`, `@{key}`, mdBook's `@@key`.
  private mutating func readSign(at index: Int, readsBare: Bool) -> Int {
    let previous = index > 0 ? bytes[index - 1] : UInt8(ascii: "\n")
    let isBlank = previous <= 0x20
    guard isBlank || "[-;(@".utf8.contains(previous) else { return index + 1 }
    var start = index + 1
    let isBraced = start < bytes.count && bytes[start] == UInt8(ascii: "{")
    if isBraced { start += 1 }
    let end =
      isBraced
      ? bytes[start...].prefix(200).firstIndex(of: UInt8(ascii: "}"))
      : CitedWorks.keyEnd(bytes, start, inBrackets: "[-;".utf8.contains(previous))
    guard let end else { return index + 1 }
    let before = isBlank && index > 1 ? bytes[index - 2] : previous
    let isSure = previous != UInt8(ascii: "(") && (!isBlank || before == UInt8(ascii: ";"))
    if isSure || readsBare || CitedWorks.isWork(bytes, index, after: previous) { add(bytes[start..<end], isSure: isSure) }
    return end
  }

  /// `\cite{a,b}` and its kin, `` {cite}`a,b` ``, `{% cite a b %}`, `{{#cite a}}`, `{{< cite "a" >}}`.
  private mutating func readCommand(at index: Int) -> Int {
    guard index + 6 < bytes.count, bytes[index + 1..<index + 4].elementsEqual("ite".utf8) else { return index + 1 }
    var place = index + 4
    while place < bytes.count, (bytes[place] | 0x20) &- 0x61 < 26 || bytes[place] == UInt8(ascii: ":") || bytes[place] == UInt8(ascii: "*")
    {
      place += 1
    }
    guard place + 1 < bytes.count else { return bytes.count }
    // D2L's `` :cite:`a,b` ``.
    if bytes[place] == UInt8(ascii: "`"), bytes[place - 1] == UInt8(ascii: ":") { return readKeys(from: place + 1, to: UInt8(ascii: "`")) }
    if bytes[place] == UInt8(ascii: "}"), bytes[place + 1] == UInt8(ascii: "`") { return readKeys(from: place + 2, to: UInt8(ascii: "`")) }
    while bytes[place] == UInt8(ascii: "["), let close = bytes[place...].prefix(200).firstIndex(of: UInt8(ascii: "]")),
      close + 1 < bytes.count
    {
      place = close + 1
    }
    if bytes[place] == UInt8(ascii: "{") { return readKeys(from: place + 1, to: UInt8(ascii: "}")) }
    let opening = bytes[..<index].suffix(4)
    guard bytes[place] == 0x20, opening.contains(UInt8(ascii: "{")), !opening.contains(UInt8(ascii: "\n")) else { return place }
    return readKeys(
      from: place,
      to: opening.contains(UInt8(ascii: "#"))
        ? UInt8(ascii: "}") : opening.contains(UInt8(ascii: "%")) ? UInt8(ascii: "%") : UInt8(ascii: ">"))
  }

  private mutating func readKeys(from start: Int, to closer: UInt8) -> Int {
    guard let end = bytes[start...].prefix(400).firstIndex(of: closer) else { return start }
    for word in bytes[start..<end].split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: ",") }) {
      add(word.trimming { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }, isSure: true)
    }
    return end
  }
}

extension ArraySlice<UInt8> {
  fileprivate func trimming(_ isEdge: (UInt8) -> Bool) -> Self {
    var slice = drop(while: isEdge)
    while let last = slice.last, isEdge(last) { slice = slice.dropLast() }
    return slice
  }
}
