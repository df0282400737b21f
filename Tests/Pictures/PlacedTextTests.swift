import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

@testable import TypesetPictures

/// Text of SVG files whose letters have places of their own, follow a path or say how long they are.
@Suite struct PlacedTextTests {
  /// Sets each letter five units wide, at a size of ten.
  private func prepared(_ content: String) -> PreparedSVG {
    let preparation = SVGPreparation(
      identity: "x", families: (serif: "Text", sans: "Sans", code: "Code"),
      colors: SVGColors(text: "#000000", paper: "#ffffff", variables: [:], isDark: false)
    ) {
      { label in
        guard case .text(let text)? = label.text.parts.first else { return nil }
        return SVGLabelInk(content: "<i>\(text)</i>", width: 5 * Double(text.count), words: text)
      }
    }
    let file = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" font-size=\"10\">\(content)</svg>"
    return PreparedSVG(Array(file.utf8), preparation, PictureVariant())
  }

  private func text(_ content: String) -> String {
    String(String(decoding: prepared(content).bytes, as: UTF8.self).drop { $0 != ">" }.dropFirst().dropLast(6))
  }

  /// Letters with the numbers of their `transform`, rounded.
  private func letters(_ content: String) -> [String] {
    text(content).matches(of: /<g[^>]* transform="translate\(([-0-9.e]+) ([-0-9.e]+)\)( rotate\(([-0-9.e]+)\))?[^>]*><i>([^<]*)</).map {
      func number(_ text: Substring?) -> Int { Int(clamping: (text.flatMap { DocumentNumber.real($0) } ?? 0).rounded()) }
      return "\($0.5) \(number($0.1)),\(number($0.2)) \(number($0.4))"
    }
  }

  // MARK: Lists of places

  @Test(arguments: [
    ("<g transform=\"scale(2 1)\"><text>ab</text></g>", true), ("<text transform=\"matrix(1 0 0 1.5 3 4)\">ab</text>", true),
    ("<g transform=\"scale(2 -2)\"><text>ab</text></g>", false), ("<text transform=\"rotate(30) scale(3)\">ab</text>", false),
    ("<g transform=\"scale(2 1)\"><path d=\"M0 0h9\"/></g><text>ab</text>", false),
  ])
  func `text that is made wider or higher becomes outlines, which keep their places in a PDF`(content: String, isSet: Bool) {
    let file = prepared(content)
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("<text") == !isSet)
    #expect(file.texts == (isSet ? ["ab"] : []))
  }

  @Test func `values for letters become elements of their own, and further letters follow the last`() {
    #expect(
      text("<text x=\"1 20\" y=\"5,6\" fill=\"red\">ABC</text>")
        == "<text fill=\"red\"><tspan x=\"1.0\" y=\"5.0\">A</tspan><tspan x=\"20.0\" y=\"6.0\">BC</tspan></text>")
    #expect(
      text("<text x=\"4\" y=\"9\" dx=\"0 2\" dy=\"0 -1\">ab</text>")
        == "<text><tspan x=\"4.0\" y=\"9.0\">a</tspan><tspan dy=\"-1.0\" dx=\"2.0\">b</tspan></text>")
  }

  @Test func `values of an inner element precede those around it, blanks at line ends are no letters`() {
    #expect(
      text("<text x=\"1 2 3\" y=\"7\">\n  a<tspan x=\"50 60\" style=\"fill:red\">bc</tspan></text>")
        == "<text><tspan x=\"1.0\" y=\"7.0\">a</tspan><tspan style=\"fill:red\"><tspan x=\"50.0\" y=\"7.0\">b</tspan>"
        + "<tspan x=\"60.0\" y=\"7.0\">c</tspan></tspan></text>")
  }

  @Test func `a single place stays as it is`() {
    let plain = "<text x=\"1\" y=\"2\" dx=\"3\">a<tspan dy=\"4\">b</tspan></text>"
    #expect(text(plain) == plain)
    // One file has both.
    #expect(text("<text x=\"1 2\">ab</text>" + plain).hasSuffix(plain))
  }

  // MARK: Turned letters

  @Test func `turned letters stand where letters would, the last angle holds for all that follow`() {
    let turned = "<text x=\"10\" y=\"20\" rotate=\"0 30\">abc</text>"
    #expect(letters(turned) == ["a 10,20 0", "b 15,20 30", "c 20,20 30"])
    #expect(prepared(turned).texts == ["abc"])
    #expect(letters("<text x=\"10\" text-anchor=\"end\" rotate=\"90\">ab</text>") == ["a 0,0 90", "b 5,0 90"])
  }

  // MARK: Paths

  @Test func `letters follow a path, with their middles on it`() {
    let path = "<path id=\"p\" d=\"M0 50 H100 V150\"/>"
    // The third letter's middle is 12.5 along, half way down the corner's other side is the fourth's.
    #expect(letters("\(path)<text><textPath href=\"#p\">abc</textPath></text>") == ["a 0,50 0", "b 5,50 0", "c 10,50 0"])
    #expect(
      letters("\(path)<text><textPath xlink:href=\"#p\" startOffset=\"50%\">ab</textPath></text>") == ["a 100,50 90", "b 100,55 90"])
    #expect(
      letters("\(path)<text text-anchor=\"middle\"><textPath href=\"#p\" startOffset=\"50\">ab</textPath></text>")
        == ["a 45,50 0", "b 50,50 0"])
  }

  @Test func `what follows a path begins where its letters end, and one that is not there is left out`() {
    let path = "<path id=\"p\" d=\"M0 50 H100\"/>"
    #expect(letters("\(path)<text x=\"3\" y=\"4\">a<textPath href=\"#p\">b</textPath>c</text>") == ["a 3,4 0", "b 0,50 0", "c 5,50 0"])
    #expect(letters("<text x=\"3\">a<textPath href=\"#p\">b</textPath>c</text>") == ["a 3,0 0", "c 8,0 0"])
  }

  @Test(arguments: [
    ("<rect id=\"p\" x=\"2\" y=\"7\" width=\"90\" height=\"5\"/>", "a 2,7 0"), ("<line id=\"p\" y1=\"4\" x2=\"0\" y2=\"60\"/>", "a 0,4 90"),
    ("<polyline id=\"p\" points=\"1,2 50,2\"/>", "a 1,2 0"),
  ])
  func `text follows the outlines of shapes, too`(shape: String, letter: String) {
    #expect(letters("\(shape)<text><textPath href=\"#p\">a</textPath></text>") == [letter])
  }

  @Test func `a path of its own precedes the named one, letters are spaced and raised on it`() {
    let text = "<text letter-spacing=\"2\" baseline-shift=\"3\"><textPath href=\"#p\" path=\"M0 9h90\">ab</textPath></text>"
    #expect(letters(text) == ["a 0,6 0", "b 7,6 0"])
  }

  @Test func `letters beyond the ends of a path are not seen, and can be found`() {
    let file = prepared("<path id=\"p\" d=\"M0 0h8\"/><text><textPath href=\"#p\">abc</textPath></text>")
    #expect(file.texts == ["abc"])
    #expect(letters("<path id=\"p\" d=\"M0 0h8\"/><text><textPath href=\"#p\">abc</textPath></text>").count == 2)
    #expect(letters("<text><textPath href=\"#none\">abc</textPath></text>").isEmpty)
  }

  @Test(arguments: [
    ("M0 0 3 4", 5), ("m1 1l3 4z", 10), ("M0,0H3V4", 7), ("M10 0A10 10 0 0 1-10 0", 31.416), ("M10 0A10 10 0 1 0 0 10", 47.124),
    ("M0 0a5 5 0 01 10 0", 15.708),
    ("M0 0C0 10 10 10 10 0S20-10 20 0", 40), ("M0 0Q5 10 10 0T20 0", 29.58), ("M0 0L3 4 x 9", 5), ("", 0), ("L", 0),
  ])
  func `paths are as long as their lines and curves`(data: String, length: Double) {
    #expect(abs(SVGCourse(data).length - length) < 0.01 * length + 1e-9, "\(SVGCourse(data).length)")
  }

  @Test func `transforms follow each other as SVG has them`() {
    let (x, y) = SVGTransform("translate(10, 20) rotate(90) scale(2 3)").applied(1, 1)
    #expect(abs(x - 7) < 1e-9 && abs(y - 22) < 1e-9)
    #expect(SVGTransform("rotate(90 5 5)").applied(5, 5) == (5, 5))
    #expect(abs(SVGTransform("matrix(0 2 -2 0 0 0)").scale - 2) < 1e-9)
  }

  // MARK: Lines of letters

  @Test func `text whose origin is not on the baseline is moved there, wherever that is said`() {
    #expect(
      text("<text dominant-baseline=\"hanging\" y=\"3\">a</text>").hasPrefix(
        "<text dominant-baseline=\"hanging\" y=\"3\" transform=\"translate(0 7.0)\">"))
    #expect(
      text("<g dominant-baseline=\"middle\"><text transform=\"rotate(9)\">a</text></g>").contains(
        "transform=\"rotate(9) translate(0 2.2)\""))
    #expect(text("<style>text { dominant-baseline: central }</style><text>a</text>").contains("translate(0 3.3)"))
    // Its own line is not inherited.
    #expect(!text("<g alignment-baseline=\"middle\"><text>a</text></g>").contains("translate"))
  }

  // MARK: Lengths

  private func width(_ attributes: String, _ content: String = "Stretched") throws -> Double {
    let book = PictureBook(prepareText: { FontBook().offerBundledFaces() })
    let file =
      "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='50'><a href='https://a.org/'>"
      + "<text x='10' y='30' font-family='Libertinus Serif' font-size='20' \(attributes)>\(content)</text></a></svg>"
    return try #require(book.picture(book.load(bytes: Array(file.utf8))).links.first).width * 300
  }

  @Test(arguments: [
    "textLength='200'", "textLength='200' lengthAdjust='spacingAndGlyphs'", "id='own' textLength='200'",
    "textLength='100' transform='scale(2)' lengthAdjust='spacingAndGlyphs'", "textLength='400' transform='scale(0.5)'",
    "textLength='200px' style='fill:red'",
  ])
  func `text is as long as it says`(attributes: String) throws {
    #expect(abs(try width(attributes) - 200) < 4)
  }

  @Test func `text that is as long in another face becomes larger, and is not spaced`() throws {
    let file = FittedText(Array("<svg><text textLength=\"110\">abc</text><text textLength=\"300\">abc</text></svg>".utf8))
    let fitted = String(decoding: file.fitted([100, 100]), as: UTF8.self)
    #expect(fitted.contains("<text id=\"mdtypeset-fit-0\" textLength=\"110\" transform=\"matrix(1.1 0 0 1.1 0.0 0.0)\">"))
    #expect(fitted.contains("textLength=\"300\" letter-spacing=\"100.0\">"))
    #expect(try width("textLength='90'") > 86)
  }

  @Test func `text without a length, or with its own, stays as it is`() throws {
    let natural = try width("")
    #expect(try width("textLength='\(natural)'") == natural)
    #expect(try width("textLength='0'") == natural)
    #expect(try width("textLength='40%'") == natural)
    #expect(try width("textLength='200'", "Stret<tspan x='10'>ched</tspan>") < natural)
    #expect(try width("textLength='x'") == natural)
    #expect(try width("textLength='50'", "i") < 10)
  }
}
