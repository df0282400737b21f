import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

@testable import MDTypeset
@testable import TypesetPages

/// Blocks as functions: a context in, a value out.
@Suite struct SetBlockTests {
  private enum Unexpected: Error { case node }

  /// What the blocks of a document are set with, and the document.
  private func document(_ text: String) -> (context: BlockContext, blocks: [StyledTree.Index]) {
    let typesetter = Typesetter()
    let (styled, math) = typesetter.style(typesetter.parse(Source(name: "a.md", text: text)))
    let builder = typesetter.composer.makeBuilder(styled.tree, macros: math.macros, numbers: .init())
    return (BlockContext(builder.document), styled.tree.children(of: 0))
  }

  @Test func `setting a block twice in one context gives the same`() throws {
    let (context, blocks) = document("- a list with $\\unknown$\n\n  | a | b |\n  |---|---|\n  | ![](none.png) | $x$ |\n")
    let block = try #require(blocks.first)
    let (first, second) = (context.setAlone(block), context.setAlone(block))
    #expect(first.list == second.list)
    #expect(first.structure.elements == second.structure.elements)
    #expect(first.diagnostics.map(\.code) == second.diagnostics.map(\.code))
    #expect(Set(first.diagnostics.map(\.code)) == ["math.unknown-command", "policy.picture"])
  }

  @Test func `the larger of two spaces stands between blocks, and none at the top of a list`() throws {
    let (context, blocks) = document("first\n\nsecond\n")
    try #require(blocks.count == 2)
    var out = SetBlock(in: context)
    out.append(context.following(out).set(blocks[0]))
    guard case .box? = out.list.nodes.first else { throw Unexpected.node }
    out.spaceBelow = Glue(50.pt)
    let next = context.following(out).set(blocks[1])
    guard case .glue(let space)? = next.list.nodes.first else { throw Unexpected.node }
    #expect(space.natural == 50.pt)
  }

  @Test func `what follows a frame's beginning has no space above`() throws {
    let (context, blocks) = document("first\n")
    let block = try #require(blocks.first)
    var out = SetBlock(in: context)
    let frame = out.begin(VFrame(x: .zero, width: 100.pt, padding: 5.pt))
    out.spaceBelow = Glue(50.pt)
    out.append(context.following(out).set(block))
    out.end(frame)
    #expect(out.list.nodes.count == 3)
    #expect(out.list.naturalHeight > 10.pt)
  }

  @Test func `the room beside a picture shrinks by what stands there`() throws {
    let (context, blocks) = document("first\n")
    let block = try #require(blocks.first)
    var beside = context
    beside.beside = BesidePicture(side: .left, left: 100.pt, right: 300.pt, height: 80.pt)
    var out = SetBlock(in: beside)
    out.append(beside.following(out).set(block))
    #expect(beside.following(out).beside?.height == 80.pt - out.list.naturalHeight)
    // The line begins right of the picture.
    guard case .box(let box)? = out.list.nodes.first else { throw Unexpected.node }
    let runs = out.list.inks[Int(box.ink)].items.compactMap { item in if case .run(let run) = item { run.x } else { nil } }
    #expect(runs.allSatisfy { $0 >= 100.pt })
  }

  @Test func `a list is kept in one piece if it is low enough with the padding of its frames`() {
    var list = VList()
    list.frames.append(VFrame(x: .zero, width: 100.pt, padding: 20.pt))
    list.nodes.append(.beginFrame(0))
    for number in 0..<3 {
      if number > 0 { list.nodes.append(.glue(.zero)) }
      list.append(Ink(), height: 8.pt, depth: 2.pt, width: 50.pt, x: .zero)
    }
    list.nodes.append(.endFrame(0))
    var (high, low) = (list, list)
    high.keepTogether(below: 70.pt)
    #expect(high.nodes == list.nodes)
    low.keepTogether(below: 71.pt)
    #expect(low.nodes.count == list.nodes.count + 2)
  }
}
