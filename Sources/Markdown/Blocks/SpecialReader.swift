/// Recognises the blocks that CommonMark does not know at the first characters of their lines, whatever reader they have.
struct SpecialReader {
  /// The names that make `@Name` a directive.
  private let directives: Set<String>
  /// Unknown directives that were reported.
  private var reported: Set<String> = []
  /// Where the last line of this many slashes begins, by their number; nil before the first line that begins with a slash.
  private var lastSlashLines: [Int: Int]?
  /// Where the last line begins that is nothing but colons; nil before the first line that begins with three.
  private var lastColons: Int?

  init(directives: Set<String>) { self.directives = directives }

  /// What begins on a line.
  enum Opening {
    case block(BlockOpening)
    /// A directive between colons with code in it.
    case literal(DirectiveOpener)
  }

  /// Notes what later lines need to know.
  mutating func pass(_ cursor: LineCursor, textStart: Int) {
    if lastColons == nil, let first = cursor.first, first.byte == UInt8(ascii: ":"), cursor.bytes[first.offset...].starts(with: ":::".utf8)
    {
      lastColons = SpecialOpener.lastColons(in: cursor.bytes, from: first.offset)
    }
    guard lastSlashLines == nil, cursor.first?.byte == UInt8(ascii: "/") else { return }
    lastSlashLines = SlashOpener.lastLines(of: cursor.bytes, from: textStart)
  }

  /// True if a special block of any kind begins at the first character of a line.
  ///
  /// - Parameter definesTerm: True where a colon may begin a definition.
  func begins(_ cursor: LineCursor, _ first: LineCursor.First, in open: OpenBlocks, definesTerm: Bool, _ findings: Findings) -> Bool {
    switch first.byte {
    case ASCII.tilde where definesTerm: break
    case ASCII.backtick, ASCII.tilde:
      return DirectiveOpener(cursor, at: first.offset)?.isBlock ?? (FencedCallout(cursor, at: first.offset, in: open) != nil)
    case UInt8(ascii: "/"): return SlashOpener(cursor, at: first.offset, lastLines: lastSlashLines) != nil
    case UInt8(ascii: ":"): if DirectiveOpener(cursor, at: first.offset)?.isBlock ?? false { return true }
    default: break
    }
    return special(cursor, first, in: open, definesTerm: definesTerm, findings) != nil
  }

  /// The special block that begins at the first character of a line.
  ///
  /// - Parameters:
  ///   - definesTerm: True where a colon may begin a definition.
  ///   - signs: Whether the document is one of MyST's, which unknown directives need.
  ///   - findings: Where unknown directives are reported.
  mutating func opening(
    _ cursor: LineCursor, _ first: LineCursor.First, in open: OpenBlocks, definesTerm: Bool, _ signs: inout MySTSigns,
    _ findings: inout Findings
  ) -> Opening? {
    switch first.byte {
    case ASCII.tilde where definesTerm && special(cursor, first, in: open, definesTerm: true, findings) != nil: break
    case ASCII.backtick, ASCII.tilde:
      if let callout = FencedCallout(cursor, at: first.offset, in: open) { return .block(callout.opening) }
      return directive(cursor, first.offset, in: open, &signs, &findings)
    case UInt8(ascii: "/"):
      return SlashOpener(cursor, at: first.offset, lastLines: lastSlashLines).map { .block($0.opening(cursor, in: open)) }
    case UInt8(ascii: ":"): if let directive = directive(cursor, first.offset, in: open, &signs, &findings) { return directive }
    default: break
    }
    return special(cursor, first, in: open, definesTerm: definesTerm, findings).map { .block($0) }
  }

  private func special(
    _ cursor: LineCursor, _ first: LineCursor.First, in open: OpenBlocks, definesTerm: Bool, _ findings: Findings
  ) -> BlockOpening? {
    SpecialOpener(cursor: cursor, first: first, open: open, lastColons: lastColons ?? -1)
      .read(
        definesTerm: definesTerm, directives: directives, number: findings.specials.count, in: findings.dialect)
  }

  /// A directive of MyST's; nil if the parser reads it as code.
  private mutating func directive(
    _ cursor: LineCursor, _ start: Int, in open: OpenBlocks, _ signs: inout MySTSigns, _ findings: inout Findings
  ) -> Opening? {
    guard var opener = DirectiveOpener(cursor, at: start) else { return nil }
    let isFence = opener.byte != UInt8(ascii: ":")
    // ```` ```{definition} ```` is a theorem of bookdown's.
    if isFence, [.rmarkdown, .bookdown].contains(findings.dialect.tool), TextEngines.isTheorem(opener.directive.name) { return nil }
    if !opener.isKnown {
      guard !isFence || !Directive.engines.contains(opener.directive.name) && signs.show() else { return nil }
    }
    if let code = opener.showingCode(cursor, in: open) {
      opener = code
      findings.edit(start + opener.length..<cursor.trimmedEnd, Array("{code}".utf8))
    }
    if !opener.isKnown, reported.insert(opener.directive.name).inserted {
      findings.diagnostics.append(opener.unknown(at: start))
    }
    // Fences of backticks are code to the parser, too.
    if opener.directive.isLiteral { return isFence ? nil : .literal(opener) }
    return .block(opener.opening(cursor, in: open))
  }
}
