public import TypesetBoxes

/// The numbers that decide where lines end, under TeX's names (TeXbook chapter 14). LaTeX's values.
public struct LineBreakingParameters: Hashable, Sendable {
  /// True if characters hang out of the margins, which the choice of breaks considers (pdfTeX, `\pdfprotrudechars=2`).
  public var protrudes = false
  /// The thousandths by which the glyphs of a line may be drawn wider or narrower (pdfTeX, `\pdfadjustspacing=2`).
  public var expansion = 0
  /// True if spaces after English sentences are wider (TeX's `\nonfrenchspacing`).
  public var widensSentences = false
  /// The most badness of a line in the first pass, without hyphens; negative skips the pass.
  public var pretolerance = 100
  /// The most badness of a line in the second pass, with hyphens; 10,000 allows any line.
  public var tolerance = 200
  /// The penalty of a break at a hyphen that is not in the text.
  public var hyphenPenalty = 50
  /// The penalty of a break after a hyphen in the text.
  public var exHyphenPenalty = 50
  /// Added to the badness of each line: a higher value gives fewer lines.
  public var linePenalty = 10
  /// Demerits for a tight line next to a loose one.
  public var adjDemerits = 10_000
  /// Demerits for two hyphenated lines in a row.
  public var doubleHyphenDemerits = 10_000
  /// Demerits for a hyphen at the end of the last line but one.
  public var finalHyphenDemerits = 5_000
  /// What a paragraph may cost more without three lines in a row that end with hyphens, or begin or end with the same word; 0 as in TeX, which
  /// does not look at three lines.
  public var stackDemerits = 0
  /// Extra stretch for a third pass, if the second finds nothing.
  public var emergencyStretch = Length.zero
  /// The most that a line's glue may stretch, as a multiple of its stretch; lines that would need more are left ragged. 0 as in TeX: no line
  /// is too loose for the last pass.
  public var mostStretch = 0
  /// True if the document runs from right to left, as do its paragraphs unless they are entirely Latin.
  public var isRightToLeft = false
  /// True if Korean lines end at spaces (CSS: `word-break: keep-all`), and within words only where lines would be too loose.
  public var keepsKoreanWords = true

  public init() {}
}

/// How far the character that would begin a line at a node hangs out on the left, and the one that would end it there on the right.
struct LineHangs {
  /// By node, and for the paragraph's end.
  var left: [Int]
  var right: [Int]
}

/// Chooses the breaks of a paragraph so that the sum of the demerits of its lines is least.
///
/// Knuth and Plass 1981; TeX: The Program, §§ 813–890, whose names and integer arithmetic this follows.
struct LineBreaker {
  /// Sums over the nodes before a position.
  struct Totals {
    var width = 0
    var stretch = 0
    /// The amount of infinite glue.
    var infinite = 0
    var shrink = 0
    /// The width of text that font expansion applies to.
    var text = 0
  }

  /// A chosen break: the node at which the line ends, and the one with which the next begins.
  struct Break {
    var node: Int
    var next: Int
  }

  struct Active {
    /// The totals at the line's first node, less the part of a discretionary.
    var start: Totals
    /// How far the line's first character hangs out.
    var hang: Int
    var demerits: Int
    /// In `passive`, -1 for the paragraph's beginning.
    var passive: Int32
    var fitness: UInt8
    var isHyphenated: Bool
    /// The number of the line that begins here, from 0; not counted if all lines are alike.
    var line: UInt16
  }

  private struct Passive {
    var node: Int32
    var previous: Int32
  }

  /// The best lines to a position from one class of active nodes: very loose, loose, decent, tight.
  private struct Best {
    var demerits = (Int.max, Int.max, Int.max, Int.max)
    var passive = (Int32(-1), Int32(-1), Int32(-1), Int32(-1))
    var lines = (UInt16(0), UInt16(0), UInt16(0), UInt16(0))
    var minimum = Int.max
  }

  /// Values that are the same for all lines that end at a position.
  struct LineEnd {
    var index: Int
    var penalty: Int
    var isHyphenated: Bool
    var isDiscretionary: Bool
    /// The width at the end of the line beyond the nodes before it, less what hangs out.
    var pre: Int
  }

  let parameters: LineBreakingParameters
  let nodes: [Node]
  /// Of lines from the easy one on.
  let measure: Int
  /// Of the lines before the last one that is special, without `\leftskip` and `\rightskip` (§ 847).
  let measures: [Int]
  /// From this line on, line numbers do not matter (§ 845).
  private let easyLine: Int
  let looseness: Int
  /// The `\leftskip` and `\rightskip` of each line (§ 827).
  private let skipStretch: Int
  private let skipShrink: Int
  private let hasInfiniteSkip: Bool
  let hangs: LineHangs?
  // Values for one pass.
  var threshold = 0
  private(set) var isFinal = false
  private(set) var mostPenalty = Penalty.prohibit
  private var leavesRagged = false
  private var background = 0
  /// Nodes at which no line ends.
  var avoided: [Range<Int>] = []
  /// Of the breaks that were found last.
  private(set) var leastDemerits = 0
  var totals: [Totals] = []
  private var active: [Active] = []
  private var passive: [Passive] = []

  /// - Parameters:
  ///   - margin: Stretch at the ends of each line, for ragged settings.
  ///   - hangs: How far characters at line ends hang out of the margins; nil if no characters hang out.
  init(_ nodes: [Node], shape: ParagraphShape, margin: Length, parameters: LineBreakingParameters, hangs: LineHangs? = nil) {
    self.nodes = nodes
    self.hangs = hangs
    self.parameters = parameters
    let (left, right) = (shape.leftSkip, shape.rightSkip)
    hasInfiniteSkip = left.stretchOrder > .finite || right.stretchOrder > .finite
    skipStretch = margin.rawValue + left.stretch.rawValue + right.stretch.rawValue
    skipShrink = left.shrink.rawValue + right.shrink.rawValue
    let natural = left.natural.rawValue + right.natural.rawValue
    measure = shape.place(ofLine: .max).width.rawValue - natural
    measures = shape.lines.dropLast().map { $0.width.rawValue - natural }
    // With `\looseness`, line numbers matter in the whole paragraph. Not for a novel without paragraphs: the number of active nodes grows
    // with the number of lines.
    looseness = nodes.count < Self.mostLooseNodes ? shape.looseness : 0
    easyLine = looseness == 0 ? measures.count : Int(UInt16.max)
    totals.reserveCapacity(nodes.count + 1)
    var sum = Totals()
    totals.append(sum)
    for node in nodes {
      switch node.kind {
      case .box, .kern, .discretionary:
        sum.width += node.width
        if node.isExpandable { sum.text += node.width }
      case .glue:
        sum.width += node.width
        if node.isInfinite { sum.infinite += node.stretch < 0 ? -1 : 1 } else { sum.stretch += node.stretch }
        sum.shrink += node.shrink
      case .penalty: break
      }
      totals.append(sum)
    }
  }

  private static let mostLooseNodes = 50_000

  /// The badness of a line that stretches as far as allowed: 100 times the cube of three.
  static let badnessOfRagged = 2700

  /// Demerits of a ragged line, above the demerits of the loosest justified line, by the square of the missing width. Any such line costs more than
  /// breaking a Korean word, and a line that lacks a fifth of the measure costs as much as a break of the last resort.
  private static func cost(ofLacking width: Int, in measure: Int) -> Int {
    let thousandths = min(1000, width * 1000 / max(1, measure))
    return 5_000_000 + thousandths * thousandths * 250
  }

  /// - Parameters:
  ///   - threshold: The badness that no line may exceed.
  ///   - isFinal: True to find breaks in any case.
  ///   - extra: Stretch of `\emergencystretch`.
  ///   - acceptsCount: True if any number of lines will do if the requested one (`\looseness`) is impossible.
  ///   - mostPenalty: Breaks that cost at least this much are ignored.
  ///   - leavesRagged: True if lines that can't be filled cost what they lack.
  /// - Returns: The breaks in order, the last one the paragraph's end; nil if no lines up to the threshold exist.
  mutating func breaks(
    threshold: Int, isFinal: Bool, extra: Length = .zero, hyphenates: Bool = true, acceptsCount: Bool = false,
    mostPenalty: Int = Penalty.prohibit, leavesRagged: Bool = false
  ) -> [Break]? {
    active = [Active(start: Totals(), hang: hangs?.left[0] ?? 0, demerits: 0, passive: -1, fitness: 2, isHyphenated: false, line: 0)]
    passive.removeAll(keepingCapacity: true)
    self.threshold = threshold
    self.isFinal = isFinal
    self.mostPenalty = mostPenalty
    self.leavesRagged = leavesRagged
    background = skipStretch + extra.rawValue
    var previousIsBox = false
    for index in nodes.indices {
      let node = nodes[index]
      switch node.kind {
      case .box: previousIsBox = true
      case .glue:
        if node.isBreakable, previousIsBox {
          tryBreak(index, penalty: 0, isHyphenated: false)
        }
        previousIsBox = false
      case .kern:
        if node.isBreakable, index + 1 < nodes.count, nodes[index + 1].kind == .glue, nodes[index + 1].isBreakable {
          tryBreak(index, penalty: 0, isHyphenated: false)
        }
        previousIsBox = false
      case .penalty:
        tryBreak(index, penalty: Int(node.penalty), isHyphenated: false)
        // § 868 ff.: glue after a penalty is not a break; the penalty was.
        previousIsBox = false
      case .discretionary:
        if hyphenates || node.isExplicit {
          tryBreak(index, penalty: Int(node.penalty), isHyphenated: true)
        }
        previousIsBox = true
      }
      if active.isEmpty { return nil }
    }
    tryBreak(nodes.count, penalty: Penalty.force, isHyphenated: true)
    guard let best = bestEnd(acceptsCount: isFinal || acceptsCount) else { return nil }
    leastDemerits = best.demerits
    var breaks: [Break] = []
    var at = best.passive
    while at >= 0 {
      let node = Int(passive[Int(at)].node)
      breaks.append(Break(node: node, next: lineStart(after: node)))
      at = passive[Int(at)].previous
    }
    return breaks.reversed()
  }

  /// § 837: glue, kerns and penalties after a break vanish.
  func lineStart(after node: Int) -> Int {
    guard node < nodes.count else { return node }
    if nodes[node].kind == .discretionary { return node + 1 }
    var next = node
    while next < nodes.count, nodes[next].isDiscardable { next += 1 }
    return next
  }

  /// § 874: the end of the paragraph with the fewest demerits; § 875: or the one whose number of lines is nearest to what is wanted.
  private func bestEnd(acceptsCount: Bool) -> Active? {
    guard var best = active.min(by: { $0.demerits < $1.demerits }) else { return nil }
    guard looseness != 0 else { return best }
    let count = Int(best.line)
    var actual = 0
    for candidate in active {
      let difference = Int(candidate.line) - count
      if difference < actual && looseness <= difference || difference > actual && looseness >= difference {
        best = candidate
        actual = difference
      } else if difference == actual, candidate.demerits < best.demerits {
        best = candidate
      }
    }
    return actual == looseness || acceptsCount ? best : nil
  }

  /// § 829: weighs the line from every active node to this one.
  private mutating func tryBreak(_ index: Int, penalty: Int, isHyphenated: Bool) {
    // § 831: a high enough penalty forbids a break, a low enough one forces it.
    guard penalty < mostPenalty, avoided.isEmpty || !avoided.contains(where: { $0.contains(index) }) else { return }
    let isDiscretionary = index < nodes.count && nodes[index].kind == .discretionary
    // Characters that hang out at the end leave more space.
    let pre = (isDiscretionary ? Int(nodes[index].pre) : 0) - (hangs?.right[index] ?? 0)
    let end = LineEnd(index: index, penalty: penalty, isHyphenated: isHyphenated, isDiscretionary: isDiscretionary, pre: pre)
    guard easyLine > 0 else {
      var best = Best()
      let kept = weigh(active.indices, to: end, measure: measure, mayBeOverfull: true, into: &best)
      active.removeSubrange(kept...)
      activate(best, at: end)
      return
    }
    // § 835: active nodes are in the order of their lines; nodes of the same line compete with each other, and so do all easy ones.
    var next: [Active] = []
    next.reserveCapacity(active.count + 4)
    var low = 0
    while low < active.count {
      let line = active[low].line
      var high = low + 1
      while high < active.count, Int(line) >= easyLine || active[high].line == line { high += 1 }
      var best = Best()
      let width = Int(line) < measures.count ? measures[Int(line)] : measure
      let kept = weigh(low..<high, to: end, measure: width, mayBeOverfull: high == active.count && next.isEmpty, into: &best)
      next += active[low..<kept]
      swap(&active, &next)
      activate(best, at: end)
      swap(&active, &next)
      low = high
    }
    active = next
  }

  /// Weighs the lines from some active nodes to a position.
  ///
  /// - Parameters:
  ///   - measure: The width of these lines.
  ///   - mayBeOverfull: True if these are the last active nodes, so that at least one line must be accepted in the last pass.
  /// - Returns: The end of the nodes that stay active; they have moved to the beginning of the range.
  private mutating func weigh(
    _ range: Range<Int>, to place: LineEnd, measure: Int, mayBeOverfull: Bool, into best: inout Best
  ) -> Int {
    let index = place.index
    let penalty = place.penalty
    let isForced = penalty <= Penalty.force
    let end = totals[index]
    var (d0, d1, d2, d3) = (Int.max, Int.max, Int.max, Int.max)
    var (p0, p1, p2, p3) = (Int32(-1), Int32(-1), Int32(-1), Int32(-1))
    var (l0, l1, l2, l3) = (UInt16(0), UInt16(0), UInt16(0), UInt16(0))
    var minimum = Int.max
    var kept = range.lowerBound
    for position in range {
      let candidate = active[position]
      var shortfall = measure + candidate.hang - (end.width - candidate.start.width + place.pre)
      if parameters.expansion > 0 {
        // Glyphs stretch or shrink before glue does.
        let give = (end.text - candidate.start.text) * parameters.expansion / 1000
        shortfall = shortfall > 0 ? max(0, shortfall - give) : min(0, shortfall + give)
      }
      let (badness, fitness, raggedness) = looseness(of: shortfall, from: candidate.start, to: end, measure: measure)
      var isArtificial = false
      let deactivates = badness > 10_000 || isForced
      if deactivates {
        // § 854: on the last pass something must remain.
        if isFinal, mayBeOverfull, minimum == Int.max, kept == range.lowerBound, position == range.upperBound - 1 {
          isArtificial = true
        } else if badness > threshold {
          continue
        }
      } else {
        active[kept] = candidate
        kept += 1
        if badness > threshold { continue }
      }
      let own = isArtificial ? 0 : demerits(ofBadness: badness, fitness, from: candidate, to: place) + raggedness
      let demerits = own + candidate.demerits
      switch fitness {
      case 0: if demerits <= d0 { (d0, p0, l0) = (demerits, candidate.passive, candidate.line) }
      case 1: if demerits <= d1 { (d1, p1, l1) = (demerits, candidate.passive, candidate.line) }
      case 2: if demerits <= d2 { (d2, p2, l2) = (demerits, candidate.passive, candidate.line) }
      default: if demerits <= d3 { (d3, p3, l3) = (demerits, candidate.passive, candidate.line) }
      }
      minimum = min(minimum, demerits)
    }
    best = Best(demerits: (d0, d1, d2, d3), passive: (p0, p1, p2, p3), lines: (l0, l1, l2, l3), minimum: minimum)
    return kept
  }

  /// The badness of a line with a missing width, its class, and the cost of leaving it ragged.
  @inline(__always)
  func looseness(
    of shortfall: Int, from start: Totals, to end: Totals, measure: Int
  ) -> (badness: Int, fitness: UInt8, raggedness: Int) {
    guard shortfall > 0 else {
      // § 853
      let shrink = end.shrink - start.shrink + skipShrink
      let badness = -shortfall > shrink ? 10_001 : TypesetBoxes.badness(Length(rawValue: -shortfall), Length(rawValue: shrink))
      return (badness, badness > 12 ? 3 : 2, 0)
    }
    // § 852
    if end.infinite > start.infinite || hasInfiniteSkip { return (0, 2, 0) }
    let stretch = end.stretch - start.stretch + background
    var badness = TypesetBoxes.badness(Length(rawValue: shortfall), Length(rawValue: stretch))
    var raggedness = 0
    if leavesRagged, shortfall > stretch * parameters.mostStretch {
      raggedness = Self.cost(ofLacking: shortfall - stretch * parameters.mostStretch, in: measure)
      badness = min(badness, Self.badnessOfRagged)
    }
    return (badness, badness > 99 ? 0 : badness > 12 ? 1 : 2, raggedness)
  }

  /// § 859: the demerits of a line by itself and after the previous one.
  @inline(__always)
  func demerits(ofBadness badness: Int, _ fitness: UInt8, from candidate: Active, to place: LineEnd) -> Int {
    let line = parameters.linePenalty + badness
    var demerits = line >= 10_000 ? 100_000_000 : line * line
    if place.penalty > 0 {
      demerits += place.penalty * place.penalty
    } else if place.penalty > Penalty.force {
      demerits -= place.penalty * place.penalty
    }
    if place.isHyphenated, candidate.isHyphenated {
      demerits += place.index < nodes.count ? parameters.doubleHyphenDemerits : parameters.finalHyphenDemerits
    }
    if max(fitness, candidate.fitness) - min(fitness, candidate.fitness) > 1 { demerits += parameters.adjDemerits }
    return demerits
  }

  /// § 836: new active nodes for every fitness class that is good enough.
  private mutating func activate(_ best: Best, at end: LineEnd) {
    guard best.minimum < Int.max else { return }
    let next = lineStart(after: end.index)
    var start = totals[next]
    if end.isDiscretionary { start.width -= Int(nodes[end.index].post) }
    let limit = best.minimum + abs(parameters.adjDemerits)
    func add(_ demerits: Int, _ previous: Int32, _ line: UInt16, _ fitness: UInt8) {
      guard demerits <= limit else { return }
      passive.append(Passive(node: Int32(end.index), previous: previous))
      active.append(
        Active(
          start: start, hang: hangs?.left[next] ?? 0, demerits: demerits, passive: Int32(passive.count - 1), fitness: fitness,
          isHyphenated: end.isDiscretionary, line: line == .max ? line : line + 1))
    }
    add(best.demerits.0, best.passive.0, best.lines.0, 0)
    add(best.demerits.1, best.passive.1, best.lines.1, 1)
    add(best.demerits.2, best.passive.2, best.lines.2, 2)
    add(best.demerits.3, best.passive.3, best.lines.3, 3)
  }
}
