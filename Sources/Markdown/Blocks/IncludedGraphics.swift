import TypesetDiagnostics
import TypesetYAML

/// A cell of R that does nothing but show pictures, as books have them: `knitr::include_graphics("a.png")` with `fig.cap`. It needs no R.
struct IncludedGraphics {
  let paths: [String]
  /// Of the picture: its name, width, alignment.
  let attributes: Attributes
  let caption: String

  /// Nil for other code, and for cells that are not run.
  init?(_ literal: String, info: String) {
    guard info.utf8.starts(with: "{r".utf8), let place = literal.firstRange(of: "include_graphics(") else { return nil }
    let options = Self.options(literal, info: info)
    guard options["eval"].map({ !$0.lowercased().hasPrefix("f") }) ?? true else { return nil }
    paths = Self.strings(literal[place.upperBound...])
    guard !paths.isEmpty else { return nil }
    caption = options["fig.cap"] ?? ""
    var attributes = Attributes(id: options["label"].map { $0.hasPrefix("fig-") ? $0 : "fig:" + $0 })
    if let width = options["out.width"], !width.isEmpty {
      attributes.pairs.append(.init("width", width))
    }
    if let align = options["fig.align"] { attributes.pairs.append(.init("align", align)) }
    if let words = options["fig.alt"] { attributes.pairs.append(.init("alt", words)) }
    self.attributes = attributes
  }

  /// The strings that a call begins with: `"a.png")`, `c("a.png", 'b.png'))`; none where there are others than strings.
  static func strings(_ call: Substring) -> [String] {
    var rest = call.drop { $0.isWhitespace }
    if rest.hasPrefix("path"), case let value = rest.dropFirst(4).drop(while: { $0 == " " }), value.first == "=" {
      rest = value.dropFirst().drop { $0.isWhitespace }
    }
    if rest.hasPrefix("c(") { rest = rest.dropFirst(2) }
    var out: [String] = []
    while out.count < 20 {
      rest = rest.drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'", let end = rest.dropFirst().firstIndex(of: quote) else { return [] }
      out.append(String(rest[rest.index(after: rest.startIndex)..<end]))
      rest = rest[rest.index(after: end)...].drop { $0.isWhitespace }
      guard rest.first == "," else { return out }
      rest = rest.dropFirst()
      // Other arguments have names.
      if rest.drop(while: { $0.isWhitespace }).first?.isLetter == true { return out }
    }
    return out
  }

  /// The options of a cell by knitr's names, those on lines of `#|` too; `label` is its first word.
  static func options(_ literal: String, info: String) -> [String: String] {
    var options: [String: String] = [:]
    let words = head(of: info)
    var rest = words.drop { $0.isLetter || $0.isNumber }
    rest = rest.drop { $0 == " " || $0 == "," }
    let first = rest.prefix { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
    if !first.isEmpty, rest.dropFirst(first.count).first(where: { $0 != " " }).map({ $0 == "," }) ?? true {
      options["label"] = String(first)
    }
    readPairs(rest, into: &options)
    // Quarto's and knitr's lines of options are YAML, or pairs as behind the name of the language.
    let lines = ExecutableCell.options(in: literal)
    guard let line = lines.first else { return options }
    if let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" }), line[sign] == "=" {
      readPairs(lines.joined(separator: " ")[...], into: &options)
      return options
    }
    let yaml = lines.map { $0.dropFirst($0.first == " " ? 1 : 0) + "\n" }.joined()
    for entry in parseYAML(yaml.utf8).value?.entries ?? [] {
      guard let text = entry.value.text, !["null", "~", ""].contains(text) else { continue }
      options[entry.key.replacing("-", with: ".")] = text.split(separator: "\n").joined(separator: " ")
    }
    return options
  }

  /// What is between the braces of a cell's first line; a brace in quotes ends nothing: `{r a, fig.cap = "$V_{T}$"}`.
  private static func head(of info: String) -> Substring {
    let text = info.drop { $0 == "{" }
    var quote: Character?
    for index in text.indices {
      let sign = text[index]
      if sign == quote {
        quote = nil
      } else if quote == nil, sign == "\"" || sign == "'" {
        quote = sign
      } else if quote == nil, sign == "}" {
        return text[..<index]
      }
    }
    // A quote that nothing closes is an apostrophe.
    return text.prefix { $0 != "}" }
  }

  /// `fig.cap = "Words", out.width = '50%'`
  private static func readPairs(_ text: Substring, into options: inout [String: String]) {
    var reader = text
    while let equals = reader.firstIndex(of: "=") {
      let key = String(
        reader[..<equals].reversed().drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || "._-".contains($0) }.reversed())
      let value = reader[reader.index(after: equals)...].drop { $0 == " " }
      if let quote = value.first, quote == "\"" || quote == "'", let end = value.dropFirst().firstIndex(of: quote) {
        options[key] = String(value[value.index(after: value.startIndex)..<end])
        reader = value[value.index(after: end)...]
      } else if let (words, rest) = Self.onlyString(ofCall: value) {
        options[key] = words
        reader = rest
      } else {
        let word = value.prefix { $0 != "," }
        options[key] = String(word).trimmedWhitespace()
        reader = value.dropFirst(word.count)
      }
    }
  }

  /// `demo$caption("Words")`: the words of a call that has nothing else, as authors have functions of their own for captions.
  private static func onlyString(ofCall value: Substring) -> (words: String, rest: Substring)? {
    let name = value.prefix { $0.isLetter || $0.isNumber || "._$:".contains($0) }
    guard !name.isEmpty, value.dropFirst(name.count).first == "(", case let inner = value.dropFirst(name.count + 1),
      let quote = inner.first,
      quote == "\"" || quote == "'", let end = inner.dropFirst().firstIndex(of: quote), case let tail = inner[inner.index(after: end)...],
      tail.first == ")"
    else { return nil }
    return (String(inner[inner.index(after: inner.startIndex)..<end]), tail.dropFirst())
  }

  /// Makes a code block paragraphs with the pictures; the last one has the caption.
  func replace(_ index: Tree.Index, in tree: inout Tree, level: Int) {
    let span = tree[index].span
    tree.nodes[Int(index)].attributes = -1
    var pictures: [Tree.Index] = []
    for (number, path) in paths.enumerated() {
      let image = tree.add(.image(source: path, title: ""), span)
      let isLast = number == paths.count - 1
      let words = isLast ? tree.inlines(ofMarkdown: caption, at: span, level: level) : []
      tree.setChildren(of: image, to: words)
      tree.add(isLast ? attributes : Attributes(pairs: attributes.pairs + [.init("caption", "")]), to: image)
      pictures.append(image)
    }
    let paragraphs = pictures.map { tree.add(.paragraph, around: [$0]) }
    tree.nodes[Int(index)].kind = .division
    tree.setChildren(of: index, to: paragraphs)
  }
}

extension Tree {
  /// The blocks of a text that is not in the document literally.
  ///
  /// - Parameter level: Of the document; texts that are too deep in others have none.
  mutating func blocks(ofMarkdown text: String, at span: SourceSpan, level: Int) -> [Index] {
    var options = ParseOptions()
    options.level = level + 1
    guard options.level <= ParseOptions.deepest else { return [] }
    var parsed = parseText(Array(text.utf8), after: FrontMatter(), [], options: options, budget: Budget()).tree
    parsed.moveSpans(by: nil, else: span)
    return adopt(parsed)
  }

  /// The inlines of a text that is not in the document literally.
  mutating func inlines(ofMarkdown text: String, at span: SourceSpan, level: Int) -> [Index] {
    guard !text.isEmpty, !text.contains("\n") else { return [] }
    let blocks = blocks(ofMarkdown: text, at: span, level: level)
    guard blocks.count == 1, case .paragraph = self[blocks[0]].kind else { return [add(.text(text), span)] }
    return Array(children(of: blocks[0]))
  }
}
