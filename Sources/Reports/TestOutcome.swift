package import TypesetComparing

/// The result of one document of a comparison.
package struct TestOutcome: Sendable {
  /// How the comparison of a document ended.
  package enum Status: String, Sendable {
    case same, different
    /// The reference was written.
    case recorded
    /// There is nothing to compare with.
    case missing
    /// The document or its reference cannot be read, or its fonts are not the reference's.
    case failed
  }

  /// What reports call the document.
  package var name: String
  package var status: Status
  /// In words, where there is nothing to compare.
  package var problem: String?
  /// Nil if there is nothing to compare.
  package var comparison: Comparison?
  /// What was not compared, in words.
  package var note: String?
  /// The files that show the changed pages.
  package var pictures: [String] = []
  /// The changed pages that a report shows.
  package var views: [PageView] = []
  /// Pictures of changed places, for a comment.
  package var crops: [PageCrop] = []
  /// The command that makes the new pages the reference; empty without such a command.
  package var acceptCommand = ""
  /// How long the document took.
  package var seconds = 0.0

  package init(name: String, status: Status, problem: String? = nil) { (self.name, self.status, self.problem) = (name, status, problem) }

  /// True if the run succeeds with this outcome.
  package var isGood: Bool { status == .same || status == .recorded }

  /// Changes names of files in all messages.
  package mutating func rename(_ change: (String) -> String) {
    (problem, note) = (problem.map(change), note.map(change))
    guard var found = comparison else { return }
    found.differences = found.differences.map { $0.renamed(change) }
    comparison = found
  }

  var differences: [Difference] { comparison?.differences ?? [] }

  /// `nothing else changed`, where that is certain.
  var closing: String? { comparison.map { !$0.isEqual && $0.isComplete } == true ? "nothing else changed" : nil }
}

/// The place of a change, before and after.
package struct PageCrop: Hashable, Sendable {
  /// In the differences of its document.
  package var cause: Int
  /// Where the pictures are found; nil where there was or is nothing.
  package var before: String?
  package var after: String?

  package init(cause: Int, before: String?, after: String?) { (self.cause, self.before, self.after) = (cause, before, after) }
}

/// A page before and after.
package struct PageView: Sendable {
  /// A picture of the page, and whether it was kept or drawn from a record.
  package enum Picture: Sendable {
    case png([UInt8])
    /// A PNG drawn from a record, where no picture was kept: lines that are gone are approximate.
    case rebuilt([UInt8])
    /// A half of `pair`.
    case half(isRebuilt: Bool)
  }

  /// From 0.
  package var number: Int
  package var before: Picture?
  package var after: Picture?
  /// Both pages beside each other in one PNG, the page before at the left: what they have in common takes hardly more bytes than once.
  package var pair: [UInt8] = []
  /// Points, for the places of regions.
  package var sizeBefore: (width: Double, height: Double) = (1, 1)
  package var sizeAfter: (width: Double, height: Double) = (1, 1)

  package init(number: Int, before: Picture?, after: Picture?) { (self.number, self.before, self.after) = (number, before, after) }
}
