internal import TypesetMarkdown
internal import TypesetSettings

/// With which other kinds theorems share their numbers, and where these begin anew: LaTeX's `\newtheorem{kind}[counter]{Word}[within]`.
struct TheoremNumbering: Hashable, Sendable {
  enum Within: Hashable, Sendable {
    /// Headings of this depth, from 0.
    case depth(Int)
    case theorem(String)
  }

  struct Rule: Hashable, Sendable {
    var counter: String
    var within: Within?
  }

  private var rules: [String: Rule] = [:]
  /// For kinds of which nothing is said.
  private var shared: String?
  private var within: Within?

  init() {}

  init(of tree: Tree, options: NumberingOptions) {
    if options.sharesTheorems { shared = "theorem" }
    func depth(_ word: String) -> Int? { Self.depth(of: word, options) }
    within = options.theoremsWithin.flatMap { depth($0).map { .depth($0) } }
    for attributes in tree.attributes {
      guard attributes["theorem-style"] != nil, let kind = attributes.classes.first, rules[kind] == nil else { continue }
      let counter = attributes["theorem-counter"] ?? shared ?? kind
      let own: Within? = attributes["theorem-within"].map { word in depth(word).map { .depth($0) } ?? .theorem(word) }
      rules[kind] = Rule(counter: counter, within: own ?? within)
    }
    // What shares its numbers begins them where the other does; chains of counters end after as many steps as there are kinds.
    for _ in 0..<min(rules.count, 8) {
      for (kind, rule) in rules where rule.counter != kind {
        guard let other = rules[rule.counter] else { continue }
        rules[kind]?.within = other.within
        if other.counter != rule.counter { rules[kind]?.counter = other.counter }
      }
    }
    // A counter within itself has no number above it.
    for (kind, rule) in rules { if case .theorem(let other)? = rule.within, reaches(kind, from: other) { rules[kind]?.within = nil } }
  }

  /// The depth of headings that LaTeX has a word for.
  static func depth(of word: String, _ options: NumberingOptions) -> Int? {
    switch word {
    case "chapter", "part": 0
    case "section": options.byChapter ? 1 : 0
    case "subsection": options.byChapter ? 2 : 1
    default: nil
    }
  }

  private func reaches(_ kind: String, from start: String) -> Bool {
    var name = start
    for _ in 0..<8 {
      if name == kind || self[name].counter == self[kind].counter { return true }
      guard case .theorem(let next)? = self[name].within else { return false }
      name = next
    }
    return true
  }

  subscript(kind: String) -> Rule {
    rules[kind] ?? (kind == "algorithm" ? Rule(counter: kind) : Rule(counter: shared ?? kind, within: within))
  }
}
