import TypesetDiagnostics

/// What only pages of Logseq have, wherever they are kept.
enum OutlineSigns {
  /// A reference to a block, `((8-4-4-4-12))`, or properties above a list that holds the rest of the page.
  static func first(in bytes: [UInt8], from start: Int) -> DialectDecision.Evidence? {
    let place = blockReference(in: bytes, from: start).map { $0..<$0 + 40 } ?? properties(bytes, from: start)
    return place.map { place in
      DialectDecision.Evidence(
        kind: .construct, tool: .logseq, words: String(decoding: bytes[place], as: UTF8.self),
        place: SourceSpan(place.lowerBound, place.upperBound))
    }
  }

  /// Where a reference to a block begins.
  static func blockReference(in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while let open = bytes.find(Array("((".utf8), from: position) {
      if isBlockReference(bytes[open...]) { return open }
      position = open + 1
    }
    return nil
  }

  /// True for `((`, a name of 36 hexadecimal digits and hyphens, and `))`.
  static func isBlockReference(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "((".utf8), text.count >= 40 else { return false }
    let name = text.dropFirst(2).prefix(36)
    guard text[name.endIndex...].starts(with: "))".utf8) else { return false }
    return name.enumerated().allSatisfy { place, byte in
      let isHyphen = [8, 13, 18, 23].contains(place)
      return isHyphen ? byte == UInt8(ascii: "-") : ASCII.isDigit(byte) || (byte | 0x20) &- 0x61 < 6
    }
  }

  /// The first of the lines `name:: value` at the top, if all lines below them belong to one list.
  private static func properties(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
    var first: Range<Int>?
    var hasItems = false
    var position = start
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<end]
      if !hasItems, isProperty(line) {
        first = first ?? position..<end
      } else if line.contains(where: { !ASCII.isBlank($0) && $0 != ASCII.carriageReturn }) {
        let isItem = line.starts(with: "- ".utf8) || line.elementsEqual("-".utf8)
        guard first != nil, isItem || hasItems && ASCII.isBlank(line[position]) else { return nil }
        hasItems = true
      }
      position = end + 1
    }
    return hasItems ? first : nil
  }

  private static func isProperty(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    return !name.isEmpty && line[name.endIndex...].starts(with: ":: ".utf8)
  }
}
