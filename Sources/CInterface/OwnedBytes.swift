public import CInterface
internal import Glibc

/// Bytes that the caller of a C function owns, with a zero byte behind them.
extension mdt_bytes {
  /// The bytes that a function makes, or what went wrong.
  static func made(_ make: () throws -> [UInt8]) -> mdt_bytes {
    do {
      let bytes = try make()
      return unsafe mdt_bytes(data: copy(bytes), size: bytes.count, error: nil)
    } catch {
      return unsafe failed("\(error)")
    }
  }

  /// No bytes, and why.
  static func failed(_ reason: String) -> mdt_bytes { unsafe mdt_bytes(data: nil, size: 0, error: strdup(reason)) }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8>? {
    guard let memory = unsafe malloc(bytes.count + 1)?.bindMemory(to: UInt8.self, capacity: bytes.count + 1) else { return nil }
    unsafe bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { unsafe memory.update(from: start, count: bytes.count) } }
    unsafe memory[bytes.count] = 0
    return unsafe memory
  }
}

/// Strings that live as long as the object that holds them.
@safe final class CStrings: @unchecked Sendable {
  // Written in `init` alone, and freed in `deinit`.
  private let pointers: [UnsafeMutablePointer<CChar>?]

  /// - Parameter strings: Nil becomes a null pointer.
  init(_ strings: [String?]) { unsafe pointers = strings.map { unsafe $0.flatMap { unsafe strdup($0) } } }

  deinit { unsafe pointers.forEach { unsafe Glibc.free($0) } }

  subscript(index: Int) -> UnsafePointer<CChar>? { unsafe pointers[index].map { unsafe UnsafePointer($0) } }
}

/// The string behind a pointer of C; bytes that are no UTF-8 become U+FFFD. Empty for a null pointer.
func string(_ pointer: UnsafePointer<CChar>?) -> String { unsafe pointer.map { unsafe String(cString: $0) } ?? "" }

/// `size` bytes behind a pointer of C; empty for a null pointer.
func bytes(_ pointer: UnsafePointer<CChar>?, _ size: Int) -> [UInt8] {
  guard let pointer = unsafe pointer, size > 0 else { return [] }
  return unsafe UnsafeRawBufferPointer(start: pointer, count: size).map { $0 }
}

@_cdecl("mdt_bytes_free") public func freeBytes(_ bytes: mdt_bytes) {
  unsafe free(bytes.data)
  unsafe free(bytes.error)
}
