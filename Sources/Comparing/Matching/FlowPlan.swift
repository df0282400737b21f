/// How the text of one record became the text of another: what stayed, changed, came and is gone, in the order of the new one.
struct FlowPlan {
  typealias Kind = DocumentRecord.Kind
  typealias Unit = DocumentRecord.Unit

  enum Step {
    /// The same words. `follows` is the unit after which the author put a moved one, -1 at the beginning; nil for a unit that did not move.
    case same(old: Int, new: Int, follows: Int?)
    /// Other words.
    case changed(old: Int, new: Int, follows: Int?)
    /// Units of the old record that were before one of the new.
    case removed([Int], before: Int)
    case added([Int])
  }

  private struct Key: Hashable {
    var kind: Kind
    var text: String
  }

  private(set) var steps: [Step] = []
  private let old: DocumentRecord
  private let new: DocumentRecord
  /// The old units of new units at another place: units with the same words, and with similar words.
  private var floated: [Int: Int] = [:]
  private var edited: [Int: Int] = [:]

  init(_ old: DocumentRecord, _ new: DocumentRecord) {
    (self.old, self.new) = (old, new)
    align()
    findEdited()
    if !floated.isEmpty || !edited.isEmpty { markMoved() }
  }

  // MARK: In order

  private mutating func align() {
    let (a, b) = (old.flow, new.flow)
    let (oldKeys, newKeys) = (Self.keys(old, a), Self.keys(new, b))
    let alignment = SequenceAlignment(oldKeys, newKeys).pairs
    // Figures and notes float: text that only changed its place among the others is not different text.
    var floating: [Key: ArraySlice<Int>] = [:]
    for case (let i?, nil) in alignment { floating[oldKeys[i], default: []].append(i) }
    var left: Set<Int> = []
    for case (nil, let j?) in alignment {
      guard let i = floating[newKeys[j]]?.popFirst() else { continue }
      left.insert(i)
      floated[b[j]] = a[i]
    }
    var (gone, come): ([Int], [Int]) = ([], [])
    var place = 0
    for pair in alignment {
      if let i = pair.old, let j = pair.new {
        settle(&gone, &come, before: b[j])
        steps.append(.same(old: a[i], new: b[j], follows: nil))
        place = b[j]
      } else if let i = pair.old {
        if !left.contains(i) { gone.append(a[i]) }
      } else if let j = pair.new {
        if let partner = floated[b[j]] { steps.append(.same(old: partner, new: b[j], follows: nil)) } else { come.append(b[j]) }
      }
    }
    settle(&gone, &come, before: place + 1)
  }

  private static func keys(_ record: DocumentRecord, _ flow: [Int]) -> [Key] {
    // A line may end within an address or a compound: the space between two lines is not part of the text.
    // Pictures are told apart by their order alone.
    flow.map { index in
      let unit = record.units[index]
      return Key(kind: unit.kind, text: unit.kind == .picture ? "" : unit.text.filter { $0 != " " })
    }
  }

  /// What is between two units that are the same.
  private mutating func settle(_ gone: inout [Int], _ come: inout [Int], before place: Int) {
    var rest = gone[...]
    var (removed, added): ([Int], [Int]) = ([], [])
    func flush(_ plan: inout Self, at place: Int) {
      if !removed.isEmpty { plan.steps.append(.removed(removed, before: place)) }
      if !added.isEmpty { plan.steps.append(.added(added)) }
      (removed, added) = ([], [])
    }
    for index in come {
      let unit = new.units[index]
      let match = rest.prefix(40).firstIndex { old.units[$0].kind == unit.kind && WordChanges(old.units[$0].text, unit.text).isSimilar }
      guard let match else {
        added.append(index)
        continue
      }
      removed += rest[rest.startIndex..<match]
      flush(&self, at: index)
      steps.append(.changed(old: rest[match], new: index, follows: nil))
      rest = rest[(match + 1)...]
    }
    removed += rest
    flush(&self, at: come.last ?? place)
    (gone, come) = ([], [])
  }

  // MARK: Elsewhere

  /// Pairs what was removed with what was added anywhere else in similar words: the author moved and changed it, or a float is now before it.
  private mutating func findEdited() {
    var (gone, come): ([Int], [Int]) = ([], [])
    for step in steps {
      switch step {
      case .removed(let units, _): gone += units.filter { Self.isSought(old.units[$0]) }
      case .added(let units): come += units.filter { Self.isSought(new.units[$0]) }
      case .same, .changed: break
      }
    }
    guard !gone.isEmpty, !come.isEmpty else { return }
    let similar = SimilarTexts(gone.map { old.units[$0] })
    var taken: Set<Int> = []
    for index in come {
      guard let match = similar.best(for: new.units[index], besides: taken) else { continue }
      taken.insert(match)
      edited[index] = gone[match]
    }
    pairNotes(gone.indices.filter { !taken.contains($0) }.map { gone[$0] }, come.filter { edited[$0] == nil })
    let used = Set(edited.values)
    steps = steps.flatMap { step -> [Step] in
      switch step {
      case .removed(let units, let place):
        let rest = units.filter { !used.contains($0) }
        return rest.isEmpty ? [] : [.removed(rest, before: place)]
      case .added(let units): return split(units)
      case .same, .changed: return [step]
      }
    }
  }

  /// Notes of a few words, of which one became another: in the order of the notes.
  private mutating func pairNotes(_ gone: [Int], _ come: [Int]) {
    var rest = gone.filter { old.units[$0].kind == .note }[...]
    for index in come where new.units[index].kind == .note {
      let match = rest.prefix(40).firstIndex { WordChanges(old.units[$0].text, new.units[index].text).isSimilar }
      guard let match else { continue }
      edited[index] = rest.remove(at: match)
    }
  }

  private func split(_ units: [Int]) -> [Step] {
    var out: [Step] = []
    var rest: [Int] = []
    for unit in units {
      guard let partner = edited[unit] else {
        rest.append(unit)
        continue
      }
      if !rest.isEmpty { out.append(.added(rest)) }
      rest = []
      out.append(.changed(old: partner, new: unit, follows: nil))
    }
    if !rest.isEmpty { out.append(.added(rest)) }
    return out
  }

  /// Cells and entries of the contents change with what they belong to.
  private static func isSought(_ unit: Unit) -> Bool { unit.kind == .note || isOrdered(unit) }

  /// True for a unit that is where the author put it, among other units of its sort.
  private static func isOrdered(_ unit: Unit) -> Bool {
    switch unit.kind {
    case .paragraph, .heading, .item, .quote, .code, .formula: !unit.isMarker
    case .cell, .caption, .note, .contents, .text, .picture, .graphics, .furniture: false
    }
  }

  /// Finds the moved units that have also moved in the source: floats may change their place without the author.
  private mutating func markMoved() {
    /// For each step the next pair that stayed where it was.
    var following = [(old: Int, new: Int)?](repeating: nil, count: steps.count)
    var next: (old: Int, new: Int)?
    for place in steps.indices.reversed() {
      following[place] = next
      if let pair = pair(steps[place]), !isElsewhere(pair.new), Self.isOrdered(new.units[pair.new]) { next = pair }
    }
    var before: (old: Int, new: Int)?
    var last = -1
    for place in steps.indices {
      if case .added(let units) = steps[place] { last = units.last { Self.isOrdered(new.units[$0]) } ?? last }
      guard let pair = pair(steps[place]), Self.isOrdered(new.units[pair.new]) else { continue }
      defer { last = pair.new }
      guard isElsewhere(pair.new) else {
        before = pair
        continue
      }
      guard isReordered(pair, before) || isReordered(pair, following[place]) else { continue }
      if case .same = steps[place] {
        steps[place] = .same(old: pair.old, new: pair.new, follows: last)
      } else {
        steps[place] = .changed(old: pair.old, new: pair.new, follows: last)
      }
    }
  }

  /// True if two units follow each other in the other order in the source.
  private func isReordered(_ one: (old: Int, new: Int), _ other: (old: Int, new: Int)?) -> Bool {
    func isFirst(_ a: Unit, _ b: Unit) -> Bool? { a.line > 0 && b.line > 0 && a.file == b.file ? a.line < b.line : nil }
    guard let other, let before = isFirst(old.units[one.old], old.units[other.old]),
      let after = isFirst(new.units[one.new], new.units[other.new])
    else { return false }
    return before != after
  }

  private func isElsewhere(_ new: Int) -> Bool { floated[new] != nil || edited[new] != nil }

  private func pair(_ step: Step) -> (old: Int, new: Int)? {
    switch step {
    case .same(let i, let j, _), .changed(let i, let j, _): (i, j)
    case .removed, .added: nil
    }
  }
}

/// Finds texts by the words that they have in common with others.
struct SimilarTexts {
  private struct Key: Hashable {
    var kind: DocumentRecord.Kind
    var word: Substring
  }

  private let units: [DocumentRecord.Unit]
  private var places: [Key: [Int]] = [:]
  /// A word that more texts have says nothing of one.
  private static let most = 16

  init(_ units: [DocumentRecord.Unit]) {
    self.units = units
    for (index, unit) in units.enumerated() {
      for word in Set(WordChanges.words(unit.text)) { places[Key(kind: unit.kind, word: word), default: []].append(index) }
    }
  }

  /// The one that a unit is an edited form of.
  func best(for unit: DocumentRecord.Unit, besides taken: Set<Int>) -> Int? {
    var votes: [Int: Int] = [:]
    for word in Set(WordChanges.words(unit.text)) {
      guard let known = places[Key(kind: unit.kind, word: word)], known.count <= Self.most else { continue }
      for index in known where !taken.contains(index) { votes[index, default: 0] += 1 }
    }
    let order = votes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
    return order.first { entry in
      let changes = WordChanges(units[entry.key].text, unit.text)
      return unit.kind == .note ? changes.isSimilar : changes.isMostlySame
    }?.key
  }
}
