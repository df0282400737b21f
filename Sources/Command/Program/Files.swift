internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles

/// Writes a file whole or not at all. `-` is standard output. What is no regular file (a pipe, `/dev/null`) is written straight into.
///
/// - Parameter folder: Where it is given, the folder of the path, and a file of its last name is made there whatever has that name.
func writeFile(
  _ path: String, in folder: HeldFolder? = nil, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
) throws {
  if let folder { return unsafe try writeNewFile(try folder.newFile(lastName(path)), body) }
  if path == "-" { return unsafe try write(to: STDOUT_FILENO, body) }
  var status = stat()
  let exists = unsafe stat(path, &status) == 0
  if exists, status.st_mode & S_IFMT != S_IFREG {
    guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError(code: EISDIR) }
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    return unsafe try write(to: descriptor, body)
  }
  unsafe try writeNewFile(try NewFile(path), body)
}

/// Writes to what is no file. To a terminal nothing goes that would steer it; files and pipes get the bytes as they are.
private func write(to descriptor: Int32, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
  guard isatty(descriptor) != 0 else { return unsafe try body { chunk in try unsafe writeAll(chunk, to: descriptor) } }
  // A character may be in two pieces.
  let gathered = Gathered()
  unsafe try body { chunk in unsafe gathered.bytes += chunk }
  let text = Array(String(decoding: gathered.bytes, as: UTF8.self).forTerminal.utf8)
  unsafe try text.withUnsafeBytes { try unsafe writeAll($0, to: descriptor) }
}

/// Bytes that come in pieces.
final class Gathered {
  var bytes: [UInt8] = []
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

/// The program's folder among those of a user: within the one that a variable names, or within one of the home folder; nil where there is neither.
///
/// - Source: XDG Base Directory Specification.
func userFolder(_ variable: String, else folder: String) -> String? {
  if let named = unsafe getenv(variable), unsafe named.pointee != 0 { return unsafe String(cString: named) + "/mdtypeset" }
  guard let home = unsafe getenv("HOME"), unsafe home.pointee != 0 else { return nil }
  return unsafe String(cString: home) + "/\(folder)/mdtypeset"
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
