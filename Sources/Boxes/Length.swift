/// A distance in scaled points, 1/65536 of a point (TeXbook chapter 10), held exactly.
///
/// A point is PDF's, 1/72 inch. 64 bits wide, so that no sum over a document overflows.
public struct Length: Hashable, Comparable, AdditiveArithmetic, Sendable {
  /// Scaled points.
  public var rawValue: Int

  /// - Parameter rawValue: Scaled points, 65,536 to a point.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The nearest scaled point; what is not finite is zero, what is out of range is cut to ±16,000,000 pt.
  public init(points: Double) {
    let limit = 16_000_000.0
    self.rawValue = points.isFinite ? Int(clamping: (min(max(points, -limit), limit) * 65536).rounded()) : 0
  }

  /// Zero.
  public static let zero = Length(rawValue: 0)

  /// In points, 72 to an inch.
  public var points: Double { Double(rawValue) / 65536 }

  /// The sum of two lengths.
  public static func + (a: Length, b: Length) -> Length { Length(rawValue: a.rawValue &+ b.rawValue) }
  /// The difference of two lengths.
  public static func - (a: Length, b: Length) -> Length { Length(rawValue: a.rawValue &- b.rawValue) }
  public static prefix func - (a: Length) -> Length { Length(rawValue: 0 &- a.rawValue) }
  /// The length times a whole number.
  public static func * (a: Length, factor: Int) -> Length { Length(rawValue: a.rawValue &* factor) }
  /// The length divided by a number that is not zero, rounded towards zero.
  public static func / (a: Length, divisor: Int) -> Length { Length(rawValue: a.rawValue / divisor) }
  /// True if the first is shorter than the second.
  public static func < (a: Length, b: Length) -> Bool { a.rawValue < b.rawValue }

  /// `self` times a factor, to the nearest scaled point.
  public func scaled(by factor: Double) -> Length { Length(points: points * factor) }
}

extension Int {
  /// A number of points.
  public var pt: Length { Length(rawValue: self << 16) }
}

extension Double {
  /// A number of points, to the nearest scaled point.
  public var pt: Length { Length(points: self) }
}

extension Length: CustomStringConvertible {
  /// Points, with as many decimals as tell it from its neighbours: TeX's `print_scaled` (TeX: The Program, § 103).
  public var description: String {
    let magnitude = Int(rawValue.magnitude)
    var out = (rawValue < 0 ? "-" : "") + "\(magnitude >> 16)."
    var rest = 10 * (magnitude & 0xFFFF) + 5
    var delta = 10
    repeat {
      if delta > 65536 { rest += 0x8000 - 50000 }
      out += "\(rest >> 16)"
      rest = 10 * (rest & 0xFFFF)
      delta *= 10
    } while rest > delta
    return out + "pt"
  }
}
