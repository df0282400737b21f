internal import CCairo

/// Buffers what is written, also by a Cairo surface, and passes it on in larger pieces.
///
/// Cairo keeps a pointer to it; the caller keeps it alive until the surface is finished.
@safe final class Sink {
  private var buffer: [UInt8] = []
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private(set) var error: (any Error)?
  private let pieceSize = 1 << 16

  init(to write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    unsafe self.write = write
    buffer.reserveCapacity(pieceSize * 2)
  }

  /// For `cairo_…_surface_create_for_stream`; the closure is a `Sink`.
  static let callback: cairo_write_func_t = { closure, data, count in
    guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = unsafe Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
    return unsafe sink.take(unsafe UnsafeRawBufferPointer(start: data, count: Int(count)))
      ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
  }

  /// Receives the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) { _ = unsafe take(bytes) }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard error == nil else { return false }
    unsafe buffer.append(contentsOf: bytes)
    if buffer.count >= pieceSize { flush() }
    return error == nil
  }

  private func flush() {
    do {
      try unsafe buffer.withUnsafeBytes { bytes in try unsafe write(bytes) }
    } catch { self.error = error }
    buffer.removeAll(keepingCapacity: true)
  }

  func finish() throws(DrawingError) {
    if error == nil { flush() }
    if let error { throw .sink(error) }
  }
}
