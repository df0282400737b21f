import Foundation
import Testing
import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings
import TypesetStyling

@testable import MDTypeset

/// A hundred front-matter blocks as users of pandoc, Quarto, R Markdown, Typst's templates, mkdocs, Hugo, Jekyll, Eisvogel, md-to-pdf and note-taking
/// programs write them: every key works, is noted, or is listed by `--explain-options`.
@Suite struct FrontMatterBlockTests {
  struct Block: Sendable {
    var text: String
    /// Keys that are free here, and keys that are noted.
    var free: Set<String>
    var noted: Set<String>
  }

  /// Blocks of `Fixtures/front-matter.txt`: the text between lines of `=====`, after lines of `free: a b` and `noted: a b`.
  static let blocks: [Block] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/front-matter.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "=====\n").filter { !$0.isEmpty }.map { part in
      var lines = part.components(separatedBy: "\n")
      func words(_ name: String) -> Set<String> {
        guard let line = lines.first, line.hasPrefix("\(name):") else { return [] }
        lines.removeFirst()
        return Set(line.dropFirst(name.count + 1).split(separator: " ").map(String.init))
      }
      let free = words("free")
      let noted = words("noted")
      return Block(text: lines.joined(separator: "\n"), free: free, noted: noted)
    }
  }()

  @Test func `there are a hundred blocks`() { #expect(Self.blocks.count >= 100) }

  @Test(arguments: blocks.indices)
  func `each key of real front matter works, is noted or is listed`(_ index: Int) {
    let block = Self.blocks[index]
    let source = Source(name: "a.md", text: block.text + "\n# Heading\n\nText.\n")
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    let typesetter = Typesetter(options: options)
    let parsed = typesetter.parse(source)
    let given = typesetter.settingsReader.given(for: parsed.frontMatter.values)
    let noted = Set(given.notes.compactMap { $0.span.map { source.text($0) } })
    #expect(noted == block.noted, "\(block.text)")
    #expect(Set(given.free.map(\.name)).subtracting(noted) == block.free, "\(block.text)")
    #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics.map(\.message))")
    // Fonts, themes and pictures that the test's machine lacks are no faults of reading.
    let faults = typesetter.style(parsed, of: source).styled.diagnostics.filter { $0.code.hasPrefix("settings.") && $0.severity > .note }
    #expect(faults.isEmpty, "\(faults.map { $0.rendered(in: source) })")
    let listed = typesetter.explainedSettings(of: source)
    for key in block.free { #expect(listed.contains("\(key) (a.md:"), "\(listed)") }
    for entry in given.entries { #expect(listed.contains(entry.setting.title)) }
  }
}
