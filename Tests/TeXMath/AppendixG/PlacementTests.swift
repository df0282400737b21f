import CHarfBuzz
import Testing
import TypesetBoxes

@testable import TeXMath

/// Where the rules of TeXbook's Appendix G put boxes. Each is called by itself; lengths are scaled points at 10 pt.
struct PlacementTests {
  private let context: MathContext
  private let texts: TextFaces

  init() throws {
    let latinModern = try LatinModernMath()
    (context, texts) = (latinModern.context, latinModern.texts)
  }

  private func character(_ character: Unicode.Scalar) -> Field { .char(character.value) }

  /// The dimensions of a noad and its elements.
  private func set(_ noad: Noad, _ style: MathStyle = .text, in list: MathList = MathList()) -> (extent: Extent, elements: [Element]) {
    var list = list
    let field = list.add(noad)
    let layout = Layout(list, context, texts: texts)
    var buffer = ElementBuffer()
    let extent = layout.set(layout.noads(of: field), style, cramped: false, &buffer)
    return (extent, buffer.elements)
  }

  private func axis(_ style: MathStyle = .text) -> Int { context.axisHeight(style) }
  private func middle(_ rule: Element) -> Int { Int(rule.y) + Int(rule.height) / 2 }
  private func metrics(_ element: Element) -> GlyphMetrics { context.face.metrics(of: element.glyph) }

  @Test func `rules 9 and 10: a line is as wide as its nucleus, and clear of it`() throws {
    let plain = set(Noad(nucleus: character("x")))
    let over = set(Noad(.overline, nucleus: character("x")))
    let line = try #require(over.elements.last)
    #expect(line.kind == .rule && Int(line.width) == plain.extent.width)
    #expect(Int(line.y) == plain.extent.height + context.overbar(.text).gap)
    #expect(over.extent.height == Int(line.y) + Int(line.height) + context.overbar(.text).extra)
    let under = set(Noad(.underline, nucleus: character("x")))
    #expect(under.elements.last.map { Int($0.y) + Int($0.height) } == -max(plain.extent.depth, 0) - context.underbar(.text).gap)
    #expect(under.extent.height == plain.extent.height)
  }

  @Test func `rule 11: the bar of a root begins at the end of its sign and covers the radicand`() throws {
    let root = set(Noad(.radical, nucleus: character("x")))
    let inner = set(Noad(nucleus: character("x"))).extent
    let (radicand, bar) = (root.elements[0], try #require(root.elements.last))
    #expect(bar.kind == .rule && bar.x == radicand.x && Int(bar.width) == inner.width)
    #expect(root.extent.width == Int(bar.x) + inner.width)
    #expect(Int(bar.y) - inner.height >= context.radicalGap(.text))
  }

  @Test(arguments: ["x", "f"] as [Unicode.Scalar]) func `rule 12: the attachments of accent and nucleus are above each other`(
    _ letter: Unicode.Scalar
  ) throws {
    let hat = set(Noad(.accent(0x302, isWide: false, isBelow: false), nucleus: .char(Alphabet.normal.apply(letter.value))))
    let (nucleus, accent) = (hat.elements[0], hat.elements[1])
    let places = [nucleus, accent].map { Int($0.x) + context.scaled(Int(metrics($0).topAccentAttachment), .text) }
    #expect(places[0] == places[1])
    #expect(accent.y >= 0 && hat.extent.height > context.scaled(Int(metrics(nucleus).height), .text))
  }

  @Test func `rule 13: a large operator grows in display style, and its middle is on the axis`() {
    var sum = Noad(.atom, .op, nucleus: character("∑"))
    (sum.isLargeOperator, sum.limits) = (true, .display)
    let (small, large) = (set(sum, .text), set(sum, .display))
    #expect(large.extent.height + large.extent.depth > (small.extent.height + small.extent.depth) * 5 / 4)
    for (set, style) in [(small, MathStyle.text), (large, .display)] {
      #expect(abs((set.extent.height - set.extent.depth) / 2 - axis(style)) <= 1)
    }
  }

  @Test func `rule 13a: limits are above and below in display style, beside in text style`() throws {
    var sum = Noad(.atom, .op, nucleus: character("∑"))
    (sum.isLargeOperator, sum.limits) = (true, .display)
    (sum.superscript, sum.subscript) = (character("n"), character("1"))
    let (beside, limits) = (set(sum, .text), set(sum, .display))
    #expect(Int(beside.elements[1].x) >= context.scaled(Int(metrics(beside.elements[0]).advance), .text))
    // Centred: each is as far from the left as from the right.
    for element in limits.elements {
      let width = context.scaled(Int(metrics(element).advance), element.size == limits.elements[0].size ? .text : .script)
      #expect(abs(Int(element.x) * 2 + width - limits.extent.width) <= 2)
    }
    #expect(limits.elements[1].y > limits.elements[0].y && limits.elements[2].y < limits.elements[0].y)
  }

  @Test func `rule 15: numerator and denominator are centred, and the bar is on the axis`() throws {
    var list = MathList()
    let wide = list.add([Noad(nucleus: character("1")), Noad(nucleus: character("2"))])
    let fraction = set(Noad(.fraction(thickness: -1, left: 0, right: 0), .inner, nucleus: character("1"), second: wide), .display, in: list)
    let bar = try #require(fraction.elements.first { $0.kind == .rule })
    #expect(abs(middle(bar) - axis(.display)) <= 1)
    let glyphs = fraction.elements.filter { $0.kind == .glyph }
    let digit = context.scaled(Int(metrics(glyphs[0]).advance), .text)
    #expect(Int(bar.width) == 2 * digit && Int(glyphs[0].x) == Int(bar.x) + digit / 2 && glyphs[1].x == bar.x)
    #expect(glyphs[0].y > bar.y && glyphs[1].y < 0)
    #expect(fraction.extent.width == 2 * digit + 2 * context.nulldelimiterspace)
    let stack = set(Noad(.fraction(thickness: 0, left: 0, right: 0), .inner, nucleus: character("1"), second: wide), .display, in: list)
    #expect(stack.elements.allSatisfy { $0.kind == .glyph })
  }

  @Test func `rule 18: a superscript follows the italic correction, a subscript does not`() {
    let f = Field.char(Alphabet.normal.apply(0x66))
    var noad = Noad(nucleus: f)
    (noad.superscript, noad.subscript) = (character("1"), character("2"))
    let (letter, above, below) = { ($0[0], $0[1], $0[2]) }(set(noad).elements)
    let shifts = Int(above.x) - Int(below.x)
    #expect(metrics(letter).italicCorrection > 0 && shifts > 0)
    #expect(above.y > 0 && below.y < 0 && above.size == 458_752)
  }

  @Test func `rule 19: delimiters grow with their content, in the middle of the axis`() throws {
    var list = MathList()
    let fraction = list.add(Noad(.fraction(thickness: -1, left: 0, right: 0), .inner, nucleus: character("1"), second: character("2")))
    let kind = list.add([FencePart(delimiter: 0x28, content: fraction), FencePart(delimiter: 0x29, content: .empty)])
    let small = set(Noad(.bigDelimiter(0x28, step: 1), .open)).elements[0]
    let fence = set(Noad(kind, .inner), .display, in: list)
    let paren = try #require(fence.elements.first { $0.scalar != 0x31 && $0.scalar != 0x32 && $0.kind == .glyph })
    #expect(metrics(paren).height + metrics(paren).depth > metrics(small).height + metrics(small).depth)
    let (top, bottom) = (
      Int(paren.y) + context.scaled(Int(metrics(paren).height), .text), Int(paren.y) - context.scaled(Int(metrics(paren).depth), .text)
    )
    #expect(abs((top + bottom) / 2 - axis(.display)) <= 1)
    #expect(fence.elements.last?.x ?? 0 > paren.x)
  }
}
