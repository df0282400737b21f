import TypesetDiagnostics

/// A block that CommonMark does not know, which its parser reads as a quote.
///
/// Admonitions, tabs, divs and definitions contain blocks, and so do quotes. For the author's
///
///     !!! note "A *title*"
///         Its body.
///
/// the parser reads
///
///     > <!--marker-->
///     > ###### A *title* #
///     > Its body.
///
/// so that lists, quotes and these blocks nest in each other in every way; the marker says what the quote represents.
struct SpecialBlock {
  enum Kind: Equatable {
    /// `!!! name`, `??? name`; the classes come first to last.
    case admonition([String])
    case tab
    /// `::: name`, `::: {.name}`.
    case division(Attributes)
    /// `:   text` below its term.
    case definition
    /// `@Name(…) { … }`.
    case directive(ClientDirective)
    /// ```` ```{name} ````, `:::{name}`.
    case toolDirective(Directive)
    /// `/// name | title`.
    case slashes(SlashBlock)
    /// A table whose cells are blocks, and one of these cells.
    case table(CellTable.Frame)
    case cell
    /// `(label)=`: the next block's name. There is no quote, only the marker.
    case target(String)
  }

  /// Of a directive: its text, braces included.
  var place: Range<Int>?

  var kind: Kind
  var hasTitle: Bool

  init(place: Range<Int>? = nil, kind: Kind, hasTitle: Bool) { (self.place, self.kind, self.hasTitle) = (place, kind, hasTitle) }

  /// Ends a directive at its closing brace.
  mutating func end(at end: Int) { place = place.map { $0.lowerBound..<end } }

  /// The diagnostic for a directive whose body continues to the end of its container.
  var unclosed: Diagnostic? {
    guard case .directive(let directive) = kind, let place else { return nil }
    return Diagnostic(
      .warning, "directive.unclosed", at: SourceSpan(place.lowerBound, place.upperBound), "the { of @\(directive.name) is never closed",
      hint: "put a } on a line of its own after the last line of its body")
  }

  /// True if only MyST has it.
  var isOfMyST: Bool {
    switch kind {
    case .toolDirective, .target: true
    default: false
    }
  }

  /// A comment between blocks that must not merge.
  static let separator = "<!---->"
  static let separatorBytes = Array(separator.utf8)

  static func isSeparator(_ text: String) -> Bool { text.utf8.count < 1_100 && text.trimmedWhitespace() == separator }

  private static let markerHead: [UInt8] = Array("<!--".utf8) + [0xEF, 0xB7, 0x92]

  /// U+FDD2 is used for nothing else; see `MathSpans`.
  static func marker(_ number: Int) -> [UInt8] {
    markerHead + MathSpans.placeholder(number).dropFirst(3) + Array("-->".utf8)
  }

  /// The number in the text of a marker.
  static func number(ofMarker text: String) -> Int? {
    guard text.utf8.starts(with: markerHead) else { return nil }
    var number = 0
    for scalar in text.unicodeScalars.dropFirst(5) {
      guard (0xFDE0...0xFDEF).contains(scalar.value) else { break }
      number = number << 4 | Int(scalar.value - 0xFDE0)
    }
    return number
  }
}

/// The opener of a block that becomes a quote.
struct BlockOpening {
  var special: SpecialBlock
  /// The container that stays open; nil for a block that ends on its line.
  var container: OpenBlocks.Container?
  /// Inlines on the opener's line that become a heading of six signs.
  var title: Range<Int>?
  /// Where text of the body begins on the opener's line.
  var content: Int?
  /// True if that text is a paragraph of its own.
  var isParagraph = false
  /// The body of a block that ends on its line.
  var line: Range<Int>?
  /// Where the opener ends; nil is the end of its line.
  var end: Int?
  /// Lines below the opener that are not shown.
  var options: Range<Int>?

  init(
    _ kind: SpecialBlock.Kind, _ container: OpenBlocks.Container?, title: Range<Int>? = nil, content: Int? = nil,
    options: Range<Int>? = nil
  ) {
    special = SpecialBlock(kind: kind, hasTitle: title != nil)
    (self.container, self.title, self.content, self.options) = (container, title, content, options)
  }
}
