@testable import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetOutput

/// Which tabs of a set are on the pages: `tabs: all`, `first`, or names.
@Suite struct TabChoiceTests {
  private static let sets = [
    "mkdocs": "=== \"Linux\"\n\n    Run apt.\n\n=== \"macOS\"\n\n    Run brew.\n",
    "MyST": "::::{tab-set}\n:::{tab-item} Linux\nRun apt.\n:::\n:::{tab-item} macOS\nRun brew.\n:::\n::::\n",
    "Docusaurus": "<Tabs>\n<TabItem value=\"linux\" label=\"Linux\">\n\nRun apt.\n\n</TabItem>\n"
      + "<TabItem value=\"mac\" label=\"macOS\">\n\nRun brew.\n\n</TabItem>\n</Tabs>\n",
    "Quarto": "::: {.panel-tabset}\n## Linux\n\nRun apt.\n\n## macOS\n\nRun brew.\n:::\n",
    "R Markdown": "# Ways {.tabset}\n\n## Linux\n\nRun apt.\n\n## macOS\n\nRun brew.\n\n# After it\n",
    "VitePress": "::: code-group\n```sh [Linux]\nRun apt.\n```\n\n```sh [macOS]\nRun brew.\n```\n:::\n",
    "Hugo": "{{< tabs >}}\n{{% tab name=\"Linux\" %}}\nRun apt.\n{{% /tab %}}\n"
      + "{{% tab name=\"macOS\" %}}\nRun brew.\n{{% /tab %}}\n{{< /tabs >}}\n",
  ]

  private func document(_ tabs: String, _ text: String) -> TypesetDocument {
    let matter = tabs.isEmpty ? "" : "---\ntabs: \(tabs)\n---\n\n"
    return Typesetter().typeset(Source(name: "a.md", text: matter + "Before.\n\n" + text + "\nEnd.\n"))
  }

  private func text(_ document: TypesetDocument) throws -> String {
    try (0..<document.pageCount).map { try document.text(ofPage: $0) }.joined(separator: "\n")
  }

  @Test(arguments: sets.keys.sorted()) func `the tabs of each tool are all shown, the first one, or those of a name`(tool: String) throws {
    let set = try #require(Self.sets[tool])
    for tabs in ["", "all"] {
      let all = try text(document(tabs, set))
      #expect(all.contains("Linux") && all.contains("Run apt.") && all.contains("macOS") && all.contains("Run brew."), "\(tabs) \(all)")
    }
    let first = document("first", set)
    let words = try text(first)
    #expect(words.contains("Run apt.") && !words.contains("brew") && !words.contains("macOS"), "\(words)")
    #expect(words.contains("Before.") && words.contains("End."), "\(words)")
    #expect(first.diagnostics.isEmpty, "\(first.diagnostics.map(\.message))")
    let named = try text(document("macos", set))
    #expect(named.contains("Run brew.") && !named.contains("apt") && !named.contains("Linux"), "\(named)")
  }

  @Test func `a tab that is shown alone has no name above it`() throws {
    let words = try text(document("[windows, Linux]", Self.sets["mkdocs"] ?? ""))
    #expect(words.contains("Run apt.") && !words.contains("Linux") && !words.contains("brew"), "\(words)")
  }

  @Test func `of several names, all tabs that have one are shown with it; what follows the tabs stays`() throws {
    let both = try text(document("[macOS, Linux]", Self.sets["mkdocs"] ?? ""))
    #expect(both.contains("Linux") && both.contains("macOS"), "\(both)")
    let after = try text(document("Linux", Self.sets["R Markdown"] ?? ""))
    #expect(after.contains("After it") && after.contains("Ways") && after.contains("End."), "\(after)")
  }

  @Test func `a set without a tab of the name is about something else, and stays whole`() throws {
    let sets = (Self.sets["mkdocs"] ?? "") + "\nBetween.\n\n=== \"pip\"\n\n    With pip.\n\n=== \"conda\"\n\n    With conda.\n"
    let words = try text(document("Linux", sets))
    #expect(words.contains("pip") && words.contains("conda") && words.contains("Run apt.") && !words.contains("brew"), "\(words)")
  }

  @Test func `a name that no tab has is reported with the names that there are`() throws {
    let found = document("Windows", Self.sets["mkdocs"] ?? "").diagnostics
    #expect(found.map(\.code) == ["tabs.unknown"] && found.first?.hint == "the tabs are Linux, macOS", "\(found)")
    #expect(document("Windows", "No tabs.\n").diagnostics.isEmpty)
    #expect(document("true", Self.sets["mkdocs"] ?? "").diagnostics.isEmpty)
  }

  @Test func `the caller's choice is the document's`() throws {
    var options = TypesetterOptions()
    options.variables = [Variable(key: "tabs", value: "macOS")]
    let source = Source(name: "a.md", text: "---\ntabs: Linux\n---\n\n" + (Self.sets["mkdocs"] ?? ""))
    let words = try text(Typesetter(options: options).typeset(source))
    #expect(words.contains("brew") && !words.contains("apt"), "\(words)")
  }
}
