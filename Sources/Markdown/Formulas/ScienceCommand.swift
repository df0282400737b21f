/// Commands of chemistry and of quantities that stand in sentences, as pandoc's authors write them for mhchem and siunitx; the command with its
/// arguments is a formula.
enum ScienceCommand {
  /// How many arguments in braces they have.
  private static let arguments: [String: Int] = [
    "ce": 1, "pu": 1, "num": 1, "ang": 1, "unit": 1, "si": 1, "qty": 2, "SI": 2, "numrange": 2, "numlist": 1, "numproduct": 1,
    "qtyrange": 3, "SIrange": 3, "qtylist": 2, "SIlist": 2, "qtyproduct": 2, "ensuremath": 1,
  ]

  /// Where the one that begins at a backslash ends; nil for another command.
  static func end(in text: BlockText, at start: Int) -> Int? {
    let name = LaTeXReading.name(text.bytes, after: start, to: text.count)
    guard name.count > 1, name.count < 12, !text.isLaTeX, let count = arguments[String(decoding: text.bytes[name], as: UTF8.self)]
    else { return nil }
    var end = LaTeXReading.options(text.bytes, at: name.upperBound, to: text.count).end
    for _ in 0..<count {
      guard let inner = LaTeXReading.group(text.bytes, at: end, to: min(text.count, end + 1_000)), !inner.isEmpty else { return nil }
      end = inner.upperBound + 1
    }
    return end
  }
}
