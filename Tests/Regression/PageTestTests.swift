import Foundation
import MDTypeset
import Testing
import TypesetComparing
import TypesetDiagnostics
import TypesetReports

@testable import TypesetRegression

@Suite struct PageTestTests {
  private final class Folder {
    let path = NSTemporaryDirectory() + UUID().uuidString
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func read(_ name: String) -> String? {
      FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }
    func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path + "/" + name)) }
  }

  private func run(_ text: String, in folder: Folder, _ change: (inout PageTest) -> Void = { _ in }) throws -> TestOutcome {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.threads = 2
    var test = PageTest(name: "a.md", reference: folder.path + "/references/a", result: folder.path + "/results/a")
    test.pictures = .never
    change(&test)
    return try test.run(Source(name: "a.md", text: text), Typesetter(options: options))
  }

  @Test func `a document without a reference is missing, then recorded, then the same`() throws {
    let folder = Folder()
    #expect(try run("One.\n", in: folder).status == .missing)
    #expect(try run("One.\n", in: folder) { $0.update = .failed }.status == .recorded)
    #expect(try run("One.\n", in: folder).status == .same)
    #expect(folder.read("references/a.ref")?.contains("\nlook ") == true)
    #expect(try run("Two.\n", in: folder).status == .different)
    // Missing ones only.
    #expect(try run("Two.\n", in: folder) { $0.update = .missing }.status == .different)
    #expect(try run("Two.\n", in: folder) { $0.update = .failed }.status == .recorded)
    #expect(try run("Two.\n", in: folder).status == .same)
  }

  @Test func `pictures are written when they are asked for`() throws {
    let folder = Folder()
    _ = try run("One.\n", in: folder) { ($0.update, $0.pictures) = (.all, .always) }
    #expect(folder.read("references/a-1.png") != nil)
    let outcome = try run("Two.\n", in: folder) { $0.pictures = .changed }
    #expect(outcome.pictures == [folder.path + "/results/a-1.png"] && folder.read("results/a-1.png") != nil)
    #expect(try run("One.\n", in: folder) { $0.pictures = .changed }.pictures == [])
  }

  @Test func `views show the recorded picture, or one drawn from the record where there is none`() throws {
    let folder = Folder()
    _ = try run("One.\n", in: folder) { $0.update = .all }
    let redrawn = try run("Two.\n", in: folder) { $0.viewLimit = 3 }
    guard case .rebuilt(let png)? = redrawn.views.first?.before, case .png? = redrawn.views.first?.after else {
      Issue.record("a picture drawn from the record, and one of the page")
      return
    }
    // The text that is gone is set in its own font, at its own place.
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    let old = try Typesetter(options: options).typeset(Source(name: "a.md", text: "One.\n")).smallPNG(page: 0, ppi: 96)
    #expect(png == old)
    _ = try run("One.\n", in: folder) { ($0.update, $0.pictures) = (.all, .always) }
    let shown = try run("Two.\n", in: folder) { $0.viewLimit = 3 }
    guard case .png? = shown.views.first?.before else {
      Issue.record("a picture")
      return
    }
  }

  @Test func `references that cannot be used are one sentence`() throws {
    let folder = Folder()
    _ = try run("One.\n", in: folder) { $0.update = .all }
    let reference = folder.read("references/a.ref") ?? ""
    try folder.write("references/a.ref", String(reference.dropLast(30)))
    #expect(try run("One.\n", in: folder).problem?.hasSuffix("is damaged; record it again with --update") == true)
    try folder.write("references/a.ref", reference.replacing("mdtypeset-reference 5", with: "mdtypeset-reference 1"))
    #expect(try run("One.\n", in: folder).problem?.contains("has the format 1, which this program does not read") == true)
    try FileManager.default.removeItem(atPath: folder.path + "/references/a.ref")
    try FileManager.default.createDirectory(atPath: folder.path + "/references/a.ref", withIntermediateDirectories: true)
    #expect(try run("One.\n", in: folder).problem?.hasPrefix("cannot read the reference") == true)
  }

  @Test func `a page of another size is one difference`() throws {
    let folder = Folder()
    _ = try run("One.\n", in: folder) { $0.update = .all }
    let outcome = try run("---\npaper: a5\n---\n\nOne.\n", in: folder)
    #expect(outcome.comparison?.differences.map(\.cause) == [.setting])
  }

  @Test func `an inserted paragraph on the first page of a book is one cause with one consequence`() throws {
    let folder = Folder()
    let words = "Many words follow here so that the paragraph has several lines on the page, and nothing at all is said in them. "
    let book = (1...60).map {
      "# Chapter \($0)\n\n" + String(repeating: words, count: 6) + "\n\n" + String(repeating: words, count: 5) + "\n"
    }
    _ = try run(book.joined(separator: "\n"), in: folder) { $0.update = .all }
    let changed = book.joined(separator: "\n").replacing("# Chapter 1\n\n", with: "# Chapter 1\n\nA new paragraph.\n\n")
    let differences = try run(changed, in: folder).comparison?.differences ?? []
    #expect(differences.map(\.cause) == [.added] && differences.first?.consequences.count == 1, "\(differences)")
  }

  /// The first page before, as a report shows it, and as it was.
  private func before(
    _ old: String, _ new: String, in folder: Folder, _ change: (inout PageTest) -> Void = { _ in }
  ) throws -> (shown: [UInt8], was: [UInt8]) {
    _ = try run(old, in: folder) {
      $0.update = .all
      change(&$0)
    }
    let outcome = try run(new, in: folder) { $0.viewLimit = 4 }
    guard case .rebuilt(let shown)? = outcome.views.first?.before else {
      Issue.record("no page before")
      return ([], [])
    }
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.roots = [folder.path]
    return (shown, try Typesetter(options: options).typeset(Source(name: "a.md", text: old, folder: folder.path)).png(page: 0, ppi: 96))
  }

  @Test(arguments: ["$$\\frac{a}{b} + \\sqrt{x_1}$$", "$$\\sum_{i=1}^n i^2 = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$$"])
  func `a display that is gone is set from its LaTeX in the page before`(formula: String) throws {
    let (shown, was) = try before("Words before.\n\n\(formula)\n\nWords after.\n", "Words before.\n\nWords after.\n", in: Folder())
    #expect(try FileComparison.regions(ofPage: 0, shown, was, width: 595, threshold: 0.75).isEmpty)
  }

  @Test func `a formula within a line that is gone is set, and not written as LaTeX`() throws {
    let (shown, was) = try before("The value $\\frac{a}{b}$ is small.\n\nOther words.\n", "Other words.\n", in: Folder())
    let areas = try FileComparison.regions(ofPage: 0, shown, was, width: 595, threshold: 1.5)
    #expect(areas.isEmpty, "\(areas)")
  }

  @Test func `a page of a report has a quarter of the bytes, with the very colours of its grounds`() throws {
    let words = String(repeating: "Many words follow here so that the page is full of them, line by line. ", count: 60)
    let document = Typesetter(options: TypesetterOptions()).typeset(
      Source(name: "a.md", text: "---\npage.background: '#f5f6f8'\n---\n\n" + words))
    let (small, whole) = (try document.smallPNG(page: 0, ppi: 96), try document.png(page: 0, ppi: 96))
    #expect(small.count < whole.count / 4)
    let (a, b) = (try #require(ComparedPages.raster(small)), try #require(ComparedPages.raster(whole)))
    #expect(a.width == b.width && a.height == b.height && Set(a.pixels).count <= 16)
    #expect(a.pixels[0] == b.pixels[0])
    let farthest = zip(a.pixels, b.pixels).map { abs(Int($0 & 255) - Int($1 & 255)) }.max() ?? 255
    #expect(farthest < 24)
  }
}
