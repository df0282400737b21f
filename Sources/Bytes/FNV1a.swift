/// The hash of Fowler, Noll and Vo with 64 bits: the same on every machine, for names and tables, against nobody's intent.
public struct FNV1a: Sendable {
  public var value: UInt64

  /// - Parameter seed: What else is part of the hash.
  @inlinable public init(seed: UInt64 = 0) { value = 0xCBF2_9CE4_8422_2325 ^ seed }

  @inlinable public init(_ bytes: some Sequence<UInt8>) {
    self.init()
    for byte in bytes { add(byte) }
  }

  @inlinable public mutating func add(_ unit: some UnsignedInteger & FixedWidthInteger) {
    value = (value ^ UInt64(unit)) &* 0x100_0000_01B3
  }
}
