/// A difference between two records: its cause, and what follows from it.
package struct Difference: Hashable, Sendable {
  /// What a difference is about; reports sort and count by it.
  package enum Cause: String, Hashable, Sendable {
    case text, added, removed, style, setting, theme, font, picture, page, lines, spacing, graphics, furniture, program, drawing
    /// Text that is at another place in the document.
    case moved
    /// A definition for formulas, and a file that is neither text nor a picture.
    case macro, input
    /// Addresses of links, alternative texts, metadata.
    case unseen
    /// What no cause is known of.
    case unexplained
  }

  /// An area of a page: hundredths of a point, from the page's upper left corner.
  package struct Region: Hashable, Sendable {
    /// The index of the page, from 0.
    package var page: Int
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// On the page of the reference.
    package var isOld: Bool

    package init(page: Int, x: Int, y: Int, width: Int, height: Int, isOld: Bool) {
      (self.page, self.x, self.y, self.width, self.height, self.isOld) = (page, x, y, width, height, isOld)
    }

    init(_ part: DocumentRecord.Part, isOld: Bool) {
      self.init(page: part.page, x: part.x, y: part.y, width: part.width, height: part.height, isOld: isOld)
    }
  }

  package var cause: Cause
  /// What changed, with its place in the source: one sentence without a full stop.
  package var message: String
  /// The same without the text of one document, where other documents may have the same cause: `text is #000000 instead of #333333`.
  package var topic = ""
  /// The file of the source, as messages name it; empty for a difference of the whole document.
  package var file = ""
  /// From 1; 0 where it has no place.
  package var line = 0
  /// The index of the page, from 0, in the new document or, for what is gone, in the old one.
  package var page: Int?
  /// What a program does differently: each kind of change with its places.
  package var details: [Difference] = []
  /// What moved because of it.
  package var consequences: [String] = []
  /// Where it shows; empty for a difference of the whole document.
  package var regions: [Region] = []
  /// The regions of the difference and of its details.
  package var allRegions: [Region] { regions + details.flatMap(\.regions) }

  package init(_ cause: Cause, _ message: String) { (self.cause, self.message) = (cause, message) }

  /// The same with names of files changed in all that it says.
  package func renamed(_ change: (String) -> String) -> Difference {
    var copy = self
    (copy.message, copy.topic, copy.file) = (change(message), change(topic), change(file))
    (copy.details, copy.consequences) = (details.map { $0.renamed(change) }, consequences.map(change))
    return copy
  }

  /// `notes.md:42: …`
  package var sentence: String { line > 0 ? "\(file):\(line): \(message)" : message }
}

/// How two records differ.
package struct Comparison: Sendable {
  /// In the order of the document; differences of the whole document are first.
  package var differences: [Difference] = []
  /// The indexes, from 0, of pages that differ from the page of the same number.
  package var changedPages: [Int] = []
  /// How many pages each document has.
  package var pageCounts: (old: Int, new: Int) = (0, 0)

  package var isEqual: Bool { differences.isEmpty }
  /// True if it is certain that nothing changed besides.
  package var isComplete = false

  /// The changed pages that say most, in order: pages with causes, then pages whose content only moved.
  package func pagesToShow(_ limit: Int) -> [Int] {
    let changed = Set(changedPages)
    var out: [Int] = []
    for difference in differences {
      let pages = difference.allRegions.map(\.page) + [difference.page].compactMap { $0 }
      for page in pages where out.count < limit && changed.contains(page) && !out.contains(page) { out.append(page) }
    }
    for page in changedPages where out.count < min(limit, 4) && !out.contains(page) { out.append(page) }
    return out.sorted()
  }

  /// Of two pictures, before anything is compared.
  package static let ofPictures: Comparison = {
    var comparison = Comparison(DocumentRecord(), DocumentRecord())
    comparison.pageCounts = (1, 1)
    return comparison
  }()

  package init(_ old: DocumentRecord, _ new: DocumentRecord) {
    pageCounts = (old.pageCount, new.pageCount)
    let new = SameInk.record(new, withTextsOf: old)
    if !old.showsTheSame(as: new) || !old.hidesTheSame(as: new) {
      var comparer = Comparer(old, new)
      differences = comparer.compare()
      isComplete = comparer.isComplete
      changedPages = ChangedPages.numbers(old, new)
      if differences.count == 1, differences[0].cause == .program, differences[0].details.isEmpty, differences[0].consequences.isEmpty,
        let page = changedPages.first
      {
        let others = changedPages.count > 1 ? " and \(changedPages.count - 1) more" : ""
        let verb = changedPages.count > 1 ? "differ" : "differs"
        differences[0].consequences.append("page \(page + 1)\(others) \(verb) in ways that references do not record")
      }
    }
    compareLooks(old, new)
  }

  /// Pages whose boxes are the same and whose ink is not.
  private mutating func compareLooks(_ old: DocumentRecord, _ new: DocumentRecord) {
    let changed = Set(changedPages)
    var regions: [Difference.Region] = []
    for (index, (a, b)) in zip(old.sheets, new.sheets).enumerated() where !changed.contains(index) {
      guard let before = a.look, let after = b.look else { continue }
      for cell in after.differences(from: before) {
        func part(_ share: Double, of length: Int) -> Int { Int(clamping: (share * Double(length)).rounded()) }
        regions.append(
          Difference.Region(
            page: index, x: part(cell.x, of: b.width), y: part(cell.y, of: b.height), width: part(cell.width, of: b.width),
            height: part(cell.height, of: b.height), isOld: false))
      }
    }
    if !regions.isEmpty { addDrawing(regions, detail: old.libraryChange(in: new)) }
  }

  /// Areas that look different although the boxes are the same, as one difference.
  package mutating func addDrawing(_ regions: [Difference.Region], isPicture: Bool = false, detail: String = "") {
    guard let first = regions.first?.page else { return }
    let pages = Set(regions.map(\.page))
    let others = pages.count > 1 ? " and \(pages.count - 1) more" : ""
    let verb = pages.count > 1 ? "look" : "looks"
    let places = regions.count { $0.page == first && !$0.isOld }
    let areas = "\(places) \(places == 1 ? "area" : "areas")"
    var difference = Difference(
      .drawing,
      isPicture
        ? "the picture looks different in \(areas)"
        : "page \(first + 1)\(others) \(verb) different in \(areas), with the same text in the same places\(detail)")
    (difference.page, difference.regions) = (first, regions)
    differences.append(difference)
    changedPages = pages.union(changedPages).sorted()
  }
}

extension DocumentRecord {
  /// ` (with cairo 1.18 instead of cairo 1.16)`; empty where the libraries are the same or not known.
  func libraryChange(in new: DocumentRecord) -> String {
    let come = new.libraries.filter { !libraries.contains($0) }
    let gone = libraries.filter { !new.libraries.contains($0) }
    guard !come.isEmpty, !gone.isEmpty else { return "" }
    return " (with \(come.joined(separator: ", ")) instead of \(gone.joined(separator: ", ")))"
  }

  /// Whatever program, source and settings made it.
  private var drawn: DocumentRecord {
    var copy = self
    (copy.program, copy.libraries, copy.source, copy.settings, copy.fonts) = ("", [], "", [], [])
    (copy.blocks, copy.senses, copy.macros, copy.inputs, copy.reads, copy.copies, copy.classes) = ([], [], [], [], [], [:], [:])
    for index in copy.sheets.indices { copy.sheets[index].look = nil }
    // Marks are among the rules and areas too, and older references don't have them.
    copy = copy.withoutMarks
    for index in copy.units.indices { (copy.units[index].file, copy.units[index].line, copy.units[index].path) = ("", 0, "") }
    // A picture is recognised by what it draws; older references don't have its words.
    for index in copy.units.indices where copy.units[index].kind == .picture {
      for part in copy.units[index].parts.indices { copy.units[index].parts[part].text = "" }
    }
    return copy
  }

  var withoutMarks: DocumentRecord {
    var copy = self
    copy.knowsMarks = false
    for unit in copy.units.indices { for part in copy.units[unit].parts.indices { copy.units[unit].parts[part].marks = [] } }
    return copy
  }

  func showsTheSame(as other: DocumentRecord) -> Bool { drawn == other.drawn }

  /// True if links, alternative texts and the like are the same, or if one of the records does not have them.
  func hidesTheSame(as other: DocumentRecord) -> Bool {
    guard !blocks.isEmpty, !other.blocks.isEmpty else { return true }
    return senses.map { [$0.kind.rawValue, $0.value] } == other.senses.map { [$0.kind.rawValue, $0.value] }
  }
}

/// Pages that are not as they were.
enum ChangedPages {
  /// Their indexes, from 0.
  static func numbers(_ old: DocumentRecord, _ new: DocumentRecord) -> [Int] {
    func pages(_ record: DocumentRecord) -> [[String]] {
      // The look of a page is compared elsewhere, with a tolerance.
      var out = record.sheets.map { ["\($0.width) \($0.height) \($0.background) \($0.label)"] }
      for unit in record.units {
        for part in unit.parts where out.indices.contains(part.page) {
          out[part.page].append("\(part.x) \(part.y) \(part.width) \(part.height) \(part.hash) \(part.text)")
        }
      }
      return out
    }
    let (a, b) = (pages(old), pages(new))
    return (0..<max(a.count, b.count)).filter { !a.indices.contains($0) || !b.indices.contains($0) || a[$0] != b[$0] }
  }
}

/// Texts that draw the same.
enum SameInk {
  /// The record with the text of another one where both draw the same: a formula's text is its LaTeX, which may be written in several ways.
  static func record(_ record: DocumentRecord, withTextsOf other: DocumentRecord) -> DocumentRecord {
    struct Look: Hashable {
      var hash: UInt32
      var glyphs: UInt32
      var width: Int
      var style: String
    }
    func look(_ part: DocumentRecord.Part, _ unit: DocumentRecord.Unit, _ record: DocumentRecord) -> Look {
      Look(hash: part.hash, glyphs: part.glyphs, width: part.width, style: record.styles[unit.style])
    }
    var known: [Look: [DocumentRecord.Part]] = [:]
    for unit in other.units { for part in unit.parts where part.glyphs > 0 { known[look(part, unit, other), default: []].append(part) } }
    var copy = record
    for index in copy.units.indices {
      for place in copy.units[index].parts.indices {
        let part = copy.units[index].parts[place]
        guard part.glyphs > 0, let same = known[look(part, copy.units[index], record)], let first = same.first,
          !same.contains(where: { $0.text == part.text })
        else { continue }
        (copy.units[index].parts[place].text, copy.units[index].parts[place].runs) = (first.text, first.runs)
      }
    }
    return copy
  }
}
