import TypesetBoxes

/// Three lines in a row that end with hyphens, or that begin or end with the same word: readers skip one, or read one twice.
struct LineStacks {
  /// The paragraph's.
  let text: [UInt8]
  let nodes: [Node]

  /// The ends of lines that make each stack; moving one of them undoes it.
  func ends(in breaks: [LineBreaker.Break]) -> [[Int]] {
    guard breaks.count > 2 else { return [] }
    let lines = breaks.indices
    let first = lines.map { line in
      line == 0 ? wordAfter(0) : isHyphen(breaks[line - 1]) ? nil : wordAfter(breaks[line - 1].next)
    }
    let last = lines.map { line in line == lines.last || isHyphen(breaks[line]) ? nil : wordBefore(breaks[line].node) }
    return lines.dropFirst(2).compactMap { line in
      let three = (line - 2)...line
      if line != lines.last, three.allSatisfy({ isHyphen(breaks[$0]) }) || areSame(last[three]) { return three.map { breaks[$0].node } }
      if areSame(first[three]) { return three.filter { $0 > 0 }.map { breaks[$0 - 1].node } }
      return nil
    }
  }

  /// Where no line may end instead of this one: here, or, at a hyphen, in the whole word.
  func nodes(avoiding end: Int) -> [Range<Int>] {
    guard end < nodes.count, nodes[end].kind == .discretionary else { return [end..<end + 1] }
    let lower = nodes[..<end].lastIndex { $0.kind == .glue }.map { $0 + 1 } ?? 0
    return [end..<end + 1, lower..<(nodes[end...].firstIndex { $0.kind == .glue } ?? nodes.count)]
  }

  /// True of a hyphen that is not in the text.
  private func isHyphen(_ end: LineBreaker.Break) -> Bool {
    end.node < nodes.count && nodes[end.node].kind == .discretionary && !nodes[end.node].isExplicit
  }

  private func areSame(_ words: ArraySlice<Range<Int>?>) -> Bool {
    guard case let first?? = words.first else { return false }
    return words.dropFirst().allSatisfy { word in
      guard let word, word.count == first.count else { return false }
      return zip(word, first).allSatisfy { Self.folded(text[$0]) == Self.folded(text[$1]) }
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Longer ones are addresses, or scripts without spaces.
  private static let longest = 40

  /// The word at a line's end.
  private func wordBefore(_ node: Int) -> Range<Int>? {
    guard let end = nodes[..<node].last(where: { $0.kind != .glue && !$0.text.isEmpty }) else { return nil }
    let upper = Int(end.text.upperBound)
    let lower = text[max(0, upper - Self.longest)..<upper].lastIndex { $0 <= 0x20 }.map { $0 + 1 }
    return (lower ?? (upper <= Self.longest ? 0 : nil)).flatMap { letters(of: $0..<upper) }
  }

  /// The word at a line's beginning.
  private func wordAfter(_ node: Int) -> Range<Int>? {
    guard let start = nodes[node...].first(where: { $0.kind != .glue && !$0.text.isEmpty }) else { return nil }
    let lower = Int(start.text.lowerBound)
    let upper = text[lower..<min(text.count, lower + Self.longest)].firstIndex { $0 <= 0x20 }
    return (upper ?? (lower + Self.longest >= text.count ? text.count : nil)).flatMap { letters(of: lower..<$0) }
  }

  /// A word without the marks around it; nil for single letters, and where a formula or a picture is in it.
  private func letters(of word: Range<Int>) -> Range<Int>? {
    func isMark(_ byte: UInt8) -> Bool {
      byte < 0x80 && !(0x30...0x39).contains(byte) && !(0x61...0x7A).contains(Self.folded(byte))
    }
    guard let lower = word.first(where: { !isMark(text[$0]) }), let upper = word.last(where: { !isMark(text[$0]) }), upper > lower,
      !text[lower...upper].contains(0xEF)
    else { return nil }
    return lower..<upper + 1
  }
}

extension LineBreaker {
  /// Breaks without stacks of lines, where the same tolerance has some.
  ///
  /// TeX charges two hyphens in a row, however many follow them, and knows no words. Only a paragraph that has a stack is broken again, without
  /// one of the stack's ends.
  mutating func unstacked(_ breaks: [Break], of text: [UInt8]) -> [Break] {
    guard parameters.stackDemerits > 0, !isFinal, looseness == 0 else { return breaks }
    let lines = LineStacks(text: text, nodes: nodes)
    var best = (breaks: breaks, demerits: leastDemerits, stacks: lines.ends(in: breaks))
    defer { avoided = [] }
    for _ in 0..<3 {
      guard let ends = best.stacks.first, best.stacks.count < 8 else { break }
      let known = avoided
      var next: (breaks: [Break], demerits: Int, stacks: [[Int]], avoided: [Range<Int>])?
      for place in ends.flatMap({ lines.nodes(avoiding: $0) }) {
        avoided = known + [place]
        guard
          let tried = self.breaks(threshold: threshold, isFinal: false, mostPenalty: mostPenalty),
          leastDemerits <= best.demerits + parameters.stackDemerits
        else { continue }
        let left = lines.ends(in: tried)
        guard left.count < best.stacks.count, next.map({ (left.count, leastDemerits) < ($0.stacks.count, $0.demerits) }) ?? true else {
          continue
        }
        next = (tried, leastDemerits, left, avoided)
      }
      guard let next else { break }
      best = (next.breaks, next.demerits, next.stacks)
      avoided = next.avoided
    }
    return best.breaks
  }
}
