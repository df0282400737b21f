internal import TypesetDiagnostics
internal import TypesetFiles

/// The macros of remark's, `![:scale 50%](a.png)`, whose functions are in a script of the deck's page: what is known of them without it is shown.
struct RemarkMacros {
  /// The lines with macros that only their script could show.
  private(set) var leftOut: [Int] = []
  /// How many macros over several lines are open.
  private var open = 0

  /// What is written for a line; nil for one without macros.
  mutating func written(_ line: String, _ number: Int) -> String? {
    if open > 0, line == ")" {
      open -= 1
      return ""
    }
    guard line.contains("![:") else { return nil }
    var out = ""
    var rest = line[...]
    while let start = rest.firstRange(of: "![:") {
      guard let end = rest[start.upperBound...].firstIndex(of: "]"), rest[start.upperBound...].first?.isLetter == true else { break }
      out += rest[..<start.lowerBound]
      let words = rest[start.upperBound..<end]
      let name = words.prefix { !$0.isWhitespace }
      let arguments = String(words[name.endIndex...]).trimmedWhitespace()
      rest = rest[end...].dropFirst()
      guard rest.first == "(" else {
        leftOut.append(number)
        continue
      }
      guard let close = SlideAddress.end(in: Array(rest.dropFirst().utf8)[...]) else {
        // Its words are on the lines below.
        if let title = arguments.split(separator: ",", maxSplits: 1).dropFirst().first { out += String(title).trimmedWhitespace() + "\n\n" }
        rest = rest.dropFirst()
        open += 1
        continue
      }
      let content = String(decoding: Array(rest.dropFirst().utf8)[..<close], as: UTF8.self)
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: close + 2)...]
      out += Self.shown(String(name), arguments, content)
    }
    return out + rest
  }

  private static func shown(_ name: String, _ arguments: String, _ content: String) -> String {
    if PictureNames.isPicture(content) {
      let size = arguments.split { $0 == " " || $0 == "," }.first { word in ["%", "px"].contains(where: word.hasSuffix) }
      if let size, !arguments.contains(where: { "<>\"{}".contains($0) }) { return "<img src=\"\(content)\" style=\"width: \(size)\">" }
      return "![\(arguments)](\(content))"
    }
    return content.contains("://") && !content.contains(" ") ? "<\(content)>" : content
  }
}
