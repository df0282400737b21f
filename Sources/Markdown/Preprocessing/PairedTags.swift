internal import TypesetBytes
internal import TypesetDiagnostics

/// A tag of a site generator with its body, and what stands around that body in Markdown.
struct PairedTag {
  var name: String
  var open: String
  var close: String

  /// What begins the next of several parts, in the place of `<--->`.
  var next: String?

  init(_ name: String, _ open: String, _ close: String, next: String? = nil) {
    (self.name, self.open, self.close, self.next) = (name, open, close, next)
  }
}

extension TemplateTag {
  /// What stands around a tag's body; nil for tags that are read without it.
  ///
  /// - Parameters:
  ///   - body: What is between it and the tag that ends it.
  ///   - indent: The blanks before it; nil if it does not begin its line.
  func paired(around body: ArraySlice<UInt8>, indent: String?) -> PairedTag? {
    switch name {
    case "katex", "math":
      guard form == .shortcode, !isFormula, formulaOfDisplay == nil else { return nil }
      return formula(around: body, isAmidText: indent == nil)
    case "blockquote", "quote", "cq", "centerquote", "pullquote": return indent.map { quote(indent: $0) }
    // What a browser shows beside a word is a note on it.
    case "tooltip":
      guard form == .shortcode, let word = pairs["title"] ?? pairs["text"], !body.contains(ASCII.closeBracket) else { return nil }
      return PairedTag(name, "\(word)^[", "]")
    case "kbd": return arguments.isEmpty ? PairedTag(name, "<kbd>", "</kbd>") : nil
    case "hl", "mark", "highlight-text": return form == .shortcode ? PairedTag(name, "<mark>", "</mark>") : nil
    case "button":
      let pairs = pairs
      guard form == .shortcode, let link = ["href", "url", "link", "relref"].lazy.compactMap({ pairs[$0] }).first else { return nil }
      return PairedTag(name, "[", "](<\(link)>)")
    case "columns":
      guard form == .shortcode, body.firstRange(of: Self.columnBreak) != nil else { return nil }
      return PairedTag(name, "\n:::: columns\n::: column\n", "\n:::\n::::\n", next: "\n:::\n::: column\n")
    // jekyll-spoiler and the theme al-folio.
    case "details" where form == .liquid && !arguments.isEmpty:
      return indent.map {
        PairedTag(name, "\n\($0)<details><summary>\(arguments.trimmedWhitespace())</summary>\n\n", "\n\n\($0)</details>\n\n")
      }
    case "center": return indent.map { PairedTag(name, "\n\($0)<div align=\"center\">\n\n", "\n\n\($0)</div>\n\n") }
    case "rawhtml", "raw-html", "unsafe", "html", "css.inline", "rawHTML": return form == .shortcode ? PairedTag(name, "", "") : nil
    default: return MathematicsTag(self).formula(around: body) ?? titledBody
    }
  }

  /// What separates the columns of Hugo's theme for books.
  static let columnBreak = Array("<--->".utf8)

  /// A formula in a shortcode: within a line unless it is a display, or has dollars of its own.
  private func formula(around body: ArraySlice<UInt8>, isAmidText: Bool) -> PairedTag {
    let hasDelimiters =
      body.contains(ASCII.dollar) || body.firstRange(of: Array("\\(".utf8)) != nil || body.firstRange(of: Array("\\[".utf8)) != nil
    if hasDelimiters || body.allSatisfy({ $0 <= ASCII.space }) { return PairedTag(name, "", "") }
    let isDisplay = arguments.contains("display") || body.contains(ASCII.newline) || !isAmidText
    return isDisplay ? PairedTag(name, "$$", "$$") : PairedTag(name, "\\(", "\\)")
  }

  /// A quote with the name of its author.
  private func quote(indent: String) -> PairedTag {
    let pairs = pairs
    var author = pairs["author"] ?? pairs["by"] ?? ""
    let work = pairs["source"] ?? pairs["cite"] ?? pairs["title"] ?? ""
    if form == .liquid, name == "blockquote", pairs.isEmpty {
      author = arguments.split(separator: " ").filter { !$0.contains("://") }.joined(separator: " ")
    }
    let source = [author, work].filter { !$0.isEmpty }.joined(separator: ", ")
    let last = source.isEmpty ? "" : "\(indent)— \(source)\n\n"
    return PairedTag(name, "\n\(indent)<blockquote>\n\n", "\n\n\(last)\(indent)</blockquote>\n\n")
  }
}

/// The ends of tags in a text.
struct TagEnds {
  private var places: [String: [Range<Int>]] = [:]

  /// - Parameter tags: In order.
  init(of tags: [TemplateTag]) {
    for tag in tags { if let name = tag.ended { places[name, default: []].append(tag.range) } }
  }

  /// True if a tag that ends this one follows.
  func follow(_ tag: TemplateTag) -> Bool { (places[tag.name]?.last?.lowerBound ?? 0) > tag.range.lowerBound }

  /// The next tag that ends this one.
  func next(after tag: TemplateTag) -> Range<Int>? {
    guard let all = places[tag.name] else { return nil }
    let next = all.partitioningIndex { $0.lowerBound >= tag.range.upperBound }
    return next < all.count ? all[next] : nil
  }
}
