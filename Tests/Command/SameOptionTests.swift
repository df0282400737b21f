import Foundation
import Testing

/// The table of options that mean the same in other tools.
@Suite struct SameOptionTests {
  private static let options: [String] = {
    let guide = URL(fileURLWithPath: Program.path).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/guide/command-line.md")
    let text = (try? String(contentsOf: guide, encoding: .utf8)) ?? ""
    let table = text.components(separatedBy: "| option | same as in |").last?.components(separatedBy: "\n\n").first ?? ""
    return table.split(separator: "\n").dropFirst().flatMap { row in
      (row.split(separator: "|").first ?? "").split(separator: "`").filter { $0.hasPrefix("-") }.map(String.init)
    }
  }()

  @Test func `each option of the table is known`() throws {
    #expect(Self.options.count > 30)
    let folder = try Program.Folder()
    try folder.write("a.md", "Words.\n")
    for option in Self.options {
      let result = try Program.run(["a.md", option, "1", "--explain-options"], in: folder)
      #expect(!result.errors.contains("unknown option"), "\(option): \(result.errors)")
    }
  }
}
