import Foundation
import Testing

/// The table of docs/typography.md holds.
@Suite struct TypographyTests {
  @Test func `samples and documents are set no worse than the table in docs says`() throws {
    let folder = try Program.Folder()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    let result = try Program.run(
      ["python3", "\(root)/scripts/typography", "--program", Program.path, "--check", "\(root)/docs/typography.md"], in: folder,
      program: "/usr/bin/env", seconds: 600)
    #expect(result.code == 0, "\(String(decoding: result.output, as: UTF8.self))\(result.errors)")
  }
}
