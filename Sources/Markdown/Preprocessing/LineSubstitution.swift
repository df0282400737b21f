/// The value of a substitution of MyST's as it stands within a line.
enum LineSubstitution {
  /// A substitution of several lines within a line or a cell: MyST's `{image}` is a picture, lines of text are one; nil for other blocks.
  static func words(of text: String) -> String? {
    // It may be asked for often.
    guard text.utf8.count < 2_000 else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).trimmedWhitespace() }
    guard let first = lines.first, let last = lines.last, !lines.contains("") else { return nil }
    guard first.hasPrefix("```") || first.hasPrefix(":::") else {
      let areWords = lines.allSatisfy { line in !["#", "|", ">", "- ", "* ", "1.", "$$", "```", ":::"].contains { line.hasPrefix($0) } }
      return areWords ? lines.joined(separator: " ") : nil
    }
    let head = first.drop { $0 == first.first }
    guard head.hasPrefix("{image}"), last.allSatisfy({ $0 == first.first }) else { return nil }
    var options: [String: String] = [:]
    for line in lines.dropFirst().dropLast() {
      let parts = line.dropFirst().split(separator: ":", maxSplits: 1)
      guard line.hasPrefix(":"), parts.count == 2 else { return nil }
      options[String(parts[0])] = String(parts[1]).trimmedWhitespace()
    }
    let sizes = ["width", "height"].compactMap { key in options[key].map { "\(key)=\($0)" } }.joined(separator: " ")
    return "![\(options["alt"] ?? "")](<\(String(head.dropFirst(7)).trimmedWhitespace())>)" + (sizes.isEmpty ? "" : "{\(sizes)}")
  }
}
