import TypesetDiagnostics

// Where directives begin: see `Directive`. Those that hold Markdown become quotes with a marker, as admonitions do; those that
// hold code stay code, whose options are read in the tree.

/// A fence's opener with a name in braces: ```` ```{name} argument ````, `:::{name} argument` and `~~~{name}`.
struct DirectiveOpener {
  var byte: UInt8
  var length: Int
  var directive: Directive
  /// Of the argument, without blanks around it.
  var argument: Range<Int>
  var isKnown: Bool

  init?(_ cursor: LineCursor, at start: Int) {
    let bytes = cursor.bytes
    let byte = bytes[start]
    var index = start
    while index < cursor.end, bytes[index] == byte { index += 1 }
    let length = index - start
    guard length >= 3 else { return nil }
    // MyST-NB's own examples and pandoc's attributes may have a space there.
    let hasSpace = index < cursor.end && bytes[index] == ASCII.space
    if hasSpace, byte == ASCII.backtick || byte == UInt8(ascii: ":") { index += 1 }
    guard index + 2 < cursor.end, bytes[index] == ASCII.openBrace, ASCII.isLetter(bytes[index + 1]) else { return nil }
    let nameStart = index + 1
    index = nameStart
    while index < cursor.end, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || "-_:+.".utf8.contains(bytes[index]) {
      index += 1
    }
    let nameEnd = index
    // MyST's options on the line: `:::{tip icon=false}`.
    if byte == UInt8(ascii: ":"), index < cursor.end, bytes[index] == ASCII.space,
      let close = bytes[index..<cursor.end].firstIndex(of: ASCII.closeBrace),
      bytes[index..<close].contains(where: { "=.#".utf8.contains($0) })
    {
      index = close
    }
    guard index < cursor.end, bytes[index] == ASCII.closeBrace else { return nil }
    let name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self).lowercased()
    index += 1
    let known = Directive(name: name)
    // Behind colons and a space stands what pandoc's readers take for a class, too.
    if hasSpace, byte == UInt8(ascii: ":"), known == nil { return nil }
    // `{name}` is followed by a blank or by nothing; MyST itself asks for neither.
    var end = cursor.end
    while end > index, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard index == end || ASCII.isBlank(bytes[index]) || known != nil else { return nil }
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    if byte == ASCII.backtick, bytes[index..<end].contains(ASCII.backtick) { return nil }
    let words = String(decoding: bytes[index..<end], as: UTF8.self)
    // One that nobody knows shows the picture that it is given.
    var directive = known ?? Directive(name: name, form: Self.isPicture(words) ? .figure : .group)
    directive.argument = words
    if directive.name == "raw", !directive.argument.lowercased().contains("html") { directive.form = .nothing }
    (self.byte, self.length, self.directive, argument, isKnown) = (byte, length, directive, index..<end, known != nil)
  }

  /// True if an argument is for readers: a size is not.
  private var hasWords: Bool { directive.argument.contains { $0.isLetter } }

  /// True if it becomes a quote in any document.
  var isBlock: Bool { byte == UInt8(ascii: ":") || !directive.isLiteral && isKnown }

  func unknown(at start: Int) -> Diagnostic {
    let isCode = if case .code = directive.form { true } else { false }
    return Diagnostic(
      .warning, "directive.unknown", at: SourceSpan(start, start + length + directive.name.utf8.count + 2),
      "unknown directive {\(directive.name)}", hint: isCode ? "its content is shown as code" : "its content is typeset as text")
  }

  private static func isPicture(_ words: String) -> Bool {
    !words.contains(" ") && [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"].contains { words.lowercased().hasSuffix($0) }
  }

  /// The directive that shows the content of an unknown one as it is written, if it is no Markdown.
  func showingCode(_ cursor: LineCursor, in open: OpenBlocks) -> DirectiveOpener? {
    guard !isKnown, case .group = directive.form else { return nil }
    let start = (open.directiveOptions(after: cursor).range?.upperBound ?? cursor.end) + 1
    guard DirectiveContent(open, from: start, closedBy: byte, length: length).isForPrograms else { return nil }
    var code = self
    code.directive.form = .code(language: nil)
    return code
  }

  /// The block that it opens.
  ///
  /// - Parameter open: The blocks around it, to read the lines below.
  func opening(_ cursor: LineCursor, in open: OpenBlocks) -> BlockOpening {
    let options = open.directiveOptions(after: cursor)
    var directive = directive
    directive.options = options.values
    let bodyStart = (options.range?.upperBound ?? cursor.end) + 1
    var hasTitle = false
    var isText = false
    if !argument.isEmpty {
      switch directive.form {
      case .callout(_, isTitled: true), .theorem, .proof, .heading, .table, .listTable: hasTitle = true
      case .callout(let kind, isTitled: false) where kind.hasPrefix("version") || kind == "deprecated": break
      case .callout:
        // In docutils the text of a note begins on this line; in mystmd it is the title.
        isText =
          open.isEmptyBody(from: bodyStart, closedBy: byte, length: length) || argument.count > 60
          || ".:,;".utf8.contains(cursor.bytes[argument.upperBound - 1])
          || options.range == nil && open.continuesSentence(from: bodyStart)
        hasTitle = !isText
      case .quote, .glossary: isText = true
      case .group: isText = ["centered"].contains(directive.name) || !isKnown && hasWords
      default: break
      }
    }
    var opening = BlockOpening(
      .toolDirective(directive), .fenced(byte: byte, length: length, from: cursor.first?.offset ?? cursor.end, indent: cursor.indent),
      title: hasTitle ? argument : nil,
      content: isText ? argument.lowerBound : nil, options: options.range)
    // The words of an unknown directive are a paragraph of their own.
    opening.isParagraph = directive.form == .group
    return opening
  }
}

/// Signs of the tools that a document was written for.
struct MySTSigns {
  private let bytes: [UInt8]
  /// Where the text begins, after the front matter.
  private let textStart: Int
  /// Nil before the first query.
  private var known: Bool?

  /// - Parameter isKnown: True if the document's dialect is MyST.
  init(_ bytes: [UInt8], from textStart: Int, isKnown: Bool = false) {
    (self.bytes, self.textStart, known) = (bytes, textStart, isKnown ? true : nil)
  }

  /// True if the document was written for MyST: by a directive, a role or its front matter. Looked for once, at the first line that has
  /// another meaning elsewhere.
  mutating func show() -> Bool {
    if let known { return known }
    let shows = Self.show(bytes, from: textStart)
    known = shows
    return shows
  }

  private static let tellingRoles: Set<String> = [
    "ref", "numref", "eq", "doc", "term", "cite", "cite:p", "cite:t", "cite:ps", "cite:ts", "prf:ref", "download", "func", "class", "meth",
    "mod",
    "py:func", "py:class", "py:meth", "any", "math", "abbr", "external:func",
  ]

  private static func show(_ bytes: [UInt8], from start: Int) -> Bool {
    for key in ["kernelspec:", "jupytext:", "myst:"] where bytes[..<start].firstRange(of: Array(key.utf8)) != nil { return true }
    var index = start
    while index < bytes.count {
      guard bytes[index] == ASCII.openBrace, index + 2 < bytes.count, ASCII.isLetter(bytes[index + 1]) else {
        index += 1
        continue
      }
      let brace = index
      index += 1
      while index < bytes.count, index - brace < 40,
        ASCII.isLetter(bytes[index]) || bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: ":")
      { index += 1 }
      guard index < bytes.count, bytes[index] == ASCII.closeBrace else { continue }
      let name = String(decoding: bytes[(brace + 1)..<index], as: UTF8.self)
      if index + 1 < bytes.count, bytes[index + 1] == ASCII.backtick, tellingRoles.contains(name) { return true }
      let isFence =
        brace >= start + 3 && (bytes[(brace - 3)..<brace].elementsEqual("```".utf8) || bytes[(brace - 3)..<brace].elementsEqual(":::".utf8))
      if isFence, Directive(name: name) != nil { return true }
    }
    return false
  }

  // MARK: Lines

  /// A line of MyST's own: `(label)=` names the next block; `% comment` and `+++` are for programs.
  enum Line {
    case nothing
    case target(String)
  }

  mutating func line(_ cursor: LineCursor, _ first: LineCursor.First) -> Line? {
    let end = cursor.trimmedEnd
    switch first.byte {
    case ASCII.openParenthesis:
      guard end - first.offset > 3, bytes[end - 1] == UInt8(ascii: "="), bytes[end - 2] == ASCII.closeParenthesis,
        end - first.offset < 200, case let label = String(decoding: bytes[(first.offset + 1)..<(end - 2)], as: UTF8.self),
        Directive.isLabel(label) || !label.contains(where: { "()[]{}=".contains($0) }) && show()
      else { return nil }
      return .target(label)
    case UInt8(ascii: "%"):
      // A line of nothing but these signs is a comment, too; two of them begin and end Obsidian's.
      let isRow = end - first.offset > 2 && bytes[first.offset..<end].allSatisfy { $0 == first.byte }
      guard first.offset + 1 == end || bytes[first.offset + 1] != first.byte || isRow, show() else { return nil }
      return .nothing
    case UInt8(ascii: "^"):
      // Between the head of a card and its text.
      return end - first.offset >= 3 && bytes[first.offset..<end].allSatisfy { $0 == first.byte } && show() ? .nothing : nil
    case UInt8(ascii: "+"):
      guard bytes[first.offset..<end].starts(with: "+++".utf8),
        first.offset + 3 == end || ASCII.isBlank(bytes[first.offset + 3]) || bytes[first.offset + 3] == ASCII.openBrace, show()
      else { return nil }
      return .nothing
    default: return nil
    }
  }
}
