public import TypesetInterface
internal import TypesetDiagnostics
internal import TypesetMarkdown

extension Document {
  /// A document of a text, with its attributes and its blocks.
  ///
  /// `Document(AttributedText(markdown: s))` is typeset like `Document(markdown: s)`, to the byte.
  public init(_ text: AttributedText) {
    let origin = text.origin
    self.init(origin?.source ?? Source(name: "text", text: ""))
    read = ParsedDocument(
      frontMatter: origin?.frontMatter ?? FrontMatter(), tree: text.tree, diagnostics: origin?.diagnostics ?? [], forms: origin?.forms)
  }
}

// MARK: In documents that are built

/// The blocks of a text, in a document that is built of blocks. Text without blocks is a paragraph.
///
/// In a builder the text alone says the same.
public struct TextBlocks: MarkdownBlock {
  /// The blocks themselves.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - text: With its attributes and its blocks.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public init(_ text: AttributedText, file: String = #fileID, line: Int = #line) {
    blocks = [BuiltBlock(.tree(text.tree, text.diagnostics), file, line)]
  }
}

extension MarkdownBlockBuilder {
  /// The blocks of a text.
  @_disfavoredOverload
  public static func buildExpression(_ text: AttributedText) -> [BuiltBlock] { TextBlocks(text, file: "", line: 0).blocks }
}

extension AttributedText: InlineConvertible {
  /// The text as a part of a line; several blocks are joined by spaces.
  public var inline: Inline { Inline([.tree(tree)]) }
}
