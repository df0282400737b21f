import Foundation
import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Drawings that are written in a document.
@Suite struct InlineSVGTests {
  private struct Drawing: Equatable {
    var svg: String
    var words: String
    var place: String
  }

  private func drawings(_ text: String) -> [Drawing] {
    let source = Source(name: "a.md", text: text)
    let tree = parse(source).tree
    return tree.nodes.indices.compactMap { index in
      guard case .image(let address, _) = tree.nodes[index].kind else { return nil }
      let words = tree.children(of: Tree.Index(index)).compactMap { child in
        if case .text(let text) = tree[child].kind { text } else { nil }
      }
      return Drawing(svg: decoded(address), words: words.joined(), place: source.text(tree.nodes[index].span))
    }
  }

  /// The text of an address in base64.
  private func decoded(_ address: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var (out, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for digit in address.split(separator: ",").last ?? "" where digit != "=" {
      bits = bits << 6 | UInt32(digits.firstIndex(of: digit) ?? 0)
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private let namespace = " xmlns=\"http://www.w3.org/2000/svg\""

  @Test func `signs that HTML reads as text stay text in a drawing`() {
    let svg = "<svg width=\"9\" height=\"9\"><text>f(k+1)<=max & < 2 &lt; A&B</text></svg>"
    #expect(drawings(svg).first?.svg.contains("<text>f(k+1)&lt;=max &amp; &lt; 2 &lt; A&amp;B</text>") == true, "\(drawings(svg))")
  }

  @Test func `shapes that only a stylesheet of the site colours are outlines, which is said`() {
    func codes(_ svg: String) -> [String] { parse(Source(name: "a.md", text: svg)).diagnostics.map(\.code) }
    let svg = "<svg width=\"9\" height=\"9\"><rect class=\"panel\" width=\"9\" height=\"9\"/><text>a</text></svg>"
    #expect(drawings(svg).first?.svg.contains("rect,circle,ellipse,polygon,polyline,line{fill:none;stroke:currentColor}") == true)
    #expect(codes(svg) == ["html.drawing"])
    for colored in [svg.replacing(" class", with: " fill=\"red\" class"), svg.replacing("<text>a</text>", with: "")] {
      #expect(drawings(colored).first?.svg.contains("currentColor") == false)
      #expect(codes(colored) == [])
    }
  }

  @Test(arguments: ["a %s b", "%s", "<div>\n%s\n</div>", "- a\n\n  %s", "> %s", "<figure>\n%s\n<figcaption>x</figcaption>\n</figure>"])
  func `a drawing is a picture wherever HTML may be`(form: String) {
    let svg = "<svg width=\"9\"><text>$x$ &amp; *y*</text></svg>"
    let found = drawings(form.replacing("%s", with: svg))
    #expect(found == [Drawing(svg: svg.replacing("<svg", with: "<svg" + namespace), words: "", place: svg)])
  }

  @Test func `a drawing in a row of a table is a picture`() {
    #expect(drawings("| a |\n|---|\n| <svg><path/></svg> |").map(\.place) == ["<svg><path/></svg>"])
  }

  @Test func `blank lines, indents and a tag over several lines belong to the drawing`() {
    let svg = "<svg\n   width=\"9\"\n   xmlns=\"http://www.w3.org/2000/svg\"\n>\n  <g>\n\n    <path d=\"M0 0\"/>\n\n  </g>\n</svg>"
    #expect(drawings("a\n\n\(svg)\n\n*b*\n\nc") == [Drawing(svg: svg, words: "", place: svg)])
    let inner = "<div>\n<svg viewBox=\"0 0 1 1\">\n\n    <path/>\n</svg>\n</div>\n\nb"
    #expect(drawings(inner).count == 1)
    #expect(!parse(Source(name: "a.md", text: inner)).tree.printed().contains("text \";\""))
  }

  @Test func `rules of the page are for its drawings, with the text's color for those of a site's theme`() {
    let style = "<style>\n.a { fill: var(--fg); stroke: #d00 }\n</style>"
    let svg = "<svg><path class=\"a\"/></svg>"
    let found = drawings("<!-- of the <svg> below -->\n\(style)\n\n<figure>\n\(svg)\n</figure>\n").map(\.svg)
    #expect(found == ["<svg\(namespace)><style>\n.a { fill: currentColor; stroke: #d00 }\n</style><path class=\"a\"/></svg>"])
    let own = "<svg><style>.b{}</style><path/></svg>"
    #expect(drawings("\(own)\n\n\(svg)").map(\.svg) == [own, svg].map { $0.replacing("<svg>", with: "<svg\(namespace)>") })
  }

  @Test func `its title or label is its description`() {
    #expect(drawings("<svg aria-label=\"a\"><title>b</title></svg> <svg><title>c</title></svg>").map(\.words) == ["a", "c"])
  }

  @Test func `drawings within drawings are part of them, and those not shown are none`() {
    let text =
      "<svg id=\"a\"><svg><path/></svg></svg> <svg id=\"b\"/> <svg style=\"display: none\"><path/></svg> <svg id=\"c\"><path/></svg>"
    #expect(drawings(text).map { String($0.place.prefix(11)) } == ["<svg id=\"a\"", "<svg id=\"c\""])
  }

  @Test func `code is no drawing, and one that is never closed does not hide the rest`() {
    let text = "`<svg>` <svg><path/></svg>\n\n```\n<svg><path/></svg>\n```\n\n<svg width=\"1\">\n\nrest"
    #expect(drawings(text).count == 1)
    let parsed = parse(Source(name: "a.md", text: text))
    #expect(parsed.tree.printed().contains("text \"rest\"") && parsed.diagnostics.map(\.code) == ["html.unclosed"])
  }

  @Test func `many drawings are read in linear time`() {
    #expect(drawings(String(repeating: "<svg><path/></svg>\n\n", count: 5_000)).count == 5_000)
    #expect(drawings(String(repeating: "<svg> ", count: 20_000)).isEmpty)
  }

  @Test func `styles of a page that would be copied beyond measure are in no drawing`() {
    let rules = String(repeating: "rect{fill:red}", count: 500)
    let few = drawings("<style>\(rules)</style>\n\n<svg width=\"9\" height=\"9\"><rect/></svg>\n")
    #expect(few.first?.svg.contains("fill:red") == true)
    let many = drawings("<style>\(rules)</style>\n\n" + String(repeating: "<svg width=\"9\" height=\"9\"><rect/></svg>\n\n", count: 1_000))
    #expect(many.count == 1_000 && many.allSatisfy { !$0.svg.contains("fill:red") })
  }

  @Test func `of very many styles a drawing has those for its classes`() {
    let many = (0..<4_000).map { ".other-\($0), .x\($0) path { fill: red; stroke: blue }\n" }.joined()
    let text =
      "<style>\n/* a */\n\(many).map .pin { fill: green }\n</style>\n\n<svg viewBox=\"0 0 9 9\"><path class=\"pin\" d=\"M0 0H9\"/></svg>\n"
    let tree = parse(Source(name: "a.md", text: text)).tree
    let address = tree.nodes.lazy.compactMap { if case .image(let source, _) = $0.kind { source } else { nil } }.first ?? ""
    let drawing = Data(base64Encoded: String(address.drop { $0 != "," }.dropFirst())).map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(drawing.contains(".pin { fill: green }") && !drawing.contains("other-1"), "\(drawing.prefix(300))")
  }
}
