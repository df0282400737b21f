internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetMarkdown

extension AttributedText {
  /// The text as Markdown that is read as the same text.
  ///
  /// What Markdown has marks for is written with them, the rest with HTML's elements and attributes in braces.
  public var markdown: String {
    let body = MarkdownWriter(tree).document()
    guard let origin, origin.frontMatter.end > 0 else { return body }
    return String(decoding: origin.source.bytes.prefix(origin.frontMatter.end), as: UTF8.self) + "\n" + body
  }
}

/// Writes a tree as Markdown, block by block: each a list of lines, to which the blocks around it add what their lines begin with.
struct MarkdownWriter {
  let tree: Tree
  /// The content of notes that are written where they are referred to.
  private var notesInLine: [String: Tree.Index] = [:]

  init(_ tree: Tree) {
    self.tree = tree
    let definitions = tree.children(of: 0).filter { if case .footnoteDefinition = tree[$0].kind { true } else { false } }
    for definition in definitions {
      guard case .footnoteDefinition(let label) = tree[definition].kind, label.hasPrefix("inline-") else { continue }
      let children = Array(tree.children(of: definition))
      guard children.count == 1, case .paragraph = tree[children[0]].kind, tree.attributes(of: children[0]) == nil else { continue }
      // A note within a note would be one more level for each.
      if !holdsNotes(children[0]) { notesInLine[label] = children[0] }
    }
  }

  private func holdsNotes(_ paragraph: Tree.Index) -> Bool {
    var stack = [paragraph]
    while let node = stack.popLast() {
      if case .footnoteReference = tree[node].kind { return true }
      stack += Array(tree.children(of: node))
    }
    return false
  }

  func document() -> String {
    var lines = blocks(of: 0, isTight: false)
    let meanings = abbreviations()
    if !meanings.isEmpty { lines += [""] + meanings }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  private func abbreviations() -> [String] {
    var known: [String: String] = [:]
    for (index, node) in tree.nodes.enumerated() {
      guard case .abbreviation(let meaning) = node.kind else { continue }
      known[plain(Tree.Index(index))] = meaning
    }
    return known.sorted { $0.key < $1.key }.map { "*[\($0.key)]: \($0.value)" }
  }

  func plain(_ node: Tree.Index) -> String {
    tree.children(of: node).map { if case .text(let text) = tree[$0].kind { text } else { plain($0) } }.joined()
  }

  /// The paragraph of a note that is written where it is referred to.
  func content(ofNote label: String) -> Tree.Index? { notesInLine[label] }

  func attributes(_ node: Tree.Index) -> Attributes? { tree.attributes(of: node).flatMap { $0.isEmpty ? nil : $0 } }

  // MARK: Blocks

  /// The lines of the blocks in a block, with an empty line between two of them unless the list around is tight.
  func blocks(of parent: Tree.Index, isTight: Bool, except skipped: Set<Tree.Index> = []) -> [String] {
    var lines: [String] = []
    var before: Tree.Kind?
    var marker = 0
    let children = Array(tree.children(of: parent)).filter { !skipped.contains($0) }
    var position = 0
    while position < children.count {
      let child = children[position]
      let kind = tree[child].kind
      if case .footnoteDefinition(let label) = kind, notesInLine[label] != nil {
        position += 1
        continue
      }
      // Two lists of one form in a row are one list.
      marker = alike(kind, before) ? marker + 1 : 0
      var block: [String]
      if kind.isInline {
        var line: [Tree.Index] = []
        while position < children.count, tree[children[position]].kind.isInline {
          line.append(children[position])
          position += 1
        }
        block = LineWriter(self).lines(line)
      } else {
        block = self.block(child, marker: marker)
        position += 1
      }
      if before != nil, !isTight || needsBlank(before, kind) { lines.append("") }
      // Indented code, or a list of another sign, after a list would belong to it.
      if alikeCode(before, kind) { lines += ["<!-- -->", ""] }
      lines += block
      before = kind
    }
    return lines
  }

  private func alike(_ a: Tree.Kind, _ b: Tree.Kind?) -> Bool {
    guard case .list(let first, _, _) = a, case .list(let second, _, _)? = b else { return false }
    return (first == nil) == (second == nil)
  }

  private func alikeCode(_ before: Tree.Kind?, _ kind: Tree.Kind) -> Bool {
    switch (before, kind) {
    case (.blockQuote?, .blockQuote), (.callout?, .blockQuote), (.blockQuote?, .callout), (.definitionList?, .definitionList): true
    case (.callout(let a)?, .callout(let b)): a.form == .alert && b.form == .alert
    default: false
    }
  }

  /// In a tight list: two paragraphs would be one.
  private func needsBlank(_ before: Tree.Kind?, _ kind: Tree.Kind) -> Bool {
    switch (before, kind) {
    case (.paragraph?, .paragraph), (.htmlBlock?, _), (_, .htmlBlock), (.table?, _), (_, .table): true
    case (.blockQuote?, .paragraph): true
    default: false
    }
  }

  private func block(_ node: Tree.Index, marker: Int) -> [String] {
    let attributes = attributes(node)
    switch tree[node].kind {
    case .paragraph:
      let lines = LineWriter(self).lines(Array(tree.children(of: node)))
      return head(attributes) + lines
    case .heading(let level): return heading(node, level, attributes)
    case .caption: return LineWriter(self).lines(Array(tree.children(of: node)))
    case .title: return heading(node, 2, attributes)
    case .blockQuote: return headAlone(attributes) + prefixed(blocks(of: node, isTight: false), "> ")
    case .list(let start, let isTight, let hasParentheses):
      return headAlone(attributes) + list(node, start, isTight, hasParentheses, marker)
    case .codeBlock("", let literal) where attributes != nil:
      let name = Self.tag("pre", attributes)
      return ["<\(name)><code>"]
        + Self.entities(literal).split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
        + ["</code></pre>"]
    case .codeBlock(let info, let literal): return code(info, literal)
    case .htmlBlock(let html): return html.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).trimmedEnd
    case .thematicBreak: return ["***"]
    case .table(let columns): return table(node, columns, attributes)
    case .footnoteDefinition(let label):
      return hanging(blocks(of: node, isTight: false), first: "[^\(label)]: ", rest: "    ")
    case .mathBlock(let span): return display(span, attributes)
    case .division:
      let inner = blocks(of: node, isTight: false)
      return attributes.map { fenced(inner, Self.braces($0)) } ?? ["<div>", ""] + inner + ["", "</div>"]
    case .callout(let callout): return self.callout(node, callout, attributes)
    case .figure: return figure(node, attributes)
    case .definitionList: return definitions(node)
    case .contents: return ["[TOC]"]
    case .pageBreak: return ["\\newpage"]
    case .directive(let directive, _): return self.directive(node, directive, attributes)
    default: return blocks(of: node, isTight: false)
    }
  }

  /// Attributes in the line before a paragraph.
  private func head(_ attributes: Attributes?) -> [String] {
    attributes.map { ["{:" + Self.braces($0).dropFirst()] } ?? []
  }

  /// Attributes before another block.
  private func headAlone(_ attributes: Attributes?) -> [String] { attributes == nil ? [] : head(attributes) + [""] }

  private func heading(_ node: Tree.Index, _ level: Int, _ attributes: Attributes?) -> [String] {
    let lines = LineWriter(self, isTitle: level > 2).lines(Array(tree.children(of: node)))
    let braces = attributes.map { " " + Self.braces($0) } ?? ""
    if lines.count > 1, level < 3 { return lines.dropLast() + [(lines.last ?? "") + braces, level == 1 ? "===" : "---"] }
    return [String(repeating: "#", count: level) + (lines.isEmpty ? "" : " " + lines.joined(separator: " ")) + braces]
  }

  private func list(_ node: Tree.Index, _ start: Int?, _ isTight: Bool, _ hasParentheses: Bool, _ marker: Int) -> [String] {
    var lines: [String] = []
    for (number, item) in tree.children(of: node).enumerated() {
      var sign = ["-", "*", "+"][marker % 3]
      if let start { sign = "\(start + number)" + (hasParentheses ? ")" : ".") }
      var first = sign + " "
      if case .item(let isChecked?) = tree[item].kind { first += isChecked ? "[x] " : "[ ] " }
      let inner = blocks(of: item, isTight: isTight)
      if number > 0, !isTight { lines.append("") }
      // An item that begins with indented code has its marker alone on a line.
      lines += inner.isEmpty ? [sign] : hanging(inner, first: first, rest: String(repeating: " ", count: sign.count + 1))
    }
    return lines
  }

  private func code(_ info: String, _ literal: String) -> [String] {
    let sign: Character = info.contains("`") ? "~" : "`"
    let longest = literal.split { $0 != sign }.map(\.count).max() ?? 0
    let fence = String(repeating: sign, count: max(3, longest + 1))
    var lines = literal.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return [fence + Self.entities(info)] + lines + [fence]
  }

  private func display(_ span: MathSpan, _ attributes: Attributes?) -> [String] {
    let text = "$$" + span.tex + "$$" + (attributes.map { " " + Self.braces($0) } ?? "")
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Between colons, more of them than what is inside has.
  private func fenced(_ lines: [String], _ head: String) -> [String] {
    let longest = lines.map { $0.drop { $0 == " " || $0 == ">" }.prefix { $0 == ":" }.count }.max() ?? 0
    let fence = String(repeating: ":", count: max(3, longest + 1))
    return ["\(fence) \(head)"] + lines + [fence]
  }

  private func callout(_ node: Tree.Index, _ callout: Tree.Callout, _ attributes: Attributes?) -> [String] {
    let children = Array(tree.children(of: node))
    let title = children.first.flatMap { if case .title = tree[$0].kind { $0 } else { nil } }
    let words =
      title.map {
        LineWriter(self, isCell: true, isHTML: callout.form == .details).lines(Array(tree.children(of: $0))).joined(separator: " ")
      } ?? ""
    let body = blocks(of: node, isTight: false, except: Set(title.map { [$0] } ?? []))
    // Made of a div, which its attributes tell.
    if callout.form == .theorem || callout.form == .admonition && attributes?.isOfDivision == true {
      let fromAttribute = attributes?["title"] ?? attributes?["name"]
      return fenced(fromAttribute == nil ? blocks(of: node, isTight: false) : body, attributes.map { Self.braces($0) } ?? "{}")
    }
    switch callout.form {
    case .alert: return prefixed(["[!\(callout.kind)]" + (words.isEmpty ? "" : " " + words)] + body, "> ")
    case .details:
      let tag = Self.tag("details", attributes)
      return ["<\(tag)>", "<summary>\(words)</summary>", ""] + body + ["", "</details>"]
    case .tab: return ["=== \"\(words)\"", ""] + indented(body)
    case .admonition, .theorem:
      let classes = attributes?.classes.map { " " + $0 }.joined() ?? ""
      return ["!!! \(callout.kind)\(classes)" + (title == nil ? "" : " \"\(words)\""), ""] + indented(body)
    }
  }

  private func figure(_ node: Tree.Index, _ attributes: Attributes?) -> [String] {
    if let attributes, attributes.id?.hasPrefix("fig-") == true { return fenced(blocks(of: node, isTight: false), Self.braces(attributes)) }
    var lines = ["<\(Self.tag("figure", attributes))>"]
    for child in tree.children(of: node) {
      if case .caption = tree[child].kind {
        let words = LineWriter(self, isCell: true, isHTML: true).lines(Array(tree.children(of: child))).joined(separator: " ")
        lines += ["<\(Self.tag("figcaption", self.attributes(child)))>\(words)</figcaption>"]
      } else {
        lines += [""] + block(child, marker: 0) + [""]
      }
    }
    return lines + ["</figure>"]
  }

  private func definitions(_ node: Tree.Index) -> [String] {
    let needsElements = attributes(node) != nil || tree.children(of: node).contains { attributes($0) != nil }
    if needsElements { return elements(ofDefinitions: node) }
    var lines: [String] = []
    var before: Tree.Kind?
    for child in tree.children(of: node) {
      if case .definitionTerm = tree[child].kind {
        if before == .definition { lines.append("") }
        lines += LineWriter(self).lines(Array(tree.children(of: child)))
      } else {
        lines += hanging(blocks(of: child, isTight: false), first: ":   ", rest: "    ")
      }
      before = tree[child].kind
    }
    return lines
  }

  /// Terms and definitions with attributes, for which Markdown has no braces.
  private func elements(ofDefinitions node: Tree.Index) -> [String] {
    var lines = ["<\(Self.tag("dl", attributes(node)))>"]
    for child in tree.children(of: node) {
      let isTerm = tree[child].kind == .definitionTerm
      let name = isTerm ? "dt" : "dd"
      let inner = isTerm ? LineWriter(self).lines(Array(tree.children(of: child))) : blocks(of: child, isTight: false)
      lines += ["<\(Self.tag(name, attributes(child)))>", ""] + inner + ["", "</\(name)>"]
    }
    return lines + ["</dl>"]
  }

  private func directive(_ node: Tree.Index, _ directive: ClientDirective, _ attributes: Attributes?) -> [String] {
    let body = blocks(of: node, isTight: false)
    guard let arguments = directive.arguments else {
      return fenced(body, directive.name + (attributes.map { Self.braces($0) } ?? ""))
    }
    let head = "@\(directive.name)" + (arguments.isEmpty ? "" : "(\(arguments))")
    return body.isEmpty ? [head + (arguments.isEmpty ? "()" : "")] : [head + " {"] + body + ["}"]
  }

  // MARK: Lines of blocks

  private func prefixed(_ lines: [String], _ prefix: String) -> [String] {
    lines.isEmpty ? [String(prefix.dropLast())] : lines.map { $0.isEmpty ? String(prefix.dropLast()) : prefix + $0 }
  }

  func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "    " + $0 } }

  private func hanging(_ lines: [String], first: String, rest: String) -> [String] {
    guard let head = lines.first else { return [first] }
    return [first + head] + lines.dropFirst().map { $0.isEmpty ? "" : rest + $0 }
  }

  // MARK: Attributes

  /// `{#id .class key="value"}`.
  static func braces(_ attributes: Attributes) -> String {
    let pairs = unique(attributes.pairs).map { pair in
      let quote = pair.value.contains("\"") ? "'" : "\""
      return pair.key + "=" + quote + pair.value.filter { String($0) != quote && $0 != "\n" } + quote
    }
    return "{" + ((attributes.id.map { ["#" + $0] } ?? []) + attributes.classes.map { "." + $0 } + pairs).joined(separator: " ") + "}"
  }

  /// `(key: 'value', other: 1)`, for values that have types.
  static func parentheses(_ pairs: [Attributes.Pair]) -> String {
    let written = unique(pairs).map { pair in
      pair.key + ": " + (pair.isTyped ? pair.value : JSON.string(pair.value).description)
    }
    return "(" + written.joined(separator: ", ") + ")"
  }

  private static func unique(_ pairs: [Attributes.Pair]) -> [Attributes.Pair] {
    var seen: Set<Attributes.Pair> = []
    return pairs.filter { seen.insert($0).inserted }
  }

  /// The name of an element with attributes, for HTML.
  static func tag(_ name: String, _ attributes: Attributes?) -> String {
    guard let attributes else { return name }
    var parts = [name]
    if let id = attributes.id { parts.append("id=\"\(entities(id))\"") }
    if !attributes.classes.isEmpty { parts.append("class=\"\(entities(attributes.classes.joined(separator: " ")))\"") }
    for pair in attributes.pairs { parts.append("\(pair.key)=\"\(entities(pair.value))\"") }
    return parts.joined(separator: " ")
  }

  /// With entities for what ends a value or begins one.
  static func entities(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing("\\", with: "&#92;")
  }
}

extension [String] {
  /// Without empty lines at the end.
  fileprivate var trimmedEnd: [String] {
    var lines = self
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension Attributes {
  /// True if a callout has them because it was a div.
  fileprivate var isOfDivision: Bool { id != nil || !pairs.isEmpty || classes.contains { $0.hasPrefix("callout-") } }
}
