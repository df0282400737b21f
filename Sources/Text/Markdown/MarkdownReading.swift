public import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown
internal import TypesetSettings

extension AttributedText {
  /// Reads Markdown. Never fails: what is no syntax stays text.
  ///
  /// - Parameter markdown: As typed; it may have front matter.
  public init(markdown: String) { self.init(TextOrigin.read(Source(name: "text.md", text: markdown), including: nil)) }

  /// Reads Markdown with the attributes of a scope.
  ///
  /// Names and values that the scope does not know are kept as they are written.
  ///
  /// - Parameters:
  ///   - markdown: As typed.
  ///   - scope: The scope, `\.brand`.
  public init<Scope: TextScope>(markdown: String, including scope: KeyPath<TextScopes, Scope.Type>) {
    self.init(markdown: markdown, including: TextScopes()[keyPath: scope])
  }

  /// Reads Markdown with the attributes of a scope.
  ///
  /// - Parameters:
  ///   - markdown: As typed.
  ///   - scope: The scope, `Brand.self`.
  public init(markdown: String, including scope: any TextScope.Type) {
    var diagnostics: [Diagnostic] = []
    self.init(Source(name: "text.md", text: markdown), including: scope, &diagnostics)
  }

  /// Reads Markdown, and reports what it finds on the way.
  ///
  /// - Parameters:
  ///   - source: Markdown with the name that diagnostics show.
  ///   - scope: The scope of the attributes; nil takes them as they are written.
  ///   - diagnostics: Gets what is wrong with the syntax, and each name and value that the scope does not know.
  public init(_ source: Source, including scope: (any TextScope.Type)? = nil, _ diagnostics: inout [Diagnostic]) {
    self.init(TextOrigin.read(source, including: scope))
    diagnostics += origin?.diagnostics ?? []
  }

  /// Reads Markdown, and refuses what is wrong with it.
  ///
  /// - Parameters:
  ///   - markdown: As typed.
  ///   - scope: The scope of the attributes; nil takes them as they are written.
  /// - Throws: ``TextSyntaxError``, with the place of the first fault: an unclosed formula, a note without text, an attribute or a value
  ///   that the scope does not know.
  public init(strict markdown: String, including scope: (any TextScope.Type)? = nil) throws(TextSyntaxError) {
    let source = Source(name: "text.md", text: markdown)
    self.init(TextOrigin.read(source, including: scope))
    let fault = origin?.diagnostics.filter { $0.severity > .note }.min { ($0.span?.start ?? 0) < ($1.span?.start ?? 0) }
    if let fault { throw TextSyntaxError(fault, in: source) }
  }

  /// Reads Markdown with the attributes of a scope, and refuses what is wrong with it.
  public init<Scope: TextScope>(strict markdown: String, including scope: KeyPath<TextScopes, Scope.Type>) throws(TextSyntaxError) {
    try self.init(strict: markdown, including: TextScopes()[keyPath: scope])
  }

  private init(_ read: (text: TextMaker, origin: TextOrigin)) { self.init(read.text, origin: read.origin) }

  /// What was wrong with the Markdown that the text was read from.
  public var diagnostics: [Diagnostic] { origin?.diagnostics ?? [] }
}

extension TextOrigin {
  /// Reads Markdown.
  fileprivate static func read(_ source: Source, including scope: (any TextScope.Type)?) -> (text: TextMaker, origin: TextOrigin) {
    let budget = Budget()
    let read = preprocessed(source, files: .none, budget: budget)
    var options = ParseOptions()
    options.readsMath = { Settings.value(of: "math", in: $0.values)?.flag ?? true }
    options.readsFields = read.source.mayHaveFields
    var parsed = TypesetMarkdown.parse(read.source, options: options, budget: budget)
    parsed.tree.inflect(language: parsed.frontMatter.text("lang"))
    var diagnostics = read.diagnostics + parsed.diagnostics
    if let scope { ScopeReading(scope).run(&parsed.tree, &diagnostics) }
    let made = TextMaker(parsed.tree)
    if let place = made.flattened {
      let most = Structure.mostInlines
      diagnostics.append(
        Diagnostic(
          .warning, "limit.nesting", at: place, "brackets and marks are nested deeper than \(most) levels",
          hint: "deeper levels are merged into one, with their attributes to level \(Structure.mostMerged)"))
    }
    let origin = TextOrigin(source: read.source, frontMatter: parsed.frontMatter, forms: parsed.forms, diagnostics: diagnostics)
    return (made, origin)
  }
}

/// What strict reading refuses.
public struct TextSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, with its code and its hint.
  public let diagnostic: Diagnostic
  /// Where.
  public let position: Source.Position

  init(_ diagnostic: Diagnostic, in source: Source) {
    self.diagnostic = diagnostic
    position = diagnostic.position(in: source) ?? Source.Position(file: source.files.first?.name ?? "", line: 1, column: 1)
  }

  /// `text.md:1:5: …`, with the hint.
  public var description: String {
    "\(position.file):\(position.line):\(position.column): \(diagnostic.message) [\(diagnostic.code)]"
      + (diagnostic.hint.map { "; \($0)" } ?? "")
  }
}

/// Compares the attributes of a tree with a scope.
struct ScopeReading {
  private let keys: ScopeKeys
  private let scope: String

  init(_ scope: any TextScope.Type) { (keys, self.scope) = (ScopeKeys(scope), "\(scope)") }

  /// Spells names as the scope does, and reports what it does not know.
  func run(_ tree: inout Tree, _ diagnostics: inout [Diagnostic]) {
    for name in keys.repeated {
      diagnostics.append(
        Diagnostic(
          .warning, "attribute.duplicate-key", at: nil, "two attributes of \(scope) are named \"\(name)\"",
          hint: "the first one is used; rename the other"))
    }
    var seen: Set<String> = []
    for node in tree.nodes where node.attributes >= 0 && node.kind.isInline {
      for (index, pair) in tree.attributes[Int(node.attributes)].pairs.enumerated() {
        guard let key = keys[pair.key] else {
          guard !pair.isConventional, seen.insert(pair.name).inserted else { continue }
          // Unknown keys of pictures and links are left to the engine.
          if case .span = node.kind { diagnostics.append(unknown(pair.key, at: node.span)) }
          continue
        }
        tree.attributes[Int(node.attributes)].pairs[index].key = key.name
        guard !key.allows(TextValue(pair)), seen.insert("\(pair)").inserted else { continue }
        diagnostics.append(invalid(TextValue(pair).description, of: key, at: node.span))
      }
    }
  }

  private func unknown(_ name: String, at span: SourceSpan) -> Diagnostic {
    let known = keys.keys.map { $0.name }
    let near = nearest(to: name, among: known).map { "did you mean \($0)?" }
    return Diagnostic(
      .warning, "attribute.unknown-key", at: span, "unknown attribute \"\(name)\"",
      hint: [near, "\(scope) has \(known.sorted().joined(separator: ", "))"].compactMap(\.self).joined(separator: " "))
  }

  private func invalid(_ value: String, of key: any TextAttributeKey.Type, at span: SourceSpan) -> Diagnostic {
    let listed = key.listedNames
    // One digit is as near to another as any.
    let near = value.count > 2 ? nearest(to: value, among: listed).map { "did you mean \($0)?" } : nil
    let allowed = listed.isEmpty ? nil : "allowed values: \(listed.joined(separator: ", "))"
    return Diagnostic(
      .warning, "attribute.invalid-value", at: span, "\(key.name) has no value \"\(value)\"",
      hint: [near, allowed].compactMap(\.self).joined(separator: " ").nonEmpty ?? "write a value of the attribute's type")
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
