internal import TypesetDiagnostics
internal import TypesetMarkdown

/// A directive as it was written: `@Chart(kind: bar) { … }`, `:::chart{kind=bar}`, `:chart[…]{kind=bar}`, or a fenced block.
public struct DirectiveCall: Sendable {
  /// The name, as it is registered.
  public let name: String
  /// The name that its author gave this one: `@Chart(id: sales)`, `:::chart{#sales}`.
  public let id: String?
  /// What is written in its parentheses or braces.
  public let arguments: DirectiveArguments
  /// The content: the blocks between its braces or lines of colons; for an inline directive, the inlines in its brackets.
  public let content: [MarkdownNode]
  /// The Markdown of the whole directive.
  public let source: String
  /// True for an inline directive.
  public let isInline: Bool
}

extension Document {
  /// Resolves directives: `@Name(key: value) { … }` and `:::name{key=value}` as blocks, `:name[content]{key=value}` in a line.
  ///
  /// ```swift
  /// document.markdownDirective("Todo") { call, context in
  ///   .group("todo", .markdown("**To do:**"), context.resolve(call.content))
  /// }
  /// ```
  ///
  /// Only registered names are directives; `@media`, `:rocket:` and `10:30` stay what they are. If the closure throws, the source is shown
  /// and `directive.failed` is reported.
  ///
  /// - Parameters:
  ///   - name: A letter, then letters, digits and hyphens; any other name is `resolver.name`, and no directive. After `@` it is written as it is
  ///     registered, or with a capital where it is registered with a small letter; after colons in any case.
  ///   - resolve: What is shown; an error that it throws is `directive.failed`.
  public func markdownDirective(
    _ name: String, _ resolve: @escaping @Sendable (_ call: DirectiveCall, _ context: MarkdownContext) throws -> MarkdownFragment
  ) -> Document {
    with { $0.registry.registerDirective(name) { try resolve($0, MarkdownContext()) } }
  }

  /// Resolves directives with typed arguments.
  ///
  /// ```swift
  /// struct Bar: Decodable { var values: [Double]; var title: String? }
  /// document.markdownDirective("Bar", as: Bar.self) { bar, call, context in .markdown("…") }
  /// ```
  ///
  /// If arguments are missing or of the wrong type, `directive.arguments` is reported and the source is shown; unknown arguments are ignored
  /// and reported as `directive.unknown-argument`, with the most similar known one.
  public func markdownDirective<Arguments: Decodable & SendableMetatype>(
    _ name: String, as type: Arguments.Type,
    _ resolve: @escaping @Sendable (_ arguments: Arguments, _ call: DirectiveCall, _ context: MarkdownContext) throws -> MarkdownFragment
  ) -> Document {
    markdownDirective(name) { call, context in try resolve(try call.arguments.decoded(as: type), call, context) }
  }

  /// Resolves fenced blocks of a language, such as `chart`.
  ///
  /// - Parameters:
  ///   - language: The first word after the fence; case is ignored.
  ///   - resolve: Receives the block, and in `call.arguments` what else follows the fence (`{key=value}`, `key=value`).
  public func markdownFence(
    _ language: String, _ resolve: @escaping @Sendable (_ block: CodeBlockNode, _ call: DirectiveCall) throws -> MarkdownFragment
  ) -> Document {
    with { $0.registry.register(resolve, in: \.fences, for: language.lowercased(), called: "the fence \(language)") }
  }

  /// Resolves pictures whose addresses begin with a scheme: `![alt](chart:sales)`.
  ///
  /// - Parameters:
  ///   - scheme: Without its colon; case is ignored.
  ///   - resolve: What is shown; if it throws, the image is left unchanged.
  public func markdownImageScheme(
    _ scheme: String, _ resolve: @escaping @Sendable (_ image: ImageNode) throws -> MarkdownFragment
  ) -> Document {
    with { $0.registry.register(resolve, in: \.imageSchemes, for: scheme.lowercased(), called: "the picture scheme \(scheme):") }
  }

  /// Resolves links whose addresses begin with a scheme: `[text](ticket:42)`.
  ///
  /// - Parameters:
  ///   - scheme: Without its colon; case is ignored.
  ///   - resolve: What is shown; if it throws, the link is left unchanged.
  public func markdownLinkScheme(
    _ scheme: String, _ resolve: @escaping @Sendable (_ link: LinkNode) throws -> MarkdownFragment
  ) -> Document {
    with { $0.registry.register(resolve, in: \.linkSchemes, for: scheme.lowercased(), called: "the link scheme \(scheme):") }
  }
}

/// The arguments of a directive: JSON5 values and bare words.
public struct DirectiveArguments: Sendable {
  var values: [(key: String, value: DirectiveValue)]

  /// The keys, in the author's order; an argument without a key has the key `""`.
  public var keys: [String] { values.map(\.key) }

  /// True without arguments.
  public var isEmpty: Bool { values.isEmpty }

  /// The value of a key as text; nil if it is missing. Numbers and `true` are returned as they were written.
  public subscript(key: String) -> String? { value(key)?.text }

  /// The value of a key as a number; nil if it is missing.
  public func number(_ key: String) -> Double? { value(key)?.text.flatMap { DocumentNumber.real($0) } }

  /// The items of a list, or the one value, as text.
  public func list(_ key: String) -> [String] {
    switch value(key) {
    case .array(let items): items.compactMap(\.text)
    case let value?: value.text.map { [$0] } ?? []
    case nil: []
    }
  }

  /// The arguments as a value of a type.
  ///
  /// - Throws: ``DirectiveError``, with the key.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    let keys = KnownKeys()
    let decoder = DirectiveDecoder(value: .object(values), path: [], keys: keys)
    do {
      let value = try Value(from: decoder)
      let known = keys.all
      if let unknown = values.first(where: { !known.contains($0.key) }), !known.isEmpty {
        DirectiveDiagnostics.add("unknown argument \(unknown.key)", near: unknown.key, among: known.sorted())
      }
      return value
    } catch let error as DecodingError {
      throw DirectiveError(error)
    }
  }

  func value(_ key: String) -> DirectiveValue? { values.last { $0.key == key }?.value }
}

/// Why the arguments of a directive cannot be used.
public struct DirectiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence, without a full stop.
  public let description: String

  /// - Parameter description: One sentence, without a full stop.
  public init(_ description: String) { self.description = description }

  init(_ error: DecodingError) {
    func name(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
    switch error {
    case .keyNotFound(let key, let context):
      description = "the argument \(name(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      description = "cannot read the argument \(name(context.codingPath)): \(context.debugDescription)"
    @unknown default: description = "cannot read the arguments"
    }
  }
}
