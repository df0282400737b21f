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
    (["-", "--stream", "--pages", "1", "-o", "a.pdf"], "--stream and --pages"),
    (["a.md", "--events", "-o", "a.pdf"], "without --stream"),
    (["-", "--stream", "--fragments", "svg", "-o", "{p}.svg"], "without --events"),
    (["-", "--stream", "--events", "--fragments", "pdf"], "\"pdf\""),
    (["-", "--stream", "--events", "--fragments", "html", "-o", "{p}.png"], "pages of SVG"),
    (["-", "--stream", "--interval", "x", "-o", "a.pdf"], "milliseconds"), (["-", "--stream", "-o", "{0p}.png"], "{0p}"),
  ])
  func `what a stream cannot do is said`(words: [String], message: String) throws {
    let folder = try Program.Folder()
    for name in ["a.md", "b.md"] { try folder.write(name, "Text.\n") }
    let result = try Program.run(words, in: folder)
    #expect(result.code == 2 || result.code == 1)
    #expect(result.errors.contains(message))
  }

  /// The events of a run, by their kinds.
  private func events(_ result: Program.Result) throws -> [[String: Any]] {
    try String(decoding: result.output, as: UTF8.self).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `events tell of blocks, pages and diagnostics, and the last of each block is that of the whole text`() throws {
    let folder = try Program.Folder()
    let text = "# Title\n\nFirst words with $x^2$.\n\n- one\n- two\n\nA fault $\\frca$ here.\n\nThe last words.\n"
    try folder.write("a.md", text)
    let script = """
      { while IFS= read -r -n 12 -d '' x || [ -n "$x" ]; do printf '%s' "$x"; sleep 0.1; done < a.md; } \
      | '\(Program.path)' - --stream --events --fragments svg --interval 0
      """
    let slow = try Program.run(["bash", "-c", script], in: folder, program: "/usr/bin/env", seconds: 120)
    #expect(slow.code == 0 && slow.errors.isEmpty)
    let all = try events(slow)
    func last(_ number: Int, _ all: [[String: Any]]) -> [String: Any]? { all.last { $0["block"] as? Int == number } }
    let fast = try events(try Program.run(["-", "--stream", "--events", "--fragments", "svg"], in: folder, input: folder.read("a.md")))
    for (number, line) in [1, 3, 5, 8, 10].enumerated() {
      let (a, b) = (last(number, all), last(number, fast))
      #expect(a?["svg"] as? String == b?["svg"] as? String && a?["line"] as? Int == line && a?["settled"] as? Bool == true)
      let svg = a?["svg"] as? String ?? ""
      #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>") && (a?["height"] as? Double ?? 0) > 5)
      // Several of them in one web page have no names in common.
      let names = svg.matches(of: /(?: id="|href="#|url\(#)([^")]*)/).map { String($0.1) }
      #expect(!names.isEmpty && names.allSatisfy { $0.hasPrefix("b\(number)-") })
    }
    #expect((last(2, all)?["height"] as? Double ?? 0) > (last(1, all)?["height"] as? Double ?? 1_000))
    // A block is told before the text has ended, open while it grows, and settled once the next one begins.
    let first = all.filter { $0["block"] as? Int == 1 }.map { $0["settled"] as? Bool }
    #expect(first.count > 1 && first.first == false && first.filter { $0 == true }.count == 1)
    let faults = all.filter { $0["event"] as? String == "diagnostic" }.compactMap { ($0["diagnostic"] as? [String: Any])?["line"] as? Int }
    #expect(faults == [8])
    let end = try #require(all.last)
    #expect(end["event"] as? String == "end" && end["pages"] as? Int == 1 && end["blocks"] as? Int == 5)
  }

  @Test func `a fragment has the grounds of its own words, and the whole of high signs`() throws {
    let folder = try Program.Folder()
    func heights(_ text: String) throws -> [Double] {
      let result = try Program.run(["-", "--stream", "--events", "--fragments", "svg"], in: folder, input: Data(text.utf8))
      return try events(result).compactMap { $0["event"] as? String == "block" ? $0["height"] as? Double : nil }
    }
    let (plain, code) = (try heights("# Title\n\nWords with code.\n"), try heights("# Title\n\nWords with `code`.\n"))
    try #require(plain.count == 2 && code.count == 2)
    #expect(code[0] == plain[0] && code[1] < plain[1] + 6)
    let high = try heights("$$\\int_0^1 x\\,dx$$\n\n$$x$$\n")
    try #require(high.count == 2)
    #expect(high[0] > 2.2 * high[1])
  }

  @Test func `events name the files of settled pages`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", text(200))
    let result = try Program.run(["a.md", "--stream", "--events", "-o", "p-{p}.svg"], in: folder)
    let pages = try events(result).filter { $0["event"] as? String == "page" }
    #expect(pages.count > 2 && pages.first?["file"] as? String == "p-1.svg" && pages.first?["page"] as? Int == 1)
    #expect(pages.allSatisfy { folder.read($0["file"] as? String ?? "") != nil })
  }
}
