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
    try folder.write("references/a.ref", reference.replacing("mdtypeset-reference 4", with: "mdtypeset-reference 1"))
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
}
