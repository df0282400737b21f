import Foundation
import Testing

/// Drawn pictures and diagrams in the cache folder.
@Suite struct KeptPictureTests {
  private static let hasGraphviz = FileManager.default.isExecutableFile(atPath: "/usr/bin/dot")
  private let formats = ["pdf", "png", "svg"]

  private func svg(_ color: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='40'><a href='https://example.org'><rect width='50' height='30' fill='\(color)'/></a>"
      + "<text x='5' y='20' font-family='serif'>Words</text></svg>"
  }

  private func project() throws -> Program.Folder {
    let folder = try Program.Folder()
    try folder.write("a.md", "![one](one.svg)\n\nText ![two](two.png)\n\n```dot\ndigraph { a -> b }\n```\n")
    try folder.write("one.svg", svg("red"))
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Pictures/Fixtures/alpha.png")
    try folder.write("two.png", try Data(contentsOf: fixture))
    return folder
  }

  private func entries(_ folder: Program.Folder, _ name: String = "cache") -> [String] { folder.files(below: name + "/pictures") }

  /// The bytes of a document, made with the options.
  private func make(_ format: String, _ options: [String] = ["--cache-dir", "cache"], in folder: Program.Folder) throws -> Data? {
    // Outputs as a whole come from pictures again.
    try? FileManager.default.removeItem(atPath: folder.path + "/cache/outputs")
    let result = try Program.run(["a.md", "-o", "out.\(format)"] + options, in: folder)
    #expect(result.code == 0)
    return folder.read("out.\(format)")
  }

  @Test func `pictures and diagrams that were kept give the same bytes`() throws {
    let folder = try project()
    for format in formats {
      let plain = try make(format, [], in: folder)
      #expect(try make(format, in: folder) == plain)
      let kept = entries(folder)
      #expect(!kept.isEmpty)
      #expect(try make(format, in: folder) == plain)
      #expect(entries(folder) == kept)
    }
  }

  @Test(.enabled(if: hasGraphviz)) func `what is kept is used`() throws {
    let folder = try project()
    let first = try make("svg", in: folder)
    // Entries with the right digests of other contents: the picture of the document becomes another one.
    try folder.write("one.svg", svg("blue"))
    let blue = try make("svg", in: folder)
    #expect(blue != first)
    try folder.write("one.svg", svg("red"))
    func holding(_ color: String) -> [String] {
      entries(folder).filter { folder.read("cache/pictures/" + $0).map { String(decoding: $0, as: UTF8.self).contains(color) } ?? false }
    }
    let (red, others) = (holding("rgb(100%,0%,0%)"), holding("rgb(0%,0%,100%)"))
    try #require(red.count == 1 && others.count == 1)
    try folder.write("cache/pictures/" + red[0], try #require(folder.read("cache/pictures/" + others[0])))
    #expect(try make("svg", in: folder) == blue)
  }

  @Test func `entries that are cut off, changed or foreign are drawn again`() throws {
    let folder = try project()
    let plain = try make("pdf", in: folder)
    let names = entries(folder)
    let contents = names.map { folder.read("cache/pictures/" + $0) ?? Data() }
    /// An entry that is whole, of something that no picture is.
    func foreign(_ text: String) throws -> Data {
      let script = "printf '\(text)' | sha256sum | cut -c1-64 | tr -d '\\n'"
      let result = try Program.run(["sh", "-c", script], in: folder, program: "/usr/bin/env")
      return Data("mdtypeset-pictures-1 ".utf8) + result.output + Data("\n\(text)".utf8)
    }
    let odd = try [foreign(""), foreign("12345678"), foreign("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
    let changes: [(Data) -> Data] = [
      { _ in Data() }, { $0.prefix($0.count / 2) }, { $0.dropLast() + Data([$0.last.map { $0 ^ 1 } ?? 0]) }, { _ in Data("foreign".utf8) },
      { _ in odd[0] }, { _ in odd[1] }, { _ in odd[2] },
    ]
    for (number, change) in changes.enumerated() {
      for (name, whole) in zip(names, contents) { try folder.write("cache/pictures/" + name, change(whole)) }
      #expect(try make("pdf", in: folder) == plain, "change \(number)")
    }
  }

  @Test func `a kill at any moment leaves nothing that harms`() throws {
    let folder = try project()
    let plain = try make("pdf", [], in: folder)
    for step in 1...12 {
      let seconds = Double(step) * 0.03
      _ = try Program.run(
        ["timeout", "-s", "KILL", "\(seconds)", Program.path, "a.md", "-o", "other.pdf", "--cache-dir", "cache"], in: folder,
        program: "/usr/bin/env")
      #expect(folder.read("other.pdf").map { $0 == plain } ?? true)
    }
    #expect(try make("pdf", in: folder) == plain)
    #expect(try make("pdf", in: folder) == plain)
  }

  @Test func `limits, libraries' variables and sizes are part of what an entry is found by`() throws {
    let folder = try project()
    _ = try make("png", in: folder)
    let count = entries(folder).count
    _ = try make("png", in: folder)
    #expect(entries(folder).count == count)
    _ = try make("png", ["--cache-dir", "cache", "--ppi", "100"], in: folder)
    let sizes = entries(folder).count
    #expect(sizes > count)
    _ = try make("png", ["--cache-dir", "cache", "--picture-memory", "300"], in: folder)
    #expect(entries(folder).count > sizes)
  }

  @Test func `the sandbox keeps pictures in a folder that is named`() throws {
    let folder = try project()
    let plain = try make("pdf", ["--sandbox"], in: folder)
    #expect(try make("pdf", ["--sandbox", "--cache-dir", "cache"], in: folder) == plain)
    let kept = entries(folder)
    #expect(!kept.isEmpty)
    #expect(try make("pdf", ["--sandbox", "--cache-dir", "cache"], in: folder) == plain)
    #expect(entries(folder) == kept)
  }

  @Test func `a batch keeps pictures in the user's cache unless it is told not to`() throws {
    let folder = try project()
    let environment = ["XDG_CACHE_HOME": folder.path + "/user"]
    func batch(_ options: [String]) throws -> [String] {
      try? FileManager.default.removeItem(atPath: folder.path + "/user")
      let result = try Program.run(["batch", "a.md", "-o", "made", "--force"] + options, in: folder, environment: environment)
      #expect(result.code == 0)
      return entries(folder, "user/mdtypeset")
    }
    #expect(!(try batch([]).isEmpty))
    #expect(try batch(["--cache-size", "0"]).isEmpty)
    #expect(try batch(["--sandbox"]).isEmpty)
    #expect(folder.files(below: "user/mdtypeset/outputs").isEmpty)
    // A single run leaves nothing where nothing is named.
    _ = try Program.run(["a.md", "-o", "single.pdf"], in: folder, environment: environment)
    #expect(entries(folder, "user/mdtypeset").isEmpty)
  }
}
