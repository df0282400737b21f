internal import TypesetDiagnostics
internal import TypesetFiles

/// A tag of a site generator's template language.
struct TemplateTag: Equatable {
  enum Form: Equatable {
    /// Liquid, Jinja, GitBook: `{% name … %}`.
    case liquid
    /// Hugo, Quarto: `{{< name … >}}`, `{{% name … %}}`.
    case shortcode
    /// mdBook's and Handlebars' `{{#name … }}`, alone on its line.
    case helper
    /// `{{ expression }}`.
    case expression
  }

  var form: Form
  /// `/name` where a shortcode ends; for an expression, its first word.
  var name: String
  /// The text after the name; for an expression, all of it.
  var arguments: String
  /// With its braces.
  var range: Range<Int>

  /// The tag that begins with the two braces, or the brace and percent sign, at a place; nil if none does.
  static func read(_ bytes: [UInt8], at start: Int) -> TemplateTag? {
    guard start + 4 < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    switch (bytes[start + 1], bytes[start + 2]) {
    case (UInt8(ascii: "%"), _): return named(bytes, start, opener: 2, closer: "%}", .liquid)
    case (UInt8(ascii: "{"), UInt8(ascii: "<")): return named(bytes, start, opener: 3, closer: ">}}", .shortcode)
    case (UInt8(ascii: "{"), UInt8(ascii: "%")):
      return named(bytes, start, opener: 3, closer: "%}}", .shortcode) ?? named(bytes, start, opener: 3, closer: "}}", .shortcode)
    case (UInt8(ascii: "{"), UInt8(ascii: "{")): return ShownShortcode.tag(bytes, at: start)
    case (UInt8(ascii: "{"), UInt8(ascii: "#")): return helper(bytes, start)
    case (UInt8(ascii: "{"), _): return expression(bytes, start)
    default: return nil
    }
  }

  /// The name of a shortcode that is shown as it is written, `{{</* figure */>}}`.
  static let shownName = "/*"

  private static func named(_ bytes: [UInt8], _ start: Int, opener: Int, closer: String, _ form: Form) -> TemplateTag? {
    guard let close = TagCloser.find(Array(closer.utf8), in: bytes, from: start + opener, length: 2_000) else { return nil }
    let end = close + closer.utf8.count
    var inner = bytes[(start + opener)..<close]
    // Liquid's `{%-` removes white space.
    if form == .liquid, inner.first == UInt8(ascii: "-") { inner.removeFirst() }
    if form == .liquid, inner.last == UInt8(ascii: "-") { inner.removeLast() }
    var text = String(decoding: inner, as: UTF8.self).trimmedWhitespace()
    // `{{< / highlight >}}`.
    if form == .shortcode, text.hasPrefix("/ ") { text = "/" + String(text.dropFirst()).trimmedWhitespace() }
    let name = text.prefix { $0.isLetter || $0.isNumber || "_-./".contains($0) }
    if form == .shortcode, text.hasPrefix("/*"), text.hasSuffix("*/"), text.count > 4 {
      return TemplateTag(form: form, name: shownName, arguments: String(text.dropFirst(2).dropLast(2)), range: start..<end)
    }
    guard let first = name.first, first.isLetter || "/_".contains(first) && form == .shortcode else { return nil }
    return TemplateTag(form: form, name: String(name), arguments: String(text.dropFirst(name.count)), range: start..<end)
  }

  /// A preprocessor's helper is alone on its line, but for citations; those that include files are read elsewhere.
  private static func helper(_ bytes: [UInt8], _ start: Int) -> TemplateTag? {
    guard let close = TagCloser.find(Array("}}".utf8), in: bytes, from: start + 3, length: 300),
      case let inner = bytes[(start + 3)..<close],
      inner.starts(with: "cite ".utf8) || TagWords.isAlone(bytes, start..<close + 2)
    else { return nil }
    let name = String(decoding: inner.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }, as: UTF8.self)
    guard !name.isEmpty, !inner.contains(0x0A), IncludeDirective.forms[name] == nil else { return nil }
    let arguments = String(decoding: inner.dropFirst(name.utf8.count), as: UTF8.self).trimmedWhitespace()
    return TemplateTag(form: .helper, name: name, arguments: arguments, range: start..<close + 2)
  }

  /// An expression is alone on its line, and has nothing that TeX writes between two braces.
  private static func expression(_ bytes: [UInt8], _ start: Int) -> TemplateTag? {
    // After the end of another tag it is one.
    let isAfterTag = start > 1 && bytes[start - 1] == UInt8(ascii: "}") && bytes[start - 2] == UInt8(ascii: "%")
    if start > 0, !isAfterTag, "^_}\\{$".utf8.contains(bytes[start - 1]) || bytes[start - 1].isASCIILetter { return nil }
    guard let close = TagCloser.find(Array("}}".utf8), in: bytes, from: start + 2, length: 300) else { return nil }
    let inner = bytes[(start + 2)..<close]
    guard !inner.contains(0x0A), !inner.contains(UInt8(ascii: "\\")), !inner.contains(UInt8(ascii: "{")) else { return nil }
    let text = String(decoding: inner, as: UTF8.self).trimmedWhitespace()
    guard let first = text.first, first.isLetter || text.count > 1 && "\"'.$".contains(first) else { return nil }
    let name = text.prefix { !$0.isWhitespace && $0 != "|" }
    // `style={{margin: "auto"}}` is an object of JavaScript.
    guard name.last != ":" else { return nil }
    return TemplateTag(form: .expression, name: String(name), arguments: text, range: start..<close + 2)
  }

  /// `key="value"`, `key='value'`, `key=value`.
  var pairs: [String: String] {
    var pairs: [String: String] = [:]
    var rest = arguments[...]
    while let equals = rest.firstIndex(of: "=") {
      let key = rest[..<equals].reversed().drop { $0 == " " }.prefix { !$0.isWhitespace }.reversed()
      rest = rest[rest.index(after: equals)...].drop { $0 == " " }
      if let quote = rest.first, "\"'`".contains(quote) {
        let text = QuotedValue.read(rest)
        pairs[String(key).lowercased()] = text.words
        rest = text.rest
      } else {
        let value = rest.prefix { !$0.isWhitespace }
        pairs[String(key).lowercased()] = String(value)
        rest = rest[value.endIndex...]
      }
    }
    return pairs
  }

  /// True for a tag of formulas that has one between quotes as its argument.
  var isFormula: Bool { arguments.trimmedWhitespace().first.map { $0 == "\"" || $0 == "'" } ?? false && firstWord != "display" }

  /// The formula of `display="x^2"`.
  var formulaOfDisplay: String? { pairs["display"].flatMap { ["", "true", "false"].contains($0) ? nil : $0 } }

  /// The first argument without quotes.
  var firstWord: String {
    let text = arguments.trimmedWhitespace()
    guard let quote = text.first, quote == "\"" || quote == "'" else { return String(text.prefix { !$0.isWhitespace }) }
    return QuotedValue.read(text[...]).words
  }
}

extension TemplateTag {
  /// The Markdown that replaces a tag; nil if the tag is unknown.
  var replacement: String? {
    switch form {
    // mdBook: the title of the page in a browser.
    case .helper:
      // agda-unimath's `{{#concept "words" Agda=Name}}`.
      if name == "concept", let words = words.first, !words.isEmpty { return "**\(words)**" }
      return name == "title" ? "" : nil
    case .expression:
      // `{{ "/a.png" | relative_url }}` is its text; a site's address is dropped.
      if let quote = arguments.first, quote == "\"" || quote == "'" { return firstWord }
      if ["$slidev.nav.currentPage", "$nav.currentPage", "$page"].contains(name) { return "[]{field=page}" }
      if ["$slidev.nav.total", "$nav.total"].contains(name) { return "[]{field=pages}" }
      return ["site.baseurl", "site.url", "site.root", "base_path", "base_url", "root_url"].contains(name) ? "" : nil
    case .liquid, .shortcode:
      switch name {
      case Self.shownName: return nil
      case "highlight": return "```" + firstWord
      case "link" where form == .liquid && arguments.contains("://"):
        let parts = arguments.split(separator: " ")
        return parts.firstIndex { $0.contains("://") }.map { "[\(parts[..<max($0, 1)].joined(separator: " "))](<\(parts[$0])>)" }
      case "endhighlight", "/highlight": return "```"
      case "link", "post_url", "ref", "relref": return firstWord
      case "sidenote", "marginnote":
        let words = words
        guard let note = words.count > 1 ? words[1] : words.first else { return nil }
        return "^[" + (Self.areBalanced(note) ? note : note.replacing("]", with: "\\]")) + "]"
      case "newthought": return words.first.map { "[\($0)]{.smallcaps}" }
      case "epigraph":
        let words = words
        guard let quote = words.first else { return nil }
        let source = words.dropFirst().filter { !$0.isEmpty }.joined(separator: ", ")
        return "\n> \(quote)\n" + (source.isEmpty ? "" : ">\n> — \(source)\n")
      case "maincolumn", "fullwidth", "marginfigure":
        let words = name == "marginfigure" ? Array(words.dropFirst()) : words
        guard let source = words.first, !source.isEmpty else { return nil }
        return "![\(Self.described(words.count > 1 ? words[1] : ""))](<\(Self.onSite(source))>){caption=shown}"
      case "embed": return pairs["url"].map { "<\($0)>" }
      case "file": return pairs["src"].map { "[\($0.split(separator: "/").last ?? "")](<\($0)>)" }
      case "code": return pairs["title"].map { "`\($0)`\n" } ?? ""
      // A formula in its argument; without one, and without an end, it switches formulas on.
      case "katex" where form == .shortcode:
        if let display = formulaOfDisplay { return "$$\(display)$$" }
        return isFormula ? "\\(\(firstWord)\\)" : ""
      case "math", "endmath", "katex", "/katex", "/math": return "$$"
      case "card", "linkcard", "link-card": return cardWords
      case "badge", "new-in", "deprecated-in", "glossary-term", "glossary_tooltip", "term", "kbd", "key":
        return (pairs["text"] ?? pairs["content"] ?? pairs["term_id"] ?? (arguments.isEmpty ? nil : firstWord)).map { newIn + $0 }
      case "heading": return Self.headings[firstWord] ?? firstWord
      case "icon" where form == .shortcode: return IconNames.picture(arguments, pairs)
      case "icon", "cards", "clear", "button": return ""
      // Quarto's icons; its films have an address.
      case "fa", "bi", "iconify", "ai": return form == .shortcode ? IconNames.picture(arguments, pairs) : nil
      case "video" where form == .shortcode && (pairs["src"] ?? firstWord).hasPrefix("http"): return "<\(pairs["src"] ?? firstWord)>"
      case "br": return "<br>"
      case "tabpane", "cardpane", "tabs", "subtabs", "grouppicture", "gp", "gallery", "galleryGroup", "timeline", "content-ref", "stepper",
        "step", "columns",
        "column", "steps", "method", "updates", "update":
        return ""
      case "include" where noteOfTheme != nil: return noteOfTheme
      case "include" where form == .liquid: return marginNote ?? picture
      case "set", "assign": return assigned == nil ? (name == "assign" ? "" : nil) : ""
      case "version" where form == .shortcode && !arguments.isEmpty:
        return (arguments.contains("changed") ? "CHANGED " : arguments.contains("deleted") ? "DELETED " : "NEW ") + firstWord
      case "person": return person
      case "filename": return ""
      case "pagebreak": return "\\newpage"
      case "raw", "endraw", "else", "elsif", "when", "endcomment", "contents", "toc": return ""
      default: return name.hasPrefix("end") || name.hasPrefix("/") ? "" : picture
      }
    }
  }

  /// The words of Kubernetes' documentation for its headings.
  private static let headings = [
    "prerequisites": "Before you begin", "whatsnext": "What’s next", "objectives": "Objectives", "cleanup": "Cleaning up",
    "synopsis": "Synopsis", "options": "Options", "seealso": "See also", "feedback": "Feedback",
  ]

  private var newIn: String { name == "new-in" ? "New in " : name == "deprecated-in" ? "Deprecated in " : "" }

  /// A card of a site is an item with its title, and a link.
  private var cardWords: String? {
    let pairs = pairs
    guard let title = pairs["title"], !title.isEmpty else { return nil }
    let link = pairs["link"] ?? pairs["href"] ?? pairs["url"]
    let more = pairs["subtitle"] ?? pairs["description"]
    return "- " + (link.map { "[\(title)](<\($0)>)" } ?? "**\(title)**") + (more.map { ": \($0)" } ?? "")
  }

  /// The language of the code that a shortcode holds.
  var codeLanguage: String? {
    if form == .liquid {
      switch name {
      case "codeblock": return hexoLanguage
      case "mermaid", "plantuml": return name
      default: return nil
      }
    }
    guard form == .shortcode else { return nil }
    switch name {
    case "code-toggle": return pairs["language"] ?? "yaml"
    case "code", "codenew", "prism", "codeblock", "code-block":
      let file = pairs["file"] ?? pairs["filename"] ?? ""
      let ending = file.contains(".") ? file.split(separator: ".").last.map(String.init) : nil
      return pairs["lang"] ?? pairs["language"] ?? ending ?? "text"
    case "mermaid", "plantuml", "graphviz": return name == "graphviz" ? "dot" : name
    case "command", "terminal": return "sh"
    case "output": return "text"
    // A project's own, `{{< codeFromInline lang="yaml" >}}`.
    default: return name.lowercased().contains("code") && !name.hasPrefix("/") ? pairs["lang"] ?? pairs["language"] : nil
    }
  }

  /// `{% codeblock title lang:python url %}`
  private var hexoLanguage: String {
    let words = arguments.split(separator: " ")
    let language = words.first { $0.hasPrefix("lang:") }.map { String($0.dropFirst(5)) } ?? "text"
    let title = words.filter { !$0.contains(":") && !$0.contains("\"") }.joined(separator: " ")
    return language + (title.isEmpty ? "" : " title=\"\(title)\"")
  }

  /// The texts in quotes, in order.
  var words: [String] {
    var out: [String] = []
    var rest = arguments[...]
    while let open = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) {
      let text = QuotedValue.read(rest[open...])
      out.append(text.words)
      rest = text.rest
    }
    return out
  }

  /// `{% include note.html content="…" %}` of Jekyll's documentation theme.
  private var noteOfTheme: String? {
    let file = arguments.trimmedWhitespace().prefix { !$0.isWhitespace }
    guard file.hasSuffix(".html"), let content = pairs["content"] else { return nil }
    let kind = file == "callout.html" ? pairs["type"] ?? "note" : String(file.dropLast(5))
    guard BlockExtensions.calloutNames.contains(kind) || kind == "primary" || kind == "default" else { return nil }
    return "\n> [!\(kind == "primary" || kind == "default" ? "note" : kind)]\n> \(content)\n"
  }

  /// `{% include sidenote.html id="a" note="…" %}` of Tufte's theme.
  private var marginNote: String? {
    let file = arguments.trimmedWhitespace().prefix { !$0.isWhitespace }.split(separator: "/").last ?? ""
    guard ["sidenote", "marginnote", "margin-note", "footnote"].contains(where: { file.hasPrefix($0) }),
      let note = ["note", "content", "text"].lazy.compactMap({ pairs[$0] }).first
    else { return nil }
    return "^[" + (Self.areBalanced(note) ? note : note.replacing("]", with: "\\]")) + "]"
  }

  /// True if each closing bracket has an opening one, as those of links have.
  static func areBalanced(_ text: String) -> Bool {
    var depth = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// `{{< person url="…" name="…" >}}` of LoveIt, also by position.
  private var person: String? {
    let pairs = pairs
    let words = words
    guard form == .shortcode, let name = pairs["name"] ?? (pairs.isEmpty && words.count > 1 ? words[1] : nil) else { return nil }
    return (pairs["url"] ?? (pairs.isEmpty ? words.first : nil)).map { "[\(name)](<\($0)>)" } ?? name
  }

  /// `{% set name = 'words' %}`, `{% assign name = "words" %}`: the name, and its words.
  var assigned: (name: String, words: String)? {
    guard form == .liquid, name == "set" || name == "assign", let equals = arguments.firstIndex(of: "=") else { return nil }
    let value = String(arguments[arguments.index(after: equals)...]).trimmedWhitespace()
    guard let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote,
      !value.dropFirst().dropLast().contains(quote)
    else { return nil }
    return (String(arguments[..<equals]).trimmedWhitespace(), String(value.dropFirst().dropLast()))
  }

  /// The address of a picture that a theme looks for at the root of its site.
  private static func onSite(_ source: String) -> String {
    source.contains("://") || source.hasPrefix("/") || source.hasPrefix(".") ? source : "/" + source
  }

  /// The name of the tag that this one ends.
  var ended: String? {
    if form == .liquid { return name.hasPrefix("end") ? String(name.dropFirst(3)) : nil }
    return form == .shortcode && name.hasPrefix("/") ? String(name.dropFirst()).trimmedWhitespace() : nil
  }

  /// The opening line of the container that a tag begins: GitBook's `hint` and `tab`, and the shortcodes that Hugo's themes have for callouts,
  /// details and tabs.
  var container: String? {
    guard form == .liquid || form == .shortcode else { return nil }
    let pairs = pairs
    let title = pairs["title"] ?? pairs["name"] ?? pairs["label"] ?? pairs["summary"] ?? pairs["text"] ?? words.first ?? ""
    switch name {
    case "hint", "notice", "callout", "admonition", "alert", "note", "tip", "warning", "info", "caution", "danger", "important":
      let first = form == .liquid || !pairs.isEmpty ? "" : String(arguments.trimmedWhitespace().prefix { !$0.isWhitespace && $0 != "\"" })
      let hexo = form == .liquid && pairs.isEmpty ? arguments.split(separator: " ").map(String.init) : []
      let asked =
        hexo.first { BlockExtensions.calloutNames.contains($0) } ?? pairs["style"] ?? pairs["type"] ?? pairs["kind"]
        ?? (first.isEmpty ? nil : first) ?? (name == "hint" ? "info" : name)
      let kind = BlockExtensions.calloutNames.contains(asked) ? asked : BlockExtensions.calloutNames.contains(name) ? name : "note"
      let words = pairs["title"] ?? (first.isEmpty ? "" : words.first ?? "")
      return "::: \(kind)" + (words.isEmpty ? "" : " \(words)")
    case "hideToggle", "folding", "fold", "hideBlock":
      let parts = arguments.split(separator: ",").map { String($0).trimmedWhitespace() }
      let title = (name == "folding" ? parts.last : parts.first) ?? ""
      return "::: details " + (title.hasPrefix("\"") ? words.first ?? title : title)
    case "tab", "tabitem", "details", "expand", "collapse", "accordion", "spoiler":
      return title.isEmpty ? nil : name.hasPrefix("tab") ? ":::{tab-item} \(title)" : "::: details \(title)"
    default: return nil
    }
  }

  /// A picture's description, in whose words brackets may be.
  static func described(_ words: String) -> String {
    areBalanced(words) ? words : words.replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  /// Hugo's `figure`, and the includes that themes have for pictures.
  private var picture: String? {
    let pairs = pairs
    let source = ["src", "url", "path", "image", "image_path", "file"].lazy.compactMap { pairs[$0] }.first { PictureNames.isPicture($0) }
    guard let source else { return nil }
    var words = ["caption", "description", "title", "alt"].lazy.compactMap { pairs[$0] }.first { !$0.isEmpty } ?? ""
    if form == .shortcode, let title = pairs["title"], let caption = pairs["caption"], !title.isEmpty, !caption.isEmpty {
      words = "**\(title)** \(caption)"
    }
    let attributes = PictureCaptions.attributes(width: pairs["width"], caption: pairs["caption"] ?? pairs["description"])
    return "![\(Self.described(words))](<\(form == .liquid && name == "include" ? Self.onSite(source) : source)>)\(attributes)"
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}

extension TemplateTag {
  /// True for an include that has failed, which has been said, and is in a comment now.
  func isLeftOut(_ before: ArraySlice<UInt8>) -> Bool {
    form == .shortcode && name == "include" && before.suffix(5).elementsEqual("<!-- ".utf8)
  }
}

/// Where tags end.
private enum TagCloser {
  /// The position of a closer; nil if another tag begins before it, so that openers without an end are not read repeatedly.
  static func find(_ closer: [UInt8], in bytes: [UInt8], from start: Int, length: Int) -> Int? {
    var index = start
    let limit = min(bytes.count - closer.count, start + length)
    while index <= limit {
      if bytes[index] == closer[0], bytes[index..<(index + closer.count)].elementsEqual(closer) { return index }
      if bytes[index] == UInt8(ascii: "{"), index + 1 < bytes.count, "{%".utf8.contains(bytes[index + 1]) {
        // `{% include a.html url="{{ site.url }}/a.png" %}`: an expression within a tag.
        guard closer[0] == UInt8(ascii: "%"), bytes[index + 1] == UInt8(ascii: "{"),
          let end = bytes[index..<min(index + 100, limit)].firstRange(of: Array("}}".utf8)), !bytes[index..<end.lowerBound].contains(0x0A)
        else { return nil }
        index = end.upperBound
        continue
      }
      index += 1
    }
    return nil
  }
}
