import Testing

@testable import TypesetPictures

/// What drawing an SVG file would take, estimated from its text.
@Suite struct SVGWorkTests {
  private func estimate(_ body: String, pixels: Int = 1_000_000) -> Int {
    SVGWork.estimate(Array("<svg xmlns='http://www.w3.org/2000/svg'>\(body)</svg>".utf8), pixels: pixels)
  }

  /// A drawing in which each element of a kind shows the one before it twice.
  private func doubling(_ levels: Int, _ kind: String, _ use: String) -> String {
    "<\(kind) id='a0'><rect/></\(kind)>"
      + (1...levels).map { "<\(kind) id='a\($0)'>" + (use + use).replacing("@", with: "#a\($0 - 1)") + "</\(kind)>" }.joined()
      + use.replacing("@", with: "#a\(levels)")
  }

  @Test(arguments: [
    ("g", "<use href='@'/>"), ("g", "<use xlink:href='@'/>"), ("mask", "<rect mask='url(@)'/>"), ("pattern", "<rect fill='url(@)'/>"),
    ("clipPath", "<rect style='clip-path: url(\"@\")'/>"), ("marker", "<path d='M0 0L1 1' marker-end='url(@)'/>"),
  ])
  func `each level of references to references doubles the work`(_ kind: String, _ use: String) {
    let (few, more) = (estimate(doubling(10, kind, use)), estimate(doubling(20, kind, use)))
    #expect(more / few > 500)
    #expect(estimate(doubling(70, kind, use)) == .max)
  }

  @Test func `an element that shows itself ends`() {
    #expect(estimate("<g id='a'><use href='#a'/></g>") < 10_000_000)
    #expect(estimate("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>") < 20_000_000)
  }

  @Test(arguments: [
    ("<feTurbulence numOctaves='2'/>", "<feTurbulence numOctaves='2000000000'/>"),
    ("<feConvolveMatrix order='3'/>", "<feConvolveMatrix order='3 3000'/>"),
    ("<feMorphology radius='1'/>", "<feMorphology radius='1000'/>"),
  ])
  func `what a filter does to each pixel follows from its numbers`(_ little: String, _ much: String) {
    func filtered(_ primitive: String) -> Int { estimate("<filter id='f'>\(primitive)</filter><g filter='url(#f)'/>") }
    #expect(filtered(little) < 1 << 31)
    #expect(filtered(much) > 1 << 36)
  }

  @Test func `a filter that nothing uses takes nothing`() {
    #expect(estimate("<filter id='f'><feTurbulence numOctaves='2000000000'/></filter><g fill='url(#g)'/>") < 1_000_000)
  }

  @Test func `dashes that are too small to be seen count`() {
    #expect(estimate("<path d='M0 0L400 400' stroke-dasharray='4 2'/>") < 10_000_000)
    #expect(estimate("<path d='M0 0L400 400' style='stroke-dasharray:0.0000001'/>") > 1 << 36)
    #expect(estimate("<path d='M0 0L400 400' stroke-dasharray='none'/>") < 10_000_000)
  }

  @Test func `numbers beyond all bounds do not overflow`() {
    for number in ["1e400", "-1e400", "nan", "99999999999999999999999", "-5", ""] {
      let body = "<filter id='f' width='\(number)'><feTurbulence numOctaves='\(number)'/><feMorphology radius='\(number)'/></filter>"
      #expect(estimate(body + "<rect width='\(number)' height='\(number)' filter='url(#f)'/>", pixels: .max) > 0)
    }
  }
}
