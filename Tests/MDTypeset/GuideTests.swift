import Foundation
import Testing
import TypesetDiagnostics

@testable import MDTypeset

/// What the README and the guide show works.
@Suite struct GuideTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let pages: [String] =
    ["README.md", "themes/README.md"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs/guide").path)) ?? []).sorted()
    .filter { $0.hasSuffix(".md") }.map { "docs/guide/\($0)" }

  /// The code blocks of a page: their languages and their lines.
  private static func blocks(of page: String) throws -> [(language: String, text: String)] {
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    var blocks: [(language: String, text: String)] = []
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if ticks.count >= open.count, line.count == ticks.count { fence = nil } else { blocks[blocks.count - 1].text += line + "\n" }
      } else if ticks.count >= 3 {
        fence = ticks
        blocks.append((String(line.dropFirst(ticks.count)), ""))
      }
    }
    return blocks
  }

  private func messages(_ text: String) -> [String] {
    var options = TypesetterOptions()
    options.drawsDiagrams = true
    let source = Source(name: "example.md", text: text)
    return Typesetter(options: options).typeset(source).diagnostics.map { $0.rendered(in: source) }
  }

  @Test(arguments: pages)
  func `every example is typeset without a word`(_ page: String) throws {
    for block in try Self.blocks(of: page) {
      switch block.language {
      case "markdown": #expect(messages(block.text) == [], "\(block.text)")
      case "yaml" where page.hasPrefix("docs"): #expect(messages("---\n\(block.text)---\n\n# A\n\nText\n") == [], "\(block.text)")
      case "yaml":
        #expect(
          messages("---\nstyle:\n\(block.text.split(separator: "\n").map { "  \($0)\n" }.joined())---\n\nText\n") == [], "\(block.text)")
      default: break
      }
    }
  }

  @Test func `the guide has examples`() throws {
    let count = try Self.pages.reduce(0) { try $0 + Self.blocks(of: $1).count { $0.language == "markdown" } }
    #expect(count >= 10)
  }
}
