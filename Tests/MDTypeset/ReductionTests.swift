import MDTypeset
import Testing

/// What collectors make of several values, and of a value's places.
@Suite struct ReductionTests {
  @Test func `each reduction does what its name says`() {
    func reduced(_ reduce: (inout Int, () -> Int) -> Void) -> Int {
      var value = 5
      for next in [3, 9, 4] { reduce(&value) { next } }
      return value
    }
    #expect(reduced(MarkdownReduction.first) == 5 && reduced(MarkdownReduction.last) == 4)
    #expect(reduced(MarkdownReduction.min) == 3 && reduced(MarkdownReduction.max) == 9 && reduced(MarkdownReduction.sum) == 21)
    var list = [1]
    MarkdownReduction.append(into: &list) { [2, 3] }
    #expect(list == [1, 2, 3])
  }

  @Test func `what goes over several pages is on its first one`() {
    let rects = [1.0, 2].map { CanvasRect(x: $0, y: 0, width: 1, height: 1) }
    let place = CollectedPlace([.init(page: 4, label: "v", rect: rects[0]), .init(page: 5, label: "vi", rect: rects[1])])
    #expect(place.page == 4 && place.label == "v" && place.rect == rects[0])
    #expect(CollectedPlace().page == 0 && CollectedPlace().label == "0")
  }
}
