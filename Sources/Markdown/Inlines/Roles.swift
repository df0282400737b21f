import TypesetDiagnostics

/// Reads the roles of Sphinx, MyST and d2l: a name between colons or in braces right before a code span, which gives the code a meaning.
///
///     See :numref:`fig_x`, {ref}`the text <label>`, :cite:`Knuth.1984`.
///
/// Labels name the block before them, references lead to it, the other roles show their text in a style.
struct RoleReading {
  var tree: Tree
  /// True if anything has changed.
  private(set) var hasMoved = false

  /// True if directives or labels show that MyST reads the document.
  private let isMyST: Bool

  /// True if citations stay as they are written (`ParseOptions.keepsCitations`).
  private let cites: Bool
  /// True if a path is that of another file of the work (`ParseOptions.linksNotes`).
  private let linksNotes: Bool
  private var preceding = PrecedingSiblings()
  /// The first citation that is shown as it is written.
  private(set) var firstCitation: SourceSpan?

  init(tree: Tree, isMyST: Bool, cites: Bool, linksNotes: Bool) {
    (self.tree, self.isMyST, self.cites, self.linksNotes) = (tree, isMyST, cites, linksNotes)
  }

  private enum Role {
    /// Names the block or inline before it.
    case label
    /// A reference by number or words.
    case reference
    case equation
    /// `isInText`: the author's name is part of the sentence.
    case citation(isInText: Bool)
    /// A number after the name of what it counts.
    case numbered(String)
    /// Words as they are, or before a target between angle brackets.
    case words
    /// An attribute of the picture before it: `width`.
    case attribute(String)
    /// Sphinx: words of the text that are an entry of the index.
    case indexed
    /// Text of a kind.
    case text(Tree.Kind)
    case math
    case code
    /// A picture of the bundled icons, else its name.
    case icon
    /// sphinx-panels: words before the classes of their box.
    case badge
    /// For the tool only; shows nothing.
    case nothing
  }

  static var names: [String] { Array(roles.keys) }

  private static let roles: [String: Role] = {
    var roles: [String: Role] = ["math": .math, "eqref": .equation, "eq": .equation]
    for name in ["label", "eqlabel"] { roles[name] = .label }
    for name in ["numref", "ref", "cref", "prf:ref", "doc", "any", "hoverxref"] { roles[name] = .reference }
    roles["download"] = .words
    roles["term"] = .words
    for name in ["cite", "citep", "cite:p", "cite:ps", "footcite"] { roles[name] = .citation(isInText: false) }
    for name in ["citet", "cite:t", "cite:ts"] { roles[name] = .citation(isInText: true) }
    for name in ["width", "height", "align"] { roles[name] = .attribute(name) }
    for name in ["code", "file", "samp", "func", "class", "meth", "mod", "attr", "data", "exc", "envvar", "option", "command", "program"] {
      roles[name] = .code
    }
    for name in ["begin_tab", "end_tab", "discussions", "bibliography"] { roles[name] = .nothing }
    roles["index"] = .indexed
    roles["badge"] = .badge
    for name in [
      "user", "issue", "pr", "pull", "gh", "commit", "button", "bdg", "chem", "si", "token", "keyword", "guimenu", "smallcaps", "sc",
      "mimetype",
      "newsgroup", "regexp", "manpage", "dudir", "duref", "durole", "cve", "source", "wiki", "underline",
    ] {
      roles[name] = .words
    }
    for (name, opening) in [("pep", "PEP "), ("rfc", "RFC ")] { roles[name] = .numbered(opening) }
    for name in [
      "octicon", "opticon", "fa", "fas", "fab", "far", "fa-solid", "fa-brands", "fa-regular", "material-twotone", "material-regular",
      "material-outlined", "material-round", "material-sharp",
    ] {
      roles[name] = .icon
    }
    let kinds: [(String, Tree.Kind)] = [
      ("kbd", .keyboard), ("sub", .subscripted), ("subscript", .subscripted), ("sup", .superscripted), ("superscript", .superscripted),
      ("strong", .strong), ("emphasis", .emphasis), ("guilabel", .strong), ("menuselection", .strong), ("abbr", .span), ("dfn", .emphasis),
      ("u", .inserted), ("ins", .inserted), ("del", .strikethrough), ("strike", .strikethrough), ("title-reference", .emphasis),
    ]
    for (name, kind) in kinds { roles[name] = .text(kind) }
    return roles
  }()

  mutating func run() {
    dropTabEnds()
    // Children come after their parents, so parents are read while their children are unchanged.
    var parents: Set<Tree.Index> = []
    for index in tree.nodes.indices {
      guard case .text(let text) = tree.nodes[index].kind, let last = text.utf8.last, last == UInt8(ascii: ":") || last == ASCII.closeBrace,
        case let next = tree.nodes[index].nextSibling, next >= 0, case .code = tree[next].kind,
        Self.name(atEndOf: text, isMyST: isMyST) != nil
      else { continue }
      parents.insert(tree.nodes[index].parent)
    }
    readLinksToLabels(isMyST: isMyST || !parents.isEmpty)
    readPagesOfLinks()
    guard !parents.isEmpty else { return }
    preceding = PrecedingSiblings(in: tree)
    for parent in parents.sorted() { read(parent) }
  }

  /// d2l: `:end_tab:` is alone on the line after a tab's text.
  private mutating func dropTabEnds() {
    var parents: Set<Tree.Index> = []
    func isEnd(_ node: Tree.Node) -> Bool { if case .text(":end_tab:") = node.kind { true } else { false } }
    for node in tree.nodes where node.parent >= 0 && isEnd(node) { parents.insert(node.parent) }
    guard !parents.isEmpty else { return }
    hasMoved = true
    preceding = PrecedingSiblings(in: tree)
    for parent in parents.sorted() {
      var rest = Array(tree.children(of: parent)).filter { !isEnd(tree[$0]) }
      trim(&rest)
      tree.setChildren(of: parent, to: rest)
      if rest.isEmpty { drop(parent) }
    }
  }

  /// The role's name at the end of a text, and the number of its bytes.
  private static func name(atEndOf text: String, isMyST: Bool) -> (role: Role, length: Int)? {
    let bytes = Array(text.utf8)
    let isBraced = bytes.last == ASCII.closeBrace
    // MyST-NB: what code would put here.
    if isBraced, text.hasSuffix("{glue:}") { return (.code, 7) }
    var start = bytes.count - 1
    func isPart(_ index: Int) -> Bool {
      isNameByte(bytes[index]) || bytes[index] == UInt8(ascii: ":") && index + 1 < bytes.count && isNameByte(bytes[index + 1])
    }
    while start > 0, bytes.count - start < 40, isPart(start - 1) { start -= 1 }
    var name = bytes[start..<(bytes.count - 1)]
    var open = start - 1
    if !isBraced {
      // The first colon opens the role, unless its name has a domain: `:py:func:`.
      guard name.first == UInt8(ascii: ":") else { return nil }
      open = start
      name = name.dropFirst()
    }
    guard open >= 0, !name.isEmpty, bytes[open] == (isBraced ? ASCII.openBrace : UInt8(ascii: ":")) else { return nil }
    let key = String(decoding: name, as: UTF8.self).lowercased()
    // `1{sup}`er`` is MyST's alone, and `{eq}` what bookdown's references to equations are written as.
    if open > 0, ASCII.isLetter(bytes[open - 1]) || ASCII.isDigit(bytes[open - 1]), !isBraced || !isMyST && key != "eq" { return nil }
    if let role = roles[key] ?? key.split(separator: ":").last.flatMap({ key.contains(":") ? roles[String($0)] ?? .code : nil }) {
      return (role, bytes.count - open)
    }
    // A project's own roles keep their text.
    guard isBraced, key.hasPrefix("bdg-") || isMyST, ASCII.isLetter(name.first ?? 0) else { return nil }
    return (.words, bytes.count - open)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  // MARK: One paragraph

  private mutating func read(_ parent: Tree.Index) {
    hasMoved = true
    var out: [Tree.Index] = []
    var labels: [String] = []
    for child in Array(tree.children(of: parent)) {
      guard case .code(let literal) = tree[child].kind, let previous = out.last, case .text(let text) = tree[previous].kind,
        let (role, length) = Self.name(atEndOf: text, isMyST: isMyST)
      else {
        // The line end after a role that shows nothing is dropped.
        if out.isEmpty, case .softBreak = tree[child].kind { continue }
        out.append(child)
        continue
      }
      cut(length, offEndOf: previous)
      if case .text("") = tree[previous].kind { out.removeLast() }
      switch role {
      case .label:
        if !name(literal, lastOf: out) { labels.append(literal) }
        trim(&out)
      case .attribute(let key):
        if let picture = picture(lastOf: out) { tree.add(Attributes(pairs: [.init(key, literal)]), to: picture) }
        trim(&out)
      case .nothing: trim(&out)
      default: out.append(replaced(child, by: role, literal))
      }
    }
    tree.setChildren(of: parent, to: out)
    tree.mendDisplay(parent)
    for label in labels { name(label, for: parent, isEmpty: out.isEmpty) }
    if out.isEmpty { drop(parent) }
  }

  private mutating func cut(_ length: Int, offEndOf index: Tree.Index) {
    guard case .text(let text) = tree[index].kind else { return }
    tree.nodes[Int(index)].kind = .text(String(decoding: text.utf8.dropLast(length), as: UTF8.self))
    // What was written for the author's words may be longer.
    let span = tree[index].span
    if Int(span.end - span.start) >= text.utf8.count { tree.nodes[Int(index)].span.end -= Int32(length) }
  }

  /// Removes white space and line ends before a removed inline.
  private func trim(_ out: inout [Tree.Index]) {
    while let last = out.last {
      switch tree[last].kind {
      case .softBreak, .lineBreak: out.removeLast()
      case .text(let text) where text.utf8.allSatisfy(ASCII.isBlank): out.removeLast()
      default: return
      }
    }
  }

  /// The picture or display right before.
  private func picture(lastOf out: [Tree.Index]) -> Tree.Index? {
    out.last { index in
      switch tree[index].kind {
      case .softBreak, .lineBreak: false
      default: true
      }
    }.flatMap { index in
      switch tree[index].kind {
      case .image, .math: index
      default: nil
      }
    }
  }

  private mutating func name(_ label: String, lastOf out: [Tree.Index]) -> Bool {
    guard let thing = picture(lastOf: out) else { return false }
    tree.add(Attributes(id: label), to: thing)
    return true
  }

  /// A label alone names the block above; one in a text names that block; one in a table's last row names the table.
  private mutating func name(_ label: String, for parent: Tree.Index, isEmpty: Bool) {
    var block = parent
    if case .tableCell = tree[parent].kind { block = tree[tree[parent].parent].parent }
    if block == parent, isEmpty, let above = preceding[parent] { block = above }
    tree.add(Attributes(id: label), to: block)
  }

  /// Removes an empty paragraph, or an empty last row of a table, from the tree.
  private mutating func drop(_ index: Tree.Index) {
    switch tree[index].kind {
    case .paragraph: preceding.remove(index, from: &tree)
    case .tableCell:
      let row = tree[index].parent
      guard tree.children(of: row).allSatisfy({ tree[$0].firstChild < 0 }) else { return }
      preceding.remove(row, from: &tree)
    default: break
    }
  }

  // MARK: What a role shows

  /// `{cite:p}`, with what MyST has in braces around the keys: `{see}a,b{p. 3}`.
  private mutating func citation(_ literal: String, isInText: Bool, at span: SourceSpan) -> Tree.Index {
    var keys = literal[...]
    func inBraces(_ text: Substring) -> String { String(text.dropFirst().dropLast()) }
    var (before, after) = ("", "")
    if keys.hasPrefix("{"), let close = keys.firstIndex(of: "}") {
      before = inBraces(keys[...close])
      keys = keys[keys.index(after: close)...]
    }
    if keys.hasSuffix("}"), let open = keys.lastIndex(of: "{") {
      after = inBraces(keys[open...])
      keys = keys[..<open]
    }
    let names = keys.split(separator: ",").map(String.init)
    func reference(_ names: [String], _ after: String) -> Tree.Index {
      tree.add(.reference(label: CitedWorks.mark + CitedWorks.written(names, before: before, after: after, isInText: isInText)), span)
    }
    guard isInText, names.count > 1 else { return reference(names, after) }
    // Each author is part of the sentence.
    let holder = tree.add(.span, span)
    var children: [Tree.Index] = []
    for (number, name) in names.enumerated() {
      if number > 0 { children.append(tree.add(.text("; "), span)) }
      children.append(reference([name], number == names.count - 1 ? after : ""))
    }
    tree.setChildren(of: holder, to: children)
    return holder
  }

  private mutating func replaced(_ code: Tree.Index, by role: Role, _ literal: String) -> Tree.Index {
    let span = tree[code].span
    switch role {
    case .words:
      // sphinx-design: what follows a semicolon is a tooltip.
      let literal = literal.firstRange(of: " ; ").map { String(literal[..<$0.lowerBound]) } ?? literal
      let open = literal.lastIndex(of: "<")
      let words = open.flatMap { $0 > literal.startIndex && literal.hasSuffix(">") ? literal[..<$0] : nil } ?? literal[...]
      tree.nodes[Int(code)].kind = .text(String(words.drop { $0 == "!" }).trimmedWhitespace())
    case .indexed:
      let (words, entries) = SphinxIndex.role(literal)
      let node = tree.addIndexPlace(entries, at: span)
      tree.setChildren(of: node, to: [tree.add(.text(words), span)])
      return node
    case .numbered(let opening): tree.nodes[Int(code)].kind = .text(opening + literal.prefix { $0 != "#" })
    case .badge: tree.nodes[Int(code)].kind = .text(String(literal.prefix { $0 != "," }).trimmedWhitespace())
    case .icon:
      // Sizes and classes follow.
      let name = literal.prefix { $0 != ";" && $0 != "," }.lowercased().trimmedWhitespace()
      tree.nodes[Int(code)].kind = .image(
        source: IconNames.bundled(name).map { "icon:" + $0 } ?? IconNames.missing + name, title: "")
    case .reference:
      if let numbered = numbered(literal, span) { return numbered }
      // `the text <label>` shows the text.
      if let open = literal.lastIndex(of: "<"), literal.hasSuffix(">"), open > literal.startIndex {
        let target = String(literal[literal.index(after: open)...].dropLast())
        let isPlace = !target.contains("/") && !target.contains(".")
        let file = linksNotes ? Tree.Kind.link(destination: NoteLinks.mark + target.drop { "./".contains($0) }, title: "") : .span
        let link = tree.add(isPlace ? .link(destination: "#" + target, title: "") : file, span)
        let text = String(literal[..<open]).trimmedWhitespace()
        tree.setChildren(of: link, to: [tree.add(.text(text), span)])
        return link
      }
      tree.nodes[Int(code)].kind =
        literal.contains(" ") ? .text(literal) : .reference(label: literal)
    case .equation:
      // Sphinx: of a title with the label behind it the number is shown alone.
      let open = literal.hasSuffix(">") ? literal.lastIndex(of: "<") : nil
      let label = open.map { literal[$0...].dropFirst().dropLast() } ?? literal[...]
      tree.nodes[Int(code)].kind = .math(formula("\\eqref{\(label)}", span))
    case .math: tree.nodes[Int(code)].kind = .math(formula(literal, span))
    case .citation(let isInText) where cites: return citation(literal, isInText: isInText, at: span)
    case .citation:
      firstCitation = firstCitation ?? span
      tree.nodes[Int(code)].kind = .text("[" + literal.replacing(",", with: ", ").replacing("  ", with: " ") + "]")
    case .text(let kind):
      let node = tree.add(kind, span)
      tree.setChildren(of: node, to: [tree.add(.text(literal), span)])
      return node
    case .code:
      // Sphinx: `~a.b.c` shows its last part.
      if literal.hasPrefix("~") { tree.nodes[Int(code)].kind = .code(literal.split(separator: ".").last.map(String.init) ?? literal) }
    default: break
    }
    return code
  }

  /// `Fig. %s <label>` and `Fig. {number} <label>`: text with the number of the labelled block.
  private mutating func numbered(_ literal: String, _ span: SourceSpan) -> Tree.Index? {
    guard let open = literal.lastIndex(of: "<"), literal.hasSuffix(">"),
      let place = literal.firstRange(of: "%s") ?? literal.firstRange(of: "{number}"), place.upperBound <= open
    else { return nil }
    let words = literal[..<open]
    let label = String(literal[literal.index(after: open)...].dropLast())
    let holder = tree.add(.span, span)
    let before = String(words[..<place.lowerBound])
    let after = String(words[place.upperBound...]).trimmedWhitespace(keepsStart: true)
    let head = before.hasSuffix(" ") ? before.dropLast() + "\u{A0}" : before
    let parts: [Tree.Kind] = [.text(head), .reference(label: "-" + label), .text(after)]
    let nodes = parts.map { tree.add($0, span) }
    tree.setChildren(of: holder, to: nodes)
    return holder
  }

  /// MyST: `[](#label)` and `[](label)` show the title or number of the labelled block, `[words](label)` leads to it, `[](file.md)`
  /// shows the file's title; `[](){#name}` is only a name.
  private mutating func readLinksToLabels(isMyST: Bool) {
    for position in tree.nodes.indices {
      guard case .link(let address, let title) = tree.nodes[position].kind, title.isEmpty else { continue }
      var destination = address
      if isMyST, destination.hasPrefix("wiki:") {
        destination = "https://en.wikipedia.org/wiki/" + destination.dropFirst(5)
        tree.nodes[position].kind = .link(destination: destination, title: "")
      }
      if isMyST, let label = Self.namedLabel(in: destination) {
        destination = "#" + label
        tree.nodes[position].kind = .link(destination: destination, title: "")
        // `<project:#label>`: the words of an address are none.
        if let only = tree.onlyChild(of: Tree.Index(position)), case .text(address) = tree[only].kind {
          tree.nodes[position].firstChild = -1
        }
      }
      let isLabel = isMyST && Self.isLabel(destination)
      guard tree.nodes[position].firstChild < 0 else {
        if isLabel { tree.nodes[position].kind = .link(destination: "#" + destination, title: "") }
        if isMyST { fillName(in: Tree.Index(position)) }
        continue
      }
      let index = Tree.Index(position)
      if destination.isEmpty {
        // `[](){#name}` is only a name.
        guard case let next = tree.nodes[position].nextSibling, next >= 0, case .text(let text) = tree[next].kind,
          text.utf8.first == ASCII.openBrace
        else { continue }
        tree.nodes[position].kind = .span
      } else if destination.utf8.first == ASCII.hash, destination.utf8.count > 1 {
        tree.nodes[position].kind = .reference(label: String(destination.dropFirst()))
      } else if isLabel {
        tree.nodes[position].kind = .reference(label: destination)
      } else if isMyST, let page = Self.page(of: destination) {
        tree.nodes[position].kind = .reference(label: page)
      } else if isMyST {
        hasMoved = true
        let words = tree.add(.text(Self.words(ofAddress: destination)), tree[index].span)
        tree.setChildren(of: index, to: [words])
      }
    }
  }

  /// `[words](a.md#part){page}` shows the number of the page to which it leads behind its words.
  private mutating func readPagesOfLinks() {
    for position in tree.nodes.indices {
      guard case .link(let destination, _) = tree.nodes[position].kind, case let next = tree.nodes[position].nextSibling, next >= 0,
        case .text(let text) = tree[next].kind, text.hasPrefix(Self.pageMark)
      else { continue }
      hasMoved = true
      let parent = tree.nodes[position].parent
      let field = tree.add(.span, tree.nodes[position].span)
      tree.add(Attributes(classes: ["linkpage"], pairs: [Attributes.Pair("labels", destination)]), to: field)
      tree.nodes[Int(next)].kind = .text(String(text.dropFirst(Self.pageMark.count)))
      tree.nodes[Int(field)].parent = parent
      tree.nodes[Int(field)].nextSibling = next
      tree.nodes[position].nextSibling = field
    }
  }

  private static let pageMark = "{page}"

  /// What a link without words names: a page of the same work, or a place in one by its label.
  private static func page(of destination: String) -> String? {
    guard !destination.contains(":") else { return nil }
    let path = destination.prefix { $0 != "#" }
    guard path.hasSuffix(".md") || path.hasSuffix(".ipynb") else { return nil }
    let name = destination[path.endIndex...].dropFirst()
    return String(name.isEmpty ? path : name)
  }

  /// MyST: `{name}` and `{number}` in the words of a link are those of what it leads to.
  private mutating func fillName(in link: Tree.Index) {
    guard case .link(let destination, _) = tree[link].kind, destination.utf8.first == ASCII.hash, let only = tree.onlyChild(of: link),
      case .text(let text) = tree[only].kind, let open = text.firstRange(of: "{n"),
      let place = text.firstRange(of: "{name}") ?? text.firstRange(of: "{number}"), open.lowerBound == place.lowerBound
    else { return }
    hasMoved = true
    let label = String(destination.dropFirst())
    let isNumber = text[place] == "{number}"
    let words = [
      tree.add(.text(String(text[..<place.lowerBound])), tree[link].span),
      tree.add(.reference(label: (isNumber ? "-" : "") + label), tree[link].span),
      tree.add(.text(String(text[place.upperBound...])), tree[link].span),
    ]
    tree.nodes[Int(link)].kind = .span
    tree.setChildren(of: link, to: words)
  }

  /// The label in MyST's addresses `project:#label`, `numref:label`, `ref:label`.
  private static func namedLabel(in destination: String) -> String? {
    guard let kind = ["project:#", "numref:", "ref:"].first(where: destination.hasPrefix) else { return nil }
    let label = destination.dropFirst(kind.count)
    return label.isEmpty ? nil : String(label)
  }

  /// True for `eq:name` and `sec:name`, which no address of the web and no file looks like.
  private static func isLabel(_ destination: String) -> Bool {
    guard let colon = destination.utf8.firstIndex(of: UInt8(ascii: ":")), case let kind = destination[..<colon],
      labelKinds.contains(kind.lowercased())
    else { return false }
    return destination.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || ":-_.".utf8.contains($0) }
  }

  /// What authors' labels begin with.
  private static let labelKinds: Set<String> = [
    "eq", "eqn", "equation", "fig", "figure", "tab", "tbl", "table", "sec", "section", "ch", "chap", "chapter", "app", "part", "thm", "lem",
    "cor", "def", "prop", "prf", "exr", "ex", "exm", "rem", "alg", "algo", "lst", "code", "note",
  ]

  /// A complete web address, or the name of a file.
  private static func words(ofAddress address: String) -> String {
    guard !address.contains("://"), !address.hasPrefix("mailto:") else { return address }
    let file = address.split(separator: "/").last.map(String.init) ?? address
    let name = file.split(separator: "#").first.map(String.init) ?? file
    return [".md", ".ipynb", ".rst", ".html"].first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
  }

  private func formula(_ tex: String, _ span: SourceSpan) -> MathSpan {
    MathSpan(tex: tex, isDisplay: false, span: span, origins: [MathSpan.Origin(body: 0, source: Int(span.start) + 1)])
  }
}
