internal import CConfine
internal import Glibc
internal import Synchronization
public import TypesetDiagnostics

/// A small process that only forks workers: one for each request, and a new one after each crash.
///
/// It must be made before the program has threads and before it has read much: every worker inherits the memory that it has then.
/// Its socket carries one request at a time, so it is `Sendable`.
public final class PictureForkServer: Sendable {
  private let socket: Int32
  private let lock = Mutex(())

  /// Forks. Only for a process with one thread: the program calls this before it does anything else.
  ///
  /// - Parameters:
  ///   - fontFolders: Further folders with fonts.
  ///   - prepareText: Makes fonts known to fontconfig; is called in the fork server, before the first worker that needs them.
  public init?(budget: Budget, fontFolders: [String], prepareText: () -> Void) {
    guard let child = forkConnected(followParent: confine_die_with_parent, serve: { Self.serve(budget, fontFolders, prepareText) })
    else { return nil }
    socket = child.socket
  }

  deinit { close(socket) }

  /// A new worker and the socket that leads to it.
  func fork() -> (process: pid_t, socket: Int32)? {
    lock.withLock { _ in
      guard let reply = ask(0), reply.number > 0, reply.descriptor >= 0 else { return nil }
      return (pid_t(reply.number), reply.descriptor)
    }
  }

  /// Waits for a worker to end, and returns the status of `wait`.
  ///
  /// - Parameter killing: Ends it first. The fork server does so, since a program in a sandbox can't send signals.
  func status(of process: pid_t, killing: Bool) -> Int32 {
    lock.withLock { _ in Int32(truncatingIfNeeded: ask(killing ? -Int(process) : Int(process))?.number ?? 0) }
  }

  private func ask(_ number: Int) -> (number: Int, descriptor: Int32)? {
    var message = number
    guard unsafe confine_send(socket, &message, MemoryLayout<Int>.size, -1) == 0 else { return nil }
    var descriptor: Int32 = -1
    guard unsafe confine_receive(socket, &message, MemoryLayout<Int>.size, &descriptor) == MemoryLayout<Int>.size else { return nil }
    return (message, descriptor)
  }

  // MARK: In the fork server's process

  private static func serve(_ budget: Budget, _ fontFolders: [String], _ prepareText: () -> Void) -> Never {
    var message = 0
    var descriptor: Int32 = -1
    var workers: Set<pid_t> = []
    while unsafe confine_receive(3, &message, MemoryLayout<Int>.size, &descriptor) == MemoryLayout<Int>.size {
      if message != 0 {
        let process = pid_t(truncatingIfNeeded: message.magnitude)
        var status: Int32 = 0
        // Only its own children.
        if workers.remove(process) != nil {
          if message < 0 { kill(process, SIGKILL) }
          while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        message = Int(status)
        guard unsafe confine_send(3, &message, MemoryLayout<Int>.size, -1) == 0 else { break }
        continue
      }
      var ends: [Int32] = [-1, -1]
      guard unsafe confine_pair(&ends) == 0 else { break }
      let process = confine_fork()
      if process == 0 {
        confine_die_with_parent()
        close(ends[0])
        // The fork server's socket is not the worker's.
        guard confine_replace(ends[1], DrawingWorker.socket) == DrawingWorker.socket else { _exit(1) }
        close(ends[1])
        DrawingWorker.run(budget: budget, fontFolders: fontFolders, prepareText: prepareText)
      }
      close(ends[1])
      if process > 0 { workers.insert(process) }
      message = Int(process)
      let isSent = unsafe confine_send(3, &message, MemoryLayout<Int>.size, process > 0 ? ends[0] : -1) == 0
      close(ends[0])
      guard isSent else { break }
    }
    _exit(0)
  }
}
