import Testing
import TypesetBoxes
import TypesetStyling

@testable import TypesetPages

/// Pictures on pages that hold ten lines of ten points.
@Suite struct ShrinkingPictureTests {
  private func list(_ parts: [Part]) -> VList {
    var list = VList()
    for (number, part) in parts.enumerated() {
      if number > 0 { list.nodes.append(.glue(.zero)) }
      switch part {
      case .lines(let count):
        for line in 0..<count {
          if line > 0 { list.nodes.append(.glue(.zero)) }
          list.append(Ink(), height: 10.pt, depth: .zero, width: 10.pt, x: .zero)
        }
      case .picture(let height, let least):
        var ink = Ink()
        let rect = Rect(x: 20.pt, y: .zero, width: 60.pt, height: height.pt)
        ink.items.append(.picture(PictureID(rawValue: 0), rect))
        list.append(ink, height: height.pt, depth: .zero, width: 100.pt, x: .zero)
        list.lastBoxYields(to: least, anchor: .center)
      case .force: list.nodes.append(.penalty(Penalty.force))
      }
    }
    return list
  }

  private enum Part {
    case lines(Int)
    case picture(Double, least: UInt8 = 70)
    case force
  }

  /// Page by page the heights of its pictures, rounded.
  private func pictures(_ parts: [Part]) -> [[Int]] {
    var style = PageStyle()
    (style.height, style.top, style.bottom) = (120.pt, 10.pt, 10.pt)
    return PageBuilder(style: style, limit: 9).build(list(parts)).pages.map { page in
      page.ink.items.compactMap { if case .picture(_, let rect) = $0 { Int(clamping: rect.height.points.rounded()) } else { nil } }
    }
  }

  @Test func `a picture shrinks to seven tenths where it then fits`() {
    #expect(pictures([.lines(6), .picture(50), .lines(4)]) == [[40], []])
    #expect(pictures([.lines(6), .picture(57), .lines(4)]) == [[40], []])
  }

  @Test func `it keeps its size where that is not enough, or where it fits`() {
    #expect(pictures([.lines(6), .picture(60), .lines(4)]) == [[], [60]])
    #expect(pictures([.lines(6), .picture(40), .lines(4)]) == [[40], []])
  }

  @Test func `nothing shrinks for the sake of a line`() {
    #expect(pictures([.lines(9), .picture(14), .lines(4)]) == [[], [14]])
  }

  @Test func `pictures of one page shrink alike`() {
    #expect(pictures([.picture(60), .picture(60), .lines(4)]) == [[50, 50], []])
  }

  @Test func `a picture with a size of its author's yields less`() {
    #expect(pictures([.lines(5), .picture(65, least: 85), .lines(2)]) == [[], [65]])
    #expect(pictures([.picture(60, least: 85), .picture(60), .lines(4)]) == [[51, 49], []])
  }

  @Test func `none shrinks to come before a forced break`() {
    #expect(pictures([.lines(6), .force, .picture(50), .lines(4)]) == [[], [50]])
  }

  @Test func `a smaller picture is centred where it was`() {
    var list = list([.picture(50)])
    list.scale(node: 0, by: 0.5)
    guard case .box(let box) = list.nodes[0], case .picture(_, let rect) = list.inks[Int(box.ink)].items[0] else {
      Issue.record("no picture")
      return
    }
    #expect(rect == Rect(x: 35.pt, y: .zero, width: 30.pt, height: 25.pt))
    #expect(box.height == 25.pt)
  }
}
