internal import TypesetDiagnostics

/// What a command of LaTeX's cites: `\citep[see][p.~3]{a,b}`, `\textcite{a}`.
struct LaTeXCitation {
  private let name: String
  private let keys: [String]
  private var before = ""
  private var after = ""

  /// - Parameters:
  ///   - keys: Between the braces.
  ///   - options: Of the arguments in brackets: the words before and after; one alone is after.
  init(_ name: String, keys: String, _ options: Range<Int>, in bytes: [UInt8]) {
    self.name = name
    self.keys = keys.split(separator: ",").map { String($0.drop { $0 == " " }) }
    var parts: [String] = []
    var index = options.lowerBound
    while index < options.upperBound, let open = bytes[index..<options.upperBound].firstIndex(of: ASCII.openBracket),
      let close = bytes[open..<options.upperBound].firstIndex(of: ASCII.closeBracket)
    {
      parts.append(String(decoding: bytes[open + 1..<close], as: UTF8.self).replacing("~", with: "\u{A0}").replacing("\\ ", with: " "))
      index = close + 1
    }
    if parts.count > 1 { before = parts[0] }
    after = parts.last ?? ""
  }

  /// As pandoc writes it, `[see @a; @b, p. 3]` or `@a`; the keys alone where no work is cited, `[see a; b, p. 3]`.
  func written(cites: Bool) -> String {
    guard cites else {
      return "[" + (before.isEmpty ? "" : before + " ") + keys.joined(separator: "; ") + (after.isEmpty ? "" : ", " + after) + "]"
    }
    return CitedWorks.written(
      keys, before: before, after: after, isInText: ["citet", "textcite"].contains(name.lowercased()),
      leavesOutAuthor: name.hasPrefix("citeyear"))
  }
}
