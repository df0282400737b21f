internal import Synchronization
internal import TypesetDiagnostics
internal import TypesetMarkdown

/// Turns the nodes of a document into something else: HTML, JSON, text.
///
/// ```swift
/// var outline = ResolverSet<String> { node, context in try context.resolve(node.children).joined() }
/// outline.register(HeadingNode.self) { heading, _ in String(repeating: "#", count: heading.level) + " " + heading.text + "\n" }
/// let lines = try outline.resolve(document)
/// ```
///
/// A later registration for a kind of node replaces the earlier one.
public struct ResolverSet<Output: Sendable>: Sendable {
  /// Resolves one node.
  typealias Resolver = @Sendable (MarkdownNode, ResolverContext<Output>) throws -> Output?

  var resolvers: [String: Resolver] = [:]
  let fallback: @Sendable (MarkdownNode, ResolverContext<Output>) throws -> Output

  /// A set without resolvers for kinds of nodes.
  ///
  /// - Parameter fallback: Resolves nodes for which nothing is registered.
  public init(_ fallback: @escaping @Sendable (_ node: MarkdownNode, _ context: ResolverContext<Output>) throws -> Output) {
    self.fallback = fallback
  }

  /// Resolves all nodes of a kind.
  ///
  /// - Parameters:
  ///   - type: The kind of node.
  ///   - resolve: Called once for each node; if it throws, ``resolve(_:)`` throws the error.
  public mutating func register<Node: MarkdownNodeType>(
    _ type: Node.Type, _ resolve: @escaping @Sendable (_ node: Node, _ context: ResolverContext<Output>) throws -> Output
  ) {
    resolvers[type.identifier] = { node, context in try Node(node).map { try resolve($0, context) } }
  }

  /// Resolves the blocks of a document's Markdown in order, before the document's own resolvers change them. Directives that the
  /// document registers are nodes, whose identifiers are their names after `@`.
  ///
  /// - Throws: What a resolver throws.
  public func resolve(_ document: Document) throws -> [Output] {
    var options = ParseOptions()
    options.directives = document.directiveNames
    let tree = document.read?.tree ?? parse(document.source, options: options).tree
    let root = MarkdownNode(tree: tree, index: 0, bytes: document.source.bytes)
    return try ResolverContext(set: self, depth: 0).resolved(root.children)
  }
}

/// What a resolver receives besides its node.
public struct ResolverContext<Output: Sendable>: Sendable {
  let set: ResolverSet<Output>
  let depth: Int

  /// Resolves nodes, such as the children of a node.
  ///
  /// - Throws: What a resolver throws, and ``ResolverError/nestedTooDeep`` if a resolver keeps calling itself.
  public func resolve(_ nodes: [MarkdownNode]) throws -> [Output] { try resolved(nodes) }

  func resolved(_ nodes: [MarkdownNode]) throws -> [Output] {
    // Deeper than any document is nested.
    guard depth < 400 else { throw ResolverError.nestedTooDeep }
    let inner = ResolverContext(set: set, depth: depth + 1)
    return try nodes.map { node in
      if let resolver = set.resolvers[node.identifier], let output = try resolver(node, inner) { return output }
      return try set.fallback(node, inner)
    }
  }
}

/// Why nodes cannot be resolved.
public enum ResolverError: Error, Hashable, Sendable {
  /// A resolver resolves its own node again.
  case nestedTooDeep
}

/// What a resolver of a typeset document receives besides its node.
public struct MarkdownContext: Sendable {
  private let counts = ExpansionCounts.current

  /// The next number of a series, from 1: theorems, tasks. Nodes are resolved in the order of the document, and each typesetting counts anew.
  ///
  /// ```swift
  /// document.markdownDirective("Task") { call, context in .text("Task \(context.nextNumber(in: "tasks"))") }
  /// ```
  ///
  /// - Parameter series: Its name; resolvers that use the same name share the numbers.
  public func nextNumber(in series: String) -> Int { counts?.next(series) ?? 1 }

  /// Fragments of nodes, with their own resolvers applied: `context.resolve(node.children)`.
  public func resolve(_ nodes: [MarkdownNode]) -> MarkdownFragment { .nodes(nodes) }
}

extension Document {
  /// Replaces all nodes of a kind, before anything is numbered.
  ///
  /// ```swift
  /// document.markdownResolver(ThematicBreakNode.self) { _, _ in .markdown("\\pagebreak") }
  /// ```
  ///
  /// The node itself in the fragment (`.nodes([node.node])`) is not resolved again. A later registration for a kind replaces
  /// the earlier one. If a resolver throws, the node is left unchanged and `resolver.failed` is reported.
  public func markdownResolver<Node: MarkdownNodeType>(
    _ type: Node.Type, _ resolve: @escaping @Sendable (_ node: Node, _ context: MarkdownContext) throws -> MarkdownFragment
  ) -> Document {
    var document = self
    let resolver: Registry.Resolver = { node in try Node(node).map { try resolve($0, MarkdownContext()) } }
    document.registry.register(resolver, in: \.nodes, for: type.identifier, called: "\(type)")
    return document
  }
}

/// How a document resolves its nodes.
package struct Registry: Sendable {
  /// Nil leaves the node unchanged.
  typealias Resolver = @Sendable (MarkdownNode) throws -> MarkdownFragment?

  /// By identifier.
  var nodes: [String: Resolver] = [:]
  /// By the names of directives, in small letters.
  var directives: [String: @Sendable (DirectiveCall) throws -> MarkdownFragment] = [:]
  /// As they are registered, by their names in small letters.
  var directiveNames: [String: String] = [:]
  var fences: [String: @Sendable (CodeBlockNode, DirectiveCall) throws -> MarkdownFragment] = [:]
  var imageSchemes: [String: @Sendable (ImageNode) throws -> MarkdownFragment] = [:]
  var linkSchemes: [String: @Sendable (LinkNode) throws -> MarkdownFragment] = [:]

  /// What was registered again, as messages call it.
  private(set) var repeated: [String] = []
  /// What was registered as the name of a directive and is none.
  var refused: [String] = []

  /// Registers a directive; what cannot be its name is refused.
  mutating func registerDirective(_ name: String, _ resolver: @escaping @Sendable (DirectiveCall) throws -> MarkdownFragment) {
    guard DirectiveSyntax.isName(name) else { return refused.append(name) }
    directiveNames[name.lowercased()] = name
    register(resolver, in: \.directives, for: name.lowercased(), called: "@\(name)")
  }

  /// The later one of two is used.
  mutating func register<Value>(
    _ value: Value, in table: WritableKeyPath<Registry, [String: Value]>, for key: String, called name: String
  ) {
    if self[keyPath: table].updateValue(value, forKey: key) != nil, !repeated.contains(name) { repeated.append(name) }
  }

  package var isEmpty: Bool {
    nodes.isEmpty && directives.isEmpty && fences.isEmpty && imageSchemes.isEmpty && linkSchemes.isEmpty && refused.isEmpty
  }

  /// What is wrong with the registrations, whatever the document has.
  var faults: [Diagnostic] {
    repeated.map { name in
      Diagnostic(
        .note, "resolver.replaced", at: nil, "\(name) is registered more than once: the last one is used", hint: "register each name once")
    }
      + refused.map { name in
        Diagnostic(
          .warning, "resolver.name", at: nil, "“\(name.prefix(60))” cannot be the name of a directive",
          hint: "a name is a letter, then letters, digits and hyphens")
      }
  }

  /// Notes on what nothing in a document calls.
  ///
  /// - Parameter called: What was called: directives as `@name`, the rest as messages call it.
  func unused(besides called: Set<String>) -> [Diagnostic] {
    let names =
      directiveNames.filter { !called.contains("@" + $0.key) }.map { "@" + $0.value }
      + (fences.keys.map { "```" + $0 } + imageSchemes.keys.map { $0 + ":" } + linkSchemes.keys.map { $0 + ":" }
      + nodes.keys.map { "the resolver of \($0)" }).filter { !called.contains($0) }
    return Set(names).sorted().map { name in
      Diagnostic(
        .note, "resolver.unused", at: nil, "\(name) is registered, and nothing in the document calls it",
        hint: "write the name as it is registered; what is within code is not resolved")
    }
  }

  /// The names that may follow `@` or a colon.
  package var names: Set<String> { Set(directiveNames.values) }
}

/// The numbers that resolvers have taken while a document is expanded.
final class ExpansionCounts: Sendable {
  /// The counts of the document that is being expanded.
  @TaskLocal static var current: ExpansionCounts?

  private let counts = Mutex<[String: Int]>([:])

  func next(_ series: String) -> Int {
    counts.withLock {
      $0[series, default: 0] += 1
      return $0[series, default: 1]
    }
  }
}
