internal import Glibc

/// The whole of a file, or of standard input for `-`. The kernel's own files and devices are not read, but terminals and `/dev/null`.
///
/// - Parameter limit: More bytes than this are an error (`EFBIG`), so that an endless input ends.
package func readFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
  let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw SystemError(code: errno) }
  defer { if path != "-" { close(descriptor) } }
  var bytes: [UInt8] = []
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
  guard path == "-" || isReadable(descriptor, status) else { throw SystemError(code: EPERM) }
  if status.st_size > 0 {
    guard status.st_size <= limit else { throw SystemError(code: EFBIG) }
    bytes.reserveCapacity(Int(status.st_size) + 1)
  }
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      if errno == EINTR { continue }
      throw SystemError(code: errno)
    }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
    guard bytes.count <= limit else { throw SystemError(code: EFBIG) }
  }
}

/// False for disks, devices such as `/dev/zero`, and what the kernel reports about processes and the machine.
private func isReadable(_ file: Int32, _ status: stat) -> Bool {
  switch status.st_mode & S_IFMT {
  case S_IFBLK: false
  // 1, 3 is /dev/null (devices.txt of the kernel).
  case S_IFCHR: isatty(file) != 0 || status.st_rdev == 0x103
  default: !isKernelFile(file)
  }
}

/// The names of what a folder holds, in order; hidden files too, the folder itself and the one above not.
///
/// - Parameter prefix: What they begin with.
package func fileNames(in folder: String, startingWith prefix: String = "") throws(SystemError) -> [String] {
  guard let stream = unsafe opendir(folder) else { throw SystemError(code: errno) }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if name != ".", name != "..", name.hasPrefix(prefix) { names.append(name) }
  }
  return names.sorted()
}

/// The path of a name in a folder; the empty folder is the working one.
package func path(of name: String, in folder: String) -> String {
  folder.isEmpty ? name : folder + (folder.hasSuffix("/") ? "" : "/") + name
}

/// Makes a folder and the folders above it, unless they exist.
///
/// - Parameter mode: The permissions of the new folders.
package func makeFolder(_ path: String, mode: UInt32 = 0o777) throws(SystemError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += part + "/"
    guard unsafe mkdir(made, mode) != 0, errno != EEXIST else { continue }
    throw SystemError(code: errno)
  }
}

/// Writes a file whole or not at all, and the folders above it.
package func writeWhole(_ bytes: [UInt8], to path: String) throws(SystemError) {
  if let slash = path.lastIndex(of: "/"), slash > path.startIndex { try makeFolder(String(path[..<slash])) }
  let file = try NewFile(path)
  let result = unsafe bytes.withUnsafeBytes { buffer in
    Result { () throws(SystemError) in try unsafe file.write(buffer) }
  }
  if case .failure(let error) = result {
    file.discard()
    throw error
  }
  try NewFile.finish([file])
}
