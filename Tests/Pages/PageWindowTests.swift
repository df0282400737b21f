import Testing
import TypesetBoxes
import TypesetSettings

@testable import TypesetPages

/// Lists of boxes of 10 pt on pages that hold seventy of them.
@Suite struct PageWindowTests {
  private func builder(together: Bool = true) -> PageBuilder {
    var style = PageStyle()
    style.height = 720.pt
    style.top = 10.pt
    style.bottom = 10.pt
    // The ends of slides are never chosen together.
    style.areSlides = !together
    return PageBuilder(style: style, limit: 1000)
  }

  private func add(_ count: Int, whole: Bool = false, to list: inout VList) {
    for number in 0..<count {
      if whole, number > 0 { list.nodes.append(.penalty(Penalty.prohibit)) }
      if !list.nodes.isEmpty { list.nodes.append(.glue(.zero)) }
      list.append(Ink(), height: 10.pt, depth: .zero, width: 10.pt, x: .zero)
    }
  }

  /// How many boxes each page has.
  private func counts(_ list: VList, together: Bool = true) -> [Int] {
    var list = list
    return builder(together: together).breakPages(&list).pages.map { page in
      page.columns.reduce(0) { sum, column in sum + list.nodes[column.nodes].count { if case .box = $0 { true } else { false } } }
    }
  }

  private func demerits(_ list: VList, together: Bool) -> Int {
    var list = list
    return builder(together: together).breakPages(&list).pages.reduce(0) { sum, page in
      sum + page.columns.reduce(0) { $0 + ($1.isForced ? 0 : $1.demerits) }
    }
  }

  @Test func `white before what stays whole is shared with the pages before it`() {
    var list = VList()
    add(270, to: &list)
    add(20, whole: true, to: &list)
    #expect(counts(list, together: false) == [70, 70, 70, 60, 20])
    let shared = counts(list)
    #expect(shared.count == 5 && shared.last == 20 && shared.dropLast().reduce(0, +) == 270)
    #expect(shared.dropLast().allSatisfy { $0 > 62 }, "\(shared)")
  }

  @Test func `a page takes a line more where the next one can then hold what stays whole`() {
    var list = VList()
    add(70, to: &list)
    list.nodes.append(.penalty(30))
    add(59, to: &list)
    add(11, whole: true, to: &list)
    add(30, to: &list)
    #expect(counts(list, together: false) == [69, 60, 41])
    #expect(counts(list) == [70, 70, 30])
  }

  @Test func `a page that ends well enough moves no other one`() {
    var list = VList()
    add(134, to: &list)
    add(20, whole: true, to: &list)
    #expect(counts(list) == [70, 64, 20])
  }

  @Test func `no page moves across a break that the author asks for`() {
    var list = VList()
    add(65, to: &list)
    list.nodes.append(.penalty(Penalty.force))
    add(60, to: &list)
    add(20, whole: true, to: &list)
    #expect(counts(list) == [65, 60, 20])
  }

  @Test func `pages after a page break are reached in fewer pages where they can be`() {
    var list = VList()
    add(70, to: &list)
    list.nodes.append(.penalty(30))
    add(59, to: &list)
    add(11, whole: true, to: &list)
    list.nodes.append(.penalty(Penalty.force))
    add(30, to: &list)
    #expect(counts(list, together: false) == [69, 60, 11, 30])
    #expect(counts(list) == [70, 70, 30])
  }

  @Test func `a last page is not left with two lines, where those before it can do without some`() {
    var list = VList()
    add(72, to: &list)
    #expect(counts(list, together: false) == [70, 2])
    #expect(counts(list) == [64, 8])
    list.nodes.append(.penalty(Penalty.force))
    add(212, to: &list)
    let chapters = counts(list)
    #expect(chapters.prefix(2) == [64, 8] && chapters.count == 6 && chapters[2...].reduce(0, +) == 212)
    #expect((chapters.last ?? 0) > 5, "\(chapters)")
  }

  @Test func `a chapter that takes a page and half of one more is left alone`() {
    var list = VList()
    add(100, to: &list)
    list.nodes.append(.penalty(Penalty.force))
    add(3, to: &list)
    #expect(counts(list) == [70, 30, 3])
  }

  /// Paragraphs, blocks that stay whole, and rows between which it is costly to end, as chance has them.
  private func random(_ seed: UInt64, blocks: Int) -> [VList] {
    var state = seed
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    return (0..<blocks).map { _ in
      var list = VList()
      switch next(6) {
      case 0: add(5 + next(20), whole: true, to: &list)
      case 1:
        for _ in 0..<12 + next(10) {
          list.nodes.append(.penalty(next(3) * 100))
          add(1, to: &list)
        }
      default: add(3 + next(12), to: &list)
      }
      return list
    }
  }

  private func joined(_ lists: [VList]) -> VList {
    var whole = VList()
    for list in lists {
      let base = Int32(whole.inks.count)
      whole.inks += list.inks
      whole.nodes.append(.glue(Glue(6.pt, stretch: 2.pt, shrink: 2.pt)))
      whole.nodes += list.nodes.map { node in
        guard case .box(var box) = node else { return node }
        box.ink += base
        return .box(box)
      }
    }
    return whole
  }

  @Test func `pages of chance cost less together, and nothing is lost`() {
    var (alone, together) = (0, 0)
    for seed in 1...60 as ClosedRange<UInt64> {
      let list = joined(random(seed, blocks: 120))
      let (before, after) = (counts(list, together: false), counts(list))
      #expect(before.reduce(0, +) == after.reduce(0, +) && after.count <= before.count)
      alone += demerits(list, together: false)
      together += demerits(list, together: true)
    }
    #expect(together * 10 < alone * 7, "\(together) of \(alone)")
  }

  @Test func `as many pages as a window has, where they were before an edit, are followed by the ones that were there`() {
    for seed in 1...60 as ClosedRange<UInt64> {
      let blocks = random(seed, blocks: 120)
      var edited = blocks
      add(3, to: &edited[2])
      // Counted from the end, so that the edit shifts nothing.
      func places(_ list: VList) -> [Int] { counts(list).reversed().reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }.reversed() }
      let (old, new) = (places(joined(blocks)), places(joined(edited)))
      let known = Set(old)
      var run = 0
      for (number, place) in new.enumerated() {
        run = known.contains(place) ? run + 1 : 0
        guard run == PageWindow.length + 1 else { continue }
        #expect(Array(new[number...]) == Array(old.suffix(new.count - number)), "seed \(seed)")
        break
      }
    }
  }
}
