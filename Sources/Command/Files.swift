internal import Glibc
internal import TypesetFiles

/// The whole of a file, or of standard input for `-`.
///
/// - Parameter limit: More bytes than this are an error (`EFBIG`), so that an endless input ends.
func readFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
  let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw SystemError(code: errno) }
  defer { if path != "-" { close(descriptor) } }
  var bytes: [UInt8] = []
  var status = stat()
  if unsafe fstat(descriptor, &status) == 0, status.st_size > 0 {
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

/// Makes a folder and those above it, where they are not there yet.
func makeFolder(_ path: String) throws(SystemError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += part + "/"
    guard unsafe mkdir(made, 0o777) != 0, errno != EEXIST else { continue }
    throw SystemError(code: errno)
  }
}

/// Writes a file whole or not at all. `-` is standard output. What is no regular file (a pipe, `/dev/null`) is written straight into.
///
/// - Parameter folder: Where it is given, the folder of the path, and a file of its last name is made there whatever has that name.
func writeFile(
  _ path: String, in folder: HeldFolder? = nil, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
) throws {
  if let folder { return unsafe try writeNewFile(try folder.newFile(lastName(path)), body) }
  if path == "-" {
    unsafe try body { chunk in try unsafe writeAll(chunk, to: STDOUT_FILENO) }
    return
  }
  var status = stat()
  let exists = unsafe stat(path, &status) == 0
  if exists, status.st_mode & S_IFMT != S_IFREG {
    guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError(code: EISDIR) }
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    unsafe try body { chunk in try unsafe writeAll(chunk, to: descriptor) }
    return
  }
  unsafe try writeNewFile(try NewFile(path), body)
}

private func writeNewFile(_ file: NewFile, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
  do {
    unsafe try body { chunk in try unsafe file.write(chunk) }
  } catch {
    file.discard()
    throw error
  }
  try NewFile.finish([file])
}

/// What follows the last slash.
private func lastName(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }

/// A file of several that get their names together; nil where it is no regular file and has been written straight into.
///
/// - Parameter folder: As in `writeFile`.
func draftFile(_ path: String, in folder: HeldFolder? = nil, _ bytes: [UInt8]) throws -> NewFile? {
  var status = stat()
  let isOther = unsafe folder == nil && stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  if folder == nil, path == "-" || isOther {
    unsafe try writeFile(path) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } }
    return nil
  }
  let file = try folder?.newFile(lastName(path)) ?? NewFile(path)
  do {
    unsafe try bytes.withUnsafeBytes { try unsafe file.write($0) }
  } catch {
    file.discard()
    throw error
  }
  return file
}

/// True if two paths lead to one file.
func isSameFile(_ a: String, _ b: String) -> Bool {
  var first = stat()
  var second = stat()
  guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino
}

/// True if a path leads to something.
func fileExists(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0
}
