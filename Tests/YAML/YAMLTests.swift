import Testing
import TypesetDiagnostics
import TypesetYAML

@Suite struct YAMLTests {
  @Test func `values keep their order and their places`() {
    let text = "é: [1, \"b\"]\nc: ~\n"
    let (value, diagnostics) = parseYAML(text.utf8)
    #expect(diagnostics.isEmpty)
    #expect(value?.entries?.map(\.key) == ["é", "c"])
    #expect(value?["é"]?.items?.map(\.text) == ["1", "b"])
    #expect(value?["é"]?.items?.last?.span == SourceSpan(8, 11))
    #expect(value?["c"]?.text == nil)
  }

  @Test func `aliases are not followed`() {
    let (value, diagnostics) = parseYAML("a: &x [1]\nb: *x\n".utf8)
    #expect(diagnostics.map(\.code) == ["yaml.alias"])
    #expect(value?["a"]?.items?.count == 1)
  }

  @Test func `nesting without end is refused`() {
    let (_, diagnostics) = parseYAML(String(repeating: "[", count: 100_000).utf8)
    #expect(diagnostics.first?.code == "limit.yaml-nesting")
  }

  @Test func `what follows a value that is nested too deeply is read`() {
    func deep(_ levels: Int) -> String { String(repeating: "[", count: levels) + String(repeating: "]", count: levels) }
    let (value, diagnostics) = parseYAML("a: \(deep(80))\nb: 1\nc: {d: \(deep(800)), e: 2}\n".utf8)
    #expect(diagnostics.map(\.code) == ["limit.yaml-nesting"])
    #expect(value?.entries?.map(\.key) == ["a", "b", "c"])
    #expect(value?["b"]?.text == "1" && value?["c"]?["e"]?.text == "2")
    // The same number of levels beside each other is well.
    #expect(parseYAML("a: [\(Array(repeating: deep(60), count: 100).joined(separator: ", "))]".utf8).diagnostics.isEmpty)
  }

  @Test func `a fault has a place`() {
    let (_, diagnostics) = parseYAML("a: 1\nb: [".utf8, offset: 10)
    #expect(diagnostics.map(\.code) == ["yaml.syntax"])
    #expect(diagnostics.first?.span.map { $0.start >= 15 } == true)
  }
}
