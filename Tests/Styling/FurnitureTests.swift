import Testing
import TypesetBoxes
import TypesetStyling
import TypesetYAML

@Suite struct FurnitureTests {
  private func read(_ yaml: String, into furniture: Furniture = Furniture()) -> (Furniture, [String]) {
    var furniture = furniture
    let value = parseYAML(Array("x: \(yaml)\n".utf8)).value?["x"]
    let faults = value.map { furniture.read($0) } ?? []
    return (furniture, faults.map(\.message))
  }

  @Test func `one text stands in the middle of all pages`() {
    let (footer, faults) = read("\"{page} of {pages}\"")
    #expect(footer.line(isLeft: true, isOpening: true) == FurnitureLine(center: "{page} of {pages}"))
    #expect(faults == [])
  }

  @Test func `left and right change places on left pages`() {
    let (header, _) = read("{left: a, right: b}")
    #expect(header.line(isLeft: true, isOpening: false) == FurnitureLine(left: "b", right: "a"))
  }

  @Test func `odd, even and first pages have lines of their own`() {
    let (header, _) = read("{odd: {outer: o}, even: {outer: e}, first: none}")
    #expect(header.line(isLeft: false, isOpening: false) == FurnitureLine(right: "o"))
    #expect(header.line(isLeft: true, isOpening: false) == FurnitureLine(left: "e"))
    #expect(header.line(isLeft: false, isOpening: true) == FurnitureLine())
  }

  @Test func `an unknown placeholder is said and stays`() {
    let (header, faults) = read("\"{pgae}\"")
    #expect(faults == ["unknown placeholder {pgae}"])
    #expect(Furniture.expanded(header.right.center) { $0 == "page" ? "1" : nil } == "{pgae}")
  }

  @Test func `double braces are placeholders too`() {
    #expect(Furniture.expanded("{{page}}/{pages} {x") { ["page": "3", "pages": "9"][$0] } == "3/9 {x")
  }

  @Test(arguments: [(1, "i"), (4, "iv"), (1999, "mcmxcix"), (5000, "5000")])
  func `roman numbers`(number: Int, text: String) {
    #expect(NumberForm.roman.text(number) == text)
  }

  @Test func `letters go on after Z`() {
    #expect([1, 26, 27, 53].map { NumberForm.letter.text($0) } == ["A", "Z", "AA", "BA"])
  }

  @Test func `headings with the same words have anchors that count`() {
    var anchors = HeadingAnchors()
    #expect((0..<4).map { _ in anchors.anchor(for: "On Cats") } == ["on-cats", "on-cats-1", "on-cats-2", "on-cats-3"])
    #expect(anchors.anchor(for: "§ !") == "-" || anchors.anchor(for: "!") == "section")
  }
}
