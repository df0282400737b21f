import Foundation
import Testing

@testable import Command

/// A PDF that carries its source, and what is done to it afterwards.
@Suite struct VerifyTests {
  private static let picture =
    #"<svg xmlns="http://www.w3.org/2000/svg" width="50" height="20"><rect width="30" height="9" fill="red"/><text y="19">Hey</text></svg>"#

  /// A project with an input in a folder, an included file, macros, a picture and a theme that builds on another one.
  private static func project() throws -> Program.Folder {
    let folder = try Program.Folder()
    for name in ["p/docs", "p/img", "t"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    let pages = (1...6).map { "\\newpage\n\n# Part \($0)\n\nWords of part \($0).\n" }.joined(separator: "\n")
    try folder.write(
      "p/docs/one.md",
      "---\ntitle: One\nmacros: ../m.tex\n---\n$\\foo$ ![a red bar](../img/p.svg) ![the same](/img/p.svg)\n\n{{#include ../part.md}}\n\n\(pages)"
    )
    try folder.write("p/docs/two.md", "# Two\n\nMore, and [back](one.md).\n")
    try folder.write("p/m.tex", "\\newcommand{\\foo}{x^2+1}\n")
    try folder.write("p/part.md", "Included *text*.\n")
    try folder.write("p/img/p.svg", picture)
    try folder.write("t/x.yaml", "base: base.yaml\nbody:\n  size: 12pt\n")
    try folder.write("t/base.yaml", "base: article\nstyles:\n  h1:\n    color: \"#800000\"\n")
    return folder
  }

  private static let words = [
    "p/docs/one.md", "p/docs/two.md", "-o", "out.pdf", "--root", "p", "--attach-source", "--theme", "t/x.yaml", "--toc", "-V", "paper=a5",
  ]

  private static func made() throws -> Program.Folder {
    let folder = try project()
    let result = try Program.run(words, in: folder)
    try #require(result.code == 0 && result.errors == "", "\(result.errors)")
    return folder
  }

  private static func verify(_ name: String, in folder: Program.Folder, at place: String? = nil) throws -> (code: Int32, text: String) {
    let result = try Program.run(["verify", name], at: place ?? folder.path)
    return (result.code, String(decoding: result.output, as: UTF8.self) + result.errors)
  }

  @Test func `a file is the same as its source, wherever it is and whatever has become of the files`() throws {
    let folder = try Self.made()
    #expect(try Self.verify("out.pdf", in: folder) == (0, "out.pdf: the same as its source\n"))
    for name in ["p", "t"] { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
    #expect(try Self.verify(folder.path + "/out.pdf", in: folder, at: "/").code == 0)
  }

  @Test func `what --pages, --untrusted, the date of the day and diagrams decide is in the file`() throws {
    let folder = try Self.project()
    try folder.write("d.md", "---\ntitle: D\ndate: today\n---\n[x](foo:bar)\n\n```dot\ndigraph { a -> b }\n```\n\n\\newpage\n\nLast.\n")
    for (name, words) in [
      ("1.pdf", ["--untrusted"]), ("2.pdf", ["--pages", "2-"]), ("3.pdf", []), ("4.pdf", ["--no-pdf-tags", "--theme", "book"]),
    ] {
      _ = try Program.run(["d.md", "-q", "-o", name, "--attach-source"] + words, in: folder)
      #expect(try Self.verify(name, in: folder).code == 0, "\(words)")
    }
    _ = try Program.run(
      ["d.md", "-q", "-o", "5.pdf", "--attach-source", "--pdf-standard", "a-3b,ua-1"], in: folder,
      environment: ["SOURCE_DATE_EPOCH": "1700000000"])
    #expect(try Self.verify("5.pdf", in: folder).code == 0)
  }

  /// Unpacks a stream, changes one byte and packs it again, so that the file is whole.
  private static func change(_ folder: Program.Folder, _ script: String) throws {
    try folder.write(
      "change.py",
      """
      import re, sys, zlib
      data = open('out.pdf', 'rb').read()
      def streams(marker):
          for found in re.finditer(rb'(\\d+) 0 obj\\n<<((?:[^>]|>(?!>\\nstream))*)>>\\nstream\\n', data):
              head = found.group(2)
              size = int(re.search(rb'/Length (\\d+)', head).group(1))
              raw = data[found.end():found.end() + size]
              if marker in head: yield found, head, raw
      def put(found, head, raw, new):
          packed = zlib.compress(new, 9)
          # Where it has become longer, nothing after it is where the table says.
          if len(packed) <= len(raw): packed += b'\\0' * (len(raw) - len(packed))
          head_end = found.end() - len(b'>>\\nstream\\n')
          head = data[found.start():head_end].replace(b'/Length %d' % len(raw), b'/Length %d' % len(packed))
          return data[:found.start()] + head + data[head_end:found.end()] + packed + data[found.end() + len(raw):]
      \(script)
      open('changed.pdf', 'wb').write(data)
      """)
    let result = try Program.run(["python3", "change.py"], in: folder, program: "/usr/bin/env")
    try #require(result.code == 0, "\(result.errors)")
  }

  @Test func `a byte that is changed in the content of a page is found, and the page is named`() throws {
    let folder = try Self.made()
    // The content of the fifth page: a letter's place is moved.
    try Self.change(
      folder,
      """
      pages = [s for s in streams(b'/Filter/FlateDecode') if b'EmbeddedFile' not in s[1] and b'/Form' not in s[1] and re.search(rb'BT.*ET', zlib.decompressobj().decompress(s[2]), re.S)]
      found, head, raw = pages[4]
      text = zlib.decompressobj().decompress(raw)
      for at in [m.start() for m in re.finditer(rb'\\d', text)][20:]:
          new = text[:at] + (b'1' if text[at:at+1] != b'1' else b'2') + text[at+1:]
          # The same length, so that nothing else changes.
          if len(zlib.compress(new, 9)) <= len(raw): break
      data = put(found, head, raw, new)
      """)
    let (code, text) = try Self.verify("changed.pdf", in: folder)
    #expect(code == 1)
    #expect(text == "changed.pdf: NOT the same as its source\n  page 5: its content differs\n")
  }

  @Test(arguments: [("docs/one.md", "Words", "Wards"), ("img/p.svg", "red", "tan"), (".mdtypeset/theme/base.yaml", "800000", "800001")])
  func `a byte that is changed in an attached file is found, and the file is named`(name: String, old: String, new: String) throws {
    let folder = try Self.made()
    try Self.change(
      folder,
      """
      found, head, raw = next(streams(b'/MDTypesetName(\(name))'))
      text = zlib.decompress(raw)
      assert b'\(old)' in text
      data = put(found, head, raw, text.replace(b'\(old)', b'\(new)', 1))
      """)
    let (code, text) = try Self.verify("changed.pdf", in: folder)
    #expect(code == 1)
    #expect(text.contains("\(name) is not the file that was typeset"))
  }

  @Test func `a byte that is changed in a picture is found, and the page is named`() throws {
    let folder = try Self.made()
    try Self.change(
      folder,
      """
      found, head, raw = next(streams(b'/Subtype/Form'))
      raw_text = zlib.decompress(raw)
      assert b' re' in raw_text
      at = [m.start() for m in re.finditer(rb'\\d', raw_text)][-1]
      data = put(found, head, raw, raw_text[:at] + (b'8' if raw_text[at:at+1] != b'8' else b'9') + raw_text[at+1:])
      """)
    let (code, text) = try Self.verify("changed.pdf", in: folder)
    #expect(code == 1)
    #expect(text.contains("page 1: a picture differs") || text.contains("page 2: a picture differs"), "\(text)")
  }

  /// Whatever is done to it: no crash, and never "the same".
  @Test func `a file with any byte changed, cut off or added to is not the same`() throws {
    let folder = try Self.made()
    let file = try #require(folder.read("out.pdf"))
    var generator = SystemRandomNumberGenerator()
    for number in 0..<24 {
      var bytes = file
      switch number {
      case 0: bytes.append(contentsOf: Data("\n".utf8))
      case 1: bytes.removeLast(40)
      case 2: bytes.removeLast(bytes.count / 2)
      default: bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      try folder.write("b.pdf", bytes)
      let (code, text) = try Self.verify("b.pdf", in: folder)
      #expect([1, 4, 6].contains(code), "\(code) \(text)")
    }
  }

  @Test(arguments: [
    (#"\"mdtypeset\": \"0"#, #"\"mdtypeset\": \"9"#, "it was made by mdtypeset 9"),
    (
      "LibertinusSerif-Regular.otf\\\", \\\"sha256\\\": \\\"3", "LibertinusSerif-Regular.otf\\\", \\\"sha256\\\": \\\"4",
      "its font LibertinusSerif-Regular.otf"
    ),
    ("harfbuzz ", "harfbuzz 1", "made with harfbuzz 1"),
  ])
  func `another version and other fonts are no forgery`(old: String, new: String, reason: String) throws {
    let folder = try Self.made()
    try Self.change(
      folder,
      """
      found, head, raw = next(streams(b'/MDTypesetName(.mdtypeset/manifest.json)'))
      text = zlib.decompress(raw)
      assert "\(old)".encode() in text, text
      data = put(found, head, raw, text.replace("\(old)".encode(), "\(new)".encode(), 1))
      """)
    let (code, text) = try Self.verify("changed.pdf", in: folder)
    #expect(code == 6)
    #expect(text.contains("cannot tell") && text.contains(reason), "\(text)")
  }

  /// Builds of one version differ where somebody has changed the program.
  @Test func `a file of another build is the same if its pages are, else nobody can tell`() throws {
    let folder = try Self.made()
    try Self.change(
      folder,
      """
      found, head, raw = next(streams(b'/MDTypesetName(.mdtypeset/manifest.json)'))
      text = zlib.decompress(raw)
      import re
      assert re.search(rb'"build": "[0-9a-f]{16}"', text), text
      data = put(found, head, raw, re.sub(rb'"build": "[0-9a-f]{16}"', b'"build": "0123456789abcdef"', text))
      """)
    let (code, text) = try Self.verify("changed.pdf", in: folder)
    #expect(code == 6 && text.contains("another build of mdtypeset"), "\(code) \(text)")
  }

  @Test func `a font that is named by its file comes along, if it may`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/f", withIntermediateDirectories: true)
    let fonts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../fonts/libertinus").standardized
    let font = try Data(contentsOf: fonts.appending(path: "LibertinusSerif-Regular.otf"))
    try folder.write("f/mine.otf", font)
    // The same font, for viewing and printing only.
    let entry = try #require(font.firstRange(of: Data("OS/2".utf8)))
    let place = font[entry.upperBound + 4..<entry.upperBound + 8].reduce(0) { $0 << 8 | Int($1) }
    var restricted = font
    restricted[place + 9] = 4
    try folder.write("f/theirs.otf", restricted)
    for (name, isKept) in [("mine", true), ("theirs", false)] {
      try folder.write("a.md", "---\nmainfont: f/\(name).otf\n---\nText.\n")
      let made = try Program.run(["a.md", "-o", "1.pdf", "--attach-source", "--strict"], in: folder)
      #expect(made.code == 0 && made.errors.contains("not attached") == !isKept, "\(made.errors)")
      _ = try Program.run(["extract", "1.pdf", "-o", name + "/"], in: folder)
      #expect(folder.read("\(name)/f/\(name).otf") == (isKept ? font : nil))
      #expect(try Self.verify(folder.path + "/1.pdf", in: folder, at: "/").code == (isKept ? 0 : 6), "\(name)")
    }
  }

  @Test func `options of a stranger's file reach nothing of the machine`() throws {
    let folder = try Self.made()
    for option in ["--theme=/etc/x.yaml", "--diagram=dot=sh", "--output=x.pdf", "secret.md"] {
      try Self.change(
        folder,
        """
        found, head, raw = next(streams(b'/MDTypesetName(.mdtypeset/manifest.json)'))
        text = zlib.decompress(raw)
        data = put(found, head, raw, text.replace(b'"--toc"', b'"\(option)"', 1).replace(b'"libraries": [\\n    ', b'"libraries": [', 1))
        """)
      let (code, text) = try Self.verify("changed.pdf", in: folder)
      #expect(code == 6 && text.contains("does not know its options"), "\(option): \(code) \(text)")
    }
    #expect(!folder.files.contains("x.pdf"))
  }

  /// A new option must be in one of the two lists of `SourceOptions`: does it shape the pages?
  @Test func `every option of the program is stored in the file, or is known not to shape the pages`() throws {
    let both = SourceOptions.stored.union(SourceOptions.leftOut)
    #expect(SourceOptions.stored.isDisjoint(with: SourceOptions.leftOut))
    #expect(Set(TypesetVerb.options.map(\.name)) == both)
  }

  @Test func `a file without a source, and what is no PDF, are unreadable`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "Text.\n")
    _ = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    #expect(try Self.verify("a.pdf", in: folder).code == 4)
    #expect(try Self.verify("a.md", in: folder).code == 4)
    #expect(try Self.verify("missing.pdf", in: folder).code == 4)
  }
}

/// The files that come out of a PDF.
@Suite struct ExtractTests {
  @Test func `the folder comes back, and gives the same file again`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/d/img", withIntermediateDirectories: true)
    try folder.write("d/a.md", "![A bar](img/p.svg)\n\n{{#include b.md}}\n")
    try folder.write("d/b.md", "Beta\n")
    try folder.write("d/img/p.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#)
    _ = try Program.run(["d/a.md", "-o", "1.pdf", "--attach-source"], in: folder)
    #expect(try Program.run(["extract", "1.pdf"], in: folder).output == folder.read("d/a.md"))
    #expect(try Program.run(["extract", "1.pdf", "-o", "e/"], in: folder).code == 0)
    for name in ["a.md", "b.md", "img/p.svg"] { #expect(folder.read("e/" + name) == folder.read("d/" + name)) }
    _ = try Program.run(["e/a.md", "-o", "2.pdf", "--attach-source"], in: folder)
    #expect(folder.read("1.pdf") == folder.read("2.pdf"))
    // A second time nothing is overwritten.
    try folder.write("e/a.md", "mine")
    let again = try Program.run(["extract", "1.pdf", "-o", "e"], in: folder)
    #expect(again.code == 5 && folder.read("e/a.md") == Data("mine".utf8))
  }

  @Test func `several inputs come out each by its name, also when their names are the same`() throws {
    let folder = try Program.Folder()
    for name in ["x", "y"] { try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true) }
    try folder.write("x/a.md", "One\n")
    try folder.write("y/a.md", "Two\n")
    _ = try Program.run(["x/a.md", "y/a.md", "-", "-o", "1.pdf", "--attach-source"], in: folder, input: Data("Three".utf8))
    let one = try Program.run(["extract", "1.pdf"], in: folder)
    #expect(one.code == 2 && one.errors.contains("x/a.md, y/a.md, document.md"), "\(one.errors)")
    _ = try Program.run(["extract", "1.pdf", "-o", "e/"], in: folder)
    #expect(folder.read("e/x/a.md") == Data("One\n".utf8))
    #expect(folder.read("e/y/a.md") == Data("Two\n".utf8))
    #expect(folder.read("e/document.md") == Data("Three".utf8))
    #expect(try Program.run(["verify", "1.pdf"], in: folder).code == 0)
  }

  @Test(arguments: [
    "../evil.md", "/tmp/mdtypeset-evil.md", "a/../../evil.md", "./evil.md", "a//evil.md", ".git/config", "link/evil.md", "a\\000b",
  ])
  func `a name that leads out of the folder is not written`(name: String) throws {
    let folder = try Program.Folder()
    for name in ["e", "out"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/e/link", withDestinationPath: "../out")
    let pdf =
      "%PDF-1.7\n1 0 obj\n<</Type/EmbeddedFile/Subtype/text#2Fmarkdown/MDTypesetName(\(name))/Length 4>>\nstream\nevil\nendstream\nendobj\n"
    let good = "2 0 obj\n<</Type/EmbeddedFile/Subtype/text#2Fmarkdown/MDTypesetName(good.md)/Length 4>>\nstream\ngood\nendstream\nendobj\n"
    try folder.write("a.pdf", Data((pdf + good).utf8))
    _ = try Program.run(["extract", "a.pdf", "-o", "e/"], in: folder)
    let found = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    #expect(!found.contains { $0.contains("evil") || $0.contains("config") }, "\(found)")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/mdtypeset-evil.md"))
  }

  /// In a file of a stranger a dictionary may be open to the end, and a stream may unpack to gigabytes.
  @Test func `a file made to keep extract busy does not`() throws {
    let folder = try Program.Folder()
    let open = String(repeating: "1 0 obj<</Type/EmbeddedFile/A(", count: 60_000)
    try folder.write("a.pdf", Data(("%PDF-1.7\n" + open).utf8))
    let nested = "%PDF-1.7\n1 0 obj<</Type/EmbeddedFile/A" + String(repeating: "[", count: 1_000_000)
    try folder.write("b.pdf", Data(nested.utf8))
    for name in ["a.pdf", "b.pdf"] {
      for verb in ["extract", "verify"] { #expect(try Program.run([verb, name], in: folder, seconds: 30).code == 4) }
    }
  }
}
