/// A path compared by its bytes, as the kernel does: `café` in NFC and in NFD are two, which are one `String`.
public struct PathBytes: Hashable, Comparable, Sendable {
  private let bytes: [UInt8]

  public init(_ path: String) { bytes = Array(path.utf8) }

  public var path: String { String(decoding: bytes, as: UTF8.self) }

  public static func < (a: Self, b: Self) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}
