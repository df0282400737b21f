/// A difference between two records: its cause, and what follows from it.
package struct Difference: Hashable, Sendable {
  package enum Cause: String, Hashable, Sendable {
    case text, added, removed, style, setting, font, picture, page, lines, spacing, graphics, furniture, program
  }

  package var cause: Cause
  /// What changed, with its place in the source: one sentence without a full stop.
  package var message: String
  package var file = ""
  /// From 1; 0 where it has no place.
  package var line = 0
  /// The index of the page, from 0, in the new document or, for what is gone, in the old one.
  package var page: Int?
  /// What moved because of it.
  package var consequences: [String] = []

  init(_ cause: Cause, _ message: String) { (self.cause, self.message) = (cause, message) }

  /// `notes.md:42: …`
  package var sentence: String { line > 0 ? "\(file):\(line): \(message)" : message }
}

/// How two records differ.
package struct Comparison: Sendable {
  /// In the order of the document, those of the whole document first.
  package var differences: [Difference] = []
  /// The indexes of pages, from 0, that differ from those of the same number.
  package var changedPages: [Int] = []
  package var pageCounts: (old: Int, new: Int) = (0, 0)

  package var isEqual: Bool { differences.isEmpty }

  package init(_ old: DocumentRecord, _ new: DocumentRecord) {
    guard !old.showsTheSame(as: new) else {
      pageCounts = (old.pageCount, new.pageCount)
      return
    }
    var comparer = Comparer(old, new)
    differences = comparer.compare()
    changedPages = old.changedPages(in: new)
    pageCounts = (old.pageCount, new.pageCount)
  }
}

extension DocumentRecord {
  /// Whatever program, source and settings made it.
  private var drawn: DocumentRecord {
    var copy = self
    (copy.program, copy.source, copy.settings, copy.fonts) = ("", "", [], [])
    for index in copy.units.indices { (copy.units[index].file, copy.units[index].line, copy.units[index].block) = ("", 0, 0) }
    return copy
  }

  func showsTheSame(as other: DocumentRecord) -> Bool { drawn == other.drawn }

  func changedPages(in other: DocumentRecord) -> [Int] {
    func pages(_ record: DocumentRecord) -> [[String]] {
      var out = record.sheets.map { ["\($0)"] }
      for unit in record.units {
        for part in unit.parts where out.indices.contains(part.page) {
          out[part.page].append("\(part.x) \(part.y) \(part.width) \(part.height) \(part.hash) \(part.text)")
        }
      }
      return out
    }
    let (a, b) = (pages(self), pages(other))
    return (0..<max(a.count, b.count)).filter { !a.indices.contains($0) || !b.indices.contains($0) || a[$0] != b[$0] }
  }
}
