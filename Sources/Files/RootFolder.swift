internal import CLinux
internal import Glibc

/// A folder below which files may be read. It owns a descriptor, so renaming the folder has no effect.
final class RootFolder: Sendable {
  /// Absolute, without links; `/` or no slash at its end.
  let path: String
  private let descriptor: Int32
  /// False leaves the kernel's own resolution aside, as on kernels that lack it.
  private let asksKernel: Bool

  /// - Returns: Nil where there is no such folder.
  init?(_ path: String, asksKernel: Bool = true) {
    guard let real = realPath(path) else { return nil }
    let descriptor = unsafe Glibc.open(real, pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    (self.path, self.descriptor, self.asksKernel) = (real, descriptor, asksKernel)
  }

  deinit { close(descriptor) }

  /// The rest of an absolute path that begins with this folder; nil for others.
  func remainder(of absolute: String) -> Substring? {
    guard path != "/" else { return absolute.dropFirst() }
    guard absolute.hasPrefix(path) else { return nil }
    let rest = absolute.dropFirst(path.count)
    return rest.isEmpty ? rest : rest.hasPrefix("/") ? rest.dropFirst() : nil
  }

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

  /// Goes from folder to folder, following links by hand: what `RESOLVE_BENEATH` does, in this process.
  private func walk(to path: String, flags: Int32) -> Result<Int32, SystemError> {
    var walk = PathWalk(root: descriptor)
    defer { walk.end() }
    return walk.open(path, flags: flags)
  }
}

/// `O_PATH` of open(2), which glibc declares only with GNU's extensions.
let pathOnly: Int32 = 0o1000_0000

/// The resolution of one path below a folder: no `..` above the folder, no link to an absolute path, 40 links at most, as in the kernel.
private struct PathWalk {
  let root: Int32
  /// Open folders, each in the one before it.
  private var folders: [Int32] = []
  private var links = 0

  init(root: Int32) { self.root = root }

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

/// The absolute path of a file that exists, without links and dots; nil where there is none.
package func realPath(_ path: String) -> String? {
  guard let found = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(found) }
  return unsafe String(cString: found)
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
