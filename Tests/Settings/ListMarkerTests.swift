import Testing

@testable import TypesetSettings

@Suite struct ListMarkerTests {
  @Test(arguments: [
    (1, "一、"), (9, "九、"), (10, "十、"), (11, "十一、"), (20, "二十、"), (21, "二十一、"), (100, "一百、"), (101, "一百零一、"), (110, "一百一十、"),
    (1_001, "一千零一、"), (10_000, "10000、"),
  ])
  func `numbers in Chinese`(number: Int, text: String) {
    var markers = ListMarkers()
    markers.numbers = ["一、"]
    #expect(markers.number(number, depth: 0) == text)
  }

  @Test(arguments: [
    ("lower-roman", 4, "iv."), ("upper-alpha", 27, "AA."), ("decimal", 3, "3."), ("cjk-ideographic", 12, "十二、"), ("(a)", 2, "(b)"),
    ("一", 2, "二、"), ("I", 2, "II."),
  ])
  func `a list's numbers by name or form`(name: String, number: Int, text: String) {
    #expect(ListMarkers(named: name, isNumbered: true)?.number(number, depth: 0) == text)
  }

  @Test(arguments: [("square", "▪"), ("★", "★"), ("none", "")]) func `a list's sign by name or as it is`(name: String, sign: String) {
    #expect(ListMarkers(named: name, isNumbered: false)?.bullet(depth: 0) == sign)
  }

  @Test(arguments: [("square", true), ("lower-roman", false), ("nonsense", true), ("nonsense", false)])
  func `other names say nothing`(name: String, isNumbered: Bool) { #expect(ListMarkers(named: name, isNumbered: isNumbered) == nil) }
}
