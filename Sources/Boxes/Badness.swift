/// How bad it is that glue of `total` stretch or shrink yields by `excess`: about 100 times the cube of the ratio, at
/// most 10,000 (TeXbook chapter 14; TeX: The Program, § 108, whose integer arithmetic this is).
public func badness(_ excess: Length, _ total: Length) -> Int {
  let t = excess.rawValue
  let s = total.rawValue
  if t == 0 { return 0 }
  if s <= 0 { return 10_000 }
  let r: Int
  if t <= 7_230_584 {
    r = t * 297 / s
  } else if s >= 1_663_497 {
    r = t / (s / 297)
  } else {
    r = t
  }
  return r > 1290 ? 10_000 : (r * r * r + 0x20000) / 0x40000
}
