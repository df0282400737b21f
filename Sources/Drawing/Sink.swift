internal import CCairo
internal import Glibc

/// Gathers what a Cairo surface writes and hands it on in pieces of some size.
///
/// Cairo keeps a pointer to it; the caller keeps it alive until the surface is finished.
@safe final class Sink {
  private var buffer: [UInt8] = []
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private(set) var error: (any Error)?
  private let rewrites: [Rewrite]
  private let pieceSize = 1 << 16

  /// Bytes that are replaced by as many others wherever they occur.
  struct Rewrite {
    var from: [UInt8]
    var to: [UInt8]

    init(_ from: String, _ to: String) {
      precondition(from.utf8.count == to.utf8.count, "a rewrite keeps all offsets of the file")
      self.from = Array(from.utf8)
      self.to = Array(to.utf8)
    }
  }

  init(rewriting rewrites: [Rewrite] = [], to write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    unsafe self.write = write
    self.rewrites = rewrites
    buffer.reserveCapacity(pieceSize * 2)
  }

  /// For `cairo_…_surface_create_for_stream`; the closure is a `Sink`.
  static let callback: cairo_write_func_t = { closure, data, count in
    guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = unsafe Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
    return unsafe sink.take(unsafe UnsafeRawBufferPointer(start: data, count: Int(count)))
      ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
  }

  /// Takes bytes that are written as they are.
  func write(_ bytes: UnsafeRawBufferPointer) { _ = unsafe take(bytes) }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard error == nil else { return false }
    unsafe buffer.append(contentsOf: bytes)
    if buffer.count >= pieceSize { flush(keeping: longestRewrite) }
    return error == nil
  }

  private var longestRewrite: Int { rewrites.map(\.from.count).max() ?? 0 }

  /// Writes all but the last bytes, in which a rewrite's text may have begun.
  private func flush(keeping kept: Int) {
    unsafe buffer.withUnsafeMutableBytes { bytes in
      for rewrite in rewrites {
        var start = 0
        guard let base = bytes.baseAddress else { continue }
        while start + rewrite.from.count <= bytes.count,
          let hit = unsafe memchr(base + start, Int32(rewrite.from[0]), bytes.count - start - rewrite.from.count + 1)
        {
          start = unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base) + 1
          guard unsafe memcmp(hit, rewrite.from, rewrite.from.count) == 0 else { continue }
          unsafe memcpy(hit, rewrite.to, rewrite.to.count)
        }
      }
    }
    let count = max(0, buffer.count - kept)
    do {
      try unsafe buffer.withUnsafeBytes { bytes in try unsafe write(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
    } catch { self.error = error }
    buffer.removeFirst(count)
  }

  func finish() throws(DrawingError) {
    if error == nil { flush(keeping: 0) }
    if let error { throw .sink(error) }
  }
}
