import TypesetDiagnostics
internal import TypesetYAML

/// Code that Quarto, R Markdown and MyST run (```` ```{r setup, include=FALSE} ````, ```` ```{python} ````): the options at its beginning are
/// not shown, nor is hidden code. Nothing is run.
struct ExecutableCell {
  /// The code without its option lines; nil if it is hidden.
  let shown: String?

  /// True for a cell that a browser reads to change the page: nothing of it is text for readers unless its author asks for its code.
  let isForBrowsers: Bool

  /// What its code says of all cells below it: `knitr::opts_chunk$set(echo = FALSE)`; nil if it says nothing.
  let hidesBelow: Bool?

  /// Nil for other code.
  ///
  /// - Parameter hidesCode: True if cells that say nothing of it are not shown.
  init?(_ literal: String, info: String, hidesCode: Bool = false) {
    let bytes = Array(info.utf8)
    // `{.python}` and `{#id}` are attributes, `{1,3}` lines.
    guard bytes.first == UInt8(ascii: "{"), bytes.count > 2, ASCII.isLetter(bytes[1]), bytes.contains(UInt8(ascii: "}")) else { return nil }
    hidesBelow = Self.hidesBelow(literal)
    // Diagrams are what their code shows.
    let isDrawn = ["{mermaid", "{dot"].contains { info.hasPrefix($0) }
    isForBrowsers =
      ["{css", "{js"].contains { info.hasPrefix($0) && !(info.dropFirst($0.count).first?.isLetter ?? false) }
      && !Self.asksForCode(literal, info: info)
    var isHidden = isForBrowsers || Self.hides(info, separator: "=") || hidesCode && !isDrawn && !Self.asksForCode(literal, info: info)
    var lines = literal.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first, let mark = Self.marks.first(where: line.hasPrefix) {
      isHidden = isHidden || Self.hides(String(line.dropFirst(mark.count)), separator: ":")
      lines = lines.dropFirst()
    }
    shown = isHidden ? nil : lines.joined(separator: "\n")
  }

  /// What the front matter says of cells that say nothing themselves: `execute: echo: false`, or below the format's name; nil if it says nothing.
  static func hidesCode(_ values: YAMLValue?, in tool: Dialect.Tool) -> Bool? {
    let format = tool == .quarto ? values?["format"]?.entries?.first?.value : nil
    return (values?["execute"]?["echo"] ?? format?["echo"] ?? format?["execute"]?["echo"])?.text.map { $0.lowercased() == "false" }
  }

  /// True for slides of Quarto's, which show no code unless they are asked to.
  static func isQuietDeck(_ values: YAMLValue?, in tool: Dialect.Tool) -> Bool {
    guard tool == .quarto, let format = values?["format"], let name = format.text ?? format.entries?.first?.key else { return false }
    return ["revealjs", "beamer", "pptx"].contains { name == $0 || name.hasSuffix("-" + $0) }
  }

  /// An option line begins like a comment of its language: R, Python, Julia; JavaScript; Mermaid, TeX; SQL, Haskell; Graphviz.
  private static let marks = ["#|", "//|", "%%|", "%|", "--|", "*|"]

  /// The lines of options at the beginning of code, behind their marks.
  static func options(in literal: String) -> [Substring] {
    var found: [Substring] = []
    for line in literal.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let mark = marks.first(where: line.hasPrefix) else { break }
      found.append(line.dropFirst(mark.count))
    }
    return found
  }

  /// The code with `#|` before its options: formatters write `# | echo: false`, which Quarto takes as well.
  static func joined(_ literal: String, info: String) -> String {
    guard info.utf8.first == UInt8(ascii: "{"), let mark = marks.first(where: { literal.hasPrefix($0.dropLast() + " ") }) else {
      return literal
    }
    let comment = mark.dropLast()
    var out = ""
    var rest = literal[...]
    while rest.hasPrefix(comment), case let after = rest.dropFirst(comment.count).drop(while: { $0 == " " }), after.first == "|",
      case let line = after.prefix(while: { $0 != "\n" }), line.contains(":"), after.startIndex > rest.startIndex
    {
      out += comment + line + "\n"
      rest = rest[line.endIndex...].dropFirst()
    }
    return out + rest
  }

  /// `include=FALSE` and `echo: false` hide the code.
  private static func hides(_ options: String, separator: Character) -> Bool {
    let pairs = options.lowercased().split(separator: separator).map { String($0).trimmedWhitespace() }.joined(separator: "=")
    return pairs.split(whereSeparator: { ",{} ".contains($0) }).contains { hiding.contains(String($0)) }
  }

  private static let hiding: Set = ["include=false", "include=f", "echo=false", "echo=f"]

  /// True for a cell with `echo=TRUE`, `#| echo: fenced`, `#| code-fold: true` or `eval=FALSE`, which shows code and nothing else.
  private static func asksForCode(_ literal: String, info: String) -> Bool {
    let lines = literal.split(separator: "\n").prefix { line in marks.contains { line.hasPrefix($0) } }
    let words = (info + "," + lines.joined(separator: ",")).lowercased().filter { !$0.isWhitespace }
    let asked = ["echo=t", "echo:t", "echo:fenced", "code-fold:", "eval=f", "eval:f"]
    return asked.contains { words.contains($0) }
  }

  private static func hidesBelow(_ literal: String) -> Bool? {
    guard let call = literal.firstRange(of: "opts_chunk$set(") else { return nil }
    var depth = 1
    let arguments = literal[call.upperBound...].prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
    let words = arguments.filter { !$0.isWhitespace }
    guard let echo = words.firstRange(of: "echo="), echo.lowerBound == words.startIndex || words[..<echo.lowerBound].last == "," else {
      return nil
    }
    let value = words[echo.upperBound...].prefix { $0.isLetter }
    return ["FALSE", "F"].contains(value) ? true : ["TRUE", "T"].contains(value) ? false : nil
  }
}

/// Removes options and hidden code from cells.
///
/// - Returns: What has been found; the blocks of hidden code are removed, as are those of cells without code.
func readExecutableCells(of tree: inout Tree, level: Int, hidesCode: Bool, in tool: Dialect.Tool = .general) -> FoundCells {
  var found = FoundCells()
  var hidesCode = hidesCode
  var (hasR, hasGraphics) = (false, false)
  var hidden: [Tree.Index] = []
  var empty: Set<Tree.Index> = []
  var spans: [SourceSpan] = []
  for index in tree.nodes.indices {
    guard case .codeBlock(let info, let written) = tree.nodes[index].kind else { continue }
    let literal = ExecutableCell.joined(written, info: info)
    if literal.allSatisfy(\.isWhitespace), FoundCells.isFilled(info) { found.filled.append(tree[Tree.Index(index)].span) }
    guard let cell = ExecutableCell(literal, info: info, hidesCode: hidesCode) else { continue }
    hidesCode = cell.hidesBelow ?? hidesCode
    if cell.isForBrowsers, !literal.allSatisfy(\.isWhitespace) {
      found.styles.append(tree[Tree.Index(index)].span)
      empty.insert(Tree.Index(index))
      continue
    }
    if info.hasPrefix("{ojs"), cell.shown != nil { found.unrun.append(tree[Tree.Index(index)].span) }
    if info.utf8.starts(with: "{r".utf8) { hasR = true }
    if let graphics = IncludedGraphics(literal, info: info) {
      graphics.replace(Tree.Index(index), in: &tree, level: level)
      hasGraphics = true
      continue
    }
    if literal.allSatisfy(\.isWhitespace) {
      // A cell without code includes a file or is a figure's place (`{r, child="settings.txt"}`): there is nothing to show.
      empty.insert(Tree.Index(index))
      continue
    }
    // Of a cell with nothing but options, `#| code: !expr x`, there is no code to show.
    let isBlank = cell.shown?.allSatisfy(\.isWhitespace) ?? true
    if let shown = cell.shown, !isBlank { tree.nodes[index].kind = .codeBlock(info: info, literal: shown) }
    if let figure = DrawnFigure(literal, info: info) {
      figure.put(around: Tree.Index(index), showsCode: !isBlank, in: &tree, level: level)
      hasGraphics = true
      if cell.shown == nil { spans.append(tree[Tree.Index(index)].span) }
    } else if isBlank, cell.shown != nil, !literal.contains("| code:") {
      empty.insert(Tree.Index(index))
    } else if isBlank {
      hidden.append(Tree.Index(index))
    }
  }
  tree.remove(empty.union(hidden))
  found.inline =
    hasR || tool == .quarto
    ? tree.nodes.filter { hasR && isInlineCode($0.kind) || tool == .quarto && isInlineCell($0.kind) }.map(\.span) : []
  found.hidden = (hidden.map { tree[$0].span } + spans).sorted { $0.start < $1.start }
  found.hasGraphics = hasGraphics
  return found
}

/// What cells of code a tree has, by their places.
struct FoundCells {
  /// Those that their author hides.
  var hidden: [SourceSpan] = []
  /// Those that change pages in a browser.
  var styles: [SourceSpan] = []
  /// Those of Observable, whose code is shown.
  var unrun: [SourceSpan] = []
  /// R's code within text, where there are cells of R.
  var inline: [SourceSpan] = []
  /// Blocks without code, in which a tool shows what an option names.
  var filled: [SourceSpan] = []
  /// True if cells have become pictures.
  var hasGraphics = false

  /// True for the fence of a block that a tool fills: `{r, code = words}`, `{r, file = "a.R"}`, `{.textual path="a.py"}`.
  static func isFilled(_ info: String) -> Bool {
    guard info.hasPrefix("{"), info.contains("=") else { return false }
    let keys = info.dropFirst().split { ",{} ".contains($0) }.filter { !$0.isEmpty }
    return zip(keys, keys.dropFirst() + [""]).contains { key, next in
      guard key.contains("=") || next.hasPrefix("=") else { return false }
      return ["code", "file", "path", "ref.label", "src"].contains(key.prefix { $0 != "=" })
    }
  }

  var hasMoved: Bool { hasGraphics || !hidden.isEmpty || !styles.isEmpty }

  var diagnostics: [Diagnostic] {
    let hiding = hidden.map {
      Diagnostic(
        .warning, "code.hidden", at: $0, "code hidden by its author is left out",
        hint: "remove include: false or echo: false to show it; mdtypeset runs no code")
    }
    let styling = styles.map {
      Diagnostic(
        .warning, "code.hidden", at: $0, "a cell that changes the page in a browser is left out",
        hint: "style pages with a theme; the option echo: true shows the cell's code")
    }
    let observable = unrun.map {
      Diagnostic(
        .warning, "code.unrun", at: $0, "code of Observable is shown, not what it draws",
        hint: "mdtypeset runs no code; put a picture in the cell's place, or hide the cell with echo: false")
    }
    let values = inline.first.map { first in
      Diagnostic(
        .warning, "code.inline", at: first,
        inline.count == 1
          ? "code within text is shown, not its value" : "\(inline.count) pieces of code within text are shown, not their values",
        hint: "mdtypeset runs no code; knit or render the document first")
    }
    let empty = filled.first.map { first in
      Diagnostic(
        .warning, "code.empty", at: first,
        filled.count == 1
          ? "this block of code is empty: what a tool shows in it is missing"
          : "\(filled.count) blocks of code are empty: what a tool shows in them is missing",
        hint: "put the code that the option names, or a picture, in its place")
    }
    return hiding + styling + observable + [values, empty].compactMap { $0 }
  }
}

/// True for `` `r x` ``, in a formula, too.
private func isInlineCode(_ kind: Tree.Kind) -> Bool {
  switch kind {
  case .code(let text): text.hasPrefix("r ")
  case .math(let span), .mathBlock(let span): span.tex.contains("\\verb!r ")
  default: false
  }
}

/// True for Quarto's `{python} x` within text, and in a formula.
private func isInlineCell(_ kind: Tree.Kind) -> Bool {
  let languages = ["{r} ", "{python} ", "{julia} ", "{ojs} "]
  return switch kind {
  case .code(let text): languages.contains(where: text.hasPrefix)
  case .math(let span), .mathBlock(let span): span.tex.contains("\\verb!{") && languages.contains { span.tex.contains("\\verb!" + $0) }
  default: false
  }
}

/// A figure or a table that a cell would make if it was run: its caption and its number are the author's words, and references lead to it. It
/// is below the cell's code, which nothing has run.
struct DrawnFigure {
  let caption: String
  let id: String?

  /// Nil for a cell without a caption.
  init?(_ literal: String, info: String) {
    let isR = info.utf8.starts(with: "{r".utf8)
    guard info.utf8.starts(with: "{".utf8), isR || info.contains("cap") || !ExecutableCell.options(in: literal).isEmpty else { return nil }
    let options = ChunkOptions(literal, info: info)
    guard let caption = options["fig.cap"] ?? options["tbl.cap"] ?? options["tab.cap"] ?? (isR ? Self.caption(ofTableIn: literal) : nil),
      !caption.isEmpty,
      options["eval"].map({ !$0.lowercased().hasPrefix("f") }) ?? true,
      // An expression of R, which is not run.
      !caption.contains("(") || caption.contains(" ") || caption.hasPrefix("(ref:")
    else { return nil }
    self.caption = caption
    let kind = options["fig.cap"] == nil ? "tbl" : "fig"
    id = options["label"].map { $0.hasPrefix("fig-") || $0.hasPrefix("tbl-") ? $0 : (kind == "fig" ? "fig:" : "tab:") + $0 }
  }

  /// `knitr::kable(x, caption = "Words")`: the table that the cell would make.
  private static func caption(ofTableIn code: String) -> String? {
    guard let call = code.firstRange(of: "kable("), let key = code[call.upperBound...].firstRange(of: "caption") else { return nil }
    let sign = code[key.upperBound...].drop { $0.isWhitespace }
    let value = sign.dropFirst().drop { $0.isWhitespace }
    guard sign.first == "=", let quote = value.first, quote == "\"" || quote == "'", let end = value.dropFirst().firstIndex(of: quote)
    else {
      return nil
    }
    return String(value[..<end].dropFirst())
  }

  /// Directives whose code is drawn.
  static let directives: Set<String> = [
    "mermaid", "graphviz", "digraph", "uml", "plantuml", "kroki", "blockdiag", "seqdiag", "actdiag", "nwdiag",
  ]

  /// MyST-NB's `mystnb: figure: caption`, and the `caption` of what is drawn; nil for a directive without a caption of this kind.
  init?(of directive: Directive) {
    if Self.directives.contains(directive.name), let caption = directive.options["caption"], !caption.isEmpty {
      (self.caption, id) = (caption, directive.label)
      return
    }
    guard directive.name == "code-cell", let caption = directive.options["mystnb.figure.caption"], !caption.isEmpty else { return nil }
    self.caption = caption
    id = directive.options["mystnb.figure.name"].flatMap { $0.isEmpty ? nil : $0 }
  }

  func put(around index: Tree.Index, showsCode: Bool, in tree: inout Tree, level: Int) {
    let span = tree[index].span
    var children: [Tree.Index] = []
    if showsCode {
      let code = tree.add(tree[index].kind, span)
      tree.nodes[Int(code)].attributes = tree[index].attributes
      children.append(code)
    }
    let words = tree.add(.caption, SourceSpan(Int(span.end), Int(span.end)))
    tree.setChildren(of: words, to: tree.inlines(ofMarkdown: caption, at: span, level: level))
    tree.nodes[Int(index)].kind = .figure
    tree.nodes[Int(index)].attributes = -1
    tree.add(Attributes(id: id), to: index)
    tree.setChildren(of: index, to: children + [words])
  }
}
