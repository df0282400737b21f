internal import TypesetDiagnostics

/// Tags of site generators that put a file of the project into a page: Quarto's `{{< include _a.qmd >}}`, Docsy's `{{% readfile "a.md" %}}`, Jekyll's
/// `{% include_relative a.md %}`.
enum TagInclude {
  /// - Parameter range: Of the text.
  static func shortcode(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    let isPercent = text.hasPrefix("{{%") && text.hasSuffix("%}}")
    guard isPercent || text.hasPrefix("{{<") && text.hasSuffix(">}}") else { return nil }
    let inner = text.dropFirst(3).dropLast(3).description.trimmedWhitespace()
    let name = inner.prefix { $0 != " " }
    let tag = TemplateTag(form: .shortcode, name: String(name), arguments: String(inner.dropFirst(name.count)), range: 0..<0)
    let pairs = tag.pairs
    let path = pairs["file"] ?? (tag.firstWord.contains("=") ? "" : tag.firstWord)
    guard name == "include" && (isPercent ? path.contains(".") : true) || name == "readfile", !path.isEmpty, !path.contains(" ") else {
      return nil
    }
    guard pairs["code"] == "true" else { return IncludeDirective(form: .whole, path: path, range: range) }
    return IncludeDirective(form: .code, path: path, info: pairs["lang"] ?? "", range: range)
  }

  static func liquid(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    guard text.hasPrefix("{%"), text.hasSuffix("%}") else { return nil }
    let words = text.dropFirst(2).dropLast(2).split { $0 == " " }.map(String.init)
    let path = words.dropFirst().first.map { $0.filter { !"\"'".contains($0) } } ?? ""
    guard words.count == 2 && words[0] == "include" || words.first == "include_relative",
      path.hasSuffix(".md") || path.hasSuffix(".markdown")
    else { return nil }
    return IncludeDirective(form: .whole, path: path, range: range)
  }

  /// The tag of MkDocs' plugin include-markdown, on one line or several: `{% include-markdown "a.md" start="<!--a-->" end="<!--b-->" %}`.
  static func markdown(_ text: String) -> (path: String, options: [String: String])? {
    let words = text.trimmedWhitespace()
    guard words.hasPrefix("{%"), words.hasSuffix("%}") else { return nil }
    let inner = words.dropFirst(2).dropLast(2).drop { $0 == "-" || $0.isWhitespace }
    guard inner.hasPrefix("include-markdown") else { return nil }
    let arguments = inner.dropFirst("include-markdown".count).description.replacing("\n", with: " ")
    let tag = TemplateTag(form: .liquid, name: "include-markdown", arguments: arguments, range: 0..<0)
    guard !tag.firstWord.isEmpty else { return nil }
    var options: [String: String] = [:]
    (options["start-after"], options["end-before"]) = (tag.pairs["start"], tag.pairs["end"])
    return (tag.firstWord, options)
  }
}
