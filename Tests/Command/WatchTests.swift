import Foundation
import Testing

@Suite struct WatchTests {
  /// The program as it watches, ended when the value goes.
  private final class Watching {
    let process = Process()
    let errors: String

    init(_ arguments: [String], in folder: Program.Folder) throws {
      errors = folder.path + "/errors"
      _ = FileManager.default.createFile(atPath: errors, contents: nil)
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = ["watch"] + arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardError = FileHandle(forWritingAtPath: errors)
      // The addresses of previews are kept there.
      process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": folder.path + "/cache"]) { $1 }
      try process.run()
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    var text: String { String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self) }
    /// How often the document has been typeset.
    var runs: Int { text.components(separatedBy: "typeset in").count - 1 }

    func wait(_ what: String, seconds: Double = 120, until isDone: () throws -> Bool) rethrows {
      let end = Date().addingTimeInterval(seconds)
      while try !isDone(), Date() < end { usleep(10_000) }
      if try !isDone() { Issue.record("\(what) did not happen: \(text)") }
    }

    /// Seconds of CPU time of the program and its processes so far.
    var processorTime: Double {
      func ticks(_ pid: String) -> Double {
        let fields = ((try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? "").split(separator: ")").last?.split(
          separator: " ")
        guard let fields, fields.count > 13 else { return 0 }
        return (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)
      }
      let own = "\(process.processIdentifier)"
      let children = ((try? String(contentsOfFile: "/proc/\(own)/task/\(own)/children", encoding: .utf8)) ?? "").split(separator: " ")
      return ([own] + children.map(String.init)).map(ticks).reduce(0, +) / 100
    }

    /// The least of CPU time that some waits of so many seconds take: on a loaded machine the last run may end within the first.
    func leastTime(of seconds: Double) -> Double {
      (0..<4).map { _ in
        let before = processorTime
        usleep(UInt32(seconds * 1_000_000))
        return processorTime - before
      }.min() ?? 0
    }
  }

  private let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='9' height='9' fill='COLOR'/></svg>"

  @Test func `every file that the document is made of makes it again, other files do not`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "---\ntheme: t.yaml\n---\n# A\n\n![p](p.svg)\n\n{{#include part.md}}\n\n![q](q.svg)\n")
    try folder.write("t.yaml", "base: article\n")
    try folder.write("p.svg", svg.replacingOccurrences(of: "COLOR", with: "red"))
    try folder.write("part.md", "Included.\n")
    let watching = try Watching(["a.md", "-o", "a.pdf"], in: folder)
    watching.wait("the first run") { watching.runs == 1 && folder.read("a.pdf") != nil }
    var last = folder.read("a.pdf")
    let changes: [(String, String)] = [
      ("a.md", "---\ntheme: t.yaml\n---\n# B\n\n![p](p.svg)\n\n{{#include part.md}}\n\n![q](q.svg)\n"),
      ("p.svg", svg.replacingOccurrences(of: "COLOR", with: "blue")), ("part.md", "Other text.\n"),
      ("t.yaml", "base: article\nbody: {size: 14pt}\n"),
      ("q.svg", svg.replacingOccurrences(of: "COLOR", with: "green")),
    ]
    for (name, text) in changes {
      try folder.write(name, text)
      watching.wait("a run after a change of \(name)") { folder.read("a.pdf") != last && folder.read("a.pdf") != nil }
      last = folder.read("a.pdf")
      usleep(100_000)
    }
    // As editors save: another file takes the name.
    try folder.write("a.md.new", "# C\n")
    #expect(unsafe rename(folder.path + "/a.md.new", folder.path + "/a.md") == 0)
    watching.wait("a run after a rename") { folder.read("a.pdf") != last }
    usleep(300_000)
    let runs = watching.runs
    try folder.write("other.md", "Not watched.\n")
    usleep(400_000)
    #expect(watching.runs == runs)
  }

  @Test func `a document that is gone for a moment is no end, and nobody's work uses no time`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n")
    let watching = try Watching(["a.md", "-o", "a.pdf"], in: folder)
    watching.wait("the first run") { folder.read("a.pdf") != nil }
    try FileManager.default.removeItem(atPath: folder.path + "/a.md")
    watching.wait("a message") { watching.text.contains("cannot read a.md") }
    let last = folder.read("a.pdf")
    try folder.write("a.md", "# Back\n")
    watching.wait("a run") { folder.read("a.pdf") != last }
    #expect(watching.leastTime(of: 1.5) < 0.02)
    #expect(watching.process.isRunning)
  }

  // MARK: The preview

  private struct Reply {
    var status: String
    var body: String
  }

  /// A connection on which nothing has been said.
  private func connection(_ port: Int) throws -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0)
    return socket
  }

  /// One request over a socket, as a browser or anybody sends it.
  private func request(_ port: Int, _ line: String, _ fields: [String: String] = [:], body: String = "") throws -> Reply {
    var all = ["Host": "127.0.0.1:\(port)", "Content-Length": "\(body.utf8.count)"]
    for (name, value) in fields { all[name] = value }
    let text = line + " HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.joined() + "\r\n" + body
    let socket = try connection(port)
    defer { close(socket) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    _ = unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
    return Reply(status: parts.first?.components(separatedBy: "\r\n").first ?? "", body: parts.dropFirst().joined(separator: "\r\n\r\n"))
  }

  private func state(_ port: Int, _ token: String) throws -> (hashes: [String], lines: [[Int]], problems: [String]) {
    let reply = try request(port, "GET /\(token)/state")
    let object = try JSONSerialization.jsonObject(with: Data(reply.body.utf8)) as? [String: Any] ?? [:]
    let pages = object["pages"] as? [[String: Any]] ?? []
    let problems = object["diagnostics"] as? [[String: Any]] ?? []
    return (
      pages.compactMap { $0["hash"] as? String }, pages.map { ($0["places"] as? [[String: Any]] ?? []).compactMap { $0["line"] as? Int } },
      problems.compactMap { $0["message"] as? String }
    )
  }

  @Test func `the preview shows pages, problems and places, and changes those pages alone that have changed`() throws {
    let folder = try Program.Folder()
    func text(_ word: String) -> String { "# One\n\nFirst.\n\n\\newpage\n\n# Two\n\n\(word) $\\frca$\n\n\\newpage\n\nThird.\n" }
    try folder.write("a.md", text("Second"))
    let watching = try Watching(["a.md", "--preview", "--editor", "/usr/bin/touch \(folder.path)/{file}-{line}"], in: folder)
    watching.wait("the first run") { watching.runs == 1 }
    let address = try #require(watching.text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/(\w+)\//))
    let (port, token) = (try #require(Int(address.1)), String(address.2))
    #expect(token.count >= 16)
    let first = try state(port, token)
    try #require(first.hashes.count == 3)
    #expect(first.lines == [[1, 3], [7, 9], [13]])
    #expect(first.problems.contains { $0.contains("frca") })
    #expect(try request(port, "GET /\(token)/").body.contains("EventSource"))
    #expect(
      try request(port, "GET /\(token)/page/1?x").body.hasPrefix("<?xml") || request(port, "GET /\(token)/page/1?x").body.hasPrefix("<svg"))
    #expect(try request(port, "GET /\(token)/page/9").status.contains("404"))
    try folder.write("a.md", text("Other"))
    watching.wait("the second run") { watching.runs == 2 }
    let second = try state(port, token)
    try #require(second.hashes.count == 3)
    #expect(second.hashes[0] == first.hashes[0])
    #expect(second.hashes[1] != first.hashes[1])
    #expect(second.hashes[2] == first.hashes[2])
    // A click opens the editor at the line.
    #expect(try request(port, "POST /\(token)/open", body: #"{"file":"a.md","line":9}"#).status.contains("204"))
    watching.wait("the editor") { folder.read("a.md-9") != nil }
    // Of a file that the document is not made of nothing is opened.
    _ = try request(port, "POST /\(token)/open", body: #"{"file":"x; touch y","line":1}"#)
    // Strangers get nothing.
    #expect(try request(port, "GET /").status.contains("404"))
    #expect(try request(port, "GET /wrong/state").status.contains("404"))
    #expect(try request(port, "GET /\(token)/state", ["Host": "evil.example:\(port)"]).status.contains("404"))
    // A second host, which others between would read in place of the first.
    for host in ["evil.example:\(port)", "127.0.0.1:\(port)"] {
      #expect(try request(port, "GET /\(token)/state", ["HOST": host]).status.contains("404"))
    }
    #expect(try request(port, "GET /\(token)/state", ["Origin": "http://evil.example"]).status.contains("404"))
    #expect(try request(port, "GET /\(token)/state", ["Origin": "http://127.0.0.1:\(port)"]).status.contains("200"))
    // What is no request does no harm.
    _ = try request(port, "nonsense\r\n")
    // A document that can't be made leaves the pages as they are.
    try FileManager.default.removeItem(atPath: folder.path + "/a.md")
    watching.wait("a problem") { (try? state(port, token).problems.contains { $0.contains("cannot read a.md") }) ?? false }
    #expect(try state(port, token).hashes == second.hashes)
  }

  @Test func `a preview has the same address when the program runs again, and its page says when it has ended`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n")
    try folder.write("b.md", "# B\n")
    func address(of name: String, _ words: [String] = []) throws -> (address: String, port: Int, token: String) {
      let watching = try Watching([name, "--preview"] + words, in: folder)
      watching.wait("the first run") { watching.runs == 1 }
      let found = try #require(watching.text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/(\w+)\//))
      let (port, token) = (try #require(Int(found.1)), String(found.2))
      // A connection that is open when the program ends holds the port for a while.
      #expect(try request(port, "GET /\(token)/").body.contains("mdtypeset has ended"))
      _ = try connection(port)
      return (String(found.0), port, token)
    }
    let first = try address(of: "a.md")
    #expect(try address(of: "a.md") == first)
    #expect(try address(of: "b.md").token != first.token)
    // Where another program has the port, another one is taken, and the token stays.
    let other = try Watching(["b.md", "--preview", "--port", "\(first.port)"], in: folder)
    other.wait("the other run") { other.runs == 1 }
    let moved = try address(of: "a.md")
    #expect(moved.port != first.port && moved.token == first.token)
  }

  @Test func `connections that ask for nothing do not block the preview`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "Text.\n")
    let watching = try Watching(["a.md", "--preview"], in: folder)
    watching.wait("the first run") { watching.runs == 1 }
    let address = try #require(watching.text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/(\w+)\//))
    let (port, token) = (try #require(Int(address.1)), String(address.2))
    let idle = try (0..<100).map { _ in try connection(port) }
    defer { for socket in idle { close(socket) } }
    #expect(try state(port, token).hashes.count == 1)
    #expect(watching.leastTime(of: 0.5) < 0.1, "it waits, and does not ask again and again")
  }
}
