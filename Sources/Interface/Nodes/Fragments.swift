/// What a resolver turns a node into: pieces of a document, in order.
///
/// Fragments are spliced into the document before anything is numbered: they may contain headings, figures, notes and labels.
public struct MarkdownFragment: Sendable {
  indirect enum Part: Sendable {
    case markdown(String)
    case text(String)
    case code(String, language: String)
    case nodes([MarkdownNode])
    case group(classes: [String], id: String?, pairs: [(key: String, value: String)], [Part])
    case callout(kind: String, title: [Part], [Part])
    case attachment(AttachmentBox)
    case collected([Part], Emission)
    case reading(CollectedReader, [Part])
  }

  var parts: [Part]

  /// Several fragments, in order.
  public init(_ fragments: [MarkdownFragment] = []) { parts = fragments.flatMap(\.parts) }

  private init(_ part: Part) { parts = [part] }

  /// Nothing.
  public static let empty = MarkdownFragment()

  /// Markdown, which is parsed; it may contain directives.
  public static func markdown(_ text: String) -> MarkdownFragment { MarkdownFragment(.markdown(text)) }

  /// Literal text, whatever characters it has: a paragraph, or part of a line.
  public static func text(_ text: String) -> MarkdownFragment { MarkdownFragment(.text(text)) }

  /// A code block, or inline code.
  public static func code(_ code: String, language: String = "") -> MarkdownFragment { MarkdownFragment(.code(code, language: language)) }

  /// Nodes of the document, such as ``MarkdownNode/children``: they keep their looks, their numbers and their own resolvers.
  public static func nodes(_ nodes: [MarkdownNode]) -> MarkdownFragment { MarkdownFragment(.nodes(nodes)) }

  /// A box around fragments, or a span in a line, with the looks of a class: `.foregroundStyle(.red, for: .class("todo"))`.
  ///
  /// - Parameters:
  ///   - name: The class. `note`, `warning` and the like are styled by every theme.
  ///   - id: The name that links use for it.
  ///   - attributes: As authors write them in braces: `["lang": "de"]`.
  ///   - fragments: In this order.
  public static func group(
    _ name: String, id: String? = nil, attributes: [String: String] = [:], _ fragments: MarkdownFragment...
  ) -> MarkdownFragment {
    let pairs = attributes.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
    return MarkdownFragment(.group(classes: name.isEmpty ? [] : [name], id: id, pairs: pairs, fragments.flatMap(\.parts)))
  }

  /// A callout: a highlighted box with a title.
  ///
  /// - Parameters:
  ///   - kind: `note`, `tip`, `important`, `warning`, `caution` and the like are styled by every theme; any other name is a class too.
  ///   - title: Inline content; empty for none.
  ///   - fragments: In this order.
  public static func callout(_ kind: String, title: MarkdownFragment = .empty, _ fragments: MarkdownFragment...) -> MarkdownFragment {
    MarkdownFragment(.callout(kind: kind.lowercased(), title: title.parts, fragments.flatMap(\.parts)))
  }

  /// A drawing, in a line or between blocks.
  public static func attachment(_ attachment: some InlineAttachment) -> MarkdownFragment {
    MarkdownFragment(.attachment(AttachmentBox(attachment)))
  }

  /// A drawing that is known by a name and a version, by which it is compared instead of by its value.
  ///
  /// - Parameters:
  ///   - attachment: The drawing.
  ///   - id: Also the name that links use for it.
  ///   - version: Another number wherever it is to look otherwise.
  public static func attachment(_ attachment: some InlineAttachment, id: String, version: Int) -> MarkdownFragment {
    MarkdownFragment(.attachment(AttachmentBox(attachment, identity: AttachmentIdentity(id: id, version: version)))).id(id)
  }

  /// The fragment with a name that links use for it, and by which ``TypesetDocument/place(of:)`` finds all of it.
  public func id(_ id: String) -> MarkdownFragment { MarkdownFragment(.group(classes: [], id: id, pairs: [], parts)) }

  /// Its name; a group of one fragment without a name of its own has the name of that one, one of several has none.
  public var id: String? { Self.id(of: parts) }

  private static func id(of parts: [Part]) -> String? {
    guard parts.count == 1 else { return nil }
    switch parts[0] {
    case .group(_, let id?, _, _): return id
    case .group(_, nil, _, let inner), .callout(_, _, let inner), .collected(let inner, _), .reading(_, let inner):
      return Self.id(of: inner)
    case .nodes(let nodes): return nodes.count == 1 ? nodes[0].id : nil
    case .markdown, .text, .code, .attachment: return nil
    }
  }

  func collected(_ emission: Emission) -> MarkdownFragment { MarkdownFragment(.collected(parts, emission)) }

  static func reading(_ reader: CollectedReader) -> MarkdownFragment { MarkdownFragment(.reading(reader, [])) }

  func reading(_ reader: CollectedReader) -> MarkdownFragment { MarkdownFragment(.reading(reader, parts)) }

  /// One fragment after another.
  public static func + (a: MarkdownFragment, b: MarkdownFragment) -> MarkdownFragment { MarkdownFragment([a, b]) }
}
