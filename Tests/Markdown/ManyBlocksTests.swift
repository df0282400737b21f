import Foundation
import Glibc
import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Documents of one construct, whose readers look for the blocks beside it.
@Suite struct ManyBlocksTests {
  private static let units: [(String, Dialect.Tool?)] = [
    ("# a\n{.b}\n\n", nil), ("> q\n{: .b}\n\n", .kramdown), ("Words.\n\n{#a}\n\n", nil), ("Words.\n\n:label:`a`\n\n", nil),
    (":begin_tab:`a`\n\nWords.\n\n:end_tab:\n\n", nil), ("> A quote.\n\n^name\n\n", .obsidian), ("Words. ^name\n\n", .obsidian),
    ("(ref:a) words\n", .bookdown),
    ("<figure markdown>\n![a](b.png)\n<figcaption>c</figcaption>\n</figure>\n\n", .mkdocs),
  ]

  /// What this thread has taken of a processor.
  private func processorSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func seconds(_ unit: String, times count: Int, in tool: Dialect.Tool?) -> Double {
    seconds(of: String(repeating: unit, count: count), in: tool)
  }

  private func seconds(of text: String, in tool: Dialect.Tool? = nil) -> Double {
    var options = ParseOptions()
    options.dialect = tool.map { Dialect($0) } ?? options.dialect
    let source = Source(name: "a.md", text: text)
    let start = processorSeconds()
    #expect(!parse(source, options: options).tree.nodes.isEmpty)
    return processorSeconds() - start
  }

  @Test(arguments: units) func `twice the blocks take twice the time`(unit: String, tool: Dialect.Tool?) {
    _ = seconds(unit, times: 10, in: tool)
    let once = seconds(unit, times: 4_000, in: tool)
    let fourTimes = seconds(unit, times: 16_000, in: tool)
    // The square would be sixteen times as long.
    #expect(fourTimes < 8 * once, "\(unit) in \(tool?.rawValue ?? "any tool"): \(once) s, then \(fourTimes) s")
  }

  @Test func `twice the values of front matter that need quotes take twice the time`() {
    func matter(_ count: Int) -> String { "---\n" + (0..<count).map { "a\($0): b: c\n" }.joined() + "---\n\nWords.\n" }
    _ = seconds(of: matter(10))
    let (once, fourTimes) = (seconds(of: matter(4_000)), seconds(of: matter(16_000)))
    #expect(fourTimes < 8 * once, "\(once) s, then \(fourTimes) s")
  }
}
