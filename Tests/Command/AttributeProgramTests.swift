import Foundation
import Testing

/// Attributes of one's own from the command line.
@Suite struct AttributeProgramTests {
  @Test func `the runs of a text are printed with their attributes`() throws {
    let folder = try Program.Folder()
    let text = "This is **Bold text** and this is _italic_ and this is **_both_**"
    let six = try Program.run(["inspect", "runs", "-"], in: folder, input: Data(text.utf8))
    let lines = String(decoding: six.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "characters 53, runs 6")
    #expect(lines.suffix(3) == ["6 \"both\"", "  inlineIntent = emphasized, strong (3)", "  block = [paragraph (id 1)]"])
    let four = try Program.run(["inspect", "runs", "-"], in: folder, input: Data(text.prefix(42).utf8))
    #expect(String(decoding: four.output, as: UTF8.self).hasPrefix("characters 36, runs 4\n"))
  }

  @Test func `a value that is none is code 3 in a strict run, with its place and the nearest`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("Text\n\nand ^[x](customStyle: 'boldcap')\n".utf8))
    let strict = try Program.run(["a.md", "-o", "a.pdf", "--strict"], in: folder)
    #expect(strict.code == 3)
    #expect(strict.errors.hasPrefix("a.md:3:5: warning: invalid value \"boldcap\" for \"customStyle\" [attribute.value]"))
    #expect(strict.errors.contains("did you mean \"boldcaps\"? expected boldcaps, smallitalics"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.pdf"))
    #expect(try Program.run(["a.md", "-o", "a.pdf"], in: folder).code == 0)
  }

  @Test func `a key that is none is code 3 where a theme declares some`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("and ^[x](mood: 'calm') [y]{title=t}\n".utf8))
    try folder.write("t.yaml", Data("base: article\nattributes:\n  accent: {loud: {strong: true}}\n".utf8))
    #expect(try Program.run(["a.md", "-o", "a.pdf", "--strict"], in: folder).code == 0)
    let strict = try Program.run(["a.md", "-o", "b.pdf", "--strict", "--theme", "t.yaml"], in: folder)
    #expect(strict.code == 3)
    #expect(strict.errors.hasPrefix("a.md:1:5: warning: unknown attribute \"mood\" [attribute.key]"))
  }
}
