internal import Synchronization
package import TypesetDiagnostics
package import TypesetMarkdown

extension Document {
  /// True if nothing of the client's has to be found in the document.
  package var isPlain: Bool { registry.isEmpty && styles.isEmpty && built == nil && read == nil }

  /// True if no resolver of the client's changes the tree.
  package var isExpanded: Bool { registry.isEmpty && built == nil }

  /// The names that make directives of what follows them.
  package var directiveNames: Set<String> { registry.names }
}

/// A document after expansion.
package struct Expanded {
  package var document: ParsedDocument
  /// By the numbers of attachment nodes.
  package var attachments: [AttachmentBox]
  /// What nodes emit and show, by the numbers in their attributes ``collectedKey`` and ``readerKey``.
  package var emissions: [Emission] = []
  /// What shows collected values, by number.
  package var readers: [CollectedReader] = []
  /// What is registered and had nothing to do: notes for a check.
  package var unused: [Diagnostic] = []

  /// A document with everything that its resolvers make of it.
  ///
  /// - Parameters:
  ///   - isStopped: True where nobody waits for the rest.
  ///   - parse: Parses a fragment's Markdown, with directives.
  package init(
    of client: Document, _ parsed: ParsedDocument, bytes: [UInt8], isStopped: @escaping () -> Bool = { false },
    parse: @escaping (String) -> ParsedDocument
  ) {
    document = parsed
    let building = client.built.map { TreeBuilding($0, root: parsed.tree.nodes[0], parse: parse) }
    if let building {
      document.tree.nodes = building.tree.nodes
      document.tree.attributes = building.tree.attributes
      document.diagnostics = building.diagnostics
    }
    var expansion = Expansion(tree: document.tree, bytes: bytes, registry: client.registry, parse: parse)
    expansion.attachments = building?.attachments ?? []
    expansion.isStopped = isStopped
    let state = client.state.map { StateInUse(state: $0, round: $0.begin()) }
    StateInUse.$current.withValue(state) { expansion.run() }
    if let state, !isStopped() { state.state.end(state.round) }
    document.tree = expansion.tree.compacted(maximumDepth: 400)
    document.diagnostics += expansion.diagnostics
    document.diagnostics += client.registry.faults
    (attachments, emissions, readers) = (expansion.attachments, expansion.emissions, expansion.readers)
    unused = client.registry.unused(besides: expansion.called)
  }

  // No author's key has a control character.
  package static let collectedKey = "\u{1}collected"
  package static let readerKey = "\u{1}reader"
}

/// Puts what resolvers make in the place of nodes, from the outside to the inside.
private struct Expansion {
  var tree: Tree
  let bytes: [UInt8]
  let registry: Registry
  let parse: (String) -> ParsedDocument
  var diagnostics: [Diagnostic] = []
  var attachments: [AttachmentBox] = []
  var emissions: [Emission] = []
  var readers: [CollectedReader] = []
  /// Nodes that their own resolver has kept.
  private var kept: Set<Tree.Index> = []
  private var failed: Set<String> = []
  var isStopped: () -> Bool = { false }
  /// What has been called, as `Registry.unused` takes it.
  private(set) var called: Set<String> = []
  /// What schemes have made of pictures and links.
  private var alike = FragmentsAlike()
  /// What is reported about arguments while a resolver reads them.
  private let notes = NoteList()
  /// Trees as they were parsed, which nodes that clients hold refer to, and where each begins in `tree`; in order.
  private var parsed: [(base: Tree.Index, tree: Tree)]
  /// More nodes than any document has are not made: resolvers that double what they get.
  private static let mostNodes = 4_000_000
  private static let mostNested = 16

  init(tree: Tree, bytes: [UInt8], registry: Registry, parse: @escaping (String) -> ParsedDocument) {
    (self.tree, self.bytes, self.registry, self.parse) = (tree, bytes, registry, parse)
    parsed = [(0, tree)]
  }

  mutating func run() {
    let notes = notes
    DirectiveDiagnostics.$notes.withValue(notes) {
      ExpansionCounts.$current.withValue(ExpansionCounts()) { expandChildren(of: 0, nested: 0, only: blocksWithCalls()) }
    }
  }

  /// The document's own blocks with something to resolve in them: most of a long text has nothing.
  private func blocksWithCalls() -> Set<Tree.Index> {
    var out: Set<Tree.Index> = []
    var stack: [Tree.Index] = []
    var block = tree[0].firstChild
    while block >= 0 {
      stack.append(block)
      while let index = stack.popLast() {
        let node = tree[index]
        if index != block, node.nextSibling >= 0 { stack.append(node.nextSibling) }
        switch node.kind {
        case .text, .softBreak, .lineBreak: continue
        default: break
        }
        if resolver(for: index) != nil {
          out.insert(block)
          stack.removeAll(keepingCapacity: true)
        } else if node.firstChild >= 0 {
          stack.append(node.firstChild)
        }
      }
      block = tree[block].nextSibling
    }
    return out
  }

  /// - Parameter only: The children that have something in them to resolve; nil where all may.
  private mutating func expandChildren(of parent: Tree.Index, nested: Int, only: Set<Tree.Index>? = nil) {
    var next = tree[parent].firstChild
    guard next >= 0 else { return }
    // What a resolver makes may hold the nodes that come next.
    var children: [Tree.Index] = []
    while next >= 0 {
      children.append(next)
      next = tree[next].nextSibling
    }
    // Most nodes stay: their parent gets new children only if one does not.
    var out: [Tree.Index]?
    for (position, child) in children.enumerated() {
      if let only, !only.contains(child) {
        out?.append(child)
      } else if let made = expand(child, nested: nested) {
        if out == nil { out = Array(children[..<position]) }
        out? += made
      } else {
        out?.append(child)
      }
    }
    if let out { tree.setChildren(of: parent, to: out) }
  }

  /// The nodes that take a node's place; nil if it stays.
  private mutating func expand(_ index: Tree.Index, nested: Int) -> [Tree.Index]? {
    guard kept.isEmpty || !kept.contains(index), let resolver = resolver(for: index), !isStopped(), let node = node(index) else {
      expandChildren(of: index, nested: nested)
      return nil
    }
    guard nested < Self.mostNested, tree.nodes.count < Self.mostNodes else {
      report(
        "resolver.recursion", at: index, resolver.name, "\(resolver.name) produces itself again, more than \(Self.mostNested) times",
        "end the recursion in its closure")
      return [sourceBlock(of: index)]
    }
    // Nothing else is reported about a resolver that failed.
    _ = notes.take()
    called.insert(resolver.key)
    let fragment: MarkdownFragment
    do {
      guard let made = try alike.made(of: node, by: resolver.key, { try Self.resolve(node, by: resolver) }) else {
        expandChildren(of: index, nested: nested)
        return nil
      }
      fragment = made
    } catch let error as DirectiveError {
      report("directive.arguments", at: index, resolver.name + error.description, "\(resolver.name): \(error.description)", nil)
      return [sourceBlock(of: index)]
    } catch {
      let name = resolver.name
      report(resolver.isDirective ? "directive.failed" : "resolver.failed", at: index, name + "\(error)", "\(name) failed: \(error)", nil)
      if resolver.isDirective { return [sourceBlock(of: index)] }
      // No picture is looked for at an address that only the client knows.
      if case .image = resolver { return alternative(of: index) }
      expandChildren(of: index, nested: nested)
      return nil
    }
    for note in notes.take() {
      report("directive.unknown-argument", at: index, resolver.name + note.message, "\(resolver.name): \(note.message)", note.hint)
    }
    var made = nodes(of: fragment.parts, for: index, isInline: tree[index].kind.isInline)
    if resolver.isDirective, let id = tree.attributes(of: index)?.id { name(&made, id, instead: index) }
    var out: [Tree.Index] = []
    // What was there before is no deeper than it was.
    for node in made { out += expand(node, nested: Int(node) < parsed[0].tree.nodes.count ? nested : nested + 1) ?? [node] }
    return out
  }

  /// Gives what a directive has made the name that its author wrote, `:::chart{#fig-a}`, unless something in it has the name.
  private mutating func name(_ made: inout [Tree.Index], _ id: String, instead index: Tree.Index) {
    var open = made
    while let node = open.popLast() {
      if node == index || tree.attributes(of: node)?.id == id { return }
      open += tree.children(of: node)
    }
    guard !made.isEmpty else { return }
    let isInline = tree[index].kind.isInline
    let group = tree.add(isInline ? .span : .division, tree[index].span)
    tree.setChildren(of: group, to: made)
    kept.insert(group)
    tree.add(Attributes(id: id), to: group)
    made = [group]
  }

  /// The node as a client sees it; nil where the client did not write it.
  private func node(_ index: Tree.Index) -> MarkdownNode? {
    guard let known = parsed.last(where: { $0.base <= index }), Int(index - known.base) < known.tree.nodes.count else { return nil }
    return MarkdownNode(tree: known.tree, index: index - known.base, base: known.base, bytes: known.base == 0 ? bytes : [])
  }

  /// One diagnostic for each thing that is wrong, however often.
  private mutating func report(_ code: String, at index: Tree.Index, _ kind: String, _ message: String, _ hint: String?) {
    guard failed.insert(code + kind).inserted else { return }
    diagnostics.append(Diagnostic(.warning, code, at: tree[index].span, message, hint: hint))
  }

  // MARK: Who resolves

  private enum Resolver {
    case directive(ClientDirective, opener: String, @Sendable (DirectiveCall) throws -> MarkdownFragment)
    case fence(String, @Sendable (CodeBlockNode, DirectiveCall) throws -> MarkdownFragment)
    case image(scheme: String, @Sendable (ImageNode) throws -> MarkdownFragment)
    case link(scheme: String, @Sendable (LinkNode) throws -> MarkdownFragment)
    case node(identifier: String, Registry.Resolver)

    /// What diagnostics call it.
    var name: String {
      switch self {
      case .directive(let directive, let opener, _): opener + directive.name
      case .fence(let language, _): "```" + language
      case .image(let scheme, _), .link(let scheme, _): scheme + ":"
      case .node(let identifier, _): "the resolver of \(identifier)"
      }
    }

    /// The same without what opens it.
    var key: String {
      switch self {
      case .directive(let directive, _, _): "@" + directive.name.lowercased()
      case .fence, .image, .link, .node: name
      }
    }

    /// True where nothing but the source can be shown if it fails.
    var isDirective: Bool {
      switch self {
      case .directive, .fence: true
      case .image, .link, .node: false
      }
    }
  }

  private static func resolve(_ node: MarkdownNode, by resolver: Resolver) throws -> MarkdownFragment? {
    switch resolver {
    case .directive(let directive, _, let resolve): try resolve(try call(directive, node))
    case .fence(let language, let resolve):
      try CodeBlockNode(node).map { try resolve($0, try call(ClientDirective(name: language, arguments: nil), node)) }
    case .image(_, let resolve): try ImageNode(node).map { try resolve($0) }
    case .link(_, let resolve): try LinkNode(node).map { try resolve($0) }
    case .node(_, let resolve): try resolve(node)
    }
  }

  /// What resolves a node.
  private func resolver(for index: Tree.Index) -> Resolver? {
    let kind = tree[index].kind
    switch kind {
    case .directive(let directive, let isInline):
      guard let resolve = registry.directives[directive.name.lowercased()] else { return nil }
      let name = registry.directiveNames[directive.name.lowercased()] ?? directive.name
      return .directive(ClientDirective(name: name, arguments: directive.arguments), opener: isInline ? ":" : "@", resolve)
    case .division, .callout:
      guard let name = name(of: index, kind), let resolve = registry.directives[name.lowercased()] else { break }
      let registered = registry.directiveNames[name.lowercased()] ?? name
      return .directive(ClientDirective(name: registered, arguments: nil), opener: ":::", resolve)
    case .codeBlock(let info, _):
      guard !registry.fences.isEmpty else { break }
      let language = String(info.prefix { !$0.isWhitespace && $0 != "{" && $0 != "," }).lowercased()
      guard let resolve = registry.fences[language] else { break }
      return .fence(language, resolve)
    case .image(let source, _):
      guard !registry.imageSchemes.isEmpty, let scheme = scheme(of: source), let resolve = registry.imageSchemes[scheme] else { break }
      return .image(scheme: scheme, resolve)
    case .link(let destination, _):
      guard !registry.linkSchemes.isEmpty, let scheme = scheme(of: destination), let resolve = registry.linkSchemes[scheme] else { break }
      return .link(scheme: scheme, resolve)
    default: break
    }
    guard !registry.nodes.isEmpty else { return nil }
    let identifier = kind.identifier
    // A few names are found faster without hashing the name of each node.
    let resolve = registry.nodes.count > 4 ? registry.nodes[identifier] : registry.nodes.first { $0.key == identifier }?.value
    return resolve.map { .node(identifier: identifier, $0) }
  }

  private func scheme(of address: String) -> String? {
    guard let colon = address.firstIndex(of: ":") else { return nil }
    return address[..<colon].lowercased()
  }

  /// Of a block between colons, by its first class.
  private func name(of index: Tree.Index, _ kind: Tree.Kind) -> String? {
    guard !registry.directives.isEmpty else { return nil }
    var names = tree.attributes(of: index)?.classes ?? []
    if case .callout(let callout) = kind, callout.form == .admonition || callout.form == .theorem { names.insert(callout.kind, at: 0) }
    return names.first { registry.directives[$0.lowercased()] != nil }
  }

  private static func call(_ directive: ClientDirective, _ node: MarkdownNode) throws -> DirectiveCall {
    var values: [(key: String, value: DirectiveValue)] = []
    if let text = directive.arguments {
      let read = DirectiveSyntax.arguments(text)
      guard read.isComplete else { throw DirectiveError("cannot read the arguments “\(text.prefix(60))”") }
      values = read.values
    } else if let attributes = node.tree.attributes(of: node.index) {
      values = attributes.pairs.map { pair in
        // Attributes have no types: what reads as a value is one.
        let read = DirectiveSyntax.arguments(pair.value)
        return (
          pair.key, read.isComplete && read.values.count == 1 && read.values[0].key.isEmpty ? read.values[0].value : .string(pair.value)
        )
      }
    }
    let arguments = DirectiveArguments(values: values)
    return DirectiveCall(
      name: directive.name, id: node.id ?? arguments["id"], arguments: arguments, content: node.children, source: node.source,
      isInline: node.isInline)
  }

  // MARK: What fragments are

  private mutating func nodes(of parts: [MarkdownFragment.Part], for index: Tree.Index, isInline: Bool) -> [Tree.Index] {
    parts.flatMap { nodes(of: $0, for: index, isInline: isInline) }
  }

  private mutating func nodes(of part: MarkdownFragment.Part, for index: Tree.Index, isInline: Bool) -> [Tree.Index] {
    let span = tree[index].span
    switch part {
    case .markdown(let text): return parsedNodes(text, span, isInline: isInline)
    case .text(let text):
      let leaf = tree.add(.text(text), span)
      return isInline ? [leaf] : [tree.add(.paragraph, around: [leaf])]
    case .code(let text, let language):
      return [tree.add(isInline ? .code(text) : .codeBlock(info: language, literal: text), span)]
    case .nodes(let nodes): return nodes.compactMap { take($0, for: index, isInline: isInline) }.flatMap(\.self)
    case .group(let classes, let id, let pairs, let parts):
      let inner = nodes(of: parts, for: index, isInline: isInline)
      let group = tree.add(isInline ? .span : .division, span)
      tree.setChildren(of: group, to: inner)
      kept.insert(group)
      tree.add(Attributes(id: id, classes: classes, pairs: pairs.map { Attributes.Pair($0.key, $0.value) }), to: group)
      return [group]
    case .callout(let kind, let title, let parts):
      var inner = nodes(of: parts, for: index, isInline: isInline)
      guard !isInline else { return nodes(of: title, for: index, isInline: true) + inner }
      if !title.isEmpty {
        let holder = tree.add(.title, span)
        tree.setChildren(of: holder, to: nodes(of: title, for: index, isInline: true))
        inner.insert(holder, at: 0)
      }
      let callout = tree.add(.callout(Tree.Callout(.details, kind: kind)), span)
      tree.setChildren(of: callout, to: inner)
      // Made by its resolver: a directive of this name does not resolve it again.
      kept.insert(callout)
      return [callout]
    case .collected(let parts, let emission):
      let number = emissions.count
      emissions.append(emission)
      let inner = nodes(of: parts, for: index, isInline: isInline)
      return [holder(Expanded.collectedKey, number, of: inner, span, isInline: isInline)]
    case .reading(let reader, let parts):
      if isInline, reader.isOfPart {
        report(
          "collector.inline-reader", at: index, reader.key.name, "\(reader.key.name) is read of a part of a line",
          "in a line readers read the whole document: write .reading(…) { value in … }, or the directive with @ or :::")
        return nodes(of: parts, for: index, isInline: true)
      }
      readers.append(reader)
      return [
        holder(Expanded.readerKey, readers.count - 1, of: nodes(of: parts, for: index, isInline: isInline), span, isInline: isInline)
      ]
    case .attachment(let box):
      attachments.append(box)
      let leaf = tree.add(.attachment(Int32(attachments.count - 1)), span)
      return isInline ? [leaf] : [tree.add(.paragraph, around: [leaf])]
    }
  }

  /// A node that says by a number what is to be done with it.
  private mutating func holder(_ key: String, _ number: Int, of inner: [Tree.Index], _ span: SourceSpan, isInline: Bool) -> Tree.Index {
    let holder = tree.add(isInline ? .span : .division, span)
    tree.setChildren(of: holder, to: inner)
    kept.insert(holder)
    tree.add(Attributes(id: nil, classes: [], pairs: [Attributes.Pair(key, "\(number)")]), to: holder)
    return holder
  }

  /// Nodes of the document; nodes of other documents are left out.
  private mutating func take(_ node: MarkdownNode, for index: Tree.Index, isInline: Bool) -> [Tree.Index]? {
    let place = node.index + node.base
    guard place > 0, Int(place) < tree.nodes.count, tree[place].span == node.tree[node.index].span else { return nil }
    if place == index { kept.insert(index) }
    if isInline == tree[place].kind.isInline { return [place] }
    if !isInline { return [tree.add(.paragraph, around: [place])] }
    return inlines(within: [place])
  }

  /// The parts of lines in blocks, with spaces between blocks.
  private mutating func inlines(within blocks: [Tree.Index]) -> [Tree.Index] {
    var out: [Tree.Index] = []
    for block in blocks {
      let children = Array(tree.children(of: block))
      let isLine = children.first.map { tree[$0].kind.isInline } ?? false
      let inner = isLine ? children : inlines(within: children)
      if !out.isEmpty, !inner.isEmpty { out.append(tree.add(.softBreak, tree[block].span)) }
      out += inner
    }
    return out
  }

  private mutating func parsedNodes(_ text: String, _ span: SourceSpan, isInline: Bool) -> [Tree.Index] {
    let made = parse(text)
    var part = made.tree
    part.moveSpans(by: nil, else: span)
    diagnostics += made.diagnostics.map { Diagnostic($0.severity, $0.code, at: span, $0.message, hint: $0.hint) }
    parsed.append((Tree.Index(tree.nodes.count), part))
    let roots = tree.adopt(part)
    return isInline ? inlines(within: roots) : roots
  }

  /// The words of a picture that can't be drawn, in its place.
  private mutating func alternative(of index: Tree.Index) -> [Tree.Index] {
    let children = Array(tree.children(of: index))
    guard children.isEmpty else { return children }
    return [tree.add(.text(""), tree[index].span)]
  }

  /// The Markdown of a node as code, for what can't be drawn.
  private mutating func sourceBlock(of index: Tree.Index) -> Tree.Index {
    let text = String(decoding: bytes[tree[index].span.range(within: bytes.count)], as: UTF8.self)
    return tree.add(tree[index].kind.isInline ? .code(text) : .codeBlock(info: "", literal: text + "\n"), tree[index].span)
  }
}
