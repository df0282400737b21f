/// The address of a picture on a slide of Marp's.
enum SlideAddress {
  /// Where it ends, past parentheses in it.
  static func end(in line: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in line.indices {
      if line[index] == ASCII.openParenthesis { depth += 1 }
      if line[index] == ASCII.closeParenthesis {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return line.firstIndex(of: ASCII.closeParenthesis)
  }

  /// True for a colour, which fills the slide: `#fff`, `rgb(…)`, `teal`.
  static func isColor(_ address: String) -> Bool {
    if address.hasPrefix("#") { return address.dropFirst().allSatisfy(\.isHexDigit) }
    return ["rgb(", "rgba(", "hsl(", "hsla("].contains { address.hasPrefix($0) }
      || !address.isEmpty && address.allSatisfy { $0.isASCII && $0.isLetter }
  }
}
