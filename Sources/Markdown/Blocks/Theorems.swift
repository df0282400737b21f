import TypesetDiagnostics

/// The prefixes of labels for cross references, before `-` or `:`.
package enum CrossReferenceLabel {
  /// Pandoc-crossref's and Quarto's.
  package static let kinds: Set<String> = Set(["fig", "tbl", "tab", "eq", "sec", "apx", "lst"]).union(theorems.keys).union(callouts.keys)

  /// What labels name by their prefixes, which no equation has.
  private static let things = [
    "fig": "a figure", "tbl": "a table", "tab": "a table", "sec": "a heading", "apx": "a heading", "lst": "a listing",
  ]

  /// True for a label such as `fig-x`, that of no formula.
  package static func isOfNoEquation(_ label: String) -> Bool { things[prefix(of: label)] != nil }

  /// True for a label such as `thm:x`.
  package static func isOfTheorem(_ label: String) -> Bool { theorems[prefix(of: label)] != nil }

  /// What a label names, with its article; nil for one without a known prefix.
  package static func named(by label: String) -> String? {
    if let thing = things[prefix(of: label)] { return thing }
    guard let kind = theorems[prefix(of: label)] else { return nil }
    return (kind.first.map { "aeiou".contains($0) } ?? false ? "an " : "a ") + kind
  }

  private static func prefix(of label: String) -> String { String(label.prefix { $0 != "-" && $0 != ":" }) }

  /// The kind of theorem that labels with a prefix name: `thm`.
  package static func kind(ofTheorem prefix: String) -> String? { theorems[prefix] }

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
    } else if let kind = attributes.classes.first, Self.titled.contains(kind), attributes["title"] ?? attributes["name"] != nil {
      self.init(.theorem, kind: kind, isCounted: false)
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
  /// What other filters make of a div that has a title: without one, its class says nothing to a reader.
  private static let titled: Set = ["problem", "fact", "assumption", "observation", "property", "criterion", "conclusion", "notation"]
}

extension BlockExtensions {
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
