package import TypesetDiagnostics
package import TypesetMarkdown

/// Text with attributes: a whole document, or a piece of one, as a value.
///
/// ```swift
/// var text = AttributedText(markdown: "This is **Bold text** and this is _italic_")
/// text.characters.count  // 36
/// for run in text.runs where run.inlineIntent.contains(.strong) { … }
/// ```
///
/// Characters are counted as `String` counts them. Attributes belong to runs, which are as long as possible. Blocks (paragraphs, list items,
/// cells) add no characters. A formula, a picture, the mark of a note or a line break is one character.
@dynamicMemberLookup
public struct AttributedText: Sendable {
  var content = TextContent()
  /// What the text was read from.
  package var origin: TextOrigin?

  /// The text without its attributes.
  public var plain: String { content.plain }
  var segments: [TextContent.Segment] { content.segments }
  var sets: AttributeSets { content.sets }
  var structure: Structure { content.structure }

  /// No text.
  public init() {}

  /// Plain text, whatever characters it has.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) { self.init(text, attributes: TextAttributes()) }

  /// Text with the same attributes everywhere.
  public init(_ text: some StringProtocol, attributes: TextAttributes) {
    var maker = TextMaker(structure: Structure())
    maker.append(String(text), leaf: -1, attributes)
    self.init(maker, origin: nil)
  }

  init(_ maker: consuming TextMaker, origin: TextOrigin?) {
    content = TextContent(maker)
    self.origin = origin
  }

  /// True if there are no characters.
  public var isEmpty: Bool { plain.isEmpty }
}

/// Where a text was read.
package struct TextOrigin: Sendable {
  /// The file, to which the spans of diagnostics refer.
  package var source: Source
  package var frontMatter: FrontMatter
  /// How ambiguous dollars and brackets of the text were read.
  package var forms: FormulaForms?
  /// What was wrong when the text was read.
  package var diagnostics: [Diagnostic]
}

// MARK: Places

extension AttributedText {
  /// A place between two characters; valid for the text that it comes from.
  public struct Index: Hashable, Comparable, Sendable {
    /// In bytes of UTF-8.
    let offset: Int

    /// True if the first is before the second.
    public static func < (a: Index, b: Index) -> Bool { a.offset < b.offset }
  }

  /// Before the first character.
  public var startIndex: Index { Index(offset: 0) }
  /// After the last character.
  public var endIndex: Index { Index(offset: content.byteCount) }
}
