/// What moved without being changed, by the causes that moved it.
struct Displacements {
  /// Of differences in `Comparer.local`.
  private(set) var consequences: [(index: Int, text: String)] = []
  /// Of the first difference of the whole document.
  private(set) var globalConsequences: [String] = []
  /// What moved without a known cause.
  private(set) var causes: [(difference: Difference, at: Int)] = []

  private let comparer: Comparer
  /// The unit and the part with which each page begins.
  private let firsts: [Int: [Int]]
  /// For each cause: the first shift after it, and the pages that end elsewhere.
  private var shifts: [Int: (page: Int, down: Int, right: Int)] = [:]
  private var starts: [Int: [Int]] = [:]
  private var startUnits: [Int: Int] = [:]

  init(_ comparer: Comparer, isExplained: Bool) {
    self.comparer = comparer
    firsts = Self.firstParts(comparer.new)
    follow(isExplained: isExplained)
    var told = described
    let (a, b) = (comparer.old.pageCount, comparer.new.pageCount)
    if a != b {
      let text = "the document has \(b) \(b == 1 ? "page" : "pages") instead of \(a)"
      if isExplained {
        globalConsequences.append(text)
      } else if let first = told.keys.min() ?? comparer.local.indices.first {
        told[first, default: []].append(text)
      }
    }
    consequences = told.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: "; ")) }
    compareRest(isExplained: isExplained)
  }

  /// The pages of the new and the old document on which something changed.
  private var touched: (old: Set<Int>, new: Set<Int>) {
    var pages: (old: Set<Int>, new: Set<Int>) = ([], [])
    for entry in comparer.local {
      guard let page = entry.difference.page else { continue }
      if entry.difference.cause == .removed { pages.old.insert(page) } else { pages.new.insert(page) }
    }
    return pages
  }

  private mutating func follow(isExplained: Bool) {
    let partners = Dictionary(comparer.pairs.map { ($0.new, $0.old) }) { $1 }
    let oldFirst = Self.firstParts(comparer.old)
    let touched = touched
    var isPushed = false
    var page = -1
    // `local` in the order of places.
    let order = comparer.local.indices.sorted { comparer.local[$0].at < comparer.local[$1].at }
    var next = 0
    var last: Int?
    for index in comparer.new.flow {
      while next < order.count, comparer.local[order[next]].at <= index {
        last = order[next]
        isPushed = true
        next += 1
      }
      let unit = comparer.new.units[index]
      guard let first = unit.parts.first else { continue }
      let partner = partners[index].map { comparer.old.units[$0] }
      let before = partner?.parts.first
      let isFirst = first.page != page
      page = first.page
      let shift = before.map { (page: first.page - $0.page, right: first.x - $0.x, down: first.y - $0.y) }
      if isFirst, let shift, shift == (0, 0, 0) { isPushed = last.map { comparer.local[$0].difference.page == first.page } ?? false }
      noteStarts(of: unit, partner, partners[index], oldFirst, cause: last, index)
      guard let shift, shift != (0, 0, 0) else { continue }
      if isExplained { continue }
      let isNear = touched.new.contains(first.page) || touched.old.contains(before?.page ?? -1)
      if isPushed || isNear {
        // What is above a change moves only as far as the page stretches.
        if let cause = last, comparer.local[cause].at < index, shifts[cause] == nil, shift.page == 0, shift.down != 0 || shift.right != 0,
          first.page == comparer.local[cause].difference.page
        {
          shifts[cause] = (first.page, shift.down, shift.right)
        }
      } else {
        let direction = shift.page != 0 ? "to page \(first.page + 1)" : Self.direction(shift.down, shift.right)
        var difference = Difference(.spacing, "the \(unit.described) moved \(direction) without a change of its own")
        (difference.file, difference.line, difference.page) = (unit.file, unit.line, first.page)
        if let partner { difference.regions = Comparer.regions(of: partner, unit) }
        causes.append((difference, index))
        isPushed = true
      }
    }
  }

  /// Where pages begin with other text than before.
  private mutating func noteStarts(
    of unit: DocumentRecord.Unit, _ partner: DocumentRecord.Unit?, _ oldIndex: Int?, _ oldFirst: [Int: [Int]], cause: Int?, _ index: Int
  ) {
    guard let cause else { return }
    for (number, part) in unit.parts.enumerated() {
      let known = firsts[part.page]
      guard known == [index, number] else { continue }
      if let oldIndex, oldFirst[part.page] == [oldIndex, number] { continue }
      if part.page == 0 { continue }
      starts[cause, default: []].append(part.page)
      startUnits[part.page] = index
    }
  }

  private static func firstParts(_ record: DocumentRecord) -> [Int: [Int]] {
    var out: [Int: [Int]] = [:]
    for index in record.flow where record.units[index].kind != .note {
      for (number, part) in record.units[index].parts.enumerated() where out[part.page] == nil { out[part.page] = [index, number] }
    }
    return out
  }

  /// What followed from each cause: one sentence in parts.
  private var described: [Int: [String]] {
    var out: [Int: [String]] = [:]
    for (cause, shift) in shifts {
      out[cause, default: []].append("what follows on page \(shift.page + 1) moved \(Self.direction(shift.down, shift.right))")
    }
    for (cause, pages) in starts {
      guard let first = pages.first, let unit = startUnits[first] else { continue }
      let isWhole = firsts[first]?[1] == 0
      let others = pages.count == 1 ? "" : ", and \(pages.count - 1) more \(pages.count == 2 ? "page ends" : "pages end") elsewhere"
      out[cause, default: []].append(
        "page \(first) now ends \(isWhole ? "before" : "within") the \(comparer.new.units[unit].described)\(others)")
    }
    return out
  }

  static func direction(_ down: Int, _ right: Int) -> String {
    var parts: [String] = []
    if down != 0 { parts.append("\(down > 0 ? "down" : "up") by \(RecordBuilder.shown(abs(down))) pt") }
    if right != 0 { parts.append("\(right > 0 ? "right" : "left") by \(RecordBuilder.shown(abs(right))) pt") }
    return parts.joined(separator: " and ")
  }

  // MARK: Rules, areas, headers, footers

  private mutating func compareRest(isExplained: Bool) {
    if isExplained { return }
    let touched = touched
    let isMoved = comparer.old.pageCount != comparer.new.pageCount || !starts.isEmpty
    func units(_ record: DocumentRecord, _ kind: DocumentRecord.Kind) -> [DocumentRecord.Unit] { record.units.filter { $0.kind == kind } }

    // By page: what runs along with the pages changes with them.
    var pages: [Int: DocumentRecord.Part] = [:]
    for unit in units(comparer.old, .furniture) { if let part = unit.parts.first { pages[part.page] = part } }
    var changed: [(page: Int, old: String, new: String, isMoved: Bool)] = []
    for unit in units(comparer.new, .furniture) {
      guard let part = unit.parts.first else { continue }
      guard let known = pages.removeValue(forKey: part.page) else {
        if part.page < comparer.old.pageCount { changed.append((part.page, "", part.text, false)) }
        continue
      }
      if known != part { changed.append((part.page, known.text, part.text, known.text == part.text)) }
    }
    for (page, part) in pages where page < comparer.new.pageCount { changed.append((page, part.text, "", false)) }
    changed.sort { $0.page < $1.page }
    if let first = changed.first, !isMoved, !touched.new.contains(first.page) {
      let what = first.isMoved ? "looks different" : "reads “\(first.new)” instead of “\(first.old)”"
      let more = changed.count > 1 ? ", and \(changed.count - 1) more" : ""
      var difference = Difference(.furniture, "the header or footer of page \(first.page + 1)\(more) \(what)")
      difference.page = first.page
      causes.append((difference, comparer.new.units.count))
    }

    let (a, b) = (units(comparer.old, .graphics), units(comparer.new, .graphics))
    guard !isMoved else { return }
    for pair in SequenceAlignment(a.map { $0.parts.map(\.hash) }, b.map { $0.parts.map(\.hash) }).pairs
    where pair.old == nil || pair.new == nil {
      guard let unit = pair.new.map({ b[$0] }) ?? pair.old.map({ a[$0] }), let page = unit.parts.first?.page,
        !touched.new.contains(page), !touched.old.contains(page)
      else { continue }
      guard pair.new != nil || !b.contains(where: { $0.line == unit.line && $0.parts.count == unit.parts.count }) else { continue }
      let known = pair.new.flatMap { _ in a.first { ($0.file, $0.line) == (unit.file, unit.line) } }
      let change = RenderingChanges.graphicsChange(pair.new == nil ? unit : known, pair.new == nil ? nil : unit)
      var difference = Difference(.graphics, change?.message ?? "rules or areas of the page look different")
      (difference.file, difference.line, difference.page) = (unit.file, unit.line, page)
      difference.regions = unit.parts.map { Difference.Region($0, isOld: pair.new == nil) }
      causes.append((difference, comparer.new.units.count))
    }
    if causes.isEmpty, comparer.local.isEmpty { compareGraphicsPlaces(a, b) }
  }

  /// Areas that moved where no text did.
  private mutating func compareGraphicsPlaces(_ a: [DocumentRecord.Unit], _ b: [DocumentRecord.Unit]) {
    guard let (_, unit) = zip(a, b).first(where: { $0.parts != $1.parts }) else { return }
    var difference = Difference(.graphics, "rules or areas of the page moved")
    (difference.file, difference.line, difference.page) = (unit.file, unit.line, unit.parts.first?.page)
    difference.regions = unit.parts.map { Difference.Region($0, isOld: false) }
    causes.append((difference, comparer.new.units.count))
  }
}
