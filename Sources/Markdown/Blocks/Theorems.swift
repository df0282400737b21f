import TypesetDiagnostics

/// The prefixes of labels for cross references, before `-` or `:`.
package enum CrossReferenceLabel {
  /// Pandoc-crossref's and Quarto's.
  package static let kinds: Set<String> = Set(["fig", "tbl", "tab", "eq", "sec", "lst"]).union(theorems.keys).union(callouts.keys)

  /// Quarto's names of theorems and the like.
  static let theorems = [
    "thm": "theorem", "lem": "lemma", "cor": "corollary", "prp": "proposition", "cnj": "conjecture", "def": "definition", "exm": "example",
    "exr": "exercise", "alg": "algorithm", "rem": "remark", "sol": "solution",
  ]

  /// Of Quarto's callouts.
  static let callouts = ["nte": "note", "tip": "tip", "wrn": "warning", "imp": "important", "cau": "caution"]

  /// Prefixes that people's names may have, too: unknown labels stay text.
  package static let ambiguous: Set<String> = Set(callouts.keys).union(["alg", "rem", "sol"])
}

extension Tree.Callout {
  /// A div of pandoc's filters, of bookdown or of Quarto that is a theorem by its class or by the prefix of its label; nil for all others.
  init?(theorem attributes: Attributes) {
    if attributes.classes.contains("algorithm-float") {
      self.init(.theorem, kind: "algorithm", isCounted: true)
    } else if attributes["theorem-style"] != nil, let kind = attributes.classes.first {
      // LaTeX's `\newtheorem`.
      self.init(.theorem, kind: kind, isCounted: true)
    } else if let kind = attributes.classes.first(where: { Self.counted.contains($0) || Self.uncounted.contains($0) }) {
      let hasLabel = Self.kind(ofLabel: attributes.id) == kind
      self.init(.theorem, kind: kind, isCounted: Self.counted.contains(kind) || hasLabel)
    } else if let kind = Self.kind(ofLabel: attributes.id), !attributes.classes.contains(where: { $0.hasPrefix("callout") }) {
      self.init(.theorem, kind: kind, isCounted: true)
    } else {
      return nil
    }
  }

  private static func kind(ofLabel label: String?) -> String? {
    guard let label, let hyphen = label.firstIndex(of: "-"), label.index(after: hyphen) < label.endIndex else { return nil }
    return CrossReferenceLabel.theorems[String(label[..<hyphen])]
  }

  /// An example is a callout unless its label is a theorem's.
  private static let counted: Set = [
    "theorem", "lemma", "corollary", "proposition", "conjecture", "definition", "exercise", "axiom", "hypothesis", "claim",
  ]
  private static let uncounted: Set = ["proof", "remark", "solution"]
}

extension Attributes {
  /// True for a div of the author's that is an algorithm by its class or its label.
  var isAlgorithm: Bool { !classes.contains("algorithm-float") && (classes.contains("algorithm") || id?.hasPrefix("alg-") == true) }
}

extension BlockExtensions {
  /// `::: {#alg-x}` around one algorithm, or around code: it is that algorithm, with one number. Its caption is an attribute, that of the
  /// algorithm within, or the paragraph after it, as Quarto has it.
  mutating func joinAlgorithm(_ index: Tree.Index, _ attributes: Attributes) {
    let children = Array(tree.children(of: index))
    let parts = children.filter { child in
      if case .codeBlock = tree[child].kind { return true }
      return tree.attributes(of: child)?.classes.contains { $0 == "algorithm-float" || $0 == "algorithm-lines" } ?? false
    }
    guard parts.count == 1, let part = parts.first else { return }
    if case .codeBlock = tree[part].kind, !children.allSatisfy({ $0 == part || isWords($0) }) { return }
    var content: [Tree.Index] = []
    for child in children { if child == part, !isCode(part) { content += Array(tree.children(of: part)) } else { content.append(child) } }
    var titles = content.filter { if case .title = tree[$0].kind { true } else { false } }
    if titles.isEmpty, let caption = attributes["caption"] {
      let start = SourceSpan(Int(tree[index].span.start), Int(tree[index].span.start))
      let title = tree.add(.title, start)
      let words = inlines(of: caption, start)
      tree.setChildren(of: title, to: words)
      titles = [title]
    } else if titles.isEmpty, let last = children.last, last != part, case .paragraph = tree[last].kind {
      tree.nodes[Int(last)].kind = .title
      titles = [last]
    }
    content.removeAll { if case .title = tree[$0].kind { true } else { false } }
    hasMoved = true
    tree.nodes[Int(index)].kind = .callout(Tree.Callout(.theorem, kind: "algorithm", isCounted: true))
    tree.setChildren(of: index, to: titles.prefix(1) + content)
    let label = attributes.id ?? tree.attributes(of: part)?.id
    tree.add(Attributes(id: label, classes: ["algorithm-float"]), to: index)
  }

  private func isCode(_ index: Tree.Index) -> Bool { if case .codeBlock = tree[index].kind { true } else { false } }

  private func isWords(_ index: Tree.Index) -> Bool {
    switch tree[index].kind {
    case .paragraph, .title: true
    default: false
    }
  }

  /// The words of an attribute with the formulas in them: `name="The $p$-test"`.
  mutating func inlines(of text: String, _ span: SourceSpan) -> [Tree.Index] {
    let pieces = text.split(separator: "$", omittingEmptySubsequences: false)
    let isMath =
      pieces.count % 2 == 1
      && pieces.enumerated().allSatisfy { $0 % 2 == 0 || !$1.isEmpty && $1.first?.isWhitespace == false && $1.last?.isWhitespace == false }
    guard isMath, pieces.count > 1 else { return [tree.add(.text(text), span)] }
    var nodes: [Tree.Index] = []
    for (number, piece) in pieces.enumerated() where !piece.isEmpty {
      let math = MathSpan(
        tex: String(piece), isDisplay: false, span: span, origins: [MathSpan.Origin(body: 0, source: Int(span.start))])
      nodes.append(tree.add(number % 2 == 1 ? .math(math) : .text(String(piece)), span))
    }
    return nodes
  }
}
