internal import CLinux
internal import Glibc

/// A folder below which files may be read. It owns a descriptor, so renaming the folder has no effect.
final class RootFolder: Sendable {
  /// Absolute, without links; `/` or no slash at its end.
  let path: String
  private let descriptor: Int32
  /// False leaves the kernel's own resolution aside, as on kernels that lack it.
  private let asksKernel: Bool
  /// Which names are never opened below it.
  private let closed: ClosedNames

  /// - Returns: Nil where there is no such folder.
  init?(_ path: String, readsHidden: Bool = true, asksKernel: Bool = true) {
    guard let real = realPath(path) else { return nil }
    let descriptor = unsafe Glibc.open(real, pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    closed = ClosedNames(hidden: !readsHidden, machine: real == "/")
    // The kernel knows no names that are closed.
    (self.path, self.descriptor, self.asksKernel) = (real, descriptor, asksKernel && closed.isEmpty)
  }

  deinit { close(descriptor) }

  /// The rest of an absolute path that begins with this folder; nil for others.
  func remainder(of absolute: String) -> Substring? { pathRemainder(of: absolute, below: path) }

  /// Opens a path below the folder; `errno` is `EXDEV` where it would lead out.
  ///
  /// - Returns: A descriptor that the caller closes, or the error's code.
  func open(_ path: String, flags: Int32) -> Result<Int32, SystemError> {
    let path = path.isEmpty ? "." : path
    guard asksKernel else { return walk(to: path, flags: flags) }
    // A folder that is moved while `..` is resolved makes the kernel give up (openat2(2), EAGAIN).
    for _ in 0..<16 {
      let file = unsafe mdtypeset_openat2(descriptor, path, UInt64(flags), mdtypeset_beneath)
      if file >= 0 { return .success(file) }
      switch errno {
      case EAGAIN, EINTR: continue
      // Kernels before 5.6, and filters of system calls that do not know it.
      case ENOSYS, EPERM: return walk(to: path, flags: flags)
      default: return .failure(SystemError(code: errno))
      }
    }
    return .failure(SystemError(code: EAGAIN))
  }

  /// Which of these names are in a folder below this one.
  func names(_ names: [String], in path: String) -> Set<String> {
    guard case .success(let folder) = open(path, flags: pathOnly | O_DIRECTORY | O_CLOEXEC) else { return [] }
    defer { close(folder) }
    var status = stat()
    return Set(names.filter { unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 })
  }

  /// Goes from folder to folder, following links by hand: what `RESOLVE_BENEATH` does, in this process.
  private func walk(to path: String, flags: Int32) -> Result<Int32, SystemError> {
    var walk = PathWalk(root: descriptor, closed: closed)
    defer { walk.end() }
    return walk.open(path, flags: flags)
  }
}

/// `O_PATH` of open(2), which glibc declares only with GNU's extensions.
let pathOnly: Int32 = 0o1000_0000

/// Names that lead to nothing below a root.
private struct ClosedNames {
  /// True for names that begin with a dot.
  var hidden: Bool
  /// `/dev`, `/proc` and `/sys`, for the root of the machine.
  var machine: Bool

  var isEmpty: Bool { !hidden && !machine }

  /// The error for a name.
  ///
  /// - Parameter isFirst: True if the name is one of the root's own.
  func refusal(of name: String, isFirst: Bool) -> Int32? {
    if hidden, name.utf8.first == UInt8(ascii: ".") { return hiddenName }
    return machine && isFirst && ["dev", "proc", "sys"].contains(name) ? EISDIR : nil
  }
}

/// The error for a name that begins with a dot, if such names are not read.
let hiddenName: Int32 = EKEYREJECTED

/// The resolution of one path below a folder: no `..` above the folder, no link to an absolute path, 40 links at most, as in the kernel.
private struct PathWalk {
  let root: Int32
  let closed: ClosedNames
  /// Open folders, each in the one before it.
  private var folders: [Int32] = []
  private var links = 0

  init(root: Int32, closed: ClosedNames) { (self.root, self.closed) = (root, closed) }

  func end() { for folder in folders { close(folder) } }

  mutating func open(_ path: String, flags: Int32) -> Result<Int32, SystemError> {
    guard !path.hasPrefix("/") else { return .failure(SystemError(code: EXDEV)) }
    var rest = Self.parts(of: path)
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        guard let last = folders.popLast() else { return .failure(SystemError(code: EXDEV)) }
        close(last)
        continue
      }
      if let code = closed.refusal(of: part, isFirst: folders.isEmpty) { return .failure(SystemError(code: code)) }
      let parent = folders.last ?? root
      let next = unsafe openat(parent, part, pathOnly | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { return .failure(SystemError(code: errno)) }
      if let target = Self.target(ofLink: next) {
        close(next)
        links += 1
        guard links <= 40 else { return .failure(SystemError(code: ELOOP)) }
        guard !target.hasPrefix("/") else { return .failure(SystemError(code: EXDEV)) }
        rest += Self.parts(of: target)
      } else if rest.isEmpty, flags & pathOnly == 0 {
        close(next)
        let file = unsafe openat(parent, part, flags | O_NOFOLLOW)
        return file >= 0 ? .success(file) : .failure(SystemError(code: errno))
      } else if rest.isEmpty {
        return .success(next)
      } else {
        folders.append(next)
      }
    }
    return .failure(SystemError(code: EISDIR))
  }

  /// The last part first.
  private static func parts(of path: String) -> [String] { path.split(separator: "/").reversed().map(String.init) }

  /// Where a link leads; nil if it is not a link.
  private static func target(ofLink file: Int32) -> String? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
      return unsafe readlinkat(file, "", start, bytes.count)
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : "/"
  }
}

/// The absolute path of a file that exists, without links and dots; nil for a missing file.
package func realPath(_ path: String) -> String? {
  guard let found = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(found) }
  return unsafe String(cString: found)
}

/// What follows a folder in an absolute path, compared by bytes: names in NFC and NFD are two.
///
/// - Parameter folder: Absolute; `/` or no slash at its end.
/// - Returns: Nil for a path that is not below the folder.
package func pathRemainder(of absolute: String, below folder: String) -> Substring? {
  let (path, start) = (absolute.utf8, folder == "/" ? "".utf8 : folder.utf8)
  guard path.starts(with: start) else { return nil }
  let rest = path.dropFirst(start.count)
  return rest.isEmpty ? Substring(rest) : rest.first == UInt8(ascii: "/") ? Substring(rest.dropFirst()) : nil
}

/// The folder that the program runs in.
func workingFolder() -> String { realPath(".") ?? "/" }

/// True if it is one of the kernel's own files, which reveal something about this process or machine.
func isKernelFile(_ file: Int32) -> Bool {
  // PROC_SUPER_MAGIC, SYSFS_MAGIC, DEBUGFS_MAGIC, TRACEFS_MAGIC, SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC,
  // BPF_FS_MAGIC, EFIVARFS_MAGIC, CONFIGFS_MAGIC of magic.h.
  let own: [UInt] = [
    0x9FA0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673, 0x27_E0EB, 0x6367_7270, 0xCAFE_4A11, 0xDE5E_81E4, 0x6265_6570,
  ]
  return own.contains(UInt(mdtypeset_file_system(file)))
}

/// How a place is reached from a folder, `../pictures/a.png`, and in how many steps.
///
/// - Parameter place: Absolute, as the folder is.
package func relativePath(of place: String, from folder: String) -> (steps: Int, path: String) {
  let there = place.split(separator: "/")
  let here = folder.split(separator: "/")
  let shared = zip(there, here).prefix { $0 == $1 }.count
  let up = here.count - shared
  let path = Array(repeating: "..", count: up) + there.dropFirst(shared).map(String.init)
  return (up + there.count - shared, path.joined(separator: "/"))
}
