/// How strongly glue yields: glue of a higher order takes all (TeXbook chapter 12).
public enum GlueOrder: UInt8, Comparable, Sendable {
  case finite, fil, fill, filll

  public static func < (a: GlueOrder, b: GlueOrder) -> Bool { a.rawValue < b.rawValue }
}

/// Space that may stretch and shrink (TeXbook chapter 12). A stretch of an infinite order counts 65536 for `1fil`.
public struct Glue: Hashable, Sendable {
  /// The width or height before the glue yields; may be negative.
  public var natural: Length
  /// How much the glue can grow, in units of `stretchOrder`.
  public var stretch: Length
  /// How much the glue can give up, in units of `shrinkOrder`. Finite glue never shrinks by more.
  public var shrink: Length
  /// The order of `stretch`.
  public var stretchOrder: GlueOrder
  /// The order of `shrink`.
  public var shrinkOrder: GlueOrder

  public init(
    _ natural: Length, stretch: Length = .zero, _ stretchOrder: GlueOrder = .finite, shrink: Length = .zero,
    _ shrinkOrder: GlueOrder = .finite
  ) {
    self.natural = natural
    self.stretch = stretch
    self.shrink = shrink
    self.stretchOrder = stretchOrder
    self.shrinkOrder = shrinkOrder
  }

  /// No space at all.
  public static let zero = Glue(.zero)
  /// `\hfil`
  public static let fil = Glue(.zero, stretch: 1.pt, .fil)
  /// `\hss`
  public static let ss = Glue(.zero, stretch: 1.pt, .fil, shrink: 1.pt, .fil)
}

/// How undesirable a break is (TeXbook chapter 14): from `force` (always) to `prohibit` (never).
public enum Penalty {
  /// A break here is certain.
  public static let force = -10_000
  /// The next page is a right one where the document is two-sided.
  public static let forceRight = -10_001
  /// No break here.
  public static let prohibit = 10_000
}
