internal import TypesetMarkdown

/// Counters of sections, figures and so on.
struct LabelCounts {
  let byChapter: Bool
  private var sections = [Int](repeating: 0, count: 8)
  private var things: [Numbering.Kind: Int] = [:]
  private var parts: [Numbering.Kind: Int] = [:]
  private(set) var isAppendix = false

  init(byChapter: Bool) { self.byChapter = byChapter }

  mutating func section(_ depth: Int) -> String {
    sections[depth] += 1
    for deeper in sections.indices where deeper > depth { sections[deeper] = 0 }
    if depth == 0, byChapter { things = [:] }
    return (0...depth).map { text($0) }.joined(separator: ".")
  }

  mutating func beginAppendix() {
    sections[0] = 0
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
