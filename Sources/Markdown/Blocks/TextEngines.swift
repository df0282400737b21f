import TypesetDiagnostics

/// Cells whose text is Markdown, ```` ```{block, type='rmdnote'} ```` and ```` ```{theorem, pyth, name="Pythagoras"} ````, as bookdown has them.
enum TextEngines {
  /// Reads them; true if there was one.
  static func read(in tree: inout Tree, level: Int) -> Bool {
    var hasMoved = false
    for position in tree.nodes.indices {
      if case .codeBlock(let info, let literal) = tree.nodes[position].kind, let shown = withoutEmptyCode(literal) {
        tree.nodes[position].kind = .codeBlock(info: info, literal: shown)
      }
      guard case .codeBlock(let info, let literal) = tree.nodes[position].kind,
        let cell = info.utf8.first == ASCII.openBrace ? attributes(of: info) : info == rendered ? Attributes() : nil
      else { continue }
      let index = Tree.Index(position)
      var blocks = tree.blocks(ofMarkdown: literal, at: tree[index].span, level: level)
      guard !blocks.isEmpty else { continue }
      hasMoved = true
      tree.nodes[position].attributes = -1
      tree.nodes[position].kind = callout(of: cell).map { .callout($0) } ?? .division
      tree.add(cell, to: index)
      if let author = cell["quote_author"] {
        let line = tree.add(.paragraph, tree[index].span)
        tree.setChildren(of: line, to: tree.inlines(ofMarkdown: author, at: tree[index].span, level: level))
        tree.add(Attributes(pairs: [Attributes.Pair("align", "right")]), to: line)
        blocks.append(line)
      }
      guard let name = cell["name"] else {
        tree.setChildren(of: index, to: blocks)
        continue
      }
      let title = tree.add(.title, tree[index].span)
      tree.setChildren(of: title, to: tree.inlines(ofMarkdown: name, at: tree[index].span, level: level))
      tree.setChildren(of: index, to: [title] + blocks)
    }
    if hasMoved { moveEpigraphs(in: &tree) }
    return hasMoved
  }

  /// A quotation that LaTeX saves for the head of the chapter below it (quotchap) goes below its heading.
  private static func moveEpigraphs(in tree: inout Tree) {
    let children = Array(tree.children(of: 0))
    guard let place = children.firstIndex(where: { tree.attributes(of: $0)?.classes.contains("savequote") == true }),
      let heading = children[place...].firstIndex(where: { if case .heading(1) = tree[$0].kind { true } else { false } }),
      // Between them are the author's words and comments.
      heading - place < 4
    else { return }
    var moved = children
    moved.insert(moved.remove(at: place), at: heading)
    tree.setChildren(of: 0, to: moved)
  }

  /// Authors keep knitr from running a cell that they show with an empty value before it: `` `r ''` ``.
  private static func withoutEmptyCode(_ literal: String) -> String? {
    let bytes = Array(literal.utf8)
    guard bytes.contains(ASCII.backtick) else { return nil }
    let values = [Array("`r ''`".utf8), Array("`r \"\"`".utf8)]
    var out: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == ASCII.backtick, let value = values.first(where: { bytes[index...].starts(with: $0) }) {
        index += value.count
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    return out.count == bytes.count ? nil : String(decoding: out, as: UTF8.self)
  }

  /// The fence of sites that show what its Markdown gives.
  private static let rendered = "md-render"

  /// The kinds of notes in books that follow bookdown's own.
  private static let notes = [
    "rmdnote": "note", "rmdtip": "tip", "rmdimportant": "important", "rmdwarning": "warning", "rmdcaution": "caution", "rmdinfo": "note",
  ]

  private static func callout(of cell: Attributes) -> Tree.Callout? {
    if let theorem = Tree.Callout(theorem: cell) { return theorem }
    // As a div it would be a callout.
    if cell.classes.first == "example" { return Tree.Callout(.theorem, kind: "example", isCounted: true) }
    return cell.classes.lazy.compactMap { notes[$0] }.first.map { Tree.Callout(.admonition, kind: $0) }
  }

  /// True for `theorem`, `definition`, `example` and their kin.
  static func isTheorem(_ engine: String) -> Bool { engine == "example" || Tree.Callout(theorem: Attributes(classes: [engine])) != nil }

  /// What stands in the braces of a cell whose text is Markdown; nil for all other cells.
  private static func attributes(of info: String) -> Attributes? {
    guard info.last == "}" else { return nil }
    let parts = options(info.dropFirst().dropLast())
    let words = (parts.first ?? "").split(separator: " ").map(String.init)
    guard let engine = words.first else { return nil }
    let isTheorem = isTheorem(engine)
    guard isTheorem || ["block", "block2", "asis"].contains(engine) else { return nil }
    var attributes = Attributes(classes: isTheorem ? [engine] : [])
    let first = words.dropFirst().joined(separator: " ")
    for part in [first] + parts.dropFirst() where !part.isEmpty {
      guard let equals = part.firstIndex(of: "=") else {
        // R's quotes are no part of the label.
        attributes.id = attributes.id ?? part.trimming(quotes: ["\"", "'"])
        continue
      }
      let key = String(part[..<equals]).trimmedWhitespace()
      let value = String(part[part.index(after: equals)...]).trimmedWhitespace().trimming(quotes: ["\"", "'"])
      switch key {
      case "type": attributes.classes.append(value)
      case "label": attributes.id = value
      case "name", "quote_author": attributes.pairs.append(Attributes.Pair(key, value))
      case "echo", "include": if ["FALSE", "F"].contains(value), key == "include" { return nil }
      default: continue
      }
    }
    return attributes
  }
}

extension TextEngines {
  /// What is between commas outside of quotes.
  private static func options(_ text: Substring) -> [String] {
    var parts = [""]
    var quote: Character?
    for character in text {
      if character == quote { quote = nil } else if quote == nil, character == "\"" || character == "'" { quote = character }
      if character == ",", quote == nil { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    // An apostrophe that nothing closes is none.
    if quote != nil { parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    return parts.map { $0.trimmedWhitespace() }
  }
}

extension String {
  /// Without a quotation mark at both ends.
  fileprivate func trimming(quotes: Set<Character>) -> String {
    guard count > 1, let first, first == last, quotes.contains(first) else { return self }
    return String(dropFirst().dropLast())
  }
}

extension Tree {
  /// bookdown's `\\@ref(thm:pyth)` names the theorem whose label is `pyth`.
  mutating func resolveTheorems() {
    let labels = Set(attributes.compactMap(\.id))
    guard !labels.isEmpty else { return }
    for index in nodes.indices {
      switch nodes[index].kind {
      case .reference(let label): if let found = Self.theorem(label, in: labels) { nodes[index].kind = .reference(label: found) }
      default: continue
      }
    }
  }

  private static func theorem(_ label: String, in labels: Set<String>) -> String? {
    let sign = label.hasPrefix("-") ? "-" : ""
    let name = label.dropFirst(sign.count)
    guard let colon = name.firstIndex(of: ":"), CrossReferenceLabel.theorems[String(name[..<colon])] != nil || name.hasPrefix("hyp:"),
      !labels.contains(String(name)), case let own = String(name[name.index(after: colon)...]), labels.contains(own)
    else { return nil }
    return sign + own
  }
}
