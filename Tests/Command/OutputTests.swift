import Foundation
import Testing

/// Files are written whole or not at all, and nothing else is touched.
@Suite struct OutputTests {
  private static let pages = String(repeating: "Some words make a paragraph of text.\n\n", count: 80)

  @Test func `a link that is named as output stays, and what it leads to is written`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "text\n")
    try FileManager.default.createDirectory(atPath: folder.path + "/real", withIntermediateDirectories: true)
    for (link, target) in [("new.pdf", "real/new.pdf"), ("old.pdf", folder.path + "/real/old.pdf")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + link, withDestinationPath: target)
    }
    try folder.write("real/old.pdf", "old")
    for link in ["new.pdf", "old.pdf"] {
      #expect(try Program.run(["a.md", "-o", link], in: folder).code == 0)
      #expect(folder.read("real/" + link)?.starts(with: Data("%PDF-".utf8)) == true)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/" + link).contains("real/"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/real").sorted() == ["new.pdf", "old.pdf"])
  }

  @Test func `text and JSON go to standard output, or to the file that is named`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# One\n\ntext\n")
    try folder.write("b.txt", "more\n")
    #expect(try Program.run(["a.md", "-t", "txt"], in: folder).output == Data("One\n\ntext\n".utf8))
    #expect(try Program.run(["a.md", "-t", "json"], in: folder).output.starts(with: Data("{\"version\":1,".utf8)))
    #expect(folder.files == ["a.md", "b.txt"])
    // A text file is an input, also as the last one.
    #expect(try Program.run(["a.md", "b.txt", "-t", "txt", "-o", "c.txt"], in: folder).code == 0)
    #expect(folder.read("c.txt") == Data("One\n\ntext\n\nmore\n".utf8))
    #expect(try Program.run(["a.md", "b.txt"], in: folder).code == 2)
    #expect(folder.read("b.txt") == Data("more\n".utf8))
    #expect(try Program.run(["batch", "a.md", "-o", "out", "--to", "txt,json"], in: folder).code == 0)
    #expect(folder.read("out/a.txt") == Data("One\n\ntext\n".utf8) && folder.read("out/a.json") != nil)
  }

  @Test func `stages are printed, or written as a file that trace viewers load`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "text\n")
    let printed = try Program.run(["a.md", "-o", "a.pdf", "--timings"], in: folder).errors
    let names = printed.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(names == ["read", "parse", "style", "pictures", "blocks", "pages", "write"])
    for words in [["--timings", "t.json"], ["--timings=t.json"], ["--timings", "t.json", "--sandbox"]] {
      let result = try Program.run(["a.md", "-o", "a.pdf"] + words, in: folder)
      #expect(result.code == 0 && result.errors.isEmpty)
      let trace = try JSONDecoder().decode(Trace.self, from: try #require(folder.read("t.json")))
      let events = trace.traceEvents.filter { $0.ph == "X" }
      #expect(events.map(\.name) == names)
      // One after the other, none before the last one's end; to a microsecond, as both numbers are rounded down.
      #expect(zip(events, events.dropFirst()).allSatisfy { ($0.ts ?? 0) + ($0.dur ?? 0) <= ($1.ts ?? 0) + 1 })
      try FileManager.default.removeItem(atPath: folder.path + "/t.json")
    }
    // Without a value, the next word is the document.
    #expect(try Program.run(["--timings", "a.md"], in: folder).code == 0)
  }

  /// The file of `--timings`, in Chrome's trace event format.
  private struct Trace: Decodable {
    struct Event: Decodable {
      var name: String
      var ph: String
      var ts: Int?
      var dur: Int?
    }
    var traceEvents: [Event]
  }

  @Test func `several diagnostics are counted on the last line, each place, also from the cache`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "---\ntoc: maybe\npapre: a5\n---\n\n![x](x.png)\n\n![x](x.png)\n")
    for _ in 0..<2 {
      let lines = try Program.run(["a.md", "-o", "a.pdf", "--cache-dir", "kept"], in: folder).errors.split(separator: "\n")
      #expect(lines.last == "mdtypeset: 3 warnings, 1 note" || lines.last == "mdtypeset: 4 warnings", "\(lines)")
      let listed = lines.count { $0.contains(": warning: ") || $0.contains(": note: ") }
      let further = lines.compactMap { $0.firstRange(of: " and ") != nil && $0.contains(" more") ? 1 : nil }.count
      #expect(listed + further == 4)
    }
    try folder.write("b.md", "![x](x.png)\n")
    #expect(try !Program.run(["b.md", "-o", "b.pdf"], in: folder).errors.contains("1 warning"))
  }

  @Test func `a file keeps its permissions`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "text\n")
    try folder.write("a.pdf", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "/a.pdf")
    #expect(try Program.run(["a.md", "-o", "a.pdf"], in: folder).code == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/a.pdf")[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test func `no page overwrites what the document is made of`() throws {
    let folder = try Program.Folder()
    let svg = Data(#"<svg xmlns="http://www.w3.org/2000/svg" width="6" height="3"/>"#.utf8)
    try folder.write("p-1.svg", svg)
    try folder.write("a.md", "![](p-1.svg)\n\n\\newpage\n\ntext\n")
    try folder.write("b-1.svg", "text\n\n\\newpage\n\ntext\n")
    // An input that looks like an output is no Markdown.
    #expect(try Program.run(["b-1.svg", "-o", "b.svg"], in: folder).code == 2)
    for arguments in [["a.md", "-o", "p.svg"], ["a.md", "-o", "./p-{p}.svg"]] {
      let result = try Program.run(arguments, in: folder)
      #expect(result.code == 2)
      #expect(result.errors.contains("would overwrite"))
    }
    #expect(folder.read("p-1.svg") == svg)
    #expect(folder.files == ["a.md", "b-1.svg", "p-1.svg"])
  }

  @Test func `where one page can't be written, none is`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Self.pages)
    try folder.write("p-1.svg", "old")
    // A folder can't be overwritten by a file.
    try FileManager.default.createDirectory(atPath: folder.path + "/p-2.svg", withIntermediateDirectories: true)
    let result = try Program.run(["a.md", "-o", "p.svg"], in: folder)
    #expect(result.code == 5)
    #expect(folder.read("p-1.svg") == Data("old".utf8))
    #expect(folder.files == ["a.md", "p-1.svg", "p-2.svg"])
  }

  /// Kills the program at many moments.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func `a signal leaves nothing behind`(signal: Int32) throws {
    let folder = try Program.Folder()
    try folder.write("a.md", String(repeating: Self.pages, count: 4))
    try folder.write("a.pdf", "old")
    // All signals are handled alike; one is sent at more moments.
    for delay in stride(from: 1, through: 12, by: signal == SIGTERM ? 1 : 3) {
      for output in ["a.pdf", "p.png"] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = ["a.md", "-o", output, "--ppi", "30"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        try process.run()
        usleep(UInt32(delay) * 25_000)
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        let drafts = folder.files.filter { $0.hasPrefix(".") }
        #expect(drafts == [])
        // All of the pages, or none.
        let pages = folder.files.filter { $0.hasPrefix("p-") }.count
        #expect(pages == 0 || process.terminationReason == .exit || pages > 8)
        #expect(folder.read("a.pdf")?.count ?? 0 > 2)
        for page in folder.files where page.hasPrefix("p-") { try FileManager.default.removeItem(atPath: folder.path + "/" + page) }
      }
    }
  }

  @Test func `a program that is told to ignore hanging up goes on`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Self.pages)
    let result = try Program.run(
      ["-c", "trap '' HUP; \(Program.path) a.md -o a.pdf & sleep 0.05; kill -HUP $!; wait $!"], in: folder, program: "/bin/sh")
    #expect(result.code == 0)
    #expect(folder.files == ["a.md", "a.pdf"])
  }
}

/// Limits of a run.
@Suite struct LimitTests {
  private static let pages = String(repeating: "Some words make a paragraph of text.\n\n", count: 400)

  @Test func `the first pages are written where there are more than are allowed`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Self.pages)
    for (output, first, none) in [("a.pdf", "a.pdf", "b"), ("p.svg", "p-2.svg", "p-3.svg")] {
      let result = try Program.run(["a.md", "-o", output, "--max-pages", "2"], in: folder)
      #expect(result.code == 7)
      #expect(result.errors.contains("the document has more than 2 pages; the rest is left out [limit.pages]"))
      #expect(folder.files.contains(first) && !folder.files.contains(none))
    }
    #expect(try Program.run(["a.md", "-o", "b.pdf", "--max-pages", "50"], in: folder).code == 0)
    #expect(try Program.run(["a.md", "-o", "b.pdf", "--max-pages", "0"], in: folder).code == 2)
  }

  @Test func `a huge page is drawn at a lower resolution, and the rest as it is wanted`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "---\npaper: 5000mm 5000mm\n---\nhi\n")
    let result = try Program.run(["a.md", "-o", "a.png"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors.contains("page 1 is drawn at 50 pixels per inch instead of 144"))
    #expect(result.errors.contains("[limit.page-pixels]"))
    try folder.write("a.md", "hi\n")
    #expect(try Program.run(["a.md", "-o", "a.png", "--ppi", "300"], in: folder).errors == "")
  }

  @Test func `pages have equal shares of the pixels that fit to the memory of a run`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", String(repeating: "a\n\n\\newpage\n\n", count: 45))
    let limited = ["a.md", "-o", "a.png", "--max-memory", "128"]
    let all = try Program.run(limited, in: folder)
    #expect(all.code == 0 && all.errors.contains("drawn at a lower resolution") && all.errors.contains("1 million pixels"))
    #expect(try Program.run(limited + ["--pages", "1-20"], in: folder).errors == "")
    #expect(try Program.run(["a.md", "-o", "a.png"], in: folder).errors == "")
  }

  @Test func `a run that takes too long or too much memory writes nothing`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", String(repeating: Self.pages, count: 60))
    try folder.write("a.pdf", "old")
    for (option, value, code) in [("--timeout", "1", "limit.time"), ("--max-memory", "30", "limit.memory")] {
      let result = try Program.run(["a.md", "-o", "a.pdf", option, value], in: folder)
      #expect(result.code == 7)
      #expect(result.errors.contains("[\(code)]"))
      #expect(folder.read("a.pdf") == Data("old".utf8))
      #expect(folder.files == ["a.md", "a.pdf"])
    }
    try folder.write("a.md", "text\n")
    #expect(try Program.run(["a.md", "-o", "a.pdf", "--timeout", "60", "--max-memory", "4000"], in: folder).code == 0)
  }

  /// Runs a script of the shell in which `$M` is the program.
  private static func shell(_ script: String, in folder: Program.Folder) throws -> Program.Result {
    try Program.run(["-c", script], in: folder, environment: ["M": Program.path, "SWIFT_BACKTRACE": "enable=no"], program: "/bin/sh")
  }

  /// Swift aborts where memory is refused.
  @Test func `a process that is aborted for want of memory says so, and the program ends with its code`() throws {
    let folder = try Program.Folder()
    let script = """
      mkfifo f; "$M" - -o a.pdf --max-memory 300 < f & p=$!; exec 3> f; echo text >&3
      while ! c=$(pgrep -P $p); do sleep 0.1; done
      kill -\(Self.placeholder) $c; wait $p; echo $?
      """
    for (signal, code, words) in [("ABRT", "7", "[limit.memory]"), ("KILL", "7", "[limit.memory]"), ("SEGV", "70", "ended by signal 11")] {
      let result = try Self.shell(script.replacing(Self.placeholder, with: signal) + "\n", in: folder)
      #expect(String(decoding: result.output, as: UTF8.self) == code + "\n" && result.errors.contains(words), "\(signal): \(result.errors)")
      #expect(folder.files == ["f"])
      try FileManager.default.removeItem(atPath: folder.path + "/f")
    }
  }

  private static let placeholder = "SIGNAL"

  @Test func `a signal to the process that waits ends the one that works`() throws {
    let folder = try Program.Folder()
    let script = """
      mkfifo f; "$M" - -o a.pdf --max-memory 300 < f & p=$!; exec 3> f; echo text >&3
      while ! c=$(pgrep -P $p); do sleep 0.1; done
      kill -TERM $p; wait $p; echo $?; sleep 0.2; kill -0 $c 2>/dev/null && echo alive
      """
    #expect(String(decoding: try Self.shell(script, in: folder).output, as: UTF8.self) == "143\n")
  }

  /// What a process had before it became this program counts as its peak.
  @Test func `the memory of the program that starts it does not count`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "text\n")
    let script =
      "import subprocess, sys; x = bytearray(b'x' * 700_000_000); sys.exit(subprocess.run([sys.argv[1], 'a.md', '-o', 'a.pdf', '--max-memory', '500']).returncode)"
    let result = try Program.run(["python3", "-c", script, Program.path], in: folder, program: "/usr/bin/env")
    #expect(result.code == 0, "\(result.errors)")
  }

  /// What watches a limit is a thread, and pictures are drawn by a process that is there before it; limits of memory need one more.
  @Test(arguments: [("", 0), ("--timeout 50", 1), ("--cpu-time 50", 1), ("--max-memory 2000", 1)])
  func `a run without limits has no second process`(options: String, count: Int) throws {
    let folder = try Program.Folder()
    let script = """
      mkfifo f; "$M" - -o a.pdf \(options) < f & p=$!; exec 3> f; echo text >&3; sleep 0.5; pgrep -c -P $p; exec 3>&-; wait $p; echo $?
      """
    #expect(String(decoding: try Self.shell(script, in: folder).output, as: UTF8.self) == "\(count)\n0\n")
  }
}

/// What people read of what is wrong.
@Suite struct ReportTests {
  @Test func `pictures of the network and characters without a font are one line each`() throws {
    let folder = try Program.Folder()
    let pictures = (1...9).map { "![b](https://a.org/\($0).svg)\n\n" }.joined()
    try folder.write("a.md", pictures + "\u{10FFFD} and \u{10FFFC}\n\nagain \u{10FFFD}\n")
    let errors = try Program.run(["a.md", "-o", "a.pdf", "--ignore-system-fonts"], in: folder).errors
    #expect(errors.components(separatedBy: "[picture.remote]").count == 2)
    #expect(errors.contains("pictures from the network are not loaded: https://a.org/1.svg, https://a.org/2.svg"))
    #expect(errors.contains("a.md:19:1: warning: no font has the private-use characters U+10FFFD, U+10FFFC [font.missing-glyph]"))
    #expect(errors.contains("   and 1 more: line 21\n"))
    #expect(!errors.contains("install a font"))
  }

  @Test func `diagrams that nobody draws are told once, unless they are wanted as code`() throws {
    let folder = try Program.Folder()
    let fences = "```d2\na -> b\n```\n\n```d2\nc\n```\n\n```{.d2 .source}\nx\n```\n"
    let others =
      "\n```tikz\nx\n```\n\n```markmap\n# x\n```\n\n```dataview\nLIST\n```\n"
      + "\n```{.matplotlib}\nx\n```\n\n```{.gnuplot}\nx\n```\n\n```gnuplot\nx\n```\n"
    try folder.write("a.md", fences + "\n```abc\nX:1\n```\n\n```vega-lite\n{}\n```\n" + others)
    let errors = try Program.run(["a.md", "-o", "a.pdf"], in: folder).errors
    #expect(errors.contains("a.md:1:1: warning: d2 diagrams are shown as code [diagram.not-drawn]"))
    #expect(errors.contains("and 1 more: line 5"))
    #expect(errors.contains("a.md:13:1: warning: abc diagrams are shown as code [diagram.not-drawn]"))
    #expect(errors.contains("a.md:17:1: warning: vega-lite diagrams are shown as code [diagram.not-drawn]"))
    for language in ["tikz", "markmap"] { #expect(errors.contains("warning: \(language) diagrams are shown as code [diagram.not-drawn]")) }
    #expect(errors.contains("warning: dataview queries are shown as code [diagram.not-drawn]"))
    #expect(errors.contains("warning: the picture of a matplotlib block is not made: its code is shown [diagram.not-drawn]"))
    #expect(errors.contains("a.md:37:1: warning: gnuplot diagrams are shown as code [diagram.not-drawn]"))
    #expect(!errors.contains("line 41"))
    #expect(try Program.run(["a.md", "-o", "a.pdf", "--no-diagrams"], in: folder).errors == "")
  }

  @Test func `a mermaid diagram is drawn without a program, and a mistake in one is told with its place`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "```mermaid\ngraph TD\nA --> B\n```\n\n> ```mermaid\n> graph LR\n>   A[x\n> ```\n")
    let errors = try Program.run(["a.md", "-o", "a.pdf", "--untrusted"], in: folder).errors
    #expect(errors.contains("a.md:8:6: warning: the diagram is shown as code: the node has no closing bracket: [x [diagram.not-drawn]"))
    #expect(!errors.contains("a.md:1:"))
  }

  @Test(arguments: [["--ppi", "x"], ["--ppi", "0"], ["--pages", "x"], ["--pages", "5-3"], ["--timeout", "x"], ["--max-pages", "-1"]])
  func `a value that can't be read is refused before any work`(words: [String]) throws {
    let folder = try Program.Folder()
    // It is not even asked whether the input is there.
    let result = try Program.run(["none.md", "-o", "a.png"] + words, in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains(words[0]))
  }
}

/// Links that run something or open files of whoever reads.
@Suite struct LinkTests {
  private static let refused = [
    "javascript:alert(1)", "JavaScript:alert(1)", "java%0Ascript:alert(1)", "vbscript:x", "data:text/html,x", "file:///etc/passwd",
    "file:x", "&#106;avascript:alert(1)", "c:/x.exe",
  ]

  @Test func `scripts and files are never written as links`() throws {
    let folder = try Program.Folder()
    let links = Self.refused.map { "[word](<\($0)>)\n\n<a href=\"\($0)\">word</a>\n" }.joined(separator: "\n")
    let svg =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><a href="javascript:alert(1)"><rect width="9" height="9"/></a></svg>"#
    try folder.write("s.svg", svg)
    let good = "[good](https://a.org/x) [mail](mailto:a@b.org) [rel](b.md)\n"
    try folder.write("a.md", links + "\n$\\href{javascript:alert(1)}{x}$\n\n![](s.svg)\n\n" + good)
    let result = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    #expect(result.errors.contains("links are left out: javascript:alert(1)"))
    #expect(result.errors.components(separatedBy: "[policy.link]").count <= 3)
    _ = try Program.run(["a.md", "-o", "p.svg"], in: folder)
    let unpacked = try Program.run(["--qdf", "--object-streams=disable", "a.pdf", "-"], in: folder, program: "/usr/bin/qpdf")
    for text in [String(decoding: unpacked.output, as: UTF8.self), String(decoding: folder.read("p.svg") ?? Data(), as: UTF8.self)] {
      for word in ["alert(1)", "text/html", "vbscript:", "etc/passwd", "x.exe"] { #expect(!text.lowercased().contains(word), "\(word)") }
      #expect(text.contains("https://a.org/x"))
      #expect(text.contains("mailto:a@b.org"))
    }
    // The words are there, and nothing else is told.
    #expect(try Program.text(ofPDF: "a.pdf", in: folder).components(separatedBy: "word").count > 10)
    try folder.write("a.md", "[good](https://a.org/x) [mail](mailto:a@b.org) [rel](b.md) [a](doi:10.1/x) [ftp](ftp://a.org/)\n")
    #expect(try Program.run(["a.md", "-o", "a.pdf"], in: folder).errors == "")
  }

  @Test func `attached files are in the order of their names' bytes, which may be in any language`() throws {
    let folder = try Program.Folder()
    for name in ["z.md", "ä.md", "b.md"] { try folder.write(name, "Words.\n") }
    let result = try Program.run(["z.md", "ä.md", "b.md", "-o", "a.pdf", "--attach-source"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
    let unpacked = try Program.run(["--json=2", "a.pdf"], in: folder, program: "/usr/bin/qpdf")
    let objects = String(decoding: unpacked.output, as: UTF8.self)
    let names = try #require(objects.firstMatch(of: /"\/EmbeddedFiles": \{\s*"\/Names": \[([^\]]*)\]/)).output.1
    let keys = names.matches(of: /"[ub]:([^"]+)"/).map { String($0.output.1) }
    #expect(keys == [".mdtypeset/manifest.json", "b.md", "z.md", "c3a42e6d64"])
    #expect(objects.contains(#""/UF": "u:ä.md""#))
  }
}
