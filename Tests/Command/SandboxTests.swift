import Foundation
import Testing

/// `--sandbox` and `--untrusted`: whatever a document tries, nothing gets out, and the rest of it is on the page.
@Suite struct SandboxTests {
  let folder: Program.Folder

  init() throws {
    folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/doc", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: true)
    try folder.write("secret.svg", Self.svg("<rect width='9' height='9'/>"))
  }

  private static func svg(_ content: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='90' height='90'>\(content)</svg>"
  }

  /// A document that tries to read files, to reach the network, to run programs, and to hang and crash whoever reads it.
  private func writeHostileDocument() throws {
    let passwd = "file:///etc/passwd"
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/doc/link.svg", withDestinationPath: folder.path + "/secret.svg")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/doc/device.png", withDestinationPath: "/dev/zero")
    let pictures = [
      "image": "<image xlink:href='\(folder.path)/secret.svg' width='9' height='9'/><image href='../secret.svg' width='9' height='9'/>",
      "style":
        "<style>@import url('\(passwd)'); @import url('http://127.0.0.1:9/a.css'); @font-face{font-family:x;src:url(\(passwd))}</style><rect/>",
      "include": "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='\(passwd)' parse='text'/><rect/>",
      "use": "<use xlink:href='../secret.svg#a'/><filter id='f'><feImage xlink:href='\(passwd)'/></filter><rect filter='url(#f)'/>",
      "hang":
        "<filter id='f'><feTurbulence baseFrequency='.1' numOctaves='99999999'/></filter><rect width='90' height='90' filter='url(#f)'/>",
      "deep": "<style>\(String(repeating: ":not(", count: 3_000))a{fill:red}</style><rect/>",
      "text": "<text y='20' font-family='Libertinus Serif'>drawn</text>",
    ]
    for (name, content) in pictures { try folder.write("doc/\(name).svg", Self.svg(content)) }
    try folder.write(
      "doc/entity.svg", "<!DOCTYPE svg [<!ENTITY e SYSTEM \"\(passwd)\">]>" + Self.svg("<text y='20'>&e;</text>"))
    var text = "---\nmainfont: /etc/passwd.ttf\nmacros: ../secret.svg\n---\n\n# Title\n\nBefore.\n\n"
    for name in pictures.keys.sorted() + ["entity", "link"] { text += "![\(name) picture](\(name).svg)\n\n" }
    for target in ["device.png", "/etc/passwd", "../secret.svg", "http://127.0.0.1:9/a.png", "https://example.org/b.svg"] {
      text += "![x](\(target))\n\n"
    }
    try folder.write("doc/doc.md", text + "```dot\ndigraph { a [image=\"/etc/passwd\"] }\n```\n\nAfter.\n")
  }

  @Test(arguments: ["--sandbox", "--untrusted"])
  func `options that need the network or programs exclude the sandbox`(option: String) throws {
    try folder.write("doc.md", "Text.")
    for other in ["--allow-net", "--diagram=x=cat"] {
      let result = try Program.run(["doc.md", "-o", "doc.pdf", option, other], in: folder)
      #expect(result.code == 2 && result.errors.contains("cannot be combined"))
    }
  }

  /// libdispatch reads its threads' states from `/proc` where they have been busy for a second, and traps where it may not.
  @Test func `threads that are busy for seconds need nothing that the sandbox refuses`() throws {
    let paragraph = String(repeating: "Some words with *emphasis*, `code` and $x^2_i+\\frac12$ in a paragraph. ", count: 12)
    try folder.write("doc.md", String(repeating: paragraph + "\n\n", count: 100))
    let result = try Program.run(["doc.md", "-o", "doc.pdf", "--sandbox", "-j", "12"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test func `code within the sandbox can do nothing but what is told, in both processes`() throws {
    let result = try Program.run(["check-sandbox"], in: folder)
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(result.code == 0 && !lines.contains { $0.hasPrefix("ALLOWED") }, "\(lines.filter { $0.hasPrefix("ALLOWED") })")
    for process in ["typesetting", "drawing"] {
      #expect(lines.count { $0.hasPrefix("refused   \(process): ") } >= 130)
    }
    // What is possible is in SECURITY.md with its reason, and nothing else is there.
    let page = try String(contentsOf: URL(filePath: #filePath).appending(path: "../../../SECURITY.md").standardized, encoding: .utf8)
    let told = Set(page.matches(of: #/\n- \*([^*]+)\*: /#).map { String($0.output.1) })
    let possible = Set(lines.compactMap { $0.wholeMatch(of: /possible  [a-z]+: (mmap: [^:]+|[^:]+): .*/).map { String($0.output.1) } })
    #expect(told == possible)
  }

  @Test func `a process that typesets maps no code once it is confined`() throws {
    try folder.write("doc/doc.md", "# Ünicode 中文 ع\n\n<b>HTML</b> 😀 $x^2$\n")
    for format in ["pdf", "png", "svg"] {
      let result = try Program.run(
        [
          "strace", "-f", "-qq", "-e", "trace=mmap,seccomp", "-o", "trace.txt", Program.path, "doc/doc.md", "-o", "out/doc.\(format)",
          "--untrusted",
        ],
        in: folder, program: "/usr/bin/env")
      #expect(result.code == 0, "\(result.errors)")
      let trace = String(decoding: try #require(folder.read("trace.txt")), as: UTF8.self).split(separator: "\n").map(String.init)
      let start = try #require(trace.firstIndex { $0.contains("SECCOMP_SET_MODE_FILTER") })
      #expect(!trace[start...].contains { $0.contains("PROT_EXEC") }, "\(format)")
    }
  }

  @Test func `settings of fontconfig that a user's variable names outlive the emptied environment`() throws {
    try folder.write("fonts.conf", "<?xml version='1.0'?><fontconfig><dir>/usr/share/fonts</dir></fontconfig>")
    try folder.write("doc/doc.md", "中文 😀\n")
    let calls = ["strace", "-f", "-qq", "-e", "trace=open,openat", "-o", "trace.txt"]
    let result = try Program.run(
      calls + [Program.path, "doc/doc.md", "-o", "out/doc.pdf", "--untrusted"], in: folder,
      environment: ["FONTCONFIG_FILE": folder.path + "/fonts.conf"], program: "/usr/bin/env")
    #expect(result.code == 0, "\(result.errors)")
    let trace = String(decoding: try #require(folder.read("trace.txt")), as: UTF8.self).split(separator: "\n")
    let reads = trace.filter { $0.contains("fonts.conf\"") && $0.contains(folder.path) }
    #expect(!reads.isEmpty && reads.allSatisfy { !$0.contains("EACCES") })
  }

  @Test func `the sandbox has a rule on every right to files that the kernel knows`() throws {
    try folder.write("doc/doc.md", "Words.\n")
    let calls = ["strace", "-f", "-qq", "-X", "raw", "-e", "trace=landlock_create_ruleset", "-o", "trace.txt"]
    let result = try Program.run(
      calls + [Program.path, "doc/doc.md", "-o", "out/doc.pdf", "--sandbox"], in: folder, program: "/usr/bin/env")
    #expect(result.code == 0, "\(result.errors)")
    let trace = String(decoding: try #require(folder.read("trace.txt")), as: UTF8.self)
    guard let version = trace.firstMatch(of: /landlock_create_ruleset\(NULL, 0, [^)]*\) += ([0-9]+)/).flatMap({ Int($0.output.1) }) else {
      return
    }
    // The rights of versions 1 to 5 of Landlock.
    let rights: UInt64 = [0, 0x1FFF, 0x3FFF, 0x7FFF, 0x7FFF, 0xFFFF][min(version, 5)]
    let handled = try #require(trace.firstMatch(of: /handled_access_fs=0x([0-9a-f]+)/).flatMap { UInt64($0.output.1, radix: 16) })
    #expect(handled == rights)
  }

  @Test func `a confined program has no variable of the environment that it does not need`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    try FileManager.default.createDirectory(atPath: folder.path + "/doc", withIntermediateDirectories: true)
    process.arguments = ["worker", "--root", folder.path + "/doc", "--sandbox", "-j", "1"]
    process.environment = ProcessInfo.processInfo.environment.merging(["AWS_SECRET": "sesame", "TZ": "UTC"]) { $1 }
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer { process.terminate() }
    input.fileHandleForWriting.write(Data("{\"id\":1,\"text\":\"Words.\"}\n".utf8))
    _ = output.fileHandleForReading.availableData
    let environment = try #require(FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/environ"))
    let variables = environment.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(variables.contains("TZ=UTC") && !variables.contains { $0.contains("sesame") })
  }

  @Test(arguments: ["pdf", "png", "svg"])
  func `the sandbox changes nothing of the pages`(format: String) throws {
    try folder.write(
      "doc/a.svg", Self.svg("<rect width='50' height='50' fill='#39f'/><text y='80' font-family='Libertinus Serif'>fi</text>"))
    try folder.write("doc/doc.md", "# Title\n\nText 😀 and $x^2$, 中文.\n\n![a](a.svg)\n")
    _ = try Program.run(["doc/doc.md", "-o", "out/free.\(format)"], in: folder)
    let result = try Program.run(["doc/doc.md", "-o", "out/locked.\(format)", "--sandbox"], in: folder)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(folder.read("out/free.\(format)") == folder.read("out/locked.\(format)"))
    #expect(folder.read("out/locked.\(format)") != nil)
  }

  @Test func `standard input and output work in the sandbox`() throws {
    let result = try Program.run(["-", "-o", "-", "--untrusted"], in: folder, input: Data("Text.\n".utf8))
    #expect(result.code == 0 && result.output.starts(with: Data("%PDF".utf8)))
  }

  @Test func `the rest of a hostile document is on the page`() throws {
    try writeHostileDocument()
    let result = try Program.run(["doc/doc.md", "-o", "out/doc.pdf", "--untrusted"], in: folder)
    #expect(result.code == 0)
    let text = try Program.text(ofPDF: "out/doc.pdf", in: folder)
    for words in ["Before.", "hang picture", "deep picture", "link picture", "After."] { #expect(text.contains(words), "\(words)") }
  }

  /// Verbs that read documents, with their exit codes.
  private static let readers: [(words: [String], code: Int32)] = [
    (["doc/doc.md", "-o", "out/doc.pdf"], 0), (["query", "doc/doc.md", "--json"], 0), (["inspect", "pages", "doc/doc.md"], 0),
    (["snapshot", "doc/doc.md", "--node", "#title", "-o", "out/title.png"], 0), (["check", "doc/doc.md"], 1),
    (["check", "doc/doc.md", "--draft", "out/marked.pdf"], 1), (["doc/doc.md", "--explain-options"], 0),
    (["explain", "doc/doc.md", "--at", "110,85"], 0), (["diff", "doc/doc.md", "doc/doc.md", "-o", "out/d.html"], 0),
    (["test", "doc", "--update", "--references", "out/refs"], 0),
    (["test", "doc", "--references", "out/refs", "--report", "out/r.html"], 1),
  ]

  @Test(arguments: readers.indices)
  func `nothing gets out of a hostile document, whatever reads it`(reader: Int) throws {
    let (words, code) = Self.readers[reader]
    try writeHostileDocument()
    let calls =
      "trace=open,openat,openat2,creat,socket,connect,bind,execve,execveat,fork,vfork,unlink,unlinkat,rename,renameat,renameat2,seccomp"
    let result = try Program.run(
      ["strace", "-f", "-qq", "-s", "300", "-e", calls, "-o", "trace.txt", Program.path] + words + ["--untrusted"],
      in: folder, program: "/usr/bin/env")
    #expect(result.code == code, "\(result.errors)")
    let trace = joined(String(decoding: try #require(folder.read("trace.txt")), as: UTF8.self).split(separator: "\n").map(String.init))
    let start = try #require(trace.firstIndex { $0.contains("SECCOMP_SET_MODE_FILTER") })
    let found = trace[start...].filter { escapes($0) }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  /// The lines of a trace, calls that others interrupt put together where they end.
  private func joined(_ lines: [String]) -> [String] {
    var open: [Substring: Substring] = [:]
    return lines.compactMap { line in
      let process = line.prefix { $0 != " " }
      if let end = line.firstRange(of: "<unfinished ...>") {
        open[process] = line[..<end.lowerBound]
        return nil
      }
      guard let resumed = line.firstRange(of: "resumed>") else { return line }
      return open.removeValue(forKey: process).map { String($0 + line[resumed.upperBound...]) }
    }
  }

  /// True for a call that had success, and that a process in the sandbox has no business with.
  private func escapes(_ line: String) -> Bool {
    guard let call = line.split(separator: " ", maxSplits: 1).last.map({ $0.drop { $0 == " " } }), !call.contains("= -1"),
      !call.contains("= ?"),
      !call.hasPrefix("+++"), !call.hasPrefix("---"), !call.hasPrefix("seccomp")
    else { return false }
    guard call.hasPrefix("open") || call.hasPrefix("rename") || call.hasPrefix("unlink") else { return true }
    let paths = call.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
    let isWriting = call.contains("O_WRONLY") || call.contains("O_RDWR") || call.contains("O_CREAT") || !call.hasPrefix("open")
    return paths.contains { path in
      if isWriting { return !path.hasPrefix("out/") && !path.hasPrefix("/dev/null") }
      // A name below a folder that is open already is resolved beneath it by the kernel.
      guard path.hasPrefix("/") else { return path.contains("..") }
      let allowed = [
        "/usr", "/lib", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/var/cache/fontconfig", "/proc/self", "/dev/null",
        "/sys/devices/system/cpu",
        // libselinux, below GLib, asks when a worker opens librsvg, before the worker is confined and has seen a picture.
        "/proc/filesystems",
      ]
      return !allowed.contains { path.hasPrefix($0) } && !path.contains("font") && !path.hasPrefix(folder.path + "/doc")
    }
  }
}
