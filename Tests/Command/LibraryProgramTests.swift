import Foundation
import Testing

/// `mdtypeset library`, run from outside.
@Suite struct LibraryProgramTests {
  private func run(_ arguments: [String], in folder: Program.Folder) throws -> (code: Int32, output: String, errors: String) {
    let result = try Program.run(["library"] + arguments, in: folder, environment: ["XDG_DATA_HOME": folder.path + "/data"])
    return (result.code, String(decoding: result.output, as: UTF8.self), result.errors)
  }

  @Test func `documents are kept, listed, found, shown and removed`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# Café\n\nOne.\n")
    try folder.write("b.md", "段落\n")
    #expect(try run(["add", "a.md", "b.md", "--theme", "book"], in: folder).output == "1\tCafé\n2\tb.md\n")
    #expect(try run(["list"], in: folder).output == "1\tbook\tCafé\n2\tbook\tb.md\n")
    #expect(try run(["search", "CAFE"], in: folder).output == "1\tbook\tCafé\n")
    #expect(try run(["search", "落"], in: folder).output == "2\tbook\tb.md\n")
    let none = try run(["search", "nothing"], in: folder)
    #expect(none.code == 1 && none.output.isEmpty)
    #expect(try run(["show", "1"], in: folder).output == "# Café\n\nOne.\n")
    #expect(try run(["rm", "1"], in: folder).code == 0)
    #expect(try run(["list", "--json"], in: folder).output.hasPrefix(#"{"number":2,"title":"b.md","name":"b.md","theme":"book","time":"#))
  }

  @Test func `a document shows its theme as it is now`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "Text.\n")
    try folder.write("own.yaml", "base: article\npage:\n  paper: a5\n")
    #expect(try run(["add", "a.md", "--theme", "own.yaml"], in: folder).code == 0)
    func size() throws -> String {
      #expect(try run(["render", "1", "-o", "out.svg"], in: folder).code == 0)
      return String(decoding: folder.read("out.svg") ?? Data(), as: UTF8.self).prefix(200).description
    }
    let before = try size()
    try folder.write("own.yaml", "base: article\npage:\n  paper: a6\n")
    #expect(try size() != before)
    try FileManager.default.removeItem(atPath: folder.path + "/own.yaml")
    let missing = try run(["render", "1", "-o", "out.svg"], in: folder)
    #expect(missing.code == 4 && missing.errors.contains("own.yaml"))
    #expect(try run(["render", "1", "-o", "out.svg", "--theme", "dark"], in: folder).code == 0)
  }

  @Test func `what goes wrong is one sentence and its code, and nothing is changed`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "Text.\n")
    try folder.write("empty.md", "\n")
    let none = try run(["list"], in: folder)
    #expect(none.code == 4 && none.errors.contains("there is no library at"))
    let empty = try run(["add", "a.md", "empty.md"], in: folder)
    #expect(empty.code == 4 && empty.errors.contains("empty.md is empty") && !folder.files.contains("data"))
    try folder.write("latin.md", Data([0x63, 0x61, 0x66, 0xE9, 0x0A]))
    let latin = try run(["add", "a.md", "latin.md"], in: folder)
    #expect(latin.code == 4 && latin.errors.contains("latin.md is not UTF-8") && !folder.files.contains("data"))
    #expect(try run(["add", "a.md", "missing.md"], in: folder).code == 4 && !folder.files.contains("data"))
    #expect(try run(["add", "a.md"], in: folder).code == 0)
    #expect(try run(["rm", "1", "2"], in: folder).code == 2)
    #expect(try run(["list"], in: folder).output == "1\t-\ta.md\n")
    try folder.write("other", "no database")
    #expect(try run(["list", "--library", "other"], in: folder).errors.contains("other is not a library of documents"))
    #expect(try run(["serch", "x"], in: folder).errors.contains("did you mean library search?"))
    #expect(try run(["show", "x"], in: folder).code == 2)
  }

  @Test func `a program that is killed while it saves leaves all or nothing`() throws {
    let folder = try Program.Folder()
    let names = (0..<40).map { "\($0).md" }
    for name in names { try folder.write(name, String(repeating: "word \(name) ", count: 300)) }
    for attempt in 0..<12 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = ["library", "add", "--library", "l.sqlite", "-V", "subtitle=\(attempt)"] + names
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: Double(attempt) * 0.03)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard folder.read("l.sqlite")?.isEmpty == false else { continue }
      let list = try run(["list", "--library", "l.sqlite"], in: folder)
      #expect(list.code == 0 && list.output.split(separator: "\n").count.isMultiple(of: names.count), "\(list.errors)")
    }
    #expect(try run(["add", "--library", "l.sqlite", "0.md"], in: folder).code == 0)
  }
}
