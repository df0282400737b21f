import Foundation
import Testing
import TypesetFiles

@Suite struct KeyedLinesTests {
  private let path = NSTemporaryDirectory() + "lines-" + UUID().uuidString

  /// What is before the first space.
  private func lines() -> KeyedLines {
    KeyedLines { line in line.firstIndex(of: 0x20).map { String(decoding: line[..<$0], as: UTF8.self) } }
  }

  @Test func `only where a line is is held`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let long = String(repeating: "x", count: 5_000)
    let written = lines()
    #expect(written.openOwn(path))
    for number in 0..<1_000 { written.add(Array("\(number) \(long)\(number)".utf8), of: "\(number)") }
    let read = lines()
    read.read(path)
    for lines in [written, read] {
      #expect(lines.count == 1_000)
      #expect(lines.heldBytes < 100_000, "5 MB of lines hold \(lines.heldBytes) bytes")
      for number in [0, 13, 999] { #expect(lines.line(of: "\(number)") == Array("\(number) \(long)\(number)".utf8)) }
      #expect(lines.line(of: "1000") == nil)
    }
  }

  @Test func `the last line of a key counts, and what is not whole spoils nothing`() throws {
    defer { for end in ["", "2"] { try? FileManager.default.removeItem(atPath: path + end) } }
    try Data("a 1\nb 1\nbroken\n\na 2\nc".utf8).write(to: URL(fileURLWithPath: path))
    try Data("b 3\n".utf8).write(to: URL(fileURLWithPath: path + "2"))
    let lines = lines()
    lines.read(path + "2")
    #expect(lines.openOwn(path))
    lines.add(Array("d 4".utf8), of: "d")
    func text(_ key: String) -> String? { lines.line(of: key).map { String(decoding: $0, as: UTF8.self) } }
    #expect(text("a") == "a 2" && text("b") == "b 1" && text("c") == nil && text("d") == "d 4")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a 1\nb 1\nbroken\n\na 2\nc\nd 4\n")
    lines.remove(HashedNames.hash("a"))
    #expect(text("a") == nil && lines.hashes.count == 2)
  }

  @Test func `where no file can be written, lines are kept all the same`() {
    let lines = lines()
    #expect(!lines.openOwn("/proc/none/lines"))
    lines.add(Array("a 1".utf8), of: "a")
    #expect(lines.line(of: "a") == Array("a 1".utf8) && lines.isOwn(HashedNames.hash("a")))
  }

  @Test func `names are told apart by their hashes`() {
    var names = HashedNames(["a", "b"])
    #expect(names.contains("a") && !names.contains("c"))
    #expect(names.insert("c") && !names.insert("c") && !names.isEmpty)
  }
}
