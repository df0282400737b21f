import Foundation
import Testing

@testable import TypesetFonts

@Suite struct FontCacheTests {
  @Test func `a cache can be written where its folder is, or where the nearest one above is`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(FontCache.canWrite(folder.path))
    #expect(FontCache.canWrite(folder.path + "/some/folder"))
    try Data().write(to: folder.appending(path: "file"))
    #expect(!FontCache.canWrite(folder.path + "/file/folder"))
    #expect(!FontCache.canWrite(""))
  }
}
