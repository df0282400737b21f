import Foundation
import Testing

/// `--stream`, from outside.
@Suite struct StreamTests {
  private func text(_ count: Int) -> String {
    (0..<count).map {
      "Paragraph number \($0) has a few words more than would fit on a single line of text, and a formula $x_{\($0)}^2$.\n\n"
    }
    .joined()
  }

  /// Runs the program, and writes to it what is in a file in pieces with a pause after each.
  private func stream(_ name: String, pause: Double, to output: String, in folder: Program.Folder, watch: String = ":") throws
    -> Program.Result
  {
    let script = """
      { while IFS= read -r -n 4000 -d '' x || [ -n "$x" ]; do printf '%s' "$x"; sleep \(pause); \(watch); done < \(name); } \
      | '\(Program.path)' - --stream -o '\(output)'
      """
    return try Program.run(["bash", "-c", script], in: folder, program: "/usr/bin/env", seconds: 120)
  }

  @Test func `pages are written while the input grows, and are the same however it comes`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", text(200))
    let fast = try Program.run(["-", "--stream", "-o", "fast-{p}.svg"], in: folder, input: folder.read("a.md"))
    #expect(fast.code == 0 && fast.errors.isEmpty)
    // Each piece's files are kept, so that what was there early can be compared with the end.
    let slow = try stream(
      "a.md", pause: 0.25, to: "slow-{p}.svg", in: folder, watch: "mkdir -p seen/$((++n)); cp slow-*.svg seen/$n 2>/dev/null || true")
    #expect(slow.code == 0)
    let names = folder.files.filter { $0.hasPrefix("fast-") }
    #expect(names.count > 3)
    for name in names { #expect(folder.read(name) == folder.read(name.replacingOccurrences(of: "fast", with: "slow"))) }
    #expect(folder.files.filter { $0.hasPrefix("slow-") }.count == names.count)
    let early = folder.files(below: "seen")
    #expect(Set(early.compactMap { $0.split(separator: "/").first }).count > 2)
    #expect(early.contains { $0.hasSuffix("/slow-1.svg") && folder.read("seen/" + $0) == folder.read("slow-1.svg") })
  }

  @Test func `a PDF is there from the first pages on, and the same at the end`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", text(80))
    _ = try Program.run(["-", "--stream", "-o", "fast.pdf"], in: folder, input: folder.read("a.md"))
    _ = try stream("a.md", pause: 0.3, to: "slow.pdf", in: folder, watch: "cp slow.pdf seen.pdf 2>/dev/null || true")
    #expect(folder.read("slow.pdf") == folder.read("fast.pdf"))
    #expect(folder.read("seen.pdf")?.starts(with: Data("%PDF".utf8)) == true)
  }

  @Test func `a file or a pipe with a name can be streamed, also within the sandbox`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n\nText.\n")
    #expect(try Program.run(["a.md", "--stream", "-o", "a-{p}.svg"], in: folder).code == 0)
    #expect(try Program.run(["a.md", "--stream", "--sandbox", "-o", "b-{p}.svg"], in: folder).code == 0)
    #expect(folder.read("a-1.svg") != nil && folder.read("a-1.svg") == folder.read("b-1.svg"))
  }

  @Test(arguments: [
    (["a.md", "b.md", "--stream", "-o", "a.pdf"], "one input"), (["-", "--stream", "-o", "-"], "cannot write to -"),
    (["-", "--stream", "--pages", "1", "-o", "a.pdf"], "--stream and --pages"), (["-", "--stream", "-o", "{0p}.png"], "{0p}"),
  ])
  func `what a stream cannot do is said`(words: [String], message: String) throws {
    let folder = try Program.Folder()
    for name in ["a.md", "b.md"] { try folder.write(name, "Text.\n") }
    let result = try Program.run(words, in: folder)
    #expect(result.code == 2 || result.code == 1)
    #expect(result.errors.contains(message))
  }
}
