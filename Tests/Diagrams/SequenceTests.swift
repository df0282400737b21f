import Testing
import TypesetDiagnostics

@testable import TypesetDiagrams

/// Sequence diagrams of Mermaid.
struct SequenceTests {
  private let type = DiagramType(size: 10)

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

  /// The x, y, width and height of rectangles.
  private func boxes(_ drawing: String, fill: String) -> [[Double]] {
    drawing.matches(of: /<rect x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"[^>]*fill="([^"]*)"/).compactMap { match in
      guard match.5 == fill else { return nil }
      return [match.1, match.2, match.3, match.4].compactMap { DocumentNumber.real($0) }
    }
  }

  /// From where to where the lines of participants go.
  private func lifelines(_ drawing: String) -> [(x: Double, top: Double, bottom: Double)] {
    drawing.matches(of: /<path d="M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)"[^>]*stroke="#9aa0a6"/).compactMap { match in
      guard match.1 == match.3, let x = DocumentNumber.real(match.1), let top = DocumentNumber.real(match.2),
        let bottom = DocumentNumber.real(match.4)
      else {
        return nil
      }
      return (x, top, bottom)
    }
  }

  @Test func `a frame is around those who take part, and an inner one within it`() throws {
    let drawing = try MermaidDiagram.svg(
      of: "sequenceDiagram\nA->>B: one\nB->>C: two\nC->>D: three\nloop x\nB->>C: four\nopt y\nB->>B: five\nend\nend", in: type)
    let frames = boxes(drawing, fill: "none")
    let columns = Set(lifelines(drawing).map(\.x)).sorted()
    try #require(frames.count == 2 && columns.count == 4)
    let (outer, inner) = (frames[0], frames[1])
    #expect(columns[0] < outer[0] && outer[0] < columns[1])
    #expect(columns[2] < outer[0] + outer[2] && outer[0] + outer[2] < columns[3])
    #expect(outer[0] < inner[0] && inner[0] + inner[2] < outer[0] + outer[2])
  }

  @Test func `no participant's line runs through words`() throws {
    let drawing = try MermaidDiagram.svg(of: "sequenceDiagram\nparticipant A\nparticipant B\nparticipant C\nA->>C: some words", in: type)
    let columns = Set(lifelines(drawing).map(\.x)).sorted()
    try #require(columns.count == 3)
    #expect(lifelines(drawing).map { line in columns.firstIndex(of: line.x) } == [0, 1, 1, 2])
  }

  @Test func `a bar is as high as from one arrow to the other`() throws {
    let drawing = try MermaidDiagram.svg(of: "sequenceDiagram\nA->>+B: ask\nB-->>-A: say", in: type)
    let bar = try #require(boxes(drawing, fill: "#e8ebef").first)
    let arrows = drawing.matches(of: /<path d="M[0-9.]+ ([0-9.]+)L[0-9.]+ ([0-9.]+)"[^>]*stroke="#333333" stroke-width="0.8"/).compactMap {
      match in
      match.1 == match.2 ? DocumentNumber.real(match.1) : nil
    }
    #expect(arrows.count == 2 && arrows.first == bar[1] && arrows.last == bar[1] + bar[3])
  }

  @Test(arguments: ["boundary", "control", "entity", "database", "queue", "actor"])
  func `a participant with a type has a figure in place of a box`(kind: String) throws {
    let drawing = try MermaidDiagram.svg(of: "sequenceDiagram\nparticipant A@{ \"type\" : \"\(kind)\" }\nA->>B: x", in: type)
    #expect(boxes(drawing, fill: "#f7f8fa").count == 2)
    #expect(drawing.contains(">A</text>"))
  }

  @Test(arguments: [("A->>B: x\nloop a\n", 3), ("A->>B\n", 2), ("A->>B: x\nend\n", 3), ("A is B\n", 2), ("Note beside A: x\n", 2)])
  func `a mistake names its line`(body: String, line: Int) throws {
    let source = "sequenceDiagram\n\(body)"
    let error = #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
    #expect(error?.place(in: source).line == line)
  }
}
