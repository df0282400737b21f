internal import CConfine
internal import Glibc
internal import Synchronization

/// Another program that reads from its standard input and writes to its standard output: no shell, limits of time and
/// size, and its whole process group ends with it.
package struct ChildProcess {
  /// The program's name or path, and its arguments.
  package var words: [String]
  /// Variables in addition to the variables of this process.
  package var environment: [String] = []
  /// The seconds after which it is ended.
  package var seconds = 20
  /// CPU time of each of its processes; nil is no limit.
  package var cpuSeconds: Int?
  /// The most bytes that it may write to its standard output.
  package var outputLimit = 64 << 20
  /// The limit of private memory for each of its processes; memory that is reserved but not used does not count.
  package var memoryLimit = 2 << 30
  /// A file that is its standard input, in place of what `run` is given.
  package var inputFile: Int32?

  /// What a program wrote, and how it ended.
  package struct Outcome {
    /// What it wrote to its standard output.
    package var output: [UInt8]
    /// The beginning of its standard error.
    package var complaints: String
    /// Its exit code; 128 and the signal's number if a signal ended it.
    package var status: Int32
    /// CPU time that it took, with its own children.
    package var usedSeconds = 0.0

    /// True if it was ended by a signal that programs receive or raise when an allocation fails.
    package var isOutOfMemory: Bool { [SIGABRT, SIGSEGV, SIGKILL, SIGILL, SIGTRAP].contains(status - 128) }
  }

  package init(
    words: [String], environment: [String] = [], seconds: Int = 20, outputLimit: Int = 64 << 20, memoryLimit: Int = 2 << 30
  ) {
    (self.words, self.environment, self.seconds) = (words, environment, seconds)
    (self.outputLimit, self.memoryLimit) = (outputLimit, memoryLimit)
  }

  /// Why there is no output at all. A program that fails by itself has an outcome with a status.
  package enum Failure: Error, Hashable, Sendable {
    case notFound
    case notStarted(reason: String)
    case timeOut(seconds: Int)
    case tooMuchOutput
  }

  /// Runs the program to its end, with `input` as its standard input.
  package func run(_ input: [UInt8]) throws(Failure) -> Outcome {
    let (process, toChild, fromChild, errors) = try start()
    toChild.closeRead()
    fromChild.closeWrite()
    errors.closeWrite()
    var outcome: Result<Outcome, Failure>
    do throws(Failure) {
      outcome = .success(try converse(input, toChild, fromChild, errors))
    } catch {
      outcome = .failure(error)
      kill(-process, SIGKILL)
    }
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    var done = try outcome.get()
    done.usedSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    // 7 bits of signal, then the code.
    done.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return done
  }

  /// Two children that start at once must not inherit each other's pipes.
  private static let startLock = Mutex(())

  private func start() throws(Failure) -> (pid_t, Pipe, Pipe, Pipe) {
    try Self.startLock.withLock { _ throws(Failure) in
      guard let input = Pipe(), let output = Pipe(), let errors = Pipe() else { throw .notStarted(reason: reasonOfErrno()) }
      return (try spawn(input, output, errors), input, output, errors)
    }
  }

  private func spawn(_ input: Pipe, _ output: Pipe, _ errors: Pipe) throws(Failure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, inputFile ?? input.read, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup($0) } + Self.inherited + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(&process, words.first ?? "", &actions, &attributes, arguments, variables)
    guard code == 0 else { throw code == ENOENT ? .notFound : .notStarted(reason: unsafe String(cString: strerror(code))) }
    // It is still waiting for its input.
    _ = confine_limit_data(process, memoryLimit)
    if let cpuSeconds { _ = confine_limit_cpu_of(process, cpuSeconds) }
    return process
  }

  private static var inherited: [UnsafeMutablePointer<CChar>?] {
    unsafe ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH"].compactMap { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe strdup(name + "=" + String(cString: value))
    }
  }

  /// Writes and reads whatever is ready, until both outputs are closed.
  private func converse(_ input: [UInt8], _ toChild: Pipe, _ fromChild: Pipe, _ errors: Pipe) throws(Failure) -> Outcome {
    var output: [UInt8] = []
    var complaints: [UInt8] = []
    var written = 0
    if input.isEmpty { toChild.closeWrite() }
    let end = Self.now + seconds * 1000
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while fromChild.read >= 0 || errors.read >= 0 {
      let left = end - Self.now
      guard left > 0 else { throw .timeOut(seconds: seconds) }
      var files = [
        pollfd(fd: fromChild.read, events: Int16(POLLIN), revents: 0), pollfd(fd: errors.read, events: Int16(POLLIN), revents: 0),
        pollfd(fd: toChild.write, events: Int16(POLLOUT), revents: 0),
      ]
      guard unsafe poll(&files, nfds_t(files.count), Int32(clamping: left)) >= 0 || errno == EINTR else { break }
      if files[2].revents != 0 {
        let count = write(input[written...].prefix(4096), to: toChild.write)
        if count > 0 { written += count }
        // A program that has read enough may exit.
        if count < 0 && errno != EINTR && errno != EAGAIN || written == input.count { toChild.closeWrite() }
      }
      if files[0].revents != 0 {
        let count = unsafe Glibc.read(fromChild.read, &buffer, buffer.count)
        if count > 0 { output += buffer[..<count] } else if count == 0 || errno != EINTR { fromChild.closeRead() }
        guard output.count <= outputLimit else { throw .tooMuchOutput }
      }
      if files[1].revents != 0 {
        let count = unsafe Glibc.read(errors.read, &buffer, buffer.count)
        if count > 0 {
          complaints += buffer[..<count].prefix(max(0, 4096 - complaints.count))
        } else if count == 0 || errno != EINTR {
          errors.closeRead()
        }
      }
    }
    return Outcome(output: output, complaints: String(decoding: complaints, as: UTF8.self), status: 0)
  }

  /// Writes without raising SIGPIPE, whatever this process does with that signal.
  private func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    var broken = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&broken)
    unsafe sigaddset(&broken, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &broken, &before)
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
    let reason = errno
    if count < 0, reason == EPIPE {
      var none = timespec()
      unsafe sigtimedwait(&broken, nil, &none)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = reason
    return count
  }

  /// Milliseconds of a clock that cannot be set.
  private static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// Both ends of a pipe; -1 for a closed end.
private final class Pipe {
  private(set) var read: Int32
  private(set) var write: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    (read, write) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    closeRead()
    closeWrite()
  }

  func closeRead() {
    if read >= 0 { close(read) }
    read = -1
  }

  func closeWrite() {
    if write >= 0 { close(write) }
    write = -1
  }
}

/// Starts a program that keeps a socket as descriptor 3.
///
/// - Returns: Its process, and the other end of the socket; nil where it can't be started.
func startWorker(_ words: [String]) -> (process: pid_t, socket: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard unsafe confine_pair(&ends) == 0 else { return nil }
  defer { close(ends[1]) }
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  // The same number would keep its mark for closing.
  let end = ends[1] == DrawingWorker.socket ? fcntl(ends[1], F_DUPFD_CLOEXEC, 4) : ends[1]
  defer { if end != ends[1] { close(end) } }
  unsafe posix_spawn_file_actions_adddup2(&actions, end, DrawingWorker.socket)
  let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
  var process: pid_t = 0
  guard unsafe posix_spawn(&process, words.first ?? "", &actions, nil, arguments, environ) == 0 else {
    close(ends[0])
    return nil
  }
  return (process, ends[0])
}
