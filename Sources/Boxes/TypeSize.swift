/// How large a reader wants type, from extra small to the sizes for people who see little. `l` is the theme's own size.
public enum TypeSize: String, Hashable, Sendable, CaseIterable, Comparable {
  case xs, s, m, l, xl, xxl, xxxl, ax1, ax2, ax3, ax4, ax5

  /// Its place among the sizes, from 0.
  public var step: Int { Self.allCases.firstIndex(of: self) ?? 3 }

  /// By size.
  public static func < (a: TypeSize, b: TypeSize) -> Bool { a.step < b.step }
}
