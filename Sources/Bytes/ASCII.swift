extension UInt8 {
  /// `A` to `Z` and `a` to `z`.
  @inlinable public var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// `A` to `Z`.
  @inlinable public var isCapital: Bool { self &- 0x41 < 26 }
  /// `0` to `9`.
  @inlinable public var isDigit: Bool { self &- 0x30 < 10 }
  /// Digits, and `A` to `F` in both cases.
  @inlinable public var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
