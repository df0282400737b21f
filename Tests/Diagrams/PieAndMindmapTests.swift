import Testing

@testable import TypesetDiagrams

/// Pies and mindmaps of Mermaid.
struct PieAndMindmapTests {
  private let type = DiagramType(size: 10)

  @Test func `a pie has its shares, its names and its title`() throws {
    let drawing = try MermaidDiagram.svg(
      of: "pie showData title Pets\n  \"Dogs\" : 75\n  \"Cats\" : 24.5\n  \"Rats\" : 0.5", in: type)
    for word in ["Pets", "75%", "25%", "Dogs [75]", "Cats [24.5]", "Rats [0.5] (1%)"] {
      #expect(drawing.contains(">\(word)</text>"), "\(word)")
    }
    // Three slices; the smallest has no share in it.
    #expect(drawing.components(of: "<path") == 3 && !drawing.contains(">1%<"))
  }

  @Test(arguments: [
    "pie\n@\n  \"Dogs\" : 1", "flowchart LR\n@\n  Dogs --> Cats", "gantt\n@\n  section Pets\n  Dogs: a1, 2024-01-01, 3d",
    "timeline\n@\n  2004 : Dogs", "journey\n@\n  Dogs: 5: Me", "stateDiagram-v2\n@\n  Dogs --> Cats",
    "erDiagram\n@\n  Dogs ||--o{ Cats : chase",
    "classDiagram\n@\n  Dogs <|-- Cats", "sequenceDiagram\n@\n  Dogs->>Cats: Hello", "quadrantChart\n@\n  Dogs: [0.3, 0.6]",
  ])
  func `descriptions for readers that hear are no part of the drawing, over several lines, too`(source: String) throws {
    let words = "  accTitle: Hidden\n  accDescr {\n    Hidden once\n    hidden twice --> so\n  }"
    let drawing = try MermaidDiagram.svg(of: source.replacing("@", with: words), in: type)
    #expect(drawing.contains("Dogs") && !drawing.lowercased().contains("hidden"))
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
