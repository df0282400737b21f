import Glibc

/// The time that this thread's work takes of a processor, whatever else the machine does meanwhile.
func processorTime(of work: () -> Void) -> Duration {
  func now() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  work()
  return now() - start
}
