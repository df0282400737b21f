public import TypesetBoxes
import TypesetStyling

extension BlockBuilder {
  /// The vertical list of each footnote, by its number minus one.
  ///
  /// - Parameter isStopped: True where nobody waits for the rest.
  public func noteLists(isStopped: () -> Bool = { false }) -> [VList] {
    document.tree.notes.map { $0 >= 0 && !isStopped() ? list(of: $0) : VList() }
  }

  /// Ties footnotes to the boxes that first refer to them, wherever these are: in text, headings, tables, captions.
  public func attach(_ notes: [VList], to list: inout VList) {
    guard !notes.isEmpty else { return }
    var seen: Set<Int> = []
    let tree = document.tree
    let theme = tree.theme
    let gap = theme.body(language: tree.language).applying(theme[.footnote], families: theme.families).after.natural
    // A note may refer to another one, to any depth: a work list, since recursion would overflow the stack.
    func attach(_ numbers: [Int], at node: Int) {
      var waiting = Array(numbers.reversed())
      while let number = waiting.popLast() {
        guard notes.indices.contains(number - 1), seen.insert(number).inserted else { continue }
        let note = notes[number - 1]
        guard !note.nodes.isEmpty else { continue }
        list.notes.append(VNote(node: Int32(node), list: note, gap: gap, color: theme.color))
        var inner: [Int] = []
        for case .box(let box) in note.nodes { inner += Self.notes(in: box, of: note) }
        waiting += inner.reversed()
      }
    }
    for (index, node) in list.nodes.enumerated() {
      guard case .box(let box) = node, !list.inks[Int(box.ink)].marks.isEmpty else { continue }
      attach(Self.notes(in: box, of: list), at: index)
    }
  }

  private static func notes(in box: VBox, of list: borrowing VList) -> [Int] {
    var numbers: [Int] = []
    for item in list.inks[Int(box.ink)].items[Int(box.items.lowerBound)..<Int(box.items.upperBound)] {
      guard case .mark(let mark, _) = item, case .note(let number) = list.inks[Int(box.ink)].marks[Int(mark)] else { continue }
      numbers.append(Int(number))
    }
    return numbers
  }
}
