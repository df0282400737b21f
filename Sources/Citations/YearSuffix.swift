/// The letter after the year of a work that has namesakes; it is shown once.
struct YearSuffix: Sendable {
  /// From 1; 0 for a work without a letter.
  let number: Int
  /// True for a style that says itself where the letter is.
  let hasOwnPlace: Bool
  private(set) var isShown = false

  init(_ number: Int, hasOwnPlace: Bool) { (self.number, self.hasOwnPlace) = (number, hasOwnPlace) }

  /// The letter at the style's `year-suffix`; nil for a work without a letter, and if the letter is already shown.
  mutating func taken() -> Output? {
    guard number > 0, !isShown else { return nil }
    isShown = true
    var node = OutputNode([.text(Self.letters(number))])
    node.role = .yearSuffix
    return .node(node)
  }

  /// The letter after a year.
  mutating func takenAfterYear() -> Output? { hasOwnPlace ? nil : taken() }

  /// a, b, … z, aa, ab …
  static func letters(_ number: Int) -> String {
    var rest = number
    var out: [UInt8] = []
    while rest > 0 {
      rest -= 1
      out.append(0x61 + UInt8(rest % 26))
      rest /= 26
    }
    return String(decoding: out.reversed(), as: UTF8.self)
  }
}
