import Testing

@testable import TypesetDiagrams

/// Pies and mindmaps of Mermaid.
struct PieAndMindmapTests {
  private let type = DiagramType(family: "Serif", size: 10)

  @Test func `a pie has its shares, its names and its title`() throws {
    let drawing = try MermaidDiagram.svg(
      of: "pie showData title Pets\n  \"Dogs\" : 75\n  \"Cats\" : 24.5\n  \"Rats\" : 0.5", in: type)
    for word in ["Pets", "75%", "25%", "Dogs [75]", "Cats [24.5]", "Rats [0.5]"] { #expect(drawing.contains(">\(word)</text>"), "\(word)") }
    // Three slices; the smallest has no share in it.
    #expect(drawing.components(of: "<path") == 3 && !drawing.contains(">1%<"))
  }

  @Test(arguments: ["pie\n  Dogs : 1", "pie\n  \"Dogs : 1", "pie\n  \"Dogs\" : -1", "pie title x"])
  func `a pie without parts is a mistake`(source: String) {
    #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
  }

  @Test func `a mindmap is a tree by its indents`() throws {
    let drawing = try MermaidDiagram.svg(
      of: "mindmap\n  root((Terns))\n    Food\n      Fish[Small fish]\n      ::icon(fa fa-fish)\n    )Islands(\n", in: type)
    for word in ["Terns", "Food", "Small fish", "Islands"] { #expect(drawing.contains(">\(word)</text>"), "\(word)") }
    #expect(!drawing.contains("icon"))
  }

  @Test func `a second root is a mistake at its line`() {
    #expect(throws: DiagramMistake(17..<18, "a mindmap has one root: b", hint: "indent this line")) {
      try MermaidDiagram.svg(of: "mindmap\n  a\n  \n  b", in: type)
    }
  }
}

extension String {
  fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
