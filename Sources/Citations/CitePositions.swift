/// What follows for each cite from the cites before it: first, subsequent, ibid.
struct CitePositions {
  /// How many notes back a work is still near.
  let nearNoteDistance: Int
  private var firstNotes: [String: Int] = [:]
  private var lastNotes: [String: Int] = [:]
  /// The clusters before, one in the text and one in notes.
  private var lastInText: Processor.Cluster?
  private var lastInNotes: Processor.Cluster?

  init(nearNoteDistance: Int) { self.nearNoteDistance = nearNoteDistance }

  /// - Parameter cluster: The next one, its cites in the order in which they are printed.
  mutating func place(_ cluster: inout Processor.Cluster) {
    let note = cluster.note
    for place in cluster.cites.indices {
      let before = place > 0 ? cluster.cites[place - 1] : last(near: note)
      cluster.cites[place].position = position(of: cluster.cites[place], after: before)
      if let first = firstNotes[cluster.cites[place].id] {
        cluster.cites[place].firstNoteNumber = first
        if let last = lastNotes[cluster.cites[place].id] { cluster.cites[place].isNearNote = note - last <= nearNoteDistance }
      } else {
        firstNotes[cluster.cites[place].id] = note
      }
      lastNotes[cluster.cites[place].id] = note
    }
    if note == 0 { lastInText = cluster } else { lastInNotes = cluster }
  }

  /// The work that the cluster before has cited, if it is one work and no further away than a note.
  private func last(near note: Int) -> Cite? {
    guard let earlier = note == 0 ? lastInText : lastInNotes, note == 0 || note - earlier.note <= 1,
      Set(earlier.cites.map(\.id)).count == 1
    else { return nil }
    return earlier.cites.last
  }

  private func position(of cite: Cite, after before: Cite?) -> Cite.Position {
    guard firstNotes[cite.id] != nil else { return cite.position }
    guard let before, before.id == cite.id else { return .subsequent }
    if cite.locator.isEmpty { return before.locator.isEmpty ? .ibid : .subsequent }
    return before.locator == cite.locator && before.label == cite.label ? .ibid : .ibidWithLocator
  }
}
