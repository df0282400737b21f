import Foundation
import Glibc
import Testing

/// What a document, or the name of its file, can do to a terminal: nothing, whichever verb prints it.
@Suite struct TerminalTests {
  /// Sets the window's title, colours, clears the screen, and turns text around.
  private static let controls = "\u{1B}]0;t\u{07}\u{9B}31m\u{202E}abc\u{2066}\u{200F}\u{85}\u{08}\u{7F}\u{1B}[2J"
  private static let document = """
    ---
    title: "T§"
    author: "A§"
    foo§: 1
    margin: "§"
    ---

    # One § {#n§}

    Words § $\\frca§ \\text{a§} x§$ [x](#no§) ![p§](nope§.png)

    ```lang§
    code §
    ```

    [^§]: note

    @fig-§ {{< x§ >}} <foo§>x</foo>

    $$\\label{eq:§} y§ \\tag{§}$$

    """.replacing("§", with: controls)

  private static let name = "e\u{1B}[2Jv\u{202E}i\u{9B}l.md"

  private static let commands: [[String]] =
    [
      ["§", "-o", "a.pdf"], ["§", "-t", "txt", "-o", "-"], ["§", "-t", "json", "-o", "-"], ["§", "-t", "svg", "-o", "-"],
      ["§", "-o", "a.pdf", "--deps", "/dev/stdout"], ["§", "-o", "a.pdf", "--explain-options"], ["§", "-o", "a.pdf", "--attach-source"],
      ["extract", "carried.pdf"], ["verify", "carried.pdf"], ["check", "§"], ["check", "§", "--format", "json"],
      ["check", "§", "--format", "short"],
      ["query", "§"], ["query", "§", "--rects", "--json"], ["explain", "§", "--at", "120,140"], ["diff", "§", "other.md"],
      ["diff", "§", "other.md", "--format", "junit"], ["library", "add", "§", "--library", "l.sqlite"],
      ["library", "list", "--library", "kept.sqlite"],
      ["library", "list", "--json", "--library", "kept.sqlite"], ["library", "search", "words", "--library", "kept.sqlite"],
      ["library", "show", "1", "--library", "kept.sqlite"], ["batch", "§", "-o", "b", "--progress", "plain"],
      ["batch", "§", "-o", "c", "--progress", "json"],
      ["math", "\\frca" + controls, "-o", "m.svg"], ["math", "x" + controls, "--json"], ["keys", controls], ["icons", controls],
      ["fonts", "--explain", controls], ["themes", "--print", controls], ["--" + controls], [controls],
    ] + ["ast", "runs", "semantic", "boxes", "pages", "typography"].map { ["inspect", $0, "§"] }

  /// What the program writes to a terminal, which standard output and standard error are.
  private func shown(_ words: [String], in folder: Program.Folder) throws -> String {
    // As posix_openpt, unlockpt and ptsname do, which Glibc's module lacks.
    let main = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (number, locked): (Int32, Int32) = (0, 0)
    let isOpen = unsafe main >= 0 && ioctl(main, 0x4004_5431, &locked) == 0 && ioctl(main, 0x8004_5430, &number) == 0
    try #require(isOpen)
    let end = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(end >= 0)
    defer { close(main) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TERM": "xterm", "NO_COLOR": "1"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: end)
    process.standardError = FileHandle(fileDescriptor: end)
    try process.run()
    close(end)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe read(main, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: commands.indices) func `no control character of a document reaches a terminal`(index: Int) throws {
    let folder = try Program.Folder()
    try folder.write(Self.name, Self.document)
    try folder.write("other.md", "Other words.\n")
    let words = Self.commands[index]
    if words.contains("carried.pdf") { _ = try Program.run([Self.name, "-o", "carried.pdf", "--attach-source"], in: folder) }
    if words.contains("kept.sqlite") { _ = try Program.run(["library", "add", Self.name, "--library", "kept.sqlite"], in: folder) }
    let text = try shown(words.map { $0 == "§" ? Self.name : $0 }, in: folder)
    let steering = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A, 0x0D, 0x09: false
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(steering.isEmpty, "\(text.debugDescription.prefix(600))")
  }

  @Test func `a terminal shows the words around what is left out, and a file has all of it`() throws {
    let folder = try Program.Folder()
    try folder.write("doc.md", "Words\u{202E} go on.\n")
    #expect(try shown(["inspect", "ast", "doc.md"], in: folder).contains("Words\u{FFFD} go on."))
    let result = try Program.run(["inspect", "ast", "doc.md"], in: folder)
    #expect(String(decoding: result.output, as: UTF8.self).contains("\u{202E}"))
  }
}
