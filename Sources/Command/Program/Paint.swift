internal import Glibc
internal import TypesetDiagnostics

/// Colour of messages on terminals.
enum Paint {
  /// Whether `complain` colours what it writes.
  static let isOn: Bool = {
    let words = CommandLine.arguments
    for (number, word) in words.enumerated() {
      let value =
        word == "--color" && number + 1 < words.count ? words[number + 1] : word.hasPrefix("--color=") ? String(word.dropFirst(8)) : nil
      if let value, value != "auto" { return value == "always" }
    }
    // https://no-color.org
    if let value = unsafe getenv("NO_COLOR"), unsafe value.pointee != 0 { return false }
    if let value = unsafe getenv("TERM"), unsafe String(cString: value) == "dumb" { return false }
    return isatty(STDERR_FILENO) != 0
  }()

  private static let colors = [("error", "31"), ("warning", "33"), ("note", "36")]

  /// A message as it is rendered, with its severity, its mark and the word `hint` in colour.
  static func painted(_ text: String) -> String {
    guard let (word, color) = colors.first(where: { text.firstRange(of: "\($0.0): ") != nil }), let range = text.firstRange(of: "\(word): ")
    else {
      return text
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard text[..<range.lowerBound].allSatisfy({ $0 != "\n" }) else { return text }
    lines[0] =
      "\u{1B}[1m\(text[..<range.lowerBound])\u{1B}[\(color)m\(word):\u{1B}[0m\(lines[0].dropFirst(text.distance(from: text.startIndex, to: range.upperBound) - 1))"
    for index in lines.indices.dropFirst() {
      let body = lines[index].drop { $0 == " " }
      if body.hasPrefix("hint: ") {
        lines[index] = lines[index].replacing("hint:", with: "\u{1B}[1mhint:\u{1B}[0m", maxReplacements: 1)
      } else if body.hasPrefix("| "), body.contains("^"), body.dropFirst().allSatisfy({ " ^~".contains($0) }) {
        lines[index] = lines[index].prefix { $0 != "^" } + "\u{1B}[1;\(color)m" + lines[index].drop { $0 != "^" } + "\u{1B}[0m"
      }
    }
    return lines.joined(separator: "\n")
  }
}
