internal import Glibc

/// How many threads the machine runs at once.
public var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// Calls a function with 0, 1, … below `count`, each in a thread of its own, the first in this one; comes back when all are done.
///
/// Not libdispatch's: where its threads are busy for a second, it reads their states from `/proc` and ends the process where a sandbox
/// does not let it.
public func inThreads(_ count: Int, _ body: @Sendable (Int) -> Void) {
  guard count > 1 else {
    if count == 1 { body(0) }
    return
  }
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  // As much as the main thread usually has, whatever the limit of the shell.
  unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
  withoutActuallyEscaping(body) { body in
    var threads: [pthread_t] = []
    for number in 1..<count {
      let task = unsafe Unmanaged.passRetained(ThreadTask(number: number, body: body))
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, &attributes,
        { argument in
          guard let argument = unsafe argument else { return nil }
          let task = unsafe Unmanaged<ThreadTask>.fromOpaque(argument).takeRetainedValue()
          task.body(task.number)
          return nil
        }, task.toOpaque())
      if code == 0 {
        threads.append(thread)
      } else {
        // No more threads: the work is done anyway.
        unsafe task.release()
        body(number)
      }
    }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }
}

private final class ThreadTask: Sendable {
  let number: Int
  let body: @Sendable (Int) -> Void

  init(number: Int, body: @escaping @Sendable (Int) -> Void) { (self.number, self.body) = (number, body) }
}
