internal import TypesetBoxes

/// The space between two atoms (TeXbook chapter 18 and Appendix G, rule 20).
enum Spacing {
  enum Gap: UInt8 { case none, thin, medium, thick }

  /// Rows are the left atom's class, columns the right one's: 0 none, 1 thin, 2 medium, 3 thick; what is above 3 falls
  /// away in scripts (4 thin, 5 medium, 6 thick). LuaTeX: punct and rel are a thin space apart.
  private static let table: [UInt8] = [
    // ord op bin rel open close punct inner
    0, 1, 5, 6, 0, 0, 0, 4,
    1, 1, 0, 6, 0, 0, 0, 4,
    5, 5, 0, 0, 5, 0, 0, 5,
    6, 6, 0, 0, 6, 0, 0, 6,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 1, 5, 6, 0, 0, 0, 4,
    4, 4, 0, 4, 4, 4, 4, 4,
    4, 1, 5, 6, 4, 0, 4, 4,
  ]

  static func between(_ left: AtomClass, _ right: AtomClass, isScript: Bool) -> Gap {
    let entry = table[Int(left.rawValue) * 8 + Int(right.rawValue)]
    if entry > 3 { return isScript ? .none : Gap(rawValue: entry - 3) ?? .none }
    return Gap(rawValue: entry) ?? .none
  }

  /// `\thinmuskip`, `\medmuskip`, `\thickmuskip`.
  static func glue(_ gap: Gap, quad: Int) -> Glue {
    func mu(_ count: Int) -> Length { Length(rawValue: quad * count / 18) }
    return switch gap {
    case .none: .zero
    case .thin: Glue(mu(3))
    case .medium: Glue(mu(4), stretch: mu(2), shrink: mu(4))
    case .thick: Glue(mu(5), stretch: mu(5))
    }
  }
}
