/// A note of a vault that an item of a list embeds and has no other words: `- ![[Note]]`.
enum ItemEmbed {
  /// How many characters stand before the embed on its line, without the indent; nil where it is not all of an item.
  static func markerLength(_ text: String) -> Int? {
    let digits = text.prefix(10).prefix { $0.isASCII && $0.isNumber }.count
    let rest = text.dropFirst(digits)
    guard let sign = rest.first, digits == 0 ? "-*+".contains(sign) : ".)".contains(sign), rest.dropFirst().first == " " else { return nil }
    let blanks = rest.dropFirst().prefix { $0 == " " }.count
    let embed = rest.dropFirst(1 + blanks)
    return embed.hasPrefix("![[") && !embed.dropFirst(3).dropLast(2).contains("]") ? digits + 1 + blanks : nil
  }

  /// What the lines of the note begin with behind an item's marker; nil where no such marker is all that stands before it.
  static func margin(of before: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let marker = before.drop { ASCII.isBlank($0) || $0 == ASCII.greater }
    guard let last = marker.last, ASCII.isBlank(last), marker.count < 20 else { return nil }
    return before[..<marker.startIndex] + [UInt8](repeating: ASCII.space, count: marker.count)
  }
}
