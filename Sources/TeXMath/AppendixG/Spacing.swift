/// The space between two atoms, in mu: TeXbook chapter 18, page 170. Negative numbers vanish in script styles.
///
/// 1 is a thin space (3 mu), 2 a medium one (4 mu plus 2 mu minus 4 mu), 3 a thick one (5 mu plus 5 mu).
private let spacing: [[Int8]] = [
  //        ord op bin rel open close punct inner
  /* ord   */ [0, 1, -2, -3, 0, 0, 0, -1],
  /* op    */ [1, 1, 0, -3, 0, 0, 0, -1],
  /* bin   */ [-2, -2, 0, 0, -2, 0, 0, -2],
  /* rel   */ [-3, -3, 0, 0, -3, 0, 0, -3],
  /* open  */ [0, 0, 0, 0, 0, 0, 0, 0],
  /* close */ [0, 1, -2, -3, 0, 0, 0, -1],
  /* punct */ [-1, -1, 0, -1, -1, -1, -1, -1],
  /* inner */ [-1, 1, -2, -3, -1, 0, -1, -1],
]

/// Space in mu: natural, stretch, shrink.
func interAtomSpace(_ left: AtomClass, _ right: AtomClass, _ style: MathStyle) -> (natural: Int, stretch: Int, shrink: Int) {
  let entry = spacing[Int(left.rawValue)][Int(right.rawValue)]
  let vanishesInScripts = (entry < 0)
  if vanishesInScripts, style > .text { return (0, 0, 0) }
  switch abs(entry) {
  case 1: return (3, 0, 0)
  case 2: return (4, 2, 4)
  case 3: return (5, 5, 0)
  default: return (0, 0, 0)
  }
}
