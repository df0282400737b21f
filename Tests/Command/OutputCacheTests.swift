import Foundation
import Testing

@Suite struct OutputCacheTests {
  private let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='9' height='9' fill='COLOR'/></svg>"

  private func entries(_ folder: Program.Folder) -> [String] { folder.files(below: "cache/outputs") }

  @Test func `a second run gives the same bytes and warnings from what is kept`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n\n![p](p.svg) $\\frca$\n")
    try folder.write("p.svg", svg.replacingOccurrences(of: "COLOR", with: "red"))
    let arguments = ["a.md", "-o", "a.pdf", "--cache-dir", "cache"]
    let cold = try Program.run(arguments, in: folder)
    let bytes = try #require(folder.read("a.pdf"))
    let entry = try #require(entries(folder).first)
    // That the entry is used shows by its content: another PDF of the same length with a fitting digest would be restored.
    try FileManager.default.removeItem(atPath: folder.path + "/a.pdf")
    let time = try #require(
      FileManager.default.attributesOfItem(atPath: folder.path + "/cache/outputs/" + entry)[.modificationDate] as? Date)
    usleep(20_000)
    let warm = try Program.run(arguments, in: folder)
    #expect(folder.read("a.pdf") == bytes)
    #expect(warm.errors == cold.errors && cold.errors.contains("frca"))
    let used = try #require(
      FileManager.default.attributesOfItem(atPath: folder.path + "/cache/outputs/" + entry)[.modificationDate] as? Date)
    #expect(used > time)
    #expect(entries(folder).count == 1)
    // A picture that is another one, and a document that is.
    try folder.write("p.svg", svg.replacingOccurrences(of: "COLOR", with: "blue"))
    _ = try Program.run(arguments, in: folder)
    #expect(folder.read("a.pdf") != bytes)
    let blue = folder.read("a.pdf")
    _ = try Program.run(["a.md", "-o", "b.pdf"], in: folder)
    #expect(folder.read("b.pdf") == blue)
    try folder.write("p.svg", svg.replacingOccurrences(of: "COLOR", with: "red"))
    _ = try Program.run(arguments + ["-V", "paper=a5"], in: folder)
    #expect(folder.read("a.pdf") != bytes)
    _ = try Program.run(arguments, in: folder)
    #expect(folder.read("a.pdf") == bytes)
  }

  @Test func `whatever option is changed, the output is that of a run without a cache`() throws {
    let folder = try Program.Folder()
    try folder.write(
      "a.md",
      "# A\n\n$\\a + b$\n\n<https://example.org> `code` ^[A note.]\n\n\\newpage\n\n```dot\ndigraph { a -> b }\n```\n\n[x](javascript:y)\n")
    try folder.write("m.tex", "\\def\\a{x}")
    try folder.write("t.yaml", "base: book\nbody: {size: 13pt}\n")
    try folder.write("u.yaml", "base: book\nbody: {size: 14pt}\n")
    let rows = [
      ["--theme", "book"], ["--theme", "t.yaml"], ["--theme", "u.yaml"], ["-V", "paper=a5"], ["-V", "body.size=13pt"],
      ["--math-macros", "m.tex"], ["--no-math"],
      ["--no-diagrams"], ["--no-pdf-tags"], ["--pdf-standard", "ua-1"], ["--pdf-standard", "a-2b"], ["--attach-source"],
      ["-V", "title=Other"], ["-V", "columns=2"], ["--untrusted"],
    ]
    func bytes(_ arguments: [String], _ name: String) throws -> Data? {
      _ = try Program.run(["a.md", "-o", name] + arguments, in: folder)
      return folder.read(name)
    }
    let plain = try #require(try bytes([], "cold.pdf"))
    for row in rows {
      let cold = try #require(try bytes(row, "cold.pdf"))
      #expect(cold != plain, "\(row) changes nothing")
      // Once to keep it, and once from what is kept.
      for round in 1...2 { #expect(try bytes(row + ["--cache-dir", "cache"], "a.pdf") == cold, "\(row), round \(round)") }
      #expect(try bytes(["--cache-dir", "cache"], "a.pdf") == plain, "after \(row)")
    }
    #expect(entries(folder).count > rows.count / 2)
  }

  @Test func `entries that are cut off, changed or foreign are ignored`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n\nText.\n")
    let arguments = ["a.md", "-o", "a.pdf", "--cache-dir", "cache"]
    _ = try Program.run(arguments, in: folder)
    let bytes = folder.read("a.pdf")
    let entry = try #require(entries(folder).first)
    let whole = try #require(folder.read("cache/outputs/" + entry))
    var changed = whole
    changed[whole.count - 10] ^= 1
    for bad in [
      Data(), Data("x".utf8), whole.prefix(100), whole.dropLast(1), changed, whole + Data("x".utf8), Data("mdtypeset-outputs-1 \n\n".utf8),
    ] {
      try folder.write("cache/outputs/" + entry, Data(bad))
      try FileManager.default.removeItem(atPath: folder.path + "/a.pdf")
      let result = try Program.run(arguments, in: folder)
      #expect(result.code == 0)
      #expect(folder.read("a.pdf") == bytes)
      // The entry is whole again.
      #expect(folder.read("cache/outputs/" + entry)?.count == whole.count)
    }
    // A folder that can't be written is none.
    let none = try Program.run(["a.md", "-o", "b.pdf", "--cache-dir", "/proc/none"], in: folder)
    #expect(none.code == 0)
    #expect(folder.read("b.pdf") == bytes)
  }

  @Test func `the folder keeps to its size, and the oldest entries go`() throws {
    let folder = try Program.Folder()
    var noise = SystemRandomNumberGenerator()
    for number in 0..<40 {
      let words = (0..<2_000).map { _ in String(UInt64.random(in: 0 ... .max, using: &noise), radix: 36) }.joined(separator: " ")
      try folder.write("\(number).md", "# \(number)\n\n\(words)\n")
    }
    let inputs = (0..<40).map { "\($0).md" }
    _ = try Program.run(["batch"] + inputs + ["-o", "out", "--cache-dir", "cache", "--cache-size", "1"], in: folder, seconds: 120)
    let total = entries(folder).compactMap { folder.read("cache/outputs/" + $0)?.count }.reduce(0, +)
    #expect(total > 0)
    #expect(total < 3 << 20, "\(total) bytes in \(entries(folder).count) entries")
    #expect(entries(folder).count < 40)
  }

  @Test func `a batch takes what another folder has got already`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "One\n\n\\newpage\n\nTwo\n")
    let arguments = ["batch", "a.md", "-o", "out", "--to", "png,pdf", "--ppi", "30", "--cache-dir", "cache"]
    _ = try Program.run(arguments, in: folder)
    let files = folder.files(below: "out").filter { !$0.hasPrefix(".") }
    let bytes = files.map { folder.read("out/" + $0) }
    try FileManager.default.removeItem(atPath: folder.path + "/out")
    let result = try Program.run(arguments, in: folder)
    #expect(result.errors.contains("1 made"))
    #expect(folder.files(below: "out").filter { !$0.hasPrefix(".") } == files)
    #expect(files.map { folder.read("out/" + $0) } == bytes)
    #expect(try Program.run(arguments, in: folder).errors.contains("1 up to date"))
  }

  /// Long enough to be kept.
  private var book: [String] {
    (0..<900).map { "## Section \($0)\n\nParagraph \($0) has some words that fill a line and begin another, or so, with $x_{\($0)}$.\n\n" }
  }

  @Test func `a run after an edit takes blocks and pages from what is kept, and gives the bytes of one without`() throws {
    let folder = try Program.Folder()
    var text = book
    try folder.write("a.md", text.joined())
    let arguments = ["a.md", "-o", "a.pdf", "--cache-dir", "cache"]
    _ = try Program.run(arguments, in: folder)
    let kept = folder.files(below: "cache/pieces")
    #expect(kept.count == 2)
    text[500] = text[500].replacingOccurrences(of: "words", with: "signs")
    try folder.write("a.md", text.joined())
    _ = try Program.run(["a.md", "-o", "b.pdf"], in: folder)
    let cold = folder.read("b.pdf")
    let whole = kept.map { folder.read("cache/pieces/" + $0) }
    _ = try Program.run(arguments, in: folder)
    #expect(folder.read("a.pdf") == cold)
    // Few changes are not written.
    #expect(kept.map { folder.read("cache/pieces/" + $0) } == whole)
    // What is broken is not used, and made again.
    for (number, (name, bytes)) in zip(kept, whole).enumerated() {
      let bytes = try #require(bytes)
      for bad in number == 0 ? [Data(), bytes.dropLast(1)] : [bytes.prefix(200), bytes + Data("x".utf8)] {
        try folder.write("cache/pieces/" + name, Data(bad))
        try FileManager.default.removeItem(atPath: folder.path + "/cache/outputs")
        _ = try Program.run(arguments, in: folder)
        #expect(folder.read("a.pdf") == cold)
      }
    }
    #expect(folder.files(below: "cache/pieces") == kept)
  }

  @Test func `a batch keeps no blocks`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", book.joined())
    _ = try Program.run(["batch", "a.md", "-o", "out", "--cache-dir", "cache"], in: folder)
    #expect(folder.files(below: "cache/pieces").isEmpty)
  }

  @Test func `another root is another document`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "![p](/p.svg)\n")
    for (root, color) in [("one", "red"), ("two", "blue")] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + root, withIntermediateDirectories: true)
      try folder.write("\(root)/p.svg", svg.replacingOccurrences(of: "COLOR", with: color))
    }
    func bytes(_ root: String, _ more: [String]) throws -> Data? {
      _ = try Program.run(["a.md", "-o", "a.pdf", "--root", root] + more, in: folder)
      return folder.read("a.pdf")
    }
    let cold = try ["one", "two"].map { try bytes($0, []) }
    #expect(cold[0] != cold[1])
    for _ in 0..<2 { #expect(try ["one", "two"].map { try bytes($0, ["--cache-dir", "cache"]) } == cold) }
  }
}
