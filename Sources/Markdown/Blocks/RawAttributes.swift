import TypesetDiagnostics

/// pandoc's raw blocks and inlines, ```` ```{=html} ```` and `` `…`{=latex} ``: what is read as HTML and LaTeX is; other formats have no pages.
///
/// A document with both has the same things in both, so its LaTeX is read, which is for pages.
struct RawAttributes {
  private(set) var diagnostics: [Diagnostic] = []
  /// True if nodes have been replaced.
  private(set) var hasMoved = false
  private var gone: Set<Tree.Index> = []
  private var foreign: [(name: String, span: SourceSpan)] = []

  private enum Format { case html, latex, markdown, foreign }

  private let level: Int

  /// - Parameter level: How many texts this one is in.
  init(in tree: inout Tree, _ dialect: Dialect, level: Int) {
    self.level = level
    guard dialect.has(.rawAttributes) else { return }
    var raws: [(index: Tree.Index, name: String, following: Tree.Index)] = []
    for position in tree.nodes.indices {
      switch tree.nodes[position].kind {
      case .codeBlock(let info, _):
        guard info.utf8.starts(with: "{=".utf8), let name = Self.name(info), info.utf8.count == name.utf8.count + 3 else { continue }
        raws.append((Tree.Index(position), name, -1))
      case .code:
        let next = tree.nodes[position].nextSibling
        guard next >= 0, case .text(let text) = tree[next].kind, let name = Self.name(text) else { continue }
        raws.append((Tree.Index(position), name, next))
      default: continue
      }
    }
    guard !raws.isEmpty else { return }
    hasMoved = true
    let hasLaTeX = raws.contains { Self.format($0.name) == .latex }
    for raw in raws {
      if raw.following >= 0 { tree.dropFirst(raw.name.utf8.count + 3, ofText: raw.following) }
      read(raw.index, raw.name, isInline: raw.following >= 0, hasLaTeX: hasLaTeX, in: &tree)
    }
    tree.remove(gone)
    if let first = foreign.first {
      let names = Set(foreign.map(\.name)).sorted().joined(separator: ", ")
      let count = foreign.count
      diagnostics.append(
        Diagnostic(
          .note, "raw.left-out", at: first.span,
          count == 1 ? "raw text for \(names) is left out" : "\(count) raw texts for \(names) are left out",
          hint: "only raw HTML, LaTeX and Markdown have a meaning on pages"))
    }
  }

  /// The name in `{=name}` at a text's beginning.
  private static func name(_ text: String) -> String? {
    guard text.utf8.starts(with: "{=".utf8), let close = text.utf8.prefix(40).firstIndex(of: ASCII.closeBrace) else { return nil }
    let name = text.utf8[..<close].dropFirst(2)
    let isName = !name.isEmpty && name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_+".utf8.contains($0) }
    return isName ? String(decoding: name, as: UTF8.self) : nil
  }

  private static func format(_ name: String) -> Format {
    switch name.lowercased() {
    case "html", "html4", "html5", "svg": .html
    case "latex", "tex": .latex
    case "markdown", "md", "commonmark", "gfm": .markdown
    default: .foreign
    }
  }

  private mutating func read(_ index: Tree.Index, _ name: String, isInline: Bool, hasLaTeX: Bool, in tree: inout Tree) {
    let span = tree[index].span
    switch (Self.format(name), tree[index].kind) {
    case (.html, .codeBlock(_, let literal)) where !hasLaTeX: tree.nodes[Int(index)].kind = .htmlBlock(literal)
    case (.html, .code(let text)) where !hasLaTeX: tree.nodes[Int(index)].kind = .htmlInline(text)
    case (.latex, .codeBlock(_, let written)), (.markdown, .codeBlock(_, let written)):
      let literal = Self.format(name) == .latex ? Self.withoutComments(written) : written
      let blocks = tree.blocks(ofMarkdown: literal, at: span, level: level)
      if Self.format(name) == .latex, blocks.contains(where: { Self.hasMisread(literal, in: $0, of: tree) }) {
        // Markdown has other signs: without a formula's or a table's, nothing of it would be lost.
        tree.nodes[Int(index)].kind = .codeBlock(info: "latex", literal: literal)
        diagnostics.append(
          Diagnostic(
            .warning, "raw.latex", at: span, "LaTeX that is not understood is shown as it is written",
            hint: "put formulas between $$ and $$"))
        break
      }
      let lines = literal.utf8.split(separator: ASCII.newline)
      if Self.format(name) == .latex, blocks.isEmpty, lines.allSatisfy({ $0.first == ASCII.backslash || $0.first == UInt8(ascii: "%") }) {
        // Commands that set something, `\setlength{…}{…}`, leave nothing on the page.
        gone.insert(index)
        break
      }
      guard !blocks.isEmpty || literal.utf8.allSatisfy(ASCII.isBlank) else { return }
      tree.nodes[Int(index)].kind = .division
      tree.setChildren(of: index, to: blocks)
    case (.latex, .code(let text)) where Self.lineEnds.contains(text.trimmedWhitespace()): tree.nodes[Int(index)].kind = .lineBreak
    case (.latex, .code(let text)) where Self.spaces[text.trimmedWhitespace()] != nil:
      tree.nodes[Int(index)].kind = .text(Self.spaces[text.trimmedWhitespace()] ?? " ")
    case (.latex, .code(let text)), (.markdown, .code(let text)):
      let words = tree.inlines(ofMarkdown: text, at: span, level: level)
      if Self.format(name) == .latex, words.count == 1, case .text(let shown) = tree[words[0]].kind, shown == text, Self.isCommand(text) {
        gone.insert(index)
        diagnostics.append(
          Diagnostic(
            .warning, "raw.left-out", at: span, "the LaTeX command \(text) is left out", hint: "write what it stands for in Markdown"))
        break
      }
      tree.nodes[Int(index)].kind = .span
      tree.setChildren(of: index, to: words)
    default:
      gone.insert(index)
      foreign.append((name, span))
    }
    tree.nodes[Int(index)].attributes = -1
  }

  /// LaTeX without what is behind `%` in its lines; listings are as they are.
  private static func withoutComments(_ text: String) -> String {
    let isListing = text.contains("\\begin{verbatim") || text.contains("\\begin{lstlisting")
    guard text.utf8.contains(UInt8(ascii: "%")), !isListing else { return text }
    var out: [UInt8] = []
    for line in Array(text.utf8).split(separator: ASCII.newline, omittingEmptySubsequences: false) {
      var index = line.startIndex
      while index < line.endIndex, line[index] != UInt8(ascii: "%") { index += line[index] == ASCII.backslash ? 2 : 1 }
      guard index < line.endIndex else {
        out += line + [ASCII.newline]
        continue
      }
      // A line that is a comment ends no paragraph.
      if line[..<index].contains(where: { !ASCII.isBlank($0) }) { out += line[..<index] + [ASCII.newline] }
    }
    if out.last == ASCII.newline { out.removeLast() }
    return String(decoding: out, as: UTF8.self)
  }

  /// True for `\toc`, a command without arguments.
  private static func isCommand(_ text: String) -> Bool {
    text.utf8.first == ASCII.backslash && text.utf8.count > 1 && text.utf8.dropFirst().allSatisfy(ASCII.isLetter)
  }

  /// Commands that are a space in a text.
  private static let spaces = [
    "\\quad": "\u{2003}", "\\qquad": "\u{2003}\u{2003}", "\\enspace": "\u{2002}", "\\thinspace": "\u{2009}", "\\,": "\u{2009}",
    "\\;": "\u{2005}",
    "~": "\u{A0}",
  ]

  private static let lineEnds: Set<String> = ["\\newline", "\\linebreak", "\\\\"]

  /// True for text of LaTeX with a command that nobody has understood, and with signs that mean something else in Markdown.
  private static func hasMisread(_ literal: String, in block: Tree.Index, of tree: Tree) -> Bool {
    guard literal.utf8.contains(where: { "_^&".utf8.contains($0) }) else { return false }
    switch tree[block].kind {
    case .text(let words):
      let bytes = Array(words.utf8)
      return bytes.indices.dropLast().contains { bytes[$0] == ASCII.backslash && ASCII.isLetter(bytes[$0 + 1]) }
    case .paragraph, .emphasis, .strong, .span, .division:
      return tree.children(of: block).contains { hasMisread(literal, in: $0, of: tree) }
    default: return false
    }
  }
}
