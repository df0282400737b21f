import Testing
import TypesetBoxes

@testable import TypesetPages

/// Lists whose lines stay on one page.
@Suite struct KeepingTests {
  private func kept(_ middle: [VNode], below limit: Length = 100.pt) -> [VNode] {
    var list = VList()
    list.nodes.append(.penalty(50))
    list.append(Ink(), height: 8.pt, depth: 2.pt, width: 50.pt, x: .zero)
    list.nodes += middle
    list.append(Ink(), height: 8.pt, depth: 2.pt, width: 50.pt, x: .zero)
    list.keepTogether(below: limit)
    return list.nodes.filter { if case .box = $0 { false } else { true } }
  }

  @Test func `no page ends between lines that are kept together, but where a break is forced`() {
    let prohibited: [VNode] = [.penalty(Penalty.prohibit), .glue(.zero)]
    #expect(kept([.penalty(150), .glue(.zero)]) == [.penalty(50)] + prohibited)
    #expect(kept([.penalty(-50), .glue(.zero)]) == [.penalty(50)] + prohibited)
    #expect(kept([.penalty(Penalty.force), .glue(.zero)]) == [.penalty(50), .penalty(Penalty.force)] + prohibited)
    // What fits on no page is left as it is.
    #expect(kept([.penalty(150), .glue(.zero)], below: 10.pt) == [.penalty(50), .penalty(150), .glue(.zero)])
  }
}
