// Every room but Diagnostics, where `DocumentNumber` is, has this file as a link, so that the compiler refuses what the project's rule on numbers forbids.

extension Int {
  @available(*, deprecated, message: "a number that somebody has written is read by DocumentNumber")
  init?(_ text: String) { self.init(text, radix: 10) }

  @available(*, deprecated, message: "a number that somebody has written is read by DocumentNumber")
  init?<Text: StringProtocol>(_ text: Text) { self.init(text, radix: 10) }

  @available(*, deprecated, message: "a floating-point number becomes a whole one by Int(clamping:)")
  init(_ value: Double) { self.init(clamping: value) }

  /// A floating-point number without its fraction, cut to what an `Int` holds; zero for what is not a number.
  @inline(__always) init(clamping value: Double) {
    // The greatest double below 2^63.
    let most = 9_223_372_036_854_774_784.0
    self = value.isNaN ? 0 : Int(Int64(Swift.min(Swift.max(value, -most), most)))
  }
}

extension Double {
  @available(*, deprecated, message: "a number that somebody has written is read by DocumentNumber")
  init?(_ text: String) { return nil }

  @available(*, deprecated, message: "a number that somebody has written is read by DocumentNumber")
  init?<Text: StringProtocol>(_ text: Text) { return nil }

  // The standard library has one of its own for each of them.
  @available(*, deprecated, message: "a number that somebody has written is read by DocumentNumber")
  init?(_ text: Substring) { return nil }
}
