import Testing
import TypesetBoxes
import TypesetFonts
import TypesetPictures

/// Labels that an SVG file has as HTML become text of SVG.
@Suite struct ForeignObjectTests {
  private func converted(_ content: String) -> String { String(decoding: ForeignObjects(Array(content.utf8)).bytes, as: UTF8.self) }

  /// The texts of the lines, without tags.
  private func lines(_ html: String, frame: String = "width='100' height='24'") -> [String] {
    converted("<foreignObject \(frame)>\(html)</foreignObject>").split(separator: "<tspan x").dropFirst().map { line in
      String(line.drop { $0 != ">" }.dropFirst()).replacing(/<[^>]*>/, with: "")
    }
  }

  @Test func `a label of Mermaid is in the middle of its box, in the style around it`() {
    let html = "<div xmlns='http://www.w3.org/1999/xhtml' style='text-align: center;'><span class='nodeLabel'><p>Start</p></span></div>"
    let text = converted("<g><foreignObject x='10' width='80' height='20'>\(html)</foreignObject></g>")
    #expect(text.hasPrefix("<g><g><text x=\"50.0\" y=\"10.0\" style=\"text-anchor: middle\" class=\"nodeLabel\">"))
    #expect(text.contains(">Start</tspan></text></g></g>") && !text.contains("font-size"))
  }

  @Test func `a label of draw.io is where its box places it, with its looks`() {
    let html = """
      <div style="display: flex; align-items: unsafe center; justify-content: unsafe center; width: 88px; height: 1px; padding-top: 45px; \
      margin-left: 171px;"><div style="font-size: 0; text-align: center;"><div style="font-size: 12px; font-family: Helvetica; \
      color: light-dark(#010203, #ffffff); line-height: 1.2;">a<div>b <b>c</b></div></div></div></div>
      """
    let text = converted("<switch><foreignObject width='100%' height='100%'>\(html)</foreignObject><text>a...</text></switch>")
    #expect(
      text.contains("<text x=\"215.0\" y=\"45.0\" style=\"text-anchor: middle; font-size: 12px; font-family: Helvetica; fill: #010203"))
    #expect(text.contains(">a</tspan><tspan x=\"215.0\" dy=\"14.4\">b <tspan style=\"font-weight: bold\">c</tspan></tspan>"))
    #expect(text.hasSuffix("<text>a...</text></switch>"))
  }

  @Test func `breaks and blocks are lines, spaces are one, what is not shown is none`() {
    #expect(
      lines("<div>a <i>b</i><br/>c<p>d&amp;e</p><style>x</style>\n f  <ul><li>g</li></ul></div>") == ["a b", "c", "d&amp;e", "f", "• g"])
  }

  @Test func `a label wider than its box is broken, unless it must not be or its box has no room`() {
    let words = "one two three four five six"
    #expect(lines("<div>\(words)</div>", frame: "width='60' height='200'").count > 2)
    let whole = lines("<div>one two th<b>ree</b> four five six</div>", frame: "width='60' height='200'").joined(separator: " ")
    #expect(whole == "one two three four five six")
    #expect(lines("<div style='white-space: nowrap'>\(words)</div>", frame: "width='60' height='200'") == [words])
    #expect(lines("<div>\(words)</div>", frame: "width='60' height='20'") == [words])
  }

  @Test func `a label of draw.io is broken where it is wider than its shape in Helvetica`() {
    func lines(_ width: Int) -> [String] {
      let box = "display: flex; width: \(width)px; height: 1px; padding-top: 65px; margin-left: 11px"
      return self.lines("<div style='\(box)'><div style='font-size: 12px'>Actual physical network (parent)</div></div>")
    }
    // 170.7 pixels.
    #expect(lines(170) == ["Actual physical network", "(parent)"])
    #expect(lines(171) == ["Actual physical network (parent)"])
  }

  @Test func `the sentence for programs without HTML is left out`() {
    let note = "<switch><g requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'/><a><switch/><text>No</text></a></switch>"
    #expect(converted("<g/>\(note)<path/>") == "<g/><path/>")
    #expect(converted("<g/>\(note.replacing("/><a>", with: " /><a>"))<path/>") == "<g/><path/>")
    let other = "<switch><g requiredFeatures='http://www.w3.org/TR/SVG11/feature#Shape'/><text>Yes</text></switch>"
    #expect(converted(other + "<!-- #Extensibility -->") == other + "<!-- #Extensibility -->")
  }

  @Test(arguments: [
    "<foreignObject/>", "<foreignObject><img src='a'/></foreignObject>", "<foreignObject>never closed", "<foreignObject",
    "<!-- <foreignObject>a -->",
  ])
  func `what holds no text stays as it is`(content: String) { #expect(converted(content) == content) }

  @Test func `a box without room is left out`() {
    let empty = "<foreignObject height='0' width='0'><div><span class='edgeLabel'></span></div></foreignObject>"
    #expect(converted("<g>\(empty)</g><path/>") == "<g></g><path/>")
    #expect(converted("<foreignObject width='0'>never").contains("never"))
  }

  @Test func `values of CSS cannot leave their attribute`() {
    let text = converted("<foreignObject><div style='color: red&quot; onload=&quot;x; font-size: 9px}'>a</div></foreignObject>")
    #expect(text.contains("fill: red onload=x; stroke: none") && !text.contains("\" onload"))
  }

  @Test func `labels are drawn`() throws {
    let book = PictureBook(prepareText: { FontBook().offerBundledFaces() })
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'><foreignObject width='90' height='30'><p>Ink</p></foreignObject></svg>"
    #expect(book.picture(try book.load(bytes: Array(svg.utf8))).warnings.isEmpty)
  }

  @Test func `many and deep labels take linear time`() {
    let label = "<foreignObject width='9' height='9'><p>a</p></foreignObject>"
    #expect(converted(String(repeating: label, count: 5_000)).count > 5_000 * 60)
    let deep = String(repeating: "<div>", count: 20_000)
    #expect(converted("<foreignObject>\(deep)a</foreignObject>").hasPrefix("<foreignObject><div>"))
    #expect(converted(String(repeating: "<foreignObject>", count: 2_000)).count == 2_000 * 15)
  }
}
