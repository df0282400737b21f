import Testing
import TypesetBoxes
import TypesetStyling

@testable import TypesetPages

/// Lists of boxes of 10 pt on pages that hold ten of them.
@Suite struct PageBuilderTests {
  private func page(flush: Bool = false) -> PageStyle {
    var style = PageStyle()
    style.height = 120.pt
    style.top = 10.pt
    style.bottom = 10.pt
    style.isBottomFlush = flush
    return style
  }

  private func box(_ list: inout VList, height: Length = 10.pt) {
    var ink = Ink()
    ink.items.append(.rule(Rect(x: .zero, y: .zero, width: 10.pt, height: height), .black))
    list.append(ink, height: height, depth: .zero, width: 10.pt, x: .zero)
  }

  private func build(_ list: VList, flush: Bool = false) -> [Page] {
    PageBuilder(style: page(flush: flush), limit: 100).build(list).pages
  }

  /// Upper edges of the rules of a page, from its top.
  private func tops(_ page: Page) -> [Double] {
    page.ink.items.compactMap { if case .rule(let rect, _) = $0 { -(rect.y + rect.height).points } else { nil } }
  }

  @Test func `boxes fill pages in order and none is lost`() {
    var list = VList()
    for number in 0..<25 {
      if number > 0 { list.nodes.append(.glue(.zero)) }
      box(&list)
    }
    #expect(build(list).map { $0.ink.items.count } == [10, 10, 5])
  }

  @Test func `glue at the top of a page vanishes`() {
    var list = VList()
    for number in 0..<12 {
      if number > 0 { list.nodes.append(.glue(Glue(number == 10 ? 30.pt : .zero))) }
      box(&list)
    }
    let pages = build(list)
    #expect(pages.count == 2)
    #expect(tops(pages[1]) == [10, 20])
  }

  @Test func `a prohibited break takes its boxes to the next page together`() {
    var list = VList()
    for number in 0..<12 {
      if number == 9 || number == 10 { list.nodes.append(.penalty(Penalty.prohibit)) }
      if number > 0 { list.nodes.append(.glue(.zero)) }
      box(&list)
    }
    #expect(build(list).map { $0.ink.items.count } == [8, 4])
  }

  @Test func `a forced break ends a page`() {
    var list = VList()
    box(&list)
    list.nodes.append(.penalty(Penalty.force))
    box(&list)
    #expect(build(list).count == 2)
  }

  @Test func `a flush bottom stretches the glue`() {
    var list = VList()
    for number in 0..<20 {
      if number > 0 { list.nodes.append(.glue(Glue(1.pt, stretch: 1.pt))) }
      box(&list)
    }
    let first = build(list, flush: true)[0]
    let last = tops(first).last ?? 0
    #expect(first.ink.items.count == 9)
    #expect(abs(last - 100) < 0.01)
  }

  @Test func `a frame ends with its page and begins again on the next`() {
    var list = VList()
    var frame = VFrame(x: .zero, width: 50.pt, padding: 5.pt)
    frame.fill = .black
    list.frames.append(frame)
    list.nodes.append(.beginFrame(0))
    for number in 0..<12 {
      if number > 0 { list.nodes.append(.glue(.zero)) }
      box(&list)
    }
    list.nodes.append(.endFrame(0))
    let pages = build(list)
    let panels = pages.map { page in
      page.ink.items.compactMap { if case .panel(let panel) = $0 { panel.rect.height.points } else { nil } }
    }
    // Nine boxes and two paddings of five points fill the first page.
    #expect(panels == [[100], [40]])
  }

  @Test func `a table's head comes again on the next page`() {
    var list = VList()
    list.frames.append(VFrame(x: .zero, width: 50.pt))
    list.nodes.append(.beginFrame(0))
    box(&list, height: 20.pt)
    list.frames[0].head = 1..<2
    for _ in 0..<12 {
      list.nodes.append(.glue(.zero))
      box(&list)
    }
    list.nodes.append(.endFrame(0))
    let pages = build(list)
    #expect(pages.map { tops($0).count } == [9, 5])
    #expect(tops(pages[1]).prefix(2) == [10, 30])
  }

  @Test func `the limit of pages is kept and said`() {
    var list = VList()
    for _ in 0..<50 {
      box(&list)
      list.nodes.append(.penalty(Penalty.force))
    }
    let result = PageBuilder(style: page(), limit: 7).build(list)
    #expect(result.pages.count == 7)
    #expect(!result.isComplete)
  }
}

/// Columns, right pages and what does not fit anywhere.
@Suite struct PageColumnTests {
  private func page(columns: Int = 1, twoSided: Bool = false) -> PageStyle {
    var style = PageStyle()
    (style.width, style.height) = (220.pt, 120.pt)
    (style.left, style.right, style.top, style.bottom) = (10.pt, 30.pt, 10.pt, 10.pt)
    (style.columns, style.columnGap, style.isTwoSided) = (columns, 20.pt, twoSided)
    return style
  }

  private func list(_ count: Int, penalty: (Int) -> Int? = { _ in nil }) -> VList {
    var list = VList()
    for number in 0..<count {
      if let penalty = penalty(number) { list.nodes.append(.penalty(penalty)) }
      if number > 0 { list.nodes.append(.glue(.zero)) }
      var ink = Ink()
      ink.items.append(.rule(Rect(x: .zero, y: .zero, width: 10.pt, height: 10.pt), .black))
      list.append(ink, height: 10.pt, depth: .zero, width: 10.pt, x: .zero)
    }
    return list
  }

  private func places(_ page: Page) -> [[Double]] {
    page.ink.items.compactMap { if case .rule(let rect, _) = $0 { [rect.x.points, -(rect.y + rect.height).points] } else { nil } }
  }

  @Test func `columns fill from left to right and the last ones end alike`() {
    let pages = PageBuilder(style: page(columns: 2), limit: 9).build(list(24)).pages
    #expect(pages.map { $0.ink.items.count } == [20, 4])
    #expect(places(pages[0])[10] == [110, 10])
    #expect(places(pages[1]) == [[10, 10], [10, 20], [110, 10], [110, 20]])
  }

  @Test func `what spans all columns stands above them`() {
    var list = list(22)
    list.spanning = 3
    let pages = PageBuilder(style: page(columns: 2), limit: 9).build(list).pages
    #expect(pages.count == 2)
    #expect(places(pages[0])[2] == [10, 30])
  }

  @Test func `left pages have their margins exchanged`() {
    let pages = PageBuilder(style: page(twoSided: true), limit: 9).build(list(12)).pages
    #expect(pages.map { places($0)[0][0] } == [10, 30])
  }

  @Test func `a chapter that wants a right page leaves a left one blank`() {
    let pages = PageBuilder(style: page(twoSided: true), limit: 9).build(list(4) { $0 == 2 ? Penalty.forceRight : nil }).pages
    #expect(pages.map { $0.ink.items.count } == [2, 0, 2])
  }

  @Test func `what may not be divided but fits no page is divided all the same`() {
    let pages = PageBuilder(style: page(), limit: 9).build(list(14) { _ in Penalty.prohibit }).pages
    #expect(pages.map { $0.ink.items.count } == [10, 4])
  }

  @Test func `the main matter counts from 1, in its own form`() {
    var style = PageStyle()
    style.frontNumbers = .roman
    var counter = PageCounter(style: style, first: "arabic")
    #expect([[], [], [Mark.numbering(form: "arabic")], []].map { counter.next($0) } == ["i", "ii", "1", "2"])
  }

  @Test func `the number to start with is the first page's, or the first one's of the main matter, and no later part's`() {
    var style = PageStyle()
    style.firstNumber = 7
    var plain = PageCounter(style: style, first: nil)
    #expect((0..<3).map { _ in plain.next([]) } == ["7", "8", "9"])
    style.frontNumbers = .roman
    var book = PageCounter(style: style, first: "arabic")
    let arabic = [Mark.numbering(form: "arabic")]
    #expect([[], [], arabic, [], arabic].map { book.next($0) } == ["i", "ii", "7", "8", "1"])
  }
}
