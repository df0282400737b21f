/// Formulas between single dollars over several lines, one of which begins with a sign that would begin a list.
enum FormulaOverLines {
  /// True if a line that begins with `+` or `-` goes on with a formula that the paragraph above has left open: pandoc, kramdown and MathJax take it
  /// before lists.
  static func goesOn(at start: Int, _ block: InlineBlock, _ bytes: [UInt8]) -> Bool {
    guard block.hasOpenDollar, bytes[start] == UInt8(ascii: "+") || bytes[start] == UInt8(ascii: "-"),
      let open = block.lines.reversed().lazy.compactMap({ line in line.last { isDollar($0, bytes) } }).first,
      open + 1 < bytes.count, !ASCII.isBlank(bytes[open + 1]),
      let close = DisplayReader.restOfParagraph(from: start, in: bytes).first(where: { isDollar($0, bytes) }),
      bytes[close - 1] > ASCII.space
    else { return false }
    return MathEvidence.hasCommandOrScript(bytes[(open + 1)..<close])
  }

  private static func isDollar(_ index: Int, _ bytes: [UInt8]) -> Bool {
    bytes[index] == ASCII.dollar && (index == 0 || bytes[index - 1] != ASCII.backslash)
  }
}
