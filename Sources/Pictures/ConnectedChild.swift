internal import CConfine
public import Glibc

/// A forked process at the other end of a socket.
///
/// - Parameters:
///   - followParent: Is called first in the child; ties its end to its parent's.
///   - serve: The main function of the child. Its socket is descriptor 3, and no other file is open.
/// - Returns: Nil if no process can be started. Only for a process with one thread.
public func forkConnected(
  followParent: () -> Void, serve: () -> Never
) -> (process: pid_t, socket: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard unsafe confine_pair(&ends) == 0 else { return nil }
  let process = confine_fork()
  guard process >= 0 else {
    for end in ends { close(end) }
    return nil
  }
  if process == 0 {
    followParent()
    guard confine_keep_only(ends[1]) == 3 else { _exit(EX_SOFTWARE) }
    serve()
  }
  close(ends[1])
  return (process, ends[0])
}
