/// How one work is cited in one place.
package struct Cite: Sendable, Hashable {
  /// CSL's positions, by how much is known from the cites before: a locator can differ only in `ibidWithLocator`.
  package enum Position: Int, Sendable, Comparable {
    case first, subsequent, ibid, ibidWithLocator

    package static func < (a: Position, b: Position) -> Bool { a.rawValue < b.rawValue }
  }

  /// The key of the work.
  package var id: String
  /// Words before the cite, with CSL's tags for italics and the like (`<i>`); `suffix` has the words after it.
  package var prefix = ""
  package var suffix = ""
  /// Where in the work: `12–15`.
  package var locator = ""
  /// `page`, `chapter`, …
  package var label = ""
  /// True for `[-@key]`, which shows the year without the author.
  package var suppressesAuthor = false
  /// True if only the author is shown, as in running text.
  package var isAuthorOnly = false
  /// What follows from the citations before it; set by the processor.
  package var position = Position.first
  /// True if the work was cited a few notes before (CSL's `near-note`).
  package var isNearNote = false
  /// The number of the note in which the work was first cited; 0 if it was not cited in a note.
  package var firstNoteNumber = 0

  package init(id: String) { self.id = id }

  /// What the locator counts; pages without a label.
  var locatorLabel: String { label.isEmpty ? "page" : label }
}

/// How far a cite is expanded so that it is unlike others.
struct Expansion: Hashable, Sendable {
  /// Names that are shown before “et al.”; nil for the style's own number.
  var names: Int?
  /// 0: as the style says, 1: with initials, 2: with given names; by the names' order in the cite.
  var given: [Int] = []
  /// What `disambiguate="true"` asks.
  var isAmbiguous = false
  /// From 1; 0 without a letter.
  var yearSuffix = 0
}
