/// What stands for itself in a text: wiki links, cross references, emoji by name.
enum InlineLeaf {
  /// - Parameter previous: The byte before; 0 at the beginning.
  /// - Returns: What it is, and how many bytes it takes.
  static func read(_ bytes: [UInt8], at index: Int, previous: UInt8) -> (kinds: [Tree.Kind], length: Int)? {
    switch bytes[index] {
    case ASCII.openBracket: return wikiLink(bytes, index) ?? citation(bytes, index)
    case UInt8(ascii: "@"):
      guard !ASCII.isLetter(previous), !ASCII.isDigit(previous) else { return nil }
      return label(bytes, index + 1).map { ([.reference(label: $0.name)], $0.end - index) }
    case UInt8(ascii: ":"):
      guard !ASCII.isDigit(previous), previous != UInt8(ascii: ":") else { return nil }
      return emoji(bytes, index)
    default: return nil
    }
  }

  /// `![[target|hint]]`.
  static func embed(_ bytes: [UInt8], at start: Int) -> (target: String, hint: String?, length: Int)? {
    guard start + 2 < bytes.count, bytes[start + 1] == ASCII.openBracket, bytes[start + 2] == ASCII.openBracket else { return nil }
    let limit = min(bytes.count, start + 500)
    guard let close = bytes[(start + 3)..<limit].firstIndex(of: ASCII.closeBracket), close > start + 3, close + 1 < limit,
      bytes[close + 1] == ASCII.closeBracket
    else { return nil }
    let parts = bytes[(start + 3)..<close].split(separator: ASCII.pipe, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    guard let target = parts.first else { return nil }
    return (target, parts.count > 1 ? parts[1] : nil, close + 2 - start)
  }

  /// `[[target]]` shows the target, `[[target|text]]` the text.
  private static func wikiLink(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    guard start + 1 < bytes.count, bytes[start + 1] == ASCII.openBracket else { return nil }
    var index = start + 2
    // Longer ones are nobody's.
    let limit = min(bytes.count, start + 500)
    while index + 1 < limit, bytes[index] != ASCII.closeBracket, bytes[index] != ASCII.openBracket { index += 1 }
    guard index + 1 < limit, bytes[index] == ASCII.closeBracket, bytes[index + 1] == ASCII.closeBracket, index > start + 2 else {
      return nil
    }
    let content = bytes[(start + 2)..<index]
    let shown = content.lastIndex(of: ASCII.pipe).map { content[($0 + 1)...] } ?? content
    return ([.text(String(decoding: shown.isEmpty ? content : shown, as: UTF8.self))], index + 2 - start)
  }

  /// `[@fig-a; @fig-b]`; what is no cross reference stays text.
  private static func citation(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "@") else { return nil }
    var kinds: [Tree.Kind] = []
    var index = start + 1
    while index < bytes.count, bytes[index] == UInt8(ascii: "@"), let (name, end) = label(bytes, index + 1) {
      if !kinds.isEmpty { kinds.append(.text(", ")) }
      kinds.append(.reference(label: name))
      index = end
      guard index < bytes.count else { return nil }
      if bytes[index] == ASCII.closeBracket { return (kinds, index + 1 - start) }
      guard bytes[index] == UInt8(ascii: ";") || bytes[index] == UInt8(ascii: ",") else { return nil }
      index += 1
      while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 }
    }
    return nil
  }

  /// What labels of cross references begin with.
  private static let labelKinds: Set<String> = ["fig", "tbl", "tab", "eq", "sec", "lst", "thm", "lem", "def", "cor", "exm"]

  /// A label such as `fig-a` or `eq:b`, without a point or hyphen at its end.
  private static func label(_ bytes: [UInt8], _ start: Int) -> (name: String, end: Int)? {
    var index = start
    while index < bytes.count, ASCII.isLetter(bytes[index]) { index += 1 }
    guard index > start, index - start <= 4, index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: ":"),
      labelKinds.contains(String(decoding: bytes[start..<index], as: UTF8.self))
    else { return nil }
    let kindEnd = index
    index += 1
    while index < bytes.count,
      ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] >= 0x80
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: ".")].contains(bytes[index])
    { index += 1 }
    while index > kindEnd, [UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: ".")].contains(bytes[index - 1]) { index -= 1 }
    return index > kindEnd + 1 ? (String(decoding: bytes[start..<index], as: UTF8.self), index) : nil
  }

  /// `:smile:`; a name that nobody knows stays text.
  private static func emoji(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    var index = start + 1
    let limit = min(bytes.count, start + 48)
    while index < limit,
      ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "_") || bytes[index] == UInt8(ascii: "+")
        || bytes[index] == UInt8(ascii: "-")
    { index += 1 }
    guard index < limit, index > start + 1, bytes[index] == UInt8(ascii: ":"),
      let emoji = EmojiNames.emoji(named: String(decoding: bytes[start + 1..<index], as: UTF8.self))
    else { return nil }
    return ([.text(emoji)], index + 1 - start)
  }
}
