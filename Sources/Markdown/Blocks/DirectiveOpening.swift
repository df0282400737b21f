import TypesetDiagnostics

// Where directives begin and end: see `Directive`. Those that hold Markdown become quotes with a marker, as admonitions do; those that
// hold code stay code, whose options are read in the tree.

extension MathScanner {
  /// A fence's opener with a name in braces.
  struct DirectiveOpener {
    var byte: UInt8
    var length: Int
    var directive: Directive
    /// Of the argument, without blanks around it.
    var argument: Range<Int>
    var isKnown: Bool
  }

  /// ```` ```{name} argument ````, `:::{name} argument` and `~~~{name}`.
  func directiveOpener(_ cursor: LineCursor, _ start: Int) -> DirectiveOpener? {
    let byte = bytes[start]
    var index = start
    while index < cursor.end, bytes[index] == byte { index += 1 }
    let length = index - start
    guard length >= 3 else { return nil }
    // MyST-NB's own examples and pandoc's attributes may have a space there.
    if byte == ASCII.backtick, index < cursor.end, bytes[index] == ASCII.space { index += 1 }
    guard index + 2 < cursor.end, bytes[index] == ASCII.openBrace, ASCII.isLetter(bytes[index + 1]) else { return nil }
    let nameStart = index + 1
    index = nameStart
    while index < cursor.end, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || "-_:+.".utf8.contains(bytes[index]) {
      index += 1
    }
    guard index < cursor.end, bytes[index] == ASCII.closeBrace else { return nil }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
    index += 1
    // `{name}` is followed by a blank or by nothing.
    var end = cursor.end
    while end > index, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard index == end || ASCII.isBlank(bytes[index]) else { return nil }
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    if byte == ASCII.backtick, bytes[index..<end].contains(ASCII.backtick) { return nil }
    let known = Directive(name: name)
    var directive = known ?? Directive(name: name, form: .group)
    directive.argument = String(decoding: bytes[index..<end], as: UTF8.self)
    if directive.name == "raw", !directive.argument.lowercased().contains("html") { directive.form = .nothing }
    return DirectiveOpener(byte: byte, length: length, directive: directive, argument: index..<end, isKnown: known != nil)
  }

  /// True if a line is the opener of a directive that becomes a quote.
  func beginsDirective(_ cursor: LineCursor, _ start: Int) -> Bool {
    guard let opener = directiveOpener(cursor, start) else { return false }
    return opener.byte == UInt8(ascii: ":") || !opener.directive.isLiteral && opener.isKnown
  }

  /// Opens the directive that begins on this line; false where none does, or where it is code to the parser.
  mutating func openDirective(_ cursor: inout LineCursor, _ start: Int) -> Bool {
    guard var opener = directiveOpener(cursor, start) else { return false }
    let isFence = opener.byte != UInt8(ascii: ":")
    if !opener.isKnown {
      guard !isFence || !Directive.engines.contains(opener.directive.name) && showsMyST else { return false }
    }
    if opener.directive.isLiteral {
      // Fences of backticks are fences.
      guard !isFence else { return false }
      openLiteral(&cursor, start, opener)
      return true
    }
    if !opener.isKnown { sayDirective("unknown", opener, start) }
    let options = directiveOptions(after: cursor)
    opener.directive.options = options.values
    open(opener, options: options.range, &cursor, start)
    return true
  }

  private mutating func sayDirective(_ what: String, _ opener: DirectiveOpener, _ start: Int) {
    let name = opener.directive.name
    guard saidDirectives.insert(name).inserted else { return }
    diagnostics.append(
      Diagnostic(
        .warning, "directive.\(what)", at: SourceSpan(start, start + opener.length + name.utf8.count + 2), "unknown directive {\(name)}",
        hint: "its content is typeset as text"))
  }

  // MARK: Options

  /// The options on the lines after the opener's, and where these lines are.
  func directiveOptions(after cursor: LineCursor) -> (values: [String: String], range: Range<Int>?) {
    var lines: [(text: String, range: Range<Int>)] = []
    var next = cursor.end + 1
    func line(_ number: Int) -> String? {
      while lines.count <= number, next < bytes.count {
        let end = lineEnd(from: next)
        var line = LineCursor(bytes, from: next, to: end)
        guard match(&line) == containers.count else { return nil }
        var stop = end
        if stop > line.offset, bytes[stop - 1] == ASCII.carriageReturn { stop -= 1 }
        lines.append((String(decoding: bytes[line.offset..<stop], as: UTF8.self), next..<end))
        next = end + 1
      }
      return number < lines.count ? lines[number].text : nil
    }
    let options = DirectiveOptions(line)
    guard options.lineCount > 0 else { return ([:], nil) }
    return (options.values, lines[0].range.lowerBound..<lines[options.lineCount - 1].range.upperBound)
  }

  /// True if the next line that is not blank is the closer of a directive whose body begins at a place.
  private func isEmptyBody(from start: Int, _ opener: DirectiveOpener) -> Bool {
    var next = start
    while next < bytes.count {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      next = end + 1
      guard match(&line) == containers.count else { return line.isBlank ? false : true }
      if line.isBlank { continue }
      return closes(line, byte: opener.byte, length: opener.length)
    }
    return true
  }

  /// True if a line begins with a small letter, as the second line of a sentence.
  private func goesOn(from start: Int) -> Bool {
    guard start < bytes.count else { return false }
    var line = LineCursor(bytes, from: start, to: lineEnd(from: start))
    guard match(&line) == containers.count, let first = line.first else { return false }
    return ASCII.isLetter(first.byte) && first.byte >= 0x61
  }

  // MARK: Openers and closers

  private mutating func open(_ opener: DirectiveOpener, options: Range<Int>?, _ cursor: inout LineCursor, _ start: Int) {
    let bodyStart = (options?.upperBound ?? cursor.end) + 1
    var hasTitle = false
    var isText = false
    if !opener.argument.isEmpty {
      switch opener.directive.form {
      case .callout(_, isTitled: true), .theorem, .proof, .heading, .table, .listTable: hasTitle = true
      case .callout(let kind, isTitled: false) where kind.hasPrefix("version") || kind == "deprecated": break
      case .callout:
        // docutils has the text of a note begin on this line; mystmd has a title there.
        isText =
          isEmptyBody(from: bodyStart, opener) || opener.argument.count > 60 || ".:,;".utf8.contains(bytes[opener.argument.upperBound - 1])
          || options == nil && goesOn(from: bodyStart)
        hasTitle = !isText
      case .quote, .glossary: isText = true
      case .group: isText = ["centered"].contains(opener.directive.name) || !opener.isKnown
      default: break
      }
    }
    let special = SpecialBlock(kind: .toolDirective(opener.directive), hasTitle: hasTitle)
    openFenced(
      special, byte: opener.byte, length: opener.length, title: hasTitle ? opener.argument : nil,
      text: isText ? opener.argument.lowerBound : nil,
      options: options, &cursor, start)
  }

  /// Opens a block between fences that becomes a quote.
  ///
  /// - Parameters:
  ///   - title: Inlines on the opener's line that become a heading of six signs.
  ///   - text: Where text of the body begins on the opener's line.
  ///   - options: Lines below the opener that are not shown.
  mutating func openFenced(
    _ special: SpecialBlock, byte: UInt8, length: Int, title: Range<Int>?, text: Int?, options: Range<Int>?, _ cursor: inout LineCursor,
    _ start: Int
  ) {
    endBlock()
    leaf = .none
    let outer = prefix(containers.count)
    containers.append(.fenced(byte: byte, length: length))
    let inner = prefix(containers.count)
    var words = Array(SpecialBlock.separator.utf8) + [ASCII.newline] + outer + Array("> ".utf8)
    words += SpecialBlock.marker(specials.count)
    specials.append(special)
    var end = cursor.end
    if end > start, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    if let options {
      edits.append(Edit(range: options, text: inner))
      position = options.upperBound + 1
    }
    if let text {
      edits.append(Edit(range: start..<text, text: words + [ASCII.newline] + inner))
      // The words of an unknown directive are a paragraph of their own.
      if case .toolDirective(let directive) = special.kind, directive.form == .group {
        edits.append(Edit(range: end..<end, text: [ASCII.newline] + inner))
      }
      while cursor.offset < text { cursor.skipCharacter() }
    } else if let title {
      edits.append(Edit(range: start..<title.lowerBound, text: words + [ASCII.newline] + inner + Array("###### ".utf8)))
      edits.append(Edit(range: title.upperBound..<end, text: Array(" #".utf8)))
      scanInline(InlineBlock(line: title, isHeading: true))
      cursor.offset = cursor.end
    } else {
      edits.append(Edit(range: start..<end, text: words))
      cursor.offset = cursor.end
    }
  }

  /// Colons around lines of code become fences of tildes.
  private mutating func openLiteral(_ cursor: inout LineCursor, _ start: Int, _ opener: DirectiveOpener) {
    endBlock()
    let isMath = opener.directive.form == .math
    if !isMath { edits.append(Edit(range: start..<start + opener.length, text: Self.tildes)) }
    leaf = .fence(byte: opener.byte, length: opener.length, depth: containers.count, mathFrom: isMath ? start : nil)
    beginMathFence(opener.argument)
    cursor.offset = cursor.end
  }

  static let tildes = [UInt8](repeating: ASCII.tilde, count: 8)

  /// True if a line ends a block between fences.
  func closes(_ cursor: LineCursor, byte: UInt8, length: Int) -> Bool {
    guard cursor.indent <= 3, let first = cursor.first, first.byte == byte else { return false }
    let end = trimmedEnd(cursor)
    let count = end - first.offset
    guard byte == UInt8(ascii: "/") ? count == length : count >= length else { return false }
    return bytes[first.offset..<end].allSatisfy { $0 == byte }
  }

  /// Closes a block between colons at a line of an item in it: markdown-it ends such blocks whatever they hold.
  mutating func closesAroundItem(_ cursor: LineCursor, lineStart: Int) -> Bool {
    guard let first = cursor.first, first.byte == UInt8(ascii: ":"),
      let number = containers.lastIndex(where: { container in
        switch container {
        case .colons: isColons(cursor)
        case .fenced(let byte, let length): closes(cursor, byte: byte, length: length)
        default: false
        }
      }), containers[(number + 1)...].contains(where: { if case .item = $0 { true } else { false } })
    else { return false }
    var line = LineCursor(bytes, from: lineStart, to: cursor.end)
    let all = containers
    containers = Array(all[...number])
    let isInside = match(&line) == number + 1 && line.indent <= 3
    guard isInside else {
      containers = all
      return false
    }
    return closesColons(line, matched: number + 1) || closesFenced(line, matched: number + 1)
  }

  /// Closes the innermost block whose fence a line is.
  mutating func closesFenced(_ cursor: LineCursor, matched: Int) -> Bool {
    guard matched == containers.count, let first = cursor.first,
      let number = containers.lastIndex(where: { container in
        if case .fenced(let byte, let length) = container { closes(cursor, byte: byte, length: length) } else { false }
      })
    else { return false }
    // A quote or an item is closed by its own lines.
    for container in containers[(number + 1)...] {
      switch container {
      case .quote, .item: return false
      default: break
      }
    }
    let end = trimmedEnd(cursor)
    endBlock()
    leaf = .none
    containers.removeSubrange(number...)
    edits.append(
      Edit(range: first.offset..<end, text: [ASCII.newline] + prefix(containers.count) + Array(SpecialBlock.separator.utf8)))
    return true
  }

  /// True if a line is the fence of an open block.
  func isFencedCloser(_ cursor: LineCursor) -> Bool {
    containers.contains { if case .fenced(let byte, let length) = $0 { closes(cursor, byte: byte, length: length) } else { false } }
  }

  // MARK: Lines

  /// `(label)=` names the next block; `% comment` and `+++` are for programs.
  mutating func takeMySTLine(_ cursor: LineCursor, _ first: (byte: UInt8, offset: Int)) -> Bool {
    let end = trimmedEnd(cursor)
    switch first.byte {
    case ASCII.openParenthesis:
      guard end - first.offset > 3, bytes[end - 1] == UInt8(ascii: "="), bytes[end - 2] == ASCII.closeParenthesis,
        end - first.offset < 200, case let label = String(decoding: bytes[(first.offset + 1)..<(end - 2)], as: UTF8.self),
        Self.isLabel(label) || !label.contains(where: { "()[]{}=".contains($0) }) && showsMyST
      else { return false }
      let text =
        [ASCII.newline] + prefix(containers.count) + SpecialBlock.marker(specials.count) + [ASCII.newline] + prefix(containers.count)
      specials.append(SpecialBlock(kind: .target(label), hasTitle: false))
      edits.append(Edit(range: first.offset..<end, text: text))
    case UInt8(ascii: "%"):
      guard first.offset + 1 == end || bytes[first.offset + 1] != UInt8(ascii: "%"), showsMyST else { return false }
      edits.append(Edit(range: first.offset..<end, text: []))
    case UInt8(ascii: "+"):
      guard bytes[first.offset..<end].starts(with: "+++".utf8),
        first.offset + 3 == end || ASCII.isBlank(bytes[first.offset + 3]) || bytes[first.offset + 3] == ASCII.openBrace, showsMyST
      else { return false }
      edits.append(Edit(range: first.offset..<end, text: []))
    default: return false
    }
    endBlock()
    leaf = .none
    return true
  }

  /// True if the document shows that MyST reads it: by a directive, a role or its front matter. Asked once, at lines that mean something
  /// else everywhere else.
  var showsMyST: Bool {
    mutating get {
      if let known = isMyST { return known }
      let shows = Self.showsMyST(bytes, from: textStart)
      isMyST = shows
      return shows
    }
  }

  private static let tellingRoles: Set<String> = [
    "ref", "numref", "eq", "doc", "term", "cite", "cite:p", "cite:t", "cite:ps", "cite:ts", "prf:ref", "download", "func", "class", "meth",
    "mod",
    "py:func", "py:class", "py:meth", "any", "math", "abbr", "external:func",
  ]

  private static func showsMyST(_ bytes: [UInt8], from start: Int) -> Bool {
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
}
