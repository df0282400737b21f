@_exported public import struct TypesetBoxes.Length

// Lengths as clients write them: `12.pt`, `2.cm`, `1.5.em`. Absolute and relative ones are two types: `12.pt + 1.em` does not compile.

/// A length that a modifier takes: absolute (`Length`), relative to the type size (``EmLength``), or a number of points.
public protocol StyleLength: Sendable {
  /// As in a theme file: `12pt`, `1.5em`.
  var styleText: String { get }
}

/// A length relative to the size of an element's type.
public struct EmLength: Hashable, Comparable, AdditiveArithmetic, StyleLength {
  /// Times the size of the type.
  public var factor: Double

  /// - Parameter factor: Times the size of the type.
  public init(_ factor: Double) { self.factor = factor }

  /// Zero.
  public static let zero = EmLength(0)

  /// The sum of two lengths.
  public static func + (a: EmLength, b: EmLength) -> EmLength { EmLength(a.factor + b.factor) }
  /// The difference of two lengths.
  public static func - (a: EmLength, b: EmLength) -> EmLength { EmLength(a.factor - b.factor) }
  /// True if the first is shorter than the second.
  public static func < (a: EmLength, b: EmLength) -> Bool { a.factor < b.factor }

  /// As in a theme file: `1.5em`.
  public var styleText: String { plain(factor) + "em" }
}

extension Length: StyleLength {
  /// As in a theme file: `12pt`.
  public var styleText: String { plain(points) + "pt" }
}

extension Int: StyleLength {
  /// A number of points, as in a theme file.
  public var styleText: String { "\(self)pt" }
  /// A number of centimetres.
  public var cm: Length { Double(self).cm }
  /// A number of millimetres.
  public var mm: Length { Double(self).mm }
  /// A number of inches.
  public var inch: Length { Double(self).inch }
  /// A multiple of the type size.
  public var em: EmLength { EmLength(Double(self)) }
}

extension Double: StyleLength {
  /// A number of points, as in a theme file.
  public var styleText: String { plain(self) + "pt" }
  /// A number of centimetres.
  public var cm: Length { Length(points: self * 72 / 2.54) }
  /// A number of millimetres.
  public var mm: Length { Length(points: self * 72 / 25.4) }
  /// A number of inches.
  public var inch: Length { Length(points: self * 72) }
  /// A multiple of the type size.
  public var em: EmLength { EmLength(self) }
}
