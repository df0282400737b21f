import TypesetDiagnostics

/// A cell of R that does nothing but show pictures, as books have them: `knitr::include_graphics("a.png")` with `fig.cap`. It needs no R.
struct IncludedGraphics {
  let paths: [String]
  /// Of the picture: its name, width, alignment.
  let attributes: Attributes
  let caption: String

  /// Nil for other code, and for cells that are not run.
  init?(_ literal: String, info: String) {
    guard info.utf8.starts(with: "{r".utf8), let place = literal.firstRange(of: "include_graphics(") else { return nil }
    let options = ChunkOptions(literal, info: info)
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
