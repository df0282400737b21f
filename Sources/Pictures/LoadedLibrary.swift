internal import Glibc

/// A library that few documents need: loaded by the first that does, so that others start without it.
///
/// A loaded library is never unloaded, and its symbols are only read, so it is `Sendable`.
@safe struct LoadedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// - Parameter names: File names to try, the best one first.
  /// - Returns: nil if no such library is installed.
  init?(_ names: String...) {
    for name in names {
      if let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        unsafe self.handle = handle
        return
      }
    }
    return nil
  }

  /// A function of the library; the caller knows its C type.
  func function<T>(_ name: String, as type: T.Type) -> T? {
    guard let symbol = unsafe dlsym(handle, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: T.self)
  }
}
