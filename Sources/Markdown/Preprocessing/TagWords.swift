internal import TypesetDiagnostics

/// Tags of sites that cite works, and tags around blocks of mathematics, as pandoc writes both.
enum TagWords {
  /// The words for a tag that cites: mdbook-bib's `{{#cite key}}`, jekyll-scholar's `{% cite a b -l 3 %}`, hugo-cite's `{{< cite "key" >}}`; the place of
  /// the list for `{% bibliography %}`.
  static func words(for tag: TemplateTag) -> String? {
    guard tag.form != .expression else { return nil }
    if let words = MathematicsTag(tag).heading ?? MathematicsTag(tag).reference { return words }
    if tag.name == "bibliography" { return "\n::: {#refs}\n:::\n" }
    if tag.form == .shortcode, let sign = signs[tag.name] { return sign }
    if tag.form == .shortcode, tag.name == "smallcaps" {
      let words = tag.words.first ?? tag.arguments.trimmedWhitespace()
      return words.isEmpty ? nil : "[\(words)]{.smallcaps}"
    }
    guard tag.name == "cite" else { return nil }
    var words = tag.arguments.split(whereSeparator: \.isWhitespace).map { $0.filter { $0 != "\"" && $0 != "'" } }
    var locator = ""
    if let place = words.firstIndex(where: { $0 == "-l" || $0 == "--locator" }), place + 1 < words.count {
      locator = ", p. " + words[place + 1]
      words.removeSubrange(place...place + 1)
    }
    // Which file has the work, and words before it.
    while let place = words.firstIndex(where: { ["--file", "-f", "--prefix", "--template", "--style"].contains($0) }) {
      words.removeSubrange(place..<min(place + 2, words.count))
    }
    let leavesOut = words.contains("-A") || words.contains("--suppress_author")
    let keys = words.filter { !$0.hasPrefix("-") && !$0.isEmpty }
    guard !keys.isEmpty, keys.count < 50, keys.allSatisfy({ CitedWorks.keyEnd(Array($0.utf8), 0) == $0.utf8.count }) else { return nil }
    return "[" + keys.map { (leavesOut ? "-@" : "@") + $0 }.joined(separator: "; ") + locator + "]"
  }

  /// Shortcodes of Quarto's templates for what LaTeX has commands for.
  private static let signs = ["latex": "LaTeX", "tex": "TeX", "bibtex": "BibTeX", "ldots": "…", "vdots": "⋮"]

  /// The line that begins a theorem: `{% theorem Euler %}`, `{{< lemma title="Euler" id="a" >}}`, `{% thm theo:a true %}`.
  static func theorem(of tag: TemplateTag) -> String? {
    guard tag.form == .liquid || tag.form == .shortcode, let kind = (tag.form == .liquid ? short[tag.name] : nil) ?? theorem(tag.name)
    else { return nil }
    let pairs = tag.pairs
    let label = MathematicsTag(tag).theoremLabel
    let title = ["title", "name", "note"].lazy.compactMap { pairs[$0] }.first ?? ""
    var words = pairs.isEmpty ? tag.words.first ?? tag.arguments.trimmedWhitespace() : title
    // A label, and whether it is shown: `theo:this true`; `title: Euler`.
    if tag.arguments.contains("{") || words.split(separator: " ").first.map({ $0.contains(":") }) == true {
      let colon = words.hasPrefix("title:") || words.hasPrefix("name:") ? words.firstIndex(of: ":") : nil
      words = colon.map { String(words[words.index(after: $0)...]).trimmedWhitespace() } ?? ""
    }
    if words == "true" || words == "false" { words = "" }
    let id = label.map { " #" + $0 } ?? ""
    return "::: {.\(kind)\(id)" + (words.isEmpty ? "}" : " title=\"\(words.replacing("\"", with: "”"))\"}")
  }

  /// A note whose words are between a shortcode and its end, `{{< sidenote "a" >}}words{{< /sidenote >}}`, where its argument is an address only;
  /// and an epigraph.
  static func note(of tag: TemplateTag, _ body: ArraySlice<UInt8>) -> PairedTag? {
    guard tag.form == .shortcode else { return nil }
    switch tag.name {
    case "sidenote", "marginnote", "margin-note", "footnote":
      guard body.contains(where: { !ASCII.isBlank($0) && $0 != ASCII.newline }), !body.contains(ASCII.closeBracket),
        body.firstRange(of: Array("\n\n".utf8)) == nil
      else { return nil }
      return PairedTag(tag.name, "^[", "]")
    case "epigraph":
      let pairs = tag.pairs
      let source = ["pre", "author", "cite", "source", "post"].compactMap { pairs[$0] }.joined(separator: " ").trimmedWhitespace()
      let last = source.isEmpty ? "" : "\n\n— \(source.replacing(" ,", with: ","))"
      return PairedTag(tag.name, "\n<blockquote>\n\n", "\(last)\n\n</blockquote>\n\n")
    default: return nil
    }
  }

  private static func theorem(_ name: String) -> String? { theorems.contains(name) ? name : nil }

  /// Names that Jekyll's plugins for mathematics have.
  private static let short = [
    "thm": "theorem", "lem": "lemma", "cor": "corollary", "prop": "proposition", "def": "definition", "defn": "definition", "rmk": "remark",
    "rem": "remark", "example": "example", "eg": "example",
  ]

  private static let theorems: Set<String> = [
    "theorem", "lemma", "corollary", "proposition", "conjecture", "definition", "exercise", "axiom", "hypothesis", "claim", "proof",
    "remark",
    "solution",
  ]

  /// True for what has a line of its own.
  static func isAlone(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let end = range.upperBound
    return (range.lowerBound == 0 || bytes[range.lowerBound - 1] == ASCII.newline)
      && (end == bytes.count || bytes[end] == ASCII.newline || bytes[end] == ASCII.carriageReturn)
  }
}
