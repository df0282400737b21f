/// A number that a document, an option, a theme, a record or a file has written.
///
/// Arithmetic saturates, and the only way out is `clamped(to:)`, with the range that makes sense at that place: no number in a document can end the program.
package struct DocumentNumber: Hashable, Comparable, Sendable {
  /// Finite; whole numbers are exact up to 2^53.
  private let value: Double

  /// - Parameter value: What is not a number is zero; what is infinite is the greatest or least number.
  package init(_ value: Double) {
    self.value = value.isNaN ? 0 : min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }

  /// A decimal number: `12`, `-.5`, `+3e4`.
  ///
  /// - Returns: Nil for anything else, such as an empty text, `0x1F`, `nan` or a number with a unit. Too large a number becomes the greatest `Double`.
  package init?(_ text: some StringProtocol) {
    self.init(decimal: text.description)
  }

  // Not generic: what is compiled for any kind of text looks its types up while it runs.
  private init?(decimal text: String) {
    guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E || $0 | 0x20 == 0x65 }) else { return nil }
    guard let value = Double(text) else { return nil }
    self.init(value)
  }

  /// A whole number in decimal digits, with or without a sign.
  ///
  /// - Returns: Nil for anything else, `1.0` and `1e3` included.
  package init?(whole text: some StringProtocol) {
    self.init(wholeDecimal: text.description)
  }

  private init?(wholeDecimal text: String) {
    guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2D }) else { return nil }
    self.init(decimal: text)
  }

  /// The nearest whole number in a range.
  package func clamped(to range: ClosedRange<Int>) -> Int { min(max(Int(clamping: value), range.lowerBound), range.upperBound) }

  /// The nearest number in a range.
  package func clamped(to range: ClosedRange<Double>) -> Double { min(max(value, range.lowerBound), range.upperBound) }

  /// What numbers are cut to where the place that reads them names no range: a product of two still fits.
  package static let everyday = -1_000_000_000...1_000_000_000

  /// A whole number as a document writes it, cut to a range; nil for any other text.
  package static func whole(_ text: some StringProtocol, in range: ClosedRange<Int> = everyday) -> Int? {
    DocumentNumber(whole: text)?.clamped(to: range)
  }

  /// A decimal number as a document writes it, cut to a range; nil for any other text.
  package static func real(_ text: some StringProtocol, in range: ClosedRange<Double> = -1e9...1e9) -> Double? {
    DocumentNumber(text)?.clamped(to: range)
  }

  /// As `whole(_:in:)`; a number beyond the range is reported with the one that is taken instead.
  package static func whole(_ text: some StringProtocol, in range: ClosedRange<Int>, cut: (Int) -> Void) -> Int? {
    guard let number = DocumentNumber(whole: text) else { return nil }
    let taken = number.clamped(to: range)
    if number != DocumentNumber(Double(taken)) { cut(taken) }
    return taken
  }

  /// As `real(_:in:)`; a number beyond the range is reported with the one that is taken instead.
  package static func real(_ text: some StringProtocol, in range: ClosedRange<Double>, cut: (Double) -> Void) -> Double? {
    guard let number = DocumentNumber(text) else { return nil }
    let taken = number.clamped(to: range)
    if number != DocumentNumber(taken) { cut(taken) }
    return taken
  }

  /// The message and the hint for a number beyond its range.
  ///
  /// - Parameter name: How the number is written, with what it is for: `colspan=99999`.
  package static func outOfRange<Number: CustomStringConvertible>(
    _ name: String, taken: some CustomStringConvertible, from least: Number, to most: Number
  ) -> (message: String, hint: String) {
    ("\(name.prefix(60)) is out of range: \(taken) is used", "write a number from \(least) to \(most)")
  }

  package static func + (a: Self, b: Self) -> Self { Self(a.value + b.value) }
  package static func - (a: Self, b: Self) -> Self { Self(a.value - b.value) }
  package static func * (a: Self, b: Self) -> Self { Self(a.value * b.value) }
  package static prefix func - (a: Self) -> Self { Self(-a.value) }
  package static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

extension DocumentNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  package init(integerLiteral value: Int) { self.init(Double(value)) }
  package init(floatLiteral value: Double) { self.init(value) }
}

extension Int {
  /// As in the other rooms (`NumberRule.swift`).
  init(clamping value: Double) {
    let most = 9_223_372_036_854_774_784.0
    self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -most), most))
  }
}
