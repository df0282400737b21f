import TypesetBoxes
import TypesetStyling

// What the breaker weighed for the end of each line, for explanations.

extension LineBreaker {
  /// A place where a line could have ended.
  struct Alternative {
    var node: Int
    var natural: Int
    var badness: Int
    var penalty: Int
    var demerits: Int
    var verdict: LineAlternative.Verdict
  }

  /// How many places before and after the chosen one are reported.
  private static let reach = 3

  /// By line, the places around its end, each with what a line up to there costs after the lines that were chosen.
  ///
  /// - Parameter breaks: What `breaks` has returned last.
  func alternatives(to breaks: [Break]) -> [[Alternative]] {
    var line = Active(start: Totals(), hang: hangs?.left[0] ?? 0, demerits: 0, passive: -1, fitness: 2, isHyphenated: false, line: 0)
    var first = 0
    return breaks.enumerated().map { number, chosen in
      let width = number < measures.count ? measures[number] : measure
      var found: [Alternative] = []
      var fitness = line.fitness
      for place in places(from: first, to: chosen.node) {
        let end = totals[place.index]
        let natural = end.width - line.start.width + place.pre
        var shortfall = width + line.hang - natural
        if parameters.expansion > 0 {
          let give = (end.text - line.start.text) * parameters.expansion / 1000
          shortfall = shortfall > 0 ? max(0, shortfall - give) : min(0, shortfall + give)
        }
        let (badness, own, raggedness) = looseness(of: shortfall, from: line.start, to: end, measure: width)
        let demerits = demerits(ofBadness: min(badness, 10_000), own, from: line, to: place) + raggedness
        let isChosen = place.index == chosen.node
        if isChosen { fitness = own }
        let verdict: LineAlternative.Verdict =
          isChosen ? .chosen : badness > 10_000 ? .tooTight : badness > threshold ? (shortfall > 0 ? .tooLoose : .tooTight) : .possible
        found.append(
          Alternative(
            node: place.index, natural: natural, badness: min(badness, 10_000), penalty: place.penalty, demerits: demerits, verdict: verdict
          ))
      }
      let isDiscretionary = chosen.node < nodes.count && nodes[chosen.node].kind == .discretionary
      first = lineStart(after: chosen.node)
      var start = totals[min(first, totals.count - 1)]
      if isDiscretionary { start.width -= Int(nodes[chosen.node].post) }
      line = Active(
        start: start, hang: hangs?.left[min(first, nodes.count)] ?? 0, demerits: 0, passive: -1, fitness: fitness,
        isHyphenated: isDiscretionary, line: UInt16(clamping: number + 1))
      return Self.around(chosen.node, found)
    }
  }

  private static func around(_ node: Int, _ all: [Alternative]) -> [Alternative] {
    guard let at = all.firstIndex(where: { $0.node == node }) else { return [] }
    return Array(all[max(0, at - reach)...min(all.count - 1, at + reach)])
  }

  /// The places where a line that begins at a node may end, up to some after the chosen one (TeX: The Program, § 866).
  private func places(from first: Int, to chosen: Int) -> [LineEnd] {
    var out: [LineEnd] = []
    var after = 0
    var previousIsBox = false
    func end(_ index: Int, _ penalty: Int, isHyphenated: Bool) -> LineEnd {
      let isDiscretionary = index < nodes.count && nodes[index].kind == .discretionary
      let pre = (isDiscretionary ? Int(nodes[index].pre) : 0) - (hangs?.right[index] ?? 0)
      return LineEnd(index: index, penalty: penalty, isHyphenated: isHyphenated, isDiscretionary: isDiscretionary, pre: pre)
    }
    var index = first
    while index < nodes.count, after < Self.reach {
      let node = nodes[index]
      let isPlace: Bool =
        switch node.kind {
        case .box: false
        case .glue: node.isBreakable && previousIsBox
        case .kern: node.isBreakable && index + 1 < nodes.count && nodes[index + 1].kind == .glue && nodes[index + 1].isBreakable
        case .penalty: Int(node.penalty) < Penalty.prohibit
        case .discretionary: true
        }
      if isPlace {
        let penalty = node.kind == .penalty || node.kind == .discretionary ? Int(node.penalty) : 0
        out.append(end(index, penalty, isHyphenated: node.kind == .discretionary))
        if index > chosen { after += 1 }
        if node.kind == .penalty, penalty <= Penalty.force { return out }
      }
      previousIsBox = node.kind == .box || node.kind == .discretionary
      index += 1
    }
    if index == nodes.count { out.append(end(nodes.count, Penalty.force, isHyphenated: true)) }
    return out
  }
}

extension ParagraphList {
  /// Alternatives with the text before them, for the report of a line.
  ///
  /// - Parameter text: The paragraph's, in UTF-8.
  func described(_ alternatives: [LineBreaker.Alternative], in text: [UInt8]) -> [LineAlternative] {
    alternatives.map { place in
      let isDivided = place.node < nodes.count && nodes[place.node].kind == .discretionary
      let before = nodes[..<min(place.node, nodes.count)].last { !$0.text.isEmpty && $0.kind != .glue }
      var end = before.map { Int($0.text.upperBound) } ?? 0
      if isDivided { end = max(Int(nodes[place.node].breakOffset), 0) }
      end = min(end, text.count)
      // The last words, whole characters only.
      let bytes = text[max(0, end - 32)..<end].drop { $0 & 0xC0 == 0x80 }
      let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: true)
      let shown = words.suffix(2).joined(separator: " ")
      return LineAlternative(
        text: isDivided ? shown + "-" : shown, isDivided: isDivided, natural: Length(rawValue: place.natural), badness: place.badness,
        penalty: place.penalty, demerits: place.demerits, verdict: place.verdict)
    }
  }
}
