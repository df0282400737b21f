import Foundation
import Testing

/// What is kept between runs is found by all that decides what comes out: a change of any of it gives another entry.
@Suite struct RunKeyTests {
  /// A value of each option that may change what is written, by its name; none where it is a flag.
  private static let options: [(name: String, values: [String])] = [
    ("to", ["pdf", "svg"]), ("pages", ["1", "1-2"]), ("ppi", ["72", "73"]), ("theme", ["book", "github"]),
    ("variable", ["body.size=12pt", "body.size=13pt"]), ("type-size", ["xl"]), ("appearance", ["dark"]), ("toc", []), ("toc-depth", ["1"]),
    ("number-sections", []), ("lof", []), ("lot", []), ("lang", ["de", "fr"]), ("from", ["gfm"]), ("pdf-standard", ["ua-1", "a-2b"]),
    ("attach-source", []), ("attach-code", []), ("forms", []), ("copy", ["latex"]), ("svg-text", ["fonts"]), ("bibliography", ["w.bib"]),
    ("csl", ["apa"]),
    ("resource-path", ["one", "two"]),
    ("allow-net", []), ("use-proxies", []), ("diagram", ["x=cat"]), ("no-diagrams", []), ("picture-time", ["9"]),
    ("pictures-time", ["99"]), ("picture-memory", ["100"]), ("sandbox", []), ("math-macros", ["m.tex"]),
    ("no-math", []), ("font-path", ["one"]), ("ignore-system-fonts", []), ("no-pdf-tags", []), ("max-pages", ["3"]),
    ("max-memory", ["400", "500"]), ("handout", ["2", "4"]), ("notes", ["beside"]), ("root", ["one", "two", "one\ntwo"]),
  ]

  /// Those that change nothing of what is kept, and those with which nothing is.
  private static let others: Set<String> = [
    "output", "cache-dir", "cache-size", "split", "timeout", "cpu-time", "stream", "events", "fragments", "interval", "draft", "synctex",
    "strict", "fail-on", "quiet", "trace-collect",
    "timings", "jobs", "explain-options", "color", "version", "help", "diagnostic-format", "log", "deps", "deps-format", "defaults",
    "dry-run", "open", "untrusted",
  ]

  private func folder() throws -> Program.Folder {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n\nText.\n")
    try folder.write("m.tex", "\\def\\a{x}")
    try folder.write("w.bib", "@book{a, title = {B}}")
    for name in ["one", "two", "one\ntwo"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    return folder
  }

  /// How many entries a run adds.
  private func added(_ arguments: [String], _ folder: Program.Folder, environment: [String: String] = [:]) throws -> Int {
    let before = folder.files(below: "cache/outputs").count
    let result = try Program.run(arguments + ["--cache-dir", "cache"], in: folder, environment: environment)
    #expect(result.code == 0, "\(arguments): \(result.errors)")
    return folder.files(below: "cache/outputs").count - before
  }

  @Test func `another value of any option is another entry`() throws {
    let folder = try folder()
    let plain = ["a.md", "-o", "a.pdf"]
    #expect(try added(plain, folder) == 1)
    for (name, values) in Self.options {
      for words in values.isEmpty ? [["--" + name]] : values.map({ ["--" + name, $0] }) {
        #expect(try added(plain + words, folder) == 1, "\(words)")
        #expect(try added(plain + words, folder) == 0, "\(words) again")
      }
    }
    #expect(try added(plain, folder) == 0)
  }

  @Test func `the table has every option`() throws {
    let tables = try Program.run(["inspect", "tables"], in: try Program.Folder())
    let rows = String(decoding: tables.output, as: UTF8.self).split(separator: "\n").map { $0.split(separator: "\t") }
    let names = rows.filter { $0.first == "option" && $0[1].hasPrefix("typeset --") }.map { String($0[1].dropFirst("typeset --".count)) }
    #expect(names.count > 50)
    #expect(Set(names) == Set(Self.options.map(\.name)).union(Self.others))
  }

  @Test func `so is another time for the processor, where it decides how much is set`() throws {
    let folder = try folder()
    func made(_ words: [String]) throws -> String {
      try Program.run(["batch", "a.md", "-o", "out", "--untrusted"] + words, in: folder).errors
    }
    Thread.sleep(forTimeInterval: 0.05)
    for words in [[], ["--cpu-time", "5"], ["--cpu-time", "50"]] { #expect(try made(words).contains("1 made"), "\(words)") }
    #expect(try made(["--cpu-time", "50"]).contains("1 up to date"))
  }

  @Test func `an untrusted document leaves nothing, and is given nothing`() throws {
    let folder = try folder()
    let plain = ["a.md", "-o", "a.pdf"]
    #expect(try added(plain + ["--untrusted"], folder) == 0)
    #expect(folder.files(below: "cache").isEmpty)
    _ = try Program.run(["batch", "a.md", "-o", "out", "--untrusted", "--cache-dir", "cache"], in: folder)
    #expect(folder.files(below: "cache").isEmpty)
  }

  @Test func `what may be read is part of it, hidden files too`() throws {
    let folder = try folder()
    try folder.write(".hidden.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='9' height='9'/></svg>")
    try folder.write("a.md", "![p](.hidden.svg)\n")
    func bytes(_ words: [String]) throws -> Data? {
      _ = try Program.run(["a.md", "-o", "a.pdf", "--sandbox"] + words, in: folder)
      return folder.read("a.pdf")
    }
    let (open, closed) = (try bytes(["--root", "."]), try bytes([]))
    #expect(open != closed)
    for _ in 0..<2 {
      #expect(try bytes(["--root", ".", "--cache-dir", "cache"]) == open)
      #expect(try bytes(["--cache-dir", "cache"]) == closed)
    }
  }

  @Test func `so are other names, texts and times`() throws {
    let folder = try folder()
    let plain = ["a.md", "-o", "a.pdf"]
    #expect(try added(plain, folder) == 1)
    try folder.write("b.md", "# A\n\nText.\n")
    #expect(try added(["b.md", "-o", "a.pdf"], folder) == 1)
    #expect(try added(["a.md", "b.md", "-o", "a.pdf"], folder) == 1)
    #expect(try added(["a.md", "-o", "b.pdf"], folder) == 1)
    #expect(try added(["a.md", "-o", "a.svg"], folder) == 1)
    #expect(try added(plain, folder, environment: ["SOURCE_DATE_EPOCH": "1"]) == 1)
    #expect(try added(plain, folder, environment: ["SOURCE_DATE_EPOCH": "2"]) == 1)
    try folder.write("m.tex", "\\def\\a{y}")
    try folder.write("t.yaml", "base: book\n")
    #expect(try added(plain + ["--math-macros", "m.tex"], folder) == 1)
    #expect(try added(plain + ["--theme", "t.yaml"], folder) == 1)
    try folder.write("m.tex", "\\def\\a{z}")
    try folder.write("t.yaml", "base: note\n")
    #expect(try added(plain + ["--math-macros", "m.tex"], folder) == 1)
    #expect(try added(plain + ["--theme", "t.yaml"], folder) == 1)
    try folder.write("mkdocs.yml", "site_name: x\n")
    #expect(try added(plain, folder) == 1)
    try folder.write("a.md", "# A\n\nOther text.\n")
    #expect(try added(plain, folder) == 1)
    #expect(try added(plain, folder) == 0)
  }

  @Test func `so is whatever the navigation of a project says of its chapters`() throws {
    let folder = try folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/src", withIntermediateDirectories: true)
    try folder.write("book.toml", "[book]\n")
    for name in ["a", "b"] { try folder.write("src/\(name).md", "Text of \(name).\n\n## Part\n") }
    // Title, nesting, a part, the title of a part, and a chapter that is nowhere: the text of the chapters is the same in all.
    for (row, list) in [
      "- [A](a.md)\n- [B](b.md)\n", "- [A](a.md)\n- [C](b.md)\n", "- [A](a.md)\n  - [B](b.md)\n", "- [A](a.md)\n\n# P\n\n- [B](b.md)\n",
      "- [A](a.md)\n\n# Q\n\n- [B](b.md)\n",
    ].enumerated() {
      try folder.write("src/SUMMARY.md", "# Summary\n\n" + list)
      #expect(try added(["book.toml", "-o", "a.pdf"], folder) == 1, "row \(row)")
      let batch = try Program.run(["batch", "book.toml", "-o", "out"], in: folder)
      #expect(batch.errors.contains("1 made"), "row \(row): \(batch.errors)")
    }
    try folder.write("src/SUMMARY.md", "# Summary\n\n- [A](a.md)\n\n# Q\n\n- [B](b.md)\n- [Gone](gone.md)\n")
    let batch = try Program.run(["batch", "book.toml", "-o", "out"], in: folder)
    #expect(batch.errors.contains("there is no file gone.md"), "\(batch.errors)")
  }

  @Test func `names with line ends and control characters make no two runs alike`() throws {
    let folder = try folder()
    let pairs: [([String], [String])] = [
      (["-V", "title=a", "-V", "subject=b"], ["-V", "title=a\nsubject=b"]),
      (["-V", "title=a\n9 subject=b"], ["-V", "title=a\n10 subject=b"]),
      (["--root", "one", "--root", "two"], ["--root", "one\ntwo"]),
      (["-V", "title=a", "--lang", "de"], ["-V", "title=a\nlang de"]), (["-V", "title=\u{1}"], ["-V", "title=\u{2}"]),
      (["-V", "title=a\r"], ["-V", "title=a\r\n"]), (["-V", "title=e\u{301}"], ["-V", "title=é"]),
    ]
    for (one, other) in pairs {
      for words in [one, other] { #expect(try added(["a.md", "-o", "a.pdf"] + words, folder) == 1, "\(words)") }
    }
    // Canonically equal names are two.
    for name in ["a\nb.md", "a", "b.md", "caf\u{E9}.md", "cafe\u{301}.md"] {
      try folder.write(name, "# A\n\nText.\n")
      #expect(try added([name, "-o", "a.pdf"], folder) == 1, "\(name)")
    }
    #expect(try added(["a", "b.md", "-o", "a.pdf"], folder) == 1)
  }

  @Test func `the same names in another folder are other files`() throws {
    let folder = try folder()
    func svg(_ color: String) -> String {
      "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='9' height='9' fill='\(color)'/></svg>"
    }
    for (name, color) in [("one", "red"), ("two", "blue")] {
      try folder.write("\(name)/a.md", "![p](p.svg)\n")
      try folder.write("\(name)/p.svg", svg(color))
    }
    func bytes(_ name: String, _ words: [String]) throws -> Data? {
      _ = try Program.run(words, at: folder.path + "/" + name)
      return folder.read("\(name)/out/a.pdf")
    }
    for (verb, more) in [([], ["-o", "out/a.pdf"]), (["batch"], ["-o", "out"])] {
      let words = verb + ["a.md"] + more
      let cold = try ["one", "two"].map { try bytes($0, words + (verb.isEmpty ? [] : ["--force"])) }
      #expect(cold[0] != nil && cold[0] != cold[1])
      for name in ["one", "two"] { try FileManager.default.removeItem(atPath: folder.path + "/\(name)/out") }
      for _ in 0..<2 { #expect(try ["one", "two"].map { try bytes($0, words + ["--cache-dir", "../cache"]) } == cold, "\(words)") }
    }
  }

  // MARK: Records

  /// The record of a batch's only document, which is a line of JSON.
  private func record(_ folder: Program.Folder) throws -> [String: Any] {
    let lines = String(decoding: try #require(folder.read("out/.mdtypeset-batch")), as: UTF8.self).split(separator: "\n")
    let line = try JSONSerialization.jsonObject(with: Data(try #require(lines.last).utf8))
    return try #require((line as? [String: Any])?["record"] as? [String: Any])
  }

  private func write(_ record: [String: Any], _ folder: Program.Folder) throws {
    let line = try JSONSerialization.data(withJSONObject: ["document": "out/a", "record": record])
    try folder.write("out/.mdtypeset-batch", line + Data("\n".utf8))
  }

  /// A change of each member of a record by which it no longer is that of the document.
  private static let members: [(name: String, change: @Sendable (Any) -> Any)] = [
    ("key", { "\($0)0" }), ("inputs", { _ in [["a.md", "0"]] }), ("inputs", { _ in [["b.md", "0"]] }), ("missing", { _ in ["a.md"] }),
    ("listings", { _ in [["/", "0", ".js"]] }), ("fonts", { _ in "0" }), ("day", { ($0 as? Int ?? 0) - 1 }),
    ("outputs", { _ in [["out/a.pdf", "0"]] }),
    ("outputs", { _ in [] as [String] }), ("outputs", { _ in [["out/b.pdf", "0"]] }), ("pages", { _ in 0 }), ("pages", { _ in -1 }),
  ]

  @Test func `a record of which anything is changed is none`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "---\ndate: today\n---\n\n# A\n\n![p](missing.svg) \u{16A0}\n")
    func isMade() throws -> Bool { try Program.run(["batch", "a.md", "-o", "out"], in: folder).errors.contains("1 made") }
    // A file that has just been written counts as changed.
    Thread.sleep(forTimeInterval: 0.05)
    #expect(try isMade())
    let whole = try record(folder)
    #expect(try !isMade())
    for (name, change) in Self.members {
      var changed = whole
      changed[name] = change(try #require(whole[name], "no \(name)"))
      try write(changed, folder)
      #expect(try isMade(), "\(name)")
      try write(whole, folder)
      #expect(try !isMade(), "after \(name)")
    }
    // What it says of them decides nothing.
    #expect(Set(Self.members.map(\.name)).union(["warnings"]) == Set(whole.keys))
  }

  @Test func `a script that appears beside a document makes it again, an output does not`() throws {
    let folder = try Program.Folder()
    try folder.write("package.json", "{}")
    try folder.write("a.md", "# A\n\n--\n\n# B\n\n--\n\n# C\n")
    func made() throws -> String { try Program.run(["batch", "a.md", "-o", ".", "--cache-dir", "cache"], in: folder).errors }
    Thread.sleep(forTimeInterval: 0.05)
    #expect(try made().contains("1 made"))
    #expect(try !made().contains("1 made"))
    try folder.write("talk.js", #"page = `<section data-markdown="a.md" data-separator="^--"></section>`"#)
    #expect(try made().contains("1 made"))
    #expect(try !made().contains("1 made"))
  }

  @Test func `a date of today is that of the day of the run, also from what is kept`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "---\ndate: today\n---\n\n# A\n")
    try folder.write("b.md", "# A\n")
    let kept = try Program.run(["batch", "a.md", "b.md", "-o", "out", "--cache-dir", "cache"], in: folder)
    #expect(kept.errors.contains("2 made"))
    for name in ["a", "b"] { _ = try Program.run(["\(name).md", "-o", "\(name).pdf", "--cache-dir", "cache"], in: folder) }
    #expect(folder.files(below: "cache/outputs").count == 4)
    for name in folder.files(below: "cache/outputs") {
      let entry = try #require(folder.read("cache/outputs/" + name))
      let lines = entry.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
      let head = try #require(try JSONSerialization.jsonObject(with: lines[1]) as? [String: Any])
      let record = try #require(head["record"] as? [String: Any])
      let output = try #require((record["outputs"] as? [[String]])?.first?.first)
      let isDated = output.hasSuffix("a.pdf")
      #expect((record["day"] as? Int) == (isDated ? Int(Date().timeIntervalSince1970) / 86_400 : nil), "\(output)")
    }
  }
}
