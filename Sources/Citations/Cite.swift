/// How one work is cited in one place.
package struct Cite: Sendable, Hashable {
  package enum Position: Int, Sendable, Comparable {
    case first, subsequent, ibid, ibidWithLocator

    package static func < (a: Position, b: Position) -> Bool { a.rawValue < b.rawValue }
  }

  package var id: String
  package var prefix = ""
  package var suffix = ""
  package var locator = ""
  /// `page`, `chapter`, …
  package var label = ""
  package var suppressesAuthor = false
  package var isAuthorOnly = false
  /// What follows from the citations before it; set by the processor.
  package var position = Position.first
  package var isNearNote = false
  package var firstNoteNumber = 0

  package init(id: String) { self.id = id }

  /// What the locator counts; pages where it is not said.
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
  /// From 1; 0 for none.
  var yearSuffix = 0
}
