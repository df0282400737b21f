import CHarfBuzz
import Testing
import TypesetBoxes

@testable import TeXMath

/// The rules of TeXbook's Appendix G that are arithmetic, over OpenType's constants. Lengths are scaled points at 10 pt.
struct RuleTests {
  private static let point = 65536
  private let context: MathContext

  init() throws { context = try LatinModernMath().context }

  private func constant(_ name: hb_ot_math_constant_t, _ style: MathStyle = .text) -> Int { context.constant(name, style) }
  private func extent(_ height: Int, _ depth: Int, glyph: UInt32? = nil) -> Extent {
    Extent(width: Self.point, height: height, depth: depth, glyph: glyph)
  }

  @Test func `scripts are 70 and 50 per cent of Latin Modern's size, and small text has small scripts`() {
    #expect(context.sizes == (655_360, 458_752, 327_680))
    var small = context
    small.resize(900, keepsForms: true)
    #expect(small.sizes == (589_824, 412_876, 294_912))
    #expect(context.at(size: 5 * Self.point).sizes == (327_680, 229_376, 163_840))
  }

  @Test func `rule 11: the radicand is in the middle of a sign that is too large`() {
    let gap = context.radicalGap(.text)
    #expect(context.radicalGap(.display) > gap)
    let radicand = 10 * Self.point
    #expect(context.radicalGap(sign: radicand + gap + 1000, radicand: radicand, bar: 1000, .text) == gap)
    #expect(context.radicalGap(sign: radicand + gap + 1600, radicand: radicand, bar: 1000, .text) == gap + 300)
    #expect(context.radicalGap(sign: radicand, radicand: radicand, bar: 1000, .text) == gap)
  }

  @Test func `rules 9 and 10: a line over or under a box has the font's gap, thickness and space beyond`() {
    // 1.2, 0.4 and 0.4 pt.
    #expect(context.overbar(.text) == Bar(gap: 78_643, thickness: 26_214, extra: 26_214))
    #expect(context.underbar(.script).thickness == constant(HB_OT_MATH_CONSTANT_UNDERBAR_RULE_THICKNESS, .script))
    #expect(context.underbar(.script).gap < context.underbar(.text).gap)
  }

  @Test func `rule 11: a degree is kerned into the sign, and a narrow one does not move it`() {
    let (before, after) = (
      constant(HB_OT_MATH_CONSTANT_RADICAL_KERN_BEFORE_DEGREE), constant(HB_OT_MATH_CONSTANT_RADICAL_KERN_AFTER_DEGREE)
    )
    let raise = context.face.constant(HB_OT_MATH_CONSTANT_RADICAL_DEGREE_BOTTOM_RAISE_PERCENT)
    let wide = context.degreePlace(width: 600_000, top: 700_000, depth: 300_000, .text)
    #expect(wide.x == before && wide.end == before + 600_000 + after)
    #expect(wide.up == 10_000 * raise - 300_000)
    let narrow = context.degreePlace(width: 10_000, top: 700_000, depth: 300_000, .text)
    #expect(before + 10_000 + after < 0 && narrow.end == 0 && narrow.x == before)
  }

  @Test func `an assembly is at least as long as it should be, with as few pieces as there can be`() throws {
    let construction = context.face.construction(of: context.face.glyph(0x28), isVertical: true)
    var last = 0
    for target in [20, 30, 60, 200].map({ $0 * Self.point }) {
      let assembly = GlyphAssembly(construction, target: target, size: context.sizes.0, isVertical: true, context.face)
      #expect(assembly.total >= target - 1 && assembly.total < target + 10 * Self.point, "\(target)")
      #expect(assembly.offsets.count == assembly.pieces.count && assembly.offsets.first == 0)
      #expect(assembly.offsets == assembly.offsets.sorted() && assembly.pieces.count >= last)
      last = assembly.pieces.count
    }
    #expect(last > construction.parts.count)
  }

  @Test func `rule 13a: limits keep their gap, and their baselines a distance`() {
    let sign = extent(600_000, 100_000)
    let flat = context.limitShifts(sign, above: extent(0, 0), below: extent(0, 0), .display)
    let (rise, gap) = (constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_BASELINE_RISE_MIN), constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN))
    #expect(flat.up == 600_000 + max(rise, gap))
    let tall = context.limitShifts(sign, above: extent(0, 900_000), below: extent(900_000, 0), .display)
    #expect(tall.up == 600_000 + constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN) + 900_000)
    #expect(tall.down == 100_000 + constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_GAP_MIN) + 900_000)
  }

  @Test func `rule 15c: what has no bar between it is moved apart by equal parts`() {
    let near = context.stackShifts(depth: 0, height: 0, .text)
    #expect(near.up == constant(HB_OT_MATH_CONSTANT_STACK_TOP_SHIFT_UP))
    #expect(near.down == constant(HB_OT_MATH_CONSTANT_STACK_BOTTOM_SHIFT_DOWN))
    let far = context.stackShifts(depth: 500_000, height: 500_001, .text)
    #expect((far.up - 500_000) - (500_001 - far.down) == constant(HB_OT_MATH_CONSTANT_STACK_GAP_MIN))
    #expect(abs((far.up - near.up) - (far.down - near.down)) <= 1)
    #expect(context.stackShifts(depth: 0, height: 0, .display).up > near.up)
  }

  @Test func `rule 15d: numerator and denominator clear the bar`() {
    let bar = constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS)
    let near = context.fractionShifts(depth: 0, height: 0, bar: bar, isOwnBar: false, .text)
    #expect(near.up == constant(HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_SHIFT_UP))
    #expect(near.down == constant(HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_SHIFT_DOWN))
    let axis = context.axisHeight(.text)
    let deep = context.fractionShifts(depth: 900_000, height: 900_000, bar: bar, isOwnBar: false, .text)
    #expect(deep.up - 900_000 - (axis + bar / 2) == constant(HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_GAP_MIN))
    #expect((axis - bar / 2) + deep.down - 900_000 == constant(HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_GAP_MIN))
    // The author's bar of three times the thickness has gaps of three times the size.
    let thick = context.fractionShifts(depth: 900_000, height: 900_000, bar: 3 * bar, isOwnBar: true, .text)
    #expect(thick.up - 900_000 - (axis + 3 * bar / 2) == 3 * constant(HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_GAP_MIN))
  }

  @Test func `rule 15e: delimiters of fractions are 2.4 times the size in display style, else as high as it`() {
    #expect(context.fractionDelimiterSize(.display) == 655_360 * 2_399_744 / 1_000_000)
    #expect(context.fractionDelimiterSize(.text) == 655_360 * 1_009_892 / 1_000_000)
    #expect(context.fractionDelimiterSize(.script) < context.fractionDelimiterSize(.text))
  }

  @Test func `rule 18a: the scripts of a box hang on its edges, those of a character do not`() {
    let box = context.scriptShifts(extent(2_000_000, 1_000_000), above: extent(0, 0), below: nil, .text, cramped: false)
    #expect(box.up == 2_000_000 - constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BASELINE_DROP_MAX))
    let letter = context.scriptShifts(extent(2_000_000, 1_000_000, glyph: 1), above: extent(0, 0), below: nil, .text, cramped: false)
    #expect(letter.up == constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP))
  }

  @Test func `rule 18b: a subscript alone stays below a height`() {
    let high = context.scriptShifts(extent(0, 0, glyph: 1), above: nil, below: extent(900_000, 0), .text, cramped: false)
    #expect(900_000 - high.down == constant(HB_OT_MATH_CONSTANT_SUBSCRIPT_TOP_MAX))
    let low = context.scriptShifts(extent(0, 0, glyph: 1), above: nil, below: extent(0, 0), .text, cramped: false)
    #expect(low.down == constant(HB_OT_MATH_CONSTANT_SUBSCRIPT_SHIFT_DOWN))
  }

  @Test func `rule 18c: a superscript is lower in cramped style, and its bottom stays above a height`() {
    let letter = extent(0, 0, glyph: 1)
    let cramped = context.scriptShifts(letter, above: extent(0, 0), below: nil, .text, cramped: true)
    #expect(cramped.up == constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP_CRAMPED))
    let deep = context.scriptShifts(letter, above: extent(0, 900_000), below: nil, .text, cramped: true)
    #expect(deep.up - 900_000 == constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MIN))
  }

  @Test func `rule 18e: both scripts keep a gap, for which the upper one is raised to its limit`() {
    let (above, below) = (extent(400_000, 300_000), extent(600_000, 0))
    let both = context.scriptShifts(extent(0, 0, glyph: 1), above: above, below: below, .text, cramped: false)
    #expect((both.up - above.depth) - (below.height - both.down) == constant(HB_OT_MATH_CONSTANT_SUB_SUPERSCRIPT_GAP_MIN))
    #expect(both.up - above.depth >= constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MAX_WITH_SUBSCRIPT))
  }

  @Test func `rule 19: a delimiter covers nine tenths of what it encloses, and all but 5 pt`() {
    let axis = context.axisHeight(.text)
    #expect(context.fenceSize(height: 500_000 + axis, depth: 0, .text) == 1_000_000 * 901 / 1000)
    #expect(context.fenceSize(height: 0, depth: 50_000_000 - axis, .text) == 100_000_000 - context.delimitershortfall)
    #expect(context.delimitershortfall == 5 * Self.point)
    #expect(context.nulldelimiterspace == 78_643)
  }
}
