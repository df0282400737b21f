import Foundation
import Testing

/// Which files a document, a record and a library may lead to.
@Suite struct PathTests {
  let folder: Program.Folder

  init() throws { folder = try Program.Folder() }

  private func make(_ names: String...) throws {
    for name in names { try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true) }
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: target)
  }

  /// The text of a document.
  private func text(_ words: [String]) throws -> String {
    String(decoding: try Program.run(words + ["-t", "txt", "-o", "-"], in: folder).output, as: UTF8.self)
  }

  @Test func `in the sandbox the root is the input's own folder, whatever project it is in`() throws {
    try make("p/.git", "p/docs")
    try folder.write("p/key.md", "the word")
    try folder.write("p/docs/a.md", "{{#include ../key.md}}\n\nAfter.\n")
    #expect(try text(["p/docs/a.md"]).contains("the word"))
    for option in ["--sandbox", "--untrusted"] {
      let alone = try text(["p/docs/a.md", option])
      #expect(!alone.contains("the word") && alone.contains("After."))
      #expect(try text(["p/docs/a.md", option, "--root", "p"]).contains("the word"))
      let result = try Program.run(["batch", "p/docs", "-o", "out", "-t", "txt", option], in: folder)
      let made = String(decoding: folder.read("out/a.txt") ?? Data(), as: UTF8.self)
      #expect(!made.contains("the word") && made.contains("After."), "\(result.errors)")
    }
  }

  @Test(arguments: [".key.md", ".private/key.md", "link.md", "way/key.md", "sub/../.key.md", "absolute.md"])
  func `in the sandbox hidden files are read below a named root only, links to them too`(name: String) throws {
    try make("docs/.private", "docs/sub")
    for key in ["docs/.key.md", "docs/.private/key.md"] { try folder.write(key, "the word") }
    try link("docs/link.md", to: ".key.md")
    try link("docs/way", to: ".private")
    try link("docs/absolute.md", to: folder.path + "/docs/.key.md")
    try folder.write("docs/a.md", "{{#include \(name)}}\n\nAfter.\n")
    let made = try text(["docs/a.md", "--untrusted"])
    #expect(!made.contains("the word") && made.contains("After."))
    #expect(try text(["docs/a.md", "--untrusted", "--root", "docs"]).contains("the word"))
    #expect(try text(["docs/a.md"]).contains("the word"))
  }

  @Test func `below the root of the machine nothing is read from dev, proc and sys`() throws {
    let place = "/dev/shm/mdtypeset-\(UUID().uuidString).md"
    try Data("the word".utf8).write(to: URL(fileURLWithPath: place))
    defer { try? FileManager.default.removeItem(atPath: place) }
    try folder.write("a.md", "{{#include \(place)}}\n\n{{#include /proc/self/environ}}\n\nAfter.\n")
    let made = try text(["a.md", "--root", "/"])
    #expect(!made.contains("the word") && !made.contains("PATH=") && made.contains("After."))
    for input in ["/proc/self/environ", "/dev/zero", "/sys/kernel/notes"] {
      #expect(try Program.run([input, "-o", "b.pdf"], in: folder).code == 4, "\(input)")
    }
  }

  @Test func `a batch follows no link to a file outside of its folder`() throws {
    try make("docs", "else")
    try folder.write("else/key.md", "the word")
    try folder.write("docs/a.md", "A.")
    try link("docs/b.md", to: "../else/key.md")
    for operand in ["docs", "docs/*.md"] {
      let result = try Program.run(["batch", operand, "-o", "out", "-t", "txt"], in: folder)
      #expect(result.code == 0 && result.errors.contains("docs/b.md leads out of the folder"), "\(result.errors)")
      #expect(folder.read("out/a.txt") != nil && folder.read("out/b.txt") == nil)
    }
  }

  @Test func `names that are one string and two sequences of bytes are two documents`() throws {
    try make("docs")
    let names = ["caf\u{E9}", "cafe\u{301}"]
    for (number, name) in names.enumerated() { try folder.write("docs/\(name).md", "Text \(number).") }
    let result = try Program.run(["batch", "docs", "-o", "out", "-t", "txt"], in: folder)
    #expect(result.code == 0 && result.errors.contains("2 made"), "\(result.errors)")
    for (number, name) in names.enumerated() {
      #expect(String(decoding: folder.read("out/\(name).txt") ?? Data(), as: UTF8.self).contains("Text \(number)."))
    }
    #expect(try Program.run(["batch", "docs", "-o", "out", "-t", "txt"], in: folder).errors.contains("2 up to date"))
  }

  // MARK: Records

  /// SHA-256 as records have it.
  private func digest(_ name: String) throws -> String {
    let result = try Program.run(["sha256sum", name], in: folder, program: "/usr/bin/env")
    return String(String(decoding: result.output, as: UTF8.self).prefix(64))
  }

  @Test(arguments: ["out/doc/../../victim.txt", "out/doc-other.pdf", "out/doc-2.png", "out/doc-0.pdf", "{}/victim.txt", "out/doc-1.pdf"])
  func `a record of a batch deletes nothing that the run would not have written`(place: String) throws {
    try make("in", "out/doc")
    try folder.write("in/doc.md", "hi")
    let victim = place.replacing("{}", with: folder.path)
    let path = place.contains("victim") ? "victim.txt" : place
    try folder.write(path, "keep me")
    try folder.write(
      "out/.mdtypeset-batch",
      "{\"document\":\"out/doc\",\"record\":{\"key\":\"x\",\"inputs\":[],\"missing\":[],\"outputs\":[[\"\(victim)\",\"\(try digest(path))\"]],"
        + "\"pages\":3,\"warnings\":[]}}\n")
    let result = try Program.run(["batch", "in", "-o", "out"], in: folder)
    #expect(result.code == 0 && folder.read("out/doc.pdf") != nil, "\(result.errors)")
    #expect(folder.read(path) == Data("keep me".utf8))
  }

  @Test func `a batch removes an old page, but not through a link that took the place of its folder`() throws {
    try make("in/sub", "else")
    try folder.write("in/sub/a.md", "One.\n\n\\newpage\n\nTwo.\n")
    #expect(try Program.run(["batch", "in", "-o", "out", "-t", "svg", "--base", "in"], in: folder).code == 0)
    #expect(folder.read("out/sub/a-2.svg") != nil)
    let page = try #require(folder.read("out/sub/a-2.svg"))
    try FileManager.default.removeItem(atPath: folder.path + "/out/sub")
    try link("out/sub", to: "../else")
    try folder.write("else/a-2.svg", page)
    try folder.write("in/sub/a.md", "One.\n")
    _ = try Program.run(["batch", "in", "-o", "out", "-t", "svg", "--base", "in"], in: folder)
    #expect(folder.read("else/a-2.svg") == page)
  }

  @Test func `the records of a batch are no link to another file`() throws {
    try make("in", "out")
    try folder.write("in/doc.md", "hi")
    try folder.write("victim.txt", "keep me")
    try link("out/.mdtypeset-batch", to: "../victim.txt")
    #expect(try Program.run(["batch", "in", "-o", "out"], in: folder).code == 0)
    #expect(folder.read("victim.txt") == Data("keep me".utf8))
  }

  @Test(arguments: [["d.md", "-o", "d.pdf"], ["batch", "d.md", "-o", "out"]])
  func `an entry of a cache writes the outputs of the run and no other file`(words: [String]) throws {
    try make("home", "c", "out")
    try folder.write("d.md", "# hi")
    try folder.write("home/.bashrc", "original")
    let all = words + ["--cache-dir", "c"]
    let output = words[0] == "batch" ? "out/d.pdf" : "d.pdf"
    #expect(try Program.run(all, in: folder).code == 0)
    let page = folder.read(output)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/c/outputs").first)
    let entry = try #require(folder.read("c/outputs/\(name)"))
    let parts = entry.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    var json = try #require(JSONSerialization.jsonObject(with: parts[1]) as? [String: Any])
    var record = try #require(json["record"] as? [String: Any])
    record["outputs"] = [[folder.path + "/home/.bashrc", String(repeating: "0", count: 64)]]
    (json["record"], json["sizes"]) = (record, [11])
    let forged = try JSONSerialization.data(withJSONObject: json) + Data("\necho pwned\n".utf8)
    try folder.write("forged", forged)
    try folder.write("c/outputs/\(name)", Data("mdtypeset-outputs-1 \(try digest("forged"))\n".utf8) + forged)
    for file in [output, "out/.mdtypeset-batch"] { try? FileManager.default.removeItem(atPath: folder.path + "/" + file) }
    #expect(try Program.run(all, in: folder).code == 0)
    #expect(folder.read("home/.bashrc") == Data("original".utf8) && folder.read(output) == page)
  }

  @Test(arguments: ["/", "..", "/etc"])
  func `a row of a library leads to no folder outside of the library's`(place: String) throws {
    try make("lib")
    try folder.write("key.md", "the word")
    try folder.write("lib/near.md", "near word")
    let include = place == "/" ? folder.path + "/key.md" : place == ".." ? "key.md" : "/etc/passwd"
    try folder.write("lib/b.md", "# Hi\n\n{{#include \(include)}}\n\n{{#include near.md}}\n")
    #expect(try Program.run(["library", "add", "lib/b.md", "--library", "lib/h.sqlite"], in: folder).code == 0)
    let render = ["library", "render", "1", "-o", "h.txt", "-t", "txt", "--library", "lib/h.sqlite"]
    #expect(try Program.run(render, in: folder).code == 0)
    #expect(String(decoding: folder.read("h.txt") ?? Data(), as: UTF8.self).contains("near word"))
    let row = place == ".." ? folder.path + "/lib/.." : place
    let change = "import sqlite3; c=sqlite3.connect('lib/h.sqlite'); c.execute(\"update documents set folder='\(row)'\"); c.commit()"
    try #require(try Program.run(["python3", "-c", change], in: folder, program: "/usr/bin/env").code == 0)
    let result = try Program.run(render, in: folder)
    let made = String(decoding: folder.read("h.txt") ?? Data(), as: UTF8.self)
    #expect(result.code == 0 && result.errors.contains("outside the library's") && made.contains("Hi"), "\(result.errors)")
    #expect(!made.contains("the word") && !made.contains("root:"))
    guard place == ".." else { return }
    #expect(try Program.run(render + ["--root", "."], in: folder).code == 0)
    #expect(String(decoding: folder.read("h.txt") ?? Data(), as: UTF8.self).contains("the word"))
  }
}
