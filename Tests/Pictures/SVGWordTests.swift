import Testing

@testable import TypesetPictures

/// What the labels of an SVG file say.
@Suite struct SVGWordTests {
  private func lines(_ content: String) -> [String] {
    SVGWords.lines(of: Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 90 90\">\(content)</svg>".utf8))
  }

  @Test func `a label is a line, a tspan with a place of its own is another`() {
    #expect(lines("<text x=\"1\" y=\"2\">One &amp; <tspan font-weight=\"bold\">two</tspan></text>") == ["One & two"])
    #expect(lines("<text><tspan x=\"0\" dy=\"0\">First</tspan><tspan x=\"0\" dy=\"1em\">second</tspan></text>") == ["First", "second"])
    #expect(lines("<text>x<tspan dy=\"-3\">2</tspan></text>") == ["x2"])
  }

  @Test func `titles, definitions and comments are no labels`() {
    #expect(lines("<title>T</title><defs><text>D</text></defs><text>A<!-- c --><title>hint</title>B</text>") == ["AB"])
  }

  @Test func `labels that are HTML are lines as they are drawn`() {
    let label = "<foreignObject width=\"80\" height=\"20\"><div xmlns=\"http://www.w3.org/1999/xhtml\">Yes</div></foreignObject>"
    #expect(lines(label) == ["Yes"])
  }

  @Test func `a file without text has no lines`() {
    #expect(lines("<path d=\"M0 0\"/><metadata>text</metadata>").isEmpty)
  }
}
