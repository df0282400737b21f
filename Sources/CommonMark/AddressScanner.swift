/// Addresses that are links by themselves: in angle brackets (CommonMark, Autolinks) and bare (GFM, Autolinks).
struct AddressScanner {
  /// A domain that was refused, and the last dot but one in it: from any place before that, it is refused again.
  private var refused = 0..<0

  mutating func begin() { refused = 0..<0 }

  // MARK: In angle brackets

  /// The address that begins with the `<` at a place.
  static func inAngles(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (text: Range<Int>, isMail: Bool)? {
    var index = start + 1
    while index < end, Byte.isLetterOrDigit(bytes[index]) || "+.-".utf8.contains(bytes[index]) { index += 1 }
    if index < end, bytes[index] == Byte.colon, Byte.isLetter(bytes[start + 1]), (3...33).contains(index - start) {
      while index < end, bytes[index] > Byte.space, bytes[index] != Byte.less, bytes[index] != Byte.greater { index += 1 }
      return index < end && bytes[index] == Byte.greater ? (start + 1..<index, false) : nil
    }
    index = start + 1
    while index < end, isMailName(bytes[index]) { index += 1 }
    guard index > start + 1, index < end, bytes[index] == Byte.at else { return nil }
    repeat {
      let label = index + 1
      index = label
      while index < end, Byte.isLetterOrDigit(bytes[index]) || bytes[index] == Byte.hyphen { index += 1 }
      guard index > label, index - label <= 63, bytes[label] != Byte.hyphen, bytes[index - 1] != Byte.hyphen else { return nil }
    } while index < end && bytes[index] == Byte.period
    return index < end && bytes[index] == Byte.greater ? (start + 1..<index, true) : nil
  }

  private static func isMailName(_ byte: UInt8) -> Bool {
    Byte.isLetterOrDigit(byte) || byte < 0x80 && ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
  }

  // MARK: Bare

  /// True at a place behind an open brace and an equals sign: in a list of attributes.
  static func isInList(_ bytes: [UInt8], _ place: Int, from start: Int) -> Bool {
    let before = bytes[max(start, place - longestList)..<place]
    guard let brace = before.lastIndex(where: { $0 == Byte.openBrace || $0 == Byte.closeBrace }), before[brace] == Byte.openBrace else {
      return false
    }
    return before[brace...].contains(Byte.equals)
  }

  /// In bytes, up to an address in it.
  private static let longestList = 500

  /// `http://…`, `https://…` and `ftp://…`, by the colon.
  mutating func url(_ bytes: [UInt8], colon: Int, from start: Int, to end: Int) -> Range<Int>? {
    guard colon + 3 < end, bytes[colon + 1] == Byte.slash, bytes[colon + 2] == Byte.slash else { return nil }
    var first = colon
    while first > start, Byte.isLetter(bytes[first - 1]), colon - first < 6 { first -= 1 }
    guard
      Self.isWord(bytes, first..<colon, Words.http) || Self.isWord(bytes, first..<colon, Words.https)
        || Self.isWord(bytes, first..<colon, Words.ftp)
    else { return nil }
    guard Self.hostCharacter(bytes, colon + 3, end) != nil, let domain = domain(bytes, colon + 3, end) else { return nil }
    return first..<Self.end(bytes, first, domain, end)
  }

  /// `www.…`
  mutating func www(_ bytes: [UInt8], _ place: Int, from start: Int, to end: Int) -> Range<Int>? {
    guard HTMLBlocks.hasPrefix(bytes, place, end, Words.www), Self.hostCharacter(bytes, place + 4, end) != nil else { return nil }
    if place > start, !Byte.isSpace(bytes[place - 1]), !"*_~(".utf8.contains(bytes[place - 1]) { return nil }
    guard let domain = domain(bytes, place, end) else { return nil }
    return place..<Self.end(bytes, place, domain, end)
  }

  static func isWord(_ bytes: [UInt8], _ range: Range<Int>, _ word: [UInt8]) -> Bool {
    guard range.count == word.count else { return false }
    for index in word.indices where word[index] != bytes[range.lowerBound + index] | 0x20 { return false }
    return true
  }

  /// The number of bytes of the character at a place, if a domain may have it.
  private static func hostCharacter(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int? {
    guard index < end else { return nil }
    if bytes[index] < 0x80 {
      return Byte.isLetterOrDigit(bytes[index]) || bytes[index] < Byte.space && !Byte.isSpace(bytes[index]) ? 1 : nil
    }
    guard Flanking.after(bytes, index, to: end) == .other else { return nil }
    return bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
  }

  /// Where a domain ends; nil if it has an underscore in one of its last two parts.
  private mutating func domain(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    if refused.contains(start) { return nil }
    var index = start
    var (last, lastButOne) = (start, start)
    var (underscores, underscoresBefore) = (0, 0)
    while index < end {
      if bytes[index] == Byte.underscore {
        underscores += 1
      } else if bytes[index] == Byte.period {
        (underscoresBefore, underscores) = (underscores, 0)
        (lastButOne, last) = (last, index)
      } else if bytes[index] != Byte.hyphen {
        guard let count = Self.hostCharacter(bytes, index, end) else { break }
        index += count - 1
      }
      index += 1
    }
    index = min(index, end)
    guard underscores > 0 || underscoresBefore > 0 else { return index }
    refused = start..<max(start, lastButOne)
    return nil
  }

  /// Where an address ends: before white space or `<`, and before punctuation that belongs to the sentence.
  private static func end(_ bytes: [UInt8], _ start: Int, _ domain: Int, _ end: Int) -> Int {
    var index = start
    var depth = 0
    while index < end, bytes[index] != Byte.less, index < domain || !Byte.isSpace(bytes[index]) {
      if bytes[index] == Byte.openParenthesis { depth += 1 } else if bytes[index] == Byte.closeParenthesis { depth -= 1 }
      index += 1
    }
    while index > start {
      let byte = bytes[index - 1]
      if "?!.,:*_~'\"".utf8.contains(byte) {
        index -= 1
      } else if byte == Byte.semicolon {
        var name = index - 1
        while name > start, Byte.isLetter(bytes[name - 1]) { name -= 1 }
        index = name < index - 1 && name > start && bytes[name - 1] == Byte.ampersand ? name - 1 : index - 1
      } else if byte == Byte.closeParenthesis, depth < 0 {
        depth += 1
        index -= 1
      } else {
        break
      }
    }
    return index
  }

  // MARK: Mail

  /// The first bare address of mail in a text, from a place on.
  static func mail(_ bytes: [UInt8], _ text: Range<Int>, from start: Int) -> Range<Int>? {
    var at = start
    while at < text.upperBound {
      defer { at += 1 }
      guard bytes[at] == Byte.at else { continue }
      var first = at
      while first > start, Byte.isLetterOrDigit(bytes[first - 1]) || ".+-_".utf8.contains(bytes[first - 1]) { first -= 1 }
      guard first < at else { continue }
      let isMail = hasScheme(bytes, Words.mailto, before: first, from: start)
      let isChat = hasScheme(bytes, Words.xmpp, before: first, from: start)
      var end = at + 1
      var dots = 0
      while end < text.upperBound {
        if bytes[end] == Byte.period, end + 1 < text.upperBound, Byte.isLetterOrDigit(bytes[end + 1]) {
          dots += 1
        } else if !Byte.isLetterOrDigit(bytes[end]), bytes[end] != Byte.hyphen, bytes[end] != Byte.underscore,
          bytes[end] != Byte.slash || !isChat
        {
          break
        }
        end += 1
      }
      guard end > at + 1, dots > 0, end == text.upperBound || bytes[end] != Byte.at, Byte.isLetter(bytes[end - 1]) else { continue }
      return (isMail ? first - 7 : isChat ? first - 5 : first)..<end
    }
    return nil
  }

  private static func hasScheme(_ bytes: [UInt8], _ scheme: [UInt8], before place: Int, from start: Int) -> Bool {
    let first = place - 1 - scheme.count
    guard first >= start, bytes[place - 1] == Byte.colon, isWord(bytes, first..<place - 1, scheme) else { return false }
    return first == start || !Byte.isLetterOrDigit(bytes[first - 1])
  }
}
