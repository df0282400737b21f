internal import CConfine
internal import CLate
internal import Glibc
public import TypesetDiagnostics

/// The process that draws pictures: it answers requests over a socket until that is closed, with access to nothing else.
public struct DrawingWorker {
  /// The descriptor of its socket.
  public static let socket: Int32 = 3

  /// Gives up all rights, then draws; never returns.
  ///
  /// - Parameters:
  ///   - fontFolders: Further folders with fonts.
  ///   - prepareText: Is called once, before the first picture with text.
  public static func run(budget: Budget, fontFolders: [String], prepareText: () -> Void) -> Never {
    confine(budget, fontFolders)
    var session = LocalSession(budget)
    var isPrepared = false
    while let message = receiveMessage(from: socket, limit: budget.pictureBytes * 3 + (1 << 20), until: nil) {
      var wire = WireReader(message)
      var out = WireWriter()
      do {
        let start = cpuSeconds()
        confine_limit_cpu(try wire.double())
        let request = try DrawingRequest(from: &wire)
        if case .open(.svg, let bytes) = request, !isPrepared, mayHaveText(bytes) {
          isPrepared = true
          prepareText()
        }
        let reply = answer(request, in: &session)
        out.add(cpuSeconds() - start)
        reply.write(to: &out)
      } catch { break }
      confine_limit_cpu(0)
      guard sendMessage(out.bytes, to: socket) else { break }
    }
    _exit(0)
  }

  /// As `run`, for a program that was started only for this.
  public static func runAsProgram(budget: Budget, fontFolders: [String], prepareText: () -> Void) -> Never {
    guard confine_keep_only(socket) == socket else { _exit(1) }
    // The death of a parent can't be the sign: the kernel means the thread that has started this process.
    confine_end_when_closed()
    run(budget: budget, fontFolders: fontFolders, prepareText: prepareText)
  }

  private static func confine(_ budget: Budget, _ fontFolders: [String]) {
    mdtypeset_late_open_for_pictures()
    confine_explain_aborts()
    _ = confine_limit_memory(budget.pictureMemory)
    Confinement(readable: Confinement.system + Confinement.userFonts + fontFolders, writable: []).enterAsWorker()
  }

  private static func answer(_ request: DrawingRequest, in session: inout LocalSession) -> DrawingReply {
    do throws(PictureError) {
      switch request {
      case .open(let kind, let bytes): return .head(try session.open(kind, bytes))
      case .draw(let target): return .drawing(try session.draw(target))
      }
    } catch { return .failure(error) }
  }
}

/// CPU time of this process.
private func cpuSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// True where drawing an SVG file may ask for fonts.
func mayHaveText(_ file: [UInt8]) -> Bool {
  // Compressed or UTF-16 files may contain anything.
  file.holds("<text") || file.holds(":text") || file.starts(with: [0x1F]) || file.first ?? 0 >= 0xFE || file.contains(0)
}

// MARK: Messages

/// Sends a message with its length before it.
///
/// - Returns: False where no reader is left.
func sendMessage(_ message: [UInt8], to socket: Int32) -> Bool {
  var head = WireWriter()
  head.add(message.count)
  return sendAll(head.bytes, to: socket) && sendAll(message, to: socket)
}

private func sendAll(_ bytes: [UInt8], to socket: Int32) -> Bool {
  unsafe bytes.withUnsafeBytes { bytes in
    var sent = 0
    while sent < bytes.count {
      let count = unsafe send(socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

/// - Parameters:
///   - limit: A longer message is invalid.
///   - deadline: In milliseconds of the monotonic clock; nil waits for ever.
/// - Returns: Nil at the end of the stream, and when the time is over.
func receiveMessage(from socket: Int32, limit: Int, until deadline: Int?) -> [UInt8]? {
  guard let head = receive(8, from: socket, until: deadline) else { return nil }
  var wire = WireReader(head)
  guard let count = try? wire.int(), count >= 0, count <= limit else { return nil }
  return receive(count, from: socket, until: deadline)
}

private func receive(_ size: Int, from socket: Int32, until deadline: Int?) -> [UInt8]? {
  var isWhole = true
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
    while filled < size {
      if let deadline {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let left = deadline - milliseconds()
        let ready = unsafe left > 0 ? poll(&entry, 1, Int32(clamping: left)) : 0
        if ready < 0, errno == EINTR { continue }
        guard ready > 0 else {
          isWhole = false
          return
        }
      }
      let count = unsafe read(socket, buffer.baseAddress?.advanced(by: filled), size - filled)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        isWhole = false
        return
      }
      filled += count
    }
  }
  return isWhole ? bytes : nil
}

/// Of a clock that cannot be set.
func milliseconds() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
