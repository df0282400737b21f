internal import TypesetMarkdown

/// Counters of sections, figures and so on.
struct LabelCounts {
  let byChapter: Bool
  private var sections = [Int](repeating: 0, count: 8)
  private var things: [Numbering.Kind: Int] = [:]
  private var parts: [Numbering.Kind: Int] = [:]
  private(set) var isAppendix = false
  /// Headings by their depth, whether they show numbers or not, and how many theorems of each counter there are below them.
  private var headings = [Int](repeating: 0, count: 8)
  private var theorems: [String: (count: Int, number: String)] = [:]

  init(byChapter: Bool) { self.byChapter = byChapter }

  mutating func section(_ depth: Int) -> String {
    sections[depth] += 1
    for deeper in sections.indices where deeper > depth { sections[deeper] = 0 }
    if depth == 0, byChapter { things = [:] }
    return (0...depth).map { text($0) }.joined(separator: ".")
  }

  mutating func passHeading(_ depth: Int) {
    guard headings.indices.contains(depth) else { return }
    headings[depth] += 1
    for deeper in headings.indices where deeper > depth { headings[deeper] = 0 }
    headingNumber = (0...depth).map { $0 == 0 && isAppendix ? NumberForm.letter.text(headings[0]) : "\(headings[$0])" }
  }

  /// The number of the last heading, level by level.
  private(set) var headingNumber: [String] = []

  /// The number of a theorem of a kind.
  mutating func next(_ kind: String, _ rules: TheoremNumbering) -> String {
    let rule = rules[kind]
    let prefix: String
    switch rule.within {
    case nil:
      let number = next(.theorem(rule.counter))
      theorems[rule.counter] = (0, number)
      return number
    case .depth(let depth):
      prefix = (0...depth).map { $0 < headingNumber.count ? headingNumber[$0] : "0" }.joined(separator: ".")
    case .theorem(let other): prefix = theorems[rules[other].counter]?.number ?? "0"
    }
    let known = theorems[rule.counter]
    let count = known.flatMap { $0.number.hasPrefix(prefix + ".") ? $0.count : nil } ?? 0
    let number = prefix + ".\(count + 1)"
    theorems[rule.counter] = (count + 1, number)
    return number
  }

  mutating func beginAppendix() {
    sections[0] = 0
    headings = headings.map { _ in 0 }
    isAppendix = true
  }

  /// `2.1`: the number of a part of what is numbered next.
  mutating func part(_ kind: Numbering.Kind) -> String {
    parts[kind, default: 0] += 1
    return "\(things[kind, default: 0] + 1).\(parts[kind, default: 1])"
  }

  mutating func next(_ kind: Numbering.Kind) -> String {
    things[kind, default: 0] += 1
    parts[kind] = nil
    let number = "\(things[kind] ?? 1)"
    return byChapter && sections[0] > 0 ? text(0) + "." + number : number
  }

  private func text(_ depth: Int) -> String {
    depth == 0 && isAppendix ? NumberForm.letter.text(sections[0]) : "\(sections[depth])"
  }
}
