/// Compares PDFs of which only words and their boxes are known: words are aligned over all pages, so that what is pushed to another line or page is
/// the same text, and a shift is a shift.
struct ForeignComparer {
  private struct Word {
    /// Without hyphens, since lines break elsewhere.
    var key: String
    var text: Substring
    /// In `Text.lines`.
    var line: Int
    /// In its line.
    var place: Int
  }

  private struct Text {
    var lines: [DocumentRecord.Part] = []
    var words: [Word] = []

    /// - Parameter skipped: Pages that are left out.
    init(_ record: DocumentRecord, without skipped: Set<Int>) {
      var isOpen = false
      for part in record.units.lazy.filter({ $0.kind != .furniture }).flatMap(\.parts) where !skipped.contains(part.page) {
        let words = part.text.split(separator: " ")
        for (place, word) in words.enumerated() {
          let key = word.filter { !"-\u{2010}\u{AD}".contains($0) }
          if isOpen, !self.words.isEmpty {
            self.words[self.words.count - 1].key += key
          } else {
            self.words.append(Word(key: key, text: word, line: lines.count, place: place))
          }
          // A divided word goes on in the next line.
          isOpen = place == words.count - 1 && word.count > 1 && "-\u{2010}\u{AD}".contains(word.last ?? " ")
        }
        lines.append(part)
      }
    }
  }

  /// A run of words that only one side has, or both have differently.
  private struct Edit {
    var old: [Int] = []
    var new: [Int] = []
    /// The pair after it, in `pairs`.
    var next = 0
  }

  private let old: Text
  private let new: Text
  private let threshold: Int
  private let pageCounts: (old: Int, new: Int)
  /// Pages that are the same on both sides: what is between them is compared, and files of any length.
  private let skipped: Set<Int>
  /// Words of both that are the same.
  private var pairs: [(old: Int, new: Int)] = []
  private var edits: [Edit] = []

  /// - Parameter threshold: Shifts up to this many hundredths of a point do not count.
  init(_ old: DocumentRecord, _ new: DocumentRecord, threshold: Int) {
    skipped = Self.samePages(old, new)
    (self.old, self.new, self.threshold) = (Text(old, without: skipped), Text(new, without: skipped), threshold)
    pageCounts = (old.pageCount, new.pageCount)
    var isOpen = false
    for pair in SequenceAlignment(self.old.words.map(\.key), self.new.words.map(\.key)).pairs {
      if let i = pair.old, let j = pair.new {
        pairs.append((i, j))
        isOpen = false
        continue
      }
      if !isOpen { edits.append(Edit(next: pairs.count)) }
      isOpen = true
      edits[edits.count - 1].next = pairs.count
      if let i = pair.old { edits[edits.count - 1].old.append(i) }
      if let j = pair.new { edits[edits.count - 1].new.append(j) }
    }
    gather()
  }

  private static func samePages(_ old: DocumentRecord, _ new: DocumentRecord) -> Set<Int> {
    func hashes(_ record: DocumentRecord) -> [Int] {
      var out = [Hasher](repeating: Hasher(), count: record.pageCount)
      for part in record.units.lazy.filter({ $0.kind != .furniture }).flatMap(\.parts) where out.indices.contains(part.page) {
        out[part.page].combine(part)
      }
      return out.map { $0.finalize() }
    }
    let pairs = zip(hashes(old), hashes(new)).enumerated()
    return Set(pairs.filter { $0.element.0 == $0.element.1 }.map(\.offset))
  }

  /// Edits with few words between them are one; text that is taken out here and put in there has only moved.
  private mutating func gather() {
    var out: [Edit] = []
    for edit in edits {
      if let last = out.last, edit.next - last.next <= 3 {
        out[out.count - 1].old += edit.old
        out[out.count - 1].new += edit.new
        out[out.count - 1].next = edit.next
      } else {
        out.append(edit)
      }
    }
    edits = out
    removeMoved()
    edits.removeAll { edit in edit.old.map { old.words[$0].key } == edit.new.map { new.words[$0].key } }
  }

  /// The fewest words in a row that count as text that has only moved.
  private static let leastMoved = 4

  /// Takes out what is gone here and has come there: a note between two pages changes the order of the text around it.
  private mutating func removeMoved() {
    let (gone, come) = (edits.flatMap(\.old), edits.flatMap(\.new))
    var run: [(old: Int, new: Int)] = []
    var moved: (old: Set<Int>, new: Set<Int>) = ([], [])
    func close() {
      if run.count >= Self.leastMoved {
        moved.old.formUnion(run.map { gone[$0.old] })
        moved.new.formUnion(run.map { come[$0.new] })
      }
      run = []
    }
    for pair in SequenceAlignment(gone.map { old.words[$0].key }, come.map { new.words[$0].key }).pairs {
      if let i = pair.old, let j = pair.new { run.append((i, j)) } else { close() }
    }
    close()
    guard !moved.old.isEmpty else { return }
    for index in edits.indices {
      edits[index].old.removeAll { moved.old.contains($0) }
      edits[index].new.removeAll { moved.new.contains($0) }
    }
  }

  // MARK: Differences

  func compare() -> [Difference] {
    var out = edits.map(difference)
    // For each edit, and before the first one at −1: what moved, and which pages begin elsewhere.
    var shifts: [Int: String] = [:]
    var ends: [Int: [Int]] = [:]
    var starts: [Difference] = []
    var cause = -1
    var isPushed = false
    var (page, line) = (-1, -1)
    for (index, pair) in pairs.enumerated() {
      while cause + 1 < edits.count, edits[cause + 1].next <= index {
        cause += 1
        isPushed = true
      }
      let (before, after) = (old.words[pair.old], new.words[pair.new])
      guard before.line != line || after.place == 0 else { continue }
      line = before.line
      let (a, b) = (old.lines[before.line], new.lines[after.line])
      let isPageStart = b.page != page
      if isPageStart, page >= 0, skipped.contains(b.page - 1) { isPushed = cause >= 0 && edits[cause].next == index }
      page = b.page
      let isPlaced = a.page == b.page && abs(a.y - b.y) <= threshold && abs(a.x - b.x) <= max(threshold, 10)
      if isPageStart, isPlaced { isPushed = false }
      if isPageStart, !isPlaced, isPushed, cause >= 0 { ends[cause, default: []].append(b.page) }
      guard !isPlaced, a.text == b.text || a.page == b.page else { continue }
      if isPushed {
        guard cause >= 0, shifts[cause] == nil, a.page == b.page, abs(a.y - b.y) > threshold else { continue }
        shifts[cause] = "what follows on page \(b.page + 1) moved \(Displacements.direction(b.y - a.y, 0))"
      } else if a.text == b.text {
        let direction =
          a.page == b.page ? Displacements.direction(b.y - a.y, abs(b.x - a.x) > threshold ? b.x - a.x : 0) : "to page \(b.page + 1)"
        var difference = Difference(.spacing, "the text from “\(Self.excerpt(b.text))” on moved \(direction) without a change of its own")
        difference.page = b.page
        difference.regions = [Difference.Region(a, isOld: true), Difference.Region(b, isOld: false)]
        starts.append(difference)
        isPushed = true
      }
    }
    for index in out.indices {
      var parts = [shifts[index]].compactMap { $0 }
      if let count = ends[index]?.count { parts.append("\(count) \(count == 1 ? "page begins" : "pages begin") elsewhere") }
      if index == 0, pageCounts.old != pageCounts.new { parts.append("there are \(pageCounts.new) pages instead of \(pageCounts.old)") }
      if !parts.isEmpty { out[index].consequences = [parts.joined(separator: "; ")] }
    }
    // A line of another size moves what is around it.
    var sizes = sizes
    if let size = sizes.first, let start = starts.first, size.regions == start.regions {
      sizes[0].consequences = [start.message]
      starts.removeFirst()
    }
    return out + starts + sizes
  }

  private func difference(_ edit: Edit) -> Difference {
    func text(_ words: [Int], _ text: Text) -> String { words.map { String(text.words[$0].text) }.joined(separator: " ") }
    let changes = WordChanges(text(edit.old, old), text(edit.new, new))
    let cause: Difference.Cause = edit.old.isEmpty ? .added : edit.new.isEmpty ? .removed : .text
    let page = edit.new.first.map { new.lines[new.words[$0].line].page } ?? edit.old.first.map { old.lines[old.words[$0].line].page } ?? 0
    var difference = Difference(cause, "page \(page + 1): \(changes.described)")
    difference.page = page
    difference.regions =
      Set(edit.old.map { old.words[$0].line }).sorted().map { Difference.Region(old.lines[$0], isOld: true) }
      + Set(edit.new.map { new.words[$0].line }).sorted().map { Difference.Region(new.lines[$0], isOld: false) }
    return difference
  }

  /// Lines of the same text whose boxes have another height: another type size.
  private var sizes: [Difference] {
    let resized = pairs.filter { pair in
      let (a, b) = (old.lines[old.words[pair.old].line], new.lines[new.words[pair.new].line])
      return a.text == b.text && abs(a.height - b.height) > max(threshold, 20)
    }
    guard let first = resized.first else { return [] }
    let (a, b) = (old.lines[old.words[first.old].line], new.lines[new.words[first.new].line])
    let others = Set(resized.map { new.words[$0.new].line }).count - 1
    let more = others > 0 ? "; likewise \(others) more lines" : ""
    var difference = Difference(
      .style,
      "the text “\(Self.excerpt(b.text))” is \(RecordBuilder.shown(b.height)) pt high instead of \(RecordBuilder.shown(a.height))\(more)")
    difference.page = b.page
    difference.regions = [Difference.Region(a, isOld: true), Difference.Region(b, isOld: false)]
    return [difference]
  }

  private static func excerpt(_ text: String) -> String { text.count > 40 ? text.prefix(38) + "…" : text }
}

extension Comparison {
  /// Of PDFs that were read through Poppler.
  ///
  /// - Parameter threshold: Shifts up to this many hundredths of a point do not count.
  package init(foreign old: DocumentRecord, _ new: DocumentRecord, threshold: Int) {
    pageCounts = (old.pageCount, new.pageCount)
    let new = new.snapped(to: old, within: threshold)
    guard !old.showsTheSame(as: new) else { return }
    if let a = old.sheets.first, let b = new.sheets.first, a.width != b.width || a.height != b.height {
      func size(_ sheet: DocumentRecord.Sheet) -> String { "\(RecordBuilder.shown(sheet.width)) × \(RecordBuilder.shown(sheet.height)) pt" }
      differences.append(Difference(.page, "the pages are \(size(b)) instead of \(size(a))"))
    }
    differences += ForeignComparer(old, new, threshold: threshold).compare()
    changedPages = ChangedPages.numbers(old, new)
  }
}

extension DocumentRecord {
  /// Lines of the upper and lower margins that are the same on several pages but for numbers, and page numbers: they run along with the pages.
  package mutating func markFurniture() {
    struct Place: Hashable {
      var text: String
      var y: Int
    }
    func place(_ part: Part) -> Place? {
      guard sheets.indices.contains(part.page) else { return nil }
      let height = sheets[part.page].height
      guard part.y < height / 7 || part.y > height * 6 / 7 else { return nil }
      return Place(text: String(part.text.filter { !$0.isNumber && !$0.isWhitespace }), y: part.y / 100)
    }
    var pages: [Place: Set<Int>] = [:]
    for part in units.flatMap(\.parts) { if let place = place(part) { pages[place, default: []].insert(part.page) } }
    var furniture: [Unit] = []
    for index in units.indices {
      units[index].parts.removeAll { part in
        guard let place = place(part), place.text.isEmpty || place.text.count > 2 && pages[place]?.count ?? 0 > 1 else { return false }
        furniture.append(Unit(kind: .furniture, parts: [part]))
        return true
      }
    }
    units.removeAll(where: \.parts.isEmpty)
    units += furniture
  }
}
