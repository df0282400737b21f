internal import CHarfBuzz

extension MathSetter {
  /// Superscript and subscript of a nucleus (rule 18).
  ///
  /// - Parameter delta: By how much the superscript stands further right than the subscript (rule 17).
  func scripts(
    _ nucleus: MathBox, _ noad: Noad, _ style: MathStyle, cramped: Bool, isCharacter: Bool, delta: Int = 0, from start: Int
  ) -> MathBox {
    let font = font(style)
    func constant(_ name: hb_ot_math_constant_t) -> Int { font.constant(name) }
    let space = constant(HB_OT_MATH_CONSTANT_SPACE_AFTER_SCRIPT)
    // Rule 18a. The drop is that of the scripts' own size.
    let small = self.font(style.script)
    var up = isCharacter ? 0 : nucleus.height - small.constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BASELINE_DROP_MAX)
    var down = isCharacter ? 0 : nucleus.depth + small.constant(HB_OT_MATH_CONSTANT_SUBSCRIPT_BASELINE_DROP_MIN)
    let superscript = noad.superscript.map { set($0, style.script, cramped: cramped) }
    let `subscript` = noad.subscript.map { set($0, style.script, cramped: true) }
    let italic = isCharacter ? nucleus.italic : delta
    var box = MathBox(elements: start..<elements.count, width: nucleus.width, height: nucleus.height, depth: nucleus.depth)
    if let superscript {
      // Rule 18c
      up = max(
        up, constant(cramped ? HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP_CRAMPED : HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP),
        superscript.depth + constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MIN))
    }
    if let `subscript` {
      // Rule 18b
      down = max(down, constant(HB_OT_MATH_CONSTANT_SUBSCRIPT_SHIFT_DOWN))
      if superscript == nil {
        down = max(down, `subscript`.height - constant(HB_OT_MATH_CONSTANT_SUBSCRIPT_TOP_MAX))
      }
    }
    if let superscript, let `subscript` {
      // Rule 18e
      let gap = constant(HB_OT_MATH_CONSTANT_SUB_SUPERSCRIPT_GAP_MIN) - ((up - superscript.depth) - (`subscript`.height - down))
      if gap > 0 {
        down += gap
        let lift = constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MAX_WITH_SUBSCRIPT) - (up - superscript.depth)
        if lift > 0 {
          up += lift
          down -= lift
        }
      }
    }
    var right = nucleus.width
    if let superscript {
      let cut = isCharacter ? cutIn(nucleus, superscript, up, style, isAbove: true) : 0
      move(superscript, nucleus.width + italic + cut, up)
      right = max(right, nucleus.width + italic + cut + superscript.width + space)
      box.height = max(box.height, up + superscript.height)
      box.depth = max(box.depth, superscript.depth - up)
    }
    if let `subscript` {
      let cut = isCharacter ? cutIn(nucleus, `subscript`, down, style, isAbove: false) : 0
      move(`subscript`, nucleus.width + cut, -down)
      right = max(right, nucleus.width + cut + `subscript`.width + space)
      box.height = max(box.height, `subscript`.height - down)
      box.depth = max(box.depth, down + `subscript`.depth)
    }
    box.width = right
    box.elements = start..<elements.count
    return box
  }

  /// The cut-in kern between a character and its script (OpenType MATH, MathKernInfo): the larger sum of both glyphs' kerns at
  /// the script's near edge and at the nucleus' edge.
  private func cutIn(_ nucleus: MathBox, _ script: MathBox, _ shift: Int, _ style: MathStyle, isAbove: Bool) -> Int {
    guard let glyph = nucleus.glyph else { return 0 }
    let font = font(style)
    let small = self.font(style.script)
    let corner: UInt32 = isAbove ? 0 : 2
    let opposite: UInt32 = isAbove ? 3 : 1
    func sum(at height: Int) -> Int {
      var kern = font.kern(of: glyph, corner: corner, at: height)
      if let inner = script.glyph {
        kern += small.kern(of: inner, corner: opposite, at: isAbove ? height - shift : height + shift)
      }
      return kern
    }
    if isAbove { return max(sum(at: nucleus.height), sum(at: shift - script.depth)) }
    return max(sum(at: script.height - shift), sum(at: -nucleus.depth))
  }
}
