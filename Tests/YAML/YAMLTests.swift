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

  @Test func `a fault has a place`() {
    let (_, diagnostics) = parseYAML("a: 1\nb: [".utf8, offset: 10)
    #expect(diagnostics.map(\.code) == ["yaml.syntax"])
    #expect(diagnostics.first?.span.map { $0.start >= 15 } == true)
  }
}
