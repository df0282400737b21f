internal import TypesetDiagnostics

/// The parameters of Jekyll's `{% include a.html caption="Words" out=name %}`: those that are words of the page stay where the file is not in the project,
/// as the includes of a theme are not.
enum IncludeParameters {
  /// The tag with the words that the page itself has given to names, `{% capture out %}…{% endcapture %}`, in the place of these names.
  static func filled(_ tag: TemplateTag, with words: [String: String]) -> TemplateTag {
    guard tag.form == .liquid, tag.name == "include" || tag.name == "include_relative", !words.isEmpty else { return tag }
    var out = ""
    var rest = tag.arguments[...]
    while let equals = rest.firstIndex(of: "=") {
      out += rest[...equals]
      rest = rest[rest.index(after: equals)...].drop { $0 == " " }
      var end = rest.prefix { !$0.isWhitespace }.endIndex
      if let quote = rest.first, "\"'`".contains(quote) {
        end = QuotedValue.read(rest).rest.startIndex
        out += rest[..<end]
      } else if let own = words[String(rest[..<end])], let quote = ["\"", "'", "`"].first(where: { !own.contains($0) }) {
        out += quote + own + quote
      } else {
        out += rest[..<end]
      }
      rest = rest[end...]
    }
    var tag = tag
    tag.arguments = out + rest
    return tag
  }

  /// The words of an include whose file is not there; nil where it has none.
  ///
  /// - Parameter isAlone: True if the tag has its line for itself.
  static func words(of tag: TemplateTag, isAlone: Bool) -> String? {
    guard tag.form == .liquid, tag.name == "include", !tag.arguments.contains("{{") else { return nil }
    let pairs = tag.pairs
    func text(_ keys: [String]) -> String? {
      keys.lazy.compactMap { pairs[$0] }.map { trimmed($0) }.first { !$0.isEmpty }
    }
    // One word is an option more often than a text.
    let prose = text(Self.prose).flatMap { $0.contains(where: \.isWhitespace) ? $0 : nil }
    var parts: [String] = []
    let command = text(["cmd", "command"])
    let output = text(["out", "output", "stdout"])
    let code = text(["code", "listing", "snippet"])
    guard isAlone else {
      return prose ?? (command ?? code).flatMap { $0.contains("\n") || $0.contains("`") ? nil : "`\($0)`" }
    }
    if let title = text(["title", "heading", "header"]) {
      let link = text(["url", "link", "href"])
      parts.append(link.map { "[\(title)](<\($0)>)" } ?? "**\(title)**")
    }
    if command != nil || output != nil {
      parts.append(fenced([command.map { "$ " + $0 }, output].compactMap { $0 }.joined(separator: "\n"), "console"))
    }
    if let code { parts.append(fenced(code, pairs["lang"] ?? pairs["language"] ?? "")) }
    if let prose { parts.append(prose) }
    return parts.isEmpty ? nil : "\n" + parts.joined(separator: "\n\n") + "\n"
  }

  private static let prose = ["text", "content", "body", "quote", "message", "description", "caption", "summary", "note"]

  /// Without the blank lines around it; blanks before the first word are a part of code.
  private static func trimmed(_ value: String) -> String {
    var lines = value.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Code in a fence that is longer than those in it.
  static func fenced(_ code: String, _ language: String) -> String {
    let longest = code.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return fence + language.filter { !$0.isWhitespace && $0 != "`" } + "\n" + code + "\n" + fence
  }
}
