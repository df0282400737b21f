import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

@testable import TypesetPages

@Suite struct MovingFigureTests {
  private func lines(_ count: Int) -> VList {
    var list = VList()
    for number in 0..<count {
      if number == 1 || number > 0 && number == count - 1 { list.nodes.append(.penalty(Penalty.prohibit)) }
      if number > 0 { list.nodes.append(.glue(.zero)) }
      list.append(Ink(), height: 10.pt, depth: .zero, width: 10.pt, x: .zero)
    }
    return list
  }

  private func picture(_ height: Length) -> VList {
    var list = VList()
    list.append(Ink(), height: height, depth: .zero, width: 10.pt, x: .zero)
    return list
  }

  /// A document of paragraphs, but for a figure at `figure`.
  private func tree(_ count: Int, figure: Int, hasCaption: Bool) -> StyledTree {
    var theme = Theme()
    (theme.page.height, theme.page.top, theme.page.bottom) = (120.pt, 10.pt, 10.pt)
    var tree = StyledTree(theme: theme, language: "en")
    let style = theme.body(language: "en")
    let span = SourceSpan(0, 0)
    var caption = InlineContent()
    if hasCaption { caption.text.append("a".utf8, style: style.text) }
    tree.blocks = [StyledTree.Block(kind: .group, style: style, span: span)]
    tree.blocks[0].firstChild = 1
    for number in 0..<count {
      let image = Image(source: "a", alternative: "", title: "", span: span)
      let kind = number == figure ? StyledTree.Kind.figure(image, caption: caption) : .paragraph(InlineContent())
      var block = StyledTree.Block(kind: kind, style: style, span: span)
      block.nextSibling = number + 1 < count ? StyledTree.Index(number + 2) : -1
      tree.blocks.append(block)
    }
    return tree
  }

  private func misfits(_ lists: [VList], figure: Int, hasCaption: Bool = true) -> [Int] {
    let tree = tree(lists.count, figure: figure, hasCaption: hasCaption)
    let order = Array(lists.indices)
    let (list, starts) = join(lists, of: tree, order: order)
    return PageBuilder(style: tree.theme.page, limit: 9)
      .misfits(of: list, order: order, starts: starts, lists: lists, in: tree, least: 25.pt)
  }

  @Test func `a figure that leaves half a page goes behind the text that fills it`() {
    #expect(misfits([lines(5), picture(60.pt), lines(8)], figure: 1) == [1])
  }

  @Test func `a picture without a caption stays where it is`() {
    #expect(misfits([lines(5), picture(60.pt), lines(8)], figure: 1, hasCaption: false) == [])
  }

  @Test func `a figure that fits stays`() {
    #expect(misfits([lines(5), picture(40.pt), lines(8)], figure: 1) == [])
  }

  @Test func `nothing moves for the sake of a line or two`() {
    #expect(misfits([lines(8), picture(60.pt), lines(8)], figure: 1) == [])
  }

  @Test func `a paragraph that can't be divided does not come before the figure`() {
    #expect(misfits([lines(7), picture(60.pt), picture(35.pt)], figure: 1) == [])
  }
}
