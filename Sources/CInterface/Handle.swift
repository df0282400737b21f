/// A value of Swift behind a pointer of C, which owns it until it is freed.
final class Handle<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// A pointer for C, to be given to ``free(_:)`` once.
  static func pointer(to value: Value) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(Handle(value)).toOpaque())
  }

  /// The value behind a pointer of C; nil for a null pointer.
  static func value(of pointer: OpaquePointer?) -> Value? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue().value
  }

  static func free(_ pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return }
    unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}
