internal import CLeftovers
internal import CLinux
internal import Glibc
internal import Synchronization

/// A file without its name yet. It is removed if a signal ends the program, and is locked as long as it is open.
struct Draft: Sendable {
  /// With a slash at its end; empty for the working folder.
  let folder: String
  let path: String
  /// Below zero once it is closed.
  private(set) var descriptor: Int32
  private let leftover: UInt

  /// What the names of all drafts begin with. What follows is `word`, or a mark before it.
  static let prefix = ".mdtypeset-"
  /// The mark of the file that keeps closed drafts.
  static let keeperMark = "keep-"

  /// - Parameters:
  ///   - mode: Who may use the file, less what the umask takes away.
  ///   - isExact: True if the umask takes nothing away.
  init(in folder: String, mark: String = "", mode: UInt32, isExact: Bool = false) throws(SystemError) {
    for _ in 0..<100 {
      let path = folder + Self.prefix + mark + Self.word()
      let leftover = unsafe leftovers_add(path)
      let file = Self.open(path, mode: mode, isExact: isExact)
      let code = errno
      if file >= 0, Self.holds(file) {
        (self.folder, self.path, descriptor, self.leftover) = (folder, path, file, leftover)
        return
      }
      if file >= 0 { close(file) }
      leftovers_forget(leftover)
      guard file >= 0 || code == EEXIST else { throw SystemError(code: code) }
    }
    throw SystemError(code: EEXIST)
  }

  /// One at a time, since the umask is the process's.
  private static let opening = Mutex(())

  private static func open(_ path: String, mode: UInt32, isExact: Bool) -> Int32 {
    opening.withLock { _ in
      // The sandbox has no fchmod: a mode is given when a file is made.
      let mask = isExact ? umask(0) : 0
      let file = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      let code = errno
      if isExact { _ = umask(mask) }
      errno = code
      return file
    }
  }

  /// Locks a new file; false where another program has removed it before it was locked. Without locks (some network folders) nothing is removed.
  private static func holds(_ file: Int32) -> Bool {
    var status = stat()
    guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
    return unsafe fstat(file, &status) == 0 && status.st_nlink > 0
  }

  /// Writes out what the system holds back (some network folders report errors no earlier), and keeps the lock; the error's code, or 0.
  func flush() -> Int32 {
    guard descriptor >= 0 else { return 0 }
    // Each descriptor that is closed reports them; the lock belongs to all copies together.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 && close(copy) != 0 ? errno : 0
  }

  /// The same without its descriptor and lock.
  func closed() throws(SystemError) -> Draft {
    guard close(descriptor) == 0 else { throw SystemError(code: errno) }
    var copy = self
    copy.descriptor = -1
    return copy
  }

  /// For a draft that has its name, or is gone.
  func forget() {
    if descriptor >= 0 { close(descriptor) }
    leftovers_forget(leftover)
  }

  func discard() {
    unsafe unlink(path)
    forget()
  }

  /// 96 bits that cannot be guessed, in letters and digits.
  private static func word() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
    return high + String(UInt32.random(in: .min ... .max, using: &generator), radix: 36)
  }

  /// True for the name of a draft: other names begin alike (`.mdtypeset-batch`).
  static func isName(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let rest = name.dropFirst(prefix.count)
    let word = rest.hasPrefix(keeperMark) ? rest.dropFirst(keeperMark.count) : rest
    return word.utf8.count >= 12 && word.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x61 && $0 <= 0x7A }
  }
}

/// What killed programs have left in a folder.
enum AbandonedDrafts {
  private static let seen = Mutex<Set<PathBytes>>([])

  /// Removes it the first time that this process writes into a folder.
  ///
  /// - Parameter folder: With a slash at its end; empty for the working folder.
  static func removeOnce(in folder: String) {
    guard seen.withLock({ $0.insert(PathBytes(folder)).inserted }) else { return }
    for name in names(in: folder) where !isKept(folder) { remove(folder + name) }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          guard unsafe strncmp(name, Draft.prefix, Draft.prefix.utf8.count) == 0 else { return }
          let name = unsafe String(cString: name)
          if Draft.isName(name) { names.append(name) }
        }
      }
    }
    return names
  }

  /// True if a program that runs keeps closed drafts in a folder. It is asked anew for each of them, since a program makes its keeper before it
  /// closes a draft.
  private static func isKept(_ folder: String) -> Bool {
    names(in: folder).contains { name in
      guard name.hasPrefix(Draft.prefix + Draft.keeperMark) else { return false }
      return lock(folder + name) {} == false
    }
  }

  private static func remove(_ path: String) {
    _ = lock(path) { unsafe unlink(path) }
  }

  /// Does something with a file that no program has locked.
  ///
  /// - Returns: False if a program has the lock; nil if the file cannot be opened.
  private static func lock(_ path: String, _ body: () -> Void) -> Bool? {
    let file = unsafe open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK ? false : nil }
    body()
    return true
  }
}
