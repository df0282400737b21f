import Foundation
import Testing

@testable import TypesetFiles

/// Writing into a folder whose path others may change meanwhile.
@Suite final class HeldFolderTests {
  private let path = NSTemporaryDirectory() + "mdtypeset-held-" + UUID().uuidString
  private let files = FileManager.default

  init() throws {
    for folder in ["base/in/deep", "outside"] { try files.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true) }
    try link("base/out", to: "../outside")
    try link("base/within", to: "in/deep")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func link(_ name: String, to target: String) throws {
    try files.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }

  private func write(_ name: String, into folder: HeldFolder) throws {
    let file = try folder.newFile(name)
    try unsafe Array("new".utf8).withUnsafeBytes { try unsafe file.write($0) }
    try NewFile.finish([file])
  }

  private func text(_ name: String) -> String? { files.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) } }

  private func names(_ folder: String) throws -> [String] { try files.contentsOfDirectory(atPath: path + "/" + folder).sorted() }

  /// Why a folder is not opened.
  private func failure(_ parts: [String], makes: Bool = false) -> Int32? {
    do throws(SystemError) {
      _ = try HeldFolder(parts, below: path + "/base", makes: makes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a file lands in the folder that was opened, also where a link has taken its place`() throws {
    let folder = try HeldFolder(["in", "deep"], below: path + "/base")
    try files.moveItem(atPath: path + "/base/in/deep", toPath: path + "/base/moved")
    try link("base/in/deep", to: "../../outside")
    try write("a.pdf", into: folder)
    #expect(text("base/moved/a.pdf") == "new")
    #expect(try names("outside") == [])
  }

  @Test func `a link that has the file's name is replaced, and what it leads to stays`() throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: path + "/outside/victim"))
    try link("base/in/a.pdf", to: "../../outside/victim")
    let folder = try HeldFolder(["in"], below: path + "/base")
    #expect(!folder.isFree("a.pdf"))
    #expect(folder.isFree("b.pdf"))
    try write("a.pdf", into: folder)
    #expect(text("outside/victim") == "old")
    #expect(text("base/in/a.pdf") == "new")
    #expect(folder.isFree("a.pdf"))
    #expect(try names("base/in") == ["a.pdf", "deep"])
  }

  @Test func `folders are made below the root only, over links that stay below it`() throws {
    try write("a.pdf", into: try HeldFolder(["within", "x", "y"], below: path + "/base", makes: true))
    #expect(text("base/in/deep/x/y/a.pdf") == "new")
    for parts in [["out"], ["out", "x"], ["in", "..", "..", "outside"]] {
      #expect(failure(parts, makes: true) == EXDEV)
    }
    #expect(failure(["none"]) == ENOENT)
    #expect(try names("outside") == [])
  }
}
