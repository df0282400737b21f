/// Lists within lists, however they were built: by groups, or by commands that wrap what they get once for each word or sign.
///
/// All that reads a list (layout, words, plain text, MathML) calls itself for each list within it, so that a limit here bounds all of them.
extension MathList {
  /// Replaces what is nested deeper than a limit by dots.
  ///
  /// - Returns: True if something was replaced.
  mutating func endNests(deeperThan limit: Int) -> Bool {
    // Each level takes one noad.
    guard noads.count > limit else { return false }
    var isCut = false
    var open: [(noads: Range<Int>, level: Int)] = []
    func push(_ field: Field, _ level: Int) {
      if case .list(let start, let count) = field, count > 0 { open.append((Int(start)..<Int(start + count), level)) }
    }
    push(root, 1)
    push(tag, 1)
    while let (range, level) = open.popLast() {
      for index in range {
        let before = open.count
        forEachField(of: noads[index]) { push($0, level + 1) }
        guard level >= limit, open.count > before else { continue }
        open.removeSubrange(before...)
        noads[index] = Noad(nucleus: .char(0x2026))
        isCut = true
      }
    }
    return isCut
  }

  /// All fields that are within a noad.
  private func forEachField(of noad: Noad, _ body: (Field) -> Void) {
    body(noad.nucleus)
    body(noad.superscript)
    body(noad.subscript)
    switch noad.kind {
    // Its second field is a number.
    case .sideset:
      if case .list(let index, _) = noad.second, choices.indices.contains(Int(index)) { choices[Int(index)].forEach(body) }
      return
    case .fence(let index): for part in fences[Int(index)] { body(part.content) }
    case .choice(let index): choices[Int(index)].forEach(body)
    case .text(let index): for case .formula(let field) in texts[Int(index)] { body(field) }
    case .alignment(let index):
      forEachField(of: alignments[Int(index)], body)
      let diagram = alignments[Int(index)].diagram
      if diagrams.indices.contains(diagram) { for label in diagrams[diagram].arrows.flatMap(\.labels) { body(label.content) } }
    default: break
    }
    body(noad.second)
  }

  private func forEachField(of alignment: Alignment, _ body: (Field) -> Void) {
    func columns(_ columns: some Sequence<Alignment.Column>) {
      for column in columns {
        for case .material(let field) in column.before + column.after { body(field) }
      }
    }
    columns(alignment.columns)
    for row in alignment.rows {
      body(row.tag)
      for index in row.cells {
        body(cells[index].content)
        columns(CollectionOfOne(cells[index].column).compactMap { $0 })
      }
    }
  }
}
