internal import TypesetDiagnostics

/// What became of material that is the same in two records: fonts, glyphs, spaces, rules. Changes of one kind are one difference, with the first place
/// in words and all places as regions.
struct RenderingChanges {
  typealias Unit = DocumentRecord.Unit

  /// In the order in which they are reported: what people see first, then what follows from it.
  enum Aspect: Int, Comparable {
    case font, glyphs, graphics, background, furniture, lineSpacing, above, top, sideways, letters, size, extent, lines, page

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// True for an aspect of the block itself; its place on the page may follow from other blocks.
    var isOwn: Bool {
      switch self {
      case .font, .glyphs, .graphics, .lineSpacing, .above, .sideways, .letters, .size, .lines: true
      case .background, .furniture, .top, .extent, .page: false
      }
    }
    /// True for what text that changed leaves as it is.
    var isEdge: Bool { self == .above || self == .graphics }

    var cause: Difference.Cause {
      switch self {
      case .font, .glyphs: .style
      case .graphics, .background, .extent: .graphics
      case .furniture: .furniture
      case .lines, .page: .lines
      case .size, .lineSpacing, .above, .top, .sideways, .letters: .spacing
      }
    }
  }

  private struct Group {
    var aspect: Aspect
    var difference: Difference
    /// Where else it is.
    var places: [Place]
    var count = 1
    /// The least and the greatest change, in hundredths of a point; nil for changes without an amount.
    var amounts: ClosedRange<Int>?
  }

  private let old: DocumentRecord
  private let new: DocumentRecord
  private let pairs: [(old: Unit, new: Unit)]
  private let filter: (Unit, Aspect) -> Bool
  private var groups: [Group] = []
  private var known: [String: Int] = [:]
  /// Where text breaks into other lines and pages, and the grounds of words with it.
  private var rebroken: Set<Place> = []

  /// The most kinds of change that are reported.
  private static let most = 8

  /// - Parameters:
  ///   - pairs: Indexes of units of text and pictures that are the same.
  ///   - filter: Which changes of which units are reported.
  init(
    _ old: DocumentRecord, _ new: DocumentRecord, _ pairs: [(old: Int, new: Int)],
    where filter: @escaping (Unit, Aspect) -> Bool = { _, _ in true }
  ) {
    (self.old, self.new, self.filter) = (old, new, filter)
    let sorted = pairs.sorted { $0.new < $1.new }
    self.pairs = sorted.map { (old.units[$0.old], new.units[$0.new]) }
    for pair in self.pairs { compareText(pair.old, pair.new) }
    compareSpaces(sorted)
    compareGraphics()
    compareSheets()
    compareFurniture()
  }

  /// The kinds of change, and how many more there are.
  var differences: (told: [(difference: Difference, places: [Place])], more: Int) {
    // Grounds grow with their text: reported only if nothing else is.
    let isMore = groups.contains { $0.aspect != .extent }
    let sorted = groups.filter { !isMore || $0.aspect != .extent }.enumerated().sorted {
      ($0.element.aspect, $0.offset) < ($1.element.aspect, $1.offset)
    }.map(\.element)
    let told = sorted.prefix(Self.most).map { group -> (difference: Difference, places: [Place]) in
      var difference = group.difference
      guard group.count > 1 else { return (difference, group.places) }
      difference.message += "; likewise in \(group.count - 1) more \(group.count == 2 ? "place" : "places")"
      if let amounts = group.amounts, amounts.lowerBound != amounts.upperBound {
        difference.message += ", by \(shown(amounts.lowerBound)) to \(shown(amounts.upperBound)) pt"
      }
      return (difference, group.places)
    }
    return (Array(told), sorted.count - told.count)
  }

  private func shown(_ hundredths: Int) -> String { RecordBuilder.shown(hundredths) }

  private mutating func add(
    _ aspect: Aspect, _ key: String, _ message: String, topic: String, at unit: Unit, amount: Int? = nil, regions: [Difference.Region]
  ) {
    guard filter(unit, aspect) else { return }
    let key = "\(aspect.rawValue) \(key)"
    if let index = known[key] {
      groups[index].count += 1
      groups[index].places.append(Place(file: unit.file, line: unit.line))
      groups[index].difference.regions += regions
      if let amount, let range = groups[index].amounts {
        groups[index].amounts = min(range.lowerBound, abs(amount))...max(range.upperBound, abs(amount))
      }
      return
    }
    known[key] = groups.count
    var difference = Difference(aspect.cause, message)
    (difference.file, difference.line, difference.page, difference.regions) = (unit.file, unit.line, unit.parts.first?.page, regions)
    difference.topic = topic
    groups.append(
      Group(
        aspect: aspect, difference: difference, places: [Place(file: unit.file, line: unit.line)],
        amounts: amount.map { abs($0)...abs($0) }))
  }

  // MARK: Text

  private mutating func compareText(_ a: Unit, _ b: Unit) {
    guard b.kind != .picture, a.parts != b.parts || a.style != b.style, !Self.isOtherText(a, b) else { return }
    let regions = Comparer.regions(of: a, b)
    var isRestyled = false
    for change in old.fontChanges(of: a, to: b, in: new) {
      isRestyled = true
      add(.font, change.topic, change.described, topic: change.topic, at: b, regions: regions)
    }
    if !isRestyled, let change = FontChange.even(of: a, in: old, to: b, in: new) {
      isRestyled = true
      add(.font, change.topic, change.described, topic: change.topic, at: b, regions: regions)
    } else if !isRestyled, old.styles[a.style] != new.styles[b.style] {
      let change = FontChange.list(of: a, in: old, to: b, in: new)
      isRestyled = true
      add(.font, change, "the fonts of the \(b.described) changed, \(change)", topic: "fonts changed, \(change)", at: b, regions: regions)
    }
    guard a.parts.map(\.text) == b.parts.map(\.text) else {
      rebroken.insert(Place(file: b.file, line: b.line))
      let lines = a.parts.count == b.parts.count ? "" : ", \(b.parts.count) instead of \(a.parts.count)"
      add(.lines, "", "the \(b.described) breaks into other lines\(lines)", topic: "text breaks into other lines", at: b, regions: regions)
      return
    }
    guard !isRestyled else { return }
    compareLines(a, b, regions)
  }

  /// True if the text itself changed, which is reported as such.
  private static func isOtherText(_ a: Unit, _ b: Unit) -> Bool {
    Comparer.isRespaced(a, b) || a.text.filter { $0 != " " } != b.text.filter { $0 != " " }
  }

  /// Lines with the same text in the same fonts.
  private mutating func compareLines(_ a: Unit, _ b: Unit, _ regions: [Difference.Region]) {
    let lines = zip(a.parts, b.parts)
    if let (_, line) = lines.first(where: { $0.glyphs != $1.glyphs }) {
      add(
        .glyphs, b.kind.rawValue, "“\(excerpt(line.text, b))” has other glyphs of the same fonts",
        topic: "text has other glyphs of the same fonts",
        at: b, regions: regions)
    } else if let (before, line) = lines.first(where: { $0.hash != $1.hash }) {
      let widths =
        before.width == line.width
        ? ", its width has not" : ": the line is \(shown(line.width)) pt wide instead of \(shown(before.width)) pt"
      add(
        .letters, b.kind.rawValue, "glyph spacing in “\(excerpt(line.text, b))” changed\(widths)", topic: "glyph spacing changed", at: b,
        amount: before.width == line.width ? nil : line.width - before.width, regions: regions)
    }
    if let (before, line) = lines.first(where: { $0.height != $1.height }) {
      add(
        .size, b.kind.rawValue, "the \(b.described) is \(shown(line.height)) pt high instead of \(shown(before.height)) pt",
        topic: "lines of the \(b.kind.noun) are \(line.height > before.height ? "higher" : "lower")", at: b,
        amount: line.height - before.height, regions: regions)
    }
  }

  private func excerpt(_ text: String, _ unit: Unit) -> String {
    let text = text.isEmpty ? unit.kind.noun : text.replacing("\u{FFFC}", with: "…")
    return text.count > 44 ? text.prefix(40) + "…" : text
  }

  // MARK: Spaces

  private mutating func compareSpaces(_ indexes: [(old: Int, new: Int)]) {
    func order(_ flow: [Int]) -> [Int: Int] { Dictionary(flow.enumerated().map { ($0.element, $0.offset) }) { $1 } }
    func firsts(_ flow: [Int], _ record: DocumentRecord) -> [Int: Int] {
      Dictionary(flow.compactMap { index in record.units[index].parts.first.map { ($0.page, index) } }) { first, _ in first }
    }
    let (oldFlow, newFlow) = (old.flow, new.flow)
    let (oldOrder, newOrder) = (order(oldFlow), order(newFlow))
    let (oldFirst, newFirst) = (firsts(oldFlow, old), firsts(newFlow, new))
    var last: (old: Int, new: Int)?
    var page = -1
    for index in indexes {
      let (a, b) = (old.units[index.old], new.units[index.new])
      guard let before = a.parts.first, let after = b.parts.first else { continue }
      let isFirst = after.page != page
      page = after.page
      let regions = Comparer.regions(of: a, b)
      if before.page != after.page {
        rebroken.insert(Place(file: b.file, line: b.line))
        add(
          .page, "", "the \(b.described) is on page \(after.page + 1) instead of \(before.page + 1)", topic: "pages end elsewhere", at: b,
          regions: regions)
      } else {
        compareSides(a, b, regions)
        if isFirst, oldFirst[before.page] == index.old, newFirst[after.page] == index.new, abs(before.y - after.y) > 2 {
          let direction = Displacements.direction(after.y - before.y, 0)
          add(
            .top, direction, "the first line of page \(page + 1), the \(b.described), moved \(direction)",
            topic: "the first line of pages moved \(direction)", at: b, regions: regions)
        } else if let last, oldOrder[index.old] == oldOrder[last.old].map({ $0 + 1 }),
          newOrder[index.new] == newOrder[last.new].map({ $0 + 1 })
        {
          compareAbove(old.units[last.old], a, new.units[last.new], b, regions)
        }
      }
      comparePitch(a, b, regions)
      last = index
    }
  }

  /// The space between two units that follow each other on a page.
  private mutating func compareAbove(_ above: Unit, _ a: Unit, _ newAbove: Unit, _ b: Unit, _ regions: [Difference.Region]) {
    guard let top = above.parts.last, let before = a.parts.first, let newTop = newAbove.parts.last, let after = b.parts.first,
      top.page == before.page, newTop.page == after.page, top.height == newTop.height
    else { return }
    let (old, new) = (before.y - top.y - top.height, after.y - newTop.y - newTop.height)
    // Places are rounded to hundredths.
    guard abs(new - old) > 2 else { return }
    let message =
      old < 0 || new < 0
      ? "the \(b.described) moved \(Displacements.direction(new - old, 0)) against what is before it"
      : "the space above the \(b.described) is \(shown(new)) pt instead of \(shown(old)) pt"
    let topic = "the space above \(b.kind.plural) is \(new > old ? "larger" : "smaller") by \(shown(abs(new - old))) pt"
    add(.above, b.kind.rawValue + (new > old ? "+" : "-"), message, topic: topic, at: b, amount: new - old, regions: regions)
  }

  private mutating func compareSides(_ a: Unit, _ b: Unit, _ regions: [Difference.Region]) {
    guard let before = a.parts.first, let after = b.parts.first, let shift = Self.shift(from: before, to: after) else { return }
    add(
      .sideways, b.kind.rawValue + (shift > 0 ? "+" : "-"), "the \(b.described) moved \(Displacements.direction(0, shift))",
      topic: "\(b.kind.plural) moved \(Displacements.direction(0, shift))", at: b, amount: shift, regions: regions)
  }

  /// How far to the right a line moved, if it did not only grow: one that is centred, or ends at the right margin, grows to the left.
  static func shift(from before: DocumentRecord.Part, to after: DocumentRecord.Part) -> Int? {
    let (shift, wider) = (after.x - before.x, after.width - before.width)
    return abs(shift) > 2 && abs(shift + wider / 2) > 2 && abs(shift + wider) > 2 ? shift : nil
  }

  /// The distance of lines within a unit.
  private mutating func comparePitch(_ a: Unit, _ b: Unit, _ regions: [Difference.Region]) {
    guard a.parts.count == b.parts.count, a.parts.count > 1, a.parts[0].page == a.parts[1].page, b.parts[0].page == b.parts[1].page else {
      return
    }
    let (old, new) = (a.parts[1].y - a.parts[0].y, b.parts[1].y - b.parts[0].y)
    guard abs(new - old) > 2, a.parts[0].height == b.parts[0].height, a.parts[1].height == b.parts[1].height else { return }
    add(
      .lineSpacing, b.kind.rawValue, "the lines of the \(b.described) are \(shown(new)) pt apart instead of \(shown(old)) pt",
      topic: "lines of \(b.kind.plural) are \(shown(new)) pt apart instead of \(shown(old)) pt", at: b, amount: new - old, regions: regions)
  }

  // MARK: Rules, areas, pages

  struct Place: Hashable {
    var file: String
    var line: Int
  }

  private mutating func compareGraphics() {
    func blocks(_ record: DocumentRecord) -> [Place: [Unit]] {
      Dictionary(grouping: record.units.filter { $0.kind == .graphics }) { Place(file: $0.file, line: $0.line) }
    }
    let before = blocks(old)
    let after = blocks(new)
    // What one block has lost and another one has gained is where blocks are divided or begin elsewhere.
    let net = Set(Self.summary(before.values.flatMap { $0 }).changes(to: Self.summary(after.values.flatMap { $0 })).map(\.topic))
    let places = Set(before.keys).union(after.keys).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    for place in places {
      let (a, b) = (before[place] ?? [], after[place] ?? [])
      // Grounds of words are in pieces where lines end within them.
      let isSet = place.line > 0 && (a.count == 1 && b.count == 1 || !rebroken.contains(place))
      guard isSet, a.count == b.count else {
        if !rebroken.contains(place) { compareGraphics(Self.joined(a), Self.joined(b), isWhole: false, net) }
        continue
      }
      for (a, b) in zip(a, b) { compareGraphics(a, b, isWhole: true, net) }
    }
  }

  private static func summary(_ units: [Unit]) -> GraphicsSummary {
    GraphicsSummary(text: units.flatMap(\.parts).map(\.text).joined(separator: "; "))
  }

  private static func joined(_ units: [Unit]) -> Unit? {
    guard var unit = units.first else { return nil }
    unit.parts = units.flatMap(\.parts)
    return unit
  }

  private mutating func compareGraphics(_ a: Unit?, _ b: Unit?, isWhole: Bool, _ net: Set<String>) {
    guard let unit = b ?? a, a?.parts != b?.parts, let change = Self.graphicsChange(a, b, net: net), isWhole || change.isLook else {
      return
    }
    let gone = a?.parts.map { Difference.Region($0, isOld: true) } ?? []
    let regions = gone + (b?.parts.map { Difference.Region($0, isOld: false) } ?? [])
    let isConsequence = !change.isLook || change.isCount && !rebroken.isEmpty
    add(isConsequence ? .extent : .graphics, change.key, change.message, topic: change.isLook ? change.key : "", at: unit, regions: regions)
  }

  /// What changed in the rules and areas of a block; nil where they only moved with its text or grew with it.
  ///
  /// - Parameter net: The topics of what came and went in the whole document; nil if all of it is reported.
  static func graphicsChange(_ a: Unit?, _ b: Unit?, net: Set<String>? = nil) -> (
    key: String, message: String, isLook: Bool, isCount: Bool
  )? {
    func size(_ part: DocumentRecord.Part) -> String { "\(RecordBuilder.shown(part.width)) × \(RecordBuilder.shown(part.height)) pt" }
    let changes = summary(a.map { [$0] } ?? []).changes(to: summary(b.map { [$0] } ?? [])).filter {
      !$0.isCount || net?.contains($0.topic) ?? true
    }
    if !changes.isEmpty {
      let words = changes.prefix(3).map(\.message).joined(separator: ", ") + (changes.count > 3 ? ", and \(changes.count - 3) more" : "")
      return (Set(changes.map(\.topic)).sorted().joined(separator: ", "), words, true, changes.allSatisfy(\.isCount))
    }
    guard let a, let b, a.parts.map(\.hash) != b.parts.map(\.hash) else { return nil }
    let (before, after) = (a.parts.first, b.parts.first)
    if let before, let after, before.width != after.width || before.height != after.height {
      return ("size", "rules and backgrounds cover \(size(after)) instead of \(size(before))", false, false)
    }
    return ("", "rules or backgrounds moved within their block", false, false)
  }

  private mutating func compareSheets() {
    for (index, (a, b)) in zip(old.sheets, new.sheets).enumerated() where a.background != b.background {
      func name(_ color: String) -> String { color == "-" ? "none" : color }
      var page = Unit(kind: .graphics)
      page.parts = [DocumentRecord.Part(page: index, x: 0, y: 0, width: b.width, height: b.height, hash: 0)]
      let change = "\(name(b.background)) instead of \(name(a.background))"
      add(
        .background, change, "the background of page \(index + 1) is \(change)", topic: "the background of pages is \(change)", at: page,
        regions: [])
    }
  }

  private mutating func compareFurniture() {
    func units(_ record: DocumentRecord) -> [Int: Unit] {
      Dictionary(record.units.filter { $0.kind == .furniture }.compactMap { unit in unit.parts.first.map { ($0.page, unit) } }) { $1 }
    }
    let (before, after) = (units(old), units(new))
    for page in 0..<min(old.pageCount, new.pageCount) {
      let (a, b) = (before[page], after[page])
      guard let unit = b ?? a, a?.parts != b?.parts || a.map({ old.styles[$0.style] }) != b.map({ new.styles[$0.style] }) else { continue }
      let regions =
        (a?.parts ?? []).map { Difference.Region($0, isOld: true) } + (b?.parts ?? []).map { Difference.Region($0, isOld: false) }
      let change = furnitureChange(a, b)
      add(
        .furniture, change.key, "the header or footer of page \(page + 1) \(change.message)", topic: "headers or footers changed", at: unit,
        regions: regions)
    }
  }

  private func furnitureChange(_ a: Unit?, _ b: Unit?) -> (key: String, message: String) {
    guard let a, let before = a.parts.first else { return ("new", "is new: “\(b?.text ?? "")”") }
    guard let b, let after = b.parts.first else { return ("gone", "is gone: “\(a.text)”") }
    if a.text != b.text { return ("text", "reads “\(b.text)” instead of “\(a.text)”") }
    if let change = old.fontChanges(of: a, to: b, in: new).first { return (change.from + change.to, "changed: \(change.described)") }
    if old.styles[a.style] != new.styles[b.style] {
      let change = FontChange.list(of: a, in: old, to: b, in: new)
      return (change, "has other fonts, \(change)")
    }
    let (down, right) = (after.y - before.y, after.x - before.x)
    if before.glyphs != after.glyphs { return ("glyphs", "has other glyphs of the same fonts") }
    if before.hash == after.hash { return ("moved", "moved \(Displacements.direction(down, right))") }
    return ("look", "has the same text in other places or with other rules")
  }
}
