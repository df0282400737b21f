/// What themes of Jekyll make of blocks by their classes: callouts of Chirpy, `{: .prompt-tip }`, of Just the Docs, `{: .note }`, and of
/// Minimal Mistakes, `{: .notice--info }`; Wiki.js' quotations with looks, `{.is-info}`; ExDoc's callouts, quotations whose heading has a class, `> #### Words {: .tip}`; the words in emphasis below a picture of Chirpy's are its caption.
struct ThemeBlocks {
  private var tree: Tree
  private var hasMoved = false
  private let isJekyll: Bool

  /// - Returns: True if a node has another place.
  static func read(in tree: inout Tree, _ dialect: Dialect) -> Bool {
    guard !tree.attributes.isEmpty || dialect.tool == .kramdown else { return false }
    var themes = ThemeBlocks(tree: tree.take(), isJekyll: dialect.tool == .kramdown)
    for index in themes.tree.nodes.indices { themes.read(Tree.Index(index)) }
    tree = themes.tree
    return themes.hasMoved
  }

  private init(tree: Tree, isJekyll: Bool) { (self.tree, self.isJekyll) = (tree, isJekyll) }

  private mutating func read(_ index: Tree.Index) {
    switch tree[index].kind {
    case .blockQuote, .paragraph:
      if let (kind, isTitled) = callout(of: index) {
        makeCallout(index, kind, isTitled: isTitled)
      } else if let (heading, kind) = admonition(of: index) {
        tree.nodes[Int(index)].kind = .callout(Tree.Callout(.admonition, kind: kind))
        tree.nodes[Int(heading)].kind = .title
        tree.nodes[Int(heading)].attributes = -1
      } else if isJekyll {
        takeCaption(index)
      }
    case .image: readSize(index)
    default: break
    }
  }

  // MARK: Callouts

  private static let prompts = ["prompt-tip": "tip", "prompt-info": "info", "prompt-warning": "warning", "prompt-danger": "danger"]
  private static let notices = [
    "notice": "note", "notice--primary": "note", "notice--info": "info", "notice--warning": "warning", "notice--danger": "danger",
    "notice--success": "success",
  ]
  /// Wiki.js' looks of quotations, `{.is-info}` below them.
  private static let looks = ["is-info": "info", "is-success": "success", "is-warning": "warning", "is-danger": "danger"]
  /// Those of Just the Docs, as its settings have them at first.
  private static let plain = [
    "note": "note", "tip": "tip", "warning": "warning", "important": "important", "caution": "caution", "new": "note",
  ]

  /// The kind of callout that a block's classes name, and whether it begins with its title.
  private func callout(of index: Tree.Index) -> (kind: String, isTitled: Bool)? {
    // Wiki.js' list on the line below a quotation, which goes on with its last paragraph.
    if case .blockQuote = tree[index].kind, let last = Array(tree.children(of: index)).last, case .paragraph = tree[last].kind,
      let kind = tree.attributes(of: last)?.classes.lazy.compactMap({ Self.looks[$0] }).first
    {
      return (kind, false)
    }
    guard let classes = tree.attributes(of: index)?.classes else { return nil }
    for name in classes {
      if let kind = Self.prompts[name] ?? Self.notices[name] { return (kind, false) }
      if let kind = Self.looks[name], case .blockQuote = tree[index].kind { return (kind, false) }
      guard isJekyll else { continue }
      if let kind = Self.plain[name] { return (kind, false) }
      if name.hasSuffix("-title"), let kind = Self.plain[String(name.dropLast(6))] { return (kind, true) }
    }
    return nil
  }

  /// The heading of a quotation that is a callout of ExDoc's, and its kind.
  private func admonition(of index: Tree.Index) -> (heading: Tree.Index, kind: String)? {
    guard case .blockQuote = tree[index].kind, case let first = tree[index].firstChild, first >= 0, case .heading = tree[first].kind,
      let name = tree.attributes(of: first)?.classes.first, let kind = Self.kinds[name]
    else { return nil }
    return (first, kind)
  }

  private static let kinds = ["warning": "warning", "error": "danger", "info": "info", "tip": "tip", "neutral": "note"]

  private mutating func makeCallout(_ index: Tree.Index, _ kind: String, isTitled: Bool) {
    if case .paragraph = tree[index].kind {
      // A paragraph is the callout's only one.
      guard tree[index].parent >= 0, tree[index].firstChild >= 0 else { return }
      let words = tree.add(.paragraph, around: Array(tree.children(of: index)))
      tree.nodes[Int(index)].kind = .callout(Tree.Callout(.admonition, kind: kind))
      tree.setChildren(of: index, to: [words])
      hasMoved = true
      return
    }
    let children = Array(tree.children(of: index))
    tree.nodes[Int(index)].kind = .callout(Tree.Callout(.admonition, kind: kind))
    if isTitled, children.count > 1, case .paragraph = tree[children[0]].kind { tree.nodes[Int(children[0])].kind = .title }
  }

  // MARK: Pictures

  /// Chirpy's sizes: `{: w="700" h="400" }`.
  private mutating func readSize(_ index: Tree.Index) {
    guard let attributes = tree.attributes(of: index), attributes["width"] == nil else { return }
    let pairs = [("w", "width"), ("h", "height")].compactMap { short, long in attributes[short].map { Attributes.Pair(long, $0) } }
    tree.add(Attributes(pairs: pairs), to: index)
  }

  /// A picture with `_words_` on the next line, and nothing else in its paragraph.
  private mutating func takeCaption(_ index: Tree.Index) {
    let children = Array(tree.children(of: index))
    guard children.count == 3, case .image = tree[children[0]].kind, case .emphasis = tree[children[2]].kind else { return }
    switch tree[children[1]].kind {
    case .softBreak, .lineBreak: break
    default: return
    }
    tree.setChildren(of: children[0], to: Array(tree.children(of: children[2])))
    tree.setChildren(of: index, to: [children[0]])
    hasMoved = true
  }
}
