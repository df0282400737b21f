import Foundation
import Synchronization
import Testing

@testable import TypesetPictures

/// Serves one answer for each path on the loopback network, as often as it is asked.
private final class Server: Sendable {
  let port: Int
  private let socket: Int32
  private let count = Mutex<[String: Int]>([:])

  init(_ answers: [String: String]) throws {
    let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = unsafe bind(listener, pointer, length)
        _ = unsafe getsockname(listener, pointer, &length)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    _ = listen(listener, 16)
    socket = listener
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let got = unsafe recv(connection, &buffer, buffer.count, 0)
        let request = String(decoding: buffer.prefix(max(0, got)), as: UTF8.self)
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
        count.withLock { $0[path, default: 0] += 1 }
        let answer = answers[path] ?? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        _ = unsafe Array(answer.utf8).withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        close(connection)
      }
    }
  }

  deinit { close(socket) }

  func requests(_ path: String) -> Int { count.withLock { $0[path] ?? 0 } }
}

@Suite struct NetworkTests {
  private static let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'/>"

  private static func answer(_ body: String) -> String { "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)" }

  private func access(_ hosts: String...) -> NetworkAccess {
    var access = NetworkAccess()
    access.hosts = hosts
    access.timeOut = 2
    return access
  }

  private func error(_ address: String, in book: PictureBook) -> PictureError? {
    do throws(PictureError) { _ = try book.load(address: address) } catch { return error }
    return nil
  }

  @Test func `a picture of an allowed host is loaded, by way of a redirection too`() throws {
    let server = try Server([
      "/a.svg": Self.answer(Self.svg),
      "/old.svg": "HTTP/1.1 301 Moved\r\nLocation: /a.svg\r\nContent-Length: 0\r\n\r\n",
    ])
    let book = PictureBook()
    let addresses = ["/a.svg", "/old.svg"].map { "http://127.0.0.1:\(server.port)\($0)" }
    book.fetch(addresses, access: access("127.0.0.1"))
    for address in addresses { #expect(book.picture(try book.load(address: address)).kind == .svg) }
  }

  @Test func `nothing is loaded that nobody has allowed`() throws {
    let server = try Server(["/a.svg": Self.answer(Self.svg)])
    let book = PictureBook()
    let address = "http://127.0.0.1:\(server.port)/a.svg"
    #expect(error(address, in: book) == .notAllowed)
    book.fetch([address], access: access("example.org"))
    #expect(error(address, in: book) == .notLoaded(reason: "127.0.0.1 is not among the hosts that are allowed"))
    #expect(server.requests("/a.svg") == 0)
  }

  @Test func `private networks are closed unless their host is named`() throws {
    let server = try Server(["/a.svg": Self.answer(Self.svg)])
    let book = PictureBook()
    let address = "http://127.0.0.1:\(server.port)/a.svg"
    book.fetch([address], access: access())
    #expect(error(address, in: book) == .notLoaded(reason: "it lies in a private network, whose hosts must be named: --allow-net=HOST"))
    #expect(server.requests("/a.svg") == 0)
  }

  @Test func `a redirection leads to allowed hosts only`() throws {
    let server = try Server(["/a": "HTTP/1.1 302 Found\r\nLocation: http://localhost:1/b\r\nContent-Length: 0\r\n\r\n"])
    let book = PictureBook()
    let address = "http://127.0.0.1:\(server.port)/a"
    book.fetch([address], access: access("127.0.0.1"))
    #expect(error(address, in: book) == .notLoaded(reason: "localhost is not among the hosts that are allowed"))
  }

  @Test func `what servers refuse and other schemes are errors`() throws {
    let server = try Server([:])
    let book = PictureBook()
    let missing = "http://127.0.0.1:\(server.port)/none"
    book.fetch([missing, "file://127.0.0.1/etc/passwd"], access: access("127.0.0.1"))
    #expect(error(missing, in: book) == .notLoaded(reason: "the server says 404"))
    #expect(error("file://127.0.0.1/etc/passwd", in: book)?.code == "picture.not-loaded")
  }

  @Test func `a kept picture is not asked for again`() throws {
    let server = try Server(["/a.svg": Self.answer(Self.svg)])
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var access = access("127.0.0.1")
    access.cache = folder + "/deep"
    let address = "http://127.0.0.1:\(server.port)/a.svg"
    for _ in 0..<2 {
      let book = PictureBook()
      book.fetch([address], access: access)
      #expect(error(address, in: book) == nil)
    }
    #expect(server.requests("/a.svg") == 1)
  }

  @Test func `hosts are found in all forms of addresses`() {
    #expect(RemotePictures.host(of: "https://User@Example.org:80/a?b#c") == "example.org")
    #expect(RemotePictures.host(of: "http://[::1]:80/") == "[::1]")
    #expect(RemotePictures.host(of: "https://a.org@evil.example/x") == "evil.example")
    #expect(RemotePictures.host(of: "no address") == nil)
  }
}

@Suite struct DiagramTests {
  private func draw(_ source: String, _ command: DiagramCommand?) -> DiagramError? {
    guard let command else { return .failed(reason: "no command", line: nil) }
    let book = PictureBook()
    return book.draw([PictureBook.Diagram(name: "d", source: source, command: command)], threads: 2)["d"]
  }

  @Test func `Graphviz draws a graph as SVG`() throws {
    let book = PictureBook()
    let diagram = PictureBook.Diagram(name: "d", source: "digraph { a -> b }", command: .graphviz(family: "serif", size: 10))
    #expect(book.draw([diagram], threads: 1).isEmpty)
    #expect(book.picture(try book.load(address: "d")).kind == .svg)
  }

  @Test func `a fault of a graph names its line`() {
    guard case .failed(let reason, let line)? = draw("graph {\n  a -> b\n}", .graphviz(family: "serif", size: 10)) else {
      Issue.record("the graph is drawn")
      return
    }
    #expect(reason.contains("syntax error"))
    #expect(line == 2)
  }

  @Test func `a program that is not there, fails or draws nothing is an error`() {
    #expect(draw("x", DiagramCommand("no-such-program --flag")) == .notFound(program: "no-such-program"))
    #expect(draw("x", DiagramCommand("sh -c 'echo bad >&2; exit 3'")) == .failed(reason: "bad", line: nil))
    #expect(draw("x", DiagramCommand("true")) == .failed(reason: "true ends with code 0", line: nil))
  }

  @Test func `a program's large input and output pass side by side`() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><!--" + String(repeating: "x", count: 1 << 20) + "--></svg>"
    #expect(draw(svg, DiagramCommand("cat")) == nil)
  }

  @Test func `a program that does not end is ended`() throws {
    let child = ChildProcess(words: ["sh", "-c", "sleep 60 & sleep 60"], seconds: 1)
    #expect(throws: ChildProcess.Failure.timeOut(seconds: 1)) { try child.run([]) }
  }

  @Test func `words of a command are read as a shell reads them`() {
    #expect(DiagramCommand(#"a 'b c' "d\"e" f\ g"#)?.words == ["a", "b c", "d\"e", "f g"])
    #expect(DiagramCommand("") == nil)
    #expect(DiagramCommand("a 'b") == nil)
  }
}
