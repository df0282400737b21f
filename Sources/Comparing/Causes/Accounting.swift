internal import TypesetBytes
internal import TypesetDiagnostics

/// Checks that the reported causes are all there are: blocks that are set as before are the same wherever they are, and each block that is set otherwise has
/// to be one that a cause names. What no cause names is found here.
struct Accounting {
  typealias Block = DocumentRecord.Block
  typealias Sense = DocumentRecord.Sense

  /// Causes that were not reported before, each with its unit in the new document.
  private(set) var causes: [(difference: Difference, at: Int)] = []
  /// True if both records have what shows that nothing else changed.
  let isPossible: Bool

  private let old: DocumentRecord
  private let new: DocumentRecord
  /// Lines of the sources that a cause is at.
  private var told: (old: ToldLines, new: ToldLines)
  /// Of these, those that were added or removed as wholes.
  private let toldWhole: (old: ToldLines, new: ToldLines)
  private let pairs: [(old: Int, new: Int)]
  /// Where names of targets changed with the words of their headings.
  private var renamed: (gone: Set<String>, come: Set<String>) = ([], [])

  /// A block that is set otherwise: which of its parts no cause names.
  private struct Open {
    /// In the blocks of the new record, or where something was removed before.
    var block: Int
    var lines: ClosedRange<Int>
    var file: String
    /// False if only its edges are to be looked at: its text changed, which is reported.
    var isWhole: Bool
    var isSense = false
  }

  /// - Parameter isExplained: True if something changed in the whole document, such as a setting: then blocks are known by their source.
  init(_ comparer: Comparer, isExplained: Bool) {
    (old, new, pairs) = (comparer.old, comparer.new, comparer.pairs)
    isPossible = !old.blocks.isEmpty && !new.blocks.isEmpty
    told = (ToldLines(comparer.toldOld), ToldLines(comparer.toldNew))
    toldWhole = (ToldLines(comparer.toldWhole.old), ToldLines(comparer.toldWhole.new))
    guard isPossible else { return }
    let toldSenses = compareSenses()
    let open = isExplained ? openSources : openBlocks
    guard !open.isEmpty else { return }
    isExplained ? tellSources(open, toldSenses) : tell(open, toldSenses)
  }

  // MARK: Blocks

  /// The lines of each block: all lines down to the next block.
  private static func lines(of blocks: [Block], _ index: Int) -> ClosedRange<Int> {
    let next = blocks.indices.contains(index + 1) && blocks[index + 1].file == blocks[index].file ? blocks[index + 1].line - 1 : Int.max
    return blocks[index].line...max(blocks[index].line, next)
  }

  private func open(_ index: Int, isWhole: Bool = true, isSense: Bool = false) -> Open {
    Open(block: index, lines: Self.lines(of: new.blocks, index), file: new.blocks[index].file, isWhole: isWhole, isSense: isSense)
  }

  private func isTold(_ index: Int) -> Bool { told.new.holds(new.blocks[index].file, Self.lines(of: new.blocks, index)) }

  private func isToldOld(_ index: Int) -> Bool { told.old.holds(old.blocks[index].file, Self.lines(of: old.blocks, index)) }

  /// Stretches of blocks between two that are the same on both sides.
  private func gaps<Key: Hashable>(_ key: (Block) -> Key) -> [(gone: [Int], come: [Int], next: Int)] {
    var out: [(gone: [Int], come: [Int], next: Int)] = []
    var (gone, come): ([Int], [Int]) = ([], [])
    func close(before next: Int) {
      if !gone.isEmpty || !come.isEmpty { out.append((gone, come, next)) }
      (gone, come) = ([], [])
    }
    for pair in SequenceAlignment(old.blocks.map(key), new.blocks.map(key)).pairs {
      switch (pair.old, pair.new) {
      case (_?, let j?): close(before: j)
      case (let i?, nil): gone.append(i)
      case (nil, let j?): come.append(j)
      case (nil, nil): break
      }
    }
    close(before: new.blocks.count)
    return out
  }

  private var openBlocks: [Open] {
    var out: [Open] = []
    for gap in gaps({ [$0.look, $0.edges, $0.sense] }) {
      let partners = partners(gap.gone, gap.come)
      // A block beside one that changed may begin otherwise: the first paragraph after a heading has no indent.
      let isDisturbed = gap.come.contains(where: isTold) || gap.gone.contains(where: isToldOld)
      for index in gap.come where new.blocks[index].line > 0 {
        let block = new.blocks[index]
        guard let partner = partners[index].map({ old.blocks[$0] }) else {
          if !isTold(index) { out.append(open(index)) }
          continue
        }
        if partner.source == block.source, isDisturbed { continue }
        if !isTold(index), !(partners[index].map(isToldOld) ?? false) {
          out.append(open(index, isSense: partner.look == block.look && partner.edges == block.edges))
        } else if partner.edges != block.edges {
          out.append(open(index, isWhole: false))
        }
      }
      let matched = Set(partners.values)
      let removed = gap.gone.filter { old.blocks[$0].line > 0 && !matched.contains($0) && !isToldOld($0) }
      // What left no box shows in the space above what follows.
      if !removed.isEmpty, gap.next < new.blocks.count, new.blocks[gap.next].line > 0, !isDisturbed {
        out.append(open(gap.next))
      }
    }
    return out
  }

  /// The old blocks that new ones were: with the same source, or in the same place among as many.
  private func partners(_ gone: [Int], _ come: [Int]) -> [Int: Int] {
    var out: [Int: Int] = [:]
    var (goneRest, comeRest): ([Int], [Int]) = ([], [])
    for pair in SequenceAlignment(gone.map { old.blocks[$0].source }, come.map { new.blocks[$0].source }).pairs {
      switch (pair.old, pair.new) {
      case (let i?, let j?): out[come[j]] = gone[i]
      case (let i?, nil): goneRest.append(gone[i])
      case (nil, let j?): comeRest.append(come[j])
      case (nil, nil): break
      }
    }
    if goneRest.count == comeRest.count { for (i, j) in zip(goneRest, comeRest) { out[j] = i } }
    return out
  }

  private mutating func tell(_ open: [Open], _ toldSenses: ToldLines) {
    func place(_ unit: DocumentRecord.Unit) -> Int? {
      open.firstIndex { $0.file == unit.file && $0.lines.contains(unit.line) }
    }
    var found: Set<Int> = []
    let looks = RenderingChanges(old, new, pairs) { unit, aspect in
      guard unit.line > 0, let index = place(unit) else { return false }
      return open[index].isWhole ? aspect.isOwn : aspect.isEdge
    }
    for difference in looks.differences.told {
      for region in difference.places where region.line > 0 {
        if let index = open.firstIndex(where: { $0.file == region.file && $0.lines.contains(region.line) }) { found.insert(index) }
      }
      causes.append((difference.difference, unit(at: difference.difference)))
    }
    let isCut = looks.differences.more > 0
    for (index, entry) in open.enumerated() where !found.contains(index) && !isCut {
      if entry.isSense || !entry.isWhole, toldSenses.holds(entry.file, entry.lines) { continue }
      add(unexplained(entry), entry)
    }
  }

  private func unit(at difference: Difference) -> Int {
    new.units.firstIndex { $0.file == difference.file && $0.line >= difference.line && $0.line > 0 } ?? new.units.count
  }

  private func firstUnit(in entry: Open) -> Int? {
    new.units.firstIndex { $0.file == entry.file && entry.lines.contains($0.line) && $0.kind != .graphics }
  }

  private mutating func add(_ message: String, _ entry: Open) {
    let index = firstUnit(in: entry)
    var difference = Difference(.unexplained, message)
    (difference.file, difference.line) = (entry.file, entry.lines.lowerBound)
    if let unit = index.map({ new.units[$0] }) {
      difference.page = unit.parts.first?.page
      difference.regions = unit.parts.map { Difference.Region($0, isOld: false) }
    }
    causes.append((difference, index ?? new.units.count))
  }

  private func unexplained(_ entry: Open) -> String {
    let name = firstUnit(in: entry).map { new.units[$0].described } ?? "block"
    if entry.isSense { return "what is copied or read aloud of the \(name) changed" }
    return entry.isWhole
      ? "the \(name) is set differently, for a cause that is not known" : "the space around the \(name) changed"
  }

  // MARK: Where a setting changed

  /// Blocks whose source changed, of which no cause says how.
  private var openSources: [Open] {
    gaps(\.source).flatMap { gap in
      let partners = partners(gap.gone, gap.come)
      let open = gap.come.filter { new.blocks[$0].line > 0 && !isTold($0) && !(partners[$0].map(isToldOld) ?? false) }
      return open.map { self.open($0) }
    }
  }

  private mutating func tellSources(_ open: [Open], _ toldSenses: ToldLines) {
    let rest = open.filter { !toldSenses.holds($0.file, $0.lines) }
    guard let first = rest.first else { return }
    let name = firstUnit(in: first).map { new.units[$0].described } ?? "block"
    let more = rest.count > 1 ? ", and of \(rest.count - 1) more," : ""
    add("the source of the \(name)\(more) changed too: what follows from that cannot be told from the rest", first)
  }

  // MARK: Links, names, words that are not seen

  /// Tells what changed of them; returns the lines.
  private mutating func compareSenses() -> ToldLines {
    struct Key: Hashable {
      var kind: Sense.Kind
      var value: String
    }
    func keys(_ record: DocumentRecord) -> [Key] { record.senses.map { Key(kind: $0.kind, value: $0.value) } }
    func names(_ record: DocumentRecord) -> Set<String> { Set(record.senses.filter { $0.kind == .name }.map(\.value)) }
    renamed = (names(old).subtracting(names(new)), names(new).subtracting(names(old)))
    var lines = ToldLines()
    var (gone, come): ([Sense], [Sense]) = ([], [])
    let alignment = SequenceAlignment(keys(old), keys(new)).pairs
    for pair in alignment {
      if pair.old != nil, pair.new != nil {
        settle(&gone, &come, &lines)
      } else if let i = pair.old {
        gone.append(old.senses[i])
      } else if let j = pair.new {
        come.append(new.senses[j])
      }
    }
    settle(&gone, &come, &lines)
    return lines
  }

  private mutating func settle(_ gone: inout [Sense], _ come: inout [Sense], _ lines: inout ToldLines) {
    var rest = gone
    for sense in come {
      let index = rest.firstIndex { $0.kind == sense.kind }
      tell(index.map { rest.remove(at: $0) }, sense, &lines)
    }
    for sense in rest { tell(sense, nil, &lines) }
    (gone, come) = ([], [])
  }

  private mutating func tell(_ before: Sense?, _ after: Sense?, _ lines: inout ToldLines) {
    guard let sense = after ?? before else { return }
    // What has come or gone with text is reported with the text; a language or an expansion may be of words that stayed.
    let told = sense.kind == .language || sense.kind == .expansion ? toldWhole : self.told
    if before == nil, sense.line > 0, told.new.holds(sense.file, sense.line...sense.line) || isTold(at: sense, of: new, told.new) { return }
    if after == nil, sense.line > 0, isTold(at: sense, of: old, told.old) || isTold(at: sense, of: new, told.new) { return }
    // The name of a heading changes with its words, and so do references to it.
    if sense.kind == .name || sense.kind == .reference {
      let isRenamed = before.map { renamed.gone.contains($0.value) } ?? true && after.map { renamed.come.contains($0.value) } ?? true
      if isRenamed, sense.kind == .reference || isTold(at: sense, of: after == nil ? old : new, after == nil ? told.old : told.new) {
        return
      }
    }
    func shown(_ sense: Sense) -> String { sense.value.count > 80 ? "“\(sense.value.prefix(78))…”" : "“\(sense.value)”" }
    let message =
      switch (before, after) {
      case (let before?, let after?): "the \(sense.kind.noun) changed from \(shown(before)) to \(shown(after))"
      case (nil, let after?): "the \(sense.kind.noun) is new: \(shown(after))"
      default: "the \(sense.kind.noun) is gone: \(shown(sense))"
      }
    // Words of the title, and of a picture whose caption they are, are reported where they are seen.
    if [.title, .author, .subject, .alternative].contains(sense.kind), isSeen(before, after) { return }
    var difference = Difference(.unseen, message)
    (difference.file, difference.line) = (sense.file, sense.line)
    if sense.line > 0 { lines.insert(sense.file, sense.line) }
    let unit = sense.line > 0 ? unit(at: difference) : 0
    if new.units.indices.contains(unit), sense.line > 0 { difference.page = new.units[unit].parts.first?.page }
    causes.append((difference, unit))
  }

  /// True if a cause is in the block of a word that is not seen.
  private func isTold(at sense: Sense, of record: DocumentRecord, _ told: ToldLines) -> Bool {
    guard let index = record.blocks.lastIndex(where: { $0.file == sense.file && $0.line <= sense.line }) else { return false }
    return told.holds(sense.file, Self.lines(of: record.blocks, index))
  }

  /// True if the pages show what metadata say.
  private func isSeen(_ before: Sense?, _ after: Sense?) -> Bool {
    func shows(_ record: DocumentRecord, _ sense: Sense?) -> Bool {
      guard let sense else { return false }
      let words = sense.value.filter { $0 != " " }
      return record.units.contains { $0.kind != .furniture && $0.text.filter { $0 != " " }.contains(words) }
    }
    return shows(old, before) || shows(new, after)
  }
}

/// Lines of files.
struct ToldLines {
  private var lines: [String: [Int]] = [:]

  init() {}

  init(_ places: [String: Set<Int>]) { lines = places.mapValues { $0.sorted() } }

  mutating func insert(_ file: String, _ line: Int) {
    var known = lines[file] ?? []
    known.insert(line, at: known.partitioningIndex { $0 >= line })
    lines[file] = known
  }

  /// True if one of the lines is in a range.
  func holds(_ file: String, _ range: ClosedRange<Int>) -> Bool {
    guard let known = lines[file] else { return false }
    let place = known.partitioningIndex { $0 >= range.lowerBound }
    return place < known.count && known[place] <= range.upperBound
  }

  /// The last of the lines down to another one.
  func last(_ file: String, upTo line: Int) -> Int? {
    guard let known = lines[file] else { return nil }
    let place = known.partitioningIndex { $0 > line }
    return place > 0 ? known[place - 1] : nil
  }
}

/// The blocks of a record that another one has too, set in the same way.
struct AlikeBlocks {
  private var blocks: [String: [(line: Int, isAlike: Bool)]] = [:]

  init(_ old: DocumentRecord, _ new: DocumentRecord) {
    let known = Set(old.blocks.map { [$0.look, $0.edges] })
    for block in new.blocks where block.line > 0 {
      blocks[block.file, default: []].append((block.line, known.contains([block.look, block.edges])))
    }
  }

  /// True if the block that a unit is in is one of them.
  func holds(_ unit: DocumentRecord.Unit) -> Bool {
    guard let known = blocks[unit.file], unit.line > 0 else { return false }
    let count = known.partitioningIndex { $0.line > unit.line }
    return count > 0 && known[count - 1].isAlike
  }
}
