import Testing

@testable import TypesetDrawing

/// A picture's SVG becomes a part of a page: its names are its own, and nothing in it is what Cairo never writes.
@Suite struct SVGFragmentTests {
  private func fragment(_ content: String) -> String? {
    let file = "<?xml version=\"1.0\"?>\n<svg xmlns=\"x\" width=\"9\" height=\"9\" viewBox=\"0 0 9 9\" version=\"1.1\">\(content)</svg>\n"
    return SVGFragment(Array(file.utf8), prefix: "p1-").map { String(decoding: $0.content, as: UTF8.self) }
  }

  @Test func `names and references get the picture's prefix`() {
    #expect(
      fragment(##"<clipPath id="clip1"><path d="M 0 0"/></clipPath><g clip-path="url(#clip1)"><use xlink:href="#glyph0-1" x="1"/></g>"##)
        == ##"<clipPath id="p1-clip1"><path d="M 0 0"/></clipPath><g clip-path="url(#p1-clip1)"><use xlink:href="#p1-glyph0-1" x="1"/></g>"##
    )
  }

  @Test func `pictures within it stay as they are`() {
    let image = ##"<image width="1" xlink:href="data:image/png;base64,AAAA"/>"##
    #expect(fragment(image) == image)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "<a xlink:href=\"javascript:alert(1)\"/>", "<g onload=\"alert(1)\"/>", "<foreignObject/>", "text",
    "<image xlink:href=\"https://example.org/a.png\"/>", "<image xlink:href=\"data:text/html,x\"/>",
    "<path style=\"fill:url(http://a/)\"/>",
    "<!-- x -->", "<![CDATA[x]]>", "<g", "<use xlink:href=\"file:///etc/passwd\"/>", "<g\tonload=\"alert(1)\"/>",
  ])
  func `what Cairo never writes is refused`(content: String) { #expect(fragment(content) == nil) }

  @Test func `what is no SVG file is refused`() {
    for file in ["", "<svg >", "<svg viewBox=\"0 0 1 1\"></svg", "<svg viewBox=\"x\"></svg>"] {
      #expect(SVGFragment(Array(file.utf8), prefix: "") == nil)
    }
  }
}
