package import TypesetDiagnostics
package import TypesetMarkdown

/// One or more blocks of a document that is built in Swift.
public protocol MarkdownBlock: Sendable {
  /// The blocks that it consists of.
  var blocks: [BuiltBlock] { get }
}

/// A block with the line of the program that made it, for diagnostics.
public struct BuiltBlock: MarkdownBlock {
  package indirect enum Kind: Sendable {
    case paragraph(Inline)
    case heading(Int, Inline, id: String?)
    case quote([BuiltBlock])
    case list(start: Int?, [[BuiltBlock]])
    case code(String, language: String)
    case display(String, id: String?)
    case rule, pageBreak, contents
    case callout(String, title: Inline, [BuiltBlock])
    case division(String, id: String?, [BuiltBlock])
    case table([MarkdownColumnAlignment], head: [Inline], rows: [[Inline]], caption: Inline)
    case markdown(String)
    /// Blocks that were read elsewhere, with what was found wrong with them.
    case tree(Tree, [Diagnostic])
  }

  package var kind: Kind
  /// The file of the program that made the block.
  package var file: String
  /// The line of that file, from 1.
  package var line: Int

  package init(_ kind: Kind, _ file: String, _ line: Int) { (self.kind, self.file, self.line) = (kind, file, line) }

  /// Itself.
  public var blocks: [BuiltBlock] { [self] }
}

extension MarkdownBlock {
  /// The blocks with a name that links use for them, and by which ``TypesetDocument/place(of:)`` finds all of them.
  ///
  /// - Parameters:
  ///   - id: The name.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public func id(_ id: String, file: String = #fileID, line: Int = #line) -> BuiltBlock {
    var block = blocks.count == 1 ? blocks[0] : BuiltBlock(.division("", id: nil, blocks), file, line)
    switch block.kind {
    case .heading(let level, let inline, _): block.kind = .heading(level, inline, id: id)
    case .display(let latex, _): block.kind = .display(latex, id: id)
    case .division(let name, nil, let inner): block.kind = .division(name, id: id, inner)
    default: block = BuiltBlock(.division("", id: id, [block]), block.file, block.line)
    }
    return block
  }

  /// The name of the blocks; what holds one block has the name of that, what holds several has none.
  public var id: String? {
    guard blocks.count == 1 else { return nil }
    switch blocks[0].kind {
    case .heading(_, let inline, let id): return id ?? inline.id
    case .display(_, let id): return id
    case .division(_, let id, let inner): return id ?? Self.id(of: inner)
    case .quote(let inner), .callout(_, _, let inner): return Self.id(of: inner)
    case .list(_, let items): return items.count == 1 ? Self.id(of: items[0]) : nil
    case .paragraph(let inline): return inline.id
    case .code, .rule, .pageBreak, .contents, .table, .markdown, .tree: return nil
    }
  }

  private static func id(of blocks: [BuiltBlock]) -> String? { blocks.count == 1 ? blocks[0].id : nil }
}

/// Collects blocks: `if`, `switch`, `for` and optionals are possible.
@resultBuilder
public enum MarkdownBlockBuilder {
  /// A block.
  public static func buildExpression(_ block: some MarkdownBlock) -> [BuiltBlock] { block.blocks }
  /// A picture by itself is a figure.
  public static func buildExpression(_ picture: Picture) -> [BuiltBlock] { [BuiltBlock(.paragraph(picture.inline), "", 0)] }
  /// A paragraph of parsed text.
  public static func buildExpression(_ text: Text) -> [BuiltBlock] { [BuiltBlock(.paragraph(text.inline), "", 0)] }
  /// A paragraph of text as it is.
  public static func buildExpression(_ inline: Inline) -> [BuiltBlock] { [BuiltBlock(.paragraph(inline), "", 0)] }
  /// All of them, in order.
  public static func buildBlock(_ parts: [BuiltBlock]...) -> [BuiltBlock] { parts.flatMap(\.self) }
  /// The value of an `if`, or nothing.
  public static func buildOptional(_ part: [BuiltBlock]?) -> [BuiltBlock] { part ?? [] }
  /// A branch of an `if` or `switch`.
  public static func buildEither(first part: [BuiltBlock]) -> [BuiltBlock] { part }
  /// A branch of an `if` or `switch`.
  public static func buildEither(second part: [BuiltBlock]) -> [BuiltBlock] { part }
  /// All iterations of a loop.
  public static func buildArray(_ parts: [[BuiltBlock]]) -> [BuiltBlock] { parts.flatMap(\.self) }
}

/// Collects text for a line: `if`, `switch`, `for` and optionals are possible.
@resultBuilder
public enum InlineBuilder {
  /// Literal text, or another inline.
  public static func buildExpression(_ inline: Inline) -> Inline { inline }
  /// A formula, a picture, parsed text.
  public static func buildExpression(_ inline: some InlineConvertible) -> Inline { inline.inline }
  /// Literal text.
  @_disfavoredOverload
  public static func buildExpression(_ text: some StringProtocol) -> Inline { Inline(text) }
  /// All of them, in order.
  public static func buildBlock(_ parts: Inline...) -> Inline { Inline(parts.flatMap(\.parts)) }
  /// The value of an `if`, or nothing.
  public static func buildOptional(_ part: Inline?) -> Inline { part ?? .empty }
  /// A branch of an `if` or `switch`.
  public static func buildEither(first part: Inline) -> Inline { part }
  /// A branch of an `if` or `switch`.
  public static func buildEither(second part: Inline) -> Inline { part }
  /// All iterations of a loop.
  public static func buildArray(_ parts: [Inline]) -> Inline { Inline(parts.flatMap(\.parts)) }
}

/// A paragraph.
public struct Paragraph: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - inline: A literal is literal text.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public init(_ inline: Inline, file: String = #fileID, line: Int = #line) { blocks = [BuiltBlock(.paragraph(inline), file, line)] }

  /// Literal text.
  @_disfavoredOverload
  public init(_ text: some StringProtocol, file: String = #fileID, line: Int = #line) { self.init(Inline(text), file: file, line: line) }

  /// Text, formulas and pictures, one after the other.
  public init(file: String = #fileID, line: Int = #line, @InlineBuilder _ content: () -> Inline) {
    self.init(content(), file: file, line: line)
  }
}

/// A heading.
public struct Heading: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - inline: A literal is literal text.
  ///   - level: From 1 to 6.
  ///   - id: The name that links use for it.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public init(_ inline: Inline, level: Int = 1, id: String? = nil, file: String = #fileID, line: Int = #line) {
    blocks = [BuiltBlock(.heading(min(max(level, 1), 6), inline, id: id), file, line)]
  }

  /// Literal text.
  @_disfavoredOverload
  public init(_ text: some StringProtocol, level: Int = 1, id: String? = nil, file: String = #fileID, line: Int = #line) {
    self.init(Inline(text), level: level, id: id, file: file, line: line)
  }
}

/// A block quote.
public struct Quote: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// The blocks in the quote.
  public init(file: String = #fileID, line: Int = #line, @MarkdownBlockBuilder _ content: () -> [BuiltBlock]) {
    blocks = [BuiltBlock(.quote(content()), file, line)]
  }
}

/// A list with bullets or numbers: each block is an item, an ``Item`` may have several.
public struct ItemList: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - start: The first number; nil is bullets.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  ///   - items: Each block is an item; ``Item`` has several blocks.
  public init(numberedFrom start: Int? = nil, file: String = #fileID, line: Int = #line, @MarkdownBlockBuilder _ items: () -> [BuiltBlock])
  {
    let items = items().map { item in if case .division("\u{1}item", _, let inner) = item.kind { inner } else { [item] } }
    blocks = [BuiltBlock(.list(start: start, items), file, line)]
  }
}

/// An item of a list with several blocks.
public struct Item: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// The blocks in the item.
  public init(file: String = #fileID, line: Int = #line, @MarkdownBlockBuilder _ content: () -> [BuiltBlock]) {
    blocks = [BuiltBlock(.division("\u{1}item", id: nil, content()), file, line)]
  }
}

/// A block of code.
public struct Code: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - code: Without a line feed at its end.
  ///   - language: As after a fence: `swift`, `js title="a.js"`.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public init(_ code: String, language: String = "", file: String = #fileID, line: Int = #line) {
    blocks = [BuiltBlock(.code(code.hasSuffix("\n") || code.isEmpty ? code : code + "\n", language: language), file, line)]
  }
}

/// A formula between blocks.
public struct DisplayMath: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - latex: Without dollars.
  ///   - id: The name that references use for it: `eq-energy`.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public init(_ latex: String, id: String? = nil, file: String = #fileID, line: Int = #line) {
    blocks = [BuiltBlock(.display(latex, id: id), file, line)]
  }
}

/// A callout with a title.
public struct Callout: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - kind: `note`, `tip`, `important`, `warning`, `caution` …
  ///   - title: Empty is the word for the kind.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  ///   - content: The blocks below the title.
  public init(
    _ kind: String = "note", title: Inline = .empty, file: String = #fileID, line: Int = #line,
    @MarkdownBlockBuilder _ content: () -> [BuiltBlock]
  ) {
    blocks = [BuiltBlock(.callout(kind.lowercased(), title: title, content()), file, line)]
  }
}

/// Blocks with the looks of a class.
public struct Division: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - name: The class.
  ///   - id: The name that links use for it.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  ///   - content: The blocks in it.
  public init(
    _ name: String, id: String? = nil, file: String = #fileID, line: Int = #line, @MarkdownBlockBuilder _ content: () -> [BuiltBlock]
  ) {
    blocks = [BuiltBlock(.division(name, id: id, content()), file, line)]
  }
}

/// A table of text.
public struct Grid: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - columns: How each column is aligned; there are as many columns. Empty for as many as the cells need, all `automatic`.
  ///   - head: The cells of the head; empty for a table without one.
  ///   - rows: Surplus cells are ignored.
  ///   - caption: Empty for a table without a caption.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public init(
    _ columns: [MarkdownColumnAlignment] = [], head: [Inline] = [], rows: [[Inline]], caption: Inline = .empty, file: String = #fileID,
    line: Int = #line
  ) {
    let count = max(head.count, rows.map(\.count).max() ?? 0)
    let columns = columns.isEmpty ? Array(repeating: .automatic, count: count) : columns
    blocks = [BuiltBlock(.table(columns, head: head, rows: rows, caption: caption), file, line)]
  }
}

/// A thematic break.
public struct Rule: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// A line across.
  public init(file: String = #fileID, line: Int = #line) { blocks = [BuiltBlock(.rule, file, line)] }
}

/// What follows begins on a new page.
public struct PageBreak: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// A new page.
  public init(file: String = #fileID, line: Int = #line) { blocks = [BuiltBlock(.pageBreak, file, line)] }
}

/// The table of contents.
public struct Contents: MarkdownBlock {
  /// The block itself.
  public let blocks: [BuiltBlock]

  /// All headings that are listed.
  public init(file: String = #fileID, line: Int = #line) { blocks = [BuiltBlock(.contents, file, line)] }
}

/// Blocks of parsed Markdown: a literal, into which values are interpolated without being parsed.
public struct Markdown: MarkdownBlock {
  /// The blocks, parsed when the document is typeset.
  public let blocks: [BuiltBlock]

  /// - Parameters:
  ///   - markdown: A literal; what is interpolated into it is not parsed.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public init(_ markdown: MarkdownLiteral, file: String = #fileID, line: Int = #line) {
    blocks = [BuiltBlock(.markdown(markdown.text), file, line)]
  }

  /// - Parameters:
  ///   - source: Markdown, all of which is parsed.
  ///   - file: Of the program, for diagnostics.
  ///   - line: Of the program, for diagnostics.
  public init(source: String, file: String = #fileID, line: Int = #line) { blocks = [BuiltBlock(.markdown(source), file, line)] }
}

extension Document {
  /// A document of blocks.
  ///
  /// ```swift
  /// Document {
  ///   Heading("Areas")
  ///   Paragraph { "A circle has "; Math("\\pi r^2"); "." }
  ///   for name in names { Paragraph("Dear \(name)") }
  /// }
  /// ```
  ///
  /// It is typeset like the equivalent Markdown. Diagnostics name the lines of the program that made the blocks, or else the document.
  public init(name: String = "document", @MarkdownBlockBuilder _ content: () -> [BuiltBlock]) {
    let blocks = content()
    let lines = SourceLines(of: blocks)
    self.init(Source(files: [Source.File(name: name, start: 0)], bytes: lines.bytes, runs: lines.runs))
    built = blocks
  }
}

extension BuiltBlock {
  /// The beginning of a block's text, for messages. Characters with a meaning in Markdown are left out, so that none of it is parsed.
  func line(letters: Int) -> String {
    let text: String
    switch kind {
    case .paragraph(let inline), .heading(_, let inline, _): text = inline.plainText
    case .code(let code, _): text = code
    case .display(let latex, _): text = latex
    case .markdown(let markdown): text = markdown
    case .tree(let tree, _): text = tree.plainText(of: 0)
    default: text = "block"
    }
    let shown = text.prefix(letters).map { $0.isLetter || $0.isNumber ? $0 : " " }
    return "\u{2060}" + String(shown)
  }
}

extension Inline {
  /// The plain text; a formula is represented by its LaTeX.
  var plainText: String { Self.plainText(of: parts) }

  private static func plainText(of parts: [Part]) -> String {
    parts.map { part in
      switch part {
      case .text(let text), .markdown(let text), .math(let text), .code(let text, _): text
      case .tree(let tree): tree.plainText(of: 0)
      case .lineBreak, .tab: " "
      case .field: ""
      case .picture(let picture): picture.alternative
      case .attachment(let box): box.plainText
      case .wrapped(_, let inner): plainText(of: inner)
      }
    }.joined()
  }
}
