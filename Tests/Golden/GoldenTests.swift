import Foundation
import MDTypeset
import Testing
import TypesetDiagnostics

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
  func `pages look like their reference pictures`(name: String) throws {
    let document = typesetter.typeset(try source(name))
    for page in 0..<document.pageCount {
      let file = "\(name)-\(page + 1).png"
      let actual = try document.png(page: page, ppi: 72)
      let difference = try Appearance(png: try reference(file, or: actual)).difference(from: Appearance(png: actual))
      if difference > Appearance.tolerance { try keep(actual, as: file) }
      #expect(
        difference <= Appearance.tolerance, "compare out/golden/\(file) with its reference; if it is right, run: make golden")
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

  @Test func `a line that moves by a pixel is seen`() throws {
    let document = typesetter.typeset(Source(name: "a.md", text: "One line of text.\n\n---\n"))
    let page = try Appearance(png: try document.png(page: 0, ppi: 72))
    #expect(page.difference(from: page.moved(down: 1)) > Appearance.tolerance)
  }

  @Test func `a colour that is as bright as another is seen`() throws {
    // Both have a luminance of 89 of 255.
    let pages = try ["#e01a1a", "#1073e0"].map { color in
      let document = typesetter.typeset(Source(name: "a.md", text: "---\nstyle: {body: {color: \"\(color)\"}}\n---\n\nOne line of text."))
      return try Appearance(png: try document.png(page: 0, ppi: 72))
    }
    #expect(pages[0].difference(from: pages[1]) > Appearance.tolerance)
  }

  @Test func `a glyph that is missing is seen`() throws {
    let whole = typesetter.typeset(Source(name: "a.md", text: "One line of text."))
    let broken = typesetter.typeset(Source(name: "a.md", text: "One line of tex ."))
    let difference = try Appearance(png: try whole.png(page: 0, ppi: 72)).difference(
      from: Appearance(png: try broken.png(page: 0, ppi: 72)))
    #expect(difference > Appearance.tolerance)
  }
}
