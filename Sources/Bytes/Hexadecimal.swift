extension String {
  /// A number in hexadecimal, with zeros before it.
  ///
  /// - Parameter digits: At least as many.
  public init(hex value: some FixedWidthInteger & UnsignedInteger, digits: Int, uppercase: Bool = false) {
    let short = String(value, radix: 16, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, digits - short.utf8.count)) + short
  }
}
