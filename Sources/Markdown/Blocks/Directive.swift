import TypesetDiagnostics

/// A directive of MyST, ```` ```{name} argument ```` or `:::{name} argument`: a block whose name says what it is.
///
/// Options are on its first lines, as `:key: value` or as YAML between two lines `---`.
struct Directive: Equatable {
  /// In small letters, as written.
  var name: String
  var argument = ""
  var options: [String: String] = [:]
  var form: Form

  /// The content of a directive, and what it becomes.
  enum Form: Equatable {
    // With Markdown in them.
    /// A callout of a kind; its argument is the title, always or unless it is the beginning of the text.
    case callout(String, isTitled: Bool)
    /// A callout that is counted by its kind.
    case theorem(String)
    case proof
    /// Its blocks in place, after its argument if that is text for readers.
    case group, heading
    case quote
    case figure, image
    case table, listTable
    case glossary
    /// A link to a file or an address that a page can't show.
    case link
    // With lines for a program in them.
    case code(language: String?)
    case math
    case csvTable
    case contents
    /// Where the list of references goes.
    case references
    /// Entries of the index, for the place where they stand; the index itself.
    case indexEntries, index
    /// Has no effect on paper.
    case nothing
  }

  /// True if its lines are not Markdown.
  var isLiteral: Bool {
    switch form {
    case .code, .math, .csvTable, .contents, .references, .indexEntries, .index, .nothing: true
    default: false
    }
  }

  /// The label for references.
  var label: String? { options["name"] ?? options["label"] }

  /// True if a name can be in braces as a label.
  static func isLabel(_ text: String) -> Bool {
    guard let first = text.utf8.first, ASCII.isLetter(first) else { return false }
    return text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.+/".utf8.contains($0) }
      && text.utf8.last != UInt8(ascii: ".")
  }

  // MARK: Names

  /// True if a name is a directive's, and no engine's.
  static func isKnown(_ name: String) -> Bool { forms[name] != nil && !engines.contains(name) }

  /// A directive by its name; nil if it is unknown.
  init?(name: String) {
    guard let form = Self.forms[name] else { return nil }
    self.init(name: name, form: form)
  }

  init(name: String, form: Form) {
    self.name = name
    self.form = form
  }

  /// What each name means.
  static let forms: [String: Form] = {
    var forms: [String: Form] = [:]
    func add(_ names: String, _ form: (String) -> Form) {
      for name in names.split(separator: " ").map(String.init) { forms[name] = form(name) }
    }
    add("note tip info warning danger caution important error hint attention seealso todo") { .callout($0, isTitled: false) }
    add("versionadded versionchanged version-added version-changed deprecated versionremoved") { .callout($0, isTitled: false) }
    add("admonition sidebar topic aside margin") { _ in .callout("note", isTitled: true) }
    add("dropdown details toggle collapse") { _ in .callout("details", isTitled: true) }
    // The lessons of CodeRefinery and others (sphinx-lesson).
    add("objectives questions keypoints discussion challenge demo type-along homework callout testimonial instructor-note prerequisites") {
      .callout($0, isTitled: true)
    }
    add("prereq") { _ in .callout("prerequisites", isTitled: true) }
    add("card grid-item-card") { _ in .callout("card", isTitled: true) }
    add("tab-item tab tabbed group-tab") { _ in .callout("tab", isTitled: true) }
    let theorems = """
      theorem lemma definition corollary proposition axiom conjecture algorithm criterion observation property assumption example remark
      """
    for kind in theorems.split(whereSeparator: \.isWhitespace).map(String.init) {
      (forms["prf:" + kind], forms["proof:" + kind]) = (.theorem(kind), .theorem(kind))
    }
    add("exercise exercise-start") { _ in .theorem("exercise") }
    add("solution solution-start") { _ in .callout("solution", isTitled: true) }
    add("prf:proof proof proof:proof") { _ in .proof }
    add("tab-set tab-set-code tabs grid grid-item card-carousel div container only compound hlist centered raw") { _ in .group }
    add("exercise-end solution-end") { _ in .nothing }
    add("rubric tags") { _ in .heading }
    add("epigraph pull-quote highlights blockquote quote") { _ in .quote }
    add("figure glue:figure") { _ in .figure }
    add("image") { _ in .image }
    add("table") { _ in .table }
    add("list-table") { _ in .listTable }
    add("csv-table") { _ in .csvTable }
    add("glossary") { _ in .glossary }
    add("iframe iframe-figure video youtube button button-link button-ref link-button") { _ in .link }
    add("code code-block sourcecode parsed-literal prompt literal") { _ in .code(language: nil) }
    add("code-cell testcode doctest jupyter-execute ipython plot") { _ in .code(language: "python") }
    add("testoutput") { _ in .code(language: "text") }
    add("mermaid") { _ in .code(language: "mermaid") }
    add("graphviz digraph") { _ in .code(language: "dot") }
    add("uml plantuml") { _ in .code(language: "plantuml") }
    add("kroki") { _ in .code(language: nil) }
    add("blockdiag seqdiag actdiag nwdiag") { .code(language: $0) }
    add("eval-rst") { _ in .code(language: "rst") }
    add("myst myst-example myst-demo") { _ in .code(language: "markdown") }
    add("math") { _ in .math }
    add("contents tableofcontents toc") { _ in .contents }
    add("bibliography") { _ in .references }
    add("index") { _ in .indexEntries }
    add("genindex show-index") { _ in .index }
    add(
      "toctree footbibliography literalinclude include embed glue highlight currentmodule glue: glue:text glue:math glue:any glue:md myst:directive myst:role"
    ) {
      _ in
      .nothing
    }
    add("autofunction automodule autoclass automethod autodata autosummary apisummary module py:module program-output command-output") {
      _ in
      .nothing
    }
    add("default-role meta nb-exec-table sectionauthor codeauthor") { _ in .nothing }
    return forms
  }()

  /// Languages of code cells in R Markdown, Quarto and knitr: `{python}` is not an unknown directive.
  static let engines: Set<String> = [
    "r", "python", "python3", "julia", "sql", "bash", "sh", "zsh", "shell", "js", "javascript", "ojs", "dot", "stan", "rcpp", "c", "cpp",
    "c++",
    "css", "sass", "scss", "perl", "ruby", "go", "rust", "scala", "java", "awk", "sed", "haskell", "octave", "matlab", "fortran", "tikz",
    "html",
    "asis", "cat", "block", "block2", "comment", "verbatim", "embed", "webr", "webr-r", "pyodide", "pyodide-python", "exec", "node", "d2",
    "stata",
    "sas", "latex", "tex", "yaml", "json", "toml", "xml", "diff", "powershell", "typst", "duckdb", "mongo", "vue", "ts", "typescript",
    "swift",
  ]
}

/// Options on the first lines of a directive.
struct DirectiveOptions {
  var values: [String: String] = [:]
  /// The number of lines that they take, with the lines `---`.
  var lineCount = 0

  /// - Parameter lines: The lines of the body, as ranges of the text.
  init(_ lines: [Range<Int>], in bytes: [UInt8]) {
    self.init { number in
      number < lines.count ? String(decoding: bytes[lines[number]], as: UTF8.self).trimmedWhitespace() : nil
    }
  }

  /// - Parameter line: The text of a line of the body, from 0; nil after the last.
  init(_ line: (Int) -> String?) {
    guard let first = line(0) else { return }
    if first.trimmedWhitespace() == "---" {
      readBlock(line, from: 0)
      return
    }
    if first.allSatisfy(\.isWhitespace), let start = Self.blockBelow(line) {
      readBlock(line, from: start)
      return
    }
    readLines(line)
    // A block of nothing but options may follow lines of them.
    if lineCount > 0, line(lineCount)?.trimmedWhitespace() == "---", let end = Self.blockEnd(line, from: lineCount) {
      readBlock(line, from: lineCount)
      lineCount = end + 1
    }
  }

  /// Where a block of options ends that begins at a line of dashes: at the next such line, with only keys and blank lines between.
  private static func blockEnd(_ line: (Int) -> String?, from start: Int) -> Int? {
    for number in start + 1..<start + 20 {
      guard let text = line(number)?.trimmedWhitespace() else { return nil }
      if text == "---" { return number }
      if !text.isEmpty, !text.contains(":") { return nil }
    }
    return nil
  }

  /// `:key: value` on each line.
  private mutating func readLines(_ line: (Int) -> String?) {
    var last: String?
    var indent = 0
    while let text = line(lineCount) {
      let blanks = text.prefix { $0 == " " || $0 == "\t" }.count
      let isIndented = blanks > indent
      // MyST leaves out the blanks before a line of options; LXD's authors indent them all.
      if blanks > 0, let (key, value) = Self.option(text.trimmedWhitespace()) {
        values[key] = value
        (last, indent) = (key, blanks)
      } else if let last, isIndented && Self.longOptions.contains(last) || values[last].map(Self.isOpen) ?? false,
        !text.trimmedWhitespace().isEmpty
      {
        // An indented line continues a long value; below `:class: tip` it begins the text. After a list that is open each does: `:tags: [a,`.
        values[last]?.append(" " + text.trimmedWhitespace())
      } else if last != nil, text.hasPrefix(": ") || text.hasPrefix(":\t"), let parent = last {
        // MyST-NB: keys below the one above, `:  code_prompt_show: "Show"`.
        add(text.dropFirst().description.trimmedWhitespace(), below: [parent.split(separator: ".").first.map(String.init) ?? parent])
      } else if let (key, value) = Self.option(text) {
        values[key] = value
        last = key
      } else {
        return
      }
      lineCount += 1
      guard lineCount < 60 else { return }
    }
  }

  /// Options whose values are sentences.
  private static let longOptions: Set<String> = ["alt", "caption", "description", "header", "keywords", "tags", "title", "widths"]

  /// True for a list in brackets whose end is on a line below.
  private static func isOpen(_ value: String) -> Bool { value.utf8.first == UInt8(ascii: "[") && value.utf8.last == UInt8(ascii: ",") }

  /// `:key: value`, `:key:`.
  private static func option(_ text: String) -> (key: String, value: String)? {
    guard text.utf8.first == UInt8(ascii: ":") else { return nil }
    let rest = text.dropFirst()
    guard let colon = rest.firstIndex(of: ":"), colon > rest.startIndex,
      rest[..<colon].utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return nil }
    let value = rest[rest.index(after: colon)...]
    guard value.first.map({ $0.isWhitespace }) ?? true else { return nil }
    return (rest[..<colon].lowercased(), unquoted(String(value).trimmedWhitespace()))
  }

  /// A value without the quotes around it, which are YAML's.
  private static func unquoted(_ value: String) -> String {
    let bytes = value.utf8
    guard let quote = bytes.first, bytes.count > 1, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), bytes.last == quote,
      !bytes.dropFirst().dropLast().contains(quote)
    else { return value }
    return String(value.dropFirst().dropLast())
  }

  /// The line `---` below blank ones that begins a block of nothing but options: two rules would make no sense there.
  private static func blockBelow(_ line: (Int) -> String?) -> Int? {
    var start: Int?
    for number in 1..<20 {
      guard let text = line(number)?.trimmedWhitespace() else { return nil }
      if text == "---" {
        if start != nil { return start }
        start = number
      } else if !text.isEmpty, start == nil || !text.contains(":") {
        return nil
      }
    }
    return nil
  }

  /// `key: value` between lines `---`; a key below others has their names before its own, `mystnb.figure.caption`.
  ///
  /// - Parameter start: The line `---` that begins it.
  private mutating func readBlock(_ line: (Int) -> String?, from start: Int) {
    var number = start + 1
    var above: [(indent: Int, key: String)] = []
    while let text = line(number), number < 100 {
      if text.trimmedWhitespace() == "---" {
        lineCount = number + 1
        return
      }
      let indent = text.prefix { $0 == " " }.count
      above.removeAll { $0.indent >= indent }
      if let key = add(text.trimmedWhitespace(), below: above.map(\.key)), above.count < 4 { above.append((indent, key)) }
      number += 1
    }
    values = [:]
  }

  /// `key: value` of a YAML block; lists are ignored.
  ///
  /// - Parameter above: The keys of the mappings that it is in, the outermost first.
  /// - Returns: The key, if there is one.
  @discardableResult
  mutating func add(_ text: String, below above: [String] = []) -> String? {
    guard let colon = text.firstIndex(of: ":"), text.first.map({ !$0.isWhitespace && $0 != "#" }) == true else { return nil }
    var value = text[text.index(after: colon)...].drop { $0.isWhitespace }
    if let quote = value.first, quote == "\"" || quote == "'", let end = value.dropFirst().lastIndex(of: quote) {
      value = value[value.index(after: value.startIndex)..<end]
    }
    let key = text[..<colon].lowercased().filter { $0 != "\"" }
    values[(above + [key]).joined(separator: ".")] = String(value).trimmedWhitespace()
    return key
  }
}

extension Directive {
  /// Rows and columns of heads that a table can have.
  static let headNumbers = 0...1_000

  /// The number of rows or columns that an option makes heads; one that is out of range is reported.
  func heads(_ option: String, at span: SourceSpan, _ diagnostics: inout [Diagnostic]) -> Int {
    guard let text = options[option] else { return 0 }
    return DocumentNumber.whole(text, in: Self.headNumbers) { taken in
      diagnostics.append(.outOfRange("\(option)=\(text)", taken: taken, of: Self.headNumbers, at: span))
    } ?? 0
  }
}
