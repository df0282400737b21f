import TypesetDiagnostics

/// Text on the pages that looks like markup of a dialect which this document is not read in: it is said, one line for each kind.
struct RawMarkup {
  /// What a text looks like, and what its author can do.
  private enum Kind: Hashable {
    case attributes, blockAttributes, command, openCommand, reference, label, picture, link, wikiLink, tag, container, admonition, gridTable
    case note, strong, table, fence, include, entity, role, directive, comment, element, clientDirective, heading, item, call, labelled,
      collapsed,
      spacedLink, declaration
    case foreign(ForeignMark)

    /// A noun with its article, which begins the message.
    var name: String {
      switch self {
      case .attributes: "a list of attributes"
      case .blockAttributes: "kramdown's list of attributes"
      case .command: "a LaTeX command"
      case .openCommand: "a LaTeX command without its }"
      case .reference: "a reference"
      case .note: "a reference to a footnote that is not defined"
      case .strong: "a mark of bold text, **,"
      case .label: "bookdown's label"
      case .picture: "a picture"
      case .link: "a link"
      case .wikiLink: "a wiki link"
      case .tag: "a template's tag"
      case .container: "the fence of a container"
      case .admonition: "the head of an admonition"
      case .gridTable: "the border of a grid table"
      case .table: "a table's row"
      case .fence: "a code fence"
      case .include: "a snippet that is included"
      case .entity: "an entity"
      case .role: "a role"
      case .directive: "a directive of reStructuredText"
      case .comment: "a comment"
      case .element: "an HTML tag"
      case .clientDirective: "a directive"
      case .heading: "a heading without the blank behind its signs"
      case .item: "an item of LaTeX's lists"
      case .call: "a call of a site's own component"
      case .labelled: "a label of another tool"
      case .collapsed: "a link that is not defined"
      case .spacedLink: "a link with a blank between ] and ("
      case .declaration: "a mark of a site's own, <!…>,"
      case .foreign(let mark): mark.name
      }
    }

    var hint: String {
      switch self {
      case .attributes, .blockAttributes: "put it right behind or below what it describes"
      case .command: "put it in a formula, or write what it stands for in Markdown"
      case .openCommand: "add }"
      case .note: "define it in a paragraph of its own: [^name]: words"
      case .strong: "write no blank inside the marks: **words**"
      case .reference, .label: "name a label that the document has"
      case .picture, .link, .wikiLink: "put an address with blanks in angle brackets: [text](<a b>)"
      case .tag: "the tool that fills it in has not run"
      case .container: "each opening line of colons needs a closing one"
      case .admonition: "put a blank line above it, and indent its text by four columns"
      case .gridTable: "give all lines of the table the same width"
      case .table: "put a blank line above the head, and a row of dashes below it with as many cells"
      case .fence: "begin and end code with the same fence, each on its own line"
      case .include: "no such file is below the document's folder"
      case .entity: "write the character itself"
      case .role: "its name is unknown"
      case .directive: "write Markdown, or convert the document with pandoc first"
      case .comment: "write <!-- … -->"
      case .element: "write both tags of the element"
      case .clientDirective: "no directive of this name is registered"
      case .heading: "write a blank, and no other space, behind the number signs"
      case .item: "begin the item with a hyphen, or put \\begin{itemize} … \\end{itemize} around the list"
      case .call: "write the Markdown that the component would make"
      case .labelled: "write a list, or Markdown's own words in its place"
      case .spacedLink: "write them together: [words](address)"
      case .declaration: "make it a comment: <!-- … -->"
      case .foreign(let mark): mark.hint
      case .collapsed: "define it on a line of its own: [words]: address"
      }
    }
  }

  private let tree: Tree
  private let source: [UInt8]
  /// Places that other diagnostics name already.
  private let named: [SourceSpan]
  /// True if it has been said what is wrong with a table.
  private let saysTable: Bool
  private(set) var diagnostics: [Diagnostic] = []
  /// The names of directives that are registered.
  private let directives: Set<String>
  private var unknownDirectives: Set<String> = []
  private var counts: [Kind: Int] = [:]
  private var commands = RawCommands()
  /// True if the document has footnotes; in another one, `[^a]` may be a pattern, and `[^5]` right behind a word is one all the same.
  private let hasNotes: Bool
  private let dialect: Dialect
  /// As many places of a kind are looked at; a page full of them is one fault.
  private static let mostPlaces = 100
  private static let mostDirectives = 20_000

  /// - Parameters:
  ///   - directives: The names that are registered.
  ///   - known: What has been said about the document so far.
  ///   - isStopped: True where nobody waits for the rest.
  init(
    in tree: Tree, _ source: [UInt8], directives: Set<String>, _ dialect: Dialect, known: [Diagnostic],
    isStopped: () -> Bool = { false }
  ) {
    (self.tree, self.source, self.directives, self.dialect) = (tree, source, directives, dialect)
    named = known.compactMap(\.span)
    hasNotes = tree.nodes.contains { if case .footnoteDefinition = $0.kind { true } else { false } }
    saysTable = known.contains { $0.code.hasPrefix("table.") || $0.code == "limit.table" }
    // What readers have taken out of the tree is still among its nodes.
    var stack: [(node: Tree.Index, before: Tree.Index)] = [(0, -1)]
    var count = 0
    while let (index, before) = stack.popLast() {
      count += 1
      if count & 0xFF == 0, isStopped() { break }
      let node = tree[index]
      if node.nextSibling >= 0 { stack.append((node.nextSibling, index)) }
      if node.firstChild >= 0 { stack.append((node.firstChild, -1)) }
      guard case .text(let text) = node.kind, text.utf8.contains(where: { Self.signs[Int($0)] }) else { continue }
      if let (kind, range) = look(in: ArraySlice(text.utf8), index, after: before) { report(kind, range, of: node) }
    }
  }

  private mutating func report(_ kind: Kind, _ range: Range<Int>, of node: Tree.Node) {
    // Each unknown name of a directive is a fault of its own.
    let most = kind == .clientDirective ? Self.mostDirectives : Self.mostPlaces
    guard case .text(let text) = node.kind, counts[kind, default: 0] < most else { return }
    counts[kind, default: 0] += 1
    // Where escapes or entities are in between, the node's beginning is what is known.
    let isExact = Int(node.span.end - node.span.start) == text.utf8.count
    if !isExact, isEscaped(Array(text.utf8)[range], in: node.span) { return }
    let start = Int(node.span.start) + (isExact ? range.lowerBound : 0)
    let span = SourceSpan(start, min(isExact ? start + range.count : Int(node.span.end), source.count))
    guard !named.contains(where: { $0.start < span.end && span.start < $0.end }) else { return }
    if kind == .command {
      switch commands.fault(of: Array(text.utf8)[range], in: source) {
      case .said: return
      case .fault(let message, let hint): return diagnostics.append(Diagnostic(.warning, "markup.raw", at: span, message, hint: hint))
      case .unknown: break
      }
    }
    guard kind == .clientDirective else {
      return diagnostics.append(Diagnostic(.warning, "markup.raw", at: span, "\(kind.name) is shown as text", hint: kind.hint))
    }
    let head = String(decoding: Array(text.utf8)[range], as: UTF8.self)
    let name = head.dropFirst()
    guard unknownDirectives.insert(head).inserted else { return }
    let near = nearest(to: String(name), among: directives.sorted()).map { "did you mean \(head.prefix(1))\($0)?" }
    // In an article on code it may be meant as text.
    diagnostics.append(
      Diagnostic(
        near == nil ? .note : .warning, "directive.unknown", at: span, "the directive \(head) is unknown, and shown as text",
        hint: near ?? kind.hint))
  }

  /// True for what the author has not written as it is shown: `\<b\>`, `&lt;b&gt;`.
  private func isEscaped(_ words: ArraySlice<UInt8>, in span: SourceSpan) -> Bool {
    let place = min(Int(span.start), source.count)..<min(max(Int(span.start), Int(span.end)), source.count)
    // An escape further on in it changes nothing.
    return source[place].firstRange(of: words.prefix(8)) == nil
  }

  // MARK: Looking

  /// The first piece of markup in a text.
  ///
  /// - Parameter before: The node before it; -1 for none.
  private func look(in bytes: ArraySlice<UInt8>, _ index: Tree.Index, after before: Tree.Index) -> (Kind, Range<Int>)? {
    var place = 0
    while place < bytes.count {
      if Self.signs[Int(bytes[place])] {
        let rest = bytes[place...]
        if place == 0, let (kind, count) = Self.lineStart(rest), kind != .comment || mayBeComment(rest), beginsLine(index, after: before),
          kind != .table || !saysTable && continuesTable(index)
        {
          return (kind, 0..<count)
        }
        if place == 0, before >= 0, let count = ForeignMark.linkEnd(rest, after: tree[before].kind) { return (.foreign(.link), 0..<count) }
        if place == 0, before < 0, isLoneCommand(rest, index) { return (.command, 0..<bytes.count) }
        let previous = place > bytes.startIndex ? bytes[place - 1] : ASCII.space
        if let count = Self.wordCommand(rest, after: previous), !isBookPart(index) { return (.command, place..<place + count) }
        if let count = looseCloser(rest, after: previous, index) { return (.strong, place..<place + count) }
        if let count = Self.collapsed(rest, after: previous) { return (.collapsed, place..<place + count) }
        if let count = Self.textDirective(rest, after: previous) { return (.clientDirective, place..<place + count) }
        if let count = Self.undefinedBadge(rest) { return (.collapsed, place..<place + count) }
        if let count = Self.note(rest), hasNotes || Self.isNumbered(rest, after: previous) { return (.note, place..<place + count) }
        if let (mark, count) = ForeignMark.read(rest, after: previous, in: dialect) { return (.foreign(mark), place..<place + count) }
        // Zola's calls have been read: other braces are what the author shows.
        if let (kind, count) = Self.inline(rest), kind != .tag || dialect.tool != .zola,
          !Self.isNamed(kind, rest.prefix(count + 1), after: previous)
        {
          return (kind, place..<place + count)
        }
      }
      place += 1
    }
    if isSpacedLink(endOf: bytes, index) { return (.spacedLink, bytes.count - 3..<bytes.count) }
    if case let next = tree[index].nextSibling, next >= 0, let start = ForeignMark.macroStart(endOf: bytes, before: tree[next].kind) {
      return (.foreign(.macro), start..<bytes.count)
    }
    if isCall(endOf: bytes, index) { return (.call, bytes.count - 1..<bytes.count) }
    guard let last = bytes.last, last == UInt8(ascii: ":") || last == ASCII.closeBrace else { return nil }
    return role(endOf: bytes, index).map { (.role, $0) }
  }

  /// True for a shell's `${#x}`, and for a command between straight quotes, which the author talks about.
  private static func isNamed(_ kind: Kind, _ bytes: ArraySlice<UInt8>, after previous: UInt8) -> Bool {
    switch kind {
    case .attributes: previous == ASCII.dollar
    case .command: "\"'".utf8.contains(previous) && bytes.last == previous
    default: false
    }
  }

  /// True for the text of `\frontmatter` and its like.
  private func isBookPart(_ index: Tree.Index) -> Bool { tree[index].parent >= 0 && tree.bookPart(tree[index].parent) != nil }

  /// True for a line of a paragraph that is a command without arguments: `\envlist`. Within a line it may be the name of a folder.
  private func isLoneCommand(_ bytes: ArraySlice<UInt8>, _ index: Tree.Index) -> Bool {
    guard bytes.first == ASCII.backslash, bytes.count > 4, bytes.dropFirst().allSatisfy(ASCII.isLetter), bytes.count < 40,
      case let parent = tree[index].parent, parent >= 0, case .paragraph = tree[parent].kind, !isBookPart(index)
    else { return false }
    guard case let next = tree[index].nextSibling, next >= 0 else { return true }
    return switch tree[next].kind {
    case .softBreak, .lineBreak: true
    default: false
    }
  }

  /// The length of `\name` or `\name[1]` among words, blanks at both sides; names of folders and of escapes have others beside them.
  private static func wordCommand(_ bytes: ArraySlice<UInt8>, after previous: UInt8) -> Int? {
    guard bytes.first == ASCII.backslash, ASCII.isBlank(previous) || previous == ASCII.openParenthesis else { return nil }
    let name = bytes.dropFirst().prefix(40).prefix(while: ASCII.isLetter)
    guard (4..<30).contains(name.count), let first = name.first, first &- 0x61 < 26 else { return nil }
    var end = name.endIndex
    if bytes[end...].first == ASCII.openBracket, let close = bytes[end...].prefix(40).firstIndex(of: ASCII.closeBracket) { end = close + 1 }
    let next = bytes[end...].first ?? ASCII.space
    return ASCII.isBlank(next) || ",.;:)".utf8.contains(next) ? end - bytes.startIndex : nil
  }

  /// Two stars behind a blank that close nothing, where two before them have opened nothing: `**bold **, and`.
  private func looseCloser(_ bytes: ArraySlice<UInt8>, after previous: UInt8, _ index: Tree.Index) -> Int? {
    guard Self.starts(bytes, "**"), ASCII.isBlank(previous), case let next = bytes.dropFirst(2).first ?? ASCII.newline,
      ASCII.isBlank(next) || ASCII.newline == next || ",.;:!?)".utf8.contains(next)
    else { return nil }
    // The opener is in a text before it in the same block, right before a word.
    var open = tree[index].parent >= 0 ? tree[tree[index].parent].firstChild : -1
    var steps = 0
    while open >= 0, steps < 100 {
      if case .text(let text) = tree[open].kind {
        let words = open == index ? Array(text.utf8)[..<bytes.startIndex] : Array(text.utf8)[...]
        // Code or a formula follows where the text ends with them.
        if let place = words.lastRange(of: "**"), let first = words[place.upperBound...].first ?? (open == index ? nil : 0x21),
          !ASCII.isBlank(first), first != UInt8(ascii: "*"), case let last = words[..<place.lowerBound].last ?? ASCII.space,
          !ASCII.isLetter(last), !ASCII.isDigit(last)
        {
          return 2
        }
      }
      if open == index { return nil }
      open = tree[open].nextSibling
      steps += 1
    }
    return nil
  }

  /// True for `[Some words] (https://…`, whose address alone has become a link.
  private func isSpacedLink(endOf bytes: ArraySlice<UInt8>, _ index: Tree.Index) -> Bool {
    guard bytes.suffix(3).elementsEqual("] (".utf8), case let next = tree[index].nextSibling, next >= 0,
      case .link(let destination, _) = tree[next].kind, destination.hasPrefix("http")
    else { return false }
    // `[3] (https://…)` names a work.
    guard let open = bytes.dropLast(3).lastIndex(of: ASCII.openBracket) else { return true }
    return bytes[open...].dropLast(3).contains(ASCII.space)
  }

  /// True for `@[component](Chart.vue)`; the pages of people have addresses.
  private func isCall(endOf bytes: ArraySlice<UInt8>, _ index: Tree.Index) -> Bool {
    let next = tree[index].nextSibling
    guard bytes.last == UInt8(ascii: "@"), bytes.dropLast().last.map(ASCII.isBlank) ?? true, next >= 0,
      case .link(let destination, _) = tree[next].kind
    else { return false }
    return !destination.isEmpty && !destination.contains(":") && !destination.hasPrefix("/") && !destination.hasPrefix("#")
  }

  /// True if a text begins its paragraph, cell or line.
  private func beginsLine(_ index: Tree.Index, after before: Tree.Index) -> Bool {
    guard before >= 0 else { return tree[index].parent < 0 || tree.isBlockOfInlines(tree[index].parent) }
    switch tree[before].kind {
    case .softBreak, .lineBreak: return true
    default: return false
    }
  }

  /// True if the next line begins with a bar, too: one row alone is hardly a table.
  private func continuesTable(_ index: Tree.Index) -> Bool {
    let lineBreak = tree[index].nextSibling
    guard lineBreak >= 0, case .softBreak = tree[lineBreak].kind, case let next = tree[lineBreak].nextSibling, next >= 0,
      case .text(let text) = tree[next].kind
    else { return false }
    return text.utf8.first == ASCII.pipe
  }

  /// A role's name at the end of a text, before the code that is its argument.
  private func role(endOf bytes: ArraySlice<UInt8>, _ index: Tree.Index) -> Range<Int>? {
    let next = tree[index].nextSibling
    guard next >= 0, case .code = tree[next].kind else { return nil }
    let close = bytes.count - 1
    var start = close
    while start > 0, Self.isNameByte(bytes[start - 1]) { start -= 1 }
    guard start < close, start > 0 else { return nil }
    let isRole = bytes[start - 1] == (bytes[close] == ASCII.closeBrace ? ASCII.openBrace : UInt8(ascii: ":"))
    return isRole ? start - 1..<bytes.count : nil
  }

  /// The bytes that markup begins with.
  private static let signs: [Bool] = (0..<256).map { "{\\(![]@<&:?=+|`~%.}#*_".utf8.contains(UInt8($0)) }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func starts(_ bytes: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    return word.withUTF8Buffer { word in
      for index in 0..<count where unsafe bytes[bytes.startIndex + index] != word[index] { return false }
      return true
    }
  }

  /// `[A page][]`, `[A page][1]`, which need their definitions; `int[n][]` is code.
  private static func collapsed(_ bytes: ArraySlice<UInt8>, after previous: UInt8) -> Int? {
    guard bytes.first == ASCII.openBracket, ASCII.isBlank(previous) || previous == ASCII.openParenthesis else { return nil }
    let words = bytes.dropFirst().prefix(200).prefix { $0 != ASCII.closeBracket && $0 != ASCII.openBracket }
    guard words.count > 2, words.contains(where: ASCII.isLetter) else { return nil }
    if starts(bytes[words.endIndex...], "][]") { return words.count + 4 }
    guard words.contains(ASCII.space), ASCII.isLetter(words[words.startIndex]), starts(bytes[words.endIndex...], "][") else { return nil }
    let label = bytes[words.endIndex...].dropFirst(2).prefix(100).prefix {
      $0 != ASCII.closeBracket && $0 > ASCII.space && $0 != ASCII.openBracket
    }
    guard let first = label.first, ASCII.isLetter(first) || ASCII.isDigit(first), bytes[label.endIndex...].first == ASCII.closeBracket
    else {
      return nil
    }
    return words.count + label.count + 4
  }

  /// remark's `:cite[words]`.
  private static func textDirective(_ bytes: ArraySlice<UInt8>, after previous: UInt8) -> Int? {
    guard bytes.first == UInt8(ascii: ":"), ASCII.isBlank(previous) || previous == ASCII.openParenthesis else { return nil }
    let name = bytes.dropFirst().prefix(40).prefix { $0 &- 0x61 < 26 }
    guard ["cite", "ref", "dfn", "term", "abbr"].contains(String(decoding: name, as: UTF8.self)),
      bytes[name.endIndex...].first == ASCII.openBracket,
      let next = bytes[name.endIndex...].dropFirst().first, ASCII.isLetter(next)
    else { return nil }
    return bytes[name.endIndex...].prefix(200).contains(ASCII.closeBracket) ? name.count + 1 : nil
  }

  /// `[![badge]][address]`, a picture in a link: both need their definitions.
  private static func undefinedBadge(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard starts(bytes, "[![") else { return nil }
    let name = bytes.dropFirst(3).prefix(100).prefix { $0 != ASCII.closeBracket && $0 != ASCII.openBracket }
    guard !name.isEmpty, starts(bytes[name.endIndex...], "]][") || starts(bytes[name.endIndex...], "]](") else { return nil }
    return name.count + 5
  }

  /// `[^name]`
  private static func note(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard starts(bytes, "[^") else { return nil }
    let name = bytes.dropFirst(2).prefix(40).prefix(while: isNameByte)
    return !name.isEmpty && bytes[name.endIndex...].first == ASCII.closeBracket ? name.count + 3 : nil
  }

  /// Where the argument behind a command's options ends: `[inline]{words}`.
  private static func optionsEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.first == ASCII.openBracket else { return nil }
    let options = bytes.dropFirst().prefix(100).prefix { $0 != ASCII.closeBracket && $0 != ASCII.openBracket && $0 != ASCII.backslash }
    guard bytes[options.endIndex...].starts(with: "]{".utf8) else { return nil }
    return bytes[options.endIndex...].prefix(300).firstIndex(of: ASCII.closeBrace).map { $0 + 1 }
  }

  /// `:::`, MDC's `::name`, its end `::`, and `:name{…}` as all of a line; a line of text begins with a name of C++ or CSS in code.
  private static func colons(_ bytes: ArraySlice<UInt8>, _ count: Int) -> (Kind, Int)? {
    guard count < 3 else { return (.container, count) }
    let name = bytes.dropFirst(count).prefix(while: isNameByte)
    let next = bytes[name.endIndex...].first
    if count == 2 { return bytes.count == 2 || !name.isEmpty && (next == nil || next == ASCII.openBrace) ? (.container, 2) : nil }
    return !name.isEmpty && next == ASCII.openBrace && bytes.last == ASCII.closeBrace ? (.clientDirective, name.count + 1) : nil
  }

  /// Markup that only begins lines.
  private static func lineStart(_ bytes: ArraySlice<UInt8>) -> (Kind, Int)? {
    func count(_ byte: UInt8) -> Int { bytes.prefix { $0 == byte }.count }
    switch bytes.first {
    case UInt8(ascii: ":"): return colons(bytes, count(UInt8(ascii: ":")))
    case UInt8(ascii: "!") where starts(bytes, "!include "): return (.include, 8)
    case UInt8(ascii: "@") where starts(bytes, "@import \""): return (.include, 7)
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      guard starts(bytes, "!!!") || starts(bytes, "???"), case let rest = bytes.dropFirst(3), let next = rest.first else { return nil }
      // `???what` may be a question; `???note "Title"` is none.
      let isNamed = ASCII.isLetter(next) && bytes.last == UInt8(ascii: "\"")
      guard isNamed || next == ASCII.space && rest.dropFirst().first.map(ASCII.isLetter) == true else { return nil }
      return (.admonition, 4)
    case UInt8(ascii: "="): return starts(bytes, "=== \"") ? (.admonition, 5) : nil
    case UInt8(ascii: "+"):
      guard starts(bytes, "+--") || starts(bytes, "+=="), bytes.dropFirst(3).contains(UInt8(ascii: "+")) else { return nil }
      return (.gridTable, 3)
    case ASCII.pipe:
      let isRow = bytes.count > 4 && bytes.last == ASCII.pipe && bytes.dropFirst().dropLast().contains(ASCII.pipe)
      return isRow ? (.table, 1) : nil
    case ASCII.backtick, ASCII.tilde:
      let length = count(bytes.first ?? 0)
      return length >= 3 ? (.fence, length) : nil
    case ASCII.less: return starts(bytes, "<<< ") ? (.include, 3) : nil
    case ASCII.hash:
      let signs = count(ASCII.hash)
      guard (2...6).contains(signs), let next = bytes.dropFirst(signs).first,
        ASCII.isLetter(next) || next >= 0x80 || signs > 2 && ASCII.isDigit(next)
      else { return nil }
      return (.heading, signs)
    case ASCII.backslash: return starts(bytes, "\\item ") ? (.item, 5) : nil
    case UInt8(ascii: "@"): return clientBlock(bytes).map { (.clientDirective, $0) }
    case ASCII.openBracket:
      // oh-my-cv's `[~P1]: a work`, marks of programs for slides: `[!mark:"word"] words`.
      guard starts(bytes, "[~") || starts(bytes, "[!"), case let name = bytes.dropFirst(2).prefix(40).prefix(while: isNameByte),
        !name.isEmpty
      else { return nil }
      let isLabel = bytes.dropFirst().first == ASCII.tilde ? "]:" : ":"
      return bytes[name.endIndex...].starts(with: isLabel.utf8) ? (.labelled, name.count + 2) : nil
    case UInt8(ascii: "%"): return starts(bytes, "%% ") ? (.comment, 2) : nil
    case UInt8(ascii: "."):
      guard starts(bytes, ".. ") else { return nil }
      let name = bytes.dropFirst(3).prefix(while: isNameByte).count
      return name > 0 && starts(bytes.dropFirst(3 + name), "::") ? (.directive, 5 + name) : nil
    default: return nil
    }
  }

  /// False for two percent signs in a text of a tool without such comments, which are a shell's or a cell's; with two more at the end they are one.
  private func mayBeComment(_ line: ArraySlice<UInt8>) -> Bool {
    switch dialect.tool {
    case .general, .commonmark, .obsidian, .logseq, .myst, .hackmd, .chat: true
    default: line.dropFirst(2).firstRange(of: Array("%%".utf8)) != nil
    }
  }

  /// `@Name {…`, `@Name(…) {…`: the length of the name with its sign.
  private static func clientBlock(_ bytes: ArraySlice<UInt8>) -> Int? {
    let name = bytes.dropFirst().prefix(while: isNameByte)
    guard let first = name.first, first &- 0x41 < 26 else { return nil }
    var rest = bytes[name.endIndex...]
    if rest.first == ASCII.openParenthesis {
      guard let close = rest.prefix(300).firstIndex(of: ASCII.closeParenthesis) else { return nil }
      rest = rest[(close + 1)...]
    }
    return rest.first(where: { !ASCII.isBlank($0) }) == ASCII.openBrace ? name.count + 1 : nil
  }

  /// `:name[…]{…}`: the length of the name with its colon.
  private static func clientSpan(_ bytes: ArraySlice<UInt8>) -> Int? {
    let name = bytes.dropFirst().prefix(while: isNameByte)
    guard let first = name.first, ASCII.isLetter(first), bytes[name.endIndex...].first == ASCII.openBracket,
      let close = bytes[name.endIndex...].prefix(300).firstIndex(of: ASCII.closeBracket), bytes[(close + 1)...].first == ASCII.openBrace,
      bytes[close...].prefix(300).contains(ASCII.closeBrace)
    else { return nil }
    return name.count + 1
  }

  /// True for the name of a command that LaTeX's texts have.
  private static func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: name, as: UTF8.self)
    return LaTeXCommand.named[name] != nil || ["label", "ref", "cite", "footnote", "href", "url"].contains(name)
  }

  /// True for addresses in a tool's own scheme, `cito:citesAsEvidence key`, which no link can have for the blank in it.
  private static func isNamedAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    let scheme = bytes.prefix(20).prefix(while: ASCII.isLetter)
    guard scheme.count > 2, bytes[scheme.endIndex...].first == UInt8(ascii: ":"), bytes[scheme.endIndex...].dropFirst().first != ASCII.space
    else {
      return false
    }
    let address = bytes.prefix(200).prefix { $0 != ASCII.closeParenthesis }
    return address.endIndex < bytes.endIndex && address.contains(ASCII.space) && !address.contains(ASCII.openParenthesis)
  }

  /// True for a file's name with blanks in it, up to a closing parenthesis or a title.
  private static func isSpacedAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    var name = bytes.prefix(300).prefix { !"()[]<>=".utf8.contains($0) }
    if let quote = name.firstIndex(of: UInt8(ascii: "\"")) {
      name = name[..<quote]
    } else if bytes[name.endIndex...].first != ASCII.closeParenthesis {
      return false
    }
    while let last = name.last, ASCII.isBlank(last) { name.removeLast() }
    let ending = name.reversed().prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }.count
    return (2...5).contains(ending) && name.contains(where: ASCII.isBlank) && name.dropLast(ending).last == UInt8(ascii: ".")
      && ASCII.isLetter(name[name.endIndex - 1]) && !ASCII.isBlank(name[name.startIndex])
  }

  /// True for `{width=50%}` at the end of a text: values of attributes that pictures, tables and blocks have.
  private static func isListOfPairs(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count < 200, bytes.last == ASCII.closeBrace, bytes.contains(UInt8(ascii: "=")),
      let read = Attributes.read(bytes), read.length == bytes.count
    else { return false }
    return read.attributes.pairs.contains { attributeNames.contains($0.key) && !$0.value.isEmpty }
  }

  private static let attributeNames: Set<String> = [
    "width", "height", "widths", "align", "class", "style", "id", "target", "caption", "alt", "title", "lang", "float", "scale",
    "fig-align",
  ]

  /// Markup anywhere in a line.
  private static func inline(_ bytes: ArraySlice<UInt8>) -> (Kind, Int)? {
    guard bytes.count > 2 else { return nil }
    let next = bytes[bytes.startIndex + 1]
    /// The bytes up to a closer on the same line, if there are only so many.
    func length(to closer: StaticString, most: Int = 300) -> Int? {
      for end in 1..<min(bytes.count, most) where starts(bytes.dropFirst(end), closer) {
        return end + closer.utf8CodeUnitCount
      }
      return nil
    }
    switch bytes.first {
    case ASCII.openBrace:
      if next == ASCII.openBrace { return length(to: "}}").map { (.tag, $0) } }
      if next == UInt8(ascii: "%") { return length(to: "%}").map { (.tag, $0) } }
      if next == UInt8(ascii: ":"), ".# ".utf8.contains(bytes[bytes.startIndex + 2]) {
        return length(to: "}").map { (.blockAttributes, $0) }
      }
      if isListOfPairs(bytes) { return (.attributes, bytes.count) }
      guard next == UInt8(ascii: ".") || next == ASCII.hash, ASCII.isLetter(bytes[bytes.startIndex + 2]) else { return nil }
      return length(to: "}", most: 100).map { (.attributes, $0) }
    case ASCII.backslash:
      if starts(bytes, "\\@ref(") { return length(to: ")", most: 80).map { (.reference, $0) } }
      let name = bytes.dropFirst().prefix(while: ASCII.isLetter).count
      guard name > 1, name + 1 < bytes.count else { return nil }
      // `\todo[inline]{words}`
      if let options = optionsEnd(bytes.dropFirst(name + 1)) { return (.command, options - bytes.startIndex) }
      guard bytes.dropFirst(name + 1).first == ASCII.openBrace else { return nil }
      if let length = length(to: "}") { return (.command, length) }
      return isKnown(bytes.dropFirst().prefix(name)) ? (.openCommand, name + 2) : nil
    case ASCII.openParenthesis:
      let isLabel = starts(bytes, "(#fig:") || starts(bytes, "(#tab:") || starts(bytes, "(#eq:")
      return isLabel ? length(to: ")", most: 80).map { (.label, $0) } : nil
    case UInt8(ascii: "!"):
      guard next == ASCII.openBracket else { return nil }
      return (bytes[bytes.startIndex + 2] == ASCII.openBracket ? length(to: "]]") : length(to: "](")).map { (.picture, $0) }
    case ASCII.openBracket:
      guard next == ASCII.openBracket, ASCII.isLetter(bytes[bytes.startIndex + 2]) else { return nil }
      return length(to: "]]").map { (.wikiLink, $0) }
    case ASCII.closeBracket:
      // pandoc's reference to a heading that is in another file.
      if next == ASCII.openBracket, bytes[bytes.startIndex + 2] &- 0x41 < 26, let length = length(to: "]", most: 120) {
        let label = bytes.dropFirst(2).prefix(length - 3)
        let isPlain = label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || " -,:&'".utf8.contains($0) }
        if isPlain, label.contains(where: ASCII.isBlank) { return (.link, length) }
      }
      if starts(bytes, "][http"), let length = length(to: "]"), bytes.prefix(20).contains(UInt8(ascii: "/")) { return (.link, length) }
      guard next == ASCII.openParenthesis else { return nil }
      let isAddress =
        "/.#".utf8.contains(bytes[bytes.startIndex + 2]) || starts(bytes, "](http") || starts(bytes, "](<")
        || isSpacedAddress(bytes.dropFirst(2)) || isNamedAddress(bytes.dropFirst(2))
      guard isAddress || starts(bytes, "](@ref") else { return nil }
      // An address that goes on over the end of its line.
      return (length(to: ")") ?? (starts(bytes, "](<") ? min(bytes.count, 80) : nil)).map { (.link, $0) }
    case UInt8(ascii: ":"): return clientSpan(bytes).map { (.clientDirective, $0) }
    case UInt8(ascii: "@"): return starts(bytes, "@ref(") ? length(to: ")").map { (.reference, $0) } : nil
    case ASCII.less:
      // Ruby's and JavaScript's templates.
      if next == UInt8(ascii: "%") { return length(to: "%>").map { (.tag, $0) } }
      // Browsers take it for a comment.
      if next == UInt8(ascii: "!"), "!?%*=#+~@:".utf8.contains(bytes[bytes.startIndex + 2]) {
        return length(to: ">", most: 200).map { (.declaration, $0) }
      }
      guard next == UInt8(ascii: "/"), ASCII.isLetter(bytes[bytes.startIndex + 2]) else { return nil }
      let name = bytes.dropFirst(2).prefix(while: isNameByte).count
      return bytes.dropFirst(name + 2).first == ASCII.greater ? (.element, name + 3) : nil
    case UInt8(ascii: "&"):
      let name = bytes.dropFirst().prefix(while: ASCII.isLetter).count
      guard (2...8).contains(name), bytes.dropFirst(name + 1).first == UInt8(ascii: ";") else { return nil }
      return (.entity, name + 2)
    default: return nil
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func lastRange(of word: String) -> Range<Int>? {
    let word = Array(word.utf8)
    var start = endIndex - word.count
    while start >= startIndex {
      if self[start...].starts(with: word) { return start..<start + word.count }
      start -= 1
    }
    return nil
  }
}

extension Tree {
  /// True for a node whose children are lines of text.
  fileprivate func isBlockOfInlines(_ index: Index) -> Bool {
    switch self[index].kind {
    case .paragraph, .heading, .tableCell, .title, .caption, .definitionTerm: true
    default: false
    }
  }
}
