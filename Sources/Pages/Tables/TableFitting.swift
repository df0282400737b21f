import TypesetBoxes
import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

/// A table, or a part of one, that fits the measure.
struct FittedTable {
  var table: StyledTree.Table
  var widths: [Length]
  /// Columns that are aligned at the decimal sign.
  var decimals: [DecimalColumn?] = []
  /// Its scale in its surroundings.
  var scale = 1.0
}

/// Finds the widths of a table's columns.
///
/// A table that is too wide has several ways to fit, each with a cost; the cheapest is taken. It may be in smaller type, have hyphenated words, one
/// column with broken words, a landscape page if it fills half of one, or be several tables.
struct TableFitting {
  let table: StyledTree.Table
  let context: BlockContext
  private var measure: Length { context.measure }

  /// One way to fit.
  private struct Way {
    var parts: [FittedTable]
    var cost: Double
    var remedy: Remedy?
  }

  func fit(onto out: inout SetBlock) -> [FittedTable] {
    let demand = TableDemand(of: table, in: context)
    if context.turn == .granted { report(.turned, onto: &out) }
    if demand.minimumSum <= measure - table.padding {
      let shared = shared(table, demand, room: measure - table.padding)
      return [shared.starves ? relieved(shared, demand) : FittedTable(table: table, widths: shared.widths, decimals: demand.decimals)]
    }
    var best = wholeWays(demand).min { $0.cost < $1.cost }
    func take(_ way: Way?) { if let way, way.cost < best?.cost ?? .infinity { best = way } }
    take(divided(demand))
    // Parts without the column that names their rows are useless; a page of a few rows is worse.
    if context.turn == .possible, table.columns.count > 3, turnedCost() < best?.cost ?? .infinity {
      out.wantsTurn = true
      return []
    }
    guard let best else {
      let small = table.scaled(by: table.leastScale)
      let tight = TableDemand(of: small, in: context.scaled(by: table.leastScale))
      // Columns of a few letters a line can't be read: rather several tables in which only the longest words are broken.
      if let parts = divided(small, demand: tight, scale: table.leastScale, longestWord: measure / 4) {
        report(.divided(parts.count), onto: &out)
        return parts
      }
      report(.tooWide, onto: &out)
      let room = max(measure - small.padding, measure / 2)
      return [FittedTable(table: small, widths: tight.widths(measure: room), decimals: tight.decimals, scale: table.leastScale)]
    }
    if let remedy = best.remedy { report(remedy, onto: &out) }
    return best.parts
  }

  // MARK: Ways

  /// The ways in which the table stays in one piece.
  private func wholeWays(_ demand: TableDemand) -> [Way] {
    var ways: [Way] = []
    for (scale, cost) in [(1, 0.0), (0.9, 8), (table.leastScale, 20)] where scale >= table.leastScale {
      let small = scale == 1 ? table : table.scaled(by: scale)
      var inner = context.scaled(by: scale)
      let whole = scale == 1 ? demand : TableDemand(of: small, in: inner)
      let room = measure - small.padding
      if whole.minimumSum <= room {
        let (way, starves) = way(small, whole, scale, cost: cost)
        ways.append(way)
        // A column of one word a line is worse than words that are hyphenated.
        if !starves { break }
      }
      inner.dividesWords = true
      let divided = TableDemand(of: small, in: inner)
      if divided.minimumSum <= room { ways.append(way(small, divided, scale, cost: cost + 14).way) }
      if whole.minimumSum <= room { continue }
      if let broken = whole.breakingLongWords(in: room, em: small.cellStyle.text.size) {
        ways.append(way(small, broken, scale, cost: cost + 16, .tooWide).way)
      } else if let broken = divided.breakingLongWords(in: room, em: small.cellStyle.text.size) {
        ways.append(way(small, broken, scale, cost: cost + 28, .tooWide).way)
      }
    }
    return ways
  }

  private func way(
    _ table: StyledTree.Table, _ demand: TableDemand, _ scale: Double, cost: Double, _ remedy: Remedy? = nil
  ) -> (way: Way, starves: Bool) {
    let shared = shared(table, demand, room: measure - table.padding)
    let fitted = FittedTable(table: table, widths: shared.widths, decimals: demand.decimals, scale: scale)
    return (Way(parts: [fitted], cost: cost + (shared.starves ? 18 : 0), remedy: remedy), shared.starves)
  }

  /// Widths of a table's columns, and what the table then costs.
  private struct SharedRoom {
    var widths: [Length]
    var cost: Double
    /// True if a column has one or two words on each of many lines.
    var starves: Bool
    /// True if it does, or rows are high because of a narrow column.
    var isCrowded: Bool
  }

  /// How the columns share the room: with names whole, or broken at their joints where the table is then much shorter.
  private func shared(_ table: StyledTree.Table, _ demand: TableDemand, room: Length) -> SharedRoom {
    let em = table.cellStyle.text.size
    func shared(_ demand: TableDemand, price: Double) -> SharedRoom {
      let widths = demand.widths(measure: room)
      let starves = demand.starves(widths, em: em)
      return SharedRoom(
        widths: widths, cost: demand.cost(widths) * price, starves: starves, isCrowded: starves || demand.crowds(widths, em: em))
    }
    let whole = demand.keepingNames(in: room)
    let kept = shared(whole, price: 1)
    guard kept.isCrowded, whole.minimum != demand.minimum else { return kept }
    // The widest ones first.
    let some = shared(demand.keepingNames(in: room, upTo: 0.7), price: 1.08)
    let none = shared(demand, price: 1.15)
    return [some, none].reduce(kept) { $1.cost < $0.cost ? $1 : $0 }
  }

  /// Groups of columns that fit side by side, with the column that names the rows in each; nil if that does not help.
  private func divided(_ demand: TableDemand) -> Way? {
    if let parts = divided(table, demand: demand) {
      return Way(parts: parts, cost: 26 + 12 * Double(parts.count), remedy: .divided(parts.count))
    }
    let scale = table.leastScale
    let small = table.scaled(by: scale)
    let parts = divided(small, demand: TableDemand(of: small, in: context.scaled(by: scale)), scale: scale)
    return parts.map { Way(parts: $0, cost: 40 + 12 * Double($0.count), remedy: .divided($0.count)) }
  }

  /// - Parameter longestWord: Words that are wider may be broken; nil breaks none.
  private func divided(
    _ table: StyledTree.Table, demand: TableDemand, scale: Double = 1, longestWord: Length? = nil
  ) -> [FittedTable]? {
    let demand = longestWord.map { demand.breakingWords(widerThan: $0) } ?? demand
    let padding = table.cellStyle.padding * 2
    let key = table.keyColumn
    guard !(table.head + table.body).joined().contains(where: { $0.columns > 1 }),
      let groups = demand.groups(of: table.columns.count, key: key, measure: measure, padding: padding)
    else { return nil }
    return groups.enumerated().map { number, columns in
      var part = table.keeping(columns)
      if number > 0 { part.caption = InlineContent() }
      if number == groups.count - 1 {
        part.rows += table.notes
        part.noteCount = table.noteCount
      }
      let own = TableDemand(of: part, in: context.scaled(by: scale))
      let demand = longestWord.map { own.breakingWords(widerThan: $0) } ?? own
      return FittedTable(
        table: part, widths: demand.widths(measure: measure - padding * columns.count), decimals: demand.decimals, scale: scale)
    }
  }

  /// What a landscape page costs; infinite if the table does not fit it, or leaves more than half of the last one empty.
  private func turnedCost() -> Double {
    let page = context.document.turnedPage
    guard context.fitsWhole(table, measure: page.measure) else { return .infinity }
    let demand = TableDemand(of: table, in: context.moved(to: .zero, measure: page.measure))
    let widths = demand.widths(measure: max(page.measure - table.padding, demand.minimumSum))
    let style = table.cellStyle
    let lines = demand.lines(widths) * Double(max(table.body.count, 1)) / Double(max(demand.rows.count - table.head.count, 1))
    let rows = (style.roomAbove + style.roomBelow).points * Double(table.body.count)
    let height = lines * style.leading.points + rows
    let pages = (height + context.leadHeight(measure: page.measure)) / page.textHeight.points
    let last = pages - pages.rounded(.down)
    let filled = pages >= 2 ? max(last, 0.5) : pages > 1 ? max(last, 0.4) : height / page.textHeight.points
    return filled < 0.5 ? .infinity : 30 + (1 - filled) * 30
  }

  /// The table in smaller type, if a column with few words on each line then has more of them.
  private func relieved(_ starving: SharedRoom, _ demand: TableDemand) -> FittedTable {
    var best = FittedTable(table: table, widths: starving.widths, decimals: demand.decimals)
    var least = starving.cost
    for factor in [0.9, table.leastScale] where factor >= table.leastScale {
      let small = table.scaled(by: factor)
      let demand = TableDemand(of: small, in: context.scaled(by: factor))
      let shared = shared(small, demand, room: measure - table.padding.scaled(by: factor * factor))
      // A smaller type must help.
      let cost = shared.cost * 1.1
      if cost < least { (best, least) = (FittedTable(table: small, widths: shared.widths, decimals: demand.decimals, scale: factor), cost) }
      if !shared.starves { break }
    }
    return best
  }

  // MARK: Diagnostics

  /// How to fit a table that is wider than the page.
  private enum Remedy {
    case turned
    case divided(Int)
    case tooWide
  }

  private func report(_ remedy: Remedy, onto out: inout SetBlock) {
    let span = context.document.tree[context.block].span
    let diagnostic =
      switch remedy {
      case .turned:
        Diagnostic(
          .warning, "table.turned", at: span, "this table is wider than the page and is on a landscape page of its own",
          hint: "use shorter words or fewer columns, or split it with wide-tables: divide in the front matter")
      case .divided(let count):
        Diagnostic(
          .warning, "table.divided", at: span, "this table is wider than the page: its columns are split over \(count) tables",
          hint: "put it on a page of its own with the class .landscape, or use shorter words")
      case .tooWide:
        Diagnostic(
          .warning, "table.too-wide", at: span, "this table is wider than the page: words in it are broken",
          hint: "put it on a page of its own with the class .landscape, or use fewer columns")
      }
    out.report(diagnostic)
  }
}

extension BlockContext {
  /// About how high the headings and lead-ins are that go with the block to its page, in points.
  fileprivate func leadHeight(measure: Length) -> Double {
    let tree = document.tree
    var height = 0.0
    var below = block
    // Blocks without children are one after the other.
    while below > 1, height < 10_000, case let above = tree[below - 1], above.nextSibling == below, above.style.keepWithNext {
      let style = above.style
      let text =
        switch above.kind {
        case .paragraph(let content), .heading(_, let content, _, _): content.text.text.count
        default: 0
        }
      // A character is about half as wide as its type is high.
      let lines = (Double(text) * style.text.size.points / 2 / max(measure.points, 1)).rounded(.up)
      height += lines * style.leading.points + style.after.natural.points
      below -= 1
    }
    return height
  }

  /// True if a table fits without breaking words or splitting columns, if necessary in smaller type.
  func fitsWhole(_ table: StyledTree.Table, measure: Length) -> Bool {
    let wanted = TableDemand(of: table, in: moved(to: .zero, measure: measure)).minimumSum + table.padding
    return wanted.scaled(by: table.leastScale) <= measure
  }
}
