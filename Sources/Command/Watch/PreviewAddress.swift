internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPreview

/// Where a preview is served: at the address of the last time, so that a browser that shows it goes on when the program runs again.
enum PreviewAddress {
  /// A server for the inputs.
  static func server(_ arguments: Arguments) throws -> PreviewServer {
    let wanted = try TypesetVerb.count("port", arguments)
    let path = arguments.operands.first.flatMap(file)
    let known = path.flatMap(read)
    if wanted == nil, let known, let server = PreviewServer(port: known.port, token: known.token) { return server }
    let port = wanted ?? 0
    guard port < 65_536, let server = PreviewServer(port: port, token: known?.token) else {
      throw Failure(.outputUnwritable, "the preview cannot use port \(port)", hint: "another program may use it; leave out --port")
    }
    if let path { write(server, to: path) }
    return server
  }

  /// Where the address of an input is kept, for this user alone; nil where there is no folder for it.
  private static func file(of input: String) -> String? {
    guard let folder = TypesetVerb.cacheFolder, let path = realPath(input) else { return nil }
    let previews = folder + "/previews"
    guard (try? makeFolder(previews, mode: 0o700)) != nil, unsafe access(previews, W_OK) == 0 else { return nil }
    return previews + "/" + Digest.of(path.utf8).prefix(24)
  }

  private static func read(_ path: String) -> (port: Int, token: String)? {
    var status = stat()
    // Who can read the token can read the document.
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid(), status.st_mode & 0o077 == 0,
      let bytes = try? readFile(path, limit: 200)
    else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 2, let port = DocumentNumber.whole(words[0], in: 1...65_535), 16...64 ~= words[1].utf8.count,
      words[1].utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x61 < 26 })
    else { return nil }
    return (port, words[1])
  }

  private static func write(_ server: PreviewServer, to path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let bytes = Array("\(server.port) \(server.token)".utf8)
    unsafe bytes.withUnsafeBytes { buffer in _ = unsafe try? writeAll(buffer, to: descriptor) }
    close(descriptor)
  }
}
