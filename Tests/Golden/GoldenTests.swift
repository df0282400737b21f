import Foundation
import MDTypeset
import Testing
import TypesetComparing
import TypesetDiagnostics
import TypesetPictures
import TypesetTesting

/// Pages as pictures and as text, held against references. `make golden` writes the references anew.
@Suite struct GoldenTests {
  static let documents = ["text", "math", "blocks"]
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let isUpdating = ProcessInfo.processInfo.environment["MDTYPESET_UPDATE_GOLDEN"] == "1"

  private func source(_ name: String) throws -> Source {
    let data = try Data(contentsOf: Self.folder.appending(path: "Fixtures/\(name).md"))
    return Source(name: "\(name).md", bytes: Array(data))
  }

  private var typesetter: Typesetter {
    var options = TypesetterOptions()
    options.root = Self.folder.appending(path: "Fixtures").path
    options.ignoresSystemFonts = true
    return Typesetter(options: options)
  }

  /// The reference, after it was written where that is asked for.
  private func reference(_ name: String, or actual: [UInt8]) throws -> [UInt8] {
    let url = Self.folder.appending(path: "References/\(name)")
    if Self.isUpdating { try Data(actual).write(to: url) }
    return Array(try Data(contentsOf: url))
  }

  private func keep(_ bytes: [UInt8], as name: String) throws {
    let folder = Self.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "out/golden")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appending(path: name))
  }

  @Test(arguments: documents)
  func `pages look like their references`(name: String) throws {
    expectPages(
      of: try source(name), matching: name, options: typesetter.options, keepsPictures: true,
      update: Self.isUpdating ? .all : .ofEnvironment)
  }

  @Test func `an expectation that is not met tells the cause`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    func expect(_ text: String, update: ReferenceUpdate? = nil) -> Bool {
      expectPages(of: Source(name: "a.md", text: text), matching: "a", references: folder.path, update: update)
    }
    withKnownIssue {
      #expect(!expect("One line.\n"))
    } matching: {
      "\($0.comments)".contains("there is no reference yet; record it with MDTYPESET_UPDATE=missing swift test")
    }
    #expect(expect("One line.\n", update: .missing))
    #expect(expect("One line.\n"))
    // A document with modifiers is compared with them.
    #expect(expectPages(of: Document(markdown: "One line.\n"), matching: "a", references: folder.path, update: nil))
    withKnownIssue {
      _ = expectPages(of: Document(markdown: "One line.\n").markdownPaper(.a6), matching: "a", references: folder.path, update: nil)
    } matching: {
      "\($0.comments)".contains("a: different")
    }
    withKnownIssue {
      #expect(!expect("Two lines.\n"))
    } matching: {
      "\($0.comments)".contains("“One line.” became “Two lines.”")
    }
  }

  @Test(arguments: documents)
  func `trees, boxes and pages print as their references`(name: String) throws {
    let source = try source(name)
    let printed = [
      "ast": typesetter.printedTree(of: source), "boxes": typesetter.printedBoxes(of: source),
      "pages": typesetter.typeset(source).printedPages(),
    ]
    for (stage, text) in printed {
      let file = "\(name).\(stage).txt"
      let expected = String(decoding: try reference(file, or: Array(text.utf8)), as: UTF8.self)
      if text != expected { try keep(Array(text.utf8), as: file) }
      #expect(text == expected, "diff out/golden/\(file) with its reference; if it is right, run: make golden")
    }
  }

  /// The names of small documents, one construct each.
  static let smallInputs =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Stages").path))
    .map { names in names.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted() } ?? []

  @Test func `all four stages of a hundred small documents print as their references`() throws {
    #expect(Self.smallInputs.count >= 100)
    let folder = Self.folder.appending(path: "Stages")
    for name in Self.smallInputs {
      let source = Source(name: "\(name).md", bytes: Array(try Data(contentsOf: folder.appending(path: "\(name).md"))))
      let stages = [
        ("ast", typesetter.printedTree(of: source)), ("semantic", typesetter.printedStyledTree(of: source)),
        ("boxes", typesetter.printedBoxes(of: source)), ("pages", typesetter.typeset(source).printedPages()),
      ]
      let text = stages.map { "== \($0.0)\n\($0.1)" }.joined()
      let url = folder.appending(path: "\(name).txt")
      if Self.isUpdating { try Data(text.utf8).write(to: url) }
      let expected = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      if text != expected { try keep(Array(text.utf8), as: "\(name).txt") }
      #expect(text == expected, "diff out/golden/\(name).txt with its reference in Stages; if it is right, run: make golden")
    }
  }

  private func raster(_ text: String) throws -> Raster {
    let book = PictureBook()
    let document = typesetter.typeset(Source(name: "a.md", text: text))
    return try book.raster(of: book.load(bytes: try document.png(page: 0, ppi: 96)))
  }

  /// True if two pages look the same to the comparison that reference pictures are held against.
  private func looksEqual(_ a: Raster, _ b: Raster) -> Bool { PixelComparison(a, b, threshold: 0).areas.isEmpty }

  @Test func `a line that moves by a pixel is seen`() throws {
    let page = try raster("One line of text.\n\n---\n")
    var moved = page
    moved.pixels = Array(repeating: 0xFFFF_FFFF, count: page.width) + page.pixels.dropLast(page.width)
    #expect(!looksEqual(page, moved) && looksEqual(page, page))
  }

  @Test func `a colour that is as bright as another is seen`() throws {
    // Both have a luminance of 89 of 255.
    let pages = try ["#e01a1a", "#1073e0"].map { try raster("---\nstyle: {body: {color: \"\($0)\"}}\n---\n\nOne line of text.") }
    #expect(!looksEqual(pages[0], pages[1]))
  }

  @Test func `a glyph that is missing is seen`() throws {
    #expect(!looksEqual(try raster("One line of text."), try raster("One line of tex .")))
  }

  @Test(arguments: [true, false]) func `pictures are kept beside a reference where they are asked for`(keepsPictures: Bool) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    expectPages(
      of: Document(markdown: "One line.\n").markdownPaper(.a6), matching: "a", references: folder.path, keepsPictures: keepsPictures,
      update: .missing)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/a.ref"))
    #expect(FileManager.default.fileExists(atPath: folder.path + "/a-1.png") == keepsPictures)
  }
}
