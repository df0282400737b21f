import Testing

@testable import TypesetDiagrams

/// Sequence diagrams of Mermaid.
struct SequenceTests {
  private let type = DiagramType(family: "Serif", size: 10)

  @Test func `participants, messages, notes and blocks keep all their words`() throws {
    let drawing = try MermaidDiagram.svg(
      of: """
        sequenceDiagram
          autonumber
          actor R as Reader
          participant L as Library
          R->>+L: Where is it?
          Note over R,L: by telephone
          alt it is here
            L-->>-R: On the shelf
          else lent out
            L--xR: Come again
          end
          loop every week
            L->>L: Count
          end
        """, in: type)
    for word in [
      "Reader", "Library", "Where is it?", "by telephone", "alt", "[it is here]", "On the shelf", "[lent out]", "Come again", "Count", "4",
    ] {
      #expect(drawing.contains(">\(word)</text>"), "\(word)")
    }
  }

  @Test(arguments: [("A->>B: x\nloop a\n", 3), ("A->>B\n", 2), ("A->>B: x\nend\n", 3), ("A is B\n", 2), ("Note beside A: x\n", 2)])
  func `a mistake names its line`(body: String, line: Int) throws {
    let source = "sequenceDiagram\n\(body)"
    let error = #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
    #expect(error?.place(in: source).line == line)
  }
}
