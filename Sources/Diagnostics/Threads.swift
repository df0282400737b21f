internal import CConfine
internal import Glibc

/// How many threads the machine runs at once.
public var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// Calls a function with 0, 1, … below `count`, each in its own thread, the first in this one; returns when all are done.
///
/// Not libdispatch's: where its threads are busy for a second, it reads their states from `/proc` and ends the process where a sandbox
/// does not let it.
public func inThreads(_ count: Int, _ body: @Sendable (Int) -> Void) {
  guard count > 1 else {
    if count == 1 { body(0) }
    return
  }
  // In a forked process the first thread only waits: Swift's runtime would take it for another one (`confine_is_forked`).
  let isForked = confine_is_forked() != 0
  withoutActuallyEscaping(body) { body in
    var threads: [pthread_t] = []
    for number in (isForked ? 0 : 1)..<count {
      // No more threads: the work is done anyway.
      if let thread = startThread({ body(number) }) { threads.append(thread) } else { body(number) }
    }
    if !isForked { body(0) }
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// Calls a function in a new thread and does not wait for it; in this thread if no thread can be started.
public func inThread(_ body: @escaping @Sendable () -> Void) {
  if let thread = startThread(body) { pthread_detach(thread) } else { body() }
}

private func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  // As much as the main thread usually has, whatever the limit of the shell.
  unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
  let task = unsafe Unmanaged.passRetained(ThreadTask(body))
  var thread = pthread_t()
  let code = unsafe pthread_create(
    &thread, &attributes,
    { argument in
      guard let argument = unsafe argument else { return nil }
      unsafe Unmanaged<ThreadTask>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }, task.toOpaque())
  guard code == 0 else {
    unsafe task.release()
    return nil
  }
  return thread
}

private final class ThreadTask: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
