public import TypesetBoxes

/// The numbers that decide where lines end, under TeX's names (TeXbook chapter 14). LaTeX's values.
public struct LineBreakingParameters: Hashable, Sendable {
  /// Do characters hang out of the margins, lines chosen with that in mind (pdfTeX, `\pdfprotrudechars=2`)?
  public var protrudes = false
  /// The thousandths by which the glyphs of a line may be drawn wider or narrower (pdfTeX, `\pdfadjustspacing=2`).
  public var expansion = 0
  public var pretolerance = 100
  public var tolerance = 200
  public var hyphenPenalty = 50
  public var exHyphenPenalty = 50
  public var linePenalty = 10
  public var adjDemerits = 10_000
  public var doubleHyphenDemerits = 10_000
  public var finalHyphenDemerits = 5_000
  /// Extra stretch for a third pass, where the second finds nothing.
  public var emergencyStretch = Length.zero

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
  /// Sums over the nodes before a place.
  struct Totals {
    var width = 0
    var stretch = 0
    /// How much infinite glue there is.
    var infinite = 0
    var shrink = 0
    /// Of text, which font expansion reaches.
    var text = 0
  }

  /// A chosen break: the node at which the line ends, and the one with which the next begins.
  struct Break {
    var node: Int
    var next: Int
  }

  private struct Active {
    /// The totals at the line's first node, less what a discretionary brings along.
    var start: Totals
    /// How far the line's first character hangs out.
    var hang: Int
    var demerits: Int
    /// In `passive`, -1 for the paragraph's beginning.
    var passive: Int32
    var fitness: UInt8
    var isHyphenated: Bool
  }

  private struct Passive {
    var node: Int32
    var previous: Int32
  }

  let parameters: LineBreakingParameters
  private let nodes: [Node]
  private let measure: Int
  /// Stretch of `\leftskip` and `\rightskip`.
  private let margin: Int
  private let hangs: LineHangs?
  private var totals: [Totals] = []
  private var active: [Active] = []
  private var passive: [Passive] = []

  /// - Parameters:
  ///   - margin: Stretch at the ends of each line, for ragged settings.
  ///   - hangs: How far characters at line ends hang out of the margins; nil where none do.
  init(_ nodes: [Node], measure: Length, margin: Length, parameters: LineBreakingParameters, hangs: LineHangs? = nil) {
    self.nodes = nodes
    self.hangs = hangs
    self.measure = measure.rawValue
    self.margin = margin.rawValue
    self.parameters = parameters
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
        if node.isInfinite { sum.infinite += 1 } else { sum.stretch += node.stretch }
        sum.shrink += node.shrink
      case .penalty: break
      }
      totals.append(sum)
    }
  }

  /// - Parameters:
  ///   - threshold: The badness that no line may exceed.
  ///   - isFinal: Find breaks in any case.
  ///   - extra: Stretch of `\emergencystretch`.
  /// - Returns: The breaks in order, the last one the paragraph's end; nil where no line up to the threshold does.
  mutating func breaks(threshold: Int, isFinal: Bool, extra: Length = .zero, hyphenates: Bool = true) -> [Break]? {
    active = [Active(start: Totals(), hang: hangs?.left[0] ?? 0, demerits: 0, passive: -1, fitness: 2, isHyphenated: false)]
    passive.removeAll(keepingCapacity: true)
    let background = margin + extra.rawValue
    var previousIsBox = false
    for index in nodes.indices {
      let node = nodes[index]
      switch node.kind {
      case .box: previousIsBox = true
      case .glue:
        if node.isBreakable, previousIsBox {
          tryBreak(index, penalty: 0, isHyphenated: false, threshold, isFinal, background)
        }
        previousIsBox = false
      case .kern:
        if node.isBreakable, index + 1 < nodes.count, nodes[index + 1].kind == .glue, nodes[index + 1].isBreakable {
          tryBreak(index, penalty: 0, isHyphenated: false, threshold, isFinal, background)
        }
        previousIsBox = false
      case .penalty:
        tryBreak(index, penalty: Int(node.penalty), isHyphenated: false, threshold, isFinal, background)
        // § 868 ff.: after a penalty glue is no place to break, the penalty was.
        previousIsBox = false
      case .discretionary:
        if hyphenates || node.isExplicit {
          tryBreak(index, penalty: Int(node.penalty), isHyphenated: true, threshold, isFinal, background)
        }
        previousIsBox = true
      }
      if active.isEmpty { return nil }
    }
    tryBreak(nodes.count, penalty: Penalty.force, isHyphenated: true, threshold, isFinal, background)
    guard let best = active.min(by: { $0.demerits < $1.demerits }) else { return nil }
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
  private func lineStart(after node: Int) -> Int {
    guard node < nodes.count else { return node }
    if nodes[node].kind == .discretionary { return node + 1 }
    var next = node
    while next < nodes.count, nodes[next].isDiscardable { next += 1 }
    return next
  }

  /// § 829: weighs the line from every active node to this one.
  private mutating func tryBreak(
    _ index: Int, penalty: Int, isHyphenated: Bool, _ threshold: Int, _ isFinal: Bool, _ background: Int
  ) {
    // § 831: a penalty that is high enough is no break, one that is low enough is one in any case.
    guard penalty < Penalty.prohibit else { return }
    let isForced = penalty <= Penalty.force
    let end = totals[index]
    let isDiscretionary = index < nodes.count && nodes[index].kind == .discretionary
    // What hangs out at the end makes room.
    let pre = (isDiscretionary ? Int(nodes[index].pre) : 0) - (hangs?.right[index] ?? 0)

    // The best line of each fitness class: very loose, loose, decent, tight.
    var (d0, d1, d2, d3) = (Int.max, Int.max, Int.max, Int.max)
    var (p0, p1, p2, p3) = (Int32(-1), Int32(-1), Int32(-1), Int32(-1))
    var minimum = Int.max
    var kept = 0
    for position in active.indices {
      let candidate = active[position]
      var shortfall = measure + candidate.hang - (end.width - candidate.start.width + pre)
      if parameters.expansion > 0 {
        // Glyphs take their part before glue has to.
        let give = (end.text - candidate.start.text) * parameters.expansion / 1000
        shortfall = shortfall > 0 ? max(0, shortfall - give) : min(0, shortfall + give)
      }
      var badness: Int
      var fitness: UInt8
      if shortfall > 0 {
        // § 852
        if end.infinite > candidate.start.infinite {
          (badness, fitness) = (0, 2)
        } else {
          let stretch = end.stretch - candidate.start.stretch + background
          badness = TypesetBoxes.badness(Length(rawValue: shortfall), Length(rawValue: stretch))
          fitness = badness > 99 ? 0 : badness > 12 ? 1 : 2
        }
      } else {
        // § 853
        let shrink = end.shrink - candidate.start.shrink
        badness = -shortfall > shrink ? 10_001 : TypesetBoxes.badness(Length(rawValue: -shortfall), Length(rawValue: shrink))
        fitness = badness > 12 ? 3 : 2
      }
      var isArtificial = false
      let deactivates = badness > 10_000 || isForced
      if deactivates {
        // § 854: on the last pass something must remain.
        if isFinal, minimum == Int.max, kept == 0, position == active.count - 1 {
          isArtificial = true
        } else if badness > threshold {
          continue
        }
      } else {
        active[kept] = candidate
        kept += 1
        if badness > threshold { continue }
      }
      // § 859
      var demerits: Int
      if isArtificial {
        demerits = 0
      } else {
        let line = parameters.linePenalty + badness
        demerits = line >= 10_000 ? 100_000_000 : line * line
        if penalty > 0 {
          demerits += penalty * penalty
        } else if penalty > Penalty.force {
          demerits -= penalty * penalty
        }
        if isHyphenated, candidate.isHyphenated {
          demerits += index < nodes.count ? parameters.doubleHyphenDemerits : parameters.finalHyphenDemerits
        }
        if max(fitness, candidate.fitness) - min(fitness, candidate.fitness) > 1 { demerits += parameters.adjDemerits }
      }
      demerits += candidate.demerits
      switch fitness {
      case 0: if demerits <= d0 { (d0, p0) = (demerits, candidate.passive) }
      case 1: if demerits <= d1 { (d1, p1) = (demerits, candidate.passive) }
      case 2: if demerits <= d2 { (d2, p2) = (demerits, candidate.passive) }
      default: if demerits <= d3 { (d3, p3) = (demerits, candidate.passive) }
      }
      minimum = min(minimum, demerits)
    }
    active.removeSubrange(kept...)
    guard minimum < Int.max else { return }

    // § 835: new active nodes for every fitness class that is good enough.
    let next = lineStart(after: index)
    var start = totals[next]
    if isDiscretionary { start.width -= Int(nodes[index].post) }
    let limit = minimum + abs(parameters.adjDemerits)
    func add(_ demerits: Int, _ previous: Int32, _ fitness: UInt8) {
      guard demerits <= limit else { return }
      passive.append(Passive(node: Int32(index), previous: previous))
      active.append(
        Active(
          start: start, hang: hangs?.left[next] ?? 0, demerits: demerits, passive: Int32(passive.count - 1), fitness: fitness,
          isHyphenated: isDiscretionary))
    }
    add(d0, p0, 0)
    add(d1, p1, 1)
    add(d2, p2, 2)
    add(d3, p3, 3)
  }
}
