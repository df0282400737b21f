import Testing
import TypesetBoxes

struct PackingTests {
  private func rule(_ width: Length, _ height: Length = 1.pt) -> Ink {
    var ink = Ink()
    ink.append([.rule(Rect(x: .zero, y: .zero, width: width, height: height), .black)])
    return ink
  }

  @Test(arguments: [
    (0, 0, 0), (1, 0, 10_000), (65536, 65536, 100), (65536, 131_072, 12), (131_072, 65536, 800), (655_360, 65536, 10_000),
    // Above 110 pt TeX divides first, so that nothing overflows.
    (7_230_585, 7_230_585, 100), (8_000_000, 100_000, 10_000),
  ])
  func `badness is TeX's, by its integer arithmetic`(excess: Int, total: Int, wanted: Int) {
    #expect(badness(Length(rawValue: excess), Length(rawValue: total)) == wanted)
  }

  @Test func `a horizontal list is as wide as its boxes, kerns and glue, and as high and deep as its largest boxes`() {
    var list = HList(box: rule(3.pt), width: 3.pt, height: 5.pt, depth: 1.pt)
    list.ink.append(rule(2.pt), dx: .zero, dy: .zero)
    list.nodes += [
      .kern((-1).pt), .glue(Glue(4.pt, stretch: 9.pt)), .penalty(0), .box(Box(width: 2.pt, height: 1.pt, depth: 2.pt, items: 1..<2)),
    ]
    #expect(list.naturalWidth == 8.pt)
    #expect((list.height, list.depth) == (5.pt, 2.pt))
    let places = list.packed().items.map { item in if case .rule(let rect, _) = item { rect.x } else { (-1).pt } }
    #expect(places == [.zero, 6.pt])
  }

  @Test func `an appended ink is moved, and its glyphs and texts are its own`() {
    var other = Ink()
    other.glyphs = [Glyph(id: 7, x: 0, y: 0, cluster: 0)]
    other.text = Array("é".utf8)
    other.append([
      .run(GlyphRun(face: FaceID(rawValue: 1), size: 10.pt, color: .black, x: 1.pt, y: .zero, width: 5.pt, glyphs: 0..<1, text: 0..<2))
    ])
    var ink = other
    ink.append(other, dx: 10.pt, dy: 2.pt)
    guard case .run(let run)? = ink.items.last else {
      Issue.record("no run")
      return
    }
    #expect((run.x, run.y) == (11.pt, 2.pt))
    #expect((run.glyphs, run.text) == (1..<2, 2..<4))
    #expect(ink.text == Array("éé".utf8))
  }

  @Test func `baselines are a leading apart, or the boxes a line skip where they would touch`() {
    var list = VList()
    list.appendInterlineGlue(height: 7.pt, leading: 12.pt)
    #expect(list.nodes.isEmpty)
    list.append(rule(9.pt), height: 7.pt, depth: 2.pt, width: 9.pt, x: .zero)
    list.appendInterlineGlue(height: 7.pt, leading: 12.pt)
    list.append(rule(9.pt), height: 7.pt, depth: 2.pt, width: 9.pt, x: .zero)
    list.appendInterlineGlue(height: 11.pt, leading: 12.pt)
    list.append(rule(9.pt), height: 11.pt, depth: .zero, width: 9.pt, x: .zero)
    let glue = list.nodes.compactMap { node in if case .glue(let glue) = node { glue.natural } else { nil } }
    #expect(glue == [3.pt, 1.pt])
    #expect(list.naturalHeight == 33.pt)
  }

  @Test func `a list that is appended keeps its boxes, frames and notes`() {
    var first = VList()
    first.append(rule(1.pt), height: 1.pt, depth: .zero, width: 1.pt, x: .zero)
    var second = VList()
    second.frames = [VFrame(x: .zero, width: 9.pt, padding: 2.pt)]
    second.nodes.append(.beginFrame(0))
    second.append(rule(2.pt), height: 3.pt, depth: 1.pt, width: 2.pt, x: .zero)
    second.nodes.append(.endFrame(0))
    second.notes = [VNote(node: 1, list: first, gap: 1.pt, color: .black)]
    var both = first
    both.frames = second.frames
    both.append(contentsOf: second)
    #expect(both.naturalHeight == 9.pt)
    #expect(both.previousDepth == 1.pt)
    #expect(both.notes.map(\.node) == [2])
    guard case .beginFrame(1) = both.nodes[1], case .box(let box) = both.nodes[2] else {
      Issue.record("\(both.nodes)")
      return
    }
    #expect(both.inks[Int(box.ink)] == rule(2.pt))
  }
}
