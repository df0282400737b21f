internal import Glibc
internal import TypesetDiagnostics
package import TypesetJSON

/// A server of one page for one user: on the loopback interface only, at a port that the system chooses, below an address that cannot
/// be guessed. Pages of other origins get nothing.
package final class PreviewServer {
  /// A request to the server.
  package enum Request {
    /// A page's picture is wanted: `answer` gives it.
    case page(Int, connection: Int)
    /// The source is to be opened at a line.
    ///
    /// - Parameter click: Where the page was clicked; nil for a message of the list below the pages.
    case open(file: String, line: Int, click: Click?)
  }

  /// A place on a page.
  package struct Click {
    /// From 0.
    package var page: Int
    /// Points from the upper left corner.
    package var x: Double
    package var y: Double
  }

  private struct Connection {
    var socket: Int32
    var incoming: [UInt8] = []
    var outgoing = ByteQueue()
    var isStream = false
    var isWaiting = false
    var closes = false
  }

  /// The port on which it listens.
  package let port: Int
  /// What its addresses begin with.
  package let token: String
  private let listener: Int32
  private var connections: [Int: Connection] = [:]
  private var count = 0
  /// The latest state, which new streams get at once.
  private var state: JSON?

  /// The address of the preview, with its token.
  package var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  private static let mostConnections = 64
  private static let mostRequestBytes = 1 << 16
  /// A browser with more unread bytes than this is disconnected.
  private static let mostWaitingBytes = 64 << 20

  /// - Parameters:
  ///   - wanted: 0 is one that is free.
  ///   - token: What its addresses begin with; nil is one that cannot be guessed.
  package init?(port wanted: Int = 0, token: String? = nil) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    Self.prepare(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: wanted)).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, pointer, &size) == 0
      }
    }
    guard listener >= 0, isBound else { return nil }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    var generator = SystemRandomNumberGenerator()
    self.token = token ?? (0..<2).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 36) }.joined()
  }

  deinit {
    for connection in connections.values { close(connection.socket) }
    close(listener)
  }

  /// The sockets from which it waits to read.
  package var reading: [Int32] { [listener] + connections.values.filter { !$0.isWaiting && !$0.closes }.map(\.socket) }
  /// The sockets to which it waits to write.
  package var writing: [Int32] { connections.values.filter { !$0.outgoing.isEmpty }.map(\.socket) }

  // MARK: Sending

  /// Tells all browsers of a new state.
  ///
  /// - Parameters:
  ///   - pages: All pages, for browsers that come.
  ///   - changed: The pages that connected browsers do not know yet.
  package func show(_ pages: [JSON], changed: [JSON], diagnostics: JSON) {
    state = JSON(members: ["pages": .array(pages), "diagnostics": diagnostics])
    let change = JSON(members: ["count": JSON(pages.count), "changed": .array(changed), "diagnostics": diagnostics])
    broadcast("event: change\ndata: \(change)\n\n")
  }

  /// Makes all browsers scroll to a line of the source.
  package func reveal(file: String, line: Int) {
    broadcast("event: reveal\ndata: \(JSON(members: ["file": .string(file), "line": JSON(line)]))\n\n")
  }

  private func broadcast(_ text: String) {
    for (number, connection) in connections where connection.isStream {
      if connection.outgoing.count > Self.mostWaitingBytes { drop(number) } else { connections[number]?.outgoing += text.utf8 }
    }
  }

  /// Answers a request for a page.
  package func answer(_ number: Int, svg: String?) {
    guard connections[number] != nil else { return }
    connections[number]?.isWaiting = false
    if let svg { respond(number, "200 OK", type: "image/svg+xml", Array(svg.utf8)) } else { respond(number, "404 Not Found") }
  }

  private func respond(_ number: Int, _ status: String, type: String = "text/plain", _ body: [UInt8] = []) {
    let head =
      "HTTP/1.1 \(status)\r\nContent-Type: \(type); charset=utf-8\r\nContent-Length: \(body.count)\r\nCache-Control: no-store\r\n"
      + "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
      + "Content-Security-Policy: default-src 'none'; img-src 'self' data:; connect-src 'self'; style-src 'unsafe-inline'; "
      + "script-src 'unsafe-inline'; frame-ancestors 'none'\r\nConnection: close\r\n\r\n"
    connections[number]?.outgoing += Array(head.utf8) + body
    connections[number]?.closes = true
  }

  // MARK: Receiving

  /// Handles the sockets that are ready.
  package func serve(readable: Set<Int32>, writable: Set<Int32>) -> [Request] {
    var requests: [Request] = []
    if readable.contains(listener) { accept() }
    for (number, connection) in connections where readable.contains(connection.socket) {
      if let request = read(number) { requests.append(request) }
    }
    for (number, connection) in connections where writable.contains(connection.socket) || !connection.outgoing.isEmpty { write(number) }
    return requests
  }

  private func accept() {
    while true {
      let socket = Glibc.accept(listener, nil, nil)
      guard socket >= 0 else { return }
      makeRoom()
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      count += 1
      connections[count] = Connection(socket: socket)
    }
  }

  /// Closes the oldest of too many connections: one that has not asked for anything, if there is one.
  private func makeRoom() {
    guard connections.count >= Self.mostConnections else { return }
    let idle = connections.filter { !$0.value.isStream && !$0.value.isWaiting && $0.value.outgoing.isEmpty }
    if let oldest = (idle.isEmpty ? connections : idle).keys.min() { drop(oldest) }
  }

  private func drop(_ number: Int) {
    if let connection = connections.removeValue(forKey: number) { close(connection.socket) }
  }

  private func write(_ number: Int) {
    guard let socket = connections[number]?.socket else { return }
    let sent = unsafe connections[number]?.outgoing.removeFirst(atMost: .max) {
      unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if let sent, sent < 0, errno != EAGAIN, errno != EINTR { return drop(number) }
    if let connection = connections[number], connection.outgoing.isEmpty, connection.closes { drop(number) }
  }

  private func read(_ number: Int) -> Request? {
    guard let socket = connections[number]?.socket else { return nil }
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    let got = unsafe chunk.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
    guard got > 0 else {
      if got == 0 || errno != EAGAIN && errno != EINTR { drop(number) }
      return nil
    }
    // A stream sends no further requests.
    guard let connection = connections[number], !connection.isStream else { return nil }
    let incoming = connection.incoming + chunk[..<got]
    guard incoming.count <= Self.mostRequestBytes else {
      drop(number)
      return nil
    }
    connections[number]?.incoming = incoming
    guard let message = Message(incoming) else { return nil }
    return handle(message, number)
  }

  private func handle(_ message: Message, _ number: Int) -> Request? {
    let own = ["127.0.0.1:\(port)", "localhost:\(port)"]
    // Other host names are not this server's (DNS rebinding), and other origins are not its pages.
    guard !message.isAmbiguous, own.contains(message.fields["host"] ?? ""),
      message.fields["origin"].map({ origin in own.contains { origin == "http://" + $0 } }) ?? true,
      message.path.hasPrefix("/\(token)/")
    else {
      respond(number, "404 Not Found")
      return nil
    }
    let path = message.path.dropFirst(token.count + 2).prefix { $0 != "?" }
    switch (message.method, path) {
    case ("GET", ""): respond(number, "200 OK", type: "text/html", Array(PreviewPage.html.utf8))
    case ("GET", "state"): respond(number, "200 OK", type: "application/json", (state ?? JSON(members: [:])).bytes)
    case ("GET", "events"):
      connections[number]?.isStream = true
      connections[number]?.outgoing += "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n".utf8
      if let state { connections[number]?.outgoing += "data: \(state)\n\n".utf8 }
    case ("POST", "open"), ("POST", "reveal"):
      respond(number, "204 No Content")
      guard let body = try? JSON(message.body[...]), let file = body["file"]?.text, let line = body["line"]?.integer else { return nil }
      if path == "open" { return .open(file: file, line: line, click: Click(body)) }
      reveal(file: file, line: line)
    default:
      guard message.method == "GET", path.hasPrefix("page/"), let page = DocumentNumber.whole(path.dropFirst(5)) else {
        respond(number, "404 Not Found")
        return nil
      }
      connections[number]?.isWaiting = true
      return .page(page, connection: number)
    }
    return nil
  }

  // A port may be used again at once after the program has ended.
  private static func prepare(_ socket: Int32) {
    var isOn: Int32 = 1
    unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// A request of HTTP (RFC 9112), as far as browsers send them.
  private struct Message {
    var method: String
    var path: String
    var fields: [String: String] = [:]
    var body: [UInt8] = []
    /// True if a field is given twice that decides who may ask (RFC 9112, 3.2: such a request is refused), or how long the body is.
    var isAmbiguous = false

    /// - Returns: Nil if it is incomplete or invalid.
    init?(_ bytes: [UInt8]) {
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
      let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).parts(between: "\r\n").filter { !$0.isEmpty }
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count == 3 else { return nil }
      (method, path) = (String(words[0]), String(words[1]))
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        var value = line[line.index(after: colon)...]
        while value.first == " " { value.removeFirst() }
        let name = line[..<colon].lowercased()
        let isSecond = fields.updateValue(String(value), forKey: name) != nil
        if isSecond, ["host", "origin", "content-length"].contains(name) { isAmbiguous = true }
      }
      let length = fields["content-length"].flatMap { DocumentNumber.whole($0) } ?? 0
      guard length >= 0, bytes.count - end.upperBound >= length else { return nil }
      body = Array(bytes[end.upperBound..<end.upperBound + length])
    }
  }
}

extension PreviewServer.Click {
  fileprivate init?(_ json: JSON) {
    guard let page = json["page"]?.integer, page >= 0, let x = json["x"]?.double, let y = json["y"]?.double else { return nil }
    (self.page, self.x, self.y) = (page, x, y)
  }
}
